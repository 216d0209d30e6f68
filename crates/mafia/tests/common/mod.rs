//! What the tests share: random games of several temperaments, tokens as words, positions.

#![allow(dead_code, reason = "every test file uses a part of it")]

#[path = "../../../core/tests/common/tokens.rs"]
pub(crate) mod tokens;

use gaslamp_core::{Actor, Game as _, Notation as _, Rng, Run, Seat};
use gaslamp_mafia::encoding::{self, Observation};
use gaslamp_mafia::{Action, Deal, Rules, SEATS, State};

pub(crate) fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}

pub(crate) fn all_deals() -> impl Iterator<Item = Deal> {
    (0..Deal::COUNT).filter_map(Deal::from_arrangement)
}

/// The default rules, and variants of each of them.
pub(crate) fn rule_sets() -> Vec<Rules> {
    let usual = Rules::default();
    vec![
        usual,
        Rules { unanimous_kill: true, actions_per_turn: 3, ..usual },
        Rules { actions_per_turn: 1, quiet_rounds: 1, lone_nominee_leaves_on_day_1: true, ..usual },
        Rules { quiet_rounds: 9, actions_per_turn: 2, unanimous_kill: true, ..usual },
    ]
}

/// How a random table behaves: uniformly, curtly (turns end soon), or seeking ties and round 3.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mood {
    Uniform,
    Curt,
    Tied,
}

impl Mood {
    pub(crate) fn of(seed: u64) -> Self {
        [Self::Uniform, Self::Curt, Self::Tied][seed as usize % 3]
    }

    /// A legal action of the seat to act.
    pub(crate) fn choose(self, state: &State, rng: &mut Rng) -> Action {
        let legal = state.legal_set();
        let pick = |rng: &mut Rng| legal.nth(rng.below(legal.len() as u32) as usize).expect("a legal action");
        let actor = state.to_act().and_then(Actor::seat).expect("a seat is to act");
        match self {
            Self::Curt if legal.contains(Action::ClaimSheriff) && rng.below(3) > 0 => Action::EndTurn,
            Self::Tied => {
                let votes: Vec<Action> = legal.iter().filter(|a| matches!(a, Action::Vote(_))).collect();
                let nominations: Vec<Action> =
                    legal.iter().filter(|a| matches!(a, Action::Nominate(_))).collect();
                if !votes.is_empty() {
                    // Voters split evenly, so ties are the rule.
                    votes[actor.index() % votes.len().min(2)]
                } else if !nominations.is_empty() && rng.below(4) == 0 {
                    nominations[rng.below(nominations.len() as u32) as usize]
                } else if legal.contains(Action::ClaimSheriff) && rng.below(2) == 0 {
                    Action::EndTurn
                } else {
                    pick(rng)
                }
            }
            _ => pick(rng),
        }
    }
}

/// A run with its roles dealt.
pub(crate) fn dealt(rules: Rules, deal: Deal) -> Run<State> {
    let mut run = Run::new(rules).expect("legal rules");
    run.apply(Action::Deal(deal)).expect("the deal is the first action");
    run
}

/// A random deal under one of the rule sets, and the generator to go on with.
pub(crate) fn begin(seed: u64) -> (Run<State>, Rng) {
    let rules = rule_sets()[seed as usize / 3 % 4];
    let mut rng = Rng::new(seed);
    let deal = Deal::from_arrangement(rng.below(Deal::COUNT.into()) as u16).expect("a deal");
    (dealt(rules, deal), rng)
}

/// Plays one random action; returns whether there was one to play.
pub(crate) fn step(run: &mut Run<State>, mood: Mood, rng: &mut Rng) -> bool {
    if run.state().to_act().is_none() {
        return false;
    }
    let action = mood.choose(run.state(), rng);
    run.apply(action).unwrap_or_else(|refusal| panic!("{action:?} was listed: {refusal}"));
    true
}

/// A whole random game.
pub(crate) fn random_game(seed: u64) -> Run<State> {
    let (mut run, mut rng) = begin(seed);
    while step(&mut run, Mood::of(seed), &mut rng) {}
    run
}

pub(crate) fn observe(run: &Run<State>, seat: Seat) -> Observation {
    encoding::observe(&run.view(seat))
}

/// The name of the actor.
pub(crate) fn actor_name(state: &State) -> String {
    match state.to_act() {
        None => "nobody".to_owned(),
        Some(actor) => gaslamp_core::notation::actor_name(&State::names(&Rules::default()), actor).to_owned(),
    }
}

/// A position with its seats written out.
pub(crate) fn position(text: &str) -> String {
    if text.starts_with('[') {
        return text.to_owned();
    }
    let is_out = |index: usize| text.split_whitespace().any(|word| word == format!("-P{index}"));
    let role = |index: usize| match index {
        _ if text.contains("<SETUP>") => "?",
        0 => "don",
        1 | 2 => "mafia",
        3 => "sheriff",
        _ => "citizen",
    };
    let places: Vec<String> = (0..SEATS)
        .map(|index| {
            let mark = if is_out(index) { "*" } else { "" };
            format!("{mark}P{index}:{}{mark}", role(index))
        })
        .collect();
    let rest: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with('-')).collect();
    format!("[{}] {}", places.join(" "), rest.join(" "))
}
