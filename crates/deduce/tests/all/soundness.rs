//! The true world is never excluded: random games of all editions and of random scripts, seen from outside with honest good
//! players, and by a table at which everybody tells everything.
//!
//! A few hundred games here; `./x sound N` plays as many as wanted of each kind.

use crate::common;

use common::botc::{honest_case, play};
use gaslamp_botc::rules::phase::{DAY, EVENING};
use gaslamp_botc::rules::{MinionChange, Profile, Setup, default_names};
use gaslamp_botc::{Character, Script, State};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Game, Rng, Run, Seat, Seats};
use gaslamp_deduce::botc::{Case, Player, World, evidence, history};
use rayon::prelude::*;

/// The number of games of each kind, and which one is first.
pub(crate) fn seeds(usual: u64) -> std::ops::Range<u64> {
    let set = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let first = set("GASLAMP_FIRST_SEED").unwrap_or(0);
    first..first + set("GASLAMP_SEEDS").unwrap_or(usual)
}

/// Plays a game and asks every evening, up to this day; returns where the truth was excluded.
fn check(setup: Setup, seed: u64, last: u16) -> Vec<String> {
    let mut seen = None;
    let mut excluded = Vec::new();
    let script = setup.script.name().to_owned();
    play(setup, &mut Rng::new(seed), |run, start, rng| {
        let phase = run.state().phase();
        if seen.replace(phase) != Some(phase) && phase.label == EVENING {
            let place = format!("{script}, {} players, seed {seed}, day {}", start.len(), phase.number);
            let cases = [("outside", honest_case(run, rng)), ("everywhere", frank_case(run))];
            let blind = cases.iter().filter(|(_, case)| !is_found(run, start, case));
            let blind: Vec<&str> = blind.map(|(from, _)| *from).collect();
            if !blind.is_empty() {
                let record = gaslamp_core::record::write_line(run);
                excluded.push(format!("{place}, seen from {}\n  {record}", blind.join(", ")));
            }
        }
        // One finding is enough for a game.
        excluded.is_empty() && !matches!(phase, Phase { label: DAY, number } if number == last)
    });
    excluded
}

/// Whether views of games of this script are refused by name, since a Demon makes the Minions.
pub(crate) fn is_refused(script: &Script) -> bool {
    let makes = |profile: &Profile| profile.setup().minions == MinionChange::NoneInBag;
    !Profile::select(script.set(), makes).is_empty()
}

/// What everybody knows, if nobody keeps anything back. The views of single seats demand less.
fn frank_case(run: &Run<State>) -> Case {
    let setup = &run.record().setup;
    let everybody = Seats::first(setup.names.len());
    let player = |(index, name): (usize, &String)| {
        let (claim, says) = evidence::testimony(&run.view(Seat::new(index)));
        Player { name: name.clone(), claims: claim.into_iter().collect(), says }
    };
    let players = setup.names.iter().enumerate().map(player).collect();
    Case {
        counts: setup.counts,
        script: Some(setup.script.clone()),
        known: everybody,
        tells_all: everybody,
        ..evidence::case(&run.view(Seat::new(0)), players)
    }
}

/// Whether what really happened is a world of the case.
fn is_found(run: &Run<State>, start: &[Character], case: &Case) -> bool {
    // Whom a player may become, or register as, nobody need speak of.
    let case = Case { also_on_script: run.state().script(), ..case.clone() };
    let world =
        World { start: start.to_vec(), end: run.state().all_roles().to_vec(), evil: run.state().evil() };
    history::history(&case, &world).expect("a case that can be solved").is_some()
}

/// Plays all of these games on all threads.
fn check_all(games: Vec<(Setup, u64)>) {
    let excluded: Vec<String> =
        games.into_par_iter().flat_map(|(setup, seed)| check(setup, seed, 3)).collect();
    assert!(excluded.is_empty(), "{} games\n{}", excluded.len(), excluded.join("\n"));
}

fn edition(name: &str, players: usize) -> Setup {
    let script = Script::built_in(name).expect("an edition");
    Setup { script, names: default_names(players), counts: None }
}

#[test]
fn the_true_world_is_found_in_every_edition() {
    let games =
        |name: &'static str| seeds(60).map(move |seed| (edition(name, 5 + (seed % 4) as usize), seed));
    let mourned = MOURNED.map(|seed| (edition("bmr", 5 + (seed % 4) as usize), seed));
    check_all(["tb", "snv", "bmr"].into_iter().flat_map(games).chain(mourned).collect());
}

/// A Grandmother who is brought back in the night in which the Demon has killed her grandchild is told of it again, and dies.
const MOURNED: [u64; 1] = [6479];

/// Games with two players either of whom another may die for: the Storyteller may send a death back and forth between them.
const ENDLESS: [u64; 2] = [3663, 4313];

/// Poison that only an Acrobat notices, and a Hermit who begins with a token that no ability of theirs seems to need.
const UNNOTICED: [u64; 2] = [7051, 9115];

/// A player made a Lunatic, who lies from then on as evil players do, and a Demon who is told something by an ability given to them after
/// choosing whom to attack.
const OF_OTHERS: [u64; 2] = [3624, 3986];

/// A cursed player nominates a Virgin, dies of it, and is executed nevertheless.
const EXECUTED_DEAD: [u64; 2] = [1409, 1558];

#[test]
fn the_true_world_is_found_in_random_scripts() {
    let game = |seed: u64| {
        let mut scripts = (0..).map(|more| Script::random(&mut Rng::for_game(seed, more)));
        let script = scripts.find(|script| !is_refused(script)).expect("another script");
        (Setup { script, names: default_names(5 + (seed % 4) as usize), counts: None }, seed)
    };
    let odd = ENDLESS.into_iter().chain(UNNOTICED).chain(OF_OTHERS).chain(EXECUTED_DEAD);
    check_all(seeds(100).chain(odd).map(game).collect());
}
