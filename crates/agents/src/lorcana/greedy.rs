//! A player that does what gains most at once, and looks no further. It holds no secret and draws no lots: equal views
//! give equal decisions.
//!
//! It keeps a hand that it can soon play, inks what it needs least, plays what is worth most, challenges where that gains
//! more than a quest, quests with the others, and ends the turn.

use gaslamp_core::{Choice, Reply, View};
use gaslamp_lorcana::cards::{Facts, Keyword, ShiftCost};
use gaslamp_lorcana::rules::abilities;
use gaslamp_lorcana::rules::ability::{Ability, Cost, When};
use gaslamp_lorcana::rules::piece::opponent;
use gaslamp_lorcana::rules::{LORE_TO_WIN, Piece};
use gaslamp_lorcana::view::{InPlay, VisibleSide};
use gaslamp_lorcana::{Action, Card, State};

use super::answer::answer;
use super::worth::{Asker, LORE, Worth, attack, body, left, steps};
use crate::Agent;

/// What an ink is worth that could pay for something else.
const INK: i32 = 5;

/// A player that does what gains most at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Agent<State> for Greedy {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        let turn = Turn::new(view);
        let action = answer(view).or_else(|| first_best(turn.actions(), |&action| turn.score(action)));
        // Of a list without a single action, whatever stands first.
        let choice = action.map(Choice::Action).or(view.legal.first().copied());
        choice.map_or(Reply::Leave, Reply::Choice)
    }
}

/// The first of those with the highest score.
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

/// What is done first: all of one kind that gain something, before anything of the next. To end the turn is worth
/// nothing, and what gains nothing less than that.
#[derive(Clone, Copy)]
enum Rank {
    /// What is done when nothing else is left.
    Last = 1,
    Quest,
    Challenge,
    Play,
    Ink,
    Win,
}

/// What may be done in a turn, and what it is worth.
struct Turn<'a> {
    view: &'a View<State>,
    worth: Worth<'a>,
    own: &'a VisibleSide,
    other: &'a VisibleSide,
}

impl<'a> Turn<'a> {
    fn new(view: &'a View<State>) -> Self {
        let sides = &view.now.sides;
        let seat = view.seat;
        let (own, other) = (&sides[seat.index()], &sides[opponent(seat).index()]);
        Self { view, worth: Worth { now: &view.now }, own, other }
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
            Action::Ink(piece) => (Rank::Ink, self.of_inking(piece)),
            Action::Play(piece) => (Rank::Play, self.of_playing(piece)),
            Action::Sing { song, singer } => {
                let exerted = self.worth.find(singer).map_or(0, |card| self.of_exerting(card));
                (Rank::Play, self.worth.of_playing(song) - exerted)
            }
            Action::Shift { card, onto } => (Rank::Play, self.of_shifting(card, onto)),
            Action::Activate { card, of, ability } => (Rank::Play, self.of_activating(card, of, ability)),
            Action::Challenge { by, target } => (Rank::Challenge, self.of_challenging(by, target)),
            Action::Quest(piece) => self.of_questing(piece),
            Action::Move { who, to } => (Rank::Last, self.of_moving(who, to)),
            Action::Boost(piece) => (Rank::Last, self.of_boosting(piece)),
            _ => return 0,
        };
        if gain > 0 { rank as i32 * 10_000 + gain.min(9_999) } else { gain - 1 }
    }

    /// Whether a card of the first hand is better put back: too dear for the first turns, alone or beside another.
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
    fn of_inking(&self, piece: Piece) -> i32 {
        let (ink, hand) = (self.own.inkwell, &self.view.now.hand);
        let dearest = hand.iter().filter(|other| **other != piece).map(|other| other.facts().cost).max();
        let is_needed = ink < 3
            || hand.len() > 1 && dearest.is_some_and(|cost| usize::from(cost) > ink)
            || hand.len() > 3 && ink < 8;
        if is_needed { (5_000 - self.worth.of_keeping(piece)).max(1) } else { -1 }
    }

    fn of_playing(&self, piece: Piece) -> i32 {
        self.worth.of_playing(piece) - i32::from(piece.facts().cost) * INK
    }

    /// The new character acts as soon as the old one could; the old one is gone.
    fn of_shifting(&self, card: Piece, onto: Piece) -> i32 {
        let Some(below) = self.worth.find(onto) else { return 0 };
        let cost = card.facts().keywords.iter().find_map(|keyword| match keyword {
            Keyword::Shift(shift) => Some(match shift.cost {
                ShiftCost::Ink(n) => i32::from(n) * INK,
                ShiftCost::Discard(n, _) => i32::from(n) * 12,
                ShiftCost::InkDrops(n) => i32::from(n) * INK,
            }),
            _ => None,
        });
        let acts_now = if below.exerted || below.drying { 0 } else { LORE };
        self.worth.of_playing(card) + acts_now - body(below) * 6 / 10 - cost.unwrap_or(0)
    }

    /// What a character misses when it exerts for something else.
    fn of_exerting(&self, card: &InPlay) -> i32 {
        let quests = self.actions().any(|action| action == Action::Quest(card.piece));
        let missed = if quests { self.worth.of_questing(card) } else { 0 };
        missed + self.worth.of_exposure(card)
    }

    fn of_activating(&self, piece: Piece, of: Card, ability: u8) -> i32 {
        let Some(found) = abilities::of(of).get(usize::from(ability)) else { return 0 };
        let inner = if let Ability::Granted(inner) = found { inner } else { found };
        let (Ability::Activated { cost, once, .. }, Some(card)) = (inner, self.worth.find(piece)) else {
            return 0;
        };
        // What costs nothing could be done for ever.
        if cost.is_empty() && !once {
            return 0;
        }
        let paid = cost.iter().map(|cost| match cost {
            Cost::Exert => self.of_exerting(card),
            Cost::Ink(n) => i32::from(*n) * INK,
            Cost::Banish => body(card),
            // It is the first step of what is done.
            Cost::Discard(_) => 0,
        });
        self.worth.gain(steps(inner), Asker::new(piece.owner, piece)) - paid.sum::<i32>()
    }

    /// The lore that the own characters can still quest for.
    fn lore_in_reach(&self) -> i32 {
        let quests = self.actions().filter_map(|action| match action {
            Action::Quest(piece) => self.worth.find(piece),
            _ => None,
        });
        quests.map(|card| i32::from(card.traits.lore.max(0))).sum()
    }

    fn of_questing(&self, piece: Piece) -> (Rank, i32) {
        let Some(card) = self.worth.find(piece) else { return (Rank::Quest, 0) };
        let wins = i32::from(self.own.lore) + self.lore_in_reach() >= i32::from(LORE_TO_WIN);
        let gain = self.worth.of_questing(card);
        if wins { (Rank::Win, gain) } else { (Rank::Quest, gain - self.worth.of_exposure(card)) }
    }

    /// Whether the other player wins next turn, if nothing is done.
    fn is_threatened(&self) -> bool {
        let lore = self.other.play.iter().map(|card| i32::from(card.traits.lore.max(0))).sum::<i32>();
        i32::from(self.other.lore) + lore >= i32::from(LORE_TO_WIN)
    }

    /// What a challenge gains beyond what it costs, a quest of the challenger included.
    fn of_challenging(&self, by: Piece, target: Piece) -> i32 {
        let (Some(by), Some(target)) = (self.worth.find(by), self.worth.find(target)) else { return 0 };
        let is_location = target.piece.facts().move_cost().is_some();
        let back = if is_location {
            0
        } else {
            i32::from(target.traits.strength.max(0)) - i32::from(by.traits.resist.max(0))
        };
        let deals = attack(by, target);
        let urgent = if self.is_threatened() { 2 * LORE * i32::from(target.traits.lore.max(0)) } else { 0 };
        let gained = if deals >= left(target) { body(target) + urgent } else { deals * 4 };
        let lost = if back >= left(by) { body(by) } else { back.max(0) * 4 };
        let exposed = if back >= left(by) { 0 } else { self.worth.of_exposure(by) };
        let quests = self.actions().any(|action| action == Action::Quest(by.piece));
        let missed = if quests { self.worth.of_questing(by) } else { 0 };
        gained - lost - exposed - missed
    }

    /// To be at a location gains something only if an ability says so; who is at one stays there.
    fn of_moving(&self, who: Piece, to: Piece) -> i32 {
        let is_elsewhere = self.worth.find(who).is_some_and(|card| card.at.is_none());
        let has_ability = !abilities::of(to.card()).is_empty();
        if is_elsewhere && has_ability { 1 } else { 0 }
    }

    fn of_boosting(&self, piece: Piece) -> i32 {
        let asker = Asker::new(piece.owner, piece);
        let gains = abilities::of(piece.card()).iter().map(|ability| match ability {
            Ability::Triggered { when, .. } if when.iter().any(|when| matches!(when, When::PutUnder(_))) => {
                self.worth.gain(steps(ability), asker)
            }
            _ => 0,
        });
        if self.own.deck > 10 { 5 + gains.sum::<i32>() } else { 0 }
    }
}
