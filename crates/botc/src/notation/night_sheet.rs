//! Sheets for the Storyteller: who is woken at night, in which order, and what is asked of them.
//!
//! **Writes** our own words, made from what the rules know of a character ([`Profile`]).

use gaslamp_core::Seat;

use crate::characters::{Character, Team};
use crate::rules::script::{Script, Step};
use crate::rules::{ChoiceShape, INFO_PLAYERS, Profile, Reach, Shape, State, Subject};

/// The order of the first night and of the other nights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NightSheet {
    /// What is done in the first night.
    pub first: Vec<Task>,
    /// What is done in every other night.
    pub other: Vec<Task>,
}

/// One step of a night.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Whose turn it is.
    pub step: Step,
    /// What happens then.
    pub words: String,
    /// Whether the step is only for players who have just become this character.
    pub is_for_newcomers: bool,
    /// Whom it concerns in a game.
    pub players: Vec<Sleeper>,
}

/// Somebody whose turn comes at night.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sleeper {
    /// Where they sit.
    pub seat: Seat,
    /// Whether they are alive.
    pub is_alive: bool,
    /// What they are, if they only think that they are this character, or have another's ability.
    pub actually: Option<Character>,
}

impl NightSheet {
    /// The sheet of a script.
    #[must_use]
    pub fn of_script(script: &Script) -> Self {
        let told = format!("with {INFO_PLAYERS} players or more, ");
        Self { first: tasks(script, false, &told), other: tasks(script, true, &told) }
    }

    /// The sheet of a game as it is now: only what concerns its players. Nobody is on it before the deal.
    #[must_use]
    pub fn of_game(script: &Script, state: &State) -> Self {
        let in_play = |tasks: Vec<Task>| -> Vec<Task> {
            let with_players = |task: Task| Task { players: players(state, task.step), ..task };
            let concerns = |task: &Task| !task.is_for_newcomers && !task.players.is_empty();
            tasks.into_iter().map(with_players).filter(concerns).collect()
        };
        Self { first: in_play(tasks(script, false, "")), other: in_play(tasks(script, true, "")) }
    }
}

impl Task {
    /// Whether it is known what is asked then: not of characters that cannot be played.
    #[must_use]
    pub fn is_known(&self) -> bool {
        match self.step {
            Step::MinionInfo | Step::DemonInfo => true,
            Step::Character(character) => Profile::of(character).is_some(),
        }
    }

    /// Whose turn it is, as people say it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.step {
            Step::MinionInfo => "Minions",
            Step::DemonInfo => "Demon",
            Step::Character(character) => character.name(),
        }
    }
}

/// The tasks of a night; `told` says when the evil players learn about each other.
fn tasks(script: &Script, is_other: bool, told: &str) -> Vec<Task> {
    let own = script.own_order().and_then(|order| order[usize::from(is_other)].as_ref());
    let is_late = |step: Step| match step {
        Step::Character(character) => {
            let is_printed = own.is_some_and(|own| own.contains(&step));
            is_other && !is_printed && character.facts().other_night.is_none()
        }
        Step::MinionInfo | Step::DemonInfo => false,
    };
    let task = |step: Step| Task {
        step,
        words: words(step, told),
        is_for_newcomers: is_late(step),
        players: Vec::new(),
    };
    script.night_order(is_other).into_iter().map(task).collect()
}

fn players(state: &State, step: Step) -> Vec<Sleeper> {
    if !state.is_dealt() {
        return Vec::new();
    }
    let grimoire = state.grimoire();
    let sleeps = |seat: &Seat| match step {
        Step::Character(character) => state.seems(*seat, character),
        Step::MinionInfo => state.has_evil_info() && state.knowing_minions().contains(*seat),
        Step::DemonInfo => state.has_evil_info() && state.demons().contains(*seat),
    };
    let sleeper = |seat: Seat| {
        let role = state.role(seat);
        Sleeper {
            seat,
            is_alive: grimoire.seats.get(seat.index()).is_some_and(|entry| entry.is_alive),
            actually: Some(role).filter(|_| matches!(step, Step::Character(named) if named != role)),
        }
    };
    state.all_seats().iter().filter(sleeps).map(sleeper).collect()
}

fn words(step: Step, told: &str) -> String {
    match step {
        Step::MinionInfo => format!("{told}learn who the Demon is and who else is a Minion"),
        Step::DemonInfo => {
            format!("{told}learns who the Minions are and three good characters that are not in play")
        }
        Step::Character(character) => match Profile::of(character) {
            Some(profile) => describe(&profile),
            None => "not playable here; see the rules of this character".to_owned(),
        },
    }
}

fn describe(profile: &Profile) -> String {
    if let Some(words) = profile.at_night() {
        return words.to_owned();
    }
    let when = if profile.wakes_when_dying() {
        "if they died tonight, "
    } else if profile.wakes_after_execution() {
        "if somebody was executed and died today, "
    } else {
        ""
    };
    let parts: Vec<String> = [chooses(profile), is_told(profile)].into_iter().flatten().collect();
    match parts[..] {
        [] => "has nothing to do at night by itself".to_owned(),
        ref parts => format!("{when}{}", parts.join(" and ")),
    }
}

fn chooses(profile: &Profile) -> Option<String> {
    let choice = match profile.choice() {
        ChoiceShape::Nothing => return None,
        ChoiceShape::One if profile.chooses_only_others() => "chooses another player",
        ChoiceShape::One => "chooses a player",
        ChoiceShape::OneOrPass => "may choose a player",
        ChoiceShape::Two => "chooses two players",
        ChoiceShape::TwoOrPass => "may choose two players",
        ChoiceShape::TwoInOrder => "chooses two players, one after the other",
        ChoiceShape::OneOrThree => "may choose a player, or three",
        ChoiceShape::CharacterOrPass => "may choose a character",
        ChoiceShape::Naming => "chooses a player and a character",
        ChoiceShape::Believed => "chooses like the character they think they are",
    };
    let effect = if profile.reach() == Reach::ImpairsUntilDusk {
        ", who is poisoned until dusk"
    } else if profile.guards_others() {
        ", who is safe from the Demon tonight"
    } else if profile.passes_on() {
        ", who dies; if that is themself, a living Minion becomes the Demon"
    } else if profile.kills() {
        ", who dies"
    } else {
        ""
    };
    Some(format!("{choice}{effect}"))
}

fn is_told(profile: &Profile) -> Option<String> {
    let has_choice = profile.choice() != ChoiceShape::Nothing;
    Some(match profile.telling() {
        Shape::Silent => return None,
        Shape::Pair(team) => format!("is shown two players and the {} that one of them is", team.title()),
        Shape::PairOrNobody(team) => {
            format!(
                "is shown two players and the {0} that one of them is, or that there is no {0}",
                team.title()
            )
        }
        Shape::Number(_) => match profile.subject() {
            Subject::LivingNeighbours => {
                "is told how many of their two living neighbours are evil".to_owned()
            }
            Subject::NeighbouringPairs => "is told how many pairs of neighbours are evil".to_owned(),
            Subject::Chosen | Subject::SidesOfChosen | Subject::Executed => "is told a number".to_owned(),
        },
        Shape::Answer => match profile.seeks() {
            Some(Team::Demon) => "is told whether one of them is the Demon".to_owned(),
            Some(team) => format!("is told whether there is a {} among them", team.title()),
            None => "is told yes or no".to_owned(),
        },
        Shape::Is if has_choice || profile.subject() == Subject::Executed => {
            "is told that player's character".to_owned()
        }
        Shape::Is => "is told a character".to_owned(),
        Shape::OneOf => "is told a good and an evil character, one of which is right".to_owned(),
        Shape::Players { count: 1, .. } => "is shown a player".to_owned(),
        Shape::Players { count, .. } => format!("is shown {count} players"),
        Shape::PlayerIs => "is shown a player and their character".to_owned(),
        Shape::Characters(team) => format!("is shown every {} in play", team.title()),
        Shape::Side => "is told good or evil".to_owned(),
        Shape::Direction => "is told clockwise or anticlockwise".to_owned(),
        Shape::Grimoire => "sees the grimoire".to_owned(),
        Shape::Team | Shape::AnyTeam => "is told who the Minions are, and bluffs".to_owned(),
        Shape::Things => "is told two things".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everybody on a script who is on its sheet does something there.
    #[test]
    fn nobody_is_woken_for_nothing() {
        let everybody = Script::new("all", Character::all().filter(|one| Profile::of(*one).is_some()));
        let NightSheet { first, other } = NightSheet::of_script(&everybody);
        for task in first.iter().chain(&other) {
            let is_idle = task.words.contains("nothing to do") || task.words.contains("not playable");
            assert!(!is_idle, "{}: {}", task.name(), task.words);
        }
    }
}
