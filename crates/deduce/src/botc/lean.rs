//! What to draw more often, learned from draws that came far along the timeline.
//!
//! Accepts [`Note`]s of what was drawn and how far it came, emits factors for the weights by which candidates are drawn. Whatever is
//! learned, what is drawn is divided by how likely it was: a bad lesson costs draws, and makes nothing wrong.

use std::collections::BTreeMap;

use gaslamp_botc::CharacterSet;
use gaslamp_core::{Rng, Seat, Seats};

use super::deal_hypothesis::Candidate;
use super::draw::Drawer;
use super::tally::Outcome;
use super::world_search::Reached;

/// What became of a draw.
#[derive(Clone, Debug)]
pub(super) struct Note {
    /// Which of its candidates every seat was.
    pub(super) chosen: Vec<usize>,
    /// How often it was to be expected among all draws.
    pub(super) expected: f64,
    /// What it weighs before it is played, however it was drawn.
    pub(super) weight: f64,
    /// How far it came.
    pub(super) reached: Reached,
    /// Its worlds; nothing if it does not fit.
    pub(super) outcome: Option<Outcome>,
}

/// What is learned of: what was drawn, by whom, and how far it came.
pub(super) struct Pool<'a> {
    plain: &'a Drawer<'a>,
    /// How often candidates are drawn plainly.
    usual: Vec<Vec<f64>>,
    /// The draws that may still be learned of; all that fit are among them.
    notes: Vec<Note>,
    /// How many were drawn plainly.
    plainly: f64,
    /// Who else has drawn, and how many.
    learned: Vec<(f64, Drawer<'a>)>,
}

/// Of so many draws that came furthest is learned, or of all that fit if these are more.
const ELITE: usize = 100;

/// By so many plain draws, which need not be played, it is seen how often candidates are drawn.
const SEEN: usize = 20_000;

/// This part of the frequencies is always that of the plain draws.
const KEPT: f64 = 0.1;

impl<'a> Pool<'a> {
    /// Begins with so many plain draws.
    pub(super) fn new(plain: &'a Drawer<'a>, draws: usize, notes: Vec<Note>) -> Self {
        let mut rng = Rng::new(0);
        let drawn = (0..SEEN).filter_map(|place| plain.draw((place as f64 + 0.5) / SEEN as f64, &mut rng));
        let drawn: Vec<Vec<usize>> = drawn.collect();
        let usual = frequencies(drawn.iter().map(|chosen| (chosen, 1.0)));
        Self { plain, usual, notes, plainly: draws as f64, learned: Vec::new() }
    }

    /// Adds so many draws of which this one has drawn a share, and the rest was plain.
    pub(super) fn add(&mut self, drawer: Drawer<'a>, share: f64, draws: usize, notes: Vec<Note>) {
        let learned = share * draws as f64;
        let plainly = draws as f64 - learned;
        for note in &mut self.notes {
            note.expected +=
                plainly * self.plain.density(&note.chosen) + learned * drawer.density(&note.chosen);
        }
        let level = self.level();
        for mut note in notes.into_iter().filter(|note| note.level() >= level) {
            let before = self.learned.iter().map(|(draws, drawer)| draws * drawer.density(&note.chosen));
            note.expected += before.sum::<f64>() + self.plainly * self.plain.density(&note.chosen);
            self.notes.push(note);
        }
        let level = self.level();
        self.notes.retain(|note| note.level() >= level);
        self.plainly += plainly;
        self.learned.push((learned, drawer.retired()));
    }

    /// How far those came of whom is learned.
    fn level(&self) -> (bool, Reached) {
        let mut levels: Vec<(bool, Reached)> = self.notes.iter().map(Note::level).collect();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        let fitting = levels.iter().filter(|(fits, _)| *fits).count();
        levels.get(ELITE.max(fitting).min(levels.len()).saturating_sub(1)).copied().unwrap_or_default()
    }

    /// What is to be drawn more often: the candidates with the weights by which to draw them, and how often which seats are to be evil.
    pub(super) fn lesson(&self, options: &[Vec<Candidate>]) -> (Vec<Vec<Candidate>>, BTreeMap<u32, f64>) {
        let elite = self.elite();
        let worth = effective(elite.iter().map(|(_, weight)| *weight));
        let wanted = frequencies(elite.iter().map(|(note, weight)| (&note.chosen, *weight)));
        let of_seat = |(seat, candidates): (usize, &Vec<Candidate>)| {
            let of = |table: &[Vec<f64>]| -> Vec<f64> {
                let row = table.get(seat).map_or(&[][..], Vec::as_slice);
                (0..candidates.len()).map(|at| row.get(at).copied().unwrap_or(0.0)).collect()
            };
            leaning(candidates, &of(&self.usual), &of(&wanted), worth)
        };
        (options.iter().enumerate().map(of_seat).collect(), evil_seats(options, &elite))
    }

    /// The draws of which is learned, with their weights.
    fn elite(&self) -> Vec<(&Note, f64)> {
        let level = self.level();
        let is_fitting = level.0;
        let weight = |note: &Note| if is_fitting { note.own() } else { note.weight / note.expected };
        let best = self.notes.iter().filter(|note| note.level() >= level);
        let mut elite: Vec<(&Note, f64)> = best.map(|note| (note, weight(note))).collect();
        temper(&mut elite);
        elite
    }
}

/// The candidates of a seat with weights by which they are drawn about as often as is wanted, where that is more than chance.
fn leaning(candidates: &[Candidate], usual: &[f64], wanted: &[f64], worth: f64) -> Vec<Candidate> {
    // What was never seen among so many may be half as frequent as what was seen once.
    let least = 0.5 / SEEN as f64;
    let trust = trust(usual, wanted, worth);
    let lean = |((candidate, usual), wanted): ((&Candidate, &f64), &f64)| {
        let usual = usual.max(least);
        let wanted = (1.0 - trust) * usual + trust * wanted;
        let factor = ((1.0 - KEPT) * wanted + KEPT * usual) / usual;
        Candidate { weight: candidate.weight * factor, ..*candidate }
    };
    candidates.iter().zip(usual).zip(wanted).map(lean).collect()
}

/// How often every seat is which of its candidates, as far as any was drawn.
fn frequencies<'a>(drawn: impl Iterator<Item = (&'a Vec<usize>, f64)>) -> Vec<Vec<f64>> {
    let mut sums: Vec<Vec<f64>> = Vec::new();
    let mut total = 0.0;
    for (chosen, weight) in drawn {
        total += weight;
        sums.resize_with(chosen.len(), Vec::new);
        for (sums, at) in sums.iter_mut().zip(chosen) {
            sums.resize(sums.len().max(at + 1), 0.0);
            sums[*at] += weight;
        }
    }
    sums.iter_mut().flatten().for_each(|sum| *sum /= f64::max(total, f64::MIN_POSITIVE));
    sums
}

/// How far a seat's frequencies among so many are to be trusted against the usual ones: not at all if they differ as chance makes them,
/// all but fully if they differ much more (the estimator of James and Stein).
fn trust(usual: &[f64], wanted: &[f64], worth: f64) -> f64 {
    let square = |(usual, wanted): (&f64, &f64)| (wanted - usual) * (wanted - usual) / (usual + 1.0 / worth);
    let squares = worth * usual.iter().zip(wanted).map(square).sum::<f64>();
    let free = usual.iter().zip(wanted).filter(|(usual, wanted)| **usual + **wanted > 0.0).count() as f64;
    if squares > 0.0 { (1.0 - (free - 1.0) / squares).max(0.0) } else { 0.0 }
}

impl Note {
    /// How far it came; all that fit came equally far.
    fn level(&self) -> (bool, Reached) {
        if self.outcome.is_some() { (true, Reached::default()) } else { (false, self.reached) }
    }

    /// What its worlds weigh, with what it stands for.
    fn own(&self) -> f64 {
        let likely = self.outcome.as_ref().map_or(0.0, |outcome| outcome.weight);
        self.weight * likely / self.expected
    }
}

/// Evens out weights of which a few are as large as all others together: little is to be learned of a few.
fn temper(elite: &mut [(&Note, f64)]) {
    const FEW: f64 = 30.0;
    const TIMES: usize = 4;
    for _ in 0..TIMES {
        if effective(elite.iter().map(|(_, weight)| *weight)) >= FEW.min(elite.len() as f64 / 2.0) {
            return;
        }
        elite.iter_mut().for_each(|(_, weight)| *weight = weight.sqrt());
    }
}

/// How many draws of equal weight say as much as these.
fn effective(weights: impl Iterator<Item = f64>) -> f64 {
    let (sum, squares) =
        weights.fold((0.0, 0.0), |(sum, squares), weight| (sum + weight, squares + weight * weight));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

/// How often which seats are the evil ones.
pub(super) fn evil_seats(options: &[Vec<Candidate>], elite: &[(&Note, f64)]) -> BTreeMap<u32, f64> {
    let total: f64 = elite.iter().map(|(_, weight)| weight).sum();
    let mut found = BTreeMap::new();
    for (note, weight) in elite {
        let is_evil = |seat: &Seat| {
            let at = note.chosen[seat.index()];
            CharacterSet::EVIL.contains(options[seat.index()][at].role)
        };
        let evil: Seats = (0..options.len()).map(Seat::new).filter(is_evil).collect();
        *found.entry(evil.bits()).or_default() += weight / total;
    }
    found
}
