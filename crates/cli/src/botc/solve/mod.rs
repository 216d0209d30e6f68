//! Puzzles: every world that fits, what is certain, how likely the rest is, and why not.

mod all;
mod answer;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use gaslamp_core::Diagnostic;
use gaslamp_deduce::botc::{Case, Puzzle, Question, Solver, Watch, Worlds, puzzle};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

/// What to solve, and what to ask.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// A puzzle file, its text, or -.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    puzzle: Option<String>,
    /// Solve every puzzle file of this directory; a line for each, then the totals.
    #[arg(long, value_name = "DIR", num_args = 1..)]
    all: Vec<PathBuf>,
    /// Compare with the answer that the file records: exit 1 on any difference.
    #[arg(long)]
    expect: bool,
    /// Say why something is in no world: Tom=Imp, or a statement.
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["all", "expect", "ask"])]
    why: Option<String>,
    /// Say whether a statement holds always, never or sometimes.
    #[arg(long, value_name = "STATEMENT", conflicts_with_all = ["all", "expect"])]
    ask: Vec<String>,
    /// Suppose that this is so: Tom=Imp, or a statement.
    #[arg(long = "what-if", value_name = "WHAT", conflicts_with_all = ["all", "expect", "why"])]
    what_if: Vec<String>,
    /// How many worlds to show.
    #[arg(long, value_name = "N", default_value_t = 10)]
    show: usize,
    /// How many threads to use; all cores if not given.
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

pub(super) fn run(args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    let threads = args.threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.min(256)).build();
    let pool = pool.map_err(|error| Failure::usage("solve/threads", error.to_string()))?;
    if !args.all.is_empty() {
        return all::run(&args.all, args.expect, &pool, out);
    }
    let input = Input::read(args.puzzle.as_deref().unwrap_or("-"))?;
    let puzzle = read(&input)?;
    // The reason why something is in no world has no place for them.
    if !out.json || args.why.is_some() {
        input.failure(puzzle::ambiguities(&puzzle.case)).warn();
    }
    match &args.why {
        Some(what) => pool.install(|| answer::why(&puzzle.case, what, out)),
        None => answer::solve(args, &input, &puzzle, &pool, out),
    }
}

fn read(input: &Input) -> Result<Puzzle, Failure> {
    if input.text.trim().is_empty() {
        let problem = Diagnostic::new("input/empty", format!("{} is empty", input.name));
        return Err(problem
            .fix("a puzzle file has `hidden`, `ends`, `log` and a [[player]] for each seat")
            .into());
    }
    puzzle::read(&input.text).map_err(|problems| input.failure(problems))
}

/// Reads what was asked for; a place in it is a place in the argument.
fn question(case: &Case, text: &str) -> Result<Question, Failure> {
    Question::read(&case.names(), text)
        .map_err(|problem| Failure::of_input("the argument", text, vec![problem]))
}

/// Solves, showing how far it is when it takes long; an interruption stops it with what was found.
fn solved(solver: &Solver, pool: &rayon::ThreadPool, assumptions: &[Question]) -> (Worlds, Duration) {
    let start = Instant::now();
    let total = solver.supposed() as u64;
    let worlds = watched(total, |watch| {
        pool.install(|| {
            solver.worlds_where(watch, |world, end| {
                assumptions.iter().all(|question| question.is_so(world, end))
            })
        })
    });
    (worlds, start.elapsed())
}

/// Does something long, showing how far of so many it is; an interruption sets the watch to stop.
pub(super) fn watched<T>(total: u64, work: impl FnOnce(&Watch) -> T) -> T {
    let watch = Arc::new(Watch::default());
    let flag = Arc::clone(&watch);
    // Without a handler an interruption ends the program as usual; that is no reason not to begin.
    let _ = ctrlc::set_handler(move || flag.stop.store(true, Relaxed));
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let shown = Arc::clone(&watch);
    let teller = std::thread::spawn(move || tell(&shown, total, &is_done));
    let result = work(&watch);
    drop(done);
    let _ = teller.join();
    result
}

/// Tells how far it is until the sender is gone; short work is not spoken of.
fn tell(watch: &Watch, total: u64, is_done: &std::sync::mpsc::Receiver<()>) {
    use std::sync::mpsc::RecvTimeoutError::Timeout;
    if is_done.recv_timeout(Duration::from_millis(500)) != Err(Timeout) {
        return;
    }
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} tried{msg}, {eta} left") {
        bar.set_style(style);
    }
    while is_done.recv_timeout(Duration::from_millis(100)) == Err(Timeout) {
        bar.set_position(watch.tried.load(Relaxed) as u64);
        let found = watch.found.load(Relaxed);
        bar.set_message(if found > 0 { format!(", {found} found") } else { String::new() });
    }
    bar.finish_and_clear();
}
