//! Lines that can be read in two ways. Accepts a case, emits warnings that name the way that is taken, and how each is written.

use gaslamp_botc::Character;
use gaslamp_core::{Diagnostic, Seat};

use super::log::name_of;
use crate::botc::case::{Case, Happening, Saying};

const VIRGIN: Character = Character::with_id("virgin");

/// Executions that the vote may have led to, or a Virgin: whoever nominated somebody who claims to be one was executed on the same day, and
/// no line says that anybody voted. They are read as led to by the vote.
#[must_use]
pub fn ambiguities(case: &Case) -> Vec<Diagnostic> {
    (0..case.log.len()).filter_map(|at| executed_by_virgin(case, at)).collect()
}

fn executed_by_virgin(case: &Case, at: usize) -> Option<Diagnostic> {
    let Happening::Executed { seat, .. } = case.log[at].what else { return None };
    let day = case.log[at].number;
    let is_by_vote = case.log.iter().filter(|seen| seen.number == day).any(|seen| match seen.what {
        Happening::Nominated { nominee, .. } => nominee == seat,
        Happening::Voted(voters) => !voters.is_empty(),
        _ => false,
    });
    let nominee = case.log[..at].iter().enumerate().find_map(|(place, seen)| match seen.what {
        Happening::Nominated { by, nominee } if by == seat && seen.number == day => {
            (is_first_nomination(case, place, nominee) && claims_virgin(case, nominee)).then_some(nominee)
        }
        _ => None,
    })?;
    if is_by_vote {
        return None;
    }
    let (by, nominee) = (name_of(case, seat), name_of(case, nominee));
    let message = format!(
        "this is read as an execution by vote; but {by} nominated {nominee}, who claims the Virgin, on the same day, and may have \
         been executed for that"
    );
    let fix = format!(
        "if for that, `D{day} executed for nominating: {by} -> {nominee}` instead of both lines; if by vote, say who nominated {by}, \
         `D{day} nominated: … -> {by}`, or who voted, `D{day} voted: …`"
    );
    Some(Diagnostic::new("deduce/puzzle/ambiguous", message).at(case.log[at].span).fix(fix))
}

/// A Virgin's ability works once, when she is nominated first.
fn is_first_nomination(case: &Case, at: usize, nominee: Seat) -> bool {
    !case.log[..at].iter().any(|seen| match seen.what {
        Happening::Nominated { nominee: other, .. }
        | Happening::ExecutedForNominating { nominee: other, .. } => other == nominee,
        _ => false,
    })
}

/// Whether a player claims to be the Virgin, to have become her, or to have chosen her ability.
fn claims_virgin(case: &Case, seat: Seat) -> bool {
    let player = &case.players[seat.index()];
    let says_so = player.says.iter().any(|said| match said.what {
        Saying::Chose { character, .. } | Saying::Became { character, .. } => character == VIRGIN,
        _ => false,
    });
    says_so || player.claims.contains(&VIRGIN)
}
