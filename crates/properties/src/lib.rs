//! What must hold for any bytes from outside: no panic, no accepted nonsense, round trips.
//!
//! Each function is one property of one reader. It panics when the property is broken, so it serves both
//! `fuzz/fuzz_targets`, where the fuzzer chooses the bytes, and `tests/`, where mutated examples are tried
//! for a short time.

use gaslamp_core::trace::{Reading, Verb, line, rich};
use gaslamp_core::{Contents, Game, Notation, Run, Token, Tokens, record};
use gaslamp_mafia::encoding::{decode_sequence, encode_phrase, read_tokens};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Deal, Rules, State};
use gaslamp_tree::NodePath;

/// A property and its name, which is the fuzz target's too.
pub type Property = (&'static str, fn(&[u8]));

/// All of them.
pub const ALL: [Property; 7] = [
    ("trace_lines_round_trip", trace_lines_round_trip),
    ("rich_traces_round_trip", rich_traces_round_trip),
    ("records_replay", records_replay),
    ("tokens_round_trip", tokens_round_trip),
    ("table_lines_round_trip", table_lines_round_trip),
    ("tree_paths_stay_inside", tree_paths_stay_inside),
    ("unlisted_actions_are_refused", unlisted_actions_are_refused),
];

/// What is read of a one-liner, written again, reads the same without a problem.
pub fn trace_lines_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let reading = line::read(text);
    places_are_in(&reading, text);
    let written = reading.trace.to_string();
    let again = line::read(&written);
    assert_eq!(again.problems, [], "{written:?}");
    assert_eq!(again.trace, reading.trace, "{written:?}");
}

/// What is read of a rich trace, written again, reads the same without a problem.
pub fn rich_traces_round_trip(bytes: &[u8]) {
    const VERBS: &[Verb] = State::VERBS;
    let Ok(text) = str::from_utf8(bytes) else { return };
    let reading = rich::read(text, VERBS);
    places_are_in(&reading, text);
    let written = rich::write(&reading.trace, VERBS);
    let again = rich::read(&written, VERBS);
    assert_eq!(again.problems, [], "{written:?}");
    assert_eq!(again.trace, reading.trace, "{written:?}");
}

/// Every problem points at characters of the text.
fn places_are_in(reading: &Reading, text: &str) {
    for problem in &reading.problems {
        let span = problem.span.expect("what cannot be read has a place");
        assert!(text.get(span.range()).is_some(), "{problem:?}");
    }
}

/// A record that is accepted is written and read back to the same run.
pub fn records_replay(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match record::read::<State>(text) {
        Ok(run) => {
            let rich = record::write_rich(&run);
            assert_eq!(record::read::<State>(&rich).expect("a written record is readable"), run);
            let line = record::write_line(&run);
            let again: Run<State> = record::read(&line).expect("a written record is readable");
            assert_eq!(again.state(), run.state());
            assert_eq!(record::write_line(&again), line);
        }
        Err(problems) => assert!(!problems.is_empty()),
    }
}

/// Tokens that are accepted encode to the same tokens again; so do their names.
pub fn tokens_round_trip(bytes: &[u8]) {
    let tokens: Vec<Token> = bytes.iter().map(|&byte| Token::from(byte)).collect();
    if let Ok(action) = State::decode(&tokens) {
        let mut again = Vec::new();
        State::encode(action, &mut again);
        assert_eq!(again, tokens);
    }
    match decode_sequence(&tokens) {
        Ok(phrases) => {
            let mut again = Vec::new();
            phrases.into_iter().for_each(|phrase| encode_phrase(phrase, &mut again));
            assert_eq!(again, tokens);
            let names: Vec<&str> =
                tokens.iter().map(|&token| State::VOCABULARY[usize::from(token)]).collect();
            assert_eq!(read_tokens(&names.join(" ")), Ok(tokens));
        }
        Err(error) => assert!(error.at <= tokens.len()),
    }
    if let Ok(text) = str::from_utf8(bytes) {
        // Any text may be asked for; only the answer's shape is promised.
        let known =
            |tokens: Vec<Token>| tokens.iter().all(|&token| usize::from(token) < State::VOCABULARY.len());
        assert!(read_tokens(text).map_or(true, known));
    }
}

/// A table line that is accepted is written and read back to the same state.
pub fn table_lines_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(table) = Table::read(text) else { return };
    let written = table.to_string();
    assert_eq!(Table::read(&written).as_ref(), Ok(&table), "{written}");
    if let Ok(state) = table.check() {
        assert_eq!(Table::read(&Table::of(&state).to_string()).and_then(|table| table.check()), Ok(state));
    }
}

/// A path that is accepted leads to a place below the root and nowhere else.
pub fn tree_paths_stay_inside(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(path) = text.parse::<NodePath>() else { return };
    let is_id = |id: &str| {
        id.starts_with(|c: char| c.is_ascii_lowercase())
            && id.len() > 2
            && id[1..].bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    assert!(path.ids().all(|id| is_id(id.as_str())), "{path}");
    assert_eq!(path.to_string().parse::<NodePath>().as_ref(), Ok(&path));
}

/// Whatever is tried in whatever state: what is listed is applied, all else is refused and changes nothing.
/// The first two bytes are the deal, every other one an action.
pub fn unlisted_actions_are_refused(bytes: &[u8]) {
    let [high, low, rest @ ..] = bytes else { return };
    let contents = Contents::default();
    let rules = Rules { unanimous_kill: high & 0x80 != 0, ..Rules::default() };
    let mut state = State::new(rules);
    let number = u16::from_be_bytes([*high, *low]) % Deal::COUNT;
    let deal = Deal::from_arrangement(number).map(Action::Deal).expect("a number below the count");
    state.apply(deal, &contents, &mut |_, _| {}).expect("the deal comes first");
    for &byte in rest {
        let action = Action::from_id(usize::from(byte)).unwrap_or(deal);
        let listed = state.legal_set().contains(action);
        let before = state;
        let answer = state.apply(action, &contents, &mut |_, _| {});
        assert_eq!(answer.is_ok(), listed, "{action:?} in {}", Table::of(&before));
        assert!(listed || state == before);
        assert_eq!(state.to_act().is_some(), !state.legal_set().is_empty());
    }
}
