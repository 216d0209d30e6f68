//! The Balloonist learns a player each night, of another team than the last one. There may be one Outsider more.

use super::{Ability, Bearing, SetupEffect, When};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Mark, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::{Registration, Verdict, must_be_false};
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("balloonist");

const MARKS: &[Kind] = &[
    Kind::token("know", Lasts::Long).of_character(),
    // The character that the player shown last had then.
    Kind::note("was", Lasts::Long).of_character(),
    // The teams that this player may have registered as.
    Kind::note("as_townsfolk", Lasts::Long).of_character(),
    Kind::note("as_outsider", Lasts::Long).of_character(),
    Kind::note("as_minion", Lasts::Long).of_character(),
    Kind::note("as_demon", Lasts::Long).of_character(),
];
const KNOW: Reminder = Reminder::declared(ID, MARKS, "know");
const WAS: Reminder = Reminder::declared(ID, MARKS, "was");
const AS: [(Team, Reminder); 4] = [
    (Team::Townsfolk, Reminder::declared(ID, MARKS, "as_townsfolk")),
    (Team::Outsider, Reminder::declared(ID, MARKS, "as_outsider")),
    (Team::Minion, Reminder::declared(ID, MARKS, "as_minion")),
    (Team::Demon, Reminder::declared(ID, MARKS, "as_demon")),
];

pub(crate) const ABILITY: Ability = Ability {
    when: When::EveryNight,
    tells: Shape::Players { count: 1, may_be_told: true },
    judges: |state, seat, statement| match shown_in(statement) {
        Some(shown) => judge(state, seat, shown),
        None => Verdict::certainly(false),
    },
    remembers_telling: true,
    reminds: |play, seat, statement| {
        if let Some(shown) = shown_in(statement)
            && !play.is_fake(seat)
        {
            remember(play, seat, shown);
        }
    },
    setup: SetupEffect::outsiders(&[0, 1]),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn shown_in(statement: Statement) -> Option<Seat> {
    match statement {
        Statement::Players(players) => players.lowest(),
        _ => None,
    }
}

/// Whether the player is of another team than the last one was. The first may be anybody: that is neither true
/// nor false, so no ability can force it to be either.
fn judge(state: &State, seat: Seat, shown: Seat) -> Verdict {
    let last = state.marks.iter().find(|mark: &&Mark| mark.reminder == WAS && mark.by == seat);
    match (last, state.registration) {
        (None, Registration::Plain) => Verdict::certainly(true),
        (None, _) => Verdict::EITHER,
        (Some(last), Registration::Plain | Registration::Fact) => {
            Verdict::certainly(last.character.team() != state.role(shown).team())
        }
        (Some(_), Registration::Free) => teams(state, shown).fold(Verdict::NEITHER, |verdict, now| {
            last_teams(state, seat).fold(verdict, |verdict, last| verdict.with(now != last))
        }),
    }
}

/// The teams that this player may register as now.
fn teams(state: &State, seat: Seat) -> impl Iterator<Item = Team> {
    AS.into_iter().map(|(team, _)| team).filter(move |team| state.judge_team(seat, *team).may_be_true)
}

/// The teams that the player shown last may have registered as then.
fn last_teams(state: &State, seat: Seat) -> impl Iterator<Item = Team> {
    let is_placed = move |(_, mark): &(Team, Reminder)| state.marks.is_placed_by(*mark, seat);
    AS.into_iter().filter(is_placed).map(|(team, _)| team)
}

/// The player shown is the one to compare with from now on. Told something true, this player registered
/// as another team than the last one.
fn remember(play: &mut Mutator<'_>, seat: Seat, shown: Seat) {
    let is_true = play.works_as(seat, ID) && !must_be_false(play, seat);
    let before: Vec<Team> = last_teams(play, seat).collect();
    let is_possible =
        |team: &Team| !is_true || before.is_empty() || before.iter().any(|last| last != team);
    let now: Vec<Team> = teams(play, shown).filter(is_possible).collect();
    play.unmark(|mark| mark.by == seat && mark.reminder.owner() == ID);
    play.mark(KNOW, shown, seat);
    play.mark_about(WAS, shown, seat, play.role(shown));
    for (team, mark) in AS {
        if now.contains(&team) {
            play.mark(mark, shown, seat);
        }
    }
}
