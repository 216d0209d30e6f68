//! A grimoire against all courses of a game. Accepts a grimoire, whole or in parts, emits a verdict: legal, or every independent set of statements
//! that cannot all be, each as small as it can be.

use gaslamp_botc::notation::sheet::{Known, Life, Player, Sheet, Token};
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::{Character, Setup};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Diagnostic, Span};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::Lit;
use rustsat_batsat::BasicSolver;

use super::circuit::Bit;
use super::history::{Course, Lies};
use super::told;

/// A longer game than this has nobody left to play it.
const MOST_NIGHTS: u16 = 99;

/// Something that a grimoire says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// In words.
    pub words: String,
    /// Where it stands in the text of a trace.
    pub span: Option<Span>,
}

impl Statement {
    fn seen(words: String) -> Self {
        Self { words, span: None }
    }
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
}

impl Check {
    /// A grimoire of this table, reached in at most so many nights and the days that follow them.
    #[must_use]
    pub fn of_sheet(setup: &Setup, sheet: &Sheet, nights: usize) -> Self {
        let mut course = Course::new(setup, nights, &[]);
        let said = seen(&mut course, sheet);
        Self::new(course, said, Vec::new(), Vec::new())
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
        said.extend(sheet.into_iter().flat_map(|sheet| seen(&mut course, sheet)));
        // The game has come to the last phase of the trace and not beyond.
        let last = course.stands.iter().rposition(|stand| phases().any(|phase| phase == stand.phase));
        for (at, stand) in course.stands.clone().iter().enumerate() {
            match last {
                Some(last) if at <= last => course.circuit.require([stand.begun]),
                Some(_) => course.circuit.require([!stand.begun]),
                None => {}
            }
        }
        Self::new(course, said, telling.either, telling.unjudged)
    }

    fn new(
        mut course: Course,
        said: Vec<(Statement, Vec<Bit>)>,
        either: Vec<(usize, usize)>,
        unjudged: Vec<Diagnostic>,
    ) -> Self {
        let mut believed = Vec::new();
        for (_, bits) in &said {
            let literal = course.circuit.variable();
            bits.iter().for_each(|&bit| course.circuit.imply(Bit::Open(literal), [bit]));
            believed.push(literal);
        }
        for (first, second) in either {
            course.circuit.require([first, second].map(|at| !Bit::Open(believed[at])));
        }
        let mut solver = BasicSolver::default();
        for clause in course.circuit.clauses {
            // The solver takes any clause.
            let _ = solver.add_clause(clause);
        }
        Self {
            statements: said.into_iter().map(|(statement, _)| statement).collect(),
            unjudged,
            solver,
            believed,
        }
    }

    /// Whether some course of the game leads to it.
    pub fn is_legal(&mut self) -> bool {
        self.contradiction(&(0..self.statements.len()).collect::<Vec<_>>()).is_none()
    }

    /// Every independent contradiction: sets of statements that cannot all be, none of which can do without any of its statements.
    pub fn clashes(&mut self) -> Vec<Vec<usize>> {
        let mut left: Vec<usize> = (0..self.statements.len()).collect();
        let mut clashes = Vec::new();
        while let Some(core) = self.contradiction(&left) {
            let clash = self.smallest(core);
            left.retain(|statement| !clash.contains(statement));
            let is_alone = clash.is_empty();
            clashes.push(clash);
            if is_alone {
                break;
            }
        }
        clashes
    }

    /// Doubts one statement after the other.
    fn smallest(&mut self, mut left: Vec<usize>) -> Vec<usize> {
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

    /// Those of these statements that suffice for a contradiction; none if all of them can be.
    fn contradiction(&mut self, statements: &[usize]) -> Option<Vec<usize>> {
        let assumed: Vec<Lit> = statements.iter().map(|&statement| self.believed[statement]).collect();
        if !matches!(self.solver.solve_assumps(&assumed), Ok(SolverResult::Unsat)) {
            return None;
        }
        let core = self.solver.core().unwrap_or_default();
        let is_in = |statement: &&usize| core.contains(&!self.believed[**statement]);
        Some(statements.iter().filter(is_in).copied().collect())
    }
}

/// What a grimoire shows at the end of a course.
fn seen(course: &mut Course, sheet: &Sheet) -> Vec<(Statement, Vec<Bit>)> {
    let mut said: Vec<(Statement, Vec<Bit>)> = Vec::new();
    for (seat, player) in sheet.players.iter().enumerate() {
        said.extend(role(course, seat, player));
        said.push(life(course, seat, player));
        said.extend(tokens(course, seat, player));
    }
    said
}

/// Which character token lies at a seat; with the mark of the Drunk it is what the Drunk believes to be.
fn role(course: &mut Course, seat: usize, player: &Player) -> Option<(Statement, Vec<Bit>)> {
    let marked = player.tokens.iter().find_map(|token| match token {
        Token::Reminder(token) if token.marks_its_owner() => Some(token.owner()),
        _ => None,
    });
    let name = &player.name;
    let (words, bits) = match (marked, player.character) {
        (Some(owner), Known::Is(token)) => (
            format!("{name} is the {} and believes to be the {}", owner.name(), token.name()),
            vec![course.is(seat, owner), course.believes(seat, token)],
        ),
        (None, Known::Is(character)) => {
            (format!("{name} is the {}", character.name()), vec![course.is(seat, character)])
        }
        (Some(owner), _) => (format!("{name} is the {}", owner.name()), vec![course.is(seat, owner)]),
        (None, Known::OneOf(characters)) => {
            let names: Vec<&str> = characters.iter().map(Character::name).collect();
            let bits: Vec<Bit> = characters.iter().map(|character| course.is(seat, character)).collect();
            (format!("{name} is one of {}", names.join(", ")), vec![course.circuit.or(bits)])
        }
        (None, Known::Nothing) => return None,
    };
    Some((Statement::seen(words), bits))
}

fn life(course: &Course, seat: usize, player: &Player) -> (Statement, Vec<Bit>) {
    let name = &player.name;
    let (alive, spent) = (course.alive[seat], course.spent[seat]);
    let (words, bits) = match player.life {
        Life::Alive => (format!("{name} is alive"), vec![alive]),
        Life::Dead => (format!("{name} is dead, with a vote left"), vec![!alive, !spent]),
        Life::Spent => (format!("{name} is dead and has voted"), vec![!alive, spent]),
    };
    (Statement::seen(words), bits)
}

/// The tokens that lie at a seat, each by itself, and that no others do.
fn tokens(course: &Course, seat: usize, player: &Player) -> Vec<(Statement, Vec<Bit>)> {
    let name = &player.name;
    let lies = |word: &str| {
        let is_it = |token: &Token| matches!(token, Token::Reminder(token) if token.long_name() == word);
        player.tokens.iter().filter(|token| is_it(token)).count()
    };
    let mut said = Vec::new();
    let mut absent = Vec::new();
    for (token, word) in Lies::ALL {
        let bit = course.lies(token)[seat];
        match lies(word) {
            0 => absent.push(!bit),
            1 => said.push((Statement::seen(format!("{word} lies at {name}")), vec![bit])),
            _ => said.push((
                Statement::seen(format!("{word} lies at {name} more than once")),
                vec![Bit::Is(false)],
            )),
        }
    }
    said.push((Statement::seen(format!("no other token lies at {name}")), absent));
    said
}
