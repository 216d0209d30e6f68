//! The formula of all runs that end as the grimoire says, before the solver. Accepts branches, emits witnesses: a completion and a run that leads to it.

use rustsat::types::Lit;

use super::Stopped;
use super::table::{Branch, Places, Table};
use crate::sat::budgeted_solver::{Answer, BudgetedSolver, Stop};
use crate::sat::circuit::{Bit, Choice, Decided};
use crate::sat::grimoire_constraints::role;
use crate::sat::history::{BARON, IMP, Length, RECLUSE, TOKENS, Unrolling};

/// All runs that end as the grimoire says.
pub(super) struct Formula {
    solver: BudgetedSolver,
    /// Who is what now, by seat and character.
    pub(super) shown: Vec<Vec<Bit>>,
    /// Which token a Drunk has.
    pub(super) believed: Vec<Vec<Bit>>,
    /// Which tokens lie there, by seat.
    pub(super) tokens: Vec<Vec<Bit>>,
    dealt: Vec<Vec<Bit>>,
    /// Whether the Recluse and the Baron have become the Imp.
    hidden: [Bit; 2],
    /// By character, whether it is at a place.
    at: Vec<Vec<(Places, Bit)>>,
    choices: Vec<Choice>,
    imp: Option<usize>,
    /// Whether there are at least one, two and so on Imps.
    imps: Vec<Bit>,
}

/// A completion, and all decisions on the way to it.
#[derive(Debug)]
pub(super) struct Completion {
    pub(super) plan: Vec<Decided>,
    /// What each seat was dealt: the number of a character.
    pub(super) dealt: Vec<usize>,
    /// The seat of each character; an Imp's does not count.
    pub(super) seats: Vec<Option<usize>>,
    /// The place of each character.
    pub(super) places: Vec<Places>,
}

impl Formula {
    pub(super) fn new(table: &Table, stop: &Stop) -> Self {
        let mut unrolling = Unrolling::new(&table.setup, Length::Nights(table.nights));
        let choices = unrolling.circuit.take_choices();
        unrolling.circuit.hold_all_rules();
        let mut said = table.end(&unrolling);
        for (seat, player) in table.grimoire.players.iter().enumerate() {
            if let Some(role) = role(&mut unrolling, seat, player) {
                said.extend(role.demands.into_iter().map(|(_, bit)| bit).chain(role.bits));
            }
        }
        said.into_iter().for_each(|bit| unrolling.circuit.require([bit]));
        let characters = table.characters.clone();
        let seats = 0..unrolling.seats();
        let shown: Vec<Vec<Bit>> = seats
            .clone()
            .map(|seat| characters.iter().map(|&character| unrolling.is(seat, character)).collect())
            .collect();
        let hidden = [RECLUSE, BARON].map(|character| {
            let became = |seat: usize| (unrolling.dealt(seat, character), unrolling.became[seat]);
            let became: Vec<(Bit, Bit)> = seats.clone().map(became).collect();
            let became: Vec<Bit> = became.into_iter().map(|(a, b)| unrolling.circuit.and([a, b])).collect();
            unrolling.circuit.or(became)
        });
        let imp = characters.iter().position(|&character| character == IMP);
        let each: Vec<Bit> = imp.map_or_else(Vec::new, |imp| shown.iter().map(|bits| bits[imp]).collect());
        let imps = unrolling.circuit.count(&each, each.len());
        let at = (0..characters.len()).map(|number| at(&mut unrolling, table, &shown, number)).collect();
        let lies = |seat: usize| TOKENS.iter().map(|token| unrolling.lies(*token)[seat]).collect();
        Self {
            tokens: seats.map(lies).collect(),
            shown,
            hidden,
            at,
            choices,
            believed: unrolling.believed,
            dealt: unrolling.start,
            imp,
            imps,
            solver: BudgetedSolver::new(unrolling.circuit.into_solver(), stop),
        }
    }

    /// Whether all of this can be; if so, [`Self::value`] tells of a run in which it is.
    pub(super) fn can_be(&mut self, all: impl IntoIterator<Item = Bit>) -> Result<bool, Stopped> {
        let mut assumed: Vec<Lit> = Vec::new();
        for bit in all {
            match bit {
                Bit::Is(true) => {}
                Bit::Is(false) => return Ok(false),
                Bit::Open(literal) => assumed.push(literal),
            }
        }
        match self.solver.ask(&assumed, BudgetedSolver::FOREVER) {
            Answer::Can => Ok(true),
            Answer::Cannot(_) => Ok(false),
            Answer::Unknown => Err(Stopped),
        }
    }

    pub(super) fn value(&self, bit: Bit) -> bool {
        match bit {
            Bit::Is(is) => is,
            Bit::Open(literal) => self.solver.value(literal),
        }
    }

    /// Whether there may be this many Imps.
    pub(super) fn can_have_imps(&mut self, count: usize) -> Result<bool, Stopped> {
        let bit = count.checked_sub(1).map_or(Some(Bit::Is(true)), |place| self.imps.get(place).copied());
        bit.map_or(Ok(false), |bit| self.can_be([bit]))
    }

    /// Whether all of these may be Imps.
    pub(super) fn can_be_imps(&mut self, imps: u32) -> Result<bool, Stopped> {
        let bits: Vec<Bit> = (0..self.shown.len())
            .filter(|seat| imps >> seat & 1 == 1)
            .map(|seat| self.is_imp(seat))
            .collect();
        self.can_be(bits)
    }

    fn is_imp(&self, seat: usize) -> Bit {
        self.imp.map_or(Bit::Is(false), |imp| self.shown[seat][imp])
    }

    /// A completion of this branch.
    pub(super) fn witness(&mut self, branch: &Branch) -> Result<Option<Completion>, Stopped> {
        let when = |bit: Bit, is: bool| if is { bit } else { !bit };
        let mut assumed: Vec<Bit> = (0..self.shown.len())
            .map(|seat| when(self.is_imp(seat), branch.imps >> seat & 1 == 1))
            .chain(self.hidden.into_iter().zip(branch.hidden).map(|(bit, is)| when(bit, is)))
            .collect();
        for (number, places) in
            branch.places.iter().enumerate().filter(|(number, _)| Some(*number) != self.imp)
        {
            match branch.seats[number] {
                Some(seat) => assumed.push(self.shown[seat][number]),
                None => assumed.extend(
                    self.at[number].iter().filter(|(place, _)| !places.has(*place)).map(|(_, is)| !*is),
                ),
            }
        }
        Ok(self.can_be(assumed)?.then(|| self.read()))
    }

    /// What the solver has found.
    fn read(&self) -> Completion {
        let decide = |choice: &Choice| match choice {
            Choice::Whether(bit) => Decided::Whether(self.value(*bit)),
            Choice::Which(bits) => Decided::Which(bits.iter().position(|bit| self.value(*bit))),
        };
        let number_at = |bits: &Vec<Bit>| bits.iter().position(|bit| self.value(*bit));
        let characters = 0..self.at.len();
        let seat_of = |number: usize| self.shown.iter().position(|bits| self.value(bits[number]));
        let place_of = |number: usize| {
            let at = self.at[number].iter().find(|(_, is)| self.value(*is));
            at.map_or(Places::ABSENT, |(place, _)| *place)
        };
        Completion {
            plan: self.choices.iter().map(decide).collect(),
            dealt: self.dealt.iter().map(|bits| number_at(bits).unwrap_or_default()).collect(),
            seats: characters.clone().map(seat_of).collect(),
            places: characters.map(place_of).collect(),
        }
    }
}

/// Whether a character is at each of its places.
fn at(unrolling: &mut Unrolling, table: &Table, shown: &[Vec<Bit>], number: usize) -> Vec<(Places, Bit)> {
    let mut at: Vec<(Places, Bit)> = Vec::new();
    for (kind, seats) in table.kinds.iter().enumerate() {
        let there: Vec<Bit> = seats.iter().map(|&seat| shown[seat][number]).collect();
        at.push((Places::kind(kind), unrolling.circuit.or(there)));
    }
    let believed: Vec<Bit> = unrolling.believed.iter().map(|bits| bits[number]).collect();
    at.push((Places::BELIEVED, unrolling.circuit.or(believed)));
    let present: Vec<Bit> = at.iter().map(|(_, is)| *is).collect();
    at.push((Places::ABSENT, !unrolling.circuit.or(present)));
    at
}
