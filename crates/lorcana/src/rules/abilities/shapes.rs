//! Shapes that many abilities share, and the names of the language, so that the tables read as lists of what cards do.

pub(super) use super::super::ability::Ability::{
    self, Activated, Effect, Granted, PlayerStatic, Replaces, Triggered,
};
pub(super) use super::super::ability::Amount::{self, N};
pub(super) use super::super::ability::Modifier::{
    self, Cannot, Challenger, Cheaper, Grants, Has, Lore, MoreInk, NextCheaper, Resist, Singer, Strength,
    Willpower,
};
pub(super) use super::super::ability::PlayerFilter::{self, Everyone, Opponent, You};
pub(super) use super::super::ability::{
    CardEffect, CardType, Condition, Cost, Duration, Filter, KeywordFlag, ReplacedEvent, Replacement,
    Restriction, Side, Step, When,
};
pub(super) use super::Entry;
use crate::cards::Card;
pub(super) use crate::cards::Classification as Class;

pub(super) const THIS: Filter = Filter::THIS;
pub(super) const HERE: Filter = Filter::HERE;
pub(super) const CHARACTER: Filter = Filter::CHARACTER;
pub(super) const OTHER: Filter = Filter::OTHER;
pub(super) const YOURS: Filter = Filter::YOURS;
pub(super) const YOUR_OTHERS: Filter = Filter::YOUR_OTHERS;
pub(super) const OPPOSING: Filter = Filter::OPPOSING;
pub(super) const ACTION: Filter = Filter::ANY.of_type(CardType::Action);
pub(super) const SONG: Filter = Filter::ANY.of_type(CardType::Song);
pub(super) const ITEM: Filter = Filter::ANY.of_type(CardType::Item);
pub(super) const LOCATION: Filter = Filter::ANY.of_type(CardType::Location);
pub(super) const CHARACTER_OR_LOCATION: Filter = Filter::ANY.of_type(CardType::CharacterOrLocation);

/// The card with this key.
pub(super) const fn card(key: &str) -> Card {
    Card::with_key(key)
}

// Abilities.

/// Whenever any of these happens.
pub(super) const fn when(when: &'static [When], does: &'static [Step]) -> Ability {
    when_if(when, Condition::Always, does)
}

/// Whenever any of these happens while a condition holds ("during …", "while …" before the trigger). An "if" after the
/// trigger is a first step `If` instead: it is looked at only on resolution (6.2.4).
pub(super) const fn when_if(when: &'static [When], only: Condition, does: &'static [Step]) -> Ability {
    Triggered { when, only, does }
}

/// During your turn, whenever any of these happens.
pub(super) const fn on_your_turn(when: &'static [When], does: &'static [Step]) -> Ability {
    when_if(when, Condition::YourTurn, does)
}

/// When you play this card.
pub(super) const fn when_played(does: &'static [Step]) -> Ability {
    when(&[When::Played(THIS)], does)
}

/// Whenever this character quests.
pub(super) const fn when_quests(does: &'static [Step]) -> Ability {
    when(&[When::Quests(THIS)], does)
}

/// When this card is banished.
pub(super) const fn when_banished(does: &'static [Step]) -> Ability {
    when(&[When::Banished(THIS)], does)
}

/// When this character is banished in a challenge.
pub(super) const fn when_beaten(does: &'static [Step]) -> Ability {
    when(&[When::BanishedInChallenge(THIS)], does)
}

/// During your turn, whenever this character banishes another in a challenge.
pub(super) const fn when_beats(does: &'static [Step]) -> Ability {
    on_your_turn(&[When::BanishesInChallenge(THIS)], does)
}

/// Whenever this character is challenged.
pub(super) const fn when_challenged(does: &'static [Step]) -> Ability {
    when(&[When::IsChallenged(THIS)], does)
}

/// Whenever this character challenges another character.
pub(super) const fn when_challenges_character(does: &'static [Step]) -> Ability {
    when_if(&[When::Challenges(THIS)], Condition::SubjectIs(CHARACTER), does)
}

/// At the start of your turn.
pub(super) const fn at_start(does: &'static [Step]) -> Ability {
    when(&[When::TurnBegins(You)], does)
}

/// An ability whose cost is to exert the card.
pub(super) const fn exert(does: &'static [Step]) -> Ability {
    paid(&[Cost::Exert], does)
}

/// An activated ability with these costs.
pub(super) const fn paid(cost: &'static [Cost], does: &'static [Step]) -> Ability {
    Activated { cost, once: false, does }
}

/// Matching cards always get something.
pub(super) const fn always(on: Filter, gives: Modifier) -> Ability {
    during(Condition::Always, on, gives)
}

/// Matching cards get something while a condition holds.
pub(super) const fn during(only: Condition, on: Filter, gives: Modifier) -> Ability {
    Ability::Static { only, on, gives, times: N(1) }
}

/// This card gets something this many times over.
pub(super) const fn per(times: Amount, gives: Modifier) -> Ability {
    Ability::Static { only: Condition::Always, on: THIS, gives, times }
}

/// Matching cards get several things while a condition holds.
pub(super) const fn during_all(only: Condition, on: Filter, gives: &'static [Modifier]) -> Ability {
    Ability::StaticAll { only, on, gives, times: N(1) }
}

/// This card gets several things this many times over.
pub(super) const fn per_all(times: Amount, gives: &'static [Modifier]) -> Ability {
    Ability::StaticAll { only: Condition::Always, on: THIS, gives, times }
}

/// You get something while a condition holds.
pub(super) const fn you_get(only: Condition, gives: Modifier) -> Ability {
    PlayerStatic { only, players: You, gives }
}

// Steps.

/// Draw this many cards.
pub(super) const fn draw(n: u8) -> Step {
    Step::Draw(You, N(n))
}

/// Choose and discard this many cards.
pub(super) const fn discard(n: u8) -> Step {
    Step::Discard(You, n)
}

/// Each opponent chooses and discards this many cards.
pub(super) const fn they_discard(n: u8) -> Step {
    Step::Discard(Opponent, n)
}

/// Gain this much lore.
pub(super) const fn gain(n: u8) -> Step {
    Step::GainLore(You, N(n))
}

/// Each opponent loses this much lore.
pub(super) const fn they_lose(n: u8) -> Step {
    Step::LoseLore(Opponent, N(n))
}

/// The next card of this type costs you this much less this turn.
pub(super) const fn next_cheaper(card_type: CardType, n: u8) -> Step {
    Step::Player(You, NextCheaper(card_type, n), Duration::ThisTurn)
}

/// Put the top card of your deck into your inkwell, exerted.
pub(super) const RAMP: Step = Step::TopToInk { players: You, exerted: true };

/// Deal this much damage to each chosen card.
pub(super) const fn deal(n: u8) -> Step {
    Step::Chosen(CardEffect::Deal(N(n)))
}

/// Remove up to this much damage from each chosen card.
pub(super) const fn heal(n: u8) -> Step {
    Step::Chosen(CardEffect::Heal(n))
}

/// Each chosen card gets something this turn.
pub(super) const fn gets(modifier: Modifier) -> Step {
    Step::Chosen(this_turn(modifier))
}

/// Each chosen card gets something until your next turn begins.
pub(super) const fn gets_for_long(modifier: Modifier) -> Step {
    Step::Chosen(until_your_turn(modifier))
}

/// A card gets something this turn.
pub(super) const fn this_turn(modifier: Modifier) -> CardEffect {
    CardEffect::Gains(modifier, N(1), Duration::ThisTurn)
}

/// A card gets something until your next turn begins.
pub(super) const fn until_your_turn(modifier: Modifier) -> CardEffect {
    CardEffect::Gains(modifier, N(1), Duration::UntilYourNextTurn)
}

/// Choose one: yes does the next steps, this many, up to a `Stop`; no does those after them.
pub(super) const fn either(first: u8) -> Step {
    Step::May(first)
}

pub(super) const BANISH_IT: Step = Step::Chosen(CardEffect::Banish);
pub(super) const EXERT_IT: Step = Step::Chosen(CardEffect::Exert);
pub(super) const READY_IT: Step = Step::Chosen(CardEffect::Ready);
pub(super) const RETURN_IT: Step = Step::Chosen(CardEffect::ToHand);
pub(super) const INK_IT: Step = Step::Chosen(CardEffect::ToInk { exerted: true });
pub(super) const NO_QUEST: Modifier = Cannot(Restriction::Quest);
/// A chosen card cannot ready at the start of its player's next turn.
pub(super) const STAYS_EXERTED: Step =
    Step::Chosen(CardEffect::Gains(Cannot(Restriction::ReadyAtStart), N(1), Duration::NextReady));
