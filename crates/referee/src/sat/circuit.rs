//! Formulas for a SAT solver, built gate by gate. Accepts bits and what they are to be, emits clauses; what is constant costs none.
//!
//! With a plan nothing is left to the solver but what was open before: everything after is decided beforehand, and what would break a rule is
//! a failure.

use std::collections::HashMap;

use rustsat::instances::{BasicVarManager, ManageVars as _};
use rustsat::solvers::Solve as _;
use rustsat::types::{Clause, Lit};
use rustsat_batsat::BasicSolver;

use super::check_rule::CheckRule;

/// Something that is so or not, or that the solver decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Bit {
    Is(bool),
    Open(Lit),
}

pub(crate) const NO: Bit = Bit::Is(false);
pub(crate) const YES: Bit = Bit::Is(true);

impl std::ops::Not for Bit {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Is(is) => Self::Is(!is),
            Self::Open(literal) => Self::Open(!literal),
        }
    }
}

/// Something that the formula leaves open: whether, or which one if any.
#[derive(Debug)]
pub(crate) enum Choice {
    Whether(Bit),
    Which(Vec<Bit>),
}

/// What a choice is to be. One that is not allowed gives way to the first that is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decided {
    Whether(bool),
    Which(Option<usize>),
}

/// Decisions in the order of the choices.
#[derive(Debug)]
struct Plan {
    decisions: std::vec::IntoIter<Decided>,
    failures: Vec<Bit>,
}

/// A formula under construction. What is required holds as long as the rule holds that was named last; what gates are is no rule.
#[derive(Debug, Default)]
pub(crate) struct Circuit {
    variables: BasicVarManager,
    /// The literals of all clauses, and where each clause ends.
    literals: Vec<Lit>,
    ends: Vec<usize>,
    /// No rule is doubted.
    is_certain: bool,
    /// The rules, each with what is assumed if it holds.
    pub(crate) rules: Vec<(CheckRule, Lit)>,
    /// The rule that is being stated.
    stated: Option<Lit>,
    /// What was left open since the last [`Self::start`].
    choices: Vec<Choice>,
    plan: Option<Plan>,
    gates: HashMap<[Bit; 3], Bit>,
}

impl Circuit {
    /// From here on choices are written down, or decided if there is a plan.
    pub(crate) fn start(&mut self, plan: Option<Vec<Decided>>) {
        self.choices.clear();
        self.plan = plan.map(|decisions| Plan { decisions: decisions.into_iter(), failures: Vec::new() });
    }

    pub(crate) fn take_choices(&mut self) -> Vec<Choice> {
        std::mem::take(&mut self.choices)
    }

    /// The plan is at its end: how it may fail.
    pub(crate) fn take_failures(&mut self) -> Vec<Bit> {
        self.plan.take().map_or_else(Vec::new, |plan| plan.failures)
    }

    /// A formula of which no rule is doubted.
    pub(crate) fn certain() -> Self {
        Self { is_certain: true, ..Self::default() }
    }

    /// All rules hold, and what is required from now on is certain as well.
    pub(crate) fn hold_all_rules(&mut self) {
        self.state_again(None);
        for (_, holds) in self.rules.clone() {
            self.define([Bit::Open(holds)]);
        }
    }

    /// A solver that knows the formula.
    pub(crate) fn into_solver(self) -> BasicSolver {
        let mut solver = BasicSolver::default();
        // The solver takes any variable, and any clause.
        if let Some(last) = self.variables.max_var() {
            let _ = solver.reserve(last);
        }
        let mut begin = 0;
        for end in self.ends {
            let _ = solver.add_clause(Clause::from(&self.literals[begin..end]));
            begin = end;
        }
        solver
    }

    /// Something that the solver decides, or the plan.
    pub(crate) fn open(&mut self) -> Bit {
        if let Some(plan) = &mut self.plan {
            return Bit::Is(matches!(plan.decisions.next(), Some(Decided::Whether(true))));
        }
        let bit = Bit::Open(self.variable());
        self.choices.push(Choice::Whether(bit));
        bit
    }

    pub(crate) fn variable(&mut self) -> Lit {
        self.variables.new_lit()
    }

    /// What is required from now on is required by this rule. Which one it was before is returned.
    pub(crate) fn state(&mut self, rule: CheckRule) -> Option<Lit> {
        if self.is_certain {
            return None;
        }
        let known = self.rules.iter().find(|(known, _)| *known == rule).map(|(_, literal)| *literal);
        let literal = known.unwrap_or_else(|| {
            let literal = self.variable();
            self.rules.push((rule, literal));
            literal
        });
        self.stated.replace(literal)
    }

    /// Goes back to the rule that was being stated before.
    pub(crate) fn state_again(&mut self, before: Option<Lit>) {
        self.stated = before;
    }

    /// At least one of these is so, by the rule that is being stated, or the plan fails.
    pub(crate) fn require(&mut self, any: impl IntoIterator<Item = Bit>) {
        if self.plan.is_some() {
            return self.fail_without(any);
        }
        let holds = self.stated.map(|rule| Bit::Open(!rule));
        self.define(holds.into_iter().chain(any));
    }

    /// The plan fails if none of these is so.
    fn fail_without(&mut self, any: impl IntoIterator<Item = Bit>) {
        let holds = self.or(any);
        if let Some(plan) = self.plan.as_mut().filter(|_| holds != YES) {
            plan.failures.push(!holds);
        }
    }

    /// At least one of these is so, by definition.
    fn define(&mut self, any: impl IntoIterator<Item = Bit>) {
        let begin = self.literals.len();
        for bit in any {
            match bit {
                Bit::Is(true) => return self.literals.truncate(begin),
                Bit::Is(false) => {}
                Bit::Open(literal) => self.literals.push(literal),
            }
        }
        self.ends.push(self.literals.len());
    }

    /// If the first is so, so is one of the others.
    pub(crate) fn imply(&mut self, condition: Bit, any: impl IntoIterator<Item = Bit>) {
        self.require([!condition].into_iter().chain(any));
    }

    pub(crate) fn and(&mut self, all: impl IntoIterator<Item = Bit>) -> Bit {
        let inverted: Vec<Bit> = all.into_iter().map(|bit| !bit).collect();
        !self.or(inverted)
    }

    pub(crate) fn or(&mut self, any: impl IntoIterator<Item = Bit>) -> Bit {
        let mut open: Vec<Bit> = Vec::new();
        for bit in any {
            match bit {
                Bit::Is(true) => return YES,
                Bit::Is(false) => {}
                Bit::Open(_) if open.contains(&!bit) => return YES,
                Bit::Open(_) if open.contains(&bit) => {}
                Bit::Open(_) => open.push(bit),
            }
        }
        match open.as_slice() {
            [] => NO,
            [only] => *only,
            [first, second] => self.small_gate([*first, *second, NO]),
            [first, second, third] => self.small_gate([*first, *second, *third]),
            several => self.gate(several),
        }
    }

    /// Most gates are small, and many of them are asked for again and again.
    fn small_gate(&mut self, mut any: [Bit; 3]) -> Bit {
        any.sort_unstable();
        if let Some(known) = self.gates.get(&any) {
            return *known;
        }
        let out = self.gate(&any[usize::from(any[0] == NO)..]);
        self.gates.insert(any, out);
        out
    }

    fn gate(&mut self, any: &[Bit]) -> Bit {
        let out = Bit::Open(self.variable());
        any.iter().for_each(|bit| self.define([!*bit, out]));
        self.define([!out].into_iter().chain(any.iter().copied()));
        out
    }

    pub(crate) fn at_most_one(&mut self, bits: &[Bit]) {
        for (at, &first) in bits.iter().enumerate() {
            for &second in &bits[at + 1..] {
                self.require([!first, !second]);
            }
        }
    }

    /// Exactly one of these, each only where it is allowed, if the condition holds; else none.
    pub(crate) fn choose(&mut self, condition: Bit, allowed: &[Bit]) -> Vec<Bit> {
        if let Some(plan) = &mut self.plan {
            let wanted = match plan.decisions.next() {
                Some(Decided::Which(wanted)) => wanted,
                _ => None,
            };
            return self.choose_as_planned(condition, allowed, wanted);
        }
        let chosen =
            if condition == NO { vec![NO; allowed.len()] } else { self.choose_freely(condition, allowed) };
        self.choices.push(Choice::Which(chosen.clone()));
        chosen
    }

    fn choose_freely(&mut self, condition: Bit, allowed: &[Bit]) -> Vec<Bit> {
        let open = |circuit: &mut Self, allowed: &Bit| {
            if *allowed == NO { NO } else { Bit::Open(circuit.variable()) }
        };
        let chosen: Vec<Bit> = allowed.iter().map(|allowed| open(self, allowed)).collect();
        for (&chosen, &allowed) in chosen.iter().zip(allowed) {
            self.imply(chosen, [condition]);
            self.imply(chosen, [allowed]);
        }
        self.imply(condition, chosen.iter().copied());
        self.at_most_one(&chosen);
        chosen
    }

    /// What is wanted if that is allowed, else the first that is.
    fn choose_as_planned(&mut self, condition: Bit, allowed: &[Bit], wanted: Option<usize>) -> Vec<Bit> {
        let mut chosen = vec![NO; allowed.len()];
        let mut unmet = condition;
        let others = (0..allowed.len()).filter(|place| Some(*place) != wanted);
        for place in wanted.filter(|place| *place < allowed.len()).into_iter().chain(others) {
            chosen[place] = self.and([unmet, allowed[place]]);
            unmet = self.and([unmet, !allowed[place]]);
        }
        self.require([!unmet]);
        chosen
    }

    /// Whether at least one, two and so on, up to this many, of these hold.
    pub(crate) fn count(&mut self, bits: &[Bit], most: usize) -> Vec<Bit> {
        let mut at_least = vec![NO; most];
        for &bit in bits {
            for place in (0..most).rev() {
                let before = if place == 0 { YES } else { at_least[place - 1] };
                let more = self.and([bit, before]);
                at_least[place] = self.or([at_least[place], more]);
            }
        }
        at_least
    }

    /// Exactly this many of these hold, if the condition does.
    pub(crate) fn require_count(&mut self, condition: Bit, bits: &[Bit], count: usize) {
        let at_least = self.count(bits, count + 1);
        if let Some(enough) = count.checked_sub(1).map(|place| at_least[place]) {
            self.imply(condition, [enough]);
        }
        self.imply(condition, [!at_least[count]]);
    }
}
