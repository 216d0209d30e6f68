//! Who may be what at a table, as far as a deal or a grimoire says so for certain. Accepts premises, emits facts for `rules/botc/trace.lp`, and how
//! much may happen in a night.

use std::fmt::Write as _;

use gaslamp_botc::{Character, CharacterSet, Script, Team};

use super::premise::{About, Premise};
use crate::asp::botc::profile::Profile;

/// The players of a table.
pub(super) struct Cast {
    on_script: CharacterSet,
    pub(super) profile: Profile,
    /// By seat, whose abilities somebody may have, or believe they have, at some time of the game; none if anybody's.
    abilities: Vec<Option<CharacterSet>>,
    /// The same as facts.
    pub(super) facts: String,
}

impl Cast {
    /// Anybody may be anything.
    pub(super) fn unknown(script: &Script, seats: usize, profile: Profile) -> Self {
        Self { on_script: script.set(), profile, abilities: vec![None; seats], facts: String::new() }
    }

    /// These premises are certain.
    pub(super) fn certain(script: &Script, seats: usize, profile: Profile, premises: &[Premise]) -> Self {
        let mut cast = Self::unknown(script, seats, profile);
        for about in premises.iter().filter_map(|premise| premise.about) {
            match about {
                About::Dealt(seat, role, token) => {
                    let _ = writeln!(cast.facts, "dealt({seat},{}).", role.facts().id);
                    cast.add(seat, CharacterSet::only(role).with(token));
                }
                About::Shown(seat, shown, None) => {
                    for character in shown.iter() {
                        let _ = writeln!(cast.facts, "shows({seat},{}).", character.facts().id);
                    }
                    cast.add(seat, shown);
                }
                About::Shown(seat, shown, Some(owner)) => {
                    let _ = writeln!(cast.facts, "shows({seat},{}).", owner.facts().id);
                    cast.add(seat, if shown.is_empty() { CharacterSet::only(owner) } else { shown });
                }
            }
        }
        cast
    }

    /// Somebody may be these, and whatever they become, were before or think they are.
    fn add(&mut self, seat: usize, characters: CharacterSet) {
        let mut all = characters;
        // Whoever may become somebody else may have done so more than once.
        for _ in 0..self.on_script.len() {
            for &(before, after) in &self.profile.changes {
                if all.contains(before) || all.contains(after) {
                    all = all.with(before).with(after);
                }
            }
        }
        for &(who, thinks) in &self.profile.delusions {
            if characters == CharacterSet::only(who) {
                all = all.with(thinks);
            }
        }
        if let Some(abilities) = self.abilities.get_mut(seat) {
            *abilities = Some(abilities.unwrap_or_default().or(all));
        }
    }

    pub(super) fn seats(&self) -> usize {
        self.abilities.len()
    }

    /// Whether somebody may be this one.
    pub(super) fn has(&self, character: Character) -> bool {
        let may_be =
            |abilities: &Option<CharacterSet>| abilities.is_none_or(|known| known.contains(character));
        self.on_script.contains(character) && self.abilities.iter().any(may_be)
    }

    /// How many moves there may be in the first night, or in another, with dawn.
    pub(super) fn night(&self, is_first: bool) -> usize {
        let steps = |character: Character| self.steps(character, is_first);
        let known = self.abilities.iter().flatten();
        let known: usize = known.map(|abilities| abilities.iter().map(steps).max().unwrap_or(0)).sum();
        // Nobody is in play twice, so those of whom nothing is known have different abilities.
        let mut others: Vec<usize> = self.on_script.iter().map(steps).collect();
        others.sort_unstable_by(|a, b| b.cmp(a));
        let unknown = self.abilities.iter().filter(|abilities| abilities.is_none()).count();
        let unknown: usize = others.iter().take(unknown).sum();
        let dawn = 1;
        if is_first {
            return known + unknown + dawn;
        }
        let more = self.profile.more_moves.iter().filter(|(character, _)| self.has(*character));
        known + unknown + dawn + more.map(|(_, count)| count).sum::<usize>()
    }

    /// How many moves come with waking somebody: a choice, an answer, or both; in the first night the Demon learns its team.
    fn steps(&self, character: Character, is_first: bool) -> usize {
        let facts = character.facts();
        let place = if is_first { facts.first_night } else { facts.other_night };
        let is_told_team = is_first && facts.team == Team::Demon;
        let Profile { choosers, learners, .. } = &self.profile;
        let own = usize::from(choosers.contains(character)) + usize::from(learners.contains(character));
        usize::from(is_told_team) + if place.is_some() { own } else { 0 }
    }
}
