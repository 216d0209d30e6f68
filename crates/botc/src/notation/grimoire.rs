//! A grimoire on one line: `[Alice:chef *Bob:imp* *~~Cy~~:monk(drunk:is_the_drunk)*]`.
//!
//! **Writes** seats clockwise, the dead between asterisks, names struck through whose last vote is spent, reminder
//! tokens with the name of their owner.

use std::fmt::Write as _;

use crate::rules::Grimoire;

/// Writes a grimoire on one line.
#[must_use]
pub fn write(names: &[String], grimoire: &Grimoire) -> String {
    let mut out = String::from("[");
    for (index, entry) in grimoire.seats.iter().enumerate() {
        let gap = if index > 0 { " " } else { "" };
        let name = names.get(index).map_or("?", String::as_str);
        let mark = if entry.is_alive { "" } else { "*" };
        let strike = if entry.has_vote { "" } else { "~~" };
        let _ = write!(out, "{gap}{mark}{strike}{name}{strike}:{}", entry.character);
        if !entry.reminders.is_empty() {
            let tokens: Vec<String> =
                entry.reminders.iter().map(|(owner, name)| format!("{owner}:{name}")).collect();
            let _ = write!(out, "({})", tokens.join(","));
        }
        out.push_str(mark);
    }
    out.push(']');
    out
}
