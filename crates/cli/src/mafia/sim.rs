//! Simulations of Mafia: who plays which side.

use clap::Args;
use gaslamp_agents::chance::Chance;
use gaslamp_agents::mafia::playout;
use gaslamp_agents::table;
use gaslamp_core::{Choice, Game as _, Rng, Run, Seat};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Action, Colour, Rules, SEATS, State};

use super::{OWN_AGENTS, read_rules};
use crate::failure::Failure;
use crate::output::Output;
use crate::play;
use crate::sim::{self, Ending, Played, check_agent, nobody};

/// How many games, by whom.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    #[command(flatten)]
    common: sim::Games,
    /// Who plays every seat: random or heuristic.
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agents: String,
    /// Who plays the red seats, if others do.
    #[arg(long, value_name = "AGENT")]
    red: Option<String>,
    /// Who plays the black seats, if others do.
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
    let teams = Teams { red: team(&args.red), black: team(&args.black) };
    teams.check()?;
    sim::run(&args.common, &ENDINGS, || (), |(), rng| teams.play(rules, rng), out)
}

/// Who plays which side.
struct Teams {
    red: String,
    black: String,
}

impl Teams {
    fn check(&self) -> Result<(), Failure> {
        for name in [&self.red, &self.black] {
            check_agent(name)?;
            play::agent::<State>(name, Seat::new(0), Rng::new(0), OWN_AGENTS, nobody)?;
        }
        Ok(())
    }

    /// The steps and the outcome of one game, if it came to one.
    fn play(&self, rules: Rules, mut rng: Rng) -> Result<Played<()>, Failure> {
        if self.red == "random" && self.black == "random" {
            let played = playout(rules, &mut rng);
            return Ok((played.steps.into(), played.state.outcome(), ()));
        }
        let mut run = Run::<State>::new(rules)?;
        let deal = run.concrete(Choice::Open(Open::Deal), &mut rng);
        run.apply(deal).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
        let mut agents = Vec::new();
        for seat in (0..SEATS).map(Seat::new) {
            let is_red = matches!(deal, Action::Deal(deal) if deal.role(seat).colour() == Colour::Red);
            let name = if is_red { &self.red } else { &self.black };
            agents.push(play::agent(name, seat, rng.fork(), OWN_AGENTS, nobody)?);
        }
        let mut keeper = Chance::new(rng.fork());
        table::play(&mut run, &mut agents, &mut keeper, &mut rng, &mut |_| true);
        Ok((run.record().actions.len() as u64, run.state().outcome(), ()))
    }
}
