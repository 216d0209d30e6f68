//! A grimoire or a trace against all courses of a game. Accepts either or both, whole or in parts, emits a verdict: legal, or every independent
//! set of statements that cannot all be, each as small as it can be, with the rules that stand against it and changes that mend it.

use gaslamp_botc::notation::sheet::Sheet;
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::{Character, Setup};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Diagnostic, Span};
use rustsat::solvers::{SolveIncremental as _, SolverResult};
use rustsat::types::Lit;
use rustsat_batsat::BasicSolver;

use super::circuit::{Bit, Circuit};
use super::history::{Course, TOKENS, token_name};
use super::rule::{self, Rule};
use super::{seen, told};

/// Nobody plays longer games.
const MOST_NIGHTS: u16 = 99;

/// Something that a grimoire or a trace says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// In words.
    pub words: String,
    /// Where it stands in the text of a trace.
    pub span: Option<Span>,
    /// What of a grimoire it is about.
    pub(super) about: Option<About>,
}

/// What of a grimoire a statement is about, by seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum About {
    Role(usize),
    Life(usize),
    Token(usize, Reminder),
    NoOther(usize),
}

/// A statement and the bits that it asserts.
pub(super) struct Said {
    pub(super) statement: Statement,
    pub(super) bits: Vec<Bit>,
}

/// Statements that cannot all be, and without any one of which the others can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// Which, by number.
    pub statements: Vec<usize>,
    /// The rules that stand against it.
    pub rules: Vec<Rule>,
}

/// A single change after which everything is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The statement that is changed.
    pub statement: usize,
    /// Into what, in words.
    pub instead: String,
}

/// What is so at the end of a course.
struct End {
    names: Vec<String>,
    characters: Vec<Character>,
    /// Who is what, by seat and number of the character.
    is: Vec<Vec<Bit>>,
    alive: Vec<Bit>,
    spent: Vec<Bit>,
    tokens: Vec<Vec<Bit>>,
}

/// A grimoire, a trace or both, before the solver.
pub struct Check {
    /// What is said.
    pub statements: Vec<Statement>,
    /// What of a trace is not judged, and why.
    pub unjudged: Vec<Diagnostic>,
    solver: BasicSolver,
    /// Each statement is believed if this is assumed.
    believed: Vec<Lit>,
    rules: Vec<(Rule, Lit)>,
    end: End,
}

impl Check {
    /// A grimoire of this table, reached in at most so many nights and the days that follow them.
    #[must_use]
    pub fn of_sheet(setup: &Setup, sheet: &Sheet, nights: usize) -> Self {
        let mut course = Course::new(setup, nights, &[]);
        let said = seen::of_sheet(&mut course, sheet);
        Self::new(setup, course, said, &[], Vec::new())
    }

    /// What a trace tells, up to its last phase, and the grimoire at its end if there is one.
    #[must_use]
    pub fn of_story(setup: &Setup, story: &Story, sheet: Option<&Sheet>) -> Self {
        let number = |phase: Phase| match phase {
            Phase::Night(number) | Phase::Day(number) | Phase::Evening(number) => number,
            Phase::Setup | Phase::Turn(_) => 0,
        };
        let phases = || story.deeds.iter().map(|deed| deed.phase);
        let nights = phases().map(number).max().unwrap_or(0).clamp(1, MOST_NIGHTS);
        let mut course = Course::new(setup, usize::from(nights), &[]);
        let telling = told::of_story(&mut course, story);
        let mut said = telling.said;
        said.extend(sheet.into_iter().flat_map(|sheet| seen::of_sheet(&mut course, sheet)));
        course.circuit.state(rule::TRACE);
        let last = course.stands.iter().rposition(|stand| phases().any(|phase| phase == stand.phase));
        for (at, stand) in course.stands.clone().iter().enumerate() {
            match last {
                Some(last) if at <= last => course.circuit.require([stand.begun]),
                Some(_) => course.circuit.require([!stand.begun]),
                None => {}
            }
        }
        Self::new(setup, course, said, &telling.either, telling.unjudged)
    }

    fn new(
        setup: &Setup,
        mut course: Course,
        said: Vec<Said>,
        either: &[(usize, usize)],
        unjudged: Vec<Diagnostic>,
    ) -> Self {
        let end = End::of(setup, &mut course);
        let believed = assert_all(&mut course.circuit, &said, either);
        let statements = said.into_iter().map(|said| said.statement).collect();
        let rules = course.circuit.rules.clone();
        Self { statements, unjudged, solver: course.circuit.into_solver(), believed, rules, end }
    }

    /// Whether some course of the game is as everything says.
    pub fn is_legal(&mut self) -> bool {
        let all: Vec<usize> = (0..self.statements.len()).collect();
        self.contradiction(&all).is_none()
    }

    /// Every independent contradiction.
    pub fn clashes(&mut self) -> Vec<Clash> {
        let mut left: Vec<usize> = (0..self.statements.len()).collect();
        let mut clashes = Vec::new();
        while let Some(core) = self.contradiction(&left) {
            let statements = self.smallest(core);
            left.retain(|statement| !statements.contains(statement));
            let is_nothing = statements.is_empty();
            clashes.push(Clash { rules: self.rules_against(&statements), statements });
            if is_nothing {
                break;
            }
        }
        clashes
    }

    /// Doubts one statement after the other, when asking again finds no fewer.
    fn smallest(&mut self, mut left: Vec<usize>) -> Vec<usize> {
        while let Some(fewer) = self.contradiction(&left).filter(|fewer| fewer.len() < left.len()) {
            left = fewer;
        }
        let mut needed = Vec::new();
        while let Some(doubted) = left.pop() {
            let others: Vec<usize> = left.iter().chain(&needed).copied().collect();
            match self.contradiction(&others) {
                Some(core) => left.retain(|statement| core.contains(statement)),
                None => needed.push(doubted),
            }
        }
        needed.sort_unstable();
        needed
    }

    /// The fewest rules by which these statements cannot all be, found by doubting one after the other.
    fn rules_against(&mut self, statements: &[usize]) -> Vec<Rule> {
        let statements: Vec<Lit> = statements.iter().map(|&statement| self.believed[statement]).collect();
        let mut left = self.rules.clone();
        let mut needed: Vec<(Rule, Lit)> = Vec::new();
        while let Some(doubted) = left.pop() {
            let rules = left.iter().chain(&needed).map(|(_, literal)| *literal);
            let assumed: Vec<Lit> = rules.chain(statements.iter().copied()).collect();
            match self.core(&assumed) {
                Some(core) => left.retain(|(_, literal)| core.contains(&!*literal)),
                None => needed.push(doubted),
            }
        }
        needed.reverse();
        needed.into_iter().map(|(rule, _)| rule).collect()
    }

    /// Those of these statements that suffice for a contradiction; none if all of them can be.
    fn contradiction(&mut self, statements: &[usize]) -> Option<Vec<usize>> {
        let rules = self.rules.iter().map(|(_, literal)| *literal);
        let assumed: Vec<Lit> =
            rules.chain(statements.iter().map(|&statement| self.believed[statement])).collect();
        let core = self.core(&assumed)?;
        let is_in = |statement: &&usize| core.contains(&!self.believed[**statement]);
        Some(statements.iter().filter(is_in).copied().collect())
    }

    fn core(&mut self, assumed: &[Lit]) -> Option<Vec<Lit>> {
        match self.solver.solve_assumps(assumed) {
            Ok(SolverResult::Unsat) => Some(self.solver.core().unwrap_or_default()),
            _ => None,
        }
    }

    /// Whether all but these statements can be, together with something else.
    fn can_be_instead(&mut self, dropped: &[usize], instead: &[Bit]) -> bool {
        let mut assumed: Vec<Lit> = self.rules.iter().map(|(_, literal)| *literal).collect();
        let kept = (0..self.statements.len()).filter(|statement| !dropped.contains(statement));
        assumed.extend(kept.map(|statement| self.believed[statement]));
        for bit in instead {
            match bit {
                Bit::Is(true) => {}
                Bit::Is(false) => return false,
                Bit::Open(literal) => assumed.push(*literal),
            }
        }
        self.core(&assumed).is_none()
    }

    /// Single changes to a statement of a clash after which everything is legal.
    pub fn repairs(&mut self, clash: &Clash) -> Vec<Repair> {
        let mut repairs = Vec::new();
        for &statement in &clash.statements {
            if !self.can_be_instead(&[statement], &[]) {
                continue;
            }
            let instead = self.changes(statement);
            repairs.extend(instead.into_iter().map(|instead| Repair { statement, instead }));
        }
        repairs
    }

    /// What may stand instead of a statement that is dropped.
    fn changes(&mut self, statement: usize) -> Vec<String> {
        match self.statements[statement].about {
            Some(About::Role(seat)) => self.other_roles(statement, seat),
            Some(About::Life(seat)) => self.other_lives(statement, seat),
            Some(About::Token(seat, token)) => self.other_places(statement, seat, token),
            Some(About::NoOther(seat)) => self.more_tokens(statement, seat),
            None => vec!["it did not happen".to_owned()],
        }
    }

    fn other_roles(&mut self, statement: usize, seat: usize) -> Vec<String> {
        let mut names = Vec::new();
        for at in 0..self.end.characters.len() {
            let bit = self.end.is[seat][at];
            if self.can_be_instead(&[statement], &[bit]) {
                names.push(self.end.characters[at].name());
            }
        }
        if names.is_empty() {
            return Vec::new();
        }
        vec![format!("{} is one of: {}", self.end.names[seat], names.join(", "))]
    }

    fn other_lives(&mut self, statement: usize, seat: usize) -> Vec<String> {
        let (alive, spent) = (self.end.alive[seat], self.end.spent[seat]);
        let lives: [(&str, &[Bit]); 3] = [
            ("is alive", &[alive]),
            ("is dead, with a vote left", &[!alive, !spent]),
            ("is dead and has voted", &[!alive, spent]),
        ];
        let mut instead = Vec::new();
        for (words, bits) in lives {
            if self.can_be_instead(&[statement], bits) {
                instead.push(format!("{} {words}", self.end.names[seat]));
            }
        }
        instead
    }

    /// The token lies nowhere, or at another seat.
    fn other_places(&mut self, statement: usize, seat: usize, token: Reminder) -> Vec<String> {
        let word = token_name(token);
        let mut instead = Vec::new();
        if self.can_be_instead(&[statement], &[!self.end.tokens[token as usize][seat]]) {
            instead.push(format!("{word} does not lie at {}", self.end.names[seat]));
        }
        for other in (0..self.end.names.len()).filter(|other| *other != seat) {
            let about = Some(About::NoOther(other));
            let Some(no_other) = self.statements.iter().position(|statement| statement.about == about) else {
                continue;
            };
            let gone = !self.end.tokens[token as usize][seat];
            let bits = [gone, self.end.tokens[token as usize][other]]
                .into_iter()
                .chain(self.absent_but(other, token));
            let bits: Vec<Bit> = bits.collect();
            if self.can_be_instead(&[statement, no_other], &bits) {
                instead.push(format!("{word} lies at {}", self.end.names[other]));
            }
        }
        instead
    }

    /// Another token lies there too.
    fn more_tokens(&mut self, statement: usize, seat: usize) -> Vec<String> {
        let mut instead = Vec::new();
        for token in TOKENS {
            let word = token_name(token);
            if self.lies_by_words(seat, token) {
                continue;
            }
            let bits: Vec<Bit> = [self.end.tokens[token as usize][seat]]
                .into_iter()
                .chain(self.absent_but(seat, token))
                .collect();
            if self.can_be_instead(&[statement], &bits) {
                instead.push(format!("{word} lies at {} too", self.end.names[seat]));
            }
        }
        instead
    }

    fn lies_by_words(&self, seat: usize, token: Reminder) -> bool {
        self.statements.iter().any(|statement| statement.about == Some(About::Token(seat, token)))
    }

    /// No token lies at a seat that nobody speaks of, but for one.
    fn absent_but(&self, seat: usize, but: Reminder) -> Vec<Bit> {
        let others = TOKENS.into_iter().filter(|token| *token != but && !self.lies_by_words(seat, *token));
        others.map(|token| !self.end.tokens[token as usize][seat]).collect()
    }
}

impl End {
    fn of(setup: &Setup, course: &mut Course) -> Self {
        let characters = course.characters.clone();
        let seats = 0..course.seats();
        let is = seats
            .map(|seat| characters.iter().map(|&character| course.is(seat, character)).collect())
            .collect();
        Self {
            names: setup.names.clone(),
            is,
            alive: course.alive.clone(),
            spent: course.spent.clone(),
            tokens: TOKENS.iter().map(|token| course.lies(*token).to_vec()).collect(),
            characters,
        }
    }
}

/// Gives every statement a literal by which it is believed.
fn assert_all(circuit: &mut Circuit, said: &[Said], either: &[(usize, usize)]) -> Vec<Lit> {
    circuit.state_again(None);
    let mut believed = Vec::new();
    for said in said {
        let literal = circuit.variable();
        said.bits.iter().for_each(|&bit| circuit.imply(Bit::Open(literal), [bit]));
        believed.push(literal);
    }
    circuit.state(rule::NOMINATIONS);
    for &(first, second) in either {
        circuit.require([first, second].map(|at| !Bit::Open(believed[at])));
    }
    believed
}
