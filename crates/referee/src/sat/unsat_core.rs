//! Which statements contradict each other. Accepts an unrolling and what is said of it, emits every independent contradiction, as small as it can be, with the
//! rules that stand against it.

use rustsat::types::Lit;

use super::budgeted_solver::{Answer, BudgetedSolver, Stop};
use super::check::About;
use super::check_rule::CheckRule;
use super::circuit::{Bit, Circuit};
use super::history::Unrolling;
use super::trace_constraints::TraceConstraints;

/// How many steps of the solver a doubt may take, at first and when it is tried again.
const BUDGET: u64 = 3_000;
const LARGER_BUDGET: u64 = 30_000;

/// Of a text that breaks rules everywhere nobody reads more contradictions than these.
const MOST_CLASHES: usize = 20;

/// Why something is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Independent contradictions.
    pub clashes: Vec<Clash>,
    /// Whether these are all. If not, there were too many of them, or it took too long.
    pub is_whole: bool,
}

/// Statements that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// Which, by number.
    pub statements: Vec<usize>,
    /// Whether without any one of them the others can be. If not, that was too hard to find out for some.
    pub is_smallest: bool,
    /// The rules that stand against it.
    pub rules: Vec<CheckRule>,
}

/// Statements and rules, each of which may be doubted.
pub(super) struct CoreFinder {
    solver: BudgetedSolver,
    /// Each statement is believed if this is assumed.
    believed: Vec<Lit>,
    /// The numbers of the statements, beginning with those that explain best.
    order: Vec<usize>,
    rules: Vec<(CheckRule, Lit)>,
}

impl CoreFinder {
    pub(super) fn new(mut unrolling: Unrolling, constraints: &TraceConstraints, stop: &Stop) -> Self {
        let believed = assert_all(&mut unrolling.circuit, constraints);
        let rules = unrolling.circuit.rules.clone();
        let mut order: Vec<usize> = (0..believed.len()).collect();
        order.sort_by_key(|&at| rank(constraints.said[at].assertion.about));
        Self { solver: BudgetedSolver::new(unrolling.circuit.into_solver(), stop), believed, order, rules }
    }

    /// Every independent contradiction, as many as anybody reads.
    pub(super) fn explain(&mut self) -> Explanation {
        let mut left = self.order.clone();
        let mut clashes = Vec::new();
        loop {
            let core = match self.can_be(&left, BudgetedSolver::FOREVER) {
                Answer::Can => return Explanation { clashes, is_whole: true },
                Answer::Cannot(core) if clashes.len() < MOST_CLASHES => core,
                Answer::Cannot(_) | Answer::Unknown => return Explanation { clashes, is_whole: false },
            };
            let (statements, is_smallest) = self.smallest(core);
            left.retain(|statement| !statements.contains(statement));
            let rules = self.rules_against(&statements);
            // What was not doubted any more would stand there as if it were needed.
            if self.solver.is_stopped() {
                return Explanation { clashes, is_whole: false };
            }
            let is_nothing = statements.is_empty();
            clashes.push(Clash { rules, statements, is_smallest });
            if is_nothing {
                return Explanation { clashes, is_whole: true };
            }
        }
    }

    /// Those of these that are needed for a contradiction, and whether that is certain of all.
    fn smallest(&mut self, mut left: Vec<usize>) -> (Vec<usize>, bool) {
        while let Answer::Cannot(fewer) = self.can_be(&left, BudgetedSolver::FOREVER)
            && fewer.len() < left.len()
        {
            left = fewer;
        }
        let (mut needed, mut unknown) = self.needed(Vec::new(), left, BUDGET);
        if !unknown.is_empty() {
            (needed, unknown) = self.needed(needed, unknown, LARGER_BUDGET);
        }
        let is_smallest = unknown.is_empty();
        needed.extend(unknown);
        needed.sort_unstable();
        (needed, is_smallest)
    }

    /// Drops one statement after the other: those that are needed, and those of which that is not known.
    fn needed(
        &mut self,
        mut needed: Vec<usize>,
        mut left: Vec<usize>,
        budget: u64,
    ) -> (Vec<usize>, Vec<usize>) {
        let mut unknown: Vec<usize> = Vec::new();
        while let Some(doubted) = left.pop() {
            let others: Vec<usize> = left.iter().chain(&needed).chain(&unknown).copied().collect();
            match self.can_be(&others, budget) {
                Answer::Cannot(core) => {
                    left.retain(|statement| core.contains(statement));
                    unknown.retain(|statement| core.contains(statement));
                }
                Answer::Can => needed.push(doubted),
                Answer::Unknown => unknown.push(doubted),
            }
        }
        (needed, unknown)
    }

    /// Rules by which these statements contradict each other, found by doubting one after the other. Those of which it is hard to say stay.
    fn rules_against(&mut self, statements: &[usize]) -> Vec<CheckRule> {
        let statements: Vec<Lit> = statements.iter().map(|&statement| self.believed[statement]).collect();
        let mut left = self.rules.clone();
        let mut needed: Vec<(CheckRule, Lit)> = Vec::new();
        while let Some(doubted) = left.pop() {
            let rules = left.iter().chain(&needed).map(|(_, literal)| *literal);
            let assumed: Vec<Lit> = rules.chain(statements.iter().copied()).collect();
            match self.solver.ask(&assumed, BUDGET) {
                Answer::Cannot(core) => left.retain(|(_, literal)| core.contains(literal)),
                Answer::Can | Answer::Unknown => needed.push(doubted),
            }
        }
        needed.reverse();
        needed.into_iter().map(|(rule, _)| rule).collect()
    }

    /// Whether these statements can all be; if not, which of them suffice for that.
    fn can_be(&mut self, statements: &[usize], budget: u64) -> Answer<usize> {
        let rules = self.rules.iter().map(|(_, literal)| *literal);
        let assumed: Vec<Lit> =
            rules.chain(statements.iter().map(|&statement| self.believed[statement])).collect();
        match self.solver.ask(&assumed, budget) {
            Answer::Cannot(core) => {
                let is_in = |statement: &&usize| core.contains(&self.believed[**statement]);
                Answer::Cannot(statements.iter().filter(is_in).copied().collect())
            }
            Answer::Can => Answer::Can,
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// Whether all but these statements can be, together with something else.
    pub(super) fn can_be_instead(&mut self, dropped: &[usize], instead: &[Bit]) -> bool {
        let mut assumed: Vec<Lit> = self.rules.iter().map(|(_, literal)| *literal).collect();
        let kept = (0..self.believed.len()).filter(|statement| !dropped.contains(statement));
        assumed.extend(kept.map(|statement| self.believed[statement]));
        for bit in instead {
            match bit {
                Bit::Is(true) => {}
                Bit::Is(false) => return false,
                Bit::Open(literal) => assumed.push(*literal),
            }
        }
        matches!(self.solver.ask(&assumed, BudgetedSolver::FOREVER), Answer::Can)
    }
}

/// What a grimoire shows explains best why it cannot be, then what a trace says of all the game, then single events.
const fn rank(about: About) -> u8 {
    match about {
        About::Role(_)
        | About::Life(_)
        | About::Token(..)
        | About::NoOther(_)
        | About::Foreign(..)
        | About::Bluffs => 0,
        About::Deaths => 1,
        About::Deal => 2,
        About::Event => 3,
    }
}

/// Gives every statement a literal by which it is believed.
fn assert_all(circuit: &mut Circuit, constraints: &TraceConstraints) -> Vec<Lit> {
    circuit.state_again(None);
    let mut believed = Vec::new();
    for said in &constraints.said {
        let literal = circuit.variable();
        said.bits.iter().for_each(|&bit| circuit.imply(Bit::Open(literal), [bit]));
        for &(rule, bit) in &said.demands {
            let before = circuit.state(rule);
            circuit.imply(Bit::Open(literal), [bit]);
            circuit.state_again(before);
        }
        believed.push(literal);
    }
    for (rule, all) in &constraints.cannot {
        circuit.state(*rule);
        circuit.require(all.iter().map(|&at| !Bit::Open(believed[at])));
    }
    believed
}
