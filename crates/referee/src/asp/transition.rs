//! One transition judged by rules: the state before, a move, which rules it breaks, and the state after.
//!
//! Accepts rules over moments 0 and 1 in this form: inputs are *fluents* of moment 0, such as `alive(3,0)`, and *parts* of the move, such
//! as `verb(choose,0)`; `violated(rule,0)` is a broken rule; a fluent of moment 1 is what follows. The fact `follows(0)` stands where
//! that is asked; rules that forbid nothing may hang on it, so that questions of what is allowed cost less. The input `strict` is given
//! when moves are listed: then a move that breaks a rule is none, and of the parts p of all `one_of(p,0)` that hold, any one completes the
//! move; without such a part it is complete. Rules may leave something open, as how players are seen: then a move breaks as few rules as it
//! can, and may be listed more than once. Emits [`Judgement`]s, and lists of legal moves.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use clingo::Model;

use super::hearing::Difference;
use super::program::{Failure, Given, Input, Output, Patience, Program};

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

    /// Holds those of the outputs that follow, by their places, and nothing else.
    fn refill(&mut self, outputs: impl Iterator<Item = Output>, model: &Model) -> Result<(), Failure> {
        self.0.clear();
        for (at, output) in outputs.enumerate() {
            if output.holds(model)? {
                self.insert(Place(at));
            }
        }
        Ok(())
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

/// What follows is asked.
const FOLLOWS: &str = "follows(0).";

/// Rules of transitions, ground: once, or once for each stage of a game. A stage is known by what is certain in it, which the rules say
/// with facts such as `certain(stage(night))`.
#[derive(Debug)]
pub struct Transition {
    stages: Vec<Stage>,
    fluents: Vec<String>,
    parts: Vec<String>,
    fluent_places: HashMap<String, Place>,
    part_places: HashMap<String, Place>,
}

#[derive(Debug)]
struct Stage {
    certain: Vec<Place>,
    /// What is allowed and what follows.
    whole: Form,
    /// What may follow, by place of the fluent.
    after: Vec<Output>,
    texts: Vec<String>,
    /// Only what is allowed; ground when it is first asked.
    allowed: Option<Form>,
}

/// Rules and how they are asked.
#[derive(Debug)]
struct Form {
    program: Program,
    /// By place of the fluent; none if it has no meaning.
    before: Vec<Option<Input>>,
    /// By place of the part; none if it has no meaning.
    parts: Vec<(Option<Input>, Output)>,
    /// The parts of which one completes a move when moves are listed.
    one_of: Vec<(Place, Output)>,
    violations: Vec<(String, Output)>,
    strict: Input,
}

impl Transition {
    /// Grounds the rules of each stage; `parts` are the predicates of the parts of a move. Names lose their moment: `alive(3)`.
    ///
    /// # Errors
    /// When clingo cannot read or ground them.
    pub fn new(stages: &[Vec<String>], parts: &[&str]) -> Result<Self, Failure> {
        let ground = |texts: &Vec<String>| Program::new(texts.iter().map(String::as_str).chain([FOLLOWS]));
        let programs = stages.iter().map(ground).collect::<Result<Vec<_>, Failure>>()?;
        let is_part = |name: &String| parts.contains(&name.split('(').next().unwrap_or(name));
        let inputs = |program: &Program| -> Vec<String> {
            program.inputs().filter_map(|(name, _)| timeless(name, 0)).collect()
        };
        let certain = |program: &Program| -> Vec<String> {
            program.outputs("certain").into_iter().map(|(name, _)| name).collect()
        };
        let names = programs.iter().flat_map(|whole| [inputs(whole), certain(whole)].concat());
        let names: BTreeSet<String> = names.collect();
        let (parts, fluents): (Vec<_>, Vec<_>) = names.into_iter().partition(is_part);
        let number = |names: &[String]| -> HashMap<String, Place> {
            names.iter().enumerate().map(|(at, name)| (name.clone(), Place(at))).collect()
        };
        let fluent_places = number(&fluents);
        let stage = |(whole, texts): (Program, &Vec<String>)| -> Result<Stage, Failure> {
            Ok(Stage {
                certain: certain(&whole).iter().map(|name| fluent_places[name]).collect(),
                after: fluents.iter().map(|name| whole.output(&at_moment(name, 1))).collect(),
                whole: Form::new(whole, &fluents, &parts)?,
                texts: texts.clone(),
                allowed: None,
            })
        };
        let stages = programs.into_iter().zip(stages).map(stage).collect::<Result<_, _>>()?;
        Ok(Self { part_places: number(&parts), stages, fluent_places, fluents, parts })
    }

    /// Grounds what is otherwise ground when it is first asked, so that nobody waits for it in a game.
    ///
    /// # Errors
    /// When clingo cannot ground it.
    pub fn prepare(&mut self) -> Result<(), Failure> {
        let Self { stages, fluents, parts, .. } = self;
        stages.iter_mut().try_for_each(|stage| stage.allowed(fluents, parts).map(|_| ()))
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
        self.stages.iter().find_map(|stage| stage.whole.program.words(rule))
    }

    /// The names of all rules that may be broken.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<&str> {
        self.stages.iter().flat_map(|stage| &stage.whole.violations).map(|(rule, _)| rule.as_str()).collect()
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

    /// The stage of a state.
    fn stage(&mut self, state: &Facts) -> Result<&mut Stage, Failure> {
        stage_of(&mut self.stages, state)
    }

    /// What is allowed in the stage of a state.
    fn allowed(&mut self, state: &Facts) -> Result<&mut Form, Failure> {
        self.check_meaning(state)?;
        stage_of(&mut self.stages, state)?.allowed(&self.fluents, &self.parts)
    }

    /// Judges a move in a state.
    ///
    /// # Errors
    /// When something cannot be so in this stage of the game, or clingo fails; that is no answer.
    pub fn judge(&mut self, state: &Facts, made: &Facts) -> Result<Judgement, Failure> {
        self.check_meaning(state)?;
        self.stage(state)?.judge(state, made)
    }

    /// The rules that a move breaks; none if it is legal.
    ///
    /// # Errors
    /// When something cannot be so in this stage of the game, or clingo fails; that is no answer.
    pub fn violated(&mut self, state: &Facts, made: &Facts) -> Result<Vec<String>, Failure> {
        self.allowed(state)?.judge(state, made, |_| Ok(()))
    }

    /// Shows every legal move of a state.
    ///
    /// # Errors
    /// When something cannot be so in this stage of the game, or clingo fails; that is no answer.
    pub fn each_legal(&mut self, state: &Facts, each: impl FnMut(&Facts)) -> Result<(), Failure> {
        self.allowed(state)?.each_legal(state, each)
    }

    /// Everything that is so has a meaning in this stage.
    fn check_meaning(&mut self, state: &Facts) -> Result<(), Failure> {
        let stage = self.stage(state)?;
        let means = |place: &Place| stage.whole.before[place.0].is_some() || stage.certain.contains(place);
        let meaningless = state.iter().find(|place| !means(place));
        match meaningless {
            None => Ok(()),
            Some(place) => Err(Failure::Unknown(format!("{} at this moment", self.fluent_name(place)))),
        }
    }
}

/// The stage of a state.
fn stage_of<'a>(stages: &'a mut [Stage], state: &Facts) -> Result<&'a mut Stage, Failure> {
    let fits = |stage: &&mut Stage| stage.certain.iter().all(|place| state.contains(*place));
    // The stage with most that is certain: a first night is a night too.
    let stage = stages.iter_mut().filter(fits).max_by_key(|stage| stage.certain.len());
    stage.ok_or_else(|| Failure::Unknown("a state of no stage of the game".to_owned()))
}

impl Stage {
    fn allowed(&mut self, fluents: &[String], parts: &[String]) -> Result<&mut Form, Failure> {
        match &mut self.allowed {
            Some(form) => Ok(form),
            form => {
                let program = Program::new(self.texts.iter().map(String::as_str))?;
                Ok(form.insert(Form::new(program, fluents, parts)?))
            }
        }
    }

    fn judge(&mut self, state: &Facts, made: &Facts) -> Result<Judgement, Failure> {
        let after = &self.after;
        let mut next = Facts::default();
        let violated = self.whole.judge(state, made, |model| next.refill(after.iter().copied(), model))?;
        Ok(Judgement { violated, next })
    }
}

impl Form {
    fn new(mut program: Program, fluents: &[String], parts: &[String]) -> Result<Self, Failure> {
        // clingo prepares itself with the first question, which takes longer than all others: nobody should wait for that in a game.
        program.ask(&program.question(), &Patience::ENDLESS, |_| Ok(ControlFlow::Break(())))?;
        let part = |name: &String| {
            let name = at_moment(name, 0);
            (program.input(&name).ok(), program.output(&name))
        };
        let now = |predicate: &str| {
            let outputs = program.outputs(predicate).into_iter();
            outputs.filter_map(|(what, output)| Some((what.strip_suffix(",0")?.to_owned(), output)))
        };
        let completing = |(name, output): (String, Output)| match parts.iter().position(|part| *part == name)
        {
            Some(at) => Ok((Place(at), output)),
            None => Err(Failure::Unknown(format!("{name} as a part of a move"))),
        };
        Ok(Self {
            before: fluents.iter().map(|name| program.input(&at_moment(name, 0)).ok()).collect(),
            parts: parts.iter().map(part).collect(),
            one_of: now("one_of").map(completing).collect::<Result<_, _>>()?,
            violations: now("violated").collect(),
            strict: program.input("strict")?,
            program,
        })
    }

    fn given(&self, state: &Facts) -> Given {
        let mut given = self.program.question();
        state.iter().filter_map(|Place(at)| self.before[at]).for_each(|input| given.set(input));
        given
    }

    /// The rules that a move breaks; if it breaks none, `follow` is shown what follows.
    fn judge(
        &mut self,
        state: &Facts,
        made: &Facts,
        mut follow: impl FnMut(&Model) -> Result<(), Failure>,
    ) -> Result<Vec<String>, Failure> {
        let mut given = self.given(state);
        for Place(at) in made.iter() {
            let part = self.parts[at].0.ok_or_else(|| Failure::Unknown("such a move at this moment".to_owned()))?;
            given.set(part);
        }
        let mut fewest: Option<Vec<String>> = None;
        let violations = &self.violations;
        self.program.ask(&given, &Patience::ENDLESS, |model| {
            let mut violated = Vec::new();
            for (rule, output) in violations {
                if output.holds(model)? {
                    violated.push(rule.clone());
                }
            }
            let is_legal = violated.is_empty();
            if is_legal {
                follow(model)?;
            }
            if fewest.as_ref().is_none_or(|fewest| violated.len() < fewest.len()) {
                fewest = Some(violated);
            }
            Ok(if is_legal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        fewest.ok_or_else(|| Failure::Clingo("the rules have no model".to_owned()))
    }

    fn each_legal(&mut self, state: &Facts, mut each: impl FnMut(&Facts)) -> Result<(), Failure> {
        let mut given = self.given(state);
        given.set(self.strict);
        let (parts, one_of) = (&self.parts, &self.one_of);
        let completes = |at: usize| one_of.iter().any(|(place, _)| place.0 == at);
        let open = parts.iter().enumerate().filter(|(at, _)| !completes(*at));
        open.filter_map(|(_, (input, _))| *input).for_each(|input| given.leave_open(input));
        let (mut made, mut completed) = (Facts::default(), Facts::default());
        self.program.ask(&given, &Patience::ENDLESS, |model| {
            made.refill(parts.iter().map(|(_, output)| *output), model)?;
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
        let mut rules = Transition::new(&[vec![RULES.to_owned()]], &["verb", "target"]).expect("rules");
        let state = facts(&[rules.fluent("alive(0)"), rules.fluent("alive(2)")]);
        let kill = |rules: &Transition, seat: u8| {
            facts(&[rules.part("verb(kill)"), rules.part(&format!("target({seat})"))])
        };
        let made = kill(&rules, 1);
        assert_eq!(rules.judge(&state, &made).expect("an answer").violated, ["dead"]);
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
        let mut rules = Transition::new(&[vec![WORDS.to_owned()]], &["verb", "said"]).expect("rules");
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
        let mut rules = Transition::new(&[vec![MASKS.to_owned()]], &["named"]).expect("rules");
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
        let failure = Transition::new(&[vec![rules]], &["verb", "said"]).expect_err("no rules");
        assert_eq!(failure, Failure::Unknown("sung(no) as a part of a move".to_owned()));
    }
}
