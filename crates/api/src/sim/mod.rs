//! Many games, counted: how often each side won, how long games are, how fast they were played.
//!
//! `Simulation` of [`crate::mafia::sim`], [`crate::botc::sim`] and [`crate::lorcana::sim`] plays a [`Range`] of games and returns a
//! [`Tally`]. A range may be cut into units, played on as many machines as there are: their tallies add up to that of the whole.

mod runner;
#[cfg(test)]
mod units;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::Field;
use crate::diagnostic::Problems;

pub(crate) use self::runner::{Game, Log, count, unknown};
pub use self::runner::{Sink, useful_threads};

/// How many of some games were won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Won {
    /// So many were won.
    pub won: u64,
    /// Of so many.
    pub of: u64,
}

impl Won {
    /// Adds other games.
    pub const fn add(&mut self, other: Self) {
        add(&mut self.won, other.won);
        add(&mut self.of, other.of);
    }

    /// One finished game.
    #[must_use]
    pub(crate) fn one(is_won: bool) -> Self {
        Self { won: is_won.into(), of: 1 }
    }

    /// Whether so many games can have come to this.
    pub(crate) const fn fits(self, games: u64) -> bool {
        self.won <= self.of && self.of <= games
    }

    /// The share that was won.
    #[must_use]
    pub fn rate(self) -> f64 {
        self.won as f64 / self.of.max(1) as f64
    }

    /// The 95 % confidence interval of the rate (Wilson's score interval).
    #[must_use]
    pub fn interval(self) -> [f64; 2] {
        // The 97.5 % quantile of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        if self.of == 0 {
            return [0.0, 1.0];
        }
        let (n, rate) = (self.of as f64, self.rate());
        let middle = (rate + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
        [(middle - half).max(0.0), (middle + half).min(1.0)]
    }

    /// The rate and its bounds.
    #[must_use]
    pub fn to_json(self) -> Value {
        let [low, high] = self.interval();
        json!({ "games": self.of, "wins": self.won, "rate": self.rate(), "low": low, "high": high })
    }
}

/// Games of a seed: `first`, `first + 1` and so on. Every game has its own generator, so it is the same in whatever range it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The random seed.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games there are.
    pub games: u64,
}

/// What is counted in the games of one kind beside their steps. Everything is an integer that adds up, in any order.
pub trait Score: Clone + Default + Send + Serialize + DeserializeOwned {
    /// The ways in which a game can end: the result, and its key in JSON.
    const ENDINGS: &'static [(&'static str, &'static str)];

    /// Adds other games.
    fn add(&mut self, other: &Self);

    /// Whether so many games can have come to this.
    fn fits(&self, games: u64) -> bool;

    /// What programs are told of it.
    fn fields(&self) -> Vec<Field>;
}

/// What was counted in some games. Tallies of ranges add up, in whatever order, to that of all their games, and only what programs are told
/// of it has rates. A unit that was stopped has fewer games than its range, and nobody knows which: it is to be played again as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally<S> {
    /// Games that were played.
    pub games: u64,
    /// Actions in all of them.
    pub steps: u64,
    /// Games that did not end.
    pub unfinished: u64,
    /// How often each ending came, in the order of [`Score::ENDINGS`].
    pub endings: Vec<u64>,
    /// What the games of one kind count beside that.
    pub score: S,
}

impl<S: Score> Default for Tally<S> {
    fn default() -> Self {
        let endings = vec![0; S::ENDINGS.len()];
        Self { games: 0, steps: 0, unfinished: 0, endings, score: S::default() }
    }
}

impl<S: Score> Tally<S> {
    /// Adds the games of another range.
    pub fn merge(&mut self, other: &Self) {
        add(&mut self.games, other.games);
        add(&mut self.steps, other.steps);
        add(&mut self.unfinished, other.unfinished);
        self.endings.iter_mut().zip(&other.endings).for_each(|(count, more)| add(count, *more));
        self.score.add(&other.score);
    }

    /// How many actions a game has on average.
    #[must_use]
    pub fn mean_steps(&self) -> f64 {
        if self.games > 0 { self.steps as f64 / self.games as f64 } else { 0.0 }
    }

    /// How often each ending came, by its key.
    pub fn ended(&self) -> impl Iterator<Item = (&'static str, u64)> {
        S::ENDINGS.iter().map(|(_, key)| *key).zip(self.endings.iter().copied())
    }

    /// What programs are told of these games.
    #[must_use]
    pub fn answer(&self, played: &Played) -> Vec<Field> {
        let mut fields: Vec<Field> = vec![
            ("games", self.games.into()),
            ("steps", self.steps.into()),
            ("mean_steps", self.mean_steps().into()),
            ("steps_per_s", played.per_second(self.steps).into()),
            ("games_per_s", played.per_second(self.games).into()),
            ("seed", played.seed.into()),
            ("threads", played.threads.into()),
            ("elapsed_s", played.seconds.into()),
            ("unfinished", self.unfinished.into()),
        ];
        fields.extend(self.ended().map(|(key, count)| (key, count.into())));
        fields.extend(self.score.fields());
        fields
    }

    /// The integers themselves, for whoever adds up tallies of many machines.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!(self)
    }

    /// Reads back what [`Tally::to_json`] has written.
    ///
    /// # Errors
    /// Why this is no tally of such games.
    pub fn from_json(value: &Value) -> Result<Self, Problems> {
        let refused =
            |why: &str| Problems::unreadable("sim/tally", format!("not a tally of these games: {why}"));
        let tally = Self::deserialize(value).map_err(|error| refused(&error.to_string()))?;
        let ended = tally.endings.iter().try_fold(tally.unfinished, |sum, count| sum.checked_add(*count));
        let is_sound = tally.endings.len() == S::ENDINGS.len()
            && ended == Some(tally.games)
            && tally.score.fits(tally.games);
        if is_sound { Ok(tally) } else { Err(refused("its counts contradict each other")) }
    }

    fn count(&mut self, game: &Game<S>) {
        add(&mut self.games, 1);
        add(&mut self.steps, game.steps);
        self.score.add(&game.score);
        let is_meant =
            |(result, _): &(&str, &str)| game.outcome.is_some_and(|outcome| outcome.result == *result);
        let at = S::ENDINGS.iter().position(is_meant);
        let count = at.and_then(|at| self.endings.get_mut(at)).unwrap_or(&mut self.unfinished);
        add(count, 1);
    }
}

/// Adds to a count. Those that are read may be anything.
pub(crate) const fn add(count: &mut u64, more: u64) {
    *count = count.saturating_add(more);
}

/// How games were played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played {
    /// The random seed.
    pub seed: u64,
    /// On so many threads.
    pub threads: usize,
    /// In so many seconds.
    pub seconds: f64,
}

impl Played {
    /// How many of something there were in a second.
    #[must_use]
    pub fn per_second(&self, count: u64) -> f64 {
        if self.seconds > 0.0 { (count as f64 / self.seconds).round() } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds agree with those of statistics packages.
    #[test]
    fn intervals_are_wilsons() {
        for (won, of, low, high) in [
            (0, 0, 0.0, 1.0),
            (0, 10, 0.0, 0.2775),
            (10, 10, 0.7225, 1.0),
            (5, 10, 0.2366, 0.7634),
            (617, 1000, 0.5865, 0.6466),
        ] {
            let interval = Won { won, of }.interval();
            let is_near = |a: f64, b: f64| (a - b).abs() < 5e-5;
            assert!(is_near(interval[0], low) && is_near(interval[1], high), "{won} of {of}: {interval:?}");
        }
    }
}
