//! The Boffin: the Demon has the ability of a good character that is not in play, whatever state the Demon is in, as
//! long as the Boffin has theirs. Both know which.

use super::{Ability, Bearing, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};
use crate::rules::state::State;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("boffin");

const MARKS: &[Kind] = &[Kind::note("gives", Lasts::Long).needing_source().giving_ability()];
const GIVES: Reminder = Reminder::declared(ID, MARKS, "gives");

/// A jinx: an evil player gains nothing by having it.
const POLITICIAN: Character = Character::with_id("politician");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("learns with the Demon which good character's ability the Demon has"),
    when: When::FirstNight,
    informs: Some(find_demon),
    candidates: |state, _| Candidates { seats: living_demons(state), or_nobody: false },
    may_give: Some(good_characters_not_in_play),
    ruled: |play, ruling, answer| match answer {
        Answer::Player(demon) => ask_which(play, ruling.by, demon),
        Answer::Token(character) => give(play, ruling.by, ruling.about, character),
        _ => {}
    },
    hears_of_change: Some(|play, seat, _| look_for_new_demon(play, seat)),
    hears_of_death: Some(|play, seat, _| look_for_new_demon(play, seat)),
    unbuilt_jinxes: &[
        Character::with_id("alchemist"),
        Character::with_id("cultleader"),
        Character::with_id("heretic"),
        Character::with_id("ogre"),
    ],
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn living_demons(state: &State) -> Seats {
    state.demons().and(state.alive())
}

/// Not knowing one's own character is not an ability that could be given, nor is having several.
fn good_characters_not_in_play(state: &State) -> CharacterSet {
    let is_given = |character: &Character| {
        let ability = super::of(*character);
        ability.false_identity.is_none() && ability.unites.is_none()
    };
    let free = state.script.characters.and(CharacterSet::GOOD).minus(state.in_play()).without(POLITICIAN);
    free.iter().filter(is_given).collect()
}

/// With several living Demons the Storyteller picks one (rule book of the cast, M11).
fn find_demon(play: &mut Mutator<'_>, boffin: Seat) {
    if play.marks.is_placed_by(GIVES, boffin) {
        return;
    }
    let demons = living_demons(play);
    match demons.lowest() {
        None => {}
        Some(demon) if demons.len() == 1 => ask_which(play, boffin, demon),
        Some(_) => {
            let question = Question::Pick(Purpose::Target);
            play.ask_ruling(Ruling { ability: ID, by: boffin, about: boffin, question, cause: None });
        }
    }
}

fn ask_which(play: &mut Mutator<'_>, boffin: Seat, demon: Seat) {
    if !good_characters_not_in_play(play).is_empty() {
        let question = Question::Given;
        play.ask_ruling(Ruling { ability: ID, by: boffin, about: demon, question, cause: None });
    }
}

fn give(play: &mut Mutator<'_>, boffin: Seat, demon: Seat, character: Character) {
    play.mark_about(GIVES, demon, boffin, character);
    play.freshen(demon, character);
    // They are told apart, so that neither learns from it who the other is.
    play.say_to(demon, Phrase::Gains(character));
    play.say_to(boffin, Phrase::Gives(character));
}

/// A new Demon is given an ability anew.
fn look_for_new_demon(play: &mut Mutator<'_>, boffin: Seat) {
    let Some(demon) = play.marks.placed_by(GIVES, boffin) else { return };
    let demons = living_demons(play);
    if !demons.contains(demon) && !demons.is_empty() && play.has(boffin, ID) && play.is_holder(boffin) {
        play.unmark_own(GIVES, boffin);
        find_demon(play, boffin);
    }
}
