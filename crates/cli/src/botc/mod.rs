//! The verbs of the binary for Blood on the Clocktower.

mod bag;
mod beliefs;
mod calibrate;
mod characters;
mod check;
mod nights;
mod puzzle;
mod render;
mod samples;
pub(crate) mod setup;
mod sim;
mod solve;
mod trace;

use std::ffi::OsString;

use clap::{Args, Subcommand};
use gaslamp_agents::StorytellerAgent;
use gaslamp_agents::botc::{self as agents, BotcGuide, Storyteller};
use gaslamp_api::botc::observe;
use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::notation::read_counts;
use gaslamp_botc::rules::{Open, default_names};
use gaslamp_botc::{Setup, State, encoding};
use gaslamp_core::{Choice, Diagnostic, Game as _, Rng, Run};
use gaslamp_tree::Layout;

use crate::args::{Form, PlayArgs, RecordArgs, TreeStart, TreeVerb};
use crate::failure::Failure;
use crate::numbers;
use crate::output::Output;
use crate::play::{self, OwnAgents, People, Play, Seated};
use crate::program::Terms;
use crate::seed::Seed;
use crate::tokens::{self, DecodeArgs, MaskArgs};
use crate::{referee, replay, tree};

/// Where puzzle files are explained.
const PUZZLE_PAGE: &str =
    "docs/puzzles.md explains puzzle files; `gaslamp botc puzzle --new` writes one to fill in.";

/// A verb for Blood on the Clocktower.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Play a game. Agents: human, random, heuristic, reasoning, scripted:FILE or exec:COMMAND.
    ///
    /// Example: gaslamp botc play --players 9 --seats human,reasoning
    ///
    /// Example: gaslamp botc play --players 9 --seats heuristic --record game.txt --seed 7
    Play(BotcPlay),
    /// Play many games and count the results.
    ///
    /// Example: gaslamp botc sim --players 9 --games 20 --good reasoning --storyteller scripted
    ///
    /// Example: gaslamp botc sim --players 7 --games 50 --agents heuristic --dataset games
    Sim(sim::SimArgs),
    /// Show a record, or what one seat may know of it.
    ///
    /// Example: gaslamp botc replay game.txt --seat 3 --as ascii
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
    /// Example: gaslamp botc setup --players 5 --different-from "{chef monk virgin spy imp}" --at-least 3
    Setup(setup::SetupArgs),
    /// Check whether a bag, a grimoire or a trace is legal; if not, list every broken rule and the single changes that fix it. For a
    /// partly known grimoire, list what the rest may be.
    ///
    /// Example: gaslamp botc check "{chef monk empath virgin(drunk) saint baron imp}" --players 7
    ///
    /// Example: gaslamp botc check "[Ann:chef Ben:? Cy:{empath imp} Dan:? *Eve:imp*]" --count --sample 3
    Check(check::CheckArgs),
    /// List all published characters, or those of a script, and what can be done with each.
    ///
    /// Example: gaslamp botc characters
    ///
    /// Example: gaslamp botc characters --script bmr
    Characters {
        /// Only the characters of this script: tb, snv, bmr, or an official script JSON: a file, the text itself, or -.
        #[arg(long)]
        script: Option<OsString>,
    },
    /// Show a grimoire in another form: a line, a frame, a picture, a page or JSON.
    ///
    /// Example: gaslamp botc render "[Ann:imp *Ben:chef(poisoned)* Cy:?]" --as ascii
    Render(render::RenderArgs),
    /// Write the night-order sheets of a script, or of the table of a recorded game.
    ///
    /// Example: gaslamp botc nights tb
    Nights(nights::NightsArgs),
    /// Show a trace in another form: a line, sentences, an analysis or a diagram.
    ///
    /// Example: gaslamp botc trace "<N1> Alice:poisoner!Bob(+poisoned)" --as ascii
    Trace(trace::TraceArgs),
    /// Find every world that fits a puzzle, what is certain, and why something is impossible.
    ///
    /// Example: gaslamp botc solve sample:made-7-2 --why "P3=Imp"
    #[command(after_help = PUZZLE_PAGE)]
    Solve(solve::SolveArgs),
    /// Show what a seat of a recorded game could know and believe at a step.
    ///
    /// Example: gaslamp botc beliefs game.txt --seat P3 --at 40
    Beliefs(beliefs::BeliefsArgs),
    /// Make a puzzle: play games until what was said at the table fits exactly one world, use what was said in a recorded game, or
    /// write a file to fill in.
    ///
    /// Example: gaslamp botc puzzle --players 8 --seed 3 -o puzzle.toml
    ///
    /// Example: gaslamp botc puzzle --new --players 7 -o my.toml
    #[command(after_help = PUZZLE_PAGE)]
    Puzzle(puzzle::PuzzleArgs),
    /// Measure how well the odds are calibrated, on simulated games.
    ///
    /// Example: gaslamp botc calibrate --script tb --games 10 --tellings 1 --seed 1
    Calibrate(calibrate::CalibrateArgs),
    /// Judge a recorded game by the rules in ASP as well as by the engine.
    ///
    /// Example: gaslamp botc referee game.txt
    Referee(referee::RefereeArgs),
    /// List the tokens that learners read.
    ///
    /// Example: gaslamp botc tokens
    Tokens,
    /// Turn the actions of a record into token ids, one line each.
    ///
    /// Example: gaslamp botc encode game.txt
    Encode {
        /// A record: a file, the text itself, or - for standard input.
        record: OsString,
    },
    /// Turn token ids or names into phases and events, one line each.
    ///
    /// Example: gaslamp botc decode 22 108 26 321 53
    Decode(DecodeArgs),
    /// Show which tokens whoever is to act may write next.
    ///
    /// Example: gaslamp botc mask game.txt --at 12 --prefix "<SHOOT>"
    Mask(MaskArgs),
}

/// Who plays, and who decides for the Storyteller.
#[derive(Args, Debug)]
pub(crate) struct BotcPlay {
    #[command(flatten)]
    common: PlayArgs<StartArgs>,
    /// Who decides for the Storyteller: scripted (sensible choices), random, or human.
    #[arg(long, value_name = "AGENT", default_value = "scripted")]
    storyteller: String,
    /// Deal these characters to the seats in this order: imp,poisoner,chef(drunk),… A Drunk is the token that they draw, chef(drunk), or drunk where any will do.
    #[arg(long, value_name = "ROLE,…", conflicts_with = "resume")]
    bag: Option<String>,
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
    /// Random seed; to play, a fresh one by default, which is told.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl TreeStart for StartArgs {
    const GAME: &'static str = "botc";
    const NEW: &'static str = "--players 7 --seed 42";
    const NODE: &'static str = "output/botc/tb-7-seed-42";
    const ACTIONS: &'static str = "t71";
    const NEXT: &'static str = "t71";
}

impl StartArgs {
    /// Whether anything but the seed is given.
    fn describes_table(&self) -> bool {
        self.players.is_some() || !self.names.is_empty() || self.counts.is_some() || self.script != "tb"
    }
}

/// The number of players if none is given.
const USUAL_PLAYERS: usize = 7;

/// The agents of this game.
fn own_agents() -> OwnAgents<State> {
    OwnAgents { names: agents::names(), make: Box::new(agents::by_name) }
}

pub(crate) fn run(verb: &Verb, out: &mut Output) -> Result<(), Failure> {
    match verb {
        Verb::Play(args) => play(args, out),
        Verb::Sim(args) => sim::run(args, out),
        Verb::Replay { record, form } => replay::run::<State>(record, *form, observe, out),
        Verb::Tree(verb) => tree::run::<State, StartArgs>(verb, begin_tree, Layout::default, out),
        Verb::Setup(args) => setup::setup(args, out),
        Verb::Check(args) => check::run(args, out),
        Verb::Characters { script } => characters::list(script.as_deref(), out),
        Verb::Render(args) => render::run(args, out),
        Verb::Nights(args) => nights::run(args, out),
        Verb::Trace(args) => trace::run(args, out),
        Verb::Solve(args) => solve::run(args, out),
        Verb::Beliefs(args) => beliefs::run(args, out),
        Verb::Puzzle(args) => puzzle::run(args, out),
        Verb::Calibrate(args) => calibrate::run(args, out),
        Verb::Referee(args) => referee::run(args, out),
        Verb::Tokens => tokens::list::<State>(encoding::VERSION, out),
        Verb::Encode { record } => tokens::encode::<State>(record, out),
        Verb::Decode(args) => tokens::decode::<State>(args, &default_names(GrimoireText::MOST), out),
        Verb::Mask(args) => tokens::mask::<State>(args, out),
    }
}

fn play(args: &BotcPlay, out: &mut Output) -> Result<(), Failure> {
    let common = &args.common;
    let seed = Seed::of_game(common.start.seed, common.resume.is_some());
    let run = match (&common.resume, &args.bag) {
        (Some(_), _) if common.start.describes_table() => {
            let message = "--resume takes the players and the script from the record";
            return Err(Failure::usage("play/resume", message));
        }
        (Some(record), _) => play::resumed(record)?,
        (None, Some(bag)) => bag::dealt(bag, &common.start, seed)?,
        (None, None) => Run::<State>::new(read_setup(&common.start)?)?,
    };
    let size = run.record().setup.names.len();
    let guide = |rng: Rng| BotcGuide::new(Storyteller::new(rng));
    let is_kept_by_person = args.storyteller == play::HUMAN;
    let terms = Terms { observe, limit: common.limit };
    let seats = play::named(&common.seats);
    let own = own_agents();
    let seat_all = |people: &People, rng: &mut Rng| {
        let agents =
            play::seated(&seats, size, rng, &own, &terms, |seat, rng| people.player(seat, guide(rng)))?;
        let rng = rng.fork();
        let keeper = if is_kept_by_person {
            people.keeper(guide(rng))
        } else {
            silent_keeper(&args.storyteller, rng)?
        };
        Ok(Seated { agents, keeper })
    };
    let people = People::new(&seats, size, is_kept_by_person, out);
    let guard = referee::botc(common.referee, &run.record().setup)?;
    let record = play::record_of(common.record.as_deref(), common.resume.as_deref(), common.force)?;
    let play = Play { run, people, seat_all: &seat_all, guard, record, seed };
    play.finish(&mut Rng::new(seed.number), out)
}

/// Makes the agent of a Storyteller that needs no person.
fn silent_keeper(name: &str, rng: Rng) -> Result<Box<dyn StorytellerAgent<State>>, Failure> {
    match agents::storyteller_by_name(name, rng) {
        Some(keeper) => Ok(keeper),
        None => {
            let problem = Diagnostic::new("play/storyteller", format!("unknown Storyteller `{name}`"));
            let names = agents::storyteller_names().join(", ");
            Err(problem.fix(format!("{names} or {}", play::HUMAN)).into())
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
    let seed = start.seed.unwrap_or_default();
    let deal = run.concrete(Choice::Open(Open::Deal), &mut Rng::new(seed));
    run.apply(deal).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
    let players = run.record().setup.names.len();
    let script = run.record().setup.script.short_name().unwrap_or("script");
    let name = format!("{script}-{players}-seed-{seed}");
    Ok((run, name))
}
