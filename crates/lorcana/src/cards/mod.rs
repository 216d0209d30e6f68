//! The published cards: names, keys, ids, numbers, types, inks, keywords, printings. Facts only.
//!
//! **Reads** a card from its key (`tipo_growing_son`), from the id of any of its printings, or from its full name
//! in any case and with any punctuation, with or without accents, `&` or `and`. **Writes** the full name as
//! printed, `Tipo - Growing Son`. A copy of a card in a deck is the key, a dot and letters; see [`CardCopy`].

mod abilities;
mod copy;
mod facts;
mod json;
mod keyword;
mod name;
mod nearest;
mod table;
mod texts;

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

pub use abilities::{Coverage, teach};
pub use copy::CardCopy;
pub use facts::Classification;
use facts::{BY_ID, BY_KEY, BY_NAME, FACTS, SETS};

pub use keyword::{Discarded, Keyword, KeywordName, Onto, Shift, ShiftCost};
pub(crate) use name::fold;
pub use nearest::nearest;
pub use texts::{Text, Texts};

/// How many cards of one full name a deck may have, unless the card says otherwise (rule 1.10).
pub const USUAL_COPIES: u16 = 4;

/// One published card, whatever its printing.
///
/// Cards are numbered by id, so that new sets come after the old ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u16);

/// The facts of a card.
#[derive(Debug)]
pub struct Facts {
    /// The id of its first printing.
    pub id: u16,
    /// Its name in files: `mr._smee_loyal_first_mate`. Dots and apostrophes stay.
    pub key: &'static str,
    /// Name and version: `Mr. Smee - Loyal First Mate`.
    pub full_name: &'static str,
    /// The name: `Mr. Smee`.
    pub name: &'static str,
    /// The version: `Loyal First Mate`. Characters and locations have one, with few exceptions.
    pub version: Option<&'static str>,
    /// The names it counts as besides its own, if it has several: `Flotsam`, `Jetsam`.
    pub names: &'static [&'static str],
    /// The type, with the numbers that only this type has.
    pub kind: Kind,
    /// One or two inks, or none if it belongs to a quest.
    pub inks: Inks,
    /// What it costs to play.
    pub cost: u8,
    /// Whether it may be put into the inkwell.
    pub inkable: bool,
    /// The classifications, in the order of the card.
    pub classifications: &'static [Classification],
    /// The keywords, in the order of the card.
    pub keywords: &'static [Keyword],
    /// How many abilities it has beyond its keywords.
    pub abilities: Abilities,
    /// Every printing, oldest first.
    pub printings: &'static [Printing],
    /// How many copies a deck may have; none if any number (rule 1.10, and the card).
    pub most_copies: Option<u16>,
    /// With this card, a deck may have other characters of this classification whatever their ink.
    pub any_ink: Option<Classification>,
    /// Whether it is allowed in the Core format.
    pub core: bool,
    /// Whether it is allowed in the Infinity format; cards allowed in neither format are banned or belong to a quest.
    pub infinity: bool,
}

/// The type of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Has an effect, then goes to the discard; a song is an action with [`Classification::Song`].
    Action,
    /// Quests and challenges.
    Character {
        /// The damage it deals in a challenge.
        strength: u8,
        /// The damage that banishes it.
        willpower: u8,
        /// The lore it quests for.
        lore: u8,
    },
    /// Stays in play.
    Item,
    /// A place for characters.
    Location {
        /// What it costs a character to move there.
        move_cost: u8,
        /// The damage that banishes it.
        willpower: u8,
        /// The lore it gives its owner each turn.
        lore: u8,
    },
}

/// An ink.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs)]
pub enum Ink {
    Amber,
    Amethyst,
    Emerald,
    Ruby,
    Sapphire,
    Steel,
}

/// A set of inks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Inks(u8);

/// The number of abilities beyond keywords. Reminders of other facts (a song, several names) do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// Abilities that wait for something to happen.
    pub triggered: u8,
    /// Abilities that always apply.
    pub lasting: u8,
    /// Abilities that are paid for.
    pub activated: u8,
    /// Effects of action cards.
    pub effects: u8,
}

/// One printing of a card.
#[derive(Clone, Copy, Debug)]
pub struct Printing {
    /// Its id.
    pub id: u16,
    /// The set it belongs to.
    pub set: &'static Set,
    /// The number in the set.
    pub number: Option<u16>,
    /// The rarity.
    pub rarity: Rarity,
    /// A letter that distinguishes printings with the same number.
    pub variant: Option<char>,
}

/// How rare a printing is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Rarity {
    Common,
    Uncommon,
    Rare,
    SuperRare,
    Legendary,
    Special,
    Epic,
    Enchanted,
    Iconic,
}

/// A published set. Some are only announced and have no cards yet.
#[derive(PartialEq, Eq, Debug)]
pub struct Set {
    /// `1`, or `Q1` for a quest.
    pub code: &'static str,
    /// The name.
    pub name: &'static str,
    /// What it is for.
    pub kind: SetKind,
    /// The release date: `2023-09-01`.
    pub released: Option<&'static str>,
}

/// What a set is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetKind {
    /// For constructed decks.
    Expansion,
    /// For a quest that players play together.
    Quest,
}

impl Card {
    /// The number of cards.
    pub const COUNT: usize = FACTS.len();

    /// Every published card, by id.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..FACTS.len() as u16).map(Self)
    }

    /// Its index in [`Card::all`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at this index of [`Card::all`].
    #[must_use]
    pub const fn at(index: usize) -> Option<Self> {
        if index < FACTS.len() { Some(Self(index as u16)) } else { None }
    }

    /// The card with this key, for constants: an unknown key fails to compile there.
    ///
    /// # Panics
    /// Outside constants, if no card has the key; use [`Card::from_key`] there.
    #[must_use]
    pub const fn with_key(key: &str) -> Self {
        match Self::from_key(key) {
            Some(card) => card,
            None => panic!("no card has this key"),
        }
    }

    /// The card with exactly this key.
    #[must_use]
    pub const fn from_key(key: &str) -> Option<Self> {
        let (mut low, mut high) = (0, BY_KEY.len());
        while low < high {
            let middle = (low + high) / 2;
            let card = Self(BY_KEY[middle]);
            match compare(card.facts().key.as_bytes(), key.as_bytes()) {
                0 => return Some(card),
                1.. => high = middle,
                _ => low = middle + 1,
            }
        }
        None
    }

    /// The card that has a printing with this id.
    #[must_use]
    pub fn from_id(id: u32) -> Option<Self> {
        let index = BY_ID.get(usize::try_from(id).ok()?)?;
        Self::at(usize::from(*index))
    }

    /// The card named by a text: its full name or its key, in any case and with any punctuation.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let wanted = name::fold(text);
        let found = BY_NAME.binary_search_by(|(name, _)| (*name).cmp(&wanted)).ok()?;
        Some(Self(BY_NAME[found].1))
    }

    /// The cards with this name, in any version, by id.
    pub fn named(text: &str) -> impl Iterator<Item = Self> {
        let wanted = name::fold(text);
        let is_meant = move |name: &str| name::fold(name) == wanted;
        Self::all().filter(move |card| {
            let facts = card.facts();
            is_meant(facts.name) || facts.names.iter().any(|name| is_meant(name))
        })
    }

    /// Whether no card before it has the same name, so that it can stand for the name.
    #[must_use]
    pub fn is_first_of_name(self) -> bool {
        static FIRST: LazyLock<Vec<bool>> = LazyLock::new(|| {
            let mut names = HashSet::new();
            Card::all().map(|card| names.insert(card.facts().name)).collect()
        });
        FIRST[self.index()]
    }

    /// Its facts.
    #[must_use]
    pub const fn facts(self) -> &'static Facts {
        &FACTS[self.0 as usize]
    }

    /// Name and version.
    #[must_use]
    pub const fn full_name(self) -> &'static str {
        self.facts().full_name
    }

    /// Its name in files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.facts().key
    }
}

/// The full name.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.full_name())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl Facts {
    /// The strength of a character.
    #[must_use]
    pub const fn strength(&self) -> Option<u8> {
        match self.kind {
            Kind::Character { strength, .. } => Some(strength),
            _ => None,
        }
    }

    /// The willpower of a character or a location.
    #[must_use]
    pub const fn willpower(&self) -> Option<u8> {
        match self.kind {
            Kind::Character { willpower, .. } | Kind::Location { willpower, .. } => Some(willpower),
            _ => None,
        }
    }

    /// The lore of a character or a location.
    #[must_use]
    pub const fn lore(&self) -> Option<u8> {
        match self.kind {
            Kind::Character { lore, .. } | Kind::Location { lore, .. } => Some(lore),
            _ => None,
        }
    }

    /// The move cost of a location.
    #[must_use]
    pub const fn move_cost(&self) -> Option<u8> {
        match self.kind {
            Kind::Location { move_cost, .. } => Some(move_cost),
            _ => None,
        }
    }

    /// Whether it has a classification.
    #[must_use]
    pub fn is(&self, classification: Classification) -> bool {
        self.classifications.contains(&classification)
    }

    /// Whether it is a song.
    #[must_use]
    pub fn is_song(&self) -> bool {
        self.kind == Kind::Action && self.is(Classification::Song)
    }

    /// Whether it has a name, its own or one of several.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.names.contains(&name)
    }
}

impl Kind {
    /// Its name, as on cards.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Action => "Action",
            Self::Character { .. } => "Character",
            Self::Item => "Item",
            Self::Location { .. } => "Location",
        }
    }
}

impl Ink {
    /// The six inks.
    pub const ALL: [Self; 6] =
        [Self::Amber, Self::Amethyst, Self::Emerald, Self::Ruby, Self::Sapphire, Self::Steel];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amber => "Amber",
            Self::Amethyst => "Amethyst",
            Self::Emerald => "Emerald",
            Self::Ruby => "Ruby",
            Self::Sapphire => "Sapphire",
            Self::Steel => "Steel",
        }
    }

    /// The ink with this name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ink| ink.name() == name)
    }
}

impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Inks {
    /// The set of these inks.
    #[must_use]
    pub const fn of(inks: &[Ink]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < inks.len() {
            bits |= 1 << inks[at] as u8;
            at += 1;
        }
        Self(bits)
    }

    /// Whether it contains an ink.
    #[must_use]
    pub const fn contains(self, ink: Ink) -> bool {
        self.0 & (1 << ink as u8) != 0
    }

    /// The inks of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The number of inks.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it contains no ink.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The inks, in order.
    pub fn iter(self) -> impl Iterator<Item = Ink> {
        Ink::ALL.into_iter().filter(move |&ink| self.contains(ink))
    }
}

impl fmt::Debug for Inks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Abilities {
    /// The number of abilities of all kinds.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.triggered + self.lasting + self.activated + self.effects
    }
}

impl Rarity {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Common => "Common",
            Self::Uncommon => "Uncommon",
            Self::Rare => "Rare",
            Self::SuperRare => "Super Rare",
            Self::Legendary => "Legendary",
            Self::Special => "Special",
            Self::Epic => "Epic",
            Self::Enchanted => "Enchanted",
            Self::Iconic => "Iconic",
        }
    }
}

impl SetKind {
    /// Its name, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Expansion => "expansion",
            Self::Quest => "quest",
        }
    }
}

impl Set {
    /// Every set, expansions first.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &SETS
    }

    /// The set with this code or name, in any case.
    #[must_use]
    pub fn read(text: &str) -> Option<&'static Self> {
        let wanted = name::fold(text);
        SETS.iter().find(|set| name::fold(set.code) == wanted || name::fold(set.name) == wanted)
    }

    /// The cards that have a printing in it, by id.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        Card::all()
            .filter(|card| card.facts().printings.iter().any(|printing| printing.set.code == self.code))
    }
}

/// Negative, zero or positive: how `a` compares to `b`, byte by byte.
const fn compare(a: &[u8], b: &[u8]) -> i8 {
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return if a[at] < b[at] { -1 } else { 1 };
        }
        at += 1;
    }
    match (at < a.len(), at < b.len()) {
        (true, _) => 1,
        (_, true) => -1,
        _ => 0,
    }
}
