//! What is said of a sheet in words: for who points at something, for who cannot see it, and in the table of a page.

use super::Audience;
use crate::characters::{Character, CharacterSet, Team};
use crate::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player};

/// Whose picture it is.
pub(super) const fn heading(audience: Audience) -> &'static str {
    match audience {
        Audience::Storyteller => "Grimoire",
        Audience::Player | Audience::Public => "Town square",
    }
}

/// For whom a picture is.
pub(super) const fn audience(audience: Audience) -> &'static str {
    match audience {
        Audience::Storyteller => "for the Storyteller",
        Audience::Player => "as one player sees it",
        Audience::Public => "as everybody sees it",
    }
}

/// The title of the script, where it is known and has one.
pub(super) fn script(sheet: &GrimoireText) -> Option<&str> {
    sheet.script.as_ref().map(|script| script.title.trim()).filter(|title| !title.is_empty())
}

/// How many play, live and may vote though dead: `7 players`, `5 alive`, `1 ghost vote left`.
pub(super) fn counts(sheet: &GrimoireText) -> Vec<String> {
    let lives = |life: Life| sheet.players.iter().filter(|player| player.life == life).count();
    let (players, alive, votes) = (sheet.players.len(), lives(Life::Alive), lives(Life::Dead));
    let mut counts = vec![count(players, "player", "players"), format!("{alive} alive")];
    if alive < players {
        counts.push(count(votes, "ghost vote left", "ghost votes left"));
    }
    counts
}

/// What a picture shows, in one line.
pub(super) fn title(sheet: &GrimoireText, audience: Audience) -> String {
    let script = script(sheet).map_or_else(String::new, |title| format!(" of {title}"));
    format!("{}{script}: {}", heading(audience), counts(sheet).join(", "))
}

fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// So many of a team: `5 Townsfolk`, `1 Minion`.
pub(super) fn team_count(number: usize, team: Team) -> String {
    let [one, several] = match team {
        Team::Townsfolk => ["Townsfolk", "Townsfolk"],
        Team::Outsider => ["Outsider", "Outsiders"],
        Team::Minion => ["Minion", "Minions"],
        Team::Demon => ["Demon", "Demons"],
        Team::Traveller => ["Traveller", "Travellers"],
        Team::Fabled => ["Fabled", "Fabled"],
        Team::Loric => ["Loric", "Loric"],
    };
    count(number, one, several)
}

/// What a team is called: `Townsfolk`.
pub(super) const fn team(team: Team) -> &'static str {
    match team {
        Team::Townsfolk => "Townsfolk",
        Team::Outsider => "Outsider",
        Team::Minion => "Minion",
        Team::Demon => "Demon",
        Team::Traveller => "Traveller",
        Team::Fabled => "Fabled",
        Team::Loric => "Loric",
    }
}

/// What those are called who help the Storyteller.
pub(super) fn helpers(fabled: CharacterSet) -> &'static str {
    let is_loric = |character: Character| character.team() == Team::Loric;
    match (fabled.iter().any(is_loric), fabled.iter().all(is_loric)) {
        (_, true) => "Loric",
        (true, false) => "Fabled and Loric",
        (false, false) => "Fabled",
    }
}

/// The team of everybody who is possible, if it is one.
pub(super) fn team_of(known: Known) -> Option<Team> {
    let mut teams = known.characters().iter().map(Character::team);
    let first = teams.next()?;
    teams.all(|team| team == first).then_some(first)
}

/// Who sits there, also if nobody says.
pub(super) fn name(player: &Player) -> &str {
    if player.name.trim().is_empty() { "no name" } else { player.name.trim() }
}

/// The display names, with a comma between them.
pub(super) fn names(characters: CharacterSet) -> String {
    characters.iter().map(Character::name).collect::<Vec<_>>().join(", ")
}

/// What is known of a character, in words.
pub(super) fn known(known: Known) -> String {
    match known {
        Known::Nothing => "not known".to_owned(),
        Known::Is(character) => character.name().to_owned(),
        Known::OneOf(characters) => format!("one of {}", names(characters)),
    }
}

/// Whether a player lives and may vote, in words.
pub(super) const fn life(life: Life) -> &'static str {
    match life {
        Life::Alive => "alive",
        Life::Dead => "dead, ghost vote left",
        Life::Spent => "dead, ghost vote spent",
    }
}

/// A token in words: `Poisoner: Poisoned`, and a note in quotes.
pub(super) fn token(token: &PlacedReminder) -> String {
    match token {
        PlacedReminder::Reminder(token) => format!("{}: {}", token.owner().name(), token.title()),
        PlacedReminder::Note(note) => format!("“{note}”"),
    }
}

/// The tokens of a player in words.
pub(super) fn tokens(player: &Player) -> String {
    player.tokens.iter().map(token).collect::<Vec<_>>().join(", ")
}

/// All of a seat: `Bob, the Imp, dead, ghost vote left; reminders: Monk: Safe`.
pub(super) fn seat(player: &Player) -> String {
    let character = match player.character {
        Known::Is(character) => format!("the {}", character.name()),
        other => known(other),
    };
    let reminders = match tokens(player) {
        tokens if tokens.is_empty() => tokens,
        tokens => format!("; reminders: {tokens}"),
    };
    format!("{}, {character}, {}{reminders}", name(player), life(player.life))
}
