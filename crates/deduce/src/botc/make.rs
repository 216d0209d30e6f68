//! Puzzles made from games: games are played until what is said at the table fits exactly one world. Accepts a script and a
//! generator, emits [`Puzzle`]s.

use gaslamp_botc::Script;
use gaslamp_core::{Diagnostic, Rng, Seat};

use super::evidence;
use super::puzzle::{Expected, Puzzle};
use super::simulate::Simulator;
use super::simulated_claims::{self, Talk};
use super::solve::{Solver, Watch};

/// A puzzle with exactly one world, and how many games were played to find it; `None` if there was none among the given number of
/// games.
///
/// # Errors
/// Why such a game cannot be played.
pub fn puzzle(
    script: &Script,
    players: usize,
    rng: &mut Rng,
    most: usize,
    mut is_stopped: impl FnMut(usize) -> bool,
) -> Result<Option<(Puzzle, usize)>, Vec<Diagnostic>> {
    const NIGHTS: u16 = 4;
    let simulator = Simulator::new(script, players)?;
    for games in 1..=most {
        if is_stopped(games) {
            return Ok(None);
        }
        let mut rng = rng.fork();
        for run in simulator.mornings(&mut rng, NIGHTS).iter().skip(1) {
            let view = run.view(Seat::new(0));
            let case = evidence::case(&view, simulated_claims::players(run, Talk::HONEST, &mut rng));
            let solver = Solver::new(&case)?;
            let watch = Watch::default();
            let Some(world) = solver.find(&watch, |_, _| true) else { continue };
            if solver.find(&watch, |other, _| *other != world).is_some() {
                continue;
            }
            let answer =
                vec![Expected { end: (world.end != world.start).then_some(world.end), start: world.start }];
            let id = "made".to_owned();
            let puzzle =
                Puzzle { id, source: None, note: None, case, answer: Some(answer), also: Vec::new() };
            return Ok(Some((puzzle, games)));
        }
    }
    Ok(None)
}
