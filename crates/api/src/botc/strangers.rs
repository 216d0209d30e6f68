//! Characters and reminder tokens that a judge of grimoires and traces does not know. Accepts a grimoire or a trace model, emits every
//! character and token in it that the judge has no rules for: if there are any, the answer is neither yes nor no.

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, PlacedReminder};
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::notation::trace_model::{Act, Party, TraceEvent, TraceModel};
use gaslamp_botc::rules::Statement;
use gaslamp_botc::{Action, Character, CharacterSet, Script};
use gaslamp_core::{Diagnostic, Span};

/// Who judges, and which characters it has rules for.
#[derive(Clone, Copy)]
pub struct Judge {
    name: &'static str,
    /// What it judges instead, for the error message.
    but: &'static str,
    character_id: &'static str,
    token_id: &'static str,
    known: CharacterSet,
}

impl Judge {
    /// The checker, which knows the characters of Trouble Brewing.
    pub fn checker() -> Self {
        Self {
            name: "the checker",
            but: "it checks Trouble Brewing and scripts made of its characters",
            character_id: "botc/check/character",
            token_id: "botc/check/token",
            known: trouble_brewing(),
        }
    }

    /// The referee, which knows those and the characters of any script that it has rules for.
    pub fn referee(script: &Script) -> Self {
        Self {
            name: "the referee",
            but: "it judges Trouble Brewing and scripts whose characters it has rules for",
            character_id: "referee/character",
            token_id: "referee/token",
            known: trouble_brewing().or(script.set()),
        }
    }

    /// Unknown characters of a script.
    pub fn strangers_of_script(&self, script: &Script) -> Vec<Diagnostic> {
        script.set().minus(self.known).iter().map(|stranger| self.character(stranger, None)).collect()
    }

    /// Unknown characters and reminder tokens of a grimoire.
    pub fn strangers_of_grimoire(&self, grimoire: &GrimoireText) -> Vec<Diagnostic> {
        let shown = grimoire.players.iter().map(|player| player.character.characters());
        let shown = shown.fold(grimoire.bluffs, CharacterSet::or);
        let characters = shown.minus(self.known).iter().map(|stranger| self.character(stranger, None));
        let all = grimoire.players.iter().flat_map(|player| &player.tokens);
        let tokens = all.filter_map(|lying| match lying {
            PlacedReminder::Reminder(reminder) => self.token(*reminder, None),
            PlacedReminder::Note(_) => None,
        });
        characters.chain(tokens).collect()
    }

    /// Unknown characters and reminder tokens of a trace, apart from what players only talk about.
    pub fn strangers_of_model(&self, model: &TraceModel) -> Vec<Diagnostic> {
        let facts = (0..model.names.len()).flat_map(|player| model.roles.of(player));
        let mut named: Vec<(Character, Span)> = Vec::new();
        for fact in facts {
            match fact.says {
                Says::Is(role) | Says::Becomes(role) => named.push((role, fact.span)),
                Says::Dealt(role, token) => named.extend([(role, fact.span), (token, fact.span)]),
                Says::BecomesDemon => {}
            }
        }
        named.extend(model.events.iter().filter_map(|event| Some((named_by(event)?, event.span))));
        let strangers = named.into_iter().filter(|(role, _)| !self.known.contains(*role));
        let mut problems: Vec<Diagnostic> =
            strangers.map(|(stranger, place)| self.character(stranger, Some(place))).collect();
        for event in &model.events {
            if let Act::Tokens(changes) = &event.act {
                problems
                    .extend(changes.iter().filter_map(|change| self.token(change.token, Some(event.span))));
            }
        }
        problems.sort_by_key(|problem| problem.span.map_or(0, |span| span.start));
        problems.dedup();
        problems
    }

    fn character(&self, stranger: Character, place: Option<Span>) -> Diagnostic {
        let message = format!("{} does not know the {}: {}", self.name, stranger.name(), self.but);
        Diagnostic::new(self.character_id, message).at(place)
    }

    fn token(&self, stranger: ReminderToken, place: Option<Span>) -> Option<Diagnostic> {
        if self.known.contains(stranger.owner()) {
            return None;
        }
        let message = format!("{} does not know the token {}: {}", self.name, stranger.long_name(), self.but);
        Some(Diagnostic::new(self.token_id, message).at(place))
    }
}

/// The character whose ability somebody uses, or that somebody is told about.
fn named_by(event: &TraceEvent) -> Option<Character> {
    match (event.by, event.action) {
        (Party::Role(role), _) => Some(role),
        (_, Some(Action::Tell(_, Statement::Is(character) | Statement::Pair { character, .. }))) => {
            Some(character)
        }
        _ => None,
    }
}

fn trouble_brewing() -> CharacterSet {
    Script::built_in("tb").map(|script| script.set()).unwrap_or_default()
}
