//! DealHypotheses drawn by how likely they are, where there are too many to list.
//!
//! Accepts what every seat may be, with weights; emits one candidate for each seat, so that the set-up rules allow them together, and how
//! likely just these are drawn. The evil characters are seated in every way; for the rest, only how many Outsiders there are is
//! looked ahead for. Whoever adds up what is drawn divides by how likely it was, which makes good whatever the weights favour.

use std::collections::BTreeMap;

use gaslamp_botc::rules::bag_space::{changers, outsider_counts};
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
    /// The evil characters that change the numbers of the teams.
    changers: CharacterSet,
    plans: Vec<Plan>,
    /// The evil seats of all plans one after the other, and which of its candidates each is; as many for every plan.
    seated: Vec<(Seat, usize)>,
    /// What lies ahead, by which seats are evil.
    ahead: BTreeMap<u32, Ahead>,
    /// How much more often than by these weights which seats are drawn as the evil ones; once if it is not said.
    lean: BTreeMap<u32, f64>,
    /// The weight of all plans before each of them.
    sums: Vec<f64>,
    /// What all seatings weigh together, or somewhat more.
    total: f64,
}

/// A candidate with what is asked of it again and again.
#[derive(Clone, Copy)]
struct Candidate {
    candidate: Candidate,
    takes: CharacterSet,
    is_evil: bool,
    is_outsider: bool,
    /// Its bit, if it is one of the Outsiders who do not know what they are.
    deluded: usize,
}

/// A way to seat the evil characters, with a number of Outsiders among the others.
struct Plan {
    /// Where its evil seats begin.
    from: usize,
    outsiders: usize,
    weight: f64,
}

/// How much all ways weigh, from a seat on, to be what makes so many more Outsiders, by which of those are still free who do not know what
/// they are. That no character is there twice is not looked at but for those: each has many tokens, and so much weight at every seat.
struct Ahead {
    /// How many sets there are of those who do not know what they are.
    sets: usize,
    /// By seat, then number of Outsiders to come, then set of those who are free.
    table: Vec<f64>,
}

/// What the candidates of a seat weigh that make it a Townsfolk, an Outsider who knows it, and each of those who do not.
struct GoodWeights {
    townsfolk: f64,
    outsider: f64,
    deluded: Vec<f64>,
}

impl GoodWeights {
    fn of(candidates: &[Candidate], deluded: &Deluded) -> Self {
        let sum = |is_it: &dyn Fn(&Candidate) -> bool| -> f64 {
            candidates.iter().filter(|candidate| is_it(candidate)).map(|candidate| candidate.weight).sum()
        };
        let is_outsider = |candidate: &Candidate| {
            candidate.role.team() == Team::Outsider && deluded.bit(candidate.role) == 0
        };
        Self {
            townsfolk: sum(&|candidate| candidate.role.team() == Team::Townsfolk),
            outsider: sum(&is_outsider),
            deluded: deluded.0.iter().map(|role| sum(&|candidate| candidate.role == *role)).collect(),
        }
    }

    fn of_all(options: &[Vec<Candidate>], deluded: &Deluded) -> Vec<Self> {
        options.iter().map(|candidates| Self::of(candidates, deluded)).collect()
    }
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
        let deluded = Deluded::among(&options);
        let goods = GoodWeights::of_all(&options, &deluded);
        let candidate = |candidate: &Candidate| Candidate {
            candidate: *candidate,
            takes: candidate.takes(),
            is_evil: CharacterSet::EVIL.contains(candidate.role),
            is_outsider: candidate.role.team() == Team::Outsider,
            deluded: deluded.bit(candidate.role),
        };
        let evil = options
            .iter()
            .flatten()
            .map(|candidate| candidate.role)
            .filter(|role| CharacterSet::EVIL.contains(*role));
        let mut drawer = Self {
            case,
            priors,
            changers: changers(evil.collect()),
            options: options.iter().map(|candidates| candidates.iter().map(candidate).collect()).collect(),
            plans: Vec::new(),
            seated: Vec::new(),
            ahead: BTreeMap::new(),
            lean: BTreeMap::new(),
            sums: Vec::new(),
            total: 0.0,
        };
        let mut seating = Seating { counts, goods: &goods, deluded: &deluded, evil: Vec::new(), last: None };
        drawer.seat_evil(&mut seating, CharacterSet::NONE, [counts[2], counts[3]], 0);
        drawer.add_up();
        drawer
    }

    /// The evil seats of a plan, and which of its candidates each is.
    fn evil(&self, plan: &Plan) -> &[(Seat, usize)] {
        let count = self.seated.len() / self.plans.len().max(1);
        self.seated.get(plan.from..plan.from + count).unwrap_or_default()
    }

    /// The same, but half of the time those seats are the evil ones that are so in this part of the cases.
    pub(super) fn leaning(mut self, evil: &BTreeMap<u32, f64>) -> Self {
        let mut usual: BTreeMap<u32, f64> = BTreeMap::new();
        for plan in &self.plans {
            *usual.entry(seats(self.evil(plan)).bits()).or_default() += plan.weight / self.total;
        }
        let factor = |(seats, usual): (&u32, &f64)| {
            let wanted = evil.get(seats).copied().unwrap_or(0.0);
            (*seats, 0.5 + 0.5 * wanted / usual.max(f64::MIN_POSITIVE))
        };
        self.lean = usual.iter().map(factor).collect();
        let lean = |plan: &Plan| self.lean.get(&seats(self.evil(plan)).bits()).copied().unwrap_or(1.0);
        let leans: Vec<f64> = self.plans.iter().map(lean).collect();
        self.plans.iter_mut().zip(leans).for_each(|(plan, lean)| plan.weight *= lean);
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
        Self { plans: Vec::new(), seated: Vec::new(), sums: Vec::new(), ..self }
    }

    /// How many seatings there are, or somewhat more.
    pub(super) fn size(&self) -> f64 {
        let unit = |candidate: &Candidate| Candidate { weight: 1.0, ..candidate.candidate };
        let units: Vec<Vec<Candidate>> =
            self.options.iter().map(|candidates| candidates.iter().map(unit).collect()).collect();
        let deluded = Deluded::among(&units);
        let goods = GoodWeights::of_all(&units, &deluded);
        let ahead: BTreeMap<u32, Ahead> = (self.ahead.keys())
            .map(|&evil| (evil, Ahead::new(&goods, &deluded, Seats::from_bits(evil))))
            .collect();
        let of_plan = |plan: &Plan| ahead[&seats(self.evil(plan)).bits()].of_all(plan.outsiders);
        self.plans.iter().map(of_plan).sum()
    }

    /// Seats the evil characters that are left, Minions and Demons, from this seat on in every way.
    fn seat_evil(
        &mut self,
        seating: &mut Seating<'_>,
        taken: CharacterSet,
        [minions, demons]: [usize; 2],
        from: usize,
    ) {
        if minions + demons == 0 {
            return self.plan(seating);
        }
        for seat in from..self.options.len() {
            for at in 0..self.options[seat].len() {
                let Candidate { candidate, is_evil, .. } = self.options[seat][at];
                let is_free = self.case.duplicate_roles || !taken.contains(candidate.role);
                let left = match candidate.role.team() {
                    Team::Minion => minions.checked_sub(1).map(|minions| [minions, demons]),
                    _ => demons.checked_sub(1).map(|demons| [minions, demons]),
                };
                if let Some(left) = left.filter(|_| is_evil && is_free) {
                    seating.evil.push((Seat::new(seat), at));
                    self.seat_evil(seating, taken.with(candidate.role), left, seat + 1);
                    seating.evil.pop();
                }
            }
        }
    }

    fn chosen<'b>(&'b self, evil: &'b [(Seat, usize)]) -> impl Iterator<Item = Candidate> + 'b {
        evil.iter().map(|(seat, at)| self.options[seat.index()][*at].candidate)
    }

    /// Notes a way to seat the evil characters, with every number of Outsiders.
    fn plan(&mut self, seating: &mut Seating<'_>) {
        let own = self.weight_of_evil(&seating.evil);
        let evil = seats(&seating.evil);
        let ahead = match seating.last {
            // One after the other many are of the same seats.
            Some((seats, ahead)) if seats == evil => ahead,
            _ => {
                let new = || Ahead::new(seating.goods, seating.deluded, evil);
                self.ahead.entry(evil.bits()).or_insert_with(new).by_outsiders()
            }
        };
        seating.last = Some((evil, ahead));
        let base = seating.counts[1];
        let mut add = |outsiders: usize| {
            let weight = own * ahead.get(outsiders).copied().unwrap_or(0.0);
            if weight > 0.0 {
                self.plans.push(Plan { from: self.seated.len(), outsiders, weight });
                self.seated.extend_from_slice(&seating.evil);
            }
        };
        let roles = || seating.evil.iter().map(|(seat, at)| self.options[seat.index()][*at].candidate.role);
        if roles().any(|role| self.changers.contains(role)) {
            outsider_counts(base, &roles().collect::<Vec<_>>()).into_iter().for_each(add);
        } else {
            add(base);
        }
    }

    fn weight_of_evil(&self, evil: &[(Seat, usize)]) -> f64 {
        let weights: f64 = self.chosen(evil).map(|candidate| candidate.weight).product();
        weights * self.priors.of(self.chosen(evil).map(|candidate| candidate.role))
    }

    /// What is drawn at a place between 0 and 1 of all the weight: which of its candidates every seat is, and how likely a draw is just
    /// this one. Nothing if the draw leads nowhere, which is part of the average too.
    pub(super) fn draw(&self, place: f64, rng: &mut Rng) -> Option<Draw> {
        let place = place * self.total;
        let at = self.sums.partition_point(|sum| *sum <= place).saturating_sub(1);
        let plan = self.plans.get(at)?;
        let evil = self.evil(plan);
        let mut begun = self.begin(evil, plan.outsiders)?;
        let mut density = self.density_of_evil(evil, &begun);
        let mut evil = evil.iter().peekable();
        let mut chosen = Vec::with_capacity(self.options.len());
        for seat in 0..self.options.len() {
            if let Some((_, at)) = evil.next_if(|(other, _)| other.index() == seat) {
                chosen.push(*at);
                continue;
            }
            let sum = begun.weigh(seat);
            let at = pick(&begun.weights, sum, rng)?;
            density *= begun.weights[at] / sum;
            begun.take(&self.options[seat][at]);
            chosen.push(at);
        }
        told_fits(self.case, &self.candidates(&chosen)).then_some(Draw { chosen, density })
    }

    /// How likely a draw is just this one, which is one that can be drawn.
    pub(super) fn density(&self, chosen: &[usize]) -> f64 {
        let candidate = |seat: usize| &self.options[seat][chosen[seat]];
        let is_evil = |seat: &usize| candidate(*seat).is_evil;
        let evil: Vec<(Seat, usize)> =
            (0..chosen.len()).filter(is_evil).map(|seat| (Seat::new(seat), chosen[seat])).collect();
        let outsiders = (0..chosen.len()).filter(|seat| candidate(*seat).is_outsider).count();
        let Some(mut begun) = self.begin(&evil, outsiders) else { return 0.0 };
        let mut density = self.density_of_evil(&evil, &begun);
        for seat in (0..chosen.len()).filter(|seat| !is_evil(seat)) {
            let sum = begun.weigh(seat);
            density *= begun.weights[chosen[seat]] / sum;
            begun.take(candidate(seat));
        }
        density
    }

    /// How likely just these are the evil ones, with as many Outsiders.
    fn density_of_evil(&self, evil: &[(Seat, usize)], begun: &Begun<'_>) -> f64 {
        let density = self.weight_of_evil(evil) * begun.ahead.of_all(begun.outsiders) / self.total;
        density * self.lean.get(&seats(evil).bits()).copied().unwrap_or(1.0)
    }

    /// These candidates with the weights by which they are drawn.
    fn candidates(&self, chosen: &[usize]) -> Vec<Candidate> {
        chosen.iter().zip(&self.options).map(|(at, candidates)| candidates[*at].candidate).collect()
    }

    fn begin(&self, evil: &[(Seat, usize)], outsiders: usize) -> Option<Begun<'_>> {
        let taken = self.chosen(evil).fold(CharacterSet::NONE, |taken, candidate| taken.with(candidate.role));
        let ahead = self.ahead.get(&seats(evil).bits())?;
        Some(Begun { drawer: self, ahead, taken, outsiders, free: ahead.sets - 1, weights: Vec::new() })
    }
}

/// What was drawn: which of its candidates every seat is, and how likely that was.
pub(super) struct Draw {
    pub(super) chosen: Vec<usize>,
    pub(super) density: f64,
}

/// The evil characters as they are seated.
struct Seating<'a> {
    counts: [usize; 4],
    goods: &'a [GoodWeights],
    deluded: &'a Deluded,
    /// Those that are seated, and which of its candidates each seat is.
    evil: Vec<(Seat, usize)>,
    /// The seats of the last plan, and what the others weigh for them by number of Outsiders.
    last: Option<(Seats, [f64; MOST_OUTSIDERS + 1])>,
}

/// Two drawers of the same seatings, of which the second draws its share.
#[derive(Clone, Copy)]
pub(super) struct Mixture<'a> {
    pub(super) plain: &'a Drawer<'a>,
    pub(super) other: Option<(f64, &'a Drawer<'a>)>,
}

impl Mixture<'_> {
    /// What is drawn at a place between 0 and 1 of both.
    pub(super) fn draw(&self, place: f64, rng: &mut Rng) -> Option<Draw> {
        let Some((share, other)) = self.other else { return self.plain.draw(place, rng) };
        let draw = if place < share {
            other.draw(place / share, rng)
        } else {
            self.plain.draw((place - share) / (1.0 - share), rng)
        };
        draw.map(|Draw { chosen, .. }| Draw { density: self.density(&chosen), chosen })
    }

    /// How likely a draw is just this one.
    fn density(&self, chosen: &[usize]) -> f64 {
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
    /// The weights that were asked for last.
    weights: Vec<f64>,
}

impl Begun<'_> {
    /// By which weights the candidates of the next good seat are drawn; their sum.
    fn weigh(&mut self, seat: usize) -> f64 {
        let mut weights = std::mem::take(&mut self.weights);
        weights.clear();
        weights.extend(self.drawer.options[seat].iter().map(|candidate| self.weight(seat, candidate)));
        let sum = weights.iter().sum();
        self.weights = weights;
        sum
    }

    fn weight(&self, seat: usize, candidate: &Candidate) -> f64 {
        let is_free = self.drawer.case.duplicate_roles || self.taken.and(candidate.takes).is_empty();
        match self.outsiders.checked_sub(usize::from(candidate.is_outsider)) {
            Some(left) if is_free && !candidate.is_evil => {
                candidate.candidate.weight * self.ahead.of(seat + 1, left, self.free & !candidate.deluded)
            }
            _ => 0.0,
        }
    }

    fn take(&mut self, candidate: &Candidate) {
        self.outsiders -= usize::from(candidate.is_outsider);
        self.free &= !candidate.deluded;
        self.taken = self.taken.or(candidate.takes);
    }
}

fn seats(evil: &[(Seat, usize)]) -> Seats {
    evil.iter().map(|(seat, _)| *seat).collect()
}

/// The place of one of these with this sum by weight; nothing if none has any.
fn pick(weights: &[f64], sum: f64, rng: &mut Rng) -> Option<usize> {
    let mut place = f64::from(rng.next_u32()) / f64::from(u32::MAX) * sum;
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
    fn new(goods: &[GoodWeights], deluded: &Deluded, evil: Seats) -> Self {
        let sets = deluded.sets();
        let mut ahead = Self { sets, table: vec![0.0; (goods.len() + 1) * (MOST_OUTSIDERS + 1) * sets] };
        let end = ahead.place(goods.len(), 0, 0);
        ahead.table[end..end + sets].fill(1.0);
        for seat in (0..goods.len()).rev() {
            if evil.contains(Seat::new(seat)) {
                let (own, next) = (ahead.place(seat, 0, 0), ahead.place(seat + 1, 0, 0));
                ahead.table.copy_within(next..next + (next - own), own);
            } else {
                ahead.look_from(seat, &goods[seat]);
            }
        }
        ahead
    }

    fn place(&self, seat: usize, outsiders: usize, free: usize) -> usize {
        (seat * (MOST_OUTSIDERS + 1) + outsiders) * self.sets + free
    }

    /// What all ways weigh from a seat on, if that is known of the next.
    fn look_from(&mut self, seat: usize, good: &GoodWeights) {
        for left in 0..=MOST_OUTSIDERS {
            for free in 0..self.sets {
                let fewer = |free| left.checked_sub(1).map_or(0.0, |left| self.of(seat + 1, left, free));
                let others = good.townsfolk * self.of(seat + 1, left, free) + good.outsider * fewer(free);
                let may_come = good.deluded.iter().enumerate().filter(|(at, _)| free & 1 << at != 0);
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
        self.of(0, outsiders, self.sets - 1)
    }

    /// The same for every number of Outsiders.
    fn by_outsiders(&self) -> [f64; MOST_OUTSIDERS + 1] {
        std::array::from_fn(|outsiders| self.of_all(outsiders))
    }
}
