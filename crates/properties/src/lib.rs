//! What must hold for any bytes from outside: no panics, no accepted nonsense, correct round trips.
//!
//! Each function is one property of one reader; [`mafia`], [`botc`] and [`lorcana`] have those of their
//! games. It panics if the property is violated, so it serves both `fuzz/fuzz_targets`, where the fuzzer
//! chooses the bytes, and `tests/`, where mutated examples are tried for a short time.

pub mod botc;
pub mod lorcana;
pub mod mafia;

use gaslamp_core::trace::{Reading, line, rich};
use gaslamp_core::{Notation, Run, record};
use gaslamp_tree::NodePath;

/// A property and its name, which is also the fuzz target's.
pub type Property = (&'static str, fn(&[u8]));

/// All of them.
pub const ALL: [Property; 29] = [
    ("command_lines_are_understood_or_refused", command_lines_are_understood_or_refused),
    ("trace_lines_round_trip", trace_lines_round_trip::<gaslamp_botc::State>),
    ("rich_traces_round_trip", rich_traces_round_trip::<gaslamp_mafia::State>),
    ("records_replay", records_replay::<gaslamp_mafia::State>),
    ("tokens_round_trip", mafia::tokens_round_trip),
    ("table_lines_round_trip", mafia::table_lines_round_trip),
    ("tree_paths_stay_inside", tree_paths_stay_inside),
    ("unlisted_actions_are_refused", mafia::unlisted_actions_are_refused),
    ("botc_rich_traces_round_trip", rich_traces_round_trip::<gaslamp_botc::State>),
    ("botc_records_replay", records_replay::<gaslamp_botc::State>),
    ("botc_tokens_round_trip", botc::tokens_round_trip),
    ("botc_statements_round_trip", botc::statements_round_trip),
    ("botc_trace_models_are_told", botc::trace_models_are_told),
    ("botc_contexts_are_told", botc::contexts_are_told),
    ("botc_checks_have_reasons", botc::checks_have_reasons),
    ("botc_frames_round_trip", botc::frames_round_trip),
    ("botc_scripts_are_read_or_refused", botc::scripts_are_read_or_refused),
    ("botc_grimoire_lines_round_trip", botc::grimoire_lines_round_trip),
    ("botc_game_states_round_trip", botc::game_states_round_trip),
    ("botc_bags_round_trip", botc::bags_round_trip),
    ("botc_puzzles_round_trip", botc::puzzles_round_trip),
    ("botc_pictures_are_read_or_refused", botc::pictures_are_read_or_refused),
    ("botc_unlisted_actions_are_refused", botc::unlisted_actions_are_refused),
    ("lorcana_rich_traces_round_trip", rich_traces_round_trip::<gaslamp_lorcana::State>),
    ("lorcana_records_replay", records_replay::<gaslamp_lorcana::State>),
    ("lorcana_decks_round_trip", lorcana::decks_round_trip),
    ("lorcana_graphs_round_trip", lorcana::graphs_round_trip),
    ("lorcana_positions_play_on", lorcana::positions_play_on),
    ("lorcana_unlisted_actions_are_refused", lorcana::unlisted_actions_are_refused),
];

/// Checks the property with this name; a fuzz target is named after its property.
///
/// # Panics
/// When the property is violated, or there is none with that name.
pub fn check(name: &str, bytes: &[u8]) {
    let (_, property) = ALL.iter().find(|(known, _)| *known == name).expect("a property of this name");
    property(bytes);
}

/// A command line, one word per line, is understood, or refused with a message and a proper exit code.
pub fn command_lines_are_understood_or_refused(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Err(refusal) = gaslamp_cli::understand(text.split('\n')) {
        assert!(matches!(refusal.code, 0 | 2), "{text:?} exits with {}", refusal.code);
        assert!(!refusal.words.is_empty(), "{text:?} is refused without a word");
    }
}

/// A one-liner, once read and written again, reads the same without a problem.
pub fn trace_lines_round_trip<G: Notation>(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let reading = line::read(text, G::DIALECT);
    places_are_in(&reading, text);
    let written = reading.trace.to_string();
    let again = line::read(&written, G::DIALECT);
    assert_eq!(again.problems, [], "{written:?}");
    assert_eq!(again.trace, reading.trace, "{written:?}");
}

/// A rich trace, once read and written again, reads the same without a problem.
pub fn rich_traces_round_trip<G: Notation>(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let reading = rich::read(text, G::DIALECT);
    places_are_in(&reading, text);
    let written = rich::write(&reading.trace, G::DIALECT);
    let again = rich::read(&written, G::DIALECT);
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

/// An accepted record reads back as written, to the same run.
pub fn records_replay<G: Notation>(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match record::read::<G>(text) {
        Ok(run) => {
            let rich = record::write_rich(&run);
            let again: Run<G> = record::read(&rich).expect("a written record is readable");
            assert_eq!((again.state(), again.trace()), (run.state(), run.trace()));
            let line = record::write_line(&run);
            let again: Run<G> = record::read(&line).expect("a written record is readable");
            assert_eq!(again.state(), run.state());
            assert_eq!(record::write_line(&again), line);
        }
        Err(problems) => assert!(!problems.is_empty()),
    }
}

/// An accepted path leads to a place below the root and nowhere else.
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
