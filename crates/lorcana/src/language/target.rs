//! Who and what is meant: players, cards that were named before, and cards that are chosen.

use serde::{Deserialize, Serialize};

use super::{Amount, Filter};

/// A card, or several, that the text has named before.
///
/// Each keeps its cards when they move on, with what was last known of them: name, cost, types, player (6.7.6). A test of such a card
/// ([`super::Condition::Is`], [`super::Amount::Stat`]) looks at it as it is now where it still is, and as it was last if it has moved.
/// What was never set is no card: a step does nothing to it, a test of it fails, its player is nobody, and its numbers are 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ref {
    /// The card that has the ability.
    This,
    /// The card that the trigger is about: "whenever one of your characters quests, *they* …".
    Subject,
    /// The other card of the event: the challenging or the challenged one, the location moved to, the song sung, the banished one.
    Other,
    /// The location where that card is, or was last.
    LocationOf(Box<Ref>),
    /// What was chosen, looked at or revealed before, by the number of its slot; also if it has moved since, unlike [`Pool::Slot`]. A choice
    /// within a [`super::Step::May`] that was declined, or within a step that was not reached, leaves the slot unset.
    Slot(u8),
    /// The cards of the last such step: one that acts on a [`Target::Each`], puts cards under each of several (then it is those), or that
    /// draws or discards cards, puts the top cards of a deck somewhere else, or discards from a hand that was revealed. Of a [`Target::Each`] within a [`super::Step::May`] that was declined:
    /// those that it would have acted on, since the sentence after it is no part of the "may" (6.1.4).
    Those,
}

/// The players who do something or to whom something happens, seen from the controller of the ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Players {
    /// The controller.
    You,
    /// "Each opponent", "opponents".
    EachOpponent,
    /// "Chosen opponent".
    ChosenOpponent,
    /// "Chosen player".
    ChosenPlayer,
    /// "You and another chosen player each".
    YouAndChosen,
    /// "Each player", the active one first.
    EachPlayer,
    /// The player named last, or the one whose turn of a loop it is: "that player", "they". Each of the players of
    /// [`super::Step::May`], [`super::Step::ForEachPlayer`] and [`super::Condition::AnyOf`] in turn, within it; after an `AnyOf` that
    /// holds, the one for whom it holds, or who was chosen for it, in the steps that hang on it; in the steps of a trigger, the player
    /// of its event, where it has one.
    ThatPlayer,
    /// The player of a card: "its player", "the challenging player".
    PlayerOf(Ref),
    /// Any number of players, none too, whom the controller chooses before anything is done to one of them; only of a
    /// [`super::Step::ForEachPlayer`].
    AnyNumber,
    /// Those with the most cards in hand.
    MostCardsInHand,
    /// Each opponent with more lore than you.
    EachOpponentAhead,
}

/// What a step acts on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Target {
    /// What was named before.
    Ref(Ref),
    /// What is chosen now.
    Chosen(Choice),
    /// All that match, wherever the pool says; nobody chooses.
    Each(Pool, Filter),
}

/// A choice of cards.
///
/// Where several players choose, each does in turn, [`super::Test::Theirs`] means the one who does, and all that they choose comes into
/// the one slot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Who chooses.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub by: Players,
    /// How many.
    #[serde(default, skip_serializing_if = "is_one")]
    pub count: Count,
    /// Where from.
    #[serde(default, skip_serializing_if = "is_in_play")]
    pub from: Pool,
    /// What may be chosen.
    pub what: Filter,
    /// Whether the text says *chosen*: Ward protects from that (8), and some abilities wait for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_chosen: bool,
    /// Whether chance picks instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_random: bool,
    /// The sum of the strengths may be at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_strength: Option<u8>,
    /// Where the result is kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub slot: u8,
}

/// How many cards are chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Count {
    /// One.
    #[default]
    One,
    /// This many, or all if there are fewer.
    Exactly(Amount),
    /// Up to this many.
    UpTo(Amount),
    /// Any number.
    Any,
    /// All of them.
    All,
}

/// Where cards are looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Pool {
    /// In play.
    #[default]
    InPlay,
    /// In hands.
    Hand(Players),
    /// In discards.
    Discard(Players),
    /// In decks, all of it: a search.
    Deck(Players),
    /// In inkwells.
    Inkwell(Players),
    /// Under a card.
    Under(Ref),
    /// Under any card that matches.
    UnderAny(Filter),
    /// Among those in a slot that are still where they were when they came into it: looked at, revealed, chosen. So "the rest" is what
    /// the steps before have not moved.
    Slot(u8),
    /// In either of these.
    Either(Box<[Pool; 2]>),
}

fn you() -> Players {
    Players::You
}

fn is_you(players: &Players) -> bool {
    *players == Players::You
}

fn is_one(count: &Count) -> bool {
    *count == Count::One
}

fn is_in_play(pool: &Pool) -> bool {
    *pool == Pool::InPlay
}

fn is_zero(slot: &u8) -> bool {
    *slot == 0
}
