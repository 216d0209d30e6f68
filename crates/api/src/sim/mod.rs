//! Many games, counted: how often each side won, how long games are, how fast they were played.

use serde_json::{Value, json};

use crate::answer::Field;

/// How many of some games were won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Won {
    /// So many were won.
    pub won: u64,
    /// Of so many.
    pub of: u64,
}

impl Won {
    /// Adds other games.
    pub const fn add(&mut self, other: Self) {
        self.won += other.won;
        self.of += other.of;
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

/// The counts so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games that were played.
    pub games: u64,
    /// Actions in all of them.
    pub steps: u64,
    /// Games that did not end.
    pub unfinished: u64,
    /// How often each ending came, by its key in JSON.
    pub endings: Vec<(&'static str, u64)>,
}

impl Counts {
    /// How many actions a game has on average.
    #[must_use]
    pub fn mean_steps(&self) -> f64 {
        if self.games > 0 { self.steps as f64 / self.games as f64 } else { 0.0 }
    }
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

/// What every simulation tells; what one game tells beside it follows.
#[must_use]
pub fn fields(counts: &Counts, played: &Played) -> Vec<Field> {
    let mut fields: Vec<Field> = vec![
        ("games", counts.games.into()),
        ("steps", counts.steps.into()),
        ("mean_steps", counts.mean_steps().into()),
        ("steps_per_s", played.per_second(counts.steps).into()),
        ("games_per_s", played.per_second(counts.games).into()),
        ("seed", played.seed.into()),
        ("threads", played.threads.into()),
        ("elapsed_s", played.seconds.into()),
        ("unfinished", counts.unfinished.into()),
    ];
    fields.extend(counts.endings.iter().map(|&(key, count)| (key, count.into())));
    fields
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
