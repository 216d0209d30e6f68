//! Simulations of Lorcana: how often a deck wins, who began, how long games are.

use clap::Args;
use gaslamp_agents::lorcana;
use gaslamp_api::lorcana::sim::{Games, Options, Simulation};
use gaslamp_core::Diagnostic;
use gaslamp_lorcana::rules::piece::PLAYERS;

use super::table::DeckArgs;
use crate::dataset;
use crate::failure::Failure;
use crate::output::Output;
use crate::sim::{self, check_agent, won_words};

/// How many games to simulate, and who plays.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    #[command(flatten)]
    decks: DeckArgs,
    #[command(flatten)]
    common: sim::Games,
    /// Who plays: one name for both players, or one for each; random or greedy.
    #[arg(long, value_delimiter = ',', value_name = "AGENT,…", default_value = "random")]
    agents: Vec<String>,
}

pub(super) fn run(args: &SimArgs, out: &mut Output) -> Result<(), Failure> {
    let agents = read_agents(&args.agents)?;
    let simulation = Simulation::new(Options { setup: args.decks.setup()?, agents })?;
    if args.common.dataset.is_wanted() {
        return dataset::run(&args.common, &simulation, lines, out);
    }
    sim::run(&args.common, |range, course, records| simulation.unit(range, course, records), lines, out)
}

/// One name for both players, or one for each.
fn read_agents(names: &[String]) -> Result<[String; PLAYERS], Failure> {
    let agents = match names {
        [both] => [both.clone(), both.clone()],
        [first, second] => [first.clone(), second.clone()],
        _ => {
            let message = format!("{} agents are named, but there are {PLAYERS} players", names.len());
            return Err(Diagnostic::new("sim/agents", message).fix("--agents random,greedy").into());
        }
    };
    for name in &agents {
        check_agent(name, &lorcana::names())?;
    }
    Ok(agents)
}

fn lines(games: &Games) -> Vec<String> {
    let (fewest, most) = games.range.unwrap_or_default();
    let [first, second] = games.begun_by.map(won_words);
    vec![
        format!("deck 1 wins     {} (with 95 % confidence)", won_words(games.all())),
        format!("  going first   {first}"),
        format!("  going second  {second}"),
        format!("turns           {:5.1} on average, {fewest} to {most}", games.mean_turns()),
    ]
}
