//! Abilities in the words that cards use.
//!
//! **Writes** a text for each ability, made from its data alone: the canonical wording, in which every construct of the language has one
//! form. Nothing reads it but the compiler of texts, which proves with it that nothing of a text is lost.

mod abilities;
mod conditions;
mod nouns;
mod statics;
mod steps;
mod triggers;

use crate::cards::Kind;
use crate::language::{Ability, Players};

/// Abilities of a card of this kind, each a paragraph.
#[must_use]
pub fn all(abilities: &[Ability], kind: Kind) -> String {
    let teller = Teller::of(kind);
    let sentences: Vec<String> = abilities.iter().map(|ability| sentence(&teller.ability(ability))).collect();
    articles(&sentences.join(" "))
}

/// "An" before a vowel.
fn articles(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut out: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let vowel = words
            .get(at + 1)
            .is_some_and(|next| next.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']));
        out.push(if vowel && matches!(*word, "a" | "A") { format!("{word}n") } else { (*word).to_owned() });
    }
    out.join(" ")
}

/// Who tells: what "this" is, and whose acts need no subject.
#[derive(Clone, Debug)]
struct Teller {
    kind: Kind,
    subject: Players,
    /// What the other card of the event is called.
    other: &'static str,
}

impl Teller {
    fn of(kind: Kind) -> Self {
        Self { kind, subject: Players::You, other: "the challenging character" }
    }

    /// The same where these players are the subject.
    fn about(&self, subject: Players) -> Self {
        Self { subject, ..self.clone() }
    }
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let text = capital(text);
    if text.ends_with(['.', '"']) && !text.ends_with("..") && text.ends_with('.') {
        text
    } else {
        format!("{text}.")
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A verb for one or for many.
fn verb(base: &str, one: bool) -> String {
    match (base, one) {
        (_, false) | ("can't" | "can" | "may" | "must", _) => base.to_owned(),
        ("have", _) => "has".to_owned(),
        ("ready", _) => "readies".to_owned(),
        ("banish", _) => "banishes".to_owned(),
        _ => format!("{base}s"),
    }
}

/// "A", "A and B", "A, B, and C".
fn listed(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} {word} {two}"),
        [more @ .., last] => format!("{}, {word} {last}", more.join(", ")),
    }
}
