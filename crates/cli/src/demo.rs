//! `gaslamp demo`: a whole game on one page, and what one seat saw of it.

use std::io::Write as _;

use gaslamp_agents::Agent;
use gaslamp_agents::chance::Chance;
use gaslamp_agents::mafia::Heuristic;
use gaslamp_agents::table;
use gaslamp_core::trace::{Block, Trace, diagram, rich};
use gaslamp_core::{Choice, Game as _, Notation as _, Rng, Run, Seat, record};
use gaslamp_mafia::encoding::observe;
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Role, Rules, SEATS, State};

use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(seed: u64, out: &mut Output) -> Result<(), Failure> {
    let run = play(seed)?;
    let names = State::names(&run.record().setup);
    let result = run.state().outcome().map_or("unfinished", |outcome| outcome.result);
    if out.json {
        let line = record::write_line(&run);
        return Ok(out.value(
            &serde_json::json!({ "game": State::NAME, "seed": seed, "result": result, "record": line }),
        )?);
    }
    let replayed = record::read::<State>(&record::write_line(&run))?;
    let agrees =
        if replayed.state() == run.state() { "replays to the same state" } else { "DOES NOT REPLAY" };
    let steps = run.record().actions.len();
    out.line(&format!(
        "A game of Mafia among ten heuristic players (seed {seed}): {result} after {steps} actions.\n"
    ))?;
    out.line("\nThe table at the end:")?;
    out.line(&format!("  {}", run.state().write_state(&names)))?;
    out.line("")?;
    out.line("The last phases:")?;
    out.line(&rich::write(&last_phases(&run.trace()), State::VERBS))?;
    let seat = sheriff(&run);
    let view = run.view(seat);
    let name = &names[seat.index()];
    out.line(&format!("\nThe same through the eyes of {name}, the sheriff:"))?;
    out.line(&diagram::ascii(&last_phases(&view.trace()), &names, State::VERBS))?;
    let seen = observe(&view);
    out.line(&format!(
        "\n{name} has read {} tokens, {} of them in private; the record has {} bytes and {agrees}.",
        seen.tokens.len(),
        seen.private_tokens.len(),
        record::write_line(&run).len(),
    ))?;
    out.line("Try: gaslamp mafia play --seats human,heuristic --record my.txt")?;
    Ok(out.flush()?)
}

fn play(seed: u64) -> Result<Run<State>, Failure> {
    let mut rng = Rng::new(seed);
    let mut run = Run::<State>::new(Rules::default())?;
    let deal = run.concrete(Choice::Open(Open::Deal), &mut rng);
    run.apply(deal).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
    let mut agents: Vec<Box<dyn Agent<State>>> =
        (0..SEATS).map(|_| Box::new(Heuristic::new(rng.fork())) as Box<dyn Agent<State>>).collect();
    let mut keeper = Chance::new(rng.fork());
    table::play(&mut run, &mut agents, &mut keeper, &mut rng, &mut |_| true);
    Ok(run)
}

/// The last phases of a trace, enough for a page.
fn last_phases(trace: &Trace) -> Trace {
    const PHASES: usize = 3;
    let blocks: Vec<Block> = trace.blocks.iter().rev().take(PHASES).rev().cloned().collect();
    Trace { blocks }
}

fn sheriff(run: &Run<State>) -> Seat {
    let seats = (0..SEATS).map(Seat::new);
    let mut sheriffs = seats.filter(|&seat| run.state().sight(seat).role == Some(Role::Sheriff));
    sheriffs.next().unwrap_or_default()
}
