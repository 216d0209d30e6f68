//! Simulations of Mafia: who plays which side.

use clap::Args;
use gaslamp_agents::mafia;
use gaslamp_api::mafia::sim::{Options, Sides, Simulation};

use super::read_rules;
use crate::dataset;
use crate::failure::Failure;
use crate::output::Output;
use crate::sim::{self, check_agent, won_words};

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

pub(crate) fn run(args: &SimArgs, out: &mut Output) -> Result<(), Failure> {
    let rules = read_rules(&args.rules)?;
    let team = |own: &Option<String>| own.clone().unwrap_or_else(|| args.agents.clone());
    let options = Options { rules, red: team(&args.red), black: team(&args.black) };
    for name in [&options.red, &options.black] {
        check_agent(name, &mafia::names())?;
    }
    let simulation = Simulation::new(options)?;
    if args.common.dataset.is_wanted() {
        return dataset::run(&args.common, &simulation, lines, out);
    }
    sim::run(&args.common, |range, course, records| simulation.unit(range, course, records), lines, out)
}

fn lines(sides: &Sides) -> Vec<String> {
    vec![
        format!("red rate   {} (with 95 % confidence)", won_words(sides.red)),
        format!("black rate {}", won_words(sides.black)),
    ]
}
