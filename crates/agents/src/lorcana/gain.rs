//! What abilities gain their controller: the trees of their steps, weighed one by one.

use std::cmp::Reverse;

use gaslamp_core::Seat;
use gaslamp_lorcana::language::{Choice, Condition, Cost, Count, Players, Pool, Ref, Step, Target};
use gaslamp_lorcana::rules::Piece;
use gaslamp_lorcana::rules::modifier::KeywordFlag;
use gaslamp_lorcana::rules::piece::{SEATS, opponent};
use gaslamp_lorcana::view::InPlay;

use super::effects::value_elsewhere;
use super::evaluation::{Evaluation, PAID_INK, value_in_play};
use super::meaning::AbilityContext;
use super::script::{Effect, TargetChoice, each_target, picks_player, players_of};

/// Something to see.
const SIGHT: i32 = 1;
/// An effect on a card that the table does not show: most likely a good one.
const UNKNOWN: i32 = 3;
/// An ability that waits for a while.
const WATCH: i32 = 6;
/// Another ability, for free.
const FREE_USE: i32 = 8;

impl<'a> Evaluation<'a> {
    /// What steps gain the controller.
    pub(super) fn gain(self, steps: &'static [Step], context: AbilityContext) -> i32 {
        let mut total = 0;
        for (at, step) in steps.iter().enumerate() {
            if context.picked.is_none() && picks_player(step) {
                let of = |seat| self.gain(&steps[at..], context.with(seat));
                return total + SEATS.into_iter().map(of).max().unwrap_or(0);
            }
            total += self.gain_of(step, context);
        }
        total
    }

    fn gain_of(self, step: &'static Step, context: AbilityContext) -> i32 {
        match step {
            Step::May(players, steps) => self.offered(players, &[], [steps, &[], &[]], context),
            Step::Pay(players, costs, steps) => self.offered(players, costs, [steps, &[], &[]], context),
            Step::To { first, then, otherwise } => self.gain_of_parts(first, then, otherwise, context),
            Step::UnlessPaid(players, ink, steps) => self.decided(players, context, |context, is_own| {
                let paid = i32::from(*ink) * PAID_INK;
                better(is_own, self.gain(steps, context), if is_own { -paid } else { paid })
            }),
            Step::If { so, then, otherwise } => self.weighed(so, then, otherwise, context),
            Step::Instead { does, so, then } => self.gain(self.usual_or(does, so, then, context), context),
            Step::Unreduced(steps) | Step::Later(_, steps) => self.gain(steps, context),
            Step::OneOrAll { so, lists } if self.holds(so, context) == Some(true) => {
                lists.iter().map(|steps| self.gain(steps, context)).sum()
            }
            Step::OneOrAll { lists, .. } => self.gain_of_best(lists, true, context),
            Step::OneOf(players, lists) => {
                self.decided(players, context, |context, is_own| self.gain_of_best(lists, is_own, context))
            }
            Step::ForEachPlayer(players, steps) => {
                self.seats(players, context).map(|seat| self.gain(steps, context.with(seat))).sum()
            }
            Step::Repeat(amount, steps) => {
                self.amount(amount, context).saturating_mul(self.gain(steps, context))
            }
            Step::Choose(choice) | Step::Search(choice) => self.gain_of_choice(choice, context),
            Step::Look(..)
            | Step::Reveal(..)
            | Step::RevealUntil(..)
            | Step::RevealHand(_)
            | Step::LookAtHand(_)
            | Step::LookAt(_) => SIGHT,
            Step::Watch(..) => WATCH,
            Step::UseFree(_) => FREE_USE,
            _ => self.gain_for_players(step, context) + self.gain_on_targets(step, context),
        }
    }

    /// "A to B", "A. If you do, B": whoever may do the first part weighs all of it.
    fn gain_of_parts(
        self,
        first: &'static [Step],
        then: &'static [Step],
        otherwise: &'static [Step],
        context: AbilityContext,
    ) -> i32 {
        match first {
            [Step::May(players, steps)] => self.offered(players, &[], [steps, then, otherwise], context),
            [Step::Pay(players, costs, steps)] => {
                self.offered(players, costs, [steps, then, otherwise], context)
            }
            _ => self.gain(first, context) + self.gain(then, context),
        }
    }

    /// Steps that players may do, at a cost, what follows then, and what follows otherwise.
    fn offered(
        self,
        players: &'static Players,
        costs: &'static [Cost],
        [steps, then, otherwise]: [&'static [Step]; 3],
        context: AbilityContext,
    ) -> i32 {
        self.decided(players, context, |context, is_own| {
            let paid = self.value_of_costs(costs, context);
            let done = self.gain(steps, context) + self.gain(then, context);
            let yes = if is_own { done - paid } else { done + paid };
            better(is_own, yes, self.gain(otherwise, context))
        })
    }

    /// The sum over the players who decide, of whom it matters whether they are the controller.
    fn decided(
        self,
        players: &Players,
        context: AbilityContext,
        value: impl Fn(AbilityContext, bool) -> i32,
    ) -> i32 {
        let of = |seat: Seat| value(context.asking(players, seat), seat == context.controller);
        let mut seats = self.seats(players, context).peekable();
        // It depends on later choices: most likely the other player decides.
        if seats.peek().is_none() { of(opponent(context.controller)) } else { seats.map(of).sum() }
    }

    fn weighed(
        self,
        so: &Condition,
        then: &'static [Step],
        otherwise: &'static [Step],
        context: AbilityContext,
    ) -> i32 {
        match self.holds(so, context) {
            Some(true) => self.gain(then, context),
            Some(false) => self.gain(otherwise, context),
            None => (self.gain(then, context) + self.gain(otherwise, context)) / 2,
        }
    }

    /// What is usually done, or what is done instead if that is clear; a mere number counts as the usual.
    fn usual_or(
        self,
        does: &'static [Step],
        so: &Condition,
        then: &'static [Step],
        context: AbilityContext,
    ) -> &'static [Step] {
        let is_number = matches!(then, [Step::DealInstead(_) | Step::HealInstead(_)]);
        if !is_number && self.holds(so, context) == Some(true) { then } else { does }
    }

    fn gain_of_best(self, lists: &'static [Vec<Step>], is_own: bool, context: AbilityContext) -> i32 {
        let gains = lists.iter().map(|steps| self.gain(steps, context));
        let best = if is_own { gains.max() } else { gains.min() };
        best.unwrap_or(0)
    }

    /// What costs are worth to whoever pays them.
    fn value_of_costs(self, costs: &'static [Cost], context: AbilityContext) -> i32 {
        costs.iter().map(|cost| self.value_of_cost(cost, context)).sum()
    }

    /// What a cost is worth to whoever pays it.
    pub(super) fn value_of_cost(self, cost: &'static Cost, context: AbilityContext) -> i32 {
        let source = self.find(context.source);
        match cost {
            Cost::Exert => source.map_or(0, |card| value_in_play(card) / 5),
            Cost::Ink(n) => i32::from(*n) * PAID_INK,
            Cost::InkDrop => PAID_INK,
            Cost::BanishThis => source.map_or(0, value_in_play),
            Cost::RevealSameName(..) => 0,
            Cost::Do(step) => -self.gain_of(step, context),
        }
    }

    /// Steps that concern players.
    fn gain_for_players(self, step: &'static Step, context: AbilityContext) -> i32 {
        let Some(players) = players_of(step) else { return 0 };
        let signed = |seat| {
            let gain = self.value_for(step, seat, context);
            if seat == context.controller { gain } else { -gain }
        };
        self.seats(players, context).map(signed).sum()
    }

    fn gain_on_targets(self, step: &'static Step, context: AbilityContext) -> i32 {
        let mut total = 0;
        each_target(step, &mut |target, part| {
            total += self.gain_on(Effect { step, part }, target, context);
        });
        total
    }

    fn gain_on(self, effect: Effect, target: &'static Target, context: AbilityContext) -> i32 {
        match target {
            Target::Chosen(choice) => self.gain_of_choice(choice, context),
            Target::Ref(Ref::Slot(slot)) | Target::Each(Pool::Slot(slot), _) => {
                self.gain_on_slot(effect, *slot, context)
            }
            Target::Ref(Ref::This) => self.gain_on_source(effect, context),
            Target::Ref(Ref::Subject | Ref::Other | Ref::LocationOf(_)) => UNKNOWN,
            Target::Ref(Ref::Those) => 0,
            Target::Each(Pool::InPlay, filter) => {
                let such = self.in_play().filter(|card| self.fits(filter, card, context));
                such.map(|card| self.signed(effect, card, context)).sum()
            }
            Target::Each(pool, filter) => {
                let n = self.count(pool, filter, context).map_or(1, |n| n as i32);
                n * self.sign_of(pool, context) * value_elsewhere(effect, pool)
            }
        }
    }

    /// An effect on the card with the ability, which may have left play, or not have entered it yet.
    fn gain_on_source(self, effect: Effect, context: AbilityContext) -> i32 {
        let is_in_discard = self.side(context.source.owner).discard.contains(&context.source);
        match self.find(context.source) {
            Some(card) => self.signed(effect, card, context),
            None if is_in_discard => value_elsewhere(effect, &Pool::Discard(Players::You)),
            None => 0,
        }
    }

    /// An effect on what was chosen, which has been weighed with the choice, or on what was looked at.
    fn gain_on_slot(self, effect: Effect, slot: u8, context: AbilityContext) -> i32 {
        match context.chosen {
            Some(piece) => self.find(piece).map_or(0, |card| self.signed(effect, card, context)),
            None if context.script.chooses(slot) => 0,
            None => value_elsewhere(effect, &Pool::Slot(slot)),
        }
    }

    /// What the best choice gains the controller, with everything that is done to what is chosen.
    fn gain_of_choice(self, choice: &'static Choice, context: AbilityContext) -> i32 {
        let chosen = context.script.target_choice(choice);
        self.decided(&choice.by, context, |context, is_own| {
            if choice.from == Pool::InPlay {
                self.gain_of_targets(&chosen, is_own, context)
            } else {
                self.gain_of_unseen(&chosen, is_own, context)
            }
        })
    }

    /// The best cards in play, for whoever chooses.
    fn gain_of_targets(self, choice: &TargetChoice, is_own: bool, context: AbilityContext) -> i32 {
        let sign = if is_own { 1 } else { -1 };
        let targets = self.targets(choice, context);
        let mut gains: Vec<i32> =
            targets.map(|card| sign * self.value_of_target(choice, card, context)).collect();
        gains.sort_unstable_by_key(|&gain| Reverse(gain));
        let most = self.most(&choice.choice.count, gains.len(), context);
        let best = gains.iter().take(most.max(0) as usize);
        sign * best.filter(|&&gain| gain > 0 || !choice.is_optional()).sum::<i32>()
    }

    /// Cards that are not in play are all worth the same.
    fn gain_of_unseen(self, choice: &TargetChoice, is_own: bool, context: AbilityContext) -> i32 {
        let Choice { from, what, count, .. } = choice.choice;
        let there = self.count(from, what, context).unwrap_or(match count {
            Count::Any | Count::All => 2,
            _ => usize::from(u8::MAX),
        });
        let worth = choice.effects.iter().map(|&effect| value_elsewhere(effect, from)).sum::<i32>();
        let one = self.sign_of(from, context) * worth;
        let is_declined = choice.is_optional() && if is_own { one <= 0 } else { one >= 0 };
        if is_declined { 0 } else { one * self.most(count, there, context) }
    }

    /// Whether what is good for the owner of the cards of a pool is good for the controller.
    fn sign_of(self, pool: &Pool, context: AbilityContext) -> i32 {
        let is_own = match pool {
            Pool::Hand(players) | Pool::Discard(players) | Pool::Deck(players) | Pool::Inkwell(players) => {
                self.seats(players, context).any(|seat| seat == context.controller)
            }
            _ => true,
        };
        if is_own { 1 } else { -1 }
    }

    /// What choosing a card gains the controller.
    pub(super) fn value_of_target(
        self,
        choice: &TargetChoice,
        card: &InPlay,
        context: AbilityContext,
    ) -> i32 {
        choice.effects.iter().map(|&effect| self.signed(effect, card, context)).sum()
    }

    /// The cards in play that can be chosen.
    pub(super) fn targets(
        self,
        choice: &TargetChoice,
        context: AbilityContext,
    ) -> impl Iterator<Item = &'a InPlay> {
        let Choice { what, is_chosen, .. } = choice.choice;
        self.in_play().filter(move |card| {
            let is_warded =
                *is_chosen && card.piece.owner != context.controller && card.traits.has(KeywordFlag::Ward);
            !is_warded && self.fits(what, card, context)
        })
    }

    /// Whether a card outside play can be chosen.
    pub(super) fn can_be_chosen(self, choice: &Choice, piece: Piece, context: AbilityContext) -> bool {
        self.is_from(&choice.from, piece) && self.fits_elsewhere(&choice.what, piece, context)
    }

    /// Whether a card outside play may lie in a pool.
    fn is_from(self, pool: &Pool, piece: Piece) -> bool {
        let is_discarded = self.side(piece.owner).discard.contains(&piece);
        let is_in_own_hand = self.now.hand.contains(&piece);
        match pool {
            Pool::InPlay => false,
            Pool::Hand(_) => is_in_own_hand || !is_discarded && piece.owner != self.now.seat,
            Pool::Discard(_) => is_discarded,
            Pool::Deck(_) | Pool::Inkwell(_) => !is_discarded && !is_in_own_hand,
            Pool::Slot(_) | Pool::Under(_) | Pool::UnderAny(_) => !is_in_own_hand,
            Pool::Either(both) => both.iter().any(|pool| self.is_from(pool, piece)),
        }
    }

    /// Whether an ability works now, or might.
    pub(super) fn is_now(self, during: Option<&Condition>, context: AbilityContext) -> bool {
        during.is_none_or(|during| self.holds(during, context) != Some(false))
    }
}

/// What a player chooses who wants most for the controller, or least.
fn better(is_own: bool, one: i32, other: i32) -> i32 {
    if is_own { one.max(other) } else { one.min(other) }
}
