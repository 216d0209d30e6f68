//! `_dataset.json`: what was asked, so that a directory holds one dataset and no mixture.
//!
//! **Reads** any JSON object, **writes** one with a key on each line. Two are the same dataset if all their values are equal; the number of
//! games is not among them, since a dataset may grow.

use std::num::NonZero;
use std::path::Path;

use gaslamp_api::Problems;
use gaslamp_core::bounds::shortened;
use gaslamp_core::{Diagnostic, Notation as _};
use gaslamp_learn::erased::Space;
use serde_json::{Map, Value, json};

use crate::schema;
use crate::source::Source;

/// The name of the file.
pub(crate) const NAME: &str = "_dataset.json";

/// More bytes than any manifest has: a set-up may hold two decks or a script.
const MOST_BYTES: u64 = 1 << 20;

/// What was asked.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Manifest(Map<String, Value>);

impl Manifest {
    /// What is asked of a simulation.
    pub(crate) fn of<S: Source>(source: &S, seed: u64, shard: NonZero<u64>) -> Self {
        let space = Space::of::<S::Game>();
        let setup: Map<String, Value> = S::Game::write_setup(source.setup())
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value.into()))
            .collect();
        let agents: Map<String, Value> =
            source.agents().into_iter().map(|(side, name)| (side.to_owned(), name.into())).collect();
        let mut all = Map::new();
        let mut tell = |key: &str, value: Value| all.insert(key.to_owned(), value);
        tell("schema", schema::VERSION.into());
        tell("version", env!("CARGO_PKG_VERSION").into());
        tell("game", space.game.into());
        tell("game_version", space.version.into());
        tell("encoding", space.encoding.into());
        tell("vocabulary", space.vocabulary.len().into());
        tell("ids", space.actions.into());
        tell("setup", setup.into());
        tell("agents", agents.into());
        if let Some(has_talk) = source.talk() {
            tell("talk", has_talk.into());
        }
        tell("seed", seed.into());
        tell("shard", shard.get().into());
        Self(all)
    }

    /// Reads the one of a directory; none if there is none.
    pub(crate) fn read(dir: &Path) -> Result<Option<Self>, Problems> {
        let place = dir.join(NAME);
        let refused = |why: String| {
            let message = format!("`{}` cannot be read: {why}", place.display());
            Problems::unreadable("dataset/manifest", message)
        };
        let size = match std::fs::metadata(&place) {
            Ok(found) => found.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(refused(error.to_string())),
        };
        if size > MOST_BYTES {
            return Err(refused("it is too large".to_owned()));
        }
        let bytes = std::fs::read(&place).map_err(|error| refused(error.to_string()))?;
        let all = serde_json::from_slice(&bytes).map_err(|error| refused(error.to_string()))?;
        Ok(Some(Self(all)))
    }

    /// The whole file.
    pub(crate) fn text(&self) -> String {
        let lines: Vec<String> =
            self.0.iter().map(|(key, value)| format!("  {}: {value}", json!(key))).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    /// What every shard says of itself, beside its games.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, String)> {
        self.0.iter().map(|(key, value)| (key.as_str(), words(value)))
    }

    /// Refuses another dataset, with both values of everything that differs.
    pub(crate) fn check_same(&self, asked: &Self, dir: &Path) -> Result<(), Problems> {
        let (there, asked) = (flat(&self.0), flat(&asked.0));
        let of = |all: &[(String, String)], key: &str| {
            all.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
        };
        let shown = |value: Option<String>| {
            value.map_or_else(|| "nothing".to_owned(), |value| format!("`{}`", shortened(&value)))
        };
        let added = there.iter().filter(|(key, _)| of(&asked, key).is_none());
        let mut problems = Vec::new();
        for (key, _) in asked.iter().chain(added) {
            let (old, new) = (of(&there, key), of(&asked, key));
            if old != new {
                let (key, old, new) = (shortened(key), shown(old), shown(new));
                let message =
                    format!("`{}` holds another dataset: its {key} is {old}, not {new}", dir.display());
                let fix = "name another directory, or ask for the same";
                problems.push(Diagnostic::new("dataset/other", message).fix(fix));
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
    }
}

/// A value as people write it.
fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// All values, those of objects by the names of both: `agents.red`.
fn flat(all: &Map<String, Value>) -> Vec<(String, String)> {
    let mut flat = Vec::new();
    for (key, value) in all {
        match value {
            Value::Object(fields) => {
                flat.extend(fields.iter().map(|(field, value)| (format!("{key}.{field}"), words(value))));
            }
            _ => flat.push((key.clone(), words(value))),
        }
    }
    flat
}
