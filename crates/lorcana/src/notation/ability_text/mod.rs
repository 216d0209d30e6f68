//! Abilities in the words that cards use.
//!
//! **Writes** a text for each ability, made from its data alone: the canonical wording, in which every construct of the language has one
//! form. People read it who look up a card or a lasting effect; no program does but the compiler of texts, which proves with it that
//! nothing of a text is lost.

mod abilities;
mod conditions;
mod nouns;
mod statics;
mod steps;
mod triggers;

use crate::cards::Kind;
use crate::language::{Ability, Modifier, PlayerModifier, Players, Step, Test};

/// Abilities of a card of this kind, each a paragraph.
#[must_use]
pub fn all(abilities: &[Ability], kind: Kind) -> String {
    lines(abilities, kind).join(" ")
}

/// The same, each by itself.
#[must_use]
pub fn lines(abilities: &[Ability], kind: Kind) -> Vec<String> {
    let teller = Teller::of(kind);
    abilities.iter().map(|ability| articles(&sentence(&teller.ability(ability)))).collect()
}

/// Steps of a card of this kind.
pub(crate) fn steps(steps: &[Step], kind: Kind) -> String {
    articles(&sentence(&Teller::of(kind).steps(steps)))
}

/// What a card gets from a card of this kind: "gets +1 ¤".
pub(crate) fn gets(modifier: &Modifier, kind: Kind) -> String {
    let (words, each) = Teller::of(kind).gets(std::slice::from_ref(modifier), true);
    articles(format!("{words} {each}").trim_end())
}

/// What a player gets from a card of this kind, said to that player.
pub(crate) fn player_gets(modifier: &PlayerModifier, kind: Kind) -> String {
    articles(&Teller::of(kind).players_get(&Players::You, modifier))
}

/// Cards in play that are like this: "opposing characters".
pub(crate) fn cards_like(filter: &[Test], kind: Kind) -> String {
    articles(&Teller::of(kind).np(filter, true, false))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    #[test]
    fn every_ability_is_one_line() {
        for card in Card::all() {
            let (abilities, kind) = (card.says().unwrap_or_default(), card.facts().kind);
            let lines = lines(abilities, kind);
            assert_eq!(lines.len(), abilities.len(), "{card}");
            for line in lines {
                assert!(line.ends_with('.') && line.len() > 1 && !line.contains('\n'), "{card}: {line:?}");
            }
        }
    }
}
