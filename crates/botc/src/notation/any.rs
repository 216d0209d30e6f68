//! Reads any notation that shows a table, recognised by its beginning, so that problems are reported in terms
//! of what the text was meant to be.
//!
//! **Reads** grimoires as a line, a frame, a game state or a picture; bags; scripts; records and traces of whole games.

use gaslamp_core::{Diagnostic, Run, record};

use super::bag::{self, WrittenBag};
use super::grimoire_text::GrimoireText;
use super::trace::DIALECT;
use super::trace_input::TraceInput;
use super::{frame, line, script, townsquare};
use crate::characters::Character;
use crate::picture;
use crate::rules::State;
use crate::rules::script::Script;

/// What was read.
#[derive(Clone, Debug)]
pub enum Written {
    /// A grimoire.
    GrimoireText(GrimoireText),
    /// A bag.
    Bag(WrittenBag),
    /// A script.
    Script(Script),
    /// A game, which has a grimoire at every step.
    Game(Box<Run<State>>),
}

/// Reads any of these.
///
/// # Errors
/// Everything that is wrong with it, read as what it looks like.
pub fn read(text: &str) -> Result<Written, Vec<Diagnostic>> {
    let begin = text.trim_start();
    if begin.is_empty() {
        let problem = Diagnostic::new("botc/grimoire/empty", "there is nothing to read");
        return Err(vec![problem.fix("[Alice:chef Bob:imp …]")]);
    }
    if frame::is_frame(text) {
        return frame::read(text).map(Written::GrimoireText);
    }
    if let Some(grimoire) = picture::read(text) {
        return grimoire.map(Written::GrimoireText);
    }
    if is_object(begin) {
        return townsquare::read(text).map(Written::GrimoireText);
    }
    if begin.starts_with('{') {
        return bag::read(text).map(Written::Bag);
    }
    if is_list(begin) {
        return script::read(text).map(Written::Script);
    }
    if begin.starts_with('[') {
        return line::read(text).map(Written::GrimoireText);
    }
    read_game(text)
}

/// A grimoire and a trace in one text, separated by a blank line; either may be missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts<'a> {
    /// The text before the trace.
    pub grimoire: Option<&'a str>,
    /// The trace, with blanks in place of the grimoire so that spans stay valid.
    pub trace: Option<String>,
}

/// Tells a grimoire from a trace.
#[must_use]
pub fn parts(text: &str) -> Parts<'_> {
    if begins_like_a_trace(text) {
        return Parts { grimoire: None, trace: Some(text.to_owned()) };
    }
    let blank = text.match_indices('\n').map(|(at, _)| at).find(|&at| {
        let line = text[at + 1..].lines().next().unwrap_or_default();
        line.trim().is_empty() && begins_like_a_trace(&text[at + 1..])
    });
    let Some(blank) = blank else { return Parts { grimoire: Some(text), trace: None } };
    let (grimoire, trace) = text.split_at(blank);
    let blanks: String = grimoire.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    Parts { grimoire: Some(grimoire), trace: Some(blanks + trace) }
}

fn begins_like_a_trace(text: &str) -> bool {
    let begin = text.trim_start();
    let label = begin.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(label, _)| label);
    let is_label = label.is_some_and(|label| DIALECT.read_phase(label).is_some());
    let is_event = begin.contains('!') && !begin.starts_with(['[', '{']);
    begin.starts_with('<') || is_label || record::has_first_line(begin) || is_event && !frame::is_frame(begin)
}

/// Whether a text begins like a JSON object, with a key. A bag may begin with quotes too, but around a
/// character.
fn is_object(text: &str) -> bool {
    let inside = text.strip_prefix('{').map(str::trim_start);
    inside.and_then(|inside| inside.strip_prefix('"')).is_some_and(|key| {
        let is_character = |end: usize| Character::read(&key[..end]).is_some();
        !quote_end(key).is_some_and(is_character)
    })
}

/// Whether a text begins like a JSON list, with an object or a string. A line may begin with a quoted name,
/// but continues right after it.
fn is_list(text: &str) -> bool {
    let inside = text.strip_prefix('[').map(str::trim_start).unwrap_or_default();
    let behind_quotes = || {
        let item = inside.strip_prefix('"')?;
        Some(item[quote_end(item)? + 1..].trim_start())
    };
    let is_item = |rest: &str| rest.is_empty() || rest.starts_with([',', ']']);
    inside.starts_with('{') || behind_quotes().is_some_and(is_item)
}

/// The position of the closing quote; the opening one is before the text.
fn quote_end(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.find(|c| {
        let closes = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        closes
    })
}

fn read_game(text: &str) -> Result<Written, Vec<Diagnostic>> {
    let begins_like_a_trace = text.trim_start().starts_with(['<', '#', 'g']);
    if !begins_like_a_trace {
        return line::read(text).map(Written::GrimoireText);
    }
    let input = TraceInput::read(text)?;
    match (input.run, input.does_not_replay) {
        (Some(run), _) => Ok(Written::Game(Box::new(run))),
        (None, Some(problem)) => Err(vec![problem]),
        (None, None) if !input.unreadable.is_empty() => Err(input.unreadable),
        (None, None) => {
            let message = "this trace does not tell a whole game, so its grimoire is unknown";
            let problem = Diagnostic::new("botc/grimoire/trace", message);
            Err(vec![problem.fix("begin it with st!deals->Ann:chef,Ben:imp,… for every player")])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_broken_is_told_of_what_it_was_meant_to_be() {
        let table = [
            (r#"{"players":[{"name":"A","role":"chef"},]}"#, "botc/game-state/json", "]"),
            (r#" { "players""#, "botc/game-state/json", "\""),
            (r#"{"a":1}"#, "botc/game-state/shape", "{"),
            (r#"["imp","chef""#, "botc/script/json", "\""),
            (r#"["imp""#, "botc/script/json", "\""),
            (r#"[{"id":"imp"},,"chef"]"#, "botc/script/json", ","),
            (r#"[ {"id":"imp" "#, "botc/script/json", " "),
            (r#"["im\"x", "chef"]"#, "botc/script/unknown", r#""im\"x""#),
            ("{imp chf}", "botc/grimoire/character", "chf"),
            (r#"["Mary Ann":chf]"#, "botc/grimoire/character", "chf"),
            (r#"["Mary Ann" Bob:imp]"#, "botc/grimoire/character", "\"Mary Ann\""),
            (r#"["Mary Ann"#, "botc/grimoire/unclosed", "\""),
        ];
        for (text, id, place) in table {
            let problems = read(text).expect_err(text);
            let span = problems[0].span.expect("a place");
            assert_eq!((problems[0].id, &text[span.range()]), (id, place), "{text}");
        }
    }

    #[test]
    fn a_grimoire_may_stand_above_its_trace() {
        let table = [
            ("[A:imp]", Some("[A:imp]"), None),
            ("<N1> A!dies", None, Some("<N1> A!dies")),
            ("[N1] A!dies", None, Some("[N1] A!dies")),
            ("A!dies", None, Some("A!dies")),
            ("[A:imp]\n\n<N1> A!dies", Some("[A:imp]"), Some("       \n\n<N1> A!dies")),
            ("{imp chef}", Some("{imp chef}"), None),
        ];
        for (text, grimoire, trace) in table {
            assert_eq!(parts(text), Parts { grimoire, trace: trace.map(str::to_owned) }, "{text}");
        }
    }

    #[test]
    fn quotes_do_not_make_json_of_lines_and_bags() {
        let kind = |text: &str| match read(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}")) {
            Written::GrimoireText(grimoire) => format!("a table of {}", grimoire.players.len()),
            Written::Bag(bag) => bag.to_string(),
            Written::Script(script) => script.name().to_owned(),
            Written::Game(_) => "a game".to_owned(),
        };
        let table = [
            (r#"["Mary Ann":chef]"#, "a table of 1"),
            ("[]", "a table of 0"),
            (r#"{"Fortune Teller" imp}"#, "{fortune_teller imp}"),
            ("{}", "{}"),
            (r#"{"players": []}"#, "a table of 0"),
            (r#"[{"id": "_meta", "name": "Ours"}]"#, "Ours"),
            (r#" [ "imp" ]"#, "the script"),
        ];
        for (text, expected) in table {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
