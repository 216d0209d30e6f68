//! How the greedy player answers questions: the best card to help or to harm, yes or no, which player.
//!
//! A view names the ability that is being resolved; which of its choices is being made is inferred from the answers.

use gaslamp_core::{Actor, Choice, View};
use gaslamp_lorcana::language::{Placed, Players, Pool, Step};
use gaslamp_lorcana::rules::{Answer, Event, Piece};
use gaslamp_lorcana::view::InPlay;
use gaslamp_lorcana::{Action, Card, State};

use super::evaluation::{Evaluation, PAID_INK, value_in_play};
use super::greedy::first_best;
use super::meaning::AbilityContext;
use super::script::{Script, TargetChoice, each_part, picks_player};

/// A card that is worth more than this is better than most that could come instead.
const KEPT: i32 = 60;

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
            Answer::Number(_) => self.number().unwrap_or(first),
            Answer::Name(card) => Answer::Name(self.name(card)),
            Answer::Top | Answer::Bottom | Answer::Discard => self.place(first),
            Answer::Trigger(_) | Answer::Done => first,
        })
    }

    /// What the ability that asks may be; nothing if the rules themselves ask.
    fn contexts(&self) -> Vec<AbilityContext> {
        let now = self.evaluation.now;
        let Some(asking) = now.resolving.last() else { return Vec::new() };
        let picked = (asking.controller != now.seat).then_some(now.seat);
        let of = |script| AbilityContext {
            picked,
            ..AbilityContext::new(asking.controller, asking.source, script)
        };
        Script::of(asking.ability).into_iter().map(of).collect()
    }

    /// Whether what is good for the controller is good for the player.
    fn sign(&self, context: AbilityContext) -> i32 {
        if context.controller == self.evaluation.now.seat { 1 } else { -1 }
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

    /// What the player has answered since the ability began to be resolved, the last answer first.
    fn answered(&self) -> impl Iterator<Item = Answer> {
        let events = self.view.seen.iter().rev().map(|(_, event)| event);
        events.take_while(|event| !is_start(event)).filter_map(|event| match event {
            Event::Acts { by: Actor::Seat(_), action: Action::Choose(answer), .. } => Some(*answer),
            _ => None,
        })
    }

    fn accepts(&self) -> bool {
        let now = self.evaluation.now;
        let contexts = self.contexts();
        if contexts.is_empty() {
            // A Bodyguard may enter exerted, which makes it protect the others at once.
            return now.sides[now.seat.index()].play.len() > 1;
        }
        let chosen = self.answered().find_map(|answer| match answer {
            Answer::Card(piece) => Some(piece),
            _ => None,
        });
        let value = |context: &AbilityContext| {
            let context = AbilityContext { chosen, ..*context };
            let value = self.value_of_yes(context.script.steps(), context)?;
            Some(self.sign(context) * value)
        };
        contexts.iter().find_map(value).is_none_or(|value| value > 0)
    }

    /// What the controller gains if the player agrees to what is offered in these steps, rather than not.
    fn value_of_yes(&self, steps: &'static [Step], context: AbilityContext) -> Option<i32> {
        steps.iter().find_map(|step| self.value_of_yes_in(step, context))
    }

    fn value_of_yes_in(&self, step: &'static Step, context: AbilityContext) -> Option<i32> {
        let (evaluation, sign) = (self.evaluation, self.sign(context));
        let seat = evaluation.now.seat;
        match step {
            Step::May(players, steps) if self.is_asked(players, context) => {
                Some(evaluation.gain(steps, context.asking(players, seat)))
            }
            Step::Pay(players, costs, steps) if self.is_asked(players, context) => {
                let context = context.asking(players, seat);
                let paid = costs.iter().map(|cost| evaluation.value_of_cost(cost, context));
                Some(evaluation.gain(steps, context) - sign * paid.sum::<i32>())
            }
            Step::UnlessPaid(players, ink, steps) if self.is_asked(players, context) => {
                let context = context.asking(players, seat);
                Some(-evaluation.gain(steps, context) - sign * i32::from(*ink) * PAID_INK)
            }
            Step::To { first, then, otherwise } => {
                let of_first = self.value_of_yes(first, context).map(|value| {
                    value + evaluation.gain(then, context) - evaluation.gain(otherwise, context)
                });
                let later = || self.value_of_yes(then, context);
                of_first.or_else(later).or_else(|| self.value_of_yes(otherwise, context))
            }
            step => {
                let mut found = None;
                each_part(step, &mut |steps| {
                    found = found.or_else(|| self.value_of_yes(steps, context));
                });
                found
            }
        }
    }

    /// Whether the player is among those who are asked, as far as that is clear.
    fn is_asked(&self, players: &Players, context: AbilityContext) -> bool {
        let mut seats = self.evaluation.seats(players, context).peekable();
        seats.peek().is_none() || seats.any(|seat| seat == self.evaluation.now.seat)
    }

    /// The best of several effects; else as much as possible: the cards it concerns have been chosen already.
    fn number(&self) -> Option<Answer> {
        let Some((lists, context)) = self.lists() else { return self.answers.last().copied() };
        let gain = |answer: &Answer| match *answer {
            Answer::Number(number) => lists
                .get(usize::from(number))
                .map_or(0, |steps| self.sign(context) * self.evaluation.gain(steps, context)),
            _ => 0,
        };
        first_best(self.answers.iter().copied(), gain)
    }

    /// The effects among which is being chosen: the first answer that is a number is for them.
    fn lists(&self) -> Option<(&'static [Vec<Step>], AbilityContext)> {
        if self.answered().any(|answer| matches!(answer, Answer::Number(_))) {
            return None;
        }
        let are_listed = |lists: &[Vec<Step>]| {
            self.answers.iter().all(|answer| match answer {
                Answer::Number(number) => usize::from(*number) < lists.len(),
                _ => true,
            })
        };
        self.contexts().into_iter().find_map(|context| {
            let mut found = None;
            context.script.each_step(&mut |step| match step {
                Step::OneOf(_, lists) | Step::OneOrAll { lists, .. } if found.is_none() => {
                    found = Some(lists.as_slice()).filter(|lists| are_listed(lists));
                }
                _ => {}
            });
            found.map(|lists| (lists, context))
        })
    }

    /// A card of which there is another one in sight, since that is most likely in the deck, too.
    fn name(&self, first: Card) -> Card {
        let now = self.evaluation.now;
        let own = self.evaluation.side(now.seat);
        let in_play = own.play.iter().map(|card| card.piece);
        let in_sight: Vec<&str> = now
            .hand
            .iter()
            .chain(&own.discard)
            .copied()
            .chain(in_play)
            .map(|piece| piece.facts().name)
            .collect();
        let mut named = self.answers.iter().filter_map(|answer| match answer {
            Answer::Name(card) => Some(*card),
            _ => None,
        });
        named.find(|card| in_sight.contains(&card.facts().name)).unwrap_or(first)
    }

    /// On top if the card is worth keeping, or not if it is the other player's.
    fn place(&self, first: Answer) -> Answer {
        let now = self.evaluation.now;
        let is_worth_it = |piece: &Piece| self.evaluation.value_of_keeping(*piece) > KEPT;
        let stays = now.looking.first().is_none_or(|piece| is_worth_it(piece) == (piece.owner == now.seat));
        let wanted = self.answers.iter().copied().find(|answer| (*answer == Answer::Top) == stays);
        wanted.unwrap_or(first)
    }

    fn card(&self, first: Piece) -> Answer {
        let chosen =
            if self.evaluation.find(first).is_some() { self.target() } else { self.card_elsewhere(first) };
        chosen.map_or(Answer::Done, Answer::Card)
    }

    /// A card that is not in play: the best one if it is played or taken, else the one that is missed least.
    fn card_elsewhere(&self, first: Piece) -> Option<Piece> {
        let evaluation = self.evaluation;
        let is_order = evaluation.now.hand.contains(&first) || evaluation.now.looking.contains(&first);
        let keep = |piece: &Piece| evaluation.value_of_keeping(*piece);
        let purpose = match self.choice_elsewhere() {
            _ if first.owner != evaluation.now.seat => Purpose::Take,
            Some(choice) => purpose_of(&choice),
            // A card is discarded, or put back: the one on top last is drawn first.
            None if is_order => Purpose::Lose,
            None => Purpose::Take,
        };
        let may_stop = self.may_stop();
        match purpose {
            Purpose::Play => {
                let played = first_best(self.cards(), |piece| evaluation.value_of_playing(*piece));
                played.filter(|piece| !may_stop || evaluation.value_of_playing(*piece) > 0)
            }
            Purpose::Take => first_best(self.cards(), keep),
            Purpose::Lose => {
                let lost = first_best(self.cards(), |piece| -keep(piece));
                lost.filter(|piece| !may_stop || !self.is_optional() || keep(piece) <= KEPT)
            }
        }
    }

    /// Whether fewer cards than there are, or none, may be chosen.
    fn is_optional(&self) -> bool {
        self.choice_elsewhere().is_none_or(|choice| choice.is_optional())
    }

    /// The first choice outside play that offers these cards.
    fn choice_elsewhere(&self) -> Option<TargetChoice> {
        self.contexts().into_iter().find_map(|context| {
            let mut found = None;
            context.script.each_choice(&mut |choice| {
                let can_be = |piece| self.evaluation.can_be_chosen(choice, piece, context);
                if found.is_none() && self.cards().all(can_be) {
                    found = Some(context.script.target_choice(choice));
                }
            });
            found
        })
    }

    /// A card in play, or none if none gains anything.
    fn target(&self) -> Option<Piece> {
        if self.contexts().is_empty() {
            // Who else sings, or goes under a Shift: no more than necessary.
            let cost = |piece: &Piece| {
                self.evaluation
                    .find(*piece)
                    .map_or(0, |card| -self.evaluation.value_of_questing(card) - value_in_play(card) / 10)
            };
            return if self.may_stop() { None } else { first_best(self.cards(), cost) };
        }
        let choice = self.target_choice();
        let gain = |piece: &Piece| {
            self.evaluation.find(*piece).map_or(0, |card| self.gain_of_target(choice.as_ref(), card))
        };
        let best = first_best(self.cards(), gain);
        best.filter(|piece| !self.may_stop() || gain(piece) > 0)
    }

    fn gain_of_target(&self, choice: Option<&(TargetChoice, AbilityContext)>, card: &InPlay) -> i32 {
        match choice {
            // It is only looked at for a number.
            Some((choice, _)) if choice.effects.is_empty() => value_in_play(card),
            Some((choice, context)) => {
                self.sign(*context) * self.evaluation.value_of_target(choice, card, *context)
            }
            // The effect is unknown: most likely harmful.
            None if card.piece.owner == self.evaluation.now.seat => -value_in_play(card),
            None => value_in_play(card),
        }
    }

    /// The choice that offers these cards, as far as the table shows: the one with the fewest other targets.
    fn target_choice(&self) -> Option<(TargetChoice, AbilityContext)> {
        let mut found: Option<(usize, TargetChoice, AbilityContext)> = None;
        for context in self.contexts() {
            context.script.each_choice(&mut |choice| {
                if !matches!(choice.from, Pool::InPlay | Pool::Slot(_) | Pool::Either(_)) {
                    return;
                }
                let context = context.asking(&choice.by, self.evaluation.now.seat);
                let choice = context.script.target_choice(choice);
                let targets: Vec<Piece> =
                    self.evaluation.targets(&choice, context).map(|card| card.piece).collect();
                let offers_all = self.cards().all(|piece| targets.contains(&piece));
                if offers_all && found.as_ref().is_none_or(|(fewest, ..)| targets.len() < *fewest) {
                    found = Some((targets.len(), choice, context));
                }
            });
        }
        found.map(|(_, choice, context)| (choice, context))
    }

    /// The player whom it is best to pick, or nobody more.
    fn player(&self) -> Answer {
        let picked = self.contexts().into_iter().find_map(|context| {
            let steps = steps_for_player(context.script)?;
            let gain = |answer: &Answer| match *answer {
                Answer::Player(seat) => self.sign(context) * self.evaluation.gain(steps, context.with(seat)),
                _ => 0,
            };
            first_best(self.answers.iter().copied(), gain)
        });
        picked.or_else(|| self.may_stop().then_some(Answer::Done)).unwrap_or(self.answers[0])
    }
}

/// What is done with cards that are chosen outside play.
#[derive(Clone, Copy)]
enum Purpose {
    /// They are played.
    Play,
    /// They are worth having.
    Take,
    /// They are lost, or become ink.
    Lose,
}

fn purpose_of(choice: &TargetChoice) -> Purpose {
    let steps = || choice.effects.iter().map(|effect| effect.step);
    let is_taken = |step: &Step| match step {
        Step::Put(_, place) => matches!(place.to, Placed::Hand | Placed::Top | Placed::TopOrBottom),
        _ => false,
    };
    let is_from_hand = matches!(choice.choice.from, Pool::Hand(_));
    if steps().any(|step| matches!(step, Step::Play { .. })) {
        Purpose::Play
    } else if choice.effects.is_empty() || !is_from_hand && steps().any(is_taken) {
        Purpose::Take
    } else {
        Purpose::Lose
    }
}

/// The steps from the one on for which a player is chosen.
fn steps_for_player(script: Script) -> Option<&'static [Step]> {
    let mut found = None;
    script.each_list(&mut |steps| {
        let picks = steps.iter().position(picks_player);
        found = found.or(picks.map(|at| &steps[at..]));
    });
    found
}

/// Whether an ability begins to be resolved, or a card to be played.
const fn is_start(event: &Event) -> bool {
    match event {
        Event::Acts { action, .. } => !matches!(action, Action::Choose(_) | Action::Random(_)),
        Event::Resolves(_) | Event::TurnBegins(_) => true,
        _ => false,
    }
}
