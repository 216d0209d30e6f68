//! Which cards are meant: a list of tests, all of which must hold.

use serde::{Deserialize, Serialize};

use super::{Amount, Ref};
use crate::cards::{Classification, Ink, KeywordName};

/// A list of tests, all of which must hold, in the order of the text.
pub type Filter = Vec<Test>;

/// One test of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Test {
    /// Of this type, wherever the card is; a song is an action, too.
    Type(CardType),
    /// Any of these filters.
    Any(Vec<Filter>),
    /// Not this.
    Not(Box<Test>),
    /// The controller's.
    Yours,
    /// An opponent's.
    Opposing,
    /// The player's who was named last: "one of their characters".
    Theirs,
    /// Another card than the one with the ability, and than those that the ability has chosen before (6.1.6).
    Other,
    /// Another card than that, and than the one with the ability (6.1.6).
    OtherThan(Ref),
    /// With this classification.
    Class(Classification),
    /// Of this ink.
    Ink(Ink),
    /// With this name.
    Named(String),
    /// With the name of that card.
    SameNameAs(Ref),
    /// With the name that a player named.
    NamedSo,
    /// With this keyword.
    Keyword(KeywordName),
    /// Costs this much.
    Cost(Range),
    /// Has this much strength.
    Strength(Range),
    /// Has this much willpower.
    Willpower(Range),
    /// Has this much lore.
    Lore(Range),
    /// Has damage.
    Damaged,
    /// Has this much damage.
    Damage(Range),
    /// Exerted; `Not` of it is ready.
    Exerted,
    /// At a location.
    AtLocation,
    /// At the location with the ability, or where the character with the ability is.
    Here,
    /// At that location.
    At(Ref),
    /// With a card under it.
    HasUnder,
    /// May be put into the inkwell.
    Inkable,
    /// Was challenged this turn.
    WasChallenged,
    /// Has sung this song, the card with the ability; the last time it was sung.
    SangThis,
    /// Was played this turn.
    PlayedThisTurn,
    /// With the lowest or highest cost of those that match the tests before.
    LowestCost,
    /// See [`Self::LowestCost`].
    HighestCost,
}

/// A type of card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum CardType {
    Character,
    Action,
    Song,
    Item,
    Location,
}

/// What a number may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Range {
    /// Exactly this.
    Is(Amount),
    /// This or more.
    From(Amount),
    /// This or less.
    UpTo(Amount),
    /// Less than this.
    Below(Amount),
    /// Either of these.
    Either(u8, u8),
}
