//! Limits on input from outside. They are far above anything a real table needs, so nothing a user types can
//! exhaust memory and no sum of such numbers can overflow. Anything above a limit is refused where it is
//! read, with its place.

use crate::diagnostic::Diagnostic;
use crate::seat::Seat;

/// The longest name of a player, in characters. Words of a trace count as names too.
pub const LONGEST_NAME: usize = 100;

/// The most seats anyone can ask for. Each game has its own, lower limit.
pub const MOST_SEATS: usize = Seat::LIMIT;

/// The most participants who act or speak in one trace, seated or not.
pub const MOST_PARTICIPANTS: usize = 1000;

/// The highest number a phase can have.
pub const LAST_PHASE: u16 = 999;

/// The most of anything that can be played, drawn, listed or tried.
pub const MOST_TIMES: u64 = 1_000_000_000;

/// Whether a name exceeds [`LONGEST_NAME`].
#[must_use]
pub fn is_too_long(name: &str) -> bool {
    // Counting characters is slow, and a text never has more characters than bytes.
    name.len() > LONGEST_NAME && name.chars().count() > LONGEST_NAME
}

/// The diagnostic for a name that is too long.
#[must_use]
pub fn long_name(id: &'static str, name: &str) -> Option<Diagnostic> {
    is_too_long(name).then(|| {
        let message =
            format!("`{}` is too long: it has {} characters", shortened(name), name.chars().count());
        Diagnostic::new(id, message).fix(format!("a name has at most {LONGEST_NAME} characters"))
    })
}

/// User input quoted back in a message, cut if it is long.
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
