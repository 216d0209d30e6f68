//! The commands for Lorcana.

mod cards;
mod deck;
mod draw;
mod duel;
mod explore;
mod partial;
mod sim;
mod table;
mod track;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use gaslamp_api::lorcana::observe;
use gaslamp_core::Run;
use gaslamp_lorcana::deck::SAMPLES;
use gaslamp_lorcana::{Seed, Setup, State, encoding};

use crate::args::{Form, RecordArgs, TreeStart, TreeVerb};
use crate::failure::Failure;
use crate::output::Output;
use crate::sample::Samples;
use crate::tokens::{self, DecodeArgs, MaskArgs};
use crate::{replay, tree};
use explore::Out;

/// The decks that ship with the binary.
const DECKS: Samples = Samples { kind: "deck", all: SAMPLES };

/// The commands for Lorcana.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Start a matchup of two decks; prints its directory, which is named after a hash of both.
    ///
    /// Example: gaslamp lorcana match sample:bs01 sample:rp01
    Match {
        /// Player 1's deck list.
        deck1: OsString,
        /// Player 2's deck list.
        deck2: OsString,
        #[command(flatten)]
        out: Out,
    },
    /// Deal the hands of a seed; prints the directory of the game, which has a subdirectory for every legal action.
    ///
    /// A seed is xxxxxxx.xxxxxxx.xx: the lines (0 to 9, a to z) of both deck lists that the hands come from, and two
    /// characters for the shuffle; or any text without dots, which shuffles everything.
    ///
    /// Example: gaslamp lorcana shuffle b013 0123456.0123456.ab
    Shuffle {
        /// The hash of the matchup.
        hash: String,
        /// The seed.
        seed: String,
        #[command(flatten)]
        out: Out,
    },
    /// Show a matchup, or a game and its legal actions.
    ///
    /// Example: gaslamp lorcana show b013 0123456.0123456.ab
    Show {
        /// The hash of the matchup.
        hash: String,
        /// The seed, followed by actions, if any: SEED/i49/e35.
        node: Option<String>,
        #[command(flatten)]
        out: Out,
    },
    /// Take one or more actions below a seed; prints the directory they lead to.
    ///
    /// Example: gaslamp lorcana play b013 0123456.0123456.ab i49 e35
    Play {
        /// The hash of the matchup.
        hash: String,
        /// The seed, followed by actions, if any.
        seed: String,
        /// Ids or words as listed by `show`, or actions in the notation.
        #[arg(required = true)]
        actions: Vec<String>,
        #[command(flatten)]
        out: Out,
    },
    /// Turn any directory with a game.dot and its two .dek files into a tree, for `tree step` and the other commands.
    ///
    /// Example: gaslamp lorcana adopt my-position
    Adopt {
        /// The directory.
        dir: PathBuf,
    },
    /// Describe the differences between two nodes.
    ///
    /// Example: gaslamp lorcana diff b013/0123456.0123456.ab b013/0123456.0123456.ab/i49
    Diff {
        /// A node's directory, its game.dot, or its path in the trees.
        a: PathBuf,
        /// Another node.
        b: PathBuf,
        #[command(flatten)]
        out: Out,
    },
    /// Follow one card over all explored paths.
    ///
    /// Example: gaslamp lorcana track p1.tipo_growing_son.a b013/0123456.0123456.ab
    Track {
        /// A card by name or key, one copy (tipo_growing_son.a), or one player's (p1.tipo_growing_son.a).
        card: String,
        /// A node's directory, or its path in the trees.
        node: PathBuf,
        #[command(flatten)]
        out: Out,
    },
    /// Draw a board, the graph of a state (--graph) or the explored tree (--tree) as SVG.
    ///
    /// Example: gaslamp lorcana draw b013/0123456.0123456.ab --output board.svg
    ///
    /// Example: gaslamp lorcana draw game.txt --at 40 --output duel.svg
    Draw(draw::DrawArgs),
    /// Explore lines of play as a directory tree, like the other games.
    ///
    /// Example: gaslamp lorcana tree new sample:bs01 sample:rp01 --deal abc
    #[command(subcommand)]
    Tree(TreeVerb<StartArgs>),
    /// Check a deck list, and show what is in it.
    ///
    /// A list has a line for each card, such as `4 Tipo - Growing Son`; # and // begin a comment.
    ///
    /// Example: gaslamp lorcana deck sample:bs01
    ///
    /// Example: gaslamp lorcana deck --sample bs01 > my.txt
    Deck(deck::DeckListArgs),
    /// Show the facts of cards, list a set, count what is known, or compile a later set.
    ///
    /// Without a name or a set, all cards are listed; with --json as one card database.
    ///
    /// Example: gaslamp lorcana cards "Tipo - Growing Son"
    ///
    /// Example: gaslamp lorcana cards --set 1 --coverage
    Cards(cards::CardsArgs),
    /// Play a game of two decks. Agents: human, random, greedy, scripted:FILE or exec:COMMAND.
    ///
    /// Example: gaslamp lorcana duel sample:bs01 sample:rp01
    ///
    /// Example: gaslamp lorcana duel sample:bs01 sample:rp01 --seats greedy --record game.txt --seed 7
    Duel(duel::DuelArgs),
    /// Play many games of two decks and count who wins.
    ///
    /// Example: gaslamp lorcana sim sample:bs01 sample:rp01 --games 100 --agents greedy --seed 1
    ///
    /// Example: gaslamp lorcana sim sample:bs01 sample:rp01 --games 100 --agents greedy,random --json
    ///
    /// Example: gaslamp lorcana sim sample:bs01 sample:rp01 --games 20 --dataset games
    Sim(sim::SimArgs),
    /// Show a record, or what one seat may know of it: p1 or p2.
    ///
    /// Example: gaslamp lorcana replay game.txt --seat 1 --as ascii
    Replay {
        #[command(flatten)]
        record: RecordArgs,
        /// How to show it.
        #[arg(long = "as", value_name = "FORM", default_value = "rich")]
        form: Form,
    },
    /// Turn the actions of a record into token ids, one line each.
    ///
    /// Example: gaslamp lorcana encode game.txt
    Encode {
        /// A record: a file, the text itself, or - for standard input.
        record: OsString,
    },
    /// Turn token ids or names into phases and events, one line each.
    ///
    /// Example: gaslamp lorcana decode "<QUEST> <ME> ariel_on_human_legs <COPY_A>"
    Decode(DecodeArgs),
    /// Show which tokens whoever is to act may write next.
    ///
    /// Example: gaslamp lorcana mask game.txt --at 12
    Mask(MaskArgs),
    /// List all tokens.
    ///
    /// Example: gaslamp lorcana tokens
    Tokens,
}

/// How a tree begins.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// Player 1's deck list.
    deck1: OsString,
    /// Player 2's deck list.
    deck2: OsString,
    /// Deal the hands of this seed; without it, chance decides who begins and shuffles, and hands may be altered.
    #[arg(long, value_name = "SEED")]
    deal: Option<String>,
}

impl TreeStart for StartArgs {
    const GAME: &'static str = "lorcana";
    const NEW: &'static str = "sample:bs01 sample:rp01 --deal abc";
    const NODE: &'static str = "output/lorcana/b013-abc";
    const ACTIONS: &'static str = "i45 e35";
    const NEXT: &'static str = "i45";
}

pub(crate) fn run(verb: &Verb, out: &mut Output) -> Result<(), Failure> {
    match verb {
        Verb::Match { deck1, deck2, out: dir } => explore::begin_match([deck1, deck2], dir, out),
        Verb::Shuffle { hash, seed, out: dir } => explore::shuffle(hash, seed, dir, out),
        Verb::Show { hash, node, out: dir } => explore::show(hash, node.as_deref(), dir, out),
        Verb::Play { hash, seed, actions, out: dir } => explore::play(hash, seed, actions, dir, out),
        Verb::Adopt { dir } => explore::adopt(dir, out),
        Verb::Diff { a, b, out: dir } => explore::diff(a, b, dir, out),
        Verb::Track { card, node, out: dir } => track::run(card, node, dir, out),
        Verb::Draw(args) => draw::run(args, out),
        Verb::Tree(verb) => tree::run::<State, StartArgs>(verb, begin_tree, explore::layout, out),
        Verb::Deck(args) => deck::run(args, out),
        Verb::Cards(args) => cards::run(args, out),
        Verb::Duel(args) => duel::run(args, out),
        Verb::Sim(args) => sim::run(args, out),
        Verb::Replay { record, form } => replay::run::<State>(record, *form, observe, out),
        Verb::Encode { record } => tokens::encode::<State>(record, out),
        Verb::Decode(args) => tokens::decode::<State>(args, &["p1", "p2"].map(str::to_owned), out),
        Verb::Mask(args) => tokens::mask::<State>(args, out),
        Verb::Tokens => tokens::list::<State>(encoding::VERSION, out),
    }
}

/// Both values, or everything that is wrong with either.
fn both<T>(first: Result<T, Failure>, second: Result<T, Failure>) -> Result<[T; 2], Failure> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok([first, second]),
        (Err(first), Err(second)) => Err(first.with(second)),
        (Err(failure), _) | (_, Err(failure)) => Err(failure),
    }
}

/// The run that a tree begins with, and the name of its directory.
fn begin_tree(start: &StartArgs) -> Result<(Run<State>, String), Failure> {
    let (inputs, decks) = explore::read_decks([&start.deck1, &start.deck2])?;
    let hash = explore::hash_of(&inputs);
    let Some(seed) = &start.deal else {
        return Ok((Run::new(Setup::Fresh { decks })?, format!("{hash}-fresh")));
    };
    let of_seed = |problems| Failure::of_input("the seed", seed, problems);
    let read = Seed::read(seed).map_err(of_seed)?;
    let name = format!("{hash}-{seed}");
    Ok((Run::new(Setup::Dealt { decks, seed: read }).map_err(of_seed)?, name))
}
