//! What must hold for the readers of Lorcana.

use gaslamp_core::{Actions, Choice, Contents, Game as _, Span};
use gaslamp_lorcana::notation::dot::state as dot;
use gaslamp_lorcana::notation::{board, dot as graph};
use gaslamp_lorcana::rules::{Action, Answer, CardId};
use gaslamp_lorcana::seed::{read_dek, write_dek};
use gaslamp_lorcana::{Deck, Seed, Setup, State, deck};

fn places_are_in(text: &str, spans: impl Iterator<Item = Option<Span>>) {
    for span in spans.flatten() {
        assert!(text.get(span.range()).is_some(), "{span:?}");
    }
}

/// An accepted deck list reads back as written; problems have places in the text.
pub fn decks_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let listing = deck::read(text);
    places_are_in(text, listing.problems.iter().map(|problem| problem.span));
    let written = listing.deck.to_string();
    assert_eq!(Deck::read(&written).as_ref(), Ok(&listing.deck));
    if let Ok(cards) = read_dek(text) {
        assert_eq!(read_dek(&write_dek(&cards)), Ok(cards));
    }
    let _ = Seed::read(text).map(|seed| assert_eq!(seed.as_str(), text));
}

/// An accepted graph reads back as written.
pub fn graphs_round_trip(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let reading = graph::read(text);
    places_are_in(text, reading.problems.iter().map(|problem| problem.span));
    if reading.problems.is_empty() {
        let written = graph::write(&reading.graph);
        assert_eq!(graph::Graph::read(&written).as_ref(), Ok(&reading.graph), "{written}");
    }
}

/// A board or a game.dot whose state the rules accept reads back as written, to that state, and can be played
/// on.
pub fn positions_play_on(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(position) = board::read(text)
        && let Ok(state) = State::from_position(position)
    {
        assert_eq!(board::read(&board::write(state.position())).as_ref(), Ok(state.position()));
        plays_on(state);
    }
    let (game, deks) = text.split_once("\n---\n").unwrap_or((text, ""));
    let (first, second) = deks.split_once("\n---\n").unwrap_or((deks, ""));
    if let Ok(state) = dot::read(game, [first, second]) {
        let deks = [0, 1].map(|player: usize| {
            let deck = &state.position().decks[player];
            write_dek(&deck.iter().rev().map(|&id| state.piece(id).copy).collect::<Vec<_>>())
        });
        assert_eq!(dot::read(&dot::write(&state), [&deks[0], &deks[1]]).as_ref(), Ok(&state));
        plays_on(state);
    }
}

/// Somebody can always act until the game is over.
fn plays_on(mut state: State) {
    let mut legal = Actions::new();
    for step in 0..40_usize {
        state.legal(&mut legal);
        if state.to_act().is_none() {
            return assert!(legal.is_empty() && state.outcome().is_some());
        }
        let Some(&choice) = legal.get(step * 7 % legal.len().max(1)) else {
            panic!("somebody is to act and nothing is legal: {state:?}");
        };
        let Choice::Action(action) = choice else { return };
        state.apply(action, &Contents::default(), &mut |_, _| {}).expect("a listed action");
    }
}

/// An accepted action is listed, and a refused one changes nothing.
pub fn unlisted_actions_are_refused(bytes: &[u8]) {
    let deck = |lines: &str| Deck::read(lines).expect("a readable deck");
    let first = deck(
        "4 Tipo - Growing Son\n4 Mulan - Disguised Soldier\n4 Tinker Bell - Giant Fairy\n4 Spooky Sight",
    );
    let second = deck("4 Diablo - Watchful Raven\n4 Elsa - The Fifth Spirit\n4 Cheshire Cat - Inexplicable");
    let seed = Seed::read("here").expect("a plain seed");
    let mut state = State::start(&Setup::Dealt { decks: [first, second], seed }).expect("a legal set-up");
    let mut legal = Actions::new();
    for chunk in bytes.chunks(3) {
        let &[kind, one, other] = chunk else { return };
        let count = state.position().pieces.len();
        let piece = |byte: u8| state.piece(CardId::new(usize::from(byte) % count));
        let (one, two) = (piece(one), piece(other));
        state.legal(&mut legal);
        let listed = |place: u8| legal.get(usize::from(place) % legal.len().max(1));
        let action = match kind % 16 {
            0 => Action::EndTurn,
            1 => Action::Ink(one),
            2 => Action::Play(one),
            3 => Action::Quest(one),
            4 => Action::Challenge { by: one, target: two },
            5 => Action::Shift { card: one, onto: two },
            6 => Action::Sing { song: one, singer: two },
            7 => Action::Boost(one),
            8 => Action::Choose(Answer::Card(one)),
            9 => Action::Choose(Answer::Number(other)),
            10 => Action::Choose(Answer::Trigger(other)),
            _ => match listed(other) {
                Some(Choice::Action(action)) => *action,
                _ => return,
            },
        };
        let before = state.clone();
        let is_listed = legal.contains(&Choice::Action(action));
        let done = state.apply(action, &Contents::default(), &mut |_, _| {});
        assert_eq!(done.is_ok(), is_listed, "{action:?}");
        assert!(is_listed || state == before);
    }
}
