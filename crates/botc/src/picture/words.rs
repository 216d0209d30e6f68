//! A grimoire described in words: for tooltips, for those who cannot see it, and for the table of a page.

use gaslamp_core::number_format::plural;

use super::{Audience, Caption};
use crate::characters::{Character, CharacterSet, Team};
use crate::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player};

/// Separates the parts of a line.
pub(super) const DOT: &str = " · ";

/// The heading for an audience.
pub(super) const fn heading(audience: Audience) -> &'static str {
    match audience {
        Audience::Storyteller => "Grimoire",
        Audience::Player | Audience::Public => "Town square",
    }
}

/// Who a picture is for, in words.
pub(super) const fn audience(audience: Audience) -> &'static str {
    match audience {
        Audience::Storyteller => "for the Storyteller",
        Audience::Player => "as one player sees it",
        Audience::Public => "as everyone sees it",
    }
}

/// The title of the script, if it is known and has one.
pub(super) fn script(grimoire: &GrimoireText) -> Option<&str> {
    grimoire.script.as_ref().map(|script| script.title.trim()).filter(|title| !title.is_empty())
}

/// How many play, are alive, and may vote though dead: `7 players`, `5 alive`, `1 ghost vote left`.
pub(super) fn counts(grimoire: &GrimoireText) -> Vec<String> {
    let lives = |life: Life| grimoire.players.iter().filter(|player| player.life == life).count();
    let (players, alive, votes) = (grimoire.players.len(), lives(Life::Alive), lives(Life::Dead));
    let mut counts = vec![plural(players, "player"), format!("{alive} alive")];
    if alive < players {
        counts.push(format!("{} left", plural(votes, "ghost vote")));
    }
    counts
}

/// What stands at the centre of a grimoire.
pub(super) fn caption(grimoire: &GrimoireText, audience: Audience) -> Caption {
    let for_whom = self::audience(audience);
    let (above, title) = match script(grimoire) {
        Some(title) => (format!("{} {for_whom}", heading(audience)), title),
        None => (for_whom.to_owned(), heading(audience)),
    };
    Caption { above, title: title.to_owned(), below: vec![counts(grimoire).join(DOT)] }
}

/// A description of the picture in one line.
pub(super) fn title(grimoire: &GrimoireText, audience: Audience) -> String {
    let script = script(grimoire).map_or_else(String::new, |title| format!(" of {title}"));
    format!("{}{script}: {}", heading(audience), counts(grimoire).join(", "))
}

/// The number of a team: `5 Townsfolk`, `1 Minion`.
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
    format!("{number} {}", if number == 1 { one } else { several })
}

/// The name of a team: `Townsfolk`.
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

/// The collective name of the Storyteller's helpers.
pub(super) fn helpers(fabled: CharacterSet) -> &'static str {
    let is_loric = |character: Character| character.team() == Team::Loric;
    match (fabled.iter().any(is_loric), fabled.iter().all(is_loric)) {
        (_, true) => "Loric",
        (true, false) => "Fabled and Loric",
        (false, false) => "Fabled",
    }
}

/// The team of all possible characters, if they share one.
pub(super) fn team_of(known: Known) -> Option<Team> {
    let mut teams = known.characters().iter().map(Character::team);
    let first = teams.next()?;
    teams.all(|team| team == first).then_some(first)
}

/// The player's name, or a substitute if there is none.
pub(super) fn name(player: &Player) -> &str {
    if player.name.trim().is_empty() { "no name" } else { player.name.trim() }
}

/// The display names, separated by commas.
pub(super) fn names(characters: CharacterSet) -> String {
    characters.iter().map(Character::name).collect::<Vec<_>>().join(", ")
}

/// What is known about a character, in words.
pub(super) fn known(known: Known) -> String {
    match known {
        Known::Nothing => "unknown".to_owned(),
        Known::Is(character) => character.name().to_owned(),
        Known::OneOf(characters) => format!("one of {}", names(characters)),
    }
}

/// Whether a player is alive and may vote, in words.
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

/// The same where nothing is known of votes.
pub(super) const fn bare_life(life: Life) -> &'static str {
    match life {
        Life::Alive => "alive",
        Life::Dead | Life::Spent => "dead",
    }
}

/// A whole seat: `Bob, the Imp, dead, ghost vote left; reminders: Monk: Safe`.
pub(super) fn seat(player: &Player, shows_votes: bool) -> String {
    let character = match player.character {
        Known::Is(character) => format!("the {}", character.name()),
        other => known(other),
    };
    let reminders = match tokens(player) {
        tokens if tokens.is_empty() => tokens,
        tokens => format!("; reminders: {tokens}"),
    };
    let life = if shows_votes { life(player.life) } else { bare_life(player.life) };
    format!("{}, {character}, {life}{reminders}", name(player))
}
