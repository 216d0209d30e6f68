//! The space of legal bags: counted exactly, numbered, and therefore drawn uniformly.
//!
//! Accepts a script, a number of players and wishes; emits counts and [`Bag`]s. A *role set* is the set of
//! true roles in play; a bag also says which token is drawn by a player who does not know their own role
//! (rule book, "Set-up").

use gaslamp_core::diagnostic::tell_support_once;
use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, Rng};

use super::cast;
use super::refusals;
use super::script::Script;
use crate::characters::{Character, CharacterSet, Team};

/// What must and what must not be in play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// Must be in play.
    pub with: Vec<Character>,
    /// Must not be in play, not even as a token.
    pub without: Vec<Character>,
}

/// The characters in play, and the tokens of players who draw another than their own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bag {
    /// True roles, by team and id.
    pub roles: Vec<Character>,
    /// The characters that draw another token than their own, and which.
    pub tokens: Vec<(Character, Character)>,
}

/// All legal bags of a script and a number of players.
#[derive(Clone, Debug)]
pub struct SetupSpace {
    plans: Vec<Plan>,
    /// Townsfolk that may but need not be in play.
    free_townsfolk: Vec<Character>,
    forced_townsfolk: Vec<Character>,
    /// Demons, whose tokens others may draw.
    demons: Vec<Character>,
}

/// The characters other than Townsfolk, and how many Townsfolk join them.
#[derive(Clone, Debug)]
struct Plan {
    others: Vec<Character>,
    townsfolk: usize,
    role_sets: u64,
    bags: u64,
}

/// How many of each team a game of this size has before characters change it: Townsfolk, Outsiders, Minions,
/// Demons. The maximum is fifteen players; Travellers are extra.
#[must_use]
pub fn base_counts(players: usize) -> Option<[usize; 4]> {
    let (outsiders, minions) = match players {
        5 | 6 => (players - 5, 1),
        7..=9 => (players - 7, 1),
        10..=12 => (players - 10, 2),
        13..=15 => (players - 13, 3),
        _ => return None,
    };
    Some([players - outsiders - minions - 1, outsiders, minions, 1])
}

/// How the number of Outsiders may change when this character is in play; none if the character's set-up is
/// not implemented.
fn outsider_changes(character: Character) -> Option<&'static [i8]> {
    cast::setup_of(character).map(|setup| setup.outsiders)
}

/// The characters that change the counts of the set-up.
#[must_use]
pub fn changers(characters: CharacterSet) -> CharacterSet {
    let changes = |character: &Character| outsider_changes(*character).is_some_and(|changes| changes != [0]);
    characters.iter().filter(changes).collect()
}

impl SetupSpace {
    /// All bags of this script for that many players.
    ///
    /// # Errors
    /// Everything that is wrong with the request, including wishes that no bag fulfils.
    pub fn new(script: &Script, players: usize, wishes: &Wishes) -> Result<Self, Vec<Diagnostic>> {
        match base_counts(players) {
            Some(counts) => Self::with_counts(script, counts, wishes),
            None => {
                let mut all = vec![wrong_players(players)];
                all.extend(problems(script, wishes));
                Err(all)
            }
        }
    }

    /// All bags of this script for these numbers of Townsfolk, Outsiders, Minions and Demons, which
    /// characters may change.
    ///
    /// # Errors
    /// Everything that is wrong with the request, including wishes that no bag fulfils.
    pub fn with_counts(script: &Script, base: [usize; 4], wishes: &Wishes) -> Result<Self, Vec<Diagnostic>> {
        let problems = problems(script, wishes);
        if !problems.is_empty() {
            return Err(problems);
        }
        let players: usize = base.iter().sum();
        let pool = |team: Team| -> Vec<Character> {
            script.team(team).filter(|character| !wishes.without.contains(character)).collect()
        };
        if too_many(base, [Team::Outsider, Team::Minion, Team::Demon].map(|team| pool(team).len())) {
            return Err(vec![uncountable(script, players)]);
        }
        let is_forced = |character: &Character| wishes.with.contains(character);
        let (forced_townsfolk, free_townsfolk) = pool(Team::Townsfolk).into_iter().partition(is_forced);
        let mut space =
            Self { plans: Vec::new(), free_townsfolk, forced_townsfolk, demons: pool(Team::Demon) };
        let has_wishes = |others: &[Character]| {
            wishes.with.iter().all(|wish| wish.team() == Team::Townsfolk || others.contains(wish))
        };
        for demons in combinations(&pool(Team::Demon), base[3]) {
            for minions in combinations(&pool(Team::Minion), base[2]) {
                let evil = [demons.clone(), minions].concat();
                for outsider_count in outsider_counts(base[1], &evil) {
                    for outsiders in combinations(&pool(Team::Outsider), outsider_count) {
                        let others = [outsiders, evil.clone()].concat();
                        if has_wishes(&others) && others.len() <= players {
                            let townsfolk = players - others.len();
                            space.plans.extend(space.plan(others, townsfolk));
                        }
                    }
                }
            }
        }
        if space.plans.is_empty() {
            let message = format!("no bag of {} for {players} players fulfils these wishes", script.name());
            return Err(vec![Diagnostic::illegal("botc/setup/no-bag", message)]);
        }
        let bags: u128 = space.plans.iter().map(|plan| u128::from(plan.bags)).sum();
        if bags >= u128::from(u64::MAX) {
            return Err(vec![uncountable(script, players)]);
        }
        Ok(space)
    }

    /// A plan, unless there are too few Townsfolk or tokens for it.
    fn plan(&self, mut others: Vec<Character>, townsfolk: usize) -> Option<Plan> {
        others.sort_unstable();
        let free = townsfolk.checked_sub(self.forced_townsfolk.len())?;
        let role_sets = binomial(self.free_townsfolk.len(), free);
        let tokens: u64 = others.iter().map(|&other| self.token_count(other, townsfolk)).product();
        let plan = Plan { others, townsfolk, role_sets, bags: role_sets.saturating_mul(tokens) };
        (plan.bags > 0).then_some(plan)
    }

    /// The number of tokens this character may draw.
    fn token_count(&self, character: Character, townsfolk: usize) -> u64 {
        match shown_instead(character) {
            Some(Team::Demon) => self.demons.len() as u64,
            Some(_) => {
                let tokens = self.free_townsfolk.len() + self.forced_townsfolk.len();
                tokens.saturating_sub(townsfolk) as u64
            }
            None => 1,
        }
    }

    /// The number of role sets.
    #[must_use]
    pub fn role_sets(&self) -> u64 {
        self.plans.iter().map(|plan| plan.role_sets).sum()
    }

    /// The number of bags.
    #[must_use]
    pub fn bags(&self) -> u64 {
        self.plans.iter().map(|plan| plan.bags).sum()
    }

    /// The bag with this number, counted from 0; every bag has exactly one number.
    #[must_use]
    pub fn bag(&self, mut number: u64) -> Option<Bag> {
        let plan = self.plans.iter().find(|plan| {
            let here = number < plan.bags;
            number -= if here { 0 } else { plan.bags };
            here
        })?;
        let free = plan.townsfolk - self.forced_townsfolk.len();
        let mut roles = nth_combination(&self.free_townsfolk, free, number % plan.role_sets);
        roles.extend(&self.forced_townsfolk);
        roles.extend(&plan.others);
        roles.sort_unstable();
        let mut rest = number / plan.role_sets;
        let mut tokens = Vec::new();
        for &character in &plan.others {
            let count = self.token_count(character, plan.townsfolk);
            let index = (rest % count) as usize;
            rest /= count;
            tokens.extend(self.token(character, &roles, index).map(|token| (character, token)));
        }
        Some(Bag { roles, tokens })
    }

    /// The token that this character draws instead of its own.
    fn token(&self, character: Character, roles: &[Character], index: usize) -> Option<Character> {
        match shown_instead(character)? {
            Team::Demon => self.demons.get(index).copied(),
            _ => self.free_townsfolk.iter().copied().filter(|token| !roles.contains(token)).nth(index),
        }
    }

    /// A random bag, all equally likely.
    pub fn sample(&self, rng: &mut Rng) -> Option<Bag> {
        self.bag(below(rng, self.bags()))
    }
}

/// A number below `bound`, all equally likely. What fits in 32 bits is drawn as everywhere else.
fn below(rng: &mut Rng, bound: u64) -> u64 {
    if let Ok(bound) = u32::try_from(bound) {
        return u64::from(rng.below(bound));
    }
    loop {
        let drawn = u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32());
        if drawn < u64::MAX - u64::MAX % bound {
            return drawn % bound;
        }
    }
}

fn uncountable(script: &Script, players: usize) -> Diagnostic {
    let message = format!("{} and {players} players allow more bags than can be counted", script.name());
    Diagnostic::unsupported("botc/setup/too-many", message).fix("a script usually has about 25 characters")
}

/// Why that many players cannot play without counts of their own.
pub(super) fn wrong_players(players: usize) -> Diagnostic {
    Diagnostic::illegal(
        refusals::SETUP_PLAYERS.id,
        format!("{}; a game has 5 to 15", plural(players, "player")),
    )
    .fix("a set-up that states its own counts may have 3 to 20")
}

/// The team whose token this character draws instead of its own, if it does.
pub(super) fn shown_instead(character: Character) -> Option<Team> {
    let identity = cast::ability(character).and_then(|ability| ability.false_identity)?;
    identity.shown.first().copied()
}

/// Whether this character changes the set-up in a way that is not implemented.
pub(super) fn changes_unknown(character: Character) -> bool {
    outsider_changes(character).is_none()
}

/// Why the legality of bags with this character is unknown.
pub(super) fn unsupported(character: Character) -> Diagnostic {
    let message = format!("the set-up of the {} is not implemented yet", character.name());
    Diagnostic::unsupported(refusals::SETUP_UNSUPPORTED.id, message).fix(
        "all characters of tb, snv and bmr are supported, and all others that do not change the counts of the set-up",
    )
}

fn problems(script: &Script, wishes: &Wishes) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for &character in script.characters() {
        if changes_unknown(character) {
            problems.push(unsupported(character));
        }
    }
    tell_support_once(&mut problems);
    for wish in wishes.with.iter().chain(&wishes.without) {
        if !script.characters().contains(wish) {
            let message = format!("the {} is not on {}", wish.name(), script.name());
            problems.push(Diagnostic::illegal("botc/setup/not-on-script", message));
        }
    }
    for wish in wishes.with.iter().filter(|wish| wishes.without.contains(wish)) {
        let message = format!("the {} is both required and excluded", wish.name());
        problems.push(Diagnostic::illegal("botc/setup/contradiction", message));
    }
    problems
}

/// The numbers of Outsiders that these evil characters allow; never below zero.
#[must_use]
pub fn outsider_counts(base: usize, evil: &[Character]) -> Vec<usize> {
    let mut counts = vec![base];
    for changes in evil.iter().filter_map(|&character| outsider_changes(character)) {
        let changed = |count: &usize| {
            changes.iter().map(|&change| count.saturating_add_signed(change.into())).collect::<Vec<_>>()
        };
        counts = counts.iter().flat_map(changed).collect();
    }
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Whether there are too many choices of Outsiders, Minions and Demons to enumerate. Real scripts have a few
/// thousand. Characters change the number of Outsiders by a few, so the number that allows the most choices
/// is taken.
fn too_many(base: [usize; 4], [outsiders, minions, demons]: [usize; 3]) -> bool {
    const MOST: f64 = 1e6;
    let choices =
        |n: usize, k: usize| (0..k).map(|i| n.saturating_sub(i) as f64 / (i + 1) as f64).product::<f64>();
    let widest = (0..=base[1] + 4).map(|count| choices(outsiders, count)).fold(1.0, f64::max);
    choices(minions, base[2]) * choices(demons, base[3]) * widest > MOST
}

fn binomial(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (0..k as u64).fold(1, |result, i| result * (n as u64 - i) / (i + 1)) }
}

/// All choices of that many items, in lexicographic order.
fn combinations(items: &[Character], count: usize) -> Vec<Vec<Character>> {
    (0..binomial(items.len(), count)).map(|number| nth_combination(items, count, number)).collect()
}

/// The choice with this number, in lexicographic order.
fn nth_combination(items: &[Character], count: usize, mut number: u64) -> Vec<Character> {
    let mut chosen = Vec::with_capacity(count);
    for (index, &item) in items.iter().enumerate() {
        let missing = count - chosen.len();
        if missing == 0 {
            break;
        }
        let with_item = binomial(items.len() - index - 1, missing - 1);
        if number < with_item {
            chosen.push(item);
        } else {
            number -= with_item;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn space(script: &str, players: usize) -> SetupSpace {
        let script = Script::built_in(script).expect("an edition");
        SetupSpace::new(&script, players, &Wishes::default()).expect("a set-up")
    }

    fn character(name: &str) -> Character {
        Character::read(name).expect("a character")
    }

    #[test]
    fn trouble_brewing_has_as_many_bags_as_the_table_says() {
        let table = [
            (5, 936, 1_365),
            (6, 3_484, 11_635),
            (7, 5_577, 13_299),
            (8, 16_588, 51_337),
            (9, 23_452, 107_107),
            (10, 28_314, 109_395),
            (11, 36_036, 142_857),
            (12, 34_749, 138_996),
            (13, 31_603, 108_823),
            (14, 23_452, 102_817),
            (15, 9_438, 41_613),
        ];
        for (players, role_sets, bags) in table {
            let space = space("tb", players);
            assert_eq!((space.role_sets(), space.bags()), (role_sets, bags), "{players} players");
        }
    }

    #[test]
    fn every_number_is_another_legal_bag() {
        for (script, players) in [("tb", 5), ("tb", 7), ("snv", 6), ("bmr", 5)] {
            let space = space(script, players);
            let bags: BTreeSet<Bag> =
                (0..space.bags()).map(|number| space.bag(number).expect("a bag")).collect();
            assert_eq!(bags.len() as u64, space.bags(), "{script}");
            let role_sets: BTreeSet<&[Character]> = bags.iter().map(|bag| bag.roles.as_slice()).collect();
            assert_eq!(role_sets.len() as u64, space.role_sets(), "{script}");
            assert_eq!(space.bag(space.bags()), None);
            for bag in &bags {
                let distinct: BTreeSet<Character> = bag.roles.iter().copied().collect();
                assert_eq!(distinct.len(), players);
                assert!(
                    bag.tokens
                        .iter()
                        .all(|(_, token)| token.team() == Team::Demon || !bag.roles.contains(token))
                );
            }
        }
    }

    #[test]
    fn characters_change_the_number_of_outsiders() {
        let table: [(&str, usize, &[&str], &[usize]); 6] = [
            ("tb", 7, &["imp", "baron"], &[2]),
            ("tb", 7, &["imp", "spy"], &[0]),
            ("snv", 7, &["fanggu"], &[1]),
            ("snv", 8, &["vigormortis"], &[0]),
            ("snv", 7, &["vigormortis"], &[0]),
            ("bmr", 8, &["godfather"], &[0, 2]),
        ];
        for (script, players, names, expected) in table {
            let evil: Vec<Character> = names.iter().map(|name| character(name)).collect();
            let base = base_counts(players).expect("a size")[1];
            assert_eq!(outsider_counts(base, &evil), expected, "{script} {names:?}");
        }
    }

    #[test]
    fn bags_are_drawn_uniformly() {
        let space = space("tb", 5);
        let mut counts: BTreeMap<Bag, u32> = BTreeMap::new();
        let mut rng = Rng::new(1);
        let draws = 200 * space.bags();
        for _ in 0..draws {
            *counts.entry(space.sample(&mut rng).expect("a bag")).or_default() += 1;
        }
        assert_eq!(counts.len() as u64, space.bags());
        let chi_square: f64 = counts.values().map(|&seen| (f64::from(seen) - 200.0).powi(2) / 200.0).sum();
        // 1,364 degrees of freedom: mean 1,364, standard deviation 52; four of them either way.
        assert!((1_155.0..1_573.0).contains(&chi_square), "{chi_square}");
    }

    #[test]
    fn wishes_are_fulfilled_or_refused() {
        let script = Script::built_in("tb").expect("an edition");
        let wishes = |with: &[&str], without: &[&str]| Wishes {
            with: with.iter().map(|name| character(name)).collect(),
            without: without.iter().map(|name| character(name)).collect(),
        };
        let whole = space("tb", 7).bags();
        let with = SetupSpace::new(&script, 7, &wishes(&["baron", "chef"], &["drunk"])).expect("bags");
        assert!((0..with.bags()).all(|number| {
            let bag = with.bag(number).expect("a bag");
            let has = |name| bag.roles.contains(&character(name));
            has("baron") && has("chef") && !has("drunk") && bag.tokens.is_empty()
        }));
        let [plus, minus] = [wishes(&["spy"], &[]), wishes(&[], &["spy"])];
        let split = [plus, minus].map(|wish| SetupSpace::new(&script, 7, &wish).expect("bags").bags());
        assert_eq!(split.iter().sum::<u64>(), whole);
        let ids = |players, wishes: &Wishes| -> Vec<&str> {
            SetupSpace::new(&script, players, wishes).expect_err("a problem").iter().map(|p| p.id).collect()
        };
        assert_eq!(ids(4, &wishes(&["vortox"], &[])), ["botc/setup/players", "botc/setup/not-on-script"]);
        assert_eq!(ids(7, &wishes(&["spy"], &["spy"])), ["botc/setup/contradiction"]);
        assert_eq!(ids(7, &wishes(&["spy", "baron"], &[])), ["botc/setup/no-bag"]);
    }

    #[test]
    fn more_than_can_be_counted_is_refused_at_once() {
        let known = |character: &Character| outsider_changes(*character).is_some();
        let script = Script::new("everybody", Character::all().filter(known));
        let ids = |counts| {
            let problems =
                SetupSpace::with_counts(&script, counts, &Wishes::default()).expect_err("a problem");
            problems.iter().map(|problem| problem.id).collect::<Vec<_>>()
        };
        assert_eq!(ids([2, 8, 8, 2]), ["botc/setup/too-many"]);
    }

    #[test]
    fn characters_with_an_unknown_set_up_are_refused_by_name() {
        let script = Script::new("odd", ["imp", "huntsman", "spy"].map(character));
        let problems = SetupSpace::new(&script, 5, &Wishes::default()).expect_err("a problem");
        assert!(problems.iter().any(|p| p.id == "botc/setup/unsupported" && p.message.contains("Huntsman")));
    }
}
