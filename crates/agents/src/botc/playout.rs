//! Random play at full speed: all legal actions equally likely, without talk and without a record.

use gaslamp_botc::rules::{Content, Dealer};
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

    /// Deals and plays one game to its end, which depends only on the generator, and passes every action to `log`.
    pub fn play(&mut self, rng: &mut Rng, mut log: impl FnMut(Action)) -> Played {
        let mut state = self.start;
        let mut steps = 0;
        self.contents = Contents::default();
        let mut next = self.deal(rng);
        while let Some(action) = next {
            log(action);
            state.apply_listed(action, &self.contents);
            steps += 1;
            // Votes are most of a game.
            if let Some(nominee) = state.voted_on() {
                state.vote_in_turn(|_| {
                    let is_for = rng.below(2) == 0;
                    log(if is_for { Action::Vote(nominee) } else { Action::Abstain });
                    steps += 1;
                    is_for
                });
            }
            next = self.choose(&state, rng);
        }
        Played { steps, state }
    }

    /// The long contents of the last game.
    #[must_use]
    pub fn contents(&self) -> &Contents<Content> {
        &self.contents
    }

    fn deal(&mut self, rng: &mut Rng) -> Option<Action> {
        let deal = self.dealer.draw(rng)?;
        Some(Action::Deal(self.contents.intern(Content::Deal(deal))))
    }

    fn choose(&mut self, state: &State, rng: &mut Rng) -> Option<Action> {
        let choice = match state.turn() {
            Some(turn) if !self.has_talk => turn.deed(rng.below(turn.deeds() as u32) as usize),
            _ => {
                state.legal(&mut self.legal);
                *rng.pick(&self.legal)?
            }
        };
        match choice {
            Choice::Action(action) => Some(action),
            Choice::Open(open) => Some(state.sample(open, rng, &mut self.contents)),
        }
    }
}

#[cfg(test)]
mod tests {
    use gaslamp_botc::Script;
    use gaslamp_botc::rules::Open;

    use super::*;

    /// What is drawn without a list is what the list has, in its order, with talk behind it.
    #[test]
    fn deeds_are_those_of_the_list() {
        let mut turns = 0;
        for (game, players) in (0..60).zip((5..=15).cycle()) {
            let script = Script::random(&mut Rng::for_game(4, game));
            let setup = Setup { script, ..Setup::trouble_brewing(players) };
            let mut playout = Playout::new(&setup, true).expect("a set-up");
            let (mut state, mut rng) = (playout.start, Rng::for_game(3, game));
            let mut next = playout.deal(&mut rng);
            while let Some(action) = next {
                state.apply_listed(action, &playout.contents);
                if let Some(turn) = state.turn() {
                    let mut listed = Actions::<State>::new();
                    state.legal(&mut listed);
                    listed.retain(|choice| !matches!(choice, Choice::Open(open) if is_talk(*open)));
                    let deeds: Vec<_> = (0..turn.deeds()).map(|place| turn.deed(place)).collect();
                    assert_eq!(deeds, listed);
                    turns += 1;
                }
                next = playout.choose(&state, &mut rng);
            }
        }
        assert!(turns > 1_000, "{turns}");
    }

    /// What is played at full speed is what the rules make of the same actions one by one.
    #[test]
    fn a_game_replays_to_the_same_state() {
        for (game, players) in (0..60).zip((5..=15).cycle()) {
            let script = Script::random(&mut Rng::for_game(5, game));
            let setup = Setup { script, ..Setup::trouble_brewing(players) };
            let mut playout = Playout::new(&setup, game % 2 == 0).expect("a set-up");
            let mut actions = Vec::new();
            let played = playout.play(&mut Rng::for_game(6, game), |action| actions.push(action));
            let mut state = playout.start;
            for action in &actions {
                state.apply(*action, &playout.contents, &mut |_, _| {}).expect("a legal action");
            }
            assert_eq!((actions.len(), state), (played.steps as usize, played.state));
        }
    }

    /// Whether an open choice is only talk, which a game can do without.
    fn is_talk(open: Open) -> bool {
        matches!(open, Open::Claim | Open::Guesses | Open::Accusation | Open::Gossip)
    }
}
