//! The verbs of the binary for Blood on the Clocktower.

mod beliefs;
mod calibrate;
mod check;
mod puzzle;
mod render;
mod samples;
mod setup;
mod sim;
mod solve;
mod trace;

use std::ffi::OsString;

use clap::{Args, Subcommand};
use gaslamp_agents::StorytellerAgent;
use gaslamp_agents::botc::{Heuristic, Reasoning, Storyteller};
use gaslamp_agents::chance::Chance;
use gaslamp_api::botc::observe;
use gaslamp_botc::notation::read_counts;
use gaslamp_botc::rules::{Open, default_names};
use gaslamp_botc::{Setup, State};
use gaslamp_core::{Choice, Diagnostic, Game as _, Rng, Run};
use gaslamp_tree::Layout;

use crate::args::{Form, PlayArgs, RecordArgs, TreeVerb};
use crate::failure::Failure;
use crate::numbers;
use crate::output::Output;
use crate::play::{self, OwnAgent, Play, Seated};
use crate::program::Terms;
use crate::{referee, replay, tree};

/// A verb for Blood on the Clocktower.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Play a game. Agents: human, random, heuristic, reasoning or scripted:FILE.
    ///
    /// Example: gaslamp botc play --players 9 --seats human,reasoning --record my.txt --seed 7
    Play(BotcPlay),
    /// Play many games and count the results.
    ///
    /// Example: gaslamp botc sim --players 9 --games 200 --good reasoning --evil heuristic --storyteller scripted
    Sim(sim::SimArgs),
    /// Show a record, or what one seat may know of it.
    ///
    /// Example: gaslamp botc replay my.txt --seat 3 --as ascii
    Replay {
        #[command(flatten)]
        record: RecordArgs,
        /// How to show it.
        #[arg(long = "as", value_name = "FORM", default_value = "rich")]
        form: Form,
    },
    /// Explore lines of play as a directory tree: the path is the log.
    ///
    /// Example: gaslamp botc tree new --players 7 --seed 42
    #[command(subcommand)]
    Tree(TreeVerb<StartArgs>),
    /// Count the legal bags of a script, or draw some, optionally as different as possible from bags played before.
    ///
    /// Example: gaslamp botc setup --players 9 --sample 3 --with baron --seed 1
    ///
    /// Example: gaslamp botc setup --players 9 --different-from "{chef monk virgin slayer empath saint drunk spy imp}" --at-least 5
    Setup(setup::SetupArgs),
    /// Check whether a bag, a grimoire or a trace is legal; if not, list every broken rule and the single changes that fix it. For a
    /// partly known grimoire, list what the rest may be.
    ///
    /// Example: gaslamp botc check "{chef monk virgin(drunk) saint baron imp}" --players 7
    ///
    /// Example: gaslamp botc check "[Ann:chef Ben:? Cy:{empath imp} Dan:? *Eve:imp*]" --count --sample 3 --seed 1
    Check(check::CheckArgs),
    /// List the characters of a script.
    Characters {
        /// tb, snv, bmr, or an official script JSON: a file, the text itself, or -.
        #[arg(long, default_value = "tb")]
        script: OsString,
    },
    /// Show a grimoire in another form: a line, a frame, a picture, a page or JSON.
    ///
    /// Example: gaslamp botc render "[Ann:imp *Ben:chef(poisoned)* Cy:?]" --as ascii
    Render(render::RenderArgs),
    /// Show a trace in another form: a line, sentences, an analysis or a diagram.
    ///
    /// Example: gaslamp botc trace "<N1> Alice:poisoner!Bob(+poisoned)" --as ascii
    Trace(trace::TraceArgs),
    /// Find every world that fits a puzzle, what is certain, and why something is impossible.
    ///
    /// Example: gaslamp botc solve my.toml --why "Tom=Imp"
    Solve(solve::SolveArgs),
    /// Show what a seat of a recorded game could know and believe at a step.
    ///
    /// Example: gaslamp botc beliefs my.txt --seat Alice --at 40
    Beliefs(beliefs::BeliefsArgs),
    /// Make a puzzle: play games until what was said at the table fits exactly one world, or use what was said in a recorded game.
    ///
    /// Example: gaslamp botc puzzle --players 8 --seed 3 -o my.toml
    Puzzle(puzzle::PuzzleArgs),
    /// Measure how well the odds are calibrated, on simulated games.
    ///
    /// Example: gaslamp botc calibrate --script tb --games 250 --seed 1
    Calibrate(calibrate::CalibrateArgs),
    /// Judge a recorded game by the rules in ASP as well as by the engine.
    ///
    /// Example: gaslamp botc referee my.txt
    Referee(referee::RefereeArgs),
    /// List the tokens that learners read.
    Tokens,
}

/// Who plays, and who decides for the Storyteller.
#[derive(Args, Debug)]
pub(crate) struct BotcPlay {
    #[command(flatten)]
    common: PlayArgs<StartArgs>,
    /// Who decides for the Storyteller: scripted (sensible choices), random, or human.
    #[arg(long, value_name = "AGENT", default_value = "scripted")]
    storyteller: String,
}

/// How a game begins.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// Number of players, 5 to 15 (3 to 20 with --counts).
    #[arg(long, value_name = "N", conflicts_with = "names", value_parser = numbers::seats())]
    players: Option<usize>,
    /// Names of the players, clockwise, separated by commas.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    names: Vec<String>,
    /// tb, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: OsString,
    /// Numbers of Townsfolk, Outsiders, Minions and Demons, if not the usual ones: 3,0,1,1.
    #[arg(long, value_name = "T,O,M,D")]
    counts: Option<String>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// The number of players if none is given.
const USUAL_PLAYERS: usize = 7;

/// The agents that only this game has.
const OWN_AGENTS: &[OwnAgent<State>] =
    &[("heuristic", |rng| Box::new(Heuristic::new(rng))), ("reasoning", |rng| Box::new(Reasoning::new(rng)))];

pub(crate) fn run(verb: &Verb, out: &mut Output) -> Result<(), Failure> {
    match verb {
        Verb::Play(args) => play(args, out),
        Verb::Sim(args) => sim::run(args, out),
        Verb::Replay { record, form } => replay::run::<State>(record, *form, observe, out),
        Verb::Tree(verb) => tree::run::<State, StartArgs>(verb, begin_tree, Layout::default, out),
        Verb::Setup(args) => setup::setup(args, out),
        Verb::Check(args) => check::run(args, out),
        Verb::Characters { script } => setup::characters(script, out),
        Verb::Render(args) => render::run(args, out),
        Verb::Trace(args) => trace::run(args, out),
        Verb::Solve(args) => solve::run(args, out),
        Verb::Beliefs(args) => beliefs::run(args, out),
        Verb::Puzzle(args) => puzzle::run(args, out),
        Verb::Calibrate(args) => calibrate::run(args, out),
        Verb::Referee(args) => referee::run(args, out),
        Verb::Tokens => list_tokens(out),
    }
}

fn play(args: &BotcPlay, out: &mut Output) -> Result<(), Failure> {
    let common = &args.common;
    let mut rng = Rng::new(common.start.seed);
    let setup = read_setup(&common.start)?;
    let run = Run::<State>::new(setup)?;
    let size = run.record().setup.names.len();
    let terms = Terms { observe, limit: common.limit };
    let Seated { agents, has_human } = play::seated(&common.seats, size, &mut rng, OWN_AGENTS, &terms, out)?;
    let keeper = keeper(&args.storyteller, rng.fork(), out)?;
    let has_human = has_human || args.storyteller == "human";
    let record = play::new_record(common.record.as_deref(), common.force)?;
    let umpire = referee::botc(common.referee, &run.record().setup)?;
    Play { run, agents, keeper, has_human, umpire, record }.finish(&mut rng, out)
}

/// Makes the agent of the Storyteller by its name.
fn keeper(name: &str, rng: Rng, out: &Output) -> Result<Box<dyn StorytellerAgent<State>>, Failure> {
    if name == "human" { Ok(play::human_keeper(out)) } else { silent_keeper(name, rng) }
}

/// The same for Storytellers that need no person.
fn silent_keeper(name: &str, rng: Rng) -> Result<Box<dyn StorytellerAgent<State>>, Failure> {
    match name {
        "scripted" => Ok(Box::new(Storyteller::new(rng))),
        "random" => Ok(Box::new(Chance::new(rng))),
        _ => {
            let problem = Diagnostic::new("play/storyteller", format!("unknown Storyteller `{name}`"));
            Err(problem.fix("scripted, random or human").into())
        }
    }
}

fn read_setup(args: &StartArgs) -> Result<Setup, Failure> {
    let script = setup::read_script(&args.script);
    let names = match args.players {
        // The rules refuse too many players; do not invent names for all of them first.
        Some(players) => default_names(players.min(100)),
        None if args.names.is_empty() => default_names(USUAL_PLAYERS),
        None => args.names.clone(),
    };
    let counts = args.counts.as_deref().map(read_counts).transpose();
    match (script, counts) {
        (Ok(script), Ok(counts)) => Ok(Setup { script, names, counts }),
        (script, counts) => {
            // All errors are reported at once, so the rest is checked with a script that is valid.
            let rest = Setup { names, counts: counts.as_ref().ok().copied().flatten(), ..usual_setup() };
            let mut more: Vec<Diagnostic> = counts.err().into_iter().collect();
            more.extend(State::start(&rest).err().into_iter().flatten());
            Err(match script {
                Ok(_) => more.into(),
                Err(failure) => failure.and(more),
            })
        }
    }
}

fn usual_setup() -> Setup {
    Setup::trouble_brewing(USUAL_PLAYERS)
}

fn begin_tree(start: &StartArgs) -> Result<(Run<State>, String), Failure> {
    let mut run = Run::<State>::new(read_setup(start)?)?;
    let deal = run.concrete(Choice::Open(Open::Deal), &mut Rng::new(start.seed));
    run.apply(deal).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
    let players = run.record().setup.names.len();
    let script = run.record().setup.script.short_name().unwrap_or("script");
    let name = format!("{script}-{players}-seed-{}", start.seed);
    Ok((run, name))
}

fn list_tokens(out: &mut Output) -> Result<(), Failure> {
    let names = <State as gaslamp_core::Tokens>::VOCABULARY;
    if out.json {
        return Ok(out.value(&gaslamp_api::botc::tokens())?);
    }
    for (id, name) in names.iter().enumerate() {
        out.line(&format!("{id:>3} {name}"))?;
    }
    Ok(())
}
