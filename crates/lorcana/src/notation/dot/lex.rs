//! A DOT file as tokens, one at a time.
//!
//! The parser may go back ([`Lexer::rewind`]) if a string turns out to lack its closing quote; problems reported
//! from there on are then dropped.

use std::borrow::Cow;

use gaslamp_core::{Diagnostic, Span};

use crate::text::quote;

const UNCLOSED_QUOTE: &str = "lorcana/dot/unclosed-quote";
const UNCLOSED_HTML: &str = "lorcana/dot/unclosed-html";

/// A token and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) span: Span,
    /// Whether only blanks and comments precede it on its line.
    pub(super) begins_line: bool,
}

/// The kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'t> {
    /// An id without quotes that may be a keyword.
    Word(&'t str),
    /// A string in quotes.
    Quoted(Cow<'t, str>),
    /// An HTML string, without the outer `<` and `>`.
    Html(&'t str),
    /// `->`
    Arrow,
    /// `-[LABEL]->`
    Labelled(&'t str),
    /// `--`
    Undirected,
    /// Any other character.
    Sign(char),
    /// The end of the text.
    End,
}

pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    begins_line: bool,
    /// Text that cannot be a token.
    pub(super) problems: Vec<Diagnostic>,
    /// Once a string is unclosed, so is every later one, and searching for its end again would take for ever.
    quote_is_open: bool,
    html_is_open: bool,
}

/// Whether a word is a DOT keyword, in any case; keywords in quotes are not.
pub(super) fn is_keyword(word: &str) -> bool {
    ["strict", "graph", "digraph", "node", "edge", "subgraph"]
        .iter()
        .any(|key| word.eq_ignore_ascii_case(key))
}

impl TokenKind<'_> {
    /// Whether it is this sign.
    pub(super) fn is(&self, sign: char) -> bool {
        *self == TokenKind::Sign(sign)
    }
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, begins_line: true, problems: Vec::new(), quote_is_open: false, html_is_open: false }
    }

    /// Goes back or forward to a place, which must be the beginning of a token or of a line.
    pub(super) fn rewind(&mut self, at: usize, begins_line: bool) {
        self.at = at;
        self.begins_line = begins_line;
        while let Some(problem) = self.problems.pop_if(|problem| begins_from(problem, at)) {
            self.quote_is_open &= problem.id != UNCLOSED_QUOTE;
            self.html_is_open &= problem.id != UNCLOSED_HTML;
        }
    }

    /// The end of the line that contains this place.
    pub(super) fn line_end(&self, at: usize) -> usize {
        self.text[at..].find(['\n', '\r']).map_or(self.text.len(), |length| at + length)
    }

    /// Where an unclosed string was probably meant to end: before the last `]` on its line.
    fn likely_end(&self, start: usize) -> usize {
        let end = self.line_end(start);
        self.text[start..end].rfind(']').map_or(end, |length| start + length)
    }

    /// The next token; at the end, `End` again and again.
    pub(super) fn next(&mut self) -> Token<'t> {
        self.skip_blanks();
        let start = self.at;
        let kind = self.kind();
        let begins_line = std::mem::take(&mut self.begins_line);
        Token { kind, span: Span::new(start, self.at), begins_line }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn report(&mut self, problem: Diagnostic, span: Span) {
        self.problems.push(problem.at(span));
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches(is_blank).len();
            if blank > 0 {
                self.begins_line |= rest[..blank].contains(['\n', '\r']);
                self.at += blank;
            } else if rest.starts_with("//") || (self.begins_line && rest.starts_with('#')) {
                self.at = self.line_end(self.at);
            } else if rest.starts_with("/*") {
                self.skip_comment();
            } else {
                return;
            }
        }
    }

    fn skip_comment(&mut self) {
        let Some(length) = self.rest()[2..].find("*/") else {
            let problem =
                Diagnostic::new("lorcana/dot/unclosed-comment", "this comment is never closed").fix("*/");
            self.report(problem, Span::new(self.at, self.at + 2));
            self.at = self.text.len();
            return;
        };
        self.begins_line |= self.rest()[2..][..length].contains(['\n', '\r']);
        self.at += length + 4;
    }

    fn kind(&mut self) -> TokenKind<'t> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return TokenKind::End };
        let (kind, length) = match first {
            '"' => return self.quoted(),
            '<' => return self.html(),
            '-' if rest.starts_with("->") => (TokenKind::Arrow, 2),
            '-' if rest.starts_with("--") => (TokenKind::Undirected, 2),
            '-' if rest.starts_with("-[") => labelled(rest).unwrap_or((TokenKind::Sign('-'), 1)),
            '-' if !rest[1..].starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
                (TokenKind::Sign('-'), 1)
            }
            '{' | '}' | '[' | ']' | '(' | ')' | ';' | ',' | ':' | '=' | '+' | '>' | '/' => {
                (TokenKind::Sign(first), 1)
            }
            _ => return self.word(),
        };
        self.at += length;
        kind
    }

    /// A word without quotes. If it needs quotes, that is reported and it is read as if it had them.
    fn word(&mut self) -> TokenKind<'t> {
        let rest = self.rest();
        let word = &rest[..word_length(rest)];
        let span = Span::new(self.at, self.at + word.len());
        self.at = span.end;
        if !is_identifier(word) && !is_numeral(word) {
            let message = format!("`{}` must be in quotes", quote(word));
            self.report(
                Diagnostic::new("lorcana/dot/unquoted", message).fix(format!("\"{}\"", quote(word))),
                span,
            );
        }
        TokenKind::Word(word)
    }

    fn quoted(&mut self) -> TokenKind<'t> {
        let start = self.at + 1;
        let mut value = Cow::Borrowed("");
        let mut from = start;
        if !self.quote_is_open {
            while let Some(length) = self.text[from..].find(['"', '\\']) {
                let at = from + length;
                value += &self.text[from..at];
                let Some((taken, meant)) = escape(&self.text[at..]) else {
                    self.at = at + 1;
                    return TokenKind::Quoted(value);
                };
                value += meant;
                from = at + taken;
            }
            self.quote_is_open = true;
            self.report(unclosed_quote(), Span::new(self.at, self.likely_end(start)));
        }
        self.at = self.likely_end(start);
        TokenKind::Quoted(Cow::Borrowed(&self.text[start..self.at]))
    }

    fn html(&mut self) -> TokenKind<'t> {
        let start = self.at + 1;
        let mut depth = 1_usize;
        let signs = self.text[start..].match_indices(['<', '>']).take_while(|_| !self.html_is_open);
        for (length, sign) in signs {
            depth = if sign == "<" { depth + 1 } else { depth - 1 };
            if depth == 0 {
                self.at = start + length + 1;
                return TokenKind::Html(&self.text[start..start + length]);
            }
        }
        let end = self.likely_end(start);
        if !std::mem::replace(&mut self.html_is_open, true) {
            let problem = Diagnostic::new(UNCLOSED_HTML, "this HTML string is never closed").fix(">");
            self.report(problem, Span::new(self.at, end));
        }
        self.at = end;
        TokenKind::Html(&self.text[start..end])
    }
}

/// Whether a problem is at or after a place.
pub(super) fn begins_from(problem: &Diagnostic, at: usize) -> bool {
    problem.span.is_some_and(|span| span.start >= at)
}

/// An unclosed string; the caller adds the place.
pub(super) fn unclosed_quote() -> Diagnostic {
    Diagnostic::new(UNCLOSED_QUOTE, "the quote that ends this string is missing").fix("\"")
}

/// The escape at the beginning of a text: its length and its meaning; none for the quote that ends a string.
fn escape(text: &str) -> Option<(usize, &str)> {
    Some(match text.as_bytes() {
        [b'"', ..] => return None,
        [b'\\', b'"' | b'\\', ..] => (2, &text[1..2]),
        [b'\\', b'\r', b'\n', ..] => (3, ""),
        [b'\\', b'\n' | b'\r', ..] => (2, ""),
        _ => (1, "\\"),
    })
}

/// The shorthand `-[LABEL]->` at the beginning of a text.
fn labelled(text: &str) -> Option<(TokenKind<'_>, usize)> {
    let inner = text.strip_prefix("-[")?;
    let label =
        &inner[..inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inner.len())];
    let is_whole = !label.is_empty() && inner[label.len()..].starts_with("]->");
    is_whole.then(|| (TokenKind::Labelled(label), label.len() + 5))
}

/// The length of the word at the beginning of a text: at least one character, up to a blank or a sign of DOT.
fn word_length(text: &str) -> usize {
    let ends = |(at, c): (usize, char)| match c {
        '-' => text[at + 1..].starts_with(['-', '>', '[']),
        '/' => text[at + 1..].starts_with(['/', '*']),
        _ => is_blank(c) || "{}[]();,:=+\"<>".contains(c),
    };
    text.char_indices().skip(1).find(|&at| ends(at)).map_or(text.len(), |(at, _)| at)
}

/// Graphviz treats every byte above 127 as a letter.
fn is_identifier(word: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii();
    word.starts_with(is_letter) && word.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// `-?(.digits|digits(.digits?)?)`
fn is_numeral(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    is_number(whole) && is_number(part) && !(whole.is_empty() && part.is_empty())
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_need_no_quotes() {
        for (word, is_fine) in [
            ("p1", true),
            ("_", true),
            ("te_kā", true),
            ("-1.5", true),
            (".5", true),
            ("5.", true),
            ("", false),
            (".", false),
            ("-", false),
            ("1.2.3", false),
            ("2abc", false),
            ("p1.tipo", false),
            ("a-b", false),
        ] {
            assert_eq!(is_identifier(word) || is_numeral(word), is_fine, "{word}");
        }
    }

    #[test]
    fn words_end_at_signs() {
        for (text, word) in [
            ("a->b", "a"),
            ("a--b", "a"),
            ("a-[IN]->b", "a"),
            ("p1.tipo.a[x", "p1.tipo.a"),
            ("a-b c", "a-b"),
            ("-1->2", "-1"),
            ("a//b", "a"),
            ("a/b", "a/b"),
            ("é\u{a0}", "é"),
            ("#ff0000;", "#ff0000"),
        ] {
            assert_eq!(&text[..word_length(text)], word, "{text}");
        }
    }
}
