//! Every position that play reaches passes the check, and play can go on from every position that passes.

use crate::common;

use gaslamp_core::{Actor, Game as _, Rng, Seat};
use gaslamp_lorcana::rules::position::{
    AbilityRef, ComingDamage, EffectTarget, Frame, LastKnown, LastingEffect, OnceATurn, Pending, Position,
    Stage, Status, Trigger, Until, Used, Zone,
};
use gaslamp_lorcana::rules::{CardId, ability::Modifier};
use gaslamp_lorcana::{Card, Deck, Setup, State};

use common::{act, dealt, decks};

const SEEDS: [&str; 3] = ["0123456.0123456.ab", "4fff012.0123456.ab", "lamp"];

/// How long a game goes on after a position was changed.
const STEPS: usize = 300;

fn setups() -> Vec<Setup> {
    let mut setups = vec![Setup::Fresh { decks: decks() }];
    setups.extend(SEEDS.map(dealt));
    setups
}

/// Decks of any cards, for the keywords that the sample decks do not have; few cards are expensive or single.
fn any_decks(rng: &mut Rng) -> [Deck; 2] {
    [(); 2].map(|()| {
        let mut lines = String::new();
        while lines.lines().count() < 30 {
            let cards: Vec<Card> = Card::all().collect();
            let card = *rng.pick(&cards).expect("a card");
            if card.facts().cost <= 5 {
                // A card with Shift needs another of the same name.
                let same = cards.iter().filter(|other| other.facts().name == card.facts().name);
                same.take(3).for_each(|card| lines.push_str(&format!("2 {}\n", card.full_name())));
            }
        }
        Deck::read(&lines).expect("a readable deck")
    })
}

#[test]
fn play_reaches_only_positions_that_pass() {
    let mut setups = setups();
    for game in 0..80 {
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
    for game in 0..600 {
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
            match State::from_position(position) {
                Err(problems) => {
                    refused += 1;
                    assert!(!problems.is_empty());
                    assert!(problems.iter().all(|problem| problem.id.starts_with("lorcana/position/")));
                }
                Ok(mut state) => {
                    passed += 1;
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

fn modifier(rng: &mut Rng) -> Modifier {
    use gaslamp_lorcana::rules::ability::{CardType, KeywordFlag, Restriction};
    let n = byte(rng) as i8;
    match rng.below(14) {
        0 => Modifier::Strength(n),
        1 => Modifier::Willpower(n),
        2 => Modifier::Lore(n),
        3 => Modifier::Challenger(n),
        4 => Modifier::Resist(n),
        5 => Modifier::Singer(n),
        6 | 7 => Modifier::Has(KeywordFlag::ALL[rng.below(9) as usize]),
        8 => Modifier::Cannot(Restriction::ALL[rng.below(6) as usize]),
        9 => Modifier::Grants(byte(rng)),
        10 => Modifier::Shielded,
        11 => Modifier::Cheaper(CardType::Any, byte(rng)),
        12 => Modifier::NextCheaper(CardType::Any, byte(rng)),
        _ => Modifier::MoreInk(byte(rng)),
    }
}

fn ability(position: &Position, source: CardId, rng: &mut Rng) -> AbilityRef {
    let own = position.pieces.get(source.index()).map(|piece| piece.card());
    match rng.below(6) {
        0 => AbilityRef::Support,
        1 => AbilityRef::Vanish,
        2 if rng.below(2) == 0 => AbilityRef::Bottom,
        2 => AbilityRef::Temporary,
        3 => AbilityRef::Card(Card::with_key("dumbo_ninth_wonder_of_the_universe"), byte(rng)),
        _ => AbilityRef::Card(own.unwrap_or(Card::with_key("tipo_growing_son")), byte(rng)),
    }
}

fn frame(position: &Position, rng: &mut Rng) -> Frame {
    let source = card(position, rng);
    Frame {
        controller: position.pieces.get(source.index()).map_or(position.active, |piece| piece.owner),
        source,
        ability: ability(position, source, rng),
        step: rng.below(4) as u8,
        subject: maybe(position, rng),
        chosen: (0..rng.below(3)).map(|_| card(position, rng)).collect(),
        picked: [rng.below(2) == 0, rng.below(2) == 0],
        looked: byte(rng),
        done: byte(rng),
    }
}

fn pending(position: &Position, rng: &mut Rng) -> Pending {
    match rng.below(8) {
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
    match rng.below(20) {
        0..=4 => change_card(position, id, rng),
        5 => move_card(position, id, rng),
        6 | 7 => change_player(position, rng),
        8 => position.turn = u16::from(byte(rng)) * rng.below(258) as u16,
        9 => position.active = seat(rng),
        10 => position.stage = stage(position, rng),
        11 => {
            let source = card(position, rng);
            let on = if rng.below(3) == 0 { EffectTarget::Player(seat(rng)) } else { EffectTarget::Card(id) };
            let until = match rng.below(4) {
                0 => Until::EndOfTurn,
                1 => Until::StartOfTurn(seat(rng)),
                2 => Until::Ready(seat(rng)),
                _ => Until::EndOfChallenge,
            };
            // Many of a kind, so that sums grow large.
            let effect = LastingEffect { source, on, modifier: modifier(rng), until };
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
                subject: Some(id),
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
            let known = LastKnown { card: id, strength: 3, damage: byte(rng), under: byte(rng) };
            position.left.push(known);
        }
        16 => {
            let of = Card::with_key("kronk_meat_hut_cook");
            let ability = if rng.below(2) == 0 { OnceATurn::Boost } else { OnceATurn::Card(of, byte(rng)) };
            position.used.push(Used { card: id, ability });
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
    match rng.below(5) {
        0 => player.lore = byte(rng),
        1 => player.inked = byte(rng),
        2 => player.ink_tokens = byte(rng),
        3 => player.altered = byte(rng),
        _ => player.played.push(Card::with_key("tipo_growing_son")),
    }
}
