//! The graph while it is being read: nodes by id, defaults and members of the subgraphs that are open.
//!
//! Defaults, chains and edges between subgraphs copy what was written once. To keep a short text from becoming a huge
//! graph, the amount that is copied is limited in proportion to the text.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use gaslamp_core::Span;

use super::graph::{Attr, Edge, Graph, Node};

/// How many bytes may be copied, in addition to [`COPIES_OF_TEXT`] times the text.
const MOST_COPIED: usize = 1 << 24;
const COPIES_OF_TEXT: usize = 16;
/// Lists up to this length are searched; longer ones get a table.
const SHORT: usize = 16;

pub(super) struct Builder {
    graph: Graph,
    places: HashMap<String, usize>,
    /// The nodes that have had a statement of their own.
    declared: HashSet<usize>,
    /// The only edge between two nodes, if the graph is strict.
    pairs: Option<HashMap<(usize, usize), usize>>,
    subgraphs: HashMap<String, Vec<usize>>,
    /// The graph and the open subgraphs, outermost first.
    scopes: Vec<Scope>,
    left: usize,
    /// Whether something was left out because too much would have been copied.
    pub(super) is_full: bool,
}

#[derive(Default)]
struct Scope {
    name: Option<String>,
    node: Rc<Vec<Attr>>,
    edge: Rc<Vec<Attr>>,
    members: Vec<usize>,
    seen: HashSet<usize>,
}

/// What defaults are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DefaultsFor {
    Node,
    Edge,
    Graph,
}

impl Builder {
    pub(super) fn new(text_length: usize) -> Self {
        Self {
            graph: Graph::default(),
            places: HashMap::new(),
            declared: HashSet::new(),
            pairs: None,
            subgraphs: HashMap::new(),
            scopes: vec![Scope::default()],
            left: MOST_COPIED.saturating_add(text_length.saturating_mul(COPIES_OF_TEXT)),
            is_full: false,
        }
    }

    pub(super) fn name(&mut self, name: &str) {
        name.clone_into(&mut self.graph.name);
    }

    pub(super) fn be_strict(&mut self) {
        self.pairs = Some(HashMap::new());
    }

    /// Mentions a node.
    pub(super) fn node(&mut self, id: &str, span: Span) -> usize {
        let place = self.places.get(id).copied().unwrap_or_else(|| self.add(id, span));
        self.join(place);
        place
    }

    /// Gives a node a statement of its own. The first one is its place.
    pub(super) fn declare(&mut self, place: usize, span: Span, attrs: Vec<Attr>) {
        let Some(node) = self.graph.nodes.get_mut(place) else { return };
        node.attrs.extend(attrs);
        if self.declared.insert(place) {
            node.span = span;
        }
    }

    /// Adds edges from each of some nodes to each of others.
    pub(super) fn edges(&mut self, from: &[usize], to: &[usize], span: Span, attrs: &[Attr]) {
        let defaults = self.scopes.last().map(|scope| Rc::clone(&scope.edge)).unwrap_or_default();
        let cost = cost(&defaults) + cost(attrs);
        for &first in from {
            for &second in to {
                let (Some(first_node), Some(second_node)) =
                    (self.graph.nodes.get(first), self.graph.nodes.get(second))
                else {
                    continue;
                };
                let (from, to) = (first_node.id.clone(), second_node.id.clone());
                if !self.spend(cost + size_of::<Edge>() + from.len() + to.len()) {
                    return;
                }
                let next = self.graph.edges.len();
                let place =
                    self.pairs.as_mut().map_or(next, |pairs| *pairs.entry((first, second)).or_insert(next));
                if let Some(edge) = self.graph.edges.get_mut(place) {
                    edge.attrs.extend_from_slice(attrs);
                } else {
                    let attrs = defaults.iter().chain(attrs).cloned().collect();
                    self.graph.edges.push(Edge { from, to, attrs, span });
                }
            }
        }
    }

    /// Sets defaults for what follows in this subgraph.
    pub(super) fn defaults(&mut self, target: DefaultsFor, attrs: Vec<Attr>) {
        let Some(scope) = self.scopes.last() else { return };
        let old = match target {
            DefaultsFor::Node => Rc::clone(&scope.node),
            DefaultsFor::Edge => Rc::clone(&scope.edge),
            DefaultsFor::Graph => return,
        };
        if !self.spend(cost(&old)) {
            return;
        }
        let mut list = old.to_vec();
        list.extend(attrs);
        let list = Rc::new(merge(list));
        if let Some(scope) = self.scopes.last_mut() {
            *(if target == DefaultsFor::Node { &mut scope.node } else { &mut scope.edge }) = list;
        }
    }

    /// Begins a subgraph, or continues one that exists.
    pub(super) fn begin(&mut self, name: Option<&str>) {
        let outer = self.scopes.last();
        let node = outer.map(|scope| Rc::clone(&scope.node)).unwrap_or_default();
        let edge = outer.map(|scope| Rc::clone(&scope.edge)).unwrap_or_default();
        let mut members = name.and_then(|name| self.subgraphs.remove(name)).unwrap_or_default();
        if !self.spend(size_of_val(members.as_slice())) {
            members.clear();
        }
        let seen = members.iter().copied().collect();
        self.scopes.push(Scope { name: name.map(str::to_owned), node, edge, members, seen });
    }

    /// Ends the innermost subgraph; its nodes also belong to the enclosing one.
    pub(super) fn end(&mut self) -> Vec<usize> {
        let Some(scope) = self.scopes.pop() else { return Vec::new() };
        scope.members.iter().for_each(|&place| self.join(place));
        if let Some(name) = scope.name {
            self.subgraphs.insert(name, scope.members.clone());
        }
        scope.members
    }

    /// Names an existing subgraph without listing its nodes.
    pub(super) fn members(&mut self, name: &str) -> Vec<usize> {
        let length = self.subgraphs.get(name).map_or(0, Vec::len);
        if !self.spend(length * size_of::<usize>()) {
            return Vec::new();
        }
        let members = self.subgraphs.get(name).cloned().unwrap_or_default();
        members.iter().for_each(|&place| self.join(place));
        members
    }

    pub(super) fn finish(self) -> Graph {
        let mut graph = self.graph;
        graph.nodes.iter_mut().for_each(|node| node.attrs = merge(std::mem::take(&mut node.attrs)));
        graph.edges.iter_mut().for_each(|edge| edge.attrs = merge(std::mem::take(&mut edge.attrs)));
        graph
    }

    fn add(&mut self, id: &str, span: Span) -> usize {
        let place = self.graph.nodes.len();
        let defaults = self.scopes.last().map(|scope| Rc::clone(&scope.node)).unwrap_or_default();
        let attrs = if self.spend(cost(&defaults)) { defaults.to_vec() } else { Vec::new() };
        self.graph.nodes.push(Node { id: id.to_owned(), attrs, span });
        self.places.insert(id.to_owned(), place);
        place
    }

    /// The graph itself contains every node, so only subgraphs keep their members.
    fn join(&mut self, place: usize) {
        if let [_, .., scope] = self.scopes.as_mut_slice()
            && scope.seen.insert(place)
        {
            scope.members.push(place);
        }
    }

    fn spend(&mut self, cost: usize) -> bool {
        let left = self.left.checked_sub(cost);
        self.is_full |= left.is_none();
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

/// The bytes that a copy of these takes.
fn cost(attrs: &[Attr]) -> usize {
    attrs.iter().map(|attr| size_of::<Attr>() + attr.key.len() + attr.value.len()).sum()
}

/// Keeps one attribute for each key: in the place of the first, with the value of the last.
fn merge(attrs: Vec<Attr>) -> Vec<Attr> {
    let mut merged: Vec<Attr> = Vec::with_capacity(attrs.len());
    let mut places: HashMap<String, usize> = HashMap::new();
    let is_short = attrs.len() <= SHORT;
    for attr in attrs {
        let place = if is_short {
            merged.iter().position(|old| old.key == attr.key)
        } else {
            places.get(&attr.key).copied()
        };
        match place.and_then(|place| merged.get_mut(place)) {
            Some(old) => *old = attr,
            None => {
                if !is_short {
                    places.insert(attr.key.clone(), merged.len());
                }
                merged.push(attr);
            }
        }
    }
    merged
}
