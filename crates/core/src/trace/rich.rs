//! The rich form: a phase label alone on a line, then a line for each event, message or note.
//!
//! **Reads** sentences of the game's verbs and changes of tokens in words, several in a line when comma and space join them; a
//! remark behind ` - ` or in parentheses at the end; events in the one-liner's syntax; and `MSG`, `NOTE`, `STORYTELLER`,
//! `STRATEGY`, `RESULT`, `MADNESS` and `TIMING` lines, at any indentation. `MSG (PHASE)` is of the phase it stands in.
//!
//! **Writes** one indented sentence a line (the first of the verb's that holds all of it and reads back; an event that none can
//! hold in the one-liner's syntax), remarks behind ` - `, and the other lines unindented. Line breaks inside a text are
//! written `\n`, quotes inside a message `\"`, and what nobody would see `\u{1b}` ([`crate::printable`]).

use std::fmt::Write as _;

use super::sentence::fill;
pub use super::sentence::read as read_sentence;
use super::told::{DASH, read_events};
use super::{Event, Phase, Reading, Recital, RemarkKind, Trace, Verb, What, label_alone, line};
use crate::diagnostic::{Diagnostic, Span};
use crate::notation::is_storyteller;
use crate::printable::{self, is_unseen};

/// Reads a rich trace, keeping what can be read.
#[must_use]
pub fn read(text: &str, verbs: &[Verb]) -> Reading {
    let mut reading = Reading::default();
    let mut phase = Phase::Setup;
    let mut start = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let at = start + (raw.len() - raw.trim_start().len());
        start += raw.len();
        if let Some(label) = label_alone(line) {
            phase = label;
            reading.trace.block(phase);
        } else if !line.is_empty() {
            read_line(line, at, phase, verbs, &mut reading);
        }
    }
    reading.bounded()
}

fn read_line(line: &str, at: usize, phase: Phase, verbs: &[Verb], reading: &mut Reading) {
    let whole = Span::new(at, at + line.len());
    match read_recital(line, phase) {
        Some(Ok(recital)) => reading.trace.push(phase, What::Recital(recital), whole),
        Some(Err(problem)) => reading.problems.push(problem.at(whole)),
        None => {
            for (found, span) in read_events(line, at, verbs) {
                match found {
                    Ok(event) => reading.trace.push(phase, What::of(event, verbs), span),
                    Err(problem) => reading.problems.push(problem.at(span)),
                }
            }
        }
    }
}

/// The message or remark of a line that begins as one.
pub(super) fn read_recital(line: &str, phase: Phase) -> Option<Result<Recital, Diagnostic>> {
    if let Some(rest) = line.strip_prefix("MSG ") {
        let message = read_message(rest, phase).ok_or_else(|| {
            Diagnostic::new("trace/message", "this message cannot be read")
                .fix("write MSG (D1): From -> To (whisper): \"text\", or ALL for everybody")
        });
        return Some(message.and_then(|(written, recital)| {
            if written == phase {
                return Ok(recital);
            }
            let text = format!("the message is of <{written}>, but stands in <{phase}>");
            Err(Diagnostic::new("trace/message-phase", text))
        }));
    }
    RemarkKind::ALL.iter().find_map(|&(kind, word)| {
        let text = line.strip_prefix(word)?.strip_prefix(':')?;
        Some(Ok(Recital::Remark { kind, text: unescape(text.trim()) }))
    })
}

/// A message and the phase it says it is of.
fn read_message(rest: &str, now: Phase) -> Option<(Phase, Recital)> {
    let (phase, rest) = rest.strip_prefix('(')?.split_once("):")?;
    let phase = if phase.trim().eq_ignore_ascii_case("phase") { now } else { Phase::read(phase.trim())? };
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
    Some((phase, Recital::Message { from, to, whisper, text: unescape(text) }))
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
pub fn write(trace: &Trace, verbs: &[Verb]) -> String {
    let mut out = String::new();
    for block in &trace.blocks {
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}<{}>", block.phase);
        for entry in &block.entries {
            let _ = writeln!(out, "{}", write_line(block.phase, &entry.what, verbs));
        }
    }
    out
}

/// An entry as its line, events and asides indented.
#[must_use]
pub fn write_line(phase: Phase, what: &What, verbs: &[Verb]) -> String {
    match what {
        What::Event(event) | What::Recital(Recital::Aside(event)) => format!("  {}", sentence(event, verbs)),
        What::Recital(Recital::Message { from, to, whisper, text }) => {
            let to = to.as_deref().unwrap_or("ALL");
            let whisper = if *whisper { " (whisper)" } else { "" };
            format!("MSG ({phase}): {from} -> {to}{whisper}: \"{}\"", escape(text).replace('"', "\\\""))
        }
        What::Recital(Recital::Remark { kind, text }) => {
            format!("{}: {}", kind.word(), escape(text)).trim_end().to_owned()
        }
    }
}

/// An event as a sentence that reads back as just this event, with its remark.
#[must_use]
pub fn sentence(event: &Event, verbs: &[Verb]) -> String {
    let remark = event.remark.as_ref().map(|remark| format!("{DASH}{}", escape(remark))).unwrap_or_default();
    let reads_back = |text: &String| {
        let found =
            if read_recital(text, Phase::Setup).is_none() { read_events(text, 0, verbs) } else { Vec::new() };
        matches!(found.as_slice(), [(Ok(read), _)] if read == event)
    };
    sentences(event, verbs)
        .map(|sentence| sentence + &remark)
        .find(reads_back)
        .unwrap_or_else(|| format!("{event}{remark}"))
}

/// An event in words for people alone, which need not read back; without its remark.
pub(super) fn in_words(event: &Event, verbs: &[Verb]) -> String {
    sentences(event, verbs).next().unwrap_or_else(|| event.to_string())
}

/// The sentences that have room for an event.
fn sentences(event: &Event, verbs: &[Verb]) -> impl Iterator<Item = String> {
    let known = event.verb_among(verbs).map_or(&[][..], |verb| verb.sentences);
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

/// What [`escape`] was given, with quotes escaped or not; a backslash before anything else stands for itself.
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
    use super::super::VerbKind;
    use super::*;

    const VERBS: &[Verb] = &[
        verb("nominates", &["{actor} nominates {target}"]),
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
            ("A claims empath - because", "A claims empath - because"),
            ("A!claims(empath) - because", "A claims empath - because"),
            ("A!claims(empath - because)", "A!claims(empath - because)"),
            ("A claims \"x - y\"", "A claims \"x - y\""),
            ("the teller tells B: 1, two - a lie", "the teller tells B: 1, two - a lie"),
            ("the teller tells B: 1, two (a lie) - or so", "the teller tells B: 1, two - a lie - or so"),
            ("A claims empath (false - A is drunk)", "A claims empath - false - A is drunk"),
            ("A claims empath", "A claims empath"),
            ("A claims to be the empath", "A claims empath"),
            ("A claims empath ()", "A claims empath"),
            ("A gossips not (a or b)", "A gossips not (a or b)"),
            ("A gossips not (a or b) - sure", "A gossips not (a or b) - sure"),
            ("Al nominates Bo (virgin) (at last)", "Al nominates Bo (virgin) - at last"),
            ("Al votes Bo (virgin)", "Al votes Bo - virgin"),
            ("Al!votes->Bo:virgin", "Al!votes->Bo:virgin"),
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
    fn the_storyteller_has_many_names_and_sentences_may_begin_with_a_capital() {
        for text in
            ["the Storyteller keeps x", "storyteller keeps x", "St keeps x", "The storyteller keeps x"]
        {
            check(&format!("<N1>\n  {text}\n"), "<N1> st!keeps(x)", "<N1>\n  the Storyteller keeps x\n");
        }
        for text in ["The dealer passes", "storyteller passes", "ST passes", "st!passes"] {
            check(&format!("<N1>\n{text}"), "<N1> st!passes", "<N1>\n  st passes\n");
        }
        check("<N1>\nThe red team wins", "<N1> st!declares(red)", "<N1>\n  the red team wins\n");
        check(
            "<N1>\nAl nominates Bo (no_dashii)",
            "<N1> Al!nominates->Bo:no_dashii",
            "<N1>\n  Al nominates Bo (no dashii)\n",
        );
    }

    #[test]
    fn asides_are_recitals_in_either_form() {
        let text = "<D1>\n  Al passes\n  Al defends - loudly\n  Al defends Bo (virgin)\n  Bo passes\n";
        check(text, "<D1> Al!passes, Bo!passes", text);
        check(
            "<D1>\nAl!passes, Al!defends - loudly\n Al!defends->Bo:virgin, Bo passes",
            "<D1> Al!passes, Bo!passes",
            text,
        );
        let reading = super::super::read("<D1> Al!passes, Al!defends, Bo!passes", VERBS);
        assert_eq!(reading.trace.to_string(), "<D1> Al!passes, Bo!passes");
        assert_eq!(write(&reading.trace, VERBS), "<D1>\n  Al passes\n  Al defends\n  Bo passes\n");
    }

    #[test]
    fn several_sentences_of_a_line_have_their_own_places() {
        let text = "<D1>\n  Al passes (tired), Bo!passes, st!Al(+x),Bo(-x) , the dealer deals Al (imp), Bo (monk), Al defends - so\n";
        let reading = read(text, VERBS);
        assert_eq!(reading.problems, []);
        let places: Vec<&str> =
            reading.trace.blocks[0].entries.iter().map(|entry| &text[entry.span.range()]).collect();
        let expected = [
            "Al passes (tired)",
            "Bo!passes",
            "st!Al(+x),Bo(-x)",
            "the dealer deals Al (imp), Bo (monk)",
            "Al defends",
        ];
        assert_eq!(places, expected);
        check(
            text,
            "<D1> Al!passes, Bo!passes, st!Al(+x),Bo(-x), st!deals->Al:imp,Bo:monk",
            "<D1>\n  Al passes - tired\n  Bo passes\n  st!Al(+x),Bo(-x)\n  the dealer deals Al (imp), Bo (monk)\n  Al defends - so\n",
        );
    }

    #[test]
    fn messages_and_notes_are_kept_at_their_place() {
        let text = "<N1>\nMSG (N1): Al -> Bo (whisper): \"I am \\\"safe\\\", \\\\o/\"\nMSG (N1): Al -> ALL: \"a\\nb\"\n\
                    NOTE: Al lies\nSTORYTELLER: kind\nSTRATEGY: wait\nRESULT: none\nMADNESS: Al\nTIMING: dusk\n";
        check(text, "<N1>", text);
        check(
            "<N1>\nMSG (PHASE): the Storyteller -> Al: \"hi\"\n",
            "<N1>",
            "<N1>\nMSG (N1): st -> Al: \"hi\"\n",
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
                [text, &format!(" {written}")].map(|said| format!("<D1>\nMSG (D1): Al -> Bo:{said}\n"));
            check(&text, "<D1>", &written);
        }
    }

    #[test]
    fn unknown_sentences_are_reported_at_their_place_and_the_rest_kept() {
        let table: [(&str, &[&str], &str); 11] = [
            ("Al dances", &["Al dances"], ""),
            ("Al!no->->x", &["->x"], ""),
            ("MSG Al: hi", &["MSG Al: hi"], ""),
            ("MSG (D2): Al -> Bo: hi", &["MSG (D2): Al -> Bo: hi"], ""),
            ("Al votes Bo, Bo vots Al, Cy votes Al", &["Bo vots Al"], " Al!votes->Bo, Cy!votes->Al"),
            ("Al vots Bo, Bo vots Al - why", &["Al vots Bo", "Bo vots Al"], ""),
            (
                "the dealer dels Al (imp), Bo (monk), Al passes",
                &["the dealer dels Al (imp), Bo (monk)"],
                " Al!passes",
            ),
            ("Al passes, NOTE: hm", &["NOTE: hm"], " Al!passes"),
            ("Al!passes Bo!!x Bo!passes", &["!x"], " Al!passes, Bo!passes"),
            ("Al passes, MSG (N1) passes", &["MSG (N1) passes"], " Al!passes"),
            ("Al claims \"x", &["Al claims \"x"], ""),
        ];
        for (line, places, kept) in table {
            let text = format!("<D1>\n  {line}\n");
            let reading = read(&text, VERBS);
            let found: Vec<&str> =
                reading.problems.iter().map(|problem| &text[problem.span.unwrap().range()]).collect();
            assert_eq!(found, places, "{line}");
            assert_eq!(reading.trace.to_string(), format!("<D1>{kept}"), "{line}");
        }
    }

    #[test]
    fn a_long_broken_line_takes_no_time() {
        for part in ["x y, ", "Al vots Bo (, ", "Al claims x - ", "Al nominates Bo, x, "] {
            let reading = read(&part.repeat(3000), VERBS);
            assert!(!reading.problems.is_empty() || !reading.trace.blocks.is_empty());
        }
    }
}
