//! The parser: it finds every meaning of a text, not only the first.
//!
//! Every nonterminal is looked for once at every position. It yields each place where it may end, with each different meaning; two ways to
//! the same meaning are one.

use std::collections::HashMap;
use std::rc::Rc;

use crate::grammar::{Item, Table};
use crate::lexicon::{self, Class};
use crate::node::Node;
use crate::words::Word;

type Found = Rc<Vec<(usize, Node)>>;

/// A text that is being parsed.
pub struct Chart<'a> {
    table: &'a Table,
    words: &'a [Word],
    known: HashMap<(usize, usize), Found>,
    /// The furthest word that fitted anything.
    pub furthest: usize,
}

impl<'a> Chart<'a> {
    /// A chart without entries.
    #[must_use]
    pub fn new(table: &'a Table, words: &'a [Word]) -> Self {
        Self { table, words, known: HashMap::new(), furthest: 0 }
    }

    /// The meanings of the whole text as this nonterminal.
    pub fn whole(&mut self, name: &str) -> Vec<Node> {
        let Some(number) = self.table.number(name) else { return Vec::new() };
        let end = self.words.len();
        self.find(number, 0).iter().filter(|(at, _)| *at == end).map(|(_, node)| node.clone()).collect()
    }

    fn find(&mut self, number: usize, at: usize) -> Found {
        if let Some(found) = self.known.get(&(number, at)) {
            return found.clone();
        }
        // A nonterminal that begins with itself finds nothing there.
        self.known.insert((number, at), Rc::default());
        let mut found = self.terminal(number, at);
        let table = self.table;
        for rule in table.rules(number) {
            let mut ends = Vec::new();
            self.follow(&rule.pattern, at, &mut Vec::new(), &mut ends);
            for (end, parts) in ends {
                if let Some(node) = (rule.build)(&parts)
                    && !found.iter().any(|known| known.0 == end && known.1 == node)
                {
                    found.push((end, node));
                }
            }
        }
        let found = Rc::new(found);
        self.known.insert((number, at), found.clone());
        found
    }

    fn follow(
        &mut self,
        pattern: &[Item],
        at: usize,
        parts: &mut Vec<Node>,
        ends: &mut Vec<(usize, Vec<Node>)>,
    ) {
        match pattern {
            [] => ends.push((at, parts.clone())),
            [Item::Word(wanted), rest @ ..] => {
                if self.words.get(at).is_some_and(|word| word.word == *wanted) {
                    self.furthest = self.furthest.max(at + 1);
                    self.follow(rest, at + 1, parts, ends);
                }
            }
            [Item::Part { number, optional }, rest @ ..] => {
                for (end, node) in self.find(*number, at).iter() {
                    parts.push(node.clone());
                    self.follow(rest, *end, parts, ends);
                    parts.pop();
                }
                if *optional {
                    parts.push(Node::Nothing);
                    self.follow(rest, at, parts, ends);
                    parts.pop();
                }
            }
        }
    }

    fn terminal(&mut self, number: usize, at: usize) -> Vec<(usize, Node)> {
        if self.table.name(number) == "AbilityName" {
            return self.ability_names(at);
        }
        let found = match self.table.name(number) {
            "Name" => self.closed(Class::Name, at),
            "FullName" => self.closed(Class::FullName, at),
            "Class" => self.closed(Class::Classification, at),
            "Ink" => self.closed(Class::Ink, at),
            "Keyword" => self.closed(Class::Keyword, at),
            "Number" => self.number(at, false),
            "Signed" => self.number(at, true),
            _ => None,
        };
        if let Some((end, _)) = found {
            self.furthest = self.furthest.max(end);
        }
        found.into_iter().collect()
    }

    /// The name of an ability is no closed class: up to four words, the first with a capital.
    fn ability_names(&mut self, at: usize) -> Vec<(usize, Node)> {
        let is_name = self.words.get(at).is_some_and(|word| word.raw.starts_with(char::is_uppercase));
        if !is_name {
            return Vec::new();
        }
        let ends = at + 1..=self.words.len().min(at + 4);
        ends.map(|end| {
            let raw: Vec<&str> = self.words[at..end].iter().map(|word| word.raw.as_str()).collect();
            (end, Node::Text(raw.join(" ")))
        })
        .collect()
    }

    fn closed(&self, class: Class, at: usize) -> Option<(usize, Node)> {
        lexicon::read(class, self.words, at).map(|(end, name)| (end, Node::Text(name)))
    }

    fn number(&self, at: usize, signed: bool) -> Option<(usize, Node)> {
        let word = &self.words.get(at)?.word;
        let has_sign = word.starts_with(['+', '-']);
        (has_sign == signed).then(|| word.parse().ok()).flatten().map(|number| (at + 1, Node::Number(number)))
    }
}
