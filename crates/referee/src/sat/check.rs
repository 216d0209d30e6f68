//! A grimoire against all courses of a game. Accepts a grimoire, whole or in parts, emits a verdict: legal, or every independent set of statements
//! that cannot all be, each as small as it can be.

use gaslamp_botc::characters::CharacterSet;
use gaslamp_botc::notation::sheet::{Known, Life, Player, Sheet, Token};
use gaslamp_botc::{Character, Setup};
use rustsat::solvers::{SolveIncremental as _, SolverResult};
use rustsat::types::Lit;
use rustsat_batsat::BasicSolver;

use super::circuit::Bit;
use super::history::{Course, Lies};

/// Something that a grimoire says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// In words.
    pub words: String,
    /// At which seat.
    pub seat: usize,
}

/// A grimoire before the solver.
pub struct Check {
    /// What it says.
    pub statements: Vec<Statement>,
    solver: BasicSolver,
    /// Each statement is believed if this is assumed.
    believed: Vec<Lit>,
}

impl Check {
    /// A grimoire of this table, reached in at most so many nights and the days that follow them.
    #[must_use]
    pub fn new(setup: &Setup, sheet: &Sheet, nights: usize) -> Self {
        let mut course = Course::new(setup, nights, &[]);
        let mut said: Vec<(Statement, Vec<Bit>)> = Vec::new();
        for (seat, player) in sheet.players.iter().enumerate() {
            said.extend(role(&mut course, seat, player));
            said.push(life(&course, seat, player));
            said.extend(tokens(&course, seat, player));
        }
        let mut believed = Vec::new();
        for (_, bits) in &said {
            let Bit::Open(literal) = course.circuit.open() else { continue };
            bits.iter().for_each(|&bit| course.circuit.imply(Bit::Open(literal), [bit]));
            believed.push(literal);
        }
        let statements = said.into_iter().map(|(statement, _)| statement).collect();
        Self { statements, solver: course.circuit.into_solver(), believed }
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

/// Whoever shows another token at a seat: the Drunk, if the mark of the Drunk lies there.
pub(super) fn marked(player: &Player) -> Option<Character> {
    player.tokens.iter().find_map(|token| match token {
        Token::Reminder(token) if token.marks_its_owner() => Some(token.owner()),
        _ => None,
    })
}

/// How often a token lies at a seat.
pub(super) fn lying(player: &Player, word: &str) -> usize {
    let is_it = |token: &&Token| matches!(token, Token::Reminder(token) if token.long_name() == word);
    player.tokens.iter().filter(is_it).count()
}

/// Which character token lies at a seat; with the mark of the Drunk it is what the Drunk believes to be.
pub(super) fn role(course: &mut Course, seat: usize, player: &Player) -> Option<(Statement, Vec<Bit>)> {
    let marked = marked(player);
    let name = &player.name;
    let (words, bits) = match (marked, player.character) {
        (Some(owner), Known::Is(token)) => (
            format!("{name} is the {} and believes to be the {}", owner.name(), token.name()),
            vec![course.is(seat, owner), course.believes(seat, token)],
        ),
        (None, Known::Is(character)) => {
            (format!("{name} is the {}", character.name()), vec![course.is(seat, character)])
        }
        (Some(owner), Known::Nothing) => {
            (format!("{name} is the {}", owner.name()), vec![course.is(seat, owner)])
        }
        (Some(owner), Known::OneOf(tokens)) => {
            let bits: Vec<Bit> = tokens.iter().map(|token| course.believes(seat, token)).collect();
            let words = format!("{name} is the {} and believes to be one of {}", owner.name(), names(tokens));
            (words, vec![course.is(seat, owner), course.circuit.or(bits)])
        }
        (None, Known::OneOf(characters)) => {
            let bits: Vec<Bit> = characters.iter().map(|character| course.is(seat, character)).collect();
            (format!("{name} is one of {}", names(characters)), vec![course.circuit.or(bits)])
        }
        (None, Known::Nothing) => return None,
    };
    Some((Statement { words, seat }, bits))
}

fn names(characters: CharacterSet) -> String {
    characters.iter().map(Character::name).collect::<Vec<_>>().join(", ")
}

pub(super) fn life(course: &Course, seat: usize, player: &Player) -> (Statement, Vec<Bit>) {
    let name = &player.name;
    let (alive, spent) = (course.alive[seat], course.spent[seat]);
    let (words, bits) = match player.life {
        Life::Alive => (format!("{name} is alive"), vec![alive]),
        Life::Dead => (format!("{name} is dead, with a vote left"), vec![!alive, !spent]),
        Life::Spent => (format!("{name} is dead and has voted"), vec![!alive, spent]),
    };
    (Statement { words, seat }, bits)
}

/// The tokens that lie at a seat, each by itself, and that no others do.
fn tokens(course: &Course, seat: usize, player: &Player) -> Vec<(Statement, Vec<Bit>)> {
    let name = &player.name;
    let mut said = Vec::new();
    let mut absent = Vec::new();
    for (token, word) in Lies::ALL {
        let bit = course.lies(token)[seat];
        match lying(player, word) {
            0 => absent.push(!bit),
            1 => said.push((Statement { words: format!("{word} lies at {name}"), seat }, vec![bit])),
            _ => said.push((
                Statement { words: format!("{word} lies at {name} more than once"), seat },
                vec![Bit::Is(false)],
            )),
        }
    }
    said.push((Statement { words: format!("no other token lies at {name}"), seat }, absent));
    said
}
