//! Random play at full speed: all legal actions equally likely, without talk and without a record.

use gaslamp_botc::rules::{Content, Dealer, Open};
use gaslamp_botc::{Action, Setup, State};
use gaslamp_core::{Actions, Choice, Contents, Diagnostic, Game, Rng};

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of actions, including the deal.
    pub steps: u32,
    /// The final state.
    pub state: State,
}

/// Plays games of one set-up.
#[derive(Clone, Debug)]
pub struct Playout {
    start: State,
    dealer: Dealer,
    has_talk: bool,
    legal: Actions<State>,
    contents: Contents<Content>,
}

impl Playout {
    /// Games of this set-up; with talk, claims and the like are drawn as well.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
    pub fn new(setup: &Setup, has_talk: bool) -> Result<Self, Vec<Diagnostic>> {
        let start = State::start(setup)?;
        let counts = setup.base_counts()?;
        let dealer = Dealer::new(&setup.script, counts)?;
        Ok(Self { start, dealer, has_talk, legal: Actions::new(), contents: Contents::default() })
    }

    /// Deals and plays one game to its end, which depends only on the generator.
    pub fn play(&mut self, rng: &mut Rng) -> Played {
        let mut state = self.start;
        let mut steps = 0;
        self.contents = Contents::default();
        let mut next = self.deal(rng);
        while let Some(action) = next {
            state.apply_listed(action, &self.contents);
            steps += 1;
            next = self.choose(&state, rng);
        }
        Played { steps, state }
    }

    fn deal(&mut self, rng: &mut Rng) -> Option<Action> {
        let deal = self.dealer.draw(rng)?;
        Some(Action::Deal(self.contents.intern(Content::Deal(deal))))
    }

    fn choose(&mut self, state: &State, rng: &mut Rng) -> Option<Action> {
        state.legal(&mut self.legal);
        // Talk is at the end of the list.
        while !self.has_talk && matches!(self.legal.last(), Some(Choice::Open(open)) if is_talk(*open)) {
            self.legal.pop();
        }
        match *rng.pick(&self.legal)? {
            Choice::Action(action) => Some(action),
            Choice::Open(open) => Some(state.sample(open, rng, &mut self.contents)),
        }
    }
}

/// Whether an open choice is only talk, which a game can do without.
fn is_talk(open: Open) -> bool {
    matches!(open, Open::Claim | Open::Guesses | Open::Gossip)
}
