//! Simulations of Mafia: who plays which side.

use clap::Args;
use gaslamp_agents::chance::Chance;
use gaslamp_agents::mafia::playout;
use gaslamp_agents::table;
use gaslamp_api::Field;
use gaslamp_api::sim::Won;
use gaslamp_core::{Actor, Choice, Contents, Game as _, Outcome, Reply, Rng, Seat, Session};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Action, Colour, SEATS, State};

use super::{Make, own_agents, read_rules};
use crate::failure::Failure;
use crate::output::Output;
use crate::play::{self, Named};
use crate::sim::{self, Ending, More, Played, Records, check_agent, nobody, won_words};

/// How many games to simulate, and who plays.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    #[command(flatten)]
    common: sim::Games,
    /// Who plays every seat: random, heuristic or reasoning.
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agents: String,
    /// Who plays the red seats, instead of --agents.
    #[arg(long, value_name = "AGENT")]
    red: Option<String>,
    /// Who plays the black seats, instead of --agents.
    #[arg(long, value_name = "AGENT")]
    black: Option<String>,
    /// Change a table rule, such as unanimous_kill=true; may be given several times.
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

const ENDINGS: [Ending; 3] =
    [("red", "red_wins", "red wins"), ("black", "black_wins", "black wins"), ("draw", "draws", "draws")];

pub(crate) fn run(args: &SimArgs, out: &mut Output) -> Result<(), Failure> {
    let rules = read_rules(&args.rules)?;
    State::start(&rules)?;
    let team = |own: &Option<String>| own.clone().unwrap_or_else(|| args.agents.clone());
    let teams = Teams { red: team(&args.red), black: team(&args.black), own: own_agents(rules) };
    teams.check()?;
    let session = Session::new(rules)?;
    let records = &args.common.records;
    let play = |session: &mut Session<State>, rng: Rng| teams.play(session, rng, records);
    sim::run(&args.common, &ENDINGS, || session.clone(), play, out)
}

/// The agents of both sides.
struct Teams {
    red: String,
    black: String,
    /// The agents of this game, for its rules.
    own: [Named<Make>; 2],
}

/// How often each side won.
#[derive(Default)]
struct Sides {
    red: Won,
    black: Won,
}

impl Sides {
    /// One game, counted if it ended.
    fn of(outcome: Option<Outcome>) -> Self {
        let won = |side: &str| {
            outcome.map_or(Won::default(), |outcome| Won { won: (outcome.result == side).into(), of: 1 })
        };
        Self { red: won("red"), black: won("black") }
    }
}

impl More for Sides {
    fn add(&mut self, other: &Self) {
        self.red.add(other.red);
        self.black.add(other.black);
    }

    fn fields(&self) -> Vec<Field> {
        gaslamp_api::mafia::sim(self.red, self.black)
    }

    fn lines(&self) -> Vec<String> {
        vec![
            format!("red rate   {} (with 95 % confidence)", won_words(self.red)),
            format!("black rate {}", won_words(self.black)),
        ]
    }
}

impl Teams {
    fn check(&self) -> Result<(), Failure> {
        for name in [&self.red, &self.black] {
            check_agent(name)?;
            play::agent::<State>(name, Seat::new(0), Rng::new(0), &self.own, nobody)?;
        }
        Ok(())
    }

    /// Plays one game: its steps, and its outcome if there was one.
    fn play(
        &self,
        session: &mut Session<State>,
        mut rng: Rng,
        records: &Records,
    ) -> Result<Played<Sides>, Failure> {
        if self.red == "random" && self.black == "random" {
            let rules = session.record().setup;
            let mut log = records.log();
            let played = playout(rules, &mut rng, |action| log.push(action));
            let outcome = played.state.outcome();
            let record = log.record::<State>(&rules, &Contents::default())?;
            return Ok(Played { steps: played.steps.into(), outcome, more: Sides::of(outcome), record });
        }
        session.restart();
        session.submit(Actor::Storyteller, Reply::Choice(Choice::Open(Open::Deal)), &mut rng)?;
        let deal = session.record().actions.first().copied();
        let mut agents = Vec::with_capacity(SEATS);
        for seat in (0..SEATS).map(Seat::new) {
            let is_red = matches!(deal, Some(Action::Deal(deal)) if deal.role(seat).colour() == Colour::Red);
            let name = if is_red { &self.red } else { &self.black };
            agents.push(play::agent(name, seat, rng.fork(), &self.own, nobody)?);
        }
        let mut keeper = Chance::new(rng.fork());
        table::play(session, &mut agents, &mut keeper, &mut rng, &mut |_| true);
        let outcome = session.outcome();
        let steps = session.record().actions.len() as u64;
        Ok(Played { steps, outcome, more: Sides::of(outcome), record: records.of(session.run()) })
    }
}
