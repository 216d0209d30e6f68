//! `gaslamp demo`: a whole game of each kind on one page, and what one seat saw of it.

use gaslamp_agents::chance::Chance;
use gaslamp_agents::{Agent, StorytellerAgent, botc, mafia, table};
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::{Setup, Side};
use gaslamp_core::trace::{Block, Phase, Trace, diagram, rich};
use gaslamp_core::{Game as _, Notation, Rng, Run, Seat, Session, record};
use gaslamp_mafia::{Role, Rules};
use serde_json::{Value, json};

use crate::args::Referee;
use crate::failure::Failure;
use crate::output::Output;
use crate::referee::{self, Judged, RefereeGuard};

type Botc = gaslamp_botc::State;
type Mafia = gaslamp_mafia::State;

/// How many play the demo's game of Blood on the Clocktower.
const PLAYERS: usize = 7;

pub(crate) fn run(seed: u64, out: &mut Output) -> Result<(), Failure> {
    let (played_botc, played_mafia) = (play_botc(seed)?, play_mafia(seed)?);
    let (botc, mafia) = (&played_botc.run, &played_mafia.run);
    if out.json {
        let games = json!({ "seed": seed, "games": [game_json(&played_botc), game_json(&played_mafia)] });
        return Ok(out.value(&games)?);
    }
    let names = Botc::names(&botc.record().setup);
    let seat = good_player(botc);
    let token = botc.state().person(seat).token.name();
    out.line(&format!(
        "Trouble Brewing among {PLAYERS} heuristic players and a scripted Storyteller (seed {seed}): {}.\n",
        played_botc.ending()
    ))?;
    show(botc, "The grimoire at the end:", out)?;
    out.line(&format!("\nThe nights through the eyes of {}, shown the {token}:", names[seat.index()]))?;
    let view = botc.view(seat);
    out.line(&rich::write(&nights(&view.trace()), Botc::DIALECT))?;
    out.line(&format!("\n{}", Botc::write_visible_state(&names, &view.now)))?;
    out.line(&format!("\n\nMafia among ten heuristic players (seed {seed}): {}.\n", played_mafia.ending()))?;
    show(mafia, "The table at the end:", out)?;
    let seat = sheriff(mafia);
    let names = Mafia::names(&mafia.record().setup);
    out.line(&format!("\nThe same through the eyes of {}, the sheriff:", names[seat.index()]))?;
    out.line(&diagram::ascii(&last_phases(&mafia.view(seat).trace(), 3), &names, Mafia::DIALECT))?;
    out.line("\nTry: gaslamp botc play --players 7 --record my.txt")?;
    Ok(out.flush()?)
}

/// How a game ended, and whether its record replays to the same state.
fn ending<G: Notation>(run: &Run<G>) -> String {
    let result = run.state().outcome().map_or("unfinished", |outcome| outcome.result);
    let line = record::write_line(run);
    let replays = record::read::<G>(&line).is_ok_and(|again| again.state() == run.state());
    let agrees = if replays { "replays to the same state" } else { "DOES NOT REPLAY" };
    let steps = run.record().actions.len();
    format!("{result} wins after {steps} actions; the record has {} bytes and {agrees}", line.len())
}

fn game_json<G: Notation>(Played { run, judged }: &Played<G>) -> Value {
    let judged = judged.map(|judged| judged.actions);
    let result = run.state().outcome().map_or("unfinished", |outcome| outcome.result);
    json!({ "game": G::NAME, "result": result, "judged": judged, "record": record::write_line(run) })
}

/// The last phases for those who may know all, and the table at the end.
fn show<G: Notation>(run: &Run<G>, title: &str, out: &mut Output) -> Result<(), Failure> {
    out.line("The last phases:")?;
    out.line(&rich::write(&last_phases(&run.trace(), 3), G::DIALECT))?;
    out.line(&format!("\n{title}"))?;
    Ok(out.line(&format!("  {}", run.state().write_state(&G::names(&run.record().setup))))?)
}

/// A game among these, to its end.
fn play<G: Notation>(
    setup: G::Setup,
    mut agents: Vec<Box<dyn Agent<G>>>,
    keeper: &mut dyn StorytellerAgent<G>,
    mut umpire: Option<RefereeGuard<G>>,
    rng: &mut Rng,
) -> Result<Played<G>, Failure> {
    let mut session = Session::<G>::new(setup)?;
    let mut judge = |run: &Run<G>, by, action| match &mut umpire {
        Some(umpire) => umpire.judge(run, by, action),
        None => Ok(()),
    };
    table::play_judged(&mut session, &mut agents, keeper, rng, &mut judge, &mut |_| true);
    Ok(Played { run: session.into_run(), judged: umpire.map(RefereeGuard::finish).transpose()? })
}

/// A game that was played, and how much of it was judged.
struct Played<G: Notation> {
    run: Run<G>,
    judged: Option<Judged>,
}

impl<G: Notation> Played<G> {
    /// How a game ended, whether its record replays to the same state, and who judged it.
    fn ending(&self) -> String {
        let judged = self.judged.map_or(String::new(), |judged| format!("; {}", judged.words()));
        format!("{}{judged}", ending(&self.run))
    }
}

/// Both statements of the rules, where this binary has both.
const REFEREE: Referee = if cfg!(feature = "clingo") { Referee::Both } else { Referee::Native };

fn play_botc(seed: u64) -> Result<Played<Botc>, Failure> {
    let mut rng = Rng::new(seed);
    let agent = |_| Box::new(botc::Heuristic::new(rng.fork())) as Box<dyn Agent<Botc>>;
    let agents = (0..PLAYERS).map(agent).collect();
    let mut keeper = botc::Storyteller::new(rng.fork());
    let setup = Setup::trouble_brewing(PLAYERS);
    let umpire = referee::botc(REFEREE, &setup)?;
    play(setup, agents, &mut keeper, umpire, &mut rng)
}

fn play_mafia(seed: u64) -> Result<Played<Mafia>, Failure> {
    let mut rng = Rng::new(seed);
    let agent = |_| Box::new(mafia::Heuristic::new(rng.fork())) as Box<dyn Agent<Mafia>>;
    let agents = (0..gaslamp_mafia::SEATS).map(agent).collect();
    let mut keeper = Chance::new(rng.fork());
    let umpire = referee::mafia(REFEREE, Rules::default())?;
    play(Rules::default(), agents, &mut keeper, umpire, &mut rng)
}

/// The last phases of a trace, enough for a page.
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
