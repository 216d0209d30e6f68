//! Simulations of Mafia: how often each side wins.

use gaslamp_agents::chance::Chance;
use gaslamp_agents::mafia::{by_name, names, playout};
use gaslamp_agents::{Agent, table};
use gaslamp_core::{Actor, Choice, Contents, Game as _, Outcome, Reply, Rng, Seat, Session};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Action, Colour, Rules, SEATS, State};
use serde::{Deserialize, Serialize};

use crate::answer::Field;
use crate::diagnostic::Problems;
use crate::sim::{self, Game, Log, Range, Score, Sink, Won, count, unknown};
use crate::workers::Course;

/// The rules of the table, and who plays which side: names of `gaslamp_agents::mafia`.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The rules of the table.
    pub rules: Rules,
    /// Who plays the red seats.
    pub red: String,
    /// Who plays the black seats.
    pub black: String,
}

/// Random players.
impl Default for Options {
    fn default() -> Self {
        Self { rules: Rules::default(), red: RANDOM.to_owned(), black: RANDOM.to_owned() }
    }
}

const RANDOM: &str = "random";

/// What is counted.
pub type Tally = sim::Tally<Sides>;

/// How often each side won, of the games that ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// The red side.
    pub red: Won,
    /// The black side.
    pub black: Won,
}

impl Sides {
    /// One game, counted if it ended.
    fn of(outcome: Option<Outcome>) -> Self {
        let won = |side: &str| outcome.map_or(Won::default(), |outcome| Won::one(outcome.result == side));
        Self { red: won("red"), black: won("black") }
    }
}

impl Score for Sides {
    const ENDINGS: &'static [(&'static str, &'static str)] =
        &[("red", "red_wins"), ("black", "black_wins"), ("draw", "draws")];

    fn add(&mut self, other: &Self) {
        self.red.add(other.red);
        self.black.add(other.black);
    }

    fn fits(&self, games: u64) -> bool {
        self.red.fits(games) && self.black.fits(games)
    }

    fn fields(&self) -> Vec<Field> {
        vec![("red", self.red.to_json()), ("black", self.black.to_json())]
    }
}

/// Games that can be played.
#[derive(Clone, Debug)]
pub struct Simulation {
    options: Options,
    session: Session<State>,
}

impl Simulation {
    /// Checks the options.
    ///
    /// # Errors
    /// What is wrong with the rules, or that nobody is called like that.
    pub fn new(options: Options) -> Result<Self, Problems> {
        let session = Session::new(options.rules)?;
        for name in [&options.red, &options.black] {
            player(name, options.rules, Rng::new(0))?;
        }
        Ok(Self { options, session })
    }

    /// What is played, and by whom.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Plays a range of games, unless somebody does not want to wait: then some of them. Records go to a sink.
    ///
    /// # Errors
    /// What went wrong with a game, or with its record.
    pub fn unit(
        &self,
        range: Range,
        course: &Course<'_>,
        records: Option<&Sink<'_>>,
    ) -> Result<Tally, Problems> {
        let is_random = self.options.red == RANDOM && self.options.black == RANDOM;
        let play = |session: &mut Session<State>, rng: Rng, is_recorded: bool| {
            if is_random {
                self.play_at_random(rng, is_recorded)
            } else {
                self.play(session, rng, is_recorded)
            }
        };
        count(range, course, records, || self.session.clone(), play)
    }

    fn play_at_random(&self, mut rng: Rng, is_recorded: bool) -> Result<Game<Sides>, Problems> {
        let mut log = Log::new(is_recorded);
        let played = playout(self.options.rules, &mut rng, |action| log.push(action));
        let outcome = played.state.outcome();
        let record = log.record::<State>(&self.options.rules, &Contents::default())?;
        Ok(Game { steps: played.steps.into(), outcome, score: Sides::of(outcome), record })
    }

    /// Plays one game with agents that see views.
    fn play(
        &self,
        session: &mut Session<State>,
        mut rng: Rng,
        is_recorded: bool,
    ) -> Result<Game<Sides>, Problems> {
        let Options { rules, red, black } = &self.options;
        session.restart();
        session.submit(Actor::Storyteller, Reply::Choice(Choice::Open(Open::Deal)), &mut rng)?;
        let deal = session.record().actions.first().copied();
        let mut agents = Vec::with_capacity(SEATS);
        for seat in (0..SEATS).map(Seat::new) {
            let is_red = matches!(deal, Some(Action::Deal(deal)) if deal.role(seat).colour() == Colour::Red);
            agents.push(player(if is_red { red } else { black }, *rules, rng.fork())?);
        }
        let mut keeper = Chance::new(rng.fork());
        table::play(session, &mut agents, &mut keeper, &mut rng, &mut |_| true);
        Ok(Game::of(session, Sides::of(session.outcome()), is_recorded))
    }
}

fn player(name: &str, rules: Rules, rng: Rng) -> Result<Box<dyn Agent<State>>, Problems> {
    match by_name(name, rules, rng) {
        Some(player) => Ok(player),
        None => Err(unknown("sim/agent", "agent", name, &names())),
    }
}
