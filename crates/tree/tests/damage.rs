//! What can happen to trees in the real world: interruptions, concurrent writers, damage and odd paths.

#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{explore, fresh, game};
use gaslamp_core::Rng;
use gaslamp_mafia::State;
use gaslamp_tree::{FileStore, Id, MemoryStore, NodePath, Store, StoreError, Tree, TreeError};

const DEAL: &str = "st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff";

type OnDisk = Tree<State, FileStore>;

/// A tree on disk with one deal and a turn that passed.
fn on_disk() -> (tempfile::TempDir, OnDisk, NodePath, NodePath) {
    let dir = tempfile::tempdir().unwrap();
    let tree = Tree::create(FileStore::new(dir.path().join("tree")), &fresh()).unwrap();
    let deal = tree.step(&NodePath::root(), DEAL).unwrap();
    let passed = tree.step(&deal, "P0!passes").unwrap();
    (dir, tree, deal, passed)
}

fn place(tree: &OnDisk, at: &NodePath) -> PathBuf {
    tree.store().place(at)
}

/// All directories and files below a directory, with the contents of the files.
fn everything(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut left = vec![dir.to_owned()];
    let mut found = Vec::new();
    while let Some(dir) = left.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let place = entry.unwrap().path();
            if place.is_dir() {
                found.push((place.clone(), Vec::new()));
                left.push(place);
            } else {
                found.push((place.clone(), fs::read(&place).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn an_interrupted_node_is_written_again() {
    let (_dir, tree, deal, passed) = on_disk();
    let whole = everything(tree.store().root());
    let dir = place(&tree, &passed);
    fs::remove_file(dir.join("state.txt")).unwrap();
    for id in tree.store().list_dirs(&passed).unwrap().iter().step_by(2) {
        fs::remove_dir(dir.join(id.as_str())).unwrap();
    }
    assert!(!tree.is_populated(&passed).unwrap());
    assert!(tree.children(&deal).unwrap().iter().all(|child| !child.populated));
    assert_eq!(tree.step(&deal, "P0!passes").unwrap(), passed);
    assert_eq!(everything(tree.store().root()), whole);

    // The same for a choice that cannot be listed, which is found by its action.
    fs::remove_file(place(&tree, &deal).join("state.txt")).unwrap();
    assert!(tree.children(&NodePath::root()).unwrap().is_empty());
    assert!(tree.run_at(&passed).is_ok());
    tree.explore(&passed).unwrap();
    assert_eq!(everything(tree.store().root()), whole);
    // And for the root.
    fs::remove_file(tree.store().root().join("state.txt")).unwrap();
    Tree::create(tree.store().clone(), &fresh()).unwrap();
    assert_eq!(everything(tree.store().root()), whole);
}

#[test]
fn leftover_files_are_not_looked_at() {
    let (_dir, tree, deal, passed) = on_disk();
    let before = tree.children(&deal).unwrap();
    for at in [&NodePath::root(), &deal, &passed] {
        for name in [".tmp-1-0", ".tmp-99-7", "notes.md"] {
            fs::write(place(&tree, at).join(name), "half a st").unwrap();
        }
        fs::create_dir(place(&tree, at).join("my notes")).unwrap();
        fs::create_dir(place(&tree, at).join(".hidden")).unwrap();
    }
    let left = place(&tree, &passed).join(".tmp-gaslamp-0123456789abcdef");
    fs::write(&left, "half a st").unwrap();
    assert_eq!(tree.children(&deal).unwrap(), before);
    assert!(tree.outcomes(&NodePath::root()).unwrap().total.is_empty());
    assert!(left.exists(), "who only looks changes nothing");
    // Stepping there again removes the remains of a dead writer, whether the node is complete or not.
    for is_complete in [true, false] {
        fs::write(&left, "half a st").unwrap();
        if !is_complete {
            fs::remove_file(place(&tree, &passed).join("state.txt")).unwrap();
        }
        tree.explore(&passed).unwrap();
        assert!(tree.is_populated(&passed).unwrap());
        assert!(!left.exists());
    }
    assert!(place(&tree, &passed).join(".tmp-1-0").exists(), "what has another name is not ours");
}

/// A store that stops working after that many changes.
struct Failing {
    store: MemoryStore,
    left: AtomicUsize,
}

impl Failing {
    fn spend(&self, at: &NodePath) -> Result<(), StoreError> {
        let spend = |left: usize| left.checked_sub(1);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend) {
            Ok(_) => Ok(()),
            Err(_) => Err(StoreError {
                place: self.place(at),
                verb: "write",
                error: io::ErrorKind::StorageFull.into(),
            }),
        }
    }
}

impl Store for Failing {
    fn room(&self, at: &NodePath) -> Result<(), StoreError> {
        self.store.room(at)
    }

    fn place(&self, at: &NodePath) -> PathBuf {
        self.store.place(at)
    }
    fn read(&self, at: &NodePath, file: &str) -> Result<Option<String>, StoreError> {
        self.store.read(at, file)
    }
    fn has(&self, at: &NodePath, file: &str) -> Result<bool, StoreError> {
        self.store.has(at, file)
    }
    fn write(&self, at: &NodePath, file: &str, text: &str) -> Result<(), StoreError> {
        self.spend(at)?;
        self.store.write(at, file, text)
    }
    fn has_dir(&self, at: &NodePath) -> Result<bool, StoreError> {
        self.store.has_dir(at)
    }
    fn make_dir(&self, at: &NodePath) -> Result<(), StoreError> {
        self.spend(at)?;
        self.store.make_dir(at)
    }
    fn list_dirs(&self, at: &NodePath) -> Result<Vec<Id>, StoreError> {
        self.store.list_dirs(at)
    }
}

/// Creates, deals and takes two turns.
fn script<S: Store>(store: S) -> Result<(), TreeError> {
    let tree = Tree::create(store, &fresh())?;
    let deal = tree.step(&NodePath::root(), DEAL)?;
    let claimed = tree.step(&deal, "P0!claims_sheriff")?;
    tree.step(&claimed, "P0!passes").map(|_| ())
}

/// Every complete node has all its directories and its action.
fn complete_nodes_are_complete(store: &MemoryStore) {
    let Ok(tree) = Tree::<State, _>::open(store.clone()) else { return };
    let mut left = vec![NodePath::root()];
    while let Some(at) = left.pop() {
        let dirs = store.list_dirs(&at).unwrap();
        if tree.is_populated(&at).unwrap() {
            let children = tree.children(&at).unwrap();
            assert!(children.iter().all(|child| dirs.contains(&child.id)), "{at}");
            assert!(at.is_root() || store.has(&at, "action.txt").unwrap(), "{at}");
        }
        left.extend(dirs.into_iter().map(|id| at.child(&id)));
    }
}

#[test]
fn an_interruption_at_any_moment_is_made_good() {
    let clean = MemoryStore::new();
    script(clean.clone()).unwrap();
    let files = |store: &MemoryStore| {
        let mut left = vec![NodePath::root()];
        let mut found = Vec::new();
        while let Some(at) = left.pop() {
            found.push((
                at.clone(),
                ["record.txt", "action.txt", "state.txt"].map(|f| store.read(&at, f).unwrap()),
            ));
            left.extend(store.list_dirs(&at).unwrap().into_iter().map(|id| at.child(&id)));
        }
        found
    };
    let mut changes = 0;
    loop {
        let store = MemoryStore::new();
        let failing = Failing { store: store.clone(), left: AtomicUsize::new(changes) };
        let ended = script(failing);
        complete_nodes_are_complete(&store);
        script(store.clone()).unwrap();
        assert_eq!(files(&store), files(&clean), "after {changes} changes");
        match ended {
            Ok(()) => break,
            Err(error) => assert_eq!(error.id(), "tree/store"),
        }
        changes += 1;
    }
    assert!(changes > 100, "the script was interrupted at {changes} moments");
}

#[test]
fn two_threads_explore_one_tree() {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let tree = Tree::create(store.clone(), &game(9, 20)).unwrap();
                for seed in 0..4 {
                    explore(&tree, &NodePath::root(), &mut Rng::new(seed), 60);
                }
                tree.outcomes(&NodePath::root()).unwrap();
            });
        }
    });
    let alone = tempfile::tempdir().unwrap();
    let tree = Tree::create(FileStore::new(alone.path()), &game(9, 20)).unwrap();
    for seed in 0..4 {
        explore(&tree, &NodePath::root(), &mut Rng::new(seed), 60);
    }
    let below = |dir: &Path| -> Vec<(PathBuf, Vec<u8>)> {
        everything(dir)
            .into_iter()
            .map(|(at, text)| (at.strip_prefix(dir).unwrap().to_owned(), text))
            .collect()
    };
    assert_eq!(below(dir.path()), below(alone.path()), "nothing more and nothing else");
}

#[test]
fn a_file_or_link_in_the_place_of_a_directory_is_an_error() {
    let (outside, tree, deal, passed) = on_disk();
    let dir = place(&tree, &passed);
    fs::remove_dir_all(&dir).unwrap();
    fs::write(&dir, "").unwrap();
    let refused = |what: &str| {
        for error in [
            tree.step(&deal, "P0!passes").err(),
            tree.node(&passed).err(),
            tree.children(&deal).err(),
            tree.outcomes(&deal).err(),
            tree.node(&passed.child(&"e35".parse().unwrap())).err(),
        ] {
            let error = error.unwrap_or_else(|| panic!("{what} was accepted"));
            match &error {
                TreeError::Store(error) => assert!(error.place.starts_with(&dir), "{error}"),
                // The last one may not have been an action to begin with.
                other => assert_eq!(other.id(), "tree/no-such-action"),
            }
        }
    };
    refused("a file");
    #[cfg(unix)]
    {
        fs::remove_file(&dir).unwrap();
        let elsewhere = outside.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join("state.txt"), "").unwrap();
        fs::write(elsewhere.join("outcome.txt"), "red\n").unwrap();
        std::os::unix::fs::symlink(&elsewhere, &dir).unwrap();
        refused("a link");
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 2);
    }
    // A directory where a file should be.
    let (_dir, tree, deal, _) = on_disk();
    fs::remove_file(place(&tree, &deal).join("state.txt")).unwrap();
    fs::create_dir(place(&tree, &deal).join("state.txt")).unwrap();
    assert_eq!(tree.explore(&deal).unwrap_err().id(), "tree/store");
}

#[test]
fn a_damaged_record_is_told_with_its_problems() {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    let line = gaslamp_core::record::write_line(&game(1, 20));
    let cut = &line[..line.len() - 4];
    for (text, problem) in [
        ("game chess 1\n", "record/other-game"),
        ("game mafia 999\n", "record/version"),
        ("what\n", "record/header"),
        ("", "record/header"),
        ("game mafia 1\nwhat\n", "trace/sentence"),
        ("game mafia 1\n<SETUP> P0!passes\n", "record/wrong-actor"),
    ] {
        fs::write(dir.path().join("record.txt"), text).unwrap();
        match Tree::<State, _>::open(store.clone()).err().unwrap() {
            TreeError::Record { problems, text: found, .. } => {
                assert_eq!((problems[0].id, found.as_str()), (problem, text));
            }
            other => panic!("{other}"),
        }
    }
    // What it says, or whether it opens, depends on where it was cut; it must not be more than an error.
    fs::write(dir.path().join("record.txt"), cut).unwrap();
    let _ = Tree::<State, _>::open(store.clone());
    fs::write(dir.path().join("record.txt"), [0xff, 0xfe, 0]).unwrap();
    assert_eq!(Tree::<State, _>::open(store.clone()).err().unwrap().id(), "tree/store");
    fs::remove_file(dir.path().join("record.txt")).unwrap();
    fs::create_dir(dir.path().join("record.txt")).unwrap();
    assert_eq!(Tree::<State, _>::open(store).err().unwrap().id(), "tree/store");
}

#[test]
fn a_damaged_action_is_told_with_its_place() {
    let (_dir, tree, deal, passed) = on_disk();
    let file = place(&tree, &deal).join("action.txt");
    let other = "st!deals->P9:don,P1:mafia,P2:mafia,P3:sheriff";
    for text in ["", "nonsense", "P0!passes", "st!deals->P0:don", other, "st!deals->P0:don,P1:ma"] {
        fs::write(&file, text).unwrap();
        for error in [
            tree.run_at(&deal).err(),
            tree.run_at(&passed).err(),
            tree.children(&NodePath::root()).err(),
            tree.step(&deal, "P0!passes").err(),
            tree.step(&NodePath::root(), DEAL).err(),
        ] {
            match error.unwrap_or_else(|| panic!("`{text}` was accepted")) {
                TreeError::Damaged { place, .. } => assert_eq!(place, file.display().to_string()),
                error => panic!("{text}: {error}"),
            }
        }
    }
    // Listed actions need no file.
    fs::write(&file, format!("{DEAL}\n")).unwrap();
    fs::write(place(&tree, &passed).join("action.txt"), "nonsense").unwrap();
    assert!(tree.run_at(&passed).is_ok());
    fs::write(place(&tree, &passed).join("outcome.txt"), "two words").unwrap();
    assert_eq!(tree.outcomes(&deal).unwrap_err().id(), "tree/damaged");
}

#[test]
fn trees_are_found_from_any_directory_in_them() {
    let (dir, tree, deal, passed) = on_disk();
    let root = tree.store().root().to_owned();
    let locate = |place: &Path| FileStore::locate(place);
    for at in [&NodePath::root(), &deal, &passed] {
        let (store, found) = locate(&place(&tree, at)).unwrap();
        assert_eq!((store.root(), &found), (root.as_path(), at));
    }
    // A node that has not been explored, `.` and a trailing slash.
    let (_, far) = locate(&place(&tree, &passed).join("e35/./n00/")).unwrap();
    assert_eq!(far.to_string(), format!("{passed}/e35/n00"));
    // Up, inside the tree.
    let (store, up) = locate(&place(&tree, &passed).join("..")).unwrap();
    assert_eq!((store.root(), &up), (root.as_path(), &deal));
    let (store, up) = locate(&place(&tree, &passed).join("../..")).unwrap();
    assert!(up.is_root() && Tree::<State, _>::open(store).is_ok());

    let error = |place: &Path| locate(place).unwrap_err();
    assert_eq!(error(dir.path()).id(), "tree/no-tree");
    assert_eq!(error(&root.join("..")).id(), "tree/path");
    assert_eq!(error(&root.join("e35/../../other")).id(), "tree/path");
    assert_eq!(error(&root.join("record.txt")).id(), "tree/path");
    match error(&place(&tree, &deal).join("E35")) {
        TreeError::Path(error) => assert_eq!((error.component, error.text.as_str()), (2, "E35")),
        other => panic!("{other}"),
    }
    assert!(locate(Path::new("")).is_err());
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let odd = root.join(std::ffi::OsStr::from_bytes(b"e\xff5"));
        assert_eq!(error(&odd).id(), "tree/path");
    }
}

#[test]
fn a_path_that_is_too_long_for_the_system_is_told_so() {
    let dir = tempfile::tempdir().unwrap();
    let store = FileStore::new(dir.path());
    let id: Id = format!("e{}", "0".repeat(32)).parse().unwrap();
    let mut at = NodePath::root();
    (0..200).for_each(|_| at.push(&id));
    let error = TreeError::from(store.make_dir(&at).unwrap_err());
    let told = error.to_string();
    assert!(told.contains("bytes, more than this system allows"), "{told}");
    assert!(told.len() < 300, "{told}");
    assert_eq!(error.id(), "tree/store");
    let whole = store.place(&at);
    assert_eq!(FileStore::locate(&whole).unwrap_err().id(), "tree/no-tree");
}

#[cfg(unix)]
#[test]
fn a_directory_that_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_dir, tree, deal, passed) = on_disk();
    let locked = place(&tree, &passed);
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    // Root may read everything; then there is nothing to test here.
    if fs::read_dir(&locked).is_err() {
        match tree.outcomes(&deal).unwrap_err() {
            TreeError::Store(error) => {
                assert!(error.place.starts_with(&locked));
                assert_eq!(error.error.kind(), io::ErrorKind::PermissionDenied);
            }
            other => panic!("{other}"),
        }
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
}
