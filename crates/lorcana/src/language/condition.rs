//! What must hold, and numbers that depend on the game.

use serde::{Deserialize, Serialize};

use super::{Filter, Players, Pool, Range, Ref, Stat};
use crate::cards::KeywordName;

/// What must hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Condition {
    /// All of these.
    All(Vec<Condition>),
    /// Any of these.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// It is the controller's turn.
    YourTurn,
    /// It is an opponent's turn.
    OpponentsTurn,
    /// Some card, or this many, are there: "while you have 2 or more items in play".
    There(Range, Pool, Filter),
    /// A card is like this: "if it's a song card", "while this character is exerted".
    Is(Ref, Filter),
    /// Two numbers compare.
    Compare(Amount, Relation, Amount),
    /// For some of these players, who is [`Players::ThatPlayer`] in it, this holds: "if an opponent has more cards in hand than you". That
    /// one stays so in the steps that hang on it.
    AnyOf(Players, Box<Condition>),
    /// Something has happened this turn, this often.
    Happened(Range, Event),
    /// The event of the trigger is the n-th such this turn, whatever has happened since: "if it's the second card you've put into your
    /// inkwell this turn".
    IsNth(u8, Event),
    /// The card was played with this keyword: "if you used Shift to play them".
    PlayedWith(Ref, KeywordName),
    /// A card is there: "if this card is in your discard".
    In(Ref, Pool),
    /// You have an ink drop.
    InkDrops,
    /// An ink drop was removed to play it.
    PlayedWithInkDrop(Ref),
    /// It is this player's first turn, and they were not the first player.
    FirstTurnSecond,
    /// All cards in the inkwell are exerted.
    InkwellExerted,
    /// A character has more of this than each opposing one.
    HasMost(Stat),
    /// The item played has a different name than each other.
    DifferentNames,
    /// The card is challenged at the moment.
    BeingChallenged(Ref),
    /// The card challenges such a card at the moment.
    Challenging(Ref, Filter),
    /// The revealed card is the named one.
    IsNamedCard(Ref),
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Relation {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Relation {
    /// Whether two numbers compare so.
    #[must_use]
    pub const fn holds(self, one: i32, two: i32) -> bool {
        match self {
            Self::Less => one < two,
            Self::AtMost => one <= two,
            Self::Equal => one == two,
            Self::AtLeast => one >= two,
            Self::More => one > two,
        }
    }
}

/// What may have happened this turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// These players played such a card.
    Played(Players, Filter),
    /// Such a card quested.
    Quested(Filter),
    /// Such a card challenged.
    Challenged(Filter),
    /// Such a card was banished.
    Banished(Filter),
    /// Such a card was banished in a challenge.
    BanishedInChallenge(Filter),
    /// Such a card took damage.
    Damaged(Filter),
    /// These players removed damage from such a card, at least this much at once.
    Healed(Players, Filter, u8),
    /// These players put a card into their inkwell.
    Inked(Players),
    /// These players drew a card.
    Drew(Players),
    /// These players discarded a card.
    Discarded(Players),
    /// Cards came into these players' discards, from wherever.
    IntoDiscard(Players),
    /// Cards other than this one came into these players' discards.
    OthersIntoDiscard(Players),
    /// These players got an ink drop.
    GotInkDrop(Players),
    /// A card was put under this one.
    PutUnderThis,
    /// Cards left these players' discards.
    LeftDiscard(Players),
    /// A card was put under such a card.
    PutUnder(Filter),
    /// Such a character sang this song.
    SangThis(Filter),
}

/// What a step before has done, that is counted afterwards; 0 if it was not done. If no step before does such a thing, it is what the event
/// of the trigger has come to: "whenever this character is dealt damage, … that much".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Done {
    /// Damage removed.
    DamageRemoved,
    /// Damage counters moved.
    DamageMoved,
    /// Lore lost.
    LoreLost,
    /// Cards discarded.
    Discarded,
    /// Cards moved anywhere, also into a deck.
    Moved,
    /// Items banished.
    ItemsBanished,
    /// Whatever it was: "that many", "the same amount".
    ThatMuch,
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Amount {
    /// The number of such cards.
    Count(Pool, Filter),
    /// The current value of a card; its last one if it has left (6.7.6).
    Stat(Ref, Stat),
    /// The damage on such cards.
    Damage(Box<super::Target>),
    /// The current value of a card that is chosen for that.
    StatOf(Box<super::Target>, Stat),
    /// The cost of a card that is chosen for that, or was.
    Cost(Box<super::Target>),
    /// The number of cards under a card.
    Under(Ref),
    /// What a step before has come to.
    Result(Done),
    /// The same, of such cards only.
    ResultOf(Done, Filter),
    /// The lore of a player.
    Lore(Players),
    /// The number of different inks among such cards.
    InkTypes(Pool, Filter),
    /// The number of different names among such cards.
    Names(Pool, Filter),
    /// How often it has happened this turn.
    Times(Box<Event>),
    /// This number for each so many: "1 lore for each 2 damage".
    ForEach(Box<Amount>, u8, Box<Amount>),
    /// The number of characters that sing this song.
    Singers,
    /// A sum.
    Plus(Box<[Amount; 2]>),
    /// At most this much.
    AtMost(Box<Amount>, u8),
    /// This number.
    #[serde(untagged)]
    N(i16),
}
