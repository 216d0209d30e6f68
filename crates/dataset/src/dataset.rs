//! A directory with shards: what is there, what is missing, and playing that.

use std::io;
use std::num::NonZero;
use std::path::Path;

use gaslamp_api::sim::{Range, Tally};
use gaslamp_api::{Course, Problems};
use gaslamp_core::Diagnostic;

use parquet::file::reader::{FileReader as _, SerializedFileReader};

use crate::manifest::{self, Manifest};
use crate::shard::{Shards, Stop, unwritten};
use crate::source::Source;

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan<'a> {
    /// The directory.
    pub dir: &'a Path,
    /// The random seed.
    pub seed: u64,
    /// How many games the dataset is to have.
    pub games: u64,
    /// How many of them a file has.
    pub shard: NonZero<u64>,
}

/// A directory that holds this dataset or will.
#[derive(Debug)]
pub struct Dataset<'a, S> {
    source: &'a S,
    plan: Plan<'a>,
    manifest: Manifest,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written<S> {
    /// The games of the shards that were written now.
    pub tally: Tally<S>,
    /// How many files were written now.
    pub shards: u64,
    /// How many of the wanted games are there now.
    pub games: u64,
}

impl<'a, S: Source> Dataset<'a, S> {
    /// Opens a directory, or makes it. What a dead process left there is removed.
    ///
    /// # Errors
    /// Another dataset or something else that is there, or a place that cannot be written.
    pub fn open(source: &'a S, plan: Plan<'a>) -> Result<Self, Problems> {
        let Plan { dir, seed, shard, .. } = plan;
        let manifest = Manifest::of(source, seed, shard);
        // Another dataset is refused before anything is made or removed.
        if !is_same(dir, &manifest)? {
            gaslamp_files::create_dir_all(dir).map_err(|error| unwritten(dir, &error))?;
            gaslamp_files::tidy(dir);
            begin(dir, &manifest)?;
        }
        gaslamp_files::tidy(dir);
        check_files(dir, seed)?;
        Ok(Self { source, plan, manifest })
    }

    /// How many of the wanted games are there.
    ///
    /// # Errors
    /// That the directory cannot be read.
    pub fn kept(&self) -> Result<u64, Problems> {
        let wanted = 0..self.plan.games;
        let shards = shards(self.plan.dir)?;
        let inside = |(first, end): &(u64, u64)| (*end).min(wanted.end).saturating_sub(*first);
        Ok(merged(shards).iter().map(inside).sum())
    }

    /// Plays what is missing, unless somebody does not want to wait: then the shards that are complete by then.
    ///
    /// # Errors
    /// What went wrong with a game, or a file that cannot be written; the shards before it stay.
    pub fn play(&self, course: &Course<'_>) -> Result<Written<S::Score>, Problems> {
        let Plan { dir, seed, games, shard } = self.plan;
        let player = Shards::new(self.source, &self.manifest)?;
        let mut written = Written { tally: Tally::default(), shards: 0, games: 0 };
        let mut from = 0;
        // The directory is read anew each time, since another process may write the same dataset.
        while let Some((first, end)) = missing(&merged(shards(dir)?), from, games, shard) {
            if course.is_stopped() {
                break;
            }
            let range = Range { seed, first, games: end - first };
            match player.write(&dir.join(name(first, end)), range, course) {
                Ok(tally) => {
                    written.tally.merge(&tally);
                    written.shards += 1;
                }
                Err(Stop::Written) => {}
                Err(Stop::Interrupted) => break,
                Err(Stop::Failed(problems)) => return Err(problems),
            }
            from = end;
        }
        written.games = self.kept()?;
        Ok(written)
    }
}

/// Whether a directory holds this dataset; another one is refused.
fn is_same(dir: &Path, manifest: &Manifest) -> Result<bool, Problems> {
    let there = Manifest::read(dir)?;
    there.map_or(Ok(false), |there| there.check_same(manifest, dir).map(|()| true))
}

/// Writes the manifest into an empty directory.
fn begin(dir: &Path, manifest: &Manifest) -> Result<(), Problems> {
    let mut entries = std::fs::read_dir(dir).map_err(|error| unreadable(dir, &error))?;
    // Another process that begins the same dataset may have been faster, with its manifest or a draft of it.
    if entries.any(|entry| entry.is_ok_and(|entry| !is_hidden(&entry.file_name())))
        && !is_same(dir, manifest)?
    {
        let message = format!("`{}` is not empty, and holds no dataset", dir.display());
        return Err(Diagnostic::new("dataset/directory", message).fix("name another directory").into());
    }
    let file = dir.join(manifest::NAME);
    match gaslamp_files::create(&file, manifest.text().as_bytes()) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => is_same(dir, manifest).map(|_| ()),
        written => written.map_err(|error| unwritten(&file, &error)),
    }
}

fn is_hidden(name: &std::ffi::OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with('.'))
}

fn unreadable(dir: &Path, error: &io::Error) -> Problems {
    Problems::unreadable("dataset/directory", format!("cannot read `{}`: {error}", dir.display()))
}

/// The name of the file with these games.
fn name(first: u64, end: u64) -> String {
    format!("games-{first:08}-{:08}.parquet", end - 1)
}

/// The games of a file with such a name, up to the one after the last.
fn games_of(name: &str) -> Option<(u64, u64)> {
    let (first, last) = name.strip_prefix("games-")?.strip_suffix(".parquet")?.split_once('-')?;
    let (first, end) = (first.parse().ok()?, last.parse::<u64>().ok()?.checked_add(1)?);
    (first < end).then_some((first, end))
}

/// The games of all files.
fn shards(dir: &Path) -> Result<Vec<(u64, u64)>, Problems> {
    let entries = std::fs::read_dir(dir).map_err(|error| unreadable(dir, &error))?;
    Ok(entries.flatten().filter_map(|entry| entry.file_name().to_str().and_then(games_of)).collect())
}

/// Refuses files that have been damaged, exchanged or added: their games would be counted as there.
fn check_files(dir: &Path, seed: u64) -> Result<(), Problems> {
    let mut there = shards(dir)?;
    there.sort_unstable();
    let mut last_end = 0;
    for (first, end) in there {
        let file = dir.join(name(first, end));
        let own = [("first", first), ("games", end - first), ("seed", seed)];
        let fault = match fields_of(&file) {
            Err(message) => Some(message),
            Ok(_) if first < last_end => Some("another file has some of its games".to_owned()),
            Ok(fields) => own.iter().find_map(|(key, value)| {
                let told = fields.iter().find(|(name, _)| name == &format!("gaslamp.{key}"));
                let told = told.map_or("nothing", |(_, told)| told.as_str());
                (told != value.to_string()).then(|| format!("its `{key}` is {told}, not {value}"))
            }),
        };
        if let Some(fault) = fault {
            let message = format!("`{}` is not what its name says: {fault}", file.display());
            let fix = "remove it, and its games are played again";
            return Err(Diagnostic::new("dataset/file", message).fix(fix).into());
        }
        last_end = end;
    }
    Ok(())
}

/// What a file says of itself.
fn fields_of(file: &Path) -> Result<Vec<(String, String)>, String> {
    let opened = std::fs::File::open(file).map_err(|error| error.to_string())?;
    let reader = SerializedFileReader::new(opened).map_err(|error| error.to_string())?;
    let fields = reader.metadata().file_metadata().key_value_metadata().into_iter().flatten();
    Ok(fields.map(|field| (field.key.clone(), field.value.clone().unwrap_or_default())).collect())
}

/// Ranges in order, none of which meets another.
fn merged(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (first, end) in ranges {
        match merged.last_mut() {
            Some(last) if first <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((first, end)),
        }
    }
    merged
}

/// The first shard that is missing: up to the next multiple of its size, or the next game that is there. So a dataset whose last shard
/// was a small one grows without that shard being played again.
fn missing(there: &[(u64, u64)], from: u64, games: u64, shard: NonZero<u64>) -> Option<(u64, u64)> {
    let first =
        there.iter().find(|(first, end)| (*first..*end).contains(&from)).map_or(from, |(_, end)| *end);
    let multiple = (first / shard + 1).saturating_mul(shard.get());
    let next = there.iter().map(|(next, _)| *next).find(|next| *next > first).unwrap_or(u64::MAX);
    let end = multiple.min(next).min(games);
    (first < end).then_some((first, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_which_games_there_are() {
        for (first, end) in [(0, 1), (0, 1000), (99_999_999, 100_000_001)] {
            assert_eq!(games_of(&name(first, end)), Some((first, end)));
        }
        assert_eq!(name(0, 1000), "games-00000000-00000999.parquet");
        let last = u64::MAX;
        for wrong in ["games-1-0.parquet", "games-0.parquet", "games-0-1", "x", "games--1.parquet"] {
            assert_eq!(games_of(wrong), None, "{wrong}");
        }
        assert_eq!(games_of(&format!("games-0-{last}.parquet")), None);
    }

    #[test]
    fn shards_fill_what_is_missing() {
        let all = |there: &[(u64, u64)], games, shard| {
            let there = merged(there.to_vec());
            let shard = NonZero::new(shard).unwrap();
            let mut found = Vec::new();
            let mut from = 0;
            while let Some((first, end)) = missing(&there, from, games, shard) {
                found.push((first, end));
                from = end;
            }
            found
        };
        assert_eq!(all(&[], 25, 10), [(0, 10), (10, 20), (20, 25)]);
        assert_eq!(all(&[(20, 25), (0, 10)], 25, 10), [(10, 20)]);
        assert_eq!(all(&[(0, 10), (10, 15)], 31, 10), [(15, 20), (20, 30), (30, 31)]);
        assert_eq!(all(&[(0, 10)], 5, 10), []);
        assert_eq!(all(&[(3, 5), (4, 7)], 9, 10), [(0, 3), (7, 9)]);
        assert_eq!(all(&[], 0, 10), []);
        assert_eq!(all(&[], 3, 1), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(all(&[], 3, u64::MAX), [(0, 3)]);
    }
}
