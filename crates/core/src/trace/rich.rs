//! The rich form: a phase label alone on a line, then a line for each event, message or note.
//!
//! **Reads** sentences of the game's verbs, several in a line when comma and space join them, a remark behind
//! ` - `, events in the one-liner's syntax, and `MSG`, `NOTE`, `STORYTELLER`, `STRATEGY` and `RESULT` lines,
//! at any indentation.
//!
//! **Writes** one indented sentence a line (the first of the verb's that holds all of it; an event that none can hold in
//! the one-liner's syntax) and the other lines unindented. Line breaks inside a text are written `\n`.

use std::fmt::Write as _;

use super::{Event, Name, Phase, Reading, Recital, RemarkKind, Target, Trace, Verb, What, label_alone, line};
use crate::diagnostic::{Diagnostic, Span};

/// Reads a rich trace, keeping what can be read.
#[must_use]
pub fn read(text: &str, verbs: &[Verb]) -> Reading {
    let mut reading = Reading::default();
    let mut phase = Phase::Setup;
    let mut start = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let at = start + (raw.len() - raw.trim_start().len());
        let span = Span::new(at, at + line.len());
        start += raw.len();
        if let Some(label) = label_alone(line) {
            phase = label;
            reading.trace.block(phase);
        } else if !line.is_empty() {
            match read_line(line, at, phase, verbs) {
                Ok(found) => found.into_iter().for_each(|what| reading.trace.push(phase, what, span)),
                Err(problem) => reading.problems.push(problem.at(span)),
            }
        }
    }
    reading
}

fn read_line(line: &str, at: usize, phase: Phase, verbs: &[Verb]) -> Result<Vec<What>, Diagnostic> {
    if let Some(rest) = line.strip_prefix("MSG ") {
        let message = read_message(rest).ok_or_else(|| {
            Diagnostic::new("trace/message", "this message cannot be read")
                .fix("write MSG (D1): From -> To (whisper): \"text\", or ALL for everybody")
        })?;
        return if message.0 == phase {
            Ok(vec![What::Recital(message.1)])
        } else {
            let text = format!("the message is of <{}>, but stands in <{phase}>", message.0);
            Err(Diagnostic::new("trace/message-phase", text))
        };
    }
    for (kind, word) in RemarkKind::ALL {
        if let Some(text) = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(':')) {
            return Ok(vec![What::Recital(Recital::Remark { kind, text: unescape(text.trim()) })]);
        }
    }
    let takes_all = |event: &Event| {
        let told = event.targets.iter().flat_map(|target| &target.args);
        event.args.iter().chain(told).any(|arg| arg.contains(" - "))
    };
    let whole = read_sentence(line, verbs);
    let is_shorter =
        || line.split_once(" - ").is_some_and(|(s, _)| read_sentence(s.trim_end(), verbs).is_some());
    if let Some(event) = whole.filter(|event| !takes_all(event) || !is_shorter()) {
        return Ok(vec![What::Event(event)]);
    }
    let (sentence, remark) = match line.split_once(" - ") {
        Some((sentence, remark)) => (sentence.trim_end(), Some(unescape(remark))),
        None => (line, None),
    };
    let events: Option<Vec<Event>> = read_sentence(sentence, verbs)
        .map(|event| vec![event])
        .or_else(|| sentence.split(", ").map(|part| read_sentence(part.trim(), verbs)).collect());
    match events {
        Some(mut events) => {
            if let Some(last) = events.last_mut() {
                last.remark = remark;
            }
            Ok(events.into_iter().map(What::Event).collect())
        }
        None => read_plain_events(sentence, at, remark),
    }
}

/// The one-liner's syntax is read too; a line that is neither is reported as a whole.
fn read_plain_events(text: &str, at: usize, remark: Option<String>) -> Result<Vec<What>, Diagnostic> {
    let reading = line::read(text);
    if !text.contains(['!', '(']) || text.starts_with(['<', '[']) {
        return Err(Diagnostic::new("trace/sentence", "this sentence is none that the game knows")
            .fix("write an event as Actor!verb->Target, or begin the line with NOTE:"));
    }
    if let Some(mut problem) = reading.problems.into_iter().next() {
        problem.span = problem.span.map(|span| Span::new(at + span.start, at + span.end));
        return Err(problem);
    }
    let mut found: Vec<What> =
        reading.trace.blocks.into_iter().flat_map(|block| block.entries).map(|entry| entry.what).collect();
    if let (Some(What::Event(last)), Some(remark)) = (found.last_mut(), remark) {
        last.remark = Some(remark);
    }
    Ok(found)
}

fn read_message(rest: &str) -> Option<(Phase, Recital)> {
    let (phase, rest) = rest.strip_prefix('(')?.split_once("):")?;
    let phase = Phase::read(phase.trim())?;
    let (from, rest) = rest.split_once("->")?;
    let (to, text) = rest.split_once(": ").or_else(|| rest.split_once(":\""))?;
    let (to, whisper) = match to.trim().strip_suffix("(whisper)") {
        Some(to) => (to.trim(), true),
        None => (to.trim(), false),
    };
    let text = text.trim();
    let text = text.strip_suffix('"').map_or(text, |inner| inner.strip_prefix('"').unwrap_or(inner));
    let from = from.trim().to_owned();
    let everybody = to.eq_ignore_ascii_case("all");
    if !line::is_word(&from) || !line::is_word(to) || everybody && whisper {
        return None;
    }
    let to = (!everybody).then(|| to.to_owned());
    Some((phase, Recital::Message { from, to, whisper, text: unescape(text) }))
}

/// Writes the rich form.
#[must_use]
pub fn write(trace: &Trace, verbs: &[Verb]) -> String {
    let mut out = String::new();
    for block in &trace.blocks {
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}<{}>", block.phase);
        for entry in &block.entries {
            let _ = match &entry.what {
                What::Event(event) => writeln!(out, "  {}", sentence(event, verbs)),
                What::Recital(recital) => writeln!(out, "{}", write_recital(block.phase, recital)),
            };
        }
    }
    out
}

/// An event as a sentence, with its remark.
#[must_use]
pub fn sentence(event: &Event, verbs: &[Verb]) -> String {
    let known = event.verb_among(verbs);
    let filled = known.and_then(|verb| verb.sentences.iter().find_map(|template| fill(template, event)));
    let mut text = filled.unwrap_or_else(|| event.to_string());
    let Some(remark) = &event.remark else { return text };
    let remark = escape(remark);
    // A sentence that ends with an argument would take the remark for a part of it.
    if read_sentence(&format!("{text} - {remark}"), verbs).is_some() {
        text = event.to_string();
    }
    format!("{text} - {remark}")
}

/// A message or remark as its line.
#[must_use]
pub fn write_recital(phase: Phase, recital: &Recital) -> String {
    match recital {
        Recital::Message { from, to, whisper, text } => {
            let to = to.as_deref().unwrap_or("ALL");
            let whisper = if *whisper { " (whisper)" } else { "" };
            format!("MSG ({phase}): {from} -> {to}{whisper}: \"{}\"", escape(text))
        }
        Recital::Remark { kind, text } => {
            let word =
                RemarkKind::ALL.iter().find(|(known, _)| known == kind).map_or("NOTE", |(_, word)| word);
            format!("{word}: {}", escape(text)).trim_end().to_owned()
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            (other, false) => out.push(other),
        }
    }
    out
}

/// A piece of a sentence: words as they stand, or a part of the event.
#[derive(Clone, Copy, PartialEq)]
enum Piece<'a> {
    Words(&'a str),
    Part(&'a str),
}

fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((words, after)) = rest.split_once('{') {
        let (part, tail) = after.split_once('}').unwrap_or((after, ""));
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
        pieces.push(Piece::Part(part));
        rest = tail;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Words(rest));
    }
    pieces
}

/// The sentence of an event, unless the event holds something that the sentence has no room for.
fn fill(template: &str, event: &Event) -> Option<String> {
    let pieces = pieces(template);
    let has = |part| pieces.contains(&Piece::Part(part));
    let single = event.targets.first().filter(|_| event.targets.len() == 1);
    // What is empty, or begins or ends with a space, would be lost between the words.
    let is_plain = |arg: &String| !arg.is_empty() && arg.trim() == arg;
    let room = event.args.iter().chain(event.targets.iter().flat_map(|target| &target.args)).all(is_plain)
        && (has("targets") && !event.targets.is_empty()
            || event.targets.len() == usize::from(has("target")) && !has("targets"))
        && (event.args.len() == usize::from(has("arg")) && !has("args")
            || has("args") && !event.args.is_empty())
        && (event.targets.iter().all(|target| target.args.is_empty()) || has("told") && single.is_some())
        && (has("actor")
            || event.actor.as_ref().is_some_and(|actor| actor.tag.is_none() && actor.name == "st"));
    if !room {
        return None;
    }
    let mut out = String::new();
    for piece in &pieces {
        match *piece {
            Piece::Words(words) => out.push_str(words),
            Piece::Part("actor") => out.push_str(&spoken(event.actor.as_ref()?)),
            Piece::Part("target") if has("tag") => out.push_str(&single?.name.name),
            Piece::Part("target") => out.push_str(&spoken(&single?.name)),
            Piece::Part("tag") => out.push_str(&single?.name.tag.as_ref()?.replace('_', " ")),
            Piece::Part("targets") => {
                let names: Vec<String> = event.targets.iter().map(|target| spoken(&target.name)).collect();
                out.push_str(&names.join(", "));
            }
            Piece::Part("arg") => out.push_str(event.args.first()?),
            Piece::Part("args") => out.push_str(&event.args.join(", ")),
            Piece::Part("told") => {
                let told = &single?.args;
                out.push_str(&Some(told).filter(|told| !told.is_empty())?.join(", "));
            }
            Piece::Part(_) => return None,
        }
    }
    Some(out)
}

/// `Alice (fortune teller)`.
fn spoken(name: &Name) -> String {
    match &name.tag {
        Some(tag) => format!("{} ({})", name.name, tag.replace('_', " ")),
        None => name.name.clone(),
    }
}

fn read_spoken(text: &str) -> Option<Name> {
    let (name, tag) = match text.split_once(" (") {
        Some((name, tag)) => (name, Some(tag.strip_suffix(')')?.replace(' ', "_"))),
        None => (text, None),
    };
    let words = line::is_word(name) && tag.as_deref().is_none_or(line::is_word);
    words.then(|| Name { name: name.to_owned(), tag })
}

/// The event of a sentence, if a verb of the game has it: it must be just what that event would be written as.
#[must_use]
pub fn read_sentence(text: &str, verbs: &[Verb]) -> Option<Event> {
    verbs.iter().find_map(|verb| {
        verb.sentences.iter().find_map(|template| {
            let mut event = Event { verb: Some(verb.name.to_owned()), ..Event::default() };
            let fits = capture(&pieces(template), text, &mut event);
            event.actor.get_or_insert_with(|| Name::plain("st"));
            (fits && fill(template, &event).as_deref() == Some(text)).then_some(event)
        })
    })
}

/// Matches the pieces against the text from the left, trying every end of a part that the words after it allow.
fn capture(pieces: &[Piece<'_>], text: &str, event: &mut Event) -> bool {
    let Some((first, rest)) = pieces.split_first() else {
        return text.is_empty();
    };
    match (*first, rest.first()) {
        (Piece::Words(words), _) => text.strip_prefix(words).is_some_and(|text| capture(rest, text, event)),
        (Piece::Part(part), Some(Piece::Words(words))) => text.match_indices(words).any(|(end, _)| {
            let mut tried = event.clone();
            let fits = put(part, &text[..end], &mut tried) && capture(rest, &text[end..], &mut tried);
            if fits {
                *event = tried;
            }
            fits
        }),
        (Piece::Part(part), _) => put(part, text, event) && rest.is_empty(),
    }
}

fn put(part: &str, text: &str, event: &mut Event) -> bool {
    match part {
        "actor" => event.actor = read_spoken(text),
        "target" | "targets" => {
            let names: Option<Vec<Name>> = text.split(", ").map(read_spoken).collect();
            let targets = names.into_iter().flatten().map(|name| Target { name, args: Vec::new() });
            event.targets = targets.collect();
            return !event.targets.is_empty();
        }
        "tag" => match event.targets.last_mut() {
            Some(target) => target.name.tag = Some(text.replace(' ', "_")).filter(|tag| line::is_word(tag)),
            None => return false,
        },
        "args" => event.args = read_list(text),
        "told" => match event.targets.last_mut() {
            Some(target) => target.args = read_list(text),
            None => return false,
        },
        _ => event.args = vec![text.to_owned()],
    }
    true
}

/// What stands between commas outside parentheses and quotes.
fn read_list(text: &str) -> Vec<String> {
    line::split_outside(text, 0, ',').into_iter().map(|(part, _)| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::VerbKind;
    use super::*;

    const VERBS: &[Verb] = &[
        verb("nominates", &["{actor} nominates {target}"]),
        verb("says", &["{actor} says {target} is {tag}"]),
        verb("deals", &["the dealer deals {targets}"]),
        verb("declares", &["the {arg} team wins"]),
        verb("passes", &["{actor} passes", "{actor} abstains"]),
        verb("claims", &["{actor} claims {arg}"]),
        verb("tells", &["the teller tells {target}: {told}"]),
    ];

    const fn verb(name: &'static str, sentences: &'static [&'static str]) -> Verb {
        Verb { name, sentences, kind: VerbKind::Action, secret: false }
    }

    fn check(text: &str, line: &str, written: &str) {
        let reading = read(text, VERBS);
        assert_eq!(reading.problems, [], "{text}");
        assert_eq!(reading.trace.to_string(), line, "{text}");
        assert_eq!(write(&reading.trace, VERBS), written, "{text}");
        assert_eq!(read(written, VERBS).trace, reading.trace, "{text}: the written form reads back");
    }

    #[test]
    fn a_remark_is_not_taken_for_an_argument() {
        let table = [
            ("A claims empath - because", "A!claims(empath) - because"),
            ("A!claims(empath) - because", "A!claims(empath) - because"),
            ("the teller tells B: 1, two - a lie", "st!tells->B(1,two) - a lie"),
            ("A claims empath", "A claims empath"),
        ];
        for (text, written) in table {
            let reading = read(&format!("<D1>\n  {text}\n"), VERBS);
            assert!(reading.problems.is_empty(), "{text}: {:?}", reading.problems);
            assert_eq!(write(&reading.trace, VERBS), format!("<D1>\n  {written}\n"), "{text}");
        }
    }

    #[test]
    fn sentences_and_events_say_the_same() {
        check(
            "<D1>\nAl nominates Bo (virgin) - reason: \"odd\"\n\n Al says Bo is not sheriff",
            "<D1> Al!nominates->Bo:virgin, Al!says->Bo:not_sheriff",
            "<D1>\n  Al nominates Bo (virgin) - reason: \"odd\"\n  Al says Bo is not sheriff\n",
        );
        check(
            "<E1>\n  Al nominates Bo, Cy nominates Al\n  Cy abstains",
            "<E1> Al!nominates->Bo, Cy!nominates->Al, Cy!passes",
            "<E1>\n  Al nominates Bo\n  Cy nominates Al\n  Cy passes\n",
        );
        check(
            "<SETUP>\n  the dealer deals Al (fortune teller), Bo (imp)\n<N1>\n  st!Al(+x:y)\n the red team wins",
            "<SETUP> st!deals->Al:fortune_teller,Bo:imp <N1> st!Al(+x:y), st!declares(red)",
            "<SETUP>\n  the dealer deals Al (fortune teller), Bo (imp)\n\n<N1>\n  st!Al(+x:y)\n  the red team wins\n",
        );
    }

    #[test]
    fn messages_and_notes_are_kept_at_their_place() {
        let text = "<N1>\nMSG (N1): Al -> Bo (whisper): \"I am \"safe\", \\\\o/\"\nMSG (N1): Al -> ALL: \"a\\nb\"\n\
                    NOTE: Al lies\nSTORYTELLER: kind\nSTRATEGY: wait\nRESULT: none\n";
        check(text, "<N1>", text);
    }

    #[test]
    fn unknown_sentences_are_reported_whole_and_the_rest_kept() {
        let text = "<D1>\n  Al dances\n  Al passes\n  Al!no->->x\nMSG Al: hi\n";
        let reading = read(text, VERBS);
        let places: Vec<&str> =
            reading.problems.iter().map(|problem| &text[problem.span.unwrap().range()]).collect();
        assert_eq!(places, ["Al dances", "->x", "MSG Al: hi"]);
        assert_eq!(reading.trace.to_string(), "<D1> Al!passes");
    }
}
