//! Grimoires before the rules in ASP, before the checker and before brute force: what random games show is possible, and all three say the same of
//! grimoires in which something was changed. `./x alike N` compares those of N games.

#![cfg(feature = "clingo")]

use crate::brute;
use crate::common;
use crate::corrupt;

use std::rc::Rc;
use std::time::Duration;

use brute::judge::{Judge, TABLES, table};
use brute::tally::Tally;
use common::{number, play, some_script};
use corrupt::corrupt;
use gaslamp_botc::Setup;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder};
use gaslamp_botc::rules::phase::EVENING;
use gaslamp_core::Rng;
use gaslamp_core::trace::Phase;
use gaslamp_referee::asp::Patience;
use gaslamp_referee::asp::botc::trace::Inquiry;
use gaslamp_referee::sat::{Check, Stop};

/// How many games are looked at if `GASLAMP_GRIMOIRES` does not say.
const USUAL: u64 = 3;

/// How many grimoires of each game, or of each table that brute force has searched.
const OF_EACH: usize = 3;

/// How long clingo may think about one; a grimoire that takes longer stays open.
const LIMIT: Duration = Duration::from_secs(60);

fn checked(setup: &Setup, grimoire: &GrimoireText, nights: usize) -> bool {
    Check::of_grimoire(setup, grimoire, nights, &Stop::default()).expect("not too long").is_legal()
}

fn by_asp(setup: &Setup, grimoire: &GrimoireText, last: Option<Phase>) -> Option<bool> {
    let inquiry = match last {
        Some(last) => Inquiry::of_grimoire_by(setup, grimoire, last),
        None => Inquiry::of_grimoire(setup, grimoire),
    };
    let mut inquiry = inquiry.expect("rules");
    inquiry.patience = Patience::of(LIMIT);
    inquiry.deals(1).ok().map(|found| !found.deals.is_empty())
}

/// A grimoire in which one thing was changed, or two; or a token lies there twice.
fn changed(grimoire: &GrimoireText, setup: &Setup, rng: &mut Rng) -> GrimoireText {
    let mut grimoire = corrupt(grimoire, setup, rng);
    match rng.below(8) {
        0 => grimoire = corrupt(&grimoire, setup, rng),
        1 => {
            let tokens = grimoire.players.iter_mut().map(|player| &mut player.tokens);
            if let Some(tokens) = tokens.into_iter().find(|tokens| !tokens.is_empty()) {
                let token: PlacedReminder = tokens[0].clone();
                tokens.push(token);
            }
        }
        _ => {}
    }
    grimoire
}

/// Grimoires up to the end of day 2: brute force has seen all of them.
#[test]
fn grimoires_of_two_days_are_judged_alike_by_all_three() {
    let mut tally = Tally::default();
    let games = number("GASLAMP_GRIMOIRES", USUAL);
    for game in 0..games {
        let mut rng = Rng::for_game(31, game);
        // All tables come in turn, and then any.
        let dealt = table(if games > USUAL { game } else { rng.below(TABLES.len() as u32).into() }, &mut rng);
        let setup = Setup::trouble_brewing(dealt.len());
        let mut judge = Judge::new(&setup);
        let all = Rc::clone(judge.histories(&dealt).expect("a legal deal"));
        for number in 0..OF_EACH {
            let grimoire = all.draw(&setup, &mut rng);
            let grimoire = if number == 0 { grimoire } else { changed(&grimoire, &setup, &mut rng) };
            tally.compare(
                &grimoire,
                &[
                    ("brute force", judge.is_reached(&grimoire)),
                    ("checker", Some(checked(&setup, &grimoire, 2))),
                    ("ASP", by_asp(&setup, &grimoire, Some(Phase::new(EVENING, 2)))),
                ],
            );
        }
    }
    tally.end();
    assert!(tally.legal > 0 && tally.illegal > 0, "{} legal, {} illegal", tally.legal, tally.illegal);
}

/// Nobody needs more nights for a grimoire than two and one for each of the dead.
fn enough_nights(grimoire: &GrimoireText) -> usize {
    2 + grimoire.players.iter().filter(|player| player.life != Life::Alive).count()
}

/// A table of up to seven seats, every third time with a script of its own.
fn some_table(game: u64, rng: &mut Rng) -> Setup {
    let setup = Setup::trouble_brewing(5 + game as usize % 3);
    if game % 3 == 2 { Setup { script: some_script(rng), ..setup } } else { setup }
}

/// The grimoires of a whole game, from the deal to the end, each once.
fn grimoires(setup: &Setup, rng: &mut Rng) -> Vec<GrimoireText> {
    let mut grimoires: Vec<GrimoireText> = Vec::new();
    play(setup, rng, |run, _| {
        let grimoire = GrimoireText::of_state(&setup.names, run.state());
        if grimoires.last() != Some(&grimoire) {
            grimoires.push(grimoire);
        }
        true
    });
    grimoires
}

/// Grimoires of whole games. That a game was played proves that its own are possible; of those that are changed checker and ASP say the same.
#[test]
fn grimoires_of_whole_games_are_judged_alike() {
    let mut tally = Tally::default();
    for game in 0..number("GASLAMP_GRIMOIRES", USUAL) {
        let mut rng = Rng::for_game(32, game);
        let setup = some_table(game, &mut rng);
        let grimoires = grimoires(&setup, &mut rng);
        for number in 0..OF_EACH {
            let reached = rng.pick(&grimoires).expect("some");
            let grimoire = if number == 0 { reached.clone() } else { changed(reached, &setup, &mut rng) };
            let mut verdicts = vec![
                ("checker", Some(checked(&setup, &grimoire, enough_nights(&grimoire)))),
                ("ASP", by_asp(&setup, &grimoire, None)),
            ];
            if number == 0 {
                verdicts.push(("the game", Some(true)));
            }
            tally.compare(&grimoire, &verdicts);
        }
    }
    tally.end();
    assert!(tally.legal > 0 && tally.illegal > 0, "{} legal, {} illegal", tally.legal, tally.illegal);
}

/// A grimoire of which somebody forgot a character or two is still possible.
#[test]
fn grimoires_with_unknown_seats_are_possible() {
    let mut tally = Tally::default();
    for game in 0..number("GASLAMP_GRIMOIRES", 2) {
        let mut rng = Rng::for_game(33, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 2);
        let grimoires = grimoires(&setup, &mut rng);
        let mut grimoire = rng.pick(&grimoires).expect("some").clone();
        let seat = rng.below(grimoire.players.len() as u32) as usize;
        grimoire.players[seat].character = Known::Nothing;
        tally.compare(&grimoire, &[("the game", Some(true)), ("ASP", by_asp(&setup, &grimoire, None))]);
    }
    tally.end();
}
