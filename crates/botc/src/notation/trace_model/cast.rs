//! The names in a trace: players, and roles that stand for them.

use gaslamp_core::notation::is_storyteller;
use gaslamp_core::trace::{Event, Name};

use crate::characters::{Character, CharacterSet};
use crate::notation::grimoire_text::GrimoireText;

/// The names in a trace.
pub(super) struct Cast {
    pub(super) names: Vec<String>,
    /// Whether the name belongs to a player.
    pub(super) takes_more: bool,
    /// The roles that some player is said to have.
    pub(super) seated: CharacterSet,
}

impl Cast {
    pub(super) fn note(&mut self, event: &Event) {
        let verb = event.verb.as_deref().unwrap_or_default();
        if let Some(actor) = &event.actor {
            self.note_name(actor, true);
        }
        for target in &event.targets {
            let is_role = matches!(
                verb,
                "" | "deals" | "tells" | "nominates" | "votes" | "executes" | "names" | "turns"
            );
            self.note_name(&target.name, is_role);
        }
        if verb == "becomes" {
            self.seated = event
                .args
                .iter()
                .filter_map(|word| Character::read(word))
                .fold(self.seated, CharacterSet::with);
        }
    }

    fn note_name(&mut self, name: &Name, has_role: bool) {
        let role = name.tag.as_deref().and_then(Character::read).filter(|_| has_role);
        if let Some(role) = role {
            self.seated = self.seated.with(role);
        }
        let is_known = self.names.iter().any(|known| known.eq_ignore_ascii_case(&name.name));
        if is_known || is_storyteller(&name.name) {
            return;
        }
        // Players have a capital letter, roles do not; whoever has a role after the name is a player.
        let role = Character::read(&name.name).filter(|_| name.tag.is_none());
        match role.filter(|_| name.name.starts_with(char::is_lowercase)) {
            Some(role) => self.seated = self.seated.with(role),
            None if self.takes_more && self.names.len() < GrimoireText::MOST => {
                self.names.push(name.name.clone());
            }
            None => {}
        }
    }
}
