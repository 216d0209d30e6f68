//! Which of some assumptions are needed for a contradiction. Accepts a solver and literals with what they mean, emits those that suffice.

use std::cell::Cell;
use std::rc::Rc;

use rustsat::solvers::{SolveIncremental as _, SolverResult};
use rustsat::types::Lit;
use rustsat_batsat::BasicSolver;

/// Doubts assumptions.
pub(super) struct Doubter {
    solver: BasicSolver,
    /// How many steps the question takes that was asked last.
    steps: Rc<Cell<usize>>,
}

impl Doubter {
    /// What takes the solver more steps than this counts as no contradiction. Steps are counted instead of time, so that answers stay the same.
    pub(super) fn new(mut solver: BasicSolver, most_steps: usize) -> Self {
        let steps = Rc::new(Cell::new(0));
        let counted = Rc::clone(&steps);
        solver.batsat_mut().cb_mut().set_stop(move || {
            counted.set(counted.get() + 1);
            counted.get() > most_steps
        });
        Self { solver, steps }
    }

    /// Those of these that suffice; none if all of them do not.
    pub(super) fn core<T: Copy>(&mut self, all: &[(Lit, T)]) -> Option<Vec<(Lit, T)>> {
        let assumed: Vec<Lit> = all.iter().map(|(literal, _)| *literal).collect();
        self.steps.set(0);
        if !matches!(self.solver.solve_assumps(&assumed), Ok(SolverResult::Unsat)) {
            return None;
        }
        let core = self.solver.core().unwrap_or_default();
        Some(all.iter().filter(|(literal, _)| core.contains(&!*literal)).copied().collect())
    }

    /// Doubts one after the other of those that suffice, and keeps what is needed.
    pub(super) fn smallest<T: Copy>(&mut self, mut left: Vec<(Lit, T)>) -> Vec<T> {
        let mut needed: Vec<(Lit, T)> = Vec::new();
        while !left.is_empty() {
            let doubted = left.remove(0);
            let others: Vec<(Lit, T)> = needed.iter().chain(&left).copied().collect();
            match self.core(&others) {
                Some(core) => left.retain(|(literal, _)| core.iter().any(|(other, _)| other == literal)),
                None => needed.push(doubted),
            }
        }
        needed.into_iter().map(|(_, what)| what).collect()
    }
}
