//! Random games at full speed: every entry of the legal list is equally likely, and nothing is viewed or recorded.

use gaslamp_core::{Actions, Choice, Contents, Diagnostic, Game as _, Outcome, Rng, Seat};
use gaslamp_lorcana::rules::Order;
use gaslamp_lorcana::{Action, Setup, State};

/// The longest game: cards could return to the deck for ever.
const MOST_STEPS: u32 = 20_000;

/// A game that has been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of actions, including those of chance.
    pub steps: u32,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// Who began.
    pub starter: Seat,
    /// The number of turns of both players.
    pub turns: u16,
}

/// Plays random games of one set-up.
#[derive(Clone, Debug)]
pub struct Playout {
    start: State,
    legal: Actions<State>,
    contents: Contents<Order>,
}

impl Playout {
    /// Prepares games of this set-up.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
    pub fn new(setup: &Setup) -> Result<Self, Vec<Diagnostic>> {
        let start = State::start(setup)?;
        Ok(Self { start, legal: Actions::new(), contents: Contents::default() })
    }

    /// Plays one game to its end, which depends only on the generator, and passes every action to `log`.
    pub fn play(&mut self, rng: &mut Rng, mut log: impl FnMut(Action)) -> Played {
        let mut state = self.start.clone();
        let mut starter = state.position().active;
        let mut steps = 0;
        self.contents = Contents::default();
        while steps < MOST_STEPS {
            let Some(action) = self.choose(&state, rng) else { break };
            if let Action::Begin(seat) = action {
                starter = seat;
            }
            log(action);
            state.apply_listed(action, &self.contents);
            steps += 1;
        }
        Played { steps, outcome: state.outcome(), starter, turns: state.position().turn }
    }

    /// The long contents of the last game.
    #[must_use]
    pub fn contents(&self) -> &Contents<Order> {
        &self.contents
    }

    fn choose(&mut self, state: &State, rng: &mut Rng) -> Option<Action> {
        state.legal(&mut self.legal);
        match *rng.pick(&self.legal)? {
            Choice::Action(action) => Some(action),
            Choice::Open(open) => Some(state.sample(open, rng, &mut self.contents)),
        }
    }
}
