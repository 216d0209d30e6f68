//! Every position that play reaches passes the check, and play can go on from every position that passes; its texts read
//! back.

use crate::common;

use gaslamp_core::{Actor, Game as _, Rng, Seat};
use gaslamp_lorcana::notation::board;
use gaslamp_lorcana::notation::dot::state as dot;
use gaslamp_lorcana::rules::CardId;
use gaslamp_lorcana::rules::happening::{Happening, What};
use gaslamp_lorcana::rules::modifier::{KeywordFlag, Modifier, Restriction};
use gaslamp_lorcana::rules::position::{
    AbilityRef, Cause, ComingDamage, EffectTarget, Frame, InSlot, LastKnown, LastingEffect, OnceATurn,
    Pending, Position, Seen, Stage, Status, Trigger, Until, Used, Zone,
};
use gaslamp_lorcana::{Card, Setup, State};

use common::{act, any_decks, dealt, decks, games};

const SEEDS: [&str; 3] = ["0123456.0123456.ab", "4fff012.0123456.ab", "lamp"];

/// How long a game goes on after a position was changed.
const STEPS: usize = 300;

fn setups() -> Vec<Setup> {
    let mut setups = vec![Setup::Fresh { decks: decks() }];
    setups.extend(SEEDS.map(dealt));
    setups
}

#[test]
fn play_reaches_only_positions_that_pass() {
    let mut setups = setups();
    for game in 0..games(80) {
        let decks = any_decks(&mut Rng::for_game(3, game));
        setups.push(Setup::Fresh { decks });
    }
    for setup in setups {
        for game in 0..3 {
            let mut rng = Rng::for_game(1, game);
            let mut state = State::start(&setup).expect("a state");
            let mut steps = 0;
            loop {
                let checked = State::from_position(state.position().clone());
                assert_eq!(checked.as_ref(), Ok(&state));
                if steps % 9 == 0 || state.position().pending.is_some() && steps % 2 == 0 {
                    reads_back(&state);
                }
                if !act(&mut state, &mut rng) {
                    break;
                }
                steps += 1;
                assert!(steps < 20_000, "a game without end");
            }
            assert!(state.outcome().is_some());
        }
    }
}

#[test]
fn whatever_passes_plays_on() {
    let setups = setups();
    let (mut passed, mut refused) = (0, 0);
    for game in 0..games(600) {
        let mut rng = Rng::for_game(2, game);
        let setup = match rng.below(2) {
            0 => Setup::Fresh { decks: any_decks(&mut rng) },
            _ => rng.pick(&setups).expect("a set-up").clone(),
        };
        let mut state = State::start(&setup).expect("a state");
        for _ in 0..rng.below(150) {
            act(&mut state, &mut rng);
        }
        for _ in 0..12 {
            let mut position = state.position().clone();
            for _ in 0..=rng.below(3) {
                change(&mut position, &mut rng);
            }
            match State::from_position(position.clone()) {
                Err(problems) => {
                    refused += 1;
                    let ids: Vec<&str> = problems
                        .iter()
                        .map(|problem| problem.id.strip_prefix("lorcana/position/").expect("an id"))
                        .collect();
                    assert!(!ids.is_empty());
                    if !ids.iter().any(|id| UNTIDY.contains(id)) {
                        text_reads_back(&position);
                    }
                }
                Ok(mut state) => {
                    passed += 1;
                    reads_back(&state);
                    for _ in 0..STEPS {
                        if !act(&mut state, &mut rng) {
                            assert!(state.outcome().is_some(), "game {game} is stuck");
                            break;
                        }
                        // What follows from a position that passes passes as well.
                        let next = State::from_position(state.position().clone());
                        assert!(next.is_ok(), "game {game}: {:?}", next.err());
                    }
                }
            }
        }
    }
    assert!(passed > 500 && refused > 500, "{passed} passed, {refused} refused");
}

/// What is wrong with positions that have no text: they name what is not there, or are in another order than texts.
const UNTIDY: [&str; 7] = ["no-such-card", "no-such-player", "deck", "used", "left", "coming", "struck"];

fn text_reads_back(position: &Position) {
    let text = board::write(position);
    assert_eq!(board::read(&text).as_ref(), Ok(position), "{text}");
}

/// Every text of a state reads back exactly.
fn reads_back(state: &State) {
    text_reads_back(state.position());
    let (dot, [first, second]) = (dot::write(state), dot::write_deks(state));
    assert_eq!(dot::read(&dot, [&first, &second]).as_ref(), Ok(state), "{dot}");
}

fn seat(rng: &mut Rng) -> Seat {
    let seats = if rng.below(20) == 0 { 3 } else { 2 };
    Seat::new(rng.below(seats) as usize)
}

fn byte(rng: &mut Rng) -> u8 {
    match rng.below(6) {
        0 => 0,
        1 => 255,
        2 => rng.below(256) as u8,
        _ => rng.below(5) as u8,
    }
}

fn card(position: &Position, rng: &mut Rng) -> CardId {
    let past = usize::from(rng.below(40) == 0);
    // Cards in play are few, and more happens to them.
    let open: Vec<usize> =
        (0..position.cards.len()).filter(|&id| position.cards[id].zone != Zone::Deck).collect();
    match rng.pick(&open) {
        Some(&id) if rng.below(3) > 0 => CardId::new(id),
        _ => CardId::new(rng.below((position.pieces.len() + past) as u32) as usize),
    }
}

fn maybe(position: &Position, rng: &mut Rng) -> Option<CardId> {
    (rng.below(2) == 0).then(|| card(position, rng))
}

fn maybe_seat(rng: &mut Rng) -> Option<Seat> {
    (rng.below(2) == 0).then(|| seat(rng))
}

fn some(position: &Position, rng: &mut Rng) -> Vec<CardId> {
    (0..rng.below(3)).map(|_| card(position, rng)).collect()
}

/// The card itself, or one that leaves effects behind.
fn giver(position: &Position, source: CardId, rng: &mut Rng) -> Card {
    let own = position.pieces.get(source.index()).map(|piece| piece.card());
    match rng.below(3) {
        0 => Card::with_key("dumbo_ninth_wonder_of_the_universe"),
        _ => own.unwrap_or(Card::with_key("99_puppies")),
    }
}

fn modifier(position: &Position, source: CardId, rng: &mut Rng) -> Modifier {
    let n = byte(rng) as i8;
    match rng.below(12) {
        0 => Modifier::Strength(n),
        1 => Modifier::Willpower(n),
        2 => Modifier::Lore(n),
        3 => Modifier::Challenger(n),
        4 => Modifier::Resist(n),
        5 => Modifier::Singer(n),
        6 => Modifier::Has(KeywordFlag::ALL[rng.below(9) as usize]),
        7 => Modifier::Cannot(Restriction::ALL[rng.below(7) as usize]),
        8 => Modifier::Shielded,
        _ => Modifier::Of(giver(position, source, rng), byte(rng)),
    }
}

fn until(rng: &mut Rng) -> Until {
    match rng.below(8) {
        0 => Until::EndOfTurn,
        1 => Until::StartOfTurn(seat(rng)),
        2 => Until::Ready(seat(rng)),
        3 => Until::EndOfChallenge,
        4 => Until::EndOfTurnOf(seat(rng)),
        5 => Until::NextTurnOf(seat(rng)),
        6 => Until::SourceLeaves,
        _ => Until::Leaves,
    }
}

fn effect(position: &Position, on: CardId, rng: &mut Rng) -> LastingEffect {
    let source = card(position, rng);
    let on = match rng.below(4) {
        0 => EffectTarget::Player(seat(rng)),
        1 => EffectTarget::Group,
        _ => EffectTarget::Card(on),
    };
    let modifier = modifier(position, source, rng);
    LastingEffect { source, on, modifier, until: until(rng), about: maybe(position, rng) }
}

fn happening(position: &Position, rng: &mut Rng) -> Happening {
    Happening {
        what: *rng.pick(What::ALL).expect("a kind of event"),
        player: seat(rng),
        card: maybe(position, rng),
        other: maybe(position, rng),
        number: byte(rng),
    }
}

fn ability(position: &Position, source: CardId, rng: &mut Rng) -> AbilityRef {
    match rng.below(7) {
        0 => AbilityRef::Support,
        1 => AbilityRef::Vanish,
        2 => AbilityRef::Temporary,
        3 => AbilityRef::Payment,
        _ => AbilityRef::Card(giver(position, source, rng), byte(rng)),
    }
}

fn cause(position: &Position, rng: &mut Rng) -> Cause {
    Cause {
        subject: maybe(position, rng),
        other: maybe(position, rng),
        player: maybe_seat(rng),
        number: byte(rng),
        at: u16::from(byte(rng)),
        about: maybe(position, rng),
    }
}

fn slot(position: &Position, rng: &mut Rng) -> InSlot {
    InSlot {
        slot: byte(rng),
        card: card(position, rng),
        moved: rng.below(2) == 0,
        seen: [Seen::Open, Seen::Controller, Seen::Owner][rng.below(3) as usize],
    }
}

fn frame(position: &Position, rng: &mut Rng) -> Frame {
    let source = card(position, rng);
    let tries = rng.below(4);
    Frame {
        controller: position.pieces.get(source.index()).map_or(position.active, |piece| piece.owner),
        source,
        ability: ability(position, source, rng),
        step: rng.below(4) as u16,
        subject: maybe(position, rng),
        other: maybe(position, rng),
        player: maybe_seat(rng),
        at: u16::from(byte(rng)),
        slots: (0..rng.below(3)).map(|_| slot(position, rng)).collect(),
        those: some(position, rng),
        named: (rng.below(2) == 0).then(|| giver(position, source, rng)),
        result: i16::from(byte(rng)) - 1,
        loops: (0..rng.below(3)).map(|_| byte(rng)).collect(),
        tries: tries as u16,
        failed: rng.below(tries + 1) as u16,
        accepted: rng.below(2) == 0,
        to_bottom: rng.below(2) == 0,
        done: byte(rng),
        left: some(position, rng),
    }
}

fn pending(position: &Position, rng: &mut Rng) -> Pending {
    match rng.below(9) {
        8 => Pending::Shuffle(seat(rng)),
        0 => Pending::Order(seat(rng)),
        1 | 2 => Pending::Step(Actor::Seat(seat(rng))),
        3 => Pending::Step(Actor::Storyteller),
        4 => Pending::EnterExerted(card(position, rng)),
        6 => Pending::Replace(seat(rng)),
        5 => Pending::Sing { song: card(position, rng), total: byte(rng) },
        _ => match rng.below(2) {
            0 => Pending::ShiftAlso { card: card(position, rng), onto: card(position, rng) },
            _ => Pending::ShiftDiscard {
                card: card(position, rng),
                onto: card(position, rng),
                left: byte(rng),
            },
        },
    }
}

fn stage(position: &Position, rng: &mut Rng) -> Stage {
    match rng.below(12) {
        0 => Stage::Begin,
        1 => Stage::Shuffle(seat(rng)),
        2 => Stage::Alter(seat(rng)),
        3 => Stage::Reshuffle(seat(rng)),
        4 => Stage::Set,
        5 => Stage::Draw,
        6 => Stage::Challenge { by: card(position, rng), target: card(position, rng) },
        7 => Stage::ChallengeEnd { by: card(position, rng), target: card(position, rng) },
        8 => Stage::End,
        9 => Stage::Passing,
        10 => Stage::Over { winner: seat(rng) },
        _ => Stage::Main,
    }
}

/// Changes one thing in a position.
fn change(position: &mut Position, rng: &mut Rng) {
    let id = card(position, rng);
    match rng.below(21) {
        0..=4 => change_card(position, id, rng),
        5 => move_card(position, id, rng),
        6 | 7 => change_player(position, rng),
        8 => position.turn = u16::from(byte(rng)) * rng.below(258) as u16,
        9 => position.active = seat(rng),
        10 => position.stage = stage(position, rng),
        11 => {
            // Many of a kind, so that sums grow large.
            let effect = effect(position, id, rng);
            let times = if rng.below(10) == 0 { 400 } else { 1 };
            position.effects.extend(std::iter::repeat_n(effect, times));
        }
        12 => {
            let source = card(position, rng);
            let by = position.pieces.get(source.index()).map_or(position.active, |piece| piece.owner);
            let trigger = Trigger {
                controller: by,
                source,
                ability: ability(position, source, rng),
                cause: cause(position, rng),
            };
            position.bag.extend([trigger, trigger]);
            position.pending = Some(Pending::Order(by));
        }
        13 => {
            let frame = frame(position, rng);
            position.pending = Some(Pending::Step(Actor::Seat(frame.controller)));
            position.frames.push(frame);
        }
        14 => {
            let source = card(position, rng);
            let past = (0..rng.below(2)).map(|_| card(position, rng)).collect();
            let dealt = rng.below(2) == 0;
            position.coming.push(ComingDamage { card: id, by: byte(rng), dealt, source, past });
            position.pending = Some(Pending::Replace(seat(rng)));
        }
        15 => position.struck = vec![id],
        18 => {
            let [strength, willpower, lore] = [(); 3].map(|()| i16::from(byte(rng)) - 1);
            let (damage, under) = (byte(rng), byte(rng));
            position.left.push(LastKnown { card: id, strength, willpower, lore, damage, under });
            position.left.sort_by_key(|known| known.card);
        }
        16 => {
            let of = Card::with_key("kronk_meat_hut_cook");
            let ability = if rng.below(2) == 0 { OnceATurn::Boost } else { OnceATurn::Card(of, byte(rng)) };
            position.used.push(Used { card: id, ability });
        }
        19 => {
            let past = happening(position, rng);
            position.history.push(past);
        }
        17 => position.pending = (rng.below(3) > 0).then(|| pending(position, rng)),
        _ => position.bag_of = seat(rng),
    }
}

fn change_card(position: &mut Position, id: CardId, rng: &mut Rng) {
    let other = card(position, rng);
    let Some(status) = position.cards.get_mut(id.index()) else { return };
    match rng.below(8) {
        0 => status.exerted = !status.exerted,
        1 => status.drying = !status.drying,
        2 => status.facedown = !status.facedown,
        3 => status.damage = byte(rng),
        4 => status.location = Some(other),
        5 => {
            *status = Status { zone: Zone::Under, under: Some(other), depth: byte(rng), ..Status::default() }
        }
        6 => status.temporary = !status.temporary,
        _ => status.zone = [Zone::Deck, Zone::Hand, Zone::Play, Zone::Inkwell][rng.below(4) as usize],
    }
}

/// Moves a card properly.
fn move_card(position: &mut Position, id: CardId, rng: &mut Rng) {
    let Some(status) = position.cards.get_mut(id.index()) else { return };
    position.decks.iter_mut().for_each(|deck| deck.retain(|&card| card != id));
    let zone = [Zone::Deck, Zone::Hand, Zone::Play, Zone::Inkwell, Zone::Discard][rng.below(5) as usize];
    *status = Status { zone, ..Status::default() };
    if zone == Zone::Deck {
        position.decks[position.pieces[id.index()].owner.index()].push(id);
    }
}

fn change_player(position: &mut Position, rng: &mut Rng) {
    let player = &mut position.players[rng.below(2) as usize];
    match rng.below(4) {
        0 => player.lore = byte(rng),
        1 => player.inked = byte(rng),
        2 => player.ink_tokens = byte(rng),
        _ => player.altered = byte(rng),
    }
}
