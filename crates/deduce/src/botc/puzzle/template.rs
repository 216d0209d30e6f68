//! A puzzle file to fill in.
//!
//! **Writes** a file with a comment for everything that a person may add. It is valid but for the claims, which are empty: the
//! reader says of each that it is still to be filled in, and where.

use gaslamp_botc::rules::{Profile, When, is_playable};
use gaslamp_botc::{Character, CharacterSet, Script, Team};

use super::{vocabulary, write};

/// The longest line of a comment.
const WIDTH: usize = 100;

/// A puzzle file for these players on this script, to be filled in.
#[must_use]
pub fn template(script: &Script, names: &[String]) -> String {
    let name = |index: usize| names.get(index).map_or("P1", String::as_str);
    let (first, second) = (name(0), name(1));
    let players: Vec<String> = names.iter().map(|name| player(name)).collect();
    format!(
        "\
# A puzzle to fill in: a claim for every player, what they say, and what everybody saw.
# Then: gaslamp botc solve FILE
# Lines that begin with # are comments; remove the # from those that you need.
# docs/puzzles.md explains every key and every kind of line.
id = \"my-puzzle\"

# The characters that may be in play although nobody, or somebody else, claims them.
hidden = {hidden}
{others}
# If one of the players is you: your own word is certain, but you may be one of these without knowing it.
# you = {quoted_first}
# you_may_be = {mistaken}

# The last night or day of which anything is known. Without it, the last one that a line below names.
# ends = \"N2\"

# What everybody saw, in order. Whatever is not listed did not happen.
log = [
  # \"D1 nominated: {first} -> {second}\",
  # \"D1 executed: {second}\",
  # \"N2 died: {first}\",
  # \"N3 nobody died\",
]

# The players, clockwise. Each line of `says` is a night or a day, the character, and what was learned:
{examples}{players}
# The answer, if you know it: a character for each player, in order. Then: gaslamp botc solve FILE --expect
# [[solution]]
# start = []
",
        hidden = write::set(unclaimed(script)),
        others = claimable(script),
        quoted_first = write::quoted(first),
        mistaken = write::set(mistaken(script)),
        examples = examples(script, names),
        players = players.join("\n"),
    )
}

/// A line of `says` for each form that a good character of the script has, as comments.
fn examples(script: &Script, names: &[String]) -> String {
    let is_good = |character: &Character| CharacterSet::GOOD.contains(*character);
    let on_script = script.set();
    let line = |(example, characters): (&'static str, Vec<Character>)| {
        let character = characters.into_iter().find(|one| is_good(one) && on_script.contains(*one))?;
        let profile = Profile::of(character)?;
        let is_early = profile.wakes_first_night() && character.facts().first_night.is_some();
        let when = match profile.when() {
            When::Never => "D1",
            _ if is_early => "N1",
            _ => "N2",
        };
        let body = seated(example.split('`').next().unwrap_or(example), names);
        Some(format!("#   says = [\"{when} {}: {body}\"]\n", character.name()))
    };
    vocabulary::sayings().into_iter().filter_map(line).collect()
}

/// An example with the players of this table.
fn seated(example: &str, names: &[String]) -> String {
    ["Ann", "Ben", "Cy"]
        .into_iter()
        .zip(names)
        .fold(example.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn player(name: &str) -> String {
    format!("[[player]]\nname = {}\nclaim = \"\"\nsays = []\n", write::quoted(name))
}

/// The characters of a script that nobody claims to be: evil ones, and those who think they are somebody else.
fn unclaimed(script: &Script) -> CharacterSet {
    let playable: CharacterSet =
        script.characters().iter().copied().filter(|one| is_playable(*one)).collect();
    playable.and(CharacterSet::EVIL).or(mistaken(script))
}

/// The good characters of a script whose players think they are another good character.
fn mistaken(script: &Script) -> CharacterSet {
    let thinks_good = |profile: &Profile| profile.false_identity().is_some_and(|identity| identity.is_good());
    Profile::select(script.set().and(CharacterSet::GOOD), thinks_good)
}

/// Everybody else on the script, as comments.
fn claimable(script: &Script) -> String {
    let unclaimed = unclaimed(script);
    let of_team = |(team, heading): (Team, &str)| {
        let names = script.team(team).filter(|one| is_playable(*one) && !unclaimed.contains(*one));
        let names: Vec<&str> = names.map(Character::name).collect();
        if names.is_empty() { String::new() } else { comment(&format!("{heading}: {}", names.join(", "))) }
    };
    [(Team::Townsfolk, "Townsfolk"), (Team::Outsider, "Outsiders")].map(of_team).concat()
}

/// A comment, broken into lines.
fn comment(text: &str) -> String {
    let mut lines = vec!["#".to_owned()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < WIDTH => *line += &format!(" {word}"),
            _ => lines.push(format!("#   {word}")),
        }
    }
    lines.join("\n") + "\n"
}
