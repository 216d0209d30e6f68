//! Puzzles made from simulated games and from recorded ones.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::Args;
use gaslamp_api::botc::puzzle::{of_record, to_json};
use gaslamp_botc::rules::default_names;
use gaslamp_botc::{Script, Setup, State};
use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, Game as _, Rng};
use gaslamp_deduce::botc::{make, puzzle};

use super::samples::PUZZLES;
use super::setup::read_script;
use crate::failure::Failure;
use crate::output::{Destination, Output, OutputArgs};
use crate::progress::Progress;
use crate::seed::Seed;
use crate::{input, numbers};

/// Which puzzle to make.
#[derive(Args, Debug)]
pub(crate) struct PuzzleArgs {
    /// Write a commented file to fill in, for so many players of a script.
    #[arg(long, conflicts_with_all = ["from", "seed", "games"])]
    new: bool,
    /// Use what everybody saw and said aloud in this record, however many worlds fit it: a file, the text itself, or -.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["players", "script", "seed", "games"])]
    from: Option<OsString>,
    /// Use only this many actions of the record, counting the deal; the whole record by default.
    #[arg(long, value_name = "STEP", requires = "from")]
    at: Option<usize>,
    /// Number of players, 5 to 15.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = numbers::seats())]
    players: usize,
    /// tb, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: OsString,
    /// Random seed; a fresh one by default, which is told.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The most games to play. With ten or more players, few games fit exactly one world.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = numbers::times())]
    games: usize,
    /// Print the sample puzzle of this name, or list their names; `solve sample:NAME` solves it.
    #[arg(long, value_name = "NAME", num_args = 0..=1, conflicts_with_all = ["from", "players", "script", "seed", "games", "output"])]
    sample: Option<Option<String>>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &PuzzleArgs, out: &mut Output) -> Result<(), Failure> {
    if let Some(name) = &args.sample {
        return PUZZLES.show(name.as_deref(), out);
    }
    let file = args.output.destination()?;
    if let Some(record) = &args.from {
        let text = of_record(&input::read(record)?, args.at)?;
        return tell(file, &text, None, out);
    }
    let script = read_script(&args.script)?;
    if args.new {
        return tell(file, &new(&script, args.players)?, None, out);
    }
    let seed = Seed::new(args.seed);
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    // Without a handler, Ctrl-C ends the program as usual; that is no reason not to play.
    let _ = ctrlc::set_handler(move || flag.store(true, Relaxed));
    let progress = Progress::new(args.games as u64, "games");
    let made = make::puzzle(&script, args.players, &mut Rng::new(seed.number), args.games, |games| {
        progress.set(games as u64);
        stopped.load(Relaxed)
    });
    progress.finish();
    let made = made?;
    seed.tell();
    let Some((mut made, games)) = made else {
        if stopped.load(Relaxed) {
            return Err(Failure::interrupted("puzzle/interrupted", "interrupted before a puzzle was found"));
        }
        let message = format!("none of {} fits exactly one world", plural(args.games, "game"));
        return Err(Diagnostic::illegal("puzzle/none", message)
            .fix("try another --seed, or more --games")
            .into());
    };
    made.id = format!("made-{}-{}", args.players, seed.number);
    tell(file, &puzzle::write(&made), Some(games), out)
}

/// A file to fill in.
fn new(script: &Script, players: usize) -> Result<String, Failure> {
    // The rules refuse too many players; do not invent names for all of them first.
    let names = default_names(players.min(100));
    State::start(&Setup { script: script.clone(), names: names.clone(), counts: None })?;
    Ok(puzzle::template(script, &names))
}

fn tell(
    file: Option<Destination<'_>>,
    text: &str,
    games: Option<usize>,
    out: &mut Output,
) -> Result<(), Failure> {
    match file {
        Some(file) => file.save(text, out),
        None if out.json => Ok(out.value(&to_json(text, games))?),
        None => Ok(out.line(text)?),
    }
}
