//! Compiles the texts of Lorcana cards to the language of abilities ([`gaslamp_lorcana::language`]).
//!
//! **Reads** English texts in the wording of the cards, from a file that the user provides; **makes** lists of abilities. A text is compiled
//! only if it is used up to the last word, has exactly one meaning, and that meaning renders back to the same words ([`proof`]).

pub mod bind;
mod by;
pub mod cards;
pub mod chart;
pub mod grammar;
pub mod lexicon;
pub mod node;
pub mod proof;
pub mod words;

use std::fmt;

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana::language::Ability;

use crate::chart::Chart;
use crate::grammar::GRAMMAR;
use crate::node::Node;
use crate::words::{Word, words};

/// Why a text is not compiled.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Missing {
    /// No production goes on here: the words before and after.
    Words(String, String),
    /// A pronoun that means nothing.
    Meaning(String),
    /// More than one meaning.
    Ambiguous(Vec<String>),
    /// It does not render back to the same words: the words of the text and those rendered.
    Proof(String, String),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(before, after) if after.is_empty() => {
                write!(f, "something is missing after `{before}`")
            }
            Self::Words(before, after) => write!(f, "after `{before}` this wording is unknown: `{after}`"),
            Self::Meaning(what) => write!(f, "it is not clear what is spoken of: {what}"),
            Self::Ambiguous(all) => write!(f, "it has {} meanings", all.len()),
            Self::Proof(wanted, got) => write!(f, "it was understood as `{got}`, not as `{wanted}`"),
        }
    }
}

/// The abilities that a text says.
///
/// # Errors
/// What is missing.
pub fn compile(text: &str, kind: Kind) -> Result<Vec<Ability>, Missing> {
    let words = words(text);
    let parsed = parse(&words, kind)?;
    let mut meanings: Vec<Vec<Ability>> = Vec::new();
    let mut problem = None;
    for abilities in parsed {
        match abilities.iter().map(|ability| bind::bind(ability, kind)).collect::<Result<Vec<_>, _>>() {
            Ok(bound) if !meanings.contains(&bound) => meanings.push(bound),
            Ok(_) => {}
            Err(error) => problem = Some(error),
        }
    }
    match meanings.as_slice() {
        [] => Err(Missing::Meaning(problem.unwrap_or_default())),
        [one] => {
            proof::check(&words, one, kind)?;
            Ok(one.clone())
        }
        several => {
            let json = |one: &Vec<Ability>| serde_json::to_string(one).unwrap_or_default();
            Err(Missing::Ambiguous(several.iter().map(json).collect()))
        }
    }
}

fn parse(words: &[Word], kind: Kind) -> Result<Vec<Vec<Ability>>, Missing> {
    let mut chart = Chart::new(&GRAMMAR, words);
    let starts: &[&str] =
        if kind == Kind::Action { &["Effect", "Own", "ActionAbilities"] } else { &["Abilities"] };
    let nodes: Vec<Node> = starts.iter().flat_map(|start| chart.whole(start)).collect();
    if nodes.is_empty() {
        let at = chart.furthest.min(words.len());
        let before = words::joined(&words[at.saturating_sub(4)..at]);
        let after = words::joined(&words[at..words.len().min(at + 6)]);
        return Err(Missing::Words(before, after));
    }
    Ok(nodes
        .into_iter()
        .filter_map(|node| match node {
            Node::Steps(steps) => Some(vec![Ability::Effect(steps)]),
            Node::Abilities(all) => Some(all),
            Node::Ability(one) => Some(vec![one]),
            _ => None,
        })
        .collect())
}
