//! The closed classes of words: names, classifications, inks and keywords, from the table of cards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, Mutex};

use gaslamp_lorcana::Card;

use crate::words::{Word, split};

/// A closed class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// The name of a card.
    Name,
    /// The name of a card with its version.
    FullName,
    /// A classification.
    Classification,
    /// An ink.
    Ink,
    /// A keyword.
    Keyword,
}

/// Keywords by their names; the table of cards does not have those that no card is printed with.
const KEYWORDS: &[&str] = &[
    "Adventurous",
    "Alert",
    "Bodyguard",
    "Boost",
    "Challenger",
    "Evasive",
    "Reckless",
    "Resist",
    "Rush",
    "Shift",
    "Sing Together",
    "Singer",
    "Support",
    "Vanish",
    "Ward",
];
const INKS: &[&str] = &["Amber", "Amethyst", "Emerald", "Ruby", "Sapphire", "Steel"];

/// Names of cards that are in no table yet.
static LEARNT: Mutex<BTreeSet<(Class, String)>> = Mutex::new(BTreeSet::new());

/// Learns the full names of cards that are in no table yet. It must be done before anything is compiled.
pub fn learn<'a>(full_names: impl Iterator<Item = &'a str>) {
    let Ok(mut learnt) = LEARNT.lock() else { return };
    for full_name in full_names.filter(|name| !name.is_empty()) {
        let (name, version) =
            full_name.split_once(" - ").map_or((full_name, None), |(name, v)| (name, Some(v)));
        learnt.insert((Class::Name, name.to_owned()));
        learnt.extend(name.split(" & ").map(|one| (Class::Name, one.to_owned())));
        learnt.extend(version.map(|_| (Class::FullName, full_name.to_owned())));
    }
}

type Phrases = BTreeMap<(Class, String), Vec<(Vec<String>, String)>>;

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut all: BTreeSet<(Class, String)> = BTreeSet::new();
    for card in Card::all() {
        let facts = card.facts();
        all.insert((Class::Name, facts.name.to_owned()));
        if facts.full_name != facts.name {
            all.insert((Class::FullName, facts.full_name.to_owned()));
        }
        all.extend(facts.names.iter().map(|name| (Class::Name, (*name).to_owned())));
        all.extend(
            facts.classifications.iter().map(|class| (Class::Classification, class.name().to_owned())),
        );
    }
    all.extend(LEARNT.lock().into_iter().flat_map(|learnt| learnt.clone()));
    all.extend(KEYWORDS.iter().map(|word| (Class::Keyword, (*word).to_owned())));
    all.extend(INKS.iter().map(|word| (Class::Ink, (*word).to_owned())));
    let mut phrases = Phrases::new();
    for (class, name) in all {
        let words = split(&name.replace('’', "'"));
        if let Some(first) = words.first() {
            phrases.entry((class, first.clone())).or_default().push((words, name));
        }
    }
    phrases
});

/// The longest word of a class that begins here, and where it ends.
#[must_use]
pub fn read(class: Class, words: &[Word], at: usize) -> Option<(usize, String)> {
    let first = words.get(at)?;
    let known = PHRASES.get(&(class, first.raw.clone()))?;
    let fits = known.iter().filter(|(phrase, _)| {
        words.len() >= at + phrase.len()
            && phrase.iter().zip(&words[at..]).all(|(wanted, word)| *wanted == word.raw)
    });
    fits.max_by_key(|(phrase, _)| phrase.len()).map(|(phrase, name)| (at + phrase.len(), name.clone()))
}
