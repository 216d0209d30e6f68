//! A directed graph whose nodes and edges have attributes: everything in a DOT file that matters.

use std::collections::HashMap;

use gaslamp_core::{Diagnostic, Span};

/// A directed graph. Node ids are unique, keys in a list of attributes are unique, and both ends of every edge are
/// nodes: the reader ensures it, and the writer relies on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The name after `digraph`; may be empty.
    pub name: String,
    /// The nodes, in the order in which they are first mentioned.
    pub nodes: Vec<Node>,
    /// The edges, in order.
    pub edges: Vec<Edge>,
}

/// A node. Comparing nodes ignores their places.
#[derive(Clone, Debug)]
pub struct Node {
    /// The id by which edges refer to it.
    pub id: String,
    /// Its attributes, in order.
    pub attrs: Vec<Attr>,
    /// Its id in its own statement, or else its first mention.
    pub span: Span,
}

/// An edge. Comparing edges ignores their places.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The id of the node it leaves.
    pub from: String,
    /// The id of the node it goes to.
    pub to: String,
    /// Its attributes, in order.
    pub attrs: Vec<Attr>,
    /// From the first end to the second.
    pub span: Span,
}

/// An attribute. Comparing attributes ignores their places.
#[derive(Clone, Debug)]
pub struct Attr {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
    /// From the key to the end of the value.
    pub span: Span,
}

/// The nodes of a graph by id, for many lookups in one graph.
#[derive(Clone, Debug)]
pub struct Index<'g> {
    nodes: &'g [Node],
    places: HashMap<&'g str, usize>,
}

impl Graph {
    /// A graph without nodes.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Reads a DOT file.
    ///
    /// # Errors
    /// Everything that cannot be read.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        super::read(text).readable()
    }

    /// The node with this id. It searches all nodes; for many lookups, use an [`Index`].
    #[must_use]
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// The nodes by id.
    #[must_use]
    pub fn index(&self) -> Index<'_> {
        // In reverse, so that the first of two nodes with the same id is found, as in `node`.
        let places = self.nodes.iter().enumerate().rev().map(|(at, node)| (node.id.as_str(), at)).collect();
        Index { nodes: &self.nodes, places }
    }
}

impl<'g> Index<'g> {
    /// The node with this id.
    #[must_use]
    pub fn node(&self, id: &str) -> Option<&'g Node> {
        self.nodes.get(self.place(id)?)
    }

    /// The index of the node with this id.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }
}

impl Node {
    /// A node without attributes that was not read from a text.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), attrs: Vec::new(), span: Span::default() }
    }

    /// The same with another attribute.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<String>) -> Self {
        self.attrs.push(Attr::new(key, value));
        self
    }

    /// The value of the attribute with this key.
    #[must_use]
    pub fn attr(&self, key: &str) -> Option<&str> {
        find(&self.attrs, key)
    }
}

impl Edge {
    /// An edge without attributes that was not read from a text.
    #[must_use]
    pub fn new(from: impl Into<String>, to: impl Into<String>) -> Self {
        Self { from: from.into(), to: to.into(), attrs: Vec::new(), span: Span::default() }
    }

    /// An edge with a label that was not read from a text.
    #[must_use]
    pub fn labelled(from: impl Into<String>, label: &str, to: impl Into<String>) -> Self {
        Self::new(from, to).with("label", label)
    }

    /// The same with another attribute.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<String>) -> Self {
        self.attrs.push(Attr::new(key, value));
        self
    }

    /// The value of the attribute with this key.
    #[must_use]
    pub fn attr(&self, key: &str) -> Option<&str> {
        find(&self.attrs, key)
    }

    /// Its label; empty if it has none.
    #[must_use]
    pub fn label(&self) -> &str {
        self.attr("label").unwrap_or_default()
    }
}

impl Attr {
    /// An attribute that was not read from a text.
    #[must_use]
    pub fn new(key: &str, value: impl Into<String>) -> Self {
        Self { key: key.to_owned(), value: value.into(), span: Span::default() }
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.attrs == other.attrs
    }
}

impl PartialEq for Edge {
    fn eq(&self, other: &Self) -> bool {
        self.from == other.from && self.to == other.to && self.attrs == other.attrs
    }
}

impl PartialEq for Attr {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.value == other.value
    }
}

impl Eq for Node {}
impl Eq for Edge {}
impl Eq for Attr {}

fn find<'a>(attrs: &'a [Attr], key: &str) -> Option<&'a str> {
    attrs.iter().find(|attr| attr.key == key).map(|attr| attr.value.as_str())
}
