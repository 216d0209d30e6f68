//! Draws hypotheses by how likely they are, when there are too many to list.
//!
//! Accepts the candidates of every seat with weights; emits one candidate for each seat such that the set-up rules allow them together,
//! and the probability of exactly this draw. The evil characters are seated in every way; for the rest, it looks ahead only for the
//! number of Outsiders. Whoever adds up draws divides by their probabilities, which corrects for whatever the weights favour.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use gaslamp_botc::rules::bag_space::{changers, most_copies, outsider_counts, outsiders_fit, seats_fit};
use gaslamp_botc::rules::{Profile, Seating};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Rng, Seat, Seats};

use super::case::{Case, Testimony};
use super::deal_hypothesis::{Candidate, told_fits};
use super::priors::Priors;

/// Draws hypotheses.
pub(super) struct Drawer<'a> {
    case: &'a Case,
    priors: &'a Priors,
    /// The candidates of every seat, and the weights by which they are drawn.
    options: Vec<Vec<PreparedCandidate>>,
    /// The usual number of Outsiders.
    outsiders: usize,
    /// The evil characters that change the numbers of the teams.
    changers: CharacterSet,
    /// The good characters that do so, as roles or as tokens.
    good_changers: Vec<Character>,
    /// Whether it matters where some of the evil characters sit.
    minds_seats: bool,
    plans: Vec<Plan>,
    /// The evil seats of all plans one after the other, and which of its candidates each is; as many for every plan.
    seated: Vec<(Seat, usize)>,
    /// The look-ahead, by which seats are evil.
    ahead: BTreeMap<u32, Ahead>,
    /// A factor by which sets of evil seats are drawn more often than by these weights; 1 if there is none.
    lean: BTreeMap<u32, f64>,
    /// For each plan, the total weight of the plans before it.
    sums: Vec<f64>,
    /// The total weight of all seatings, or somewhat more.
    total: f64,
}

/// A candidate with what is asked of it again and again.
#[derive(Clone, Copy)]
struct PreparedCandidate {
    candidate: Candidate,
    takes: CharacterSet,
    is_evil: bool,
    is_outsider: bool,
    /// Its bit, if it is one of the Outsiders who do not know what they are.
    deluded: usize,
}

/// A way to seat the evil characters, with a number of Outsiders among the others.
struct Plan {
    /// Where its evil seats are.
    seated: Range<usize>,
    outsiders: usize,
    weight: f64,
}

/// The total weight of all ways to fill the seats from one seat on so that they contain a given number of Outsiders, by which of the
/// characters that do not know what they are remain free. Only for those is it checked that no character appears twice: each of them
/// may have many tokens, and so has much weight at every seat.
struct Ahead {
    /// How many sets there are of those who do not know what they are.
    sets: usize,
    /// By seat, then number of Outsiders to come, then set of those that are free.
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

/// The Outsiders that do not know what they are, each with a bit.
#[derive(Clone)]
struct Deluded(Vec<Character>);

impl Deluded {
    /// Those among these candidates.
    fn among(options: &[Vec<Candidate>]) -> Self {
        let deluded = options.iter().flatten().filter(|candidate| candidate.is_deluded());
        let roles: CharacterSet = deluded.map(|candidate| candidate.role).collect();
        Self(roles.and(CharacterSet::team(Team::Outsider)).iter().collect())
    }

    /// The number of sets of them.
    fn sets(&self) -> usize {
        1 << self.0.len()
    }

    /// The bit of a character; zero if it is not one of them.
    fn bit(&self, role: Character) -> usize {
        self.0.iter().position(|deluded| *deluded == role).map_or(0, |at| 1 << at)
    }
}

/// No playable script has more.
const MOST_OUTSIDERS: usize = 8;

impl<'a> Drawer<'a> {
    pub(super) fn new(
        case: &'a Case,
        counts: [usize; 4],
        options: &[Vec<Candidate>],
        priors: &'a Priors,
    ) -> Self {
        let deluded = Deluded::among(options);
        let goods = GoodWeights::of_all(options, &deluded);
        let prepared = |candidate: &Candidate| PreparedCandidate {
            candidate: *candidate,
            takes: candidate.takes(),
            is_evil: CharacterSet::EVIL.contains(candidate.role),
            is_outsider: candidate.role.team() == Team::Outsider,
            deluded: deluded.bit(candidate.role),
        };
        let all: CharacterSet =
            options.iter().flatten().flat_map(|candidate| [candidate.role, candidate.token]).collect();
        let sits_anywhere = |profile: &Profile| profile.setup().seating == Seating::Anywhere;
        let mut drawer = Self {
            case,
            priors,
            outsiders: counts[1],
            changers: changers(all.and(CharacterSet::EVIL)),
            good_changers: changers(all.and(CharacterSet::GOOD)).iter().collect(),
            minds_seats: !Profile::select(all, |profile| !sits_anywhere(profile)).is_empty(),
            options: options.iter().map(|candidates| candidates.iter().map(prepared).collect()).collect(),
            plans: Vec::new(),
            seated: Vec::new(),
            ahead: BTreeMap::new(),
            lean: BTreeMap::new(),
            sums: Vec::new(),
            total: 0.0,
        };
        let most_more = all.iter().map(more_minions).max().unwrap_or(0);
        for more in 0..=most_more {
            let mut seating =
                EvilSeating { more, goods: &goods, deluded: &deluded, evil: Vec::new(), last: None };
            drawer.seat_evil(&mut seating, CharacterSet::NONE, [counts[2] + more, counts[3]], 0);
        }
        drawer.add_up();
        drawer
    }

    /// The evil seats of a plan, and which of its candidates each is.
    fn evil(&self, plan: &Plan) -> &[(Seat, usize)] {
        self.seated.get(plan.seated.clone()).unwrap_or_default()
    }

    /// The same, but half of the time the set of evil seats is drawn with these frequencies.
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

    /// The same without what only drawing needs, which is most of its memory; it still knows the probability of a draw.
    pub(super) fn retired(self) -> Self {
        Self { plans: Vec::new(), seated: Vec::new(), sums: Vec::new(), ..self }
    }

    /// The number of seatings, or somewhat more.
    pub(super) fn size(&self) -> f64 {
        let unit = |prepared: &PreparedCandidate| Candidate { weight: 1.0, ..prepared.candidate };
        let units: Vec<Vec<Candidate>> =
            self.options.iter().map(|prepared| prepared.iter().map(unit).collect()).collect();
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
        seating: &mut EvilSeating<'_>,
        taken: CharacterSet,
        [minions, demons]: [usize; 2],
        from: usize,
    ) {
        if minions + demons == 0 {
            return self.plan(seating);
        }
        for seat in from..self.options.len() {
            for at in 0..self.options[seat].len() {
                let PreparedCandidate { candidate, takes, is_evil, .. } = self.options[seat][at];
                let is_free = self.case.duplicate_roles || taken.and(takes).is_empty();
                let left = match candidate.role.team() {
                    Team::Minion => minions.checked_sub(1).map(|minions| [minions, demons]),
                    _ => demons.checked_sub(1).map(|demons| [minions, demons]),
                };
                if let Some(left) = left.filter(|_| is_evil && is_free) {
                    seating.evil.push((Seat::new(seat), at));
                    self.seat_evil(seating, taken.or(takes), left, seat + 1);
                    seating.evil.pop();
                }
            }
        }
    }

    fn chosen<'b>(&'b self, evil: &'b [(Seat, usize)]) -> impl Iterator<Item = Candidate> + 'b {
        evil.iter().map(|(seat, at)| self.options[seat.index()][*at].candidate)
    }

    /// Notes a way to seat the evil characters, with every number of Outsiders.
    fn plan(&mut self, seating: &mut EvilSeating<'_>) {
        let more: usize = self.chosen(&seating.evil).map(|candidate| more_minions(candidate.role)).sum();
        if more != seating.more || !self.may_sit(&seating.evil) {
            return;
        }
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
        let roles = || seating.evil.iter().map(|(seat, at)| self.options[seat.index()][*at].candidate.role);
        if self.good_changers.is_empty() && !roles().any(|role| self.changers.contains(role)) {
            return self.add_plan(
                seating,
                self.outsiders,
                own * ahead.get(self.outsiders).copied().unwrap_or(0.0),
            );
        }
        let roles: Vec<Character> = roles().collect();
        for outsiders in self.outsiders_with(&roles) {
            self.add_plan(seating, outsiders, own * ahead.get(outsiders).copied().unwrap_or(0.0));
        }
    }

    fn add_plan(&mut self, seating: &EvilSeating<'_>, outsiders: usize, weight: f64) {
        if weight > 0.0 {
            let from = self.seated.len();
            self.seated.extend_from_slice(&seating.evil);
            self.plans.push(Plan { seated: from..self.seated.len(), outsiders, weight });
        }
    }

    /// The numbers of Outsiders that are possible with these evil characters, whichever good ones are in play. Whether they are
    /// possible with those that are drawn is seen once all are.
    fn outsiders_with(&self, evil: &[Character]) -> BTreeSet<usize> {
        let mut sets = vec![evil.to_vec()];
        for &good in &self.good_changers {
            let with: Vec<Vec<Character>> =
                sets.iter().map(|set| [set.as_slice(), &[good]].concat()).collect();
            sets.extend(with);
        }
        sets.iter().flat_map(|set| outsider_counts(self.outsiders, set)).collect()
    }

    /// Whether the evil characters may sit so.
    fn may_sit(&self, evil: &[(Seat, usize)]) -> bool {
        if !self.minds_seats {
            return true;
        }
        let somebody_good = CharacterSet::GOOD.iter().next();
        let mut roles: Vec<Character> = somebody_good.into_iter().cycle().take(self.options.len()).collect();
        for (seat, at) in evil {
            roles[seat.index()] = self.options[seat.index()][*at].candidate.role;
        }
        seats_fit(&roles)
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
        self.fits(&self.candidates(&chosen)).then_some(Draw { chosen, density })
    }

    /// Whether what evil players were told is true, and the number of Outsiders is right if good characters change it.
    fn fits(&self, chosen: &[Candidate]) -> bool {
        let drawn = || chosen.iter().map(|candidate| (candidate.role, candidate.token)).collect::<Vec<_>>();
        told_fits(self.case, chosen)
            && (self.good_changers.is_empty() || outsiders_fit(self.outsiders, &drawn()))
    }

    /// The probability of this draw, which must be one that can be drawn.
    pub(super) fn density(&self, chosen: &[usize]) -> f64 {
        let prepared = |seat: usize| &self.options[seat][chosen[seat]];
        let is_evil = |seat: &usize| prepared(*seat).is_evil;
        let evil: Vec<(Seat, usize)> =
            (0..chosen.len()).filter(is_evil).map(|seat| (Seat::new(seat), chosen[seat])).collect();
        let outsiders = (0..chosen.len()).filter(|seat| prepared(*seat).is_outsider).count();
        let Some(mut begun) = self.begin(&evil, outsiders) else { return 0.0 };
        let mut density = self.density_of_evil(&evil, &begun);
        for seat in (0..chosen.len()).filter(|seat| !is_evil(seat)) {
            let sum = begun.weigh(seat);
            density *= begun.weights[chosen[seat]] / sum;
            begun.take(prepared(seat));
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
        chosen.iter().zip(&self.options).map(|(at, prepared)| prepared[*at].candidate).collect()
    }

    fn begin(&self, evil: &[(Seat, usize)], outsiders: usize) -> Option<Begun<'_>> {
        let taken =
            self.chosen(evil).fold(CharacterSet::NONE, |taken, candidate| taken.or(candidate.takes()));
        let ahead = self.ahead.get(&seats(evil).bits())?;
        let (free, repeated, weights) = (ahead.sets - 1, Vec::new(), Vec::new());
        Some(Begun { drawer: self, ahead, taken, outsiders, free, repeated, weights })
    }
}

/// What was drawn: which of its candidates every seat is, and how likely that was.
pub(super) struct Draw {
    pub(super) chosen: Vec<usize>,
    pub(super) density: f64,
}

/// The evil characters as they are seated.
struct EvilSeating<'a> {
    /// How many Minions more than usual there are.
    more: usize,
    goods: &'a [GoodWeights],
    deluded: &'a Deluded,
    /// Those that are seated, and which of its candidates each seat is.
    evil: Vec<(Seat, usize)>,
    /// The seats of the last plan, and what the others weigh for them by number of Outsiders.
    last: Option<(Seats, [f64; MOST_OUTSIDERS + 1])>,
}

/// A mixture of distributions over the same seatings, each with its share of the draws.
pub(super) struct Mixture<'a> {
    parts: Vec<(f64, &'a Drawer<'a>)>,
}

impl<'a> Mixture<'a> {
    pub(super) fn plain(drawer: &'a Drawer<'a>) -> Self {
        Self { parts: vec![(1.0, drawer)] }
    }

    /// The same, but another distribution draws this share.
    pub(super) fn with(&self, share: f64, other: &'a Drawer<'a>) -> Self {
        let left = self.parts.iter().map(|(part, drawer)| (part * (1.0 - share), *drawer));
        Self { parts: [(share, other)].into_iter().chain(left).collect() }
    }

    /// The draw at a place between 0 and 1 of all.
    pub(super) fn draw(&self, mut place: f64, rng: &mut Rng) -> Option<Draw> {
        let (last, before) = self.parts.split_last()?;
        for (share, drawer) in before {
            if place < *share {
                return self.weighed(drawer.draw(place / share, rng));
            }
            place -= share;
        }
        self.weighed(last.1.draw((place / last.0).min(1.0), rng))
    }

    /// A draw from one part with its probability in the whole.
    fn weighed(&self, draw: Option<Draw>) -> Option<Draw> {
        draw.map(|Draw { chosen, .. }| Draw { density: self.density(&chosen), chosen })
    }

    /// The probability of this draw.
    pub(super) fn density(&self, chosen: &[usize]) -> f64 {
        self.parts.iter().map(|(share, drawer)| share * drawer.density(chosen)).sum()
    }
}

/// Removes candidates that contradict what an honest seat was told about the deal: nobody is a character shown as a bluff, and players
/// shown as Minions or Demons are. What is left still has to be checked together.
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
                        // Minions are not told of one who does not know it; that is looked at once all are drawn.
                        (is(Team::Minion) == minions.contains(other) || candidate.is_deluded())
                            && demons.is_none_or(|demons| is(Team::Demon) == demons.contains(other))
                    });
                }),
                _ => {}
            }
        }
    }
}

/// A seating in which the evil seats and some of the good ones are drawn.
struct Begun<'a> {
    drawer: &'a Drawer<'a>,
    ahead: &'a Ahead,
    /// Roles in play and tokens drawn.
    taken: CharacterSet,
    /// The number of Outsiders to come.
    outsiders: usize,
    /// Which characters that do not know what they are may still come.
    free: usize,
    /// Those in play that may be in play several times, each as often as it is.
    repeated: Vec<Character>,
    /// The weights that were asked for last.
    weights: Vec<f64>,
}

impl Begun<'_> {
    /// By which weights the candidates of the next good seat are drawn; their sum.
    fn weigh(&mut self, seat: usize) -> f64 {
        let mut weights = std::mem::take(&mut self.weights);
        weights.clear();
        weights.extend(self.drawer.options[seat].iter().map(|prepared| self.weight(seat, prepared)));
        let sum = weights.iter().sum();
        self.weights = weights;
        sum
    }

    fn weight(&self, seat: usize, prepared: &PreparedCandidate) -> f64 {
        let is_free = self.drawer.case.duplicate_roles
            || self.taken.and(prepared.takes).is_empty()
            || self.may_repeat(&prepared.candidate);
        match self.outsiders.checked_sub(usize::from(prepared.is_outsider)) {
            Some(left) if is_free && !prepared.is_evil => {
                prepared.candidate.weight * self.ahead.of(seat + 1, left, self.free & !prepared.deluded)
            }
            _ => 0.0,
        }
    }

    /// Whether a character that is in play may be in play once more.
    fn may_repeat(&self, candidate: &Candidate) -> bool {
        let before = self.repeated.iter().filter(|role| **role == candidate.role).count();
        candidate.is_honest && !candidate.is_deluded() && (1..most_copies(candidate.role)).contains(&before)
    }

    fn take(&mut self, prepared: &PreparedCandidate) {
        if most_copies(prepared.candidate.role) > 1 {
            self.repeated.push(prepared.candidate.role);
        }
        self.outsiders -= usize::from(prepared.is_outsider);
        self.free &= !prepared.deluded;
        self.taken = self.taken.or(prepared.takes);
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

    /// The total weight of all ways from a seat on, given that of the next seat.
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

    /// The total weight of all ways from this seat on that contain this many Outsiders, if these characters that do not know what they
    /// are may come.
    fn of(&self, seat: usize, outsiders: usize, free: usize) -> f64 {
        if outsiders > MOST_OUTSIDERS { 0.0 } else { self.table[self.place(seat, outsiders, free)] }
    }

    /// The same from the first seat on, if all of them may come.
    fn of_all(&self, outsiders: usize) -> f64 {
        self.of(0, outsiders, self.sets - 1)
    }

    /// The same for every number of Outsiders.
    fn by_outsiders(&self) -> [f64; MOST_OUTSIDERS + 1] {
        std::array::from_fn(|outsiders| self.of_all(outsiders))
    }
}

/// How many Minions more than usual there are because of a character.
fn more_minions(character: Character) -> usize {
    Profile::of(character).map_or(0, |profile| profile.more_minions())
}
