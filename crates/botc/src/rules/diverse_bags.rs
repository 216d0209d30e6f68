//! Bags that are as different as possible.
//!
//! Accepts a space of bags, known bags, and a random generator; emits bags one after the other, each as
//! different as can be found from all known and previously emitted ones. Among equally different bags, all
//! are equally likely.

use gaslamp_core::Rng;

use super::bag_space::{Bag, SetupSpace};

/// The candidate bags, in random order, with the distance of each to the nearest known one.
#[derive(Clone, Debug)]
pub struct DiverseBags {
    candidates: Vec<(Bag, usize)>,
    is_exhaustive: bool,
}

impl DiverseBags {
    /// Up to this many bags are all examined; every number of players of Trouble Brewing has fewer.
    const MOST: u64 = 200_000;

    /// Of more, this many are drawn.
    const DRAWN: usize = 50_000;

    /// Starts far from these bags.
    #[must_use]
    pub fn new(space: &SetupSpace, known: &[Bag], rng: &mut Rng) -> Self {
        let is_exhaustive = space.bags() <= Self::MOST;
        let bags: Vec<Bag> = if is_exhaustive {
            // The first of the farthest is taken, so the order must not follow the characters.
            let mut bags: Vec<Bag> = (0..space.bags()).filter_map(|number| space.bag(number)).collect();
            rng.shuffle(&mut bags);
            bags
        } else {
            (0..Self::DRAWN).filter_map(|_| space.sample(rng)).collect()
        };
        let nearest = |bag: &Bag| known.iter().map(|other| bag.distance(other)).min().unwrap_or(usize::MAX);
        let candidates = bags.into_iter().map(|bag| (nearest(&bag), bag)).map(|(near, bag)| (bag, near));
        Self { candidates: candidates.collect(), is_exhaustive }
    }

    /// Whether every bag was examined rather than a sample.
    #[must_use]
    pub const fn is_exhaustive(&self) -> bool {
        self.is_exhaustive
    }

    /// The number of bags examined.
    #[must_use]
    pub const fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// The distance of the farthest bag from all known ones; none if no bag is known.
    #[must_use]
    pub fn farthest(&self) -> Option<usize> {
        let most = self.candidates.iter().map(|(_, near)| *near).max().unwrap_or(0);
        Some(most).filter(|most| *most != usize::MAX)
    }

    /// Takes the farthest bag, if it is at least this far from all known ones; from then on it is known.
    pub fn take(&mut self, at_least: usize) -> Option<Bag> {
        let farthest = self.candidates.iter().map(|(_, near)| *near).max()?;
        let (taken, _) =
            self.candidates.iter().find(|(_, near)| *near == farthest && farthest >= at_least)?.clone();
        for (bag, near) in &mut self.candidates {
            *near = (*near).min(bag.distance(&taken));
        }
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bag_space::Wishes;
    use super::super::script::Script;
    use super::*;
    use crate::characters::{Character, Team};

    fn space(script: &str, players: usize, wishes: &Wishes) -> SetupSpace {
        let script = Script::built_in(script).expect("an edition");
        SetupSpace::new(&script, players, wishes).expect("bags")
    }

    fn all(space: &SetupSpace) -> Vec<Bag> {
        (0..space.bags()).filter_map(|number| space.bag(number)).collect()
    }

    #[test]
    fn the_first_is_as_far_as_any_bag_is() {
        let space = space("tb", 6, &Wishes::default());
        let mut rng = Rng::new(1);
        for _ in 0..5 {
            let known: Vec<Bag> = (0..3).filter_map(|_| space.sample(&mut rng)).collect();
            let nearest = |bag: &Bag| known.iter().map(|other| bag.distance(other)).min();
            let mut search = DiverseBags::new(&space, &known, &mut rng);
            let most = all(&space).iter().filter_map(nearest).max();
            assert_eq!(search.farthest(), most);
            let taken = search.take(1).expect("a bag");
            assert_eq!(nearest(&taken), most);
        }
    }

    #[test]
    fn every_bag_is_taken_once_and_then_none() {
        let without = ["chef", "empath", "mayor", "monk", "slayer", "soldier", "virgin", "baron", "spy"];
        let without = without.map(|name| Character::read(name).expect("a character")).to_vec();
        let space = space("tb", 5, &Wishes { without, ..Wishes::default() });
        let mut search = DiverseBags::new(&space, &[], &mut Rng::new(7));
        assert_eq!(search.farthest(), None);
        let mut taken: Vec<Bag> = std::iter::from_fn(|| search.take(1)).collect();
        taken.sort();
        let mut expected = all(&space);
        expected.sort();
        assert_eq!(taken, expected);
        assert_eq!((search.farthest(), search.take(0).is_some()), (Some(0), true));
    }

    #[test]
    fn no_character_comes_first() {
        let space = space("tb", 5, &Wishes::default());
        let games = 300;
        let mut times = std::collections::BTreeMap::new();
        for seed in 0..games {
            let mut search = DiverseBags::new(&space, &[], &mut Rng::new(seed));
            let first = search.take(1).expect("a bag");
            let second = search.take(1).expect("a bag");
            for role in first.roles.iter().chain(&second.roles).filter(|role| role.team() == Team::Townsfolk)
            {
                *times.entry(*role).or_insert(0_u32) += 1;
            }
        }
        assert_eq!(times.len(), 13);
        let mean = f64::from(times.values().sum::<u32>()) / 13.0;
        // Each of 300 pairs has a character or not: five standard deviations are less than 45.
        for (role, count) in times {
            assert!((f64::from(count) - mean).abs() < 45.0, "{role} {count} times, {mean} on average");
        }
    }

    #[test]
    fn of_very_many_bags_some_are_drawn() {
        let space = space("bmr", 12, &Wishes::default());
        let known = space.bag(0).expect("a bag");
        let mut search = DiverseBags::new(&space, std::slice::from_ref(&known), &mut Rng::new(3));
        assert!(!search.is_exhaustive());
        assert_eq!(search.candidates(), DiverseBags::DRAWN);
        assert!(search.take(1).expect("a bag").distance(&known) >= 9);
    }
}
