//! The events of one line of the rich form.
//!
//! **Reads** sentences of the game's verbs, changes of tokens in words and events in the one-liner's syntax,
//! joined by comma and space; a remark about the last one after ` - `, and about each one in parentheses
//! after it. What cannot be read is reported on its own, and the rest of the line is kept.

use std::borrow::Cow;

use super::rich::{read_annotation, unescape};
use super::sentence::{ends_with_statement, read as read_sentence, read_spoken};
use super::{Dialect, Entry, Event, Phase, What, line};
use crate::diagnostic::{Diagnostic, Span};

/// An event, or why there is none, with its span.
pub(super) type Found = (Result<Event, Diagnostic>, Span);

/// The events of a line, both sentences and events in the one-liner's syntax. A remark at the end belongs to
/// the last.
pub(super) fn read_events(line: &str, at: usize, dialect: &Dialect) -> Vec<Found> {
    // Events in the one-liner's syntax have the notation's spelling.
    let spelling = dialect.spelling.filter(|_| !first_word_has(line, &['!', '(']));
    match spelling.map_or(Cow::Borrowed(line), |spelling| (spelling.read)(line)) {
        Cow::Borrowed(line) => read_spelt(line, at, dialect),
        Cow::Owned(spelt) => {
            let whole = Span::new(at, at + line.len());
            let found = read_spelt(&spelt, at, dialect).into_iter();
            found
                .map(|(event, _)| {
                    (event.map_err(|problem| Diagnostic { span: Some(whole), ..problem }), whole)
                })
                .collect()
        }
    }
}

/// The events of a line in the notation's spelling.
fn read_spelt(line: &str, at: usize, dialect: &Dialect) -> Vec<Found> {
    let events = without_remark(line);
    let mut found = split_events(events, at, dialect);
    let remark = line[events.len()..].strip_prefix(DASH).map(str::trim).filter(|remark| !remark.is_empty());
    if remark.is_some() && found.iter().any(|(event, _)| event.is_err()) {
        // What looks like a remark may be part of the sentence.
        if let Some(event) = read_sentence(line, dialect) {
            return vec![(Ok(event), Span::new(at, at + line.len()))];
        }
    }
    if let (Some((Ok(last), _)), Some(remark)) = (found.last_mut(), remark) {
        let before = last.remark.take().map(|remark| remark + DASH).unwrap_or_default();
        last.remark = Some(before + &unescape(remark));
    }
    found
}

/// What separates a sentence from a remark about it.
pub(super) const DASH: &str = " - ";

/// The part of a line before its remark. A dash inside parentheses or quotes does not begin one.
pub(super) fn without_remark(line: &str) -> &str {
    line::find_outside(line, DASH).map_or(line, |end| &line[..end])
}

/// Whether a line is a sentence; the first word of a one-liner's event contains a sign.
pub(super) fn is_told(line: &str, dialect: &Dialect) -> bool {
    read_annotation(line, Phase::SETUP, dialect).is_some()
        || !first_word_has(line, &['!', '(', '<', '['])
            && read_events(line, 0, dialect).iter().any(|(event, _)| event.is_ok())
}

/// The events between commas. A sentence takes as many parts as it can, but none that is a sentence of its
/// own. A part that belongs to none is reported together with the list items after it.
fn split_events(text: &str, at: usize, dialect: &Dialect) -> Vec<Found> {
    let parts = parts(text);
    let told: Vec<Option<Event>> = parts.iter().map(|(part, _)| read_told(part, dialect)).collect();
    let place = |from: usize, to: usize| Span::new(parts[from].1, parts[to].1 + parts[to].0.len());
    let mut patience = PATIENCE;
    let mut found = Vec::new();
    let mut first = 0;
    while first < parts.len() {
        let next = (first + 1..parts.len()).find(|&index| told[index].is_some()).unwrap_or(parts.len());
        let longest = (first + 1..next.min(first + PATIENCE)).rev().find_map(|to| {
            patience = patience.checked_sub(1)?;
            Some((to, read_told(&text[place(first, to).range()], dialect)?))
        });
        let alone = || told[first].clone().map(|event| (first, event));
        let is_item = |&index: &usize| is_list_item(parts[index].0);
        let last = match longest.or_else(alone) {
            Some((to, event)) => {
                found.push((Ok(event), place(first, to)));
                to
            }
            None if first_word_has(parts[first].0, &['!', '(']) => {
                found.extend(read_plain(parts[first].0, parts[first].1, dialect));
                first
            }
            None => {
                let to = (first + 1..next).take_while(is_item).last().unwrap_or(first);
                found.push((Err(no_sentence()), place(first, to)));
                to
            }
        };
        first = last + 1;
    }
    found.into_iter().map(|(event, span)| moved(event, span, at)).collect()
}

/// Limits on the length and number of multi-part sentences tried in one line; otherwise a broken text would
/// take forever.
const PATIENCE: usize = 400;

/// The same, with its span shifted.
fn moved(event: Result<Event, Diagnostic>, span: Span, by: usize) -> Found {
    let further = |span: Span| Span::new(span.start + by, span.end + by);
    let event = event.map_err(|mut problem| {
        problem.span = problem.span.map(further);
        problem
    });
    (event, further(span))
}

/// The parts between commas with a space, outside parentheses and quotes, with their spans.
fn parts(text: &str) -> Vec<(&str, usize)> {
    let mut parts: Vec<(&str, usize)> = Vec::new();
    for (part, at) in line::split_outside(text, 0, ',') {
        match parts.last_mut() {
            // A bare comma joins targets.
            Some((last, start)) if !part.starts_with(' ') => *last = &text[*start..at + part.len()],
            _ => parts.push((part, at)),
        }
    }
    let trimmed =
        parts.into_iter().map(|(part, at)| (part.trim(), at + part.len() - part.trim_start().len()));
    trimmed.filter(|(part, _)| !part.is_empty()).collect()
}

/// Whether a part looks like an item of the sentence before it: `Ben (cook)`, `Dave:guest`, `2`.
fn is_list_item(part: &str) -> bool {
    read_spoken(part).is_some() || !part.contains(' ')
}

fn first_word_has(text: &str, signs: &[char]) -> bool {
    text.split(' ').next().is_some_and(|first| first.contains(signs))
}

fn no_sentence() -> Diagnostic {
    Diagnostic::new("trace/sentence", "the game does not know this sentence")
        .fix("write an event as Actor!verb->Target, or begin the line with NOTE:")
}

/// The event of a sentence, with the remark in its last parentheses. They belong to the sentence where it has
/// room for them, as after a name; an argument has none, but a statement does.
fn read_told(text: &str, dialect: &Dialect) -> Option<Event> {
    // A single word is an item of a list.
    if !text.contains(' ') || read_annotation(text, Phase::SETUP, dialect).is_some() {
        return None;
    }
    let whole = read_words(text, dialect);
    let is_taken = |event: &Event| {
        let told = event.targets.iter().flat_map(|target| &target.args);
        event.args.iter().chain(told).any(|arg| arg.ends_with(')') && arg.contains(" ("))
            && !ends_with_statement(event, dialect)
    };
    if let Some(event) = whole.as_ref().filter(|event| !is_taken(event)) {
        return Some(event.clone());
    }
    let shorter = split_parenthesis(text).and_then(|(sentence, remark)| {
        let remark = Some(unescape(remark)).filter(|remark| !remark.is_empty());
        Some(Event { remark, ..read_words(sentence, dialect)? })
    });
    shorter.or(whole)
}

/// The event of a sentence; changes of tokens can be sentences if the game has tokens.
fn read_words(text: &str, dialect: &Dialect) -> Option<Event> {
    read_sentence(text, dialect).or_else(|| dialect.changes.and_then(|read| read(text)))
}

/// A sentence and the text in parentheses after it.
fn split_parenthesis(text: &str) -> Option<(&str, &str)> {
    let open = line::last_parenthesis(text)?;
    let sentence = text[..open].strip_suffix(' ')?;
    Some((sentence.trim_end(), text[open + 1..].strip_suffix(')')?.trim()))
}

/// Events in the one-liner's syntax.
fn read_plain(text: &str, at: usize, dialect: &Dialect) -> Vec<Found> {
    let reading = line::read(text, dialect);
    let whole = Span::new(at, at + text.len());
    let has_label = reading.trace.blocks.iter().any(|block| block.phase != Phase::SETUP);
    if has_label || read_annotation(text, Phase::SETUP, dialect).is_some() {
        return vec![(Err(no_sentence()), whole)];
    }
    let problems =
        reading.problems.into_iter().map(|problem| moved(Err(problem), Span::new(0, text.len()), at));
    let entries = reading.trace.blocks.into_iter().flat_map(|block| block.entries);
    let events = entries.filter_map(|Entry { what, span }| match what {
        What::Event(event) => Some(moved(Ok(event), span, at)),
        What::Annotation(_) => None,
    });
    problems.chain(events).collect()
}
