//! Nominations and votes. Accepts who nominates or votes, emits what the rules demand for it, and which of them exclude each other.

use std::collections::BTreeSet;

use gaslamp_botc::notation::trace_model::{Act, TraceEvent};
use gaslamp_botc::rules::phase::EVENING;
use gaslamp_botc::{Action, Character, Team};
use gaslamp_core::trace::Phase;

use super::{Cannot, Meaning, Time, TraceEncoder};
use crate::sat::check_rule::{self, CheckRule};
use crate::sat::circuit::Bit;
use crate::sat::history::tokens;
use crate::sat::history::{Happens, number};

const VIRGIN: Character = Character::with_id("virgin");

/// A nomination or a vote that is told.
pub(super) struct Poll {
    /// The number of its statement.
    statement: usize,
    phase: Phase,
    by: usize,
    nominee: usize,
    is_vote: bool,
}

impl TraceEncoder<'_> {
    /// Somebody nominates, or votes.
    pub(super) fn polls(
        &mut self,
        event: &TraceEvent,
        nominee: usize,
        is_vote: bool,
        time: &Time,
    ) -> Result<Meaning, String> {
        let by = self.player(event.by)?;
        let (statement, phase) = (self.said.len(), event.phase);
        self.polls.push(Poll { statement, phase, by, nominee, is_vote });
        let mut demands = if is_vote { self.votes(by, time) } else { self.nominates(by, nominee, time) };
        demands.push((check_rule::NOMINATIONS, Bit::Is(phase.label == EVENING)));
        Ok(Meaning { bits: Vec::new(), demands })
    }

    /// The living nominate; the Virgin loses her ability, and a Townsfolk who nominates her while she is sober is executed.
    fn nominates(&mut self, nominator: usize, nominee: usize, time: &Time) -> Vec<(CheckRule, Bit)> {
        let spent = number(tokens::VIRGIN_NO_ABILITY);
        let virgin = self.unrolling.dealt(nominee, VIRGIN);
        let first = [virgin, time.before.alive[nominee], !time.before.tokens[spent][nominee]];
        let first = self.unrolling.circuit.and(first);
        let poisoned = time.before.tokens[number(tokens::POISONER_POISONED)][nominee];
        let townsfolk = self.unrolling.dealt_team(nominator, Team::Townsfolk);
        let judged = self.unrolling.circuit.and([first, !poisoned, townsfolk]);
        let executed = self.unrolling.happens(time.phase, Happens::Executed, nominator);
        let marked = self.unrolling.circuit.or([!first, time.after.tokens[spent][nominee]]);
        let obeyed = self.unrolling.circuit.or([!judged, executed]);
        vec![
            (check_rule::NOMINATIONS, time.before.alive[nominator]),
            (check_rule::EXECUTION, marked),
            (check_rule::EXECUTION, obeyed),
        ]
    }

    /// The living vote, and the dead once: their vote is spent when it is counted, by dusk at the latest.
    fn votes(&mut self, voter: usize, time: &Time) -> Vec<(CheckRule, Bit)> {
        let alive = time.before.alive[voter];
        let has_vote = self.unrolling.circuit.or([alive, !time.before.spent[voter]]);
        let spends = self.unrolling.circuit.or([alive, time.after.spent[voter], !time.after.ended]);
        vec![(check_rule::VOTES, has_vote), (check_rule::VOTES, spends)]
    }

    /// An execution ends the day: nobody nominates, votes, shoots or dies after it.
    pub(super) fn note_if_too_late(&mut self, event: &TraceEvent) {
        let Some((execution, phase, executed)) = self.execution else { return };
        let is_of_day = match event.act {
            Act::Nominates(_) | Act::Votes(_) => true,
            Act::Dies => event.by.player() != Some(executed),
            _ => matches!(event.action, Some(Action::Shoot(_))),
        };
        if is_of_day && event.phase == phase {
            self.done_too_late.push((check_rule::EXECUTION, vec![execution, self.said.len()]));
        }
    }

    /// Each player nominates once a day and is nominated once a day; then each votes once, before anybody else is nominated.
    pub(super) fn clashing_polls(&self) -> Vec<Cannot> {
        let mut clashes = Vec::new();
        for (at, poll) in self.polls.iter().enumerate() {
            let earlier: Vec<&Poll> =
                self.polls[..at].iter().filter(|other| other.phase == poll.phase).collect();
            for other in &earlier {
                let is_same = other.nominee == poll.nominee;
                let broken = match (other.is_vote, poll.is_vote) {
                    (false, false) => (is_same || other.by == poll.by).then_some(check_rule::NOMINATIONS),
                    (false, true) => None,
                    (true, false) => is_same.then_some(check_rule::VOTES),
                    (true, true) => (is_same && other.by == poll.by).then_some(check_rule::VOTES),
                };
                clashes.extend(broken.map(|rule| (rule, vec![other.statement, poll.statement])));
            }
            let between = earlier.iter().rposition(|other| other.nominee != poll.nominee);
            let before = between.and_then(|between| {
                earlier[..between].iter().rposition(|other| other.nominee == poll.nominee)
            });
            if let (Some(before), Some(between)) = (before, between) {
                let statements = [earlier[before], earlier[between], poll].map(|poll| poll.statement);
                clashes.push((check_rule::VOTES, statements.to_vec()));
            }
        }
        clashes
    }

    /// Whoever is voted on was nominated, though perhaps nobody tells of that, by somebody who nominated nobody else that day.
    pub(super) fn somebody_nominated(&mut self) {
        let all = std::mem::take(&mut self.polls);
        for polls in all.chunk_by(|a, b| a.phase == b.phase) {
            let Ok(time) = self.around(polls[0].phase) else { continue };
            let (votes, nominations): (Vec<&Poll>, Vec<&Poll>) = polls.iter().partition(|poll| poll.is_vote);
            let is_untold = |vote: &&&Poll| nominations.iter().all(|told| told.nominee != vote.nominee);
            let untold: BTreeSet<usize> = votes.iter().filter(is_untold).map(|vote| vote.nominee).collect();
            let mut by_nominee = Vec::new();
            for &nominee in &untold {
                let nominators: Vec<Bit> = (0..self.unrolling.seats())
                    .map(|nominator| self.perhaps_nominates(nominator, nominee, &time))
                    .collect();
                let somebody = self.unrolling.circuit.or(nominators.iter().copied());
                for vote in votes.iter().filter(|vote| vote.nominee == nominee) {
                    self.said[vote.statement].demands.push((check_rule::VOTES, somebody));
                }
                by_nominee.push(nominators);
            }
            for told in nominations {
                let others =
                    by_nominee.iter().map(|nominators| (check_rule::NOMINATIONS, !nominators[told.by]));
                self.said[told.statement].demands.extend(others);
            }
            let before = self.unrolling.circuit.state(check_rule::NOMINATIONS);
            for nominator in 0..self.unrolling.seats() {
                let bits: Vec<Bit> = by_nominee.iter().map(|nominators| nominators[nominator]).collect();
                self.unrolling.circuit.at_most_one(&bits);
            }
            self.unrolling.circuit.state_again(before);
        }
    }

    /// Whether a nomination is made that nobody tells of.
    fn perhaps_nominates(&mut self, nominator: usize, nominee: usize, time: &Time) -> Bit {
        let nominates = self.unrolling.circuit.open();
        for (rule, demanded) in self.nominates(nominator, nominee, time) {
            let before = self.unrolling.circuit.state(rule);
            self.unrolling.circuit.imply(nominates, [demanded]);
            self.unrolling.circuit.state_again(before);
        }
        nominates
    }
}
