//! A solver that gives up when a question is too hard, or when it is told to. Accepts assumptions and how long to try, emits whether they can all
//! be. Steps are counted instead of time, so that answers stay the same.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustsat::solvers::{Solve as _, SolveIncremental as _, SolverResult};
use rustsat::types::{Lit, TernaryVal};
use rustsat_batsat::BasicSolver;

/// Tells a search that nobody waits for it any longer. Whoever waits sets it, from any thread.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A search ends soon after this is set.
    #[must_use]
    pub const fn new(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether something can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer<T> {
    Can,
    /// It cannot, and these suffice for that.
    Cannot(Vec<T>),
    /// That would have taken too long to find out.
    Unknown,
}

pub(super) struct BudgetedSolver {
    solver: BasicSolver,
    /// How many steps the solver may still take.
    left: Rc<Cell<u64>>,
    stop: Stop,
}

impl BudgetedSolver {
    /// As long as it takes, or until it is stopped.
    pub(super) const FOREVER: u64 = u64::MAX;

    pub(super) fn new(mut solver: BasicSolver, stop: &Stop) -> Self {
        let left = Rc::new(Cell::new(Self::FOREVER));
        let (steps, stopped) = (Rc::clone(&left), stop.clone());
        solver.batsat_mut().cb_mut().set_stop(move || {
            steps.set(steps.get().saturating_sub(1));
            steps.get() == 0 || stopped.is_set()
        });
        Self { solver, left, stop: stop.clone() }
    }

    /// Whether all of this can be, if that takes at most this many steps.
    pub(super) fn ask(&mut self, assumed: &[Lit], steps: u64) -> Answer<Lit> {
        if self.stop.is_set() {
            return Answer::Unknown;
        }
        self.left.set(steps);
        match self.solver.solve_assumps(assumed) {
            Ok(SolverResult::Unsat) => {
                Answer::Cannot(self.solver.core().unwrap_or_default().into_iter().map(|lit| !lit).collect())
            }
            Ok(SolverResult::Sat) => Answer::Can,
            Ok(SolverResult::Interrupted) | Err(_) => Answer::Unknown,
        }
    }

    /// Whether this is so in what was found last.
    pub(super) fn value(&self, literal: Lit) -> bool {
        matches!(self.solver.lit_val(literal), Ok(TernaryVal::True))
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}
