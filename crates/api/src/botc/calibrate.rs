//! How well the odds are calibrated: the two experiments of `gaslamp_deduce::botc::calibrate`.
//!
//! A sample may be cut into parts, made on as many machines as there are, and put together again ([`Part::merge`]).

use gaslamp_botc::Script;
use gaslamp_deduce::botc::calibrate::{self, Calibration, Part, Ranked, Ranking, Sample, Told, Variant};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::diagnostic::Problems;
use crate::workers::Course;

/// The games of experiment A (how evil are seats called, and how many are?), unless somebody does not want to wait: then some of them.
///
/// # Errors
/// Why such games cannot be played.
pub fn told(
    script: &Script,
    sample: Sample,
    variant: Variant,
    course: &Course<'_>,
) -> Result<Part<Told>, Problems> {
    check(sample)?;
    let (progress, is_over) = (|| (course.progress)(1), || course.is_stopped());
    Ok(course.workers.install(|| calibrate::calibration(script, sample, variant, progress, is_over))?)
}

/// The games of experiment B (how high is the Demon ranked?), likewise.
///
/// # Errors
/// Why such games cannot be played.
pub fn ranked(
    script: &Script,
    sample: Sample,
    variant: Variant,
    course: &Course<'_>,
) -> Result<Part<Ranked>, Problems> {
    check(sample)?;
    let (progress, is_over) = (|| (course.progress)(1), || course.is_stopped());
    Ok(course.workers.install(|| calibrate::ranking(script, sample, variant, progress, is_over))?)
}

fn check(sample: Sample) -> Result<(), Problems> {
    match sample.first.checked_add(sample.games as u64) {
        Some(_) => Ok(()),
        None => {
            let message = format!("there are no {} games from number {}", sample.games, sample.first);
            Err(Problems::unreadable("calibrate/range", message))
        }
    }
}

/// What came of each game, for whoever puts the parts of many machines together.
#[must_use]
pub fn part_to_json<T: Serialize>(part: &Part<T>) -> Value {
    json!(part)
}

/// Reads back what [`part_to_json`] has written of experiment A.
///
/// # Errors
/// Why this is no such part.
pub fn told_from_json(value: &Value) -> Result<Part<Told>, Problems> {
    let part: Part<Told> = read(value)?;
    if part.games.values().all(Told::is_sound) { Ok(part) } else { Err(refused("more seats than there are")) }
}

/// Reads back what [`part_to_json`] has written of experiment B.
///
/// # Errors
/// Why this is no such part.
pub fn ranked_from_json(value: &Value) -> Result<Part<Ranked>, Problems> {
    read(value)
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<Part<T>, Problems> {
    Part::deserialize(value).map_err(|error| refused(&error.to_string()))
}

fn refused(why: &str) -> Problems {
    Problems::unreadable("calibrate/part", format!("not a part of this experiment: {why}"))
}

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

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::Workers;

    const SAMPLE: Sample = Sample { first: 2, games: 3, tellings: 1, seed: 1 };

    /// However a sample is cut, and in whatever order the parts come, they are the whole to the last digit.
    #[test]
    fn parts_are_the_whole() {
        let (script, stop) = (Script::built_in("tb").expect("an edition"), AtomicBool::new(false));
        let workers = Workers::new("calibrate/threads", NonZero::new(2)).expect("threads");
        let course = Course { workers: &workers, stop: &stop, progress: &|_| () };
        let told_of =
            |first, games| told(&script, Sample { first, games, ..SAMPLE }, Variant::Inventive, &course);
        let ranked_of =
            |first, games| ranked(&script, Sample { first, games, ..SAMPLE }, Variant::Quiet, &course);
        let answer =
            |a: &Part<Told>, b: &Part<Ranked>| to_json("i", Some(&Calibration::of(a)), Some(&Ranking::of(b)));
        let (a, b) = (told_of(2, 3).expect("games"), ranked_of(2, 3).expect("games"));
        assert!(a.games.len() == 3 && !b.games.is_empty());
        for parts in [[(4, 1), (2, 2)], [(3, 2), (2, 1)]] {
            let (mut told, mut ranked) = (told_of(9, 0).expect("none"), ranked_of(9, 0).expect("none"));
            for (first, games) in parts {
                let text = part_to_json(&told_of(first, games).expect("a part")).to_string();
                let read = serde_json::from_str(&text).map(|value| told_from_json(&value)).expect("JSON");
                told.merge(read.expect("a part")).expect("other games");
                let text = part_to_json(&ranked_of(first, games).expect("a part")).to_string();
                let read = serde_json::from_str(&text).map(|value| ranked_from_json(&value)).expect("JSON");
                ranked.merge(read.expect("a part")).expect("other games");
            }
            assert_eq!((&told, &ranked), (&a, &b), "{parts:?}");
            assert_eq!(answer(&told, &ranked).to_string(), answer(&a, &b).to_string());
        }
        let before = a.clone();
        let mut twice = a;
        assert!(twice.merge(before.clone()).is_err(), "the same games");
        let other = Part { seed: 2, ..told_of(20, 0).expect("none") };
        assert!(twice.merge(other).is_err(), "another seed");
        assert_eq!(twice, before);
    }

    #[test]
    fn malformed_parts_are_refused() {
        let ranked = |game: &str| {
            let text = format!(r#"{{"seed":1,"tellings":1,"games":{{"0":{game}}}}}"#);
            ranked_from_json(&serde_json::from_str(&text).expect("JSON")).is_ok()
        };
        assert!(ranked(r#"{"above":0,"equal":1,"living":5}"#));
        assert!(!ranked(r#"{"above":0,"equal":0,"living":5}"#), "the Demon is as suspect as the Demon");
        assert!(!ranked(r#"{"above":0,"equal":1}"#) && !ranked("[]"));
        let mut part = Part { seed: 1, tellings: 1, games: [(0, Told::default())].into() };
        assert!(told_from_json(&part_to_json(&part)).is_ok());
        for game in part.games.values_mut() {
            game.buckets[0].evil = 1;
        }
        let problems = told_from_json(&part_to_json(&part)).expect_err("more evil seats than seats");
        assert_eq!(problems.to_json()[0]["id"], "calibrate/part");
        assert!(told_from_json(&json!({ "seed": 1, "tellings": 1, "games": { "x": {} } })).is_err());
    }

    #[test]
    fn samples_end() {
        let too_far = Sample { first: u64::MAX, ..SAMPLE };
        assert_eq!(check(too_far).map_err(|problems| problems.len()), Err(1));
    }
}
