//! A logic program that is ground once and asked many times.
//!
//! Accepts rules as text and, for each question, which of its `#external` atoms are so; emits which of the other atoms follow. Every
//! external atom is given with every question, true or false, but for those that the question leaves open.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clingo::{Atom, Control, Model, Part, SolveMode, SolveResult, SolverLiteral};

use super::ground::{AtomId, Cut, Outputs};

/// Why a question has no answer. It is never an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// clingo has failed.
    Clingo(String),
    /// It was to stop before it had found out.
    Stopped,
    /// There is too much to think about.
    TooLarge(String),
    /// The rules know nothing of what was asked about.
    Unknown(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clingo(message) => write!(f, "clingo failed: {message}"),
            Self::Stopped => write!(f, "clingo was stopped before it had found an answer"),
            Self::TooLarge(message) => write!(f, "{message}"),
            Self::Unknown(what) => write!(f, "the referee's rules do not know {what}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<clingo::ClingoError> for Failure {
    fn from(error: clingo::ClingoError) -> Self {
        Self::Clingo(error.to_string())
    }
}

/// The limits of a question: a time, a number of solver steps, and a flag that stops it.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    limit: Option<Duration>,
    steps: Option<u32>,
    stop: Option<Arc<AtomicBool>>,
}

/// How often it is looked whether a question has taken too long.
const TICK: Duration = Duration::from_millis(20);

impl Patience {
    /// As long as it takes.
    pub const ENDLESS: Self = Self { limit: None, steps: None, stop: None };

    /// So long.
    #[must_use]
    pub const fn of(limit: Duration) -> Self {
        Self { limit: Some(limit), ..Self::ENDLESS }
    }

    /// Until the flag is set.
    #[must_use]
    pub const fn until(stop: Arc<AtomicBool>) -> Self {
        Self { limit: None, steps: None, stop: Some(stop) }
    }

    /// The same, with a limit on the conflicts that the solver learns from, which is as much on every machine.
    #[must_use]
    pub fn within(&self, steps: u32) -> Self {
        Self { steps: Some(steps), ..self.clone() }
    }

    /// Whether somebody has said that it is enough.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed))
    }

    const fn is_endless(&self) -> bool {
        self.limit.is_none() && self.stop.is_none()
    }

    fn is_over(&self, began: Instant) -> bool {
        self.limit.is_some_and(|limit| began.elapsed() >= limit) || self.is_stopped()
    }
}

/// An atom that is given with every question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Input(pub(super) u32);

/// Whether an atom follows.
#[derive(Clone, Copy, Debug)]
pub enum Output {
    /// Whatever is given.
    Always,
    /// Whatever is given.
    Never,
    /// In models in which this is so.
    If(SolverLiteral),
}

impl Output {
    /// Whether it follows, in this model.
    ///
    /// # Errors
    /// When clingo fails.
    pub fn holds(self, model: &Model) -> Result<bool, Failure> {
        match self {
            Self::Always => Ok(true),
            Self::Never => Ok(false),
            Self::If(literal) => Ok(model.is_true(literal)?),
        }
    }
}

/// What is given with a question: nothing is so but what was said to be.
#[derive(Clone, Debug)]
pub struct Given {
    literals: Vec<SolverLiteral>,
    is_open: Vec<bool>,
}

impl Given {
    /// This is so.
    pub fn set(&mut self, Input(at): Input) {
        let literal = &mut self.literals[at as usize];
        if literal.get_integer() < 0 {
            *literal = literal.negate();
        }
    }

    /// This is so, and not for the answer to say.
    pub fn fix(&mut self, input: Input) {
        self.set(input);
        self.is_open[input.0 as usize] = false;
    }

    /// Whether this is so is for the answer to say.
    pub fn leave_open(&mut self, Input(at): Input) {
        self.is_open[at as usize] = true;
    }

    /// The inputs of which one of these literals speaks.
    fn inputs_in(&self, literals: &[SolverLiteral]) -> Vec<Input> {
        let is_in =
            |literal: &SolverLiteral| literals.iter().any(|part| part.get_integer() == literal.get_integer());
        let places = self.literals.iter().enumerate().filter(|(_, literal)| is_in(literal));
        places.map(|(at, _)| Input(at as u32)).collect()
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// So many models, all or as many as were wanted.
    Models(usize),
    /// None: what is given cannot be so together with the rules, and these inputs, true or not, suffice for that.
    Contradiction(Vec<Input>),
}

/// clingo 5.6 hands out references into its table of symbols, which another thread that grounds may move: one grounds at a time.
pub(super) static GROUNDING: Mutex<()> = Mutex::new(());

/// All models are wanted. What is given decides nearly everything, so keeping scores of atoms would cost more than it saves; atoms that are
/// always equal are made one, since every atom is copied with every model.
pub(super) const OPTIONS: &[&str] = &["--warn=none", "--models=0", "--eq=3", "--heuristic=None"];

/// Ground rules in clingo's hands.
#[derive(Debug)]
pub(super) struct Solver {
    // None only after clingo has failed.
    control: Option<Control>,
    /// No input is so.
    nothing: Given,
    /// What all inputs hang on.
    always: SolverLiteral,
    /// How many conflicts a question may take, as clingo was told last.
    steps: Option<u32>,
}

impl Solver {
    /// Takes rules with these inputs among their atoms.
    fn new(mut control: Control, inputs: &[SolverLiteral]) -> Result<Self, Failure> {
        let mut backend = control.backend()?;
        // External atoms, and those that follow from nothing, are set up anew for every question; what may be chosen because of another
        // atom is not.
        let always = backend.add_atom(None)?;
        backend.rule(true, &[always], &[])?;
        for input in inputs {
            backend.rule(true, &[Atom::from(*input)], &[SolverLiteral::from(always)])?;
        }
        drop(backend);
        let nothing = Given {
            literals: inputs.iter().map(|input| input.negate()).collect(),
            is_open: vec![false; inputs.len()],
        };
        Ok(Self { control: Some(control), nothing, always: always.into(), steps: None })
    }

    /// Takes a cut of rules; its inputs are numbered in their order. Emits how to read their atoms, too.
    ///
    /// # Errors
    /// When clingo fails.
    pub(super) fn of_cut(cut: &Cut<'_>, inputs: &[AtomId]) -> Result<(Self, Outputs), Failure> {
        let _alone = GROUNDING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut control = clingo::control(OPTIONS.iter().map(|&option| option.to_owned()).collect())?;
        let outputs = cut.give(&mut control.backend()?)?;
        let literal = |input: &AtomId| match outputs.of(*input) {
            Output::If(literal) => Some(literal),
            Output::Always | Output::Never => None,
        };
        let inputs: Vec<SolverLiteral> = inputs.iter().filter_map(literal).collect();
        Ok((Self::new(control, &inputs)?, outputs))
    }

    /// A question in which no input is so yet.
    pub(super) fn question(&self) -> Given {
        self.nothing.clone()
    }

    /// Shows every model to `each`, until it has enough.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time; that is no answer.
    pub(super) fn ask(
        &mut self,
        given: &Given,
        patience: &Patience,
        mut each: impl FnMut(&Model) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Answer, Failure> {
        let closed = given.literals.iter().zip(&given.is_open).filter(|(_, is_open)| !**is_open);
        let assumptions: Vec<SolverLiteral> =
            [self.always].into_iter().chain(closed.map(|(literal, _)| *literal)).collect();
        let control = self.control.take();
        let mut control = control.ok_or_else(|| Failure::Clingo("it has failed before".to_owned()))?;
        if self.steps != patience.steps {
            limit_steps(&mut control, patience.steps)?;
            self.steps = patience.steps;
        }
        let mode = if patience.is_endless() { SolveMode::YIELD } else { SolveMode::YIELD | SolveMode::ASYNC };
        let mut handle = control.solve(mode, &assumptions)?;
        let began = Instant::now();
        let mut models = 0;
        let mut core = Vec::new();
        let mut is_late = false;
        loop {
            while !patience.is_endless() && !is_late && !handle.wait(TICK) {
                is_late = patience.is_over(began);
            }
            if is_late {
                handle.cancel()?;
                break;
            }
            let Some(model) = handle.model()? else {
                // What has used up its steps ends without a word.
                if !handle.get()?.contains(SolveResult::EXHAUSTED) {
                    is_late = true;
                } else if models == 0 {
                    core = handle.core()?;
                }
                break;
            };
            models += 1;
            if each(model)?.is_break() {
                break;
            }
            handle.resume()?;
        }
        self.control = Some(handle.close()?);
        if is_late {
            Err(Failure::Stopped)
        } else if models > 0 {
            Ok(Answer::Models(models))
        } else {
            Ok(Answer::Contradiction(given.inputs_in(&core)))
        }
    }
}

/// Rules that were ground, and the table of their atoms.
#[derive(Debug)]
pub struct Program {
    solver: Solver,
    atoms: HashMap<String, SolverLiteral>,
    inputs: HashMap<String, Input>,
    words: HashMap<String, String>,
}

impl Program {
    /// Grounds rules. Their `#external` atoms are the inputs; facts `says(rule, "words")` explain rules.
    ///
    /// # Errors
    /// When clingo cannot read or ground them.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, Failure> {
        Self::with_options(texts, OPTIONS)
    }

    /// Grounds rules, to be asked in another manner than usual: with these options of clingo.
    ///
    /// # Errors
    /// When clingo cannot read or ground them.
    pub fn with_options<'a>(
        texts: impl IntoIterator<Item = &'a str>,
        options: &[&str],
    ) -> Result<Self, Failure> {
        let _alone = GROUNDING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut control = clingo::control(options.iter().map(|&option| option.to_owned()).collect())?;
        for text in texts {
            control.add("base", &[], text)?;
        }
        control.ground(&[Part::new("base", vec![])?])?;
        let (mut atoms, mut inputs, mut words) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut given = Vec::new();
        for atom in control.symbolic_atoms()?.iter()? {
            let symbol = atom.symbol()?;
            let (name, literal) = (symbol.to_string(), atom.literal()?);
            if symbol.name().is_ok_and(|name| name == "says")
                && let [rule, text] = symbol.arguments()?[..]
            {
                words.insert(rule.to_string(), text.string()?.to_owned());
            }
            if atom.is_external()? {
                inputs.insert(name.clone(), Input(given.len() as u32));
                given.push(literal);
            }
            // What no rule of the ground program derives has no literal.
            if literal.get_integer() != 0 {
                atoms.insert(name, literal);
            }
        }
        Ok(Self { solver: Solver::new(control, &given)?, atoms, inputs, words })
    }

    /// The input of this name, such as `alive(3,0)`.
    ///
    /// # Errors
    /// When the rules have no such input.
    pub fn input(&self, name: &str) -> Result<Input, Failure> {
        self.inputs.get(name).copied().ok_or_else(|| Failure::Unknown(format!("the input {name}")))
    }

    /// The names of all inputs.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, Input)> {
        self.inputs.iter().map(|(name, input)| (name.as_str(), *input))
    }

    /// The atom of this name, such as `alive(3,1)`.
    #[must_use]
    pub fn output(&self, name: &str) -> Output {
        self.atoms.get(name).map_or(Output::Never, |literal| Output::If(*literal))
    }

    /// All atoms of this predicate with this many arguments, with their arguments as text.
    #[must_use]
    pub fn outputs(&self, predicate: &str) -> Vec<(String, Output)> {
        let arguments = |name: &str| {
            let rest = name.strip_prefix(predicate)?;
            Some(rest.strip_prefix('(')?.strip_suffix(')')?.to_owned())
        };
        let found =
            self.atoms.iter().filter_map(|(name, literal)| Some((arguments(name)?, Output::If(*literal))));
        let mut found: Vec<(String, Output)> = found.collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    /// What a rule says, in words.
    #[must_use]
    pub fn words(&self, rule: &str) -> Option<&str> {
        self.words.get(rule).map(String::as_str)
    }

    /// A question in which no input is so yet.
    #[must_use]
    pub fn question(&self) -> Given {
        self.solver.question()
    }

    /// Shows every model to `each`, until it has enough.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time; that is no answer.
    pub fn ask(
        &mut self,
        given: &Given,
        patience: &Patience,
        each: impl FnMut(&Model) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Answer, Failure> {
        self.solver.ask(given, patience, each)
    }
}

/// How many conflicts the solver may have with each question.
fn limit_steps(control: &mut Control, steps: Option<u32>) -> Result<(), Failure> {
    let configuration = control.configuration_mut()?;
    let key = configuration.map_at(configuration.root()?, "solve.solve_limit")?;
    let steps = steps.map_or_else(|| "umax".to_owned(), |steps| steps.to_string());
    Ok(configuration.value_set(key, &format!("{steps},umax"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "seat(0..2).
        #external alive(P) : seat(P).
        dead(P) :- seat(P), not alive(P).
        :- dead(0), dead(1).
        says(pair, \"not both are dead\").";

    #[test]
    fn given_atoms_decide_what_follows() {
        let mut program = Program::new([RULES]).expect("rules");
        let mut given = program.question();
        given.set(program.input("alive(0)").expect("an input"));
        let dead = [0, 1, 2].map(|seat| program.output(&format!("dead({seat})")));
        for _ in 0..2 {
            let mut found = Vec::new();
            let answer = program.ask(&given, &Patience::ENDLESS, |model| {
                found.push(dead.map(|dead| dead.holds(model).expect("an answer")));
                Ok(ControlFlow::Continue(()))
            });
            assert_eq!((answer, found), (Ok(Answer::Models(1)), vec![[false, true, true]]));
        }
        assert_eq!(program.words("pair"), Some("not both are dead"));
    }

    #[test]
    fn open_inputs_are_enumerated_and_contradictions_named() {
        let mut program = Program::new([RULES]).expect("rules");
        let inputs = [0, 1, 2].map(|seat| program.input(&format!("alive({seat})")).expect("an input"));
        let mut given = program.question();
        inputs.into_iter().for_each(|input| given.leave_open(input));
        let all =
            program.ask(&given, &Patience::of(Duration::from_secs(60)), |_| Ok(ControlFlow::Continue(())));
        assert_eq!(all, Ok(Answer::Models(6)));
        let first = program.ask(&given, &Patience::ENDLESS, |_| Ok(ControlFlow::Break(())));
        assert_eq!(first, Ok(Answer::Models(1)));
        let none = program.ask(&program.question(), &Patience::ENDLESS, |_| Ok(ControlFlow::Continue(())));
        assert_eq!(none, Ok(Answer::Contradiction(vec![inputs[0], inputs[1]])));
    }

    #[test]
    fn what_the_rules_do_not_know_is_refused() {
        let program = Program::new([RULES]).expect("rules");
        assert!(matches!(program.input("alive(3)"), Err(Failure::Unknown(_))));
        assert!(matches!(Program::new(["seat(."]), Err(Failure::Clingo(_))));
    }

    /// Twelve pigeons have no place in eleven holes, which takes long to see; when none has come there is nothing to see.
    const PIGEONS: &str = "#external have_come.
        1 { sits(P,H) : H = 1..11 } 1 :- have_come, P = 1..12.
        :- sits(P,H), sits(Q,H), P < Q.";

    #[test]
    fn time_that_runs_out_is_no_answer() {
        let mut program = Program::new([PIGEONS]).expect("rules");
        let easy = program.question();
        let mut hard = program.question();
        hard.set(program.input("have_come").expect("an input"));
        let (limit, steps) = (Patience::of(Duration::from_millis(5)), Patience::ENDLESS.within(10));
        for (limit, easy_limit) in [
            (&limit, Patience::ENDLESS),
            (&limit, Patience::of(Duration::from_secs(60))),
            (&limit, Patience::of(Duration::MAX)),
            (&steps, Patience::ENDLESS),
            (&steps, steps.clone()),
            (&Patience::of(Duration::MAX).within(10), Patience::ENDLESS),
        ] {
            let mut models = 0;
            let answer = program.ask(&hard, limit, |_| {
                models += 1;
                Ok(ControlFlow::Continue(()))
            });
            assert_eq!((answer, models), (Err(Failure::Stopped), 0));
            let answer = program.ask(&easy, &easy_limit, |_| Ok(ControlFlow::Continue(())));
            assert_eq!(answer, Ok(Answer::Models(1)));
        }
    }

    #[test]
    fn a_program_that_has_failed_says_so() {
        let mut program = Program::new([RULES]).expect("rules");
        let mut given = program.question();
        given.set(program.input("alive(0)").expect("an input"));
        let trouble = Failure::Unknown("this".to_owned());
        assert_eq!(program.ask(&given, &Patience::ENDLESS, |_| Err(trouble.clone())), Err(trouble.clone()));
        let again = program.ask(&given, &Patience::ENDLESS, |_| Ok(ControlFlow::Continue(())));
        assert_eq!(again, Err(Failure::Clingo("it has failed before".to_owned())));
    }
}
