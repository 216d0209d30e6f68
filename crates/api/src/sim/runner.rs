//! Plays the games of a range on many threads and counts them.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use gaslamp_core::{Contents, Diagnostic, Notation, Outcome, Record, Rng, Session, record};
use rayon::prelude::*;

use super::{Range, Score, Tally};
use crate::diagnostic::Problems;
use crate::workers::Course;

/// Takes the number of a game and its record, from any thread.
pub type Sink<'a> = dyn Fn(u64, &str) -> Result<(), Problems> + Sync + 'a;

/// The most games played between two reports of progress.
const LARGEST_BLOCK: u64 = 1024;
/// The fewest blocks of work, if there are that many games, so that slow games are spread over the threads as well.
const FEWEST_BLOCKS: u64 = 64;

/// The size of a block of work, and how many there are.
fn blocks(games: u64) -> (u64, u64) {
    let size = (games / FEWEST_BLOCKS).clamp(1, LARGEST_BLOCK);
    (size, games.div_ceil(size))
}

/// No more of these threads than there are blocks of work, since others would be idle.
#[must_use]
pub fn useful_threads(games: u64, threads: NonZero<usize>) -> NonZero<usize> {
    let blocks = usize::try_from(blocks(games).1).unwrap_or(usize::MAX);
    NonZero::new(blocks).map_or(NonZero::<usize>::MIN, |blocks| blocks.min(threads))
}

/// A game that was played.
pub(crate) struct Game<S> {
    pub(crate) steps: u64,
    /// None if the game did not end.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) score: S,
    /// If it is wanted.
    pub(crate) record: Option<String>,
}

impl<S> Game<S> {
    /// The game of a session.
    pub(crate) fn of<G: Notation>(session: &Session<G>, score: S, is_recorded: bool) -> Self {
        let run = session.run();
        Self {
            steps: run.record().actions.len() as u64,
            outcome: run.state().outcome(),
            score,
            record: is_recorded.then(|| record::write_line(run)),
        }
    }
}

/// The actions of a game that is played without a session, if they are wanted.
pub(crate) struct Log<A>(Option<Vec<A>>);

impl<A> Log<A> {
    pub(crate) fn new(is_recorded: bool) -> Self {
        Self(is_recorded.then(Vec::new))
    }

    pub(crate) fn push(&mut self, action: A) {
        if let Some(actions) = &mut self.0 {
            actions.push(action);
        }
    }

    /// The record, if it is wanted.
    pub(crate) fn record<G: Notation<Action = A>>(
        self,
        setup: &G::Setup,
        contents: &Contents<G::Content>,
    ) -> Result<Option<String>, Problems> {
        let Some(actions) = self.0 else { return Ok(None) };
        let record = Record { actions, contents: contents.clone(), ..Record::<G>::new(setup.clone()) };
        let run = record.replay().map_err(|error| Diagnostic::from(error.refusal))?;
        Ok(Some(record::write_line(&run)))
    }
}

/// Plays games and counts them. `make` makes what plays a block of games, `play` plays one game and is told whether its record is wanted.
pub(crate) fn count<P, S: Score>(
    range: Range,
    course: &Course<'_>,
    records: Option<&Sink<'_>>,
    make: impl Fn() -> P + Sync,
    play: impl Fn(&mut P, Rng, bool) -> Result<Game<S>, Problems> + Sync,
) -> Result<Tally<S>, Problems> {
    let Range { seed, first, games } = range;
    let Some(end) = first.checked_add(games) else {
        let message = format!("there are no {games} games from number {first}");
        return Err(Problems::unreadable("sim/range", message));
    };
    let (size, blocks) = blocks(games);
    let counted = Mutex::new(Tally::default());
    let block = |block: u64| {
        let from = first + block * size;
        let to = end.min(from.saturating_add(size));
        let mut tally = Tally::default();
        let mut player = make();
        for game in from..to {
            if course.is_stopped() {
                break;
            }
            let played = play(&mut player, Rng::for_game(seed, game), records.is_some()).map_err(Some)?;
            if let (Some(sink), Some(record)) = (records, &played.record) {
                sink(game, record).map_err(Some)?;
            }
            tally.count(&played);
        }
        // Counts are added whole, so they are valid even if a thread has panicked.
        counted.lock().unwrap_or_else(PoisonError::into_inner).merge(&tally);
        (course.progress)(to - from);
        if course.is_stopped() { Err(None) } else { Ok(()) }
    };
    // The first failure stops everything, and so does whoever does not want to wait, which is not a failure.
    let stopped = course.workers.install(|| (0..blocks).into_par_iter().try_for_each(block));
    match stopped {
        Err(Some(problems)) => Err(problems),
        _ => Ok(counted.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// That nobody is called this, and who there is.
pub(crate) fn unknown(id: &'static str, what: &str, name: &str, names: &[&str]) -> Problems {
    Diagnostic::new(id, format!("unknown {what} `{name}`")).fix(names.join(", ")).into()
}
