//! The files of the graph format: matchups, seeds, and the tree of actions below a seed.
//!
//! `OUT/<hash>/` holds the two deck lists of a matchup and the board before anything is dealt, `OUT/<hash>/<seed>/` a
//! tree whose nodes have `game.dot`, `deck1.dek` and `deck2.dek`. A node is defined by its files.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use gaslamp_api::lorcana::deck::no_cards;
use gaslamp_api::lorcana::games::matchup as matchup_json;
use gaslamp_api::{Input, Problems};
use gaslamp_core::number_format::plural;
use gaslamp_core::trace::line;
use gaslamp_core::{Actions, Diagnostic, Game as _, Notation as _, Run};
use gaslamp_lorcana::deck::{self, Deck};
use gaslamp_lorcana::notation::dot::state as dot;
use gaslamp_lorcana::notation::dot::write_template;
use gaslamp_lorcana::rules::piece::{SEATS, player_name};
use gaslamp_lorcana::seed::matchup;
use gaslamp_lorcana::{Seed, Setup, State};
use gaslamp_tree::{Child, FileStore, Layout, NodeFile, NodePath, Store as _, Tree};

use super::{DECKS, both, partial};
use crate::failure::{Failure, warn_about};
use crate::input;
use crate::output::Output;
use crate::tree::{list, place, print_node, step_all};

/// The file that marks a node.
pub(super) const GAME: &str = "game.dot";
/// The decks of a node.
const DEKS: [&str; 2] = ["deck1.dek", "deck2.dek"];
/// The deck lists of a matchup.
const LISTS: [&str; 2] = ["deck1.txt", "deck2.txt"];

/// The directory that holds the trees.
#[derive(Args, Debug)]
pub(crate) struct Out {
    /// The directory that holds the trees.
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub(super) out: PathBuf,
}

impl Out {
    /// A node by its directory, or else by its path below OUT.
    pub(super) fn find(&self, given: &Path) -> PathBuf {
        if given.exists() { given.to_owned() } else { self.out.join(given) }
    }
}

/// The files of a node.
pub(super) fn layout() -> Layout<State> {
    Layout {
        marker: NodeFile { name: GAME, write: |run| dot::write(run.state()) },
        others: vec![
            NodeFile { name: DEKS[0], write: |run| dot::write_dek(run.state(), SEATS[0]) },
            NodeFile { name: DEKS[1], write: |run| dot::write_dek(run.state(), SEATS[1]) },
        ],
        read: Some(read_node),
    }
}

fn read_node(texts: &[String]) -> Result<Run<State>, Vec<(usize, Diagnostic)>> {
    let [game, deck1, deck2] = texts else { return Err(Vec::new()) };
    let state = dot::read(game, [deck1, deck2])
        .map_err(|problems| problems.into_iter().map(|problem| (problem.file as usize, problem.diagnostic)))
        .map_err(Iterator::collect::<Vec<_>>)?;
    let setup = Setup::Position(Box::new(state.position().clone()));
    Run::new(setup).map_err(|problems| problems.into_iter().map(|problem| (0, problem)).collect())
}

/// Begins a matchup: its directory with the deck lists and the board before anything is dealt.
pub(super) fn begin_match(files: [&OsStr; 2], out_dir: &Out, out: &mut Output) -> Result<(), Failure> {
    let (inputs, _) = read_decks(files)?;
    let dir = out_dir.out.join(hash_of(&inputs));
    for (name, input) in LISTS.iter().zip(&inputs) {
        let file = dir.join(name);
        if fs::read(&file).is_ok_and(|found| found != input.text.as_bytes()) {
            let message = format!("{} belongs to another matchup with the same hash", file.display());
            return Err(Diagnostic::illegal("lorcana/match/other", message)
                .fix("give this one a directory of its own with --out")
                .into());
        }
    }
    gaslamp_files::create_dir_all(&dir).map_err(|error| unwritable(&dir, &error))?;
    gaslamp_files::tidy(&dir);
    let template = write_template();
    let contents = [(LISTS[0], &inputs[0].text), (LISTS[1], &inputs[1].text), (GAME, &template)];
    for (name, text) in contents {
        let file = dir.join(name);
        gaslamp_files::replace(&file, text.as_bytes()).map_err(|error| unwritable(&file, &error))?;
    }
    say_place(&dir, out)
}

fn say_place(dir: &Path, out: &mut Output) -> Result<(), Failure> {
    let place = dir.display().to_string();
    Ok(if out.json { out.value(&gaslamp_api::tree::place(&place)) } else { out.line(&place) }?)
}

fn unwritable(place: &Path, error: &std::io::Error) -> Failure {
    Failure::usage("lorcana/match/write", format!("`{}` cannot be written: {error}", place.display()))
}

fn read_lists(inputs: &[Input; 2]) -> Result<[Deck; 2], Failure> {
    let read = |input: &Input| {
        let deck = deck::read(&input.text).readable();
        deck.map_err(|problems| Failure::from(input.problems(problems)))
    };
    both(read(&inputs[0]), read(&inputs[1]))
}

/// Reads two deck lists, with a warning about cards with unknown abilities: the commands that follow have none.
pub(super) fn read_decks(files: [&OsStr; 2]) -> Result<([Input; 2], [Deck; 2]), Failure> {
    let inputs = [DECKS.read(files[0])?, DECKS.read(files[1])?];
    let decks = read_lists(&inputs)?;
    for (input, deck) in inputs.iter().zip(&decks) {
        warn_if_illegal(&input.name, deck)?;
    }
    partial::warn(&decks);
    Ok((inputs, decks))
}

/// Any deck except an empty one may be explored; illegal ones cause warnings.
fn warn_if_illegal(name: &str, deck: &Deck) -> Result<(), Failure> {
    if deck.lines.is_empty() {
        return Err(no_cards(name).into());
    }
    for problem in deck.clone().check().err().unwrap_or_default() {
        warn_about(&format!("{name} is not legal: {}", problem.message));
    }
    Ok(())
}

/// The hash of a matchup of these deck lists.
pub(super) fn hash_of(lists: &[Input; 2]) -> String {
    matchup(lists[0].text.as_bytes(), lists[1].text.as_bytes())
}

/// The deck lists of a matchup.
fn matchup_decks(hash: &str, out: &Out) -> Result<(PathBuf, [Deck; 2]), Failure> {
    let dir = out.out.join(hash);
    let is_name = !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_name || !dir.join(LISTS[0]).is_file() || !dir.join(LISTS[1]).is_file() {
        let message = format!("there is no matchup `{hash}` in {}", out.out.display());
        return Err(Diagnostic::new("lorcana/match/none", message)
            .fix("gaslamp lorcana match DECK1 DECK2 prints the hash of a matchup")
            .into());
    }
    let inputs = [input::read(dir.join(LISTS[0]))?, input::read(dir.join(LISTS[1]))?];
    if hash_of(&inputs) != hash {
        let message = format!("the deck lists in {} are no longer those of matchup {hash}", dir.display());
        return Err(Failure::no("lorcana/match/changed", message));
    }
    Ok((dir, read_lists(&inputs)?))
}

/// Deals the hands of a seed: the root of a tree.
pub(super) fn shuffle(hash: &str, seed: &str, out_dir: &Out, out: &mut Output) -> Result<(), Failure> {
    let (dir, decks) = matchup_decks(hash, out_dir)?;
    let of_seed = |problems| Failure::of_input("the seed", seed, problems);
    let read = Seed::read(seed).map_err(of_seed)?;
    let run = Run::new(Setup::Dealt { decks, seed: read }).map_err(of_seed)?;
    let tree = Tree::create_with(FileStore::new(dir.join(seed)), &run, layout())?;
    print_node(&tree, &NodePath::root(), out)
}

/// The tree of a seed and a place in it, written as `SEED` or `SEED/ACTION/…`.
fn open_seed(hash: &str, place: &str, out: &Out) -> Result<(Tree<State, FileStore>, NodePath), Failure> {
    let (dir, _) = matchup_decks(hash, out)?;
    let (seed, path) = place.split_once('/').unwrap_or((place, "."));
    Seed::read(seed).map_err(|problems| Failure::of_input("the seed", seed, problems))?;
    let path = path.trim_end_matches('/');
    let path: NodePath = if path.is_empty() { NodePath::root() } else { path.parse().map_err(bad_path)? };
    let store = FileStore::new(dir.join(seed));
    let tree = Tree::open_with(store, layout()).map_err(|error| match error {
        gaslamp_tree::TreeError::NoTree { .. } => {
            let message = format!("the seed `{seed}` of matchup {hash} has not been dealt yet");
            let problem = Diagnostic::new("lorcana/seed/not-dealt", message);
            Failure::from(problem.fix(format!("gaslamp lorcana shuffle {hash} {seed}")))
        }
        error => error.into(),
    })?;
    Ok((tree, path))
}

fn bad_path(error: gaslamp_tree::PathError) -> Failure {
    gaslamp_tree::TreeError::from(error).into()
}

/// Takes actions below a seed.
pub(super) fn play(
    hash: &str,
    seed: &str,
    actions: &[String],
    out_dir: &Out,
    out: &mut Output,
) -> Result<(), Failure> {
    let (tree, path) = open_seed(hash, seed, out_dir)?;
    let actions = in_notation(&tree, &path, actions)?;
    let end = step_all(&tree, &path, &actions)?;
    print_node(&tree, end.path(), out)
}

/// Actions one after the other, those in the words of people at the table in the notation.
fn in_notation(
    tree: &Tree<State, FileStore>,
    path: &NodePath,
    actions: &[String],
) -> Result<Vec<String>, Failure> {
    let mut node = tree.node(path)?;
    let mut written = Vec::with_capacity(actions.len());
    for text in actions {
        let run = node.run();
        let mut legal = Actions::<State>::new();
        run.state().legal(&mut legal);
        let said = run.state().to_act().and_then(|actor| State::read_said(actor, text, &legal));
        let action = match said.transpose()? {
            Some(action) => run.write_action(action).to_string(),
            None => text.clone(),
        };
        node = tree.peek(&node, &action)?;
        written.push(action);
    }
    Ok(written)
}

/// Shows a matchup, or a node below a seed.
pub(super) fn show(hash: &str, node: Option<&str>, out_dir: &Out, out: &mut Output) -> Result<(), Failure> {
    let Some(node) = node else { return show_matchup(hash, out_dir, out) };
    let (tree, path) = open_seed(hash, node, out_dir)?;
    let run = tree.run_at(&path)?;
    let children = tree.children(&path)?;
    if out.json {
        return Ok(out.value(&gaslamp_api::tree::node(&place(&tree, &path), &run, &children, None))?);
    }
    let names = State::names(&run.record().setup);
    out.line(&run.state().write_table(&names))?;
    if let Some(outcome) = run.state().outcome() {
        let result = outcome.result;
        return Ok(out.line(&format!("The game is over: {result} wins"))?);
    }
    out.line("")?;
    list(&in_words(children, &run), &[], out)
}

/// The same actions in the words of people at the table.
fn in_words(children: Vec<Child>, run: &Run<State>) -> Vec<Child> {
    let names = State::names(&run.record().setup);
    let mut legal = Actions::<State>::new();
    run.state().legal(&mut legal);
    let said = |child: Child| {
        let action =
            line::read_event(&child.event).ok().and_then(|event| run.clone().read_action(&event).ok());
        let actor = run.state().to_act().zip(action);
        let event = actor.and_then(|(actor, action)| State::say_action(&names, actor, action, &legal));
        Child { event: event.unwrap_or_else(|| child.event.clone()), ..child }
    };
    children.into_iter().map(said).collect()
}

fn show_matchup(hash: &str, out_dir: &Out, out: &mut Output) -> Result<(), Failure> {
    let (dir, decks) = matchup_decks(hash, out_dir)?;
    let mut seeds: Vec<String> = fs::read_dir(&dir)
        .map_err(|error| unwritable(&dir, &error))?
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().join(GAME).is_file()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    seeds.sort();
    if out.json {
        return Ok(out.value(&matchup_json(hash, &decks, &seeds))?);
    }
    for (seat, deck) in SEATS.iter().zip(&decks) {
        out.line(&format!("{}: {}", player_name(*seat), plural(deck.size(), "card")))?;
        for (index, line) in deck.lines.iter().enumerate() {
            let key = char::from_digit(index as u32, 36).unwrap_or(' ');
            out.line(&format!("  {key}  {line}"))?;
        }
    }
    match seeds.as_slice() {
        [] => out.line(&format!("no seed yet: gaslamp lorcana shuffle {hash} 0123456.0123456.ab"))?,
        seeds => out.line(&format!("seeds: {}", seeds.join(", ")))?,
    }
    Ok(())
}

/// Loads a state from its files: a node's directory, its `game.dot`, or a path below OUT.
pub(super) fn load(given: &Path, out: &Out) -> Result<Run<State>, Failure> {
    let below = out.out.join(given);
    let found = if given.exists() || !below.exists() { given.to_path_buf() } else { below };
    let dir = match found.file_name() {
        Some(name) if found.is_file() && name == GAME => {
            found.parent().unwrap_or(Path::new(".")).to_path_buf()
        }
        _ => found,
    };
    if dir.join(GAME).is_file() && DEKS.iter().all(|dek| dir.join(dek).is_file()) {
        return read_files(&dir);
    }
    let (tree, path) = crate::tree::open(&dir, layout())?;
    Ok(tree.run_at(&path)?)
}

fn read_files(dir: &Path) -> Result<Run<State>, Failure> {
    let file = |name: &str| input::read(dir.join(name));
    let inputs = [file(GAME)?, file(DEKS[0])?, file(DEKS[1])?];
    let texts = inputs.each_ref().map(|input| input.text.clone());
    read_node(&texts).map_err(|problems| {
        let of = |at: usize| problems.iter().filter(move |(file, _)| *file == at);
        let failures = inputs
            .iter()
            .enumerate()
            .map(|(at, input)| input.problems(of(at).map(|(_, problem)| problem.clone()).collect()));
        failures.reduce(Problems::with).unwrap_or_default().into()
    })
}

/// Makes a tree of a directory with a `game.dot` and its two `.dek` files.
pub(super) fn adopt(dir: &Path, out: &mut Output) -> Result<(), Failure> {
    let run = read_files(dir)?;
    let tree = Tree::create_with(FileStore::new(dir), &run, layout())?;
    let root = NodePath::root();
    for child in tree.children(&root)? {
        tree.store().make_dir(&root.child(&child.id)).map_err(gaslamp_tree::TreeError::from)?;
    }
    print_node(&tree, &root, out)
}

/// Describes the differences between two nodes.
pub(super) fn diff(a: &Path, b: &Path, out_dir: &Out, out: &mut Output) -> Result<(), Failure> {
    let (before, after) = (load(a, out_dir)?, load(b, out_dir)?);
    crate::tree::tell_changes::<State>(&gaslamp_tree::diff(&before, &after), out)
}
