//! Simulated talk for games without any: what everybody would say, good players honestly or not, evil ones lying.
//!
//! Accepts a run and a [`Talk`], emits the players of a case.

use gaslamp_botc::rules::{NumberUpTo, Profile, Statement, Subject};
use gaslamp_botc::{Character, CharacterSet, State, Team};
use gaslamp_core::{Game, Rng, Run, Seat};

use super::case::{LogEntry, Player, Testimony, TestimonyEntry};
use super::evidence;
use super::invent::{Liar, invent};
use super::schedule::{Schedule, executed_before, nights};
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
            let (claims, says) = if run.state().evil().contains(seat) {
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

/// What evil players claim, from the last to the first: three characters that nobody drew, then those of others.
fn bluffs(run: &Run<State>, rng: &mut Rng) -> Vec<Character> {
    const FREE: usize = 3;
    let state = run.state();
    let script = run.record().setup.script.set();
    let mut free = not_in_play(state, script);
    rng.shuffle(&mut free);
    free.truncate(FREE);
    let good = |seat: &Seat| !state.evil().contains(*seat);
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
    match claim {
        Some(claim) if is_vague => {
            let script = run.record().setup.script.set().and(CharacterSet::GOOD);
            (script.iter().filter(|other| nights(*other) == nights(claim)).collect(), Vec::new())
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
    let others = (0..run.state().seats()).map(Seat::new).filter(|other| *other != seat).collect();
    let mut liar = Aimless { others, script: script.set().without(claim), log: &log, rng };
    let nights = (1..=view.now.number).filter(|night| schedule.is_due(claim, seat, *night, &log));
    let reports = nights.filter_map(|night| invent(&mut liar, claim, night));
    reports.map(|report| TestimonyEntry { what: Testimony::Report(report), span: None }).collect()
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
