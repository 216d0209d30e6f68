//! Choices at night, shots by day and what is told. Accepts an event that is an action of the engine, emits what the rules demand for it.

use gaslamp_botc::notation::trace_model::TraceEvent;
use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::{Action, Character};
use gaslamp_core::trace::Phase;

use super::{Cannot, FORTUNE_TELLER, Meaning, Time, TraceEncoder};
use crate::sat::check_rule;
use crate::sat::circuit::{Bit, NO};
use crate::sat::history::tokens;
use crate::sat::history::{DRUNK, Happens, number};

const SLAYER: Character = Character::with_id("slayer");

impl TraceEncoder<'_> {
    pub(super) fn acts(&mut self, event: &TraceEvent, time: &Time) -> Result<Meaning, String> {
        match event.action.ok_or("it cannot be read as a move")? {
            Action::Choose(target) => {
                self.choices.push((event.phase, self.player(event.by)?, vec![target.index()]));
                Ok(Meaning::demand(check_rule::CHOICES, [self.chooses(event, target.index(), time)?]))
            }
            Action::ChooseTwo(first, second) => {
                let seat = self.player(event.by)?;
                self.choices.push((event.phase, seat, vec![first.index(), second.index()]));
                let chooses = if first == second { NO } else { self.is(seat, FORTUNE_TELLER, time) };
                Ok(Meaning::demand(check_rule::CHOICES, [chooses]))
            }
            // Nobody of Trouble Brewing chooses so.
            Action::AttackTwo(..)
            | Action::AttackThree(..)
            | Action::Name(..)
            | Action::ChooseCharacter(_) => Ok(Meaning::demand(check_rule::CHOICES, [NO])),
            Action::Shoot(target) => self.shoots(event, target.index(), time),
            Action::Tell(to, told) => {
                Ok(Meaning::demand(check_rule::INFORMATION, self.tells(to.index(), told, time)?))
            }
            _ => Err("the checker has no rule about it".into()),
        }
    }

    /// Somebody chooses a player: as any character that chooses one, and the token comes where that one's ability works.
    fn chooses(&mut self, event: &TraceEvent, target: usize, time: &Time) -> Result<Bit, String> {
        let seat = self.player(event.by)?;
        let tokens = [
            ("poisoner", Happens::Poisons),
            ("monk", Happens::Protects),
            ("imp", Happens::Attacks),
            ("butler", Happens::TakesMaster),
        ];
        let mut ways = Vec::new();
        for (id, happens) in tokens {
            let is = self.is(seat, Character::with_id(id), time);
            let lands = self.unrolling.happens(event.phase, happens, target);
            // A Monk who is drunk or poisoned chooses another player, and nothing comes of it.
            let idle = if id == "monk" && target != seat { self.idle(seat, event.phase)? } else { NO };
            let lands = self.unrolling.circuit.or([lands, idle]);
            ways.push(self.unrolling.circuit.and([is, lands]));
        }
        let raven = self.is(seat, Character::with_id("ravenkeeper"), time);
        ways.push(self.unrolling.circuit.and([raven, time.before.alive[seat], !time.after.alive[seat]]));
        Ok(self.unrolling.circuit.or(ways))
    }

    /// Whether a seat's choice of this night does nothing.
    fn idle(&mut self, seat: usize, phase: Phase) -> Result<Bit, String> {
        let drunk = self.unrolling.dealt(seat, DRUNK);
        let poisoned = self.unrolling.happens(phase, Happens::Poisons, seat);
        Ok(self.unrolling.circuit.or([drunk, poisoned]))
    }

    /// A Slayer who has not shot before does; anybody else only says so.
    fn shoots(&mut self, event: &TraceEvent, target: usize, time: &Time) -> Result<Meaning, String> {
        let seat = self.player(event.by)?;
        self.shots.push((self.said.len(), seat));
        let slayer = self.unrolling.dealt(seat, SLAYER);
        let spent = time.before.tokens[number(tokens::SLAYER_NO_ABILITY)][seat];
        let first = self.unrolling.circuit.and([slayer, time.before.alive[seat], !spent]);
        let shot = self.unrolling.happens(event.phase, Happens::Shoots, seat);
        let at = self.unrolling.happens(event.phase, Happens::ShotAt, target);
        let is_day = matches!(event.phase.label, DAY | EVENING);
        let demands = vec![
            (check_rule::SHOTS, Bit::Is(is_day && self.unrolling.has(SLAYER))),
            (check_rule::SLAYER, self.unrolling.circuit.or([!first, shot])),
            (check_rule::SLAYER, self.unrolling.circuit.or([!first, at])),
        ];
        Ok(Meaning { bits: Vec::new(), demands })
    }

    /// Each player shoots once a game.
    pub(super) fn shot_twice(&self) -> Vec<Cannot> {
        let mut either = Vec::new();
        for (at, (first, shooter)) in self.shots.iter().enumerate() {
            let again = self.shots[at + 1..].iter().filter(|(_, other)| other == shooter);
            either.extend(again.map(|(second, _)| (check_rule::SHOTS, vec![*first, *second])));
        }
        either
    }

    /// Before the first night the Storyteller picks a red herring, and nothing else.
    pub(super) fn prepares(&mut self, event: &TraceEvent) -> Result<Meaning, String> {
        let Some(Action::Pick(herring)) = event.action else {
            return Err("it does not say who is picked".to_owned());
        };
        let first = self.around(Phase::new(NIGHT, 1))?.after;
        let lies = first.tokens[number(tokens::RED_HERRING)][herring.index()];
        Ok(Meaning::demand(check_rule::RED_HERRING, [lies]))
    }
}
