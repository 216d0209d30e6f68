//! Finds the box in a text, and the words in the box.

use gaslamp_core::{Diagnostic, Span, display_width};

/// A word in a box. White space inside parentheses, braces and quotes belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// Its line, counted from the one below the upper border.
    pub(super) row: usize,
    /// Its first column, in cells from the left border.
    pub(super) column: usize,
    /// Its span in the text.
    pub(super) span: Span,
}

/// The contents of a box, line by line from left to right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Contents {
    pub(super) cells: Vec<Cell>,
    /// The upper left corner.
    pub(super) corner: Span,
    /// Where the text continues below the box.
    pub(super) end: usize,
}

/// Finds the words in the box that a text begins with.
pub(super) fn find(text: &str) -> Result<Contents, Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let here = |at: usize| Span::new(at, at + text[at..].chars().next().map_or(0, char::len_utf8));
    if !super::is_frame(text) {
        let problem = Diagnostic::new("botc/frame/box", "a frame begins with its upper border");
        return Err(problem.fix("┌─ Grimoire (5 players) ─┐, or +---+").at(here(start)));
    }
    let mut contents = Contents { cells: Vec::new(), corner: here(start), end: text.len() };
    let mut next_line = start;
    for (number, line) in text[start..].split_inclusive('\n').enumerate() {
        let this_line = next_line;
        next_line += line.len();
        if number == 0 {
            continue;
        }
        let first = this_line + line.len() - line.trim_start().len();
        let inside = line.trim();
        match inside.chars().next() {
            Some('└' | '+') => {
                contents.end = next_line;
                return Ok(contents);
            }
            Some(border @ ('│' | '|')) => {
                let inside = &inside[border.len_utf8()..];
                let inside = inside.strip_suffix(['│', '|']).unwrap_or(inside);
                let from = first + border.len_utf8();
                find_words(text, number - 1, Span::new(from, from + inside.len()), &mut contents.cells);
            }
            Some(_) => return Err(unclosed().at(here(first))),
            None => return Err(unclosed().at(Span::new(this_line, this_line))),
        }
    }
    Err(unclosed().at(contents.corner))
}

fn unclosed() -> Diagnostic {
    Diagnostic::new("botc/frame/unclosed", "the box is not closed")
        .fix("every line begins with │ or |, and the last one with └ or +")
}

/// The words of one line.
fn find_words(text: &str, row: usize, inside: Span, cells: &mut Vec<Cell>) {
    let (mut at, mut column) = (inside.start, 1);
    while let Some(c) = text[at..inside.end].chars().next() {
        if c.is_whitespace() {
            column += display_width::of_char(c).max(1);
            at += c.len_utf8();
            continue;
        }
        let span = Span::new(at, at + word_length(&text[at..inside.end]));
        cells.push(Cell { row, column, span });
        column += display_width::of(&text[span.range()]);
        at = span.end;
    }
}

/// The length of the word at the beginning of a text.
fn word_length(text: &str) -> usize {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '{' => depth += 1,
            // Tokens may follow each other without a space.
            ')' if depth <= 1 => return at + 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 && c.is_whitespace() => return at,
            _ => {}
        }
    }
    // Without a closing bracket, the word ends at the next space.
    let is_closed = depth == 0 && !is_quoted;
    if is_closed { text.len() } else { text.find(char::is_whitespace).unwrap_or(text.len()) }
}
