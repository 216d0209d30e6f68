//! The Snake Charmer chooses a living player each night; a Demon swaps characters and sides with her, and is poisoned.

use super::{Ability, When};
use crate::characters::{Character, Team};
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;
use crate::rules::play::Play;
use crate::rules::state::{Ask, Ruling};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("snakecharmer");

pub(crate) static ABILITY: Ability = Ability {
    when: When::EveryNight,
    asks: |state, _| Pick::One(state.known_living()),
    acts: |play, by| {
        let Some(target) = play.chosen_seat().filter(|&target| play.is_alive(target)) else { return };
        let demon = play.judge_team(target, Team::Demon);
        if demon.is_certain() {
            charm(play, by, target);
        } else if demon.may_be_true {
            play.ask = Ask::Ruling(Ruling::Charmed { by, target });
        }
    },
    ..Ability::NONE
};

/// The two swap.
pub(crate) fn charm(play: &mut Play<'_>, by: Seat, target: Seat) {
    let [mine, other] = [by, target].map(|seat| (play.role(seat), play.side(seat)));
    for (seat, (role, side)) in [(by, other), (target, mine)] {
        play.become_character(seat, role);
        play.turn(seat, side);
        play.tell_character(seat);
    }
    // Who has become the Snake Charmer does not wake as one at this very place.
    play.acted = play.acted.with(target);
    if !play.marks.seats(Reminder::SnakeCharmerPoisoned).contains(target) {
        play.mark(Reminder::SnakeCharmerPoisoned, target, by);
    }
}
