//! Tables and batches of a game that is only known when the program runs: the same calls without the types of the game.

use std::sync::Arc;

use gaslamp_core::record::{read, write_line};
use gaslamp_core::{Choice, Diagnostic, Outcome, Seat, Seats, Token};

use crate::batch::{Arrays, Batch, Shape};
use crate::learnable::{Decision as _, Learnable};
use crate::table::{Kind, Table, Turn};

/// What a game's numbers mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Space {
    /// The name of the game.
    pub game: &'static str,
    /// The version of its rules.
    pub version: u32,
    /// The version of its vocabulary.
    pub encoding: u32,
    /// The vocabulary; the place of a word is its token.
    pub vocabulary: &'static [&'static str],
    /// The number of ids of actions.
    pub actions: usize,
    /// The number of tokens of the past that are shown unless somebody asks for another number.
    pub history: usize,
    /// The number of tokens of the present that are shown.
    pub present: usize,
    /// The sides of the game.
    pub sides: &'static [&'static str],
}

impl Space {
    /// The numbers of a game.
    #[must_use]
    pub const fn of<G: Learnable>() -> Self {
        Self {
            game: G::NAME,
            version: G::VERSION,
            encoding: G::ENCODING,
            vocabulary: G::VOCABULARY,
            actions: G::ACTIONS,
            history: G::HISTORY,
            present: G::PRESENT,
            sides: G::SIDES,
        }
    }

    /// The token that fills what is not written.
    #[must_use]
    pub const fn padding(&self) -> Token {
        self.vocabulary.len() as Token
    }
}

/// A [`Kind`] of some game.
pub trait AnyKind: Send + Sync {
    /// What its numbers mean.
    fn space(&self) -> Space;

    /// The names of the players, by seat.
    fn names(&self) -> Vec<String>;

    /// The fields of the set-up, as the first line of a record has them.
    fn fields(&self) -> Vec<(&'static str, String)>;

    /// What an id means, in words.
    fn action_name(&self, id: usize) -> Option<String>;

    /// A table, as [`Table::new`].
    ///
    /// # Errors
    /// Why an agent cannot play.
    fn table(&self, seed: u64, game: u64) -> Result<Box<dyn AnyTable>, Diagnostic>;

    /// A batch, as [`Batch::new`].
    ///
    /// # Errors
    /// Why an agent cannot play, or threads cannot be had.
    fn batch(
        &self,
        games: usize,
        seed: u64,
        threads: usize,
        history: usize,
    ) -> Result<Box<dyn AnyBatch>, Diagnostic>;
}

/// A [`Table`] of some game.
pub trait AnyTable: Send {
    /// As [`Table::begin`].
    ///
    /// # Errors
    /// Why an agent cannot play.
    fn begin(&mut self, seed: u64, game: u64) -> Result<(), Diagnostic>;

    /// As [`Table::step`].
    ///
    /// # Errors
    /// Why the id is refused.
    fn step(&mut self, id: usize) -> Result<(), Diagnostic>;

    /// Goes on with a record, as [`Table::resume`].
    ///
    /// # Errors
    /// What cannot be read or is refused.
    fn resume(&mut self, record: &str) -> Result<(), Vec<Diagnostic>>;

    /// The same game at another table, as [`Table::fork`].
    fn fork(&self) -> Option<Box<dyn AnyTable>>;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The seats of the learners.
    fn learners(&self) -> Seats;

    /// The random seed and the number of the game.
    fn seeds(&self) -> (u64, u64);

    /// The number of actions, including those of chance.
    fn steps(&self) -> u32;

    /// The legal ids; none unless it is a learner's turn.
    fn legal(&self) -> Vec<usize>;

    /// Writes 1 for every legal id and 0 for every other.
    fn mask(&self, mask: &mut [u8]);

    /// What a seat has seen, and has written of an action.
    fn sequence(&mut self, seat: Seat) -> (&[Token], &[Token]);

    /// What a seat sees of the present.
    fn present(&self, seat: Seat, out: &mut Vec<Token>);

    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// What chance may do, where that is left to the caller: the action in words, and how likely it is. A choice with too many options
    /// to list is one entry, whose contents are drawn.
    fn chances(&self) -> Vec<(String, f64)>;

    /// The legal actions in the words of the notation; nothing unless it is a learner's turn.
    fn actions(&self) -> Vec<String>;

    /// The record as one line, if it is kept.
    fn record(&self) -> Option<String>;

    /// What a player is now, for whoever may see everything.
    fn role(&self, seat: Seat) -> String;

    /// The side of a player, for whoever may see everything; none before the deal.
    fn side(&self, seat: Seat) -> Option<&'static str>;

    /// The whole table for people who may see everything.
    fn text(&self) -> String;
}

/// A [`Batch`] of some game.
pub trait AnyBatch: Send {
    /// The sizes of the arrays.
    fn shape(&self) -> Shape;

    /// As [`Batch::reset`].
    ///
    /// # Errors
    /// Why an agent cannot play.
    fn reset(&mut self, seed: u64, arrays: Arrays<'_>) -> Result<(), Diagnostic>;

    /// As [`Batch::step`].
    ///
    /// # Errors
    /// Which id is refused.
    fn step(&mut self, ids: &[i32], arrays: Arrays<'_>) -> Result<(), Diagnostic>;

    /// As [`Batch::sample`].
    fn sample(&mut self, ids: &mut [i32]);

    /// The record of a game as one line, if records are kept; none if there is no such game.
    fn record(&self, game: usize) -> Option<String>;

    /// The side of a player of a game, for whoever may see everything; none before the deal.
    fn side(&self, game: usize, seat: Seat) -> Option<&'static str>;

    /// What a player of a game is now, for whoever may see everything.
    fn role(&self, game: usize, seat: Seat) -> Option<String>;
}

impl<G: Learnable> AnyKind for Arc<Kind<G>> {
    fn space(&self) -> Space {
        Space::of::<G>()
    }

    fn names(&self) -> Vec<String> {
        G::names(Kind::setup(self))
    }

    fn fields(&self) -> Vec<(&'static str, String)> {
        G::write_setup(Kind::setup(self))
    }

    fn action_name(&self, id: usize) -> Option<String> {
        G::action_name(id)
    }

    fn table(&self, seed: u64, game: u64) -> Result<Box<dyn AnyTable>, Diagnostic> {
        Ok(Box::new(Table::new(Self::clone(self), seed, game)?))
    }

    fn batch(
        &self,
        games: usize,
        seed: u64,
        threads: usize,
        history: usize,
    ) -> Result<Box<dyn AnyBatch>, Diagnostic> {
        Ok(Box::new(Batch::new(self, games, seed, threads, history)?))
    }
}

impl<G: Learnable> AnyTable for Table<G> {
    fn begin(&mut self, seed: u64, game: u64) -> Result<(), Diagnostic> {
        self.begin(seed, game)
    }

    fn step(&mut self, id: usize) -> Result<(), Diagnostic> {
        self.step(id)
    }

    fn resume(&mut self, record: &str) -> Result<(), Vec<Diagnostic>> {
        let run = read::<G>(record)?;
        if run.record().setup != *self.kind().setup() {
            let message = "the record is of a game with another set-up";
            return Err(vec![Diagnostic::new("learn/resume", message)]);
        }
        self.resume(&run).map_err(|problem| vec![problem])
    }

    fn fork(&self) -> Option<Box<dyn AnyTable>> {
        Some(Box::new(self.fork()?))
    }

    fn turn(&self) -> Turn {
        self.turn()
    }

    fn learners(&self) -> Seats {
        self.learners()
    }

    fn seeds(&self) -> (u64, u64) {
        self.seeds()
    }

    fn steps(&self) -> u32 {
        self.steps()
    }

    fn legal(&self) -> Vec<usize> {
        let decision = self.decision();
        (0..decision.count()).filter_map(|nth| decision.nth(nth)).collect()
    }

    fn mask(&self, mask: &mut [u8]) {
        self.decision().mask(mask);
    }

    fn sequence(&mut self, seat: Seat) -> (&[Token], &[Token]) {
        self.sequence(seat)
    }

    fn present(&self, seat: Seat, out: &mut Vec<Token>) {
        self.present(seat, out);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn chances(&self) -> Vec<(String, f64)> {
        let names = G::names(self.kind().setup());
        let state = self.state();
        let total: u32 = self.chances().iter().map(|&choice| state.weight(choice)).sum();
        let chance = |&choice: &Choice<G>| {
            let likely = f64::from(state.weight(choice)) / f64::from(total.max(1));
            (self.say(&names, choice), likely)
        };
        self.chances().iter().map(chance).collect()
    }

    fn actions(&self) -> Vec<String> {
        let Turn::Seat(_) = self.turn() else { return Vec::new() };
        let names = G::names(self.kind().setup());
        let mut legal = Vec::new();
        self.state().legal(&mut legal);
        legal.into_iter().map(|choice| self.say(&names, choice)).collect()
    }

    fn record(&self) -> Option<String> {
        let run = self.record()?.replay().ok()?;
        Some(write_line(&run))
    }

    fn role(&self, seat: Seat) -> String {
        self.state().role(seat)
    }

    fn side(&self, seat: Seat) -> Option<&'static str> {
        self.state().side(seat)
    }

    fn text(&self) -> String {
        self.state().write_table(&G::names(self.kind().setup()))
    }
}

impl<G: Learnable> AnyBatch for Batch<G> {
    fn shape(&self) -> Shape {
        self.shape()
    }

    fn reset(&mut self, seed: u64, arrays: Arrays<'_>) -> Result<(), Diagnostic> {
        self.reset(seed, arrays)
    }

    fn step(&mut self, ids: &[i32], arrays: Arrays<'_>) -> Result<(), Diagnostic> {
        self.step(ids, arrays)
    }

    fn sample(&mut self, ids: &mut [i32]) {
        self.sample(ids);
    }

    fn record(&self, game: usize) -> Option<String> {
        AnyTable::record(self.table(game)?)
    }

    fn side(&self, game: usize, seat: Seat) -> Option<&'static str> {
        self.table(game)?.state().side(seat)
    }

    fn role(&self, game: usize, seat: Seat) -> Option<String> {
        Some(self.table(game)?.state().role(seat))
    }
}
