//! Random play at full speed: every action uniformly from the legal set, nothing allocated, nothing recorded.

use gaslamp_core::{Contents, Game, Rng};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Action, Rules, State};

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Applied actions, the deal included.
    pub steps: u32,
    /// Where it ended.
    pub state: State,
}

/// Deals and plays one game to its end, and passes every action to `log`.
pub fn playout(rules: Rules, rng: &mut Rng, mut log: impl FnMut(Action)) -> Played {
    let mut contents = Contents::default();
    let mut state = State::new(rules);
    let deal = state.sample(Open::Deal, rng, &mut contents);
    log(deal);
    let mut steps = u32::from(state.apply(deal, &contents, &mut |_, _| {}).is_ok());
    loop {
        let legal = state.legal_set();
        let Some(id) = legal.nth_id(rng.below(legal.len() as u32) as usize) else {
            return Played { steps, state };
        };
        state.apply_listed(id);
        Action::from_id(id).into_iter().for_each(&mut log);
        steps += 1;
    }
}
