//! The Godfather adds or removes an Outsider and starts knowing which Outsiders are in play. If an Outsider died
//! by day, they choose a player that night, who dies.

use super::{Ability, Bearing, Due, SetupEffect, When};
use crate::characters::{Character, CharacterSet, Team};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::Verdict;
use crate::rules::ruling::Answer;
use crate::rules::state::{Cause, Stage, State};
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("godfather");

const MARKS: &[Kind] =
    &[Kind::token("dead", Lasts::Dawn), Kind::token("died_today", Lasts::Dawn).needing_source()];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const DIED_TODAY: Reminder = Reminder::declared(ID, MARKS, "died_today");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("on the first night, is told the Outsiders in play; later, if an Outsider died today, chooses a player, who dies"),
    when: When::EveryNight,
    due: Due::If(|state, seat| starts_knowing(state, seat) || may_kill(state, seat)),
    choice: ChoiceShape::One,
    asks: |state, seat| if may_kill(state, seat) { Pick::One(state.all_seats()) } else { Pick::Nothing },
    acts: |play, by| {
        if let Some(victim) = play.chosen_seat() {
            play.threaten(victim, Cause::Ability { by });
        }
    },
    kills: Some(|by| Cause::Ability { by }),
    tells: Shape::Characters(Team::Outsider),
    is_told: starts_knowing,
    judges: |state, _, statement| match statement {
        Statement::Characters(list) => judge(state, list.iter().collect()),
        _ => Verdict::certainly(false),
    },
    // Sober or not: a Godfather cannot tell, and is woken either way.
    hears_of_death: Some(|play, seat, death| {
        if play.stage != Stage::Night && play.is_holder(seat) {
            let victim = death.victim;
            if play.registers_to(ID, seat, victim, Team::Outsider) {
                note(play, seat, victim);
            }
        }
    }),
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            note(play, ruling.by, ruling.about);
        }
    },
    setup: SetupEffect::outsiders(&[-1, 1]),
    dead: Some(DEAD),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn starts_knowing(state: &State, seat: Seat) -> bool {
    state.is_first_night() || state.fresh.contains(seat)
}

/// One kill for any number of Outsiders.
fn may_kill(state: &State, seat: Seat) -> bool {
    !state.is_first_night() && state.marks.is_placed_by(DIED_TODAY, seat)
}

/// An Outsider has died by day.
fn note(play: &mut Mutator<'_>, seat: Seat, dead: Seat) {
    play.mark(DIED_TODAY, dead, seat);
}

/// Whether these are all the Outsiders in play, as they register.
fn judge(state: &State, told: CharacterSet) -> Verdict {
    let outsiders = CharacterSet::team(Team::Outsider);
    state.judge_tables(|table| {
        let in_play: CharacterSet = table.roles[..state.size()].iter().copied().collect();
        in_play.and(outsiders) == told
    })
}
