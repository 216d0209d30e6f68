//! The Lunatic believes to be a Demon. The Demon knows who it is, and whom it chooses.

use super::{Ability, When};
use crate::characters::Character;
use crate::rules::event::Phrase;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::Shape;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("lunatic");

pub(crate) static ABILITY: Ability = Ability {
    when: When::EveryNight,
    is_due: |state, seat| is_due(state, seat),
    asks: |state, seat| {
        if acts_tonight(state, seat) { (demon(state, seat).asks)(state, seat) } else { Pick::Nothing }
    },
    notes: |play, seat| {
        (demon(play, seat).notes)(play, seat);
        let chosen = play.chosen.chosen();
        for seat_chosen in chosen.iter() {
            play.mark(Reminder::LunaticChosen, seat_chosen, seat);
        }
        for demon in play.demons().and(play.alive()).iter() {
            play.say_to(demon, Phrase::LunaticIs(seat));
            play.say_to(demon, Phrase::LunaticChose(chosen));
        }
    },
    tells: |state, _| {
        if state.is_first_night() && state.has_evil_info() { Shape::LunaticTeam } else { Shape::Silent }
    },
    // Whatever is told, it is not for real.
    judges: |_, _, _| Verdict::EITHER,
    is_delusion: true,
    ..Ability::NONE
};

/// The Demon that the Lunatic believes to be.
fn demon(state: &State, seat: Seat) -> &'static Ability {
    super::of(state.tokens[seat.index()])
}

/// Whether that Demon would act tonight.
fn acts_tonight(state: &State, seat: Seat) -> bool {
    let demon = demon(state, seat);
    let is_night = demon.when == When::EveryNight || !state.is_first_night();
    is_night && (demon.is_due)(state, seat)
}

fn is_due(state: &State, seat: Seat) -> bool {
    acts_tonight(state, seat) || (ABILITY.tells)(state, seat) != Shape::Silent
}
