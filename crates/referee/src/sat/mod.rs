//! What was written down of a game of Blood on the Clocktower, looked at by the rules. [`context`] says what was so when, as far as a trace
//! tells. [`Check`] says whether a grimoire is possible, and if not, why: all runs of a game are a formula, what the grimoire shows are
//! statements about their end, and a SAT solver finds a run or the statements that contradict each other. [`partial`] says what the unknown parts
//! of a grimoire may be.

mod bounds;
mod budgeted_solver;
mod check;
mod check_rule;
mod circuit;
pub mod context;
mod grimoire_constraints;
mod history;
pub mod partial;
mod repair;
mod trace_constraints;
mod unsat_core;

pub use budgeted_solver::Stop;
pub use check::{Assertion, Check, Verdict};
pub use check_rule::CheckRule;
pub use repair::Repair;
pub use unsat_core::{Clash, Explanation};
