//! How likely everything is, under a [`Model`] of how the game is played: worlds weighed by the set-up, by hidden choices, by what the
//! Storyteller was likely to say, and by who was likely to claim what.
//!
//! Accepts a [`Case`] and a model, emits [`Odds`]. Lies have a price instead of being forbidden: good players may lie about
//! their role, at most [`MOST_LIARS`] of them at once.

use std::collections::BTreeMap;

use gaslamp_botc::rules::{Deal, Hindsight, Statement};
use gaslamp_botc::{Character, CharacterSet, SetupSpace, Team, Wishes};
use gaslamp_core::{Diagnostic, Seat};
use rayon::prelude::*;

use super::case::{Case, Player, Saying};
use super::course::Course;
use super::model::{Model, RARE, learns_at_once};
use super::solve::{options, script};
use super::suppose::{Guess, Supposition, counts, each_seating, weight};
use super::unfold::{Options, Unfolding};

/// So many good players may lie about their role at once.
pub const MOST_LIARS: usize = 1;

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
}

const DRUNK: Character = Character::with_id("drunk");

/// Weighs all worlds of a case.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub fn weigh(case: &Case, model: &Model) -> Result<Odds, Vec<Diagnostic>> {
    let counts = counts(case)?;
    let script = script(case);
    let weigher = Weigher {
        case,
        model,
        course: Course::new(case),
        options: options(case),
        table: Hindsight::new(&script, counts)?,
    };
    let priors = Priors::new(case, counts, model);
    let suppositions = weigher.sampled(counts, &priors);
    const CHUNK: usize = 64;
    let parts: Vec<Odds> = suppositions
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut odds = Odds::none(case.players.len());
            let mut unfolding = Unfolding::weighing(&weigher.course, weigher.options, model);
            for supposition in chunk {
                weigher.add(supposition, &mut unfolding, &mut odds);
            }
            odds
        })
        .collect();
    // Summed in order, so that the result does not depend on the number of threads.
    let mut odds = Odds::none(case.players.len());
    parts.iter().for_each(|part| odds.add(part));
    odds.normalise();
    Ok(odds)
}

struct Weigher<'a> {
    case: &'a Case,
    model: &'a Model,
    course: Course,
    options: Options,
    table: Hindsight,
}

/// So many suppositions are followed; of more, a sample is.
const SAMPLE: f64 = 20_000.0;

impl Weigher<'_> {
    /// All suppositions with their weights, or a sample in which each stands for all that weigh as much as it does: the seatings in
    /// order, one for every step of weight, and whatever weighs more than a step.
    fn sampled(&self, counts: [usize; 4], priors: &Priors) -> Vec<Supposition> {
        let seats = (0..self.case.players.len()).map(Seat::new);
        let options: Vec<Vec<Guess>> = seats.map(|seat| self.guesses(seat)).collect();
        let (mut total, mut count) = (0.0, 0.0);
        each_seating(self.case, counts, options.clone(), MOST_LIARS, &mut |chosen| {
            total += weight(chosen) * priors.of(chosen);
            count += 1.0;
        });
        let step = total / SAMPLE;
        let (mut passed, mut next) = (0.0, step / 2.0);
        let mut found = Vec::new();
        each_seating(self.case, counts, options, MOST_LIARS, &mut |chosen| {
            let own = weight(chosen) * priors.of(chosen);
            passed += own;
            if own <= 0.0 || count > SAMPLE && passed < next {
                return;
            }
            let mut standing_for = own;
            if count > SAMPLE && own < step {
                standing_for = step;
            }
            while next <= passed {
                next += step;
            }
            found.push(Supposition { weight: standing_for, ..Supposition::of(chosen) });
        });
        found
    }

    /// Everything that a seat may be, with how likely whoever is that claims what the seat does.
    fn guesses(&self, seat: Seat) -> Vec<Guess> {
        let player = &self.case.players[seat.index()];
        let is_you = self.case.you == Some(seat);
        let mut guesses = Vec::new();
        let may_be = if is_you { self.case.you_may_be } else { self.case.hidden };
        for &claim in &player.claims {
            let weight = if is_you { 1.0 } else { self.honest(player, claim) };
            if is_you || CharacterSet::GOOD.contains(claim) && claim != DRUNK {
                guesses.push(Guess { role: claim, token: claim, is_honest: true, weight });
            }
            if may_be.contains(DRUNK) && claim.team() == Team::Townsfolk {
                guesses.push(Guess { role: DRUNK, token: claim, is_honest: true, weight });
            }
        }
        if is_you {
            return guesses;
        }
        let script = self.table.state().script_set();
        for role in script.and(CharacterSet::EVIL).iter() {
            guesses.push(Guess { role, token: role, is_honest: false, weight: self.bluff(player) });
        }
        for role in script.and(CharacterSet::GOOD).without(DRUNK).iter() {
            let weight = self.lie(player, role);
            if weight > 0.0 && !player.claims.contains(&role) {
                guesses.push(Guess { role, token: role, is_honest: false, weight });
            }
        }
        guesses
    }

    /// How likely an honest player with this token claims so.
    fn honest(&self, player: &Player, token: Character) -> f64 {
        let is_vague = player.claims.len() > 1;
        let manner = if is_vague { self.model.vague } else { 1.0 - self.model.vague };
        let withholds = !is_vague && player.says.is_empty() && learns_at_once(token);
        (1.0 - self.model.good_lies) * manner * if withholds { RARE } else { 1.0 }
    }

    /// How likely an evil player claims so and invents what the player says.
    fn bluff(&self, player: &Player) -> f64 {
        let state = self.table.state();
        let [claim] = player.claims[..] else { return RARE * RARE };
        let is_double = self.case.players.iter().filter(|other| other.claims == [claim]).count() > 1;
        let good = state.script_set().and(CharacterSet::GOOD).len() as f64;
        let claimed = if is_double { self.model.double_claim } else { 1.0 } / good;
        let reports = player.says.iter().filter_map(|said| match &said.what {
            Saying::Report(report) => report.told,
            _ => None,
        });
        let invented: f64 = reports.map(|told: Statement| Model::invented(state, told)).product();
        let could_report = learns_at_once(claim) || !player.says.is_empty();
        let reported = match (player.says.is_empty(), could_report) {
            (false, _) => self.model.evil_reports.max(RARE),
            (true, true) => (1.0 - self.model.evil_reports).max(RARE),
            (true, false) => 1.0,
        };
        claimed * reported * invented
    }

    /// How likely a good player with this role lies so. Liars say no more than what they claim to be.
    fn lie(&self, player: &Player, role: Character) -> f64 {
        let [claim] = player.claims[..] else { return 0.0 };
        if !player.says.is_empty() {
            return 0.0;
        }
        let script = self.table.state().script_set();
        let good = script.and(CharacterSet::GOOD).len() as f64;
        let townsfolk = script.and(CharacterSet::team(Team::Townsfolk)).len() as f64;
        let hides = if role.team() == Team::Outsider { self.model.outsider_hides } else { 0.0 };
        let hidden = if claim.team() == Team::Townsfolk { hides / townsfolk } else { 0.0 };
        self.model.good_lies * (hidden + (1.0 - hides) / good)
    }

    fn add(&self, supposition: &Supposition, unfolding: &mut Unfolding<'_>, odds: &mut Odds) {
        let Some(deal) = Deal::new(&supposition.seats) else { return };
        for (end, likely) in unfolding.ends(&self.table.dealt(&deal), supposition) {
            let weight = supposition.weight * likely;
            odds.total += weight;
            for (index, (role, _)) in supposition.seats.iter().enumerate() {
                let seat = Seat::new(index);
                *odds.roles[index].entry(*role).or_default() += weight;
                odds.evil[index] += if end.state().all_evil().contains(seat) { weight } else { 0.0 };
                odds.demon[index] += if end.state().is_demon(seat) { weight } else { 0.0 };
            }
        }
    }
}

/// How likely a bag is before anything is known.
struct Priors {
    changers: CharacterSet,
    /// The weight of a deal with somebody who changes the numbers of the teams, and of one without.
    changed: f64,
    usual: f64,
}

impl Priors {
    fn new(case: &Case, counts: [usize; 4], model: &Model) -> Self {
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

    fn of(&self, chosen: &[Guess]) -> f64 {
        let is_changed = chosen.iter().any(|guess| self.changers.contains(guess.role));
        if is_changed { self.changed } else { self.usual }
    }
}

impl Odds {
    fn none(size: usize) -> Self {
        Self { evil: vec![0.0; size], demon: vec![0.0; size], roles: vec![BTreeMap::new(); size], total: 0.0 }
    }

    fn add(&mut self, other: &Self) {
        self.total += other.total;
        for index in 0..self.evil.len() {
            self.evil[index] += other.evil[index];
            self.demon[index] += other.demon[index];
            for (role, weight) in &other.roles[index] {
                *self.roles[index].entry(*role).or_default() += weight;
            }
        }
    }

    fn normalise(&mut self) {
        if self.total <= 0.0 {
            return;
        }
        let total = self.total;
        self.evil.iter_mut().chain(&mut self.demon).for_each(|weight| *weight /= total);
        self.roles.iter_mut().flat_map(BTreeMap::values_mut).for_each(|weight| *weight /= total);
    }
}
