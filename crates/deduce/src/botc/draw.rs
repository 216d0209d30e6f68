//! DealHypotheses drawn by how likely they are, where there are too many to list.
//!
//! Accepts what every seat may be, with weights; emits one candidate for each seat, so that the set-up rules allow them together, and how
//! likely just these are drawn. The evil characters are seated in every way; for the rest, only how many Outsiders there are is
//! looked ahead for. Whoever adds up what is drawn divides by how likely it was, which makes good whatever the weights favour.

use std::collections::BTreeMap;

use gaslamp_botc::rules::bag_space::outsider_counts;
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Rng, Seat, Seats};

use super::case::{Case, Testimony};
use super::deal_hypothesis::{Candidate, false_identity, told_fits};
use super::priors::Priors;

/// Draws hypotheses.
pub(super) struct Drawer<'a> {
    case: &'a Case,
    priors: &'a Priors,
    /// What every seat may be, and by which weights it is drawn.
    options: Vec<Vec<Candidate>>,
    plans: Vec<Plan>,
    /// What lies ahead, by which seats are evil.
    ahead: BTreeMap<u32, Ahead>,
    /// How much more often than by these weights which seats are drawn as the evil ones; once if it is not said.
    lean: BTreeMap<u32, f64>,
    /// The weight of all plans before each of them.
    sums: Vec<f64>,
    /// What all seatings weigh together, or somewhat more.
    total: f64,
}

/// A way to seat the evil characters, with a number of Outsiders among the others.
struct Plan {
    /// The evil seats, and which of its candidates each is.
    evil: Vec<(Seat, usize)>,
    outsiders: usize,
    weight: f64,
}

/// How much all ways weigh, from a seat on, to be what makes so many more Outsiders, by which of those are still free who do not know what
/// they are. That no character is there twice is not looked at but for those: each has many tokens, and so much weight at every seat.
struct Ahead {
    deluded: Deluded,
    /// By seat, then number of Outsiders to come, then set of those who are free.
    table: Vec<f64>,
}

/// The Outsiders who do not know what they are, each with a bit.
#[derive(Clone)]
struct Deluded(Vec<Character>);

impl Deluded {
    /// Those among these options.
    fn among(options: &[Vec<Candidate>]) -> Self {
        let roles: CharacterSet = options.iter().flatten().map(|candidate| candidate.role).collect();
        let outsiders = roles.and(CharacterSet::team(Team::Outsider));
        Self(outsiders.iter().filter(|role| false_identity(*role).is_some()).collect())
    }

    /// All of them are free.
    fn all(&self) -> usize {
        self.sets() - 1
    }

    /// How many sets of them there are.
    fn sets(&self) -> usize {
        1 << self.0.len()
    }

    /// The bit of a character; none if it is not one of them.
    fn bit(&self, role: Character) -> usize {
        self.0.iter().position(|deluded| *deluded == role).map_or(0, |at| 1 << at)
    }
}

/// No script that can be played asks for more.
const MOST_OUTSIDERS: usize = 8;

impl<'a> Drawer<'a> {
    pub(super) fn new(
        case: &'a Case,
        counts: [usize; 4],
        options: Vec<Vec<Candidate>>,
        priors: &'a Priors,
    ) -> Self {
        let (plans, ahead, lean) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let mut drawer = Self { case, priors, options, plans, ahead, lean, sums: Vec::new(), total: 0.0 };
        drawer.seat_evil(counts, &mut Vec::new(), 0);
        drawer.add_up();
        drawer
    }

    /// The same, but half of the time those seats are the evil ones that are so in this part of the cases.
    pub(super) fn leaning(mut self, evil: &BTreeMap<u32, f64>) -> Self {
        let mut usual: BTreeMap<u32, f64> = BTreeMap::new();
        for plan in &self.plans {
            *usual.entry(seats(&plan.evil).bits()).or_default() += plan.weight / self.total;
        }
        let factor = |(seats, usual): (&u32, &f64)| {
            let wanted = evil.get(seats).copied().unwrap_or(0.0);
            (*seats, 0.5 + 0.5 * wanted / usual.max(f64::MIN_POSITIVE))
        };
        self.lean = usual.iter().map(factor).collect();
        for plan in &mut self.plans {
            plan.weight *= self.lean.get(&seats(&plan.evil).bits()).copied().unwrap_or(1.0);
        }
        self.add_up();
        self
    }

    fn add_up(&mut self) {
        self.total = 0.0;
        self.sums.clear();
        for plan in &self.plans {
            self.sums.push(self.total);
            self.total += plan.weight;
        }
    }

    /// The same without what only drawing needs, which is most of its memory: it still says how likely a draw was.
    pub(super) fn retired(self) -> Self {
        Self { plans: Vec::new(), sums: Vec::new(), ..self }
    }

    /// How many seatings there are, or somewhat more.
    pub(super) fn size(&self) -> f64 {
        let unit = |candidates: &Vec<Candidate>| {
            candidates.iter().map(|&candidate| Candidate { weight: 1.0, ..candidate }).collect()
        };
        let units: Vec<Vec<Candidate>> = self.options.iter().map(unit).collect();
        let ahead: BTreeMap<u32, Ahead> =
            self.ahead.keys().map(|&evil| (evil, Ahead::new(&units, Seats::from_bits(evil)))).collect();
        let of_plan = |plan: &Plan| ahead[&seats(&plan.evil).bits()].of_all(plan.outsiders);
        self.plans.iter().map(of_plan).sum()
    }

    fn seat_evil(&mut self, counts: [usize; 4], evil: &mut Vec<(Seat, usize)>, from: usize) {
        let [_, outsiders, minions, demons] = counts;
        let chosen: Vec<Candidate> = self.chosen(evil).collect();
        let of_team = |team: Team| chosen.iter().filter(|candidate| candidate.role.team() == team).count();
        let left = [(minions, Team::Minion), (demons, Team::Demon)]
            .map(|(most, team)| most.checked_sub(of_team(team)));
        let [Some(minions_left), Some(demons_left)] = left else { return };
        if minions_left + demons_left == 0 {
            return self.plan(outsiders, evil);
        }
        let taken: CharacterSet = chosen.iter().map(|candidate| candidate.role).collect();
        for seat in from..self.options.len() {
            for at in 0..self.options[seat].len() {
                let role = self.options[seat][at].role;
                let is_free = self.case.duplicate_roles || !taken.contains(role);
                if CharacterSet::EVIL.contains(role) && is_free {
                    evil.push((Seat::new(seat), at));
                    self.seat_evil(counts, evil, seat + 1);
                    evil.pop();
                }
            }
        }
    }

    fn chosen<'b>(&'b self, evil: &'b [(Seat, usize)]) -> impl Iterator<Item = Candidate> + 'b {
        evil.iter().map(|(seat, at)| self.options[seat.index()][*at])
    }

    fn plan(&mut self, base: usize, evil: &[(Seat, usize)]) {
        let own = self.weight_of_evil(evil);
        let roles: Vec<Character> = self.chosen(evil).map(|candidate| candidate.role).collect();
        let evil_seats = seats(evil);
        let ahead =
            self.ahead.entry(evil_seats.bits()).or_insert_with(|| Ahead::new(&self.options, evil_seats));
        for outsiders in outsider_counts(base, &roles) {
            let weight = own * ahead.of_all(outsiders);
            if weight > 0.0 {
                self.plans.push(Plan { evil: evil.to_vec(), outsiders, weight });
            }
        }
    }

    fn weight_of_evil(&self, evil: &[(Seat, usize)]) -> f64 {
        let weights: f64 = self.chosen(evil).map(|candidate| candidate.weight).product();
        weights * self.priors.of(self.chosen(evil).map(|candidate| candidate.role))
    }

    /// What is drawn at a place between 0 and 1 of all the weight: which of its candidates every seat is. Nothing if the draw leads
    /// nowhere, which is part of the average too.
    pub(super) fn draw(&self, place: f64, rng: &mut Rng) -> Option<Vec<usize>> {
        let place = place * self.total;
        let at = self.sums.partition_point(|sum| *sum <= place).saturating_sub(1);
        let plan = self.plans.get(at)?;
        let mut begun = self.begin(&plan.evil, plan.outsiders)?;
        let mut evil = plan.evil.iter().peekable();
        let mut chosen = Vec::with_capacity(self.options.len());
        for seat in 0..self.options.len() {
            if let Some((_, at)) = evil.next_if(|(other, _)| other.index() == seat) {
                chosen.push(*at);
                continue;
            }
            let at = pick(&begun.weights(seat), rng)?;
            begun.take(self.options[seat][at]);
            chosen.push(at);
        }
        told_fits(self.case, &self.candidates(&chosen)).then_some(chosen)
    }

    /// How likely a draw is just this one, which is one that can be drawn.
    pub(super) fn density(&self, chosen: &[usize]) -> f64 {
        let candidates = self.candidates(chosen);
        let is_evil = |seat: &usize| CharacterSet::EVIL.contains(candidates[*seat].role);
        let evil: Vec<(Seat, usize)> =
            (0..chosen.len()).filter(is_evil).map(|seat| (Seat::new(seat), chosen[seat])).collect();
        let outsiders = candidates.iter().filter(|candidate| candidate.role.team() == Team::Outsider).count();
        let Some(mut begun) = self.begin(&evil, outsiders) else { return 0.0 };
        let mut density = self.weight_of_evil(&evil) * begun.ahead.of_all(outsiders) / self.total;
        density *= self.lean.get(&seats(&evil).bits()).copied().unwrap_or(1.0);
        for seat in (0..chosen.len()).filter(|seat| !is_evil(seat)) {
            let weights = begun.weights(seat);
            density *= weights[chosen[seat]] / weights.iter().sum::<f64>();
            begun.take(candidates[seat]);
        }
        density
    }

    /// These candidates with the weights by which they are drawn.
    fn candidates(&self, chosen: &[usize]) -> Vec<Candidate> {
        chosen.iter().zip(&self.options).map(|(at, candidates)| candidates[*at]).collect()
    }

    fn begin(&self, evil: &[(Seat, usize)], outsiders: usize) -> Option<Begun<'_>> {
        let taken = self.chosen(evil).fold(CharacterSet::NONE, |taken, candidate| taken.with(candidate.role));
        let ahead = self.ahead.get(&seats(evil).bits())?;
        Some(Begun { drawer: self, ahead, taken, outsiders, free: ahead.deluded.all() })
    }
}

/// Two drawers of the same seatings, of which the second draws its share.
#[derive(Clone, Copy)]
pub(super) struct Mixture<'a> {
    pub(super) plain: &'a Drawer<'a>,
    pub(super) other: Option<(f64, &'a Drawer<'a>)>,
}

impl Mixture<'_> {
    /// What is drawn at a place between 0 and 1 of both.
    pub(super) fn draw(&self, place: f64, rng: &mut Rng) -> Option<Vec<usize>> {
        match self.other {
            Some((share, other)) if place < share => other.draw(place / share, rng),
            Some((share, _)) => self.plain.draw((place - share) / (1.0 - share), rng),
            None => self.plain.draw(place, rng),
        }
    }

    /// How likely a draw is just this one.
    pub(super) fn density(&self, chosen: &[usize]) -> f64 {
        let plain = self.plain.density(chosen);
        self.other.map_or(plain, |(share, other)| (1.0 - share) * plain + share * other.density(chosen))
    }
}

/// Leaves out what contradicts what a seat certainly was told of the deal: nobody is who was shown as a bluff, and who was shown as
/// a Minion or a Demon is one. What is left still has to be looked at together.
pub(super) fn keep_told(case: &Case, options: &mut [Vec<Candidate>]) {
    for seat in case.certain().iter() {
        let is_told_truth =
            |candidate: &Candidate| candidate.is_honest && CharacterSet::EVIL.contains(candidate.role);
        if !options[seat.index()].iter().all(is_told_truth) {
            continue;
        }
        for said in &case.players[seat.index()].says {
            let others = (0..options.len()).map(Seat::new).filter(|other| *other != seat);
            match said.what {
                Testimony::Bluffs(bluffs) => options.iter_mut().for_each(|candidates| {
                    candidates.retain(|candidate| {
                        !bluffs.contains(candidate.role) && !bluffs.contains(candidate.token)
                    });
                }),
                Testimony::Team { demons, minions } => others.for_each(|other| {
                    options[other.index()].retain(|candidate| {
                        let is = |team: Team| candidate.role.team() == team;
                        is(Team::Minion) == minions.contains(other)
                            && demons.is_none_or(|demons| is(Team::Demon) == demons.contains(other))
                    });
                }),
                _ => {}
            }
        }
    }
}

/// A seating of which the evil seats and some of the good ones are drawn.
struct Begun<'a> {
    drawer: &'a Drawer<'a>,
    ahead: &'a Ahead,
    /// Roles in play and tokens drawn.
    taken: CharacterSet,
    /// How many Outsiders are to come.
    outsiders: usize,
    /// Which of those may still come who do not know what they are.
    free: usize,
}

impl Begun<'_> {
    /// By which weights the candidates of the next good seat are drawn.
    fn weights(&self, seat: usize) -> Vec<f64> {
        let weight = |candidate: &Candidate| {
            let left = self.outsiders.checked_sub(usize::from(candidate.role.team() == Team::Outsider));
            let is_free = self.drawer.case.duplicate_roles || self.taken.and(candidate.takes()).is_empty();
            let left = left.filter(|_| is_free && !CharacterSet::EVIL.contains(candidate.role));
            let ahead =
                |left| self.ahead.of(seat + 1, left, self.free & !self.ahead.deluded.bit(candidate.role));
            left.map_or(0.0, |left| candidate.weight * ahead(left))
        };
        self.drawer.options[seat].iter().map(weight).collect()
    }

    fn take(&mut self, candidate: Candidate) {
        self.outsiders -= usize::from(candidate.role.team() == Team::Outsider);
        self.free &= !self.ahead.deluded.bit(candidate.role);
        self.taken = self.taken.or(candidate.takes());
    }
}

fn seats(evil: &[(Seat, usize)]) -> Seats {
    evil.iter().map(|(seat, _)| *seat).collect()
}

/// The place of one of these by weight; nothing if none has any.
fn pick(weights: &[f64], rng: &mut Rng) -> Option<usize> {
    let mut place = f64::from(rng.next_u32()) / f64::from(u32::MAX) * weights.iter().sum::<f64>();
    let mut last = None;
    for (at, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        last = Some(at);
        place -= weight;
        if place < 0.0 {
            break;
        }
    }
    last
}

impl Ahead {
    fn new(options: &[Vec<Candidate>], evil: Seats) -> Self {
        let deluded = Deluded::among(options);
        let table = vec![0.0; (options.len() + 1) * (MOST_OUTSIDERS + 1) * deluded.sets()];
        let mut ahead = Self { deluded, table };
        let end = ahead.place(options.len(), 0, 0);
        ahead.table[end..end + ahead.deluded.sets()].fill(1.0);
        for seat in (0..options.len()).rev() {
            if evil.contains(Seat::new(seat)) {
                let (own, next) = (ahead.place(seat, 0, 0), ahead.place(seat + 1, 0, 0));
                ahead.table.copy_within(next..next + (next - own), own);
            } else {
                ahead.look_from(seat, &options[seat]);
            }
        }
        ahead
    }

    fn place(&self, seat: usize, outsiders: usize, free: usize) -> usize {
        (seat * (MOST_OUTSIDERS + 1) + outsiders) * self.deluded.sets() + free
    }

    /// What all ways weigh from a seat on, if that is known of the next.
    fn look_from(&mut self, seat: usize, candidates: &[Candidate]) {
        let sum = |is_it: &dyn Fn(&Candidate) -> bool| -> f64 {
            candidates.iter().filter(|candidate| is_it(candidate)).map(|candidate| candidate.weight).sum()
        };
        let deluded = &self.deluded;
        let is_outsider = |candidate: &Candidate| {
            candidate.role.team() == Team::Outsider && deluded.bit(candidate.role) == 0
        };
        let townsfolk = sum(&|candidate| candidate.role.team() == Team::Townsfolk);
        let outsider = sum(&is_outsider);
        let each: Vec<f64> = deluded.0.iter().map(|role| sum(&|candidate| candidate.role == *role)).collect();
        for left in 0..=MOST_OUTSIDERS {
            for free in 0..self.deluded.sets() {
                let fewer = |free| left.checked_sub(1).map_or(0.0, |left| self.of(seat + 1, left, free));
                let others = townsfolk * self.of(seat + 1, left, free) + outsider * fewer(free);
                let may_come = each.iter().enumerate().filter(|(at, _)| free & 1 << at != 0);
                let ways =
                    may_come.fold(others, |ways, (at, weight)| ways + weight * fewer(free & !(1 << at)));
                let place = self.place(seat, left, free);
                self.table[place] = ways;
            }
        }
    }

    /// What all ways weigh from this seat on to be so many Outsiders, if of those who do not know what they are these may come.
    fn of(&self, seat: usize, outsiders: usize, free: usize) -> f64 {
        if outsiders > MOST_OUTSIDERS { 0.0 } else { self.table[self.place(seat, outsiders, free)] }
    }

    /// The same from the first seat on, if all may come.
    fn of_all(&self, outsiders: usize) -> f64 {
        self.of(0, outsiders, self.deluded.all())
    }
}
