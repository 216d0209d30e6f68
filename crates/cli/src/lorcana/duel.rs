//! A game of two decks, with or without people.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gaslamp_agents::chance::Chance;
use gaslamp_agents::lorcana::Greedy;
use gaslamp_api::lorcana::observe;
use gaslamp_core::{Rng, Run};
use gaslamp_lorcana::State;
use gaslamp_lorcana::rules::piece::PLAYERS;

use super::table::DeckArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::play::{self, OwnAgent, Play, Seated};
use crate::program::Terms;

/// The agents that only this game has.
pub(super) const OWN_AGENTS: &[OwnAgent<State>] = &[("greedy", |_| Box::new(Greedy))];

/// Who plays which deck, and where the record goes.
#[derive(Args, Debug)]
pub(crate) struct DuelArgs {
    #[command(flatten)]
    decks: DeckArgs,
    /// Who plays for player 1 and player 2; one name stands for both.
    #[arg(long, value_delimiter = ',', value_name = "AGENT,…", default_value = "human,greedy")]
    seats: Vec<OsString>,
    /// Save the record here after every action; a pipe receives it at the end.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Overwrite an existing record.
    #[arg(long)]
    force: bool,
    /// How many seconds a program (exec:COMMAND) may take for one answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::limits::read_seconds)]
    limit: Duration,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(super) fn run(args: &DuelArgs, out: &mut Output) -> Result<(), Failure> {
    let mut rng = Rng::new(args.seed);
    let terms = Terms { observe, limit: args.limit };
    let Seated { agents, has_human } = play::seated(&args.seats, PLAYERS, &mut rng, OWN_AGENTS, &terms, out)?;
    let record = play::new_record(args.record.as_deref(), args.force)?;
    let run = Run::<State>::new(args.decks.setup()?)?;
    let keeper = Box::new(Chance::new(rng.fork()));
    Play { run, agents, keeper, has_human, umpire: None, record }.finish(&mut rng, out)
}
