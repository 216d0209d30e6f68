//! Which characters are in play, where of equivalent characters only the number matters.
//!
//! Accepts how many seats each [`Pool`] has, emits the [`Kind`]s of bags, each of which nobody can tell apart, with their numbers.

use std::collections::BTreeMap;

use gaslamp_botc::rules::bag_space::outsider_counts;
use gaslamp_botc::{Character, CharacterSet, Team};

use super::spoken::Classes;
use crate::botc::deal_hypothesis::false_identity;
use crate::botc::priors::Priors;

/// What bags are made from.
pub(super) struct Bags<'a> {
    pub(super) counts: [usize; 4],
    pub(super) script: CharacterSet,
    pub(super) priors: &'a Priors,
    /// Characters whose presence matters.
    pub(super) presence: CharacterSet,
    pub(super) classes: Classes,
    pub(super) pools: Vec<Pool>,
}

/// The characters from which seats are filled: those of a class, and those that belong to it only at these seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pool {
    pub(super) class: usize,
    pub(super) drifting: CharacterSet,
}

/// Bags that nobody can tell apart.
pub(in crate::botc) struct Kind {
    presence: CharacterSet,
    /// Characters whose presence in the bag matters.
    all_felt: CharacterSet,
    /// The number of such bags, times the ways to seat each pool, ignoring the tokens of characters that do not know what they are.
    pub(super) seatings: u128,
    /// Their total prior weight.
    pub(super) weight: f64,
    /// By pool, in how many seatings one of its seats is which character, and with what weight.
    pub(super) roles: Vec<BTreeMap<Character, Share>>,
    /// The characters in play in all of them.
    pub(in crate::botc) in_play: CharacterSet,
    /// By pool, the characters of one of them.
    pub(super) one: Vec<Vec<Character>>,
}

/// A part of all seatings and of all weight.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::botc) struct Share {
    pub(in crate::botc) seatings: f64,
    pub(in crate::botc) weight: f64,
}

impl Share {
    pub(in crate::botc) fn add(&mut self, other: Self) {
        self.seatings += other.seatings;
        self.weight += other.weight;
    }

    pub(in crate::botc) fn times(self, factor: f64) -> Self {
        Self { seatings: self.seatings * factor, weight: self.weight * factor }
    }
}

impl Bags<'_> {
    /// The kinds of bags in which the fixed characters are in play, the taken ones are not available, and pools have these sizes.
    pub(super) fn kinds(&self, fixed: CharacterSet, taken: CharacterSet, sizes: &[usize]) -> Vec<Kind> {
        let mut bags = vec![Bag { chosen: Vec::new(), ways: 1 }];
        for class in 0..self.classes.members.len() {
            let choices = self.choices(class, taken, sizes);
            bags = bags.iter().flat_map(|bag| choices.iter().map(|choice| bag.with(choice))).collect();
        }
        let mut kinds: Vec<Kind> = Vec::new();
        for bag in &bags {
            let Some(tokens) = self.tokens(fixed, taken, bag) else { continue };
            let kind = self.kind(fixed, bag, tokens, sizes);
            match kinds.iter_mut().find(|other| other.presence == kind.presence) {
                Some(other) => other.join(kind),
                None => kinds.push(kind),
            }
        }
        kinds
    }

    /// Every choice of characters of a class for all its seats.
    fn choices(&self, class: usize, taken: CharacterSet, sizes: &[usize]) -> Vec<Choice> {
        let own: Vec<usize> = (0..sizes.len()).filter(|&pool| self.pools[pool].class == class).collect();
        let all: usize = own.iter().map(|&pool| sizes[pool]).sum();
        let free = self.classes.members[class].minus(taken);
        let mut choices = Vec::new();
        for (drifters, ways) in self.seated_drifters(&own, taken, sizes) {
            let rest = all - drifters.len();
            let others = if is_evil(free) { subsets(free, rest) } else { by_team(free, rest) };
            choices.extend(others.into_iter().map(|choice| Choice {
                ways: choice.ways * ways,
                drifters: drifters.clone(),
                ..choice
            }));
        }
        choices
    }

    /// Every way to place drifters in these pools, with the number of ways to choose their seats.
    fn seated_drifters(
        &self,
        pools: &[usize],
        taken: CharacterSet,
        sizes: &[usize],
    ) -> Vec<(Drifters, u128)> {
        let all = pools.iter().fold(CharacterSet::NONE, |all, &pool| all.or(self.pools[pool].drifting));
        let mut ways: Vec<(Drifters, u128)> = vec![(Drifters::new(), 1)];
        for character in all.minus(taken).iter() {
            for at in 0..ways.len() {
                for &pool in pools.iter().filter(|&&pool| self.pools[pool].drifting.contains(character)) {
                    let (mut drifters, seats) = ways[at].clone();
                    let free = sizes[pool] - drifters.iter().filter(|(_, other)| *other == pool).count();
                    if free > 0 {
                        drifters.push((character, pool));
                        ways.push((drifters, seats * free as u128));
                    }
                }
            }
        }
        ways
    }

    fn kind(&self, fixed: CharacterSet, bag: &Bag, tokens: u128, sizes: &[usize]) -> Kind {
        let arrangements: u128 = bag.chosen.iter().map(|choice| factorial(choice.rest())).product();
        let seatings = bag.ways * arrangements;
        let prior = self.priors.of(fixed.or(bag.members()).iter());
        let whole = Share { seatings: seatings as f64, weight: (seatings * tokens) as f64 * prior };
        let shares = |(pool, &size): (usize, &usize)| {
            let parts = bag.chosen[self.pools[pool].class].shares(pool, size);
            parts.map(|(role, part)| (role, whole.times(part))).collect()
        };
        Kind {
            presence: bag.members().and(self.presence),
            all_felt: self.presence.minus(fixed),
            seatings,
            weight: whole.weight,
            roles: sizes.iter().enumerate().map(shares).collect(),
            in_play: bag.chosen.iter().fold(fixed, |set, choice| set.or(choice.certain())),
            one: self.one(bag, sizes),
        }
    }

    /// One way to seat a bag, by pool.
    fn one(&self, bag: &Bag, sizes: &[usize]) -> Vec<Vec<Character>> {
        let mut rest: Vec<Vec<Character>> = bag.chosen.iter().map(Choice::listed).collect();
        let of_pool = |(pool, &size): (usize, &usize)| {
            let class = self.pools[pool].class;
            let mut own: Vec<Character> = bag.chosen[class].drifters_at(pool).collect();
            let left = &mut rest[class];
            own.extend(left.drain(left.len() - (size - own.len()).min(left.len())..));
            own
        };
        sizes.iter().enumerate().map(of_pool).collect()
    }

    /// In how many ways the characters of this bag that do not know what they are can have Townsfolk tokens; `None` if the bag is illegal.
    fn tokens(&self, fixed: CharacterSet, taken: CharacterSet, bag: &Bag) -> Option<u128> {
        let of_team = |team: Team| {
            let fixed = fixed.and(CharacterSet::team(team)).len();
            fixed + bag.chosen.iter().map(|choice| choice.of_team(team)).sum::<usize>()
        };
        let [_, outsiders, minions, demons] = self.counts;
        let evil: Vec<Character> = fixed.or(bag.members()).and(CharacterSet::EVIL).iter().collect();
        let fits = of_team(Team::Minion) == minions
            && of_team(Team::Demon) == demons
            && outsider_counts(outsiders, &evil).contains(&of_team(Team::Outsider));
        let townsfolk = self.script.and(CharacterSet::team(Team::Townsfolk));
        let unused = taken.minus(fixed).and(townsfolk).len();
        let free = townsfolk.len().saturating_sub(of_team(Team::Townsfolk) + unused);
        let tokens: u128 =
            (0..deluded(bag.members()).len()).map(|taken| free.saturating_sub(taken) as u128).product();
        (fits && tokens > 0).then_some(tokens)
    }
}

impl Kind {
    /// Whether, among the characters whose presence matters, the same ones are in play.
    pub(super) fn is_felt_in(&self, in_play: CharacterSet) -> bool {
        in_play.and(self.all_felt) == self.presence
    }

    fn join(&mut self, other: Self) {
        self.seatings += other.seatings;
        self.weight += other.weight;
        self.in_play = self.in_play.and(other.in_play);
        for (own, others) in self.roles.iter_mut().zip(other.roles) {
            others.into_iter().for_each(|(role, share)| own.entry(role).or_default().add(share));
        }
    }
}

fn is_evil(class: CharacterSet) -> bool {
    class.minus(CharacterSet::EVIL).is_empty()
}

/// Which characters of each class are in play.
#[derive(Clone)]
struct Bag {
    chosen: Vec<Choice>,
    ways: u128,
}

impl Bag {
    /// The characters that are named individually.
    fn members(&self) -> CharacterSet {
        self.chosen.iter().fold(CharacterSet::NONE, |members, choice| members.or(choice.named()))
    }

    fn with(&self, choice: &Choice) -> Self {
        let chosen = self.chosen.iter().cloned().chain([choice.clone()]).collect();
        Self { chosen, ways: self.ways * choice.ways }
    }
}

/// Characters that are not equivalent everywhere, each with its pool.
type Drifters = Vec<(Character, usize)>;

/// Which characters of a class are in play: drifters, named ones, and a number of equivalent Townsfolk and Outsiders.
#[derive(Clone)]
struct Choice {
    drifters: Drifters,
    members: CharacterSet,
    /// For Townsfolk and Outsiders: from these, this many.
    alike: [(CharacterSet, usize); 2],
    ways: u128,
}

impl Choice {
    /// The number of characters apart from the drifters.
    fn rest(&self) -> usize {
        self.members.len() + self.alike.iter().map(|(_, count)| count).sum::<usize>()
    }

    /// The characters that are named individually.
    fn named(&self) -> CharacterSet {
        self.drifters.iter().fold(self.members, |set, (character, _)| set.with(*character))
    }

    fn drifters_at(&self, pool: usize) -> impl Iterator<Item = Character> + '_ {
        self.drifters.iter().filter(move |(_, at)| *at == pool).map(|(character, _)| *character)
    }

    fn of_team(&self, team: Team) -> usize {
        self.named().and(CharacterSet::team(team)).len()
            + match team {
                Team::Townsfolk => self.alike[0].1,
                Team::Outsider => self.alike[1].1,
                _ => 0,
            }
    }

    /// Characters that are in play whichever are chosen.
    fn certain(&self) -> CharacterSet {
        let all = self.alike.iter().filter(|(from, count)| from.len() == *count);
        all.fold(self.named(), |set, (from, _)| set.or(*from))
    }

    /// One choice of the characters apart from the drifters. Those that sleep through the first night come first, since they take less work.
    fn listed(&self) -> Vec<Character> {
        let alike = self.alike.iter().flat_map(|(from, count)| {
            let mut from: Vec<Character> = from.iter().collect();
            from.sort_by_key(|character| character.facts().first_night.is_some());
            from.truncate(*count);
            from
        });
        self.members.iter().chain(alike).collect()
    }

    /// The share of seatings in which a seat of a pool of this size is each character.
    fn shares(&self, pool: usize, size: usize) -> impl Iterator<Item = (Character, f64)> + '_ {
        let seats = size.max(1) as f64;
        let drifting = self.drifters_at(pool).count();
        let others = (size - drifting) as f64 / seats / self.rest().max(1) as f64;
        let drifters = self.drifters_at(pool).map(move |role| (role, 1.0 / seats));
        let members = self.members.iter().map(move |role| (role, others));
        let alike = self.alike.iter().flat_map(move |(from, count)| {
            let share = *count as f64 / from.len().max(1) as f64 * others;
            from.iter().map(move |role| (role, share))
        });
        drifters.chain(members).chain(alike).filter(|(_, share)| *share > 0.0)
    }
}

/// The characters of a set that do not know what they are.
fn deluded(characters: CharacterSet) -> CharacterSet {
    characters.iter().filter(|character| false_identity(*character).is_some()).collect()
}

/// Every subset of a set.
fn parts(of: CharacterSet) -> Vec<CharacterSet> {
    let mut sets = vec![CharacterSet::NONE];
    for character in of.iter() {
        let with: Vec<CharacterSet> = sets.iter().map(|set| set.with(character)).collect();
        sets.extend(with);
    }
    sets
}

/// Every choice of this many of these.
fn subsets(from: CharacterSet, size: usize) -> Vec<Choice> {
    let none = (CharacterSet::NONE, 0);
    let choice =
        |members: CharacterSet| Choice { drifters: Drifters::new(), members, alike: [none; 2], ways: 1 };
    parts(from).into_iter().filter(|set| set.len() == size).map(choice).collect()
}

/// Every split of this many into Townsfolk and Outsiders, with and without each character that does not know what it is.
fn by_team(from: CharacterSet, size: usize) -> Vec<Choice> {
    let knowing = from.minus(deluded(from));
    let townsfolk = knowing.and(CharacterSet::team(Team::Townsfolk));
    let outsiders = knowing.and(CharacterSet::team(Team::Outsider));
    let mut choices = Vec::new();
    for members in parts(deluded(from)) {
        for count in 0..=outsiders.len() {
            let Some(rest) = size.checked_sub(count + members.len()) else { continue };
            let ways = binomial(outsiders.len(), count) * binomial(townsfolk.len(), rest);
            if ways > 0 {
                let alike = [(townsfolk, rest), (outsiders, count)];
                choices.push(Choice { drifters: Drifters::new(), members, alike, ways });
            }
        }
    }
    choices
}

pub(super) fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

fn binomial(n: usize, k: usize) -> u128 {
    if k > n { 0 } else { factorial(n) / factorial(k) / factorial(n - k) }
}
