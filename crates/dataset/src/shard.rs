//! The games of one file: played by all threads, written in order by one.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use gaslamp_api::sim::{Range, Tally};
use gaslamp_api::{Course, Problems};
use gaslamp_core::{Diagnostic, Game as _, Notation as _, Run, Seat, record};
use gaslamp_learn::trajectory::trajectories;
use gaslamp_learn::{Kind, Learnable, Options};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;

use crate::manifest::Manifest;
use crate::schema::{self, Columns, Game, LARGEST_GROUP, Player};
use crate::source::Source;

/// Games that are played before their rows are written: enough for all threads, and few enough to be held in memory.
const AT_ONCE: u64 = 64;

/// What plays shards.
pub(crate) struct Shards<'a, S: Source> {
    source: &'a S,
    kind: Arc<Kind<S::Game>>,
    agents: Vec<(&'static str, &'a str)>,
    manifest: &'a Manifest,
    /// A row group is written once its columns have so many bytes in memory.
    pub(crate) largest_group: usize,
}

/// Why a shard is not there.
pub(crate) enum Stop {
    /// Somebody did not want to wait.
    Interrupted,
    /// Somebody else has just written it.
    Written,
    /// Something is wrong.
    Failed(Problems),
}

impl From<Problems> for Stop {
    fn from(problems: Problems) -> Self {
        Self::Failed(problems)
    }
}

impl<'a, S: Source> Shards<'a, S> {
    pub(crate) fn new(source: &'a S, manifest: &'a Manifest) -> Result<Self, Problems> {
        let options = Options { has_talk: source.offers_talk(), ..Options::default() };
        let kind = Arc::new(Kind::new(source.setup().clone(), options)?);
        Ok(Self { source, kind, agents: source.agents(), manifest, largest_group: LARGEST_GROUP })
    }

    /// Plays a range and writes it as a file, or leaves no file.
    pub(crate) fn write(
        &self,
        file: &Path,
        range: Range,
        course: &Course<'_>,
    ) -> Result<Tally<S::Score>, Stop> {
        let mut played = None;
        // What goes wrong with games is no error of the system, and is kept for whoever asked.
        let written = gaslamp_files::create_with(file, |open| match self.fill(open, range, course) {
            Ok(tally) => {
                played = Some(Ok(tally));
                Ok(())
            }
            Err(Unwritten::Io(error)) => Err(error),
            Err(Unwritten::Stop(stop)) => {
                played = Some(Err(stop));
                Err(io::ErrorKind::Other.into())
            }
        });
        match (played, written) {
            (Some(Err(stop)), _) => Err(stop),
            (Some(Ok(tally)), Ok(())) => Ok(tally),
            (_, Err(error)) if error.kind() == io::ErrorKind::AlreadyExists => Err(Stop::Written),
            (_, Err(error)) => Err(Stop::Failed(unwritten(file, &error))),
            (None, Ok(())) => Err(Stop::Failed(unwritten(file, &"nothing was played"))),
        }
    }

    fn fill(&self, open: &mut File, range: Range, course: &Course<'_>) -> Result<Tally<S::Score>, Unwritten> {
        let mut file = schema::writer(open, self.fields(range))?;
        let mut columns = Columns::default();
        let mut sum = Tally::default();
        let mut first = range.first;
        let mut left = range.games;
        while left > 0 {
            let games = left.min(AT_ONCE);
            let (tally, played) =
                self.play(Range { first, games, ..range }, course).map_err(Unwritten::Stop)?;
            sum.merge(&tally);
            for (game, played) in (first..).zip(played) {
                columns.push(range.seed, game, played);
                if columns.bytes() >= self.largest_group {
                    columns.flush(&mut file)?;
                }
            }
            (first, left) = (first + games, left - games);
        }
        columns.flush(&mut file)?;
        file.close()?;
        Ok(sum)
    }

    /// What the file says of itself.
    fn fields(&self, range: Range) -> Vec<KeyValue> {
        let own = [("first", range.first.to_string()), ("games", range.games.to_string())];
        let all = self.manifest.fields().chain(own);
        all.map(|(key, value)| KeyValue::new(format!("gaslamp.{key}"), value)).collect()
    }

    /// Plays some games, and emits them in order.
    fn play(&self, range: Range, course: &Course<'_>) -> Result<(Tally<S::Score>, Vec<Game>), Stop> {
        let games: Mutex<Vec<Option<Game>>> = Mutex::new((0..range.games).map(|_| None).collect());
        let sink = |number: u64, line: &str| {
            let game = self.read(line).map_err(|problem| {
                let message = format!("game {number}: {}", problem.message);
                Diagnostic { message, ..problem }
            })?;
            let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = games.get_mut((number - range.first) as usize) {
                *place = Some(game);
            }
            Ok(())
        };
        let tally = self.source.unit(range, course, Some(&sink))?;
        let games: Option<Vec<Game>> =
            games.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect();
        // Games are missing only if somebody did not want to wait.
        games.map(|games| (tally, games)).ok_or(Stop::Interrupted)
    }

    /// What the seats have seen and done in a recorded game.
    fn read(&self, line: &str) -> Result<Game, Diagnostic> {
        let first = |problems: Vec<Diagnostic>| {
            let none = || Diagnostic::new("dataset/record", "the record of a game cannot be read");
            problems.into_iter().next().unwrap_or_else(none)
        };
        let run: Run<S::Game> = record::read(line).map_err(first)?;
        let dealt = dealt(&run)?;
        let outcome = run.state().outcome();
        let names = S::Game::names(self.source.setup());
        let trajectories = trajectories(&self.kind, &run)?;
        let seats = names.into_iter().zip(trajectories).enumerate().map(|(index, (name, trajectory))| {
            let seat = Seat::new(index);
            let side = dealt.as_ref().and_then(|state| state.side(seat)).unwrap_or_default();
            let agent = self.agents.iter().find(|(of, _)| *of == side).map_or("", |(_, name)| name);
            Player {
                name,
                agent: agent.to_owned(),
                role: dealt.as_ref().map_or_else(String::new, |state| state.role(seat)),
                side: side.to_owned(),
                score: outcome.map_or(0, |outcome| outcome.score(seat)),
                trajectory,
            }
        });
        let result = outcome.map_or("unfinished", |outcome| outcome.result);
        Ok(Game { result, record: line.to_owned(), seats: seats.collect() })
    }
}

/// The state in which everybody first has a side; none if the game did not come to it.
fn dealt<G: Learnable>(run: &Run<G>) -> Result<Option<G>, Diagnostic> {
    let record = run.record();
    for steps in 0..=record.actions.len() {
        let before = record.prefix(steps).replay().map_err(|error| Diagnostic::from(error.refusal))?;
        if before.state().side(Seat::new(0)).is_some() {
            return Ok(Some(before.state().clone()));
        }
    }
    Ok(None)
}

/// Why a file is not complete.
enum Unwritten {
    Io(io::Error),
    Stop(Stop),
}

impl From<ParquetError> for Unwritten {
    fn from(error: ParquetError) -> Self {
        Self::Io(match error {
            // Most are those of the system.
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => *error,
                Err(error) => io::Error::other(error),
            },
            error => io::Error::other(error),
        })
    }
}

/// That a file cannot be written.
pub(crate) fn unwritten(file: &Path, why: &dyn fmt::Display) -> Problems {
    Problems::unreadable("dataset/file", format!("cannot write `{}`: {why}", file.display()))
}
