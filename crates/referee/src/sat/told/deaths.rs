//! Deaths. Accepts who is told to have died, emits that nobody else has: whatever else is left out of a trace, no death is.

use gaslamp_botc::notation::trace_model::{Act, TraceEvent};
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::rules::phase::{DAY, NIGHT};
use gaslamp_botc::{Action, Character};
use gaslamp_core::trace::Phase;

use super::{Listener, Time};
use crate::sat::check::{About, Said, Statement};
use crate::sat::circuit::{Bit, NO};
use crate::sat::history::IMP;
use crate::tb_tokens;

const SLAYER: Character = Character::with_id("slayer");
const VIRGIN: Character = Character::with_id("virgin");

impl Listener<'_> {
    /// At dawn it is told who died in the night, or in that night if the game is over.
    pub(super) fn announced(&mut self, deed: &TraceEvent) -> Result<Vec<Bit>, String> {
        let Phase { label: DAY | NIGHT, number } = deed.phase else {
            return Err("it is announced at dawn".into());
        };
        let Time { before, after, .. } = self.around(Phase::new(NIGHT, number))?;
        let mut bits = Vec::new();
        for target in &deed.event.targets {
            let seat = self.story.player(&target.name.name).ok_or("nobody is called so")?;
            self.deaths.push((Phase::new(NIGHT, number), seat));
            bits.extend([before.alive[seat], !after.alive[seat]]);
        }
        Ok(bits)
    }

    /// Whoever dies is told to, unless a trace ends before it tells what its last deed has done.
    pub(super) fn nobody_else_dies(&mut self) {
        let stands = self.course.stands.clone();
        let untold = self.untold_death();
        let mut bits = Vec::new();
        for pair in stands.windows(2) {
            for seat in 0..self.course.seats() {
                if !self.deaths.contains(&(pair[1].phase, seat)) {
                    let untold = match untold {
                        Some((phase, victim, dies)) if phase == pair[1].phase && victim == seat => dies,
                        _ => NO,
                    };
                    bits.push(self.course.circuit.or([!pair[0].alive[seat], pair[1].alive[seat], untold]));
                }
            }
        }
        let statement = Statement { words: "nobody else dies".to_owned(), span: None, about: About::Deaths };
        self.said.push(Said { statement, bits, demands: Vec::new() });
    }

    /// Who may die of the last deed of all, when and whether.
    fn untold_death(&mut self) -> Option<(Phase, usize, Bit)> {
        let (deed, before) = self.story.events.split_last()?;
        let time = self.around(deed.phase).ok()?;
        let (victim, dies) = self.dies_of(deed, before, &time)?;
        Some((deed.phase, victim, dies))
    }

    /// Who dies of a deed at once: whom the Imp or a Slayer has chosen, and whoever has nominated the Virgin. Between deed and death the token of Slayer
    /// or Virgin is told.
    fn dies_of(&mut self, deed: &TraceEvent, before: &[TraceEvent], time: &Time) -> Option<(usize, Bit)> {
        let deed = match token_of_deed(deed) {
            None => deed,
            Some((token, on)) => {
                let mut today = before.iter().rev().take_while(|cause| cause.phase == deed.phase);
                today.find(|cause| puts_down(cause, token, on))?
            }
        };
        let by = deed.by.player()?;
        match (&deed.act, deed.action) {
            (_, Some(Action::Choose(target))) => Some((target.index(), self.is(by, IMP, time))),
            (_, Some(Action::Shoot(target))) => Some((target.index(), self.course.dealt(by, SLAYER))),
            (Act::Nominates(nominee), _) => Some((by, self.course.dealt(*nominee, VIRGIN))),
            _ => None,
        }
    }
}

/// The token of a Slayer or a Virgin that is put down, and where.
fn token_of_deed(deed: &TraceEvent) -> Option<(Reminder, usize)> {
    let Act::Tokens(changes) = &deed.act else { return None };
    let change = changes.iter().find(|change| change.comes)?;
    let token = Reminder::of(change.token)?;
    matches!(token, tb_tokens::SLAYER_NO_ABILITY | tb_tokens::VIRGIN_NO_ABILITY).then_some((token, change.on))
}

/// Whether a token comes of a deed.
fn puts_down(deed: &TraceEvent, token: Reminder, on: usize) -> bool {
    match token {
        tb_tokens::SLAYER_NO_ABILITY => {
            deed.by.player() == Some(on) && matches!(deed.action, Some(Action::Shoot(_)))
        }
        _ => deed.act == Act::Nominates(on),
    }
}
