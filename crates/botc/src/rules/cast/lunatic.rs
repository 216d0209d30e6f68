//! The Lunatic thinks they are a Demon. The Demon knows who the Lunatic is, and whom they choose.

use super::{Ability, Bearing, Due, FalseIdentity, When};
use crate::characters::{Character, Team};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::Shape;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("lunatic");

const MARKS: &[Kind] = &[Kind::token("chosen", Lasts::Dawn)];
const CHOSEN: Reminder = Reminder::declared(ID, MARKS, "chosen");

pub(crate) const ABILITY: Ability = Ability {
    confides_in_evil: true,
    at_night: Some("is treated as the Demon they think they are; the Demon is told whom they chose"),
    when: When::EveryNight,
    due: Due::If(|state, seat| acts_tonight(state, seat) || is_told(state, seat)),
    choice: ChoiceShape::Believed,
    asks: |state, seat| {
        if acts_tonight(state, seat) { (demon(state, seat).asks)(state, seat) } else { Pick::Nothing }
    },
    notes: |play, seat| {
        (demon(play, seat).notes)(play, seat);
        let chosen = play.chosen.chosen();
        for seat_chosen in chosen.iter() {
            play.mark(CHOSEN, seat_chosen, seat);
        }
        for demon in play.demons().and(play.alive()).iter() {
            play.say_to(demon, Phrase::Knows(seat, ID));
            play.say_to(demon, Phrase::KnowsChosen(chosen));
        }
    },
    // Whoever attacks others than the Demon does may be counted as gone wrong (jinx).
    hears_of_choice: Some(|play, seat, chooser| {
        let wanted: Seats = play.marks.iter().filter(|mark| mark.by == seat).map(|mark| mark.on).collect();
        let is_attack = play.is_demon(chooser) && chooser == play.acting;
        if is_attack && !wanted.is_empty() && wanted != play.chosen.chosen() {
            play.may_misfire(seat);
        }
    }),
    tells: Shape::AnyTeam,
    is_told,
    // Whatever is told, it has no real effect.
    judges: |_, _, _| Verdict::EITHER,
    false_identity: Some(FalseIdentity {
        shown: &[Team::Demon],
        lives_the_token: false,
        token_changes_setup: false,
        is_drunk: false,
    }),
    tells_demon: Some(|play, seat, demon| play.say_to(demon, Phrase::Knows(seat, ID))),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The Demon that the Lunatic thinks they are.
fn demon(state: &State, seat: Seat) -> &'static Ability {
    static NONE_YET: Ability = Ability::with(Bearing::Neighbours);
    let shown = state.shown_characters[seat.index()];
    // Whoever has become the Lunatic has not been shown a Demon yet.
    if shown.team() == Team::Demon { super::of(shown) } else { &NONE_YET }
}

/// Whether that Demon would act tonight.
fn acts_tonight(state: &State, seat: Seat) -> bool {
    let demon = demon(state, seat);
    let is_night = demon.when == When::EveryNight || !state.is_first_night();
    is_night && state.is_due(demon.due, seat)
}

/// On the first night, the Lunatic is told about an evil team.
fn is_told(state: &State, _: Seat) -> bool {
    state.is_first_night() && state.has_evil_info()
}
