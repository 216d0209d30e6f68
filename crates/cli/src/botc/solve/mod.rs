//! Puzzles: every world that fits, what is certain, how likely the rest is, and why something is impossible.

mod all;
mod answer;
mod course;

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::{Args, ValueEnum};
use gaslamp_api::Stop;
use gaslamp_api::botc::solve::{ambiguities, read_beside};
use indicatif::{ProgressBar, ProgressStyle};

use super::samples::PUZZLES;
use crate::args::Colours;
use crate::failure::{Failure, warn};
use crate::limits::Limits;
use crate::output::{Output, OutputArgs};
use crate::waiting;

/// What to solve, and what to ask.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// A puzzle file, its text, -, or sample:NAME.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    puzzle: Option<OsString>,
    /// Solve every puzzle file in these directories and below them: a line for each, then the totals and why files were refused. Exit code 2 if any file is left
    /// without an answer (unreadable, unsupported or beyond the limits), else 1 if any has no world or differs, else 0.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with = "output")]
    all: Vec<PathBuf>,
    /// Compare with the answer recorded in the file: exit code 1 on any difference. A file without a recorded answer needs only to have a world.
    #[arg(long)]
    expect: bool,
    /// Explain why something is true in no world: Tom=Imp, or a statement.
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["all", "expect", "show", "course", "form"])]
    why: Option<String>,
    /// Answer in one line whether something holds always, never or sometimes: Tom=Imp, or a statement; may be given several times.
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["all", "expect", "show", "course", "form"])]
    ask: Vec<String>,
    /// Assume this before anything is answered: Tom=Imp, or a statement; may be given several times.
    #[arg(long = "what-if", value_name = "WHAT", conflicts_with_all = ["all", "expect"])]
    what_if: Vec<String>,
    /// How many worlds to show; 10 by default. In a picture, draw this many worlds instead of the shares.
    #[arg(long, value_name = "N")]
    show: Option<usize>,
    /// For each world shown, add one possible course of the game: who chose whom, who was poisoned or attacked, and who was told what.
    #[arg(long, conflicts_with_all = ["all", "form"])]
    course: bool,
    /// Draw the table as a picture instead: what everybody claims and in how many worlds they are evil.
    #[arg(long = "as", value_name = "FORM", conflicts_with_all = ["all", "expect"])]
    form: Option<PictureForm>,
    /// Colours of the picture.
    #[arg(long, value_enum, default_value = "auto")]
    theme: Colours,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: Limits,
    /// Number of threads; all cores by default.
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

/// The forms of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PictureForm {
    /// A vector image, for a browser or a printer.
    Svg,
}

/// How many worlds are shown, if nothing else is asked for.
const USUALLY_SHOWN: usize = 10;

impl SolveArgs {
    fn shown(&self) -> usize {
        self.show.unwrap_or(USUALLY_SHOWN)
    }
}

pub(super) fn run(args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    let file = args.output.destination()?;
    let threads = args.threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.min(256)).build();
    let pool = pool.map_err(|error| Failure::usage("solve/threads", error.to_string()))?;
    if !args.all.is_empty() {
        return all::run(args, &pool, out);
    }
    let input = PUZZLES.read(args.puzzle.as_deref().unwrap_or(OsStr::new("-")))?;
    let puzzle = read_beside(&input, &|id| board_beside(Path::new(args.puzzle.as_deref()?), id))?;
    // Neither an explanation of an impossibility nor a picture has a place for warnings.
    if !out.json || (args.why.is_some() && args.ask.is_empty()) || args.form.is_some() {
        warn(&ambiguities(&input, &puzzle));
    }
    answer::tell(args, &input, &puzzle, &pool, file, out)
}

/// The text of the board with this name whose file stands beside that of a puzzle.
fn board_beside(puzzle: &Path, id: &str) -> Option<String> {
    // It is the name of a file there, and no path to anywhere else.
    let is_name = Path::new(id).file_name().is_some_and(|name| name == id);
    let text = || std::fs::read_to_string(puzzle.with_file_name(format!("{id}.toml"))).ok();
    if is_name { text() } else { None }
}

/// Does something long within limits, showing how far it is, of so many if that is known.
pub(super) fn watched<T>(
    limits: &Limits,
    json: bool,
    total: Option<u64>,
    work: impl FnOnce(&Stop) -> T,
) -> T {
    limits.keep(json, |stop| {
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        let shown = Arc::clone(stop);
        let teller = std::thread::spawn(move || tell(&shown, total, &is_done));
        let result = work(stop);
        drop(done);
        let _ = teller.join();
        result
    })
}

/// Shows the progress until the sender is gone; short work shows none.
fn tell(stop: &Stop, total: Option<u64>, is_done: &std::sync::mpsc::Receiver<()>) {
    use std::sync::mpsc::RecvTimeoutError::Timeout;
    if is_done.recv_timeout(Duration::from_millis(500)) != Err(Timeout) {
        return;
    }
    waiting::end();
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {pos}/{len} tried{msg}, {eta} left"),
        None => (ProgressBar::no_length(), "{spinner} {human_pos} tried{msg}, {elapsed}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    while is_done.recv_timeout(Duration::from_millis(100)) == Err(Timeout) {
        bar.set_position(stop.watch().tried.load(Relaxed) as u64);
        let found = stop.watch().found.load(Relaxed);
        bar.set_message(if found > 0 { format!(", {found} found") } else { String::new() });
    }
    bar.finish_and_clear();
}
