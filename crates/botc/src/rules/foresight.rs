//! What will come of a choice, told without making it: deduction leaves out what leads nowhere.

use gaslamp_core::{Seat, Seats};

use super::action::Action;
use super::cast::{self, Revives};
use super::hooks::Hook;
use super::script::Step;
use super::state::{Cause, State};
use crate::characters::Character;

/// What comes of a choice that may kill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Killing {
    /// Nothing.
    InVain,
    /// One of these players dies at once, whatever else happens.
    OneOf(Seats),
    /// More than that may follow, or it is another kind of choice.
    Unclear,
}

impl State {
    /// What comes of this choice for the ability that acts now, if all it does is to kill.
    #[must_use]
    pub fn killing(&self, choice: Action) -> Killing {
        let (by, ability) = (self.acting, cast::of(self.acting_as));
        let target = match choice {
            Action::Choose(target) | Action::AttackTwo(target, _) | Action::AttackThree(target, ..) => target,
            _ => return Killing::Unclear,
        };
        let Some(cause) = ability.kills.map(|cause| cause(by)) else { return Killing::Unclear };
        let is_heard = |seat| self.part_of(seat, |ability| ability.hears_of_choice).is_some();
        if self.part_of(target, |ability| ability.reacts).is_some() || self.all_seats().iter().any(is_heard) {
            return Killing::Unclear;
        }
        // Of several attacks, each happens with the table as the one before has left it.
        let is_one = matches!(choice, Action::Choose(_));
        let in_vain = if is_one { Killing::InVain } else { Killing::Unclear };
        let in_vain_uncounted =
            if self.script.has(Hook::CountsMisfires) { Killing::Unclear } else { in_vain };
        if !self.works_as(by, self.acting_as) || self.are_deaths_arbitrary() {
            in_vain_uncounted
        } else if !self.is_alive(target) {
            in_vain
        } else {
            match self.protection(target, cause).0 {
                protection if protection.is_certain() => in_vain_uncounted,
                protection if protection.may_be_true => Killing::Unclear,
                _ => self.unprotected(by, target, cause),
            }
        }
    }

    /// What comes of an attack that nothing keeps off.
    fn unprotected(&self, by: Seat, target: Seat, cause: Cause) -> Killing {
        let replaces = self.part_of(target, |ability| ability.replaces_own_death).is_some();
        let escapes = self.part_of(target, |ability| ability.escapes).is_some();
        let may_jump = matches!(cause, Cause::Demon { .. }) && self.ability_of(by).replaces_kill.is_some();
        if replaces || escapes {
            Killing::Unclear
        } else if may_jump {
            Killing::OneOf(Seats::only(target).with(by))
        } else {
            Killing::OneOf(Seats::only(target))
        }
    }

    /// The characters whose points of the night order are still to come, the present one included.
    pub(crate) fn steps_to_come(&self) -> impl Iterator<Item = Character> + '_ {
        let steps = (self.step..).map_while(|at| self.script.step(self.is_first_night(), at));
        steps.filter_map(|step| match step {
            Step::Character(character) => Some(character),
            Step::MinionInfo | Step::DemonInfo => None,
        })
    }

    /// Whether somebody who died tonight may be alive again by dawn.
    #[must_use]
    pub fn may_undo_deaths(&self) -> bool {
        self.steps_to_come().any(|character| {
            let ability = cast::of(character);
            let undoes = ability.makes_characters || ability.revives == Revives::Anybody;
            undoes && self.all_seats().iter().any(|seat| self.seems(seat, character))
        })
    }
}
