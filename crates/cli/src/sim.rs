//! Many games, played and counted by `gaslamp_api::sim`: threads, progress, files and words for any game. An interrupted simulation
//! reports what it has counted. Datasets are written in `dataset`.

use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use gaslamp_api::answer::Field;
use gaslamp_api::sim::{Played, Range, Score, Sink, Tally, Won, useful_threads};
use gaslamp_api::{Answer, Course, Problems, Workers};
use gaslamp_core::Diagnostic;
use gaslamp_core::number_format::plural;

use crate::dataset::DatasetArgs;
use crate::failure::Failure;
use crate::interruption::Interruption;
use crate::numbers;
use crate::output::{Destination, Output};
use crate::play::{self, HUMAN, PROGRAM, SCRIPTED};
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
    #[command(flatten)]
    pub(crate) dataset: DatasetArgs,
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

    /// Saves the record of a game, if records are wanted.
    fn save(&self, game: u64, record: &str) -> Result<(), Failure> {
        let Some(dir) = &self.records else { return Ok(()) };
        Destination::new(&dir.join(format!("{game:08}.txt")), self.force)?.write(record)
    }
}

/// Plays games and reports how they ended. `unit` plays a range of them, `lines` says what people are told below the results.
pub(crate) fn run<S: Score>(
    args: &Games,
    unit: impl Fn(Range, &Course<'_>, Option<&Sink<'_>>) -> Result<Tally<S>, Problems>,
    lines: impl Fn(&S) -> Vec<String>,
    out: &mut Output,
) -> Result<(), Failure> {
    args.records.prepare()?;
    let save = |game: u64, record: &str| args.records.save(game, record).map_err(Failure::into_problems);
    let records: Option<&Sink<'_>> = if args.records.records.is_some() { Some(&save) } else { None };
    let range = Range { seed: args.seed, first: 0, games: args.games };
    let done = play(args, args.games, |course| unit(range, course, records))?;
    let tally = done.found;
    let interruption = done.is_interrupted.then(|| {
        Problems::interrupted("sim/interrupted", format!("interrupted after {}", plural(tally.games, "game")))
    });
    let lines = lines(&tally.score);
    tell(Report { tally, played: done.played, lines, fields: Vec::new(), interruption }, out)
}

/// What was found in games, and how they were played.
pub(crate) struct Done<T> {
    pub(crate) found: T,
    pub(crate) played: Played,
    pub(crate) is_interrupted: bool,
}

/// Plays so many games on the threads that are wanted, and shows how far it is.
pub(crate) fn play<T>(
    args: &Games,
    games: u64,
    play: impl FnOnce(&Course<'_>) -> Result<T, Problems>,
) -> Result<Done<T>, Failure> {
    let threads = args.threads.map(|threads| useful_threads(games, threads));
    let workers = Workers::new("sim/threads", threads)?;
    let bar = Progress::new(games, "games");
    let interruption = Interruption::listen_patiently();
    let course = Course { workers: &workers, stop: interruption.flag(), progress: &|done| bar.inc(done) };
    let start = Instant::now();
    let found = play(&course);
    bar.finish();
    let seconds = start.elapsed().as_secs_f64();
    let played = Played { seed: args.seed, threads: workers.threads(), seconds };
    Ok(Done { found: found?, played, is_interrupted: interruption.has_come() })
}

/// `61.7 % (59.5 to 63.8) of 2000 games`.
pub(crate) fn won_words(won: Won) -> String {
    let [low, high] = won.interval().map(|bound| 100.0 * bound);
    format!("{:5.1} % ({low:.1} to {high:.1}) of {}", 100.0 * won.rate(), plural(won.of, "game"))
}

/// Refuses agents that need a person, a file or a program, and those whom nobody knows.
pub(crate) fn check_agent(name: &str, own: &[&str]) -> Result<(), Failure> {
    check_is_silent(name)?;
    if own.contains(&name) { Ok(()) } else { Err(play::unknown_agent(name, own)) }
}

/// Refuses agents that need a person, a file or a program.
pub(crate) fn check_is_silent(name: &str) -> Result<(), Failure> {
    if name == HUMAN || name.starts_with(SCRIPTED) || name.starts_with(PROGRAM) {
        let problem = Diagnostic::new("sim/agent", format!("`{name}` cannot play in a simulation"));
        return Err(problem.fix("use random players, or those of the game").into());
    }
    Ok(())
}

/// What is told of games.
pub(crate) struct Report<S> {
    pub(crate) tally: Tally<S>,
    pub(crate) played: Played,
    /// What people are told below the results.
    pub(crate) lines: Vec<String>,
    /// What programs are told beside the results.
    pub(crate) fields: Vec<Field>,
    pub(crate) interruption: Option<Problems>,
}

pub(crate) fn tell<S: Score>(report: Report<S>, out: &mut Output) -> Result<(), Failure> {
    let Report { tally, played, lines, fields, interruption } = report;
    if out.json {
        let problems = interruption.unwrap_or_default();
        let fields = [tally.answer(&played), fields].concat();
        return out.answer(Answer { fields, problems });
    }
    let share = |count: u64| 100.0 * count as f64 / tally.games.max(1) as f64;
    for (key, count) in tally.ended() {
        let words = key.replace('_', " ");
        out.line(&format!("{words:<11}{count:>10}  {:5.1} %", share(count)))?;
    }
    if tally.unfinished > 0 {
        let count = tally.unfinished;
        out.line(&format!("{:<11}{count:>10}  {:5.1} %", "unfinished", share(count)))?;
    }
    lines.iter().try_for_each(|line| out.line(line))?;
    out.line(&format!(
        "{}, {:.1} actions each, {:.2} million actions/s, {:.0} games/s on {}",
        plural(tally.games, "game"),
        tally.mean_steps(),
        played.per_second(tally.steps) / 1e6,
        played.per_second(tally.games),
        plural(played.threads, "thread"),
    ))?;
    interruption.map_or(Ok(()), |problems| Err(problems.into()))
}
