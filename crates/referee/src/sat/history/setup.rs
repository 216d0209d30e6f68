//! The deal: how many of each team, no character twice, and the Drunk's token.

use gaslamp_botc::{Character, CharacterSet, Setup, Team};

use super::{DRUNK, Unrolling};
use crate::sat::check_rule;
use crate::sat::circuit::{Bit, NO, YES};

pub(crate) const BARON: Character = Character::with_id("baron");

/// What a seat may have been dealt, as far as that is beyond doubt.
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
        for seat in 0..setup.names.len() {
            let dealt = known.get(seat).copied().unwrap_or(Dealt::ANYTHING);
            let roles = self.one_of(dealt.roles);
            self.circuit.require(roles.iter().copied());
            self.circuit.at_most_one(&roles);
            self.start.push(roles);
            let before = self.circuit.state(check_rule::DRUNK_TOKEN);
            let is_drunk = self.dealt(seat, DRUNK);
            let may_draw = |character: &Character| {
                Bit::Is(character.team() == Team::Townsfolk && dealt.tokens.contains(*character))
            };
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
        let baron = self.any(|unrolling, seat| unrolling.dealt(seat, BARON));
        let of =
            |unrolling: &mut Self, team| unrolling.each(|unrolling, seat| unrolling.dealt_team(seat, team));
        let seated = of(self, Team::Outsider);
        self.circuit.require_count(!baron, &seated, outsiders);
        self.circuit.require_count(baron, &seated, outsiders + 2);
        let seated = of(self, Team::Minion);
        self.circuit.require_count(YES, &seated, minions);
        let seated = of(self, Team::Demon);
        self.circuit.require_count(YES, &seated, demons);
    }
}
