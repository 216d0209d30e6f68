//! The contract of a rules engine: who is to act, what is legal, how actions apply, who sees what, how the
//! game ended.
//!
//! A value of a type that is a [`Game`] is one state of that game. It accepts actions and emits events; it
//! holds no history, no names and no random generator, and is cheap to copy.

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
    /// Changes only when an old record would replay differently.
    const VERSION: u32;

    /// What anyone may write down: players, script, decks, table rules. Not checked yet.
    type Setup: Clone + PartialEq + Debug + Send + Sync;
    /// A small value. It does not say who acts: the state knows.
    type Action: Action;
    /// The kinds of choice with too many options to list; an empty enum if the game has none.
    type Open: Copy + Eq + Debug + Send + Sync;
    /// The contents of a long choice (an order of cards, a bag, a statement); [`NoContent`] if there are
    /// none.
    type Content: Clone + Eq + Debug + Send + Sync;
    /// Something that happened, as the rules report it.
    type Event: Event;
    /// What one seat sees of the present: the table and its own secrets.
    type VisibleState: Clone + PartialEq + Debug + Send + Sync;

    /// Checks a set-up and reports every broken rule.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
    fn start(setup: &Self::Setup) -> Result<Self, Vec<Diagnostic>>;

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// Who is to act; nobody once the game is over.
    fn to_act(&self) -> Option<Actor>;

    /// Writes everything the actor may do into the caller's buffer (cleared first), always in the same order.
    fn legal(&self, out: &mut Vec<Choice<Self>>);

    /// Whether this particular action is legal now, including as an answer to an open choice.
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

    /// Draws a concrete action for an open choice of the legal list, with the odds that the rules give it.
    fn sample(&self, open: Self::Open, rng: &mut Rng, contents: &mut Contents<Self::Content>)
    -> Self::Action;

    /// The relative weight with which chance takes this choice from the list. Only asked when chance is to
    /// act.
    fn weight(&self, _choice: Choice<Self>) -> u32 {
        1
    }

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The phase of the trace to which the next action belongs.
    fn phase(&self) -> Phase;

    /// What a seat sees of this state. Implemented in the game's `view`, the only place where hidden
    /// information leaves.
    fn visible_state(&self, seat: Seat) -> Self::VisibleState;
}

/// What every action must be: a small value with a total order.
pub trait Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static> Action for T {}

/// Something that happened. It owns its data, so a view needs nothing else to show it.
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

// Derives would demand the same bounds of `G` itself.
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

/// A rule that can refuse an action: a stable id and a message.
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
    /// 1 for a win, -1 for a loss, otherwise 0.
    #[must_use]
    pub fn score(&self, seat: Seat) -> i8 {
        i8::from(self.won.contains(seat)) - i8::from(self.lost.contains(seat))
    }
}

/// The index of a long content in its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ContentId(u32);

/// The long contents of a record, to which actions refer by [`ContentId`]. They may be secret and never reach
/// a seat.
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
    /// Removes all contents but keeps the allocation.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<C: Eq> Contents<C> {
    /// The index of this content, which is added unless it is already there.
    pub fn intern(&mut self, content: C) -> ContentId {
        let at = self.items.iter().position(|item| *item == content).unwrap_or_else(|| {
            self.items.push(content);
            self.items.len() - 1
        });
        ContentId(at as u32)
    }

    /// The content at this index.
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
