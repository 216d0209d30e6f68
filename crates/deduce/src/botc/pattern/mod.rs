//! Groups of hypotheses that differ only by swapping equivalent characters or seats, so that worlds can be counted that nobody could list.
//!
//! Accepts a [`Case`] without lies to weigh, emits [`Pattern`]s: one hypothesis each, with the number it stands for. Characters are
//! equivalent if nobody mentions them and nothing depends on them; seats are, if nobody mentions them and nothing happens there.

mod bags;
mod room;
mod spoken;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::rules::{Bearing, Dealing, MinionChange, Profile, Seating, SetupEffect};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};

use bags::{Bags, Pool, factorial};
pub(super) use bags::{Kind, Share};
use room::Room;
use spoken::{Classes, Spoken, spoken};
pub(super) use spoken::{is_first_night, looks_beside};

use super::case::Case;
use super::deal_hypothesis::{
    Candidate, DealHypothesis, candidates, false_identity, shown_as_bluffs, told_fits, try_each_seating,
};
use super::priors::Priors;
use super::why::Question;

/// The parts of the patterns of a case, for one candidate of the seat whose point of view it is.
pub(super) struct Patterns {
    pub(super) groups: Vec<Group>,
    pub(super) kinds: Vec<Kind>,
}

/// A set of equivalent hypotheses.
#[derive(Clone)]
pub(super) struct Pattern {
    /// One of them.
    pub(super) hypothesis: DealHypothesis,
    /// Their kind of bag.
    pub(super) kind: usize,
    /// In how many ways the seats of the groups can fill these slots.
    ways: u128,
    /// By group, how many seats take each of its slots.
    fillings: Vec<Filling>,
}

/// A set of equivalent seats.
pub(super) struct Group {
    pub(super) seats: Seats,
    slots: Vec<Slot>,
}

/// What a seat may be: a particular candidate, or one of several equivalent characters.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slot {
    Is(Candidate),
    OneOf { pool: usize, is_honest: bool },
}

/// How many seats of a group take each of its slots.
type Filling = Vec<usize>;

impl Patterns {
    /// How many hypotheses a pattern stands for, ignoring the tokens of characters that do not know what they are.
    pub(super) fn seatings(&self, pattern: &Pattern) -> u128 {
        self.kinds[pattern.kind].seatings * pattern.ways
    }

    /// Their total prior weight.
    pub(super) fn weight(&self, pattern: &Pattern) -> f64 {
        self.kinds[pattern.kind].weight * pattern.ways as f64
    }

    /// Adds a pattern to the slots of its kind, in the order of groups and slots: how often each is taken by a seat of the group, times
    /// this share.
    pub(super) fn add_taken(&self, pattern: &Pattern, times: Share, slots: &mut [Share]) {
        let each = self.groups.iter().zip(&pattern.fillings);
        let taken = each.flat_map(|(group, filling)| {
            filling.iter().map(|&count| count as f64 / group.seats.len() as f64)
        });
        for (slot, taken) in slots.iter_mut().zip(taken) {
            slot.add(times.times(taken * pattern.ways as f64));
        }
    }

    /// The number of slots in all groups.
    pub(super) fn slots(&self) -> usize {
        self.groups.iter().map(|group| group.slots.len()).sum()
    }

    /// By group, how often a seat is each character, given how often the slots of a kind are taken.
    pub(super) fn roles(&self, kind: usize, taken: &[Share]) -> Vec<BTreeMap<Character, Share>> {
        let kind = &self.kinds[kind];
        let mut taken = taken.iter();
        let of_group = |group: &Group| {
            let mut roles: BTreeMap<Character, Share> = BTreeMap::new();
            for (slot, often) in group.slots.iter().zip(taken.by_ref()) {
                let mut add = |role, share: Share| {
                    let seatings = share.seatings * often.seatings;
                    let weight = share.weight * often.weight;
                    if seatings > 0.0 || weight > 0.0 {
                        roles.entry(role).or_default().add(Share { seatings, weight });
                    }
                };
                match *slot {
                    Slot::Is(candidate) => {
                        add(candidate.role, Share { seatings: kind.seatings as f64, weight: kind.weight });
                    }
                    Slot::OneOf { pool, .. } => {
                        kind.roles[pool].iter().for_each(|(role, share)| add(*role, *share));
                    }
                }
            }
            roles
        };
        self.groups.iter().map(of_group).collect()
    }

    /// Up to `most` hypotheses of a pattern; only one of those that differ only in the token of a player who does not know what they are.
    pub(super) fn members(
        &self,
        pattern: &Pattern,
        case: &Case,
        counts: [usize; 4],
        most: u128,
    ) -> Vec<DealHypothesis> {
        let mut members: Vec<DealHypothesis> = Vec::new();
        let mut known: HashSet<Vec<Character>> = HashSet::new();
        let seats = (0..case.players.len()).map(Seat::new);
        let options = seats.map(|seat| self.candidates(pattern, case, seat)).collect();
        let _ = try_each_seating(case, counts, options, &mut |chosen| {
            let roles = chosen.iter().map(|candidate| candidate.role).collect();
            if self.is_member(pattern, chosen) && known.insert(roles) {
                members.push(DealHypothesis::of(chosen));
            }
            if members.len() as u128 >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        members
    }

    /// The candidates of a seat in a pattern.
    fn candidates(&self, pattern: &Pattern, case: &Case, seat: Seat) -> Vec<Candidate> {
        let mut groups = self.groups.iter().zip(&pattern.fillings);
        let Some((group, filling)) = groups.find(|(group, _)| group.seats.contains(seat)) else {
            return Vec::new();
        };
        let slots: Vec<Slot> = taken_slots(group, filling).collect();
        let is_taken = |candidate: &Candidate| slots.iter().any(|slot| self.takes(pattern, *slot, candidate));
        candidates(case, seat).into_iter().filter(is_taken).collect()
    }

    /// Whether a seat with this candidate takes a slot.
    fn takes(&self, pattern: &Pattern, slot: Slot, candidate: &Candidate) -> bool {
        match slot {
            Slot::Is(own) => own == *candidate,
            Slot::OneOf { pool, is_honest } => {
                candidate.is_honest == is_honest
                    && self.kinds[pattern.kind].roles[pool].contains_key(&candidate.role)
            }
        }
    }

    /// Whether each slot is taken as often, and the same characters are in play among those whose presence matters.
    fn is_member(&self, pattern: &Pattern, chosen: &[Candidate]) -> bool {
        let in_play: CharacterSet = chosen.iter().map(|candidate| candidate.role).collect();
        let is_filled = |(group, filling): (&Group, &Filling)| {
            group.slots.iter().zip(filling).filter(|(_, count)| **count > 0).all(|(slot, &count)| {
                let taken =
                    group.seats.iter().filter(|seat| self.takes(pattern, *slot, &chosen[seat.index()]));
                taken.count() == count
            })
        };
        self.kinds[pattern.kind].is_felt_in(in_play)
            && self.groups.iter().zip(&pattern.fillings).all(is_filled)
    }

    /// By group, what its seats may be in a pattern.
    pub(super) fn starts(&self, pattern: &Pattern, starts: &mut Vec<CharacterSet>) {
        let kind = &self.kinds[pattern.kind];
        let of_slot = |slot: &Slot| match *slot {
            Slot::Is(candidate) => CharacterSet::only(candidate.role),
            Slot::OneOf { pool, .. } => kind.roles[pool].keys().copied().collect(),
        };
        starts.clear();
        starts.extend(self.groups.iter().zip(&pattern.fillings).map(|(group, filling)| {
            taken_slots(group, filling).fold(CharacterSet::NONE, |set, slot| set.or(of_slot(&slot)))
        }));
    }
}

/// The slots of a group that are taken.
fn taken_slots<'a>(group: &'a Group, filling: &'a Filling) -> impl Iterator<Item = Slot> + 'a {
    group.slots.iter().zip(filling).filter(|(_, count)| **count > 0).map(|(slot, _)| *slot)
}

/// What the patterns are for.
pub(super) struct Topic<'a> {
    pub(super) case: &'a Case,
    pub(super) questions: &'a [Question],
    pub(super) counts: [usize; 4],
    pub(super) script: CharacterSet,
    pub(super) priors: &'a Priors,
    /// Whether worlds are weighed by how likely they are, not only counted.
    pub(super) weighs: bool,
    /// Set to stop as if there were too many.
    pub(super) stop: &'a AtomicBool,
}

/// Whether there are at most `most` patterns, no duplicate characters, no characters that draw tokens other than those of
/// Townsfolk not in play, and none that changes the set-up but evil ones that change the number of Outsiders.
pub(super) fn has_few_patterns(topic: &Topic<'_>, most: usize) -> bool {
    let mut left = most;
    !topic.case.duplicate_roles
        && topic.script.iter().all(|role| Profile::united_by(role, topic.script).is_empty())
        && topic.script.iter().filter_map(false_identity).all(|identity| identity.shown == [Team::Townsfolk])
        && topic.script.iter().filter_map(Profile::of).all(|profile| is_plain_in_setup(&profile))
        && own_guesses(topic.case).into_iter().all(|own| {
            let found = Search::new(topic, own, left, None).run();
            left -= found.unwrap_or(left);
            found.is_some()
        })
}

fn is_plain_in_setup(profile: &Profile) -> bool {
    let SetupEffect { outsiders, frees_outsiders, minions, copies, seating, dealing } = profile.setup();
    let is_evil = CharacterSet::EVIL.contains(profile.character());
    (is_evil || outsiders == [0])
        && !frees_outsiders
        && minions == MinionChange::More(0)
        && copies == 1
        && seating == Seating::Anywhere
        && dealing == Dealing::Drawn
}

/// Shows the patterns of a case, some at a time.
pub(super) fn each_pattern(topic: &Topic<'_>, visit: &mut dyn FnMut(&Patterns, &[Pattern])) {
    for own in own_guesses(topic.case) {
        Search::new(topic, own, usize::MAX / LOOKS, Some(visit)).run();
    }
}

/// The candidates of the seat whose point of view it is; a single `None` if the case is seen from outside.
fn own_guesses(case: &Case) -> Vec<Option<Candidate>> {
    case.you.map_or(vec![None], |you| candidates(case, you).into_iter().map(Some).collect())
}

/// The seats, grouped by equivalence, and the pools from which they are filled.
fn groups(
    topic: &Topic<'_>,
    classes: &Classes,
    spoken: &Spoken,
    own: Option<Candidate>,
) -> (Vec<Group>, Vec<Pool>) {
    let everybody = Seats::first(topic.case.players.len());
    let spoken = if looks_beside(topic.script) { everybody } else { spoken.seats };
    let mut pools = Vec::new();
    let group = |seats: Seats| {
        let first = seats.lowest()?;
        Some(Group { seats, slots: slots(topic.case, first, classes, &mut pools, own) })
    };
    let single = everybody.and(spoken).iter().map(Seats::only);
    let groups = single.chain([everybody.minus(spoken)]).filter_map(group).collect();
    (groups, pools)
}

/// The slots of a seat. A player who says nothing may be anything; others are what they claim, or lie and are one of several
/// equivalent characters.
fn slots(
    case: &Case,
    seat: Seat,
    classes: &Classes,
    pools: &mut Vec<Pool>,
    own: Option<Candidate>,
) -> Vec<Slot> {
    if let Some(own) = own.filter(|_| case.you == Some(seat)) {
        return vec![Slot::Is(own)];
    }
    let mut slots: Vec<Slot> = Vec::new();
    let says_nothing = case.players[seat.index()].claims.is_empty();
    for candidate in candidates(case, seat) {
        let slot = match classes.of(candidate.role, seat) {
            Some(class) if says_nothing || !candidate.is_honest => {
                let pool = numbered(pools, Pool { class, drifting: classes.drifting(class, seat) });
                Slot::OneOf { pool, is_honest: candidate.is_honest }
            }
            _ => Slot::Is(candidate),
        };
        if !slots.contains(&slot) {
            slots.push(slot);
        }
    }
    slots
}

/// The number of a pool, which is added if it is new.
fn numbered(pools: &mut Vec<Pool>, wanted: Pool) -> usize {
    pools.iter().position(|pool| *pool == wanted).unwrap_or_else(|| {
        pools.push(wanted);
        pools.len() - 1
    })
}

/// The particular characters in play, the unavailable ones, and the sizes of the pools.
type Frame = (CharacterSet, CharacterSet, Vec<usize>);

/// How many fillings are examined for every pattern that may be found.
const LOOKS: usize = 20;

/// How many patterns are shown at a time.
const BATCH: usize = 16_384;

/// The caller that patterns are shown to.
type Visitor<'a> = &'a mut dyn FnMut(&Patterns, &[Pattern]);

struct Search<'a> {
    case: &'a Case,
    stop: &'a AtomicBool,
    bags: Bags<'a>,
    set: Patterns,
    /// The particular characters, and the number of seats of each pool, for the groups filled so far.
    fixed: Vec<Character>,
    sizes: Vec<usize>,
    room: Room,
    most: usize,
    /// Found and not yet shown.
    batch: Vec<Pattern>,
    found: usize,
    /// The caller they are shown to; if there is none, they are only counted.
    visit: Option<Visitor<'a>>,
    /// The kinds of each frame seen so far.
    known: HashMap<Frame, Range<usize>>,
    is_too_many: bool,
    /// How many fillings were examined.
    looked_at: usize,
}

impl<'a> Search<'a> {
    fn new(topic: &Topic<'a>, own: Option<Candidate>, most: usize, visit: Option<Visitor<'a>>) -> Self {
        let &Topic { case, questions, counts, script, priors, stop, .. } = topic;
        let spoken = spoken(case, questions, script, own);
        let classes = Classes::new(topic, &spoken);
        let (groups, pools) = groups(topic, &classes, &spoken, own);
        let is_felt = |character: &Character| Bearing::of(*character) == Bearing::Presence;
        let presence = script.iter().filter(is_felt).collect();
        let room = Room::new(counts, case.players.len(), &classes, &pools);
        let sizes = vec![0; pools.len()];
        Self {
            case,
            stop,
            bags: Bags { counts, script, priors, presence, classes, pools },
            set: Patterns { groups, kinds: Vec::new() },
            fixed: Vec::new(),
            sizes,
            room,
            most,
            batch: Vec::new(),
            found: 0,
            visit,
            known: HashMap::new(),
            is_too_many: false,
            looked_at: 0,
        }
    }

    /// Shows all patterns and returns their number, unless there are too many.
    fn run(mut self) -> Option<usize> {
        self.seat_group(0, &mut Vec::new(), shown_as_bluffs(self.case));
        if self.is_too_many {
            return None;
        }
        self.show();
        Some(self.found)
    }

    fn show(&mut self) {
        if let Some(visit) = &mut self.visit {
            visit(&self.set, &self.batch);
        }
        self.batch.clear();
    }

    /// Fills the next group in every way.
    fn seat_group(&mut self, at: usize, fillings: &mut Vec<Filling>, taken: CharacterSet) {
        if self.is_too_many {
            return;
        }
        if at == self.set.groups.len() {
            return self.finish(fillings, taken);
        }
        fillings.push(vec![0; self.set.groups[at].slots.len()]);
        self.fill(at, 0, self.set.groups[at].seats.len(), fillings, taken);
        fillings.pop();
    }

    /// Distributes the slots from this one on over the remaining seats of a group.
    fn fill(
        &mut self,
        at: usize,
        slot: usize,
        left: usize,
        fillings: &mut Vec<Filling>,
        taken: CharacterSet,
    ) {
        if left == 0 {
            return self.seat_group(at + 1, fillings, taken);
        }
        let Some(&kind) = self.set.groups[at].slots.get(slot) else { return };
        self.fill(at, slot + 1, left, fillings, taken);
        for count in 1..=left {
            let is_free = match kind {
                Slot::Is(candidate) => count == 1 && taken.and(candidate.takes()).is_empty(),
                Slot::OneOf { .. } => true,
            };
            if !is_free {
                break;
            }
            self.seat(kind);
            fillings[at][slot] = count;
            self.looked_at += 1;
            self.is_too_many |= self.looked_at > LOOKS * self.most || self.stop.load(Relaxed);
            if self.is_too_many || !self.room.is_enough() {
                break;
            }
            let taken = match kind {
                Slot::Is(candidate) => taken.or(candidate.takes()),
                Slot::OneOf { .. } => taken,
            };
            self.fill(at, slot + 1, left - count, fillings, taken);
        }
        for _ in 0..std::mem::take(&mut fillings[at][slot]) {
            self.unseat(kind);
        }
    }

    fn seat(&mut self, slot: Slot) {
        match slot {
            Slot::Is(candidate) => self.fixed.push(candidate.role),
            Slot::OneOf { pool, .. } => self.sizes[pool] += 1,
        }
        self.room.seat(slot);
    }

    /// Undoes the last seating.
    fn unseat(&mut self, slot: Slot) {
        match slot {
            Slot::Is(_) => {
                self.fixed.pop();
            }
            Slot::OneOf { pool, .. } => self.sizes[pool] -= 1,
        }
        self.room.unseat(slot);
    }

    /// Every choice of characters for these seats.
    fn finish(&mut self, fillings: &[Filling], taken: CharacterSet) {
        let kinds = self.kinds(taken);
        if self.visit.is_none() {
            self.found += kinds.len();
            self.is_too_many |= self.found > self.most;
            return;
        }
        let ways = self.ways_to_fill(fillings);
        for kind in kinds {
            let Some(chosen) = self.representative(fillings, taken, &self.set.kinds[kind]) else { continue };
            if told_fits(self.case, &chosen) {
                let hypothesis = DealHypothesis::of(&chosen);
                self.batch.push(Pattern { hypothesis, kind, ways, fillings: fillings.to_vec() });
            }
        }
        if self.batch.len() >= BATCH {
            self.show();
        }
    }

    /// The kinds of bags that fit the filled groups.
    fn kinds(&mut self, taken: CharacterSet) -> Range<usize> {
        let frame = (self.fixed.iter().copied().collect(), taken, self.sizes.clone());
        if let Some(kinds) = self.known.get(&frame) {
            return kinds.clone();
        }
        let before = self.set.kinds.len();
        self.set.kinds.extend(self.bags.kinds(frame.0, taken, &frame.2));
        let kinds = before..self.set.kinds.len();
        self.known.insert(frame, kinds.clone());
        kinds
    }

    fn ways_to_fill(&self, fillings: &[Filling]) -> u128 {
        let of_group = |(group, filling): (&Group, &Filling)| {
            factorial(group.seats.len()) / filling.iter().map(|&count| factorial(count)).product::<u128>()
        };
        self.set.groups.iter().zip(fillings).map(of_group).product()
    }

    /// One seating of this bag.
    fn representative(
        &self,
        fillings: &[Filling],
        taken: CharacterSet,
        kind: &Kind,
    ) -> Option<Vec<Candidate>> {
        let mut left = kind.one.clone();
        let in_play: CharacterSet = left.iter().flatten().copied().collect();
        let townsfolk = self.bags.script.and(CharacterSet::team(Team::Townsfolk));
        let free = townsfolk.minus(taken).minus(in_play);
        let mut tokens = free.iter();
        let mut chosen: Vec<Option<Candidate>> = vec![None; self.case.players.len()];
        for (group, filling) in self.set.groups.iter().zip(fillings) {
            let mut seats = group.seats.iter();
            for (slot, &count) in group.slots.iter().zip(filling) {
                for seat in seats.by_ref().take(count) {
                    chosen[seat.index()] = Some(match *slot {
                        Slot::Is(candidate) => candidate,
                        Slot::OneOf { pool, is_honest } => {
                            let role = left[pool].pop()?;
                            let is_deluded = false_identity(role).is_some();
                            let token = if is_deluded { tokens.next()? } else { role };
                            Candidate { role, token, is_honest, weight: 1.0 }
                        }
                    });
                }
            }
        }
        chosen.into_iter().collect()
    }
}
