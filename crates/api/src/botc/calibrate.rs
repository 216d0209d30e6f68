//! How well the odds are calibrated: the two experiments of `gaslamp_deduce::botc::calibrate`.

use gaslamp_deduce::botc::calibrate::{Calibration, Ranking};
use serde_json::{Value, json};

/// Buckets with fewer seats are not significant.
pub const LEAST: usize = 30;

/// The experiments that were made with one way for evil players to talk.
#[must_use]
pub fn to_json(variant: &str, a: Option<&Calibration>, b: Option<&Ranking>) -> Value {
    let mut value = json!({ "variant": variant });
    if let Some(a) = a {
        value["a"] = calibration(a);
    }
    if let Some(b) = b {
        value["b"] = json!({
            "games": b.games, "first": b.first, "first_split": b.first_split, "top_three": b.top_three, "guessing": b.guessing,
        });
    }
    value
}

fn calibration(a: &Calibration) -> Value {
    let buckets = a.buckets.iter().map(|bucket| {
        let chance = bucket.chance();
        json!({ "n": bucket.count, "stated": bucket.mean(), "true": bucket.share(), "chance": chance })
    });
    json!({
        "buckets": buckets.collect::<Vec<_>>(), "worst_gap": a.worst_gap(LEAST), "brier": a.brier, "log_loss": a.log_loss,
        "lost": a.lost, "games": a.sample.games, "tellings": a.sample.tellings,
    })
}
