//! The proof that nothing is lost: what is compiled renders back to the words of the text.
//!
//! Both sides are brought to a normal form first. Beyond that of [`crate::words`] there is a short list of words that are left out or mean
//! the same, each with its reason.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana::language::{Ability, Condition};
use gaslamp_lorcana::notation::ability_text;

use crate::Missing;
use crate::words::{Word, joined, replace, words};

/// Phrases that mean the same, in normal words.
const SAME: &[(&str, &str)] = &[
    // A pronoun is told from the thing by its binding.
    ("that character's", "their"),
    ("that item's", "their"),
    ("that location's", "their"),
    ("the chosen character's", "their"),
    ("the exerted character's", "their"),
    ("the banished character's", "their"),
    ("the discarded character's", "their"),
    ("each of them", "them"),
    ("each of those character", "them"),
    ("that character", "them"),
    ("that card", "them"),
    ("that item", "them"),
    ("that location", "them"),
    ("that song", "them"),
    ("that action card", "them"),
    ("those character", "them"),
    ("those card", "them"),
    ("those location", "them"),
    ("the chosen character", "them"),
    ("the chosen item", "them"),
    ("the chosen card", "them"),
    ("the exerted character", "them"),
    ("the moved character", "them"),
    ("the banished character", "them"),
    ("the banished item", "them"),
    ("the returned character", "them"),
    ("the revealed card", "them"),
    ("the discarded card", "them"),
    // Of two cards, the event has only one other.
    ("the challenging character's player", "the challenging player"),
    ("the other character's", "their"),
    ("the challenged character's", "their"),
    ("the challenging character's", "their"),
    ("the other character", "them"),
    ("the challenged character", "them"),
    ("the challenging character", "them"),
    ("one or more", "1 or more"),
    ("one of them is cost", "them cost"),
    ("put both to", "put them to"),
    ("return both to", "return them to"),
    // It is the only place that was named.
    ("from there", "from your inkwell"),
    ("there for free", "to them for free"),
    // What is chosen twice is the same.
    ("with the same cost or less", "with cost equal to or less than their cost"),
    ("the ¤ them had", "their ¤"),
    ("that was under them", "from under them"),
    ("that was under this character", "from under this character"),
    ("from here to", "here to"),
    ("put to your discard this way", "moved this way"),
    ("put into your discard this way", "moved this way"),
    ("if you do and", "if you do , if"),
    ("if you returned a", "if them is a"),
    ("otherwise , them put", "otherwise , put"),
    ("⟳ to sing", "exert to sing"),
    ("the same name as them", "the same name"),
    ("that number of card", "that many card"),
    ("them again", "them"),
    ("have challenged", "challenged"),
    ("a card from the top of your deck", "the top card of your deck"),
    ("all the card in", "all card from"),
    ("and them gain", "and give them"),
    ("and them get", "and give them"),
    ("discard card until", "discard until"),
    // The card with the ability has one kind.
    ("this character's", "this card's"),
    ("this item's", "this card's"),
    ("this location's", "this card's"),
    ("this character", "this card"),
    ("this item", "this card"),
    ("this location", "this card"),
    ("this song", "this card"),
    ("this action", "this card"),
    ("this or another", "this card or another"),
    // Cards are put or returned; where to is said.
    ("return", "put"),
    ("into", "to"),
    ("in your hand", "from your hand"),
    ("in their hand", "from their hand"),
    ("in your inkwell", "from your inkwell"),
    ("in their inkwell", "from their inkwell"),
    ("in your discard", "from your discard"),
    ("put the rest", "the rest"),
    // A card of a type is a card.
    ("character card", "character"),
    ("item card", "item"),
    ("location card", "location"),
    ("song card", "song"),
    ("action card", "action"),
    // What is revealed, all players see.
    ("to all player", ""),
    ("took damage", "was damaged"),
    ("card that was under", "card under"),
    // The same said in two ways.
    ("1 or more card have left", "a card left"),
    ("remove 1 or more damage", "remove damage"),
    ("removed 1 or more damage", "removed damage"),
    ("banish a character in a challenge", "banish another character in a challenge"),
    ("is exerted", "exert"),
    ("the same amount of damage", "that much damage"),
    ("put a damage", "put 1 damage"),
    // Whoever discards chooses, unless it is at random.
    ("choose and discard", "discard"),
    // The same said with two words.
    ("put any card", "put a card"),
    ("you can play", "you may play"),
    // One verb covers what is put in several places.
    ("put one", "one"),
    ("your opponent's hand", "opponent's hand"),
    ("them from your discard", "them"),
    ("a chosen", "chosen"),
    ("put them back", "put them on top of their deck"),
    ("there is a song", "you have a song"),
    ("in a turn", ""),
    ("that have a card under them", "with a card under them"),
    ("one of your opponent's", "a opposing"),
    ("at a location", "at location"),
    ("may also challenge", "can challenge"),
    ("the lore lost this way", "the lore lost"),
    ("damage removed this way", "damage removed"),
    ("card discarded this way", "card discarded"),
    ("on the bottom .", "on the bottom of their deck ."),
    ("can't ready at the start of your turn", "can't ready at the start of their turn"),
    // The same moment.
    ("while this card is being challenged , them", "while being challenged , this card"),
    ("while this card is being challenged ,", "while being challenged ,"),
    // All of them is each of them.
    ("each opponent", "opponent"),
    ("each opposing player", "opponent"),
    ("all opponent", "opponent"),
    ("that player", "them"),
    ("their player", "them"),
    ("each of", ""),
    ("all of", ""),
    ("all the", ""),
    // Who acts is you if nobody else is named.
    ("you draw", "draw"),
    ("you gain", "gain"),
    ("you get", "get"),
    ("you pay", "pay"),
    ("you can't", "can't"),
    ("to have opponent", "to opponent"),
    ("to have chosen opponent", "to chosen opponent"),
    // The same said in two orders or with two words.
    ("discard all card from their hand", "discard their hand"),
    ("a character here challenge another character", "a character challenge another character while here"),
    ("under this card facedown", "facedown under this card"),
    ("under them facedown", "facedown under them"),
    ("put them on top of them", "put them on top of their deck"),
    ("must quest if able during their next turn", "must quest during their next turn if able"),
    ("and you have", "and"),
    ("or you have", "or"),
    ("another character have damage", "another damaged character is"),
    ("character of yours exert", "exerted character of yours is"),
    ("only have", "have up to"),
    ("and / or", "or"),
    ("that sang this card", "that sing this card"),
    ("for any card", "for a card"),
    ("for free , exerted", "for free and them enter play exerted"),
    ("on top of them , this card", "on top of this card , them"),
    // A character cannot challenge itself.
    ("challenge another character", "challenge a character"),
    // The same said in two orders or with two words.
    ("1 or more card from your hand", "1 or more card"),
    ("1 or more opponent have", "a opponent have"),
    ("them had a card under them", "there is a card under them"),
    ("exactly", "only"),
    ("have any", "have a"),
    ("also count as being named", "count as being named"),
    ("draw card until", "draw until"),
    ("card from your hand to deal", "card to deal"),
    ("a opposing damaged character is", "a opponent have a damaged character"),
    ("a opposing character have damage", "a opponent have a damaged character"),
    ("this card have a card under them", "there is a card under this card"),
    ("card from under", "card under"),
    ("this card from your discard", "this card"),
    // It was done by the step before.
    ("this way", ""),
    // Cards go to their owners' places (7.1).
    ("to your hand", "to hand"),
    ("to their hand", "to hand"),
    ("to your inkwell", "to their inkwell"),
    ("on bottom of", "on the bottom of"),
    ("on the bottom of your deck", "on the bottom of their deck"),
    ("on top of your deck", "on top of their deck"),
    ("the bottom of your deck", "the bottom of their deck"),
    ("top of your deck or", "top of their deck or"),
    ("of the deck", "of their deck"),
    ("to your deck", "to their deck"),
    ("to your discard", "to their discard"),
    ("on the bottom in any order", "on the bottom of their deck in any order"),
    // Of a stack of cards, those that are left are the rest, even if it is one.
    ("the other on", "the rest on"),
    ("the other to", "the rest to"),
    // Doing it or not: whoever was asked, and in whatever tense.
    ("if them do", "if you do"),
    ("if you don't", "otherwise"),
    ("if them don't", "otherwise"),
    ("don't ready", "can't ready"),
    ("you have played", "you played"),
    ("you have put", "you put"),
    ("become exerted", "exert"),
    ("may challenge ready", "can challenge ready"),
    ("may move here", "can move here"),
];

/// Words that are left out, since nothing depends on them where they are missing: marks, and "each" and "all" of cards.
const NOTHING: &[&str] = &["", ":", "each", "all", "either", "counter"];

/// Whether abilities render back to these words.
///
/// # Errors
/// If not, both.
pub fn check(text: &[Word], abilities: &[Ability], kind: Kind) -> Result<(), Missing> {
    let rendered = words(&ability_text::all(abilities, kind));
    let wanted = match abilities {
        [Ability::Static { during: Some(Condition::Happened(..)), .. }] => normal(&without_this_turn(text)),
        _ => normal(text),
    };
    let got = normal(&rendered);
    let fits = {
        let wanted: Vec<&str> = wanted.split(' ').collect();
        let got: Vec<&str> = got.split(' ').collect();
        same(&wanted, &got)
    };
    if fits { Ok(()) } else { Err(Missing::Proof(wanted, got)) }
}

/// "If A happened this turn, X this turn": what holds because of this turn holds during this turn.
fn without_this_turn(text: &[Word]) -> Vec<Word> {
    let mut text = text.to_vec();
    let is = |part: &[Word]| begins(part, &["this", "turn"]);
    let comma = text.iter().position(|word| word.word == ",").unwrap_or(0);
    let last = text.len().saturating_sub(3);
    if text.first().is_some_and(|word| word.word == "if")
        && comma >= 2
        && is(&text[comma - 2..])
        && last > comma
        && is(&text[last..])
    {
        text.drain(last..last + 2);
    }
    text
}

/// Whether the rendered words are those of the text. A rendered full stop may be "and" or "then" in the text, since acts that follow each
/// other mean the same in one sentence or in two; within one sentence, where a "may" or an "if" has its extent, they are rendered as "and".
fn same(text: &[&str], rendered: &[&str]) -> bool {
    match (text, rendered) {
        ([], []) => true,
        ([], ["."]) | (["."], []) => true,
        ([",", rest @ ..], ["." | "and", after @ ..]) => same(rest, after) || same(rest, rendered),
        ([",", rest @ ..], _) => same(rest, rendered),
        (_, [",", rest @ ..]) => same(text, rest),
        ([".", "then", text @ ..], [".", rendered @ ..])
        | (["and" | "then" | ".", text @ ..], [".", rendered @ ..])
        | (["then", text @ ..], ["and", rendered @ ..])
        // A condition that lasts as long as it holds.
        | (["if", text @ ..], ["while", rendered @ ..]) => same(text, rendered),
        ([one, text @ ..], [two, rendered @ ..]) => one == two && same(text, rendered),
        _ => false,
    }
}

fn normal(words: &[Word]) -> String {
    let mut words = words.to_vec();
    for (from, to) in SAME {
        replace(&mut words, from, to);
    }
    words.retain(|word| !NOTHING.contains(&word.word.as_str()));
    replace(&mut words, "on the top of", "on top of");
    replace(&mut words, "put revealed", "put");
    unless_done(&mut words);
    replace(
        &mut words,
        "for free . if you do , put them on the bottom of their deck instead",
        "for free , then put them on the bottom of their deck instead",
    );
    replace(&mut words, ". if you do ,", "to");
    replace(&mut words, ". \"", "\"");
    fronted(&mut words);
    conditions_first(&mut words);
    replace(&mut words, "and you have", "and");
    replace(
        &mut words,
        "if able until the start of your next turn",
        "until the start of your next turn if able",
    );
    said_twice(&mut words);
    from_hand(&mut words);
    until_so_many(&mut words);
    for_each_last(&mut words);
    lasting_last(&mut words);
    alternatives(&mut words);
    chosen(&mut words);
    once(&mut words);
    words.retain(|word| !word.word.is_empty());
    joined(&words)
}

/// "Choose one: • A. • B." is "A or B".
fn alternatives(words: &mut Vec<Word>) {
    let bullets = words.iter().filter(|word| word.word == "•").count();
    if bullets == 2 {
        replace(words, "choose one •", "");
        replace(words, ". •", "or");
    }
}

/// "For each item you have, X." is "X for each item you have."
fn for_each_last(words: &mut [Word]) {
    let Some(comma) = words.iter().position(|word| word.word == ",") else { return };
    let end = words.iter().position(|word| word.word == ".").unwrap_or(words.len());
    if words.first().is_some_and(|word| word.word == "for") && comma < end {
        words[..end].rotate_left(comma);
    }
}

/// How long something lasts.
const LASTING: &[&[&str]] = &[
    &["this", "turn", ","],
    &["for", "the", "rest", "of", "this", "turn", ","],
    &["until", "the", "start", "of", "your", "next", "turn", ","],
];

fn begins(words: &[Word], phrase: &[&str]) -> bool {
    words.len() >= phrase.len() && words.iter().zip(phrase).all(|(word, wanted)| word.word == *wanted)
}

fn is_mark(word: &Word) -> bool {
    matches!(word.word.as_str(), "." | "," | "—" | "\"" | "•")
}

/// "Until the start of your next turn, X." is "X until the start of your next turn."
fn fronted(words: &mut Vec<Word>) {
    for at in 0..words.len() {
        if at >= words.len() || (at > 0 && !is_mark(&words[at - 1])) {
            continue;
        }
        if let Some(phrase) = LASTING.iter().find(|phrase| begins(&words[at..], phrase)) {
            let end = words[at..]
                .iter()
                .position(|word| word.word == ".")
                .map_or(words.len(), |length| at + length);
            words[at..end].rotate_left(phrase.len());
            words.remove(end - 1);
        }
    }
}

/// "X if C." is "if C, X.", "while C, when E, X" is "when E while C, X", and "while C, if D, X" is "while C and D, X".
fn conditions_first(words: &mut Vec<Word>) {
    for at in 0..words.len() {
        if words.get(at).is_none_or(|word| word.word != "while") || (at > 0 && !is_mark(&words[at - 1])) {
            continue;
        }
        let Some(comma) = words[at..].iter().position(|word| word.word == ",").map(|length| at + length)
        else {
            continue;
        };
        let Some(end) = words[comma + 1..].iter().position(|word| word.word == ",") else { continue };
        if words.get(comma + 1).is_some_and(|word| word.word == "when") {
            words[at..=comma + end].rotate_left(comma + 1 - at);
            words.remove(comma + end);
        }
    }
    let comma = || Word { raw: ",".to_owned(), word: ",".to_owned() };
    if words.first().is_some_and(|word| word.word == "while")
        && let Some(at) = words.iter().position(|word| word.word == ",")
        && words.get(at + 1).is_some_and(|word| word.word == "if")
    {
        words.remove(at);
        words[at].word = "and".to_owned();
    }
    let mut at = 1;
    while at < words.len() {
        let word = words[at].word.as_str();
        let next = words.get(at + 1).map_or("", |word| word.word.as_str());
        let is_clause = match word {
            "if" => next != "able" && !matches!(words[at - 1].word.as_str(), "as" | "do" | "and"),
            "while"
                if words[..at]
                    .iter()
                    .rev()
                    .find(|word| is_mark(word) || word.word == "when")
                    .is_some_and(|word| word.word == "when") =>
            {
                false
            }
            "while" => !matches!(next, "here" | "at" | "challenging" | "being"),
            _ => false,
        };
        if !is_clause || is_mark(&words[at - 1]) {
            at += 1;
            continue;
        }
        let start = words[..at].iter().rposition(is_mark).map_or(0, |before| before + 1);
        let end = words[at..].iter().position(is_mark).map_or(words.len(), |length| at + length);
        let to_the_end = words.get(end).is_none_or(|word| word.word != ",");
        if to_the_end {
            let mut clause: Vec<Word> = words.drain(at..end).collect();
            clause.push(comma());
            words.splice(start..start, clause);
        }
        at = end + 1;
    }
}

/// "While C, A. While C, B." is "While C, A and B."
fn said_twice(words: &mut Vec<Word>) {
    let Some(comma) = words.iter().position(|word| word.word == ",") else { return };
    if words[0].word != "while" {
        return;
    }
    let phrase: Vec<String> = words[..=comma].iter().map(|word| word.word.clone()).collect();
    let phrase: Vec<&str> = phrase.iter().map(String::as_str).collect();
    if let Some(again) =
        (comma + 1..words.len()).find(|at| begins(&words[*at..], &phrase) && words[at - 1].word == ".")
    {
        let and = Word { raw: "and".to_owned(), word: "and".to_owned() };
        words.splice(again - 1..again + phrase.len(), [and]);
    }
}

/// "X unless their player does Y." is "Their player may do Y. Otherwise, X."
fn unless_done(words: &mut Vec<Word>) {
    let Some(at) = words.windows(2).position(|pair| pair[0].word == "unless" && pair[1].word == "them")
    else {
        return;
    };
    if words.get(at + 2).is_none_or(|verb| matches!(verb.word.as_str(), "is" | "have" | "pay" | "was")) {
        return;
    }
    let said = |word: &str| Word { raw: word.to_owned(), word: word.to_owned() };
    let start = words[..at].iter().rposition(is_mark).map_or(0, |before| before + 1);
    let end = words[at..].iter().position(|word| word.word == ".").map_or(words.len(), |length| at + length);
    let act: Vec<Word> = words.drain(start..at).collect();
    let end = end - act.len();
    words.splice(end..end, [said("."), said("otherwise"), said(",")].into_iter().chain(act));
    words.splice(start..start + 2, [said("them"), said("may")]);
}

/// "Until they have 2 cards" in hand is "until they have 2".
fn until_so_many(words: &mut Vec<Word>) {
    for at in (0..words.len().saturating_sub(4)).rev() {
        if begins(&words[at..], &["until", "them", "have"]) && words[at + 4].word == "card" {
            words.remove(at + 4);
        }
    }
}

/// What is discarded is discarded from the hand.
fn from_hand(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        if words[at].word == "discard" {
            let end = words[at..].iter().position(is_mark).map_or(words.len(), |length| at + length);
            let is_it = |part: &[Word]| {
                begins(part, &["from", "your", "hand"]) || begins(part, &["from", "their", "hand"])
            };
            if let Some(place) = (at..end.saturating_sub(2)).find(|place| is_it(&words[*place..end])) {
                words.drain(place..place + 3);
            }
        }
        at += 1;
    }
}

/// "While this item is in play, X." is "X while this item is in play."
fn lasting_last(words: &mut [Word]) {
    let lasting = ["while", "this", "card", "is", ","];
    let at = words.windows(5).position(|part| part.iter().map(|word| word.word.as_str()).eq(lasting));
    let Some(at) = at else { return };
    let end = words[at..].iter().position(|word| word.word == ".").map_or(words.len(), |length| at + length);
    words[at..end].rotate_left(lasting.len());
}

/// "If a Hero character is chosen" asks about the card that was chosen: "if it's a Hero character".
fn chosen(words: &mut Vec<Word>) {
    let text: Vec<&str> = words.iter().map(|word| word.word.as_str()).collect();
    let found = text.windows(2).position(|pair| pair == ["is", "chosen"] || pair == ["is", "discarded"]);
    let Some(end) = found else { return };
    let Some(start) = text[..end].iter().rposition(|word| *word == "if") else { return };
    let instead = if text[end + 1] == "chosen" { ["them", "is"] } else { ["you", "discarded"] };
    words.drain(end..end + 2);
    words.splice(
        start + 1..start + 1,
        instead.map(|word| Word { raw: word.to_owned(), word: word.to_owned() }),
    );
}

/// Where the card itself is named again, it may be a pronoun.
fn once(words: &mut [Word]) {
    let mut said = false;
    // An ability may begin with a pronoun for the card.
    if let [first, second, ..] = words
        && first.word == "when"
        && second.word == "them"
    {
        second.word = "this card".to_owned();
        said = true;
    }
    for at in 1..words.len() {
        if words[at].word == "\"" {
            said = false;
        }
        let (before, rest) = words.split_at_mut(at);
        let (Some(this), Some(card)) = (before.last_mut(), rest.first_mut()) else { continue };
        if this.word == "this" && (card.word == "card" || card.word == "card's") {
            if said {
                card.word = if card.word == "card" { "them".to_owned() } else { "their".to_owned() };
                this.word = String::new();
            }
            said = true;
        }
    }
}
