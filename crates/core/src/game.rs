//! The contract of a rules engine: who is to act, what is legal, apply, what is seen, how it ended.
//!
//! A value of a type that is a [`Game`] is one state of that game. It accepts actions and emits events; it
//! holds no history, no names and no generator, and copying it is cheap.

use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::diagnostic::Diagnostic;
use crate::rng::Rng;
use crate::seat::{Actor, Seat, Seats};
use crate::trace::Phase;

/// A rules engine. `Self` is a checked state; only [`Game::start`] makes one from an unchecked set-up.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The name of the game on the command line and in records.
    const NAME: &'static str;
    /// Moves only when an old record would replay differently.
    const VERSION: u32;

    /// What anybody may write down: players, script, decks, table rules. Not yet checked.
    type Setup: Clone + PartialEq + Debug + Send + Sync;
    /// A small value; who acts is not part of it, the state knows.
    type Action: Action;
    /// The kinds of choice that are too many to list; an empty enum where a game has none.
    type Open: Copy + Eq + Debug;
    /// What a long choice holds (an order of cards, a bag, a statement); [`NoContent`] where none is long.
    type Content: Clone + Eq + Debug + Send + Sync;
    /// Something that happened, as the rules tell it.
    type Event: Event;
    /// What one seat sees of the present: the table, and its own secrets.
    type VisibleState: Clone + PartialEq + Debug;

    /// Checks a set-up; every broken rule is reported.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
    fn start(setup: &Self::Setup) -> Result<Self, Vec<Diagnostic>>;

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// Who is to act; nobody once the game is over.
    fn to_act(&self) -> Option<Actor>;

    /// Everything the actor may do, into the caller's buffer (cleared first), always in the same order.
    fn legal(&self, out: &mut Vec<Choice<Self>>);

    /// Whether this very action is legal now, open choices included.
    ///
    /// # Errors
    /// The rule that refuses it.
    fn check(&self, action: Self::Action, contents: &Contents<Self::Content>) -> Result<(), Refusal>;

    /// Applies an action and emits what happens, each event with the phase it belongs to. A refused action
    /// changes nothing and emits nothing.
    ///
    /// # Errors
    /// The rule that refuses it.
    fn apply(
        &mut self,
        action: Self::Action,
        contents: &Contents<Self::Content>,
        emit: &mut impl FnMut(Phase, Self::Event),
    ) -> Result<(), Refusal>;

    /// Draws a concrete action for an open choice that is in the legal list, with the odds that the rules
    /// give it.
    fn sample(&self, open: Self::Open, rng: &mut Rng, contents: &mut Contents<Self::Content>)
    -> Self::Action;

    /// How likely chance takes this choice, against the others of the list. Only chance is asked.
    fn weight(&self, _choice: Choice<Self>) -> u32 {
        1
    }

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The phase of the trace that the next action belongs to.
    fn phase(&self) -> Phase;

    /// What a seat sees of this state. Implemented in the game's `view`, the only door for secrets.
    fn visible_state(&self, seat: Seat) -> Self::VisibleState;
}

/// What every action is: a small value with an order of its own.
pub trait Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static> Action for T {}

/// Something that happened. It owns what it tells, so that a view needs nothing beside it.
pub trait Event: Clone + PartialEq + Debug + Send + Sync {
    /// The event as this seat sees it, if it sees it at all.
    #[must_use]
    fn seen_by(&self, seat: Seat) -> Option<Self>;
}

/// One entry of a legal list.
pub enum Choice<G: Game> {
    /// This action.
    Action(G::Action),
    /// Any action of this kind that [`Game::check`] accepts.
    Open(G::Open),
}

/// A legal list.
pub type Actions<G> = Vec<Choice<G>>;

// Derives would ask the same of `G` itself.
impl<G: Game> Clone for Choice<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Choice<G> {}

impl<G: Game> PartialEq for Choice<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Action(a), Self::Action(b)) => a == b,
            (Self::Open(a), Self::Open(b)) => a == b,
            _ => false,
        }
    }
}

impl<G: Game> Debug for Choice<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(action) => action.fmt(f),
            Self::Open(open) => write!(f, "any {open:?}"),
        }
    }
}

/// A rule that can refuse an action: a stable id and what it says.
#[derive(PartialEq, Eq, Debug)]
pub struct Rule {
    /// Stable, such as `game/turn/not-yours`.
    pub id: &'static str,
    /// The rule in words.
    pub says: &'static str,
}

/// An action was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule that refused it.
    pub rule: &'static Rule,
}

impl From<&'static Rule> for Refusal {
    fn from(rule: &'static Rule) -> Self {
        Self { rule }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.rule.says, self.rule.id)
    }
}

impl std::error::Error for Refusal {}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner's name in this game, or `draw`.
    pub result: &'static str,
    /// Who won.
    pub won: Seats,
    /// Who lost.
    pub lost: Seats,
}

impl Outcome {
    /// 1 for a win, -1 for a loss, else 0.
    #[must_use]
    pub fn score(&self, seat: Seat) -> i8 {
        i8::from(self.won.contains(seat)) - i8::from(self.lost.contains(seat))
    }
}

/// Where a long content sits in its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ContentId(u32);

/// The long contents of a record; actions hold a [`ContentId`]. It may hold secrets and never reaches a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents<C> {
    items: Vec<C>,
}

impl<C> Default for Contents<C> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<C> Contents<C> {
    /// Forgets all of them; what was allocated is kept.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
    }
}

impl<C: Eq> Contents<C> {
    /// The place of this content; one that is already there keeps its place.
    pub fn intern(&mut self, content: C) -> ContentId {
        let at = self.items.iter().position(|item| *item == content).unwrap_or_else(|| {
            self.items.push(content);
            self.items.len() - 1
        });
        ContentId(at as u32)
    }

    /// The content at this place.
    #[must_use]
    pub fn get(&self, id: ContentId) -> Option<&C> {
        self.items.get(id.0 as usize)
    }
}

/// The content type of a game without long choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoContent {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_contents_share_a_place() {
        let mut contents = Contents::default();
        let order = contents.intern(vec![3, 1, 2]);
        assert_eq!(contents.intern(vec![2, 1]), ContentId(1));
        assert_eq!(contents.intern(vec![3, 1, 2]), order);
        assert_eq!(contents.get(order), Some(&vec![3, 1, 2]));
        assert_eq!(contents.get(ContentId(9)), None);
    }

    #[test]
    fn scores_are_by_team() {
        let [red, black] = [0, 1].map(Seat::new);
        let outcome = Outcome { result: "red", won: Seats::only(red), lost: Seats::only(black) };
        assert_eq!([0, 1, 2].map(|i| outcome.score(Seat::new(i))), [1, -1, 0]);
    }
}
