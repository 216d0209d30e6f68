//! Pictures: a board, the graph of a state, or the explored tree.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use gaslamp_api::record;
use gaslamp_core::record::has_first_line;
use gaslamp_core::svg::Theme;
use gaslamp_core::trace::{line, rich};
use gaslamp_core::{Diagnostic, Game as _, Notation as _, Run};
use gaslamp_lorcana::State;
use gaslamp_lorcana::notation::dot::Graph;
use gaslamp_lorcana::notation::dot::state as dot;
use gaslamp_lorcana::picture::tree::Explored;
use gaslamp_lorcana::picture::{graph, tree};
use gaslamp_tree::{FileStore, NodePath, Tree};

use super::explore::{self, GAME, Out};
use crate::args::Colours;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, OutputArgs};

/// What to draw, and how.
#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    /// A node's directory, its game.dot, or its path in the trees; or a record: a file, the text itself, or - for standard
    /// input.
    node: PathBuf,
    /// Draw the record after this many actions.
    #[arg(long, value_name = "STEP", conflicts_with = "tree")]
    at: Option<usize>,
    /// Draw the graph of the state.
    #[arg(long, conflicts_with_all = ["tree", "seat"])]
    graph: bool,
    /// Draw the explored tree at and below the node, with visits and outcomes.
    #[arg(long, conflicts_with = "seat")]
    tree: bool,
    /// Draw the board as this player sees it: p1 or 1, p2 or 2.
    #[arg(long, value_name = "NAME|N")]
    seat: Option<String>,
    /// Light, dark, or as the viewer prefers.
    #[arg(long, value_enum, default_value = "auto")]
    theme: Colours,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(args: &DrawArgs, out: &mut Output) -> Result<(), Failure> {
    let file = args.output.destination()?;
    let picture = picture(args)?;
    match file {
        None if out.json => Ok(out.value(&gaslamp_api::lorcana::games::picture(&picture))?),
        None => Ok(out.line(&picture)?),
        Some(file) => file.save(&picture, out),
    }
}

fn picture(args: &DrawArgs) -> Result<String, Failure> {
    let theme = args.theme.into();
    if args.tree {
        return draw_tree(&args.node, &args.out, theme);
    }
    let run = load(args)?;
    if args.graph {
        let graph = Graph::read(&dot::write(run.state()))?;
        return Ok(graph::draw(&graph, theme));
    }
    Ok(gaslamp_api::lorcana::board(&run, args.seat.as_deref(), theme)?)
}

/// The position: of a record, or else of a node.
fn load(args: &DrawArgs) -> Result<Run<State>, Failure> {
    let node = &args.node;
    let is_text = node.to_str().is_some_and(has_first_line);
    let is_file = node.is_file() && node.file_name().is_some_and(|name| name != GAME);
    if is_text || is_file || node.as_os_str() == "-" {
        return Ok(record::read(&input::read(node)?, args.at)?);
    }
    if args.at.is_some() {
        let message = format!("--at counts the actions of a record, but `{}` is not one", node.display());
        return Err(Diagnostic::new("lorcana/draw/at", message).fix("name a node deeper in the tree").into());
    }
    explore::load(node, &args.out)
}

fn draw_tree(node: &Path, out: &Out, theme: Theme) -> Result<String, Failure> {
    let (tree, path) = crate::tree::open(&out.find(node), explore::layout())?;
    let path = tree.node(&path)?.path().clone();
    Ok(tree::draw(&explored(&tree, path)?, theme))
}

/// The explored tree at and below a node. A game is hundreds of actions deep, so nodes are listed from the top and
/// assembled from the bottom.
fn explored(tree: &Tree<State, FileStore>, root: NodePath) -> Result<Explored, Failure> {
    let mut nodes: Vec<(usize, Explored)> = Vec::new();
    let mut left: Vec<(usize, NodePath)> = vec![(0, root)];
    while let Some((parent, path)) = left.pop() {
        let at = nodes.len();
        let Some(node) = tree.populated_node(&path)? else { continue };
        let children = tree.children_of(&node)?;
        let outcome = node.run().state().outcome().map(|outcome| (outcome.result.to_owned(), 1));
        let (been, not_been): (Vec<_>, Vec<_>) = children.into_iter().partition(|child| child.populated);
        nodes.push((
            parent,
            Explored {
                id: path.last().map_or_else(|| ".".to_owned(), |id| id.to_string()),
                label: node.event().map_or_else(|| "the beginning".to_owned(), in_words),
                visits: 1,
                outcomes: outcome.into_iter().collect(),
                unexplored: not_been.len(),
                children: Vec::new(),
            },
        ));
        left.extend(been.iter().rev().map(|child| (at, path.child(&child.id))));
    }
    while let Some((parent, mut node)) = nodes.pop() {
        node.children.reverse();
        let Some((_, above)) = nodes.get_mut(parent) else { return Ok(node) };
        above.visits += node.visits;
        above.outcomes = sum(&above.outcomes, &node.outcomes);
        above.children.push(node);
    }
    Err(Failure::no("lorcana/draw/nothing", "nothing has been explored here"))
}

/// An action as a sentence with the names of cards.
fn in_words(event: &str) -> String {
    line::read_event(event).map_or_else(|_| event.to_owned(), |event| rich::sentence(&event, State::DIALECT))
}

fn sum(some: &[(String, u64)], more: &[(String, u64)]) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (result, count) in some.iter().chain(more) {
        *counts.entry(result.clone()).or_default() += count;
    }
    counts.into_iter().collect()
}
