//! The verbs of the binary for Mafia.

mod beliefs;
mod sim;
mod table;
mod tokens;

use std::ffi::OsString;

use clap::{Args, Subcommand};
use gaslamp_agents::chance::Chance;
use gaslamp_agents::mafia::{self, MafiaGuide};
use gaslamp_api::mafia::observe;
use gaslamp_core::notation::Field;
use gaslamp_core::{Diagnostic, Notation as _, Rng, Run};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Action, Deal, Rules, SEATS, State};
use gaslamp_tree::Layout;

use crate::args::{Form, PlayArgs, RecordArgs, TreeStart, TreeVerb};
use crate::failure::Failure;
use crate::output::Output;
use crate::play::{self, OwnAgents, People, Play, Seated};
use crate::program::Terms;
use crate::seed::Seed;
use crate::{referee, replay, tree};

/// A verb for Mafia.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Play a game; seats are human, random, heuristic, reasoning, scripted:FILE or exec:COMMAND.
    ///
    /// Example: gaslamp mafia play --seats human,reasoning
    ///
    /// Example: gaslamp mafia play --seats heuristic --record game.txt --seed 7
    Play(PlayArgs<StartArgs>),
    /// Play many games and count the results; win rates come with their 95 % confidence intervals.
    ///
    /// Example: gaslamp mafia sim --games 200 --red reasoning --black heuristic --seed 1 --json
    ///
    /// Example: gaslamp mafia sim --games 200 --agents heuristic --seed 1 --dataset games
    Sim(sim::SimArgs),
    /// Show a record, or what one seat may know of it.
    ///
    /// Example: gaslamp mafia replay game.txt --seat 3 --as ascii
    Replay {
        #[command(flatten)]
        record: RecordArgs,
        /// How to show it.
        #[arg(long = "as", value_name = "FORM", default_value = "rich")]
        form: Form,
    },
    /// Explore lines of play as a directory tree: the path is the log.
    ///
    /// Example: gaslamp mafia tree new --arrangement 42
    #[command(subcommand)]
    Tree(TreeVerb<StartArgs>),
    /// Check a table line, or print that of a record, in canonical form.
    ///
    /// Example: gaslamp mafia table game.txt --at 20
    Table {
        #[command(flatten)]
        record: RecordArgs,
    },
    /// Show what a seat could know and believe: the deals that fit what it has seen, counted, and weighed by what was said and done.
    ///
    /// Example: gaslamp mafia beliefs game.txt --seat 2 --at 40
    Beliefs(beliefs::BeliefsArgs),
    /// List the 50 tokens.
    ///
    /// Example: gaslamp mafia tokens
    Tokens,
    /// Turn actions in the notation, or those of a record, into token ids, one line each.
    ///
    /// Example: gaslamp mafia encode "P0!nominates->P5, P0!passes"
    Encode {
        /// Events: a file, the text itself, or - for standard input.
        events: OsString,
    },
    /// Turn token ids or names into phrases, one line each.
    ///
    /// Example: gaslamp mafia decode 41 13 1 18 0
    Decode {
        /// Token ids or names; - reads standard input.
        #[arg(required = true)]
        tokens: Vec<OsString>,
    },
    /// Show which verbs and seats are legal for whoever is to act.
    ///
    /// Example: gaslamp mafia mask game.txt --at 1 --prefix "5 16"
    Mask {
        #[command(flatten)]
        record: RecordArgs,
        /// The first tokens of an action.
        #[arg(long, value_name = "TOKENS")]
        prefix: Option<String>,
    },
}

/// How a game begins.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// Random seed; to play, a fresh one by default, which is told.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Deal this arrangement, 0 to 2519, instead of a random one.
    #[arg(long, value_name = "N")]
    arrangement: Option<u16>,
    /// Change a table rule, such as unanimous_kill=true; may be given several times.
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

impl TreeStart for StartArgs {
    const GAME: &'static str = "mafia";
    const NEW: &'static str = "--arrangement 42";
    const NODE: &'static str = "output/mafia/deal-0042";
    const ACTIONS: &'static str = "'P0!nominates->P5' 'P0!passes'";
    const NEXT: &'static str = "n6b";
}

/// The agents of this game, at a table with these rules.
fn own_agents(rules: Rules) -> OwnAgents<State> {
    OwnAgents { names: mafia::names(), make: Box::new(move |name, rng| mafia::by_name(name, rules, rng)) }
}

pub(crate) fn run(verb: Verb, out: &mut Output) -> Result<(), Failure> {
    match verb {
        Verb::Play(args) => play(&args, out),
        Verb::Sim(args) => sim::run(&args, out),
        Verb::Replay { record, form } => replay::run::<State>(&record, form, observe, out),
        Verb::Tree(verb) => tree::run::<State, StartArgs>(&verb, begin_tree, Layout::default, out),
        Verb::Table { record } => table::run(&record, out),
        Verb::Beliefs(args) => beliefs::run(&args, out),
        Verb::Tokens => tokens::list(out),
        Verb::Encode { events } => tokens::encode(&events, out),
        Verb::Decode { tokens } => tokens::decode(&tokens, out),
        Verb::Mask { record, prefix } => tokens::mask(&record, prefix.as_deref(), out),
    }
}

fn play(args: &PlayArgs<StartArgs>, out: &mut Output) -> Result<(), Failure> {
    let seed = Seed::of_game(args.start.seed, args.resume.is_some());
    let mut rng = Rng::new(seed.number);
    let run = match &args.resume {
        Some(_) if args.start.arrangement.is_some() || !args.start.rules.is_empty() => {
            let message = "--resume takes the deal and the rules from the record";
            return Err(Failure::usage("play/resume", message));
        }
        Some(record) => play::resumed(record)?,
        None => begin(&args.start, &mut after_seating(seed))?,
    };
    let own = own_agents(run.record().setup);
    let terms = Terms { observe, limit: args.limit };
    let seats = play::named(&args.seats);
    let seat_all = |people: &People, rng: &mut Rng| {
        let agents =
            play::seated(&seats, SEATS, rng, &own, &terms, |seat, _| people.player(seat, MafiaGuide))?;
        Ok(Seated { agents, keeper: Box::new(Chance::new(rng.fork())) })
    };
    let people = People::new(&seats, SEATS, false, out);
    let guard = referee::mafia(args.referee, run.record().setup)?;
    let record = play::record_of(args.record.as_deref(), args.resume.as_deref(), args.force)?;
    Play { run, people, seat_all: &seat_all, guard, record, seed }.finish(&mut rng, out)
}

/// The generator once everybody is seated: it deals.
fn after_seating(seed: Seed) -> Rng {
    let mut rng = Rng::new(seed.number);
    (0..SEATS).for_each(|_| drop(rng.fork()));
    rng
}

/// A game after the deal.
fn begin(start: &StartArgs, rng: &mut Rng) -> Result<Run<State>, Failure> {
    let mut run = Run::<State>::new(read_rules(&start.rules)?)?;
    let deal = match start.arrangement {
        Some(number) => Deal::from_arrangement(number).map(Action::Deal).ok_or_else(|| {
            Failure::usage(
                "mafia/deal/arrangement",
                format!("there is no arrangement {number}; arrangements are 0 to 2519"),
            )
        })?,
        None => run.concrete(gaslamp_core::Choice::Open(Open::Deal), rng),
    };
    run.apply(deal).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
    Ok(run)
}

fn begin_tree(start: &StartArgs) -> Result<(Run<State>, String), Failure> {
    let run = begin(start, &mut Rng::new(start.seed.unwrap_or_default()))?;
    let number = match run.record().actions.first() {
        Some(Action::Deal(deal)) => deal.arrangement(),
        _ => 0,
    };
    let rules = State::write_setup(&run.record().setup);
    let rules: String = rules.iter().map(|(key, value)| format!("-{key}={value}")).collect();
    Ok((run, format!("deal-{number:04}{rules}")))
}

/// Table rules given as `key=value`.
fn read_rules(pairs: &[String]) -> Result<Rules, Failure> {
    let mut fields = Vec::new();
    for pair in pairs {
        let (key, value) = pair.split_once('=').ok_or_else(|| {
            Failure::from(
                Diagnostic::new("mafia/rules/value", format!("`{pair}` is not key=value"))
                    .fix("--rule unanimous_kill=true"),
            )
        })?;
        if fields.iter().any(|field: &Field<'_>| field.key == key) {
            return Err(Failure::usage("mafia/rules/twice", format!("`{key}` is given twice")));
        }
        fields.push(Field { key, value, span: None });
    }
    Ok(State::read_setup(&fields)?)
}
