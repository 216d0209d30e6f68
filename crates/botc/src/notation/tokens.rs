//! Changes of tokens in words. They are only read; writing uses the one-liner's syntax.
//!
//! **Reads** `Alice (poisoner) adds poisoned token to Bob` (or `places … on`, `puts … on`), `removes … from`
//! (or `takes … from`), `moves … token from Bob to Carol`, `Carol (butler) chooses Grace as master`, and
//! `storyteller determines washerwoman learns Dave:townsfolk, Frank:wrong`. A name of several words is joined
//! by `_`; a bare token stays bare, since its owner depends on the game.

use gaslamp_core::trace::{Event, Name, Target, line, rich};

/// How a token is placed or removed: the word before it, the words between it and the player, and its sign.
const CHANGES: [(&str, &str, char); 5] = [
    (" places ", " token on ", '+'),
    (" puts ", " token on ", '+'),
    (" adds ", " token to ", '+'),
    (" removes ", " token from ", '-'),
    (" takes ", " token from ", '-'),
];

/// The change of tokens that a sentence describes, if it does.
pub(super) fn read(text: &str) -> Option<Event> {
    changes(text).or_else(|| moves(text)).or_else(|| chooses(text)).or_else(|| determines(text))
}

fn changes(text: &str) -> Option<Event> {
    CHANGES.iter().find_map(|&(verb, place, sign)| {
        let (actor, rest) = text.split_once(verb)?;
        let (token, target) = rest.split_once(place)?;
        event(actor, vec![change(target, sign, &read_token(token)?)?])
    })
}

fn moves(text: &str) -> Option<Event> {
    let (actor, rest) = text.split_once(" moves ")?;
    let (token, rest) = rest.split_once(" token from ")?;
    let (from, to) = rest.split_once(" to ")?;
    let token = read_token(token)?;
    event(actor, vec![change(from, '-', &token)?, change(to, '+', &token)?])
}

fn chooses(text: &str) -> Option<Event> {
    let (actor, rest) = text.split_once(" chooses ")?;
    let (target, token) = rest.split_once(" as ")?;
    event(actor, vec![change(target, '+', &read_token(token)?)?])
}

fn determines(text: &str) -> Option<Event> {
    let (actor, rest) = text.split_once(" determines ")?;
    let (owner, marks) = rest.split_once(" learns ")?;
    let owner = read_token(owner).filter(|owner| !owner.contains(':'))?;
    let targets: Option<Vec<Target>> = (marks.split(", "))
        .map(|mark| {
            let (player, token) = mark.trim().split_once(':')?;
            change(player, '+', &format!("{owner}:{}", read_token(token)?))
        })
        .collect();
    event(actor, targets?)
}

fn event(actor: &str, targets: Vec<Target>) -> Option<Event> {
    Some(Event { actor: Some(rich::read_actor(actor)?), targets, ..Event::default() })
}

fn change(player: &str, sign: char, token: &str) -> Option<Target> {
    let name = line::is_word(player).then(|| Name::plain(player))?;
    Some(Target { name, args: vec![format!("{sign}{token}")] })
}

/// `red herring`, `the poisoned` or `washerwoman:townsfolk`.
fn read_token(text: &str) -> Option<String> {
    let text = ["the ", "a "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text);
    let token = text.replace(' ', "_");
    let is_token = token.split(':').all(line::is_word) && token.matches(':').count() < 2;
    is_token.then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_and_go_in_words() {
        let table = [
            ("storyteller places drunk token on Alice", Some("st!Alice(+drunk)")),
            ("The Storyteller puts the red herring token on Eve", Some("st!Eve(+red_herring)")),
            ("Alice (poisoner) adds poisoned token to Bob", Some("Alice:poisoner!Bob(+poisoned)")),
            ("poisoner removes poisoned token from Bob", Some("poisoner!Bob(-poisoned)")),
            ("st takes ww:wrong token from Bob", Some("st!Bob(-ww:wrong)")),
            ("Al moves poisoned token from Bob to Carol", Some("Al!Bob(-poisoned),Carol(+poisoned)")),
            ("Carol (butler) chooses Grace as master", Some("Carol:butler!Grace(+master)")),
            (
                "storyteller determines fortune teller learns Dave:townsfolk, Frank:wrong",
                Some("st!Dave(+fortune_teller:townsfolk),Frank(+fortune_teller:wrong)"),
            ),
            ("storyteller places drunk on Alice", None),
            ("storyteller places a:b:c token on Alice", None),
            ("somebody else adds poisoned token to Bob", None),
            ("st determines washerwoman learns Dave", None),
            ("Al moves poisoned token from Bob", None),
            ("Al adds poisoned token to Bob (again)", None),
        ];
        for (text, event) in table {
            assert_eq!(read(text).map(|event| event.to_string()).as_deref(), event, "{text}");
        }
    }
}
