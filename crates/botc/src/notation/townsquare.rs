//! Grimoires in the "Game State JSON" that townsquare exports and imports.
//!
//! **Reads** an object with `players`; everything else may be missing or `null`. Characters are ids in any
//! case with any separators, or objects with an `id`; an empty one is `{}`, `""` or `null`. A list of `roles`
//! is a custom script, whose title is the name of the `edition`; without one, the edition determines the
//! script. Reminders of an official character are found by their names; all others are notes. Flags may be
//! written as numbers or in quotes. Control characters in names and notes become spaces. If several players
//! share a name, the later ones get a number after it; if several have no name, they are named after their
//! seats, `P1` and so on. Loric are listed among the `fabled`. Pronouns and account ids are dropped: they
//! belong to people, not to the table. Homebrew characters are refused, each by name and all at once.
//!
//! **Writes** official ids, all of townsquare's keys in its order, and a newline at the end. The possible
//! characters of a seat are in `possible`, a key of our own that townsquare ignores.

use std::collections::BTreeSet;

use gaslamp_core::Diagnostic;
use gaslamp_core::bounds::long_name;
use gaslamp_core::printable::in_json;
use serde_json::{Map, Value, json};

use super::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player, ScriptNote};
use super::json::{Json, Kind};
use super::line::unknown_character;
use crate::characters::{Character, CharacterSet, ReminderToken};

/// The owner of reminders that are notes, and the edition of scripts that are not built in.
const CUSTOM: &str = "custom";

/// Writes a grimoire as a game state.
#[must_use]
pub fn write(grimoire: &GrimoireText) -> String {
    let custom = grimoire.script.as_ref().filter(|script| script.short_name().is_none());
    let edition = match (&grimoire.script, custom) {
        (_, Some(script)) => json!({ "id": CUSTOM, "name": script.title }),
        (Some(script), None) => json!({ "id": script.short_name() }),
        (None, None) => Value::from(""),
    };
    let state = json!({
        "bluffs": ids(grimoire.bluffs),
        "edition": edition,
        "roles": custom.map_or(Value::from(""), |script| objects(script.characters)),
        "fabled": objects(grimoire.fabled),
        "players": grimoire.players.iter().map(write_player).collect::<Vec<_>>(),
    });
    in_json(&format!("{state:#}\n"))
}

fn write_player(player: &Player) -> Value {
    let role = match player.character {
        Known::Is(character) => Value::from(character.facts().id),
        Known::Nothing | Known::OneOf(_) => json!({}),
    };
    let mut fields = Map::new();
    let mut put = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    put("name", player.name.as_str().into());
    put("id", "".into());
    put("role", role);
    if let Known::OneOf(characters) = player.character {
        put("possible", ids(characters));
    }
    put("reminders", player.tokens.iter().map(write_token).collect());
    put("isVoteless", (player.life == Life::Spent).into());
    put("isDead", (player.life != Life::Alive).into());
    put("pronouns", "".into());
    Value::Object(fields)
}

fn write_token(token: &PlacedReminder) -> Value {
    match token {
        PlacedReminder::Reminder(token) => json!({ "role": token.owner().facts().id, "name": token.title() }),
        PlacedReminder::Note(text) => json!({ "role": CUSTOM, "name": text }),
    }
}

fn ids(characters: CharacterSet) -> Value {
    characters.iter().map(|character| character.facts().id).collect()
}

fn objects(characters: CharacterSet) -> Value {
    characters.iter().map(|character| json!({ "id": character.facts().id })).collect()
}

/// Whether a text is a game state, that is, a JSON object with `players`.
#[must_use]
pub fn is_game_state(text: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(text).is_ok_and(|fields| fields.contains_key("players"))
}

/// Reads a grimoire from a game state.
///
/// # Errors
/// Everything in it that cannot be read, and every character that is not official.
pub fn read(text: &str) -> Result<GrimoireText, Vec<Diagnostic>> {
    let state = Json::read(text, "botc/game-state/json").map_err(|problem| vec![problem])?;
    let Some(players) = state.get("players") else {
        let problem = Diagnostic::new("botc/game-state/shape", "a game state is an object with `players`");
        return Err(vec![problem.at(state.span).fix(r#"{"players": [{"name": "Alice", "role": "chef"}]}"#)]);
    };
    let mut reader = Reader::default();
    let grimoire = GrimoireText {
        script: reader.script(&state),
        bluffs: reader.characters(&state, "bluffs"),
        fabled: reader.characters(&state, "fabled"),
        players: reader.players(players),
    };
    let mut problems = reader.problems;
    // They are reported in the order of the text, whichever key came first.
    problems.sort_by_key(|problem| problem.span.map(|span| span.start));
    if problems.is_empty() { Ok(grimoire) } else { Err(problems) }
}

/// Collects problems.
#[derive(Default)]
struct Reader {
    problems: Vec<Diagnostic>,
    /// Characters of this script that are not official.
    homebrew: BTreeSet<String>,
}

impl Reader {
    /// The script, if given: the list of roles, or else the edition.
    fn script(&mut self, state: &Json) -> Option<ScriptNote> {
        let edition = state.get("edition");
        let built_in = edition.and_then(id_of).and_then(Json::text).and_then(ScriptNote::built_in);
        let name = edition.and_then(|edition| edition.get("name")).and_then(Json::text).map(plain_text);
        let roles = state.get("roles").filter(|roles| roles.text() != Some(""));
        if let Some(roles) = roles.filter(|roles| roles.items().is_none_or(|items| !items.is_empty())) {
            let (characters, inner_name) = self.roles(roles);
            let title = name.or(inner_name).or(built_in.map(|script| script.title)).unwrap_or_default();
            return Some(ScriptNote { title, characters });
        }
        let unknown = || {
            let id = edition.and_then(id_of).and_then(Json::text);
            id.filter(|id| !id.is_empty() && *id != CUSTOM).map(plain_text)
        };
        built_in.or_else(|| {
            let title = name.or_else(unknown)?;
            Some(ScriptNote { title, characters: CharacterSet::NONE })
        })
    }

    /// The characters of a custom script, and its title if it is among them.
    fn roles(&mut self, roles: &Json) -> (CharacterSet, Option<String>) {
        let (mut characters, mut title) = (CharacterSet::NONE, None);
        for role in self.list(roles, "roles") {
            if id_of(role).and_then(Json::text) == Some("_meta") {
                title = role.get("name").and_then(Json::text).map(plain_text);
                continue;
            }
            if let Some(character) = self.character(role) {
                characters = characters.with(character);
            }
        }
        (characters, title)
    }

    /// The characters of a list, which may have empty entries.
    fn characters(&mut self, object: &Json, key: &str) -> CharacterSet {
        let Some(list) = object.get(key) else { return CharacterSet::NONE };
        self.list(list, key).iter().filter_map(|item| self.character(item)).collect()
    }

    fn list<'a>(&mut self, json: &'a Json, key: &str) -> &'a [Json] {
        if json.text() == Some("") {
            return &[];
        }
        json.items().unwrap_or_else(|| {
            let message = format!("`{key}` must be a list");
            self.problems.push(Diagnostic::new("botc/game-state/list", message).at(json.span));
            &[]
        })
    }

    /// A character by its id; none if it is empty or unknown.
    fn character(&mut self, json: &Json) -> Option<Character> {
        let id = match &json.kind {
            Kind::Null => return None,
            Kind::Object(fields) if fields.is_empty() => return None,
            Kind::Object(_) | Kind::Text(_) => id_of(json),
            _ => None,
        };
        let Some((id, word)) = id.and_then(|id| Some((id, id.text()?))) else {
            self.problems.push(Diagnostic::new("botc/game-state/id", "this has no id").at(json.span));
            return None;
        };
        if word.is_empty() {
            return None;
        }
        let known = Character::read(word);
        if known.is_none() {
            let is_defined = matches!(&json.kind, Kind::Object(fields) if fields.len() > 1);
            if is_defined {
                self.homebrew.insert(word.to_owned());
            }
            self.problems.push(self.unknown(word).at(id.span));
        }
        known
    }

    fn unknown(&self, word: &str) -> Diagnostic {
        if self.homebrew.contains(word) {
            let message = format!("`{word}` is a homebrew character, which is not supported");
            return Diagnostic::unsupported("botc/game-state/homebrew", message);
        }
        Diagnostic { id: "botc/game-state/character", ..unknown_character(word) }
    }

    fn players(&mut self, json: &Json) -> Vec<Player> {
        let list = self.list(json, "players");
        let mut players: Vec<Player> = list.iter().map(|item| self.player(item)).collect();
        match list.get(GrimoireText::MOST) {
            None => tell_apart(&mut players),
            Some(first) => {
                let message = format!(
                    "{} players are too many; a table has at most {}",
                    list.len(),
                    GrimoireText::MOST
                );
                self.problems.push(Diagnostic::new("botc/grimoire/seats", message).at(first.span));
            }
        }
        players
    }

    fn player(&mut self, json: &Json) -> Player {
        if !matches!(json.kind, Kind::Object(_)) {
            let problem = Diagnostic::new("botc/game-state/player", "this is not a player");
            self.problems.push(problem.at(json.span).fix(r#"{"name": "Alice", "role": "chef"}"#));
            return Player::default();
        }
        let name = json.get("name").map(|name| self.name(name)).unwrap_or_default();
        let role = json.get("role").and_then(|role| self.character(role));
        let possible = self.characters(json, "possible");
        let reminders = json.get("reminders").map_or(&[] as &[Json], |list| self.list(list, "reminders"));
        Player {
            character: role.map_or_else(|| known(possible), Known::Is),
            life: self.life(json, &name),
            tokens: reminders.iter().filter_map(|reminder| self.token(reminder)).collect(),
            name,
        }
    }

    fn name(&mut self, json: &Json) -> String {
        let name = self.text(json);
        self.problems.extend(long_name("botc/grimoire/name", &name).map(|problem| problem.at(json.span)));
        name
    }

    fn life(&mut self, player: &Json, name: &str) -> Life {
        let is_dead = self.flag(player, "isDead");
        match (is_dead, self.flag(player, "isVoteless")) {
            (false, false) => Life::Alive,
            (true, false) => Life::Dead,
            (true, true) => Life::Spent,
            (false, true) => {
                let message = format!("`{name}` is alive, and the living always have a vote");
                let problem = Diagnostic::illegal("botc/game-state/voteless", message);
                let span = player.get("isVoteless").map(|flag| flag.span);
                self.problems.push(problem.at(span).fix("\"isVoteless\": false"));
                Life::Alive
            }
        }
    }

    /// Whether a flag is set: `true`, `1`, `"true"`.
    fn flag(&mut self, object: &Json, key: &str) -> bool {
        let Some(json) = object.get(key) else { return false };
        let word = match &json.kind {
            Kind::Flag(flag) => return *flag,
            Kind::Number(word) => word.as_str(),
            Kind::Text(word) => word.trim(),
            _ => "neither",
        };
        match word.to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" => true,
            "false" | "0" | "no" | "" => false,
            _ => {
                let problem =
                    Diagnostic::new("botc/game-state/flag", format!("`{key}` must be true or false"));
                self.problems.push(problem.at(json.span));
                false
            }
        }
    }

    /// A reminder: an official character's, or a note.
    fn token(&mut self, json: &Json) -> Option<PlacedReminder> {
        let name = match &json.kind {
            Kind::Null => return None,
            Kind::Object(_) => json.get("name").map(|name| self.text(name)).unwrap_or_default(),
            _ => self.text(json),
        };
        let owner = json.get("role").and_then(id_of).and_then(Json::text).and_then(Character::read);
        Some(match owner.map(|owner| (owner, ReminderToken::read(owner, &name))) {
            Some((_, Some(token))) => PlacedReminder::Reminder(token),
            Some((owner, None)) => PlacedReminder::Note(format!("{owner}:{name}")),
            None => PlacedReminder::Note(name),
        })
    }

    /// A name or a note.
    fn text(&mut self, json: &Json) -> String {
        match &json.kind {
            Kind::Text(text) => plain_text(text),
            Kind::Number(text) => text.clone(),
            _ => {
                let problem = Diagnostic::new("botc/game-state/text", "expected a text here");
                self.problems.push(problem.at(json.span).fix("text in double quotes"));
                String::new()
            }
        }
    }
}

/// Makes the names of players unique.
fn tell_apart(players: &mut [Player]) {
    let given: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let has_nameless = given.iter().filter(|name| name.is_empty()).count() > 1;
    let mut taken: BTreeSet<String> = given.iter().cloned().collect();
    for (index, (player, name)) in players.iter_mut().zip(&given).enumerate() {
        let own = match name.as_str() {
            "" if has_nameless => format!("P{}", index + 1),
            name if given[..index].iter().any(|other| other == name) => name.to_owned(),
            _ => continue,
        };
        let numbered = (2..).map(|number| format!("{own} {number}"));
        let free = [own.clone()].into_iter().chain(numbered).find(|name| !taken.contains(name));
        player.name = free.unwrap_or(own);
        taken.insert(player.name.clone());
    }
}

/// The id: the string itself, or the `id` of an object. Where townsquare abbreviates homebrew characters, the
/// key is `0`.
fn id_of(json: &Json) -> Option<&Json> {
    match &json.kind {
        Kind::Text(_) => Some(json),
        _ => json.get("id").or_else(|| json.get("0")),
    }
}

/// A text with control characters replaced by spaces.
fn plain_text(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// What these possible characters amount to.
fn known(possible: CharacterSet) -> Known {
    let mut all = possible.iter();
    match (all.next(), all.next()) {
        (None, _) => Known::Nothing,
        (Some(only), None) => Known::Is(only),
        _ => Known::OneOf(possible),
    }
}
