//! The ids of actions, as the file format fixes them.

use crate::common;

use gaslamp_core::{Actions, Choice, Contents, Game as _, IdKey, Notation as _};
use gaslamp_lorcana::{Action, State};
use gaslamp_tree::id::ids;

use common::dealt;

fn state(seed: &str) -> State {
    State::start(&dealt(seed)).expect("a set-up")
}

fn listed(state: &State) -> Vec<(String, Action)> {
    let mut legal = Actions::new();
    state.legal(&mut legal);
    let actions: Vec<Action> = legal
        .iter()
        .map(|choice| match choice {
            Choice::Action(action) => *action,
            Choice::Open(_) => panic!("everything is listed here"),
        })
        .collect();
    let keys: Vec<IdKey> =
        actions.iter().map(|&action| state.id_key(&[], &Contents::default(), action)).collect();
    ids(&keys).expect("ids").iter().map(ToString::to_string).zip(actions).collect()
}

#[test]
fn first_actions_have_the_ids_of_the_format() {
    let state = state("0123456.0123456.ab");
    let found: Vec<String> = listed(&state).into_iter().map(|(id, _)| id).collect();
    assert_eq!(found, ["e35", "i64", "i56", "i45", "ic0", "i49", "i05", "i44"]);
}

#[test]
fn colliding_actions_all_take_more_digits() {
    let state = state("4fff012.0123456.ab");
    let colliding: Vec<(String, Action)> =
        listed(&state).into_iter().filter(|(id, _)| id.starts_with("i49")).collect();
    assert_eq!(colliding.len(), 2, "{colliding:?}");
    assert!(colliding.iter().all(|(id, _)| id.len() == 4), "{colliding:?}");
    let mut after: Vec<State> = Vec::new();
    for (_, action) in colliding {
        let mut next = state.clone();
        next.apply(action, &Contents::default(), &mut |_, _| {}).unwrap();
        after.push(next);
    }
    assert_ne!(after[0], after[1]);
}

/// The play of a character that the format's own example shows with a wrong id.
#[test]
fn playing_tipo_is_pbb() {
    let mut state = state("1123456.0123456.ab");
    let act = |state: &mut State, id: &str| {
        let listed = listed(state);
        let (_, action) = listed.iter().find(|(known, _)| known == id).expect("a listed action");
        state.apply(*action, &Contents::default(), &mut |_, _| {}).expect("a listed action");
    };
    for id in ["i45", "e35", "e43", "ic0"] {
        act(&mut state, id);
    }
    let ids: Vec<String> = listed(&state).into_iter().map(|(id, _)| id).collect();
    assert!(ids.contains(&"pbb".to_owned()), "{ids:?}");
}
