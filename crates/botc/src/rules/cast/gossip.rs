//! The Gossip says something each day; if it is true, somebody dies that night.

use super::{Ability, When};
use crate::characters::Character;
use crate::rules::marks::Reminder;
use crate::rules::play::Play;
use crate::rules::registration::Verdict;
use crate::rules::state::{Ask, Ruling, State};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("gossip");

pub(crate) static ABILITY: Ability = Ability {
    when: When::OtherNights,
    is_due: |state, seat| is_due(state, seat),
    storyteller_rules: Some(|play, by| play.ask = Ask::Ruling(Ruling::Victim { by })),
    dead: Some(Reminder::GossipDead),
    ..Ability::NONE
};

fn is_due(state: &State, seat: Seat) -> bool {
    let has_said = |reminder| state.marks.is_placed_by(reminder, seat);
    has_said(Reminder::GossipTrue) || has_said(Reminder::GossipMaybe)
}

/// Somebody has gossiped. The Storyteller remembers a real Gossip's statement unless it is false.
pub(crate) fn speak(play: &mut Play<'_>, by: Seat, verdict: Verdict) {
    if play.is_active(by, ID) && verdict.may_be_true {
        let reminder = if verdict.may_be_false { Reminder::GossipMaybe } else { Reminder::GossipTrue };
        play.mark(reminder, by, by);
    }
}
