//! The space of legal bags: counted exactly, numbered, and therefore drawn uniformly.
//!
//! Accepts a script, a number of players and wishes; emits counts and [`Bag`]s. A *role set* is the set of
//! true roles in play; a bag also says which token is drawn by a player who does not know their own role
//! (rule book, "Set-up").

use std::ops::ControlFlow;

use gaslamp_core::diagnostic::tell_support_once;
use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, Rng};

use super::cast::{self, Dealing};
use super::refusals;
use super::script::Script;
use super::setup_rules::{can_be_seated, is_changed_by_token, is_known, shown_teams};
use super::state::SEATS;
use crate::characters::{Character, CharacterSet, Team};

pub use super::setup_rules::{
    base_counts, changers, dealing, minion_count, most_copies, outsider_counts, outsiders_fit, seats_fit,
};

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
    /// Plain Townsfolk that may but need not be in play: at most once, changing nothing.
    free_townsfolk: Vec<Character>,
    /// Plain Townsfolk that must be in play.
    forced_townsfolk: Vec<Character>,
    /// Demons, whose tokens others may draw.
    demons: Vec<Character>,
}

/// The characters other than plain Townsfolk, and how many of these join them.
#[derive(Clone, Debug)]
struct Plan {
    others: Vec<Character>,
    townsfolk: usize,
    role_sets: u64,
    deceptions: Vec<Deception>,
    /// The number of bags: of role sets, times the ways to draw tokens.
    bags: u64,
}

/// What is drawn by the characters of a plan that do not know what they are.
#[derive(Clone, Debug)]
struct Deception {
    tokens: Vec<(Character, Drawn)>,
    ways: u64,
}

/// A token that is drawn by somebody who is another character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Drawn {
    /// This one.
    This(Character),
    /// That of any plain Townsfolk that is left.
    Townsfolk,
    /// That of any Demon.
    Demon,
}

/// The characters of a script that wishes do not exclude, and the numbers of each team.
struct Pools {
    /// All characters of the script.
    script: CharacterSet,
    base: [usize; 4],
    outsiders: Vec<Character>,
    minions: Vec<Character>,
    demons: Vec<Character>,
    /// Townsfolk that change counts or may be in play several times, and how often each must be.
    special: Vec<(Character, usize)>,
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
        let space = Self::planned(script, base, wishes, |_| false)?;
        let bags: u128 = space.plans.iter().map(|plan| u128::from(plan.bags)).sum();
        if bags >= u128::from(u64::MAX) {
            return Err(vec![uncountable(script, base.iter().sum())]);
        }
        Ok(space)
    }

    /// Whether there are bags of this script for these numbers, and not too many to be counted. A game asks this whenever it is
    /// replayed, so nothing more is looked at than that takes.
    ///
    /// # Errors
    /// Everything that is wrong with the request.
    pub(super) fn check(script: &Script, base: [usize; 4]) -> Result<(), Vec<Diagnostic>> {
        // At most, every set of characters may be in play, some several times, and whoever does not know it draw any token.
        let characters = script.characters();
        let copies: f64 = characters.iter().map(|it| 1.0 + most_copies(*it) as f64).product();
        let deluded = characters.iter().filter(|it| !shown_teams(**it, script.set()).is_empty()).count();
        let can_be_counted = copies * (characters.len() as f64).powi(deluded as i32) < u64::MAX as f64;
        if can_be_counted {
            Self::planned(script, base, &Wishes::default(), |space| !space.plans.is_empty()).map(|_| ())
        } else {
            Self::with_counts(script, base, &Wishes::default()).map(|_| ())
        }
    }

    /// The plans, until there are enough.
    fn planned(
        script: &Script,
        base: [usize; 4],
        wishes: &Wishes,
        is_enough: impl Fn(&Self) -> bool,
    ) -> Result<Self, Vec<Diagnostic>> {
        let problems = problems(script, wishes);
        if !problems.is_empty() {
            return Err(problems);
        }
        let players: usize = base.iter().sum();
        let pool = |team: Team| -> Vec<Character> {
            let is_drawn = |character: &Character| {
                !wishes.without.contains(character) && dealing(*character) == Dealing::Drawn
            };
            script.team(team).filter(is_drawn).collect()
        };
        let is_forced = |character: &Character| wishes.with.contains(character);
        let (special, plain): (Vec<Character>, Vec<Character>) =
            pool(Team::Townsfolk).into_iter().partition(|&character| is_special(character));
        let (forced_townsfolk, free_townsfolk) = plain.iter().partition(|character| is_forced(character));
        let pools = Pools {
            script: script.set(),
            base,
            outsiders: pool(Team::Outsider),
            minions: pool(Team::Minion),
            demons: pool(Team::Demon),
            special: special.into_iter().map(|it| (it, usize::from(is_forced(&it)))).collect(),
        };
        if pools.are_too_many() {
            return Err(vec![uncountable(script, players)]);
        }
        let demons = pools.demons.clone();
        let mut space = Self { plans: Vec::new(), free_townsfolk, forced_townsfolk, demons };
        let has_wishes = |others: &[Character]| {
            wishes.with.iter().all(|wish| plain.contains(wish) || others.contains(wish))
        };
        let _ = pools.each_choice(&mut |others| {
            if has_wishes(&others) && others.len() <= players && can_be_seated(&others) {
                let townsfolk = players - others.len();
                space.plans.extend(space.plan(&pools, others, townsfolk));
            }
            if is_enough(&space) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if space.plans.is_empty() {
            let message = format!("no bag of {} for {players} players fulfils these wishes", script.name());
            return Err(vec![Diagnostic::illegal("botc/setup/no-bag", message)]);
        }
        Ok(space)
    }

    /// A plan, unless there are too few Townsfolk or tokens for it, or there must be another number of Outsiders.
    fn plan(&self, pools: &Pools, mut others: Vec<Character>, townsfolk: usize) -> Option<Plan> {
        others.sort_unstable();
        let free = townsfolk.checked_sub(self.forced_townsfolk.len())?;
        let role_sets = binomial(self.free_townsfolk.len(), free);
        let mut deceptions = self.deceptions(pools, &others, townsfolk);
        deceptions.retain(|deception| pools.fits(&others, &deception.tokens));
        let ways: u64 = deceptions.iter().map(|deception| deception.ways).sum();
        let plan = Plan { others, townsfolk, role_sets, deceptions, bags: role_sets.saturating_mul(ways) };
        (plan.bags > 0).then_some(plan)
    }

    /// Every way in which those of these characters that do not know what they are draw tokens. No two draw
    /// the same good token.
    fn deceptions(&self, pools: &Pools, others: &[Character], townsfolk: usize) -> Vec<Deception> {
        let mut all = vec![Deception { tokens: Vec::new(), ways: 1 }];
        for &character in others.iter().filter(|character| !shown_teams(**character, pools.script).is_empty())
        {
            let further = |before: Deception| {
                let drawn = self.tokens_for(character, pools, others);
                let continued = drawn.into_iter().map(|drawn| {
                    let ways = before.ways * self.ways_to_draw(drawn, &before.tokens, townsfolk);
                    Deception { tokens: [&before.tokens[..], &[(character, drawn)]].concat(), ways }
                });
                continued.filter(|deception| deception.ways > 0).collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(further).collect();
        }
        all
    }

    /// What a character may draw that does not know what it is.
    fn tokens_for(&self, character: Character, pools: &Pools, others: &[Character]) -> Vec<Drawn> {
        let is_free =
            |token: &Character| !others.contains(token) && shown_teams(*token, pools.script).is_empty();
        let these = |tokens: Vec<Character>| tokens.into_iter().filter(is_free).map(Drawn::This).collect();
        let of_team = |team: &Team| match team {
            Team::Demon => vec![Drawn::Demon],
            Team::Outsider => these(pools.outsiders.clone()),
            _ => {
                let special = these(pools.special.iter().map(|(special, _)| *special).collect());
                [vec![Drawn::Townsfolk], special].concat()
            }
        };
        shown_teams(character, pools.script).iter().flat_map(of_team).collect()
    }

    /// In how many ways somebody draws such a token after these.
    fn ways_to_draw(&self, drawn: Drawn, before: &[(Character, Drawn)], townsfolk: usize) -> u64 {
        let times = before.iter().filter(|(_, other)| *other == drawn).count();
        match drawn {
            Drawn::Demon => self.demons.len() as u64,
            Drawn::This(_) => u64::from(times == 0),
            Drawn::Townsfolk => {
                let tokens = self.free_townsfolk.len() + self.forced_townsfolk.len();
                tokens.saturating_sub(townsfolk + times) as u64
            }
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
        let deception = plan.deceptions.iter().find(|deception| {
            let here = rest < deception.ways;
            rest -= if here { 0 } else { deception.ways };
            here
        })?;
        let mut tokens: Vec<(Character, Character)> = Vec::new();
        for (at, &(character, drawn)) in deception.tokens.iter().enumerate() {
            let count = self.ways_to_draw(drawn, &deception.tokens[..at], plan.townsfolk);
            let index = (rest % count) as usize;
            rest /= count;
            let is_left =
                |token: &Character| !roles.contains(token) && tokens.iter().all(|(_, other)| other != token);
            let token = match drawn {
                Drawn::This(token) => Some(token),
                Drawn::Demon => self.demons.get(index).copied(),
                Drawn::Townsfolk => self.free_townsfolk.iter().copied().filter(is_left).nth(index),
            };
            tokens.extend(token.map(|token| (character, token)));
        }
        Some(Bag { roles, tokens })
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

/// Whether this character changes the set-up in a way that is not implemented.
pub(super) fn changes_unknown(character: Character) -> bool {
    !is_known(character)
}

/// Why the legality of bags with this character is unknown.
pub(super) fn unsupported(character: Character) -> Diagnostic {
    let message = format!("the set-up of the {} is not implemented yet", character.name());
    Diagnostic::unsupported(refusals::SETUP_UNSUPPORTED.id, message).fix(
        "all characters of tb, snv and bmr are supported, and all others that do not change the counts of the set-up",
    )
}

/// Why no bag is drawn with this character.
pub(super) fn undrawn(character: Character) -> Diagnostic {
    let message = match dealing(character) {
        Dealing::ToMost => {
            format!("no bag is drawn with {}, which most players would have", character.name())
        }
        _ => format!("the {} is never dealt: there would be no rules to play by", character.name()),
    };
    Diagnostic::unsupported(refusals::SETUP_UNSUPPORTED.id, message)
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
    for wish in wishes.with.iter().filter(|wish| dealing(**wish) != Dealing::Drawn) {
        problems.push(undrawn(*wish));
    }
    for wish in wishes.with.iter().filter(|wish| wishes.without.contains(wish)) {
        let message = format!("the {} is both required and excluded", wish.name());
        problems.push(Diagnostic::illegal("botc/setup/contradiction", message));
    }
    problems
}

impl Pools {
    /// Shows every choice of characters other than plain Townsfolk, until told to break off. The number of Outsiders fits
    /// whatever tokens are drawn, or else perhaps.
    fn each_choice(&self, show: &mut dyn FnMut(Vec<Character>) -> ControlFlow<()>) -> ControlFlow<()> {
        for demons in combinations(&self.demons, self.base[3]) {
            for minions in combinations(&self.minions, minion_count(self.base[2], &demons)) {
                for special in self.special_choices() {
                    let chosen = [demons.as_slice(), &minions, &special].concat();
                    for count in self.outsider_counts_with(&chosen) {
                        for outsiders in combinations(&self.outsiders, count) {
                            show([outsiders, chosen.clone()].concat())?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Every choice of special Townsfolk, each as often as it is in play.
    fn special_choices(&self) -> Vec<Vec<Character>> {
        let mut all = vec![Vec::new()];
        for &(character, least) in &self.special {
            let times = least..=most_copies(character);
            let further = |chosen: Vec<Character>| {
                times.clone().map(move |times| [&chosen[..], &vec![character; times]].concat())
            };
            all = all.into_iter().flat_map(further).collect();
        }
        all
    }

    /// The numbers of Outsiders to try with these other characters.
    fn outsider_counts_with(&self, chosen: &[Character]) -> Vec<usize> {
        let depends = chosen.iter().any(|&character| is_changed_by_token(character))
            || self.outsiders.iter().any(|&outsider| is_special(outsider));
        if depends { (0..=self.outsiders.len()).collect() } else { outsider_counts(self.base[1], chosen) }
    }

    /// Whether there are as many Outsiders as there must be with these characters and these tokens.
    fn fits(&self, others: &[Character], tokens: &[(Character, Drawn)]) -> bool {
        let drawn_by = |character: &Character| tokens.iter().find(|(drawer, _)| drawer == character);
        let drawn = |character: &Character| match drawn_by(character) {
            Some((_, Drawn::This(token))) => (*character, *token),
            // Other tokens change nothing.
            _ => (*character, *character),
        };
        outsiders_fit(self.base[1], &others.iter().map(drawn).collect::<Vec<_>>())
    }

    /// Whether there are too many choices to enumerate. Real scripts have a few thousand. Characters change the
    /// numbers, so those that allow the most choices are taken.
    fn are_too_many(&self) -> bool {
        const MOST: f64 = 1e6;
        let choices =
            |n: usize, k: usize| (0..k).map(|i| n.saturating_sub(i) as f64 / (i + 1) as f64).product::<f64>();
        let most = |n: usize, up_to: usize| (0..=up_to).map(|k| choices(n, k)).fold(1.0, f64::max);
        let everybody = [self.demons.as_slice(), &self.minions].concat();
        let is_free = outsider_counts(self.base[1], &everybody).len() > SEATS;
        let outsiders = if is_free { self.outsiders.len() } else { self.base[1] + 4 };
        let special: f64 = self.special.iter().map(|(it, _)| 1.0 + most_copies(*it) as f64).product();
        choices(self.demons.len(), self.base[3])
            * most(self.minions.len(), self.base[2] + 1)
            * most(self.outsiders.len(), outsiders)
            * special
            > MOST
    }
}

/// Whether a good character changes the counts or may be in play several times.
fn is_special(character: Character) -> bool {
    let effect = cast::setup_of(character);
    effect.is_some_and(|effect| effect.changes_counts() || effect.copies > 1)
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
        let known = |character: &Character| cast::setup_of(*character).is_some();
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
