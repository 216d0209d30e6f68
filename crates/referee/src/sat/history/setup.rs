//! The deal: how many of each team, no character twice, and the Drunk's token. How many Outsiders there are beside whom, and which tokens the
//! Drunk may draw, is asked of the engine's rules for bags.

use gaslamp_botc::rules::Profile;
use gaslamp_botc::rules::bag_check::BagRules;
use gaslamp_botc::rules::bag_space::{changers, outsider_counts};
use gaslamp_botc::{Character, CharacterSet, Setup, Team};

use super::{DRUNK, Unrolling};
use crate::sat::check_rule;
use crate::sat::circuit::{Bit, Circuit, NO, YES};

pub(crate) const BARON: Character = Character::with_id("baron");

/// What a seat may have been dealt, as far as that is certain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dealt {
    pub(crate) roles: CharacterSet,
    /// The tokens of which a Drunk may have drawn one.
    pub(crate) tokens: CharacterSet,
}

impl Dealt {
    pub(crate) const ANYTHING: Self = Self {
        roles: CharacterSet::GOOD.or(CharacterSet::EVIL),
        tokens: CharacterSet::team(Team::Townsfolk),
    };

    pub(crate) fn exactly(role: Character, token: Character) -> Self {
        let tokens = if role == token { Self::ANYTHING.tokens } else { CharacterSet::only(token) };
        Self { roles: CharacterSet::only(role), tokens }
    }

    /// What may have been dealt by both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { roles: self.roles.and(other.roles), tokens: self.tokens.and(other.tokens) }
    }
}

impl Unrolling {
    /// Every legal deal.
    pub(super) fn deal(&mut self, setup: &Setup, known: &[Dealt]) {
        self.circuit.state(check_rule::CHARACTERS);
        let drawn = BagRules::new(&setup.script).tokens_for(DRUNK, CharacterSet::NONE);
        for seat in 0..setup.names.len() {
            let dealt = known.get(seat).copied().unwrap_or(Dealt::ANYTHING);
            let roles = self.one_of(dealt.roles);
            self.circuit.require(roles.iter().copied());
            self.circuit.at_most_one(&roles);
            self.start.push(roles);
            let before = self.circuit.state(check_rule::DRUNK_TOKEN);
            let is_drunk = self.dealt(seat, DRUNK);
            let may_draw = |character: &Character| Bit::Is(drawn.and(dealt.tokens).contains(*character));
            let allowed: Vec<Bit> = self.characters.iter().map(may_draw).collect();
            let believed = self.circuit.choose(is_drunk, &allowed);
            self.believed.push(believed);
            self.circuit.state_again(before);
        }
        for number in 0..self.characters.len() {
            let holders: Vec<Bit> = self.start.iter().map(|roles| roles[number]).collect();
            self.circuit.at_most_one(&holders);
            let before = self.circuit.state(check_rule::DRUNK_TOKEN);
            for believed in self.believed.clone() {
                holders.iter().for_each(|&holder| self.circuit.require([!believed[number], !holder]));
            }
            self.circuit.state_again(before);
        }
        self.count_teams(setup);
    }

    /// By character of the script, whether it is that one of these.
    fn one_of(&mut self, roles: CharacterSet) -> Vec<Bit> {
        let possible = self.characters.iter().filter(|character| roles.contains(**character)).count();
        let characters = self.characters.clone();
        let bit = |character: Character| match (roles.contains(character), possible) {
            (false, _) => NO,
            (true, 1) => YES,
            (true, _) => self.circuit.open(),
        };
        characters.into_iter().map(bit).collect()
    }

    fn count_teams(&mut self, setup: &Setup) {
        self.circuit.state(check_rule::TEAMS);
        let Ok([_, outsiders, minions, demons]) = setup.base_counts() else {
            self.circuit.require([NO]);
            return;
        };
        let of =
            |unrolling: &mut Self, team| unrolling.each(|unrolling, seat| unrolling.dealt_team(seat, team));
        let seated = of(self, Team::Outsider);
        for (among, counts) in outsiders_beside(setup, outsiders) {
            let is_so: Vec<Bit> = among.iter().map(|(character, is)| self.in_play(*character, *is)).collect();
            let is_so = self.circuit.and(is_so);
            self.require_one_of_counts(is_so, &seated, &counts);
        }
        let seated = of(self, Team::Minion);
        self.circuit.require_count(YES, &seated, minions);
        let seated = of(self, Team::Demon);
        self.circuit.require_count(YES, &seated, demons);
    }

    /// Whether somebody was dealt a character, or nobody was.
    fn in_play(&mut self, character: Character, is_in_play: bool) -> Bit {
        let dealt = self.any(|unrolling, seat| unrolling.dealt(seat, character));
        if is_in_play { dealt } else { !dealt }
    }

    /// As many of these hold as one of the numbers says.
    fn require_one_of_counts(&mut self, condition: Bit, bits: &[Bit], counts: &[usize]) {
        if let [count] = counts {
            return self.circuit.require_count(condition, bits, *count);
        }
        let at_least = self.circuit.count(bits, bits.len() + 1);
        let exactly = |circuit: &mut Circuit, count: usize| {
            let enough = count.checked_sub(1).map_or(YES, |place| at_least[place]);
            circuit.and([enough, !at_least[count]])
        };
        let possible = counts.iter().filter(|count| **count <= bits.len());
        let ways: Vec<Bit> = possible.map(|&count| exactly(&mut self.circuit, count)).collect();
        self.circuit.imply(condition, ways);
    }
}

/// Which characters that change the set-up are in play, and which are not.
type Changers = Vec<(Character, bool)>;

/// For each way in which the characters that change the set-up are in play or not, the numbers of Outsiders that there may be.
fn outsiders_beside(setup: &Setup, base: usize) -> Vec<(Changers, Vec<usize>)> {
    let mut ways: Vec<Changers> = vec![Vec::new()];
    for changer in changers(setup.script.set()).iter() {
        let with = |way: &Changers| [false, true].map(|is| [&way[..], &[(changer, is)]].concat());
        ways = ways.iter().flat_map(with).collect();
    }
    let counts = |way: &Changers| {
        let there: Vec<Character> = way.iter().filter(|(_, is)| *is).map(|(changer, _)| *changer).collect();
        outsider_counts(base, &there)
    };
    ways.iter().map(|way| (way.clone(), counts(way))).collect()
}

/// How many Outsiders a character brings.
pub(crate) fn outsiders_brought(character: Character) -> i8 {
    // Characters of Trouble Brewing leave no choice.
    Profile::of(character).and_then(|profile| profile.setup().outsiders.first().copied()).unwrap_or(0)
}
