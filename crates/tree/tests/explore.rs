//! Trees of Mafia: what is explored is what the rules say, both on disk and in memory.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Memory, explore, fresh, game, path};
use gaslamp_core::{Game as _, Rng, Run, record};
use gaslamp_mafia::State;
use gaslamp_tree::{
    Child, Counts, FileStore, Layout, MemoryStore, NodeFile, NodePath, Store, Tree, TreeError, diff,
};

const DEAL: &str = "st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff";

/// A tree in which the cards are dealt.
fn dealt() -> (Memory, NodePath) {
    let tree = Tree::create(MemoryStore::new(), &fresh()).unwrap();
    let deal = tree.step(&NodePath::root(), DEAL).unwrap();
    (tree, deal)
}

/// Everything in a store, by path.
fn contents(store: &impl Store) -> Vec<(String, String)> {
    let mut left = vec![NodePath::root()];
    let mut found = Vec::new();
    while let Some(at) = left.pop() {
        for file in ["record.txt", "action.txt", "outcome.txt", "state.txt"] {
            let text = store.read(&at, file).unwrap();
            found.extend(text.map(|text| (format!("{at}/{file}"), text)));
        }
        found.push((at.to_string(), String::new()));
        left.extend(store.list_dirs(&at).unwrap().into_iter().map(|id| at.child(&id)));
    }
    found.sort();
    found
}

#[test]
fn both_stores_keep_the_same_tree() {
    let dir = tempfile::tempdir().unwrap();
    let on_disk = Tree::create(FileStore::new(dir.path().join("a/b")), &fresh()).unwrap();
    let in_memory = Tree::create(MemoryStore::new(), &fresh()).unwrap();
    for seed in 0..2 {
        let root = NodePath::root();
        let ended = explore(&in_memory, &root, &mut Rng::new(seed), usize::MAX);
        assert_eq!(explore(&on_disk, &root, &mut Rng::new(seed), usize::MAX), ended);
        assert!(ended.run().state().outcome().is_some());
        assert_eq!(ended.run(), &game(seed, usize::MAX));
    }
    assert_eq!(contents(on_disk.store()), contents(in_memory.store()));
    let root = NodePath::root();
    assert_eq!(on_disk.outcomes(&root).unwrap(), in_memory.outcomes(&root).unwrap());
    let again: Tree<State, _> = Tree::open(on_disk.store().clone()).unwrap();
    assert_eq!(again.children(&root).unwrap(), in_memory.children(&root).unwrap());
}

#[test]
fn a_path_replays_the_game_that_led_there() {
    let store = MemoryStore::new();
    let ended = explore(
        &Tree::create(store.clone(), &fresh()).unwrap(),
        &NodePath::root(),
        &mut Rng::new(7),
        usize::MAX,
    );
    let tree: Memory = Tree::open(store).unwrap();
    let mut at = ended.path().clone();
    for steps in (0..=ended.path().depth()).rev().step_by(9) {
        at.truncate(steps);
        let run = tree.run_at(&at).unwrap();
        assert_eq!(run, ended.run().at(steps).unwrap());
        let state = tree.store().read(&at, "state.txt").unwrap().unwrap();
        assert_eq!(state, format!("{}\n", gaslamp_core::Notation::write_state(run.state(), &names())));
        let line = record::write_line(&run);
        assert_eq!(record::read::<State>(&line).unwrap(), run);
    }
}

fn names() -> Vec<String> {
    (0..10).map(|seat| format!("P{seat}")).collect()
}

#[test]
fn a_path_can_be_replayed_before_anybody_has_been_there() {
    let (tree, deal) = dealt();
    let mut elsewhere = tree.node(&deal).unwrap();
    let store = MemoryStore::new();
    let other = Tree::create(store, &fresh()).unwrap();
    other.step(&NodePath::root(), DEAL).unwrap();
    let mut rng = Rng::new(3);
    elsewhere = explore(&tree, elsewhere.path(), &mut rng, 40);
    let far = elsewhere.path();
    assert_eq!(other.run_at(far).unwrap(), *elsewhere.run());
    assert!(!other.is_populated(far).unwrap());
    assert_eq!(other.outcomes(far).unwrap().children, []);
    // A step from there writes everything that is missing above.
    let id = other.children(far).unwrap()[0].id.clone();
    let next = other.step(far, id.as_str()).unwrap();
    let mut above = Some(next);
    while let Some(at) = above {
        assert!(other.is_populated(&at).unwrap(), "{at}");
        above = at.parent();
    }
}

#[test]
fn what_is_legal_is_shown_and_marked_when_explored() {
    let (tree, deal) = dealt();
    let children = tree.children(&deal).unwrap();
    let mut dirs = tree.store().list_dirs(&deal).unwrap();
    let mut ids: Vec<_> = children.iter().map(|child| child.id.clone()).collect();
    ids.sort();
    dirs.sort();
    assert_eq!(dirs, ids, "a directory is made ahead for each action");
    assert!(children.iter().all(|child| !child.populated && !child.open));

    let nominates = children.iter().find(|child| child.event == "P0!nominates->P5").unwrap();
    let by_id = tree.step(&deal, nominates.id.as_str()).unwrap();
    assert_eq!(tree.step(&deal, "p0!nominates->5").unwrap(), by_id, "as the game reads it");
    assert_eq!(tree.store().read(&by_id, "action.txt").unwrap().unwrap(), "P0!nominates->P5\n");
    let populated: Vec<Child> =
        tree.children(&deal).unwrap().into_iter().filter(|child| child.populated).collect();
    assert_eq!(populated, [Child { populated: true, ..nominates.clone() }]);
}

#[test]
fn choices_that_cannot_be_listed_are_children_once_explored() {
    let (tree, deal) = dealt();
    let root = NodePath::root();
    let other = tree.step(&root, "st!deals->P9:don,P1:mafia,P2:mafia,P3:sheriff").unwrap();
    assert_ne!(other, deal);
    let children = tree.children(&root).unwrap();
    assert_eq!(children.len(), 2);
    assert!(children.iter().all(|child| child.open && child.populated));
    assert!(children.iter().any(|child| child.event == DEAL));
    // Again, in other words, and by fewer or more digits.
    assert_eq!(tree.step(&root, "dealer!deals->p3:Sheriff,p2:mafia,p1:mafia,p0:DON").unwrap(), deal);
    let id = deal.last().unwrap().to_string();
    assert_eq!(tree.step(&root, &id[..4]).unwrap(), deal);
    let key = gaslamp_core::Notation::id_key(
        fresh().state(),
        &names(),
        &fresh().record().contents,
        tree.run_at(&deal).unwrap().record().actions[0],
    );
    let whole = gaslamp_tree::Id::whole(&key).unwrap();
    assert_eq!(tree.step(&root, whole.as_str()).unwrap(), deal);
    assert_eq!(tree.children(&root).unwrap(), children);
}

#[test]
fn ids_with_more_digits_lead_to_the_same_directory() {
    let (tree, deal) = dealt();
    let passes = tree.step(&deal, "P0!passes").unwrap();
    let run = tree.run_at(&deal).unwrap();
    let key = gaslamp_core::Notation::id_key(
        run.state(),
        &names(),
        &run.record().contents,
        gaslamp_mafia::Action::EndTurn,
    );
    let whole = gaslamp_tree::Id::whole(&key).unwrap();
    assert_eq!(passes.last(), Some(whole.first_digits(2)));
    for digits in 2..=32 {
        let given = deal.child(&whole.first_digits(digits));
        assert_eq!(tree.node(&given).unwrap().path(), &passes);
        assert_eq!(tree.step(&deal, given.last().unwrap().as_str()).unwrap(), passes);
    }
}

#[test]
fn ambiguous_ids_are_refused_with_what_they_may_mean() {
    let (tree, deal) = dealt();
    let mut rng = Rng::new(1);
    let node = explore(&tree, &deal, &mut rng, usize::MAX);
    let mut at = node.path().clone();
    // Some node of a long game has two actions that share two digits.
    let (at, long) = loop {
        let children = tree.children(&at).unwrap();
        if let Some(child) = children.into_iter().find(|child| child.id.as_str().len() > 3 && !child.open) {
            break (at, child.id);
        }
        at = at.parent().expect("a collision somewhere in a long game");
    };
    let short = long.first_digits(2);
    match tree.step(&at, short.as_str()).unwrap_err() {
        TreeError::Ambiguous { id, candidates, .. } => {
            assert_eq!(id, short);
            assert!(candidates.len() > 1 && candidates.iter().any(|(id, _)| *id == long));
        }
        other => panic!("{other}"),
    }
    assert_eq!(tree.node(&at.child(&short)).unwrap_err().id(), "tree/ambiguous-id");
    assert!(tree.node(&at.child(&long)).is_ok());
}

#[test]
fn a_refused_step_changes_nothing() {
    let (tree, deal) = dealt();
    let before = contents(tree.store());
    let deep = deal.child(&"e00".parse().unwrap());
    let table = [
        (&deal, "zff", "tree/no-such-action"),
        (&deal, "P0!nominates->P99", "mafia/notation/seat"),
        (&deal, "P1!passes", "record/wrong-actor"),
        (&deal, "P0!declares", "record/verb"),
        (&deal, "P0!dances", "record/verb"),
        (&deal, "P0!passes P0!passes", "trace/more-than-one-event"),
        (&deal, "", "tree/action"),
        (&deal, "..", "tree/action"),
        (&deal, "../e35", "tree/action"),
        (&deal, "E35", "tree/action"),
        (&deal, "P0!(", "trace/name"),
        (&deep, "P0!passes", "tree/no-such-action"),
    ];
    for (at, text, id) in table {
        let error = tree.step(at, text).unwrap_err();
        assert_eq!(error.id(), id, "{text}: {error}");
        assert_eq!(error.diagnostics()[0].id, id);
        assert_eq!(contents(tree.store()), before, "{text}");
    }
    match tree.step(&deal, "P0!votes->P5").unwrap_err() {
        TreeError::Refused { event, refusal, .. } => {
            assert_eq!(event, "P0!votes->P5");
            assert!(refusal.rule.id.starts_with("mafia/"));
        }
        other => panic!("{other}"),
    }
    assert_eq!(contents(tree.store()), before);
}

#[test]
fn nothing_follows_the_end() {
    let tree = Tree::create(MemoryStore::new(), &fresh()).unwrap();
    let ended = explore(&tree, &NodePath::root(), &mut Rng::new(5), usize::MAX);
    assert_eq!(tree.children(ended.path()).unwrap(), []);
    assert_eq!(tree.step(ended.path(), "P0!passes").unwrap_err().id(), "record/after-the-end");
    assert_eq!(tree.step(ended.path(), "e35").unwrap_err().id(), "tree/no-such-action");
    let result = ended.run().state().outcome().unwrap().result;
    assert_eq!(tree.store().read(ended.path(), "outcome.txt").unwrap().unwrap(), format!("{result}\n"));
    let here = tree.outcomes(ended.path()).unwrap();
    assert_eq!(here.total, Counts::from([(result.to_owned(), 1)]));
    assert_eq!(here.children, []);
}

#[test]
fn outcomes_are_the_sums_of_the_children() {
    let store = MemoryStore::new();
    let tree = Tree::create(store, &game(2, 30)).unwrap();
    let mut expected = Counts::new();
    let mut ends = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let ended = explore(&tree, &NodePath::root(), &mut Rng::new(seed), usize::MAX);
        if ends.insert(ended.path().clone()) {
            let result = ended.run().state().outcome().unwrap().result;
            *expected.entry(result.to_owned()).or_default() += 1;
        }
    }
    let outcomes = tree.outcomes(&NodePath::root()).unwrap();
    assert_eq!(outcomes.total, expected);
    assert!(outcomes.children.len() > 1);
    let mut sum = Counts::new();
    for (child, counts) in &outcomes.children {
        assert!(child.populated);
        let below = tree.outcomes(&NodePath::root().child(&child.id)).unwrap();
        assert_eq!(&below.total, counts);
        for (result, count) in counts {
            *sum.entry(result.clone()).or_default() += count;
        }
    }
    assert_eq!(sum, expected);
    // A game that is not over does not count.
    let begun = Tree::create(MemoryStore::new(), &game(2, 30)).unwrap();
    explore(&begun, &NodePath::root(), &mut Rng::new(0), 5);
    let outcomes = begun.outcomes(&NodePath::root()).unwrap();
    assert_eq!((outcomes.total, outcomes.children.len()), (Counts::new(), 1));
}

#[test]
fn two_nodes_are_compared_in_words() {
    let tree = Tree::create(MemoryStore::new(), &fresh()).unwrap();
    let ended = explore(&tree, &NodePath::root(), &mut Rng::new(4), usize::MAX);
    let deal = NodePath::root().child(&ended.path().ids().next().unwrap());
    let words: Vec<String> =
        diff(&tree.run_at(&deal).unwrap(), ended.run()).iter().map(ToString::to_string).collect();
    assert!(words.iter().any(|line| line.ends_with(", in -> citizen, out")), "{words:?}");
    assert!(words.iter().any(|line| line.starts_with("phase: D1 -> ")), "{words:?}");
    assert_eq!(diff(ended.run(), ended.run()), []);
}

#[test]
fn a_tree_belongs_to_one_record() {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    assert_eq!(Tree::<State, _>::open(store.clone()).err().unwrap().id(), "tree/no-tree");
    let tree = Tree::create(store.clone(), &game(1, 10)).unwrap();
    assert_eq!(tree.root().run(), &game(1, 10));
    explore(&tree, &NodePath::root(), &mut Rng::new(1), 3);
    let before = contents(&store);
    Tree::create(store.clone(), &game(1, 10)).unwrap();
    assert_eq!(Tree::create(store.clone(), &game(1, 11)).err().unwrap().id(), "tree/other-record");
    assert_eq!(contents(&store), before);
}

#[test]
fn a_game_may_have_files_of_its_own() {
    fn marker(run: &Run<State>) -> String {
        format!("{} actions\n", run.record().actions.len())
    }
    fn other(_: &Run<State>) -> String {
        "deck\n".to_owned()
    }
    let layout = || Layout {
        marker: NodeFile { name: "game.dot", write: marker },
        others: vec![NodeFile { name: "deck1.dek", write: other }],
        read: None,
    };
    let store = MemoryStore::new();
    let tree = Tree::create_with(store.clone(), &game(1, 10), layout()).unwrap();
    let node = explore(&tree, &NodePath::root(), &mut Rng::new(1), 2);
    let read = |file| store.read(node.path(), file).unwrap();
    assert_eq!(read("game.dot").unwrap(), "12 actions\n");
    assert_eq!(read("deck1.dek").unwrap(), "deck\n");
    assert_eq!(read("state.txt"), None);
    let again = Tree::open_with(store.clone(), layout()).unwrap();
    assert!(again.is_populated(node.path()).unwrap());
    // A name that leads elsewhere is refused by the store.
    for name in ["../x", "", ".hidden", "a/b", "e35"] {
        let layout = Layout { marker: NodeFile { name, write: marker }, others: Vec::new(), read: None };
        assert_eq!(
            Tree::create_with(MemoryStore::new(), &game(1, 10), layout).err().unwrap().id(),
            "tree/store"
        );
    }
}

#[test]
fn files_that_hold_whole_states_are_played_on() {
    let layout = || Layout {
        marker: NodeFile { name: "whole.txt", write: record::write_line::<State> },
        others: vec![NodeFile { name: "other.txt", write: |_| "other\n".to_owned() }],
        read: Some(|texts| {
            assert_eq!(texts.len(), 2);
            let other = |problem| vec![(1, problem)];
            if texts[1] != "other\n" {
                return Err(other(gaslamp_core::Diagnostic::new("test/other", "it has been changed")));
            }
            record::read(&texts[0])
                .map_err(|problems| problems.into_iter().map(|problem| (0, problem)).collect())
        }),
    };
    let store = MemoryStore::new();
    let tree = Tree::create_with(store.clone(), &game(1, 10), layout()).unwrap();
    let node = explore(&tree, &NodePath::root(), &mut Rng::new(1), 3);
    assert_eq!(tree.node(node.path()).unwrap().run().state(), node.run().state());
    // What a file says is what is played on, here and below.
    let other = game(7, 40);
    store.write(node.path(), "whole.txt", &record::write_line(&other)).unwrap();
    assert_eq!(tree.node(node.path()).unwrap().run().state(), other.state());
    let below = explore(&tree, node.path(), &mut Rng::new(2), 2);
    assert_eq!(below.run().record().actions[..40], other.record().actions[..]);
    // Every bad file is reported with its place, and nothing changes.
    store.write(node.path(), "whole.txt", "game mafia 1\n<D1> P0!flies").unwrap();
    store.write(node.path(), "other.txt", "changed").unwrap();
    let TreeError::Files(files) = tree.node(node.path()).unwrap_err() else { panic!("the files are wrong") };
    assert_eq!(files.len(), 1, "the reader stops at the first file here: {files:?}");
    assert!(files[0].place.ends_with("other.txt"), "{files:?}");
    store.write(node.path(), "other.txt", "other\n").unwrap();
    let before = contents(&store);
    assert_eq!(tree.step(node.path(), "e35").unwrap_err().id(), "tree/files");
    assert_eq!(contents(&store), before);
    // What is below has a state of its own.
    assert_eq!(tree.node(below.path()).unwrap().run().state(), below.run().state());
}

#[test]
fn a_node_path_must_be_of_this_tree() {
    let (tree, _) = dealt();
    for at in ["e35", "b00000000"] {
        assert_eq!(tree.node(&path(at)).unwrap_err().id(), "tree/no-such-action");
        assert_eq!(tree.children(&path(at)).unwrap_err().id(), "tree/no-such-action");
        assert_eq!(tree.outcomes(&path(at)).unwrap_err().id(), "tree/no-such-action");
        assert_eq!(tree.explore(&path(at)).unwrap_err().id(), "tree/no-such-action");
    }
}

/// A path longer than the system allows is refused before anything is written, and counting continues.
#[test]
fn a_game_too_deep_for_paths_is_refused_in_time() {
    let dir = tempfile::tempdir().unwrap();
    let root = (0..15).fold(dir.path().to_path_buf(), |path, _| path.join("x".repeat(250)));
    let room = 4095 - 80 - root.as_os_str().len();
    let tree = Tree::create(FileStore::new(&root), &fresh()).unwrap();
    let mut rng = Rng::new(3);
    let mut node = tree.root();
    let error = loop {
        let mut legal = gaslamp_core::Actions::new();
        gaslamp_core::Game::legal(node.run().state(), &mut legal);
        let action = node.run().clone().concrete(legal[rng.below(legal.len() as u32) as usize], &mut rng);
        let event = node.run().write_action(action).to_string();
        match tree.step_from(&node, &event) {
            Ok(next) => node = next,
            Err(error) => break error,
        }
    };
    assert_eq!(error.id(), "tree/store");
    assert!(node.path().as_str().len() <= room && node.path().depth() > 30, "{}", node.path().depth());
    assert_eq!(tree.outcomes(&NodePath::root()).unwrap().total.len(), 0);
}
