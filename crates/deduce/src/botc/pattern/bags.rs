//! Which characters are in play, where only the number of those matters that are all alike.
//!
//! Accepts how many seats each class has, emits the [`Kind`]s of bags that nobody can tell apart, with how many there are of each.

use std::collections::BTreeMap;

use gaslamp_botc::rules::setup::outsider_counts;
use gaslamp_botc::{Character, CharacterSet, Team};

use crate::botc::priors::Priors;
use crate::botc::suppose::DRUNK;

/// What bags are made from.
pub(super) struct Bags<'a> {
    pub(super) counts: [usize; 4],
    pub(super) script: CharacterSet,
    pub(super) priors: &'a Priors,
    /// Those of whom it matters whether they are in play.
    pub(super) presence: CharacterSet,
    pub(super) classes: Vec<CharacterSet>,
}

/// Bags that nobody can tell apart.
pub(in crate::botc) struct Kind {
    presence: CharacterSet,
    /// How many there are, with the ways to seat each class at its seats, if the tokens of the Drunk are not told apart.
    pub(super) seatings: u128,
    /// How likely they are together before anything is known, against others.
    pub(super) weight: f64,
    /// By class, whom a seat of it is in how many of the seatings, and with what weight.
    pub(super) roles: Vec<BTreeMap<Character, Share>>,
    /// Who is in play in all of them.
    pub(in crate::botc) in_play: CharacterSet,
    /// Those of one of them, by class.
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
    /// The kinds of bags in which these are in play, those are not to be had, and classes have so many seats.
    pub(super) fn kinds(&self, fixed: &[Character], taken: CharacterSet, sizes: &[usize]) -> Vec<Kind> {
        let mut bags = vec![Bag { chosen: Vec::new(), ways: 1 }];
        for (class, &size) in self.classes.iter().zip(sizes) {
            let free = class.minus(taken);
            let choices = if is_evil(*class) { subsets(free, size) } else { by_team(free, size) };
            bags = bags.iter().flat_map(|bag| choices.iter().map(|choice| bag.with(choice))).collect();
        }
        let mut kinds: Vec<Kind> = Vec::new();
        for bag in &bags {
            let Some(tokens) = self.tokens(fixed, taken, bag) else { continue };
            let kind = self.kind(fixed, bag, tokens);
            match kinds.iter_mut().find(|other| other.presence == kind.presence) {
                Some(other) => other.join(kind),
                None => kinds.push(kind),
            }
        }
        kinds
    }

    fn kind(&self, fixed: &[Character], bag: &Bag, tokens: u128) -> Kind {
        let arrangements: u128 = bag.chosen.iter().map(|choice| factorial(choice.size())).product();
        let seatings = bag.ways * arrangements;
        let prior = self.priors.of(fixed.iter().copied().chain(bag.members().iter()));
        let whole = Share { seatings: seatings as f64, weight: (seatings * tokens) as f64 * prior };
        let shares =
            |choice: &Choice| choice.shares().map(|(role, part)| (role, whole.times(part))).collect();
        let fixed: CharacterSet = fixed.iter().copied().collect();
        Kind {
            presence: bag.members().and(self.presence),
            seatings,
            weight: whole.weight,
            roles: bag.chosen.iter().map(shares).collect(),
            in_play: bag.chosen.iter().fold(fixed, |set, choice| set.or(choice.certain())),
            one: bag.chosen.iter().map(Choice::listed).collect(),
        }
    }

    /// How many tokens the Drunk may have with this bag, or one if there is none to choose; nothing if the bag is not legal.
    fn tokens(&self, fixed: &[Character], taken: CharacterSet, bag: &Bag) -> Option<u128> {
        let of_team = |team: Team| {
            let fixed = fixed.iter().filter(|role| role.team() == team).count();
            fixed + bag.chosen.iter().map(|choice| choice.of_team(team)).sum::<usize>()
        };
        let [_, outsiders, minions, demons] = self.counts;
        let evil: Vec<Character> = (fixed.iter().copied())
            .chain(bag.members().iter())
            .filter(|role| CharacterSet::EVIL.contains(*role))
            .collect();
        let fits = of_team(Team::Minion) == minions
            && of_team(Team::Demon) == demons
            && outsider_counts(outsiders, &evil).contains(&of_team(Team::Outsider));
        let townsfolk = self.script.and(CharacterSet::team(Team::Townsfolk));
        let unused =
            taken.and(townsfolk).len() - fixed.iter().filter(|role| townsfolk.contains(**role)).count();
        let free = townsfolk.len().saturating_sub(of_team(Team::Townsfolk) + unused);
        let tokens = if bag.members().contains(DRUNK) { free } else { 1 };
        (fits && tokens > 0).then_some(tokens as u128)
    }
}

impl Kind {
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
    /// Those of whom it is said which they are.
    fn members(&self) -> CharacterSet {
        self.chosen.iter().fold(CharacterSet::NONE, |members, choice| members.or(choice.members))
    }

    fn with(&self, choice: &Choice) -> Self {
        let chosen = self.chosen.iter().cloned().chain([choice.clone()]).collect();
        Self { chosen, ways: self.ways * choice.ways }
    }
}

/// Which characters of a class are in play: these, and so many of some Townsfolk and Outsiders that are all alike.
#[derive(Clone)]
struct Choice {
    members: CharacterSet,
    /// Townsfolk, Outsiders: from these, so many.
    alike: [(CharacterSet, usize); 2],
    ways: u128,
}

impl Choice {
    fn size(&self) -> usize {
        self.members.len() + self.alike.iter().map(|(_, count)| count).sum::<usize>()
    }

    fn of_team(&self, team: Team) -> usize {
        let members = self.members.and(CharacterSet::team(team)).len();
        members
            + match team {
                Team::Townsfolk => self.alike[0].1,
                Team::Outsider => self.alike[1].1,
                _ => 0,
            }
    }

    /// Those who are in play whichever are chosen.
    fn certain(&self) -> CharacterSet {
        let all = self.alike.iter().filter(|(from, count)| from.len() == *count);
        all.fold(self.members, |set, (from, _)| set.or(*from))
    }

    /// One choice of the characters. Who sleeps through the first night is taken first: there is less to play.
    fn listed(&self) -> Vec<Character> {
        let alike = self.alike.iter().flat_map(|(from, count)| {
            let mut from: Vec<Character> = from.iter().collect();
            from.sort_by_key(|character| character.facts().first_night.is_some());
            from.truncate(*count);
            from
        });
        self.members.iter().chain(alike).collect()
    }

    /// In how many seatings a seat of the class is whom.
    fn shares(&self) -> impl Iterator<Item = (Character, f64)> + '_ {
        let size = self.size() as f64;
        let members = self.members.iter().map(move |role| (role, 1.0 / size));
        let alike = self.alike.iter().flat_map(move |(from, count)| {
            let share = *count as f64 / from.len().max(1) as f64 / size;
            from.iter().filter(move |_| share > 0.0).map(move |role| (role, share))
        });
        members.chain(alike)
    }
}

/// Every choice of so many of these.
fn subsets(from: CharacterSet, size: usize) -> Vec<Choice> {
    let mut sets = vec![CharacterSet::NONE];
    for character in from.iter() {
        let with: Vec<CharacterSet> = sets.iter().map(|set| set.with(character)).collect();
        sets.extend(with);
    }
    let none = (CharacterSet::NONE, 0);
    let choice = |members: CharacterSet| Choice { members, alike: [none; 2], ways: 1 };
    sets.into_iter().filter(|set| set.len() == size).map(choice).collect()
}

/// Every number of Townsfolk and Outsiders that makes so many of these, with the Drunk and without.
fn by_team(from: CharacterSet, size: usize) -> Vec<Choice> {
    let townsfolk = from.and(CharacterSet::team(Team::Townsfolk));
    let outsiders = from.and(CharacterSet::team(Team::Outsider)).without(DRUNK);
    let mut choices = Vec::new();
    let with_drunk = from.contains(DRUNK).then_some(CharacterSet::only(DRUNK));
    for members in [Some(CharacterSet::NONE), with_drunk].into_iter().flatten() {
        for count in 0..=outsiders.len() {
            let Some(rest) = size.checked_sub(count + members.len()) else { continue };
            let ways = binomial(outsiders.len(), count) * binomial(townsfolk.len(), rest);
            if ways > 0 {
                choices.push(Choice { members, alike: [(townsfolk, rest), (outsiders, count)], ways });
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
