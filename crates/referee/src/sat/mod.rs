//! Is this grimoire possible, and if not, why: all courses of a game as a formula, what a grimoire shows as statements about their end, and a SAT
//! solver that finds a course or the statements that cannot all be.

mod check;
mod circuit;
mod history;

pub use check::{Check, Statement};
