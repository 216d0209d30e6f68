//! Simulated talk for games without any: what everybody would say, good players honestly or not, evil ones lying.
//!
//! Accepts a run and a [`Talk`], emits the players of a case.

use gaslamp_botc::rules::{ChoiceShape, NumberUpTo, Profile, Statement, Subject};
use gaslamp_botc::{Character, CharacterSet, State, Team};
use gaslamp_core::{Game, Rng, Run, Seat, Seats};

use super::case::{LogEntry, Player, Testimony, TestimonyEntry};
use super::evidence;
use super::invent::{Liar, invent};
use super::schedule::{Schedule, alive_before, executed_before, nights};
use super::simulate::not_in_play;

/// How people talk, in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Talk {
    /// How many good players lie about their role.
    pub good_lies: u32,
    /// How many honest players only say when they wake.
    pub vague: u32,
    /// Whether evil players invent information.
    pub inventive: bool,
}

impl Talk {
    /// Every good player tells everything.
    pub const HONEST: Self = Self { good_lies: 0, vague: 0, inventive: true };
}

/// What everybody says.
#[must_use]
pub fn players(run: &Run<State>, talk: Talk, rng: &mut Rng) -> Vec<Player> {
    let mut bluffs = bluffs(run, rng);
    (0..run.state().seats())
        .map(|index| {
            let seat = Seat::new(index);
            let name = run.record().setup.names[index].clone();
            let (claims, says) = if run.state().evil().contains(seat) || thinks_evil(run.state(), seat) {
                let claim = bluffs.pop();
                let says = claim.filter(|_| talk.inventive).map(|claim| lies(run, seat, claim, rng));
                (claim.into_iter().collect(), says.unwrap_or_default())
            } else if rng.below(100) < talk.good_lies {
                (vec![lie(run, seat, rng)], Vec::new())
            } else {
                honest(run, seat, rng.below(100) < talk.vague)
            };
            Player { name, claims, says }
        })
        .collect()
}

/// Whether a good player thinks they are evil, and so bluffs as evil players do.
fn thinks_evil(state: &State, seat: Seat) -> bool {
    let role = Profile::of(state.all_roles()[seat.index()]);
    role.and_then(|role| role.false_identity()).is_some_and(|identity| !identity.is_good())
}

/// What bluffing players claim, from the last to the first: three characters that nobody drew, then those of others.
fn bluffs(run: &Run<State>, rng: &mut Rng) -> Vec<Character> {
    const FREE: usize = 3;
    let state = run.state();
    let script = run.record().setup.script.set();
    let mut free = not_in_play(state, script);
    rng.shuffle(&mut free);
    free.truncate(FREE);
    let good = |seat: &Seat| !state.evil().contains(*seat) && !thinks_evil(state, *seat);
    let mut taken: Vec<Character> = (0..state.seats())
        .map(Seat::new)
        .filter(good)
        .map(|seat| state.all_shown_characters()[seat.index()])
        .collect();
    rng.shuffle(&mut taken);
    taken.extend(free);
    taken
}

/// The truth; from a vague player only when they wake.
fn honest(run: &Run<State>, seat: Seat, is_vague: bool) -> (Vec<Character>, Vec<TestimonyEntry>) {
    let (claim, says) = evidence::testimony(&run.view(seat));
    let script = run.record().setup.script.set().and(CharacterSet::GOOD);
    let wakes_alike = |claim: Character| script.iter().filter(move |other| nights(*other) == nights(claim));
    match claim {
        // When the only character of its kind wakes says everything, so that such a player is not vague.
        Some(claim) if is_vague && script.contains(claim) && wakes_alike(claim).count() > 1 => {
            (wakes_alike(claim).collect(), Vec::new())
        }
        claim => (claim.into_iter().collect(), says),
    }
}

/// What a lying good player claims: an Outsider mostly a Townsfolk, others any good character.
fn lie(run: &Run<State>, seat: Seat, rng: &mut Rng) -> Character {
    let role = run.state().all_roles()[seat.index()];
    let good = run.record().setup.script.set().and(CharacterSet::GOOD).without(role);
    let hides = role.team() == Team::Outsider && rng.below(100) < 80;
    let pool: Vec<Character> =
        good.iter().filter(|other| !hides || other.team() == Team::Townsfolk).collect();
    rng.pick(&pool).copied().unwrap_or(role)
}

/// What a bluffing player says: a report for every night in which the character would have learned or chosen something.
fn lies(run: &Run<State>, seat: Seat, claim: Character, rng: &mut Rng) -> Vec<TestimonyEntry> {
    let view = run.view(seat);
    let (log, script) = (evidence::log(&view), &run.record().setup.script);
    let schedule = Schedule::of(script);
    let mut liar = Aimless { others: Vec::new(), script: script.set().without(claim), log: &log, rng };
    let mut last = Seats::NONE;
    let mut said = Vec::new();
    for night in (1..=view.now.number).filter(|night| schedule.is_due(claim, seat, *night, &log)) {
        // Some may not choose the dead, and some not the same players twice, so that is never claimed.
        let others = alive_before(&log, night, run.state().seats()).without(seat);
        liar.others = others.minus(last).iter().collect();
        if liar.others.len() < MOST_NAMED {
            liar.others = others.iter().collect();
        }
        let lie =
            named(&mut liar, claim, night).or_else(|| invent(&mut liar, claim, night).map(Testimony::Report));
        if let Some(Testimony::Report(report)) = &lie {
            last = report.chosen.iter().copied().collect();
        }
        said.extend(lie.map(|what| TestimonyEntry { what, span: None }));
    }
    said
}

/// The most players that are named at once.
pub(super) const MOST_NAMED: usize = 2;

/// A player and a character, from somebody who claims to name both each night.
fn named(liar: &mut Aimless<'_>, claim: Character, night: u16) -> Option<Testimony> {
    let names = Profile::of(claim)?.choice() == ChoiceShape::Naming;
    let seat = *liar.rng.pick(&liar.others).filter(|_| names)?;
    let character = liar.any_of(CharacterSet::GOOD)?;
    Some(Testimony::Named { night, ability: claim, seat, character })
}

/// A liar without a goal, who says nothing conspicuous.
struct Aimless<'a> {
    others: Vec<Seat>,
    /// Nobody would be told of their own character.
    script: CharacterSet,
    log: &'a [LogEntry],
    rng: &'a mut Rng,
}

impl Aimless<'_> {
    fn any_of(&mut self, among: CharacterSet) -> Option<Character> {
        let pool: Vec<Character> = self.script.and(among).iter().collect();
        self.rng.pick(&pool).copied()
    }

    fn two(&mut self) -> Vec<Seat> {
        let mut two = self.others.clone();
        self.rng.shuffle(&mut two);
        two.truncate(2);
        two.sort_unstable();
        two
    }
}

impl Liar for Aimless<'_> {
    fn chosen(&mut self, _: &Profile, count: usize) -> Option<Vec<Seat>> {
        match count {
            1 => self.rng.pick(&self.others).map(|seat| vec![*seat]),
            2 => Some(self.two()),
            _ => None,
        }
    }

    fn executed(&mut self, night: u16) -> Option<Seat> {
        executed_before(self.log, night)
    }

    fn pair(&mut self, team: Team) -> Option<Statement> {
        let seats = self.two();
        let character = self.any_of(CharacterSet::team(team))?;
        Some(Statement::Pair { holder: seats[0], wrong: seats[1], character })
    }

    fn number(&mut self, _: NumberUpTo) -> u8 {
        self.rng.below(2) as u8
    }

    fn answer(&mut self) -> bool {
        self.rng.below(3) == 0
    }

    /// An executed player may have been evil; a chosen one is cleared.
    fn character(&mut self, ability: &Profile, _: Seat) -> Option<Character> {
        let team = match ability.subject() {
            Subject::Executed => [Team::Townsfolk, Team::Outsider, Team::Minion][self.rng.below(3) as usize],
            _ => Team::Townsfolk,
        };
        self.any_of(CharacterSet::team(team))
    }

    fn one_of(&mut self, _: Seat) -> Option<(Character, Character)> {
        Some((self.any_of(CharacterSet::GOOD)?, self.any_of(CharacterSet::EVIL)?))
    }
}

#[cfg(test)]
mod tests {
    use gaslamp_botc::Script;

    use super::super::invent::is_invented;
    use super::super::simulate::Simulator;
    use super::*;

    /// Liars report just what weighing expects of them: a character of whose nights nothing is ever invented is not doubted for its
    /// silence, and one that is invented is reported in some game.
    #[test]
    fn what_is_invented_is_what_is_expected() {
        for name in ["tb", "snv", "bmr"] {
            let script = Script::built_in(name).expect("an edition");
            let simulator = Simulator::new(&script, 9).expect("bags");
            let mut rng = Rng::new(3);
            let run = std::iter::repeat_with(|| simulator.game(&mut rng, 3)).find_map(|run| run);
            let run = run.expect("a game of three nights");
            for claim in script.set().and(CharacterSet::GOOD).iter() {
                let seats = (0..run.state().seats()).map(Seat::new);
                let mut said = seats.flat_map(|seat| lies(&run, seat, claim, &mut rng));
                // Somebody is executed and somebody dies at night, so every character has something to report.
                let is_expected = is_invented(claim) && is_ever_due(&run, claim);
                assert_eq!(said.next().is_some(), is_expected, "{name}, {claim:?}");
            }
        }
    }

    fn is_ever_due(run: &Run<State>, claim: Character) -> bool {
        let (log, script) = (evidence::log(&run.view(Seat::new(0))), &run.record().setup.script);
        let schedule = Schedule::of(script);
        let mut seats = (0..run.state().seats()).map(Seat::new);
        seats.any(|seat| (1..=3).any(|night| schedule.is_due(claim, seat, night, &log)))
    }
}
