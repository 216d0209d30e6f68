//! The reader; the header of [`super`] says what it accepts.

use gaslamp_core::{Diagnostic, Span};

use super::build::DefaultsFor;
use super::graph::{Attr, Graph};
use super::lex::{TokenKind, unclosed_quote};
use super::parse::{Parsed, Parser, keyword, no_value};

/// How deep subgraphs may be nested.
pub const MOST_NESTED: usize = 64;
/// How often a missing quote is guessed, since going back takes time.
const MOST_GUESSED: usize = 100;

/// What was read: the graph, and what could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// What could be read.
    pub graph: Graph,
    /// What could not be read, in the order of the text.
    pub problems: Vec<Diagnostic>,
}

impl Reading {
    /// The graph, if all of it could be read.
    ///
    /// # Errors
    /// Everything that cannot be read.
    pub fn readable(self) -> Result<Graph, Vec<Diagnostic>> {
        if self.problems.is_empty() { Ok(self.graph) } else { Err(self.problems) }
    }
}

/// Reads a DOT file as far as it can be read.
#[must_use]
pub fn read(text: &str) -> Reading {
    let mut parser = Parser::new(text);
    parser.graph();
    let mut problems = parser.lexer.problems;
    problems.append(&mut parser.problems);
    problems.sort_by_key(|problem| problem.span.map_or(usize::MAX, |span| span.start));
    Reading { graph: parser.builder.finish(), problems }
}

/// One side of an edge: a node, or all nodes of a subgraph.
struct Side {
    nodes: Vec<usize>,
    span: Span,
}

impl Parser<'_> {
    fn graph(&mut self) {
        let Some(open) = self.header() else { return };
        self.statements(open);
        if self.next.kind != TokenKind::End {
            let message = "the graph ends before this; a file holds one graph";
            self.report(
                Diagnostic::new("lorcana/dot/after-end", message).at(self.next.span).fix("remove it"),
            );
        }
    }

    /// Reads up to the `{` of the graph, if this looks like one at all.
    fn header(&mut self) -> Option<Span> {
        if self.is_word("strict") {
            self.builder.be_strict();
            self.bump();
        }
        if self.is_word("graph") {
            self.report(undirected("`graph` has edges without direction", self.next.span).fix("digraph"));
        } else if !self.is_word("digraph") {
            let message = "a DOT file begins with `digraph`";
            self.report(
                Diagnostic::new("lorcana/dot/no-graph", message).at(self.next.span).fix("digraph lorcana {"),
            );
            if !matches!(self.next.kind, TokenKind::Word(_)) {
                return None;
            }
        }
        let begin = self.bump();
        if self.is_id() {
            match self.id() {
                Ok((name, _)) => self.builder.name(&name),
                Err(problem) => self.report(problem),
            }
        }
        if self.next.kind.is('{') {
            return Some(self.bump());
        }
        let message = "`{` is missing after the name of the graph";
        let span = if self.next.kind == TokenKind::End { self.last.span } else { self.next.span };
        self.report(Diagnostic::new("lorcana/dot/no-brace", message).at(span).fix("{"));
        while !(self.next.begins_line || self.next.kind == TokenKind::End || self.next.kind.is('{')) {
            self.bump();
        }
        if self.next.kind == TokenKind::End {
            return None;
        }
        Some(if self.next.kind.is('{') { self.bump() } else { begin })
    }

    /// Reads up to and including the `}` that closes what was opened.
    fn statements(&mut self, open: Span) {
        loop {
            match self.next.kind {
                TokenKind::End => {
                    let problem = Diagnostic::new("lorcana/dot/unclosed-brace", "this `{` is never closed");
                    return self.report(problem.at(open).fix("}"));
                }
                TokenKind::Sign('}') => {
                    self.bump();
                    return;
                }
                TokenKind::Sign(';') => {
                    self.bump();
                }
                _ => {
                    let start = self.next.span.start;
                    match self.statement() {
                        Ok(()) => self.clear(start),
                        Err(problem) => self.recover(problem, start),
                    }
                    self.tell_full(start);
                }
            }
        }
    }

    fn tell_full(&mut self, start: usize) {
        if self.builder.is_full && !std::mem::replace(&mut self.told_full, true) {
            let message = "defaults and edges between subgraphs make this graph too large";
            let span = Span::new(start, self.last.span.end.max(start));
            self.report(
                Diagnostic::new("lorcana/dot/too-large", message).at(span).fix("write fewer of them"),
            );
        }
    }

    /// Reports what ended a statement and goes on after it: at the next `;`, line or brace. If the closing
    /// quote of a string is missing, reading goes on at the end of its line.
    fn recover(&mut self, problem: Diagnostic, start: usize) {
        if let Some(string) = self.suspect()
            && self.guessed < MOST_GUESSED
        {
            self.guessed += 1;
            let end = self.lexer.line_end(string.start);
            self.rewind(end, false);
            return self.report(unclosed_quote().at(Span::new(string.start, end)));
        }
        self.suspect = None;
        self.report(problem);
        if self.next.span.start == start {
            self.bump();
        }
        while !self.next.begins_line {
            match self.next.kind {
                TokenKind::End | TokenKind::Sign('{' | '}') => return,
                TokenKind::Sign(';') => {
                    self.bump();
                    return;
                }
                _ => self.bump(),
            };
        }
    }

    fn statement(&mut self) -> Parsed<()> {
        for (word, target) in
            [("node", DefaultsFor::Node), ("edge", DefaultsFor::Edge), ("graph", DefaultsFor::Graph)]
        {
            if self.is_word(word) {
                let span = self.bump();
                if !self.next.kind.is('[') {
                    return Err(keyword(word, span));
                }
                let attrs = self.lists()?;
                self.builder.defaults(target, attrs);
                return Ok(());
            }
        }
        if !self.is_side() {
            return Err(self.unexpected());
        }
        let (first, is_node) = if self.is_subgraph() {
            (self.subgraph()?, false)
        } else {
            let (id, span) = self.id()?;
            if self.next.kind.is('=') {
                self.bump();
                // An attribute of the graph itself.
                return if self.is_id() { self.id().map(|_| ()) } else { Err(no_value(&id, span)) };
            }
            (self.node(&id, span)?, true)
        };
        let chain = self.chain()?;
        let attrs = self.lists()?;
        match first.nodes.as_slice() {
            &[place] if is_node && chain.is_empty() => self.builder.declare(place, first.span, attrs),
            _ => self.edges(first, chain, &attrs),
        }
        Ok(())
    }

    /// What follows the first node of a chain of edges: the label of the arrow, if any, and the next side.
    fn chain(&mut self) -> Parsed<Vec<(Option<Attr>, Side)>> {
        let mut chain = Vec::new();
        loop {
            let span = self.next.span;
            let label = match self.next.kind {
                TokenKind::Arrow => None,
                TokenKind::Labelled(label) => Some(Attr { span, ..Attr::new("label", label) }),
                TokenKind::Undirected => {
                    self.report(undirected("`--` has no direction", span).fix("->"));
                    None
                }
                _ => return Ok(chain),
            };
            self.bump();
            if !self.is_side() {
                let message = "a node is missing after the arrow";
                return Err(Diagnostic::new("lorcana/dot/no-node", message).at(span).fix("name a node"));
            }
            let side = if self.is_subgraph() {
                self.subgraph()?
            } else {
                let (id, span) = self.id()?;
                self.node(&id, span)?
            };
            chain.push((label, side));
        }
    }

    fn edges(&mut self, first: Side, chain: Vec<(Option<Attr>, Side)>, attrs: &[Attr]) {
        let mut from = first;
        for (label, to) in chain {
            let span = Span::new(from.span.start, to.span.end);
            match label {
                None => self.builder.edges(&from.nodes, &to.nodes, span, attrs),
                Some(label) => {
                    let attrs = [&[label], attrs].concat();
                    self.builder.edges(&from.nodes, &to.nodes, span, &attrs);
                }
            }
            from = to;
        }
    }

    /// A mention of a node, perhaps with a port: `a:port:n`.
    fn node(&mut self, id: &str, span: Span) -> Parsed<Side> {
        let nodes = vec![self.builder.node(id, span)];
        while self.next.kind.is(':') {
            self.bump();
            self.id()?;
        }
        Ok(Side { nodes, span })
    }

    /// `subgraph name { … }`, `subgraph { … }`, `{ … }`, or `subgraph name` for an existing one.
    fn subgraph(&mut self) -> Parsed<Side> {
        let start = self.next.span.start;
        let mut name = None;
        if self.is_word("subgraph") {
            self.bump();
            if self.is_id() {
                name = Some(self.id()?.0);
            }
        }
        let nodes = if self.next.kind.is('{') {
            self.block(name.as_deref())
        } else if let Some(name) = name {
            self.builder.members(&name)
        } else {
            return Err(self.unexpected());
        };
        Ok(Side { nodes, span: Span::new(start, self.last.span.end) })
    }

    fn block(&mut self, name: Option<&str>) -> Vec<usize> {
        let open = self.bump();
        if self.nested == MOST_NESTED {
            let message = format!("more than {MOST_NESTED} subgraphs are nested");
            self.report(Diagnostic::new("lorcana/dot/too-deep", message).at(open).fix("nest fewer"));
            self.skip_block();
            return Vec::new();
        }
        self.nested += 1;
        self.builder.begin(name);
        self.statements(open);
        self.nested -= 1;
        self.builder.end()
    }

    fn skip_block(&mut self) {
        let mut depth = 1_usize;
        while depth > 0 && self.next.kind != TokenKind::End {
            match self.next.kind {
                TokenKind::Sign('{') => depth += 1,
                TokenKind::Sign('}') => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    fn is_subgraph(&self) -> bool {
        self.next.kind.is('{') || self.is_word("subgraph")
    }

    fn is_side(&self) -> bool {
        self.is_id() || self.is_subgraph()
    }
}

fn undirected(message: &str, span: Span) -> Diagnostic {
    Diagnostic::new("lorcana/dot/undirected", format!("{message}; these graphs are directed")).at(span)
}
