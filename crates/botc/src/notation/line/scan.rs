//! The smallest steps of reading: words, quotes, single characters, and where to resume after a mistake.

use gaslamp_core::printable::{is_unseen, read_escape};
use gaslamp_core::{Diagnostic, Span};

use super::read::{Problem, Reader, unclosed};

impl Reader<'_> {
    /// Reads a text in quotes into `out` and returns its span, including the quotes.
    pub(super) fn quoted(&mut self, out: &mut String) -> Result<Span, Problem> {
        let start = self.at;
        let mut is_escaped = false;
        let mut behind = 0;
        for (offset, c) in self.text[start + 1..].char_indices() {
            if offset < behind {
                continue;
            }
            let span = Span::new(start, start + 1 + offset + c.len_utf8());
            let is_code = c == '\\' && !is_escaped;
            let code = read_escape(&self.text[start + 1 + offset..]).filter(|_| is_code);
            match c {
                _ if code.map_or(c, |(c, _)| c).is_control() => {
                    let message = "a text in quotes cannot contain control characters";
                    return Err(Box::new((Diagnostic::new("botc/grimoire/quotes", message), span)));
                }
                _ if is_escaped => {
                    is_escaped = false;
                    out.push(c);
                }
                '\\' => match code {
                    Some((c, length)) => {
                        out.push(c);
                        behind = offset + length;
                    }
                    None => is_escaped = true,
                },
                '"' => {
                    self.at = span.end;
                    return Ok(span);
                }
                _ => out.push(c),
            }
        }
        Err(Box::new((unclosed("text in quotes", '"'), Span::new(start, start + 1))))
    }

    /// The characters up to one with a special meaning.
    #[inline]
    pub(super) fn word(&mut self) -> Span {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start;
        while at < bytes.len() && IS_PLAIN[usize::from(bytes[at])] {
            at += 1;
        }
        self.at = at;
        if at < bytes.len() && !bytes[at].is_ascii() {
            self.rest_of_word();
        }
        Span::new(start, self.at)
    }

    /// Continues to the end of a word that is not pure ASCII.
    #[cold]
    fn rest_of_word(&mut self) {
        let is_plain = |c: char| match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => IS_PLAIN[usize::from(byte)],
            _ => !c.is_whitespace() && !is_unseen(c),
        };
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !is_plain(c)).unwrap_or(rest.len());
    }

    fn next_char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(in crate::notation) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(in crate::notation) fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    pub(in crate::notation) fn take_struck(&mut self) -> bool {
        let is_there = self.text.as_bytes()[self.at..].starts_with(b"~~");
        self.at += 2 * usize::from(is_there);
        is_there
    }

    pub(in crate::notation) fn at_space(&self) -> bool {
        self.next_char().is_some_and(char::is_whitespace)
    }

    pub(in crate::notation) fn skip_space(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    #[inline]
    pub(in crate::notation) fn skip_separators(&mut self) {
        while matches!(self.peek(), Some(b' ' | b',')) {
            self.at += 1;
        }
        // Other white space is rare.
        if self.peek().is_some_and(|byte| !byte.is_ascii_graphic()) {
            let is_separator = |c: char| c.is_whitespace() || c == ',';
            self.at = self.text.len() - self.text[self.at..].trim_start_matches(is_separator).len();
        }
    }

    /// Resumes after an entry that began at `start` and could not be read; always advances by at least one
    /// character.
    pub(in crate::notation) fn skip_entry(&mut self, start: usize, close: char) {
        self.at = self.at.max(start);
        self.at = self.entry_end(close);
        if self.at == start {
            self.at = self.here().end;
        }
    }

    /// The end of a broken entry: the next white space outside its parentheses and quotes, or simply the next
    /// one if they do not close; in any case the closing bracket of the whole. Finding out whether they close
    /// means scanning to the end of the text, so after a few that do not we stop looking; otherwise a broken
    /// text would take forever.
    fn entry_end(&mut self, close: char) -> usize {
        const PATIENCE: u8 = 16;
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || c == close;
        let first = rest.find(ends).map_or(self.text.len(), |offset| self.at + offset);
        if self.unclosed >= PATIENCE {
            return first;
        }
        let mut depth = 0_usize;
        let (mut is_quoted, mut is_escaped) = (false, false);
        for (offset, c) in rest.char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' if is_quoted => is_escaped = true,
                '"' => is_quoted = !is_quoted,
                _ if is_quoted => {}
                '(' | '{' => depth += 1,
                _ if ends(c) && depth == 0 => return self.at + offset,
                ')' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.unclosed += 1;
        first
    }

    /// The character at this position.
    pub(in crate::notation) fn here(&self) -> Span {
        Span::new(self.at, self.at + self.next_char().map_or(0, char::len_utf8))
    }

    pub(in crate::notation) fn wrong(&self, id: &'static str, message: &str) -> Problem {
        Box::new((Diagnostic::new(id, message), self.here()))
    }

    pub(in crate::notation) fn note(&mut self, (problem, span): (Diagnostic, Span)) {
        self.problem(problem, span);
    }

    pub(in crate::notation) fn problem(&mut self, problem: Diagnostic, span: Span) {
        self.problems.push(problem.at(span));
    }
}

/// Which ASCII bytes have no special meaning.
const IS_PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b'!';
    while byte < 127 {
        plain[byte as usize] = !matches!(
            byte,
            b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'*' | b'~' | b':' | b',' | b'"' | b'?'
        );
        byte += 1;
    }
    plain
};
