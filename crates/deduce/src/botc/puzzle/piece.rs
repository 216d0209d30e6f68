//! Parts of the texts in a file that know their place.

use std::ops::Range;

use gaslamp_core::Span;

/// A part of a text. If the file writes the text with escapes, its place is that of the whole text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    /// Where in the file it begins, if that is known.
    start: Option<usize>,
    /// The whole text with its quotes.
    whole: Span,
}

impl<'a> Piece<'a> {
    /// A text at this place in the file, including its quotes.
    pub(super) fn new(file: &str, text: &'a str, whole: Span) -> Self {
        let offset = file.get(whole.range()).and_then(|raw| raw.find(text));
        Self { text, start: offset.map(|offset| whole.start + offset), whole }
    }

    /// Its place; for an empty part, that of the whole text.
    pub(super) fn span(self) -> Span {
        match self.start {
            Some(start) if !self.text.is_empty() => Span::new(start, start + self.text.len()),
            _ => self.whole,
        }
    }

    /// A part of it; all of it if there is no such part.
    pub(super) fn part(self, range: Range<usize>) -> Self {
        match self.text.get(range.clone()) {
            Some(text) => Self { text, start: self.start.map(|start| start + range.start), ..self },
            None => self,
        }
    }

    /// Without spaces around it.
    pub(super) fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start..start + self.text.trim().len())
    }

    /// What comes before and after the first separator, trimmed.
    pub(super) fn split_once(self, separator: &str) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        let behind = self.part(at + separator.len()..self.text.len());
        Some((self.part(0..at).trim(), behind.trim()))
    }

    /// What comes between these ASCII characters, trimmed.
    pub(super) fn split(self, separators: &[char]) -> Vec<Self> {
        let mut next = 0;
        let parts = self.text.split(separators).map(|part| {
            let start = next;
            next += part.len() + 1;
            self.part(start..start + part.len()).trim()
        });
        parts.collect()
    }
}
