//! The deal: how many of each team, no character twice, and the Drunk's token.

use gaslamp_botc::{Character, Setup, Team};

use super::{Course, DRUNK};
use crate::sat::circuit::{Bit, NO, YES};
use crate::sat::rule;

pub(crate) const BARON: Character = Character::with_id("baron");

impl Course {
    /// Every legal deal. Where somebody's role and token are known, they are.
    pub(super) fn deal(&mut self, setup: &Setup, known: &[Option<(Character, Character)>]) {
        self.circuit.state(rule::CHARACTERS);
        for seat in 0..setup.names.len() {
            let dealt = known.get(seat).copied().flatten();
            let role = |course: &mut Self, character: Character| match dealt {
                Some((role, _)) => Bit::Is(role == character),
                None => course.circuit.open(),
            };
            let roles: Vec<Bit> =
                self.characters.clone().into_iter().map(|character| role(self, character)).collect();
            self.circuit.require(roles.iter().copied());
            self.circuit.at_most_one(&roles);
            self.start.push(roles);
            let before = self.circuit.state(rule::DRUNK_TOKEN);
            let is_drunk = self.dealt(seat, DRUNK);
            let allowed = self.characters.iter().map(|character| match dealt {
                Some((role, token)) => {
                    Bit::Is(role == DRUNK && token == *character && character.team() == Team::Townsfolk)
                }
                None => Bit::Is(character.team() == Team::Townsfolk),
            });
            let believed = self.circuit.choose(is_drunk, &allowed.collect::<Vec<_>>());
            self.believed.push(believed);
            self.circuit.state_again(before);
        }
        for number in 0..self.characters.len() {
            let holders: Vec<Bit> = self.start.iter().map(|roles| roles[number]).collect();
            self.circuit.at_most_one(&holders);
            let before = self.circuit.state(rule::DRUNK_TOKEN);
            for believed in self.believed.clone() {
                holders.iter().for_each(|&holder| self.circuit.require([!believed[number], !holder]));
            }
            self.circuit.state_again(before);
        }
        self.count_teams(setup);
    }

    fn count_teams(&mut self, setup: &Setup) {
        self.circuit.state(rule::TEAMS);
        let Ok([_, outsiders, minions, demons]) = setup.base_counts() else {
            self.circuit.require([NO]);
            return;
        };
        let baron = self.any(|course, seat| course.dealt(seat, BARON));
        let of = |course: &mut Self, team| course.each(|course, seat| course.dealt_team(seat, team));
        let seated = of(self, Team::Outsider);
        self.circuit.require_count(!baron, &seated, outsiders);
        self.circuit.require_count(baron, &seated, outsiders + 2);
        let seated = of(self, Team::Minion);
        self.circuit.require_count(YES, &seated, minions);
        let seated = of(self, Team::Demon);
        self.circuit.require_count(YES, &seated, demons);
    }
}
