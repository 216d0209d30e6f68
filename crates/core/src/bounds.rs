//! The most that is read from outside: numbers that no table comes near, so that nothing that somebody types can fill the memory, and
//! no sum of such numbers is too large to be one. What is over them is refused where it is read, with its place.

use crate::diagnostic::Diagnostic;
use crate::seat::Seat;

/// The longest name of a player, in characters; words of a trace are names, too.
pub const LONGEST_NAME: usize = 100;

/// The most seats that anybody can ask for. Each game has its own, and fewer.
pub const MOST_SEATS: usize = Seat::LIMIT;

/// The most who act or speak in one trace, with or without a seat.
pub const MOST_PARTICIPANTS: usize = 1000;

/// The last phase of a kind that can be spoken of.
pub const LAST_PHASE: u16 = 999;

/// The most of anything that is to be played, drawn, listed or tried.
pub const MOST_TIMES: u64 = 1_000_000_000;

/// Whether a name is longer than any.
#[must_use]
pub fn is_too_long(name: &str) -> bool {
    // Counting is slow, and a short text has no more characters than bytes.
    name.len() > LONGEST_NAME && name.chars().count() > LONGEST_NAME
}

/// Why a name is none, if it is too long.
#[must_use]
pub fn long_name(id: &'static str, name: &str) -> Option<Diagnostic> {
    is_too_long(name).then(|| {
        let message = format!("`{}` has {} characters", shortened(name), name.chars().count());
        Diagnostic::new(id, message).fix(format!("a name has at most {LONGEST_NAME} characters"))
    })
}

/// A text that is told back to whoever wrote it, cut when it is long.
#[must_use]
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_measured_in_characters() {
        let table =
            [("é".repeat(LONGEST_NAME), None), ("é".repeat(LONGEST_NAME + 1), Some("has 101 characters"))];
        for (name, refusal) in table {
            let found = long_name("name", &name).map(|problem| problem.message);
            assert_eq!(found.is_some(), refusal.is_some(), "{name}");
            assert!(
                found.is_none_or(|found| found.ends_with(refusal.unwrap_or_default()) && found.len() < 200)
            );
        }
    }
}
