//! The Princess: if they nominated on their first day whoever was executed that day, no Demon kills that night.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::state::Cause;

pub(crate) const ID: Character = Character::with_id("princess");

const MARKS: &[Kind] = &[
    Kind::token("doesnt_kill", Lasts::Dawn),
    // Nominated by her on her first day.
    Kind::note("nominated", Lasts::Dawn).of_character(),
];
const DOES_NOT_KILL: Reminder = Reminder::declared(ID, MARKS, "doesnt_kill");
const NOMINATED: Reminder = Reminder::declared(ID, MARKS, "nominated");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("if she nominated on her first day whoever was executed, the Demon kills nobody tonight"),
    when: When::OtherNights,
    due: Due::If(|state, seat| {
        let nominee = state.marks.placed_by(NOMINATED, seat);
        nominee.is_some() && nominee == state.executed
    }),
    // Whether she is sober matters now, not by day (M1).
    before_waking: Some(|play, seat| {
        for demon in play.demons().and(play.alive()).iter() {
            play.mark(DOES_NOT_KILL, demon, seat);
        }
    }),
    hears_of_nomination: Some(|play, seat, by, nominee| {
        let is_first_day = play.number == 1 || play.fresh.contains(seat);
        if by == seat && is_first_day {
            play.mark(NOMINATED, nominee, seat);
        }
    }),
    protects: Some(|state, seat, _, cause| {
        let is_demon = matches!(cause, Cause::Demon { .. });
        Verdict::certainly(is_demon && state.marks.is_placed_by(DOES_NOT_KILL, seat))
    }),
    unbuilt_jinxes: &[Character::with_id("alhadikhia"), Character::with_id("cannibal")],
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
