//! Many games at once, counted, the same for every game. The counts do not depend on the number of threads: every
//! game has a generator of its own. An interrupted simulation tells what it has counted.

use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use gaslamp_core::{Outcome, Rng};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::Output;

/// How many games.
#[derive(Args, Debug)]
pub(crate) struct Games {
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) games: u64,
    /// Where chance begins.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many threads; all cores if not given.
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<NonZero<usize>>,
}

/// How many games are played between two looks at the progress bar.
const BLOCK: u64 = 1024;

/// A way in which a game can end: the result, its key in JSON, and in words.
pub(crate) type Ending = (&'static str, &'static str, &'static str);

/// What has been counted.
#[derive(Clone, Default)]
struct Tally {
    games: u64,
    steps: u64,
    /// By the game's list of endings.
    endings: Vec<u64>,
    /// Games that nobody brought to their end.
    unfinished: u64,
}

impl Tally {
    fn new(endings: &[Ending]) -> Self {
        Self { endings: vec![0; endings.len()], ..Self::default() }
    }

    fn count(&mut self, steps: u64, outcome: Option<&Outcome>, endings: &[Ending]) {
        self.games += 1;
        self.steps += steps;
        let at =
            outcome.and_then(|outcome| endings.iter().position(|(result, ..)| *result == outcome.result));
        match at.and_then(|at| self.endings.get_mut(at)) {
            Some(count) => *count += 1,
            None => self.unfinished += 1,
        }
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.steps += other.steps;
        self.unfinished += other.unfinished;
        self.endings.iter_mut().zip(&other.endings).for_each(|(count, more)| *count += more);
    }
}

/// Plays games and tells how they ended. `make` makes what plays a block of games, `play` plays one and gives its
/// steps and outcome, if it came to one.
pub(crate) fn run<P>(
    args: &Games,
    endings: &[Ending],
    make: impl Fn() -> P + Sync,
    play: impl Fn(&mut P, Rng) -> Result<(u64, Option<Outcome>), Failure> + Sync,
    out: &mut Output,
) -> Result<(), Failure> {
    // More threads than blocks of work would have nothing to do.
    let blocks = args.games.div_ceil(BLOCK);
    let most = usize::try_from(blocks).unwrap_or(usize::MAX).clamp(1, 256);
    let threads = args.threads.map_or(0, |threads| threads.get().min(most));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::usage("sim/threads", error.to_string()))?;
    let progress = progress(args.games);
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler an interruption ends the program as usual; that is no reason not to play.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let start = Instant::now();
    let counted = Mutex::new(Tally::new(endings));
    let block = |block: u64| {
        let first = block.saturating_mul(BLOCK);
        let last = args.games.min(first.saturating_add(BLOCK));
        let mut tally = Tally::new(endings);
        let mut player = make();
        for game in first..last {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            let (steps, outcome) = play(&mut player, Rng::for_game(args.seed, game)).map_err(Some)?;
            tally.count(steps, outcome.as_ref(), endings);
        }
        // What a thread that panicked has counted is whole, too.
        counted.lock().unwrap_or_else(PoisonError::into_inner).add(&tally);
        progress.inc(last - first);
        if interrupted.load(Ordering::Relaxed) { Err(None) } else { Ok(()) }
    };
    // The first failure stops all, and so does an interruption, which is none.
    let stopped = pool.install(|| (0..blocks).into_par_iter().try_for_each(block));
    progress.finish_and_clear();
    if let Err(Some(failure)) = stopped {
        return Err(failure);
    }
    let tally = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    tell(args, endings, &tally, start.elapsed().as_secs_f64(), pool.current_num_threads(), out)?;
    if interrupted.load(Ordering::Relaxed) {
        return Err(Failure::no("sim/interrupted", format!("interrupted after {} games", tally.games)));
    }
    Ok(())
}

/// A simulation has nobody to speak to.
pub(crate) fn nobody() -> Box<dyn io::Write> {
    Box::new(io::sink())
}

/// A simulation has nobody to ask.
pub(crate) fn check_agent(name: &str) -> Result<(), Failure> {
    if name == "human" || name.starts_with("scripted:") {
        return Err(Failure::usage("sim/agent", format!("`{name}` cannot play a simulation")));
    }
    Ok(())
}

/// A bar on a terminal, nothing elsewhere.
fn progress(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games, {eta} left");
    let bar = ProgressBar::new(games);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

fn tell(
    args: &Games,
    endings: &[Ending],
    tally: &Tally,
    seconds: f64,
    threads: usize,
    out: &mut Output,
) -> Result<(), Failure> {
    let rate = |count: u64| if seconds > 0.0 { (count as f64 / seconds).round() } else { 0.0 };
    let mean_steps = if tally.games > 0 { tally.steps as f64 / tally.games as f64 } else { 0.0 };
    let ended = || endings.iter().zip(&tally.endings);
    if out.json {
        let mut value = json!({
            "games": tally.games,
            "steps": tally.steps,
            "mean_steps": mean_steps,
            "steps_per_s": rate(tally.steps),
            "games_per_s": rate(tally.games),
            "seed": args.seed,
            "threads": threads,
            "elapsed_s": seconds,
            "unfinished": tally.unfinished,
        });
        let counts: Map<String, Value> =
            ended().map(|((_, key, _), count)| ((*key).to_owned(), json!(count))).collect();
        if let Value::Object(fields) = &mut value {
            fields.extend(counts);
        }
        return Ok(out.value(&value)?);
    }
    let share = |count: u64| 100.0 * count as f64 / tally.games.max(1) as f64;
    for ((_, _, words), &count) in ended() {
        out.line(&format!("{words:<11}{count:>10}  {:5.1} %", share(count)))?;
    }
    if tally.unfinished > 0 {
        let count = tally.unfinished;
        out.line(&format!("{:<11}{count:>10}  {:5.1} %", "unfinished", share(count)))?;
    }
    Ok(out.line(&format!(
        "{} games, {mean_steps:.1} actions each, {:.2} million actions/s, {:.0} games/s on {threads} threads",
        tally.games,
        rate(tally.steps) / 1e6,
        rate(tally.games),
    ))?)
}
