//! Simulations of Blood on the Clocktower: who plays which side, and who decides for the Storyteller.

use clap::Args;
use gaslamp_agents::botc;
use gaslamp_api::botc::sim::{Options, Sides, Simulation};
use gaslamp_core::Rng;

use super::{StartArgs, read_setup, silent_keeper};
use crate::dataset::{self, DatasetArgs};
use crate::failure::Failure;
use crate::numbers;
use crate::output::Output;
use crate::sim::{self, Records, check_agent, check_is_silent, won_words};

/// How many games to simulate, and who plays.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = numbers::many_times())]
    games: u64,
    /// Number of threads; all cores by default.
    #[arg(long, value_name = "T")]
    threads: Option<std::num::NonZero<usize>>,
    #[command(flatten)]
    records: Records,
    #[command(flatten)]
    dataset: DatasetArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Who plays every seat: random, heuristic or reasoning.
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agents: String,
    /// Who plays the seats that begin good, instead of --agents: random, heuristic or reasoning.
    #[arg(long, value_name = "AGENT")]
    good: Option<String>,
    /// Who plays the seats that begin evil, instead of --agents: random, heuristic or reasoning.
    #[arg(long, value_name = "AGENT")]
    evil: Option<String>,
    /// Who decides for the Storyteller: random or scripted.
    #[arg(long, value_name = "AGENT", default_value = "random")]
    storyteller: String,
    /// Let random players make claims during the day, too.
    #[arg(long)]
    talk: bool,
}

pub(crate) fn run(args: &SimArgs, out: &mut Output) -> Result<(), Failure> {
    let setup = read_setup(&args.start)?;
    let team = |own: &Option<String>| own.clone().unwrap_or_else(|| args.agents.clone());
    let options = Options {
        setup,
        good: team(&args.good),
        evil: team(&args.evil),
        storyteller: args.storyteller.clone(),
        has_talk: args.talk,
    };
    check_agents(&options)?;
    let simulation = Simulation::new(options)?;
    let common = sim::Games {
        games: args.games,
        seed: args.start.seed.unwrap_or_default(),
        threads: args.threads,
        records: args.records.clone(),
        dataset: args.dataset.clone(),
    };
    if common.dataset.is_wanted() {
        return dataset::run(&common, &simulation, lines, out);
    }
    sim::run(&common, |range, course, records| simulation.unit(range, course, records), lines, out)
}

fn check_agents(options: &Options) -> Result<(), Failure> {
    check_is_silent(&options.storyteller)?;
    for name in [&options.good, &options.evil] {
        check_agent(name, &botc::names())?;
    }
    silent_keeper(&options.storyteller, Rng::new(0)).map(|_| ())
}

fn lines(sides: &Sides) -> Vec<String> {
    vec![format!("good wins  {} (with 95 % confidence)", won_words(sides.good))]
}
