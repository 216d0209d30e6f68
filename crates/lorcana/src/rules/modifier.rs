//! What is changed about a card or a player at the moment, as plain data that a position can hold.

use crate::cards::{Card, KeywordName};

/// What a card or a player gets for a while. Numbers are added unless stated otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// Strength.
    Strength(i8),
    /// Willpower.
    Willpower(i8),
    /// Lore.
    Lore(i8),
    /// Challenger.
    Challenger(i8),
    /// Resist.
    Resist(i8),
    /// Singer with this value.
    Singer(i8),
    /// A keyword without a number.
    Has(KeywordFlag),
    /// It may not do something.
    Cannot(Restriction),
    /// The next damage that would be dealt to it is prevented.
    Shielded,
    /// What the effects of this card leave behind, by its number there.
    Of(Card, u8),
}

/// A keyword without a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum KeywordFlag {
    Adventurous,
    Alert,
    Bodyguard,
    Evasive,
    Reckless,
    Rush,
    Support,
    Vanish,
    Ward,
}

/// What a card can be forbidden to do, whatever it is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Restriction {
    /// It cannot quest.
    Quest,
    /// It cannot challenge.
    Challenge,
    /// It cannot be challenged.
    BeChallenged,
    /// It cannot ready.
    Ready,
    /// It cannot ready at the start of its player's turn; effects may still ready it.
    ReadyAtStart,
    /// It cannot exert to sing.
    Sing,
    /// It cannot move to a location.
    Move,
}

/// What may be so of a card beyond numbers, keywords and restrictions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quality {
    /// It must quest if able.
    MustQuest,
    /// It takes no damage from challenges.
    NoChallengeDamage,
    /// It cannot be dealt damage.
    NoDamage,
    /// It cannot be dealt damage unless it is being challenged.
    NoDamageUnlessChallenged,
    /// It takes no damage while it challenges.
    NoDamageWhileChallenging,
    /// It may quest in the turn in which it is played.
    QuestsAtOnce,
    /// Its strength cannot fall below the printed one.
    KeepsPrintedStrength,
    /// It deals damage with its willpower.
    FightsWithWillpower,
    /// The next damage that would be dealt to it is prevented.
    Shielded,
}

impl KeywordFlag {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Adventurous,
        Self::Alert,
        Self::Bodyguard,
        Self::Evasive,
        Self::Reckless,
        Self::Rush,
        Self::Support,
        Self::Vanish,
        Self::Ward,
    ];

    /// The flag of a keyword, if it has no number.
    #[must_use]
    pub const fn of(keyword: KeywordName) -> Option<Self> {
        Some(match keyword {
            KeywordName::Adventurous => Self::Adventurous,
            KeywordName::Alert => Self::Alert,
            KeywordName::Bodyguard => Self::Bodyguard,
            KeywordName::Evasive => Self::Evasive,
            KeywordName::Reckless => Self::Reckless,
            KeywordName::Rush => Self::Rush,
            KeywordName::Support => Self::Support,
            KeywordName::Vanish => Self::Vanish,
            KeywordName::Ward => Self::Ward,
            KeywordName::Boost
            | KeywordName::Challenger
            | KeywordName::Resist
            | KeywordName::Shift
            | KeywordName::SingTogether
            | KeywordName::Singer => return None,
        })
    }
}

impl Restriction {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Quest,
        Self::Challenge,
        Self::BeChallenged,
        Self::Ready,
        Self::ReadyAtStart,
        Self::Sing,
        Self::Move,
    ];
}
