//! The rich form: a phase label alone on a line, then a line for each event, message or note.
//!
//! **Reads** sentences of the game's verbs and changes of tokens in words, several on a line if joined by
//! comma and space; a remark after ` - ` or in parentheses at the end; events in the one-liner's syntax; and
//! lines that begin with `MSG`, `NOTE` or another remark of the game, at any indentation. A `MSG (PHASE)`
//! must be in that phase. Names in sentences may be spelt as people spell them, where the game has such a
//! spelling.
//!
//! **Writes** one indented sentence a line (the first of the verb's sentences that holds the whole event and
//! reads back, in people's spelling if possible; the one-liner's syntax if there is none), remarks after ` - `, and the other lines unindented.
//! Line breaks inside a text are written `
//! `, quotes inside a message `\"`, and invisible characters `\u{1b}` ([`crate::printable`]).

use std::fmt::Write as _;

use super::sentence::fill;
pub use super::sentence::{read as read_sentence, read_actor};
use super::told::{DASH, read_events};
use super::{Annotation, Dialect, Event, Phase, Reading, Trace, What, label_alone, line};
use crate::diagnostic::{Diagnostic, Span};
use crate::notation::is_storyteller;
use crate::printable::{self, is_unseen};

/// Reads a rich trace, keeping what can be read.
#[must_use]
pub fn read(text: &str, dialect: &Dialect) -> Reading {
    let mut reading = Reading::default();
    let mut phase = Phase::SETUP;
    let mut start = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let at = start + (raw.len() - raw.trim_start().len());
        start += raw.len();
        if let Some(label) = label_alone(line, dialect) {
            phase = label;
            reading.trace.block(phase);
        } else if !line.is_empty() {
            read_line(line, at, phase, dialect, &mut reading);
        }
    }
    reading.bounded()
}

fn read_line(line: &str, at: usize, phase: Phase, dialect: &Dialect, reading: &mut Reading) {
    let whole = Span::new(at, at + line.len());
    match read_annotation(line, phase, dialect) {
        Some(Ok(annotation)) => reading.trace.push(phase, What::Annotation(annotation), whole),
        Some(Err(problem)) => reading.problems.push(problem.at(whole)),
        None => {
            for (found, span) in read_events(line, at, dialect) {
                match found {
                    Ok(event) => reading.trace.push(phase, What::of(event, dialect), span),
                    Err(problem) => reading.problems.push(problem.at(span)),
                }
            }
        }
    }
}

/// The message or remark of a line that begins like one.
pub(super) fn read_annotation(
    line: &str,
    phase: Phase,
    dialect: &Dialect,
) -> Option<Result<Annotation, Diagnostic>> {
    if let Some(rest) = line.strip_prefix("MSG ") {
        let message = read_message(rest, phase, dialect).ok_or_else(|| {
            Diagnostic::new("trace/message", "this message cannot be read")
                .fix("write MSG (PHASE): From -> To (whisper): \"text\", or ALL for everybody")
        });
        return Some(message.and_then(|(written, annotation)| {
            if written == phase {
                return Ok(annotation);
            }
            let text = format!("the message is labelled <{written}>, but is in <{phase}>");
            Err(Diagnostic::new("trace/message-phase", text))
        }));
    }
    dialect.all_remarks().find_map(|kind| {
        let text = line.strip_prefix(kind.word())?.strip_prefix(':')?;
        Some(Ok(Annotation::Remark { kind, text: unescape(text.trim()) }))
    })
}

/// A message and the phase of its label.
fn read_message(rest: &str, now: Phase, dialect: &Dialect) -> Option<(Phase, Annotation)> {
    let (phase, rest) = rest.strip_prefix('(')?.split_once("):")?;
    let phase = phase.trim();
    let phase = if phase.eq_ignore_ascii_case("phase") { now } else { dialect.read_phase(phase)? };
    let (from, rest) = rest.split_once("->")?;
    let (to, text) = rest.split_once(':')?;
    let (to, whisper) = match to.trim().strip_suffix("(whisper)") {
        Some(to) => (to.trim(), true),
        None => (to.trim(), false),
    };
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(text);
    let everybody = to.eq_ignore_ascii_case("all");
    let (from, to) = (read_speaker(from.trim())?, read_speaker(to)?);
    if everybody && whisper {
        return None;
    }
    let to = (!everybody).then_some(to);
    Some((phase, Annotation::Message { from, to, whisper, text: unescape(text) }))
}

fn read_speaker(text: &str) -> Option<String> {
    let article = text.get(..4).filter(|the| the.eq_ignore_ascii_case("the "));
    let name = article.map_or(text, |the| &text[the.len()..]);
    if is_storyteller(name) {
        return Some("st".to_owned());
    }
    line::is_word(text).then(|| text.to_owned())
}

/// Writes the rich form.
#[must_use]
pub fn write(trace: &Trace, dialect: &Dialect) -> String {
    let mut out = String::new();
    for block in &trace.blocks {
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}<{}>", block.phase);
        for entry in &block.entries {
            let _ = writeln!(out, "{}", write_line(block.phase, &entry.what, dialect));
        }
    }
    out
}

/// The line of an entry; events and asides are indented.
#[must_use]
pub fn write_line(phase: Phase, what: &What, dialect: &Dialect) -> String {
    match what {
        What::Event(event) | What::Annotation(Annotation::Aside(event)) => {
            format!("  {}", sentence(event, dialect))
        }
        What::Annotation(Annotation::Message { from, to, whisper, text }) => {
            let to = to.as_deref().unwrap_or("ALL");
            let whisper = if *whisper { " (whisper)" } else { "" };
            format!("MSG ({phase}): {from} -> {to}{whisper}: \"{}\"", escape(text).replace('"', "\\\""))
        }
        What::Annotation(Annotation::Remark { kind, text }) => {
            format!("{}: {}", kind.word(), escape(text)).trim_end().to_owned()
        }
    }
}

/// An event as a sentence that reads back as exactly this event, with its remark.
#[must_use]
pub fn sentence(event: &Event, dialect: &Dialect) -> String {
    let remark = event.remark.as_ref().map(|remark| format!("{DASH}{}", escape(remark))).unwrap_or_default();
    let reads_back = |text: &String| {
        let is_recital = read_annotation(text, Phase::SETUP, dialect).is_some();
        let found = if is_recital { Vec::new() } else { read_events(text, 0, dialect) };
        matches!(found.as_slice(), [(Ok(read), _)] if read == event)
    };
    let spelt = dialect.spelling.into_iter();
    let spelt = spelt.flat_map(|spelling| sentences(event, dialect).map(move |text| (spelling.write)(&text)));
    spelt
        .chain(sentences(event, dialect))
        .map(|sentence| sentence + &remark)
        .find(reads_back)
        .unwrap_or_else(|| format!("{event}{remark}"))
}

/// An event as a sentence for people, which need not read back; without its remark.
pub(super) fn in_words(event: &Event, dialect: &Dialect) -> String {
    let sentence = sentences(event, dialect).next().unwrap_or_else(|| event.to_string());
    dialect.spell(&sentence)
}

/// The sentences that can hold an event.
fn sentences(event: &Event, dialect: &Dialect) -> impl Iterator<Item = String> {
    let known = event.verb_among(dialect.verbs).map_or(&[][..], |verb| verb.sentences);
    known.iter().filter_map(|template| fill(template, event))
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            _ if is_unseen(c) => printable::escape(c, &mut out),
            _ => out.push(c),
        }
    }
    out
}

/// Undoes [`escape`], with quotes escaped or not; a backslash before anything else stands for itself.
pub(super) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (c, length) = match rest[at + 1..].chars().next() {
            Some('n') => ('\n', 2),
            Some('r') => ('\r', 2),
            Some(c @ ('\\' | '"')) => (c, 2),
            _ => printable::read_escape(&rest[at..]).unwrap_or(('\\', 1)),
        };
        out.push(c);
        rest = &rest[at + length..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::super::tests::PHASES;
    use super::super::{RemarkKind, Verb, VerbKind};
    use super::*;

    const VERBS: &[Verb] = &[
        verb("serves", &["{actor} serves {target}"]),
        verb("says", &["{actor} says {target} is {tag}"]),
        verb("deals", &["the dealer deals {targets}"]),
        verb("declares", &["the {arg} team wins"]),
        verb("passes", &["{actor} passes", "{actor} abstains"]),
        verb("claims", &["{actor} claims {arg}", "{actor} claims to be the {arg}"]),
        verb("tells", &["the teller tells {target}: {told}"]),
        verb("gossips", &["{actor} gossips {statement}"]),
        verb("votes", &["{actor} votes {player}"]),
        verb("keeps", &["the Storyteller keeps {arg}"]),
        Verb::aside("defends", &["{actor} defends", "{actor} defends {target}"]),
        Verb::consequence("", &[], true),
    ];

    const DIALECT: &Dialect =
        &Dialect { remarks: &[RemarkKind::new("WEATHER")], ..Dialect::new(PHASES, VERBS) };

    const fn verb(name: &'static str, sentences: &'static [&'static str]) -> Verb {
        Verb { name, sentences, kind: VerbKind::Action, secret: false }
    }

    fn check(text: &str, line: &str, written: &str) {
        let reading = read(text, DIALECT);
        assert_eq!(reading.problems, [], "{text}");
        assert_eq!(reading.trace.to_string(), line, "{text}");
        assert_eq!(write(&reading.trace, DIALECT), written, "{text}");
        assert_eq!(read(written, DIALECT).trace, reading.trace, "{text}: the written form reads back");
    }

    #[test]
    fn a_remark_is_not_taken_for_an_argument() {
        let table = [
            ("A claims cook - because", "A claims cook - because"),
            ("A!claims(cook) - because", "A claims cook - because"),
            ("A!claims(cook - because)", "A!claims(cook - because)"),
            ("A claims \"x - y\"", "A claims \"x - y\""),
            ("the teller tells B: 1, two - a lie", "the teller tells B: 1, two - a lie"),
            ("the teller tells B: 1, two (a lie) - or so", "the teller tells B: 1, two - a lie - or so"),
            ("A claims cook (false - A is a thief)", "A claims cook - false - A is a thief"),
            ("A claims cook", "A claims cook"),
            ("A claims to be the cook", "A claims cook"),
            ("A claims cook ()", "A claims cook"),
            ("A gossips not (a or b)", "A gossips not (a or b)"),
            ("A gossips not (a or b) - sure", "A gossips not (a or b) - sure"),
            ("Al serves Bo (baker) (at last)", "Al serves Bo (baker) - at last"),
            ("Al votes Bo (baker)", "Al votes Bo - baker"),
            ("Al!votes->Bo:baker", "Al!votes->Bo:baker"),
        ];
        for (text, written) in table {
            let reading = read(&format!("<T1>\n  {text}\n"), DIALECT);
            assert!(reading.problems.is_empty(), "{text}: {:?}", reading.problems);
            assert_eq!(write(&reading.trace, DIALECT), format!("<T1>\n  {written}\n"), "{text}");
        }
    }

    #[test]
    fn sentences_and_events_say_the_same() {
        check(
            "<T1>\nAl serves Bo (baker) - reason: \"odd\"\n\n Al says Bo is not cook",
            "<T1> Al!serves->Bo:baker, Al!says->Bo:not_cook",
            "<T1>\n  Al serves Bo (baker) - reason: \"odd\"\n  Al says Bo is not cook\n",
        );
        check(
            "<P1>\n  Al serves Bo, Cy serves Al\n  Cy abstains",
            "<P1> Al!serves->Bo, Cy!serves->Al, Cy!passes",
            "<P1>\n  Al serves Bo\n  Cy serves Al\n  Cy passes\n",
        );
        check(
            "<SETUP>\n  the dealer deals Al (head waiter), Bo (guest)\n<R1>\n  st!Al(+x:y)\n the red team wins",
            "<SETUP> st!deals->Al:head_waiter,Bo:guest <R1> st!Al(+x:y), st!declares(red)",
            "<SETUP>\n  the dealer deals Al (head waiter), Bo (guest)\n\n<R1>\n  st!Al(+x:y)\n  the red team wins\n",
        );
    }

    #[test]
    fn the_storyteller_has_many_names_and_sentences_may_begin_with_a_capital() {
        for text in
            ["the Storyteller keeps x", "storyteller keeps x", "St keeps x", "The storyteller keeps x"]
        {
            check(&format!("<R1>\n  {text}\n"), "<R1> st!keeps(x)", "<R1>\n  the Storyteller keeps x\n");
        }
        for text in ["The dealer passes", "storyteller passes", "ST passes", "st!passes"] {
            check(&format!("<R1>\n{text}"), "<R1> st!passes", "<R1>\n  st passes\n");
        }
        check("<R1>\nThe red team wins", "<R1> st!declares(red)", "<R1>\n  the red team wins\n");
        check(
            "<R1>\nAl serves Bo (dish_washer)",
            "<R1> Al!serves->Bo:dish_washer",
            "<R1>\n  Al serves Bo (dish washer)\n",
        );
    }

    #[test]
    fn asides_are_annotations_in_either_form() {
        let text = "<T1>\n  Al passes\n  Al defends - loudly\n  Al defends Bo (baker)\n  Bo passes\n";
        check(text, "<T1> Al!passes, Bo!passes", text);
        check(
            "<T1>\nAl!passes, Al!defends - loudly\n Al!defends->Bo:baker, Bo passes",
            "<T1> Al!passes, Bo!passes",
            text,
        );
        let reading = super::super::read("<T1> Al!passes, Al!defends, Bo!passes", DIALECT);
        assert_eq!(reading.trace.to_string(), "<T1> Al!passes, Bo!passes");
        assert_eq!(write(&reading.trace, DIALECT), "<T1>\n  Al passes\n  Al defends\n  Bo passes\n");
    }

    #[test]
    fn several_sentences_of_a_line_have_their_own_places() {
        let text = "<T1>\n  Al passes (tired), Bo!passes, st!Al(+x),Bo(-x) , the dealer deals Al (guest), Bo (thief), Al defends - so\n";
        let reading = read(text, DIALECT);
        assert_eq!(reading.problems, []);
        let places: Vec<&str> =
            reading.trace.blocks[0].entries.iter().map(|entry| &text[entry.span.range()]).collect();
        let expected = [
            "Al passes (tired)",
            "Bo!passes",
            "st!Al(+x),Bo(-x)",
            "the dealer deals Al (guest), Bo (thief)",
            "Al defends",
        ];
        assert_eq!(places, expected);
        check(
            text,
            "<T1> Al!passes, Bo!passes, st!Al(+x),Bo(-x), st!deals->Al:guest,Bo:thief",
            "<T1>\n  Al passes - tired\n  Bo passes\n  st!Al(+x),Bo(-x)\n  the dealer deals Al (guest), Bo (thief)\n  Al defends - so\n",
        );
    }

    #[test]
    fn messages_and_notes_are_kept_at_their_place() {
        let text = "<R1>\nMSG (R1): Al -> Bo (whisper): \"I am \\\"safe\\\", \\\\o/\"\nMSG (R1): Al -> ALL: \"a\\nb\"\n\
                    NOTE: Al lies\nSTORYTELLER: kind\nSTRATEGY: wait\nRESULT: none\nTIMING: late\nWEATHER: fog\n";
        check(text, "<R1>", text);
        check(
            "<R1>\nMSG (PHASE): the Storyteller -> Al: \"hi\"\n",
            "<R1>",
            "<R1>\nMSG (R1): st -> Al: \"hi\"\n",
        );
    }

    #[test]
    fn quotes_inside_a_message_are_escaped_or_not() {
        let table = [
            (r#" "he said \"no\"""#, r#""he said \"no\"""#),
            (r#" "he said "no"""#, r#""he said \"no\"""#),
            (r#" he said "no""#, r#""he said \"no\"""#),
            (r#""a: b""#, r#""a: b""#),
            (r#" "\"""#, r#""\"""#),
            (r#" """#, r#""""#),
            (r#" ""#, r#""\"""#),
            (r#" "a\\""#, r#""a\\""#),
            (r#" "a\\\"\n""#, r#""a\\\"\n""#),
            (" \"a\u{1b}[31m\tb\u{202e}\"", r#""a\u{1b}[31m\u{9}b\u{202e}""#),
            (r#" "a\u{1B}b \\u{1b} \u{41}""#, r#""a\u{1b}b \\u{1b} A""#),
            (r#" "a\u{x} \u""#, r#""a\\u{x} \\u""#),
        ];
        for (text, written) in table {
            let [text, written] =
                [text, &format!(" {written}")].map(|said| format!("<T1>\nMSG (T1): Al -> Bo:{said}\n"));
            check(&text, "<T1>", &written);
        }
    }

    #[test]
    fn unknown_sentences_are_reported_at_their_place_and_the_rest_kept() {
        let table: [(&str, &[&str], &str); 11] = [
            ("Al dances", &["Al dances"], ""),
            ("Al!no->->x", &["->x"], ""),
            ("MSG Al: hi", &["MSG Al: hi"], ""),
            ("MSG (T2): Al -> Bo: hi", &["MSG (T2): Al -> Bo: hi"], ""),
            ("Al votes Bo, Bo vots Al, Cy votes Al", &["Bo vots Al"], " Al!votes->Bo, Cy!votes->Al"),
            ("Al vots Bo, Bo vots Al - why", &["Al vots Bo", "Bo vots Al"], ""),
            (
                "the dealer dels Al (guest), Bo (thief), Al passes",
                &["the dealer dels Al (guest), Bo (thief)"],
                " Al!passes",
            ),
            ("Al passes, NOTE: hm", &["NOTE: hm"], " Al!passes"),
            ("Al!passes Bo!!x Bo!passes", &["!x"], " Al!passes, Bo!passes"),
            ("Al passes, MSG (R1) passes", &["MSG (R1) passes"], " Al!passes"),
            ("Al claims \"x", &["Al claims \"x"], ""),
        ];
        for (line, places, kept) in table {
            let text = format!("<T1>\n  {line}\n");
            let reading = read(&text, DIALECT);
            let found: Vec<&str> =
                reading.problems.iter().map(|problem| &text[problem.span.unwrap().range()]).collect();
            assert_eq!(found, places, "{line}");
            assert_eq!(reading.trace.to_string(), format!("<T1>{kept}"), "{line}");
        }
    }

    #[test]
    fn a_long_broken_line_takes_no_time() {
        for part in ["x y, ", "Al vots Bo (, ", "Al claims x - ", "Al serves Bo, x, "] {
            let reading = read(&part.repeat(3000), DIALECT);
            assert!(!reading.problems.is_empty() || !reading.trace.blocks.is_empty());
        }
    }
}
