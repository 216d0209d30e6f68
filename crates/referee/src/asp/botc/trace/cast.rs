//! Who may be what at a table, as far as a deal or a grimoire says so beyond doubt. Accepts sayings, emits facts for `rules/botc/trace.lp`, and how
//! much may happen in a night.

use std::fmt::Write as _;

use gaslamp_botc::{Character, CharacterSet, Script, Team};

use super::saying::{About, Saying};

const DRUNK: Character = Character::with_id("drunk");
const RECLUSE: Character = Character::with_id("recluse");
const SCARLET_WOMAN: Character = Character::with_id("scarletwoman");

/// The players of a table.
pub(super) struct Cast {
    on_script: CharacterSet,
    /// By seat, whose abilities somebody may have, or as a Drunk believe to have, at some time of the game; none if anybody's.
    abilities: Vec<Option<CharacterSet>>,
    /// The same as facts.
    pub(super) facts: String,
}

impl Cast {
    /// Anybody may be anything.
    pub(super) fn unknown(script: &Script, seats: usize) -> Self {
        Self { on_script: script.set(), abilities: vec![None; seats], facts: String::new() }
    }

    /// These sayings are beyond doubt.
    pub(super) fn certain(script: &Script, seats: usize, sayings: &[Saying]) -> Self {
        let mut cast = Self::unknown(script, seats);
        for about in sayings.iter().filter_map(|saying| saying.about) {
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

    /// Somebody may be these, and whatever they become or believe to be.
    fn add(&mut self, seat: usize, characters: CharacterSet) {
        let heirs = self.team(Team::Minion).with(RECLUSE);
        let demons = self.team(Team::Demon);
        let mut all = characters;
        if !all.and(demons).is_empty() || !all.and(heirs).is_empty() {
            all = all.or(heirs).or(demons);
        }
        if characters == CharacterSet::only(DRUNK) {
            all = all.or(self.team(Team::Townsfolk));
        }
        if let Some(abilities) = self.abilities.get_mut(seat) {
            *abilities = Some(abilities.unwrap_or_default().or(all));
        }
    }

    fn team(&self, team: Team) -> CharacterSet {
        self.on_script.and(CharacterSet::team(team))
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

    /// How many deeds there may be in the first night, or in another, with dawn.
    pub(super) fn night(&self, is_first: bool) -> usize {
        let steps = |character: Character| steps(character, is_first);
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
        // The Storyteller decides who dies instead of a Mayor, and then about that death.
        let decisions = 2;
        // A Scarlet Woman who takes a Recluse for the Demon makes a second Imp.
        let second_imp = if self.has(RECLUSE) && self.has(SCARLET_WOMAN) { 1 + decisions } else { 0 };
        known + unknown + dawn + decisions + second_imp
    }
}

/// How many deeds come with waking somebody: a choice, an answer, or both.
fn steps(character: Character, is_first: bool) -> usize {
    match (character.facts().id, is_first) {
        ("fortuneteller", _) | ("ravenkeeper", false) => 2,
        ("washerwoman" | "librarian" | "investigator" | "chef", true) | ("monk" | "undertaker", false) => 1,
        // In the first night the Demon learns its team.
        ("poisoner" | "spy" | "empath" | "butler" | "imp", _) => 1,
        _ => 0,
    }
}
