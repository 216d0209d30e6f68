//! Formulas for a SAT solver, built gate by gate. Accepts bits and what they are to be, emits clauses; what is constant costs none.

use rustsat::clause;
use rustsat::instances::{BasicVarManager, ManageVars as _};
use rustsat::types::{Clause, Lit};

use super::rule::Rule;

/// Something that is so or not, or that the solver decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// A formula under construction. What is required holds as long as the rule holds that was named last; what gates are is no rule.
#[derive(Debug, Default)]
pub(crate) struct Circuit {
    variables: BasicVarManager,
    pub(crate) clauses: Vec<Clause>,
    /// The rules, each with what is assumed if it holds.
    pub(crate) rules: Vec<(Rule, Lit)>,
    /// The rule that is being stated.
    stated: Option<Lit>,
}

impl Circuit {
    /// Something that the solver decides.
    pub(crate) fn open(&mut self) -> Bit {
        Bit::Open(self.variable())
    }

    pub(crate) fn variable(&mut self) -> Lit {
        self.variables.new_lit()
    }

    /// What is required from now on is required by this rule. Which one it was before is returned.
    pub(crate) fn state(&mut self, rule: Rule) -> Option<Lit> {
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

    /// At least one of these is so, by the rule that is being stated.
    pub(crate) fn require(&mut self, any: impl IntoIterator<Item = Bit>) {
        let holds = self.stated.map(|rule| Bit::Open(!rule));
        self.define(holds.into_iter().chain(any));
    }

    /// At least one of these is so, by definition.
    fn define(&mut self, any: impl IntoIterator<Item = Bit>) {
        let mut clause = clause![];
        for bit in any {
            match bit {
                Bit::Is(true) => return,
                Bit::Is(false) => {}
                Bit::Open(literal) => clause.add(literal),
            }
        }
        self.clauses.push(clause);
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
            several => {
                let out = self.open();
                several.iter().for_each(|bit| self.define([!*bit, out]));
                self.define([!out].into_iter().chain(several.iter().copied()));
                out
            }
        }
    }

    pub(crate) fn at_most_one(&mut self, bits: &[Bit]) {
        for (at, &first) in bits.iter().enumerate() {
            for &second in &bits[at + 1..] {
                self.require([!first, !second]);
            }
        }
    }

    /// Exactly one of so many, each only where it is allowed, if the condition is so; else none.
    pub(crate) fn choose(&mut self, condition: Bit, allowed: &[Bit]) -> Vec<Bit> {
        if condition == NO {
            return vec![NO; allowed.len()];
        }
        let open = |circuit: &mut Self, allowed: &Bit| if *allowed == NO { NO } else { circuit.open() };
        let chosen: Vec<Bit> = allowed.iter().map(|allowed| open(self, allowed)).collect();
        for (&chosen, &allowed) in chosen.iter().zip(allowed) {
            self.imply(chosen, [condition]);
            self.imply(chosen, [allowed]);
        }
        self.imply(condition, chosen.iter().copied());
        self.at_most_one(&chosen);
        chosen
    }

    /// Whether at least one, two and so on up to so many of these are so.
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

    /// Exactly so many of these are so, if the condition is.
    pub(crate) fn require_count(&mut self, condition: Bit, bits: &[Bit], count: usize) {
        let at_least = self.count(bits, count + 1);
        if let Some(enough) = count.checked_sub(1).map(|place| at_least[place]) {
            self.imply(condition, [enough]);
        }
        self.imply(condition, [!at_least[count]]);
    }
}
