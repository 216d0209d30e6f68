//! Puzzles made from simulated games and from recorded ones.

use gaslamp_botc::State;
use gaslamp_core::Seat;
use gaslamp_deduce::botc::{Case, Puzzle, evidence, puzzle};
use serde_json::{Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record;

/// The public side of a recorded game, or of so many actions of it, as a puzzle file.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn of_record(input: &Input, at: Option<usize>) -> Result<String, Problems> {
    let run = record::read::<State>(input, at)?;
    let setup = &run.record().setup;
    let case = Case { counts: setup.counts, ..evidence::public_case(&run.view(Seat::new(0))) };
    let (id, note) = ("record".to_owned(), Some("What a recorded table saw and said aloud.".to_owned()));
    Ok(puzzle::write(&Puzzle { id, source: None, note, case, answer: None, also: Vec::new() }))
}

/// A puzzle file, and how many games were played to find it, if any were.
#[must_use]
pub fn to_json(puzzle: &str, games: Option<usize>) -> Value {
    json!({ "puzzle": puzzle, "games": games })
}
