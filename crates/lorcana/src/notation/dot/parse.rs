//! The parser's basics: looking at tokens, ids, lists of attributes.

use std::borrow::Cow;

use gaslamp_core::{Diagnostic, Span};

use super::build::Builder;
use super::graph::Attr;
use super::lex::{Lexer, Token, TokenKind, begins_from, is_keyword};
use crate::text::quote;

/// Errors that end a statement are returned, for the reader to recover; others are reported at once.
pub(super) type Parsed<T> = Result<T, Diagnostic>;

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) lexer: Lexer<'t>,
    /// The current token.
    pub(super) next: Token<'t>,
    /// The previous token.
    pub(super) last: Token<'t>,
    pub(super) builder: Builder,
    pub(super) problems: Vec<Diagnostic>,
    /// The last string that spans several lines, until something after it has been read successfully: if there is an
    /// error before that, its closing quote is missing.
    pub(super) suspect: Option<Span>,
    pub(super) nested: usize,
    pub(super) guessed: usize,
    pub(super) told_full: bool,
}

/// What was found in a list of attributes.
enum Found {
    Attr(Attr),
    /// A problem that was reported; the list may go on.
    Nothing,
    /// The next statement: the list was never closed.
    Outside,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut lexer = Lexer::new(text);
        let next = lexer.next();
        let last = Token { kind: TokenKind::End, span: Span::default(), begins_line: true };
        Self {
            text,
            lexer,
            next,
            last,
            builder: Builder::new(text.len()),
            problems: Vec::new(),
            suspect: None,
            nested: 0,
            guessed: 0,
            told_full: false,
        }
    }

    pub(super) fn bump(&mut self) -> Span {
        self.last = std::mem::replace(&mut self.next, self.lexer.next());
        if self.is_long(&self.last) {
            self.suspect = Some(self.last.span);
        }
        self.last.span
    }

    pub(super) fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    pub(super) fn is_word(&self, keyword: &str) -> bool {
        matches!(self.next.kind, TokenKind::Word(word) if word.eq_ignore_ascii_case(keyword))
    }

    fn is_long(&self, token: &Token<'t>) -> bool {
        let is_quoted = matches!(token.kind, TokenKind::Quoted(_));
        is_quoted && self.text.get(token.span.range()).is_some_and(|text| text.contains(['\n', '\r']))
    }

    /// The string whose closing quote is missing, if there is an error here.
    pub(super) fn suspect(&self) -> Option<Span> {
        self.suspect.or_else(|| self.is_long(&self.next).then_some(self.next.span))
    }

    /// Something that begins there has been read successfully.
    pub(super) fn clear(&mut self, start: usize) {
        self.suspect = self.suspect.filter(|string| string.start >= start);
    }

    /// Goes back to a place.
    pub(super) fn rewind(&mut self, at: usize, begins_line: bool) {
        self.lexer.rewind(at, begins_line);
        self.suspect = None;
        while self.problems.pop_if(|problem| begins_from(problem, at)).is_some() {}
        self.next = self.lexer.next();
    }

    /// Any number of lists of attributes.
    pub(super) fn lists(&mut self) -> Parsed<Vec<Attr>> {
        let mut attrs = Vec::new();
        while self.next.kind.is('[') {
            let open = self.bump();
            self.list(open, &mut attrs)?;
        }
        Ok(attrs)
    }

    fn list(&mut self, open: Span, attrs: &mut Vec<Attr>) -> Parsed<()> {
        loop {
            let start = self.next.span.start;
            let found = match self.next.kind {
                TokenKind::Sign(']') => {
                    self.bump();
                    return Ok(());
                }
                TokenKind::Sign(',' | ';') => {
                    self.bump();
                    continue;
                }
                _ if self.is_outside() => Ok(Found::Outside),
                _ => self.attr(),
            };
            match found {
                Ok(Found::Attr(attr)) => {
                    self.clear(start);
                    attrs.push(attr);
                }
                Ok(Found::Nothing) => {}
                Ok(Found::Outside) => {
                    let problem = Diagnostic::new("lorcana/dot/unclosed-list", "this `[` is never closed");
                    self.report(problem.at(open).fix("]"));
                    return Ok(());
                }
                Err(problem) if self.suspect().is_some() => return Err(problem),
                Err(problem) => {
                    self.report(problem);
                    self.skip_attr(start);
                }
            }
        }
    }

    /// Whether this cannot be part of a list of attributes.
    fn is_outside(&self) -> bool {
        let kind = &self.next.kind;
        matches!(kind, TokenKind::Arrow | TokenKind::Labelled(_) | TokenKind::Undirected | TokenKind::End)
            || matches!(kind, TokenKind::Sign('{' | '}' | '['))
    }

    fn skip_attr(&mut self, start: usize) {
        if self.next.span.start == start {
            self.bump();
        }
        while !(self.next.begins_line
            || self.is_outside()
            || matches!(self.next.kind, TokenKind::Sign(',' | ';' | ']')))
        {
            self.bump();
        }
    }

    fn attr(&mut self) -> Parsed<Found> {
        let (start, begins_line) = (self.next.span.start, self.next.begins_line);
        let (key, span) = self.id()?;
        if !self.next.kind.is('=') {
            if self.suspect().is_some() {
                return Err(no_value(&key, span));
            }
            if self.is_outside() && !matches!(self.next.kind, TokenKind::End | TokenKind::Sign('}')) {
                self.rewind(start, begins_line);
                return Ok(Found::Outside);
            }
            self.report(no_value(&key, span));
            return Ok(Found::Nothing);
        }
        self.bump();
        if !self.is_id() {
            return Err(no_value(&key, span));
        }
        let (value, end) = self.id()?;
        let span = Span::new(span.start, end.end);
        Ok(Found::Attr(Attr { key: key.into_owned(), value: value.into_owned(), span }))
    }

    pub(super) fn is_id(&self) -> bool {
        matches!(self.next.kind, TokenKind::Word(_) | TokenKind::Quoted(_) | TokenKind::Html(_))
    }

    /// An id: a word, an HTML string, or quoted strings joined by `+`.
    pub(super) fn id(&mut self) -> Parsed<(Cow<'t, str>, Span)> {
        let mut value = match &self.next.kind {
            TokenKind::Word(word) if is_keyword(word) => {
                let problem = keyword(word, self.next.span);
                self.bump();
                return Err(problem);
            }
            TokenKind::Word(text) | TokenKind::Html(text) => Cow::Borrowed(*text),
            TokenKind::Quoted(text) => text.clone(),
            _ => return Err(self.unexpected()),
        };
        let first = self.bump();
        while matches!(self.last.kind, TokenKind::Quoted(_)) && self.next.kind.is('+') {
            self.bump();
            match &self.next.kind {
                TokenKind::Quoted(more) => value.to_mut().push_str(more),
                _ => return Err(self.unexpected()),
            }
            self.bump();
        }
        Ok((value, Span::new(first.start, self.last.span.end)))
    }

    pub(super) fn unexpected(&self) -> Diagnostic {
        const ID: &str = "lorcana/dot/unexpected";
        let text = self.text.get(self.next.span.range()).unwrap_or_default();
        if text.is_empty() {
            return Diagnostic::new(ID, "the text ends too soon").at(self.last.span).fix("}");
        }
        let fix = match (&self.last.kind, &self.next.kind) {
            (_, TokenKind::Arrow | TokenKind::Labelled(_) | TokenKind::Undirected) => {
                "name a node before the arrow"
            }
            (_, TokenKind::Sign('-' | '>')) | (TokenKind::Sign('='), _) => "->",
            (TokenKind::Sign('+'), _) => "a string in quotes",
            (TokenKind::Sign(':'), _) => "the name of a port",
            _ => "remove it",
        };
        Diagnostic::new(ID, format!("`{}` cannot be here", quote(text))).at(self.next.span).fix(fix)
    }
}

pub(super) fn keyword(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is a DOT keyword; as a name it must be in quotes");
    Diagnostic::new("lorcana/dot/keyword", message).at(span).fix(format!("\"{word}\""))
}

pub(super) fn no_value(key: &str, span: Span) -> Diagnostic {
    let message = format!("the attribute `{}` has no value", quote(key));
    Diagnostic::new("lorcana/dot/no-value", message).at(span).fix(format!("{}=\"…\"", quote(key)))
}
