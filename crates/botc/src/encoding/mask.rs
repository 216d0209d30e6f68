//! The legal actions of a seat as dense tables, so that a learner can mask whole heads of a network at once.

use gaslamp_core::{Choice, Seat, Token, View};
use serde_json::{Value, json};

use super::vocabulary::*;
use crate::characters::Character;
use crate::rules::{Action, Open, SEATS, State};

/// The open choices a seat can have, in the order of the mask.
pub const OPEN: [(Open, &str); 5] = [
    (Open::Claim, "claim"),
    (Open::Guesses, "guesses"),
    (Open::Accusation, "accusation"),
    (Open::Gossip, "gossip"),
    (Open::Question, "question"),
];

/// Which combinations of verb and arguments are legal. Verbs, seats and characters are numbered from 0, verbs
/// and characters in the order of their ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JointMask {
    /// Verb: whether any action with this verb is legal, including open choices.
    pub verbs: [bool; VERBS],
    /// Verb × seat: whether an action with this verb that names this seat, in any position, is legal.
    pub seats: [[bool; SEATS]; VERBS],
    /// First seat × second seat of `CHOOSE_TWO`, where the first is the lower one, or of `ATTACK_TWO`.
    pub pairs: [[bool; SEATS]; SEATS],
    /// The legal `ATTACK_THREE`, as indices of seats.
    pub triples: Vec<[u8; 3]>,
    /// Verb × character: whether an action with this verb that names this character is legal.
    pub characters: [[bool; CHARACTERS]; VERBS],
    /// Seat × character of `NAME`.
    pub names: [[bool; CHARACTERS]; SEATS],
    /// Which of the choices in [`OPEN`] are open.
    pub open: [bool; OPEN.len()],
}

impl JointMask {
    /// Nothing is legal.
    pub const NOTHING: Self = Self {
        verbs: [false; VERBS],
        seats: [[false; SEATS]; VERBS],
        pairs: [[false; SEATS]; SEATS],
        triples: Vec::new(),
        characters: [[false; CHARACTERS]; VERBS],
        names: [[false; CHARACTERS]; SEATS],
        open: [false; OPEN.len()],
    };

    /// The mask as JSON: the tables under their names, with 0 and 1, along with the names of the verbs and of
    /// the open choices.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let verb_names: Vec<&str> = VOCABULARY[..VERBS].to_vec();
        let open_names = OPEN.map(|(_, name)| name);
        json!({
            "verb_names": verb_names,
            "open_names": open_names,
            "verbs": bits(&self.verbs),
            "seats": self.seats.iter().map(|row| bits(row)).collect::<Vec<_>>(),
            "pairs": self.pairs.iter().map(|row| bits(row)).collect::<Vec<_>>(),
            "triples": self.triples,
            "characters": self.characters.iter().map(|row| bits(row)).collect::<Vec<_>>(),
            "names": self.names.iter().map(|row| bits(row)).collect::<Vec<_>>(),
            "open": bits(&self.open),
        })
    }

    fn add(&mut self, choice: Choice<State>) {
        match choice {
            Choice::Action(action) => self.add_action(action),
            Choice::Open(open) => self.add_open(open),
        }
    }

    fn add_open(&mut self, open: Open) {
        let Some(at) = OPEN.iter().position(|(kind, _)| *kind == open) else { return };
        self.open[at] = true;
        self.set_verb(if open == Open::Question { ASK } else { CLAIM });
    }

    fn add_action(&mut self, action: Action) {
        match action {
            Action::Pass => self.set_verb(PASS),
            Action::Abstain => self.set_verb(ABSTAIN),
            Action::Visit => self.set_verb(VISIT),
            Action::Choose(seat) => self.set_seat(CHOOSE, seat),
            Action::Shoot(seat) => self.set_seat(SHOOT, seat),
            Action::Suspect(seat) => self.set_seat(SUSPECT, seat),
            Action::Unmask(seat) => self.set_seat(UNMASK, seat),
            Action::Nominate(seat) => self.set_seat(NOMINATE, seat),
            Action::Vote(seat) => self.set_seat(VOTE, seat),
            Action::ChooseTwo(a, b) => {
                [a, b].into_iter().for_each(|seat| self.set_seat(CHOOSE_TWO, seat));
                set(&mut self.pairs, a.index(), b.index());
            }
            Action::AttackTwo(a, b) => {
                [a, b].into_iter().for_each(|seat| self.set_seat(ATTACK_TWO, seat));
                set(&mut self.pairs, a.index(), b.index());
            }
            Action::AttackThree(a, b, c) => {
                [a, b, c].into_iter().for_each(|seat| self.set_seat(ATTACK_THREE, seat));
                self.triples.push([a, b, c].map(|seat| seat.index() as u8));
            }
            Action::ChooseCharacter(character) => self.set_character(CHOOSE_CHARACTER, character),
            Action::Name(seat, character) => {
                self.set_seat(NAME, seat);
                self.set_character(NAME, character);
                set(&mut self.names, seat.index(), character.index());
            }
            // Never listed for a seat: the Storyteller's actions, and those with contents, which are open.
            Action::Deal(_)
            | Action::Tell(..)
            | Action::Pick(_)
            | Action::PickNobody
            | Action::Rule(_)
            | Action::Show(_)
            | Action::Claim(_)
            | Action::Ask(_) => {}
        }
    }

    fn set_verb(&mut self, verb: Token) {
        self.verbs[usize::from(verb)] = true;
    }

    fn set_seat(&mut self, verb: Token, seat: Seat) {
        self.set_verb(verb);
        set(&mut self.seats, usize::from(verb), seat.index());
    }

    fn set_character(&mut self, verb: Token, character: Character) {
        self.set_verb(verb);
        set(&mut self.characters, usize::from(verb), character.index());
    }
}

/// Sets a cell, if the table has it.
fn set<const COLUMNS: usize>(table: &mut [[bool; COLUMNS]], row: usize, column: usize) {
    let place = table.get_mut(row).and_then(|row| row.get_mut(column));
    place.into_iter().for_each(|place| *place = true);
}

fn bits(row: &[bool]) -> Vec<u8> {
    row.iter().map(|&bit| u8::from(bit)).collect()
}

/// What the seat of this view may do now; nothing unless it is to act.
#[must_use]
pub fn joint_mask(view: &View<State>) -> JointMask {
    let mut mask = JointMask::NOTHING;
    view.legal.iter().for_each(|choice| mask.add(*choice));
    mask
}
