//! What single effects are worth: of a step on a card, of a modifier, of cards that move, of what happens to a player.

use gaslamp_core::Seat;
use gaslamp_lorcana::cards::KeywordName;
use gaslamp_lorcana::language::{
    Amount, Count, KeywordGift, Modifier, Placed, PlayerModifier, Players, Pool, Restriction, Stat, Step,
};
use gaslamp_lorcana::rules::modifier::KeywordFlag;
use gaslamp_lorcana::view::InPlay;

use super::evaluation::{Evaluation, LORE, remaining_willpower, value_in_play, value_of_flag};
use super::meaning::AbilityContext;
use super::script::{Effect, Part};

/// A card drawn.
pub(super) const DRAW: i32 = 15;
/// A card lost from hand.
const DISCARD: i32 = 12;
/// One more card in the inkwell.
const INK: i32 = 14;
/// A card put under another.
const UNDER: i32 = 8;
/// An ink drop.
const INK_DROP: i32 = 10;
/// Something that a player gets for a while.
const GIFT: i32 = 6;
/// Moving a character to a location.
const MOVE: i32 = 3;
/// With this few cards left in the deck it is better not to draw.
const FEW_CARDS: usize = 5;

impl Evaluation<'_> {
    /// The value of an effect on a card, for the controller.
    pub(super) fn signed(self, effect: Effect, card: &InPlay, context: AbilityContext) -> i32 {
        let to_owner = self.to_owner(effect, card, context);
        if card.piece.owner == context.controller { to_owner } else { -to_owner }
    }

    /// The value of an effect on a card, for the card's owner.
    fn to_owner(self, effect: Effect, card: &InPlay, context: AbilityContext) -> i32 {
        match effect.part {
            Part::Object => self.to_owner_of_object(effect.step, card, context),
            Part::Goal => self.to_owner_of_goal(effect.step, card, context),
            Part::Player => self.value_for(effect.step, card.piece.owner, context),
        }
    }

    fn to_owner_of_object(self, step: &Step, card: &InPlay, context: AbilityContext) -> i32 {
        let value = value_in_play(card);
        match step {
            Step::Deal(amount, _) => {
                let resisted = i32::from(card.traits.resist.max(0));
                value_of_damage(card, self.amount(amount, context) - resisted)
            }
            Step::PutDamage(amount, _) => value_of_damage(card, self.amount(amount, context)),
            Step::Heal { amount, .. } | Step::MoveDamage { amount, .. } => {
                let damage = i32::from(card.damage);
                let most = amount.as_ref().map_or(damage, |amount| self.amount(amount, context));
                most.min(damage) * 5
            }
            Step::Exert(_) if card.exerted => 0,
            Step::Exert(_) => -value / 5,
            Step::Ready(_) if card.exerted => lore_of(card) + 5,
            Step::Banish(_) => -value,
            Step::Put(_, place) => match place.to {
                Placed::Hand => -value / 2,
                Placed::Inkwell => INK - value,
                _ => -value,
            },
            Step::Gives(_, modifiers, _) => {
                modifiers.iter().map(|modifier| self.value_of_modifier(modifier, card, context)).sum()
            }
            Step::MoveTo { .. } | Step::MoveTogether { .. } if card.location.is_none() => MOVE,
            _ => 0,
        }
    }

    /// The value for the owner of a card to which something is moved.
    fn to_owner_of_goal(self, step: &Step, card: &InPlay, context: AbilityContext) -> i32 {
        match step {
            Step::MoveDamage { amount, .. } => {
                let moved = amount.as_ref().map_or(3, |amount| self.amount(amount, context));
                value_of_damage(card, moved)
            }
            Step::Put(..) | Step::PutTop(..) => UNDER,
            _ => 0,
        }
    }

    /// The value of a modifier on a card, for its owner.
    fn value_of_modifier(self, modifier: &Modifier, card: &InPlay, context: AbilityContext) -> i32 {
        match modifier {
            Modifier::Stat(stat, amount) => value_of_more(*stat, self.amount(amount, context), card),
            Modifier::Keyword(gift) => value_of_gift(gift),
            Modifier::KeywordTimes(gift, amount) => value_of_gift(gift) * self.amount(amount, context),
            Modifier::Loses(name) => KeywordFlag::of(*name)
                .filter(|&flag| card.traits.has(flag))
                .map_or(0, |flag| -value_of_flag(flag)),
            Modifier::Cannot(restriction) => value_of_restriction(restriction, card),
            Modifier::MustQuest | Modifier::EntersExerted | Modifier::EntersDamaged(_) => -3,
            Modifier::CannotGain(_) => 0,
            _ => 5,
        }
    }

    /// The value of a step that concerns players, for this one.
    pub(super) fn value_for(self, step: &Step, seat: Seat, context: AbilityContext) -> i32 {
        let side = self.side(seat);
        let hand = side.hand as i32;
        let number = |amount: &Amount| self.amount(amount, context);
        match step {
            Step::Draw(_, amount) => drawn(number(amount), side.deck),
            Step::DrawTo(_, amount) => drawn((number(amount) - hand).max(0), side.deck),
            Step::DrawFromBottom(_) => drawn(1, side.deck),
            Step::Discard(_, count, _)
            | Step::DiscardFromRevealed(_, count, _)
            | Step::RevealHandAndDiscard(_, count, _) => -DISCARD * self.most(count, side.hand, context),
            Step::DiscardAtRandom(_, amount) => -DISCARD * number(amount).min(hand),
            Step::DiscardTo(_, to) => -DISCARD * (hand - i32::from(*to)).max(0),
            Step::DiscardHand(_) => -DISCARD * hand,
            Step::GainLore(_, amount) => number(amount) * LORE,
            Step::LoseLore(_, amount) => -number(amount).min(i32::from(side.lore)) * LORE,
            Step::InkDrops(_, amount) => number(amount) * INK_DROP,
            Step::PutTop(_, amount, place) => {
                number(amount) * value_of_moving(&Pool::Deck(Players::You), &place.to)
            }
            Step::PlayerGets(_, modifier, _) => value_of_player_modifier(modifier),
            Step::InkwellToHand(_, count) => (DISCARD - INK) * self.most(count, side.inkwell, context),
            _ => 0,
        }
    }

    /// How many cards are chosen at most, out of this many.
    pub(super) fn most(self, count: &Count, there: usize, context: AbilityContext) -> i32 {
        let there = there as i32;
        match count {
            Count::One => there.min(1),
            Count::Exactly(amount) | Count::UpTo(amount) => self.amount(amount, context).clamp(0, there),
            Count::Any | Count::All => there,
        }
    }
}

/// The value of an effect on a card that is not in play, for its owner.
pub(super) fn value_elsewhere(effect: Effect, from: &Pool) -> i32 {
    match (effect.step, effect.part) {
        (Step::Put(_, place), Part::Object) => value_of_moving(from, &place.to),
        (Step::Play { free: true, .. }, Part::Object) => 2 * DRAW,
        (Step::Play { .. }, Part::Object) => DRAW,
        _ => 0,
    }
}

/// The value of a card's move from outside play, for its owner.
fn value_of_moving(from: &Pool, to: &Placed) -> i32 {
    match (from, to) {
        // What it goes under has the value.
        (_, Placed::Under(_)) | (Pool::Hand(_), Placed::Hand) => 0,
        (Pool::Hand(_), Placed::Inkwell) => INK - 8,
        (Pool::Hand(_), _) => -DISCARD,
        (_, Placed::Inkwell) => INK,
        (Pool::Discard(_), Placed::Hand) => DISCARD,
        (_, Placed::Hand) => DRAW,
        (_, Placed::TopOrBottom | Placed::TopOrDiscard) => 4,
        _ => 0,
    }
}

const fn drawn(n: i32, deck: usize) -> i32 {
    if deck > FEW_CARDS { n * DRAW } else { -n * DRAW }
}

/// What a player gets is worth, for that player.
const fn value_of_player_modifier(modifier: &PlayerModifier) -> i32 {
    match modifier {
        PlayerModifier::Dearer(..)
        | PlayerModifier::CannotPlay(_)
        | PlayerModifier::CannotChoose(_)
        | PlayerModifier::MustChooseThis
        | PlayerModifier::CannotGainLore
        | PlayerModifier::WinsAt(_)
        | PlayerModifier::InkEntersExerted
        | PlayerModifier::SkipsDraw
        | PlayerModifier::OneChallenge
        | PlayerModifier::NextEntersExerted(_)
        | PlayerModifier::ReadiesAtMost(..)
        | PlayerModifier::NoHealing => -GIFT,
        _ => GIFT,
    }
}

/// The value of more of a number, or less.
fn value_of_more(stat: Stat, by: i32, card: &InPlay) -> i32 {
    match stat {
        Stat::Strength => by * 4,
        Stat::Willpower if remaining_willpower(card) + by <= 0 => -value_in_play(card),
        Stat::Willpower => by * 5,
        Stat::Lore => by * 15,
    }
}

fn value_of_gift(gift: &KeywordGift) -> i32 {
    let value = i32::from(gift.value.unwrap_or(1));
    match gift.name {
        KeywordName::Challenger => value * 4,
        KeywordName::Resist => value * 6,
        KeywordName::Singer => 4,
        name => KeywordFlag::of(name).map_or(5, value_of_flag),
    }
}

fn value_of_restriction(restriction: &Restriction, card: &InPlay) -> i32 {
    match restriction {
        Restriction::Quest => -lore_of(card) - 5,
        Restriction::Challenge => -4 * i32::from(card.traits.strength.max(1)),
        Restriction::BeChallenged => 8,
        Restriction::BeChallengedBy(_) => 4,
        Restriction::Ready | Restriction::ReadyAtStart if card.exerted => -lore_of(card) - 15,
        Restriction::Unless(inner, _) | Restriction::UnlessPaid(inner, _) => {
            value_of_restriction(inner, card) / 2
        }
        _ => -5,
    }
}

/// The value of the lore for which a card quests.
fn lore_of(card: &InPlay) -> i32 {
    i32::from(card.traits.lore.max(0)) * LORE
}

/// The value of damage on a card, for its owner.
fn value_of_damage(card: &InPlay, by: i32) -> i32 {
    if by >= remaining_willpower(card) { -value_in_play(card) } else { -5 * by.max(0) }
}
