//! The writer; the header of [`super`] says what it writes.

use std::fmt;

use super::graph::{Attr, Edge, Graph, Node};
use super::lex::is_keyword;

const INDENT: &str = "    ";

/// Writes a graph statement by statement, so that callers can put comments between its parts.
#[derive(Clone, Debug)]
pub struct Writer {
    text: String,
    is_fresh: bool,
}

/// Writes a graph: the nodes in order, an empty line, the edges in order.
#[must_use]
pub fn write(graph: &Graph) -> String {
    let mut writer = Writer::new(&graph.name);
    graph.nodes.iter().for_each(|node| writer.node(node));
    writer.gap();
    graph.edges.iter().for_each(|edge| writer.edge(edge));
    writer.finish()
}

impl Writer {
    /// Begins a graph.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let mut text = String::from("digraph ");
        if !name.is_empty() {
            push_id(&mut text, name);
            text.push(' ');
        }
        text.push_str("{\n");
        Self { text, is_fresh: true }
    }

    /// Begins a new group: an empty line, unless the last one has no statement yet.
    pub fn gap(&mut self) {
        if !self.is_fresh {
            self.text.push('\n');
            self.is_fresh = true;
        }
    }

    /// Begins a new group with a comment of one or several lines.
    pub fn comment(&mut self, comment: &str) {
        self.gap();
        for line in comment.split(['\n', '\r']) {
            self.line(|text| {
                text.push_str("// ");
                text.push_str(line);
            });
        }
        self.is_fresh = true;
    }

    /// Writes a node.
    pub fn node(&mut self, node: &Node) {
        self.line(|text| {
            push_id(text, &node.id);
            push_attrs(text, &node.attrs);
        });
    }

    /// Writes an edge.
    pub fn edge(&mut self, edge: &Edge) {
        self.line(|text| {
            push_id(text, &edge.from);
            text.push_str(" -> ");
            push_id(text, &edge.to);
            push_attrs(text, &edge.attrs);
        });
    }

    /// The whole text.
    #[must_use]
    pub fn finish(mut self) -> String {
        if self.text.ends_with("\n\n") {
            self.text.pop();
        }
        self.text.push_str("}\n");
        self.text
    }

    fn line(&mut self, content: impl FnOnce(&mut String)) {
        self.text.push_str(INDENT);
        content(&mut self.text);
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
        self.is_fresh = false;
    }
}

/// Ends a statement, after its attributes in brackets.
fn push_attrs(text: &mut String, attrs: &[Attr]) {
    for (at, attr) in attrs.iter().enumerate() {
        text.push_str(if at == 0 { " [" } else { ", " });
        push_id(text, &attr.key);
        text.push('=');
        push_quoted(text, &attr.value);
    }
    text.push_str(if attrs.is_empty() { ";" } else { "];" });
}

fn push_id(text: &mut String, id: &str) {
    if is_plain(id) { text.push_str(id) } else { push_quoted(text, id) }
}

fn is_plain(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_keyword(id)
}

/// Only a backslash that would be read as another escape is doubled: `\N` must keep its meaning for Graphviz.
fn push_quoted(text: &mut String, value: &str) {
    text.push('"');
    let mut rest = value.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' if matches!(rest.peek(), None | Some('\\' | '"' | '\n' | '\r')) => text.push_str("\\\\"),
            _ => text.push(c),
        }
    }
    text.push('"');
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}
