//! How likely everything is under a [`Model`] of how the game is played: worlds weighed by the set-up, by hidden choices, by what the
//! Storyteller was likely to say, and by who was likely to claim what; or counted, all with equal weight.
//!
//! Accepts a [`Case`] and a model, emits [`Odds`] or an [`Estimate`]. If there are few hypotheses, all are examined; otherwise a sample is
//! drawn and its error stated. If none of them fits, there are no odds but [`Nothing`].

use std::collections::BTreeMap;

use gaslamp_botc::Character;
use gaslamp_core::{Diagnostic, Seat, Seats};

use super::adaptive_draw::{Basis, Weigher};
pub use super::adaptive_draw::{DRAWS, Effort, Manner};
use super::case::Case;
use super::claims::Claims;
use super::count::Asked;
use super::deal_hypothesis::{Candidate, DealHypothesis, candidates, counts};
pub use super::glance::{Glance, Refuted};
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
    /// By seat, that it is evil now.
    pub evil: Vec<f64>,
    /// By seat, that it is a Demon now.
    pub demon: Vec<f64>,
    /// By seat, that it began as this character.
    pub roles: Vec<BTreeMap<Character, f64>>,
    /// By seat, that it says what it believes, if it claims anything.
    pub honest: Vec<f64>,
    /// By seat, who else is honest in some world in which this seat is.
    pub together: Vec<Seats>,
    /// The total weight of all worlds: how likely it was that the game went this way and was told this way.
    pub total: f64,
    /// The sample; `None` if all hypotheses were weighed.
    pub drawn: Option<Drawn>,
    /// The standard error of `evil` due to sampling.
    pub error: Vec<f64>,
}

/// How many uninformed draws hedge the odds of a sample: what made them least surprised by the truth in 1,345 tellings of simulated games
/// of Bad Moon Rising and Sects & Violets (seeds 101 to 103). With a single one they were too extreme in Bad Moon Rising.
const UNINFORMED: f64 = 1.5;

impl Odds {
    /// The same, more cautious the fewer draws they are worth: as if [`UNINFORMED`] more had been drawn, in which everybody is as suspect
    /// as all are on average. Of these players everything is known.
    fn hedged(mut self, known: Seats) -> Self {
        let Some(Drawn { effective, .. }) = self.drawn else { return self };
        for odds in [&mut self.evil, &mut self.demon] {
            let mean = odds.iter().sum::<f64>() / odds.len().max(1) as f64;
            for (index, own) in odds.iter_mut().enumerate() {
                if !known.contains(Seat::new(index)) {
                    *own = (effective * *own + UNINFORMED * mean) / (effective + UNINFORMED);
                }
            }
        }
        self
    }
}

/// The size of a sample, and how informative it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drawn {
    /// How many hypotheses were drawn, or weighed with their hidden choices drawn.
    pub draws: usize,
    /// How many of them fit.
    pub fitting: usize,
    /// The effective sample size: how many draws of equal weight would be as informative.
    pub effective: f64,
}

impl Drawn {
    /// Whether enough draws fit for the standard error to be meaningful. A handful of draws, or a few that weigh as much as all others,
    /// may have missed something that weighs more than they do.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        const ENOUGH: f64 = 30.0;
        self.effective >= ENOUGH
    }
}

/// No world was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nothing {
    /// The number of draws, among which finding none proves nothing; `None` if everything was examined and there is no world.
    pub drawn: Option<usize>,
}

/// Weighs all worlds of a case, or those of `draws` hypotheses and no more, however few of them fit.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn weigh(case: &Case, model: &Model, draws: usize) -> Result<Result<Odds, Nothing>, Vec<Diagnostic>> {
    let effort = Effort { draws, manner: Manner::Draw, ..Effort::default() };
    weigh_trusting(case, model, &[], effort, &Watch::default())
}

/// Weighs the most promising hypotheses of a case. What did not fit when less was seen and said is left out, and what does not fit now is
/// added to it.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn weigh_on(
    case: &Case,
    model: &Model,
    glance: Glance,
    refuted: &mut Refuted,
) -> Result<Result<Odds, Nothing>, Vec<Diagnostic>> {
    let (odds, unfit) = glance_at(case, model, glance, refuted)?;
    refuted.extend(unfit);
    Ok(odds)
}

/// The same for a case in which more is said than at the table: what does not fit it may still fit what is said there.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn weigh_supposing(
    case: &Case,
    model: &Model,
    glance: Glance,
    refuted: &Refuted,
) -> Result<Result<Odds, Nothing>, Vec<Diagnostic>> {
    glance_at(case, model, glance, refuted).map(|(odds, _)| odds)
}

type Glanced = (Result<Odds, Nothing>, Vec<DealHypothesis>);

fn glance_at(
    case: &Case,
    model: &Model,
    glance: Glance,
    refuted: &Refuted,
) -> Result<Glanced, Vec<Diagnostic>> {
    let counts = counts(case)?;
    case.variant.check_countable()?;
    let table = undealt(case, counts)?;
    let claims = Claims::new(case, model, table.state());
    let candidates = seats(case).map(|seat| claims.candidates(seat)).collect();
    let priors = Priors::new(case, counts, model);
    let weigher = Weigher::new(Basis::Likelihood(&claims), case, counts, &table, &priors, candidates);
    let (tally, looked_at, unfit) = weigher.glance(&claims, glance, refuted);
    Ok((tally.found(Some(looked_at)), unfit))
}

/// The same if these seats, when good, are honest with these probabilities.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub(super) fn weigh_trusting(
    case: &Case,
    model: &Model,
    honest: &[(Seat, f64)],
    effort: Effort,
    watch: &Watch,
) -> Result<Result<Odds, Nothing>, Vec<Diagnostic>> {
    let counts = counts(case)?;
    case.variant.check_countable()?;
    let table = undealt(case, counts)?;
    let claims = Claims::new(case, model, table.state()).trusting(honest);
    let candidates = seats(case).map(|seat| claims.candidates(seat)).collect();
    let priors = Priors::new(case, counts, model);
    let weigher = Weigher::new(Basis::Likelihood(&claims), case, counts, &table, &priors, candidates);
    let (tally, drawn) = weigher.search(effort, watch);
    Ok(tally.found(drawn).map(|odds| odds.hedged(case.certain())))
}

/// An estimate of the number of worlds.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate.
    pub worlds: f64,
    /// Its standard error; zero if all hypotheses were examined.
    pub error: f64,
    /// The shares of the worlds.
    pub shares: Odds,
    /// What holds in all worlds found; there may be others.
    pub common: Vec<Fact>,
    /// Some of the worlds, without repetitions.
    pub examples: Vec<World>,
    /// In how many of them each question holds.
    pub held: Vec<Holds>,
}

/// Estimates the number of worlds of a case by drawing hypotheses, and keeps some worlds as examples.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn estimate(
    case: &Case,
    effort: Effort,
    examples: usize,
    watch: &Watch,
) -> Result<Result<Estimate, Nothing>, Vec<Diagnostic>> {
    estimate_asking(case, Asked::NOTHING, effort, examples, watch)
}

/// The same for the worlds in which the assumptions hold, and in how many of them each question holds.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub(super) fn estimate_asking(
    case: &Case,
    asked: Asked<'_>,
    effort: Effort,
    examples: usize,
    watch: &Watch,
) -> Result<Result<Estimate, Nothing>, Vec<Diagnostic>> {
    let counts = counts(case)?;
    case.variant.check_countable()?;
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

/// An estimate of the number of worlds in which a question holds.
fn held(tally: &Tally, at: usize) -> Holds {
    let share = tally.held.get(at).copied().unwrap_or_default();
    let is_so = |bits: u64| bits >> at & 1 == 1;
    Holds::about(tally.total, share.part, tally.error(&share), is_so(tally.yes), is_so(tally.no))
}

fn seats(case: &Case) -> impl Iterator<Item = Seat> {
    (0..case.players.len()).map(Seat::new)
}
