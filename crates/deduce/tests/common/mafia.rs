//! What the tests share: seats, deals, rule sets, and random games of Mafia.

use gaslamp_core::{Game as _, Rng, Run, Seat};
use gaslamp_mafia::{Action, Deal, Rules, SEATS, State};

pub(crate) fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}

pub(crate) fn all_deals() -> impl Iterator<Item = Deal> {
    (0..Deal::COUNT).filter_map(Deal::from_arrangement)
}

/// The usual rules and others that bend each of them.
pub(crate) fn rule_sets() -> [Rules; 4] {
    let usual = Rules::default();
    [
        usual,
        Rules { unanimous_kill: true, actions_per_turn: 3, ..usual },
        Rules { actions_per_turn: 1, quiet_rounds: 1, lone_nominee_leaves_on_day_1: true, ..usual },
        Rules { quiet_rounds: 9, actions_per_turn: 2, unanimous_kill: true, ..usual },
    ]
}

/// A game that has been dealt so.
pub(crate) fn dealt(rules: Rules, deal: Deal) -> Run<State> {
    let mut run = Run::new(rules).expect("legal rules");
    run.apply(Action::Deal(deal)).expect("a deal");
    run
}

/// A random action of whoever is to act; turns end once in `brevity` times at least, and shots agree more often than not.
pub(crate) fn random_action(state: &State, brevity: u32, rng: &mut Rng) -> Option<Action> {
    let legal = state.legal_set();
    let kills = legal.targets(Action::Kill);
    let is_turn = legal.contains(Action::ClaimSheriff);
    if (is_turn && rng.below(brevity) > 0) || legal.len() == 1 {
        return Some(Action::EndTurn);
    }
    if let (false, Some(target)) = (kills.is_empty(), kills.lowest().filter(|_| rng.below(3) > 0)) {
        return Some(Action::Kill(target));
    }
    legal.nth(rng.below(legal.len().max(1) as u32) as usize)
}

/// Plays on at random, up to this many actions or to the end.
pub(crate) fn play(run: &mut Run<State>, actions: usize, brevity: u32, rng: &mut Rng) {
    for _ in 0..actions {
        if run.state().outcome().is_some() {
            return;
        }
        let action = random_action(run.state(), brevity, rng).expect("somebody is to act");
        run.apply(action).expect("a listed action");
    }
}

/// A random game, from the deal to its end.
pub(crate) fn random_game(rules: Rules, brevity: u32, rng: &mut Rng) -> Run<State> {
    let number = rng.below(Deal::COUNT.into()) as u16;
    let mut run = dealt(rules, Deal::from_arrangement(number).expect("a deal"));
    play(&mut run, usize::MAX, brevity, rng);
    run
}

/// What this game was dealt.
pub(crate) fn deal_of(run: &Run<State>) -> Deal {
    match run.record().actions.first() {
        Some(Action::Deal(deal)) => *deal,
        other => panic!("the first action is the deal, not {other:?}"),
    }
}
