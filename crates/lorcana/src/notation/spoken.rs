//! Actions in the words of people at a table, who name cards and see what is legal.
//!
//! **Writes** `plays Tipo - Growing Son`, `challenges p2's Elsa - Snow Queen with Tipo - Growing Son`. The other player's
//! cards have their owner; a copy has its letter, `Tipo - Growing Son (b)`, if the list has another one.
//!
//! **Reads** the same and `play …`, with or without the actor, the owner, the letter and the version, in any case and with
//! any punctuation, as far as only one listed action is meant; if none is, then beginnings of words: `challenge els with tip`. Copies in
//! one hand are the same to everybody.

use std::collections::BTreeSet;

use gaslamp_core::{Actor, Choice, Diagnostic};

use crate::cards::{CardCopy, fold};
use crate::rules::piece::player_name;
use crate::rules::{Action, Answer, Piece, State};
use crate::text::quote;
use crate::view::VisibleState;

/// What is said of an action: words and cards.
enum Part {
    Words(&'static str),
    Text(String),
    Card(Piece),
}

use Part::{Card, Text, Words};

/// How many candidates are named.
const MOST_NAMED: usize = 8;

/// An action in words.
pub(super) fn say(actor: Actor, action: Action, legal: &[Choice<State>]) -> String {
    let pieces = all_pieces(legal);
    let say = |part: &Part| match part {
        Words(words) => (*words).to_owned(),
        Text(text) => text.clone(),
        Card(piece) if actor.seat() == Some(piece.owner) => name_among(*piece, &pieces),
        Card(piece) => format!("{}'s {}", player_name(piece.owner), name_among(*piece, &pieces)),
    };
    ways(action).first().map(|parts| parts.iter().map(say).collect::<Vec<_>>().join(" ")).unwrap_or_default()
}

/// The name of a card, with the letter of its copy if there is another one of its player among these.
pub(super) fn name_among(piece: Piece, pieces: &BTreeSet<Piece>) -> String {
    let is_other =
        |other: &&Piece| **other != piece && (other.owner, other.card()) == (piece.owner, piece.card());
    match pieces.iter().find(is_other) {
        Some(_) => format!("{} ({})", piece.card(), piece.copy.letters()),
        None => piece.card().to_string(),
    }
}

/// The listed action that is meant.
pub(super) fn read(actor: Actor, text: &str, legal: &[Choice<State>]) -> Option<Result<Action, Diagnostic>> {
    let text = text.trim();
    let deed = without_actor(actor, text);
    let (verb, wanted) = verb_and_all(deed);
    let listed: Vec<Action> = actions(legal).collect();
    let mut meant: Vec<Action> = listed.iter().copied().filter(|&action| may_mean(&wanted, action)).collect();
    let is_notation = deed.contains(['!', ':', '>', '(']);
    if meant.is_empty() && !is_notation {
        let names = |action: &Action| names_partly(deed, &say(actor, *action, legal));
        meant = listed.iter().copied().filter(names).collect();
    }
    let name = |actions: &mut dyn Iterator<Item = Action>| {
        let mut names: Vec<String> =
            actions.take(MOST_NAMED + 1).map(|action| say(actor, action, legal)).collect();
        if names.len() > MOST_NAMED {
            names[MOST_NAMED] = "…".to_owned();
        }
        names.join("; ")
    };
    if let Some(&first) = meant.first() {
        let is_clear = meant.iter().all(|&action| essence(action) == essence(first));
        return Some(is_clear.then_some(first).ok_or_else(|| {
            let message = format!("`{}` may mean: {}", quote(text), name(&mut meant.iter().copied()));
            Diagnostic::new("lorcana/said/ambiguous", message)
        }));
    }
    if is_notation || !VERBS.iter().any(|(_, known)| *known == verb) {
        return None;
    }
    let begins = |action: &Action| say(actor, *action, legal).split(' ').next() == Some(verb.as_str());
    let similar = name(&mut listed.into_iter().filter(begins));
    let similar = if similar.is_empty() { similar } else { format!("; these are: {similar}") };
    let message = format!("`{}` is not among the legal actions{similar}", quote(text));
    Some(Err(Diagnostic::new("lorcana/said/unknown", message)))
}

/// Whether typed words are the verb of an action and beginnings of some of its other words, in their order: `ink david`.
fn names_partly(deed: &str, said: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold).collect()
    };
    let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
    let (said_verb, said_rest) = said.split_once(' ').unwrap_or((said, ""));
    let said_words = words(said_rest);
    let mut left = said_words.iter();
    third_person(&verb.to_lowercase()) == said_verb
        && words(rest).iter().all(|typed| left.any(|word| word.starts_with(typed.as_str())))
}

/// What somebody wants to do, if they say it themselves.
fn without_actor(actor: Actor, text: &str) -> &str {
    let own_name = actor.seat().map_or("st", player_name);
    match text.split_once(' ') {
        Some((first, deed)) if first.eq_ignore_ascii_case(own_name) => deed.trim_start(),
        _ => text,
    }
}

/// The verb as it is written, and everything that is said, folded.
fn verb_and_all(deed: &str) -> (String, String) {
    let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
    let verb = third_person(&verb.to_lowercase());
    let all = fold(&format!("{verb} {rest}"));
    (verb, all)
}

/// The action that is meant, legal or not, with cards that its player sees.
pub(super) fn read_unlisted(now: &VisibleState, actor: Actor, text: &str) -> Option<Action> {
    let (_, wanted) = verb_and_all(without_actor(actor, text.trim()));
    thinkable(now).into_iter().find(|&action| may_mean(&wanted, action))
}

/// What a player could want to do with the cards they see, first with those that are in the usual place.
fn thinkable(now: &VisibleState) -> Vec<Action> {
    let own = now.seat.index();
    let in_play = |side: usize| now.sides[side].play.iter().map(|card| card.piece);
    let hand = || now.hand.iter().copied();
    let from_hand: Vec<Piece> = hand().chain(in_play(own)).chain(in_play(1 - own)).collect();
    let from_play: Vec<Piece> = in_play(own).chain(in_play(1 - own)).chain(hand()).collect();
    let from_theirs: Vec<Piece> = in_play(1 - own).chain(in_play(own)).chain(hand()).collect();
    let mut actions = vec![Action::Keep, Action::EndTurn];
    for &card in &from_hand {
        actions.extend([Action::Ink(card), Action::Play(card), Action::Alter(card)]);
        actions.push(Action::PlayFree { card, onto: None });
        for &other in &from_play {
            actions.extend([Action::Sing { song: card, singer: other }, Action::Shift { card, onto: other }]);
            actions.push(Action::PlayFree { card, onto: Some(other) });
        }
    }
    for &card in &from_play {
        actions.extend([Action::Quest(card), Action::Boost(card)]);
        for &other in &from_theirs {
            actions.extend([
                Action::Challenge { by: card, target: other },
                Action::Move { who: card, to: other },
            ]);
        }
    }
    actions
}

fn actions(legal: &[Choice<State>]) -> impl Iterator<Item = Action> {
    legal.iter().filter_map(|choice| match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    })
}

fn all_pieces(legal: &[Choice<State>]) -> BTreeSet<Piece> {
    let parts = actions(legal).flat_map(ways).flatten();
    parts.filter_map(|part| if let Card(piece) = part { Some(piece) } else { None }).collect()
}

/// The ways to say an action, the usual one first.
fn ways(action: Action) -> Vec<Vec<Part>> {
    let said = |words: &[&'static str]| words.iter().map(|&words| vec![Words(words)]).collect();
    let one = |words: &[&'static str], piece| {
        words.iter().map(|&words| vec![Words(words), Card(piece)]).collect::<Vec<_>>()
    };
    let two = |verb, first, between, second| vec![Words(verb), Card(first), Words(between), Card(second)];
    match action {
        Action::Begin(seat) => vec![vec![Words("lets"), Words(player_name(seat)), Words("begin")]],
        Action::Shuffle(_) => said(&["shuffles"]),
        Action::Random(piece) => one(&["picks"], piece),
        Action::Alter(piece) => vec![
            vec![Words("puts"), Card(piece), Words("under the deck")],
            vec![Words("puts"), Card(piece), Words("under")],
            vec![Words("alters"), Card(piece)],
        ],
        Action::Keep => said(&["keeps the rest of the hand", "keeps", "keeps the hand", "keeps hand"]),
        Action::EndTurn => said(&["ends the turn", "ends turn", "ends", "passes"]),
        Action::Ink(piece) => one(&["inks"], piece),
        Action::Play(piece) => one(&["plays"], piece),
        Action::PlayFree { card, onto: None } => {
            vec![vec![Words("plays"), Card(card), Words("for free")]]
        }
        Action::PlayFree { card, onto: Some(onto) } => vec![two("plays", card, "for free onto", onto)],
        Action::Sing { song, singer } => vec![two("sings", song, "with", singer)],
        Action::Shift { card, onto } => vec![two("shifts", card, "onto", onto)],
        Action::Quest(piece) => one(&["quests with", "quests"], piece),
        Action::Challenge { by, target } => {
            vec![two("challenges", target, "with", by), two("challenges with", by, "", target)]
        }
        Action::Move { who, to } => vec![two("moves", who, "to", to)],
        Action::Boost(piece) => one(&["boosts"], piece),
        Action::Activate { card, of, ability } => {
            let number = u16::from(ability) + 1;
            let from = if card.card() == of { String::new() } else { format!(" ({of})") };
            vec![
                vec![Words("uses ability"), Text(format!("{number}{from} of")), Card(card)],
                vec![Words("uses ability"), Text(format!("{number} of")), Card(card)],
                vec![Words("uses"), Card(card)],
            ]
        }
        Action::Choose(Answer::Yes) => said(&["says yes", "yes", "accepts"]),
        Action::Choose(Answer::No) => said(&["says no", "no", "declines"]),
        Action::Choose(Answer::Done) => said(&["chooses no more", "stops", "done"]),
        Action::Choose(Answer::Card(piece)) => one(&["chooses"], piece),
        Action::Choose(Answer::Player(seat)) => vec![vec![Words("chooses"), Words(player_name(seat))]],
        Action::Choose(Answer::Trigger(place)) => {
            vec![vec![Words("takes trigger"), Text((u16::from(place) + 1).to_string())]]
        }
        Action::Choose(Answer::Number(n)) => vec![
            vec![Words("chooses the number"), Text(n.to_string())],
            vec![Words("chooses"), Text(n.to_string())],
        ],
        Action::Choose(Answer::Name(card)) => {
            let facts = card.facts();
            [facts.name, facts.full_name].map(|name| vec![Words("names"), Words(name)]).into()
        }
        Action::Choose(Answer::Top) => said(&["puts it on top", "puts on top", "top"]),
        Action::Choose(Answer::Bottom) => said(&["puts it on the bottom", "puts on the bottom", "bottom"]),
        Action::Choose(Answer::Discard) => {
            said(&["puts it into the discard", "puts into the discard", "discards it"])
        }
    }
}

/// Verbs as they are typed, and as they are written.
const VERBS: [(&str, &str); 22] = [
    ("accept", "accepts"),
    ("alter", "alters"),
    ("boost", "boosts"),
    ("challenge", "challenges"),
    ("choose", "chooses"),
    ("decline", "declines"),
    ("discard", "discards"),
    ("end", "ends"),
    ("ink", "inks"),
    ("keep", "keeps"),
    ("move", "moves"),
    ("name", "names"),
    ("pass", "passes"),
    ("pick", "picks"),
    ("play", "plays"),
    ("put", "puts"),
    ("quest", "quests"),
    ("shift", "shifts"),
    ("sing", "sings"),
    ("stop", "stops"),
    ("take", "takes"),
    ("use", "uses"),
];

fn third_person(verb: &str) -> String {
    VERBS.iter().find(|(typed, _)| *typed == verb).map_or(verb, |(_, written)| written).to_owned()
}

/// Whether folded words may mean an action.
fn may_mean(wanted: &str, action: Action) -> bool {
    ways(action).iter().any(|parts| is_said(wanted, parts))
}

/// Whether folded words are these parts, with any name for each card.
fn is_said(wanted: &str, parts: &[Part]) -> bool {
    let Some((part, rest)) = parts.split_first() else { return wanted.is_empty() };
    let after = |name: &str| wanted.strip_prefix(name).is_some_and(|wanted| is_said(wanted, rest));
    match part {
        Words(words) => after(&fold(words)),
        Text(text) => after(&fold(text)),
        Card(piece) => names(*piece).iter().any(|name| after(name)),
    }
}

/// Everything that a card may be called, folded.
fn names(piece: Piece) -> Vec<String> {
    let facts = piece.facts();
    let named = [facts.full_name, facts.name].into_iter().chain(facts.names.iter().copied());
    let owner = format!("{}s", player_name(piece.owner));
    let mut names = Vec::new();
    for name in named.map(fold) {
        for owner in ["", &owner] {
            names.push(format!("{owner}{name}"));
            names.push(format!("{owner}{name}{}", piece.copy.letters()));
        }
    }
    names
}

/// The action with nothing to tell copies in the same hand apart.
fn essence(action: Action) -> Action {
    let any = |piece: Piece| Piece { copy: CardCopy { copy: 0, ..piece.copy }, ..piece };
    match action {
        Action::Alter(piece) => Action::Alter(any(piece)),
        Action::Ink(piece) => Action::Ink(any(piece)),
        Action::Play(piece) => Action::Play(any(piece)),
        Action::PlayFree { card, onto } => Action::PlayFree { card: any(card), onto },
        Action::Sing { song, singer } => Action::Sing { song: any(song), singer },
        Action::Shift { card, onto } => Action::Shift { card: any(card), onto },
        action => action,
    }
}

#[cfg(test)]
mod tests {
    use gaslamp_core::Seat;

    use super::*;

    const US: Actor = Actor::Seat(Seat::new(0));

    fn piece(text: &str) -> Piece {
        Piece::read(text).expect("a piece")
    }

    fn legal(actions: &[Action]) -> Vec<Choice<State>> {
        actions.iter().map(|&action| Choice::Action(action)).collect()
    }

    #[test]
    fn what_is_said_is_understood() {
        let (tipo, other) = (piece("p1.tipo_growing_son.a"), piece("p1.tipo_growing_son.b"));
        let elsa = piece("p2.elsa_snow_queen.a");
        let listed = legal(&[
            Action::EndTurn,
            Action::Play(tipo),
            Action::Play(other),
            Action::Play(piece("p1.tipo_junior_chipmunk.a")),
            Action::Quest(tipo),
            Action::Quest(other),
            Action::Challenge { by: tipo, target: elsa },
            Action::Ink(piece("p1.te_ka_heartless.a")),
            Action::Ink(piece("p1.chip_'n'_dale_recovery_rangers.a")),
            Action::Quest(piece("p1.flotsam_&_jetsam_entangling_eels.a")),
            Action::Choose(Answer::Number(3)),
            Action::PlayFree { card: tipo, onto: None },
            Action::PlayFree { card: tipo, onto: Some(other) },
            Action::Choose(Answer::Name(elsa.card())),
            Action::Choose(Answer::Top),
            Action::Choose(Answer::Bottom),
            Action::Choose(Answer::Discard),
        ]);
        for choice in &listed {
            let Choice::Action(action) = *choice else { continue };
            let said = say(US, action, &listed);
            assert_eq!(read(US, &said, &listed), Some(Ok(action)), "{said}");
            assert_eq!(read(US, &format!("P1 {}", said.to_uppercase()), &listed), Some(Ok(action)), "{said}");
        }
        for (text, meant) in [
            ("pass", Action::EndTurn),
            ("play tipo growing son", Action::Play(tipo)),
            ("quests Tipo b", Action::Quest(other)),
            ("challenge Elsa with Tipo", Action::Challenge { by: tipo, target: elsa }),
            ("challenges with p1's tipo (a) p2's elsa", Action::Challenge { by: tipo, target: elsa }),
            ("ink TE KÂ", Action::Ink(piece("p1.te_ka_heartless.a"))),
            ("ink Chip ’n’ Dale", Action::Ink(piece("p1.chip_'n'_dale_recovery_rangers.a"))),
            ("quest with Jetsam", Action::Quest(piece("p1.flotsam_&_jetsam_entangling_eels.a"))),
            ("choose 3", Action::Choose(Answer::Number(3))),
            ("play tipo growing son for free", Action::PlayFree { card: tipo, onto: None }),
            (
                "play Tipo - Growing Son (a) for free onto Tipo b",
                Action::PlayFree { card: tipo, onto: Some(other) },
            ),
            ("name Elsa - Snow Queen", Action::Choose(Answer::Name(elsa.card()))),
            ("put it on top", Action::Choose(Answer::Top)),
            ("put on the bottom", Action::Choose(Answer::Bottom)),
            ("discard it", Action::Choose(Answer::Discard)),
            ("ink heart", Action::Ink(piece("p1.te_ka_heartless.a"))),
            ("challenge els with tip", Action::Challenge { by: tipo, target: elsa }),
            ("end", Action::EndTurn),
        ] {
            assert_eq!(read(US, text, &listed), Some(Ok(meant)), "{text}");
        }
        for (text, id) in [
            ("play Tipo", "lorcana/said/ambiguous"),
            ("quest with Tipo", "lorcana/said/ambiguous"),
            ("play", "lorcana/said/ambiguous"),
            ("play ti gro", "lorcana/said/ambiguous"),
            ("play Mickey Mouse", "lorcana/said/unknown"),
            ("play Mickey Mouse for free", "lorcana/said/unknown"),
            ("name Mickey Mouse", "lorcana/said/unknown"),
            ("put it away", "lorcana/said/unknown"),
            ("sing Let It Go", "lorcana/said/unknown"),
        ] {
            let found = read(US, text, &listed).and_then(Result::err).map(|problem| problem.id);
            assert_eq!(found, Some(id), "{text}");
        }
        for text in ["", " ", "tipo", "plays->p1.tipo_growing_son.a", "p2!passes", "dance", "é"] {
            assert_eq!(read(US, text, &listed), None, "{text}");
        }
    }
}
