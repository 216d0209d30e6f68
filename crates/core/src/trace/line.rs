//! The one-liner: `<SETUP> st!deals->Alice:cook <T1> Bob!passes, Carol!Dan(+cook:served) <T2> …`.
//!
//! **Reads** phases in `<…>` or `[…]`, in upper or lower case; events separated by comma and space, by space
//! alone or by line breaks; targets joined by a bare comma; an event after a bare comma if it has an actor of
//! its own; `Target(+token)` without an actor. Parentheses may hold any visible text that is balanced, quotes
//! any visible text; tabs and line breaks in them become spaces.
//!
//! **Writes** `<PHASE>`, events with comma and space, targets with a bare comma, no remarks and no annotations.

use std::fmt::{self, Write as _};

use super::{Dialect, Event, Name, Phase, Reading, Target, Trace, What};
use crate::bounds::{is_too_long, long_name, shortened};
use crate::diagnostic::{Diagnostic, Span};
use crate::printable::is_unseen;

/// Reads a one-liner, keeping what can be read.
#[must_use]
pub fn read(text: &str, dialect: &Dialect) -> Reading {
    let mut reading = Reading::default();
    let mut phase = Phase::SETUP;
    let mut at = 0;
    let mut unclosed = 0;
    while let Some(start) = next_start(text, at) {
        if text[start..].starts_with(['<', '[']) {
            let end = label_end(text, start);
            match read_label(&text[start..end], dialect) {
                Some(read) => {
                    phase = read;
                    reading.trace.block(phase);
                }
                None => reading.problems.push(
                    Diagnostic::new(
                        "trace/phase",
                        format!("`{}` is not a phase", shortened(&text[start..end])),
                    )
                    .at(Span::new(start, end))
                    .fix(dialect.known_phases()),
                ),
            }
            at = end;
        } else {
            let end = run_end(text, start, &mut unclosed);
            read_run(text, Span::new(start, end), phase, &mut reading);
            at = end;
        }
    }
    reading.bounded()
}

/// Reads one event.
///
/// # Errors
/// Why it cannot be read, with the place in `text`.
pub fn read_event(text: &str) -> Result<Event, Diagnostic> {
    let mut reading = Reading::default();
    let start = next_start(text, 0).unwrap_or(text.len());
    let end = run_end(text, start, &mut 0);
    read_run(text, Span::new(start, end), Phase::SETUP, &mut reading);
    if let Some(rest) = next_start(text, end) {
        let problem = Diagnostic::new("trace/more-than-one-event", "expected a single event");
        return Err(problem.at(Span::new(rest, text.len())));
    }
    let mut events = reading.trace.events().map(|(_, event)| event.clone());
    match (reading.problems.pop(), events.next(), events.next()) {
        (None, Some(event), None) => Ok(event),
        (Some(problem), ..) => Err(problem),
        (None, Some(_), Some(_)) => {
            Err(Diagnostic::new("trace/more-than-one-event", "expected a single event"))
        }
        (None, None, _) => Err(Diagnostic::new("trace/empty", "expected an event, found nothing")),
    }
}

/// Where the next phase or event begins.
fn next_start(text: &str, at: usize) -> Option<usize> {
    text[at..].find(|c: char| !c.is_whitespace() && c != ',').map(|skip| at + skip)
}

/// The phase of a label with its brackets.
pub(super) fn read_label(text: &str, dialect: &Dialect) -> Option<Phase> {
    dialect.read_phase(text.strip_prefix(['<', '['])?.strip_suffix(['>', ']'])?)
}

/// The end of a phase label, its bracket included.
fn label_end(text: &str, start: usize) -> usize {
    let stop = text[start + 1..].find(|c: char| matches!(c, '>' | ']' | '<' | '[') || c.is_whitespace());
    match stop {
        Some(offset) => {
            let at = start + 1 + offset;
            at + usize::from(text[at..].starts_with(['>', ']']))
        }
        None => text.len(),
    }
}

/// The end of a run of events without white space outside parentheses and quotes. Parentheses that never
/// close hide nothing: the run then ends at the first white space. Finding that out means scanning to the end
/// of the text, so after a few of them we stop looking; otherwise a broken text would take forever.
fn run_end(text: &str, start: usize, unclosed: &mut u8) -> usize {
    const PATIENCE: u8 = 16;
    let plain_end = || text[start..].find(char::is_whitespace).map_or(text.len(), |offset| start + offset);
    if *unclosed >= PATIENCE {
        return plain_end();
    }
    let mut nesting = Nesting::default();
    for (offset, c) in text[start..].char_indices() {
        if nesting.outside() && (c.is_whitespace() || matches!(c, '<' | '[')) {
            return start + offset;
        }
        nesting.step(c);
    }
    if nesting.outside() {
        return text.len();
    }
    *unclosed += 1;
    plain_end()
}

/// Whether a position is inside parentheses or quotes.
#[derive(Default)]
struct Nesting {
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Nesting {
    fn outside(&self) -> bool {
        self.depth == 0 && !self.quoted
    }

    fn step(&mut self, c: char) {
        match c {
            _ if self.escaped => self.escaped = false,
            '\\' if self.quoted => self.escaped = true,
            '"' => self.quoted = !self.quoted,
            '(' if !self.quoted => self.depth += 1,
            ')' if !self.quoted => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// The parts of a text between separators outside parentheses and quotes, with their spans.
pub(super) fn split_outside(text: &str, offset: usize, separator: char) -> Vec<(&str, usize)> {
    let mut parts = Vec::new();
    let mut nesting = Nesting::default();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if c == separator && nesting.outside() {
            parts.push((&text[start..at], offset + start));
            start = at + c.len_utf8();
        }
        nesting.step(c);
    }
    parts.push((&text[start..], offset + start));
    parts
}

/// Reads the events of a run: the first, and those after a bare comma that have an actor of their own. The
/// others are targets of the event before them.
fn read_run(text: &str, run: Span, phase: Phase, reading: &mut Reading) {
    let parts = split_outside(&text[run.range()], run.start, ',');
    let mut parts = parts.into_iter().filter(|(part, _)| !part.is_empty()).peekable();
    while let Some((first, start)) = parts.next() {
        let mut event = read_first(first, start);
        let mut end = start + first.len();
        while let Some((part, at)) = parts.next_if(|(part, _)| !has_actor(part)) {
            end = at + part.len();
            event = event.and_then(|mut event| {
                event.targets.push(read_target(part, at)?);
                Ok(event)
            });
        }
        let span = Span::new(start, end);
        match event.and_then(|event| complete(event, span)) {
            Ok(event) => reading.trace.push(phase, What::Event(event), span),
            Err(problem) => reading.problems.push(problem),
        }
    }
}

fn has_actor(part: &str) -> bool {
    split_outside(part, 0, '!').len() > 1
}

/// A verb takes targets of any kind; without a verb, every target must say which tokens change.
fn complete(event: Event, span: Span) -> Result<Event, Diagnostic> {
    let changes = |target: &Target| {
        !target.args.is_empty() && target.args.iter().all(|arg| arg.len() > 1 && arg.starts_with(['+', '-']))
    };
    if event.verb.is_some() || event.targets.iter().all(changes) {
        return Ok(event);
    }
    Err(Diagnostic::new("trace/event", "this is neither `Actor!verb` nor a change of tokens")
        .at(span)
        .fix("write Actor!verb, Actor!verb->Target or Actor!Target(+token)"))
}

fn read_first(text: &str, at: usize) -> Result<Event, Diagnostic> {
    let Some(bang) = split_outside(text, at, '!').get(1).map(|&(_, start)| start - at) else {
        return Ok(Event { targets: vec![read_target(text, at)?], ..Event::default() });
    };
    let actor = Some(read_name(&text[..bang - 1], at)?);
    let (deed, at) = (&text[bang..], at + bang);
    let arrow = find_outside(deed, "->");
    let what = read_target(&deed[..arrow.unwrap_or(deed.len())], at)?;
    let changes_tokens = what.args.iter().any(|arg| arg.starts_with(['+', '-']));
    if arrow.is_none() && changes_tokens {
        return Ok(Event { actor, targets: vec![what], ..Event::default() });
    }
    let verb = Some(read_word(&what.name.to_string(), at)?);
    let target = arrow.map(|arrow| read_target(&deed[arrow + 2..], at + arrow + 2)).transpose()?;
    Ok(Event { actor, verb, args: what.args, targets: target.into_iter().collect(), remark: None })
}

/// Where this text first occurs outside parentheses and quotes.
pub(super) fn find_outside(text: &str, signs: &str) -> Option<usize> {
    let mut nesting = Nesting::default();
    for (at, c) in text.char_indices() {
        if nesting.outside() && text[at..].starts_with(signs) {
            return Some(at);
        }
        nesting.step(c);
    }
    None
}

/// The position of the parenthesis that closes at the end of a text.
pub(super) fn last_parenthesis(text: &str) -> Option<usize> {
    let mut nesting = Nesting::default();
    let (mut open, mut is_last) = (None, false);
    for (at, c) in text.char_indices() {
        let was_outside = nesting.outside();
        nesting.step(c);
        if was_outside && nesting.depth == 1 {
            open = Some(at);
        }
        is_last = !was_outside && nesting.outside() && c == ')';
    }
    open.filter(|_| is_last)
}

fn read_target(text: &str, at: usize) -> Result<Target, Diagnostic> {
    let Some(open) = text.find('(') else {
        return Ok(Target { name: read_name(text, at)?, args: Vec::new() });
    };
    let name = read_name(&text[..open], at)?;
    let whole = Span::new(at, at + text.len());
    let inner = text[open + 1..].strip_suffix(')').ok_or_else(|| {
        Diagnostic::new("trace/parenthesis", "the parenthesis does not close at the end").at(whole)
    })?;
    if !balanced(inner) {
        let message = "the parentheses or quotes do not match";
        return Err(Diagnostic::new("trace/parenthesis", message).at(whole));
    }
    let is_blank = |c: char| is_unseen(c) && c.is_whitespace();
    if let Some(c) = inner.chars().find(|&c| is_unseen(c) && !is_blank(c)) {
        let message = format!("invisible character U+{:04X} in these parentheses", u32::from(c));
        return Err(Diagnostic::new("trace/unseen", message).at(whole).fix("remove it"));
    }
    let args = split_outside(inner, 0, ',').into_iter().map(|(arg, _)| arg.trim().replace(is_blank, " "));
    Ok(Target { name, args: args.collect() })
}

/// Whether every parenthesis and quote inside `inner` has its partner inside as well.
pub(super) fn balanced(inner: &str) -> bool {
    let mut nesting = Nesting { depth: 1, ..Nesting::default() };
    for c in inner.chars() {
        nesting.step(c);
        if nesting.depth == 0 {
            return false;
        }
    }
    nesting.depth == 1 && !nesting.quoted
}

fn read_name(text: &str, at: usize) -> Result<Name, Diagnostic> {
    match text.split_once(':') {
        Some((name, tag)) => {
            let tag = read_word(tag, at + name.len() + 1)?;
            Ok(Name { name: read_word(name, at)?, tag: Some(tag) })
        }
        None => Ok(Name { name: read_word(text, at)?, tag: None }),
    }
}

fn read_word(text: &str, at: usize) -> Result<String, Diagnostic> {
    if is_word(text) {
        return Ok(text.to_owned());
    }
    let span = Span::new(at, at + text.len());
    if text.is_empty() {
        return Err(Diagnostic::new("trace/name", "a name is missing here").at(span));
    }
    if let Some(problem) = long_name("trace/name", text) {
        return Err(problem.at(span));
    }
    Err(Diagnostic::new("trace/name", format!("`{}` is not a name", shortened(text)))
        .at(span)
        .fix("names consist of letters, digits and _ . ' -, and begin with a letter or digit"))
}

/// Whether a text can be a name; characters that the grammar gives a meaning are excluded.
#[must_use]
pub fn is_word(text: &str) -> bool {
    if is_too_long(text) {
        return false;
    }
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return !text.is_empty();
    }
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '\'' | '’' | '-');
    text.starts_with(char::is_alphanumeric) && text.chars().all(inside) && !text.ends_with('-')
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for block in &self.blocks {
            write!(f, "{gap}<{}>", block.phase)?;
            let mut separator = " ";
            for entry in &block.entries {
                if let What::Event(event) = &entry.what {
                    write!(f, "{separator}{event}")?;
                    separator = ", ";
                }
            }
            gap = " ";
        }
        Ok(())
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(actor) = &self.actor {
            write!(f, "{actor}!")?;
        }
        if let Some(verb) = &self.verb {
            f.write_str(verb)?;
            write_args(f, &self.args)?;
            if !self.targets.is_empty() {
                f.write_str("->")?;
            }
        }
        for (index, target) in self.targets.iter().enumerate() {
            if index > 0 {
                f.write_char(',')?;
            }
            write!(f, "{}", target.name)?;
            write_args(f, &target.args)?;
        }
        Ok(())
    }
}

fn write_args(f: &mut fmt::Formatter<'_>, args: &[String]) -> fmt::Result {
    if args.is_empty() { Ok(()) } else { write!(f, "({})", args.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::DIALECT;
    use super::*;

    /// What is read is written again as expected; the spans of the rest are reported.
    fn check(text: &str, written: &str, problems: &[&str]) {
        let reading = read(text, &DIALECT);
        assert_eq!(reading.trace.to_string(), written, "{text}");
        let places: Vec<&str> =
            reading.problems.iter().map(|problem| &text[problem.span.unwrap().range()]).collect();
        assert_eq!(places, problems, "{text}");
        assert_eq!(read(written, &DIALECT).trace, reading.trace, "{text}: the written form reads back");
    }

    #[test]
    fn every_form_of_the_grammar_is_read_and_written_one_way() {
        let table = [
            ("", ""),
            ("<R1>", "<R1>"),
            ("Bob!passes", "<SETUP> Bob!passes"),
            ("[T3] Frank!serves->Alice:baker", "<T3> Frank!serves->Alice:baker"),
            ("<r2>a!b , c!d\n e!f", "<R2> a!b, c!d, e!f"),
            (
                "<R1> st!Dave(+waiter:guest),Frank(+waiter:thief)",
                "<R1> st!Dave(+waiter:guest),Frank(+waiter:thief)",
            ),
            ("<R1> Alice(+guest:is_a_guest)", "<R1> Alice(+guest:is_a_guest)"),
            ("<R2> Alice:cook!Bob(-p),Carol(+p),Dave!dies", "<R2> Alice:cook!Bob(-p),Carol(+p), Dave!dies"),
            ("<R1> st!tells->Alice(\"2, or (3\", x(y,z))", "<R1> st!tells->Alice(\"2, or (3\",x(y,z))"),
            ("<R1> st!tells->Al(\"a\tb\r\nc\u{2028}\" )", "<R1> st!tells->Al(\"a b  c \")"),
            ("<P1> st!declares(red)", "<P1> st!declares(red)"),
            ("<P1> st!shows(red)->Al,Bo", "<P1> st!shows(red)->Al,Bo"),
            ("<T1> p1.crêpe_é.a!bakes<P1>p2!passes", "<T1> p1.crêpe_é.a!bakes <P1> p2!passes"),
        ];
        for (text, written) in table {
            check(text, written, &[]);
        }
    }

    #[test]
    fn what_cannot_be_read_is_reported_and_the_rest_kept() {
        check("<T1> a!b, what, c!d", "<T1> a!b, c!d", &["what"]);
        check("<X1> a!b", "<SETUP> a!b", &["<X1>"]);
        check("<T01> a!b", "<SETUP> a!b", &["<T01>"]);
        check("<T1 a!b", "<SETUP> a!b", &["<T1"]);
        check("<T1> a!->b, a!b->, !b, c!d", "<T1> c!d", &["", "", ""]);
        check("<T1> a!b->C(x, c!d", "<T1> c!d", &["C(x,"]);
        check("<T1> a!b(x)y, c!d", "<T1> c!d", &["b(x)y"]);
        check("<T1> a!B(+), c!d", "<T1> c!d", &["a!B(+)"]);
        for unseen in ["\0", "\u{1b}[31m", "\u{7f}", "\u{9b}", "\u{202e}"] {
            let deed = format!("b(\"{unseen}\")");
            check(&format!("<T1> a!{deed}, c!d"), "<T1> c!d", &[&deed]);
        }
        check("<T1> a!b->c!d", "<T1>", &["c!d"]);
    }
}
