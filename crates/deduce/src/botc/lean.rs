//! What to draw more often, learned from draws that came far along the course.
//!
//! Accepts [`Note`]s of what was drawn and how far it came, emits factors for the weights by which guesses are drawn. Whatever is
//! learned, what is drawn is divided by how likely it was: a bad lesson costs draws, and makes nothing wrong.

use super::suppose::Guess;
use super::unfold::Reached;

/// What became of a draw.
#[derive(Clone, Debug)]
pub(super) struct Note {
    /// Which of its guesses every seat was.
    pub(super) chosen: Vec<usize>,
    /// How much it stands for, before it was played.
    pub(super) weight: f64,
    /// How far it came.
    pub(super) reached: Reached,
    /// What its worlds weigh; nothing if it does not fit.
    pub(super) own: f64,
}

/// How often every seat is drawn as each of its guesses.
#[derive(Clone, Debug)]
pub(super) struct Frequencies(Vec<Vec<f64>>);

/// Of so many draws that came furthest is learned, or of all that fit if these are more.
const ELITE: usize = 100;

/// This part of the frequencies is always that of the plain draws.
const KEPT: f64 = 0.1;

impl Frequencies {
    /// How often guesses were drawn.
    pub(super) fn drawn(options: &[Vec<Guess>], notes: &[Note]) -> Self {
        Self::of(options, notes.iter().map(|note| (note, 1.0)))
    }

    fn of<'a>(options: &[Vec<Guess>], notes: impl Iterator<Item = (&'a Note, f64)>) -> Self {
        let mut sums: Vec<Vec<f64>> = options.iter().map(|guesses| vec![0.0; guesses.len()]).collect();
        let mut total = 0.0;
        for (note, weight) in notes {
            total += weight;
            note.chosen.iter().zip(&mut sums).for_each(|(at, sums)| sums[*at] += weight);
        }
        sums.iter_mut().flatten().for_each(|sum| *sum /= f64::max(total, f64::MIN_POSITIVE));
        Self(sums)
    }

    /// The options with weights by which guesses are drawn about as often as they were among those that came furthest, where that is
    /// more than chance; these are how often they are drawn with the plain weights.
    pub(super) fn leaning(&self, options: &[Vec<Guess>], notes: &[Note], drawn: usize) -> Vec<Vec<Guess>> {
        let elite = elite(notes);
        let effective = effective(elite.iter().map(|(_, weight)| *weight));
        let wanted = Self::of(options, elite.into_iter());
        let least = 0.5 / drawn.max(1) as f64;
        let lean = |((guesses, usual), wanted): ((&Vec<Guess>, &Vec<f64>), &Vec<f64>)| {
            let trust = trust(usual, wanted, effective);
            let leaning = |((guess, usual), wanted): ((&Guess, &f64), &f64)| {
                let usual = usual.max(least);
                let wanted = (1.0 - trust) * usual + trust * wanted;
                let factor = ((1.0 - KEPT) * wanted + KEPT * usual) / usual;
                Guess { weight: guess.weight * factor, ..*guess }
            };
            guesses.iter().zip(usual).zip(wanted).map(leaning).collect()
        };
        options.iter().zip(&self.0).zip(&wanted.0).map(lean).collect()
    }
}

/// How far a seat's frequencies among so many are to be trusted against the usual ones: not at all if they differ as chance makes them,
/// all but fully if they differ much more (the estimator of James and Stein).
fn trust(usual: &[f64], wanted: &[f64], effective: f64) -> f64 {
    let square = |(usual, wanted): (&f64, &f64)| {
        (wanted - usual) * (wanted - usual) / (usual + 1.0 / effective)
    };
    let squares = effective * usual.iter().zip(wanted).map(square).sum::<f64>();
    let free = usual.iter().zip(wanted).filter(|(usual, wanted)| **usual + **wanted > 0.0).count() as f64;
    if squares > 0.0 { (1.0 - (free - 1.0) / squares).max(0.0) } else { 0.0 }
}

/// The draws of which is learned, with their weights.
fn elite(notes: &[Note]) -> Vec<(&Note, f64)> {
    let mut fitting: Vec<(&Note, f64)> =
        notes.iter().filter(|note| note.own > 0.0).map(|note| (note, note.own)).collect();
    if fitting.len() < ELITE {
        let mut levels: Vec<(bool, Reached)> = notes.iter().map(Note::level).collect();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        let Some(level) = levels.get(ELITE.min(levels.len().saturating_sub(1))).copied() else {
            return fitting;
        };
        fitting = notes.iter().filter(|note| note.level() >= level).map(|note| (note, note.weight)).collect();
    }
    temper(&mut fitting);
    fitting
}

impl Note {
    fn level(&self) -> (bool, Reached) {
        (self.own > 0.0, self.reached)
    }
}

/// Evens out weights of which a few are as large as all others together: nothing is to be learned of a few.
fn temper(elite: &mut [(&Note, f64)]) {
    const FEW: f64 = 30.0;
    for _ in 0..4 {
        if effective(elite.iter().map(|(_, weight)| *weight)) >= FEW.min(elite.len() as f64 / 2.0) {
            return;
        }
        elite.iter_mut().for_each(|(_, weight)| *weight = weight.sqrt());
    }
}

/// How many draws of equal weight say as much as these.
pub(super) fn effective(weights: impl Iterator<Item = f64>) -> f64 {
    let (sum, squares) = weights.fold((0.0, 0.0), |(sum, squares), weight| (sum + weight, squares + weight * weight));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}
