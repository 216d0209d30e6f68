//! Many games at once, counted. The counts do not depend on the number of threads: every game has a generator
//! of its own. An interrupted simulation tells what it has counted.

use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use gaslamp_agents::mafia::playout;
use gaslamp_agents::table;
use gaslamp_core::{Choice, Game as _, Outcome, Rng, Run, Seat};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Action, Colour, Rules, SEATS, State};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::json;

use super::{OWN_AGENTS, read_rules};
use crate::failure::Failure;
use crate::output::Output;
use crate::play;

/// How many games, by whom.
#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Where chance begins.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many threads; all cores if not given.
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
    /// Who plays every seat: random or heuristic.
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agents: String,
    /// Who plays the red seats, if others do.
    #[arg(long, value_name = "AGENT")]
    red: Option<String>,
    /// Who plays the black seats, if others do.
    #[arg(long, value_name = "AGENT")]
    black: Option<String>,
    /// Change a table rule, such as unanimous_kill=true; may be given several times.
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

/// How many games are played between two looks at the progress bar.
const BLOCK: u64 = 2048;

#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    steps: u64,
    red: u64,
    black: u64,
    draws: u64,
}

impl Tally {
    fn count(mut self, steps: u64, outcome: &Outcome) -> Self {
        self.games += 1;
        self.steps += steps;
        match outcome.result {
            "red" => self.red += 1,
            "black" => self.black += 1,
            _ => self.draws += 1,
        }
        self
    }

    fn plus(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            steps: self.steps + other.steps,
            red: self.red + other.red,
            black: self.black + other.black,
            draws: self.draws + other.draws,
        }
    }
}

pub(crate) fn run(args: &SimArgs, out: &mut Output) -> Result<(), Failure> {
    let rules = read_rules(&args.rules)?;
    State::start(&rules)?;
    let team = |own: &Option<String>| own.clone().unwrap_or_else(|| args.agents.clone());
    let teams = Teams { red: team(&args.red), black: team(&args.black) };
    teams.check()?;
    // More threads than blocks of work would have nothing to do.
    let blocks = args.games.div_ceil(BLOCK);
    let most = usize::try_from(blocks).unwrap_or(usize::MAX).clamp(1, 256);
    let threads = args.threads.map_or(0, |threads| threads.get().min(most));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::usage("sim/threads", error.to_string()))?;
    let progress = progress(args.games);
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler an interruption ends the program as usual; that is no reason not to play.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let start = Instant::now();
    let tally = pool.install(|| {
        let block = |block: u64| {
            let games = block * BLOCK..args.games.min((block + 1) * BLOCK);
            let tally: Result<Tally, Failure> = games.clone().try_fold(Tally::default(), |tally, game| {
                if interrupted.load(Ordering::Relaxed) {
                    return Ok(tally);
                }
                let (steps, outcome) = teams.play(rules, Rng::for_game(args.seed, game))?;
                Ok(tally.count(steps, &outcome))
            });
            progress.inc(games.end - games.start);
            tally
        };
        (0..blocks).into_par_iter().map(block).try_reduce(Tally::default, |a, b| Ok(a.plus(b)))
    });
    progress.finish_and_clear();
    let tally = tally?;
    tell(args, &tally, start.elapsed().as_secs_f64(), pool.current_num_threads(), out)?;
    if interrupted.load(Ordering::Relaxed) {
        return Err(Failure::no("sim/interrupted", format!("interrupted after {} games", tally.games)));
    }
    Ok(())
}

/// A simulation has nobody to speak to.
fn nobody() -> Box<dyn io::Write> {
    Box::new(io::sink())
}

/// Who plays which side.
struct Teams {
    red: String,
    black: String,
}

impl Teams {
    /// A simulation has nobody to ask.
    fn check(&self) -> Result<(), Failure> {
        for name in [&self.red, &self.black] {
            if name == "human" || name.starts_with("scripted:") {
                return Err(Failure::usage("sim/agent", format!("`{name}` cannot play a simulation")));
            }
            play::agent::<State>(name, Seat::new(0), Rng::new(0), OWN_AGENTS, nobody)?;
        }
        Ok(())
    }

    /// The steps and the outcome of one game.
    fn play(&self, rules: Rules, mut rng: Rng) -> Result<(u64, Outcome), Failure> {
        let unfinished = || Failure::no("sim/unfinished", "a game did not come to its end");
        if self.red == "random" && self.black == "random" {
            let played = playout(rules, &mut rng);
            return Ok((played.steps.into(), played.state.outcome().ok_or_else(unfinished)?));
        }
        let mut run = Run::<State>::new(rules)?;
        let deal = run.concrete(Choice::Open(Open::Deal), &mut rng);
        run.apply(deal).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
        let mut agents = Vec::new();
        for seat in (0..SEATS).map(Seat::new) {
            let is_red = matches!(deal, Action::Deal(deal) if deal.role(seat).colour() == Colour::Red);
            let name = if is_red { &self.red } else { &self.black };
            agents.push(play::agent(name, seat, rng.fork(), OWN_AGENTS, nobody)?);
        }
        table::play(&mut run, &mut agents, &mut rng, &mut |_| true);
        Ok((run.record().actions.len() as u64, run.state().outcome().ok_or_else(unfinished)?))
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games, {eta} left");
    let bar = ProgressBar::new(games);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

fn tell(
    args: &SimArgs,
    tally: &Tally,
    seconds: f64,
    threads: usize,
    out: &mut Output,
) -> Result<(), Failure> {
    let rate = |count: u64| if seconds > 0.0 { (count as f64 / seconds).round() } else { 0.0 };
    let mean_steps = if tally.games > 0 { tally.steps as f64 / tally.games as f64 } else { 0.0 };
    if out.json {
        return Ok(out.value(&json!({
            "games": tally.games,
            "steps": tally.steps,
            "mean_steps": mean_steps,
            "steps_per_s": rate(tally.steps),
            "games_per_s": rate(tally.games),
            "red_wins": tally.red,
            "black_wins": tally.black,
            "draws": tally.draws,
            "seed": args.seed,
            "threads": threads,
            "elapsed_s": seconds,
        }))?);
    }
    let share = |count: u64| 100.0 * count as f64 / tally.games.max(1) as f64;
    for (name, count) in [("red wins", tally.red), ("black wins", tally.black), ("draws", tally.draws)] {
        out.line(&format!("{name:<11}{count:>10}  {:5.1} %", share(count)))?;
    }
    Ok(out.line(&format!(
        "{} games, {mean_steps:.1} actions each, {:.2} million actions/s, {:.0} games/s on {threads} threads",
        tally.games,
        rate(tally.steps) / 1e6,
        rate(tally.games),
    ))?)
}
