//! Tokens as words, and the checks that apply to the tokens of every game.
//!
//! The module that includes this has the game as `State`. Accepts words of its vocabulary, with or without
//! brackets, and `#99` for an id without a name; emits token ids, and words without brackets. Refusals are
//! tables: the text, the position of the offending token, and the id of the error.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::fmt::Debug;

use gaslamp_core::{Game, Token, TokenError, Tokens as _};

use super::State;

fn bare(name: &str) -> &str {
    name.trim_matches(['<', '>'])
}

/// Token ids from words.
pub(crate) fn raw(text: &str) -> Vec<Token> {
    let known = |word: &str| State::VOCABULARY.iter().position(|name| bare(name) == bare(word));
    let one = |word: &str| match word.strip_prefix('#') {
        Some(number) => number.parse().expect("a number"),
        None => known(word).unwrap_or_else(|| panic!("`{word}` is no token")) as Token,
    };
    text.split_whitespace().map(one).collect()
}

/// The words of tokens.
pub(crate) fn words(tokens: &[Token]) -> String {
    let word = |&token: &Token| match State::VOCABULARY.get(usize::from(token)) {
        Some(name) => bare(name).to_owned(),
        None => format!("#{token}"),
    };
    tokens.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The tokens of an action.
pub(crate) fn encoded(action: <State as Game>::Action) -> Vec<Token> {
    let mut tokens = Vec::new();
    State::encode(action, &mut tokens);
    tokens
}

/// Every text is refused at the position and with the id in the table.
pub(crate) fn check_errors<T: Debug>(
    table: &[(&str, usize, &str)],
    read: impl Fn(&[Token]) -> Result<T, TokenError>,
) {
    for &(text, at, id) in table {
        check_error(text, (at, id), read(&raw(text)));
    }
}

fn check_error<T: Debug>(text: &str, expected: (usize, &str), read: Result<T, TokenError>) {
    let error = read.expect_err(text);
    assert_eq!((error.at, error.id), expected, "`{text}`: {error}");
    assert!(!error.message.is_empty(), "{text}");
}

/// Every token is read from its name, with or without brackets, and from its number. The texts in `meant`
/// read as the words beside them; those in `refused` have a word that is refused with this id.
pub(crate) fn check_names(
    read: impl Fn(&str) -> Result<Vec<Token>, TokenError>,
    meant: &[(&str, &str)],
    refused: &[(&str, usize)],
    id: &str,
) {
    for (token, &name) in (0..).zip(State::VOCABULARY).filter(|(_, name)| **name != "<SPARE>") {
        for text in [name, bare(name), &token.to_string(), &format!("[{name}, ]")] {
            assert_eq!(read(text), Ok(vec![token]), "{text}");
        }
        assert_eq!(read(&format!("{name},2,{name}")), Ok(vec![token, 2, token]), "{name}");
    }
    for (text, words) in meant {
        assert_eq!(read(text), Ok(raw(words)), "{text}");
    }
    for &(text, at) in refused {
        check_error(text, (at, id), read(text));
    }
}

/// The words that may follow a prefix, or the position and id of its refusal; a refusal leaves the mask
/// empty.
pub(crate) fn next_words(state: &State, prefix: &str) -> Result<String, (usize, &'static str)> {
    let mut mask = vec![true; State::VOCABULARY.len()];
    let answer = state.next_token_mask(&raw(prefix), &mut mask).map_err(|error| (error.at, error.id));
    let open: Vec<Token> = (0..).zip(&mask).filter_map(|(token, &set)| set.then_some(token)).collect();
    assert!(answer.is_ok() || open.is_empty(), "{prefix}");
    answer.map(|()| words(&open))
}
