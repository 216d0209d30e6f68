//! Thousands of games that are stepped together.
//!
//! Accepts an id for every game, emits into the caller's arrays: masks, whose turn it is, rewards, who is done, and the tokens that
//! are new. A game that is over is followed by another at once. Table `i` of `n` plays the games `i`, `i + n`, `i + 2 n`, … of the
//! random seed, so nothing depends on the number of threads.

use std::sync::Arc;

use gaslamp_core::{Diagnostic, Seat, Token};
use rayon::ThreadPool;

use crate::learnable::{Decision, Learnable};
use crate::table::{Kind, Table, Turn};

/// Games that are stepped together.
#[derive(Debug)]
pub struct Batch<G: Learnable> {
    rows: Vec<Row<G>>,
    shape: Shape,
    seed: u64,
    pool: Option<ThreadPool>,
}

/// A table, and how much of it is in the arrays.
#[derive(Debug)]
struct Row<G: Learnable> {
    table: Table<G>,
    /// By seat, the number of tokens that are shown and will not change, and the number of all that are shown, with those of an action
    /// in the making.
    shown: Vec<(u32, u32)>,
    /// The number of tokens of the present that are shown.
    present: usize,
    /// Whether the arrays tell of the end of a game.
    has_ended: bool,
    scratch: Vec<Token>,
    /// Where the next random id comes from.
    dice: u64,
}

/// The sizes of the arrays of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of ids.
    pub actions: usize,
    /// The number of seats.
    pub seats: usize,
    /// The number of tokens of a seat's history that are shown, the latest; 0 if tokens are not kept.
    pub history: usize,
    /// The number of tokens of the present that are shown.
    pub present: usize,
}

/// The caller's arrays, one row for each game. An empty array is not written.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// Actions: 1 for every legal id.
    pub masks: &'a mut [u8],
    /// The seat whose turn it is.
    pub seats: &'a mut [i8],
    /// Seats: the score of each seat in the game that has just ended; otherwise 0.
    pub rewards: &'a mut [f32],
    /// 1 if a game has just ended, and another begun.
    pub done: &'a mut [u8],
    /// 1 if that game was broken off.
    pub cut_off: &'a mut [u8],
    /// The number of the game.
    pub games: &'a mut [u64],
    /// Seats × history: the tokens of each seat.
    pub tokens: &'a mut [i16],
    /// Seats: the number of tokens in these rows.
    pub lengths: &'a mut [i32],
    /// The tokens of the present, as the seat whose turn it is sees it.
    pub present: &'a mut [i16],
}

/// Splits an array after this many rows.
fn split<'a, T>(array: &mut &'a mut [T], rows: usize, width: usize) -> &'a mut [T] {
    let taken = std::mem::take(array);
    let (first, rest) = taken.split_at_mut((rows * width).min(taken.len()));
    *array = rest;
    first
}

impl<'a> Arrays<'a> {
    /// Takes the first rows off.
    fn split_off(&mut self, rows: usize, shape: Shape) -> Arrays<'a> {
        Arrays {
            masks: split(&mut self.masks, rows, shape.actions),
            seats: split(&mut self.seats, rows, 1),
            rewards: split(&mut self.rewards, rows, shape.seats),
            done: split(&mut self.done, rows, 1),
            cut_off: split(&mut self.cut_off, rows, 1),
            games: split(&mut self.games, rows, 1),
            tokens: split(&mut self.tokens, rows, shape.seats * shape.history),
            lengths: split(&mut self.lengths, rows, shape.seats),
            present: split(&mut self.present, rows, shape.present),
        }
    }
}

/// The fewest games that are worth a thread's while.
const CHUNK: usize = 64;

/// Some of the games, their ids and their rows of the arrays.
struct Part<'a, G: Learnable> {
    /// The number of the first of them.
    first: usize,
    rows: &'a mut [Row<G>],
    ids: &'a [i32],
    arrays: Arrays<'a>,
}

impl<G: Learnable> Part<'_, G> {
    /// Does something with every game, one after another.
    fn alone(
        mut self,
        shape: Shape,
        act: &impl Fn(Place<'_, '_>, &mut Row<G>) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let mut result = Ok(());
        for (at, row) in self.rows.iter_mut().enumerate() {
            let id = self.ids.get(at).copied().unwrap_or_default();
            let done = act(Place { game: self.first + at, at, id, shape, arrays: &mut self.arrays }, row);
            if result.is_ok() {
                result = done;
            }
        }
        result
    }

    /// Does something with every game, in any order. Emits the first problem by the order of games.
    fn each(
        self,
        shape: Shape,
        act: &(impl Fn(Place<'_, '_>, &mut Row<G>) -> Result<(), Diagnostic> + Sync),
    ) -> Result<(), Diagnostic> {
        let Part { first, rows, ids, mut arrays } = self;
        if rows.len() <= CHUNK {
            return Part { first, rows, ids, arrays }.alone(shape, act);
        }
        let half = rows.len() / 2;
        let (low, high) = rows.split_at_mut(half);
        let (low_ids, high_ids) = ids.split_at(half.min(ids.len()));
        let low_arrays = arrays.split_off(half, shape);
        let low = Part { first, rows: low, ids: low_ids, arrays: low_arrays };
        let high = Part { first: first + half, rows: high, ids: high_ids, arrays };
        let (low, high) = rayon::join(|| low.each(shape, act), || high.each(shape, act));
        low.and(high)
    }
}

/// The place of a game in a batch, and its row in the arrays.
struct Place<'a, 'b> {
    game: usize,
    at: usize,
    id: i32,
    shape: Shape,
    arrays: &'a mut Arrays<'b>,
}

impl<G: Learnable> Batch<G> {
    /// The token that fills what is not written.
    pub const PADDING: Token = G::VOCABULARY.len() as Token;

    /// This many games of a kind, on this many threads; 0 for all cores. Of each seat's history so many tokens are shown.
    ///
    /// # Errors
    /// Why an agent cannot play, or threads cannot be had.
    pub fn new(
        kind: &Arc<Kind<G>>,
        games: usize,
        seed: u64,
        threads: usize,
        history: usize,
    ) -> Result<Self, Diagnostic> {
        let row = |game: usize| {
            let table = Table::new(Arc::clone(kind), seed, game as u64)?;
            Ok(Row {
                table,
                shown: vec![(0, 0); kind.seats()],
                present: 0,
                has_ended: false,
                scratch: Vec::new(),
                dice: seed ^ game as u64,
            })
        };
        let rows = (0..games).map(row).collect::<Result<Vec<_>, Diagnostic>>()?;
        let has_tokens = kind.options().has_tokens;
        let shape = Shape {
            actions: G::ACTIONS,
            seats: kind.seats(),
            history: if has_tokens { history } else { 0 },
            present: if has_tokens { G::PRESENT } else { 0 },
        };
        let pool = (threads != 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| Diagnostic::new("learn/threads", error.to_string()))?;
        Ok(Self { rows, shape, seed, pool })
    }

    /// The sizes of the arrays.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The tables, for whoever may see everything.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = &Table<G>> {
        self.rows.iter().map(|row| &row.table)
    }

    /// A table.
    #[must_use]
    pub fn table(&self, game: usize) -> Option<&Table<G>> {
        self.rows.get(game).map(|row| &row.table)
    }

    /// Begins with the first games of a seed.
    ///
    /// # Errors
    /// Why an agent cannot play.
    pub fn reset(&mut self, seed: u64, arrays: Arrays<'_>) -> Result<(), Diagnostic> {
        self.seed = seed;
        let games = self.rows.len() as u64;
        self.each(&[], arrays, |mut place, row| {
            row.dice = seed ^ place.game as u64;
            row.begin(seed, place.game as u64, games, &mut place)?;
            row.has_ended = true;
            row.end(false, &mut place);
            row.show(&mut place);
            Ok(())
        })
    }

    /// Takes one id for every game. If one of them is illegal, nothing has changed.
    ///
    /// # Errors
    /// The first game whose id is refused, or why an agent could not go on.
    pub fn step(&mut self, ids: &[i32], arrays: Arrays<'_>) -> Result<(), Diagnostic> {
        if ids.len() != self.rows.len() {
            let message = format!("{} actions for {} games", ids.len(), self.rows.len());
            return Err(Diagnostic::new("learn/actions", message));
        }
        let is_legal = |(row, id): (&Row<G>, &i32)| row.table.decision().contains(*id as usize);
        if let Some(game) = self.rows.iter().zip(ids).position(|pair| !is_legal(pair)) {
            let message =
                format!("action {} is not legal in game {game}; the mask says which are", ids[game]);
            return Err(Diagnostic::illegal("learn/illegal", message));
        }
        let (seed, games) = (self.seed, self.rows.len() as u64);
        self.each(ids, arrays, |mut place, row| {
            row.table.step(place.id as usize)?;
            let is_over = matches!(row.table.turn(), Turn::Over | Turn::CutOff);
            row.end(is_over, &mut place);
            if is_over {
                let (_, game) = row.table.seeds();
                row.begin(seed, game + games, games, &mut place)?;
            }
            row.show(&mut place);
            Ok(())
        })
    }

    /// Draws a legal id for every game, all equally likely.
    pub fn sample(&mut self, ids: &mut [i32]) {
        for (row, id) in self.rows.iter_mut().zip(ids) {
            *id = row.sample();
        }
    }

    fn each(
        &mut self,
        ids: &[i32],
        arrays: Arrays<'_>,
        act: impl Fn(Place<'_, '_>, &mut Row<G>) -> Result<(), Diagnostic> + Sync,
    ) -> Result<(), Diagnostic> {
        let part = Part { first: 0, rows: &mut self.rows, ids, arrays };
        match &self.pool {
            None => part.alone(self.shape, &act),
            Some(pool) => pool.install(|| part.each(self.shape, &act)),
        }
    }
}

impl<G: Learnable> Row<G> {
    /// Writes how the game stands for its players: their scores if it is over.
    #[inline]
    fn end(&mut self, is_over: bool, place: &mut Place<'_, '_>) {
        put(place.arrays.done, place.at, u8::from(is_over));
        if !is_over && !self.has_ended {
            return;
        }
        self.has_ended = is_over;
        put(place.arrays.cut_off, place.at, u8::from(self.table.turn() == Turn::CutOff));
        let outcome = self.table.outcome().filter(|_| is_over);
        for seat in 0..place.shape.seats {
            let score = outcome.map_or(0, |outcome| outcome.score(Seat::new(seat)));
            put(place.arrays.rewards, place.at * place.shape.seats + seat, f32::from(score));
        }
    }

    /// Begins the first game of this table, from this one on, in which a learner is asked: where agents play, a game may end before.
    fn begin(
        &mut self,
        seed: u64,
        mut game: u64,
        games: u64,
        place: &mut Place<'_, '_>,
    ) -> Result<(), Diagnostic> {
        const MOST_GAMES: usize = 1_000;
        self.table.begin(seed, game)?;
        let mut skipped = 0;
        while !matches!(self.table.turn(), Turn::Seat(_)) {
            if skipped == MOST_GAMES {
                let message = format!("no learner was asked anything in {MOST_GAMES} games");
                return Err(Diagnostic::illegal("learn/asked", message));
            }
            (skipped, game) = (skipped + 1, game + games);
            self.table.begin(seed, game)?;
        }
        let Shape { seats, history, .. } = place.shape;
        for (seat, (_, end)) in self.shown.iter().enumerate() {
            let row = (place.at * seats + seat) * history;
            if let Some(tokens) = place.arrays.tokens.get_mut(row..row + *end as usize) {
                tokens.fill(Batch::<G>::PADDING as i16);
            }
            put(place.arrays.lengths, place.at * seats + seat, 0);
        }
        self.shown.fill((0, 0));
        Ok(())
    }

    /// Writes what the seat whose turn it is may do and has seen.
    #[inline]
    fn show(&mut self, place: &mut Place<'_, '_>) {
        let (at, shape) = (place.at, place.shape);
        let seat = if let Turn::Seat(seat) = self.table.turn() { Some(seat) } else { None };
        put(place.arrays.seats, at, seat.map_or(-1, |seat| seat.index() as i8));
        put(place.arrays.games, at, self.table.seeds().1);
        if let Some(mask) = place.arrays.masks.get_mut(at * shape.actions..(at + 1) * shape.actions) {
            self.table.decision().mask(mask);
        }
        if let (Some(seat), true) = (seat, shape.history > 0) {
            self.show_tokens(seat, place);
        }
    }

    /// Appends what is new to the seat; of a history that is too long the latest tokens are shown.
    fn show_tokens(&mut self, seat: Seat, place: &mut Place<'_, '_>) {
        let Shape { seats, history, present, .. } = place.shape;
        let row = place.at * seats + seat.index();
        if let Some(out) = place.arrays.tokens.get_mut(row * history..(row + 1) * history) {
            let (kept, end) = self.shown[seat.index()];
            let (seen, written) = self.table.sequence(seat);
            let skipped = (seen.len() + written.len()).saturating_sub(history);
            let from = if skipped == 0 { kept as usize } else { 0 };
            let new = seen.iter().skip(skipped + from);
            let new = new.chain(written.iter().skip(skipped.saturating_sub(seen.len())));
            let mut to = from;
            for (cell, token) in out[from..].iter_mut().zip(new) {
                *cell = *token as i16;
                to += 1;
            }
            if let Some(rest) = out.get_mut(to..end as usize) {
                rest.fill(Batch::<G>::PADDING as i16);
            }
            let kept = if skipped == 0 { seen.len() as u32 } else { 0 };
            self.shown[seat.index()] = (kept, to as u32);
            put(place.arrays.lengths, row, to as i32);
        }
        if let Some(out) = place.arrays.present.get_mut(place.at * present..(place.at + 1) * present)
            && !out.is_empty()
        {
            self.table.present(seat, &mut self.scratch);
            let len = self.scratch.len().min(present);
            for (cell, token) in out.iter_mut().zip(&self.scratch) {
                *cell = *token as i16;
            }
            if let Some(rest) = out.get_mut(len..self.present) {
                rest.fill(Batch::<G>::PADDING as i16);
            }
            self.present = len;
        }
    }

    /// A legal id, all equally likely but for a bias below 2⁻³².
    #[inline]
    fn sample(&mut self) -> i32 {
        // SplitMix64: draws for learners need not be the same for ever, but must not cost more than a step.
        self.dice = self.dice.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.dice;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let decision = self.table.decision();
        let nth = (((mixed >> 32) * decision.count() as u64) >> 32) as usize;
        decision.nth(nth).map_or(-1, |id| id as i32)
    }
}

fn put<T>(array: &mut [T], at: usize, value: T) {
    if let Some(cell) = array.get_mut(at) {
        *cell = value;
    }
}
