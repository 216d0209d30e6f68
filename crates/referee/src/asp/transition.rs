//! One transition judged by rules: the state before, a deed, which rules it breaks, and the state after.
//!
//! Accepts rules over moments 0 and 1 in this form: inputs are *fluents* of moment 0, such as `alive(3,0)`, and *parts* of the deed, such
//! as `verb(choose,0)`; `violated(rule,0)` is a broken rule; a fluent of moment 1 is what follows. The input `strict` is given when
//! deeds are listed: then a deed that breaks a rule is none. Emits [`Judgement`]s, and lists of legal deeds.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::program::{Answer, Failure, Given, Input, Output, Program};

/// A set of atoms of one kind, by number: a state is a set of fluents, a deed a set of parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Facts(Vec<u64>);

impl Facts {
    /// Adds an atom.
    pub fn insert(&mut self, Place(at): Place) {
        let word = at / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (at % 64);
    }

    /// Whether it holds an atom.
    #[must_use]
    pub fn contains(&self, Place(at): Place) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The atoms, in order.
    pub fn iter(&self) -> impl Iterator<Item = Place> {
        let bits = |(word, bits): (usize, &u64)| {
            let bits = *bits;
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| Place(word * 64 + bit))
        };
        self.0.iter().enumerate().flat_map(bits)
    }

    /// Nothing is left.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|word| *word = 0);
    }
}

/// The number of a fluent, or of a part of a deed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(usize);

/// What the rules say of a deed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The rules that it breaks, by name; none if it is legal.
    pub violated: Vec<String>,
    /// What is so afterwards, if it is legal.
    pub next: Facts,
}

/// Rules of transitions, ground.
#[derive(Debug)]
pub struct Transition {
    program: Program,
    fluents: Vec<Fluent>,
    parts: Vec<(String, Input)>,
    fluent_places: HashMap<String, Place>,
    part_places: HashMap<String, Place>,
    violations: Vec<(String, Output)>,
    strict: Input,
}

#[derive(Debug)]
struct Fluent {
    name: String,
    before: Input,
    after: Output,
}

impl Transition {
    /// Grounds rules; `parts` are the predicates of the parts of a deed. Names lose their moment: `alive(3)`.
    ///
    /// # Errors
    /// When clingo cannot read or ground them.
    pub fn new(texts: &[impl AsRef<str>], parts: &[&str]) -> Result<Self, Failure> {
        let program = Program::new(texts.iter().map(AsRef::as_ref))?;
        let strict = program.input("strict")?;
        let mut inputs: Vec<(String, Input)> =
            program.inputs().filter_map(|(name, input)| Some((timeless(name, 0)?, input))).collect();
        inputs.sort_by(|a, b| a.0.cmp(&b.0));
        let is_part = |name: &str| parts.contains(&name.split('(').next().unwrap_or(name));
        let (parts, fluents): (Vec<_>, Vec<_>) = inputs.into_iter().partition(|(name, _)| is_part(name));
        let fluent = |(name, before): (String, Input)| {
            let after = program.output(&at_moment(&name, 1));
            Fluent { name, before, after }
        };
        let fluents: Vec<Fluent> = fluents.into_iter().map(fluent).collect();
        let violations = program.outputs("violated").into_iter();
        let violations = violations
            .filter_map(|(arguments, output)| Some((arguments.strip_suffix(",0")?.to_owned(), output)))
            .collect();
        let number = |names: &mut dyn Iterator<Item = &String>| -> HashMap<String, Place> {
            names.enumerate().map(|(at, name)| (name.clone(), Place(at))).collect()
        };
        Ok(Self {
            fluent_places: number(&mut fluents.iter().map(|fluent| &fluent.name)),
            part_places: number(&mut parts.iter().map(|(name, _)| name)),
            program,
            fluents,
            parts,
            violations,
            strict,
        })
    }

    /// The fluent of this name, such as `alive(3)`.
    ///
    /// # Errors
    /// When the rules have none.
    pub fn fluent(&self, name: &str) -> Result<Place, Failure> {
        let place = self.fluent_places.get(name).copied();
        place.ok_or_else(|| Failure::Unknown(format!("the fluent {name}")))
    }

    /// The part of a deed of this name, such as `verb(choose)`.
    ///
    /// # Errors
    /// When the rules have none.
    pub fn part(&self, name: &str) -> Result<Place, Failure> {
        let place = self.part_places.get(name).copied();
        place.ok_or_else(|| Failure::Unknown(format!("{name} as a part of a deed")))
    }

    /// The name of a fluent.
    #[must_use]
    pub fn fluent_name(&self, Place(at): Place) -> &str {
        &self.fluents[at].name
    }

    /// The name of a part of a deed.
    #[must_use]
    pub fn part_name(&self, Place(at): Place) -> &str {
        &self.parts[at].0
    }

    /// What a rule says, in words.
    #[must_use]
    pub fn words(&self, rule: &str) -> Option<&str> {
        self.program.words(rule)
    }

    /// The names of all rules that may be broken.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.violations.iter().map(|(rule, _)| rule.as_str())
    }

    fn given(&self, state: &Facts) -> Given {
        let mut given = self.program.question();
        state.iter().for_each(|Place(at)| given.set(self.fluents[at].before));
        given
    }

    /// Judges a deed in a state.
    ///
    /// # Errors
    /// When clingo fails; that is no answer.
    pub fn judge(&mut self, state: &Facts, deed: &Facts) -> Result<Judgement, Failure> {
        let mut given = self.given(state);
        deed.iter().for_each(|Place(at)| given.set(self.parts[at].1));
        let mut judgement = Judgement { violated: Vec::new(), next: Facts::default() };
        let (fluents, violations) = (&self.fluents, &self.violations);
        let answer = self.program.ask(&given, None, |model| {
            let broken = violations.iter().filter(|(_, output)| output.holds(model));
            judgement.violated.extend(broken.map(|(rule, _)| rule.clone()));
            let is_legal = judgement.violated.is_empty();
            let after =
                fluents.iter().enumerate().filter(|(_, fluent)| is_legal && fluent.after.holds(model));
            after.for_each(|(at, _)| judgement.next.insert(Place(at)));
            ControlFlow::Break(())
        })?;
        match answer {
            Answer::Models(_) => Ok(judgement),
            Answer::Contradiction(_) => Err(Failure::Clingo("the rules have no model".to_owned())),
        }
    }

    /// Shows every legal deed of a state.
    ///
    /// # Errors
    /// When clingo fails; that is no answer.
    pub fn each_legal(&mut self, state: &Facts, mut each: impl FnMut(&Facts)) -> Result<(), Failure> {
        let mut given = self.given(state);
        given.set(self.strict);
        self.parts.iter().for_each(|(_, input)| given.leave_open(*input));
        let outputs: Vec<Output> =
            self.parts.iter().map(|(name, _)| self.program.output(&at_moment(name, 0))).collect();
        let mut deed = Facts::default();
        self.program.ask(&given, None, |model| {
            deed.clear();
            let parts = outputs.iter().enumerate().filter(|(_, output)| output.holds(model));
            parts.for_each(|(at, _)| deed.insert(Place(at)));
            each(&deed);
            ControlFlow::Continue(())
        })?;
        Ok(())
    }
}

/// `alive(3,0)` without its moment: `alive(3)`; `night(0)`: `night`.
fn timeless(name: &str, moment: u32) -> Option<String> {
    if let Some(bare) = name.strip_suffix(&format!("({moment})")) {
        return Some(bare.to_owned());
    }
    Some(format!("{})", name.strip_suffix(&format!(",{moment})"))?))
}

fn at_moment(name: &str, moment: u32) -> String {
    match name.strip_suffix(')') {
        Some(open) => format!("{open},{moment})"),
        None => format!("{name}({moment})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "seat(0..2).
        #external strict.
        #external alive(P,0) : seat(P).
        #external verb(V,0) : V = (kill;pass).
        #external target(P,0) : seat(P).
        :- strict, violated(_,0).
        violated(one_verb,0) :- not #count{ V : verb(V,0) } = 1.
        violated(one_target,0) :- verb(kill,0), not #count{ P : target(P,0) } = 1.
        violated(one_target,0) :- verb(pass,0), target(_,0).
        violated(dead,0) :- target(P,0), not alive(P,0).
        alive(P,1) :- alive(P,0), not target(P,0).";

    #[test]
    fn a_deed_is_judged_and_all_are_listed() {
        let mut rules = Transition::new(&[RULES], &["verb", "target"]).expect("rules");
        let facts = |places: &[Result<Place, Failure>]| {
            let mut facts = Facts::default();
            places.iter().for_each(|place| facts.insert(place.clone().expect("an atom")));
            facts
        };
        let state = facts(&[rules.fluent("alive(0)"), rules.fluent("alive(2)")]);
        let kill = |rules: &Transition, seat: u8| {
            facts(&[rules.part("verb(kill)"), rules.part(&format!("target({seat})"))])
        };
        let deed = kill(&rules, 1);
        assert_eq!(rules.judge(&state, &deed).expect("an answer").violated, ["dead"]);
        let deed = kill(&rules, 2);
        let next = facts(&[rules.fluent("alive(0)")]);
        assert_eq!(rules.judge(&state, &deed), Ok(Judgement { violated: Vec::new(), next }));
        let mut legal = Vec::new();
        rules.each_legal(&state, |deed| legal.push(deed.clone())).expect("an answer");
        let expected = [kill(&rules, 0), kill(&rules, 2), facts(&[rules.part("verb(pass)")])];
        assert!(legal.len() == 3 && expected.iter().all(|deed| legal.contains(deed)), "{legal:?}");
    }
}
