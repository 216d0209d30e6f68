//! Whether a position follows the rules: the only way from a claim to a state.
//!
//! Accepts a [`Position`], emits a [`State`] or everything that is wrong with it, each flaw with the part it is about.
//! References are checked first, since all other checks follow them; then the cards, then the flow of the game. Every
//! state that play can reach passes, and the engine can play on from every position that passes.

mod cards;
mod flow;
mod references;

use gaslamp_core::{Diagnostic, Seat};

use super::piece::CardId;
use super::position::Position;
use super::state::State;

/// Something that is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The part of the position it is about, for callers who know where that part is written.
    pub about: PositionPart,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

/// A part of a position. Numbers are indices into its lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionPart {
    /// The game as a whole: the turn, the stage, the list of cards.
    Game,
    /// A player.
    Player(Seat),
    /// A card.
    Card(CardId),
    /// The deck of a player.
    Deck(Seat),
    /// A lasting effect.
    Effect(usize),
    /// The bag as a whole.
    Bag,
    /// A trigger in the bag.
    Trigger(usize),
    /// An ability or action that is being resolved.
    Frame(usize),
    /// Damage that is about to be put on a card.
    Coming(usize),
    /// The pending question.
    Pending,
}

impl State {
    /// The state of a position.
    ///
    /// # Errors
    /// Every rule it breaks.
    pub fn from_position(position: Position) -> Result<Self, Vec<Diagnostic>> {
        Self::examine(position).map_err(|flaws| flaws.into_iter().map(|flaw| flaw.diagnostic).collect())
    }

    /// The state of a position, for callers who know where its parts are written.
    ///
    /// # Errors
    /// Every rule it breaks, with the part it is about.
    pub fn examine(position: Position) -> Result<Self, Vec<Flaw>> {
        let flaws = references::flaws(&position);
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let state = Self::new(position);
        let mut check = Check { state: &state, flaws: Vec::new() };
        check.decks();
        check.cards();
        check.used();
        check.flow();
        let flaws = check.flaws;
        if flaws.is_empty() { Ok(state) } else { Err(flaws) }
    }
}

/// What has been found so far in a position whose references are valid.
struct Check<'a> {
    state: &'a State,
    flaws: Vec<Flaw>,
}

impl Check<'_> {
    fn wrong(&mut self, about: PositionPart, id: &'static str, message: impl Into<String>) {
        self.flaws.push(Flaw { about, diagnostic: Diagnostic::illegal(id, message) });
    }

    /// Reports a flaw unless a condition holds.
    fn require(
        &mut self,
        holds: bool,
        about: PositionPart,
        id: &'static str,
        message: impl FnOnce() -> String,
    ) {
        if !holds {
            self.wrong(about, id, message());
        }
    }

    fn name(&self, id: CardId) -> String {
        self.state.piece(id).to_string()
    }
}
