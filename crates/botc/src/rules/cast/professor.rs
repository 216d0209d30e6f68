//! The Professor chooses a dead player, once a game, at night: a Townsfolk lives again.

use super::{Ability, When};
use crate::characters::{Character, Team};
use crate::rules::event::Phrase;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;
use crate::rules::play::Play;
use crate::rules::state::{Ask, Ruling};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("professor");

pub(crate) static ABILITY: Ability = Ability {
    when: When::OtherNights,
    is_due: |state, seat| {
        let is_spent = state.marks.is_placed_by(Reminder::ProfessorNoAbility, seat);
        !is_spent && state.known_living() != state.seats_set()
    },
    asks: |state, _| Pick::OneOrPass(state.seats_set().minus(state.known_living())),
    notes: |play, seat| {
        if play.chosen_seat().is_some() {
            play.mark(Reminder::ProfessorNoAbility, seat, seat);
        }
    },
    acts: |play, by| {
        let Some(target) = play.chosen_seat() else { return };
        let townsfolk = play.judge_team(target, Team::Townsfolk);
        if townsfolk.is_certain() {
            resurrect(play, by, target);
        } else if townsfolk.may_be_true {
            play.ask = Ask::Ruling(Ruling::Resurrected { by, target });
        }
    },
    ..Ability::NONE
};

/// A dead player lives again.
pub(crate) fn resurrect(play: &mut Play<'_>, by: Seat, target: Seat) {
    if play.is_alive(target) {
        return;
    }
    play.living = play.living.with(target);
    play.died_tonight = play.died_tonight.without(target);
    // An ability of once a game is there again, and one that starts knowing something learns it tonight.
    play.unmark(|mark| mark.by == target && mark.reminder.is_spent_ability());
    play.shot = play.shot.without(target);
    play.fresh = play.fresh.with(target);
    play.mark(Reminder::ProfessorAlive, target, by);
    play.say_to_nobody(Phrase::Revived, Some(target));
}
