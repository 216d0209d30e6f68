//! How the greedy player answers questions: the best card to help or to harm, yes or no, which player.
//!
//! A view names the card whose ability is being resolved, but not its current step; that is inferred from the answers.

use gaslamp_core::{Choice, View};
use gaslamp_lorcana::rules::ability::{Filter, Step};
use gaslamp_lorcana::rules::{Answer, Event, Piece};
use gaslamp_lorcana::{Action, State};

use super::evaluation::{
    AbilityContext, Evaluation, TargetChoice, abilities_of, split, target_choice, value_in_play,
};
use super::greedy::first_best;

/// The answer to the pending question, if there is one.
pub(super) fn answer(view: &View<State>) -> Option<Action> {
    let answers: Vec<Answer> = view.legal.iter().filter_map(|&choice| as_answer(choice)).collect();
    let choice = PendingChoice { evaluation: Evaluation { now: &view.now }, view, answers };
    choice.decide().map(Action::Choose)
}

const fn as_answer(choice: Choice<State>) -> Option<Answer> {
    match choice {
        Choice::Action(Action::Choose(answer)) => Some(answer),
        _ => None,
    }
}

/// A pending question and its possible answers.
struct PendingChoice<'a> {
    evaluation: Evaluation<'a>,
    view: &'a View<State>,
    answers: Vec<Answer>,
}

impl PendingChoice<'_> {
    fn decide(&self) -> Option<Answer> {
        let &first = self.answers.iter().find(|answer| **answer != Answer::Done).or(self.answers.first())?;
        Some(match first {
            Answer::Yes | Answer::No => {
                if self.accepts() {
                    Answer::Yes
                } else {
                    Answer::No
                }
            }
            Answer::Card(card) => self.card(card),
            Answer::Player(_) => self.player(),
            // As much as possible: the cards it concerns have been chosen already.
            Answer::Number(_) => self.answers.last().copied().unwrap_or(first),
            Answer::Trigger(_) | Answer::Done => first,
        })
    }

    /// The ability that asks; none if the rules themselves do.
    fn context(&self) -> Option<AbilityContext> {
        self.evaluation.now.resolving.last().map(|&(by, source)| AbilityContext::new(by, source))
    }

    fn may_stop(&self) -> bool {
        self.answers.contains(&Answer::Done)
    }

    fn cards(&self) -> impl Iterator<Item = Piece> {
        self.answers.iter().filter_map(|answer| match answer {
            Answer::Card(piece) => Some(*piece),
            _ => None,
        })
    }

    fn accepts(&self) -> bool {
        let now = self.evaluation.now;
        let Some(context) = self.context() else {
            // A Bodyguard may enter exerted, which makes it protect the others at once.
            return now.sides[now.seat.index()].play.len() > 1;
        };
        for steps in abilities_of(now, context.source) {
            for (at, step) in steps.iter().enumerate() {
                let tail = &steps[at + 1..];
                match *step {
                    Step::May(skip) if context.controller == now.seat => {
                        return self.evaluation.gain(split(tail, skip).0, context) > 0;
                    }
                    Step::Offer(skip) if context.controller != now.seat => {
                        let (yes, no) = split(tail, skip);
                        return self.value_of_offer(yes, context) < self.evaluation.gain(no, context);
                    }
                    _ => {}
                }
            }
        }
        true
    }

    /// What the opponent gains if we agree, taking earlier choices into account.
    fn value_of_offer(&self, yes: &[Step], context: AbilityContext) -> i32 {
        let chosen = self.last_chosen().and_then(|piece| self.evaluation.find(piece));
        // The filter does not matter, since the choice has been made.
        let chosen = chosen.zip(target_choice(Step::Choose(Filter::ANY), yes));
        let of_chosen =
            chosen.map_or(0, |(card, done)| self.evaluation.value_of_target(&done, card, context));
        of_chosen + self.evaluation.gain(yes, context)
    }

    /// The card that was chosen last.
    fn last_chosen(&self) -> Option<Piece> {
        self.view.seen.iter().rev().find_map(|(_, event)| match event {
            Event::Acts { action: Action::Choose(Answer::Card(piece)), .. } => Some(*piece),
            _ => None,
        })
    }

    fn card(&self, first: Piece) -> Answer {
        let now = self.evaluation.now;
        let keep = |piece: &Piece| self.evaluation.value_of_keeping(*piece);
        let cost_to_lose = |piece: &Piece| -keep(piece);
        let chosen = if now.hand.contains(&first) {
            if self.may_stop() {
                // A card is played for free.
                let played = first_best(self.cards(), |piece| self.evaluation.value_of_playing(*piece));
                played.filter(|piece| self.evaluation.value_of_playing(*piece) > 0)
            } else {
                first_best(self.cards(), cost_to_lose)
            }
        } else if now.looking.contains(&first) {
            // Take the best card; of cards put back, the one on top last is drawn first.
            if self.may_stop() {
                first_best(self.cards(), keep)
            } else {
                first_best(self.cards(), cost_to_lose)
            }
        } else if self.evaluation.find(first).is_none() {
            first_best(self.cards(), keep)
        } else {
            self.target()
        };
        chosen.map_or(Answer::Done, Answer::Card)
    }

    /// A card in play, or none if none gains anything.
    fn target(&self) -> Option<Piece> {
        let Some(context) = self.context() else {
            // Who else sings, or goes under a Shift: no more than necessary.
            let cost = |piece: &Piece| {
                self.evaluation
                    .find(*piece)
                    .map_or(0, |card| -self.evaluation.value_of_questing(card) - value_in_play(card) / 10)
            };
            return if self.may_stop() { None } else { first_best(self.cards(), cost) };
        };
        let choice = self.target_choice(context);
        let sign = if context.controller == self.evaluation.now.seat { 1 } else { -1 };
        let gain = |piece: &Piece| {
            let Some(card) = self.evaluation.find(*piece) else { return 0 };
            match &choice {
                Some(choice) => sign * self.evaluation.value_of_target(choice, card, context),
                // The effect is unknown: most likely harmful.
                None if card.piece.owner == self.evaluation.now.seat => -value_in_play(card),
                None => value_in_play(card),
            }
        };
        let best = first_best(self.cards(), gain);
        best.filter(|piece| !self.may_stop() || gain(piece) > 0)
    }

    /// The choice that offers these cards, as far as the table shows: the one with the fewest other targets.
    fn target_choice(&self, context: AbilityContext) -> Option<TargetChoice> {
        let mut found: Option<(usize, TargetChoice)> = None;
        for steps in abilities_of(self.evaluation.now, context.source) {
            for (at, &step) in steps.iter().enumerate() {
                let Some(choice) = target_choice(step, &steps[at + 1..]) else { continue };
                let targets: Vec<Piece> =
                    self.evaluation.targets(&choice, context).map(|card| card.piece).collect();
                let offers_all = self.cards().all(|piece| targets.contains(&piece));
                if offers_all && found.as_ref().is_none_or(|(fewest, _)| targets.len() < *fewest) {
                    found = Some((targets.len(), choice));
                }
            }
        }
        found.map(|(_, choice)| choice)
    }

    /// A player worth picking, or nobody more.
    fn player(&self) -> Answer {
        let picked = |context: AbilityContext, steps: &[Step]| {
            let at = steps.iter().position(|step| matches!(step, Step::PickPlayers))?;
            self.answers.iter().copied().find(|answer| {
                let Answer::Player(seat) = *answer else { return false };
                self.evaluation.gain(&steps[at + 1..], AbilityContext { picked: Some(seat), ..context }) > 0
            })
        };
        let found = self.context().and_then(|context| {
            abilities_of(self.evaluation.now, context.source).find_map(|steps| picked(context, steps))
        });
        found.or_else(|| self.may_stop().then_some(Answer::Done)).unwrap_or(self.answers[0])
    }
}
