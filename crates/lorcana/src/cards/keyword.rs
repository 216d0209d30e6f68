//! Keywords (rule 8) and their values.
//!
//! **Writes** the name and the value, as on cards: `Singer 5`, `Resist +1`, `Universal Shift 4`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Classification;

/// A keyword of a card. Section 8 of the rule book says what each one does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Keyword {
    /// Known from card texts only.
    Adventurous,
    Alert,
    Bodyguard,
    /// What it costs to put a card under it.
    Boost(u8),
    /// The extra strength it has while challenging.
    Challenger(u8),
    Evasive,
    Reckless,
    /// How much less damage is dealt to it.
    Resist(u8),
    Rush,
    Shift(Shift),
    /// The total cost of the characters that can sing it together.
    SingTogether(u8),
    /// The cost it counts as when singing.
    Singer(u8),
    Support,
    Vanish,
    Ward,
}

/// A keyword by itself, without its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum KeywordName {
    Adventurous,
    Alert,
    Bodyguard,
    Boost,
    Challenger,
    Evasive,
    Reckless,
    Resist,
    Rush,
    Shift,
    #[serde(rename = "Sing Together")]
    SingTogether,
    Singer,
    Support,
    Vanish,
    Ward,
}

/// An alternative way to play a character: onto a card in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// What it costs.
    pub cost: ShiftCost,
    /// What the character can be played onto.
    pub onto: Onto,
    /// Whether it returns to hand at the end of the turn (8.10.8.5).
    pub temporary: bool,
}

/// What a Shift costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShiftCost {
    /// This much ink.
    Ink(u8),
    /// This many cards of a kind, discarded from hand.
    Discard(u8, Discarded),
    /// This many ink drops (known from card texts only).
    InkDrops(u8),
}

/// Which cards are discarded for a Shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Discarded {
    AnyCard,
    ActionCard,
    CharacterCard,
    ItemCard,
    LocationCard,
    SongCard,
}

/// What a character is shifted onto.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onto {
    /// A character with the same name.
    SameName,
    /// A character with this classification.
    Class(Classification),
    /// Any character: Universal Shift.
    AnyCharacter,
    /// An item with this name.
    ItemNamed(&'static str),
    /// A character with one of its names, or one of each: Combo Shift.
    OneOrBoth,
    /// One character of each of its names: Duo Shift.
    Both,
}

impl KeywordName {
    /// All of them, in alphabetical order.
    pub const ALL: [Self; 15] = [
        Self::Adventurous,
        Self::Alert,
        Self::Bodyguard,
        Self::Boost,
        Self::Challenger,
        Self::Evasive,
        Self::Reckless,
        Self::Resist,
        Self::Rush,
        Self::Shift,
        Self::SingTogether,
        Self::Singer,
        Self::Support,
        Self::Vanish,
        Self::Ward,
    ];

    /// As on cards.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Adventurous => "Adventurous",
            Self::Alert => "Alert",
            Self::Bodyguard => "Bodyguard",
            Self::Boost => "Boost",
            Self::Challenger => "Challenger",
            Self::Evasive => "Evasive",
            Self::Reckless => "Reckless",
            Self::Resist => "Resist",
            Self::Rush => "Rush",
            Self::Shift => "Shift",
            Self::SingTogether => "Sing Together",
            Self::Singer => "Singer",
            Self::Support => "Support",
            Self::Vanish => "Vanish",
            Self::Ward => "Ward",
        }
    }

    /// The keyword with this name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|keyword| keyword.name() == name)
    }
}

impl fmt::Display for KeywordName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Keyword {
    /// Which keyword it is; every Shift is [`KeywordName::Shift`].
    #[must_use]
    pub const fn which(self) -> KeywordName {
        match self {
            Self::Adventurous => KeywordName::Adventurous,
            Self::Alert => KeywordName::Alert,
            Self::Bodyguard => KeywordName::Bodyguard,
            Self::Boost(_) => KeywordName::Boost,
            Self::Challenger(_) => KeywordName::Challenger,
            Self::Evasive => KeywordName::Evasive,
            Self::Reckless => KeywordName::Reckless,
            Self::Resist(_) => KeywordName::Resist,
            Self::Rush => KeywordName::Rush,
            Self::Shift(_) => KeywordName::Shift,
            Self::SingTogether(_) => KeywordName::SingTogether,
            Self::Singer(_) => KeywordName::Singer,
            Self::Support => KeywordName::Support,
            Self::Vanish => KeywordName::Vanish,
            Self::Ward => KeywordName::Ward,
        }
    }

    /// Its name, as on cards.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.which().name()
    }

    /// Its value, if it has one; for Shift, the ink it costs.
    #[must_use]
    pub const fn value(self) -> Option<u8> {
        match self {
            Self::Boost(n)
            | Self::Challenger(n)
            | Self::Resist(n)
            | Self::SingTogether(n)
            | Self::Singer(n) => Some(n),
            Self::Shift(Shift { cost: ShiftCost::Ink(n), .. }) => Some(n),
            _ => None,
        }
    }
}

impl Discarded {
    /// Its name in lower case; `any` for any card.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnyCard => "any",
            Self::ActionCard => "action",
            Self::CharacterCard => "character",
            Self::ItemCard => "item",
            Self::LocationCard => "location",
            Self::SongCard => "song",
        }
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shift(shift) => shift.fmt(f),
            Self::Challenger(value) | Self::Resist(value) => write!(f, "{} +{value}", self.name()),
            Self::Boost(value) | Self::SingTogether(value) | Self::Singer(value) => {
                write!(f, "{} {value}", self.name())
            }
            _ => f.write_str(self.name()),
        }
    }
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.temporary {
            f.write_str("Temporary ")?;
        }
        match self.onto {
            Onto::SameName => {}
            Onto::Class(class) => write!(f, "{} ", class.name())?,
            Onto::AnyCharacter => f.write_str("Universal ")?,
            Onto::ItemNamed(item) => write!(f, "{item} ")?,
            Onto::OneOrBoth => f.write_str("Combo ")?,
            Onto::Both => f.write_str("Duo ")?,
        }
        match self.cost {
            ShiftCost::Ink(ink) => write!(f, "Shift {ink}"),
            ShiftCost::Discard(count, Discarded::AnyCard) => write!(f, "Shift (discards {count})"),
            ShiftCost::Discard(count, of) => write!(f, "Shift (discards {count} {})", of.name()),
            ShiftCost::InkDrops(drops) => write!(f, "Shift ({drops} ink drops)"),
        }
    }
}
