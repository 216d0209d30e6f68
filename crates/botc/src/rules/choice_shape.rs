//! What an ability lets its player choose: a public [`ChoiceShape`], and a [`Pick`] at a concrete table.

use gaslamp_core::{Refusal, Seat, Seats};

use super::action::Action;
use super::refusals;
use crate::characters::CharacterSet;

/// The kind of choice an ability gives its player at night.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceShape {
    /// None.
    Nothing,
    /// One player.
    One,
    /// One player, or nobody.
    OneOrPass,
    /// Two players.
    Two,
    /// Two players, or nobody.
    TwoOrPass,
    /// Two players, one after the other.
    TwoInOrder,
    /// One player or nobody, or three players, one after the other, depending on the nights before.
    OneOrThree,
    /// A character, or none.
    CharacterOrPass,
    /// A player, and a character for them.
    Naming,
    /// The choice of the character that the player thinks they are.
    Believed,
}

/// The choice that an ability gives its player now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pick {
    /// None.
    Nothing,
    /// One of these players.
    One(Seats),
    /// One of these players, or nobody.
    OneOrPass(Seats),
    /// Two of these players.
    Two(Seats),
    /// Two of these players, or nobody.
    TwoOrPass(Seats),
    /// Two of these players, one after the other.
    TwoInOrder(Seats),
    /// Three of these players, one after the other.
    ThreeInOrder(Seats),
    /// One of these characters, or none.
    CharacterOrPass(CharacterSet),
    /// One of these players, and one of these characters.
    Naming(Seats, CharacterSet),
    /// The same, but some of the characters only for some players.
    NamingBound {
        /// One of these players.
        seats: Seats,
        /// One of these characters.
        characters: CharacterSet,
        /// Those that are only for the players in `to`.
        bound: CharacterSet,
        /// The players who may be any of them.
        to: Seats,
    },
}

impl Pick {
    /// Whether there is anything to choose. A player with too few to choose from is not asked.
    pub(crate) const fn is_possible(self) -> bool {
        match self {
            Self::Nothing => false,
            Self::One(seats) => !seats.is_empty(),
            Self::Naming(seats, characters) => !seats.is_empty() && !characters.is_empty(),
            Self::NamingBound { seats, characters, bound, to } => {
                !seats.is_empty() && !characters.minus(bound).is_empty()
                    || !seats.and(to).is_empty() && !characters.is_empty()
            }
            Self::Two(seats) | Self::TwoInOrder(seats) => seats.len() >= 2,
            Self::ThreeInOrder(seats) => seats.len() >= 3,
            Self::OneOrPass(_) | Self::TwoOrPass(_) | Self::CharacterOrPass(_) => true,
        }
    }

    /// Whether this choice is allowed.
    pub(crate) fn check(self, action: Action) -> Result<(), Refusal> {
        let fits = match (self, action) {
            (Self::One(seats) | Self::OneOrPass(seats), Action::Choose(seat)) => seats.contains(seat),
            (Self::Two(seats) | Self::TwoOrPass(seats), Action::ChooseTwo(a, b)) => {
                a < b && seats.contains(a) && seats.contains(b)
            }
            (Self::TwoInOrder(seats), Action::AttackTwo(a, b)) => {
                a != b && seats.contains(a) && seats.contains(b)
            }
            (Self::ThreeInOrder(seats), Action::AttackThree(a, b, c)) => {
                action.chosen().len() == 3 && [a, b, c].iter().all(|&seat| seats.contains(seat))
            }
            (Self::CharacterOrPass(characters), Action::ChooseCharacter(character)) => {
                characters.contains(character)
            }
            (Self::Naming(seats, characters), Action::Name(seat, character)) => {
                seats.contains(seat) && characters.contains(character)
            }
            (Self::NamingBound { seats, characters, bound, to }, Action::Name(seat, character)) => {
                let is_bound = bound.contains(character) && !to.contains(seat);
                seats.contains(seat) && characters.contains(character) && !is_bound
            }
            (Self::OneOrPass(_) | Self::TwoOrPass(_) | Self::CharacterOrPass(_), Action::Pass) => true,
            (_, Action::Pass) => return Err(Refusal::from(&refusals::PASS_NOT)),
            _ => return Err(Refusal::from(&refusals::CHOOSE_SHAPE)),
        };
        if fits { Ok(()) } else { Err(Refusal::from(&refusals::CHOOSE_TARGET)) }
    }

    /// Every choice.
    pub(crate) fn for_each(self, choose: &mut dyn FnMut(Action)) {
        match self {
            Self::Nothing => {}
            Self::One(seats) => seats.iter().for_each(|seat| choose(Action::Choose(seat))),
            Self::OneOrPass(seats) => {
                choose(Action::Pass);
                seats.iter().for_each(|seat| choose(Action::Choose(seat)));
            }
            Self::Two(seats) => for_each_pair(seats, choose),
            Self::TwoOrPass(seats) => {
                choose(Action::Pass);
                for_each_pair(seats, choose);
            }
            Self::TwoInOrder(seats) => for_each_after(seats, |a, others| {
                others.iter().for_each(|b| choose(Action::AttackTwo(a, b)));
            }),
            Self::ThreeInOrder(seats) => for_each_after(seats, |a, others| {
                for_each_after(others, |b, others| {
                    others.iter().for_each(|c| choose(Action::AttackThree(a, b, c)));
                });
            }),
            Self::CharacterOrPass(characters) => {
                choose(Action::Pass);
                characters.iter().for_each(|character| choose(Action::ChooseCharacter(character)));
            }
            Self::Naming(seats, characters) => {
                for seat in seats.iter() {
                    characters.iter().for_each(|character| choose(Action::Name(seat, character)));
                }
            }
            Self::NamingBound { seats, characters, bound, to } => {
                for seat in seats.iter() {
                    let possible = if to.contains(seat) { characters } else { characters.minus(bound) };
                    possible.iter().for_each(|character| choose(Action::Name(seat, character)));
                }
            }
        }
    }
}

/// Every choice of two seats of a set.
fn for_each_pair(seats: Seats, choose: &mut dyn FnMut(Action)) {
    for_each_above(seats, |a, above| above.iter().for_each(|b| choose(Action::ChooseTwo(a, b))));
}

/// Every seat of a set, with the other seats of the set.
fn for_each_after(seats: Seats, mut visit: impl FnMut(Seat, Seats)) {
    seats.iter().for_each(|seat| visit(seat, seats.without(seat)));
}

/// Every seat of a set, with the seats of the set above it.
fn for_each_above(seats: Seats, mut visit: impl FnMut(Seat, Seats)) {
    let mut rest = seats;
    while let Some(seat) = rest.lowest() {
        rest = rest.without(seat);
        visit(seat, rest);
    }
}
