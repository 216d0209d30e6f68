//! A game explored on disk or in memory, with a directory for each action.
//!
//! A [`Tree`] **accepts** paths, and at a node ids or events as text. It **emits** nodes with their runs,
//! listings, differences and counts. A path is replayed from the root, so what is emitted is what the rules
//! say and not what a file says; only the content of a choice that cannot be listed is read from the node's
//! `action.txt`. If a game's files hold whole states ([`Layout::read`]), the last complete node of a path is
//! read from its own files, so an edited file is played on if the rules allow its content.
//!
//! A node is written from the inside out, its marker last: a node with a marker is complete, and one without
//! is written again. What is written depends only on the path, so any number of processes may explore one
//! tree.

use std::collections::BTreeMap;

use gaslamp_core::trace::line;
use gaslamp_core::{Diagnostic, Notation, Run, Span, record};

use crate::error::{BadFile, TreeError};
use crate::id::{ALL_DIGITS, Id, KeyError};
use crate::legal::{self, Legal};
use crate::path::NodePath;
use crate::store::Store;

/// The file with the record up to the root.
pub const RECORD: &str = "record.txt";
/// The file with the event that led to a node.
pub const ACTION: &str = "action.txt";
/// The file with the result of a game that is over.
pub const OUTCOME: &str = "outcome.txt";

/// The number of digits in the id of a choice that cannot be listed. The others are unknown, and two
/// processes must not meet in one directory with different actions, so the usual two digits would not do.
const OPEN_DIGITS: usize = 8;

/// A file that every complete node has.
pub struct NodeFile<G: Notation> {
    /// Its name: neither hidden, nor like an id, nor one of [`RECORD`], [`ACTION`] and [`OUTCOME`].
    pub name: &'static str,
    /// Its whole text.
    pub write: fn(&Run<G>) -> String,
}

/// The files of a node, as chosen by the game.
pub struct Layout<G: Notation> {
    /// The file that is written last; a node that has it is complete.
    pub marker: NodeFile<G>,
    /// The others.
    pub others: Vec<NodeFile<G>>,
    /// How a complete node is read from its files, if they hold a whole state.
    pub read: Option<ReadNode<G>>,
}

/// Reads a node from the texts of its files, the marker first. Every problem comes with the index of its file
/// in that list.
pub type ReadNode<G> = fn(&[String]) -> Result<Run<G>, Vec<(usize, Diagnostic)>>;

/// Just `state.txt`, with the state in its own notation.
impl<G: Notation> Default for Layout<G> {
    fn default() -> Self {
        Self { marker: NodeFile { name: "state.txt", write: write_state }, others: Vec::new(), read: None }
    }
}

fn write_state<G: Notation>(run: &Run<G>) -> String {
    format!("{}\n", run.state().write_state(&G::names(&run.record().setup)))
}

/// A game explored action by action.
pub struct Tree<G: Notation, S: Store> {
    store: S,
    layout: Layout<G>,
    root: Run<G>,
    names: Vec<String>,
}

/// A place in a tree, and the game up to there.
#[derive(Clone, PartialEq, Debug)]
pub struct Node<G: Notation> {
    path: NodePath,
    run: Run<G>,
    event: Option<String>,
}

/// An action that can be taken at a node, or has been.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    /// The name of its directory.
    pub id: Id,
    /// The event.
    pub event: String,
    /// Whether it has been explored.
    pub populated: bool,
    /// Whether it is one of too many to list; such a child is shown only once it has been explored.
    pub open: bool,
}

/// How many games ended with each result.
pub type Counts = BTreeMap<String, u64>;

/// How the games below a node ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcomes {
    /// All of them.
    pub total: Counts,
    /// Those below each explored action.
    pub children: Vec<(Child, Counts)>,
}

impl<G: Notation> Node<G> {
    /// Its path.
    #[must_use]
    pub fn path(&self) -> &NodePath {
        &self.path
    }

    /// The game up to here.
    #[must_use]
    pub fn run(&self) -> &Run<G> {
        &self.run
    }

    /// The game up to here, for callers that continue without the tree.
    #[must_use]
    pub fn into_run(self) -> Run<G> {
        self.run
    }

    /// The event that led here; none at the root.
    #[must_use]
    pub fn event(&self) -> Option<&str> {
        self.event.as_deref()
    }
}

impl<G: Notation, S: Store> Tree<G, S> {
    /// Begins a tree at the end of this run, or opens an existing one of the same record. Messages and notes
    /// of the run are left out.
    ///
    /// # Errors
    /// A tree of another record, or a place that cannot be written.
    pub fn create(store: S, run: &Run<G>) -> Result<Self, TreeError> {
        Self::create_with(store, run, Layout::default())
    }

    /// The same, for a game with its own files.
    ///
    /// # Errors
    /// As [`Tree::create`].
    pub fn create_with(store: S, run: &Run<G>, layout: Layout<G>) -> Result<Self, TreeError> {
        let top = NodePath::root();
        let text = record::write_line(run);
        let found = store.read(&top, RECORD)?;
        if found.as_ref().is_some_and(|found| *found != text) {
            return Err(TreeError::OtherRecord { place: store.place(&top).display().to_string() });
        }
        // What could not be opened again is not written.
        let tree = Self::from_record(store, layout, &text)?;
        if found.is_none() {
            tree.store.make_dir(&top)?;
            tree.store.write(&top, RECORD, &text)?;
        }
        tree.populate(&tree.root())?;
        Ok(tree)
    }

    /// Opens a tree. Nothing is written.
    ///
    /// # Errors
    /// No tree, or one whose record cannot be read.
    pub fn open(store: S) -> Result<Self, TreeError> {
        Self::open_with(store, Layout::default())
    }

    /// The same, for a game with its own files.
    ///
    /// # Errors
    /// As [`Tree::open`].
    pub fn open_with(store: S, layout: Layout<G>) -> Result<Self, TreeError> {
        match store.read(&NodePath::root(), RECORD)? {
            Some(text) => Self::from_record(store, layout, &text),
            None => Err(TreeError::NoTree { place: store.place(&NodePath::root()).display().to_string() }),
        }
    }

    fn from_record(store: S, layout: Layout<G>, text: &str) -> Result<Self, TreeError> {
        let read = if record::has_first_line(text) {
            record::read::<G>(text)
        } else {
            // Without its first line, a record could be anything; an empty file would be a game at its beginning.
            let message = "the record of a tree must begin with its first line, `game …`";
            Err(vec![Diagnostic::new("record/header", message).at(Span::new(0, text.len().min(1)))])
        };
        match read {
            Ok(root) => {
                let names = G::names(&root.record().setup);
                Ok(Self { store, layout, root, names })
            }
            Err(problems) => {
                let place = store.place(&NodePath::root()).join(RECORD).display().to_string();
                Err(TreeError::Record { place, text: text.to_owned(), problems })
            }
        }
    }

    /// Where the tree is kept.
    #[must_use]
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> Node<G> {
        Node { path: NodePath::root(), run: self.root.clone(), event: None }
    }

    /// The node at a path, replayed from the root. It need not have been explored, and nothing is written. An
    /// id with more digits than needed is understood; the node's own path has those of the directory.
    ///
    /// # Errors
    /// A component that is not an action there, or that stands for several; a damaged `action.txt` of a
    /// choice that cannot be listed; anything other than a directory on the way.
    pub fn node(&self, path: &NodePath) -> Result<Node<G>, TreeError> {
        self.walk(path, |_| Ok(()))
    }

    /// The game up to a path.
    ///
    /// # Errors
    /// As [`Tree::node`].
    pub fn run_at(&self, path: &NodePath) -> Result<Run<G>, TreeError> {
        self.node(path).map(Node::into_run)
    }

    /// The node at a path; it and all nodes above it are written if they are not there yet.
    ///
    /// # Errors
    /// As [`Tree::node`], or a place that cannot be written.
    pub fn explore(&self, path: &NodePath) -> Result<Node<G>, TreeError> {
        // A path that leads nowhere must leave nothing behind.
        self.node(path)?;
        self.walk(path, |node| self.populate(node))
    }

    /// Takes an action, given as an id or as an event, and writes the node it leads to. A refused one changes
    /// nothing.
    ///
    /// # Errors
    /// No such node, no such action, an action that the rules refuse, or a place that cannot be written.
    pub fn step(&self, path: &NodePath, action: &str) -> Result<NodePath, TreeError> {
        Ok(self.step_from(&self.node(path)?, action)?.path)
    }

    /// The same from a node at hand, which saves the replay.
    ///
    /// # Errors
    /// As [`Tree::step`].
    pub fn step_from(&self, node: &Node<G>, action: &str) -> Result<Node<G>, TreeError> {
        let next = self.peek(node, action)?;
        if !self.is_populated(&node.path)? {
            self.explore(&node.path)?;
        }
        self.populate(&next)?;
        Ok(next)
    }

    /// The node that an action, given as an id or as an event, would lead to. Nothing is written.
    ///
    /// # Errors
    /// No such action, an action that the rules refuse, or a place too deep for the store.
    pub fn peek(&self, node: &Node<G>, action: &str) -> Result<Node<G>, TreeError> {
        let next = match action.parse::<Id>() {
            Ok(id) => self.follow(node, &id)?,
            Err(why) if !action.contains(['!', '(']) => {
                let problem = Diagnostic::new("tree/action", why.to_string());
                let example = self
                    .example(node)
                    .map_or_else(String::new, |event| format!(", or an event such as {event}"));
                let problem = problem.fix(format!("write an id such as e35{example}"));
                return Err(self.no_event(node, action, problem));
            }
            Err(_) => self.follow_event(node, action)?,
        };
        self.store.room(&next.path)?;
        match self.layout.read {
            Some(read) if self.is_populated(&next.path)? => self.same_as_explored(next, read),
            _ => Ok(next),
        }
    }

    /// An explored node with a state of its own must be what the action leads to.
    fn same_as_explored(&self, next: Node<G>, read: ReadNode<G>) -> Result<Node<G>, TreeError> {
        let there = self.read_node(next.path, read)?;
        if there.run.state() == next.run.state() {
            return Ok(there);
        }
        Err(TreeError::DoesNotFollow { at: there.path })
    }

    /// A complete node by its path alone, for callers that walk down from an existing one; none if it has not
    /// been explored. If files do not hold whole states, the path is replayed.
    ///
    /// # Errors
    /// As [`Tree::node`].
    pub fn populated_node(&self, path: &NodePath) -> Result<Option<Node<G>>, TreeError> {
        if !self.is_populated(path)? {
            return Ok(None);
        }
        match self.layout.read {
            Some(read) => self.read_node(path.clone(), read).map(Some),
            None => self.node(path).map(Some),
        }
    }

    /// The first listed action of a node, in the notation.
    fn example(&self, node: &Node<G>) -> Option<String> {
        let legal = self.legal(node).ok()?;
        legal.listed.first().map(|listed| node.run.write_action(listed.action).to_string())
    }

    /// Whether a node has been explored, that is, completely written.
    ///
    /// # Errors
    /// A place that cannot be read.
    pub fn is_populated(&self, path: &NodePath) -> Result<bool, TreeError> {
        // A link in place of the directory is refused before anything behind it is looked at.
        Ok(self.store.has_dir(path)? && self.store.has(path, self.layout.marker.name)?)
    }

    /// What can be done at a node, in the order of the rules, followed by what has been explored of the
    /// choices that cannot be listed.
    ///
    /// # Errors
    /// As [`Tree::node`].
    pub fn children(&self, path: &NodePath) -> Result<Vec<Child>, TreeError> {
        self.children_of(&self.node(path)?)
    }

    /// The same, for a node at hand.
    ///
    /// # Errors
    /// As [`Tree::children`].
    pub fn children_of(&self, node: &Node<G>) -> Result<Vec<Child>, TreeError> {
        let legal = self.legal(node)?;
        let mut children = Vec::new();
        for listed in &legal.listed {
            let event = node.run.write_action(listed.action).to_string();
            let populated = self.is_populated(&node.path.child(&listed.id))?;
            children.push(Child { id: listed.id.clone(), event, populated, open: false });
        }
        for OpenChild { id, event, node, .. } in self.open_children(node, &legal, |_| true)? {
            if self.is_populated(&node.path)? {
                children.push(Child { id, event, populated: true, open: true });
            }
        }
        Ok(children)
    }

    /// How the games explored below a node ended. The directories are searched each time; nothing is cached.
    ///
    /// # Errors
    /// As [`Tree::node`], a directory that cannot be read, or a damaged `outcome.txt`.
    pub fn outcomes(&self, path: &NodePath) -> Result<Outcomes, TreeError> {
        let path = self.node(path)?.path;
        let mut outcomes = Outcomes { total: Counts::new(), children: Vec::new() };
        self.count(&path, &mut outcomes.total)?;
        for child in self.children(&path)? {
            let counts = self.outcomes_below(path.child(&child.id))?;
            for (result, count) in &counts {
                *outcomes.total.entry(result.clone()).or_default() += count;
            }
            if child.populated || !counts.is_empty() {
                outcomes.children.push((child, counts));
            }
        }
        Ok(outcomes)
    }
}

/// A child that cannot be listed, with all the digits of its id.
struct OpenChild<G: Notation> {
    id: Id,
    whole: Id,
    event: String,
    node: Node<G>,
}

impl<G: Notation, S: Store> Tree<G, S> {
    /// Replays a path and shows each of its nodes, including the root.
    fn walk(
        &self,
        path: &NodePath,
        mut visit: impl FnMut(&Node<G>) -> Result<(), TreeError>,
    ) -> Result<Node<G>, TreeError> {
        let (mut node, mut exists) = (self.nearest(path)?, true);
        visit(&node)?;
        for id in path.ids().skip(node.path.depth()) {
            node = self.follow(&node, &id)?;
            // A link or a file on the way is refused even if only what is below it will be looked at.
            exists = exists && self.store.has_dir(&node.path)?;
            if let Some(read) = self.layout.read.filter(|_| exists)
                && self.is_populated(&node.path)?
            {
                node = self.read_node(node.path, read)?;
            }
            visit(&node)?;
        }
        Ok(node)
    }

    /// The node from which a path is followed: the root, or the last one on the way with a state of its own.
    fn nearest(&self, path: &NodePath) -> Result<Node<G>, TreeError> {
        let Some(read) = self.layout.read else { return Ok(self.root()) };
        let mut last = NodePath::root();
        if !self.is_populated(&last)? {
            return Ok(self.root());
        }
        for id in path.ids() {
            let next = last.child(&id);
            if !self.is_populated(&next)? {
                break;
            }
            last = next;
        }
        self.read_node(last, read)
    }

    /// A complete node, read from its files.
    fn read_node(&self, path: NodePath, read: ReadNode<G>) -> Result<Node<G>, TreeError> {
        let Layout { marker, others, .. } = &self.layout;
        let mut texts = Vec::new();
        for file in [marker].into_iter().chain(others) {
            let text = self.store.read(&path, file.name)?.ok_or_else(|| {
                self.damaged(&path, file.name, Diagnostic::new("tree/file", "the file is missing"))
            })?;
            texts.push(text);
        }
        let run = read(&texts).map_err(|problems| self.bad_files(&path, texts, &problems))?;
        let event = self.store.read(&path, ACTION)?.map(|text| text.trim().to_owned());
        Ok(Node { path, run, event })
    }

    /// The files of a node that cannot be read, each with its problems.
    fn bad_files(&self, path: &NodePath, texts: Vec<String>, problems: &[(usize, Diagnostic)]) -> TreeError {
        let names = [&self.layout.marker].into_iter().chain(&self.layout.others).map(|file| file.name);
        let mut files = Vec::new();
        for (at, (name, text)) in names.zip(texts).enumerate() {
            let own = problems.iter().filter(|(file, _)| *file == at);
            let problems: Vec<Diagnostic> = own.map(|(_, problem)| problem.clone()).collect();
            if !problems.is_empty() {
                let place = self.store.place(path).join(name).display().to_string();
                files.push(BadFile { place, text, problems });
            }
        }
        TreeError::Files(files)
    }

    fn legal(&self, node: &Node<G>) -> Result<Legal<G>, TreeError> {
        Legal::of(&node.run, &self.names).map_err(|error| TreeError::Keys { at: node.path.clone(), error })
    }

    fn no_event(&self, node: &Node<G>, text: &str, problem: Diagnostic) -> TreeError {
        TreeError::Event { at: node.path.clone(), text: text.to_owned(), problem: Box::new(problem) }
    }

    /// The node that an id leads to: the action with exactly this id, or the only one whose id begins with
    /// it.
    fn follow(&self, node: &Node<G>, id: &Id) -> Result<Node<G>, TreeError> {
        let legal = self.legal(node)?;
        if let Some(listed) = legal.listed.iter().find(|listed| listed.id == *id) {
            return self.apply(node, &listed.id, listed.action);
        }
        let mut open = self.open_children(node, &legal, |dir| dir.begins(id) || id.begins(dir))?;
        if let Some(at) = open.iter().position(|child| child.id == *id) {
            return Ok(open.swap_remove(at).node);
        }
        open.retain(|child| id.begins(&child.whole));
        let listed: Vec<_> = legal.listed.iter().filter(|listed| id.begins(&listed.whole)).collect();
        match (listed.as_slice(), open.as_slice()) {
            ([listed], []) => self.apply(node, &listed.id, listed.action),
            ([], [child]) => Ok(child.node.clone()),
            ([], []) => Err(TreeError::NoAction { at: node.path.clone(), id: id.clone() }),
            (listed, open) => {
                let event = |action| node.run.write_action(action).to_string();
                let listed = listed.iter().map(|listed| (listed.id.clone(), event(listed.action)));
                let open = open.iter().map(|child| (child.id.clone(), child.event.clone()));
                let candidates = listed.chain(open).collect();
                Err(TreeError::Ambiguous { at: node.path.clone(), id: id.clone(), candidates })
            }
        }
    }

    fn apply(&self, node: &Node<G>, id: &Id, action: G::Action) -> Result<Node<G>, TreeError> {
        let mut run = node.run.clone();
        let event = run.write_action(action).to_string();
        match run.apply(action) {
            Ok(()) => Ok(Node { path: node.path.child(id), run, event: Some(event) }),
            Err(refusal) => Err(TreeError::Refused { at: node.path.clone(), event, refusal }),
        }
    }

    /// The node that a written event leads to.
    fn follow_event(&self, node: &Node<G>, text: &str) -> Result<Node<G>, TreeError> {
        // The contents that the event brings belong to the new node only.
        let mut from = node.clone();
        let action = line::read_event(text)
            .and_then(|event| from.run.read_action(&event))
            .map_err(|problem| self.no_event(node, text, problem))?;
        let legal = self.legal(&from)?;
        if let Some(id) = legal.id_of(action) {
            return self.apply(&from, id, action);
        }
        if let Err(refusal) = from.run.state().check(action, &from.run.record().contents) {
            let event = from.run.write_action(action).to_string();
            return Err(TreeError::Refused { at: node.path.clone(), event, refusal });
        }
        if !legal.is_open {
            let problem = Diagnostic::new("tree/not-listed", "the rules accept it but do not list it");
            return Err(self.no_event(node, text, problem));
        }
        let id = self.open_id(&from, &legal, action)?;
        self.apply(&from, &id, action)
    }

    fn whole_id(&self, node: &Node<G>, action: G::Action) -> Result<Id, TreeError> {
        let key = legal::key(&node.run, &self.names, action);
        Id::whole(&key).map_err(|error| TreeError::Keys { at: node.path.clone(), error })
    }

    /// The directory of a choice that cannot be listed: a few digits of its id, or all of them if those few
    /// are taken.
    fn open_id(&self, node: &Node<G>, legal: &Legal<G>, action: G::Action) -> Result<Id, TreeError> {
        let whole = self.whole_id(node, action)?;
        for digits in [OPEN_DIGITS, ALL_DIGITS] {
            let id = whole.first_digits(digits);
            let is_listed = legal.listed.iter().any(|listed| id.begins(&listed.whole));
            if !is_listed && self.is_free(node, legal, &id, action)? {
                return Ok(id);
            }
        }
        let error = KeyError::Same(legal::key(&node.run, &self.names, action));
        Err(TreeError::Keys { at: node.path.clone(), error })
    }

    /// Whether no other action has this directory.
    fn is_free(
        &self,
        node: &Node<G>,
        legal: &Legal<G>,
        id: &Id,
        action: G::Action,
    ) -> Result<bool, TreeError> {
        let mut there = self.open_children(node, legal, |dir| dir == id)?;
        let event = node.run.write_action(action).to_string();
        Ok(there.pop().is_none_or(|child| child.event == event))
    }

    /// The children that cannot be listed, among the given existing directories.
    fn open_children(
        &self,
        node: &Node<G>,
        legal: &Legal<G>,
        wanted: impl Fn(&Id) -> bool,
    ) -> Result<Vec<OpenChild<G>>, TreeError> {
        let mut children = Vec::new();
        if !legal.is_open {
            return Ok(children);
        }
        for id in self.store.list_dirs(&node.path)?.into_iter().filter(wanted) {
            if legal.listed.iter().any(|listed| listed.id == id) {
                continue;
            }
            let path = node.path.child(&id);
            // Without an event, somebody was interrupted, or made a directory of their own.
            if let Some(text) = self.store.read(&path, ACTION)? {
                let child = self.open_child(node, legal, &id, text.trim());
                let child = child.map_err(|problem| self.damaged(&path, ACTION, problem))?;
                children.push(child);
            }
        }
        Ok(children)
    }

    /// The child that the event in a directory leads to.
    fn open_child(
        &self,
        node: &Node<G>,
        legal: &Legal<G>,
        id: &Id,
        text: &str,
    ) -> Result<OpenChild<G>, Diagnostic> {
        let one_problem = |error: TreeError| Diagnostic::new(error.id(), error.to_string());
        let mut from = node.clone();
        let action = line::read_event(text).and_then(|event| from.run.read_action(&event))?;
        let whole = self.whole_id(&from, action).map_err(one_problem)?;
        if !id.begins(&whole) || legal.id_of(action).is_some() {
            let message = format!("`{text}` does not belong in the directory `{id}`");
            return Err(Diagnostic::new("tree/wrong-directory", message));
        }
        let node = self.apply(&from, id, action).map_err(one_problem)?;
        Ok(OpenChild { id: id.clone(), whole, event: node.event.clone().unwrap_or_default(), node })
    }

    fn damaged(&self, path: &NodePath, file: &str, problem: Diagnostic) -> TreeError {
        let place = self.store.place(path).join(file).display().to_string();
        TreeError::Damaged { place, problem: Box::new(problem) }
    }

    /// Writes a node, unless it is complete. The order matters: whoever sees the marker sees everything.
    fn populate(&self, node: &Node<G>) -> Result<(), TreeError> {
        let is_complete = self.is_populated(&node.path)?;
        self.store.tidy(&node.path);
        if is_complete {
            return Ok(());
        }
        let legal = self.legal(node)?;
        self.store.make_dir(&node.path)?;
        let ids: Vec<&Id> = legal.listed.iter().map(|listed| &listed.id).collect();
        self.store.make_dirs_below(&node.path, &ids)?;
        if let Some(event) = &node.event {
            self.store.write(&node.path, ACTION, &format!("{event}\n"))?;
        }
        if let Some(outcome) = node.run.state().outcome() {
            self.store.write(&node.path, OUTCOME, &format!("{}\n", outcome.result))?;
        }
        let Layout { marker, others, .. } = &self.layout;
        for file in others.iter().chain([marker]) {
            self.store.write(&node.path, file.name, &(file.write)(&node.run))?;
        }
        Ok(())
    }

    /// Adds the result of a complete node at which the game is over.
    fn count(&self, path: &NodePath, counts: &mut Counts) -> Result<(), TreeError> {
        let Some(text) = self.store.read(path, OUTCOME)? else { return Ok(()) };
        let result = text.trim();
        if result.is_empty() || result.contains(char::is_whitespace) {
            let problem = Diagnostic::new("tree/outcome", "the file should hold the result in one word");
            return Err(self.damaged(path, OUTCOME, problem));
        }
        if self.is_populated(path)? {
            *counts.entry(result.to_owned()).or_default() += 1;
        }
        Ok(())
    }

    /// Counts at a node and below it. Games are hundreds of actions deep, so pending work is kept in a list:
    /// each directory with the depth at which its name belongs.
    fn outcomes_below(&self, mut path: NodePath) -> Result<Counts, TreeError> {
        let mut counts = Counts::new();
        let mut left: Vec<(usize, Id)> = Vec::new();
        loop {
            self.count(&path, &mut counts)?;
            let depth = path.depth();
            left.extend(self.store.list_dirs(&path)?.into_iter().map(|id| (depth, id)));
            let Some((depth, id)) = left.pop() else { return Ok(counts) };
            path.truncate(depth);
            path.push(&id);
        }
    }
}
