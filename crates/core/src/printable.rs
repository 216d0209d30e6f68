//! Text that is safe to show. Characters that move a terminal's cursor, change its colours, break lines
//! invisibly or change the writing direction are shown as `\u{1b}`, so that no name or message can pass for
//! something else.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character draws nothing itself but changes how others are drawn: control characters, line and
/// paragraph separators, and embeddings, overrides and isolates of the writing direction.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with every invisible character escaped, except line breaks and tabs.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_shown = |c: char| !is_unseen(c) || matches!(c, '\n' | '\t');
    // Nearly every text is plain, which is quick to see.
    if text.chars().all(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_shown(c) { shown.push(c) } else { escape(c, &mut shown) }
    }
    Cow::Owned(shown)
}

/// Writes a character as `\u{1b}`.
pub fn escape(c: char, out: &mut String) {
    let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
}

/// JSON with invisible characters escaped even where the format does not require it. They can only occur
/// inside its strings.
#[must_use]
pub fn in_json(json: &str) -> String {
    let mut plain = String::with_capacity(json.len());
    for c in json.chars() {
        if is_unseen(c) && c != '\n' {
            let _ = write!(plain, "\\u{:04x}", u32::from(c));
        } else {
            plain.push(c);
        }
    }
    plain
}

/// The character that a leading `\u{1b}` of the text stands for, and the length of that escape.
#[must_use]
pub fn read_escape(text: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 6;
    let (digits, _) = text.strip_prefix("\\u{")?.split_once('}')?;
    let is_number =
        (1..=LONGEST).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let c = u32::from_str_radix(digits, 16).ok().filter(|_| is_number).and_then(char::from_u32)?;
    Some((c, "\\u{}".len() + digits.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_deceive_is_escaped_and_reads_back() {
        let plain = "Zoë says \"שלום\u{200f}\"\n\tand goes 王 👩\u{200d}🚀";
        assert!(matches!(printable(plain), Cow::Borrowed(text) if text == plain));
        for c in ['\0', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{2028}', '\u{202e}', '\u{2067}'] {
            let text = printable(&format!("a{c}b")).into_owned();
            assert_eq!(text, format!("a\\u{{{:x}}}b", u32::from(c)));
            assert_eq!(read_escape(&text[1..]), Some((c, text.len() - 2)));
        }
        for text in [
            "",
            "\\",
            "\\u",
            "\\u{",
            "\\u{}",
            "\\u{110000}",
            "\\u{d800}",
            "\\u{+1}",
            "\\u{0000001}",
            "\\x{1}",
        ] {
            assert_eq!(read_escape(text), None, "{text}");
        }
    }
}
