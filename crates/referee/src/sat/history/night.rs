//! Nights: who wakes in which order, whom they choose, and which tokens that leaves.

use gaslamp_botc::rules::Reminder;
use gaslamp_botc::{Character, Team};

use super::tokens;
use super::{Happens, IMP, RECLUSE, SPY, Unrolling};
use crate::sat::check_rule;
use crate::sat::circuit::{Bit, NO, YES};

const FORTUNE_TELLER: Character = Character::with_id("fortuneteller");
const MAYOR: Character = Character::with_id("mayor");
const SOLDIER: Character = Character::with_id("soldier");

impl Unrolling {
    pub(super) fn first_night(&mut self) {
        self.red_herring();
        for character in self.order[0].clone() {
            let reached = self.tick();
            match character.facts().id {
                "poisoner" => self.poison(reached),
                "washerwoman" => {
                    self.pair(
                        character,
                        reached,
                        YES,
                        tokens::WASHERWOMAN_TOWNSFOLK,
                        tokens::WASHERWOMAN_WRONG,
                    );
                }
                "librarian" => self.librarian(character, reached),
                "investigator" => {
                    self.pair(
                        character,
                        reached,
                        YES,
                        tokens::INVESTIGATOR_MINION,
                        tokens::INVESTIGATOR_WRONG,
                    );
                }
                "butler" => self.butler(character, reached),
                _ => {}
            }
        }
    }

    pub(super) fn other_night(&mut self) {
        for character in self.order[1].clone() {
            let reached = self.tick();
            match character.facts().id {
                "poisoner" => self.poison(reached),
                "monk" => self.monk(character, reached),
                "imp" => self.imps(reached),
                "butler" => self.butler(character, reached),
                _ => {}
            }
        }
    }

    /// With a Fortune Teller in play a good player, or the Spy, is her red herring before the first night.
    fn red_herring(&mut self) {
        self.circuit.state(check_rule::RED_HERRING);
        let in_play = self.any(|unrolling, seat| unrolling.dealt(seat, FORTUNE_TELLER));
        let reached = self.reached;
        let when = self.circuit.and([reached, in_play]);
        let allowed = self.each(|unrolling, seat| {
            let evil = [Team::Minion, Team::Demon].map(|team| unrolling.dealt_team(seat, team));
            let evil = unrolling.circuit.or(evil);
            let spy = unrolling.pretends(seat, SPY);
            unrolling.circuit.or([!evil, spy])
        });
        let chosen = self.circuit.choose(when, &allowed);
        self.place(tokens::RED_HERRING, &chosen);
    }

    /// A living Poisoner poisons somebody; he was poisoned himself at most until dusk.
    fn poison(&mut self, reached: Bit) {
        self.circuit.state(check_rule::POISONER);
        let acts = self.any(|unrolling, seat| unrolling.active(seat, Character::with_id("poisoner")));
        let when = self.circuit.and([reached, acts]);
        let everybody = vec![YES; self.seats()];
        let chosen = self.circuit.choose(when, &everybody);
        self.note(Happens::Poisons, &chosen);
        self.place(tokens::POISONER_POISONED, &chosen);
    }

    /// Two different players, of whom the first registers as a character of the right team if the ability is real, sober and healthy.
    fn pair(&mut self, character: Character, reached: Bit, says_pair: Bit, right: Reminder, wrong: Reminder) {
        self.circuit.state(check_rule::PAIR);
        let wields = self.any(|unrolling, seat| unrolling.wields(seat, character));
        let sober = self.any(|unrolling, seat| unrolling.active(seat, character));
        let fits = self.each(|unrolling, seat| match right {
            tokens::WASHERWOMAN_TOWNSFOLK => {
                let (is, spy) = (unrolling.dealt_team(seat, Team::Townsfolk), unrolling.pretends(seat, SPY));
                unrolling.circuit.or([is, spy])
            }
            tokens::LIBRARIAN_OUTSIDER => {
                let (is, spy) = (unrolling.dealt_team(seat, Team::Outsider), unrolling.pretends(seat, SPY));
                unrolling.circuit.or([is, spy])
            }
            _ => {
                let (is, recluse) =
                    (unrolling.dealt_team(seat, Team::Minion), unrolling.pretends(seat, RECLUSE));
                unrolling.circuit.or([is, recluse])
            }
        });
        let when = self.circuit.and([reached, wields, says_pair]);
        // An Investigator is not woken where there is nothing true to hear.
        let something = self.circuit.or(fits.iter().copied());
        let when = if right == tokens::INVESTIGATOR_MINION {
            let due = self.circuit.or([!sober, something]);
            self.circuit.and([when, due])
        } else {
            when
        };
        let allowed: Vec<Bit> = fits.iter().map(|&fits| self.circuit.or([!sober, fits])).collect();
        let meant = self.circuit.choose(when, &allowed);
        let others: Vec<Bit> = meant.iter().map(|&bit| !bit).collect();
        let other = self.circuit.choose(when, &others);
        self.place(right, &meant);
        self.place(wrong, &other);
    }

    /// A Librarian may hear that there are no Outsiders: a sober one if every Outsider may register as something else.
    fn librarian(&mut self, character: Character, reached: Bit) {
        self.circuit.state(check_rule::PAIR);
        let says_pair = self.circuit.open();
        let sober = self.any(|unrolling, seat| unrolling.active(seat, character));
        let sure = self.any(|unrolling, seat| {
            let (is, recluse) =
                (unrolling.dealt_team(seat, Team::Outsider), unrolling.pretends(seat, RECLUSE));
            unrolling.circuit.and([is, !recluse])
        });
        let must = self.circuit.and([reached, sober, sure]);
        self.circuit.imply(must, [says_pair]);
        self.pair(character, reached, says_pair, tokens::LIBRARIAN_OUTSIDER, tokens::LIBRARIAN_WRONG);
    }

    /// A living Butler, drunk or sober, takes another master.
    fn butler(&mut self, character: Character, reached: Bit) {
        self.circuit.state(check_rule::BUTLER);
        let butlers = self.each(|unrolling, seat| {
            let (is, alive) = (unrolling.is(seat, character), unrolling.alive[seat]);
            unrolling.circuit.and([is, alive])
        });
        let acts = self.circuit.or(butlers.iter().copied());
        let when = self.circuit.and([reached, acts]);
        let others: Vec<Bit> = butlers.iter().map(|&bit| !bit).collect();
        let chosen = self.circuit.choose(when, &others);
        self.note(Happens::TakesMaster, &chosen);
        self.clear(tokens::BUTLER_MASTER, when);
        self.place(tokens::BUTLER_MASTER, &chosen);
    }

    fn monk(&mut self, character: Character, reached: Bit) {
        self.circuit.state(check_rule::MONK);
        let monks = self.each(|unrolling, seat| unrolling.active(seat, character));
        let acts = self.circuit.or(monks.iter().copied());
        let when = self.circuit.and([reached, acts]);
        let others: Vec<Bit> = monks.iter().map(|&bit| !bit).collect();
        let chosen = self.circuit.choose(when, &others);
        self.note(Happens::Protects, &chosen);
        self.place(tokens::MONK_SAFE, &chosen);
    }

    /// The living Imps choose, the lowest seat first; there are two at most. Who becomes one tonight does not.
    fn imps(&mut self, reached: Bit) {
        let imps = self.each(|unrolling, seat| {
            let (is, alive) = (unrolling.is(seat, IMP), unrolling.alive[seat]);
            unrolling.circuit.and([is, alive])
        });
        let mut lower = NO;
        let mut first = Vec::new();
        for &imp in &imps {
            first.push(self.circuit.and([imp, !lower]));
            lower = self.circuit.or([lower, imp]);
        }
        self.imp(&first, reached);
        let second = self.each(|unrolling, seat| {
            let alive = unrolling.alive[seat];
            unrolling.circuit.and([imps[seat], !first[seat], alive])
        });
        let reached = self.tick();
        self.imp(&second, reached);
    }

    /// One Imp chooses; a sober one strikes whoever is not safe, and the Storyteller may let another die for a Mayor.
    fn imp(&mut self, imp: &[Bit], reached: Bit) {
        self.circuit.state(check_rule::IMP);
        let acts = self.circuit.or(imp.iter().copied());
        let when = self.circuit.and([reached, acts]);
        let everybody = vec![YES; self.seats()];
        let target = self.circuit.choose(when, &everybody);
        let sober = self.any(|unrolling, seat| {
            let able = unrolling.able(seat);
            unrolling.circuit.and([imp[seat], able])
        });
        let safe = self.each(|unrolling, seat| {
            let (token, soldier) = (unrolling.lies(tokens::MONK_SAFE)[seat], unrolling.active(seat, SOLDIER));
            unrolling.circuit.or([token, soldier])
        });
        let strikes = self.each(|unrolling, seat| {
            let alive = unrolling.alive[seat];
            unrolling.circuit.and([target[seat], sober, alive, !safe[seat]])
        });
        let mayor = self.each(|unrolling, seat| {
            let mayor = unrolling.active(seat, MAYOR);
            unrolling.circuit.and([strikes[seat], mayor])
        });
        let bounces = self.circuit.or(mayor.iter().copied());
        let alive = self.alive.clone();
        self.circuit.state(check_rule::MAYOR);
        // The Storyteller may not have decided yet.
        let decides = self.circuit.open();
        self.awaits = self.circuit.and([bounces, !decides]);
        let decided = self.circuit.and([bounces, decides]);
        let instead = self.circuit.choose(decided, &alive);
        let dies = self.each(|unrolling, seat| {
            let struck = unrolling.circuit.and([strikes[seat], !mayor[seat]]);
            let unsafe_or_mayor = unrolling.circuit.or([mayor[seat], !safe[seat]]);
            let bounced = unrolling.circuit.and([instead[seat], unsafe_or_mayor]);
            unrolling.circuit.or([struck, bounced])
        });
        let own_hand =
            self.any(|unrolling, seat| unrolling.circuit.and([imp[seat], strikes[seat], dies[seat]]));
        self.note(Happens::Attacks, &target);
        self.note(Happens::Kills, &dies);
        self.place(tokens::IMP_DEAD, &dies);
        self.die(&dies, own_hand, NO);
    }
}
