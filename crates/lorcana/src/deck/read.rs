//! The reader; the header of [`super`] says what it accepts.

use gaslamp_core::{Diagnostic, Span};

use super::{Line, Listing, MOST_ON_A_LINE};
use crate::cards::{Card, Set, nearest};
use crate::text::{lines, quote};

/// How many names are suggested for an unknown one.
const SUGGESTIONS: usize = 3;
/// For how many unknown names suggestions are made: more than a deck has lines, and still fast.
const MOST_SUGGESTED: usize = 200;
/// What may stand between a number of copies and a name.
const TIMES: [char; 4] = ['x', 'X', '×', '*'];
/// The titles of parts of a list.
const HEADERS: [&str; 13] = [
    "character",
    "characters",
    "action",
    "actions",
    "song",
    "songs",
    "item",
    "items",
    "location",
    "locations",
    "deck",
    "main deck",
    "mainboard",
];

/// Reads a deck list as far as it can be read.
#[must_use]
pub fn read(text: &str) -> Listing {
    let mut listing = Listing::default();
    for (line, span) in lines(text) {
        if is_header(line) {
            continue;
        }
        match read_line(line, span.start, listing.problems.len() < MOST_SUGGESTED) {
            Ok(line) => {
                listing.deck.lines.push(line);
                listing.spans.push(span);
            }
            Err(problem) => listing.problems.push(problem),
        }
    }
    listing
}

/// Reads one line that is not blank and begins at `start` of the text.
fn read_line(line: &str, start: usize, suggest: bool) -> Result<Line, Diagnostic> {
    let at = |part: &str| {
        let from = start + line.find(part).unwrap_or_default();
        Span::new(from, from + part.len())
    };
    let Some((count, card)) = read_parts(line) else {
        let (_, name) = split_count(line);
        let name = without_printing(name).unwrap_or(name);
        return Err(unknown(name, suggest).at(at(if name.is_empty() { line } else { name })));
    };
    let Some(digits) = count else { return Ok(Line { count: 1, card }) };
    digits.parse().ok().and_then(|count| Line::new(count, card)).ok_or_else(|| {
        Diagnostic::new("lorcana/deck/count", format!("`{}` is not a valid number of copies", quote(digits)))
            .at(at(digits))
            .fix(format!("a number from 1 to {MOST_ON_A_LINE}"))
    })
}

/// The number of copies, if the line has one, and the card.
fn read_parts(line: &str) -> Option<(Option<&str>, Card)> {
    let (count, name) = split_count(line);
    let read = |count, name| Some((count, Card::read(name)?));
    let found = read(count, name)
        // Some names begin with a number: `99 Puppies`, `4*Town - Made by the Vine`.
        .or_else(|| read(None, line))
        .or_else(|| read(count, without_printing(name)?));
    found.or_else(|| {
        let whole = without_printing(line).unwrap_or(line);
        let (name, count) = split_last_count(whole).or_else(|| split_last_count(line))?;
        read(Some(count), name).or_else(|| read(Some(count), without_printing(name)?))
    })
}

/// The digits at the beginning of a line, if a space or an `x` follows them, and the rest.
fn split_count(line: &str) -> (Option<&str>, &str) {
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &line[..line.len() - after.len()];
    let rest = after.trim_start();
    let (rest, is_times) = match rest.strip_prefix(TIMES) {
        Some(after) if after.is_empty() || after.starts_with(char::is_whitespace) => {
            (after.trim_start(), true)
        }
        _ => (rest, false),
    };
    let is_count = !digits.is_empty() && (is_times || rest.len() < after.len() || rest.is_empty());
    if is_count { (Some(digits), rest) } else { (None, line) }
}

/// A name and the digits of the number of copies after it: `Tipo - Growing Son x4`.
fn split_last_count(line: &str) -> Option<(&str, &str)> {
    let name = line.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &line[name.len()..];
    let name = name.trim_end().strip_suffix(TIMES)?;
    let is_count = !digits.is_empty() && name.ends_with(char::is_whitespace);
    is_count.then(|| (name.trim_end(), digits))
}

/// The name before the set and number of a printing: `Tipo - Growing Son (5) 157`, `Tipo - Growing Son (157/204)`.
fn without_printing(name: &str) -> Option<&str> {
    let is_number =
        |text: &str| is_digits(text.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(text));
    let set = match name.rsplit_once(')') {
        Some((set, number)) if number.is_empty() || is_number(number.trim()) => set,
        _ => return None,
    };
    let (name, set) = set.rsplit_once('(')?;
    let is_short = !set.is_empty() && set.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'/');
    (Set::read(set).is_some() || is_short && set.contains(|c: char| c.is_ascii_digit()))
        .then(|| name.trim_end())
}

/// Whether a line is the title of a part of the list: `Characters (20)`, `Songs:`, `Deck`.
fn is_header(line: &str) -> bool {
    let without_colon = |title| str::strip_suffix(title, ':').unwrap_or(title).trim_end();
    let whole = without_colon(line);
    let title = match whole.rsplit_once('(') {
        Some((title, count)) if count.strip_suffix(')').is_some_and(is_digits) => {
            without_colon(title.trim_end())
        }
        _ => whole,
    };
    HEADERS.iter().any(|header| header.eq_ignore_ascii_case(title)) && Card::read(line).is_none()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn unknown(name: &str, suggest: bool) -> Diagnostic {
    if name.is_empty() {
        return Diagnostic::new("lorcana/deck/no-card", "this line names no card")
            .fix("4 Tipo - Growing Son");
    }
    let problem = Diagnostic::new("lorcana/deck/unknown-card", format!("unknown card `{}`", quote(name)));
    let names: Vec<&str> =
        nearest(name, if suggest { SUGGESTIONS } else { 0 }).into_iter().map(Card::full_name).collect();
    if names.is_empty() { problem } else { problem.fix(names.join(" / ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_from_names() {
        for (line, count, name) in [
            ("4 Tipo", Some("4"), "Tipo"),
            ("4x Tipo", Some("4"), "Tipo"),
            ("4X\tTipo", Some("4"), "Tipo"),
            ("4 x Tipo", Some("4"), "Tipo"),
            ("4× Tipo", Some("4"), "Tipo"),
            ("12   Tipo", Some("12"), "Tipo"),
            ("4 xerxes", Some("4"), "xerxes"),
            ("4*Town", None, "4*Town"),
            ("4Town", None, "4Town"),
            ("4 4*Town", Some("4"), "4*Town"),
            ("Tipo", None, "Tipo"),
            ("x Tipo", None, "x Tipo"),
            ("4", Some("4"), ""),
            ("4x", Some("4"), ""),
            ("٤ Tipo", None, "٤ Tipo"),
        ] {
            assert_eq!(split_count(line), (count, name), "{line}");
        }
    }
}
