//! The command line as a tree of types; help, completions and man pages are generated from it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use gaslamp_api::form;
use gaslamp_core::svg::Theme;

use crate::colour::When;
use crate::{botc, limits, lorcana, mafia};

/// One engine and toolbox for table games in which nobody sees the whole table.
///
/// Unofficial fan software, not affiliated with the makers of any game.
#[derive(Parser, Debug)]
#[command(name = "gaslamp", version, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// Print JSON for programs.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Use colours: on a terminal unless NO_COLOR is set, always or never.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) color: When,

    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  gaslamp demo                                         whole games, and what one seat saw of each
  gaslamp mafia play --record mafia.txt                sit down as P0 among heuristic players
  gaslamp mafia replay mafia.txt --seat P3 --as ascii  the same game as P3 saw it
  gaslamp mafia sim --games 20000 --seed 1 --json      random games, as fast as possible
  gaslamp botc play --players 9 --record botc.txt      Trouble Brewing as P1 with eight others
  gaslamp lorcana deck sample:bs01                     check a deck and show what is in it

Any input may be a file, the text itself, or - for standard input.
Exit codes: 0 yes or done; 1 no (illegal, refused); 2 unreadable, unsupported or no answer within the limits; 130 interrupted.";

/// A game, or something for the shell.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Show whole games: the table, the trace, and what one seat saw.
    ///
    /// Example: gaslamp demo --seed 2
    Demo {
        /// Random seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Blood on the Clocktower.
    ///
    /// Example: gaslamp botc play --players 7
    Botc {
        #[command(subcommand)]
        verb: botc::Verb,
    },
    /// Ten-seat tournament Mafia.
    ///
    /// Example: gaslamp mafia play
    Mafia {
        #[command(subcommand)]
        verb: mafia::Verb,
    },
    /// Disney Lorcana.
    ///
    /// Example: gaslamp lorcana duel sample:bs01 sample:rp01
    Lorcana {
        #[command(subcommand)]
        verb: lorcana::Verb,
    },
    /// Print shell completions.
    ///
    /// Example: gaslamp completions bash > ~/.local/share/bash-completion/completions/gaslamp
    Completions {
        /// The shell to complete for.
        shell: Shell,
    },
    /// Write the man pages to a directory, or print the main one.
    ///
    /// Example: gaslamp man man-pages
    Man {
        /// The directory to write them to.
        dir: Option<PathBuf>,
    },
}

/// A record to read, and how much of it.
#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    /// A record: a file, the text itself, or - for standard input.
    pub(crate) record: OsString,
    /// Show only what this seat may know: a player's name, or the number of a seat, 3 for P3 or the third player.
    #[arg(long, value_name = "NAME|N")]
    pub(crate) seat: Option<String>,
    /// Stop after this many actions, counting the deal.
    #[arg(long, value_name = "STEP")]
    pub(crate) at: Option<usize>,
}

/// The colours of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colours {
    /// Whatever the viewer prefers.
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl From<Colours> for Theme {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Auto => Self::Auto,
            Colours::Light => Self::Light,
            Colours::Dark => Self::Dark,
        }
    }
}

/// How to show a record.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// One line, which can be replayed.
    Line,
    /// Sentences, with consequences and notes.
    Rich,
    /// A Mermaid sequence diagram.
    Mermaid,
    /// A PlantUML sequence diagram.
    Plantuml,
    /// A sequence diagram in plain text.
    Ascii,
    /// The tokens that a learner at a seat reads.
    Tokens,
    /// The final state, in the game's own notation.
    Table,
    /// Everything, as JSON for programs.
    Json,
}

impl Form {
    /// The same for a text; JSON is none.
    pub(crate) const fn as_text(self) -> Option<form::Form> {
        Some(match self {
            Self::Line => form::Form::Line,
            Self::Rich => form::Form::Rich,
            Self::Mermaid => form::Form::Mermaid,
            Self::Plantuml => form::Form::Plantuml,
            Self::Ascii => form::Form::Ascii,
            Self::Tokens => form::Form::Tokens,
            Self::Table => form::Form::Table,
            Self::Json => return None,
        })
    }
}

/// How a game's lines of play begin, and what the examples in the help of its trees are about.
pub(crate) trait TreeStart: Args {
    /// The name of the game.
    const GAME: &'static str;
    /// The options of an example of a tree.
    const NEW: &'static str;
    /// Where that tree is.
    const NODE: &'static str;
    /// Actions that can be taken there.
    const ACTIONS: &'static str;
    /// The name of the node to which the first of them leads.
    const NEXT: &'static str;
}

/// An example of a verb of the tree.
fn example<S: TreeStart>(verb: &str, arguments: &str) -> String {
    format!("Example: gaslamp {} tree {verb} {arguments}", S::GAME)
}

/// Verbs of the directory tree in which the path is the log. `S` says how a game begins.
#[derive(Subcommand, Debug)]
pub(crate) enum TreeVerb<S: TreeStart> {
    /// Start a tree and print where it is.
    #[command(after_help = example::<S>("new", S::NEW))]
    New(NewTree<S>),
    /// Show a node: its state, who is to act and what is legal.
    #[command(after_help = example::<S>("show", S::NODE))]
    Show {
        /// A directory of the tree.
        node: PathBuf,
    },
    /// List the actions at a node with their ids; explored ones are marked.
    #[command(after_help = example::<S>("ls", S::NODE))]
    Ls {
        /// A directory of the tree.
        node: PathBuf,
    },
    /// Take one or more actions from a node and print the node they lead to.
    #[command(after_help = example::<S>("step", &format!("{} {}", S::NODE, S::ACTIONS)))]
    Step {
        /// A directory of the tree.
        node: PathBuf,
        /// Ids as `ls` shows them, or actions in the notation of the game.
        #[arg(required = true)]
        actions: Vec<String>,
    },
    /// Describe the differences between two nodes of a tree.
    #[command(after_help = example::<S>("diff", &format!("{0} {0}/{1}", S::NODE, S::NEXT)))]
    Diff {
        /// A directory of the tree.
        a: PathBuf,
        /// Another directory of the same tree.
        b: PathBuf,
    },
    /// Count the results of the finished games below a node.
    #[command(after_help = example::<S>("outcomes", S::NODE))]
    Outcomes {
        /// A directory of the tree.
        node: PathBuf,
    },
}

/// How a tree begins.
#[derive(Args, Debug)]
pub(crate) struct NewTree<S: Args> {
    #[command(flatten)]
    pub(crate) start: S,
    /// The directory that holds the trees.
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub(crate) out: PathBuf,
}

/// Who plays, and what is saved. `S` says how a game begins.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs<S: Args> {
    /// Who plays, in the order of the seats; the last one named takes all remaining seats.
    #[arg(long, value_delimiter = ',', value_name = "AGENT,…", default_value = "human,heuristic")]
    pub(crate) seats: Vec<OsString>,
    /// Who enforces the rules.
    #[arg(long, value_enum, default_value = "native")]
    pub(crate) referee: Referee,
    /// Save the record here after every action; a pipe receives it at the end.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Overwrite an existing record.
    #[arg(long)]
    pub(crate) force: bool,
    /// How many seconds a program (exec:COMMAND) may take for one answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = limits::read_seconds)]
    pub(crate) limit: Duration,
    /// Go on with the game of this record, which was broken off; its file is continued unless --record names another.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<OsString>,
    #[command(flatten)]
    pub(crate) start: S,
}

/// Who enforces the rules.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Referee {
    /// The engine itself.
    Native,
    /// The rules in ASP, solved by clingo.
    Clingo,
    /// Both; any disagreement stops the game and is written to a file.
    Both,
}
