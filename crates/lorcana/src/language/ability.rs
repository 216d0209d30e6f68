//! Abilities: when they apply, what they cost, and what they do.

use serde::{Deserialize, Serialize};

use super::{Amount, Condition, Filter, KeywordGift, Modifier, PlayerModifier, Players, Ref, Step, Target};
use crate::cards::{Classification, KeywordName};

/// One ability of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ability {
    /// Waits for something to happen, then goes into the bag (7.7).
    Triggered {
        /// Only while this holds: "during your turn", "while this character is exerted".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        during: Option<Condition>,
        /// How often.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
        /// The events it waits for; any one of them is enough.
        when: Vec<When>,
        /// What it does. An "if" after the trigger is its first step, since it is looked at only then (6.2.4).
        does: Vec<Step>,
    },
    /// Paid for in the main step, then resolves at once.
    ///
    /// With no cost, the price is the first step: a [`Step::May`] or [`Step::Pay`], or a [`Step::To`] whose `first` is a [`Step::May`]. "Once
    /// during your turn, you may …" offers that step itself as the use: the ability can be used only when all that comes first in it can
    /// be done or paid, using it is accepting it, and what is declined is no use, neither for the limit nor for whatever waits for a
    /// use. So nobody can use it and decline.
    Activated {
        /// Only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        during: Option<Condition>,
        /// How often.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
        /// Paid in full before anything is done; none: see above.
        cost: Vec<Cost>,
        /// What it does.
        does: Vec<Step>,
    },
    /// Applies as long as its own card is in play. There is no event, so it has no subject; [`Ref::Other`] is the other character of the
    /// challenge that `during` names.
    Static {
        /// Only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        during: Option<Condition>,
        /// To these cards or players.
        to: Given,
    },
    /// The effect of an action card.
    Effect(Vec<Step>),
    /// Something happens instead of something else (6.5).
    Replaces {
        /// Only while this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        during: Option<Condition>,
        /// How often.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
        /// What would happen.
        would: Replaced,
        /// What happens instead.
        instead: Replacement,
    },
    /// About playing this card itself; works wherever the card is.
    Own(Own),
}

impl Ability {
    /// What it does step by step; empty if it is static, a replacement or about playing the card.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        match self {
            Self::Triggered { does, .. } | Self::Activated { does, .. } | Self::Effect(does) => does,
            Self::Static { .. } | Self::Replaces { .. } | Self::Own(_) => &[],
        }
    }
}

/// To whom a static ability applies, and what they get.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Given {
    /// Cards get something, this many times over.
    Cards(Target, Vec<Modifier>),
    /// Players get something.
    Players(Players, PlayerModifier),
}

/// How often an ability may be used or trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limit {
    /// This often.
    pub times: u8,
    /// In what time.
    pub per: LimitPer,
}

/// In what time a limit counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LimitPer {
    /// "Once per turn".
    Turn,
    /// "Once during your turn": so often, and not at all in the turns of others.
    YourTurn,
    /// "The first time … each turn".
    FirstEachTurn,
}

/// What a triggered ability waits for. The card that it is about is the subject, the other one of the event the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum When {
    /// These players play such a card; "you play this character" has the test of this card.
    Plays(Players, Who),
    /// It quests.
    Quests(Who),
    /// It quests while it is at a location.
    QuestsAtLocation(Who),
    /// It challenges such a card.
    Challenges(Who, Filter),
    /// It is challenged.
    IsChallenged(Who),
    /// It is banished.
    Banished(Who),
    /// It is banished in a challenge.
    BanishedInChallenge(Who),
    /// It is challenged and banished.
    ChallengedAndBanished(Who),
    /// It challenges and is banished.
    ChallengesAndIsBanished(Who),
    /// It banishes another character in a challenge.
    BanishesInChallenge(Who),
    /// It deals damage in a challenge.
    DealsDamageInChallenge(Who),
    /// It leaves play.
    Leaves(Who),
    /// It returns to hand from play.
    ReturnedToHand(Who),
    /// One sings a song; with a keyword, only by it.
    Sings(Who, Option<KeywordName>),
    /// One or more sing a song.
    OneOrMoreSing(Who),
    /// These players move it to a location; each player, if it does not matter who.
    Moves(Players, Who, Destination),
    /// A card is put under it.
    PutUnder(Players, Who),
    /// It takes damage.
    Damaged(Who),
    /// Damage is removed from it, at least this much.
    Healed(Players, Who, u8),
    /// It exerts.
    Exerts(Who),
    /// It enters play exerted.
    EntersExerted(Who),
    /// It is readied by these players.
    Readied(Players, Who),
    /// An opponent chooses it for an action or ability.
    ChosenByOpponent(Who),
    /// It is chosen for an action or an item's ability.
    ChosenForActionOrItem(Who),
    /// It is chosen for this keyword.
    ChosenFor(Who, KeywordName),
    /// A character is shifted onto it.
    ShiftedOnto(Who),
    /// It is shifted onto another.
    IsShifted(Who),
    /// A character of such a kind is played on this card.
    PlayedOnThis(Filter),
    /// The turn of these players begins.
    TurnBegins(Players),
    /// The turn of these players ends.
    TurnEnds(Players),
    /// These players draw a card.
    Draws(Players),
    /// These players draw a card during their own turn.
    DrawsInOwnTurn(Players),
    /// These players put a card into their inkwell.
    Inks(Players),
    /// A card is put into the inkwell of these players, by whomever.
    Inked(Players),
    /// These players discard such a card.
    Discards(Players, Filter),
    /// They discard this many or more at once.
    DiscardsMany(Players, u8),
    /// These players discard this card.
    DiscardsThis(Players),
    /// A card leaves the discard of these players.
    LeavesDiscard(Players),
    /// Cards come from the deck into the discard of these players, at least this many.
    Milled(Players, u8),
    /// This card comes from the deck into the discard.
    ThisMilled,
    /// These players return such a card from the discard to their hand.
    ReturnsFromDiscard(Players, Filter),
    /// These players remove an ink drop.
    RemovesInkDrop(Players),
    /// These players pay this much ink or less to play such a card.
    PaysAtMost(Players, u8, Filter),
    /// These players play the n-th such card of a turn.
    PlaysNth(Players, u8, Filter),
    /// These players use this keyword's ability of such a card.
    Uses(Players, KeywordName, Filter),
    /// One of these players' actions deals damage to such a card.
    ActionDamages(Players, Filter),
}

/// Which card a trigger is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Who {
    /// The card with the ability.
    This,
    /// A card like this.
    Any(Filter),
    /// The card with the ability or another like this.
    ThisOr(Filter),
    /// What a step before has put into a slot, in abilities that wait for a while: "whenever they quest this turn".
    Ref(Ref),
}

/// Where a character moves to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Destination {
    /// Any location.
    Any,
    /// The location with the ability.
    Here,
    /// The location with the ability, from another one.
    HereFromAnother,
}

/// A cost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cost {
    /// Exert this card: the symbol ⟳.
    Exert,
    /// Pay this much ink.
    Ink(u8),
    /// Banish this card.
    BanishThis,
    /// Remove an ink drop.
    InkDrop,
    /// Reveal so many such cards with the same name in one's hand.
    RevealSameName(Amount, Filter),
    /// Anything else that must be done in full.
    Do(Box<Step>),
}

/// An event that a replacement effect can replace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Replaced {
    /// A card would be dealt damage.
    BeDealtDamage(Target),
    /// A card would take damage of any kind.
    TakeDamage(Target),
    /// A card would be banished.
    BeBanished(Target),
    /// Players would discard because of an effect.
    Discard(Players),
    /// Players would get an ink drop.
    GetInkDrop(Players),
}

/// What happens instead of the replaced event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Replacement {
    /// Nothing.
    Nothing,
    /// The damage is put on the card with the ability.
    PutOnThis,
    /// These steps; the card of the event is the subject.
    Steps(Vec<Step>),
    /// These players may do the steps instead.
    May(Players, Vec<Step>),
}

/// About playing this card itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Own {
    /// It costs less.
    Cheaper {
        /// Only if this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        so: Option<Condition>,
        /// Only when played with this keyword.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<KeywordName>,
        /// How much less.
        less: Amount,
    },
    /// It may be played for free, at another cost.
    Free {
        /// Only if this holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        so: Option<Condition>,
        /// What must be done for that.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Step>,
        /// Whether it is shifted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        shift: bool,
    },
    /// It has this keyword while this holds, in the hand, too: "if …, this card gains Shift 2".
    Gains(Condition, KeywordGift),
    /// It can only be played if this holds.
    OnlyIf(Condition),
    /// It may enter play exerted; then this happens.
    MayEnterExerted(Vec<Step>),
    /// It enters play exerted, unless this holds.
    EntersExertedUnless(Condition),
    /// It may be played on such characters as if it had any name.
    PlaysOn(Filter),
    /// Any character may be shifted onto it.
    ShiftedOntoByAny,
    /// Shifting a character onto it costs this much less.
    ShiftedOntoFor(u8),
    /// It counts as having these names, too.
    AlsoNamed(Vec<String>),
    /// It counts as having these names, too, when a character is shifted onto it.
    NamedForShift(Vec<String>),
    /// How many copies a deck may have.
    Copies {
        /// The name of the card.
        named: String,
        /// How many; none: any number.
        most: Option<u16>,
    },
    /// A deck may have other characters of this class whatever their ink.
    AnyInk(Classification),
}
