//! Tokens: strict reading, masks, observations of random games, and the page generated from the code.

mod document;
#[path = "../../../core/tests/common/files.rs"]
mod files;
mod grammar;
mod masks;
mod observing;
mod phrases;
mod reading;
#[path = "../../../core/tests/common/tokens.rs"]
mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::encoding::{
    CHARACTERS, GRAMMAR, Item, JointMask, OPEN, Observation, VERBS, VERSION, VOCABULARY, decode_content,
    decode_sequence, documentation, encode_content, encode_event, joint_mask, name, observe, read_tokens,
};
use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::rules::{
    Action, Bluffs, CharacterList, Claim, Content, Deal, Entry, EvilTeam, Formula, Grimoire, Joint, Laid,
    Mark, Open, Phrase, Reminder, Report, SEATS, Statement, default_names,
};
use gaslamp_botc::{Character, CharacterSet, Script, Setup, Side, State, Team};
use gaslamp_core::conformance::written_under_mask;
use gaslamp_core::trace::Phase;
use gaslamp_core::{
    Actions, Actor, Choice, Contents, Game as _, Rng, Run, Seat, Seats, Token, TokenError, Tokens as _,
};

use files::agrees_with_file;
use tokens::{check_errors, check_names, encoded, next_words, raw, words};

/// More actions than any of these games has.
const PATIENCE: usize = 100_000;

fn seat(index: usize) -> Seat {
    Seat::new(index)
}

fn set(indexes: &[usize]) -> Seats {
    indexes.iter().map(|&index| seat(index)).collect()
}

fn character(text: &str) -> Character {
    Character::read(text).unwrap_or_else(|| panic!("{text}"))
}

fn bluffs(text: &str) -> Bluffs {
    let set: CharacterSet = text.split_whitespace().map(character).collect();
    Bluffs::new(set).expect("three at most")
}

fn written(by: Option<Seat>, phrase: &Phrase) -> Vec<Token> {
    let mut tokens = Vec::new();
    encode_event(by, phrase, &mut tokens);
    tokens
}

fn rewritten(items: &[Item]) -> Vec<Token> {
    let mut tokens = Vec::new();
    items.iter().for_each(|item| item.encode(&mut tokens));
    tokens
}

/// A script of some characters that can be played together.
fn somebody(seed: u64) -> Script {
    Script::random(&mut Rng::new(seed))
}

/// Tables of several scripts and sizes, including the largest.
fn setup(seed: u64) -> Setup {
    let of = |script: Script, players| Setup { script, names: default_names(players), counts: None };
    match seed % 5 {
        0 => Setup::trouble_brewing(5),
        1 => Setup::trouble_brewing(12),
        2 => of(somebody(seed), 9),
        3 => of(somebody(seed), 15),
        _ => {
            let counts = Some([13, 2, 4, 1]);
            Setup { script: somebody(seed), names: default_names(SEATS), counts }
        }
    }
}

/// A random game: the actor takes any entry of the list, but talks less often than at even odds, so that
/// games are not just claims. `look` sees every position.
fn play(seed: u64, mut look: impl FnMut(&Run<State>)) -> Run<State> {
    let mut rng = Rng::new(seed);
    let mut run = Run::new(setup(seed)).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut legal = Actions::<State>::new();
    for _ in 0..PATIENCE {
        look(&run);
        run.state().legal(&mut legal);
        let Some(&choice) = rng.pick(&legal) else { return run };
        let is_quiet = matches!(choice, Choice::Open(Open::Claim)) && rng.below(3) > 0;
        let choice = if is_quiet { legal[0] } else { choice };
        let action = run.concrete(choice, &mut rng);
        run.apply(action).unwrap_or_else(|refusal| panic!("seed {seed}: {action:?} {refusal}"));
    }
    panic!("seed {seed}: the game does not end");
}

fn seats(run: &Run<State>) -> impl Iterator<Item = Seat> + use<> {
    (0..run.state().seats()).map(Seat::new)
}
