//! The day: what happened in public, and what it leads to.

use gaslamp_botc::rules::{Advance, ConstrainedRun, DayEvent, Pending, State, Use};
use gaslamp_core::{Seat, Seats};

use super::super::case::{Ending, PublicEvent};
use super::super::timeline::Visit;
use super::choices::only_action;
use super::{Branch, Move, Reached, WorldSearch};

impl<'a> WorldSearch<'a> {
    /// The day after a night, if the timeline continues.
    pub(super) fn dawn(&mut self, branch: &mut Branch, place: usize) {
        let is_last = place + 1 == self.timeline.nights.len();
        if is_last && matches!(self.timeline.ends, Ending::Dawn(_)) {
            return self.find(branch);
        }
        for (at, (seat, visit)) in self.timeline.days[place].visits.iter().enumerate() {
            if !self.honest.contains(*seat) {
                continue;
            }
            if let Visit::Elsewhere(number, _) = visit {
                // It may be false there, which would be fine if this player were impaired.
                self.blamed = self.blamed.with(*seat);
                match branch.table.answer_elsewhere(*seat) {
                    None => return,
                    Some(Some(true)) => branch.links.must_be_true |= 1 << number,
                    Some(Some(false)) => branch.links.must_be_false |= 1 << number,
                    Some(None) => {}
                }
            } else if !visits(&mut branch.table, *seat, visit) {
                self.blamed = self.blamed.with(*seat);
                return;
            }
            self.note(branch, Move::Visited(at));
        }
        for (number, truth) in &self.timeline.days[place].asked_elsewhere {
            let (may_be_true, may_be_false) = branch.table.judge(truth);
            branch.links.judge(*number, may_be_true, may_be_false);
        }
        self.day(branch, place, 0);
    }

    /// Continues from a moment of the day.
    pub(super) fn day(&mut self, branch: &mut Branch, place: usize, from: usize) {
        let public_events = &self.timeline.days[place].public_events;
        for (at, (what, _)) in public_events.iter().enumerate().skip(from) {
            self.reached = self.reached.max(Reached { night: place, is_day: true, things: at });
            if let (PublicEvent::Executed { seat, .. }, Some(model)) = (what, self.model) {
                branch.weight *= model.execution(branch.table.state(), *seat);
            }
            if !may_happen(branch.table.state(), what) {
                return;
            }
            if let Some(event) = day_event(what) {
                branch.table.advance(Advance::Happen(event));
            }
            self.note(branch, Move::Happened(at));
            if let Pending::Ruling(_) = branch.table.state().pending() {
                return self.branch_by_day(branch, place, at);
            }
            if !has_happened(branch.table.state(), &public_events[at]) {
                return;
            }
        }
        self.dusk(branch, place);
    }

    fn branch_by_day(&mut self, branch: &Branch, place: usize, at: usize) {
        let (state, model) = (branch.table.state(), self.model);
        let list = self.list(state);
        let actions = list.iter().filter_map(only_action);
        let odds = |action| model.map_or(1.0, |model| model.ruling(state, action));
        let total: f64 = if model.is_some() { actions.clone().map(odds).sum() } else { 1.0 };
        let mut ways = Vec::new();
        for action in actions {
            let mut way = branch.weighing(odds(action) / total);
            way.table.advance(Advance::Answer(action));
            if way.weight > 0.0 {
                self.note(&mut way, Move::Answered(action));
                ways.push(way);
            }
        }
        self.lists.push(list);
        self.moments += ways.len();
        self.draw_one(&mut ways, place);
        for next in &mut ways {
            if let Pending::Ruling(_) = next.table.state().pending() {
                self.branch_by_day(next, place, at);
            } else if has_happened(next.table.state(), &self.timeline.days[place].public_events[at]) {
                self.day(next, place, at + 1);
            }
        }
    }

    pub(super) fn dusk(&mut self, branch: &mut Branch, place: usize) {
        self.reach(place, true, self.timeline.days[place].public_events.len());
        let is_last = place + 1 == self.timeline.nights.len();
        if is_last && matches!(self.timeline.ends, Ending::Day(_)) {
            return self.find(branch);
        }
        branch.heard = 0;
        let is_heard = self.advance(branch, place + 1, |table, listener| {
            table.advance_heard(Advance::EndDay, Some(listener));
        });
        self.note(branch, Move::Dusk);
        if is_heard && !branch.table.state().is_over() {
            self.find(branch);
        }
    }
}

pub(in crate::botc) fn visits(table: &mut ConstrainedRun, seat: Seat, visit: &Visit) -> bool {
    match visit {
        Visit::Answered(truth) => table.may_answer(seat, truth, true),
        Visit::Elsewhere(..) => table.answer_elsewhere(seat).is_some(),
        Visit::Things(things) => table.may_tell_things(seat, things),
        Visit::Suspected(suspect, told) => table.may_show(seat, *suspect, *told),
    }
}

pub(in crate::botc) fn day_event(happening: &PublicEvent) -> Option<DayEvent<'_>> {
    match happening {
        PublicEvent::Executed { seat, .. } => Some(DayEvent::Execute(*seat)),
        PublicEvent::Nominated { by, nominee }
        | PublicEvent::ExecutedForNominating { by, nominee, .. }
        | PublicEvent::DiedNominating { by, nominee: Some(nominee) }
        | PublicEvent::DiedNominated { by, nominee } => Some(DayEvent::Nominate(*by, *nominee)),
        PublicEvent::Shot { by, target, .. } => Some(DayEvent::Use(*by, Use::Shoot(*target))),
        PublicEvent::Juggled { by, guesses } => Some(DayEvent::Use(*by, Use::Guess(guesses))),
        PublicEvent::Gossiped { by, truth } => Some(DayEvent::Use(*by, Use::Gossip(truth))),
        PublicEvent::DiedNominating { by, nominee: None } => Some(DayEvent::NominateSomebody(*by)),
        PublicEvent::Chose { by, chosen, .. } => Some(DayEvent::LastChoice(*by, *chosen)),
        PublicEvent::Doomed { by, victim } => Some(DayEvent::Doom(*by, *victim)),
        PublicEvent::DiedByDay(seat) => Some(DayEvent::DieByWill(*seat)),
        PublicEvent::Voted(seats) => Some(DayEvent::Voted(*seats)),
        PublicEvent::Nominators(seats) => Some(DayEvent::Nominators(*seats)),
        PublicEvent::Died(_) | PublicEvent::Revived(_) | PublicEvent::DiedToo(_) => None,
    }
}

/// Whether this may happen at all now, whatever comes of it.
fn may_happen(state: &State, what: &PublicEvent) -> bool {
    match what {
        // Who nominated is listed when the day is over.
        PublicEvent::Nominators(_) => true,
        PublicEvent::Executed { .. } => state.executed_today().is_none() && state.has_votes(),
        _ => what.nominators().iter().all(|by| state.may_nominate_today(by)),
    }
}

/// Whether the table looks as it did after this event, and the game continues.
fn has_happened(state: &State, (what, living): &(PublicEvent, Seats)) -> bool {
    let execution_fits = match what {
        PublicEvent::Nominated { by, .. } => state.executed_today() != Some(*by),
        PublicEvent::ExecutedForNominating { by, .. } => state.executed_today() == Some(*by),
        _ => true,
    };
    !state.is_over() && state.publicly_alive() == *living && execution_fits
}
