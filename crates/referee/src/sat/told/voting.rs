//! Nominations and votes. Accepts who nominates or votes, emits what the rules demand for it.

use gaslamp_botc::notation::story::{Act, Deed};
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::{Action, Character, Team};
use gaslamp_core::trace::Phase;

use super::{Listener, Meaning, Time};
use crate::sat::circuit::Bit;
use crate::sat::history::{Course, Happens};
use crate::sat::rule::{self, Rule};

const VIRGIN: Character = Character::with_id("virgin");

impl Listener<'_> {
    /// The living nominate; the Virgin loses her ability, and a Townsfolk who nominates her while she is sober is executed.
    pub(super) fn nominates(&mut self, deed: &Deed, nominee: usize, time: &Time) -> Result<Meaning, String> {
        let nominator = self.player(deed.by)?;
        let is_evening = matches!(deed.phase, Phase::Evening(_));
        let spent = Reminder::VirginNoAbility as usize;
        let virgin = self.course.dealt(nominee, VIRGIN);
        let first = [virgin, time.before.alive[nominee], !time.before.tokens[spent][nominee]];
        let first = self.course.circuit.and(first);
        let poisoned = time.before.tokens[Reminder::PoisonerPoisoned as usize][nominee];
        let townsfolk = self.course.dealt_team(nominator, Team::Townsfolk);
        let judged = self.course.circuit.and([first, !poisoned, townsfolk]);
        let executed = self.course.happens(deed.phase, Happens::Executed, nominator);
        let marked = self.course.circuit.or([!first, time.after.tokens[spent][nominee]]);
        let obeyed = self.course.circuit.or([!judged, executed]);
        Ok(Meaning {
            bits: Vec::new(),
            demands: vec![
                (rule::NOMINATIONS, Bit::Is(is_evening)),
                (rule::NOMINATIONS, time.before.alive[nominator]),
                (rule::EXECUTION, marked),
                (rule::EXECUTION, obeyed),
            ],
        })
    }

    /// An execution ends the day: nobody nominates, votes, shoots or dies after it.
    pub(super) fn is_in_time(&mut self, deed: &Deed) {
        let Some((execution, phase, executed)) = self.execution else { return };
        let is_of_day = match deed.act {
            Act::Nominates(_) | Act::Votes(_) => true,
            Act::Dies => deed.by.player() != Some(executed),
            _ => matches!(deed.action, Some(Action::Shoot(_))),
        };
        if is_of_day && deed.phase == phase {
            self.done_too_late.push((rule::EXECUTION, [execution, self.said.len()]));
        }
    }

    /// Each player nominates once a day, and is nominated once a day.
    pub(super) fn nominated_twice(&self) -> Vec<(Rule, [usize; 2])> {
        let mut either = Vec::new();
        for (at, first) in self.nominations.iter().enumerate() {
            for second in &self.nominations[at + 1..] {
                let is_same_nominator = first.2.is_some() && first.2 == second.2;
                if first.1 == second.1 && (is_same_nominator || first.3 == second.3) {
                    either.push((rule::NOMINATIONS, [first.0, second.0]));
                }
            }
        }
        either
    }
}

/// The living vote, and the dead once: their vote is spent when it is counted, by dusk at the latest.
pub(super) fn votes(course: &mut Course, voter: usize, time: &Time) -> Vec<Bit> {
    let alive = time.before.alive[voter];
    vec![
        course.circuit.or([alive, !time.before.spent[voter]]),
        course.circuit.or([alive, time.after.spent[voter], !time.after.ended]),
    ]
}
