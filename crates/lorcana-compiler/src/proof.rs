//! The proof that nothing is lost: what is compiled renders back to the words of the text.
//!
//! Both sides are brought to a normal form first. Beyond that of [`crate::words`] there is a short list of words that are left out or mean
//! the same, each with its reason.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana::language::Ability;
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
    ("the challenging character", "the other character"),
    ("the challenged character", "the other character"),
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
    // All of them is each of them.
    ("each opponent", "opponent"),
    ("each opposing player", "opponent"),
    ("all opponent", "opponent"),
    ("that player", "them"),
    ("each of", ""),
    ("all of", ""),
    ("all the", ""),
    ("any number of chosen", "any_number_of chosen"),
    // Who acts is you if nobody else is named.
    ("you draw", "draw"),
    ("you gain", "gain"),
    ("you get", "get"),
    ("you pay", "pay"),
    ("you can't", "can't"),
    // Cards go to their owners' places (7.1).
    ("to your hand", "to hand"),
    ("to their hand", "to hand"),
    ("into your hand", "to hand"),
    ("into their hand", "to hand"),
    ("your inkwell", "their inkwell"),
    ("on bottom of", "on the bottom of"),
    ("of your deck", "of their deck"),
    ("of the deck", "of their deck"),
    ("into your deck", "into their deck"),
    ("into your discard", "into their discard"),
    ("on the bottom in any order", "on the bottom of their deck in any order"),
    // Of a stack of cards, those that are left are the rest, even if it is one.
    ("the other on", "the rest on"),
    ("the other into", "the rest into"),
    ("and put the rest", "and the rest"),
    // A number that is asked for is at least that.
    ("one or more", "1 or more"),
    // What is not done.
    ("if them do", "if you do"),
    ("if you don't", "otherwise"),
    ("if them don't", "otherwise"),
    ("don't ready", "can't ready"),
    ("you have played", "you played"),
    ("you have put", "you put"),
    ("become exerted", "exert"),
    ("may challenge ready", "can challenge ready"),
    ("may move here", "can move here"),
    ("a card is put into your inkwell", "you put a card into your inkwell"),
];

/// Words that are left out, since nothing depends on them where they are missing: marks, and "each" and "all" of cards.
const NOTHING: &[&str] = &[",", ":", "each", "all", "either", "counter", "total"];

/// Whether abilities render back to these words.
///
/// # Errors
/// If not, both.
pub fn check(text: &[Word], abilities: &[Ability], kind: Kind) -> Result<(), Missing> {
    let rendered = words(&ability_text::all(abilities, kind));
    let (wanted, got) = (normal(text), normal(&rendered));
    let fits = {
        let wanted: Vec<&str> = wanted.split(' ').collect();
        let got: Vec<&str> = got.split(' ').collect();
        same(&wanted, &got)
    };
    if fits { Ok(()) } else { Err(Missing::Proof(wanted, got)) }
}

/// Whether the rendered words are those of the text. A rendered full stop may be "and" or "then" in the text, since acts that follow each
/// other mean the same in one sentence or in two; within one sentence, where a "may" or an "if" has its extent, they are rendered as "and".
fn same(text: &[&str], rendered: &[&str]) -> bool {
    match (text, rendered) {
        ([], []) => true,
        ([], ["."]) | (["."], []) => true,
        ([".", "then", text @ ..], [".", rendered @ ..])
        | (["and" | "then" | ".", text @ ..], [".", rendered @ ..])
        | (["then", text @ ..], ["and", rendered @ ..]) => same(text, rendered),
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
    replace(&mut words, ". if you do", "to");
    once(&mut words);
    joined(&words)
}

/// Where the card itself is named again, it may be a pronoun.
fn once(words: &mut [Word]) {
    let mut said = false;
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
