//! Lines that can be read in two ways. Accepts a case, emits warnings that state which reading is used, and how to write each.

use gaslamp_botc::Character;
use gaslamp_botc::rules::Profile;
use gaslamp_core::{Diagnostic, Seat};

use super::log::name_of;
use crate::botc::case::{Case, PublicEvent, Testimony};

/// Executions that may be due to a vote or to a Virgin: the executed player nominated somebody on the same day who claims to be one, and
/// no line says that anybody voted. They are read as executions by vote.
#[must_use]
pub fn ambiguities(case: &Case) -> Vec<Diagnostic> {
    (0..case.log.len()).filter_map(|at| executed_for_nominating(case, at)).collect()
}

fn executed_for_nominating(case: &Case, at: usize) -> Option<Diagnostic> {
    let PublicEvent::Executed { seat, .. } = case.log[at].what else { return None };
    let day = case.log[at].number;
    let is_by_vote = case.log.iter().filter(|seen| seen.number == day).any(|seen| match seen.what {
        PublicEvent::Nominated { nominee, .. } => nominee == seat,
        PublicEvent::Voted(voters) => !voters.is_empty(),
        _ => false,
    });
    let (nominee, claim) = case.log[..at].iter().enumerate().find_map(|(place, seen)| match seen.what {
        PublicEvent::Nominated { by, nominee } if by == seat && seen.number == day => {
            let claim =
                claimed_to_answer(case, nominee).filter(|_| is_first_nomination(case, place, nominee));
            claim.map(|claim| (nominee, claim))
        }
        _ => None,
    })?;
    if is_by_vote {
        return None;
    }
    let (by, nominee, claim) = (name_of(case, seat), name_of(case, nominee), claim.name());
    let message = format!(
        "this is read as an execution by vote, but {by} nominated {nominee}, who claims to be the {claim}, on the same day and may have \
         been executed for that"
    );
    let fix = format!(
        "if so, write `D{day} executed for nominating: {by} -> {nominee}` instead of both lines; if it was by vote, write who nominated \
        {by}, `D{day} nominated: … -> {by}`, or who voted, `D{day} voted: …`"
    );
    Some(Diagnostic::new("deduce/puzzle/ambiguous", message).at(case.log[at].span).fix(fix))
}

/// Such an ability, like that of the Virgin, works once, when its player is first nominated.
fn is_first_nomination(case: &Case, at: usize, nominee: Seat) -> bool {
    !case.log[..at].iter().any(|seen| match seen.what {
        PublicEvent::Nominated { nominee: other, .. }
        | PublicEvent::ExecutedForNominating { nominee: other, .. } => other == nominee,
        _ => false,
    })
}

/// The character reacting to nominations that a player claims to be, to have become, or to have gained the ability of.
fn claimed_to_answer(case: &Case, seat: Seat) -> Option<Character> {
    let player = &case.players[seat.index()];
    let gained = player.says.iter().filter_map(|said| match said.what {
        Testimony::Chose { character, .. } | Testimony::Became { character, .. } => Some(character),
        _ => None,
    });
    let answers = |claim: &Character| Profile::of(*claim).is_some_and(|profile| profile.answers_nomination());
    gained.chain(player.claims.iter().copied()).find(answers)
}
