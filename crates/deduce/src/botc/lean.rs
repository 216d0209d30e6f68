//! Learns what to draw more often from draws that came far along the timeline.
//!
//! Accepts [`Note`]s of what was drawn and how far it came, emits factors for the weights by which candidates are drawn. Every draw is
//! divided by its probability (importance sampling): a bad lesson costs draws but biases nothing.

use std::collections::BTreeMap;

use gaslamp_botc::CharacterSet;
use gaslamp_core::{Rng, Seat, Seats};

use super::deal_hypothesis::Candidate;
use super::draw::{Drawer, Mixture};
use super::tally::{Outcome, Tally};
use super::world_search::Reached;

/// The result of a draw.
#[derive(Clone, Debug)]
pub(super) struct Note {
    /// Which of its candidates every seat was.
    pub(super) chosen: Vec<usize>,
    /// How often it was to be expected among all draws.
    pub(super) expected: f64,
    /// Its weight before it is played, however it was drawn.
    pub(super) weight: f64,
    /// How far it came.
    pub(super) reached: Reached,
    /// Its worlds; `None` if it does not fit.
    pub(super) outcome: Option<Outcome>,
}

/// The training data: what was drawn, from which distribution, and how far it came.
pub(super) struct Pool<'a> {
    first: &'a Mixture<'a>,
    /// How often plain draws have each candidate.
    usual: Vec<Vec<f64>>,
    /// The draws that are still worth learning from, including all that fit.
    notes: Vec<Note>,
    /// The number of draws from the first distribution.
    drawn_first: f64,
    /// The other distributions drawn from, and how often.
    learned: Vec<(f64, Drawer<'a>)>,
}

/// How many of the draws that came furthest to learn from, unless more fit.
const ELITE: usize = 100;

/// The number of plain draws, which need not be played, from which the frequencies of candidates are estimated.
const SEEN: usize = 20_000;

/// The part of the frequencies that always comes from plain draws.
const KEPT: f64 = 0.1;

impl<'a> Pool<'a> {
    /// Begins with a number of draws from the first distribution.
    pub(super) fn new(plain: &Drawer<'_>, first: &'a Mixture<'a>, draws: usize, notes: Vec<Note>) -> Self {
        let mut rng = Rng::new(0);
        let drawn = (0..SEEN).filter_map(|place| plain.draw((place as f64 + 0.5) / SEEN as f64, &mut rng));
        let drawn: Vec<Vec<usize>> = drawn.map(|draw| draw.chosen).collect();
        let usual = frequencies(drawn.iter().map(|chosen| (chosen, 1.0)));
        Self { first, usual, notes, drawn_first: draws as f64, learned: Vec::new() }
    }

    /// Adds draws, a share of which came from this distribution and the rest from the first.
    pub(super) fn add(&mut self, drawer: Drawer<'a>, share: f64, draws: usize, notes: Vec<Note>) {
        let learned = share * draws as f64;
        let others = draws as f64 - learned;
        for note in &mut self.notes {
            note.expected +=
                others * self.first.density(&note.chosen) + learned * drawer.density(&note.chosen);
        }
        let level = self.level();
        for mut note in notes.into_iter().filter(|note| note.level() >= level) {
            let before = self.learned.iter().map(|(draws, drawer)| draws * drawer.density(&note.chosen));
            note.expected += before.sum::<f64>() + self.drawn_first * self.first.density(&note.chosen);
            self.notes.push(note);
        }
        let level = self.level();
        self.notes.retain(|note| note.level() >= level);
        self.drawn_first += others;
        self.learned.push((learned, drawer.retired()));
    }

    /// Everything that fits, each divided by how often it was to be expected among all draws so far. Draws from which was learned
    /// where to look come out slightly too light (adaptive multiple importance sampling), which fades with their number.
    pub(super) fn tally(&self, options: &[Vec<Candidate>]) -> Tally {
        let mut tally = Tally::new(options.len());
        for note in &self.notes {
            let Some(outcome) = &note.outcome else { continue };
            let roles = note.chosen.iter().zip(options).map(|(at, candidates)| candidates[*at].role);
            tally.add(roles, outcome, note.weight / note.expected);
        }
        tally.is_hurried = true;
        tally
    }

    /// How far the draws came that are learned from.
    fn level(&self) -> (bool, Reached) {
        let mut levels: Vec<(bool, Reached)> = self.notes.iter().map(Note::level).collect();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        let fitting = levels.iter().filter(|(fits, _)| *fits).count();
        levels.get(ELITE.max(fitting).min(levels.len()).saturating_sub(1)).copied().unwrap_or_default()
    }

    /// What to draw more often: the candidates with new weights, and how often which seats should be evil.
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

    /// The draws to learn from, with their weights.
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

/// The candidates of a seat with weights that draw them about as often as wanted, if that differs from plain draws by more than chance.
fn leaning(candidates: &[Candidate], usual: &[f64], wanted: &[f64], worth: f64) -> Vec<Candidate> {
    // What was never drawn is assumed to be half as frequent as what was drawn once.
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

/// How often every seat is each of its candidates.
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

/// How far to trust the frequencies in a sample of this size over the usual ones: not at all if they differ only as much as chance
/// explains, almost fully if they differ much more (the James–Stein estimator).
fn trust(usual: &[f64], wanted: &[f64], worth: f64) -> f64 {
    let square = |(usual, wanted): (&f64, &f64)| (wanted - usual) * (wanted - usual) / (usual + 1.0 / worth);
    let squares = worth * usual.iter().zip(wanted).map(square).sum::<f64>();
    let free = usual.iter().zip(wanted).filter(|(usual, wanted)| **usual + **wanted > 0.0).count() as f64;
    if squares > 0.0 { (1.0 - (free - 1.0) / squares).max(0.0) } else { 0.0 }
}

impl Note {
    /// How far it came; all that fit count as equally far.
    fn level(&self) -> (bool, Reached) {
        if self.outcome.is_some() { (true, Reached::default()) } else { (false, self.reached) }
    }

    /// The weight of its worlds, times what it stands for.
    fn own(&self) -> f64 {
        let likely = self.outcome.as_ref().map_or(0.0, |outcome| outcome.weight);
        self.weight * likely / self.expected
    }
}

/// Flattens weights if a few are as large as all others together: little can be learned from a few.
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

/// The effective sample size: how many draws of equal weight are as informative as these.
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
