//! The Grandmother knows a good player, the grandchild, and their character. If the Demon kills the grandchild,
//! the Grandmother dies too.

use super::{Ability, Bearing, Due, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::{Registration, Verdict};
use crate::rules::state::{Cause, State};
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("grandmother");

const MARKS: &[Kind] = &[
    Kind::token("grandchild", Lasts::Long).of_character(),
    Kind::token("dead", Lasts::Dawn),
    // The Demon has killed the grandchild tonight.
    Kind::note("bereaved", Lasts::Dawn).of_character(),
];
const GRANDCHILD: Reminder = Reminder::declared(ID, MARKS, "grandchild");
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const BEREAVED: Reminder = Reminder::declared(ID, MARKS, "bereaved");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("on her first night, is told her grandchild and its character; if the Demon has killed it, dies"),
    when: When::EveryNight,
    due: Due::If(|state, seat| is_told(state, seat) || state.marks.is_placed_by(BEREAVED, seat)),
    tells: Shape::PlayerIs,
    is_told,
    judges: |state, seat, statement| match statement {
        Statement::PlayerIs(child, character) => {
            // In fact, what is true of another player is not false, though nobody is told so by right.
            let is_hers = state.registration != Registration::Free
                || state.marks.placed_by(GRANDCHILD, seat) == Some(child);
            Verdict::certainly(is_hers).and(state.judge_role(child, character))
        }
        _ => Verdict::certainly(false),
    },
    // Whoever has become the Grandmother tonight may lose the grandchild in the same night.
    after_telling: Some(|play, seat| play.use_ability(seat, ID, |play| mourn(play, seat))),
    storyteller_rules: Some(mourn),
    prepares: grandchildren,
    starting_token: Some(GRANDCHILD),
    hears_of_death: Some(|play, seat, death| {
        let is_child = play.marks.placed_by(GRANDCHILD, seat) == Some(death.victim);
        if is_child && matches!(death.cause, Cause::Demon { .. }) {
            play.mark(BEREAVED, seat, seat);
        }
    }),
    marks: MARKS,
    dead: Some(DEAD),
    ..Ability::with(Bearing::Neighbours)
};

/// On her first night she learns of her grandchild.
fn is_told(state: &State, seat: Seat) -> bool {
    state.is_first_night() || state.fresh.contains(seat)
}

/// Any other player who may register as a good one; fixed for the game.
fn grandchildren(state: &State, seat: Seat) -> Seats {
    if state.marks.is_placed_by(GRANDCHILD, seat) {
        return Seats::NONE;
    }
    let may_be = |child: &Seat| {
        let guise = state.guise(*child);
        guise.may_be_good && !guise.characters.and(CharacterSet::GOOD).is_empty()
    };
    super::others(state, seat).iter().filter(may_be).collect()
}

/// She dies if the Demon has killed her grandchild tonight.
fn mourn(play: &mut Mutator<'_>, by: Seat) {
    if play.marks.is_placed_by(BEREAVED, by) {
        play.threaten(by, Cause::Ability { by });
    }
}
