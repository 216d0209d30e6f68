//! What the context asks of a character. Nobody is known by name here: the answers are those of the character's own file in the engine's cast
//! ([`Profile`]), and of its reminder tokens.

use gaslamp_botc::characters::{CharacterSet, ReminderToken};
use gaslamp_botc::rules::{ChoiceShape, DayVerb, Profile, Reach, Reminder};
use gaslamp_botc::{Character, Team};

/// Whether the engine plays a character, and this holds of it.
pub(super) fn has(role: Character, what: impl Fn(&Profile) -> bool) -> bool {
    Profile::of(role).is_some_and(|profile| what(&profile))
}

/// Whether it does not know what it is, as the Drunk.
pub(super) fn is_deluded(role: Character) -> bool {
    has(role, |profile| profile.false_identity().is_some())
}

/// Whether one of these characters may take themselves for this one.
pub(super) fn may_be_mistaken(role: Character, among: CharacterSet) -> bool {
    among.iter().any(|other| Profile::may_believe(other, role))
}

/// Whether it shoots by day, as the Slayer.
pub(super) fn shoots(role: Character) -> bool {
    has(role, |profile| profile.day_verb() == Some(DayVerb::Shoot))
}

/// Whether its choice binds its vote, as the Butler's.
pub(super) fn binds_vote(role: Character) -> bool {
    has(role, |profile| profile.reach() == Reach::Votes)
}

/// Whether it may register as one of a team that it is not of.
pub(super) fn may_register(role: Character, team: Team) -> bool {
    has(role, |profile| {
        profile.registers_as().is_some_and(|set| set.iter().any(|other| other.team() == team))
    })
}

/// Whether its red herring is taken for a Demon, as the Fortune Teller's.
pub(super) fn has_red_herring(role: Character) -> bool {
    ReminderToken::of(role).any(is_red_herring)
}

/// Whether a token says who is a red herring.
pub(super) fn is_red_herring(token: ReminderToken) -> bool {
    token.word() == "red_herring"
}

/// The token that a choice of one player puts down at night.
pub(super) fn token_of_choice(role: Character) -> Option<ReminderToken> {
    let chooses = has(role, |profile| profile.choice() == ChoiceShape::One);
    ReminderToken::of(role).find(|token| chooses && needs_source(*token))
}

/// Whether a token makes drunk or poisoned. Those of characters that the engine does not play are known by their names.
pub(super) fn impairs(token: ReminderToken) -> bool {
    Reminder::of(token).map_or(matches!(token.word(), "poisoned" | "drunk"), Reminder::impairs)
}

/// Whether a token goes when whoever put it there dies or becomes somebody else.
pub(super) fn needs_source(token: ReminderToken) -> bool {
    Reminder::of(token).is_some_and(Reminder::needs_source)
}

/// Whether a token keeps safe from the Demon.
pub(super) fn keeps_safe(token: ReminderToken) -> bool {
    Reminder::of(token).is_some_and(Reminder::keeps_safe)
}
