//! The current traits of a card in play: its numbers, keywords and restrictions.
//!
//! [`Printed`] is what the card itself says, looked up once for each game; [`Traits`] is that, changed by static
//! abilities and lasting effects.

use super::card_rules::CardRules;
use super::modifier::{KeywordFlag, Modifier, Quality, Restriction};
use crate::cards::{Card, Keyword, KeywordName, Kind};

/// The current traits of a card in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits {
    /// May be negative; it counts as zero when damage is dealt.
    pub strength: i16,
    /// The damage that banishes it.
    pub willpower: i16,
    /// The lore it quests for, or gives each turn.
    pub lore: i16,
    /// The extra strength it has while challenging.
    pub challenger: i16,
    /// How much less damage is dealt to it.
    pub resist: i16,
    /// The cost it counts as when singing, if that is more than its own.
    pub singer: i16,
    /// What Boost costs, if it has Boost.
    pub boost: Option<u8>,
    keywords: u16,
    /// Keywords that it has lost or cannot gain, which beats whatever it has gained (6.4).
    lost: u16,
    cannot_gain: u16,
    cannot: u8,
    qualities: u16,
}

impl Traits {
    /// Whether it has this keyword.
    #[must_use]
    pub const fn has(&self, keyword: KeywordFlag) -> bool {
        self.keywords & 1 << keyword as u16 != 0
    }

    /// Whether this restriction applies to it.
    #[must_use]
    pub const fn cannot(&self, restriction: Restriction) -> bool {
        self.cannot & 1 << restriction as u8 != 0
    }

    /// Whether this is so of it.
    #[must_use]
    pub const fn is(&self, quality: Quality) -> bool {
        self.qualities & 1 << quality as u16 != 0
    }

    pub(super) const fn have(&mut self, quality: Quality) {
        self.qualities |= 1 << quality as u16;
    }

    /// Gains a keyword.
    pub(super) fn gain(&mut self, keyword: KeywordName, value: i16) {
        match keyword {
            KeywordName::Challenger => self.challenger = self.challenger.saturating_add(value),
            KeywordName::Resist => self.resist = self.resist.saturating_add(value),
            // Of several the earlier counts (8.1.2).
            KeywordName::Singer if self.singer == 0 => self.singer = value,
            KeywordName::Boost if self.boost.is_none() => self.boost = u8::try_from(value).ok(),
            _ => self.keywords |= KeywordFlag::of(keyword).map_or(0, |flag| 1 << flag as u16),
        }
    }

    /// Loses a keyword, or cannot gain it.
    pub(super) fn lose(&mut self, keyword: KeywordName, only_gained: bool) {
        let bit = 1 << keyword as u16;
        if only_gained { self.cannot_gain |= bit } else { self.lost |= bit }
    }

    /// Takes away what has been lost, whatever the order (1.2.2).
    pub(super) fn settle(&mut self, printed: &Self) {
        if self.lost | self.cannot_gain != 0 {
            self.lose_keywords(printed);
        }
        if self.is(Quality::KeepsPrintedStrength) {
            self.strength = self.strength.max(printed.strength);
        }
    }

    fn lose_keywords(&mut self, printed: &Self) {
        for keyword in KeywordName::ALL {
            let bit = 1 << keyword as u16;
            let (is_lost, is_kept) = (self.lost & bit != 0, self.cannot_gain & bit != 0);
            if !is_lost && !is_kept {
                continue;
            }
            match keyword {
                KeywordName::Challenger => self.challenger = if is_lost { 0 } else { printed.challenger },
                KeywordName::Resist => self.resist = if is_lost { 0 } else { printed.resist },
                KeywordName::Singer => self.singer = if is_lost { 0 } else { printed.singer },
                KeywordName::Boost => self.boost = if is_lost { None } else { printed.boost },
                _ => {
                    let flag = KeywordFlag::of(keyword).map_or(0, |flag| 1 << flag as u16);
                    self.keywords &= !flag;
                    self.keywords |= if is_lost { 0 } else { printed.keywords & flag };
                }
            }
        }
    }

    /// Applies a modifier.
    pub(super) fn modify(&mut self, modifier: Modifier) {
        match modifier {
            Modifier::Strength(by) => self.strength = self.strength.saturating_add(i16::from(by)),
            Modifier::Willpower(by) => self.willpower = self.willpower.saturating_add(i16::from(by)),
            Modifier::Lore(by) => self.lore = self.lore.saturating_add(i16::from(by)),
            Modifier::Challenger(by) => self.gain(KeywordName::Challenger, i16::from(by)),
            Modifier::Resist(by) => self.gain(KeywordName::Resist, i16::from(by)),
            Modifier::Singer(by) => self.gain(KeywordName::Singer, i16::from(by)),
            Modifier::Has(keyword) => self.keywords |= 1 << keyword as u16,
            Modifier::Cannot(restriction) => self.cannot |= 1 << restriction as u8,
            Modifier::Shielded => self.have(Quality::Shielded),
            Modifier::Of(..) => {}
        }
    }

    /// The traits that are printed on the card.
    fn printed(card: Card) -> Self {
        let facts = card.facts();
        let mut traits = Self { lore: i16::from(facts.lore().unwrap_or(0)), ..Self::default() };
        traits.strength = i16::from(facts.strength().unwrap_or(0));
        traits.willpower = i16::from(facts.willpower().unwrap_or(0));
        for &keyword in facts.keywords {
            match keyword {
                Keyword::Boost(cost) => traits.boost = Some(cost),
                Keyword::Challenger(n) => traits.challenger += i16::from(n),
                Keyword::Resist(n) => traits.resist += i16::from(n),
                Keyword::Singer(n) => traits.singer = i16::from(n),
                // These only concern how a card is played.
                Keyword::Shift(_) | Keyword::SingTogether(_) => {}
                _ => traits.keywords |= KeywordFlag::of(keyword.which()).map_or(0, |flag| 1 << flag as u16),
            }
        }
        traits
    }
}

/// What a card itself says, looked up once for each game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printed {
    pub traits: Traits,
    pub rules: &'static CardRules,
    pub cost: u8,
    pub is_character: bool,
    pub is_location: bool,
}

impl Printed {
    pub(super) fn of(card: Card) -> Self {
        let facts = card.facts();
        Self {
            traits: Traits::printed(card),
            rules: CardRules::of(card),
            cost: facts.cost,
            is_character: matches!(facts.kind, Kind::Character { .. }),
            is_location: matches!(facts.kind, Kind::Location { .. }),
        }
    }
}
