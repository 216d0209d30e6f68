//! How well the odds are calibrated: games are simulated and told, and the odds of every seat are compared with the truth.
//!
//! Accepts a script and seeds, emits [`Part`]s of a sample, which can be put together, and makes of them [`Calibration`]s (are seats that
//! are called 75 % evil really evil in three out of four cases?) and [`Ranking`]s (how often is the Demon the prime suspect?). The solver
//! sees the table from outside: it knows no seat's token.

use std::collections::BTreeMap;
use std::num::NonZero;

use gaslamp_botc::rules::Profile;
use gaslamp_botc::{Script, State};
use gaslamp_core::{Diagnostic, Game, Rng, Run, Seat};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::case::Case;
use super::evidence;
use super::model::Model;
use super::odds::{Effort, Manner, Nothing, Odds, weigh_trusting};
use super::simulate::Simulator;
use super::simulated_claims::{self, Talk};
use super::solve::Watch;

/// Whether evil players claim to have learned something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// They only claim a role.
    Quiet,
    /// They invent something for every night.
    Inventive,
}

impl Variant {
    const fn talk(self) -> Talk {
        Talk { good_lies: 10, vague: 15, inventive: matches!(self, Self::Inventive) }
    }

    fn model(self) -> Model {
        let evil_reports = if self == Self::Inventive { 0.95 } else { 0.0 };
        Model {
            evil_reports,
            changed_bag: Some(0.25),
            star_pass: 0.0,
            chooses_dead: 0.0,
            bounces: 0.0,
            executes_demon: 0.0,
            registers: 0.01,
            withholds: 0.001,
            double_claim: 0.002,
            ..Model::default()
        }
    }
}

/// The games of an experiment: `first`, `first + 1` and so on of a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The number of the first game.
    pub first: u64,
    /// The number of simulated games.
    pub games: usize,
    /// How many times each game is told, each time with different lies: what people say about one game varies more than a few hundred
    /// games can average out.
    pub tellings: usize,
    /// Random seed.
    pub seed: u64,
}

impl Sample {
    /// The numbers of the games.
    fn numbers(self) -> impl IndexedParallelIterator<Item = u64> {
        (0..self.games).into_par_iter().map(move |index| self.first.saturating_add(index as u64))
    }
}

/// What came of some games of a sample, by their numbers. Sums are not kept but made at the end, in the order of the games: what parts come
/// to is what one run over all their games comes to, to the last digit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part<T> {
    /// The random seed.
    pub seed: u64,
    /// How many times each game is told.
    pub tellings: usize,
    /// What came of each game.
    pub games: BTreeMap<u64, T>,
}

impl<T> Part<T> {
    fn of(sample: Sample, games: Vec<Option<(u64, T)>>) -> Self {
        Self { seed: sample.seed, tellings: sample.tellings, games: games.into_iter().flatten().collect() }
    }

    /// Adds the games of another part.
    ///
    /// # Errors
    /// That it belongs to another sample, or has a game that is here already; nothing is added then.
    pub fn merge(&mut self, other: Self) -> Result<(), Diagnostic> {
        let refused = |message: String| Err(Diagnostic::new("calibrate/part", message));
        if (self.seed, self.tellings) != (other.seed, other.tellings) {
            return refused("the parts differ in their seeds or tellings".to_owned());
        }
        if let Some(game) = other.games.keys().find(|game| self.games.contains_key(game)) {
            return refused(format!("game {game} is in both parts"));
        }
        self.games.extend(other.games);
        Ok(())
    }
}

/// What came of one game that was told.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// Ten buckets of stated odds, from 0 to 1.
    pub buckets: [StatedSeats; 10],
    /// The sum of the squared differences between the stated odds and the truth.
    pub brier: f64,
    /// The sum of the surprises at the truth, in nats.
    pub log_loss: f64,
    /// Tellings for which no world was found.
    pub lost: u32,
}

impl Told {
    /// Whether a game can have come to this; sums of odds may be rounded up.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_share = |stated: f64, count: u32| (0.0..=f64::from(count) * 1.001).contains(&stated);
        self.buckets.iter().all(|seats| seats.evil <= seats.count && is_share(seats.stated, seats.count))
    }
}

/// Seats of one game with about the same stated odds, over all tellings.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedSeats {
    /// How many there are.
    pub count: u32,
    /// The sum of the stated odds.
    pub stated: f64,
    /// How many were evil.
    pub evil: u32,
}

/// The place of the Demon in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranked {
    /// How many seats are more suspect.
    pub above: u32,
    /// How many are as suspect, the Demon among them.
    pub equal: NonZero<u32>,
    /// How many players are alive.
    pub living: NonZero<u32>,
}

/// How evil seats were stated to be, and how many were.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// Ten buckets of stated odds, from 0 to 1.
    pub buckets: [Bucket; 10],
    /// The mean squared difference between the stated odds and the truth.
    pub brier: f64,
    /// The mean surprise at the truth, in nats.
    pub log_loss: f64,
    /// Tellings for which no world was found.
    pub lost: usize,
    /// The games used.
    pub sample: Sample,
}

/// The seats with about the same stated odds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bucket {
    /// The number of seats, over all tellings.
    pub count: usize,
    /// The sum of the stated odds.
    pub stated: f64,
    /// How many were evil.
    pub evil: usize,
    /// The squared difference between the two in each game, summed over games.
    pub squares: f64,
}

impl Bucket {
    /// The mean of the stated odds.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.stated / self.count.max(1) as f64
    }

    /// The share that was evil.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.evil as f64 / self.count.max(1) as f64
    }

    /// How far the two would be apart by chance alone: the standard error of their difference, where games are independent but the
    /// tellings of one game are not.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.squares.sqrt() / self.count.max(1) as f64
    }

    fn add(&mut self, seats: &StatedSeats) {
        self.count += seats.count as usize;
        self.stated += seats.stated;
        self.evil += seats.evil as usize;
        let gap = f64::from(seats.evil) - seats.stated;
        self.squares += gap * gap;
    }
}

/// In how many games the true Demon was the prime suspect.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ranking {
    /// The number of games.
    pub games: usize,
    /// The Demon is first, even if other seats have the same odds.
    pub first: usize,
    /// The Demon is first, where seats with the same odds share the place.
    pub first_split: f64,
    /// The Demon is among the first three.
    pub top_three: usize,
    /// The result of guessing among the living.
    pub guessing: f64,
}

/// Games of nine players after the third night, until it `is_over`; `told` is called after every game.
///
/// # Errors
/// Why such games cannot be played.
pub fn calibration(
    script: &Script,
    sample: Sample,
    variant: Variant,
    told: impl Fn() + Sync,
    is_over: impl Fn() -> bool + Sync,
) -> Result<Part<Told>, Vec<Diagnostic>> {
    let simulator = Simulator::new(&without_answers(script), 9)?;
    let games = sample.numbers().map(|game| {
        if is_over() {
            return Ok(None);
        }
        let mut rng = Rng::for_game(sample.seed, game);
        let run = std::iter::repeat_with(|| simulator.game(&mut rng, 3)).take(1_000).find_map(|run| run);
        let run = run.ok_or_else(|| {
            vec![Diagnostic::illegal("deduce/calibrate/games", "no simulated game lasts three nights")]
        })?;
        let tellings = (0..sample.tellings).take_while(|_| !is_over());
        let odds = tellings.map(|_| odds_of(&run, variant, &mut rng)).collect::<Result<Vec<_>, _>>()?;
        if odds.len() < sample.tellings {
            return Ok(None);
        }
        let compared = compare(&odds, run.state());
        told();
        Ok(Some((game, compared)))
    });
    Ok(Part::of(sample, games.collect::<Result<_, Vec<Diagnostic>>>()?))
}

/// The number of hypotheses to weigh if there are more.
const DRAWS: usize = 4_000;

/// After how many moments and answers of the nights of a hypothesis its further hidden choices are drawn.
const MOMENTS: usize = 10;

/// The script without characters that react to nominations: the experiments leave them out, and everybody knows it.
fn without_answers(script: &Script) -> Script {
    let order = script.own_order().cloned().unwrap_or_default();
    let others = script.set().minus(Profile::select(script.set(), Profile::answers_nomination));
    Script::new(script.name(), others.iter()).with_order(order)
}

fn odds_of(
    run: &Run<State>,
    variant: Variant,
    rng: &mut Rng,
) -> Result<Result<Odds, Nothing>, Vec<Diagnostic>> {
    let case = told(run, variant, rng);
    let effort = Effort { draws: DRAWS, manner: Manner::Learn, moments: MOMENTS, ..Effort::default() };
    weigh_trusting(&case, &variant.model(), &[], effort, &Watch::default())
}

/// A game as everybody tells it, seen from outside.
fn told(run: &Run<State>, variant: Variant, rng: &mut Rng) -> Case {
    let players = simulated_claims::players(run, variant.talk(), rng);
    let mut case = evidence::case(&run.view(Seat::new(0)), players);
    case.hidden = run.record().setup.script.set();
    // Honest players who claim a role report everything.
    let says_one = |seat: &Seat| case.players[seat.index()].claims.len() == 1;
    case.tells_all = (0..case.players.len()).map(Seat::new).filter(says_one).collect();
    case.tells_changes = case.tells_all;
    case
}

/// One game, told several times.
fn compare(tellings: &[Result<Odds, Nothing>], state: &State) -> Told {
    let mut result = Told::default();
    let evil = state.evil();
    let base = evil.len() as f64 / state.seats() as f64;
    for odds in tellings {
        result.lost += u32::from(odds.is_err());
        for index in 0..state.seats() {
            let stated = odds.as_ref().map_or(base, |odds| odds.evil[index]);
            let is_evil = evil.contains(Seat::new(index));
            let bucket = &mut result.buckets[((stated * 10.0) as usize).min(9)];
            bucket.count += 1;
            bucket.stated += stated;
            bucket.evil += u32::from(is_evil);
            let right = if is_evil { stated } else { 1.0 - stated };
            result.brier += (1.0 - right) * (1.0 - right);
            result.log_loss -= right.max(1e-6).ln();
        }
    }
    result
}

impl Calibration {
    /// What the games of a part come to.
    #[must_use]
    pub fn of(part: &Part<Told>) -> Self {
        let first = part.games.keys().next().copied().unwrap_or_default();
        let sample = Sample { first, games: part.games.len(), tellings: part.tellings, seed: part.seed };
        let mut result =
            Self { buckets: [Bucket::default(); 10], brier: 0.0, log_loss: 0.0, lost: 0, sample };
        for game in part.games.values() {
            result.buckets.iter_mut().zip(&game.buckets).for_each(|(bucket, seats)| bucket.add(seats));
            result.brier += game.brier;
            result.log_loss += game.log_loss;
            result.lost += game.lost as usize;
        }
        let seats: usize = result.buckets.iter().map(|bucket| bucket.count).sum();
        result.brier /= seats.max(1) as f64;
        result.log_loss /= seats.max(1) as f64;
        result
    }

    /// The largest gap, in points, between the stated odds and the truth, among buckets of at least this many seats.
    #[must_use]
    pub fn worst_gap(&self, least: usize) -> f64 {
        let enough = self.buckets.iter().filter(|bucket| bucket.count >= least);
        enough.map(|bucket| 100.0 * (bucket.mean() - bucket.share()).abs()).fold(0.0, f64::max)
    }
}

/// Games of seven to ten players in turn, on the last morning on which the game is still undecided, each told once, until it
/// `is_over`; `told` is called after every game.
///
/// # Errors
/// Why such games cannot be played.
pub fn ranking(
    script: &Script,
    sample: Sample,
    variant: Variant,
    told: impl Fn() + Sync,
    is_over: impl Fn() -> bool + Sync,
) -> Result<Part<Ranked>, Vec<Diagnostic>> {
    const LAST_NIGHT: u16 = 6;
    let script = without_answers(script);
    let simulators =
        (7..=10).map(|players| Simulator::new(&script, players)).collect::<Result<Vec<_>, _>>()?;
    let games = sample.numbers().map(|game| {
        if is_over() {
            return Ok(None);
        }
        let mut rng = Rng::for_game(sample.seed, game);
        let simulator = &simulators[(game % simulators.len() as u64) as usize];
        let mornings = std::iter::repeat_with(|| simulator.mornings(&mut rng, LAST_NIGHT)).take(1_000);
        let last = mornings.filter_map(|mut mornings| mornings.pop()).next();
        let Some(run) = last else { return Ok(None) };
        let odds = odds_of(&run, variant, &mut rng)?;
        told();
        Ok(ranked(odds.as_ref().ok(), run.state()).map(|ranked| (game, ranked)))
    });
    Ok(Part::of(sample, games.collect::<Result<_, Vec<Diagnostic>>>()?))
}

/// The place of the Demon, if one is alive. Without odds, all seats are equally suspect.
fn ranked(odds: Option<&Odds>, state: &State) -> Option<Ranked> {
    let demon = state.publicly_alive().iter().find(|&seat| state.is_demon(seat))?;
    let odds = odds.map_or_else(|| vec![0.0; state.seats()], |odds| odds.demon.clone());
    let own = odds[demon.index()];
    let above = odds.iter().filter(|other| **other > own + 1e-9).count() as u32;
    let equal = odds.iter().filter(|other| (**other - own).abs() <= 1e-9).count() as u32;
    let living = NonZero::new(state.publicly_alive().len() as u32)?;
    Some(Ranked { above, equal: NonZero::new(equal)?, living })
}

impl Ranking {
    /// What the games of a part come to.
    #[must_use]
    pub fn of(part: &Part<Ranked>) -> Self {
        part.games.values().fold(Self::default(), Self::with)
    }

    fn with(self, game: &Ranked) -> Self {
        let share = |count: NonZero<u32>| 1.0 / f64::from(count.get());
        let is_first = game.above == 0;
        Self {
            games: self.games + 1,
            first: self.first + usize::from(is_first),
            first_split: self.first_split + if is_first { share(game.equal) } else { 0.0 },
            top_three: self.top_three + usize::from(game.above < 3),
            guessing: self.guessing + share(game.living),
        }
    }
}

#[cfg(test)]
mod tests {
    use gaslamp_core::record::write_line;

    use super::super::adaptive_draw::{Basis, Weigher};
    use super::super::claims::Claims;
    use super::super::deal_hypothesis::{Candidate, counts};
    use super::super::priors::Priors;
    use super::super::solve::undealt;
    use super::*;

    /// How much all hypotheses weigh that agree with how a game began.
    fn weight_of_truth(run: &Run<State>, case: &Case, model: &Model) -> f64 {
        let dealt = run.at(1).expect("a deal");
        let (roles, tokens) = (dealt.state().all_roles(), dealt.state().all_shown_characters());
        let counts = counts(case).expect("usual numbers");
        let table = undealt(case, counts).expect("a table");
        let claims = Claims::new(case, model, table.state());
        let of_seat = |index: usize| {
            let is_dealt = |it: &Candidate| it.role == roles[index] && it.token == tokens[index];
            claims.candidates(Seat::new(index)).into_iter().filter(is_dealt).collect()
        };
        let candidates = (0..case.players.len()).map(of_seat).collect();
        let priors = Priors::new(case, counts, model);
        let weigher = Weigher::new(Basis::Likelihood(&claims), case, counts, &table, &priors, candidates);
        let weigh = |seed| {
            let effort = Effort { moments: 3_000, seed, ..Effort::default() };
            weigher.search(effort, &Watch::default()).0.total
        };
        (0..50).map(weigh).find(|weight| *weight > 0.0).unwrap_or(0.0)
    }

    /// However a simulated game is told, what really happened is possible. More games with `GASLAMP_SEEDS`.
    #[test]
    fn the_truth_weighs_something() {
        let seeds = std::env::var("GASLAMP_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
        for name in ["tb", "snv", "bmr"] {
            let script = without_answers(&Script::built_in(name).expect("an edition"));
            let simulator = Simulator::new(&script, 9).expect("bags");
            (0..seeds.unwrap_or(5)).into_par_iter().for_each(|game| {
                let mut rng = Rng::for_game(1, game);
                let run = std::iter::repeat_with(|| simulator.game(&mut rng, 3)).find_map(|run| run);
                let run = run.expect("a game");
                for variant in [Variant::Quiet, Variant::Inventive] {
                    let case = told(&run, variant, &mut rng);
                    let weight = weight_of_truth(&run, &case, &variant.model());
                    assert!(weight > 0.0, "{name}, game {game}, {variant:?}\n{}\n{case:?}", write_line(&run));
                }
            });
        }
    }
}
