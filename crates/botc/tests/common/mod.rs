//! What the tests share: random grimoires and their parts, and problems in the form of tables.

#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]
#![allow(clippy::unwrap_used)]

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, Life, PlacedReminder, Player, ScriptNote};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Diagnostic, Rng};

/// Names that are not plain words, or that look like something else.
const NAMES: [&str; 28] = [
    "Ann",
    "Mary Ann",
    "O'Neil",
    "Zoë",
    "名前",
    "",
    " ",
    " Bo ",
    "?",
    "*Cy*",
    "~~Dee~~",
    "a:b",
    "a,b",
    "[Eve]",
    "{Flo}",
    "(Gil)",
    "\"",
    "say \"hi\"",
    "back\\slash",
    "\\",
    "chef",
    "script",
    "-",
    "N1",
    "\u{2028}",
    "\u{a0}Hal",
    "👻",
    "null",
];

/// Notes that look like tokens, like other notes, or like nothing.
const NOTES: [&str; 10] = [
    "",
    "No Ability",
    "no_ability",
    "poisoner:poisoned",
    "drunk",
    "custom",
    "mad, \"very\" (2)",
    "\\",
    "?",
    "ünï cödé",
];

/// Titles, one of them that of a built-in edition.
const TITLES: [&str; 7] = ["", "tb", "Trouble Brewing", "Ours: {1}", "a \"title\" \\", "_meta", "custom"];

/// A table of that many players, each with a different name, with anything that may be on it.
pub fn random_grimoire(rng: &mut Rng, players: usize) -> GrimoireText {
    let mut names: Vec<String> = NAMES.iter().map(ToString::to_string).collect();
    rng.shuffle(&mut names);
    names.truncate(rng.below(NAMES.len() as u32 + 1) as usize);
    names.extend((1..=players).map(|number| format!("P{number}")));
    names.truncate(players);
    GrimoireText {
        players: names.into_iter().map(|name| random_player(rng, name)).collect(),
        script: random_script(rng),
        bluffs: random_set(rng, 3),
        fabled: random_fabled(rng),
    }
}

/// A table of one player with this name and this note; its script, if there is one, has this title.
pub fn named_grimoire(rng: &mut Rng, name: String, note: String, title: &str) -> GrimoireText {
    let mut grimoire = random_grimoire(rng, 1);
    grimoire.players[0].name = name;
    grimoire.players[0].tokens.push(PlacedReminder::Note(note));
    grimoire.script.iter_mut().for_each(|script| title.clone_into(&mut script.title));
    grimoire
}

/// What is known about a character: all, something or nothing.
pub fn random_known(rng: &mut Rng) -> Known {
    match rng.below(6) {
        0 => Known::Nothing,
        1 => {
            let most = 2 + rng.below(12) as usize;
            let set = random_set(rng, most);
            if set.len() < 2 { Known::Nothing } else { Known::OneOf(set) }
        }
        _ => Known::Is(random_character(rng)),
    }
}

/// Up to six tokens, possibly with repetitions.
pub fn random_tokens(rng: &mut Rng) -> Vec<PlacedReminder> {
    let all: Vec<ReminderToken> = ReminderToken::all().collect();
    let count = rng.below(3) * rng.below(4);
    (0..count)
        .map(|_| match rng.below(4) {
            0 => PlacedReminder::Note(pick(rng, &NOTES).to_string()),
            _ => PlacedReminder::Reminder(pick(rng, &all)),
        })
        .collect()
}

/// Up to that many characters.
pub fn random_set(rng: &mut Rng, most: usize) -> CharacterSet {
    (0..rng.below(most as u32 + 1)).map(|_| random_character(rng)).collect()
}

/// Any character.
pub fn random_character(rng: &mut Rng) -> Character {
    pick(rng, &Character::all().collect::<Vec<_>>())
}

/// Any of the items.
pub fn pick<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    *rng.pick(items).unwrap()
}

/// The ids of problems and the texts that they point at.
pub fn placed<'a>(problems: &[Diagnostic], text: &'a str) -> Vec<(&'static str, &'a str)> {
    problems.iter().map(|problem| (problem.id, &text[problem.span.unwrap().range()])).collect()
}

fn random_player(rng: &mut Rng, name: String) -> Player {
    Player {
        name,
        character: random_known(rng),
        life: pick(rng, &[Life::Alive, Life::Alive, Life::Dead, Life::Spent]),
        tokens: random_tokens(rng),
    }
}

fn random_script(rng: &mut Rng) -> Option<ScriptNote> {
    match rng.below(4) {
        0 => None,
        1 => ScriptNote::built_in(pick(rng, &["tb", "snv", "bmr"])),
        _ => {
            let title = pick(rng, &TITLES).to_string();
            let most = pick(rng, &[0, 1, 25]);
            Some(ScriptNote { title, characters: random_set(rng, most) })
        }
    }
}

fn random_fabled(rng: &mut Rng) -> CharacterSet {
    let all = CharacterSet::team(Team::Fabled).or(CharacterSet::team(Team::Loric));
    let all: Vec<Character> = all.iter().collect();
    (0..rng.below(3)).map(|_| pick(rng, &all)).collect()
}
