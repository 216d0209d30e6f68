//! What is supported of every published character: nothing else claims it.

use gaslamp_botc::rules::setup_rules::{self, dealing};
use gaslamp_botc::rules::{Dealing, Profile};
use gaslamp_botc::{Character, Script, Team};
use gaslamp_deduce::botc::is_deducible;
use serde_json::{Value, json};

/// What can be done with a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Support {
    /// Bags with it can be drawn and checked.
    pub setup: bool,
    /// Games with it can be played.
    pub play: bool,
    /// Puzzles and games with it can be solved.
    pub deduction: bool,
    /// The rules in ASP state it, so that games with it can be refereed.
    pub referee: bool,
}

impl Support {
    /// What can be done with this character, where `is_refereed` knows whom the referee of this build knows.
    pub fn of(character: Character, is_refereed: impl Fn(Character) -> bool) -> Self {
        Self {
            setup: character.team() <= Team::Demon
                && setup_rules::is_known(character)
                && dealing(character) == Dealing::Drawn,
            play: Profile::of(character).is_some_and(|profile| !profile.is_never_dealt()),
            deduction: is_deducible(character),
            referee: is_refereed(character),
        }
    }

    /// The kinds of support with their names.
    #[must_use]
    pub const fn kinds(self) -> [(&'static str, bool); 4] {
        [("setup", self.setup), ("play", self.play), ("deduction", self.deduction), ("referee", self.referee)]
    }
}

/// These characters by team, then by edition, then by name.
#[must_use]
pub fn in_order(characters: impl Iterator<Item = Character>) -> Vec<Character> {
    let place = |character: &Character| {
        let edition = character.facts().edition;
        let built_in = Script::BUILT_IN.iter().position(|(short, _)| *short == edition);
        (character.team(), built_in.unwrap_or(Script::BUILT_IN.len()), edition, character.name())
    };
    let mut characters: Vec<Character> = characters.collect();
    characters.sort_by_key(place);
    characters
}

/// Facts about these characters, and what can be done with each.
pub fn characters(characters: &[Character], is_refereed: impl Fn(Character) -> bool) -> Value {
    let entry = |character: &Character| {
        let facts = character.facts();
        let support = Support::of(*character, &is_refereed);
        let kinds = support.kinds().into_iter().map(|(name, is_so)| (name.to_owned(), Value::Bool(is_so)));
        json!({
            "id": facts.id,
            "name": facts.name,
            "team": facts.team.name(),
            "edition": facts.edition,
            "first_night": facts.first_night,
            "other_night": facts.other_night,
            "reminders": facts.reminders,
            "playable": support.play,
            "supported": kinds.collect::<serde_json::Map<_, _>>(),
        })
    };
    characters.iter().map(entry).collect()
}
