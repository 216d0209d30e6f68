//! A player that does whatever gains most at once, and looks no further ahead. It keeps no secrets and makes no random
//! choices: equal views give equal decisions.
//!
//! It keeps a hand that it can play soon, inks what it needs least, plays what is worth most, challenges where that
//! gains more than a quest, quests with the other characters, and ends the turn.

use gaslamp_core::{Choice, Reply, View};
use gaslamp_lorcana::cards::{Facts, Keyword, ShiftCost};
use gaslamp_lorcana::language::{Ability, Cost, Own, Step, When};
use gaslamp_lorcana::rules::piece::opponent;
use gaslamp_lorcana::rules::{LORE_TO_WIN, Piece};
use gaslamp_lorcana::view::{InPlay, VisibleSide};
use gaslamp_lorcana::{Action, Card, State};

use super::answer::answer;
use super::evaluation::{
    Evaluation, LORE, PAID_INK, challenge_damage, is_this, remaining_willpower, value_in_play,
};
use super::meaning::AbilityContext;
use super::script::{Script, abilities_of, within};
use crate::Agent;

/// A player that does whatever gains most at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Agent<State> for Greedy {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        let turn = Turn::new(view);
        let action = answer(view).or_else(|| first_best(turn.actions(), |&action| turn.score(action)));
        // If no action is listed, take the first entry, whatever it is.
        let choice = action.map(Choice::Action).or(view.legal.first().copied());
        choice.map_or(Reply::Leave, Reply::Choice)
    }
}

/// The first of the items with the highest score.
pub(super) fn first_best<T>(items: impl Iterator<Item = T>, mut score: impl FnMut(&T) -> i32) -> Option<T> {
    let mut best: Option<(i32, T)> = None;
    for item in items {
        let score = score(&item);
        if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
            best = Some((score, item));
        }
    }
    best.map(|(_, item)| item)
}

/// The order of actions: all worthwhile ones of a kind come before any of the next kind. Ending the turn has value 0,
/// and actions that gain nothing rank below that.
#[derive(Clone, Copy)]
enum Rank {
    /// Done when nothing else is left to do.
    Last = 1,
    Quest,
    Challenge,
    Play,
    Ink,
    Win,
}

/// The legal actions of a turn, and their value.
struct Turn<'a> {
    view: &'a View<State>,
    evaluation: Evaluation<'a>,
    own: &'a VisibleSide,
    other: &'a VisibleSide,
}

impl<'a> Turn<'a> {
    fn new(view: &'a View<State>) -> Self {
        let sides = &view.now.sides;
        let seat = view.seat;
        let (own, other) = (&sides[seat.index()], &sides[opponent(seat).index()]);
        Self { view, evaluation: Evaluation { now: &view.now }, own, other }
    }

    fn actions(&self) -> impl Iterator<Item = Action> {
        self.view.legal.iter().filter_map(|choice| match *choice {
            Choice::Action(action) => Some(action),
            Choice::Open(_) => None,
        })
    }

    fn score(&self, action: Action) -> i32 {
        let (rank, gain) = match action {
            Action::Alter(piece) => (Rank::Play, if self.is_too_slow(piece) { 1 } else { -1 }),
            Action::Ink(piece) => (Rank::Ink, self.value_of_inking(piece)),
            Action::Play(piece) => (Rank::Play, self.value_of_playing(piece)),
            Action::PlayFree { card, onto } => (Rank::Play, self.value_of_playing_free(card, onto)),
            Action::Sing { song, singer } => {
                let exerted = self.evaluation.find(singer).map_or(0, |card| self.value_of_exerting(card));
                (Rank::Play, self.evaluation.value_of_playing(song) - exerted)
            }
            Action::Shift { card, onto } => (Rank::Play, self.value_of_shifting(card, onto)),
            Action::Activate { card, of, ability } => {
                (Rank::Play, self.value_of_activating(card, of, ability))
            }
            Action::Challenge { by, target } => (Rank::Challenge, self.value_of_challenging(by, target)),
            Action::Quest(piece) => self.value_of_questing(piece),
            Action::Move { who, to } => (Rank::Last, self.value_of_moving(who, to)),
            Action::Boost(piece) => (Rank::Last, self.value_of_boosting(piece)),
            _ => return 0,
        };
        if gain > 0 { rank as i32 * 10_000 + gain.min(9_999) } else { gain - 1 }
    }

    /// Whether a card of the opening hand should be put back: too expensive for the first turns, alone or with another.
    fn is_too_slow(&self, piece: Piece) -> bool {
        let facts = piece.facts();
        let has_other = |is: fn(&Facts) -> bool| {
            self.view.now.hand.iter().any(|other| *other != piece && is(other.facts()))
        };
        let has_dear = has_other(|other| other.cost >= 5);
        let has_stuck = has_other(|other| other.cost >= 4 && !other.inkable);
        facts.cost >= 6 || facts.cost == 5 && has_dear || facts.cost >= 4 && !facts.inkable && has_stuck
    }

    /// The more a card is worth in hand, the less it gains in the inkwell.
    fn value_of_inking(&self, piece: Piece) -> i32 {
        let (ink, hand) = (self.own.inkwell, &self.view.now.hand);
        let dearest = hand.iter().filter(|other| **other != piece).map(|other| other.facts().cost).max();
        let is_needed = ink < 3
            || hand.len() > 1 && dearest.is_some_and(|cost| usize::from(cost) > ink)
            || hand.len() > 3 && ink < 8;
        if is_needed { (5_000 - self.evaluation.value_of_keeping(piece)).max(1) } else { -1 }
    }

    fn value_of_playing(&self, piece: Piece) -> i32 {
        self.evaluation.value_of_playing(piece) - i32::from(piece.facts().cost) * PAID_INK
    }

    /// What a card gains that is played without ink, less the other cost that it names.
    fn value_of_playing_free(&self, card: Piece, onto: Option<Piece>) -> i32 {
        let costs = abilities_of(card.card()).iter().find_map(|ability| match ability {
            Ability::Own(Own::Free { cost, shift, .. }) if *shift == onto.is_some() => Some(cost),
            _ => None,
        });
        let paid = costs.map_or(0, |steps| {
            self.evaluation.gain(steps, AbilityContext::new(card.owner, card, Script::Steps(steps)))
        });
        self.evaluation.value_of_playing(card) + paid + onto.map_or(0, |onto| self.value_of_replacing(onto))
    }

    fn value_of_shifting(&self, card: Piece, onto: Piece) -> i32 {
        let cost = card.facts().keywords.iter().find_map(|keyword| match keyword {
            Keyword::Shift(shift) => Some(match shift.cost {
                ShiftCost::Ink(n) => i32::from(n) * PAID_INK,
                ShiftCost::Discard(n, _) => i32::from(n) * 12,
                ShiftCost::InkDrops(n) => i32::from(n) * PAID_INK,
            }),
            _ => None,
        });
        self.evaluation.value_of_playing(card) + self.value_of_replacing(onto) - cost.unwrap_or(0)
    }

    /// The new character can act as soon as the old one could; the old one is gone.
    fn value_of_replacing(&self, onto: Piece) -> i32 {
        let Some(below) = self.evaluation.find(onto) else { return 0 };
        let acts_now = if below.exerted || below.drying { 0 } else { LORE };
        acts_now - value_in_play(below) * 6 / 10
    }

    /// What a character gives up when it exerts for something else.
    fn value_of_exerting(&self, card: &InPlay) -> i32 {
        let quests = self.actions().any(|action| action == Action::Quest(card.piece));
        let missed = if quests { self.evaluation.value_of_questing(card) } else { 0 };
        missed + self.evaluation.value_of_exposure(card)
    }

    fn value_of_activating(&self, piece: Piece, of: Card, number: u8) -> i32 {
        let (Some(ability), Some(card)) = (activated(of, number), self.evaluation.find(piece)) else {
            return 0;
        };
        let Ability::Activated { limit, cost, does, .. } = ability else { return 0 };
        // A free ability could be used for ever.
        if cost.is_empty() && limit.is_none() && !begins_with_pay(does) {
            return 0;
        }
        let context = AbilityContext::new(piece.owner, piece, Script::Ability(ability));
        let paid = cost.iter().map(|cost| match cost {
            Cost::Exert => self.value_of_exerting(card),
            cost => self.evaluation.value_of_cost(cost, context),
        });
        self.evaluation.gain(does, context) - paid.sum::<i32>()
    }

    /// The lore that the player's characters can still quest for.
    fn lore_in_reach(&self) -> i32 {
        let quests = self.actions().filter_map(|action| match action {
            Action::Quest(piece) => self.evaluation.find(piece),
            _ => None,
        });
        quests.map(|card| i32::from(card.traits.lore.max(0))).sum()
    }

    fn value_of_questing(&self, piece: Piece) -> (Rank, i32) {
        let Some(card) = self.evaluation.find(piece) else { return (Rank::Quest, 0) };
        let wins = i32::from(self.own.lore) + self.lore_in_reach() >= i32::from(LORE_TO_WIN);
        let gain = self.evaluation.value_of_questing(card);
        if wins { (Rank::Win, gain) } else { (Rank::Quest, gain - self.evaluation.value_of_exposure(card)) }
    }

    /// Whether the other player wins next turn if nothing is done.
    fn is_threatened(&self) -> bool {
        let lore = self.other.play.iter().map(|card| i32::from(card.traits.lore.max(0))).sum::<i32>();
        i32::from(self.other.lore) + lore >= i32::from(LORE_TO_WIN)
    }

    /// What a challenge gains beyond its cost, including the quest that the challenger gives up.
    fn value_of_challenging(&self, by: Piece, target: Piece) -> i32 {
        let (Some(by), Some(target)) = (self.evaluation.find(by), self.evaluation.find(target)) else {
            return 0;
        };
        let is_location = target.piece.facts().move_cost().is_some();
        let back = if is_location {
            0
        } else {
            i32::from(target.traits.strength.max(0)) - i32::from(by.traits.resist.max(0))
        };
        let deals = challenge_damage(by, target);
        let urgent = if self.is_threatened() { 2 * LORE * i32::from(target.traits.lore.max(0)) } else { 0 };
        let gained =
            if deals >= remaining_willpower(target) { value_in_play(target) + urgent } else { deals * 4 };
        let lost = if back >= remaining_willpower(by) { value_in_play(by) } else { back.max(0) * 4 };
        let exposed = if back >= remaining_willpower(by) { 0 } else { self.evaluation.value_of_exposure(by) };
        let quests = self.actions().any(|action| action == Action::Quest(by.piece));
        let missed = if quests { self.evaluation.value_of_questing(by) } else { 0 };
        gained - lost - exposed - missed
    }

    /// Moving to a location gains something only if an ability says so; a character that is at one stays there.
    fn value_of_moving(&self, who: Piece, to: Piece) -> i32 {
        let is_elsewhere = self.evaluation.find(who).is_some_and(|card| card.location.is_none());
        let has_ability = !abilities_of(to.card()).is_empty();
        if is_elsewhere && has_ability { 1 } else { 0 }
    }

    fn value_of_boosting(&self, piece: Piece) -> i32 {
        let is_put_under = |when: &When| matches!(when, When::PutUnder(_, who) if is_this(who));
        if self.own.deck > 10 { 5 + self.evaluation.gain_when(piece, is_put_under) } else { 0 }
    }
}

/// The ability of a card that is used: a printed one, or one that it gives.
fn activated(of: Card, number: u8) -> Option<&'static Ability> {
    let printed = abilities_of(of).get(usize::from(number));
    let given = || {
        within(of).into_iter().find_map(|script| match script {
            Script::Ability(ability @ Ability::Activated { .. }) => Some(ability),
            _ => None,
        })
    };
    printed.or_else(given)
}

/// Whether ink or the like is paid in the first step, which limits how often it can be done.
fn begins_with_pay(steps: &[Step]) -> bool {
    match steps.first() {
        Some(Step::Pay(_, costs, _)) => !costs.is_empty(),
        Some(Step::To { first, .. }) => begins_with_pay(first),
        _ => false,
    }
}
