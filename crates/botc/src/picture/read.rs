//! A grimoire read back from its picture.

use gaslamp_core::{Diagnostic, Span};

use crate::notation::grimoire_text::GrimoireText;
use crate::notation::line;

/// Whether a text is a picture with a grimoire in it, valid or not.
#[must_use]
pub fn is_picture(text: &str) -> bool {
    inner(text).is_some()
}

/// Reads the grimoire of a picture, SVG or HTML; none if the text is not such a picture.
///
/// # Errors
/// Everything in the grimoire that cannot be read; spans refer to the whole text.
#[must_use]
pub fn read(text: &str) -> Option<Result<GrimoireText, Vec<Diagnostic>>> {
    let inner = inner(text)?;
    let grimoire = line::read(&inner.text);
    Some(grimoire.map_err(|problems| problems.into_iter().map(|problem| inner.outside(problem)).collect()))
}

/// Text inside XML.
struct Inner {
    text: String,
    /// The source position of each byte, and the end.
    places: Vec<usize>,
}

/// The line in a picture: the content of the first `<desc>` that has one.
fn inner(text: &str) -> Option<Inner> {
    if !is_markup(text) {
        return None;
    }
    let mut at = 0;
    while let Some(found) = text[at..].find("<desc") {
        let tag = at + found;
        let start = tag + text[tag..].find('>')? + 1;
        let end = start + text[start..].find('<')?;
        let inner = unescape(&text[start..end], start);
        if inner.text.trim_start().starts_with('[') {
            return Some(inner);
        }
        at = end;
    }
    None
}

/// Whether a text begins like SVG or HTML.
fn is_markup(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let begins = |word: &str| start.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    ["<svg", "<?xml", "<!--", "<!doctype", "<html"].into_iter().any(begins)
}

/// The text with character references resolved; unknown ones stay as they are.
fn unescape(text: &str, start: usize) -> Inner {
    let mut inner = Inner { text: String::with_capacity(text.len()), places: Vec::new() };
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = start + text.len() - rest.len();
        let (c, length) = reference(rest).unwrap_or((first, first.len_utf8()));
        inner.places.resize(inner.text.len() + c.len_utf8(), at);
        inner.text.push(c);
        rest = &rest[length..];
    }
    inner.places.push(start + text.len());
    inner
}

/// The character of a reference at the beginning of the text, and the length of the reference.
fn reference(text: &str) -> Option<(char, usize)> {
    let (name, _) = text.strip_prefix('&')?.split_once(';')?;
    let c = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    };
    Some((c, name.len() + 2))
}

impl Inner {
    /// The problem, with its span in the whole text.
    fn outside(&self, mut problem: Diagnostic) -> Diagnostic {
        let place = |at: usize| self.places.get(at).copied();
        problem.span = problem.span.and_then(|span| Some(Span::new(place(span.start)?, place(span.end)?)));
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_from_other_texts() {
        for (text, expected) in [
            ("<svg><desc>[]</desc></svg>", true),
            ("\u{feff} <?xml version=\"1.0\"?>\n<svg><desc id=\"d\">\n [] </desc></svg>", true),
            ("<!DOCTYPE html><title>x</title><svg><desc>of others</desc><desc>[</desc></svg>", true),
            ("<svg><desc>of others</desc></svg>", false),
            ("<svg><desc>[", false),
            ("<svg><desc", false),
            ("<svg><title>[Ann:imp]</title></svg>", false),
            ("[Ann:imp]", false),
            ("", false),
        ] {
            assert_eq!(is_picture(text), expected, "{text}");
        }
    }

    #[test]
    fn references_are_read_however_they_are_written() {
        let text = "<svg><desc>[&quot;a&amp;b &#60;&#x3C;&apos;&#39; &nbsp; &odd; & &#xd800; é&quot;:imp]</desc></svg>";
        let grimoire = read(text).expect("a picture").expect("a grimoire");
        assert_eq!(grimoire.players[0].name, "a&b <<'' \u{a0} &odd; & &#xd800; é");
    }

    #[test]
    fn problems_are_where_they_are_in_the_picture() {
        let text = "<svg><desc>[&quot;é &amp; e&quot;:chf Bob:imp &#67;y:{} Dee]</desc></svg>";
        let problems = read(text).expect("a picture").expect_err("problems");
        let places: Vec<&str> =
            problems.iter().map(|problem| &text[problem.span.expect("a place").range()]).collect();
        assert_eq!(places, ["chf", "{", "Dee"]);
        let open = read("<svg><desc>&#91;Al:imp</desc></svg>").expect("a picture").expect_err("unclosed");
        assert_eq!(open[0].span, Some(Span::new(11, 16)));
    }
}
