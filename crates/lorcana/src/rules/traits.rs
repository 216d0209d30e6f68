//! The current traits of a card in play: its numbers, keywords and restrictions.
//!
//! [`Printed`] is what the card itself says, looked up once for each game; [`Traits`] is that, changed by static
//! abilities and lasting effects.

use super::abilities;
use super::ability::{Ability, KeywordFlag, Modifier, Restriction, When};
use crate::cards::{Card, Keyword, Kind};

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
    /// Whether it may challenge ready characters.
    pub challenges_ready: bool,
    /// Whether the next damage dealt to it is prevented.
    pub shielded: bool,
    keywords: u16,
    cannot: u8,
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

    /// Applies a modifier this many times over.
    pub(super) fn modify(&mut self, modifier: Modifier, times: i16) {
        let n = |by: i8| i16::from(by).saturating_mul(times);
        match modifier {
            Modifier::Strength(by) => self.strength = self.strength.saturating_add(n(by)),
            Modifier::Willpower(by) => self.willpower = self.willpower.saturating_add(n(by)),
            Modifier::Lore(by) => self.lore = self.lore.saturating_add(n(by)),
            Modifier::Challenger(by) => self.challenger = self.challenger.saturating_add(n(by)),
            Modifier::Resist(by) => self.resist = self.resist.saturating_add(n(by)),
            _ if times == 0 => {}
            Modifier::Singer(by) => self.singer = self.singer.max(i16::from(by)),
            Modifier::Has(keyword) => self.keywords |= 1 << keyword as u16,
            Modifier::Cannot(restriction) => self.cannot |= 1 << restriction as u8,
            Modifier::ChallengesReady => self.challenges_ready = true,
            Modifier::Shielded => self.shielded = true,
            Modifier::Grants(_)
            | Modifier::Cheaper(..)
            | Modifier::NextCheaper(..)
            | Modifier::MoreInk(_) => {}
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
                _ => traits.keywords |= flag(keyword).map_or(0, |flag| 1 << flag as u16),
            }
        }
        traits
    }
}

/// The flag of a keyword, if it has no number.
const fn flag(keyword: Keyword) -> Option<KeywordFlag> {
    Some(match keyword {
        Keyword::Adventurous => KeywordFlag::Adventurous,
        Keyword::Alert => KeywordFlag::Alert,
        Keyword::Bodyguard => KeywordFlag::Bodyguard,
        Keyword::Evasive => KeywordFlag::Evasive,
        Keyword::Reckless => KeywordFlag::Reckless,
        Keyword::Rush => KeywordFlag::Rush,
        Keyword::Support => KeywordFlag::Support,
        Keyword::Vanish => KeywordFlag::Vanish,
        Keyword::Ward => KeywordFlag::Ward,
        _ => return None,
    })
}

/// What a card itself says, looked up once for each game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printed {
    pub traits: Traits,
    pub abilities: &'static [Ability],
    pub cost: u8,
    pub is_character: bool,
    pub is_location: bool,
    /// The events that its triggered abilities wait for, as bits.
    pub listens: u32,
    pub has_static: bool,
    /// Whether a static ability depends on what others change.
    pub has_dependent: bool,
    pub has_activated: bool,
    pub has_replacement: bool,
}

impl Printed {
    pub(super) fn of(card: Card) -> Self {
        let facts = card.facts();
        let abilities = abilities::of(card);
        let any = |is: fn(&Ability) -> bool| abilities.iter().any(is);
        Self {
            traits: Traits::printed(card),
            abilities,
            cost: facts.cost,
            is_character: matches!(facts.kind, Kind::Character { .. }),
            is_location: matches!(facts.kind, Kind::Location { .. }),
            listens: abilities.iter().map(listens).fold(0, |all, bits| all | bits),
            has_static: any(|ability| {
                matches!(
                    ability,
                    Ability::Static { .. } | Ability::StaticAll { .. } | Ability::PlayerStatic { .. }
                )
            }),
            has_dependent: any(Ability::depends_on_traits),
            has_activated: any(|ability| matches!(ability, Ability::Activated { .. })),
            has_replacement: any(|ability| matches!(ability, Ability::Replaces { .. })),
        }
    }
}

fn listens(ability: &Ability) -> u32 {
    match ability {
        Ability::Triggered { when, .. } => when.iter().fold(0, |all, when| all | bit(when)),
        _ => 0,
    }
}

/// The bit of an event that abilities wait for.
pub(super) const fn bit(when: &When) -> u32 {
    1 << match when {
        When::Played(_) => 0,
        When::Quests(_) => 1,
        When::Challenges(_) => 2,
        When::IsChallenged(_) => 3,
        When::Banished(_) => 4,
        When::BanishedInChallenge(_) => 5,
        When::BanishesInChallenge(_) => 6,
        When::Sings(_) => 7,
        When::Moves(_) => 8,
        When::PutUnder(_) => 9,
        When::Damaged(_) => 10,
        When::TurnBegins(_) => 11,
        When::TurnEnds(_) => 12,
        When::Draws(_) => 13,
        When::Inks(_) => 14,
        When::ChosenByAction => 15,
    }
}
