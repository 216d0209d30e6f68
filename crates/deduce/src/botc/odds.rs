//! How likely everything is, under a [`Model`] of how the game is played: worlds weighed by the set-up, by hidden choices, by what the
//! Storyteller was likely to say, and by who was likely to claim what.
//!
//! Accepts a [`Case`] and a model, emits [`Odds`]. All suppositions are weighed if they are few; of many, so many are drawn, and the odds
//! say how far they may be off for it.

use std::collections::BTreeMap;

use gaslamp_botc::rules::{Deal, Hindsight, SEATS};
use gaslamp_botc::{Character, CharacterSet, SetupSpace, Wishes};
use gaslamp_core::{Diagnostic, Rng, Seat};
use rayon::prelude::*;

use super::case::Case;
use super::claims::Claims;
use super::course::Course;
use super::draw::Drawer;
use super::model::Model;
use super::solve::{options, script};
use super::suppose::{Guess, Supposition, counts, each_seating};
use super::tally::Tally;
use super::unfold::{Options, Unfolding};

/// How likely everything is.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// That this seat is evil now.
    pub evil: Vec<f64>,
    /// That this seat is a Demon now.
    pub demon: Vec<f64>,
    /// That this seat began as this character.
    pub roles: Vec<BTreeMap<Character, f64>>,
    /// How much all worlds weigh together: how likely it was that the game went so and was told so.
    pub total: f64,
    /// How many suppositions were drawn; nothing if all were weighed.
    pub drawn: Option<usize>,
    /// The standard error of `evil` that comes from drawing.
    pub error: Vec<f64>,
}

/// How many suppositions are drawn if nobody says otherwise.
pub const DRAWS: usize = 20_000;

/// Weighs all worlds of a case, or about so many of them.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub fn weigh(case: &Case, model: &Model, draws: usize) -> Result<Odds, Vec<Diagnostic>> {
    let counts = counts(case)?;
    let script = script(case);
    let table = Hindsight::new(&script, counts)?;
    let claims = Claims::new(case, model, table.state());
    let guesses: Vec<Vec<Guess>> =
        (0..case.players.len()).map(|index| claims.guesses(Seat::new(index))).collect();
    let priors = Priors::new(case, counts, model);
    let drawer = Drawer::new(&claims, counts, guesses.clone(), &priors);
    let is_drawn = drawer.size() > draws as f64;
    let weigher = Weigher { model, course: Course::new(case), options: options(case), table };
    let tally = if is_drawn {
        weigher.weigh(draws, |place| {
            let mut rng = Rng::for_game(SEED, place as u64);
            let share = 1.0 / draws as f64;
            drawer.draw((place as f64 + 0.5) * share, share, &mut rng)
        })
    } else {
        let all = listed(&claims, counts, guesses, &priors);
        weigher.weigh(all.len(), |place| all.get(place).cloned())
    };
    Ok(tally.odds(is_drawn.then_some(draws)))
}

/// Any number: the same case has the same odds.
const SEED: u64 = 1;

/// Every supposition with its weight.
fn listed(
    claims: &Claims<'_>,
    counts: [usize; 4],
    guesses: Vec<Vec<Guess>>,
    priors: &Priors,
) -> Vec<Supposition> {
    let mut found = Vec::new();
    each_seating(claims.case, counts, guesses, &mut |chosen| {
        let supposition = Supposition::of(chosen);
        let weight =
            supposition.weight * priors.of(chosen.iter().map(|guess| guess.role)) * claims.bluffs(chosen);
        found.push(Supposition { weight, ..supposition });
    });
    found
}

struct Weigher<'a> {
    model: &'a Model,
    course: Course,
    options: Options,
    table: Hindsight,
}

/// So many suppositions are weighed together by one thread.
const CHUNK: usize = 64;

impl Weigher<'_> {
    /// Weighs so many suppositions.
    fn weigh(&self, count: usize, supposition: impl Fn(usize) -> Option<Supposition> + Sync) -> Tally {
        let size = self.course.size;
        let parts: Vec<Tally> = (0..count.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut tally = Tally::new(size);
                let mut unfolding = Unfolding::weighing(&self.course, self.options, self.model);
                for place in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                    if let Some(supposition) = supposition(place) {
                        self.add(&supposition, &mut unfolding, &mut tally);
                    }
                }
                tally
            })
            .collect();
        // Summed in order, so that the result does not depend on the number of threads.
        let mut tally = Tally::new(size);
        parts.iter().for_each(|part| tally.join(part));
        tally
    }

    fn add(&self, supposition: &Supposition, unfolding: &mut Unfolding<'_>, tally: &mut Tally) {
        let Some(deal) = Deal::new(&supposition.seats) else { return };
        let mut own = 0.0;
        let mut evil = [0.0; SEATS];
        for (end, likely) in unfolding.ends(&self.table.dealt(&deal), supposition) {
            let weight = supposition.weight * likely;
            own += weight;
            end.state().all_evil().iter().for_each(|seat| evil[seat.index()] += weight);
            for (index, demon) in tally.demon.iter_mut().enumerate() {
                *demon += if end.state().is_demon(Seat::new(index)) { weight } else { 0.0 };
            }
        }
        tally.total += own;
        tally.squares += own * own;
        for (index, (role, _)) in supposition.seats.iter().enumerate() {
            *tally.roles[index].entry(*role).or_default() += own;
            tally.evil[index].add(evil[index], own);
        }
    }
}

/// How likely a bag is before anything is known.
pub(super) struct Priors {
    changers: CharacterSet,
    /// The weight of a deal with somebody who changes the numbers of the teams, and of one without.
    changed: f64,
    usual: f64,
}

impl Priors {
    pub(super) fn new(case: &Case, counts: [usize; 4], model: &Model) -> Self {
        let changers: CharacterSet =
            ["baron", "godfather", "fanggu"].map(Character::with_id).into_iter().collect();
        let script = script(case);
        let list: Vec<Character> = changers.and(script.set()).iter().collect();
        let bags = |without: Vec<Character>| {
            SetupSpace::with_counts(&script, counts, &Wishes { with: Vec::new(), without })
                .map_or(0, |space| space.bags())
        };
        let (all, usual) = (bags(Vec::new()), bags(list));
        let share = |chance: f64, bags: u64| if bags == 0 { 0.0 } else { chance / bags as f64 };
        match model.changed_bag {
            Some(chance) => {
                Self { changers, changed: share(chance, all - usual), usual: share(1.0 - chance, usual) }
            }
            None => Self { changers, changed: 1.0, usual: 1.0 },
        }
    }

    /// The weight of a deal with these roles, or with these and whom else does not change the numbers.
    pub(super) fn of(&self, mut roles: impl Iterator<Item = Character>) -> f64 {
        let is_changed = roles.any(|role| self.changers.contains(role));
        if is_changed { self.changed } else { self.usual }
    }
}
