//! Rules without variables, and cuts of them.
//!
//! Accepts rules as text. Emits, for inputs whose value is known beforehand and for atoms that are asked about, a [`Cut`]: what is left of
//! the rules when everything is worked out that follows from those inputs, and nothing is kept that no answer hangs on. A cut has the
//! answers of the whole; it is only smaller, and the size of the program is what an answer costs.

use std::collections::HashMap;

use clingo::{Atom, Backend, SolverLiteral};

use super::gringo::{self, Body, Literal, Rule};
use super::program::{Failure, Output};

/// An atom of ground rules, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AtomId(u32);

impl AtomId {
    const fn of(literal: Literal) -> Self {
        Self(literal.unsigned_abs())
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Rules that were ground, and not given to a solver.
#[derive(Debug)]
pub(super) struct Ground {
    rules: Vec<Rule>,
    atoms: HashMap<String, AtomId>,
    /// By atom.
    is_input: Vec<bool>,
    /// The rules from which an atom may follow, and those that ask for it.
    makers: RulesOfAtoms,
    askers: RulesOfAtoms,
}

/// For every atom some rules, by number.
#[derive(Debug)]
struct RulesOfAtoms {
    /// Where those of each atom begin; those of the last one end at the end.
    starts: Vec<usize>,
    rules: Vec<usize>,
}

impl RulesOfAtoms {
    /// Of so many atoms, from those of each rule.
    fn new<'a, I>(count: usize, rules: &'a [Rule], atoms: impl Fn(&'a Rule) -> I) -> Self
    where
        I: Iterator<Item = AtomId>,
    {
        let pairs =
            rules.iter().enumerate().flat_map(|(at, rule)| atoms(rule).map(move |atom| (atom.index(), at)));
        let mut pairs: Vec<(usize, usize)> = pairs.collect();
        pairs.sort_unstable();
        let starts = (0..=count).map(|atom| pairs.partition_point(|(known, _)| *known < atom)).collect();
        Self { starts, rules: pairs.into_iter().map(|(_, rule)| rule).collect() }
    }

    fn of(&self, atom: AtomId) -> &[usize] {
        &self.rules[self.starts[atom.index()]..self.starts[atom.index() + 1]]
    }
}

impl Ground {
    /// Grounds rules. Their `#external` atoms are the inputs; facts `says(rule, "words")` explain rules.
    ///
    /// # Errors
    /// When clingo cannot read or ground them.
    pub(super) fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, Failure> {
        let heard = gringo::ground(texts)?;
        let named = heard.atoms.iter().map(|(_, atom)| AtomId(*atom));
        let known = heard.rules.iter().flat_map(atoms).chain(named);
        let mut is_input = vec![false; known.map(AtomId::index).max().unwrap_or_default() + 1];
        heard.inputs.iter().for_each(|input| is_input[AtomId(*input).index()] = true);
        let atoms = heard.atoms.into_iter().map(|(name, atom)| (name, AtomId(atom))).collect();
        let makers = RulesOfAtoms::new(is_input.len(), &heard.rules, heads);
        let askers = RulesOfAtoms::new(is_input.len(), &heard.rules, |rule| literals(rule).map(AtomId::of));
        Ok(Self { rules: heard.rules, atoms, is_input, makers, askers })
    }

    /// The atom of this name, such as `alive(3,1)`; none if it never follows.
    pub(super) fn atom(&self, name: &str) -> Option<AtomId> {
        self.atoms.get(name).copied()
    }

    /// The input of this name, such as `alive(3,0)`.
    pub(super) fn input(&self, name: &str) -> Option<AtomId> {
        self.atom(name).filter(|atom| self.is_input[atom.index()])
    }

    /// The names of all inputs.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &str> {
        self.atoms.iter().filter(|(_, atom)| self.is_input[atom.index()]).map(|(name, _)| name.as_str())
    }

    /// All atoms of this predicate, by their arguments as text.
    pub(super) fn arguments(&self, predicate: &str) -> Vec<(String, AtomId)> {
        let arguments = |name: &str| {
            let rest = name.strip_prefix(predicate)?;
            Some(rest.strip_prefix('(')?.strip_suffix(')')?.to_owned())
        };
        let found = self.atoms.iter().filter_map(|(name, atom)| Some((arguments(name)?, *atom)));
        let mut found: Vec<(String, AtomId)> = found.collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    /// What is left where these inputs have these values, of rules that matter to the wanted atoms.
    pub(super) fn cut(
        &self,
        known: impl IntoIterator<Item = (AtomId, bool)>,
        wanted: impl IntoIterator<Item = AtomId>,
    ) -> Cut<'_> {
        let mut cut = Cut {
            ground: self,
            values: vec![None; self.is_input.len()],
            is_needed: vec![false; self.is_input.len()],
            is_used: vec![true; self.rules.len()],
        };
        cut.work_out(known);
        cut.keep_what_matters(wanted);
        cut
    }
}

fn heads(rule: &Rule) -> impl Iterator<Item = AtomId> {
    rule.head.iter().copied().map(AtomId)
}

fn literals(rule: &Rule) -> impl Iterator<Item = Literal> {
    let (all, sum): (&[Literal], &[(Literal, i32)]) = match &rule.body {
        Body::All(literals) => (literals, &[]),
        Body::Sum(_, literals) => (&[], literals),
    };
    all.iter().copied().chain(sum.iter().map(|(literal, _)| *literal))
}

fn atoms(rule: &Rule) -> impl Iterator<Item = AtomId> {
    heads(rule).chain(literals(rule).map(AtomId::of))
}

/// What is left of ground rules.
#[derive(Debug)]
pub(super) struct Cut<'a> {
    ground: &'a Ground,
    /// What is known of atoms.
    values: Vec<Option<bool>>,
    /// Open atoms on which an answer hangs.
    is_needed: Vec<bool>,
    /// Rules that may still apply.
    is_used: Vec<bool>,
}

impl Cut<'_> {
    /// Whether an answer hangs on an atom that is open.
    pub(super) fn needs(&self, atom: AtomId) -> bool {
        self.is_needed[atom.index()]
    }

    /// Gives what is left to a solver; emits how to read atoms from its answers.
    ///
    /// # Errors
    /// When clingo fails.
    pub(super) fn give(&self, backend: &mut Backend<'_>) -> Result<Outputs, Failure> {
        let mut outputs = Vec::with_capacity(self.values.len());
        for (value, is_needed) in self.values.iter().zip(&self.is_needed) {
            outputs.push(match value {
                Some(true) => Output::Always,
                None if *is_needed => Output::If(backend.add_atom(None)?.into()),
                _ => Output::Never,
            });
        }
        let outputs = Outputs(outputs);
        for rule in self.rules() {
            let head: Vec<Atom> = heads(rule).filter_map(|atom| outputs.open(atom)).map(Atom::from).collect();
            let body = match &rule.body {
                Body::All(literals) => {
                    literals.iter().filter_map(|literal| outputs.literal(*literal)).collect()
                }
                Body::Sum(bound, parts) => {
                    let missing = bound - self.known_weight(parts);
                    let open =
                        |(literal, weight): &(Literal, i32)| Some((outputs.literal(*literal)?, *weight));
                    let parts: Vec<(SolverLiteral, i32)> = parts.iter().filter_map(open).collect();
                    match (Sum { backend, parts: &parts, reached: HashMap::new() }).reaches(0, missing)? {
                        Output::If(reached) => vec![reached],
                        Output::Always => Vec::new(),
                        Output::Never => continue,
                    }
                }
            };
            let body: Vec<SolverLiteral> = body;
            backend.rule(rule.is_choice, &head, &body)?;
        }
        Ok(outputs)
    }

    /// The rules that are left: constraints, and those for atoms that are needed.
    fn rules(&self) -> impl Iterator<Item = &Rule> {
        let is_left = |rule: &Rule| rule.head.is_empty() || heads(rule).any(|atom| self.needs(atom));
        let rules = self.ground.rules.iter().zip(&self.is_used);
        rules.filter(move |(rule, is_used)| **is_used && is_left(rule)).map(|(rule, _)| rule)
    }

    fn value(&self, atom: AtomId) -> Option<bool> {
        self.values[atom.index()]
    }

    fn holds(&self, literal: Literal) -> Option<bool> {
        self.value(AtomId::of(literal)).map(|value| value == (literal > 0))
    }

    fn known_weight(&self, literals: &[(Literal, i32)]) -> i32 {
        let known = literals.iter().filter(|(literal, _)| self.holds(*literal) == Some(true));
        known.map(|(_, weight)| weight).sum()
    }

    fn body_holds(&self, body: &Body) -> Option<bool> {
        match body {
            Body::All(literals) => {
                let mut is_open = false;
                for literal in literals {
                    match self.holds(*literal) {
                        Some(true) => {}
                        Some(false) => return Some(false),
                        None => is_open = true,
                    }
                }
                (!is_open).then_some(true)
            }
            Body::Sum(bound, literals) => {
                let open = literals.iter().filter(|(literal, _)| self.holds(*literal).is_none());
                let open: i32 = open.map(|(_, weight)| weight).sum();
                match bound - self.known_weight(literals) {
                    missing if missing <= 0 => Some(true),
                    missing if missing > open => Some(false),
                    _ => None,
                }
            }
        }
    }

    /// Works out what follows from what is known: of every atom that becomes known, the rules that ask for it are looked at again.
    fn work_out(&mut self, known: impl IntoIterator<Item = (AtomId, bool)>) {
        let ground = self.ground;
        let mut news: Vec<AtomId> = Vec::new();
        for (input, value) in known {
            self.learn(input, value, &mut news);
        }
        let atoms = (0..self.values.len()).map(|atom| AtomId(atom as u32));
        let mut ways: Vec<usize> = atoms.clone().map(|atom| ground.makers.of(atom).len()).collect();
        for atom in atoms.filter(|atom| ways[atom.index()] == 0 && !ground.is_input[atom.index()]) {
            self.learn(atom, false, &mut news);
        }
        (0..ground.rules.len()).for_each(|at| self.look_at(at, &mut ways, &mut news));
        while let Some(atom) = news.pop() {
            ground.askers.of(atom).iter().for_each(|at| self.look_at(*at, &mut ways, &mut news));
        }
    }

    fn learn(&mut self, atom: AtomId, value: bool, news: &mut Vec<AtomId>) {
        let known = &mut self.values[atom.index()];
        if known.is_none() {
            *known = Some(value);
            news.push(atom);
        }
    }

    /// Looks whether a rule applies for certain, or never; `ways` are the rules from which each atom may still follow.
    fn look_at(&mut self, at: usize, ways: &mut [usize], news: &mut Vec<AtomId>) {
        if !self.is_used[at] {
            return;
        }
        let rule = &self.ground.rules[at];
        match (self.body_holds(&rule.body), rule.is_choice, &*rule.head) {
            (Some(true), false, [atom]) => self.learn(AtomId(*atom), true, news),
            (Some(false), ..) => {
                self.is_used[at] = false;
                for atom in heads(rule) {
                    ways[atom.index()] -= 1;
                    if ways[atom.index()] == 0 && !self.ground.is_input[atom.index()] {
                        self.learn(atom, false, news);
                    }
                }
            }
            _ => {}
        }
    }

    /// Marks the open atoms on which constraints or wanted atoms hang. What is left out forbids nothing, so no answer changes.
    fn keep_what_matters(&mut self, wanted: impl IntoIterator<Item = AtomId>) {
        let ground = self.ground;
        let mut waiting: Vec<AtomId> = wanted.into_iter().collect();
        let used = ground.rules.iter().zip(&self.is_used).filter(|(_, is_used)| **is_used);
        for (constraint, _) in used.filter(|(rule, _)| rule.head.is_empty()) {
            waiting.extend(literals(constraint).map(AtomId::of));
        }
        while let Some(atom) = waiting.pop() {
            if self.value(atom).is_some() || std::mem::replace(&mut self.is_needed[atom.index()], true) {
                continue;
            }
            for at in ground.makers.of(atom).iter().filter(|at| self.is_used[**at]) {
                waiting.extend(literals(&ground.rules[*at]).map(AtomId::of));
            }
        }
    }
}

/// How to read the atoms of a cut from answers.
#[derive(Debug)]
pub(super) struct Outputs(Vec<Output>);

impl Outputs {
    /// How to read this atom.
    pub(super) fn of(&self, atom: AtomId) -> Output {
        self.0[atom.index()]
    }

    fn open(&self, atom: AtomId) -> Option<SolverLiteral> {
        match self.of(atom) {
            Output::If(literal) => Some(literal),
            Output::Always | Output::Never => None,
        }
    }

    fn literal(&self, literal: Literal) -> Option<SolverLiteral> {
        let open = self.open(AtomId::of(literal))?;
        Some(if literal > 0 { open } else { open.negate() })
    }
}

/// A sum of weights, as rules without one: crate clingo cannot write weights. They are few and short.
struct Sum<'a, 'b> {
    backend: &'a mut Backend<'b>,
    parts: &'a [(SolverLiteral, i32)],
    /// By the first part that counts and what must be reached.
    reached: HashMap<(usize, i32), SolverLiteral>,
}

impl Sum<'_, '_> {
    /// Whether the parts from this one on weigh so much.
    fn reaches(&mut self, from: usize, weight: i32) -> Result<Output, Failure> {
        let left: i32 = self.parts[from..].iter().map(|(_, weight)| weight).sum();
        if weight <= 0 || weight > left {
            return Ok(if weight <= 0 { Output::Always } else { Output::Never });
        }
        if let Some(known) = self.reached.get(&(from, weight)) {
            return Ok(Output::If(*known));
        }
        let (part, counted) = self.parts[from];
        let atom = self.backend.add_atom(None)?;
        let [with, without] = [self.reaches(from + 1, weight - counted)?, self.reaches(from + 1, weight)?];
        for (rest, part) in [(with, Some(part)), (without, None)] {
            let rest = match rest {
                Output::If(rest) => Some(rest),
                Output::Always => None,
                Output::Never => continue,
            };
            let body: Vec<SolverLiteral> = part.into_iter().chain(rest).collect();
            self.backend.rule(false, &[atom], &body)?;
        }
        self.reached.insert((from, weight), atom.into());
        Ok(Output::If(atom.into()))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::asp::program::{Input, Patience, Solver};

    const RULES: &str = "seat(0..3).
        #external alive(P) : seat(P).
        #external night.
        #external masked.
        few :- #count{ P : alive(P) } <= 1.
        1 { seen(a); seen(b) } 1 :- masked.
        seen(a) :- not masked.
        over :- few, not night.
        goes_on :- not over.
        dreams(P) :- alive(P), night.
        :- masked, alive(3).";

    /// The answers about some atoms, with these inputs, and how many rules were asked.
    fn answers(known: &[(&str, bool)], given: &[&str], wanted: &[&str]) -> (Vec<Vec<bool>>, usize) {
        let ground = Ground::new([RULES]).expect("rules");
        let known = known.iter().map(|(name, value)| (ground.input(name).expect("an input"), *value));
        let atoms: Vec<AtomId> = wanted.iter().map(|name| ground.atom(name).expect("an atom")).collect();
        let cut = ground.cut(known, atoms.clone());
        let names: Vec<&str> = ground.inputs().filter(|name| cut.needs(ground.atoms[*name])).collect();
        let inputs: Vec<AtomId> = names.iter().map(|name| ground.atoms[*name]).collect();
        let (mut solver, outputs) = Solver::of_cut(&cut, &inputs).expect("a solver");
        let mut question = solver.question();
        for (at, _) in names.iter().enumerate().filter(|(_, name)| given.contains(name)) {
            question.set(Input(at as u32));
        }
        let outputs: Vec<Output> = atoms.iter().map(|atom| outputs.of(*atom)).collect();
        let mut found = Vec::new();
        let answer = solver.ask(&question, &Patience::ENDLESS, |model| {
            let holds = outputs.iter().map(|output| output.holds(model)).collect::<Result<Vec<_>, _>>();
            found.push(holds?);
            Ok(ControlFlow::Continue(()))
        });
        answer.expect("an answer");
        found.sort_unstable();
        (found, cut.rules().count())
    }

    #[test]
    fn a_cut_answers_as_the_whole_does() {
        let inputs = ["alive(0)", "alive(1)", "alive(2)", "alive(3)", "night", "masked"];
        let wanted = ["over", "goes_on", "seen(a)", "seen(b)"];
        for mask in 0..1_u32 << inputs.len() {
            let is_so = |at: usize| mask >> at & 1 == 1;
            let given: Vec<&str> = (0..inputs.len()).filter(|at| is_so(*at)).map(|at| inputs[at]).collect();
            let (whole, rules) = answers(&[], &given, &wanted);
            for (at, known) in inputs.into_iter().enumerate() {
                let (cut, fewer) = answers(&[(known, is_so(at))], &given, &wanted);
                assert_eq!(whole, cut, "{given:?}, {known} known");
                assert!(fewer <= rules, "{given:?}, {known} known");
            }
        }
    }

    #[test]
    fn what_is_not_asked_is_left_out() {
        let (_, all) = answers(&[], &[], &["over", "goes_on", "dreams(0)"]);
        let (_, some) = answers(&[], &[], &["over"]);
        let (found, few) = answers(&[("night", true), ("masked", false)], &[], &["over"]);
        assert!(few < some && some < all, "{few} {some} {all}");
        assert_eq!((found, few), (vec![vec![false]], 0));
    }
}
