//! What the binary does for Mafia.

mod sim;
mod table;
mod tokens;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use gaslamp_agents::mafia::Heuristic;
use gaslamp_core::notation::Field;
use gaslamp_core::{Diagnostic, Notation as _, Rng, Run, Seat, Token, View};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::{Action, Deal, Rules, SEATS, State, encoding};
use serde_json::{Value, json};

use crate::args::{Form, NewTree, RecordArgs, StartArgs, TreeVerb};
use crate::failure::Failure;
use crate::output::Output;
use crate::play::{self, OwnAgent, Play};
use crate::{replay, tree};

/// What to do with Mafia.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Play a game; seats are human, random, heuristic or scripted:FILE.
    ///
    /// Example: gaslamp mafia play --seats human,heuristic --record my.txt --seed 7
    Play(PlayArgs),
    /// Play many games and count how they end.
    ///
    /// Example: gaslamp mafia sim --games 200000 --seed 1 --json
    Sim(sim::SimArgs),
    /// Show a record, or what one seat may know of it.
    ///
    /// Example: gaslamp mafia replay my.txt --seat 3 --as ascii
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
    Tree(TreeVerb),
    /// Check a table line, or print the one of a record, written the canonical way.
    ///
    /// Example: gaslamp mafia table my.txt --at 20
    Table {
        #[command(flatten)]
        record: RecordArgs,
    },
    /// List the 50 tokens.
    Tokens,
    /// Turn actions in the notation, or those of a record, into token ids, a line each.
    ///
    /// Example: gaslamp mafia encode "P0!nominates->P5, P0!passes"
    Encode {
        /// Events: a file, the text itself, or - for standard input.
        events: String,
    },
    /// Turn token ids or names into phrases, a line each.
    ///
    /// Example: gaslamp mafia decode 41 13 1 18 0
    Decode {
        /// Token ids or names; - reads standard input.
        #[arg(required = true)]
        tokens: Vec<String>,
    },
    /// Show which verbs and seats are legal for whoever is to act.
    ///
    /// Example: gaslamp mafia mask my.txt --at 1 --prefix "5 16"
    Mask {
        #[command(flatten)]
        record: RecordArgs,
        /// Tokens of an action that is partly written.
        #[arg(long, value_name = "TOKENS")]
        prefix: Option<String>,
    },
}

/// Who plays, and what is kept.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Who sits at seats 0, 1, …; the last one named takes the seats that are left.
    #[arg(long, value_delimiter = ',', value_name = "AGENT,…", default_value = "human,heuristic")]
    seats: Vec<String>,
    /// Who watches over the rules.
    #[arg(long, value_enum, default_value = "native")]
    referee: Referee,
    /// Save the record here after every action.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Replace a record that is there already.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    start: StartArgs,
}

/// Who watches over the rules.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Referee {
    /// The engine itself.
    Native,
}

/// Agents that only this game has.
const OWN_AGENTS: &[OwnAgent<State>] = &[("heuristic", |rng| Box::new(Heuristic::new(rng)))];

pub(crate) fn run(verb: Verb, out: &mut Output) -> Result<(), Failure> {
    match verb {
        Verb::Play(args) => play(&args, out),
        Verb::Sim(args) => sim::run(&args, out),
        Verb::Replay { record, form } => replay::run::<State>(&record, form, observe, out),
        Verb::Tree(verb) => tree::run::<State>(&verb, begin_tree, out),
        Verb::Table { record } => table::run(&record, out),
        Verb::Tokens => tokens::list(out),
        Verb::Encode { events } => tokens::encode(&events, out),
        Verb::Decode { tokens } => tokens::decode(&tokens, out),
        Verb::Mask { record, prefix } => tokens::mask(&record, prefix.as_deref(), out),
    }
}

fn play(args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    let Referee::Native = args.referee;
    let mut rng = Rng::new(args.start.seed);
    if args.seats.len() > SEATS {
        return Err(Failure::usage(
            "play/seats",
            format!("{} seats are named, the table has ten", args.seats.len()),
        ));
    }
    let names: Vec<&String> = (0..SEATS).filter_map(|i| args.seats.get(i).or(args.seats.last())).collect();
    // A program that asked for JSON reads standard output, so people are spoken to elsewhere.
    let screen: fn() -> Box<dyn Write> =
        if out.json { || Box::new(io::stderr()) } else { || Box::new(io::stdout()) };
    let agents = names
        .iter()
        .enumerate()
        .map(|(index, name)| play::agent(name, Seat::new(index), rng.fork(), OWN_AGENTS, screen))
        .collect::<Result<Vec<_>, Failure>>()?;
    let has_human = names.iter().any(|name| *name == "human");
    let record = args.record.as_deref().map(|file| play::new_record(file, args.force)).transpose()?;
    let run = begin(&args.start, &mut rng)?;
    Play { run, agents, has_human, record }.finish(&mut rng, out)
}

/// A dealt game.
fn begin(start: &StartArgs, rng: &mut Rng) -> Result<Run<State>, Failure> {
    let mut run = Run::<State>::new(read_rules(&start.rules)?)?;
    let deal = match start.arrangement {
        Some(number) => Deal::from_arrangement(number).map(Action::Deal).ok_or_else(|| {
            Failure::usage(
                "mafia/deal/arrangement",
                format!("there is no arrangement {number}; they are 0 to 2519"),
            )
        })?,
        None => run.concrete(gaslamp_core::Choice::Open(Open::Deal), rng),
    };
    run.apply(deal).map_err(|refusal| Failure::no(refusal.rule.id, refusal.rule.says))?;
    Ok(run)
}

fn begin_tree(args: &NewTree) -> Result<(Run<State>, String), Failure> {
    let run = begin(&args.start, &mut Rng::new(args.start.seed))?;
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
            return Err(Failure::usage("mafia/rules/twice", format!("`{key}` has been said already")));
        }
        fields.push(Field { key, value, span: None });
    }
    Ok(State::read_setup(&fields)?)
}

/// The observation of a view, for programs.
fn observe(view: &View<State>) -> (Vec<Token>, Value) {
    let seen = encoding::observe(view);
    let value = json!({
        "tokens": seen.tokens,
        "public_tokens": seen.public_tokens,
        "private_tokens": seen.private_tokens,
        "legal_mask": seen.legal_mask.map(|mask| tokens::mask_json(&mask)),
    });
    (seen.tokens, value)
}
