//! Why a grimoire that is known in parts has no completion. Accepts a table, emits statements of its sheet that cannot all be.

use rustsat::types::Lit;

use super::doubt::Doubter;
use super::table::Table;
use super::{Statement, Tokens};
use crate::sat::check::{About, Said};
use crate::sat::circuit::Bit;
use crate::sat::history::Course;
use crate::sat::seen;

/// Statements that cannot all be, and without any one of which the others can; none if all of them can.
pub(super) fn clash(table: &Table) -> Option<Vec<Statement>> {
    let mut course = Course::new(&table.setup, table.nights, &[]);
    course.circuit.hold_all_rules();
    let mut said = seen::of_sheet(&mut course, &table.sheet);
    said.retain(|said| table.tokens == Tokens::AsWritten || !is_about_absence(said));
    let mut doubtful: Vec<(Lit, usize)> = Vec::new();
    for (at, said) in said.iter().enumerate() {
        match course.circuit.and(said.bits.iter().copied()) {
            Bit::Is(true) => {}
            Bit::Is(false) => return Some(vec![said.statement.clone()]),
            Bit::Open(literal) => doubtful.push((literal, at)),
        }
    }
    let mut doubter = Doubter::new(course.circuit.into_solver(), usize::MAX);
    let clashing = doubter.core(&doubtful)?;
    let smallest = doubter.smallest(clashing);
    Some(smallest.into_iter().map(|at| said[at].statement.clone()).collect())
}

fn is_about_absence(said: &Said) -> bool {
    matches!(said.statement.about, Some(About::NoOther(_)))
}
