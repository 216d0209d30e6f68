//! What matters of what was said and seen: by which characters and seats worlds differ.
//!
//! Accepts a [`Case`], emits [`Spoken`], and the characters of a script sorted into classes of equals.

use gaslamp_botc::rules::{Bearing, State, Statement};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};

use crate::botc::case::{Case, Ending, Happening, Saying};
use crate::botc::suppose::{DRUNK, Guess};

/// What somebody speaks of: by which characters and seats worlds differ.
pub(super) struct Spoken {
    characters: CharacterSet,
    pub(super) seats: Seats,
    /// Whether it matters to what is said which team somebody is of, and not only which side.
    of_teams: bool,
}

/// What matters to others of what is said. Whoever is the Drunk may have been told anything, so then that matters to nobody, unless
/// somebody is there of whom more than usual depends.
pub(super) fn spoken(case: &Case, script: CharacterSet, own: Option<Guess>) -> Spoken {
    let is_idle = |index: usize| {
        let is_drunk = own.is_some_and(|own| own.role == DRUNK) && case.you == Some(Seat::new(index));
        is_drunk && !looks_beside(script)
    };
    let everybody = Seats::first(case.players.len());
    let mut spoken = Spoken { characters: CharacterSet::NONE, seats: Seats::NONE, of_teams: false };
    for (index, player) in case.players.iter().enumerate() {
        if !player.claims.is_empty() {
            spoken.seats = spoken.seats.with(Seat::new(index));
        }
        for said in player.says.iter().filter(|_| !is_idle(index)) {
            match &said.what {
                Saying::Report(report) => {
                    spoken.seats = spoken.seats.or(report.chosen.iter().copied().collect());
                    match report.told {
                        Some(Statement::Pair { holder, wrong, character }) => {
                            spoken.seats = spoken.seats.with(holder).with(wrong);
                            spoken.characters = spoken.characters.with(character);
                        }
                        Some(Statement::Number(_)) => spoken.seats = everybody,
                        Some(Statement::Is(character)) => {
                            spoken.characters = spoken.characters.with(character);
                        }
                        Some(Statement::OneOf(a, b)) => spoken.characters = spoken.characters.with(a).with(b),
                        Some(_) => spoken.of_teams = true,
                        None => {}
                    }
                }
                Saying::Bluffs(bluffs) => spoken.characters = spoken.characters.or(*bluffs),
                Saying::Team { demons, minions } => {
                    spoken.seats = spoken.seats.or(*minions).or(demons.unwrap_or(Seats::NONE));
                    spoken.of_teams = true;
                }
                Saying::Chose { character, .. } | Saying::Became { character, .. } => {
                    spoken.characters = spoken.characters.with(*character);
                }
                Saying::Answered { .. } | Saying::Things { .. } | Saying::Grimoire { .. } => {
                    spoken.seats = everybody;
                    spoken.characters = CharacterSet::GOOD.or(CharacterSet::EVIL);
                }
            }
        }
    }
    for seen in &case.log {
        spoken.seats = spoken.seats.or(match &seen.what {
            Happening::Nominated { by, nominee } | Happening::ExecutedForNominating { by, nominee } => {
                Seats::only(*by).with(*nominee)
            }
            Happening::Shot { by, target, .. } => Seats::only(*by).with(*target),
            Happening::Executed { seat, .. } => Seats::only(*seat),
            Happening::Died(seats) | Happening::Revived(seats) => *seats,
            Happening::Voted(_) | Happening::Nominators(_) => Seats::NONE,
            Happening::Juggled { .. } | Happening::Gossiped { .. } => everybody,
        });
    }
    spoken
}

/// Whether it may matter who sits beside whom, though nobody speaks of it.
pub(in crate::botc) fn looks_beside(script: CharacterSet) -> bool {
    script.iter().any(|character| State::bearing(character) == Bearing::Neighbours)
}

/// Whether nothing has happened yet but the first night.
pub(in crate::botc) fn is_first_night(case: &Case) -> bool {
    matches!(case.ends, Ending::Night(1) | Ending::Dawn(1) | Ending::Day(1)) && case.log.is_empty()
}

/// The characters, equal ones together.
pub(super) fn classes(case: &Case, script: CharacterSet, spoken: &Spoken) -> Vec<CharacterSet> {
    let is_first_night = is_first_night(case);
    let is_equal = |character: &Character| {
        let bears_nothing = match State::bearing(*character) {
            Bearing::Nothing => true,
            Bearing::LaterItsSeat | Bearing::Presence => is_first_night,
            Bearing::Seat | Bearing::Neighbours => false,
        };
        bears_nothing && !spoken.characters.contains(*character)
    };
    let equal: CharacterSet = script.iter().filter(is_equal).collect();
    let teams = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon].map(CharacterSet::team);
    let sides = [CharacterSet::GOOD, CharacterSet::EVIL];
    let kinds: &[CharacterSet] = if spoken.of_teams { &teams } else { &sides };
    let together = kinds.iter().map(|kind| equal.and(*kind)).filter(|class| !class.is_empty());
    together.chain(script.minus(equal).iter().map(CharacterSet::only)).collect()
}
