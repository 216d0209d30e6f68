//! Deaths. Accepts who is told to have died, emits that nobody else has: whatever else is left out of a trace, no death is.

use gaslamp_botc::notation::trace_model::{Act, TraceEvent};
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::rules::phase::{DAY, NIGHT};
use gaslamp_botc::{Action, Character};
use gaslamp_core::trace::Phase;

use super::{Time, TraceEncoder};
use crate::sat::check::{About, Assertion, EncodedAssertion};
use crate::sat::circuit::{Bit, NO};
use crate::sat::history::IMP;
use crate::sat::history::tokens;

const SLAYER: Character = Character::with_id("slayer");
const VIRGIN: Character = Character::with_id("virgin");

impl TraceEncoder<'_> {
    /// At dawn it is told who died in the night, or in that night if the game is over.
    pub(super) fn announced(&mut self, event: &TraceEvent) -> Result<Vec<Bit>, String> {
        let Phase { label: DAY | NIGHT, number } = event.phase else {
            return Err("deaths are announced at dawn".into());
        };
        let Time { before, after, .. } = self.around(Phase::new(NIGHT, number))?;
        let mut bits = Vec::new();
        for target in &event.event.targets {
            let seat = self.model.player(&target.name.name).ok_or("no player has that name")?;
            self.deaths.push((Phase::new(NIGHT, number), seat));
            bits.extend([before.alive[seat], !after.alive[seat]]);
        }
        Ok(bits)
    }

    /// Whoever dies is told to, unless a trace ends before it tells what its last event has done.
    pub(super) fn nobody_else_dies(&mut self) {
        let stands = self.unrolling.stands.clone();
        let untold = self.untold_death();
        let mut bits = Vec::new();
        for pair in stands.windows(2) {
            for seat in 0..self.unrolling.seats() {
                if !self.deaths.contains(&(pair[1].phase, seat)) {
                    let untold = match untold {
                        Some((phase, victim, dies)) if phase == pair[1].phase && victim == seat => dies,
                        _ => NO,
                    };
                    bits.push(self.unrolling.circuit.or([!pair[0].alive[seat], pair[1].alive[seat], untold]));
                }
            }
        }
        let assertion = Assertion { words: "nobody else dies".to_owned(), span: None, about: About::Deaths };
        self.said.push(EncodedAssertion { assertion, bits, demands: Vec::new() });
    }

    /// Who may die of the last event of all, when and whether.
    fn untold_death(&mut self) -> Option<(Phase, usize, Bit)> {
        let (event, before) = self.model.events.split_last()?;
        let time = self.around(event.phase).ok()?;
        let (victim, dies) = self.dies_of(event, before, &time)?;
        Some((event.phase, victim, dies))
    }

    /// Who dies of an event at once: whom the Imp or a Slayer has chosen, and whoever has nominated the Virgin. Between event and death the token of Slayer
    /// or Virgin is told.
    fn dies_of(&mut self, event: &TraceEvent, before: &[TraceEvent], time: &Time) -> Option<(usize, Bit)> {
        let event = match token_of_event(event) {
            None => event,
            Some((token, on)) => {
                let mut today = before.iter().rev().take_while(|cause| cause.phase == event.phase);
                today.find(|cause| puts_down(cause, token, on))?
            }
        };
        let by = event.by.player()?;
        match (&event.act, event.action) {
            (_, Some(Action::Choose(target))) => Some((target.index(), self.is(by, IMP, time))),
            (_, Some(Action::Shoot(target))) => Some((target.index(), self.unrolling.dealt(by, SLAYER))),
            (Act::Nominates(nominee), _) => Some((by, self.unrolling.dealt(*nominee, VIRGIN))),
            _ => None,
        }
    }
}

/// The token of a Slayer or a Virgin that is put down, and where.
fn token_of_event(event: &TraceEvent) -> Option<(Reminder, usize)> {
    let Act::Tokens(changes) = &event.act else { return None };
    let change = changes.iter().find(|change| change.comes)?;
    let token = Reminder::of(change.token)?;
    matches!(token, tokens::SLAYER_NO_ABILITY | tokens::VIRGIN_NO_ABILITY).then_some((token, change.on))
}

/// Whether a token comes of an event.
fn puts_down(event: &TraceEvent, token: Reminder, on: usize) -> bool {
    match token {
        tokens::SLAYER_NO_ABILITY => {
            event.by.player() == Some(on) && matches!(event.action, Some(Action::Shoot(_)))
        }
        _ => event.act == Act::Nominates(on),
    }
}
