//! What is said or asked by day, judged by `rules/botc/formula.lp`. Accepts a state and a formula, or two; emits a [`Truth`].

use std::fmt::Write as _;
use std::ops::ControlFlow;

use gaslamp_botc::rules::{Formula, Joint};
use gaslamp_botc::{Script, State};
use gaslamp_core::{Game as _, Seat};

use super::profile::mark_term;
use super::rules;
use crate::asp::program::{Failure, Patience, Program};

/// Whether a formula is true; of two formulas, whether just one is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Truth {
    /// As players may register.
    pub(super) may_hold: bool,
    pub(super) may_fail: bool,
    /// In fact.
    pub(super) is_fact: bool,
    /// None of them is true in fact.
    pub(super) is_none: bool,
}

/// Judges formulas at this table.
pub(super) fn judge(script: &Script, state: &State, formulas: &[&Formula]) -> Result<Truth, Failure> {
    let mut text = table(state);
    let mut nodes = 0;
    for (at, formula) in (1..).zip(formulas) {
        let node = write(&mut text, &mut nodes, formula)?;
        let _ = writeln!(text, "root({at},{node}).");
    }
    let texts = rules::of_formula(script, state.seats())?;
    let mut program = Program::new(texts.iter().map(String::as_str).chain([text.as_str()]))?;
    let (holds, nothing) = (program.output("holds"), program.output("is_nothing"));
    let mut truth = Truth::default();
    let given = program.question();
    program.ask(&given, &Patience::ENDLESS, |model| {
        *(if holds.holds(model)? { &mut truth.may_hold } else { &mut truth.may_fail }) = true;
        Ok(if truth.may_hold && truth.may_fail { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let mut given = program.question();
    given.set(program.input("is_plain")?);
    program.ask(&given, &Patience::ENDLESS, |model| {
        truth.is_fact = holds.holds(model)?;
        truth.is_none = nothing.holds(model)?;
        Ok(ControlFlow::Break(()))
    })?;
    Ok(truth)
}

/// Who is what, and which tokens lie there.
fn table(state: &State) -> String {
    let mut text = String::new();
    let inside = state.omniscient();
    for seat in (0..state.seats()).map(Seat::new) {
        let (at, person) = (seat.index(), state.person(seat));
        let id = person.role.facts().id;
        let _ = writeln!(text, "role({at},{id},0). has({at},{id},0).");
        if person.is_able {
            let _ = writeln!(text, "able({at},0). has({at},{},0).", person.ability.facts().id);
        }
        if inside.evil.contains(seat) {
            let _ = writeln!(text, "evil({at},0).");
        }
    }
    for mark in inside.marks() {
        let _ = writeln!(text, "reminder({},{},0).", mark_term(mark.reminder), mark.on.index());
    }
    text
}

/// Writes a formula, and returns its number; the rules state none about what only the Storyteller knows.
fn write(text: &mut String, nodes: &mut usize, formula: &Formula) -> Result<usize, Failure> {
    *nodes += 1;
    let node = *nodes;
    let seat = |seat: &Seat| seat.index();
    let term = match formula {
        Formula::Not(inner) => format!("negation({})", write(text, nodes, inner)?),
        Formula::Join(joint, a, b) => {
            let name = match joint {
                Joint::And => "both",
                Joint::Or => "either",
                Joint::Xor => "one",
                Joint::Iff => "same",
            };
            let (a, b) = (write(text, nodes, a)?, write(text, nodes, b)?);
            format!("{name}({a},{b})")
        }
        Formula::Evil(about) => format!("is_evil({})", seat(about)),
        Formula::Role(about, character) => format!("is({},{})", seat(about), character.facts().id),
        Formula::Type(about, team) => format!("is_of({},{})", seat(about), team.name()),
        Formula::InPlay(character) => format!("in_play({})", character.facts().id),
        Formula::Exactly(count, parts) => {
            for part in parts {
                let part = write(text, nodes, part)?;
                let _ = writeln!(text, "part({node},{part}).");
            }
            format!("exactly({count})")
        }
        Formula::EvilPairs(count) => format!("evil_pairs({count})"),
        Formula::DemonToMinion(count) => format!("steps({count})"),
        Formula::RedHerring(a, b) => format!("token({},{})", seat(a), seat(b)),
        Formula::Between(character, team) => format!("between({},{})", character.facts().id, team.name()),
        Formula::TownsfolkRow { length, or_longer } => {
            format!("row({length},{})", if *or_longer { "more" } else { "exact" })
        }
        Formula::TypesAmong(count, seats) => {
            for among in seats {
                let _ = writeln!(text, "among({node},{}).", seat(among));
            }
            format!("teams({count})")
        }
        Formula::NextTo(a, b) => format!("next_to({},{})", a.facts().id, b.facts().id),
        Formula::Impaired(_)
        | Formula::Mad(_)
        | Formula::Token { .. }
        | Formula::Target(..)
        | Formula::Targets(..) => {
            return Err(Failure::Unknown(format!("the statement {formula:?}")));
        }
    };
    let _ = writeln!(text, "node({node},{term}).");
    Ok(node)
}
