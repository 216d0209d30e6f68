//! What abilities tell their players. What kind of thing an ability tells is asked of the engine ([`Profile::telling`]). Whoever is sober and healthy hears what is true, with everybody registering in one way for one telling; whoever
//! is not hears anything of the right kind.

use gaslamp_botc::rules::phase::{EVENING, NIGHT};
use gaslamp_botc::rules::{EvilTeam, Profile, Reminder, Statement};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::Seat;
use gaslamp_core::trace::Phase;

use super::{FORTUNE_TELLER, Time, TraceEncoder};
use crate::sat::circuit::{Bit, NO, YES};
use crate::sat::history::tokens;
use crate::sat::history::{DRUNK, Happens, IMP, RECLUSE, SPY, TOKENS, number};

const CHEF: Character = Character::with_id("chef");
const EMPATH: Character = Character::with_id("empath");
const LIBRARIAN: Character = Character::with_id("librarian");
const POISONER: Character = Character::with_id("poisoner");
const RAVENKEEPER: Character = Character::with_id("ravenkeeper");
const UNDERTAKER: Character = Character::with_id("undertaker");

impl TraceEncoder<'_> {
    /// What must be so for a player to be told this: some ability tells it.
    pub(super) fn tells(&mut self, to: usize, told: Statement, time: &Time) -> Result<Vec<Bit>, String> {
        let by = |encoder: &mut Self, ability: Character, is_true: Bit| {
            let is_told = encoder.is_told(to, ability, time);
            let allowed = encoder.allowed(to, ability, is_true, time);
            let has_shape = Bit::Is(encoder.is_of_its_kind(ability, told));
            encoder.unrolling.circuit.and([is_told, allowed, has_shape])
        };
        let bits = match told {
            Statement::Pair { holder, wrong, character } => {
                let mut ways = Vec::new();
                for ability in self.abilities_that_tell(told) {
                    let bits = self.pair(to, ability, [holder, wrong], character, time);
                    ways.push(self.unrolling.circuit.and(bits));
                }
                vec![self.unrolling.circuit.or(ways)]
            }
            Statement::Nobody => {
                let nobody = self.no_outsiders(time);
                let no_pair = self.no_token(tokens::LIBRARIAN_OUTSIDER, time);
                vec![by(self, LIBRARIAN, nobody), no_pair]
            }
            Statement::Number(number) => {
                let counted = self.evil_pairs(usize::from(number), time);
                let felt = self.evil_neighbours(to, usize::from(number), time);
                let (chef, empath) = (by(self, CHEF, counted), by(self, EMPATH, felt));
                vec![self.unrolling.circuit.or([chef, empath])]
            }
            Statement::Answer(answer) => {
                let is_true = self.answered(to, answer, time);
                vec![by(self, FORTUNE_TELLER, is_true)]
            }
            Statement::Is(character) => {
                let (executed, chosen) =
                    (self.executed_as(character, time), self.chosen_as(to, character, time));
                let (undertaker, ravenkeeper) =
                    (by(self, UNDERTAKER, executed), by(self, RAVENKEEPER, chosen));
                let somebody = self.somebody_executed(time);
                let undertaker = self.unrolling.circuit.and([undertaker, somebody]);
                vec![self.unrolling.circuit.or([undertaker, ravenkeeper])]
            }
            Statement::Grimoire => vec![by(self, SPY, YES)],
            Statement::Nothing => vec![by(self, SPY, NO)],
            Statement::Team(team) => self.team(to, team, time),
            Statement::OneOf(..)
            | Statement::Players(_)
            | Statement::PlayerIs(..)
            | Statement::Characters(_)
            | Statement::Side(_)
            | Statement::Clockwise(_)
            | Statement::Things(_) => {
                return Err("nobody in Trouble Brewing is told that kind of thing".into());
            }
        };
        Ok(bits)
    }

    /// Whether an ability tells this kind of thing at this table.
    fn is_of_its_kind(&self, ability: Character, told: Statement) -> bool {
        let script: CharacterSet = self.unrolling.characters.iter().copied().collect();
        let shape = Profile::of(ability).map(|profile| profile.telling());
        shape.is_some_and(|shape| shape.fits_table(script, self.unrolling.seats(), told))
    }

    /// The abilities of the script that tell this kind of thing.
    fn abilities_that_tell(&self, told: Statement) -> Vec<Character> {
        let abilities = self.unrolling.characters.iter().copied();
        abilities.filter(|ability| self.is_of_its_kind(*ability, told)).collect()
    }

    /// Whether a player wakes by an ability, or by one they think they have, and is told something then: while alive, but for the Ravenkeeper.
    fn is_told(&mut self, to: usize, ability: Character, time: &Time) -> Bit {
        if !self.unrolling.acts_after(ability, &[], time.phase) {
            return NO;
        }
        let wields = self.is(to, ability, time);
        let (before, after) = (time.before.alive[to], time.after.alive[to]);
        let is_after_deaths = self.unrolling.acts_after(ability, &[IMP], time.phase);
        let circuit = &mut self.unrolling.circuit;
        match (ability == RAVENKEEPER, is_after_deaths) {
            (true, _) => circuit.and([wields, before, !after]),
            (false, true) => circuit.and([wields, after]),
            (false, false) => circuit.and([wields, before]),
        }
    }

    /// A statement may be told if it is true, or whoever hears it is drunk or poisoned.
    fn allowed(&mut self, to: usize, ability: Character, is_true: Bit, time: &Time) -> Bit {
        let wakes_after = |encoder: &Self, others| encoder.unrolling.acts_after(ability, others, time.phase);
        let poisoned = if wakes_after(self, &[POISONER, IMP]) {
            poisoned(to, time)
        } else if is_true == NO && wakes_after(self, &[POISONER]) {
            // A Poisoner whom the Imp kills later has poisoned until then.
            self.unrolling.happens(time.phase, Happens::Poisons, to)
        } else {
            // What was true at an earlier moment of the night cannot be said.
            return YES;
        };
        let drunk = self.unrolling.dealt(to, DRUNK);
        self.unrolling.circuit.or([is_true, drunk, poisoned])
    }

    /// Whether a seat is this character after a night, not only in belief.
    fn is_now(&mut self, seat: usize, character: Character, time: &Time) -> Bit {
        let (dealt, became) = (self.unrolling.dealt(seat, character), time.after.became[seat]);
        let circuit = &mut self.unrolling.circuit;
        if character == IMP { circuit.or([dealt, became]) } else { circuit.and([dealt, !became]) }
    }

    /// A sober and healthy Recluse or Spy.
    fn pretends(&mut self, seat: usize, character: Character, time: &Time) -> Bit {
        let is = self.is_now(seat, character, time);
        self.unrolling.circuit.and([is, !poisoned(seat, time)])
    }

    /// Whether a seat registers as a character.
    fn registers(&mut self, seat: usize, character: Character, time: &Time) -> Bit {
        let is = self.is_now(seat, character, time);
        let pretender = if matches!(character.team(), Team::Minion | Team::Demon) { RECLUSE } else { SPY };
        let pretends = match self.unrolling.characters.contains(&character) {
            true => self.pretends(seat, pretender, time),
            false => NO,
        };
        self.unrolling.circuit.or([is, pretends])
    }

    /// Who registers as evil: Recluse and Spy in one way or the other, the same for all that is told at once.
    fn seem_evil(&mut self, time: &Time) -> Vec<Bit> {
        let ways = [RECLUSE, SPY].map(|pretender| (pretender, Bit::Open(self.unrolling.circuit.variable())));
        let seats = 0..self.unrolling.seats();
        let seems = |seat: usize| {
            let evil = [Team::Minion, Team::Demon].map(|team| self.unrolling.dealt_team(seat, team));
            let mut seems = self.unrolling.circuit.or(evil);
            for (pretender, way) in ways {
                let pretends = self.pretends(seat, pretender, time);
                let circuit = &mut self.unrolling.circuit;
                let (really, seemingly) = (circuit.and([seems, !pretends]), circuit.and([pretends, way]));
                seems = circuit.or([really, seemingly]);
            }
            seems
        };
        seats.map(seems).collect()
    }

    /// This many pairs of neighbours are evil.
    fn evil_pairs(&mut self, number: usize, time: &Time) -> Bit {
        let evil = self.seem_evil(time);
        let next = evil.iter().cycle().skip(1);
        let pairs: Vec<Bit> =
            evil.iter().zip(next).map(|(a, b)| self.unrolling.circuit.and([*a, *b])).collect();
        self.exactly(&pairs, number)
    }

    /// This many of the nearest living neighbours are evil.
    fn evil_neighbours(&mut self, seat: usize, number: usize, time: &Time) -> Bit {
        let evil = self.seem_evil(time);
        let seats = evil.len();
        let sides: [Vec<usize>; 2] = [
            (1..seats).map(|distance| (seat + distance) % seats).collect(),
            (1..seats).map(|distance| (seat + seats - distance) % seats).collect(),
        ];
        let sides = sides.map(|side| {
            let mut nobody_yet = YES;
            let mut is_evil = NO;
            for other in side {
                let alive = time.after.alive[other];
                let circuit = &mut self.unrolling.circuit;
                let meant = circuit.and([nobody_yet, alive, evil[other]]);
                is_evil = circuit.or([is_evil, meant]);
                nobody_yet = circuit.and([nobody_yet, !alive]);
            }
            is_evil
        });
        self.exactly(&sides, number)
    }

    fn exactly(&mut self, bits: &[Bit], number: usize) -> Bit {
        if number > bits.len() {
            return NO;
        }
        let at_least = self.unrolling.circuit.count(bits, number + 1);
        let enough = number.checked_sub(1).map_or(YES, |place| at_least[place]);
        self.unrolling.circuit.and([enough, !at_least[number]])
    }

    /// One of the two whom she chose is a Demon to the Fortune Teller, or neither.
    fn answered(&mut self, to: usize, answer: bool, time: &Time) -> Bit {
        let chosen = self.chosen_by(to, time.phase);
        // Whom she chose is not told: there is always somebody of whom it is true.
        let Some(chosen) = chosen else { return YES };
        let mut may_be = Vec::new();
        let mut is = Vec::new();
        for seat in chosen {
            let (demon, recluse) = (self.is_now(seat, IMP, time), self.pretends(seat, RECLUSE, time));
            let herring = time.after.tokens[number(tokens::RED_HERRING)][seat];
            is.extend([demon, herring]);
            may_be.extend([demon, herring, recluse]);
        }
        if answer { self.unrolling.circuit.or(may_be) } else { !self.unrolling.circuit.or(is) }
    }

    /// Whom a player chose in this phase, if that was told before.
    fn chosen_by(&self, player: usize, phase: Phase) -> Option<Vec<usize>> {
        let choice = self.choices.iter().rev().find(|(when, by, _)| *when == phase && *by == player);
        choice.map(|(_, _, chosen)| chosen.clone())
    }

    /// Whom a Ravenkeeper chose registers as this character.
    fn chosen_as(&mut self, to: usize, character: Character, time: &Time) -> Bit {
        let chosen = self.chosen_by(to, time.phase).unwrap_or_else(|| (0..self.unrolling.seats()).collect());
        let ways: Vec<Bit> = chosen.into_iter().map(|seat| self.registers(seat, character, time)).collect();
        self.unrolling.circuit.or(ways)
    }

    /// Who died by execution the day before a night.
    fn executed(&mut self, time: &Time) -> Vec<Bit> {
        let Phase { label: NIGHT, number } = time.phase else { return Vec::new() };
        let evening = Phase::new(EVENING, number.saturating_sub(1));
        (0..self.unrolling.seats())
            .map(|seat| self.unrolling.happens(evening, Happens::Executed, seat))
            .collect()
    }

    fn somebody_executed(&mut self, time: &Time) -> Bit {
        let executed = self.executed(time);
        self.unrolling.circuit.or(executed)
    }

    /// Who died by execution registers as this character.
    fn executed_as(&mut self, character: Character, time: &Time) -> Bit {
        let executed = self.executed(time);
        let mut ways = Vec::new();
        for (seat, executed) in executed.into_iter().enumerate() {
            let registers = self.registers(seat, character, time);
            ways.push(self.unrolling.circuit.and([executed, registers]));
        }
        self.unrolling.circuit.or(ways)
    }

    /// Every Outsider may register as something else.
    fn no_outsiders(&mut self, time: &Time) -> Bit {
        let mut sure = Vec::new();
        for seat in 0..self.unrolling.seats() {
            let (is, recluse) =
                (self.unrolling.dealt_team(seat, Team::Outsider), self.pretends(seat, RECLUSE, time));
            sure.push(self.unrolling.circuit.and([is, !recluse]));
        }
        !self.unrolling.circuit.or(sure)
    }

    fn no_token(&mut self, token: Reminder, time: &Time) -> Bit {
        !self.unrolling.circuit.or(time.after.tokens[number(token)].iter().copied())
    }

    /// The tokens of a pair lie at its players, and the first is what is said, unless whoever hears it is impaired.
    fn pair(
        &mut self,
        to: usize,
        ability: Character,
        [holder, wrong]: [Seat; 2],
        named: Character,
        time: &Time,
    ) -> Vec<Bit> {
        let registers = self.registers(holder.index(), named, time);
        let mut bits = vec![self.is_told(to, ability, time), self.allowed(to, ability, registers, time)];
        for token in TOKENS.into_iter().filter(|token| token.owner() == ability) {
            let seat = if token.name() == Some("wrong") { wrong } else { holder };
            bits.push(time.after.tokens[number(token)][seat.index()]);
        }
        bits
    }

    /// The Demon is told the Minions, and characters that are not in play.
    fn team(&mut self, to: usize, team: EvilTeam, time: &Time) -> Vec<Bit> {
        let mut bits = vec![self.unrolling.dealt(to, IMP), Bit::Is(time.phase == Phase::new(NIGHT, 1))];
        for seat in 0..self.unrolling.seats() {
            let is = self.unrolling.dealt_team(seat, Team::Minion);
            bits.push(if team.minions.contains(Seat::new(seat)) { is } else { !is });
            for bluff in team.bluffs.iter() {
                bits.extend([!self.unrolling.dealt(seat, bluff), !self.unrolling.believes(seat, bluff)]);
            }
        }
        bits
    }
}

fn poisoned(seat: usize, time: &Time) -> Bit {
    time.after.tokens[number(tokens::POISONER_POISONED)][seat]
}
