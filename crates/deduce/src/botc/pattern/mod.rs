//! Suppositions that differ only in which of equals is what, taken together: so worlds are counted that nobody could list.
//!
//! Accepts a [`Case`] without lies to weigh, emits [`Pattern`]s: one supposition each, with how many it stands for. Characters are equal
//! if nobody speaks of them and nothing depends on them; seats are, if nobody speaks of them and nothing happens there.

mod bags;
mod spoken;

use std::collections::BTreeMap;
use std::ops::Range;

use gaslamp_botc::rules::{Bearing, State};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};

use bags::{Bags, factorial};
pub(super) use bags::{Kind, Share};
use spoken::{Spoken, classes, spoken};
pub(super) use spoken::{is_first_night, looks_beside};

use super::case::Case;
use super::priors::Priors;
use super::suppose::{
    DRUNK, Guess, LUNATIC, MORE_OUTSIDERS, Supposition, guesses, shown_as_bluffs, told_fits,
};

/// The patterns of a case in which whoever looks is this or that.
pub(super) struct Patterns {
    pub(super) groups: Vec<Group>,
    pub(super) patterns: Vec<Pattern>,
    pub(super) kinds: Vec<Kind>,
}

/// Suppositions that are all alike.
pub(super) struct Pattern {
    /// One of them.
    pub(super) supposition: Supposition,
    /// Which kind of bags they have.
    pub(super) kind: usize,
    /// In how many ways the seats of each group can take its slots so.
    ways: u128,
    /// By group, how many seats take which of its slots.
    fillings: Vec<Filling>,
}

/// Seats that are all alike.
pub(super) struct Group {
    pub(super) seats: Seats,
    slots: Vec<Slot>,
}

/// What a seat may be: a character of its own, or one of equals.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slot {
    Is(Guess),
    OneOf { class: usize, is_honest: bool },
}

/// How many seats of a group take which of its slots.
type Filling = Vec<usize>;

impl Patterns {
    /// How many suppositions a pattern stands for, if the tokens of the Drunk are not told apart.
    pub(super) fn seatings(&self, pattern: &Pattern) -> u128 {
        self.kinds[pattern.kind].seatings * pattern.ways
    }

    /// How likely they are together before anything is known, against others.
    pub(super) fn weight(&self, pattern: &Pattern) -> f64 {
        self.kinds[pattern.kind].weight * pattern.ways as f64
    }

    /// What a pattern adds to each of its kind's slots, in the order of groups and slots: how often it is taken by a seat of the
    /// group, times this.
    pub(super) fn add_taken(&self, pattern: &Pattern, times: Share, slots: &mut [Share]) {
        let each = self.groups.iter().zip(&pattern.fillings);
        let taken = each.flat_map(|(group, filling)| {
            filling.iter().map(|&count| count as f64 / group.seats.len() as f64)
        });
        for (slot, taken) in slots.iter_mut().zip(taken) {
            slot.add(times.times(taken * pattern.ways as f64));
        }
    }

    /// How many slots there are in all groups.
    pub(super) fn slots(&self) -> usize {
        self.groups.iter().map(|group| group.slots.len()).sum()
    }

    /// Whom the seats of each group are how often, if the slots of a kind are taken as often as this.
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
                    Slot::Is(guess) => {
                        add(guess.role, Share { seatings: kind.seatings as f64, weight: kind.weight });
                    }
                    Slot::OneOf { class, .. } => {
                        kind.roles[class].iter().for_each(|(role, share)| add(*role, *share));
                    }
                }
            }
            roles
        };
        self.groups.iter().map(of_group).collect()
    }

    /// By group, what its seats may be in a pattern.
    pub(super) fn starts(&self, pattern: &Pattern, starts: &mut Vec<CharacterSet>) {
        let kind = &self.kinds[pattern.kind];
        let of_slot = |slot: &Slot| match *slot {
            Slot::Is(guess) => CharacterSet::only(guess.role),
            Slot::OneOf { class, .. } => kind.roles[class].keys().copied().collect(),
        };
        starts.clear();
        starts.extend(self.groups.iter().zip(&pattern.fillings).map(|(group, filling)| {
            let taken = group.slots.iter().zip(filling).filter(|(_, count)| **count > 0);
            taken.fold(CharacterSet::NONE, |set, (slot, _)| set.or(of_slot(slot)))
        }));
    }
}

/// Finds the patterns of a case; nothing if there are more than so many, or if characters are there twice or draw tokens that others
/// have.
pub(super) fn patterns(
    case: &Case,
    counts: [usize; 4],
    script: CharacterSet,
    priors: &Priors,
    most: usize,
) -> Option<Vec<Patterns>> {
    if case.duplicate_roles || script.contains(LUNATIC) {
        return None;
    }
    let own: Vec<Option<Guess>> = match case.you {
        Some(you) => guesses(case, you).into_iter().map(Some).collect(),
        None => vec![None],
    };
    let mut left = most;
    let mut all = Vec::new();
    for own in own {
        let found = Search::new(case, counts, script, priors, own, left).run()?;
        left -= found.patterns.len();
        all.push(found);
    }
    Some(all)
}

/// The seats, equal ones together.
fn groups(
    case: &Case,
    script: CharacterSet,
    classes: &[CharacterSet],
    spoken: &Spoken,
    own: Option<Guess>,
) -> Vec<Group> {
    let everybody = Seats::first(case.players.len());
    let spoken = if looks_beside(script) { everybody } else { spoken.seats };
    let group = |seats: Seats| {
        let first = seats.lowest()?;
        Some(Group { seats, slots: slots(case, first, classes, own) })
    };
    let single = everybody.and(spoken).iter().map(Seats::only);
    single.chain([everybody.minus(spoken)]).filter_map(group).collect()
}

/// What a seat may be. Whoever says nothing may be anything; others are what they say, or one of equals and lie.
fn slots(case: &Case, seat: Seat, classes: &[CharacterSet], own: Option<Guess>) -> Vec<Slot> {
    if let Some(own) = own.filter(|_| case.you == Some(seat)) {
        return vec![Slot::Is(own)];
    }
    let mut slots: Vec<Slot> = Vec::new();
    let says_nothing = case.players[seat.index()].claims.is_empty();
    for guess in guesses(case, seat) {
        let class = classes.iter().position(|class| class.contains(guess.role));
        let slot = match class {
            Some(class) if says_nothing || !guess.is_honest => {
                Slot::OneOf { class, is_honest: guess.is_honest }
            }
            _ => Slot::Is(guess),
        };
        if !slots.contains(&slot) {
            slots.push(slot);
        }
    }
    slots
}

/// Who is in play in particular, who is not to be had, and the sizes of the classes.
type Frame = (Vec<Character>, Vec<Character>, Vec<usize>);

/// For every pattern that may be found, so many fillings are looked at.
const LOOKS: usize = 20;

struct Search<'a> {
    case: &'a Case,
    bags: Bags<'a>,
    groups: Vec<Group>,
    /// Who is in particular somebody, and how many seats each class has, as far as groups are filled.
    fixed: Vec<Character>,
    sizes: Vec<usize>,
    most: usize,
    found: Vec<Pattern>,
    kinds: Vec<Kind>,
    /// Which kinds are those of which frame, as far as they were asked for.
    known: BTreeMap<Frame, Range<usize>>,
    is_too_many: bool,
    /// How many fillings were looked at.
    looked_at: usize,
}

impl<'a> Search<'a> {
    fn new(
        case: &'a Case,
        counts: [usize; 4],
        script: CharacterSet,
        priors: &'a Priors,
        own: Option<Guess>,
        most: usize,
    ) -> Self {
        let spoken = spoken(case, script, own);
        let classes = classes(case, script, &spoken);
        let groups = groups(case, script, &classes, &spoken, own);
        let is_felt = |character: &Character| State::bearing(*character) == Bearing::Presence;
        let presence = script.iter().filter(is_felt).collect();
        let (fixed, sizes) = (Vec::new(), vec![0; classes.len()]);
        let bags = Bags { counts, script, priors, presence, classes };
        let (found, kinds, known) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { case, bags, groups, fixed, sizes, most, found, kinds, known, is_too_many: false, looked_at: 0 }
    }

    /// All patterns, unless there are too many.
    fn run(mut self) -> Option<Patterns> {
        self.seat_group(0, &mut Vec::new(), shown_as_bluffs(self.case));
        let found = Patterns { groups: self.groups, patterns: self.found, kinds: self.kinds };
        (!self.is_too_many).then_some(found)
    }

    /// Fills the next group in every way.
    fn seat_group(&mut self, at: usize, fillings: &mut Vec<Filling>, taken: CharacterSet) {
        if self.is_too_many {
            return;
        }
        if at == self.groups.len() {
            return self.finish(fillings, taken);
        }
        fillings.push(vec![0; self.groups[at].slots.len()]);
        self.fill(at, 0, self.groups[at].seats.len(), fillings, taken);
        fillings.pop();
    }

    /// Gives the slots from this one on to so many seats of a group.
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
        let Some(&kind) = self.groups[at].slots.get(slot) else { return };
        self.fill(at, slot + 1, left, fillings, taken);
        for count in 1..=left {
            let taken = match kind {
                Slot::Is(guess) => {
                    if count > 1 || !taken.and(guess.takes()).is_empty() {
                        break;
                    }
                    self.fixed.push(guess.role);
                    taken.or(guess.takes())
                }
                Slot::OneOf { class, .. } => {
                    self.sizes[class] += 1;
                    taken
                }
            };
            fillings[at][slot] = count;
            if !self.is_room() {
                break;
            }
            self.fill(at, slot + 1, left - count, fillings, taken);
        }
        let filled = std::mem::take(&mut fillings[at][slot]);
        match kind {
            Slot::Is(_) => self.fixed.truncate(self.fixed.len() - filled),
            Slot::OneOf { class, .. } => self.sizes[class] -= filled,
        }
    }

    /// Whether there may be enough characters of every class, and not too many of any team.
    fn is_room(&mut self) -> bool {
        self.looked_at += 1;
        self.is_too_many |= self.looked_at > LOOKS * self.most;
        let has_members = self.sizes.iter().zip(&self.bags.classes).all(|(&size, class)| size <= class.len());
        let [_, outsiders, minions, demons] = self.bags.counts;
        has_members
            && self.certainly_of(CharacterSet::EVIL) <= minions + demons
            && self.certainly_of(CharacterSet::team(Team::Outsider)) <= outsiders + MORE_OUTSIDERS
            && self.certainly_of(CharacterSet::team(Team::Minion)) <= minions
            && self.certainly_of(CharacterSet::team(Team::Demon)) <= demons
    }

    /// How many seats are certainly one of these: who is in particular, or of a class that has no others.
    fn certainly_of(&self, these: CharacterSet) -> usize {
        let classes = self.sizes.iter().zip(&self.bags.classes);
        let of_classes = classes.filter(|(_, class)| class.minus(these).is_empty()).map(|(size, _)| size);
        of_classes.sum::<usize>() + self.fixed.iter().filter(|role| these.contains(**role)).count()
    }

    /// Every choice of characters for these seats.
    fn finish(&mut self, fillings: &[Filling], taken: CharacterSet) {
        if self.certainly_of(CharacterSet::EVIL) != self.bags.counts[2] + self.bags.counts[3] {
            return;
        }
        let key = (self.fixed.clone(), taken.iter().collect(), self.sizes.clone());
        let kinds = match self.known.get(&key) {
            Some(kinds) => kinds.clone(),
            None => {
                let before = self.kinds.len();
                self.kinds.extend(self.bags.kinds(&key.0, taken, &key.2));
                let kinds = before..self.kinds.len();
                self.known.insert(key, kinds.clone());
                kinds
            }
        };
        for kind in kinds {
            let Some(chosen) = self.representative(fillings, taken, &self.kinds[kind]) else { continue };
            if told_fits(self.case, &chosen) {
                let supposition = Supposition::of(&chosen);
                let ways = self.ways_to_fill(fillings);
                self.found.push(Pattern { supposition, kind, ways, fillings: fillings.to_vec() });
            }
        }
        self.is_too_many |= self.found.len() > self.most;
    }

    fn ways_to_fill(&self, fillings: &[Filling]) -> u128 {
        let of_group = |(group, filling): (&Group, &Filling)| {
            factorial(group.seats.len()) / filling.iter().map(|&count| factorial(count)).product::<u128>()
        };
        self.groups.iter().zip(fillings).map(of_group).product()
    }

    /// One seating of this bag.
    fn representative(&self, fillings: &[Filling], taken: CharacterSet, kind: &Kind) -> Option<Vec<Guess>> {
        let mut left = kind.one.clone();
        let in_play: CharacterSet = left.iter().flatten().copied().collect();
        let townsfolk = self.bags.script.and(CharacterSet::team(Team::Townsfolk));
        let token = townsfolk.minus(taken).minus(in_play).iter().next();
        let mut chosen: Vec<Option<Guess>> = vec![None; self.case.players.len()];
        for (group, filling) in self.groups.iter().zip(fillings) {
            let mut seats = group.seats.iter();
            for (slot, &count) in group.slots.iter().zip(filling) {
                for seat in seats.by_ref().take(count) {
                    chosen[seat.index()] = Some(match *slot {
                        Slot::Is(guess) => guess,
                        Slot::OneOf { class, is_honest } => {
                            let role = left[class].pop()?;
                            let token = if role == DRUNK { token? } else { role };
                            Guess { role, token, is_honest, weight: 1.0 }
                        }
                    });
                }
            }
        }
        chosen.into_iter().collect()
    }
}
