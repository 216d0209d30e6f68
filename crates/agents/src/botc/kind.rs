//! The kinds of characters that the rules of thumb distinguish, by what anybody may know about them.

use gaslamp_botc::rules::{DayVerb, Profile, Shape};
use gaslamp_botc::{Character, CharacterSet, Team};

/// A test for characters of a kind.
pub(super) fn is(character: Option<Character>, kind: impl FnOnce(&Profile) -> bool) -> bool {
    character.and_then(Profile::of).is_some_and(|profile| kind(&profile))
}

/// Learns something every night: worth poisoning, worth killing.
pub(super) fn learns_nightly(profile: &Profile) -> bool {
    // What is learned during the day, or upon dying, is learned only once.
    let is_once = profile.day_verb().is_some() || profile.wakes_when_dying();
    profile.wakes_other_nights() && learns_of_others(profile) && !is_once
}

fn learns_of_others(profile: &Profile) -> bool {
    match profile.telling() {
        Shape::Pair(_)
        | Shape::PairOrNobody(_)
        | Shape::Number(_)
        | Shape::Answer
        | Shape::Is
        | Shape::OneOf
        | Shape::Players { .. }
        | Shape::PlayerIs
        | Shape::Side
        | Shape::Direction => true,
        Shape::Characters(_)
        | Shape::Silent
        | Shape::Grimoire
        | Shape::Team
        | Shape::AnyTeam
        | Shape::Things => false,
    }
}

/// Is a bad victim for a Demon: it survives, another dies instead, or it learns something by dying.
pub(super) fn is_bad_prey(profile: &Profile) -> bool {
    profile.is_safe_from_demon() || profile.may_divert_death() || profile.wakes_when_dying()
}

/// Wins for the good side when nobody is executed.
pub(super) fn wins_in_peace(profile: &Profile) -> bool {
    profile.may_win_at_dusk() && CharacterSet::GOOD.contains(profile.character())
}

/// Shoots during the day.
pub(super) fn shoots(profile: &Profile) -> bool {
    profile.day_verb() == Some(DayVerb::Shoot)
}

/// Visits the Storyteller during the day.
pub(super) fn visits(profile: &Profile) -> bool {
    profile.day_verb() == Some(DayVerb::Visit)
}

/// Whether a team is evil.
pub(super) fn is_evil(team: Team) -> bool {
    matches!(team, Team::Minion | Team::Demon)
}
