//! What cards and players get.

use serde::{Deserialize, Serialize};

use super::{Ability, Amount, Condition, Filter, Players};
use crate::cards::{Classification, KeywordName};

/// A number of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Stat {
    Strength,
    Willpower,
    Lore,
}

/// A keyword that is given, with its value if it has one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeywordGift {
    /// Which.
    pub name: KeywordName,
    /// Its value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
}

/// What a card gets.
///
/// Filters and restrictions in it are seen from the card that gives it: "yours" is of its controller, "this card" that card. Only what stands
/// within [`Modifier::Ability`] is seen from the card that gets it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Modifier {
    /// More or less of a number.
    Stat(Stat, Amount),
    /// A keyword.
    Keyword(KeywordGift),
    /// A keyword, its value so many times.
    KeywordTimes(KeywordGift, Box<Amount>),
    /// It loses a keyword.
    Loses(KeywordName),
    /// It cannot gain a keyword.
    CannotGain(KeywordName),
    /// An ability.
    Ability(Box<Ability>),
    /// It may not do something.
    Cannot(Restriction),
    /// It must do something if able.
    MustQuest,
    /// It can challenge ready cards that match.
    ChallengesReady(Filter),
    /// It takes no damage from challenges.
    NoChallengeDamage,
    /// It cannot be dealt damage.
    NoDamage,
    /// It cannot be dealt damage unless it is being challenged.
    NoDamageUnlessChallenged,
    /// It takes no damage while it challenges.
    NoDamageWhileChallenging,
    /// It gets something while it challenges such a card.
    WhileChallenging(Filter, Vec<Modifier>),
    /// It gets something while it is being challenged.
    WhileChallenged(Vec<Modifier>),
    /// It loses its ability with this name.
    LosesAbility(String),
    /// Its cost counts as this much more for singing.
    SingsFor(u8),
    /// Moving it to any location costs this much less.
    MovesAnywhereFor(u8),
    /// The next damage that would be dealt to it is prevented.
    Shielded,
    /// It has this classification, too.
    Class(Classification),
    /// It counts as having these names, too.
    Named(Vec<String>),
    /// It enters play exerted.
    EntersExerted,
    /// It enters play with damage.
    EntersDamaged(u8),
    /// It may move to the location with the ability, or to any, for this much less; none: for free.
    MovesFor(Option<u8>),
    /// It counts as inkable.
    CountsAsInkable,
    /// It may quest in the turn in which it is played.
    QuestsAtOnce,
    /// Its strength cannot fall below the printed one.
    KeepsPrintedStrength,
    /// It deals damage with its willpower.
    FightsWithWillpower,
}

/// What a card may not do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Restriction {
    /// Quest.
    Quest,
    /// Challenge.
    Challenge,
    /// Challenge such cards.
    ChallengeThese(Filter),
    /// Challenge the card with the ability.
    ChallengeThis,
    /// Be challenged.
    BeChallenged,
    /// Be challenged by such cards.
    BeChallengedBy(Filter),
    /// Ready at all.
    Ready,
    /// Ready at the start of its player's turn.
    ReadyAtStart,
    /// Exert to sing songs.
    Sing,
    /// Sing such songs, alone or together.
    SingThese(Filter),
    /// Move to locations.
    Move,
    /// Any of this, unless a condition holds.
    Unless(Box<Restriction>, Box<Condition>),
    /// Any of this, unless its player pays this much ink.
    UnlessPaid(Box<Restriction>, u8),
}

/// What a player gets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PlayerModifier {
    /// Such cards cost this much less to play; with a keyword: only when played with it.
    Cheaper(Filter, Amount),
    /// Such cards cost this much less when they are played with this keyword.
    CheaperWith(Filter, KeywordName, Amount),
    /// Such cards cost this much more.
    Dearer(Filter, u8),
    /// The next such card costs this much less.
    NextCheaper(Filter, Amount),
    /// Shifting the next such card costs this much less.
    NextShiftCheaper(Filter, Amount),
    /// The first such card each turn costs this much less.
    FirstCheaper(Filter, Amount),
    /// They cannot play such cards.
    CannotPlay(Filter),
    /// They cannot choose such cards for abilities and effects.
    CannotChoose(Filter),
    /// They must choose this card if they can.
    MustChooseThis,
    /// They cannot gain lore.
    CannotGainLore,
    /// They cannot lose lore.
    CannotLoseLore,
    /// They need this much lore to win.
    WinsAt(u8),
    /// They may put this many more cards into the inkwell each turn.
    MoreInk(u8),
    /// They may put cards from their discard into the inkwell.
    InksFromDiscard,
    /// Their cards enter the inkwell exerted.
    InkEntersExerted,
    /// They may play such cards from there.
    PlaysFrom(super::Pool, Filter),
    /// They may play such cards for free.
    Free(Filter),
    /// Any of this, unless a condition holds, in which [`Players::ThatPlayer`] is the player who gets it.
    Unless(Box<PlayerModifier>, Box<Condition>),
    /// They skip their draw step.
    SkipsDraw,
    /// They play with the top card of the deck faceup.
    TopFaceup,
    /// Only one character can challenge in each turn.
    OneChallenge,
    /// The next such card they play enters play exerted.
    NextEntersExerted(Filter),
    /// The next such card they play gets this.
    NextGets(Filter, Vec<Modifier>, Duration),
    /// Moving such characters costs them this much less; none: nothing.
    MovesCheaper(Filter, Option<u8>),
    /// Moving such characters to the location with the ability costs them this much less.
    MovesHereCheaper(Filter, u8),
    /// They cannot ready more than this many of such cards in their ready step.
    ReadiesAtMost(u8, Filter),
    /// Damage cannot be removed.
    NoHealing,
}

/// How long something lasts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Duration {
    /// This turn.
    ThisTurn,
    /// The rest of this turn.
    RestOfTurn,
    /// Until the start of the controller's next turn.
    UntilYourNextTurn,
    /// Until the start of those players' next turn.
    UntilNextTurnOf(Players),
    /// During their next turn only.
    TheirNextTurn,
    /// At the start of their next turn only.
    StartOfTheirNextTurn,
    /// During this challenge.
    Challenge,
    /// As long as what this happens instead of: "they get +3 ¤ instead".
    AsBefore,
    /// While this card is in play.
    WhileInPlay,
    /// As long as the card is in play.
    Unlimited,
}
