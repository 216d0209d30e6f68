//! What must hold of every construct of the language, looked for at every moment of random games of all cards.

use std::collections::BTreeMap;

use gaslamp_core::{Actor, Choice, Contents, Game, Rng};

use super::action::{Action, Answer, Order};
use super::happening::What;
use super::modifier::KeywordFlag;
use super::piece::CardId;
use super::position::{Frame, LastingEffect, Pending, Stage, Until, Zone};
use super::program::{Deed, Op};
use super::scope::Scope;
use super::setup::Setup;
use super::state::State;
use crate::cards::Card;
use crate::deck::Deck;
use crate::language::{self, Count, Placed, Players, Pool, Step, Test};

/// How often each property was looked at, so that a test of nothing is noticed.
type Looked = BTreeMap<&'static str, usize>;

fn deck(rng: &mut Rng) -> Deck {
    let mut cards: Vec<Card> = Card::all().filter(|card| card.is_whole() && card.facts().infinity).collect();
    rng.shuffle(&mut cards);
    let lines = cards.iter().take(20).map(|card| format!("3 {}\n", card.full_name()));
    Deck::read(&lines.collect::<String>()).expect("a readable deck")
}

/// Plays random games and calls for every state on the way.
fn every_state(games: u64, look: &mut dyn FnMut(&State)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let decks = [deck(&mut rng), deck(&mut rng)];
        let mut state = State::start(&Setup::Fresh { decks }).expect("a legal set-up");
        let mut contents: Contents<Order> = Contents::default();
        let mut legal = Vec::new();
        while state.outcome().is_none() {
            look(&state);
            state.legal(&mut legal);
            let action = match *rng.pick(&legal).expect("a legal action") {
                Choice::Action(action) => action,
                Choice::Open(open) => state.sample(open, &mut rng, &mut contents),
            };
            state.apply_listed(action, &contents);
        }
    }
}

/// The cards that are offered by the choice that is being made.
fn check_choice(state: &State, frame: &Frame, op: Op, looked: &mut Looked) {
    let Op::Choose { choice, .. } = op else { return };
    let Some((actor, pool)) = state.pool(op, frame) else { return };
    let told = || format!("{choice:?}\n{:?}", state.position());
    for &id in &pool.cards {
        let Actor::Seat(by) = actor else { continue };
        let in_play = state.is_in_play(id);
        assert!(choice.from != Pool::InPlay || in_play, "in play: {}", told());
        if choice.is_chosen && in_play {
            let is_warded = state.traits(id).has(KeywordFlag::Ward) && state.owner(id) != by;
            assert!(!is_warded, "Ward protects from being chosen: {}", told());
            *looked.entry("chosen").or_default() += 1;
        }
        assert!(
            !frame.slots.iter().any(|one| one.slot == choice.slot && one.card == id),
            "twice: {}",
            told()
        );
        let zone = match &choice.from {
            Pool::Hand(_) => Some(Zone::Hand),
            Pool::Discard(_) => Some(Zone::Discard),
            Pool::Deck(_) => Some(Zone::Deck),
            Pool::Inkwell(_) => Some(Zone::Inkwell),
            // A facedown one is named by the card on top of it.
            Pool::Under(_) | Pool::UnderAny(_) if !in_play => Some(Zone::Under),
            _ => None,
        };
        assert!(zone.is_none_or(|zone| state.status(id).zone == zone), "where it is: {}", told());
        for test in &choice.what {
            check_test(state, frame, id, test, &told, looked);
        }
    }
    let begins = frame.done == 0;
    if begins && matches!(choice.count, Count::UpTo(_) | Count::Any) {
        assert!(pool.may_stop, "up to: {}", told());
        *looked.entry("up to").or_default() += 1;
    }
    if begins && choice.count == Count::One && choice.from == Pool::InPlay && !choice.at_random {
        assert!(!pool.may_stop, "what must be chosen: {}", told());
        assert!(pool.cards.len() > 1, "a single answer is taken by itself: {}", told());
        *looked.entry("one").or_default() += 1;
    }
}

fn check_test(
    state: &State,
    frame: &Frame,
    id: CardId,
    test: &Test,
    told: &dyn Fn() -> String,
    looked: &mut Looked,
) {
    let (name, holds) = match test {
        Test::Yours => ("yours", state.owner(id) == frame.controller),
        Test::Opposing => ("opposing", state.owner(id) != frame.controller),
        Test::Other => ("other", id != frame.source),
        Test::Damaged => ("damaged", state.status(id).damage > 0),
        Test::Exerted => ("exerted", state.status(id).exerted),
        Test::Type(language::CardType::Character) => ("character", state.printed(id).is_character),
        Test::Type(language::CardType::Location) => ("location", state.printed(id).is_location),
        Test::Class(class) if !state.is_in_play(id) => ("class", state.facts(id).is(*class)),
        Test::Cost(range) => {
            let cost = i32::from(state.facts(id).cost);
            ("cost", state.is_within(range, cost, &Scope::in_frame(frame)))
        }
        Test::Not(inner) => {
            let passes = state.matches(std::slice::from_ref(&**inner), id, &Scope::in_frame(frame));
            ("not", !passes)
        }
        _ => return,
    };
    assert!(holds, "{name}: {}", told());
    *looked.entry(name).or_default() += 1;
}

/// A "may" that is declined changes nothing but what is being resolved, if nothing stands after it.
fn check_decline(state: &State, frame: &Frame, op: Op, looked: &mut Looked) {
    let Op::Ask(players, no) = op else { return };
    let position = state.position();
    let is_last = super::card_rules::AbilityRules::of(frame.ability)
        .is_some_and(|rules| no >= rules.program.ops.len() && *players == Players::You);
    let is_alone = position.frames.len() == 1 && position.bag.is_empty() && position.stage == Stage::Main;
    if !is_last || !is_alone || state.facts(frame.source).kind == crate::cards::Kind::Action {
        return;
    }
    let mut after = state.clone();
    after.apply_listed(Action::Choose(Answer::No), &Contents::default());
    let told = || format!("{position:?}");
    assert_eq!(after.position().cards, position.cards, "{}", told());
    assert_eq!(after.position().players, position.players, "{}", told());
    assert_eq!(after.position().decks, position.decks, "{}", told());
    assert_eq!(after.position().effects, position.effects, "{}", told());
    assert!(after.position().frames.is_empty(), "{}", told());
    *looked.entry("declined").or_default() += 1;
}

/// Nobody chooses what each card of some kind gets; only in what order, and how much of "up to".
fn check_each(state: &State, frame: &Frame, op: Op, looked: &mut Looked) {
    let Op::Do(Deed { step, .. }) = op else { return };
    if state.each_of(step, &Scope::in_frame(frame)).is_some() {
        let is_open = match step {
            Step::Heal { up_to, .. } => *up_to,
            Step::Put(_, place) => !matches!(place.to, Placed::Hand | Placed::Discard | Placed::Inkwell),
            _ => false,
        };
        assert!(is_open, "each: {step:?}\n{:?}", state.position());
        *looked.entry("each").or_default() += 1;
    }
}

/// What lasts for a while is over in time. `before` are the turn and the effects of the last quiet moment.
fn check_durations(state: &State, before: &mut (u16, Vec<LastingEffect>), looked: &mut Looked) {
    let position = state.position();
    let is_quiet = position.stage == Stage::Main && position.pending.is_none() && position.frames.is_empty();
    if !is_quiet {
        return;
    }
    let (turn, effects) = before;
    // The same may have come again as the turn began.
    let at_start = What::TurnBegins.bit() | What::Readied.bit() | What::Drew.bit();
    let may_be_new = |effect: &LastingEffect| state.rules_of(effect.source).listens & at_start != 0;
    let is_new = position.turn != *turn;
    for effect in &position.effects {
        let active = position.active;
        let over = match effect.until {
            Until::EndOfChallenge => true,
            Until::SourceLeaves => !state.is_in_play(effect.source),
            _ if !is_new || !effects.contains(effect) || may_be_new(effect) => false,
            Until::EndOfTurn => true,
            Until::StartOfTurn(seat) | Until::Ready(seat) | Until::NextTurnOf(seat) => seat == active,
            Until::EndOfTurnOf(seat) => seat != active,
            Until::Leaves => false,
        };
        assert!(!over, "{effect:?} lasts on\n{:?}", position);
        *looked.entry("lasting").or_default() += 1;
    }
    *before = (position.turn, position.effects.clone());
}

#[test]
fn constructs_keep_their_promises() {
    let mut looked = Looked::new();
    let mut before = (0, Vec::new());
    every_state(2_000, &mut |state| {
        check_durations(state, &mut before, &mut looked);
        if let (Some(Pending::Step(_)), Some((frame, op))) = (state.position().pending, state.op()) {
            check_choice(state, frame, op, &mut looked);
            check_decline(state, frame, op, &mut looked);
            check_each(state, frame, op, &mut looked);
        }
    });
    for name in [
        "chosen",
        "up to",
        "one",
        "yours",
        "opposing",
        "other",
        "damaged",
        "exerted",
        "character",
        "cost",
        "declined",
        "lasting",
    ] {
        assert!(
            looked.get(name).is_some_and(|&times| times >= 10),
            "{name} was hardly looked at: {looked:?}"
        );
    }
}
