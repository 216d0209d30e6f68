//! What cards are worth, as one player sees the table: rough numbers derived from the facts of cards and what they
//! say. A lore is worth [`LORE`].

use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::{Keyword, Kind};
use gaslamp_lorcana::language::{Ability, Players, When, Who};
use gaslamp_lorcana::rules::Piece;
use gaslamp_lorcana::rules::modifier::KeywordFlag;
use gaslamp_lorcana::view::{InPlay, VisibleState};

use super::meaning::AbilityContext;
use super::script::{Script, abilities_of, support};

/// One lore.
pub(super) const LORE: i32 = 20;
/// Ink that could pay for something else.
pub(super) const PAID_INK: i32 = 5;

/// Values things for the player who sees this.
#[derive(Clone, Copy)]
pub(super) struct Evaluation<'a> {
    pub(super) now: &'a VisibleState,
}

impl<'a> Evaluation<'a> {
    /// All cards in play, player 1's first.
    pub(super) fn in_play(self) -> impl Iterator<Item = &'a InPlay> {
        self.now.sides.iter().flat_map(|side| &side.play)
    }

    /// A card in play.
    pub(super) fn find(self, piece: Piece) -> Option<&'a InPlay> {
        self.in_play().find(|card| card.piece == piece)
    }

    /// What its own abilities gain a card's player when something happens to it.
    pub(super) fn gain_when(self, piece: Piece, is_such: fn(&When) -> bool) -> i32 {
        let gains = abilities_of(piece.card()).iter().map(|ability| {
            let context = AbilityContext::new(piece.owner, piece, Script::Ability(ability));
            match ability {
                Ability::Triggered { during, when, does, .. }
                    if when.iter().any(is_such) && self.is_now(during.as_ref(), context) =>
                {
                    self.gain(does, context)
                }
                _ => 0,
            }
        });
        gains.sum()
    }

    /// What playing a card now gains its player.
    pub(super) fn value_of_playing(self, piece: Piece) -> i32 {
        let own = if piece.facts().kind == Kind::Action { 0 } else { printed_value(piece.card()) };
        let effects = abilities_of(piece.card()).iter().map(|ability| match ability {
            Ability::Effect(does) => {
                self.gain(does, AbilityContext::new(piece.owner, piece, Script::Ability(ability)))
            }
            _ => 0,
        });
        own + effects.sum::<i32>() + self.gain_when(piece, is_played)
    }

    /// What questing with a card gains.
    pub(super) fn value_of_questing(self, card: &InPlay) -> i32 {
        let quests = |when: &When| matches!(when, When::Quests(who) if is_this(who));
        let own = self.gain_when(card.piece, quests);
        let context = AbilityContext::new(card.piece.owner, card.piece, support());
        let has_support = card.traits.has(KeywordFlag::Support);
        let support = if has_support { self.gain(context.script.steps(), context) } else { 0 };
        i32::from(card.traits.lore.max(0)) * LORE + own + support
    }

    /// The risk of being exerted during the other player's turn.
    pub(super) fn value_of_exposure(self, card: &InPlay) -> i32 {
        let is_danger = |other: &&InPlay| {
            let reaches = !card.traits.has(KeywordFlag::Evasive)
                || other.traits.has(KeywordFlag::Evasive)
                || other.traits.has(KeywordFlag::Alert);
            other.piece.owner != card.piece.owner
                && reaches
                && challenge_damage(other, card) >= remaining_willpower(card)
        };
        if self.in_play().any(|other| is_danger(&other)) { value_in_play(card) / 6 } else { 0 }
    }

    /// How much a card in the player's own hand is worth keeping: more if it can be played at once, less if it cannot
    /// be played for some turns, and less if there is a second copy.
    pub(super) fn value_of_keeping(self, piece: Piece) -> i32 {
        let (facts, hand) = (piece.facts(), &self.now.hand);
        let worth = match facts.kind {
            Kind::Character { .. } | Kind::Location { .. } => printed_value(piece.card()),
            _ if abilities_of(piece.card()).is_empty() => 0,
            _ => i32::from(facts.cost) * 14 + 5,
        };
        let next_turn = self.now.sides[piece.owner.index()].inkwell as i32 + 2;
        let fits = match i32::from(facts.cost) - next_turn {
            too_much @ 1.. => -20 * too_much,
            0 => 0,
            _ => 20,
        };
        let is_double = hand.iter().any(|other| *other != piece && other.card() == piece.card());
        worth + fits - if is_double { 8 } else { 0 }
    }
}

/// What a card in play is worth to its owner.
pub(super) fn value_in_play(card: &InPlay) -> i32 {
    let traits = &card.traits;
    let [lore, strength, resist, challenger] =
        [traits.lore, traits.strength, traits.resist, traits.challenger].map(|n| i32::from(n.max(0)));
    match card.piece.facts().kind {
        Kind::Character { .. } => {
            let keywords = KeywordFlag::ALL.into_iter().filter(|&keyword| traits.has(keyword));
            value_of_numbers(lore, strength, remaining_willpower(card))
                + resist * 8
                + challenger * 3
                + keywords.map(value_of_flag).sum::<i32>()
                + value_of_abilities(card.piece.card())
        }
        _ => printed_value(card.piece.card()) - i32::from(card.damage) * 4,
    }
}

/// The value of a card in play, as printed.
fn printed_value(card: Card) -> i32 {
    let facts = card.facts();
    let own = match facts.kind {
        Kind::Character { strength, willpower, lore } => {
            let keywords = facts.keywords.iter().map(|&keyword| value_of_keyword(keyword));
            value_of_numbers(lore.into(), strength.into(), willpower.into()) + keywords.sum::<i32>()
        }
        Kind::Location { willpower, lore, .. } => i32::from(lore) * LORE + i32::from(willpower) * 4,
        Kind::Item if abilities_of(card).is_empty() => 0,
        Kind::Item => i32::from(facts.cost) * 12,
        Kind::Action => 0,
    };
    own + value_of_abilities(card)
}

fn value_of_numbers(lore: i32, strength: i32, willpower: i32) -> i32 {
    lore * LORE + strength * 8 + willpower * 6
}

/// The value of what a card does while it is in play.
fn value_of_abilities(card: Card) -> i32 {
    let lasting = |ability: &&Ability| !matches!(ability, Ability::Effect(_) | Ability::Own(_));
    abilities_of(card).iter().filter(lasting).count() as i32 * 5
}

/// The value of a keyword without a number, for a card's owner.
pub(super) const fn value_of_flag(keyword: KeywordFlag) -> i32 {
    match keyword {
        KeywordFlag::Evasive => 12,
        KeywordFlag::Ward => 8,
        KeywordFlag::Bodyguard | KeywordFlag::Support => 6,
        KeywordFlag::Rush | KeywordFlag::Alert => 4,
        KeywordFlag::Adventurous => -4,
        KeywordFlag::Vanish => -6,
        KeywordFlag::Reckless => -15,
    }
}

fn value_of_keyword(keyword: Keyword) -> i32 {
    match keyword {
        Keyword::Resist(n) => i32::from(n) * 8,
        Keyword::Challenger(n) => i32::from(n) * 3,
        Keyword::Boost(_) => 8,
        Keyword::Singer(_) => 4,
        Keyword::Evasive => value_of_flag(KeywordFlag::Evasive),
        Keyword::Ward => value_of_flag(KeywordFlag::Ward),
        Keyword::Bodyguard => value_of_flag(KeywordFlag::Bodyguard),
        Keyword::Support => value_of_flag(KeywordFlag::Support),
        Keyword::Rush => value_of_flag(KeywordFlag::Rush),
        Keyword::Alert => value_of_flag(KeywordFlag::Alert),
        Keyword::Adventurous => value_of_flag(KeywordFlag::Adventurous),
        Keyword::Vanish => value_of_flag(KeywordFlag::Vanish),
        Keyword::Reckless => value_of_flag(KeywordFlag::Reckless),
        Keyword::Shift(_) | Keyword::SingTogether(_) => 0,
    }
}

/// How much more damage banishes a card.
pub(super) fn remaining_willpower(card: &InPlay) -> i32 {
    i32::from(card.traits.willpower) - i32::from(card.damage)
}

/// The damage that a character deals when it challenges.
pub(super) fn challenge_damage(by: &InPlay, target: &InPlay) -> i32 {
    let strength = i32::from(by.traits.strength.max(0)) + i32::from(by.traits.challenger);
    (strength - i32::from(target.traits.resist.max(0))).max(0)
}

/// Whether an ability is triggered by playing its own card.
fn is_played(when: &When) -> bool {
    matches!(when, When::Plays(Players::You | Players::EachPlayer, who) if is_this(who))
}

/// Whether a trigger is about its own card.
pub(super) const fn is_this(who: &Who) -> bool {
    matches!(who, Who::This | Who::ThisOr(_))
}
