//! `gaslamp demo`: whole games on one page, and what one seat saw of each.

use gaslamp_agents::chance::Chance;
use gaslamp_agents::{Agent, StorytellerAgent, botc, mafia, table};
use gaslamp_api::record::{one_of_several, result, several};
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::{Setup, Side};
use gaslamp_core::trace::{Block, Phase, Trace, diagram, rich};
use gaslamp_core::{Game as _, Notation, Rng, Run, Seat, Session, record};
use gaslamp_mafia::{Role, Rules};

use crate::args::Referee;
use crate::failure::Failure;
use crate::output::Output;
use crate::referee::{self, Judged, RefereeGuard};

type Botc = gaslamp_botc::State;
type Mafia = gaslamp_mafia::State;

/// The number of players in the demo's game of Blood on the Clocktower.
const PLAYERS: usize = 7;

pub(crate) fn run(seed: u64, out: &mut Output) -> Result<(), Failure> {
    let (played_botc, played_mafia) = (play_botc(seed)?, play_mafia(seed)?);
    let (botc, mafia) = (&played_botc.run, &played_mafia.run);
    if out.json {
        let games = [
            one_of_several(botc, played_botc.judged.map(|judged| judged.actions)),
            one_of_several(mafia, played_mafia.judged.map(|judged| judged.actions)),
        ];
        return Ok(out.value(&several(seed, &games))?);
    }
    let names = Botc::names(&botc.record().setup);
    let seat = good_player(botc);
    let token = botc.state().person(seat).token.name();
    out.line(&format!(
        "Trouble Brewing among {PLAYERS} heuristic players and a scripted Storyteller (seed {seed}): {}.\n",
        played_botc.ending()
    ))?;
    show(botc, "The grimoire at the end:", out)?;
    out.line(&format!("\nThe nights as {} saw them, having been shown the {token}:", names[seat.index()]))?;
    let view = botc.view(seat);
    out.line(&rich::write(&nights(&view.trace()), Botc::DIALECT))?;
    out.line(&format!("\n{}", Botc::write_visible_state(&names, &view.now)))?;
    out.line(&format!("\n\nMafia among ten heuristic players (seed {seed}): {}.\n", played_mafia.ending()))?;
    show(mafia, "The table at the end:", out)?;
    let seat = sheriff(mafia);
    let names = Mafia::names(&mafia.record().setup);
    out.line(&format!("\nThe same as {}, the sheriff, saw it:", names[seat.index()]))?;
    out.line(&diagram::ascii(&last_phases(&mafia.view(seat).trace(), 3), &names, Mafia::DIALECT))?;
    out.line("\nTry: gaslamp botc play --players 7 --record my.txt")?;
    Ok(out.flush()?)
}

/// The result of a game, and whether its record replays to the same state.
fn ending<G: Notation>(run: &Run<G>) -> String {
    let result = result(run);
    let line = record::write_line(run);
    let replays = record::read::<G>(&line).is_ok_and(|again| again.state() == run.state());
    let agrees = if replays { "replays to the same state" } else { "DOES NOT REPLAY" };
    let steps = run.record().actions.len();
    format!("{result} wins after {steps} actions; the {}-byte record {agrees}", line.len())
}

/// The last phases with nothing hidden, and the table at the end.
fn show<G: Notation>(run: &Run<G>, title: &str, out: &mut Output) -> Result<(), Failure> {
    out.line("The last phases:")?;
    out.line(&rich::write(&last_phases(&run.trace(), 3), G::DIALECT))?;
    out.line(&format!("\n{title}"))?;
    Ok(out.line(&format!("  {}", run.state().write_state(&G::names(&run.record().setup))))?)
}

/// Plays a game among these agents to its end.
fn play<G: Notation>(
    setup: G::Setup,
    mut agents: Vec<Box<dyn Agent<G>>>,
    keeper: &mut dyn StorytellerAgent<G>,
    mut guard: Option<RefereeGuard<G>>,
    rng: &mut Rng,
) -> Result<Played<G>, Failure> {
    let mut session = Session::<G>::new(setup)?;
    let mut judge = |run: &Run<G>, by, action| match &mut guard {
        Some(guard) => guard.judge(run, by, action),
        None => Ok(()),
    };
    table::play_judged(&mut session, &mut agents, keeper, rng, &mut judge, &mut |_| true);
    Ok(Played { run: session.into_run(), judged: guard.map(RefereeGuard::finish).transpose()? })
}

/// A finished game, and how much of it was judged.
struct Played<G: Notation> {
    run: Run<G>,
    judged: Option<Judged>,
}

impl<G: Notation> Played<G> {
    /// The result of the game, whether its record replays to the same state, and who judged it.
    fn ending(&self) -> String {
        let judged = self.judged.map_or(String::new(), |judged| format!("; {}", judged.words()));
        format!("{}{judged}", ending(&self.run))
    }
}

/// Both versions of the rules, if this binary has both.
const REFEREE: Referee = if cfg!(feature = "clingo") { Referee::Both } else { Referee::Native };

fn play_botc(seed: u64) -> Result<Played<Botc>, Failure> {
    let mut rng = Rng::new(seed);
    let agent = |_| Box::new(botc::Heuristic::new(rng.fork())) as Box<dyn Agent<Botc>>;
    let agents = (0..PLAYERS).map(agent).collect();
    let mut keeper = botc::Storyteller::new(rng.fork());
    let setup = Setup::trouble_brewing(PLAYERS);
    let guard = referee::botc(REFEREE, &setup)?;
    play(setup, agents, &mut keeper, guard, &mut rng)
}

fn play_mafia(seed: u64) -> Result<Played<Mafia>, Failure> {
    let mut rng = Rng::new(seed);
    let agent = |_| Box::new(mafia::Heuristic::new(rng.fork())) as Box<dyn Agent<Mafia>>;
    let agents = (0..gaslamp_mafia::SEATS).map(agent).collect();
    let mut keeper = Chance::new(rng.fork());
    let guard = referee::mafia(REFEREE, Rules::default())?;
    play(Rules::default(), agents, &mut keeper, guard, &mut rng)
}

/// The last few phases of a trace.
fn last_phases(trace: &Trace, phases: usize) -> Trace {
    let blocks: Vec<Block> = trace.blocks.iter().rev().take(phases).rev().cloned().collect();
    Trace { blocks }
}

/// The set-up and the nights of a trace.
fn nights(trace: &Trace) -> Trace {
    let is_night = |block: &&Block| matches!(block.phase, Phase::SETUP | Phase { label: NIGHT, .. });
    Trace { blocks: trace.blocks.iter().filter(is_night).cloned().collect() }
}

/// The good player who was told the most.
fn good_player(run: &Run<Botc>) -> Seat {
    let good = (0..PLAYERS).map(Seat::new).filter(|&seat| run.state().person(seat).side == Side::Good);
    good.max_by_key(|&seat| nights(&run.view(seat).trace()).events().count()).unwrap_or_default()
}

fn sheriff(run: &Run<Mafia>) -> Seat {
    let seats = (0..gaslamp_mafia::SEATS).map(Seat::new);
    let mut sheriffs = seats.filter(|&seat| run.state().visible_state(seat).role == Some(Role::Sheriff));
    sheriffs.next().unwrap_or_default()
}
