//! The grammar: a table of productions, each with what it makes, its words, and a builder.
//!
//! A pattern is a list of words in normal form and of nonterminals: `<Target>`, or `<Duration?>` where it may be missing. A nonterminal is
//! defined by all the productions that make it.

mod abilities;
mod amounts;
mod conditions;
mod own;
mod statics;
mod steps;
mod targets;
mod triggers;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::node::Node;

/// One element of a pattern.
#[derive(Debug)]
pub enum Item {
    /// This word.
    Word(String),
    /// A nonterminal.
    Part {
        /// Which.
        number: usize,
        /// Whether it may be missing.
        optional: bool,
    },
}

/// Makes a node from the nonterminals of a pattern; none if they do not go together.
pub type Build = fn(&[Node]) -> Option<Node>;

/// A production.
#[derive(Debug)]
pub struct Rule {
    /// Its words and nonterminals.
    pub pattern: Vec<Item>,
    /// Its builder.
    pub build: Build,
}

/// All productions.
#[derive(Debug, Default)]
pub struct Table {
    names: Vec<&'static str>,
    numbers: HashMap<&'static str, usize>,
    rules: Vec<Vec<Rule>>,
}

impl Table {
    /// The number of a nonterminal.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The name of a nonterminal.
    #[must_use]
    pub fn name(&self, number: usize) -> &'static str {
        self.names[number]
    }

    /// The productions of a nonterminal.
    #[must_use]
    pub fn rules(&self, number: usize) -> &[Rule] {
        &self.rules[number]
    }

    fn numbered(&mut self, name: &'static str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len();
        self.numbers.insert(name, number);
        self.names.push(name);
        self.rules.push(Vec::new());
        number
    }

    fn add(&mut self, makes: &'static str, pattern: &'static str, build: Build) {
        let number = self.numbered(makes);
        let pattern = pattern.split(' ').map(|item| self.item(item)).collect();
        self.rules[number].push(Rule { pattern, build });
    }

    fn item(&mut self, item: &'static str) -> Item {
        let Some(name) = item.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else {
            return Item::Word(item.to_owned());
        };
        let optional = name.ends_with('?');
        Item::Part { number: self.numbered(name.trim_end_matches('?')), optional }
    }
}

/// Adds productions to a table: what is made, the pattern, and the builder with a typed parameter for each nonterminal.
macro_rules! rules {
    ($table:ident; $($makes:ident: $pattern:literal => |$($name:ident: $kind:ty),*| $build:expr;)*) => {$(
        $table.add(stringify!($makes), $pattern, |parts| {
            #[allow(unused_mut, unused_variables)]
            let mut parts = parts.iter();
            $(let $name = <$kind as $crate::node::FromNode>::from_node(parts.next()?)?;)*
            $crate::node::Made::made($build)
        });
    )*};
}
use rules;

/// The grammar.
pub static GRAMMAR: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    targets::add(&mut table);
    amounts::add(&mut table);
    conditions::add(&mut table);
    triggers::add(&mut table);
    steps::add(&mut table);
    statics::add(&mut table);
    own::add(&mut table);
    abilities::add(&mut table);
    table
});

/// A test that every nonterminal that is used is defined belongs to the grammar, since a slip of the pen would silently never fit.
#[cfg(test)]
mod tests {
    use super::GRAMMAR;

    const TERMINALS: [&str; 8] =
        ["Name", "AbilityName", "FullName", "Class", "Ink", "Keyword", "Number", "Signed"];

    #[test]
    fn every_nonterminal_is_defined() {
        for (name, rules) in GRAMMAR.names.iter().zip(&GRAMMAR.rules) {
            assert!(!rules.is_empty() || TERMINALS.contains(name), "<{name}> is used but not defined");
        }
    }
}
