//! What everybody would say of a game, good players honestly or not, evil ones lying: made up for games that nobody talked in.
//!
//! Accepts a run and a [`Talk`], emits the players of a case.

use gaslamp_botc::rules::{Report, Statement};
use gaslamp_botc::{Character, CharacterSet, State, Team};
use gaslamp_core::{Game, Rng, Run, Seat};

use super::case::{Player, Said, Saying, Seen};
use super::due::{executed_before, is_due, schedule};
use super::simulate::not_in_play;
use super::witness;

/// How people talk, in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Talk {
    /// How many good players lie about their role.
    pub good_lies: u32,
    /// How many of the honest only say when they wake.
    pub vague: u32,
    /// Whether evil players invent something to have learned.
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
            let (claims, says) = if run.state().all_evil().contains(seat) {
                let claim = bluffs.pop();
                let says = claim.filter(|_| talk.inventive).map(|claim| invent(run, seat, claim, rng));
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

/// What evil players claim, the last first: three characters that nobody drew, then what others are.
fn bluffs(run: &Run<State>, rng: &mut Rng) -> Vec<Character> {
    const FREE: usize = 3;
    let state = run.state();
    let script = run.record().setup.script.set();
    let mut free = not_in_play(state, script);
    rng.shuffle(&mut free);
    free.truncate(FREE);
    let good = |seat: &Seat| !state.all_evil().contains(*seat);
    let mut taken: Vec<Character> =
        (0..state.seats()).map(Seat::new).filter(good).map(|seat| state.all_tokens()[seat.index()]).collect();
    rng.shuffle(&mut taken);
    taken.extend(free);
    taken
}

/// The truth; of a vague player only when he or she wakes.
fn honest(run: &Run<State>, seat: Seat, is_vague: bool) -> (Vec<Character>, Vec<Said>) {
    let (claim, says) = witness::testimony(&run.view(seat));
    match claim {
        Some(claim) if is_vague => {
            let script = run.record().setup.script.set().and(CharacterSet::GOOD);
            (script.iter().filter(|other| schedule(*other) == schedule(claim)).collect(), Vec::new())
        }
        claim => (claim.into_iter().collect(), says),
    }
}

/// What a good player claims who lies: an Outsider mostly a Townsfolk, others anything good.
fn lie(run: &Run<State>, seat: Seat, rng: &mut Rng) -> Character {
    let role = run.state().all_roles()[seat.index()];
    let good = run.record().setup.script.set().and(CharacterSet::GOOD).without(role);
    let hides = role.team() == Team::Outsider && rng.below(100) < 80;
    let pool: Vec<Character> =
        good.iter().filter(|other| !hides || other.team() == Team::Townsfolk).collect();
    rng.pick(&pool).copied().unwrap_or(role)
}

/// What a player says who bluffs: something for every night on which the character would have learned or chosen something.
fn invent(run: &Run<State>, seat: Seat, claim: Character, rng: &mut Rng) -> Vec<Said> {
    let view = run.view(seat);
    let log = witness::log(&view);
    let mut says = Vec::new();
    for night in 1..=view.now.number {
        let report = invented(run, &log, seat, claim, night, rng);
        says.extend(report.map(|report| Said { what: Saying::Report(report), span: None }));
    }
    says
}

fn invented(
    run: &Run<State>,
    log: &[Seen],
    seat: Seat,
    claim: Character,
    night: u16,
    rng: &mut Rng,
) -> Option<Report> {
    let size = run.state().seats();
    let script = run.record().setup.script.set();
    let others: Vec<Seat> = (0..size).map(Seat::new).filter(|other| *other != seat).collect();
    let two = |rng: &mut Rng| {
        let mut two = others.clone();
        rng.shuffle(&mut two);
        two.truncate(2);
        two.sort_unstable();
        two
    };
    let any_of = |team: Team, rng: &mut Rng| {
        // Of the own character nobody would be told.
        let pool: Vec<Character> = script.and(CharacterSet::team(team)).without(claim).iter().collect();
        rng.pick(&pool).copied()
    };
    let pair = |team: Team, rng: &mut Rng| {
        let seats = two(rng);
        any_of(team, rng).map(|character| Statement::Pair { holder: seats[0], wrong: seats[1], character })
    };
    if !is_due(claim, seat, night, log) {
        return None;
    }
    let report = |chosen: Vec<Seat>, told| Some(Report { night, ability: claim, chosen, told });
    match claim.facts().id {
        "washerwoman" => report(vec![], pair(Team::Townsfolk, rng)),
        "librarian" => report(vec![], pair(Team::Outsider, rng)),
        "investigator" => report(vec![], pair(Team::Minion, rng)),
        "chef" | "empath" => report(vec![], Some(Statement::Number(rng.below(2) as u8))),
        "fortuneteller" => report(two(rng), Some(Statement::Answer(rng.below(3) == 0))),
        "undertaker" => {
            let executed = executed_before(log, night)?;
            let team = [Team::Townsfolk, Team::Outsider, Team::Minion][rng.below(3) as usize];
            report(vec![executed], any_of(team, rng).map(Statement::Is))
        }
        "ravenkeeper" => {
            let chosen = rng.pick(&others).copied()?;
            report(vec![chosen], any_of(Team::Townsfolk, rng).map(Statement::Is))
        }
        "monk" | "butler" => report(vec![rng.pick(&others).copied()?], None),
        _ => None,
    }
}
