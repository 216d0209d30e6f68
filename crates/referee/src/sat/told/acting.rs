//! Choices at night, shots by day and what is told. Accepts a deed that is an action of the engine, emits what the rules demand for it.

use gaslamp_botc::notation::trace_model::TraceEvent;
use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::{Action, Character};
use gaslamp_core::trace::Phase;

use super::{Cannot, FORTUNE_TELLER, Listener, Meaning, Time};
use crate::sat::circuit::{Bit, NO};
use crate::sat::history::{DRUNK, Happens, number};
use crate::sat::rule;
use crate::tb_tokens;

const SLAYER: Character = Character::with_id("slayer");

impl Listener<'_> {
    pub(super) fn acts(&mut self, deed: &TraceEvent, time: &Time) -> Result<Meaning, String> {
        match deed.action.ok_or("it is not written like this")? {
            Action::Choose(target) => {
                self.choices.push((deed.phase, self.player(deed.by)?, vec![target.index()]));
                Ok(Meaning::demand(rule::CHOICES, [self.chooses(deed, target.index(), time)?]))
            }
            Action::ChooseTwo(first, second) => {
                let seat = self.player(deed.by)?;
                self.choices.push((deed.phase, seat, vec![first.index(), second.index()]));
                let chooses = if first == second { NO } else { self.is(seat, FORTUNE_TELLER, time) };
                Ok(Meaning::demand(rule::CHOICES, [chooses]))
            }
            // Nobody of Trouble Brewing chooses so.
            Action::ChooseThree(..) | Action::ChooseCharacter(_) => Ok(Meaning::demand(rule::CHOICES, [NO])),
            Action::Shoot(target) => self.shoots(deed, target.index(), time),
            Action::Tell(to, told) => {
                Ok(Meaning::demand(rule::INFORMATION, self.tells(to.index(), told, time)?))
            }
            _ => Err("no grimoire shows anything of it".into()),
        }
    }

    /// Somebody chooses a player: as any character that chooses one, and the token comes where that one's ability works.
    fn chooses(&mut self, deed: &TraceEvent, target: usize, time: &Time) -> Result<Bit, String> {
        let seat = self.player(deed.by)?;
        let tokens = [
            ("poisoner", Happens::Poisons),
            ("monk", Happens::Protects),
            ("imp", Happens::Attacks),
            ("butler", Happens::TakesMaster),
        ];
        let mut ways = Vec::new();
        for (id, happens) in tokens {
            let is = self.is(seat, Character::with_id(id), time);
            let lands = self.course.happens(deed.phase, happens, target);
            // A Monk who is drunk or poisoned chooses another player, and nothing comes of it.
            let idle = if id == "monk" && target != seat { self.idle(seat, deed.phase)? } else { NO };
            let lands = self.course.circuit.or([lands, idle]);
            ways.push(self.course.circuit.and([is, lands]));
        }
        let raven = self.is(seat, Character::with_id("ravenkeeper"), time);
        ways.push(self.course.circuit.and([raven, time.before.alive[seat], !time.after.alive[seat]]));
        Ok(self.course.circuit.or(ways))
    }

    /// Whether a seat's choice of this night does nothing.
    fn idle(&mut self, seat: usize, phase: Phase) -> Result<Bit, String> {
        let drunk = self.course.dealt(seat, DRUNK);
        let poisoned = self.course.happens(phase, Happens::Poisons, seat);
        Ok(self.course.circuit.or([drunk, poisoned]))
    }

    /// A Slayer who has not shot before does; anybody else only says so.
    fn shoots(&mut self, deed: &TraceEvent, target: usize, time: &Time) -> Result<Meaning, String> {
        let seat = self.player(deed.by)?;
        self.shots.push((self.said.len(), seat));
        let slayer = self.course.dealt(seat, SLAYER);
        let spent = time.before.tokens[number(tb_tokens::SLAYER_NO_ABILITY)][seat];
        let first = self.course.circuit.and([slayer, time.before.alive[seat], !spent]);
        let shot = self.course.happens(deed.phase, Happens::Shoots, seat);
        let at = self.course.happens(deed.phase, Happens::ShotAt, target);
        let is_day = matches!(deed.phase.label, DAY | EVENING);
        let demands = vec![
            (rule::SHOTS, Bit::Is(is_day && self.course.has(SLAYER))),
            (rule::SLAYER, self.course.circuit.or([!first, shot])),
            (rule::SLAYER, self.course.circuit.or([!first, at])),
        ];
        Ok(Meaning { bits: Vec::new(), demands })
    }

    /// Each player shoots once a game.
    pub(super) fn shot_twice(&self) -> Vec<Cannot> {
        let mut either = Vec::new();
        for (at, (first, shooter)) in self.shots.iter().enumerate() {
            let again = self.shots[at + 1..].iter().filter(|(_, other)| other == shooter);
            either.extend(again.map(|(second, _)| (rule::SHOTS, vec![*first, *second])));
        }
        either
    }

    /// Before the first night the Storyteller picks a red herring, and nothing else.
    pub(super) fn prepares(&mut self, deed: &TraceEvent) -> Result<Meaning, String> {
        let Some(Action::Pick(herring)) = deed.action else { return Err("it does not say whom".to_owned()) };
        let first = self.around(Phase::new(NIGHT, 1))?.after;
        let lies = first.tokens[number(tb_tokens::RED_HERRING)][herring.index()];
        Ok(Meaning::demand(rule::RED_HERRING, [lies]))
    }
}
