//! One transition judged by rules: the state before, a move, which rules it breaks, and the state after.
//!
//! Accepts rules over moments 0 and 1 in this form: inputs are *fluents* of moment 0, such as `alive(3,0)`, and *parts* of the move, such
//! as `verb(choose,0)`; `violated(rule,0)` is a broken rule; a fluent of moment 1 is what follows. The input `strict` is given when moves
//! are listed: then a move that breaks a rule is none, and of the parts p of all `one_of(p,0)` that hold, any one completes the
//! move; without such a part it is complete. Rules may leave something open, as how players are seen: then a move breaks as few rules as it
//! can, and may be listed more than once. Emits [`Judgement`]s, and lists of legal moves.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use clingo::Model;

use super::ground::{AtomId, Ground};
use super::hearing::Difference;
use super::program::{Failure, Given, Input, Output, Patience, Solver};

/// A set of atoms of one kind, by number: a state is a set of fluents, a move a set of parts.
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

    /// Holds those of the outputs that follow, and nothing else.
    fn refill(&mut self, outputs: &[(Place, Output)], model: &Model) -> Result<(), Failure> {
        self.0.clear();
        for (place, output) in outputs {
            if output.holds(model)? {
                self.insert(*place);
            }
        }
        Ok(())
    }

    /// Whether it holds an atom.
    #[must_use]
    pub fn contains(&self, Place(at): Place) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Those that are also in another set, in words of 64 without the empty ones at the end.
    fn common(&self, other: &Self) -> Self {
        let mut words: Vec<u64> = self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect();
        words.truncate(words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1));
        Self(words)
    }

    /// The atoms, in order.
    pub fn iter(&self) -> impl Iterator<Item = Place> {
        let bits = |(word, bits): (usize, &u64)| {
            let bits = *bits;
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| Place(word * 64 + bit))
        };
        self.0.iter().enumerate().flat_map(bits)
    }
}

/// The number of a fluent, or of a part of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(usize);

/// What the rules say of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The rules that it breaks, by name; none if it is legal.
    pub violated: Vec<String>,
    /// What is so afterwards, if it is legal.
    pub next: Facts,
}

/// Rules of transitions, ground once. A question is asked of a cut of them that is made for what is asked and for the turning points of the state, such as who is asked for
/// what; it is made when it is first needed.
#[derive(Debug)]
pub struct Transition {
    rules: Rules,
    fluents: Vec<String>,
    parts: Vec<String>,
    fluent_places: HashMap<String, Place>,
    part_places: HashMap<String, Place>,
    turning_points: Facts,
    /// What rules say, in words.
    words: HashMap<String, String>,
}

/// The ground rules, and what their atoms stand for.
#[derive(Debug)]
struct Rules {
    ground: Ground,
    turns: Vec<(Place, AtomId)>,
    /// By place of the fluent: what is so before, none if it has no meaning, and after.
    before: Vec<Option<AtomId>>,
    after: Vec<Option<AtomId>>,
    /// By place of the part; none if it has no meaning.
    parts: Vec<Option<AtomId>>,
    /// The parts of which one completes a move when moves are listed.
    one_of: Vec<(Place, AtomId)>,
    violations: Vec<(String, AtomId)>,
    strict: AtomId,
    /// By place of the part: the first part of the same predicate.
    kinds: Vec<Place>,
    /// The parts that are turning points.
    deeds: Facts,
    forms: HashMap<(Aim, Facts, Option<Outline>), Form>,
}

/// What is known of a move before it is judged: its turning points, and of which predicates it has parts. It has none of all others,
/// so most rules have no place in its cut.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Outline {
    deed: Facts,
    kinds: Facts,
}

/// What a cut of the rules is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Aim {
    /// Which rules a move breaks.
    Judge,
    /// That, and what follows.
    Follow,
    /// Which moves are legal.
    List,
}

/// A cut of the rules and how it is asked.
#[derive(Debug)]
struct Form {
    solver: Solver,
    /// By place of the fluent; none if no answer hangs on it.
    before: Vec<Option<Input>>,
    /// The same of parts.
    parts: Vec<Option<Input>>,
    part_outputs: Vec<(Place, Output)>,
    one_of: Vec<(Place, Output)>,
    /// By number of the rule.
    violations: Vec<(usize, Output)>,
    after: Vec<(Place, Output)>,
}

impl Transition {
    /// Grounds rules; `parts` are the predicates of the parts of a move, `turning_points` those of the fluents and parts for which
    /// cuts are made. Names lose their moment: `alive(3)`.
    ///
    /// # Errors
    /// When clingo cannot read or ground them.
    pub fn new(texts: &[String], parts: &[&str], turning_points: &[&str]) -> Result<Self, Failure> {
        let ground = Ground::new(texts.iter().map(String::as_str))?;
        let is_part = |name: &String| parts.contains(&predicate(name));
        let names: BTreeSet<String> = ground.inputs().filter_map(|name| timeless(name, 0)).collect();
        let (parts, fluents): (Vec<_>, Vec<_>) = names.into_iter().partition(is_part);
        let number = |names: &[String]| -> HashMap<String, Place> {
            names.iter().enumerate().map(|(at, name)| (name.clone(), Place(at))).collect()
        };
        let (fluent_places, part_places) = (number(&fluents), number(&parts));
        let words = ground.arguments("says").into_iter();
        let words = words.filter_map(|(said, _)| explanation(&said)).collect();
        let turns = of_predicates(&fluents, turning_points);
        let deeds = of_predicates(&parts, turning_points);
        let rules = Rules::new(ground, &fluents, &parts, &turns, deeds)?;
        Ok(Self { rules, fluents, parts, fluent_places, part_places, turning_points: turns, words })
    }

    /// The fluent of this name, such as `alive(3)`.
    ///
    /// # Errors
    /// When the rules have none.
    pub fn fluent(&self, name: &str) -> Result<Place, Failure> {
        let place = self.fluent_places.get(name).copied();
        place.ok_or_else(|| Failure::Unknown(format!("the fluent {name}")))
    }

    /// The part of a move of this name, such as `verb(choose)`.
    ///
    /// # Errors
    /// When the rules have none.
    pub fn part(&self, name: &str) -> Result<Place, Failure> {
        let place = self.part_places.get(name).copied();
        place.ok_or_else(|| Failure::Unknown(format!("{name} as a part of a move")))
    }

    /// The name of a fluent.
    #[must_use]
    pub fn fluent_name(&self, Place(at): Place) -> &str {
        &self.fluents[at]
    }

    /// The name of a part of a move.
    #[must_use]
    pub fn part_name(&self, Place(at): Place) -> &str {
        &self.parts[at]
    }

    /// What a rule says, in words.
    #[must_use]
    pub fn words(&self, rule: &str) -> Option<&str> {
        self.words.get(rule).map(String::as_str)
    }

    /// The names of all rules that may be broken.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<&str> {
        self.rules.violations.iter().map(|(rule, _)| rule.as_str()).collect()
    }

    /// What holds in one of two states and not in the other.
    #[must_use]
    pub fn differences(&self, engine: &Facts, referee: &Facts) -> Vec<Difference> {
        let only = |a: &Facts, b: &Facts, is_engines: bool| -> Vec<Difference> {
            let places = a.iter().filter(|&place| !b.contains(place));
            places.map(|place| Difference { fact: self.fluent_name(place).to_owned(), is_engines }).collect()
        };
        [only(engine, referee, true), only(referee, engine, false)].concat()
    }

    /// Judges a move in a state.
    ///
    /// # Errors
    /// When clingo fails; that is no answer.
    pub fn judge(&mut self, state: &Facts, made: &Facts) -> Result<Judgement, Failure> {
        let turns = state.common(&self.turning_points);
        // Nothing follows from a move that breaks a rule, and which it breaks is said by a much smaller cut.
        let judgement = self.rules.judge(Aim::Judge, turns.clone(), state, made)?;
        if !judgement.violated.is_empty() {
            return Ok(judgement);
        }
        self.rules.judge(Aim::Follow, turns, state, made)
    }

    /// The rules that a move breaks; none if it is legal.
    ///
    /// # Errors
    /// When clingo fails; that is no answer.
    pub fn violated(&mut self, state: &Facts, made: &Facts) -> Result<Vec<String>, Failure> {
        let turns = state.common(&self.turning_points);
        Ok(self.rules.judge(Aim::Judge, turns, state, made)?.violated)
    }

    /// Shows every legal move of a state.
    ///
    /// # Errors
    /// When clingo fails; that is no answer.
    pub fn each_legal(&mut self, state: &Facts, each: impl FnMut(&Facts)) -> Result<(), Failure> {
        let turns = state.common(&self.turning_points);
        self.rules.form(Aim::List, turns, None)?.each_legal(state, each)
    }
}

/// `alive` of `alive(3)`.
fn predicate(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}

/// Those of some predicates.
fn of_predicates(names: &[String], predicates: &[&str]) -> Facts {
    let mut found = Facts::default();
    let places = names.iter().enumerate().filter(|(_, name)| predicates.contains(&predicate(name)));
    places.for_each(|(at, _)| found.insert(Place(at)));
    found
}

/// `rule,"words"`: what a rule says.
fn explanation(said: &str) -> Option<(String, String)> {
    let (rule, words) = said.split_once(',')?;
    let words = words.strip_prefix('"')?.strip_suffix('"')?;
    Some((rule.to_owned(), words.replace("\\\"", "\"").replace("\\\\", "\\")))
}

impl Rules {
    fn new(
        ground: Ground,
        fluents: &[String],
        parts: &[String],
        turns: &Facts,
        deeds: Facts,
    ) -> Result<Self, Failure> {
        let first_alike = |name: &String| {
            let alike = parts.iter().position(|part| predicate(part) == predicate(name));
            Place(alike.unwrap_or_default())
        };
        let now = |predicate: &str| {
            let atoms = ground.arguments(predicate).into_iter();
            atoms.filter_map(|(what, atom)| Some((what.strip_suffix(",0")?.to_owned(), atom)))
        };
        let completing = |(name, atom): (String, AtomId)| match parts.iter().position(|part| *part == name) {
            Some(at) => Ok((Place(at), atom)),
            None => Err(Failure::Unknown(format!("{name} as a part of a move"))),
        };
        let given = |names: &[String]| names.iter().map(|name| ground.input(&at_moment(name, 0))).collect();
        let before: Vec<Option<AtomId>> = given(fluents);
        Ok(Self {
            turns: turns.iter().filter_map(|place| Some((place, before[place.0]?))).collect(),
            after: fluents.iter().map(|name| ground.atom(&at_moment(name, 1))).collect(),
            parts: given(parts),
            one_of: now("one_of").map(completing).collect::<Result<_, _>>()?,
            violations: now("violated").collect(),
            strict: ground.input("strict").ok_or_else(|| Failure::Unknown("strict".to_owned()))?,
            before,
            ground,
            kinds: parts.iter().map(first_alike).collect(),
            deeds,
            forms: HashMap::new(),
        })
    }

    /// The cut of the rules for a question in states with these turning points, about moves with this outline or about all.
    fn form(&mut self, aim: Aim, turns: Facts, outline: Option<Outline>) -> Result<&mut Form, Failure> {
        let key = (aim, turns, outline);
        if !self.forms.contains_key(&key) {
            let form = Form::new(self, aim, &key.1, key.2.as_ref())?;
            self.forms.insert(key.clone(), form);
        }
        self.forms.get_mut(&key).ok_or_else(|| Failure::Clingo("a form was lost".to_owned()))
    }

    fn judge(&mut self, aim: Aim, turns: Facts, state: &Facts, made: &Facts) -> Result<Judgement, Failure> {
        if made.iter().any(|Place(at)| self.parts[at].is_none()) {
            return Err(Failure::Unknown("such a move at this moment".to_owned()));
        }
        let mut outline = Outline { deed: made.common(&self.deeds), kinds: Facts::default() };
        made.iter().for_each(|Place(at)| outline.kinds.insert(self.kinds[at]));
        let (violated, next) = self.form(aim, turns, Some(outline))?.judge(state, made)?;
        let violated = violated.into_iter().map(|rule| self.violations[rule].0.clone()).collect();
        Ok(Judgement { violated, next })
    }

    /// What is known of the parts of moves with this outline.
    fn known_parts(&self, outline: &Outline) -> impl Iterator<Item = (AtomId, bool)> {
        let is_open = |at: usize| outline.kinds.contains(self.kinds[at]) && !self.deeds.contains(Place(at));
        let known = self.parts.iter().enumerate().filter(move |(at, _)| !is_open(*at));
        known.filter_map(|(at, atom)| Some(((*atom)?, outline.deed.contains(Place(at)))))
    }

    /// The atoms that a question asks about.
    fn wanted(&self, aim: Aim) -> Vec<AtomId> {
        let violations = self.violations.iter().map(|(_, atom)| *atom);
        match aim {
            Aim::Judge => violations.collect(),
            Aim::Follow => violations.chain(self.after.iter().copied().flatten()).collect(),
            Aim::List => self.one_of.iter().map(|(_, atom)| *atom).collect(),
        }
    }
}

impl Form {
    fn new(rules: &Rules, aim: Aim, turns: &Facts, outline: Option<&Outline>) -> Result<Self, Failure> {
        let turns = rules.turns.iter().map(|(place, atom)| (*atom, turns.contains(*place)));
        let parts = outline.into_iter().flat_map(|outline| rules.known_parts(outline));
        let known = turns.chain(parts).chain([(rules.strict, aim == Aim::List)]);
        let cut = rules.ground.cut(known, rules.wanted(aim));
        let mut inputs = Vec::new();
        let mut input = |atom: &Option<AtomId>| {
            inputs.push(atom.filter(|atom| cut.needs(*atom))?);
            Some(Input(inputs.len() as u32 - 1))
        };
        let before = rules.before.iter().map(&mut input).collect();
        let parts = rules.parts.iter().map(&mut input).collect();
        let (solver, outputs) = Solver::of_cut(&cut, &inputs)?;
        let output = |atom: AtomId| match outputs.of(atom) {
            Output::Never => None,
            output => Some(output),
        };
        let in_order = |atoms: &[Option<AtomId>]| -> Vec<(Place, Output)> {
            let places = atoms.iter().enumerate();
            places.filter_map(|(at, atom)| Some((Place(at), output((*atom)?)?))).collect()
        };
        let violations = rules.violations.iter().enumerate();
        Ok(Self {
            before,
            parts,
            part_outputs: in_order(&rules.parts),
            one_of: rules.one_of.iter().filter_map(|(place, atom)| Some((*place, output(*atom)?))).collect(),
            violations: violations.filter_map(|(at, (_, atom))| Some((at, output(*atom)?))).collect(),
            after: in_order(&rules.after),
            solver,
        })
    }

    fn given(&self, state: &Facts) -> Given {
        let mut given = self.solver.question();
        state.iter().filter_map(|Place(at)| self.before[at]).for_each(|input| given.set(input));
        given
    }

    /// The rules that a move breaks, by number; if it breaks none, what follows.
    fn judge(&mut self, state: &Facts, made: &Facts) -> Result<(Vec<usize>, Facts), Failure> {
        let mut given = self.given(state);
        made.iter().filter_map(|Place(at)| self.parts[at]).for_each(|part| given.set(part));
        let mut fewest: Option<Vec<usize>> = None;
        let mut next = Facts::default();
        let (violations, after) = (&self.violations, &self.after);
        self.solver.ask(&given, &Patience::ENDLESS, |model| {
            let mut violated = Vec::new();
            for (rule, output) in violations {
                if output.holds(model)? {
                    violated.push(*rule);
                }
            }
            let is_legal = violated.is_empty();
            if is_legal {
                next.refill(after, model)?;
            }
            if fewest.as_ref().is_none_or(|fewest| violated.len() < fewest.len()) {
                fewest = Some(violated);
            }
            Ok(if is_legal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        let fewest = fewest.ok_or_else(|| Failure::Clingo("the rules have no model".to_owned()))?;
        Ok((fewest, next))
    }

    fn each_legal(&mut self, state: &Facts, mut each: impl FnMut(&Facts)) -> Result<(), Failure> {
        let mut given = self.given(state);
        let (outputs, one_of) = (&self.part_outputs, &self.one_of);
        let completes = |at: usize| one_of.iter().any(|(place, _)| place.0 == at);
        let open = self.parts.iter().enumerate().filter(|(at, _)| !completes(*at));
        open.filter_map(|(_, input)| *input).for_each(|input| given.leave_open(input));
        let (mut made, mut completed) = (Facts::default(), Facts::default());
        self.solver.ask(&given, &Patience::ENDLESS, |model| {
            made.refill(outputs, model)?;
            let mut is_complete = true;
            for (part, output) in one_of {
                if output.holds(model)? {
                    is_complete = false;
                    completed.clone_from(&made);
                    completed.insert(*part);
                    each(&completed);
                }
            }
            if is_complete {
                each(&made);
            }
            Ok(ControlFlow::Continue(()))
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

    fn facts(places: &[Result<Place, Failure>]) -> Facts {
        let mut facts = Facts::default();
        places.iter().for_each(|place| facts.insert(place.clone().expect("an atom")));
        facts
    }

    #[test]
    fn a_move_is_judged_and_all_are_listed() {
        judges_and_lists(&[]);
        judges_and_lists(&["verb"]);
        judges_and_lists(&["alive", "verb"]);
    }

    fn judges_and_lists(turning_points: &[&str]) {
        let mut rules =
            Transition::new(&[RULES.to_owned()], &["verb", "target"], turning_points).expect("rules");
        let state = facts(&[rules.fluent("alive(0)"), rules.fluent("alive(2)")]);
        let kill = |rules: &Transition, seat: u8| {
            facts(&[rules.part("verb(kill)"), rules.part(&format!("target({seat})"))])
        };
        let made = kill(&rules, 1);
        assert_eq!(rules.judge(&state, &made).expect("an answer").violated, ["dead"]);
        for (parts, broken) in [
            (&["verb(kill)"] as &[&str], "one_target"),
            (&["verb(pass)", "target(0)"], "one_target"),
            (&["verb(pass)", "verb(kill)", "target(0)"], "one_target one_verb"),
            (&["target(1)"], "dead one_verb"),
            (&[], "one_verb"),
        ] {
            let parts: Vec<_> = parts.iter().map(|name| rules.part(name)).collect();
            assert_eq!(rules.judge(&state, &facts(&parts)).expect("an answer").violated.join(" "), broken);
        }
        let made = kill(&rules, 2);
        let next = facts(&[rules.fluent("alive(0)")]);
        assert_eq!(rules.judge(&state, &made), Ok(Judgement { violated: Vec::new(), next }));
        let mut legal = Vec::new();
        rules.each_legal(&state, |made| legal.push(made.clone())).expect("an answer");
        let expected = [kill(&rules, 0), kill(&rules, 2), facts(&[rules.part("verb(pass)")])];
        assert!(legal.len() == 3 && expected.iter().all(|made| legal.contains(made)), "{legal:?}");
    }

    /// A move is to pass, or to say one word out of some; the words are listed together.
    const WORDS: &str = "word(yes;no;perhaps).
        #external strict.
        #external doubts(0).
        #external verb(V,0) : V = (say;pass).
        #external said(W,0) : word(W).
        :- strict, violated(_,0).
        violated(one_verb,0) :- not #count{ V : verb(V,0) } = 1.
        unfit(yes,0) :- doubts(0).
        violated(doubt,0) :- said(W,0), unfit(W,0).
        one_of(said(W),0) :- strict, verb(say,0), word(W), not unfit(W,0).";

    #[test]
    fn parts_that_exclude_each_other_are_listed_together() {
        let mut rules = Transition::new(&[WORDS.to_owned()], &["verb", "said"], &[]).expect("rules");
        let state = facts(&[rules.fluent("doubts")]);
        let mut legal = Vec::new();
        rules.each_legal(&state, |made| legal.push(made.clone())).expect("an answer");
        let say = |word: &str| facts(&[rules.part("verb(say)"), rules.part(&format!("said({word})"))]);
        let expected = [say("no"), say("perhaps"), facts(&[rules.part("verb(pass)")])];
        assert!(legal.len() == 3 && expected.iter().all(|made| legal.contains(made)), "{legal:?}");
    }

    /// Somebody who is masked is seen as any one of three; whoever is named is seen so.
    const MASKS: &str = "face(a;b;c).
        #external strict.
        #external masked(0).
        #external named(F,0) : face(F).
        #external named(d,0).
        :- strict, violated(_,0).
        1 { seen(F,0) : face(F) } 1 :- masked(0).
        seen(a,0) :- not masked(0).
        violated(untrue,0) :- named(F,0), not seen(F,0).
        violated(no_face,0) :- named(d,0).
        violated(one_name,0) :- not #count{ F : named(F,0) } = 1.";

    #[test]
    fn a_move_breaks_only_what_it_breaks_whatever_is_left_open() {
        let mut rules = Transition::new(&[MASKS.to_owned()], &["named"], &[]).expect("rules");
        let (bare, masked) = (Facts::default(), facts(&[rules.fluent("masked")]));
        let rows: [(&Facts, &[&str], &[&str]); 5] = [
            (&bare, &["a"], &[]),
            (&bare, &["c"], &["untrue"]),
            (&masked, &["c"], &[]),
            (&masked, &["a", "b"], &["one_name", "untrue"]),
            (&masked, &["d"], &["no_face", "untrue"]),
        ];
        for (state, names, broken) in rows {
            let parts: Vec<_> = names.iter().map(|name| rules.part(&format!("named({name})"))).collect();
            assert_eq!(
                rules.violated(state, &facts(&parts)),
                Ok(broken.iter().map(|&rule| rule.to_owned()).collect())
            );
        }
        let mut legal = Vec::new();
        rules.each_legal(&masked, |made| legal.push(made.clone())).expect("an answer");
        assert_eq!(legal.len(), 3);
    }

    #[test]
    fn a_part_that_no_move_has_completes_none() {
        let rules = format!("{WORDS} one_of(sung(W),0) :- strict, verb(say,0), word(W).");
        let failure = Transition::new(&[rules], &["verb", "said"], &[]).expect_err("no rules");
        assert_eq!(failure, Failure::Unknown("sung(no) as a part of a move".to_owned()));
    }
}
