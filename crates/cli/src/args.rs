//! The command line as a tree of types; help, completions and man pages are made from it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use gaslamp_core::svg::Theme;

use crate::{botc, lorcana, mafia};

/// One engine and toolbox for table games in which nobody sees the whole table.
///
/// Unofficial fan software, not affiliated with the makers of any game.
#[derive(Parser, Debug)]
#[command(name = "gaslamp", version, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// Print JSON for programs.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  gaslamp demo                                       a whole game, and what one seat saw of it
  gaslamp mafia play --record my.txt                 sit down at seat 0 among heuristic players
  gaslamp mafia replay my.txt --seat 3 --as ascii    the same game through the eyes of seat 3
  gaslamp mafia sim --games 200000 --seed 1 --json   random games as fast as they go
  gaslamp botc play --players 9 --record my.txt      Trouble Brewing at seat 0 among eight others
  gaslamp lorcana deck my.txt                        whether a deck is legal, and what is in it

Any input may be a file, the text itself, or - for standard input.
Exit codes: 0 yes or done, 1 no (illegal, refused), 2 unreadable or unsupported input, or usage.";

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Show a whole game: the table, its trace, and what one seat saw of it.
    Demo {
        /// Which game to show.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Blood on the Clocktower.
    Botc {
        #[command(subcommand)]
        verb: botc::Verb,
    },
    /// Ten-seat tournament Mafia.
    Mafia {
        #[command(subcommand)]
        verb: mafia::Verb,
    },
    /// Disney Lorcana.
    Lorcana {
        #[command(subcommand)]
        verb: lorcana::Verb,
    },
    /// Print completions for a shell.
    ///
    /// Example: gaslamp completions bash > ~/.local/share/bash-completion/completions/gaslamp
    Completions {
        /// Which shell.
        shell: Shell,
    },
    /// Write man pages into a directory, or print the first one.
    Man {
        /// Where to write them.
        dir: Option<PathBuf>,
    },
}

/// Something to read, and how far.
#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    /// A record: a file, the text itself, or - for standard input.
    pub(crate) record: String,
    /// Only what this seat may know.
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<usize>,
    /// Stop after this many actions, the deal included.
    #[arg(long, value_name = "STEP")]
    pub(crate) at: Option<usize>,
}

/// The colours of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colours {
    /// As the viewer prefers.
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
    /// The one-liner that replays.
    Line,
    /// Sentences, with consequences and notes.
    Rich,
    /// A Mermaid sequence diagram.
    Mermaid,
    /// A PlantUML sequence diagram.
    Plantuml,
    /// A ladder of plain characters.
    Ascii,
    /// The tokens that a seat reads.
    Tokens,
    /// The state at the end, in the game's own notation.
    Table,
    /// Everything, for programs.
    Json,
}

/// The directory tree in which the path is the log. `S` is how a game begins.
#[derive(Subcommand, Debug)]
pub(crate) enum TreeVerb<S: Args> {
    /// Begin a tree; prints where it is.
    New(NewTree<S>),
    /// Show a node: its state, who is to act, what is legal.
    Show {
        /// A directory of the tree.
        node: PathBuf,
    },
    /// List what can be done at a node, with ids; explored ones are marked.
    Ls {
        /// A directory of the tree.
        node: PathBuf,
    },
    /// Take one or more actions from a node; prints the node they lead to.
    Step {
        /// A directory of the tree.
        node: PathBuf,
        /// Ids as `ls` shows them, or actions in the notation.
        #[arg(required = true)]
        actions: Vec<String>,
    },
    /// Say in words what differs between two nodes of a tree.
    Diff {
        /// A directory of the tree.
        a: PathBuf,
        /// Another one.
        b: PathBuf,
    },
    /// Count how the finished games below a node ended.
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
    /// Where trees are kept.
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub(crate) out: PathBuf,
}

/// Who plays, and what is kept. `S` is how a game begins.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs<S: Args> {
    /// Who sits at seats 0, 1, …; the last one named takes the seats that are left.
    #[arg(long, value_delimiter = ',', value_name = "AGENT,…", default_value = "human,heuristic")]
    pub(crate) seats: Vec<String>,
    /// Who watches over the rules.
    #[arg(long, value_enum, default_value = "native")]
    pub(crate) referee: Referee,
    /// Save the record here after every action.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Replace a record that is there already.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) start: S,
}

/// Who watches over the rules.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Referee {
    /// The engine itself.
    Native,
    /// The rules in ASP, judged by clingo.
    Clingo,
    /// Both; any difference stops the game and is written down.
    Both,
}
