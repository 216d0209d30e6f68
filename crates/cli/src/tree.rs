//! The tree commands, for any game.

use std::path::{Path, PathBuf};

use clap::Args;
use gaslamp_api::tree::{self as answer, OpenChoice, open_choices};
use gaslamp_core::notation::actor_name;
use gaslamp_core::{Notation, Run};
use gaslamp_tree::{Change, Child, FileStore, Layout, Node, NodePath, Tree, TreeError};

use crate::args::{NewTree, TreeStart, TreeVerb};
use crate::failure::Failure;
use crate::output::Output;

/// How a game starts a tree: its run so far, and the name of the tree's directory.
pub(crate) type Begin<G, S> = fn(&S) -> Result<(Run<G>, String), Failure>;

pub(crate) fn run<G: Notation, S: TreeStart>(
    verb: &TreeVerb<S>,
    begin: Begin<G, S>,
    layout: fn() -> Layout<G>,
    out: &mut Output,
) -> Result<(), Failure> {
    match verb {
        TreeVerb::New(args) => new(args, begin, layout(), out),
        TreeVerb::Show { node } => show(node, layout(), out),
        TreeVerb::Ls { node } => ls(node, layout(), out),
        TreeVerb::Step { node, actions } => step(node, actions, layout(), out),
        TreeVerb::Diff { a, b } => diff(a, b, layout, out),
        TreeVerb::Outcomes { node } => outcomes(node, layout(), out),
    }
}

fn new<G: Notation, S: Args>(
    args: &NewTree<S>,
    begin: Begin<G, S>,
    layout: Layout<G>,
    out: &mut Output,
) -> Result<(), Failure> {
    let (run, name) = begin(&args.start)?;
    let root = args.out.join(G::NAME).join(name);
    let tree = Tree::create_with(FileStore::new(&root), &run, layout)?;
    print_node(&tree, &NodePath::root(), out)
}

/// The tree that a directory belongs to, and its node in that tree.
pub(crate) fn open<G: Notation>(
    node: &Path,
    layout: Layout<G>,
) -> Result<(Tree<G, FileStore>, NodePath), Failure> {
    let (store, path) = FileStore::locate(node)?;
    Ok((Tree::open_with(store, layout)?, path))
}

/// The path of a node, relative to the current directory.
pub(crate) fn place<G: Notation>(tree: &Tree<G, FileStore>, path: &NodePath) -> String {
    let place = tree.store().root().join(path.as_str());
    let here = std::env::current_dir().unwrap_or_default();
    let place = place.strip_prefix(here).unwrap_or(&place).components().collect::<PathBuf>();
    place.display().to_string()
}

pub(crate) fn print_node<G: Notation>(
    tree: &Tree<G, FileStore>,
    path: &NodePath,
    out: &mut Output,
) -> Result<(), Failure> {
    let place = place(tree, path);
    Ok(if out.json { out.value(&answer::place(&place)) } else { out.line(&place) }?)
}

fn show<G: Notation>(node: &Path, layout: Layout<G>, out: &mut Output) -> Result<(), Failure> {
    let (tree, path) = open(node, layout)?;
    let run = tree.run_at(&path)?;
    let children = tree.children(&path)?;
    let open = open_choices(&run);
    if out.json {
        return Ok(out.value(&answer::node(&place(&tree, &path), &run, &children, Some(&open)))?);
    }
    let names = G::names(&run.record().setup);
    let state = run.state().write_state(&names);
    let to_act = run.state().to_act().map(|actor| actor_name(&names, actor).to_owned());
    let outcome = run.state().outcome().map(|outcome| outcome.result);
    out.line(&state)?;
    match (to_act, outcome) {
        (Some(name), _) => out.line(&format!("{name} is to act in {}:", run.state().phase()))?,
        (None, Some(result)) => out.line(&format!("The game is over: {result}"))?,
        (None, None) => {}
    }
    list(&children, &open, out)
}

fn ls<G: Notation>(node: &Path, layout: Layout<G>, out: &mut Output) -> Result<(), Failure> {
    let (tree, path) = open(node, layout)?;
    let children = tree.children(&path)?;
    let open = open_choices(&tree.run_at(&path)?);
    if out.json {
        return Ok(out.value(&answer::list(&children, &open))?);
    }
    list(&children, &open, out)
}

pub(crate) fn list(children: &[Child], open: &[OpenChoice], out: &mut Output) -> Result<(), Failure> {
    for child in children {
        let mark = if child.populated { "*" } else { " " };
        out.line(&format!("{mark} {:<6} {}", child.id.as_str(), child.event))?;
    }
    for OpenChoice { kind, example } in open {
        out.line(&format!("  any    {kind}: write it out, such as {example}"))?;
    }
    Ok(())
}

fn step<G: Notation>(
    node: &Path,
    actions: &[String],
    layout: Layout<G>,
    out: &mut Output,
) -> Result<(), Failure> {
    let (tree, path) = open(node, layout)?;
    let end = step_all(&tree, &path, actions)?;
    print_node(&tree, end.path(), out)
}

/// Takes actions one after the other. All of them are tried before the first is written, so a refused one changes nothing.
pub(crate) fn step_all<G: Notation>(
    tree: &Tree<G, FileStore>,
    path: &NodePath,
    actions: &[String],
) -> Result<Node<G>, Failure> {
    let start = tree.node(path)?;
    actions.iter().try_fold(start.clone(), |node, action| tree.peek(&node, action))?;
    Ok(actions.iter().try_fold(start, |node, action| tree.step_from(&node, action))?)
}

fn diff<G: Notation>(a: &Path, b: &Path, layout: fn() -> Layout<G>, out: &mut Output) -> Result<(), Failure> {
    let (tree, before) = open(a, layout())?;
    let (other, after) = open(b, layout())?;
    tell_changes::<G>(&gaslamp_tree::diff(&tree.run_at(&before)?, &other.run_at(&after)?), out)
}

/// Prints the differences between two nodes.
pub(crate) fn tell_changes<G: Notation>(changes: &[Change], out: &mut Output) -> Result<(), Failure> {
    if out.json {
        return Ok(out.value(&answer::changes(changes))?);
    }
    if changes.is_empty() {
        out.line("no differences")?;
    }
    let spelt = |Change { name, before, after }: &Change| Change {
        name: G::DIALECT.spell(name),
        before: before.as_deref().map(|before| G::DIALECT.spell(before)),
        after: after.as_deref().map(|after| G::DIALECT.spell(after)),
    };
    Ok(changes.iter().try_for_each(|change| out.line(&spelt(change).to_string()))?)
}

fn outcomes<G: Notation>(node: &Path, layout: Layout<G>, out: &mut Output) -> Result<(), Failure> {
    let (tree, path) = open(node, layout)?;
    let outcomes = tree.outcomes(&path)?;
    if out.json {
        return Ok(out.value(&answer::outcomes(&outcomes))?);
    }
    let words = |counts: &gaslamp_tree::Counts| {
        let parts: Vec<String> = counts.iter().map(|(result, count)| format!("{result} {count}")).collect();
        if parts.is_empty() { "no finished games".to_owned() } else { parts.join(", ") }
    };
    out.line(&format!("below this node: {}", words(&outcomes.total)))?;
    for (child, counts) in &outcomes.children {
        out.line(&format!("  {:<6} {:<28} {}", child.id.as_str(), child.event, words(counts)))?;
    }
    Ok(())
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::Record { place, text, problems } => Self::of_input(&place, &text, problems),
            TreeError::Files(files) => {
                let failures =
                    files.iter().map(|file| Self::of_input(&file.place, &file.text, file.problems.clone()));
                failures.reduce(Self::with).unwrap_or_default()
            }
            error => error.diagnostics().into(),
        }
    }
}
