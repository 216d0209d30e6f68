//! An answer in words: worlds before and after, what is certain, how likely the rest is, the worlds as grimoires.
//!
//! Accepts a case and its [`Worlds`], emits text for people.

use std::fmt::Write as _;

use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::sheet::{Known, Life, Player as Place, Sheet, Token};
use gaslamp_botc::{Character, characters::ReminderToken};
use gaslamp_core::width;
use gaslamp_core::{Seat, Seats};

use super::case::{Case, Happening};
use super::worlds::{World, Worlds};

/// The whole report; at most so many worlds are shown.
#[must_use]
pub fn write(case: &Case, worlds: &Worlds, most: usize) -> String {
    let names = case.names();
    let mut text = format!("{} ways to seat the characters, ", worlds.supposed);
    let _ = match (worlds.len(), worlds.is_complete) {
        (0, true) => writeln!(text, "and no world fits what is known"),
        (count, true) => writeln!(text, "{} what is known", counted(count, "world fits", "worlds fit")),
        (count, false) => writeln!(text, "stopped early: {count} worlds found so far"),
    };
    if worlds.is_empty() {
        return text;
    }
    text.push_str("\nCertain\n");
    for fact in worlds.certain() {
        let _ = writeln!(text, "  {}", fact.words(&names));
    }
    if worlds.len() > 1 {
        text.push_str("\nShare of the worlds\n");
        text.push_str(&shares(&names, worlds));
    }
    text.push_str("\nWorlds\n");
    for world in worlds.worlds.iter().take(most) {
        let _ = writeln!(text, "  {}", line::write(&sheet(case, world), Naming::Long));
    }
    if worlds.len() > most {
        let _ = writeln!(text, "  … and {} more", worlds.len() - most);
    }
    text
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Everybody's share of evil, as a number and a bar, and of every role.
fn shares(names: &[String], worlds: &Worlds) -> String {
    let widest = names.iter().map(|name| width::of(name)).max().unwrap_or(0);
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        let seat = Seat::new(index);
        let evil = worlds.share(|world| world.evil.contains(seat));
        let roles: Vec<String> = (worlds.roles(seat).iter())
            .map(|&(role, count)| format!("{} {}", role.name(), percent(count as f64 / worlds.len() as f64)))
            .collect();
        let pad = " ".repeat(widest - width::of(name));
        let _ =
            writeln!(text, "  {name}{pad}  evil {:>5} {}  {}", percent(evil), bar(evil), roles.join(", "));
    }
    text
}

/// A share in percent; one that is not nothing or all never looks so.
#[must_use]
pub fn percent(share: f64) -> String {
    let rounded = (100.0 * share).round();
    match share {
        _ if share > 0.0 && rounded < 1.0 => "<1 %".to_owned(),
        _ if share < 1.0 && rounded > 99.0 => ">99 %".to_owned(),
        _ => format!("{rounded} %"),
    }
}

fn bar(share: f64) -> String {
    const LENGTH: usize = 20;
    let full = (share * LENGTH as f64).round() as usize;
    format!("{}{}", "█".repeat(full), "·".repeat(LENGTH - full))
}

/// A world as a grimoire: everybody's role at the end, a Drunk's as the token that was claimed.
#[must_use]
pub fn sheet(case: &Case, world: &World) -> Sheet {
    let dead = dead(case);
    let players = case.players.iter().enumerate().map(|(index, player)| {
        let role = world.end[index];
        let shown = player.claims.first().copied().filter(|_| role == Character::with_id("drunk"));
        let tokens = match shown.and_then(|_| ReminderToken::find("drunk:is_the_drunk")) {
            Some(token) => vec![Token::Reminder(token)],
            None => Vec::new(),
        };
        Place {
            name: player.name.clone(),
            character: Known::Is(shown.unwrap_or(role)),
            life: if dead.contains(Seat::new(index)) { Life::Dead } else { Life::Alive },
            tokens,
        }
    });
    Sheet { players: players.collect(), ..Sheet::default() }
}

/// Who is dead at the end of what the table saw.
fn dead(case: &Case) -> Seats {
    case.log.iter().fold(Seats::NONE, |dead, seen| match seen.what {
        Happening::Revived(seats) => dead.minus(seats),
        ref what => dead.or(what.dead()),
    })
}
