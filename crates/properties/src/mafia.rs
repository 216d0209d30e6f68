//! What must hold for the readers of Mafia.

use gaslamp_core::{Contents, Game, Token, Tokens};
use gaslamp_mafia::encoding::{decode_sequence, encode_phrase, read_tokens};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Deal, Rules, State};

/// Accepted tokens encode to the same tokens again; so do their names.
pub fn tokens_round_trip(bytes: &[u8]) {
    let tokens: Vec<Token> = bytes.iter().map(|&byte| Token::from(byte)).collect();
    if let Ok(action) = State::decode(&tokens) {
        let mut again = Vec::new();
        State::encode(action, &mut again);
        assert_eq!(again, tokens);
    }
    match decode_sequence(&tokens) {
        Ok(phrases) => {
            let mut again = Vec::new();
            phrases.into_iter().for_each(|phrase| encode_phrase(phrase, &mut again));
            assert_eq!(again, tokens);
            let names: Vec<&str> =
                tokens.iter().map(|&token| State::VOCABULARY[usize::from(token)]).collect();
            assert_eq!(read_tokens(&names.join(" ")), Ok(tokens));
        }
        Err(error) => assert!(error.at <= tokens.len()),
    }
    if let Ok(text) = str::from_utf8(bytes) {
        // Any text may be asked for; only the answer's shape is promised.
        let known =
            |tokens: Vec<Token>| tokens.iter().all(|&token| usize::from(token) < State::VOCABULARY.len());
        assert!(read_tokens(text).map_or(true, known));
    }
}

/// An accepted table line reads back as written, to the same state.
pub fn table_lines_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(table) = Table::read(text) else { return };
    let written = table.to_string();
    assert_eq!(Table::read(&written).as_ref(), Ok(&table), "{written}");
    if let Ok(state) = table.check() {
        assert_eq!(Table::read(&Table::of(&state).to_string()).and_then(|table| table.check()), Ok(state));
    }
}

/// Whatever is tried in whatever state: what is listed is applied, all else is refused and changes nothing.
/// The first two bytes are the deal, every other one an action.
pub fn unlisted_actions_are_refused(bytes: &[u8]) {
    let [high, low, rest @ ..] = bytes else { return };
    let contents = Contents::default();
    let rules = Rules { unanimous_kill: high & 0x80 != 0, ..Rules::default() };
    let mut state = State::new(rules);
    let number = u16::from_be_bytes([*high, *low]) % Deal::COUNT;
    let deal = Deal::from_arrangement(number).map(Action::Deal).expect("a number below the count");
    state.apply(deal, &contents, &mut |_, _| {}).expect("the deal comes first");
    for &byte in rest {
        let action = Action::from_id(usize::from(byte)).unwrap_or(deal);
        let listed = state.legal_set().contains(action);
        let before = state;
        let answer = state.apply(action, &contents, &mut |_, _| {});
        assert_eq!(answer.is_ok(), listed, "{action:?} in {}", Table::of(&before));
        assert!(listed || state == before);
        assert_eq!(state.to_act().is_some(), !state.legal_set().is_empty());
    }
}
