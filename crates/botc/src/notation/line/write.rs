//! Writing a grimoire on one line.

use gaslamp_core::printable::{escape, is_unseen};
use gaslamp_core::trace::line::is_word;

use super::Naming;
use crate::characters::CharacterSet;
use crate::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player, ScriptNote};

/// Writes a grimoire on one line.
#[must_use]
pub fn write(grimoire: &GrimoireText, naming: Naming) -> String {
    let mut out = String::with_capacity(40 * grimoire.players.len() + 2);
    write_into(grimoire, naming, &mut out);
    out
}

/// Appends a grimoire on one line to a text.
pub fn write_into(grimoire: &GrimoireText, naming: Naming, out: &mut String) {
    out.push('[');
    for (index, player) in grimoire.players.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        write_player(player, naming, out);
    }
    out.push(']');
    write_behind_the_seats(grimoire, out);
}

/// ` script{…} bluffs{…} fabled{…}`: those that exist, each after a space.
pub(in crate::notation) fn write_behind_the_seats(grimoire: &GrimoireText, out: &mut String) {
    if let Some(script) = &grimoire.script {
        write_script(script, out);
    }
    write_bag(" bluffs{", grimoire.bluffs, out);
    write_bag(" fabled{", grimoire.fabled, out);
}

fn write_player(player: &Player, naming: Naming, out: &mut String) {
    let is_dead = player.life != Life::Alive;
    let is_spent = player.life == Life::Spent;
    if is_dead {
        out.push('*');
    }
    if is_spent {
        out.push_str("~~");
    }
    write_name(&player.name, out);
    out.push_str(if is_spent { "~~:" } else { ":" });
    write_known(player.character, out);
    write_tokens(&player.tokens, naming, out);
    if is_dead {
        out.push('*');
    }
}

/// A name as it is, or in quotes if it is not a plain word.
pub(in crate::notation) fn write_name(name: &str, out: &mut String) {
    if is_word(name) { out.push_str(name) } else { write_quoted(name, out) }
}

fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            _ if is_unseen(c) => escape(c, out),
            _ => out.push(c),
        }
    }
    out.push('"');
}

/// `?`, `chef` or `{chef empath}`.
pub(in crate::notation) fn write_known(known: Known, out: &mut String) {
    match known {
        Known::Nothing => out.push('?'),
        Known::Is(character) => out.push_str(character.word()),
        Known::OneOf(characters) => {
            out.push('{');
            write_characters(characters, out);
            out.push('}');
        }
    }
}

fn write_characters(characters: CharacterSet, out: &mut String) {
    for (index, character) in characters.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push_str(character.word());
    }
}

/// `(monk:safe,"note")`, or nothing if there are no tokens.
pub(in crate::notation) fn write_tokens(tokens: &[PlacedReminder], naming: Naming, out: &mut String) {
    for (index, token) in tokens.iter().enumerate() {
        out.push(if index == 0 { '(' } else { ',' });
        write_token(token, naming, out);
    }
    if !tokens.is_empty() {
        out.push(')');
    }
}

/// `washerwoman:townsfolk`, or the Storyteller's own note in quotes.
pub(in crate::notation) fn write_token(token: &PlacedReminder, naming: Naming, out: &mut String) {
    match token {
        PlacedReminder::Note(text) => write_quoted(text, out),
        PlacedReminder::Reminder(token) => {
            out.push_str(if naming == Naming::Short { token.short_name() } else { token.long_name() });
        }
    }
}

fn write_script(script: &ScriptNote, out: &mut String) {
    out.push_str(" script{");
    match script.short_name() {
        Some(short) => out.push_str(short),
        None => {
            write_quoted(&script.title, out);
            out.push(' ');
            write_characters(script.characters, out);
        }
    }
    out.push('}');
}

fn write_bag(open: &str, characters: CharacterSet, out: &mut String) {
    if !characters.is_empty() {
        out.push_str(open);
        write_characters(characters, out);
        out.push('}');
    }
}
