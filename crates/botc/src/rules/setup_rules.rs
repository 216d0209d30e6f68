//! What the characters in play make of the set-up: how many there are of each team, where they sit, and which
//! token is drawn by whoever does not know their own character (rule book, "Set-up"; rule book of the cast, M14).
//!
//! Bags that are drawn, bags and deals that are checked, and deduction all ask here.

use super::cast::{self, Dealing, MinionChange, Seating, SetupEffect};
use super::state::SEATS;
use crate::characters::{Character, CharacterSet, Team};

/// How many of each team a game of this size has before characters change it: Townsfolk, Outsiders, Minions,
/// Demons. The maximum is fifteen players; Travellers are extra.
#[must_use]
pub fn base_counts(players: usize) -> Option<[usize; 4]> {
    let (outsiders, minions) = match players {
        5 | 6 => (players - 5, 1),
        7..=9 => (players - 7, 1),
        10..=12 => (players - 10, 2),
        13..=15 => (players - 13, 3),
        _ => return None,
    };
    Some([players - outsiders - minions - 1, outsiders, minions, 1])
}

/// The characters that change the counts of the set-up.
#[must_use]
pub fn changers(characters: CharacterSet) -> CharacterSet {
    let changes = |character: &Character| cast::setup_of(*character).is_some_and(|it| it.changes_counts());
    characters.iter().filter(changes).collect()
}

/// The numbers of Outsiders that these characters, all that are in play, allow. Changes without a choice are
/// summed first and leave at least none, then the others; whoever makes the number free overrides all.
#[must_use]
pub fn outsider_counts(base: usize, in_play: &[Character]) -> Vec<usize> {
    if effects(in_play).any(|effect| effect.frees_outsiders) {
        return (0..=SEATS).collect();
    }
    let fixed: isize = effects(in_play).filter_map(|effect| only(effect.outsiders)).sum();
    let mut counts = vec![(base as isize + fixed).max(0)];
    for effect in effects(in_play).filter(|effect| only(effect.outsiders).is_none()) {
        let changed = |count: isize| effect.outsiders.iter().map(move |&change| count + isize::from(change));
        counts = counts.into_iter().flat_map(changed).collect();
    }
    let mut counts: Vec<usize> = counts.into_iter().map(|count| count.max(0) as usize).collect();
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Whether there are as many Outsiders as there must be, given everybody's character and token. The token of
/// some who do not know their character counts as if that character were in play: the bag has it instead of
/// theirs.
#[must_use]
pub fn outsiders_fit(base: usize, drawn: &[(Character, Character)]) -> bool {
    let mut counted: Vec<Character> = drawn.iter().map(|(role, _)| *role).collect();
    counted.extend(drawn.iter().filter(|(role, _)| is_changed_by_token(*role)).map(|(_, token)| *token));
    let outsiders = counted.iter().filter(|character| character.team() == Team::Outsider).count();
    outsider_counts(base, &counted).contains(&outsiders)
}

/// The number of Minions in the bag, if these characters are in play.
#[must_use]
pub fn minion_count(base: usize, in_play: &[Character]) -> usize {
    effects(in_play).fold(base, |count, effect| match effect.minions {
        MinionChange::More(more) => count + more,
        MinionChange::NoneInBag => 0,
    })
}

/// How this character comes into a bag.
#[must_use]
pub fn dealing(character: Character) -> Dealing {
    cast::setup_of(character).map_or(Dealing::Drawn, |effect| effect.dealing)
}

/// Whether it is known how this character changes the set-up.
#[must_use]
pub fn is_known(character: Character) -> bool {
    cast::setup_of(character).is_some()
}

/// How many players may have this character.
#[must_use]
pub fn most_copies(character: Character) -> usize {
    cast::setup_of(character).map_or(1, |effect| effect.copies)
}

/// Whether players may sit so when the game begins; everybody's character by seat, clockwise.
#[must_use]
pub fn seats_fit(roles: &[Character]) -> bool {
    let beside = |seat: usize| [(seat + 1) % roles.len(), (seat + roles.len() - 1) % roles.len()];
    let is_beside = |seat: usize, set: CharacterSet| beside(seat).map(|other| set.contains(roles[other]));
    roles.iter().enumerate().all(|(seat, &role)| match seating(role) {
        Seating::Anywhere => true,
        Seating::BesideDemon => is_beside(seat, CharacterSet::team(Team::Demon)).contains(&true),
        Seating::InsideEvilLine => is_beside(seat, CharacterSet::EVIL) == [true, true] && is_evil_line(roles),
    })
}

/// Whether all evil characters sit in one unbroken line.
fn is_evil_line(roles: &[Character]) -> bool {
    let is_evil = |seat: usize| CharacterSet::EVIL.contains(roles[seat % roles.len()]);
    (0..roles.len()).filter(|&seat| is_evil(seat) && !is_evil(seat + 1)).count() <= 1
}

/// Where the player of this character sits.
pub(super) fn seating(character: Character) -> Seating {
    cast::setup_of(character).map_or(Seating::Anywhere, |effect| effect.seating)
}

/// Whether there is a way to seat these characters, all that are in play but Townsfolk.
pub(super) fn can_be_seated(others: &[Character]) -> bool {
    let evil = others.iter().filter(|character| CharacterSet::EVIL.contains(**character)).count();
    evil >= 3 || others.iter().all(|&character| seating(character) != Seating::InsideEvilLine)
}

/// The tokens of a script that a player of this character, who does not know it, may be shown when these
/// characters are in play: good ones that are not, and that players know they are; or any Demons.
pub(super) fn tokens_shown(role: Character, script: CharacterSet, in_play: CharacterSet) -> CharacterSet {
    let is_shown = |token: &Character| match token.team() {
        Team::Demon => true,
        _ => !in_play.contains(*token) && shown_teams(*token, script).is_empty(),
    };
    let teams = shown_teams(role, script).iter().map(|team| CharacterSet::team(*team));
    teams.fold(CharacterSet::NONE, CharacterSet::or).and(script).iter().filter(is_shown).collect()
}

/// The teams of which a player of this character is shown a token on this script; none if players know that they
/// are it.
pub(super) fn shown_teams(role: Character, script: CharacterSet) -> &'static [Team] {
    cast::identity_on(role, script).map_or(&[], |identity| identity.shown)
}

/// Whether the set-up counts the token that is drawn by a player of this character as if it were in play.
pub(super) fn is_changed_by_token(role: Character) -> bool {
    let identity = cast::ability(role).and_then(|ability| ability.false_identity);
    identity.is_some_and(|identity| identity.token_changes_setup)
}

fn effects(in_play: &[Character]) -> impl Iterator<Item = SetupEffect> {
    in_play.iter().filter_map(|&character| cast::setup_of(character))
}

/// The change, if there is no choice.
fn only(changes: &[i8]) -> Option<isize> {
    match changes {
        [change] => Some(isize::from(*change)),
        _ => None,
    }
}
