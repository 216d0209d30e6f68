//! Whoever and whatever the checker does not know. Accepts a grimoire or a story, emits every character and token in it that is not of Trouble Brewing:
//! where there are some, nothing can be said of it, neither yes nor no.

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::sheet::{Sheet, Token};
use gaslamp_botc::notation::story::roles::Says;
use gaslamp_botc::notation::story::{Act, Deed, Party, Story};
use gaslamp_botc::rules::Statement;
use gaslamp_botc::{Action, Character, CharacterSet, Script};
use gaslamp_core::{Diagnostic, Span};

/// Characters of a script that are not of Trouble Brewing.
pub(super) fn of_script(script: &Script) -> Vec<Diagnostic> {
    script.set().minus(known()).iter().map(|stranger| character(stranger, None)).collect()
}

/// Those of a grimoire.
pub(super) fn of_sheet(sheet: &Sheet) -> Vec<Diagnostic> {
    let shown = sheet.players.iter().map(|player| player.character.characters());
    let shown = shown.fold(sheet.bluffs, CharacterSet::or);
    let characters = shown.minus(known()).iter().map(|stranger| character(stranger, None));
    let all = sheet.players.iter().flat_map(|player| &player.tokens);
    let tokens = all.filter_map(|lying| match lying {
        Token::Reminder(reminder) => token(*reminder, None),
        Token::Note(_) => None,
    });
    characters.chain(tokens).collect()
}

/// Those of a trace. What players only talk about is no part of it.
pub(super) fn of_story(story: &Story) -> Vec<Diagnostic> {
    let facts = (0..story.names.len()).flat_map(|player| story.roles.of(player));
    let mut named: Vec<(Character, Span)> = Vec::new();
    for fact in facts {
        match fact.says {
            Says::Is(role) | Says::Becomes(role) => named.push((role, fact.span)),
            Says::Dealt(role, token) => named.extend([(role, fact.span), (token, fact.span)]),
            Says::BecomesDemon => {}
        }
    }
    named.extend(story.deeds.iter().filter_map(|deed| Some((named_by(deed)?, deed.span))));
    let strangers = named.into_iter().filter(|(role, _)| !known().contains(*role));
    let mut problems: Vec<Diagnostic> =
        strangers.map(|(stranger, place)| character(stranger, Some(place))).collect();
    for deed in &story.deeds {
        if let Act::Tokens(changes) = &deed.act {
            problems.extend(changes.iter().filter_map(|change| token(change.token, Some(deed.span))));
        }
    }
    problems.sort_by_key(|problem| problem.span.map_or(0, |span| span.start));
    problems.dedup();
    problems
}

/// The character by which somebody acts, or that somebody is told of.
fn named_by(deed: &Deed) -> Option<Character> {
    match (deed.by, deed.action) {
        (Party::Role(role), _) => Some(role),
        (_, Some(Action::Tell(_, Statement::Is(character) | Statement::Pair { character, .. }))) => {
            Some(character)
        }
        _ => None,
    }
}

fn known() -> CharacterSet {
    Script::built_in("tb").map(|script| script.set()).unwrap_or_default()
}

const KNOWN: &str = "it checks Trouble Brewing, and scripts that are made of its characters";

fn character(stranger: Character, place: Option<Span>) -> Diagnostic {
    let message = format!("the checker does not know the {}: {KNOWN}", stranger.name());
    Diagnostic::new("botc/check/character", message).at(place)
}

fn token(stranger: ReminderToken, place: Option<Span>) -> Option<Diagnostic> {
    if known().contains(stranger.owner()) {
        return None;
    }
    let message = format!("the checker does not know the token {}: {KNOWN}", stranger.long_name());
    Some(Diagnostic::new("botc/check/token", message).at(place))
}
