//! A solver that gives up when a question is too hard. Accepts assumptions and how long to try, emits whether they can all be. Steps are
//! counted instead of time, so that answers stay the same.

use std::cell::Cell;
use std::rc::Rc;

use rustsat::solvers::{SolveIncremental as _, SolverResult};
use rustsat::types::Lit;
use rustsat_batsat::BasicSolver;

/// Whether something can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer<T> {
    Can,
    /// It cannot, and these suffice for that.
    Cannot(Vec<T>),
    /// That would have taken too long to find out.
    Unknown,
}

pub(super) struct Patient {
    solver: BasicSolver,
    /// How many steps the solver may still take.
    left: Rc<Cell<u64>>,
}

impl Patient {
    /// As long as it takes.
    pub(super) const FOREVER: u64 = u64::MAX;

    pub(super) fn new(mut solver: BasicSolver) -> Self {
        let left = Rc::new(Cell::new(Self::FOREVER));
        let steps = Rc::clone(&left);
        solver.batsat_mut().cb_mut().set_stop(move || {
            steps.set(steps.get().saturating_sub(1));
            steps.get() == 0
        });
        Self { solver, left }
    }

    /// Whether all of this can be, if that takes no more than so many steps.
    pub(super) fn ask(&mut self, assumed: &[Lit], steps: u64) -> Answer<Lit> {
        self.left.set(steps);
        match self.solver.solve_assumps(assumed) {
            Ok(SolverResult::Unsat) => {
                Answer::Cannot(self.solver.core().unwrap_or_default().into_iter().map(|lit| !lit).collect())
            }
            Ok(SolverResult::Sat) => Answer::Can,
            Ok(SolverResult::Interrupted) | Err(_) => Answer::Unknown,
        }
    }
}
