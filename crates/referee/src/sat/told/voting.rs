//! Nominations and votes. Accepts who nominates or votes, emits what the rules demand for it, and which of it cannot all be.

use std::collections::BTreeSet;

use gaslamp_botc::notation::trace_model::{Act, TraceEvent};
use gaslamp_botc::rules::phase::EVENING;
use gaslamp_botc::{Action, Character, Team};
use gaslamp_core::trace::Phase;

use super::{Cannot, Listener, Meaning, Time};
use crate::sat::circuit::Bit;
use crate::sat::history::{Happens, number};
use crate::sat::rule::{self, Rule};
use crate::tb_tokens;

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

impl Listener<'_> {
    /// Somebody nominates, or votes.
    pub(super) fn polls(
        &mut self,
        deed: &TraceEvent,
        nominee: usize,
        is_vote: bool,
        time: &Time,
    ) -> Result<Meaning, String> {
        let by = self.player(deed.by)?;
        let (statement, phase) = (self.said.len(), deed.phase);
        self.polls.push(Poll { statement, phase, by, nominee, is_vote });
        let mut demands = if is_vote { self.votes(by, time) } else { self.nominates(by, nominee, time) };
        demands.push((rule::NOMINATIONS, Bit::Is(phase.label == EVENING)));
        Ok(Meaning { bits: Vec::new(), demands })
    }

    /// The living nominate; the Virgin loses her ability, and a Townsfolk who nominates her while she is sober is executed.
    fn nominates(&mut self, nominator: usize, nominee: usize, time: &Time) -> Vec<(Rule, Bit)> {
        let spent = number(tb_tokens::VIRGIN_NO_ABILITY);
        let virgin = self.course.dealt(nominee, VIRGIN);
        let first = [virgin, time.before.alive[nominee], !time.before.tokens[spent][nominee]];
        let first = self.course.circuit.and(first);
        let poisoned = time.before.tokens[number(tb_tokens::POISONER_POISONED)][nominee];
        let townsfolk = self.course.dealt_team(nominator, Team::Townsfolk);
        let judged = self.course.circuit.and([first, !poisoned, townsfolk]);
        let executed = self.course.happens(time.phase, Happens::Executed, nominator);
        let marked = self.course.circuit.or([!first, time.after.tokens[spent][nominee]]);
        let obeyed = self.course.circuit.or([!judged, executed]);
        vec![
            (rule::NOMINATIONS, time.before.alive[nominator]),
            (rule::EXECUTION, marked),
            (rule::EXECUTION, obeyed),
        ]
    }

    /// The living vote, and the dead once: their vote is spent when it is counted, by dusk at the latest.
    fn votes(&mut self, voter: usize, time: &Time) -> Vec<(Rule, Bit)> {
        let alive = time.before.alive[voter];
        let has_vote = self.course.circuit.or([alive, !time.before.spent[voter]]);
        let spends = self.course.circuit.or([alive, time.after.spent[voter], !time.after.ended]);
        vec![(rule::VOTES, has_vote), (rule::VOTES, spends)]
    }

    /// An execution ends the day: nobody nominates, votes, shoots or dies after it.
    pub(super) fn note_if_too_late(&mut self, deed: &TraceEvent) {
        let Some((execution, phase, executed)) = self.execution else { return };
        let is_of_day = match deed.act {
            Act::Nominates(_) | Act::Votes(_) => true,
            Act::Dies => deed.by.player() != Some(executed),
            _ => matches!(deed.action, Some(Action::Shoot(_))),
        };
        if is_of_day && deed.phase == phase {
            self.done_too_late.push((rule::EXECUTION, vec![execution, self.said.len()]));
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
                    (false, false) => (is_same || other.by == poll.by).then_some(rule::NOMINATIONS),
                    (false, true) => None,
                    (true, false) => is_same.then_some(rule::VOTES),
                    (true, true) => (is_same && other.by == poll.by).then_some(rule::VOTES),
                };
                clashes.extend(broken.map(|rule| (rule, vec![other.statement, poll.statement])));
            }
            let between = earlier.iter().rposition(|other| other.nominee != poll.nominee);
            let before = between.and_then(|between| {
                earlier[..between].iter().rposition(|other| other.nominee == poll.nominee)
            });
            if let (Some(before), Some(between)) = (before, between) {
                let statements = [earlier[before], earlier[between], poll].map(|poll| poll.statement);
                clashes.push((rule::VOTES, statements.to_vec()));
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
                let nominators: Vec<Bit> = (0..self.course.seats())
                    .map(|nominator| self.perhaps_nominates(nominator, nominee, &time))
                    .collect();
                let somebody = self.course.circuit.or(nominators.iter().copied());
                for vote in votes.iter().filter(|vote| vote.nominee == nominee) {
                    self.said[vote.statement].demands.push((rule::VOTES, somebody));
                }
                by_nominee.push(nominators);
            }
            for told in nominations {
                let others = by_nominee.iter().map(|nominators| (rule::NOMINATIONS, !nominators[told.by]));
                self.said[told.statement].demands.extend(others);
            }
            let before = self.course.circuit.state(rule::NOMINATIONS);
            for nominator in 0..self.course.seats() {
                let bits: Vec<Bit> = by_nominee.iter().map(|nominators| nominators[nominator]).collect();
                self.course.circuit.at_most_one(&bits);
            }
            self.course.circuit.state_again(before);
        }
    }

    /// Whether a nomination is made that nobody tells of.
    fn perhaps_nominates(&mut self, nominator: usize, nominee: usize, time: &Time) -> Bit {
        let nominates = self.course.circuit.open();
        for (rule, demanded) in self.nominates(nominator, nominee, time) {
            let before = self.course.circuit.state(rule);
            self.course.circuit.imply(nominates, [demanded]);
            self.course.circuit.state_again(before);
        }
        nominates
    }
}
