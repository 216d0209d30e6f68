//! Puzzles made of simulated games, and of recorded ones.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::Args;
use gaslamp_botc::State;
use gaslamp_core::{Diagnostic, Rng, Seat};
use gaslamp_deduce::botc::{Case, Puzzle, evidence, make, puzzle};
use serde_json::json;

use super::setup::read_script;
use crate::failure::Failure;
use crate::input::{Input, read_run};
use crate::numbers;
use crate::output::{Destination, Output, OutputArgs};
use crate::progress::Progress;

/// What puzzle to make.
#[derive(Args, Debug)]
pub(crate) struct PuzzleArgs {
    /// Make it of what the table of this record saw and said aloud, however many worlds that has: a file, the text itself, or -.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["players", "script", "seed", "games"])]
    from: Option<OsString>,
    /// Of the record, take so many actions, the deal included; all of them if not given.
    #[arg(long, value_name = "STEP", requires = "from")]
    at: Option<usize>,
    /// How many play, 5 to 15.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = numbers::seats())]
    players: usize,
    /// tb, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: OsString,
    /// Where chance begins.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many games to play at the most. From ten players on few have just one world.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = numbers::times())]
    games: usize,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &PuzzleArgs, out: &mut Output) -> Result<(), Failure> {
    let file = args.output.destination()?;
    if let Some(record) = &args.from {
        let text = of_record(record, args.at)?;
        return tell(file, &text, None, out);
    }
    let script = read_script(&args.script)?;
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    // Without a handler an interruption ends the program as usual; that is no reason not to play.
    let _ = ctrlc::set_handler(move || flag.store(true, Relaxed));
    let progress = Progress::new(args.games as u64, "games");
    let made = make::puzzle(&script, args.players, &mut Rng::new(args.seed), args.games, |games| {
        progress.set(games as u64);
        stopped.load(Relaxed)
    });
    progress.finish();
    let Some((mut made, games)) = made? else {
        if stopped.load(Relaxed) {
            return Err(Failure::interrupted("puzzle/interrupted", "interrupted before a puzzle was found"));
        }
        let message = format!("no game of {} had just one world", args.games);
        return Err(Diagnostic::illegal("puzzle/none", message)
            .fix("another --seed, or more --games")
            .into());
    };
    made.id = format!("made-{}-{}", args.players, args.seed);
    tell(file, &puzzle::write(&made), Some(games), out)
}

/// The public side of a recorded game.
fn of_record(record: &OsStr, at: Option<usize>) -> Result<String, Failure> {
    let run = read_run::<State>(&Input::read(record)?, at)?;
    let setup = &run.record().setup;
    let case = Case { counts: setup.counts, ..evidence::public_case(&run.view(Seat::new(0))) };
    let (id, note) = ("record".to_owned(), Some("What a recorded table saw and said aloud.".to_owned()));
    Ok(puzzle::write(&Puzzle { id, source: None, note, case, answer: None, also: Vec::new() }))
}

fn tell(
    file: Option<Destination<'_>>,
    text: &str,
    games: Option<usize>,
    out: &mut Output,
) -> Result<(), Failure> {
    match file {
        Some(file) => file.save(text, out),
        None if out.json => Ok(out.value(&json!({ "puzzle": text, "games": games }))?),
        None => Ok(out.line(text)?),
    }
}
