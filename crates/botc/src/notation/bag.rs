//! A bag on one line: `{chef empath(drunk:is_the_drunk) imp …}`. The order of entries has no meaning.
//!
//! **Reads** entries separated by white space or commas, each as at a seat of a grimoire ([`super::line`]): a
//! character by any of its names, `?` or several in braces, with its tokens. A token without an owner belongs
//! to a character in the bag, or else to one in Trouble Brewing. [`read_draws`] reads the same and keeps the
//! spans; a bag can also be read from a grimoire.
//!
//! **Writes** known entries, then those that are one of several, then unknown ones, each group ordered by
//! team and id of the player's character; a player who draws another token than their own is marked as in a
//! grimoire.

use std::fmt;

use gaslamp_core::{Diagnostic, Span};

use super::grimoire_text::{GrimoireText, Known, Owners, PlacedReminder};
use super::line::{self, Naming, Problem, Reader};
use crate::characters::{Character, CharacterSet, Team};
use crate::rules::bag_check::Draw;
use crate::rules::bag_space::Bag;

/// A bag as written: a claim that no rule has checked yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenBag {
    /// In the order in which they are written, so that equal bags compare equal.
    entries: Vec<BagEntry>,
}

/// A character token in a bag.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BagEntry {
    /// The character token.
    pub character: Known,
    /// The reminder tokens placed with it.
    pub tokens: Vec<PlacedReminder>,
}

impl WrittenBag {
    /// A bag of these entries, given in any order.
    #[must_use]
    pub fn new(entries: impl IntoIterator<Item = BagEntry>) -> Self {
        let mut entries: Vec<BagEntry> = entries.into_iter().collect();
        entries.sort_by_cached_key(place);
        Self { entries }
    }

    /// The entries, in the order in which they are written.
    #[must_use]
    pub fn entries(&self) -> &[BagEntry] {
        &self.entries
    }
}

/// The sort key of an entry: the character of the player who draws it. Different entries have different keys.
fn place(entry: &BagEntry) -> (u8, Option<Character>, Vec<Character>, String) {
    let rank = match entry.character {
        Known::Is(_) => 0,
        Known::OneOf(_) => 1,
        Known::Nothing => 2,
    };
    let mut tokens = String::new();
    line::write_tokens(&entry.tokens, Naming::Long, &mut tokens);
    let characters: Vec<Character> = entry.character.characters().iter().collect();
    let drawer = entry.tokens.iter().find_map(PlacedReminder::marks).or_else(|| characters.first().copied());
    (rank, drawer, characters, tokens)
}

/// Writes a bag on one line.
#[must_use]
pub fn write(bag: &WrittenBag, naming: Naming) -> String {
    let mut out = String::from("{");
    for (index, entry) in bag.entries.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        line::write_known(entry.character, &mut out);
        line::write_tokens(&entry.tokens, naming, &mut out);
    }
    out.push('}');
    out
}

/// Reads a bag from one line.
///
/// # Errors
/// Everything in it that cannot be read.
pub fn read(text: &str) -> Result<WrittenBag, Vec<Diagnostic>> {
    let mut reader = Reader::new(text);
    let (entries, _) = read_entries(&mut reader);
    if reader.problems.is_empty() { Ok(WrittenBag::new(entries)) } else { Err(reader.problems) }
}

/// Reads who draws what from a bag on one line, each with its span.
///
/// # Errors
/// Everything in it that cannot be read, or that does not say who draws what.
pub fn read_draws(text: &str) -> Result<Vec<(Draw, Span)>, Vec<Diagnostic>> {
    let mut reader = Reader::new(text);
    let (entries, places) = read_entries(&mut reader);
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    let draws = entries.iter().zip(places).map(|(entry, place)| match draw(entry) {
        Ok(draw) => Ok((draw, place)),
        Err(problem) => Err(problem.at(place)),
    });
    all_or_problems(draws)
}

fn all_or_problems<T>(
    results: impl Iterator<Item = Result<T, Diagnostic>>,
) -> Result<Vec<T>, Vec<Diagnostic>> {
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(item) => all.push(item),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(all) } else { Err(problems) }
}

/// The whole text: nothing but the entries of a bag, with their spans.
fn read_entries(reader: &mut Reader<'_>) -> (Vec<BagEntry>, Vec<Span>) {
    let (mut entries, mut places) = (Vec::new(), Vec::new());
    reader.skip_space();
    let open = reader.here();
    if !reader.take(b'{') {
        let problem = Diagnostic::new("botc/bag/brace", "a bag begins with `{`");
        reader.problem(problem.fix("{chef empath imp …}"), open);
        return (entries, places);
    }
    loop {
        reader.skip_separators();
        match reader.peek() {
            Some(b'}') => break reader.at += 1,
            None => break reader.problem(line::unclosed("bag", '}'), open),
            Some(_) => {
                let start = reader.at;
                entries.push(read_entry(reader, entries.len()));
                places.push(Span::new(start, reader.at));
            }
        }
    }
    let owners = || {
        let characters = entries.iter().map(|entry| entry.character.characters());
        Owners::new(characters.fold(CharacterSet::NONE, CharacterSet::or), None)
    };
    for (entry, place, token) in reader.owned_bare_tokens(owners) {
        let room = entries.get_mut(entry).and_then(|entry| entry.tokens.get_mut(place));
        room.into_iter().for_each(|room| *room = PlacedReminder::Reminder(token));
    }
    reader.skip_space();
    let rest = Span::new(reader.at, reader.text.trim_end().len());
    if rest.start < rest.end {
        reader.problem(Diagnostic::new("botc/bag/more", "the bag ends before this"), rest);
    }
    (entries, places)
}

/// One entry; the parts that cannot be read are reported and skipped.
fn read_entry(reader: &mut Reader<'_>, index: usize) -> BagEntry {
    let start = reader.at;
    let mut entry = BagEntry::default();
    if let Err(problem) = read_parts(reader, &mut entry, index) {
        reader.note(*problem);
        reader.skip_entry(start, '}');
    }
    entry
}

fn read_parts(reader: &mut Reader<'_>, entry: &mut BagEntry, index: usize) -> Result<(), Problem> {
    entry.character = reader.known()?;
    if reader.peek() == Some(b'(') {
        reader.tokens(&mut entry.tokens, index)?;
    }
    match reader.peek() {
        None | Some(b'}' | b',') => Ok(()),
        Some(_) if reader.at_space() => Ok(()),
        Some(_) => Err(reader.wrong("botc/bag/entry", "the entry ends before this")),
    }
}

impl fmt::Display for WrittenBag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self, Naming::Long))
    }
}

/// An entry as it is written in a bag or at a seat.
impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = self.role;
        match self.token {
            Some(token) => write!(f, "{token}({role}:is_the_{role})"),
            None => write!(f, "{role}"),
        }
    }
}

/// Writes who draws what on one line, by team and id.
#[must_use]
pub fn write_draws(draws: &[Draw]) -> String {
    let mut draws = draws.to_vec();
    draws.sort_unstable();
    format!("{{{}}}", draws.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_draws(&self.draws()))
    }
}

/// The bag that the entries describe, if they do: every token is known, and the only reminders are those of
/// players who draw another token than their own.
impl TryFrom<&WrittenBag> for Bag {
    type Error = Vec<Diagnostic>;

    fn try_from(written: &WrittenBag) -> Result<Self, Vec<Diagnostic>> {
        let draws = all_or_problems(written.entries.iter().map(draw));
        let bag = draws.map(Self::of_draws)?;
        let mut problems = Vec::new();
        for same in bag.roles.chunk_by(PartialEq::eq).filter(|same| same.len() > 1) {
            if bag.tokens.iter().any(|(drawer, _)| *drawer == same[0]) {
                let message = format!(
                    "{} entries are the {}, but only one player may draw another token",
                    same.len(),
                    same[0].name()
                );
                problems.push(Diagnostic::illegal("botc/bag/twice", message));
            }
        }
        if problems.is_empty() { Ok(bag) } else { Err(problems) }
    }
}

/// The bag that must have been drawn for this grimoire. Of the reminders at a seat, only the one that marks a
/// player who drew another token counts, and Travellers are not in a bag.
impl TryFrom<&GrimoireText> for Bag {
    type Error = Vec<Diagnostic>;

    fn try_from(grimoire: &GrimoireText) -> Result<Self, Vec<Diagnostic>> {
        let entries = grimoire.players.iter().map(|player| {
            let marks = player.tokens.iter().filter(|token| token.marks().is_some());
            let entry = BagEntry { character: player.character, tokens: marks.cloned().collect() };
            draw(&entry).map_err(|mut problem| {
                problem.message = format!("{}: {}", player.name, problem.message);
                problem
            })
        });
        let draws = all_or_problems(entries)?;
        Ok(Self::of_draws(draws.into_iter().filter(|draw| draw.role.team() <= Team::Demon)))
    }
}

impl Bag {
    fn of_draws(draws: impl IntoIterator<Item = Draw>) -> Self {
        let mut bag = Self { roles: Vec::new(), tokens: Vec::new() };
        for Draw { role, token } in draws {
            bag.roles.push(role);
            bag.tokens.extend(token.map(|token| (role, token)));
        }
        bag.roles.sort_unstable();
        bag.tokens.sort_unstable();
        bag
    }
}

/// Who draws an entry and, if it is not their own, which token they draw.
fn draw(entry: &BagEntry) -> Result<Draw, Diagnostic> {
    let Known::Is(token) = entry.character else {
        let mut written = String::new();
        line::write_known(entry.character, &mut written);
        return Err(Diagnostic::new(
            "botc/bag/unknown",
            format!("`{written}` does not say which character it is"),
        ));
    };
    match entry.tokens.as_slice() {
        [] => Ok(Draw { role: token, token: None }),
        [PlacedReminder::Reminder(mark)] if mark.marks_its_owner() => {
            Ok(Draw { role: mark.owner(), token: Some(token) })
        }
        tokens => {
            let mut written = String::new();
            line::write_tokens(tokens, Naming::Long, &mut written);
            let message = format!("{token}{written} says more than who draws the {}", token.name());
            Err(Diagnostic::new("botc/bag/tokens", message))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Bag, Character};

    #[test]
    fn the_drunk_stands_as_the_token_it_drew() {
        let read = |name| Character::read(name).expect("a character");
        let bag = Bag {
            roles: ["chef", "drunk", "imp"].map(read).to_vec(),
            tokens: vec![(read("drunk"), read("fortune teller"))],
        };
        assert_eq!(bag.to_string(), "{chef fortune_teller(drunk:is_the_drunk) imp}");
    }
}
