//! Simulations as datasets need them: who plays, and how a unit is played.

use gaslamp_api::sim::{Range, Score, Sink, Tally};
use gaslamp_api::{Course, Problems, botc, lorcana, mafia};
use gaslamp_core::Game;
use gaslamp_learn::Learnable;

/// Games that can be played.
pub trait Source: Sync {
    /// The game.
    type Game: Learnable;
    /// What is counted.
    type Score: Score;

    /// How games begin.
    fn setup(&self) -> &<Self::Game as Game>::Setup;

    /// Who plays: a name for each side, and for the Storyteller if there is one.
    fn agents(&self) -> Vec<(&'static str, &str)>;

    /// Whether random players talk, if that is asked in this game.
    fn talk(&self) -> Option<bool> {
        None
    }

    /// Whether players are offered claims and the like, which no rule asks for: all of them at every step, or nobody ever.
    fn offers_talk(&self) -> bool {
        false
    }

    /// Plays a range of games; records go to a sink.
    ///
    /// # Errors
    /// What went wrong with a game, or with its record.
    fn unit(
        &self,
        range: Range,
        course: &Course<'_>,
        records: Option<&Sink<'_>>,
    ) -> Result<Tally<Self::Score>, Problems>;
}

impl Source for mafia::sim::Simulation {
    type Game = gaslamp_mafia::State;
    type Score = mafia::sim::Sides;

    fn setup(&self) -> &gaslamp_mafia::Rules {
        &self.options().rules
    }

    fn agents(&self) -> Vec<(&'static str, &str)> {
        let mafia::sim::Options { red, black, .. } = self.options();
        vec![("red", red), ("black", black)]
    }

    fn unit(
        &self,
        range: Range,
        course: &Course<'_>,
        records: Option<&Sink<'_>>,
    ) -> Result<Tally<Self::Score>, Problems> {
        self.unit(range, course, records)
    }
}

impl Source for botc::sim::Simulation {
    type Game = gaslamp_botc::State;
    type Score = botc::sim::Sides;

    fn setup(&self) -> &gaslamp_botc::Setup {
        &self.options().setup
    }

    fn agents(&self) -> Vec<(&'static str, &str)> {
        let botc::sim::Options { good, evil, storyteller, .. } = self.options();
        vec![("good", good), ("evil", evil), ("storyteller", storyteller)]
    }

    fn talk(&self) -> Option<bool> {
        Some(self.options().has_talk)
    }

    /// Only where everybody is random may nobody talk.
    fn offers_talk(&self) -> bool {
        self.options().has_talk || self.agents().iter().any(|(_, name)| *name != "random")
    }

    fn unit(
        &self,
        range: Range,
        course: &Course<'_>,
        records: Option<&Sink<'_>>,
    ) -> Result<Tally<Self::Score>, Problems> {
        self.unit(range, course, records)
    }
}

impl Source for lorcana::sim::Simulation {
    type Game = gaslamp_lorcana::State;
    type Score = lorcana::sim::Games;

    fn setup(&self) -> &gaslamp_lorcana::Setup {
        &self.options().setup
    }

    fn agents(&self) -> Vec<(&'static str, &str)> {
        let [first, second] = &self.options().agents;
        vec![("p1", first), ("p2", second)]
    }

    fn unit(
        &self,
        range: Range,
        course: &Course<'_>,
        records: Option<&Sink<'_>>,
    ) -> Result<Tally<Self::Score>, Problems> {
        self.unit(range, course, records)
    }
}
