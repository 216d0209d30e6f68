//! Texts as words in a normal form, in which wording that means the same is the same.
//!
//! Both the text of a card and what the renderer makes of its compiled form go through here, so that they can be compared word for word.

use crate::lexicon::{self, Class};

/// One word, number or symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// As it is written, for names.
    pub raw: String,
    /// In its normal form.
    pub word: String,
}

/// Slips of the data, and the reason for each.
const ERRATA: &[(&str, &str)] = &[
    // A word too many.
    ("the their next turn", "their next turn"),
    ("during the their", "during their"),
    // A comma is missing.
    ("character here gain", "character here, gain"),
    // Typographic signs.
    ("’", "'"),
    ("‘", "'"),
    ("“", "\""),
    ("”", "\""),
    ("–", "-"),
    // Whether a symbol has a space before it is chance.
    ("\u{a0}", " "),
    ("\n", " "),
    (" / ", " "),
];

/// Phrases that mean the same as others, in normal words. Reasons stand above each group.
const SAME: &[(&str, &str)] = &[
    // Cards that are not said to be anywhere else are in play.
    ("in play", ""),
    // Whose hand, deck and inkwell a card goes to is a rule of the game (7.1): always its owner's.
    ("them player's", "their"),
    ("their player's", "their"),
    ("its player's", "their"),
    // Two orders of the same adjectives.
    ("chosen other", "another chosen"),
    ("chosen opposing damaged", "chosen damaged opposing"),
    ("damaged opposing", "opposing damaged"),
    // Cards go into a place, faceup is one word, and "back" adds nothing.
    ("on the top of", "on top of"),
    ("play face up", "play faceup"),
    ("put them in your hand", "put them into your hand"),
    ("put that card in your hand", "put that card into your hand"),
    ("put them in their hand", "put them into their hand"),
    ("put the rest in your discard", "put the rest into your discard"),
    ("put them in your discard", "put them into your discard"),
    // Whichever opponent it is, it is their turn.
    ("an opponent's turn", "opponent's turn"),
    ("a opponent's turn", "opponent's turn"),
    ("each opponent's turn", "opponent's turn"),
    // The same question.
    ("choose one of the following :", "choose one :"),
    ("or greater", "or more"),
    ("face up", "faceup"),
    ("put them back on top of", "put them on top of"),
    // Of a deck that was named in the same sentence.
    ("then reveal the top card .", "then reveal the top card of your deck ."),
    // Whoever may have a character moved is its player.
    ("them may move to", "you may move them to"),
    ("this character may move there", "you may move this character there"),
    // What is allowed is allowed in addition to anything else.
    ("you may also", "you may"),
    // Two orders of the two objects of a verb.
    ("deal them 1 damage", "deal 1 damage to them"),
    // Strength, which is spoken of then, is what characters have.
    ("have any with", "have any character with"),
];

/// The words of a text, without its reminders, in normal form.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut text = text.to_owned();
    for (slip, right) in ERRATA {
        text = text.replace(slip, right);
    }
    let raw = split(&without_reminders(&text));
    let mut words: Vec<Word> = Vec::new();
    for (index, one) in raw.iter().enumerate() {
        let next = raw.get(index + 1).map_or("", String::as_str);
        for word in normal(one, next) {
            words.push(Word { raw: one.clone(), word });
        }
    }
    for (from, to) in SAME {
        replace(&mut words, from, to);
    }
    restore_subjects(&mut words);
    restore_verbs(&mut words);
    restore_nouns(&mut words);
    as_it_enters(&mut words);
    stats_of(&mut words);
    number_counted(&mut words);
    lost_for_each(&mut words);
    labels(&mut words);
    words
}

fn positions(words: &[Word], phrase: &[&str]) -> Vec<usize> {
    let fits = |part: &[Word]| part.iter().map(|one| one.word.as_str()).eq(phrase.iter().copied());
    words.windows(phrase.len()).enumerate().filter(|(_, part)| fits(part)).map(|(at, _)| at).collect()
}

/// The beginning of the clause in which this word is.
fn clause_start(words: &[Word], at: usize) -> usize {
    let mark = |one: &Word| matches!(one.word.as_str(), "." | "," | "•" | "—" | ":");
    words[..at].iter().rposition(mark).map_or(0, |before| before + 1)
}

/// "Exert chosen character and all other characters": the verb of the second object is that of the first.
fn restore_verbs(words: &mut Vec<Word>) {
    for second in [["and", "all", "other"], ["and", "each", "opposing"]] {
        for at in positions(words, &second).into_iter().rev() {
            let start = clause_start(words, at);
            let object = words[start..at]
                .iter()
                .position(|one| matches!(one.word.as_str(), "chosen" | "each" | "all"));
            if let Some(length) = object.filter(|length| *length > 0) {
                let verb: Vec<Word> = words[start..start + length].to_vec();
                words.splice(at + 1..at + 1, verb);
            }
        }
    }
}

/// "If you used Shift to play this character, X when they enter play." is "When you play this character, if you used Shift …, X."
fn as_it_enters(words: &mut Vec<Word>) {
    let found = positions(words, &["when", "them", "enter", "play", "."]);
    let used = positions(words, &["if", "you", "used"]);
    if let (Some(at), Some(0)) = (found.first(), used.first()) {
        words.drain(*at..*at + 4);
        let when = ["when", "you", "play", "this", "character", ","];
        words.splice(0..0, when.map(|word| Word { raw: word.to_owned(), word: word.to_owned() }));
    }
}

/// "A Knight" is a Knight character.
fn restore_nouns(words: &mut Vec<Word>) {
    let mut at = 1;
    while at < words.len() {
        let begins = matches!(words[at - 1].word.as_str(), "a" | "chosen");
        if begins && let Some((end, _)) = lexicon::read(Class::Classification, words, at) {
            if words.get(end).is_some_and(|next| matches!(next.word.as_str(), "." | "," | "of")) {
                words.insert(end, Word { raw: "character".to_owned(), word: "character".to_owned() });
            }
            at = end;
        }
        at += 1;
    }
}

/// "Chosen exerted character's ◊" is "the ◊ of chosen exerted character".
fn stats_of(words: &mut Vec<Word>) {
    for stat in ["¤", "⛉", "◊"] {
        for at in positions(words, &["character's", stat]).into_iter().rev() {
            let Some(chosen) = words[..at].iter().rposition(|one| one.word == "chosen") else { continue };
            let start = chosen - usize::from(chosen > 0 && words[chosen - 1].word == "another");
            if at - chosen > 3
                || words[chosen..at].iter().any(|one| matches!(one.word.as_str(), "." | "," | "character"))
            {
                continue;
            }
            let said = |word: &str| Word { raw: word.to_owned(), word: word.to_owned() };
            words.splice(at..at + 2, [said("character")]);
            words.splice(start..start, [said("the"), said(stat), said("of")]);
        }
    }
}

/// "Count the number of items. … that number" is "… the number of items".
fn number_counted(words: &mut Vec<Word>) {
    if positions(words, &["count", "the", "number", "of"]).first() != Some(&0) {
        return;
    }
    let Some(end) = words.iter().position(|one| one.word == ".") else { return };
    let number = joined(&words[1..end]);
    words.drain(..=end);
    replace(words, "that number", &number);
    replace(words, "that amount of ⬡ less", &format!("⬡ less equal to {number}"));
}

/// "Lose ¤ equal to the number of items this turn" is "get -1 ¤ this turn for each item".
fn lost_for_each(words: &mut Vec<Word>) {
    let Some(lose) = words.iter().position(|one| one.word == "lose") else { return };
    let equal = positions(words, &["equal", "to", "the", "number", "of"]);
    let Some(equal) = equal.into_iter().find(|at| *at == lose + 2) else { return };
    let lasts = ["until the start of your next turn", "this turn"];
    let found = lasts.iter().find_map(|lasts| {
        let phrase: Vec<&str> = lasts.split(' ').collect();
        positions(words, &phrase).into_iter().find(|at| *at > equal).map(|at| (at, phrase.len()))
    });
    let Some((at, length)) = found else { return };
    let said = |word: &str| Word { raw: word.to_owned(), word: word.to_owned() };
    let lasts: Vec<Word> = words.drain(at..at + length).collect();
    let each = lasts.into_iter().chain([said("for"), said("each")]);
    words.splice(equal..equal + 5, each);
    words.splice(lose..=lose, [said("get"), said("-1")]);
}

/// "Choose YES! or NO!: • YES! A. • NO! B." is "choose one: • A. • B."
fn labels(words: &mut Vec<Word>) {
    for at in positions(words, &["choose"]).into_iter().rev() {
        let said = |from: usize| words.get(at + from).map_or("", |one| one.word.as_str());
        if said(2) != "!" || said(3) != "or" || said(5) != "!" || said(6) != ":" {
            continue;
        }
        let (one, two) = (format!("• {} !", said(1)), format!("• {} !", said(4)));
        replace(words, &one, "•");
        replace(words, &two, "•");
        words.drain(at + 2..at + 6);
        words[at + 1].word = "one".to_owned();
    }
}

/// "Each player discards their hand and draws 7 cards": the second verb has the same subject, which is said again here.
fn restore_subjects(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        if let Some(subject) = elided_subject(words, at) {
            let length = subject.len();
            words.splice(at..at, subject);
            at += length;
        }
        at += 1;
    }
}

/// The subject of a verb in the third person after "and" or "then", if it is each of several players.
fn elided_subject(words: &[Word], at: usize) -> Option<[Word; 2]> {
    let is = |index: usize, wanted: &[&str]| {
        words.get(index).is_some_and(|one| wanted.contains(&one.word.as_str()))
    };
    let goes_on = is(at.checked_sub(1)?, &["and", "then"]) && !is(at.checked_sub(2)?, &["choose"]);
    if !goes_on || !["draws", "discards", "gains", "loses", "gets"].contains(&words[at].raw.as_str()) {
        return None;
    }
    let start = words[..at].iter().rposition(|one| matches!(one.word.as_str(), "." | "•" | "—" | ":"));
    let start = start.map_or(0, |before| before + 1);
    let each = (start..at.checked_sub(1)?).rev().find(|each| {
        words[*each].raw.eq_ignore_ascii_case("each") && is(each + 1, &["player", "opponent"])
    })?;
    // In between there is no other subject, nor a verb that goes together with this one.
    let between = each + 2..at;
    let other = between.into_iter().any(|index| {
        is(index, &["reveal", "you", "character", "item", "location"])
            || (is(index, &["player", "opponent", "them"]))
    });
    (!other).then(|| [words[each].clone(), words[each + 1].clone()])
}

/// Replaces a phrase everywhere.
pub fn replace(words: &mut Vec<Word>, from: &str, to: &str) {
    let from: Vec<&str> = from.split(' ').collect();
    let to: Vec<Word> = to
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| Word { raw: word.to_owned(), word: word.to_owned() })
        .collect();
    let mut start = 0;
    while start + from.len() <= words.len() {
        let end = start + from.len();
        if words[start..end].iter().zip(&from).all(|(word, wanted)| word.word == *wanted) {
            words.splice(start..end, to.iter().cloned());
            start += to.len();
        } else {
            start += 1;
        }
    }
}

/// The words of a text in normal form, with a space between them.
#[must_use]
pub fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.word.as_str()).collect::<Vec<_>>().join(" ")
}

fn without_reminders(text: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::new();
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

/// Words as they are written: letters, digits, apostrophes and hyphens stick together, anything else stands alone.
#[must_use]
pub fn split(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let digit_follows = letters.get(at + 1).is_some_and(char::is_ascii_digit);
        let mut end = at + 1;
        if letter.is_whitespace() {
            at = end;
            continue;
        }
        if letter.is_alphanumeric() || (matches!(letter, '+' | '-') && digit_follows) {
            while letters.get(end).is_some_and(|next| next.is_alphanumeric() || matches!(next, '\'' | '-')) {
                end += 1;
            }
        }
        found.push(letters[at..end].iter().collect());
        at = end;
    }
    found
}

/// The normal form of a word: no number, no person, no gender, since rules texts mean the same with any of them.
fn normal(raw: &str, next: &str) -> Vec<String> {
    let lower = raw.to_lowercase();
    if let Some(parts) = contraction(&lower) {
        return parts.iter().map(|part| (*part).to_owned()).collect();
    }
    let word = match lower.as_str() {
        "an" => "a",
        "they" | "he" | "she" | "it" | "them" | "him" => "them",
        "their" | "his" | "its" => "their",
        "her" if is_possessed(next) => "their",
        "her" => "them",
        "whenever" => "when",
        "are" | "were" => {
            if lower == "are" {
                "is"
            } else {
                "was"
            }
        }
        "has" => "have",
        "does" => "do",
        "readies" => "ready",
        "discards" => "discard",
        "don't" | "doesn't" => "don't",
        "cannot" => "can't",
        "hands" => "hand",
        "players'" => "player's",
        "opponents'" => "opponent's",
        "characters'" => "character's",
        other => return vec![singular(other).to_owned()],
    };
    vec![word.to_owned()]
}

fn contraction(word: &str) -> Option<&'static [&'static str]> {
    Some(match word {
        "it's" | "they're" | "he's" | "she's" => &["them", "is"],
        "there's" => &["there", "is"],
        "they've" => &["them", "have"],
        "you've" => &["you", "have"],
        "you're" => &["you", "is"],
        "isn't" | "aren't" => &["is", "not"],
        _ => return None,
    })
}

fn is_possessed(next: &str) -> bool {
    matches!(
        next,
        "player's" | "¤" | "◊" | "⛉" | "hand" | "next" | "cost" | "Shift" | "own" | "turn" | "deck"
    )
}

/// Words that lose their "s": nouns in the plural and verbs of one person.
const ENDING_IN_S: &[&str] = &[
    "action",
    "banishe",
    "card",
    "challenge",
    "character",
    "choose",
    "cost",
    "count",
    "counter",
    "deal",
    "deck",
    "draw",
    "drop",
    "enter",
    "exert",
    "gain",
    "get",
    "inkwell",
    "item",
    "leave",
    "location",
    "lose",
    "move",
    "name",
    "need",
    "opponent",
    "pay",
    "play",
    "player",
    "put",
    "quest",
    "remove",
    "return",
    "reveal",
    "shuffle",
    "sing",
    "skip",
    "song",
    "take",
    "turn",
    "type",
    "use",
    "want",
    "become",
    "look",
    "ability",
    "effect",
    "own",
    "ink",
    "tie",
];

fn singular(word: &str) -> &str {
    match word {
        "banishes" => "banish",
        "abilities" => "ability",
        "becomes" => "become",
        _ => match word.strip_suffix('s') {
            Some(stem) if ENDING_IN_S.contains(&stem) => stem,
            _ => word,
        },
    }
}
