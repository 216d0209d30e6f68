//! The reader; the header of [`super`] says what it accepts.

use gaslamp_core::{Diagnostic, Span};

use super::{Line, Listing, MOST_ON_A_LINE};
use crate::cards::{Card, nearest};
use crate::text::{lines, quote};

/// How many names are suggested for an unknown one.
const SUGGESTIONS: usize = 3;
/// For how many unknown names suggestions are made: more than a deck has lines, and still fast.
const MOST_SUGGESTED: usize = 200;

/// Reads a deck list as far as it can be read.
#[must_use]
pub fn read(text: &str) -> Listing {
    let mut listing = Listing::default();
    for (line, span) in lines(text) {
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
    let (count, name) = split_count(line);
    let at = |part: &str| {
        let from = start + (line.len() - part.len());
        Span::new(from, from + part.len())
    };
    // Some names begin with a number: `99 Puppies`, `4*Town - Made by the Vine`.
    let found = Card::read(name).map(|card| (count, card));
    let found = found.or_else(|| Card::read(line).map(|card| (None, card)));
    let Some((count, card)) = found else {
        return Err(unknown(name, suggest).at(at(if name.is_empty() { line } else { name })));
    };
    let Some(digits) = count else { return Ok(Line { count: 1, card }) };
    digits.parse().ok().and_then(|count| Line::new(count, card)).ok_or_else(|| {
        Diagnostic::new("lorcana/deck/count", format!("`{}` is not a valid number of copies", quote(digits)))
            .at(Span::new(start, start + digits.len()))
            .fix(format!("a number from 1 to {MOST_ON_A_LINE}"))
    })
}

/// The digits at the beginning of a line, if a space or an `x` follows them, and the rest.
fn split_count(line: &str) -> (Option<&str>, &str) {
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &line[..line.len() - after.len()];
    let rest = after.trim_start();
    let (rest, is_times) = match rest.strip_prefix(['x', 'X', '×', '*']) {
        Some(after) if after.is_empty() || after.starts_with(char::is_whitespace) => {
            (after.trim_start(), true)
        }
        _ => (rest, false),
    };
    let is_count = !digits.is_empty() && (is_times || rest.len() < after.len() || rest.is_empty());
    if is_count { (Some(digits), rest) } else { (None, line) }
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
