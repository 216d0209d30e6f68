//! Plays many games and counts their results, for any game. The counts do not depend on the number of threads: every
//! game has its own generator. An interrupted simulation reports what it has counted.

use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use gaslamp_agents::Agent;
use gaslamp_api::sim::{self as answer, Counts, Won};
use gaslamp_api::{Answer, Field, Problems};
use gaslamp_core::number_format::plural;
use gaslamp_core::{Contents, Diagnostic, Game, Notation, Outcome, Record, Rng, Run, record};
use rayon::prelude::*;

use crate::failure::Failure;
use crate::numbers;
use crate::output::{Destination, Output};
use crate::play::PROGRAM;
use crate::progress::Progress;

/// How many games to simulate, and on how many threads.
#[derive(Args, Debug)]
pub(crate) struct Games {
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = numbers::many_times())]
    pub(crate) games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of threads; all cores by default.
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// Where the records of simulated games go.
#[derive(Args, Clone, Debug)]
pub(crate) struct Records {
    /// Save the record of every game in this directory, as 00000000.txt and so on.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Overwrite records that are there already.
    #[arg(long, requires = "records")]
    force: bool,
}

impl Records {
    /// A log of a game's actions, kept if records are wanted.
    pub(crate) fn log<A>(&self) -> Log<A> {
        Log(self.records.as_ref().map(|_| Vec::new()))
    }

    /// The record of a run, if it is wanted.
    pub(crate) fn of<G: Notation>(&self, run: &Run<G>) -> Option<String> {
        self.records.as_ref().map(|_| record::write_line(run))
    }

    /// Makes the directory. One with something in it is left alone unless the user says otherwise.
    fn prepare(&self) -> Result<(), Failure> {
        let Some(dir) = &self.records else { return Ok(()) };
        let refused = |error: io::Error| {
            Failure::usage("output/directory", format!("cannot write to `{}`: {error}", dir.display()))
        };
        gaslamp_files::create_dir_all(dir).map_err(refused)?;
        gaslamp_files::tidy(dir);
        if !self.force && std::fs::read_dir(dir).map_err(refused)?.next().is_some() {
            let message = format!("`{}` is not empty", dir.display());
            let problem = Diagnostic::illegal("output/exists", message);
            return Err(problem.fix("name another directory, or use --force").into());
        }
        Ok(())
    }

    fn save(&self, game: u64, record: Option<&str>) -> Result<(), Failure> {
        match (&self.records, record) {
            (Some(dir), Some(record)) => {
                Destination::new(&dir.join(format!("{game:08}.txt")), self.force)?.write(record)
            }
            _ => Ok(()),
        }
    }
}

/// The actions of a game that is played without a session.
pub(crate) struct Log<A>(Option<Vec<A>>);

impl<A> Log<A> {
    pub(crate) fn push(&mut self, action: A) {
        if let Some(actions) = &mut self.0 {
            actions.push(action);
        }
    }

    /// The record, if it is wanted.
    pub(crate) fn record<G: Notation<Action = A>>(
        self,
        setup: &G::Setup,
        contents: &Contents<G::Content>,
    ) -> Result<Option<String>, Failure> {
        let Some(actions) = self.0 else { return Ok(None) };
        let record = Record { actions, contents: contents.clone(), ..Record::<G>::new(setup.clone()) };
        let run = record.replay().map_err(|error| Diagnostic::from(error.refusal))?;
        Ok(Some(record::write_line(&run)))
    }
}

/// The most games played between two updates of the progress bar.
const LARGEST_BLOCK: u64 = 1024;
/// The fewest blocks of work, if there are that many games, so that slow games are spread over the threads as well.
const FEWEST_BLOCKS: u64 = 64;

/// The stack of a thread. While it waits for a part of one game, such as weighing worlds, it may start another on top of it.
const STACK: usize = 64 << 20;

/// A way in which a game can end: its result, its key in JSON, and its words.
pub(crate) type Ending = (&'static str, &'static str, &'static str);

/// Statistics of one game beyond its steps and its outcome, which add up over many games.
pub(crate) trait More: Default + Send {
    /// Adds the statistics of other games. The order must not matter, since threads finish in any order.
    fn add(&mut self, other: &Self);

    /// Additional fields for programs.
    fn fields(&self) -> Vec<Field>;

    /// Additional lines for people, below the results.
    fn lines(&self) -> Vec<String>;
}

/// No further statistics.
impl More for () {
    fn add(&mut self, (): &Self) {}

    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    fn lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A game that was played.
pub(crate) struct Played<M> {
    pub(crate) steps: u64,
    /// None if the game did not end.
    pub(crate) outcome: Option<Outcome>,
    /// Further statistics.
    pub(crate) more: M,
    /// If it is wanted.
    pub(crate) record: Option<String>,
}

/// The counts so far.
#[derive(Default)]
struct Tally<M> {
    games: u64,
    steps: u64,
    /// In the order of the game's list of endings.
    endings: Vec<u64>,
    /// Games that did not end.
    unfinished: u64,
    more: M,
}

impl<M: More> Tally<M> {
    fn new(endings: &[Ending]) -> Self {
        Self { endings: vec![0; endings.len()], ..Self::default() }
    }

    fn count(&mut self, played: &Played<M>, endings: &[Ending]) {
        self.games += 1;
        self.steps += played.steps;
        self.more.add(&played.more);
        let is_meant =
            |(result, ..): &Ending| played.outcome.is_some_and(|outcome| outcome.result == *result);
        let at = endings.iter().position(is_meant);
        match at.and_then(|at| self.endings.get_mut(at)) {
            Some(count) => *count += 1,
            None => self.unfinished += 1,
        }
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.steps += other.steps;
        self.unfinished += other.unfinished;
        self.more.add(&other.more);
        self.endings.iter_mut().zip(&other.endings).for_each(|(count, more)| *count += more);
    }
}

/// Plays games and reports how they ended. `make` makes the players of a block of games, `play` plays one game.
pub(crate) fn run<P, M: More>(
    args: &Games,
    endings: &[Ending],
    make: impl Fn() -> P + Sync,
    play: impl Fn(&mut P, Rng) -> Result<Played<M>, Failure> + Sync,
    out: &mut Output,
) -> Result<(), Failure> {
    args.records.prepare()?;
    // More threads than blocks of work would be idle.
    let size = (args.games / FEWEST_BLOCKS).clamp(1, LARGEST_BLOCK);
    let blocks = args.games.div_ceil(size);
    let most = usize::try_from(blocks).unwrap_or(usize::MAX).clamp(1, 256);
    let threads = args.threads.map_or(0, |threads| threads.get().min(most));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    let pool = pool.map_err(|error| Failure::usage("sim/threads", error.to_string()))?;
    let progress = Progress::new(args.games, "games");
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler, Ctrl-C ends the program as usual; that is no reason not to play.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let start = Instant::now();
    let counted = Mutex::new(Tally::new(endings));
    let block = |block: u64| {
        let first = block.saturating_mul(size);
        let last = args.games.min(first.saturating_add(size));
        let mut tally = Tally::new(endings);
        let mut player = make();
        for game in first..last {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            let played = play(&mut player, Rng::for_game(args.seed, game)).map_err(Some)?;
            args.records.save(game, played.record.as_deref()).map_err(Some)?;
            tally.count(&played, endings);
        }
        // Counts are added whole, so they are valid even if a thread has panicked.
        counted.lock().unwrap_or_else(PoisonError::into_inner).add(&tally);
        progress.inc(last - first);
        if interrupted.load(Ordering::Relaxed) { Err(None) } else { Ok(()) }
    };
    // The first failure stops everything, and so does an interruption, which is not a failure.
    let stopped = pool.install(|| (0..blocks).into_par_iter().try_for_each(block));
    progress.finish();
    if let Err(Some(failure)) = stopped {
        return Err(failure);
    }
    let tally = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    let interruption = interrupted.load(Ordering::Relaxed).then(|| {
        Problems::interrupted("sim/interrupted", format!("interrupted after {}", plural(tally.games, "game")))
    });
    let seconds = start.elapsed().as_secs_f64();
    tell(args, endings, &tally, seconds, pool.current_num_threads(), interruption, out)
}

/// `61.7 % (59.5 to 63.8) of 2000 games`.
pub(crate) fn won_words(won: Won) -> String {
    let [low, high] = won.interval().map(|bound| 100.0 * bound);
    format!("{:5.1} % ({low:.1} to {high:.1}) of {}", 100.0 * won.rate(), plural(won.of, "game"))
}

/// A simulation has no people.
pub(crate) fn nobody<G: Game>(_: Rng) -> Option<Box<dyn Agent<G>>> {
    None
}

/// Refuses agents that need a person, a file or a program.
pub(crate) fn check_agent(name: &str) -> Result<(), Failure> {
    if name == "human" || name.starts_with("scripted:") || name.starts_with(PROGRAM) {
        let problem = Diagnostic::new("sim/agent", format!("`{name}` cannot play in a simulation"));
        return Err(problem.fix("use random players, or those of the game").into());
    }
    Ok(())
}

fn tell<M: More>(
    args: &Games,
    endings: &[Ending],
    tally: &Tally<M>,
    seconds: f64,
    threads: usize,
    interruption: Option<Problems>,
    out: &mut Output,
) -> Result<(), Failure> {
    let keys = endings.iter().map(|(_, key, _)| *key);
    let counts = Counts {
        games: tally.games,
        steps: tally.steps,
        unfinished: tally.unfinished,
        endings: keys.zip(tally.endings.iter().copied()).collect(),
    };
    let played = answer::Played { seed: args.seed, threads, seconds };
    if out.json {
        let mut fields = answer::fields(&counts, &played);
        fields.extend(tally.more.fields());
        return out.answer(Answer { fields, problems: interruption.unwrap_or_default() });
    }
    let share = |count: u64| 100.0 * count as f64 / tally.games.max(1) as f64;
    for ((_, _, words), &count) in endings.iter().zip(&tally.endings) {
        out.line(&format!("{words:<11}{count:>10}  {:5.1} %", share(count)))?;
    }
    if tally.unfinished > 0 {
        let count = tally.unfinished;
        out.line(&format!("{:<11}{count:>10}  {:5.1} %", "unfinished", share(count)))?;
    }
    tally.more.lines().iter().try_for_each(|line| out.line(line))?;
    out.line(&format!(
        "{}, {:.1} actions each, {:.2} million actions/s, {:.0} games/s on {}",
        plural(tally.games, "game"),
        counts.mean_steps(),
        played.per_second(tally.steps) / 1e6,
        played.per_second(tally.games),
        plural(threads, "thread"),
    ))?;
    interruption.map_or(Ok(()), |problems| Err(problems.into()))
}
