//! Simulations of Blood on the Clocktower: how often each side wins.

use gaslamp_agents::botc::{Playout, by_name, names, storyteller_by_name, storyteller_names};
use gaslamp_agents::{Agent, Keeper, table};
use gaslamp_botc::rules::{Content, Dealer, Open};
use gaslamp_botc::{Action, Setup, Side, State};
use gaslamp_core::{Actor, Choice, Game as _, Outcome, Reply, Rng, Seat, Session};
use serde::{Deserialize, Serialize};

use crate::answer::Field;
use crate::diagnostic::Problems;
use crate::sim::{self, Game, Log, Range, Score, Sink, Won, count, unknown};
use crate::workers::Course;

/// The table, and who plays: names of `gaslamp_agents::botc`.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The script and who sits there.
    pub setup: Setup,
    /// Who plays the seats that begin good.
    pub good: String,
    /// Who plays the seats that begin evil.
    pub evil: String,
    /// Who decides for the Storyteller.
    pub storyteller: String,
    /// Whether players make claims where everybody is random; others always talk.
    pub has_talk: bool,
}

impl Options {
    /// Everybody is random, and nobody talks.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let [good, evil, storyteller] = [RANDOM; 3].map(str::to_owned);
        Self { setup, good, evil, storyteller, has_talk: false }
    }
}

const RANDOM: &str = "random";

/// What is counted.
pub type Tally = sim::Tally<Sides>;

/// How often each side won, of the games that ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// The good side.
    pub good: Won,
    /// The evil side.
    pub evil: Won,
}

impl Sides {
    /// One game, counted if it ended.
    fn of(outcome: Option<Outcome>) -> Self {
        let won = |side: &str| outcome.map_or(Won::default(), |outcome| Won::one(outcome.result == side));
        Self { good: won("good"), evil: won("evil") }
    }
}

impl Score for Sides {
    const ENDINGS: &'static [(&'static str, &'static str)] = &[("good", "good_wins"), ("evil", "evil_wins")];

    fn add(&mut self, other: &Self) {
        self.good.add(other.good);
        self.evil.add(other.evil);
    }

    fn fits(&self, games: u64) -> bool {
        self.good.fits(games) && self.evil.fits(games)
    }

    fn fields(&self) -> Vec<Field> {
        vec![("good", self.good.to_json()), ("evil", self.evil.to_json())]
    }
}

/// Games that can be played.
#[derive(Clone, Debug)]
pub struct Simulation {
    options: Options,
    playout: Playout,
    session: Session<State>,
    /// Draws what the rules would, without looking for all bags before every game.
    dealer: Dealer,
}

impl Simulation {
    /// Checks the options.
    ///
    /// # Errors
    /// What is wrong with the set-up, or that nobody is called like that.
    pub fn new(options: Options) -> Result<Self, Problems> {
        let setup = &options.setup;
        let playout = Playout::new(setup, options.has_talk)?;
        let dealer = Dealer::new(&setup.script, setup.base_counts()?)?;
        for name in [&options.good, &options.evil] {
            player(name, Rng::new(0))?;
        }
        keeper(&options.storyteller, Rng::new(0))?;
        let session = Session::new(setup.clone())?;
        Ok(Self { playout, session, dealer, options })
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
        let Options { good, evil, storyteller, .. } = &self.options;
        if [good, evil, storyteller].into_iter().all(|name| name == RANDOM) {
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
    ) -> Result<Game<Sides>, Problems> {
        let mut log = Log::new(is_recorded);
        let played = playout.play(&mut rng, |action| log.push(action));
        let outcome = played.state.outcome();
        let record = log.record::<State>(&self.options.setup, playout.contents())?;
        Ok(Game { steps: played.steps.into(), outcome, score: Sides::of(outcome), record })
    }

    /// Plays one game with agents that see views.
    fn play(
        &self,
        session: &mut Session<State>,
        mut rng: Rng,
        is_recorded: bool,
    ) -> Result<Game<Sides>, Problems> {
        let Options { good, evil, storyteller, .. } = &self.options;
        session.restart();
        let deal = match self.dealer.draw(&mut rng) {
            Some(deal) => Choice::Action(Action::Deal(session.intern(Content::Deal(deal)))),
            None => Choice::Open(Open::Deal),
        };
        session.submit(Actor::Storyteller, Reply::Choice(deal), &mut rng)?;
        let state = *session.run().state();
        let mut agents = Vec::with_capacity(state.seats());
        for seat in (0..state.seats()).map(Seat::new) {
            let is_good = state.person(seat).side == Side::Good;
            agents.push(player(if is_good { good } else { evil }, rng.fork())?);
        }
        let mut keeper = keeper(storyteller, rng.fork())?;
        table::play(session, &mut agents, keeper.as_mut(), &mut rng, &mut |_| true);
        Ok(Game::of(session, Sides::of(session.outcome()), is_recorded))
    }
}

fn player(name: &str, rng: Rng) -> Result<Box<dyn Agent<State>>, Problems> {
    match by_name(name, rng) {
        Some(player) => Ok(player),
        None => Err(unknown("sim/agent", "agent", name, &names())),
    }
}

fn keeper(name: &str, rng: Rng) -> Result<Keeper<State>, Problems> {
    let unknown = || unknown("sim/storyteller", "Storyteller", name, &storyteller_names());
    storyteller_by_name(name, rng).ok_or_else(unknown)
}
