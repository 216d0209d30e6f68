//! Days: a shot, the Virgin's nomination, votes of the dead, an execution, dusk.

use gaslamp_botc::rules::phase::{DAY, EVENING};
use gaslamp_botc::{Character, Team};
use gaslamp_core::trace::Phase;

use super::tokens;
use super::{Happens, IMP, RECLUSE, SPY, Unrolling};
use crate::sat::check_rule;
use crate::sat::circuit::{Bit, NO, YES};

const MAYOR: Character = Character::with_id("mayor");
const SAINT: Character = Character::with_id("saint");
const SLAYER: Character = Character::with_id("slayer");
const UNDERTAKER: Character = Character::with_id("undertaker");
const VIRGIN: Character = Character::with_id("virgin");

impl Unrolling {
    /// The day and the evening after a night.
    pub(super) fn day(&mut self, number: u16) {
        let begun = self.begin(Phase::new(DAY, number));
        self.dawn(begun);
        let reached = self.tick();
        self.shot(reached);
        self.stand();
        let begun = self.begin(Phase::new(EVENING, number));
        // Whoever has not shot by day may do so between two nominations.
        self.votes(begun);
        self.nominate_virgin(begun);
        self.shot(begun);
        let reached = self.tick();
        self.votes(reached);
        let executed = self.evening(reached);
        self.stand();
        self.dusk(executed);
    }

    /// Tokens of the night go.
    fn dawn(&mut self, reached: Bit) {
        self.end_phase(reached);
        [tokens::MONK_SAFE, tokens::IMP_DEAD, tokens::UNDERTAKER_DIED_TODAY]
            .into_iter()
            .for_each(|token| self.clear(token, reached));
    }

    /// A living Slayer shoots once a game; a sober one kills a Demon, or a Recluse if the Storyteller says so.
    fn shot(&mut self, reached: Bit) {
        self.circuit.state(check_rule::SLAYER);
        let shooters = self.each(|unrolling, seat| {
            let (is, alive) = (unrolling.is(seat, SLAYER), unrolling.alive[seat]);
            let spent = unrolling.lies(tokens::SLAYER_NO_ABILITY)[seat];
            unrolling.circuit.and([is, alive, !spent])
        });
        let wants = self.circuit.open();
        let shooter = self.each(|unrolling, seat| unrolling.circuit.and([reached, wants, shooters[seat]]));
        let shoots = self.circuit.or(shooter.iter().copied());
        let everybody = vec![YES; self.seats()];
        let target = self.circuit.choose(shoots, &everybody);
        let sober = self.any(|unrolling, seat| {
            let able = unrolling.able(seat);
            unrolling.circuit.and([shooter[seat], able])
        });
        let says_so = self.circuit.open();
        let dies = self.each(|unrolling, seat| {
            let (imp, recluse) = (unrolling.is(seat, IMP), unrolling.pretends(seat, RECLUSE));
            let recluse = unrolling.circuit.and([recluse, says_so]);
            let falls = unrolling.circuit.or([imp, recluse]);
            let alive = unrolling.alive[seat];
            unrolling.circuit.and([target[seat], sober, alive, falls])
        });
        self.note(Happens::Shoots, &shooter);
        self.note(Happens::ShotAt, &target);
        self.place(tokens::SLAYER_NO_ABILITY, &shooter);
        self.die(&dies, NO, NO);
    }

    /// The dead may vote once.
    fn votes(&mut self, reached: Bit) {
        self.spent = self.each(|unrolling, seat| {
            let votes = unrolling.circuit.open();
            let dead = !unrolling.alive[seat];
            let now = unrolling.circuit.and([votes, reached, dead]);
            unrolling.circuit.or([unrolling.spent[seat], now])
        });
    }

    /// A Virgin who was never nominated may be now, and is marked. Who she is.
    fn nominate_virgin(&mut self, reached: Bit) -> Vec<Bit> {
        let nominated = self.circuit.open();
        let virgins = self.each(|unrolling, seat| {
            let (is, alive) = (unrolling.is(seat, VIRGIN), unrolling.alive[seat]);
            let spent = unrolling.lies(tokens::VIRGIN_NO_ABILITY)[seat];
            unrolling.circuit.and([is, alive, !spent, nominated, reached])
        });
        self.note(Happens::VirginNominated, &virgins);
        self.place(tokens::VIRGIN_NO_ABILITY, &virgins);
        virgins
    }

    /// The Virgin may be nominated, and a Townsfolk who does it is executed; or somebody is executed by vote. Whether anybody was.
    fn evening(&mut self, reached: Bit) -> Bit {
        self.circuit.state(check_rule::EXECUTION);
        let virgins = self.nominate_virgin(reached);
        let judges = self.any(|unrolling, seat| {
            let able = unrolling.able(seat);
            unrolling.circuit.and([virgins[seat], able])
        });
        let wants = self.circuit.open();
        let by_virgin = self.circuit.and([judges, wants]);
        let townsfolk = self.each(|unrolling, seat| {
            let (is, spy) = (unrolling.team(seat, Team::Townsfolk), unrolling.pretends(seat, SPY));
            let registers = unrolling.circuit.or([is, spy]);
            let alive = unrolling.alive[seat];
            unrolling.circuit.and([registers, alive])
        });
        let nominator = self.circuit.choose(by_virgin, &townsfolk);
        let wants = self.circuit.open();
        let by_vote = self.circuit.and([reached, !by_virgin, wants]);
        let alive = self.alive.clone();
        let voted = self.circuit.choose(by_vote, &alive);
        // Whoever is executed was nominated, and a Virgin not without a trace.
        for (seat, &executed) in voted.iter().enumerate() {
            let virgin = self.is(seat, VIRGIN);
            let spent = self.lies(tokens::VIRGIN_NO_ABILITY)[seat];
            self.circuit.require([!executed, !virgin, spent]);
        }
        let wants = self.circuit.open();
        let all_alive = self.circuit.and(alive);
        let dead_again = self.circuit.and([reached, !by_virgin, !by_vote, wants, !all_alive]);
        let dies = self.each(|unrolling, seat| unrolling.circuit.or([nominator[seat], voted[seat]]));
        self.note(Happens::Executed, &dies);
        self.execute(&dies);
        self.circuit.or([by_virgin, by_vote, dead_again])
    }

    fn execute(&mut self, dies: &[Bit]) {
        let lost = self.any(|unrolling, seat| {
            let saint = unrolling.active(seat, SAINT);
            unrolling.circuit.and([saint, dies[seat]])
        });
        let watched = self.any(|unrolling, seat| {
            let wields = unrolling.wields(seat, UNDERTAKER);
            let alive = unrolling.alive[seat];
            unrolling.circuit.and([wields, alive, !dies[seat]])
        });
        let marked = self.each(|unrolling, seat| unrolling.circuit.and([dies[seat], watched]));
        self.place(tokens::UNDERTAKER_DIED_TODAY, &marked);
        self.die(dies, NO, lost);
    }

    /// With three alive and nobody executed a sober Mayor wins; poison wears off.
    fn dusk(&mut self, executed: Bit) {
        let reached = self.tick();
        self.end_phase(reached);
        let alive = self.alive.clone();
        let counted = self.circuit.count(&alive, 4);
        let mayor = self.any(|unrolling, seat| unrolling.active(seat, MAYOR));
        let wins = self.circuit.and([reached, counted[2], !counted[3], mayor, !executed]);
        let ended = self.ended;
        self.ended = self.circuit.or([ended, wins]);
        self.won[0] = self.circuit.or([self.won[0], wins]);
        self.clear(tokens::POISONER_POISONED, reached);
    }
}
