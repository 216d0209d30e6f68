//! The Alsaahir may say each day who all the Minions and all the Demons are; good wins if that is right.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::day::{DayAbility, DayVerb, Often, OpenTo, Use};
use crate::rules::mutator::Mutator;
use crate::rules::registration::Verdict;
use crate::rules::ruling::{Answer, Guess};
use crate::rules::state::{Side, State};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("alsaahir");

pub(crate) const ABILITY: Ability = Ability {
    day: Some(&ACCUSATION),
    ruled: |play, _, answer| {
        if answer == Answer::Yes {
            play.win(Side::Good);
        }
    },
    unbuilt_jinxes: &[Character::with_id("vizier")],
    ..Ability::with(Bearing::Neighbours)
};

const ACCUSATION: DayAbility = DayAbility {
    verb: DayVerb::Accuse,
    open_to: OpenTo::Everybody,
    often: Often::OnceADay,
    is_open: |_, _| true,
    acts: |play, by, what| {
        if let Use::Accuse(accused) = what
            && play.is_holder(by)
        {
            play.use_ability(by, ID, |play| accuse(play, by, accused));
        }
    },
};

/// The team of which a player is said to be, if it is an evil one.
fn said_team(accused: &[(Seat, Team)], seat: Seat) -> Option<Team> {
    accused.iter().find(|(named, _)| *named == seat).map(|(_, team)| *team)
}

/// Whether everybody registers as is said, and nobody else as a Minion or a Demon.
fn judge(state: &State, accused: &[(Seat, Team)]) -> Verdict {
    let is_evil = |team: &Team| matches!(team, Team::Minion | Team::Demon);
    state.judge_tables(|table| {
        let is_as_said = |seat| said_team(accused, seat) == Some(table.team(seat)).filter(is_evil);
        state.all_seats().iter().all(is_as_said)
    })
}

/// If it depends on how players register, the Storyteller decides about the first of them for all.
fn accuse(play: &mut Mutator<'_>, by: Seat, accused: &[(Seat, Team)]) {
    let verdict = judge(play, accused);
    if verdict.is_certain() {
        play.win(Side::Good);
    } else if verdict.may_be_true {
        let pretends = |seat: &Seat| play.guise(*seat).characters.len() > 1;
        if let Some(about) = play.all_seats().iter().find(pretends) {
            let harmless = match play.role(about).team() {
                Team::Outsider => Team::Outsider,
                _ => Team::Townsfolk,
            };
            let team = said_team(accused, about).unwrap_or(harmless);
            play.is_taken_for(ID, by, about, Guess::Team(team));
        }
    }
}
