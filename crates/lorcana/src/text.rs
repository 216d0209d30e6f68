//! Text files with one entry on each line.

use gaslamp_core::Span;

/// The lines that are not blank, each with its place, without comments (from `#` or `//` on), surrounding spaces, line
/// ends of any kind and byte order marks.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (&str, Span)> {
    let mut next = 0;
    text.split(['\n', '\r']).filter_map(move |whole| {
        let start = next;
        next += whole.len() + 1;
        let bare = without_comment(whole);
        let trimmed = bare.trim_start_matches(is_blank);
        let start = start + (bare.len() - trimmed.len());
        let line = trimmed.trim_end_matches(is_blank);
        (!line.is_empty()).then(|| (line, Span::new(start, start + line.len())))
    })
}

/// The beginning of a text, to quote in a message about it.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn without_comment(line: &str) -> &str {
    let end = line.find('#').into_iter().chain(line.find("//")).min();
    &line[..end.unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    #[test]
    fn lines_keep_their_places() {
        let text = "\u{feff}a\r\n\r\n  b c // d\n# e\n/ f#\r\u{a0}é\t";
        let found: Vec<_> = lines(text).collect();
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), ["a", "b c", "/ f", "é"]);
        assert!(found.iter().all(|(line, span)| &text[span.range()] == *line));
    }

    #[test]
    fn no_name_looks_like_a_comment() {
        for card in Card::all() {
            assert_eq!(without_comment(card.full_name()), card.full_name());
            assert_eq!(without_comment(card.key()), card.key());
        }
    }

    #[test]
    fn quotes_are_short() {
        assert_eq!(quote("été"), "été");
        assert_eq!(quote(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
    }
}
