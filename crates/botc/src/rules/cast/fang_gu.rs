//! The Fang Gu kills each night but the first; the first Outsider whom it kills becomes an evil Fang Gu, and it dies instead.

use super::Ability;
use crate::characters::{Character, Team};
use crate::rules::marks::Reminder;
use crate::rules::play::Play;
use crate::rules::registration::Verdict;
use crate::rules::state::{Cause, Side, State};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("fanggu");

pub(crate) static ABILITY: Ability = Ability::killer(Reminder::FangGuDead);

/// Whether this attack makes the Fang Gu jump. It jumps once a game.
pub(crate) fn jumps(state: &State, by: Seat, victim: Seat) -> Verdict {
    let is_able =
        state.is_active(by, ID) && by != victim && state.marks.seats(Reminder::FangGuOnce).is_empty();
    if is_able { state.judge_team(victim, Team::Outsider) } else { Verdict::certainly(false) }
}

/// The victim becomes the Fang Gu, evil, and the old one dies.
pub(crate) fn jump(play: &mut Play<'_>, by: Seat, victim: Seat) {
    play.become_character(victim, ID);
    play.turn(victim, Side::Evil);
    play.mark(Reminder::FangGuOnce, victim, by);
    play.acted = play.acted.with(victim);
    play.tell_character(victim);
    play.die(by, Cause::Demon { by });
}

/// The Storyteller has decided whether the victim registers as an Outsider.
pub(crate) fn ruled(play: &mut Play<'_>, by: Seat, victim: Seat, is_outsider: bool) {
    if is_outsider {
        jump(play, by, victim);
    } else {
        play.die(victim, Cause::Demon { by });
    }
}
