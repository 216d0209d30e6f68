//! What the files of a script's characters declare once and for all, as far as the host has to know it. Accepts rules that were ground, emits a
//! [`Profile`]; nothing is decided here.

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::rules::Reminder;
use gaslamp_botc::{Character, CharacterSet, Script};

use super::rules;
use crate::asp::program::{Failure, Program};

/// The declarations of a script's characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    /// Who chooses somebody at night, and who is told something.
    pub(super) choosers: CharacterSet,
    pub(super) learners: CharacterSet,
    /// Who may become whom in the course of a game.
    pub(super) changes: Vec<(Character, Character)>,
    /// Who is not what they think, and whom they may take themselves for.
    pub(super) delusions: Vec<(Character, Character)>,
    /// How many more moves of a night somebody may bring about than those of waking.
    pub(super) more_moves: Vec<(Character, usize)>,
    /// The tokens that come with a move of the day, as terms, and the move.
    pub(super) tokens_of_moves: Vec<(Character, String, String)>,
    /// The same of what is said or asked by day.
    speeches: Vec<(Character, String)>,
}

impl Profile {
    /// The declarations of the characters of a script.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, or clingo fails.
    pub(super) fn new(script: &Script) -> Result<Self, Failure> {
        let texts = rules::of_setup(script, 0, None)?;
        Ok(Self::of(&Program::new(texts.iter().map(String::as_str))?))
    }

    /// What is declared in rules that were ground.
    pub(super) fn of(program: &Program) -> Self {
        let all = |predicate: &str| -> Vec<(Character, String)> {
            let arguments = program.outputs(predicate).into_iter().map(|(arguments, _)| arguments);
            let split = |arguments: String| {
                let (owner, rest) = arguments.split_once(',').unwrap_or((&arguments, ""));
                Some((Character::read(owner)?, rest.to_owned()))
            };
            arguments.filter_map(split).collect()
        };
        let set = |predicate: &str| all(predicate).into_iter().map(|(owner, _)| owner).collect();
        let pairs = |predicate: &str| {
            let pair = |(owner, other): (Character, String)| Some((owner, Character::read(&other)?));
            all(predicate).into_iter().filter_map(pair).collect()
        };
        let of_move = |(owner, rest): (Character, String)| {
            let (token, made) = rest.split_once(',')?;
            Some((owner, format!("{},{token}", owner.facts().id), made.to_owned()))
        };
        Self {
            choosers: set("chooses"),
            learners: set("learns"),
            changes: pairs("may_become"),
            delusions: pairs("may_think"),
            more_moves: all("more_deeds")
                .into_iter()
                .filter_map(|(owner, count)| Some((owner, count.parse().ok()?)))
                .collect(),
            tokens_of_moves: all("comes_with").into_iter().filter_map(of_move).collect(),
            speeches: all("speech_of"),
        }
    }

    /// Whose abilities say or ask this by day.
    pub(super) fn speakers(&self, verb: &str) -> CharacterSet {
        self.speeches.iter().filter(|(_, known)| known == verb).map(|(owner, _)| *owner).collect()
    }
}

/// A token as the rules write it, behind its owner.
pub(super) fn token_term(token: ReminderToken) -> String {
    let word = token.word();
    let is_name = word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let owner = token.owner().facts().id;
    if is_name { format!("{owner},{word}") } else { format!("{owner},\"{word}\"") }
}

/// A mark as the rules write it, behind its owner: a token, or what the Storyteller only remembers.
pub(super) fn mark_term(reminder: Reminder) -> String {
    reminder
        .token()
        .map_or_else(|| format!("{},{}", reminder.owner().facts().id, reminder.word()), token_term)
}

/// The tokens of a character that the rules put down; the mark of who somebody is says it of the player.
pub(super) fn tokens(owner: Character) -> impl Iterator<Item = ReminderToken> {
    ReminderToken::of(owner).filter(|token| !token.marks_its_owner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_trouble_brewing_declare_what_the_host_must_know() {
        let read = |id: &str| Character::read(id).expect("a character");
        let profile = Profile::new(&Script::built_in("tb").expect("an edition")).expect("rules");
        assert!(profile.choosers.contains(read("monk")) && !profile.learners.contains(read("monk")));
        assert!(!profile.choosers.contains(read("chef")) && profile.learners.contains(read("chef")));
        let heirs: CharacterSet = profile.changes.iter().map(|(before, _)| *before).collect();
        assert_eq!(
            heirs,
            ["poisoner", "spy", "scarletwoman", "baron", "recluse"].map(read).into_iter().collect()
        );
        assert!(profile.changes.iter().all(|(_, after)| *after == read("imp")));
        assert_eq!(profile.delusions.len(), 13);
        assert!(profile.delusions.contains(&(read("drunk"), read("mayor"))));
        let more: usize = profile.more_moves.iter().map(|(_, count)| count).sum();
        assert_eq!(more, 5);
        let of_day = (read("virgin"), "virgin,no_ability".to_owned(), "nominate".to_owned());
        assert!(profile.tokens_of_moves.contains(&of_day));
    }

    #[test]
    fn a_token_is_written_with_its_owner() {
        let term = |name: &str| token_term(ReminderToken::find(name).expect("a token"));
        assert_eq!(term("poisoner:poisoned"), "poisoner,poisoned");
        assert_eq!(term("po:3_attacks"), "po,\"3_attacks\"");
    }
}
