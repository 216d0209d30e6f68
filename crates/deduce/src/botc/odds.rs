//! How likely everything is, under a [`Model`] of how the game is played: worlds weighed by the set-up, by hidden choices, by what the
//! Storyteller was likely to say, and by who was likely to claim what; or, each as much as any other, counted.
//!
//! Accepts a [`Case`] and a model, emits [`Odds`] or an [`Estimate`]. All hypotheses are looked at if they are few; of many, so many are
//! drawn, and it is said how far they may be off for it. If none of them fits there are no odds, and it is said that there are [`Nothing`].

use std::collections::BTreeMap;

use gaslamp_botc::Character;
use gaslamp_core::{Diagnostic, Seat, Seats};

use super::adaptive_draw::{Basis, Weigher};
pub use super::adaptive_draw::{DRAWS, Effort};
use super::case::Case;
use super::claims::Claims;
use super::count::Asked;
use super::deal_hypothesis::{Candidate, candidates, counts};
use super::knowledge::Fact;
use super::model::Model;
use super::priors::Priors;
use super::solve::{Watch, undealt};
use super::survey::Holds;
use super::tally::Tally;
use super::worlds::World;

/// How likely everything is.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// That this seat is evil now.
    pub evil: Vec<f64>,
    /// That this seat is a Demon now.
    pub demon: Vec<f64>,
    /// That this seat began as this character.
    pub roles: Vec<BTreeMap<Character, f64>>,
    /// That this seat, if it claims anything, says what it believes.
    pub honest: Vec<f64>,
    /// Who else says so in some world in which this seat does.
    pub together: Vec<Seats>,
    /// How much all worlds weigh together: how likely it was that the game went so and was told so.
    pub total: f64,
    /// What was drawn; nothing if all was weighed.
    pub drawn: Option<Drawn>,
    /// The standard error of `evil` that comes from drawing.
    pub error: Vec<f64>,
}

/// What was drawn, and how much it says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drawn {
    /// How many hypotheses were drawn, or weighed with hidden choices drawn.
    pub draws: usize,
    /// How many of them fit.
    pub fitting: usize,
    /// How many draws of equal weight would say as much as those that fit.
    pub effective: f64,
}

impl Drawn {
    /// Whether so much fits that a standard error means what it should. A handful of draws, or a few that weigh as much as all others,
    /// may have missed what weighs more than they do.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        const ENOUGH: f64 = 30.0;
        self.effective >= ENOUGH
    }
}

/// No world was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nothing {
    /// Among how many draws, which says nothing about whether there is one; nothing if all was looked at and there is none.
    pub drawn: Option<usize>,
}

/// Weighs all worlds of a case, or of about so many hypotheses: so many and no more, however few of them fit.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub fn weigh(case: &Case, model: &Model, draws: usize) -> Result<Result<Odds, Nothing>, Vec<Diagnostic>> {
    let effort = Effort { draws, is_patient: false, ..Effort::default() };
    weigh_trusting(case, model, &[], effort, &Watch::default())
}

/// The same if these seats, being good, are honest with these chances.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub(super) fn weigh_trusting(
    case: &Case,
    model: &Model,
    honest: &[(Seat, f64)],
    effort: Effort,
    watch: &Watch,
) -> Result<Result<Odds, Nothing>, Vec<Diagnostic>> {
    let counts = counts(case)?;
    let table = undealt(case, counts)?;
    let claims = Claims::new(case, model, table.state()).trusting(honest);
    let candidates = seats(case).map(|seat| claims.candidates(seat)).collect();
    let priors = Priors::new(case, counts, model);
    let weigher = Weigher::new(Basis::Likelihood(&claims), case, counts, &table, &priors, candidates);
    let (tally, drawn) = weigher.search(effort, watch);
    Ok(tally.found(drawn))
}

/// How many worlds there are, about.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// How many.
    pub worlds: f64,
    /// The standard error of that number; nought if all hypotheses were looked at.
    pub error: f64,
    /// The share of the worlds in which something is so.
    pub shares: Odds,
    /// What is so in all worlds that were found; there may be others.
    pub common: Vec<Fact>,
    /// Some of the worlds, each once.
    pub examples: Vec<World>,
    /// In how many of them what was asked holds.
    pub held: Vec<Holds>,
}

/// Counts the worlds of a case by drawing hypotheses, and keeps so many worlds as examples.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub fn estimate(
    case: &Case,
    effort: Effort,
    examples: usize,
    watch: &Watch,
) -> Result<Result<Estimate, Nothing>, Vec<Diagnostic>> {
    estimate_asking(case, Asked::NOTHING, effort, examples, watch)
}

/// The same for the worlds in which something is so, and in how many of them something else holds.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub(super) fn estimate_asking(
    case: &Case,
    asked: Asked<'_>,
    effort: Effort,
    examples: usize,
    watch: &Watch,
) -> Result<Result<Estimate, Nothing>, Vec<Diagnostic>> {
    let counts = counts(case)?;
    let table = undealt(case, counts)?;
    let candidates: Vec<Vec<Candidate>> = seats(case).map(|seat| candidates(case, seat)).collect();
    let every_bag_alike = Model { changed_bag: None, ..Model::default() };
    let priors = Priors::new(case, counts, &every_bag_alike);
    let basis = Basis::Worlds { keep: examples, asked };
    let (mut tally, drawn) =
        Weigher::new(basis, case, counts, &table, &priors, candidates).search(effort, watch);
    let (common, examples) = (tally.knowledge.facts(), std::mem::take(&mut tally.examples));
    let error = drawn.map_or(0.0, |draws| tally.error_of_total(draws));
    let held = (0..asked.questions.len()).map(|at| held(&tally, at)).collect();
    let estimate = |shares: Odds| Estimate { worlds: shares.total, error, shares, common, examples, held };
    Ok(tally.found(drawn).map(estimate))
}

/// In about how many worlds a question holds.
fn held(tally: &Tally, at: usize) -> Holds {
    let share = tally.held.get(at).copied().unwrap_or_default();
    let is_so = |bits: u64| bits >> at & 1 == 1;
    Holds::about(tally.total, share.part, tally.error(&share), is_so(tally.yes), is_so(tally.no))
}

fn seats(case: &Case) -> impl Iterator<Item = Seat> {
    (0..case.players.len()).map(Seat::new)
}
