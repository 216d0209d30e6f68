//! The language of questions and statements: what players ask the Storyteller, are told by day and say
//! publicly.
//!
//! A formula is judged in a state, at the moment it is said, taking registration into account.

use gaslamp_core::{Seat, Seats};

use super::cast;
use super::marks::{Mark, Reminder};
use super::registration::{Registered, Verdict, neighbouring_pairs};
use super::state::State;
use crate::characters::{Character, Team};

/// A statement about the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// This is false.
    Not(Box<Self>),
    /// Two formulas with a connective.
    Join(Joint, Box<Self>, Box<Self>),
    /// This player is evil.
    Evil(Seat),
    /// This player is this character.
    Role(Seat, Character),
    /// This player is of this team.
    Type(Seat, Team),
    /// Somebody is this character.
    InPlay(Character),
    /// Exactly this many of these are true.
    Exactly(u8, Vec<Self>),
    /// There are this many pairs of evil neighbours.
    EvilPairs(u8),
    /// The Demon is this many steps from the nearest Minion.
    DemonToMinion(u8),
    /// The first player has an ability that begins with a token, such as a red herring, and the second player
    /// has that token.
    RedHerring(Seat, Seat),
    /// This character sits between two of this team.
    Between(Character, Team),
    /// The longest row of neighbouring Townsfolk has this length, or at least this length.
    TownsfolkRow {
        /// The length.
        length: u8,
        /// Whether it may be longer.
        or_longer: bool,
    },
    /// There are this many different teams among these players.
    TypesAmong(u8, Vec<Seat>),
    /// These two characters are neighbours.
    NextTo(Character, Character),
    /// This player is drunk or poisoned.
    Impaired(Seat),
    /// This player must be mad about being a character.
    Mad(Seat),
    /// A token of this kind lies at a player, placed by a certain player if one is named.
    Token {
        /// The kind of token.
        kind: Reminder,
        /// Who placed it, if that matters.
        by: Option<Seat>,
        /// Where it lies.
        on: Seat,
    },
    /// When the first player last chose at night, the second was among the chosen. It is judged only where choices are
    /// remembered ([`super::ConstrainedRun::remembering_choices`]).
    Target(Seat, Seat),
    /// These are the players whom the first one has chosen at night so far, in order; judged likewise.
    Targets(Seat, Vec<Seat>),
}

/// How two formulas are joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Joint {
    /// Both.
    And,
    /// One, or both.
    Or,
    /// Exactly one.
    Xor,
    /// Both or neither.
    Iff,
}

impl Formula {
    /// Whether it may be true and whether it may be false, over all registrations.
    pub(crate) fn judge(&self, state: &State) -> Verdict {
        state.judge_tables(|table| self.holds(state, table))
    }

    /// Whether it is true under this registration of everyone.
    pub(crate) fn holds(&self, state: &State, table: &Registered) -> bool {
        let size = state.size();
        match self {
            Self::Not(inner) => !inner.holds(state, table),
            Self::Join(joint, a, b) => {
                let (a, b) = (a.holds(state, table), b.holds(state, table));
                match joint {
                    Joint::And => a && b,
                    Joint::Or => a || b,
                    Joint::Xor => a != b,
                    Joint::Iff => a == b,
                }
            }
            Self::Evil(seat) => table.evil.contains(*seat),
            Self::Role(seat, character) => table.roles[seat.index()] == *character,
            Self::Type(seat, team) => table.is_of(*seat, *team),
            Self::InPlay(character) => !table.holders(*character, size).is_empty(),
            Self::Exactly(count, parts) => {
                parts.iter().filter(|part| part.holds(state, table)).count() == usize::from(*count)
            }
            Self::EvilPairs(count) => neighbouring_pairs(table.evil, size) == *count,
            Self::DemonToMinion(count) => nearest_minion(table, size).unwrap_or(0) == *count,
            Self::RedHerring(teller, herring) => {
                let token = cast::of(table.roles[teller.index()]).starting_token;
                token.is_some_and(|token| state.marks.placed_by(token, *teller) == Some(*herring))
            }
            Self::Between(character, team) => table
                .holders(*character, size)
                .iter()
                .any(|holder| beside(holder, size).into_iter().all(|seat| table.is_of(seat, *team))),
            Self::TownsfolkRow { length, or_longer } => {
                let longest = longest_row(table, size);
                longest == *length || *or_longer && longest > *length
            }
            Self::TypesAmong(count, seats) => {
                let teams = seats.iter().fold(0u32, |teams, seat| teams | 1 << table.team(*seat) as u32);
                teams.count_ones() == u32::from(*count)
            }
            Self::NextTo(a, b) => {
                let others = table.holders(*b, size);
                table
                    .holders(*a, size)
                    .iter()
                    .any(|seat| beside(seat, size).iter().any(|next| others.contains(*next)))
            }
            Self::Impaired(seat) => state.is_drunk_or_poisoned(*seat),
            Self::Mad(seat) => state.is_mad(*seat),
            Self::Token { kind, by, on } => {
                let is_it = |mark: &Mark| {
                    mark.reminder == *kind && mark.on == *on && by.is_none_or(|by| by == mark.by)
                };
                state.marks.iter().any(is_it)
            }
            Self::Target(by, target) => state.marks.last_choice(*by).contains(*target),
            Self::Targets(by, targets) => state.marks.choices(*by).eq(targets.iter().copied()),
        }
    }

    /// Whether every seat that it names exists at this table, and choices that it is about are remembered there.
    pub(crate) fn fits_table(&self, state: &State) -> bool {
        let sits = |seat: &Seat| seat.index() < state.size();
        let is_remembered = |seat: &Seat| state.script.choices_remembered.contains(*seat);
        match self {
            Self::Not(inner) => inner.fits_table(state),
            Self::Join(_, a, b) => a.fits_table(state) && b.fits_table(state),
            Self::Evil(seat)
            | Self::Role(seat, _)
            | Self::Type(seat, _)
            | Self::Impaired(seat)
            | Self::Mad(seat) => sits(seat),
            Self::Exactly(_, parts) => parts.iter().all(|part| part.fits_table(state)),
            Self::RedHerring(a, b) => sits(a) && sits(b),
            Self::TypesAmong(_, seats) => seats.iter().all(sits),
            Self::Token { by, on, .. } => sits(on) && by.as_ref().is_none_or(sits),
            Self::Target(by, target) => is_remembered(by) && sits(target),
            Self::Targets(by, targets) => is_remembered(by) && targets.iter().all(sits),
            Self::InPlay(_)
            | Self::EvilPairs(_)
            | Self::DemonToMinion(_)
            | Self::Between(..)
            | Self::TownsfolkRow { .. }
            | Self::NextTo(..) => true,
        }
    }
}

fn beside(seat: Seat, size: usize) -> [Seat; 2] {
    [Seat::new((seat.index() + size - 1) % size), Seat::new((seat.index() + 1) % size)]
}

fn of_team(table: &Registered, team: Team, size: usize) -> Seats {
    (0..size).map(Seat::new).filter(|seat| table.is_of(*seat, team)).collect()
}

/// The steps from a Demon to the nearest Minion, either way around.
pub(crate) fn nearest_minion(table: &Registered, size: usize) -> Option<u8> {
    let minions = of_team(table, Team::Minion, size);
    let steps = |demon: Seat, minion: Seat| {
        let way = demon.index().abs_diff(minion.index());
        way.min(size - way) as u8
    };
    let demons = of_team(table, Team::Demon, size);
    demons.iter().flat_map(|demon| minions.iter().map(move |minion| steps(demon, minion))).min()
}

/// The longest row of neighbours who register as Townsfolk, around the circle.
fn longest_row(table: &Registered, size: usize) -> u8 {
    let townsfolk = of_team(table, Team::Townsfolk, size);
    let row_from = |start: usize| {
        (0..size).take_while(|offset| townsfolk.contains(Seat::new((start + offset) % size))).count()
    };
    (0..size).map(row_from).max().unwrap_or_default() as u8
}
