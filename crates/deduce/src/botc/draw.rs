//! Suppositions drawn by how likely they are, where there are too many to list.
//!
//! Accepts what every seat may be, with weights; emits [`Supposition`]s whose weights add up, on the average, to those of all
//! seatings that the set-up rules allow. The evil characters are seated in every way; for the rest, only how many
//! Outsiders there are is looked ahead for, and what that misses is made good in the weight of what is drawn.

use std::collections::BTreeMap;

use gaslamp_botc::rules::setup::outsider_counts;
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Rng, Seat, Seats};

use super::claims::Claims;
use super::priors::Priors;
use super::suppose::{DRUNK, Guess, Supposition, told_fits};

/// Draws suppositions.
pub(super) struct Drawer<'a> {
    claims: &'a Claims<'a>,
    options: Vec<Vec<Guess>>,
    plans: Vec<Plan>,
    /// What lies ahead, by which seats are evil.
    ahead: BTreeMap<u32, Ahead>,
    /// The weight of all plans before each of them, and of all.
    sums: Vec<f64>,
}

/// A way to seat the evil characters, with a number of Outsiders among the others.
struct Plan {
    /// The evil seats, and which of its guesses each is.
    evil: Vec<(Seat, usize)>,
    outsiders: usize,
    weight: f64,
}

/// How much all ways weigh, from a seat on, to be what makes so many more Outsiders: first without another Drunk, then with one allowed.
/// That no character is there twice is not looked at but for the Drunk.
struct Ahead(Vec<[[f64; 2]; MOST_OUTSIDERS + 1]>);

/// No script that can be played asks for more.
const MOST_OUTSIDERS: usize = 8;

impl<'a> Drawer<'a> {
    pub(super) fn new(
        claims: &'a Claims<'a>,
        counts: [usize; 4],
        options: Vec<Vec<Guess>>,
        priors: &Priors,
    ) -> Self {
        let mut drawer = Self { claims, options, plans: Vec::new(), ahead: BTreeMap::new(), sums: vec![0.0] };
        drawer.seat_evil(counts, priors, &mut Vec::new(), 0);
        let mut sum = 0.0;
        for plan in &drawer.plans {
            sum += plan.weight;
            drawer.sums.push(sum);
        }
        drawer
    }

    /// What all seatings weigh together, or somewhat more.
    pub(super) fn total(&self) -> f64 {
        self.sums.last().copied().unwrap_or(0.0)
    }

    /// How many seatings there are, or somewhat more.
    pub(super) fn size(&self) -> f64 {
        let unit =
            |guesses: &Vec<Guess>| guesses.iter().map(|&guess| Guess { weight: 1.0, ..guess }).collect();
        let units: Vec<Vec<Guess>> = self.options.iter().map(unit).collect();
        let ahead: BTreeMap<u32, Ahead> =
            self.ahead.keys().map(|&evil| (evil, Ahead::new(&units, Seats::from_bits(evil)))).collect();
        let of_plan = |plan: &Plan| ahead[&seats(&plan.evil).bits()].of(0, plan.outsiders, true);
        self.plans.iter().map(of_plan).sum()
    }

    fn seat_evil(&mut self, counts: [usize; 4], priors: &Priors, evil: &mut Vec<(Seat, usize)>, from: usize) {
        let [_, outsiders, minions, demons] = counts;
        let chosen: Vec<Guess> = self.chosen(evil).collect();
        let of_team = |team: Team| chosen.iter().filter(|guess| guess.role.team() == team).count();
        let left = [(minions, Team::Minion), (demons, Team::Demon)]
            .map(|(most, team)| most.checked_sub(of_team(team)));
        let [Some(minions_left), Some(demons_left)] = left else { return };
        if minions_left + demons_left == 0 {
            return self.plan(outsiders, priors, evil);
        }
        let taken: CharacterSet = chosen.iter().map(|guess| guess.role).collect();
        for seat in from..self.options.len() {
            for at in 0..self.options[seat].len() {
                let role = self.options[seat][at].role;
                let is_free = self.claims.case.duplicate_roles || !taken.contains(role);
                if CharacterSet::EVIL.contains(role) && is_free {
                    evil.push((Seat::new(seat), at));
                    self.seat_evil(counts, priors, evil, seat + 1);
                    evil.pop();
                }
            }
        }
    }

    fn chosen<'b>(&'b self, evil: &'b [(Seat, usize)]) -> impl Iterator<Item = Guess> + 'b {
        evil.iter().map(|(seat, at)| self.options[seat.index()][*at])
    }

    fn plan(&mut self, base: usize, priors: &Priors, evil: &[(Seat, usize)]) {
        let chosen: Vec<Guess> = self.chosen(evil).collect();
        let roles: Vec<Character> = chosen.iter().map(|guess| guess.role).collect();
        let own: f64 =
            chosen.iter().map(|guess| guess.weight).product::<f64>() * priors.of(roles.iter().copied());
        let evil_seats = seats(evil);
        let ahead =
            self.ahead.entry(evil_seats.bits()).or_insert_with(|| Ahead::new(&self.options, evil_seats));
        for outsiders in outsider_counts(base, &roles) {
            let weight = own * ahead.of(0, outsiders, true);
            if weight > 0.0 {
                self.plans.push(Plan { evil: evil.to_vec(), outsiders, weight });
            }
        }
    }

    /// The supposition at a place between 0 and 1 of all the weight, standing for this share of it. Nothing if the draw leads nowhere,
    /// which is part of the average too.
    pub(super) fn draw(&self, place: f64, share: f64, rng: &mut Rng) -> Option<Supposition> {
        let place = place * self.total();
        let at = self.sums.partition_point(|sum| *sum <= place).clamp(1, self.plans.len().max(1)) - 1;
        let plan = self.plans.get(at)?;
        let mut weight = self.total() * share;
        let mut taken: CharacterSet = self.chosen(&plan.evil).map(|guess| guess.role).collect();
        let mut outsiders = plan.outsiders;
        let mut drunk_is_free = true;
        let lies_ahead = self.ahead.get(&seats(&plan.evil).bits())?;
        let mut evil = plan.evil.iter().peekable();
        let mut chosen = Vec::with_capacity(self.options.len());
        for seat in 0..self.options.len() {
            if let Some((_, at)) = evil.next_if(|(other, _)| other.index() == seat) {
                chosen.push(self.options[seat][*at]);
                continue;
            }
            let after = |guess: &Guess| {
                let left = outsiders.checked_sub(usize::from(guess.role.team() == Team::Outsider));
                let is_free = self.claims.case.duplicate_roles || taken.and(guess.takes()).is_empty();
                let left = left.filter(|_| is_free && !CharacterSet::EVIL.contains(guess.role));
                let ahead = |left| lies_ahead.of(seat + 1, left, drunk_is_free && guess.role != DRUNK);
                left.map_or(0.0, |left| guess.weight * ahead(left))
            };
            let (guess, sum) = pick(&self.options[seat], after, rng)?;
            weight *= sum / lies_ahead.of(seat, outsiders, drunk_is_free);
            outsiders -= usize::from(guess.role.team() == Team::Outsider);
            drunk_is_free &= guess.role != DRUNK;
            taken = taken.or(guess.takes());
            chosen.push(guess);
        }
        weight *= self.claims.bluffs(&chosen);
        told_fits(self.claims.case, &chosen).then(|| Supposition { weight, ..Supposition::of(&chosen) })
    }
}

fn seats(evil: &[(Seat, usize)]) -> Seats {
    evil.iter().map(|(seat, _)| *seat).collect()
}

/// One of these by weight, and the sum of the weights; nothing if none has any.
fn pick(guesses: &[Guess], weight: impl Fn(&Guess) -> f64, rng: &mut Rng) -> Option<(Guess, f64)> {
    let sum: f64 = guesses.iter().map(&weight).sum();
    let mut place = f64::from(rng.next_u32()) / f64::from(u32::MAX) * sum;
    let mut last = None;
    for guess in guesses {
        let own = weight(guess);
        if own > 0.0 {
            last = Some((*guess, sum));
            place -= own;
            if place < 0.0 {
                break;
            }
        }
    }
    last
}

impl Ahead {
    fn new(options: &[Vec<Guess>], evil: Seats) -> Self {
        let mut table = vec![[[0.0; 2]; MOST_OUTSIDERS + 1]; options.len() + 1];
        table[options.len()][0] = [1.0; 2];
        for seat in (0..options.len()).rev() {
            table[seat] = if evil.contains(Seat::new(seat)) {
                table[seat + 1]
            } else {
                Self::before(&options[seat], &table[seat + 1])
            };
        }
        Self(table)
    }

    fn before(guesses: &[Guess], next: &[[f64; 2]; MOST_OUTSIDERS + 1]) -> [[f64; 2]; MOST_OUTSIDERS + 1] {
        let sum = |is_it: &dyn Fn(&Guess) -> bool| -> f64 {
            guesses.iter().filter(|guess| is_it(guess)).map(|guess| guess.weight).sum()
        };
        let townsfolk = sum(&|guess| guess.role.team() == Team::Townsfolk);
        let outsider = sum(&|guess| guess.role.team() == Team::Outsider && guess.role != DRUNK);
        let drunk = sum(&|guess| guess.role == DRUNK);
        let mut table = [[0.0; 2]; MOST_OUTSIDERS + 1];
        for (left, ways) in table.iter_mut().enumerate() {
            let fewer = if left == 0 { [0.0; 2] } else { next[left - 1] };
            *ways = [0, 1].map(|allowed| townsfolk * next[left][allowed] + outsider * fewer[allowed]);
            ways[1] += drunk * fewer[0];
        }
        table
    }

    fn of(&self, seat: usize, outsiders: usize, drunk_is_free: bool) -> f64 {
        self.0[seat].get(outsiders).map_or(0.0, |ways| ways[usize::from(drunk_is_free)])
    }
}
