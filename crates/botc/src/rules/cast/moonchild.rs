//! The Moonchild, once dead and told so, publicly chooses a living player, who dies that night if good.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Answer, Guess};
use crate::rules::state::{Cause, Side};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("moonchild");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    // Chosen, and good at that moment.
    Kind::note("doomed", Lasts::Dawn).of_character(),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const DOOMED: Reminder = Reminder::declared(ID, MARKS, "doomed");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("if a good player was chosen today, that player dies"),
    // Whether the Moonchild is sober matters at night only; who is good is settled at the choice.
    last_choice: Some(|play, by, chosen| {
        if play.is_taken_for(ID, by, chosen, Guess::Side(Side::Good)) {
            play.mark(DOOMED, chosen, by);
        }
    }),
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            play.mark(DOOMED, ruling.about, ruling.by);
        }
    },
    when: When::OtherNights,
    due: Due::If(|state, seat| state.marks.is_placed_by(DOOMED, seat)),
    wakes_dead: true,
    storyteller_rules: Some(kill),
    dead: Some(DEAD),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn kill(play: &mut Mutator<'_>, by: Seat) {
    if let Some(victim) = play.marks.placed_by(DOOMED, by) {
        play.threaten(victim, Cause::Ability { by });
    }
}
