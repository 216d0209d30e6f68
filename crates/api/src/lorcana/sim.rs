//! Simulations of Lorcana: how often a deck wins, who began, how long games are.

use gaslamp_agents::chance::Chance;
use gaslamp_agents::lorcana::{Playout, by_name, names};
use gaslamp_agents::{Agent, table};
use gaslamp_core::{Game as _, Outcome, Rng, Seat, Session};
use gaslamp_lorcana::rules::piece::{PLAYERS, SEATS};
use gaslamp_lorcana::{Action, Setup, State};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answer::Field;
use crate::diagnostic::Problems;
use crate::sim::{self, Game, Log, Range, Score, Sink, Won, add, count, unknown};
use crate::workers::Course;

/// The decks, and who plays them: names of `gaslamp_agents::lorcana`.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How games begin.
    pub setup: Setup,
    /// Who plays deck 1, and who deck 2.
    pub agents: [String; PLAYERS],
}

impl Options {
    /// Both players are random.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self { setup, agents: [RANDOM; PLAYERS].map(str::to_owned) }
    }
}

const RANDOM: &str = "random";

/// What is counted.
pub type Tally = sim::Tally<Games>;

/// Finished games, from the perspective of deck 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// By who began.
    pub begun_by: [Won; PLAYERS],
    /// The turns of all of them.
    pub turns: u64,
    /// The fewest and the most turns; none before the first game.
    pub range: Option<(u16, u16)>,
}

impl Games {
    fn one(outcome: Option<Outcome>, starter: Seat, turns: u16) -> Self {
        let Some(outcome) = outcome else { return Self::default() };
        let mut games = Self { turns: turns.into(), range: Some((turns, turns)), ..Self::default() };
        games.begun_by[starter.index()] = Won::one(outcome.won.contains(SEATS[0]));
        games
    }

    /// Whoever began.
    #[must_use]
    pub const fn all(&self) -> Won {
        let mut all = self.begun_by[0];
        all.add(self.begun_by[1]);
        all
    }

    /// How many turns a game has on average.
    #[must_use]
    pub fn mean_turns(&self) -> f64 {
        self.turns as f64 / self.all().of.max(1) as f64
    }
}

impl Score for Games {
    const ENDINGS: &'static [(&'static str, &'static str)] = &[("p1", "p1_wins"), ("p2", "p2_wins")];

    fn add(&mut self, other: &Self) {
        for (won, more) in self.begun_by.iter_mut().zip(other.begun_by) {
            won.add(more);
        }
        add(&mut self.turns, other.turns);
        self.range = match (self.range, other.range) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (range, other) => range.or(other),
        };
    }

    fn fits(&self, games: u64) -> bool {
        let has_turns = self.range.is_some_and(|(fewest, most)| fewest <= most);
        let is_empty = self.turns == 0 && self.range.is_none();
        self.all().fits(games)
            && self.begun_by.iter().all(|won| won.fits(games))
            && if self.all().of > 0 { has_turns } else { is_empty }
    }

    fn fields(&self) -> Vec<Field> {
        let [first, second] = self.begun_by.map(Won::to_json);
        let (fewest, most) = self.range.unzip();
        vec![
            ("deck1", self.all().to_json()),
            ("deck1_by_starter", json!({ "deck1": first, "deck2": second })),
            ("turns", json!({ "mean": self.mean_turns(), "min": fewest, "max": most })),
        ]
    }
}

/// Games that can be played.
#[derive(Clone, Debug)]
pub struct Simulation {
    options: Options,
    playout: Playout,
    session: Session<State>,
}

impl Simulation {
    /// Checks the options.
    ///
    /// # Errors
    /// What is wrong with the set-up, or that nobody is called like that.
    pub fn new(options: Options) -> Result<Self, Problems> {
        for name in &options.agents {
            player(name, Rng::new(0))?;
        }
        let playout = Playout::new(&options.setup)?;
        let session = Session::new(options.setup.clone())?;
        Ok(Self { options, playout, session })
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
        if self.options.agents.iter().all(|name| name == RANDOM) {
            let play = |playout: &mut Playout, rng: Rng, is_recorded: bool| {
                self.play_at_random(playout, rng, is_recorded)
            };
            return count(range, course, records, || self.playout.clone(), play);
        }
        let play =
            |session: &mut Session<State>, rng: Rng, is_recorded: bool| self.play(session, rng, is_recorded);
        count(range, course, records, || self.session.clone(), play)
    }

    fn play_at_random(
        &self,
        playout: &mut Playout,
        mut rng: Rng,
        is_recorded: bool,
    ) -> Result<Game<Games>, Problems> {
        let mut log = Log::new(is_recorded);
        let played = playout.play(&mut rng, |action| log.push(action));
        let score = Games::one(played.outcome, played.starter, played.turns);
        let record = log.record::<State>(&self.options.setup, playout.contents())?;
        Ok(Game { steps: played.steps.into(), outcome: played.outcome, score, record })
    }

    /// Plays one game with agents that see views.
    fn play(
        &self,
        session: &mut Session<State>,
        mut rng: Rng,
        is_recorded: bool,
    ) -> Result<Game<Games>, Problems> {
        session.restart();
        let mut agents = Vec::with_capacity(PLAYERS);
        for name in &self.options.agents {
            agents.push(player(name, rng.fork())?);
        }
        let mut keeper = Chance::new(rng.fork());
        table::play(session, &mut agents, &mut keeper, &mut rng, &mut |_| true);
        let state = session.run().state();
        let starter = match session.record().actions.first() {
            Some(Action::Begin(seat)) => *seat,
            _ => SEATS[0],
        };
        let score = Games::one(state.outcome(), starter, state.position().turn);
        Ok(Game::of(session, score, is_recorded))
    }
}

fn player(name: &str, rng: Rng) -> Result<Box<dyn Agent<State>>, Problems> {
    match by_name(name, rng) {
        Some(player) => Ok(player),
        None => Err(unknown("sim/agent", "agent", name, &names())),
    }
}
