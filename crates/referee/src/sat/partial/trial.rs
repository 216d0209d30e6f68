//! How much of a completion a run needs. The decisions of a witness are a plan: everybody sticks to it, whoever they are. Where the plan cannot
//! fail, all completions are legal at once.
//!
//! Accepts a branch and a witness of it, emits what must be as the witness has it for the plan not to fail.

use gaslamp_botc::{Character, Team};
use rustsat::types::Lit;

use super::formula::Completion;
use super::table::{Branch, Places, Table};
use crate::sat::budgeted_solver::{Answer, BudgetedSolver, Stop};
use crate::sat::circuit::Bit;
use crate::sat::history::{DRUNK, Dealt, IMP, Length, Unrolling};

/// Something that a plan needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// A character sits where the witness has it.
    Seat(usize),
    /// A character is at none of these places.
    Not(usize, Places),
}

/// Where the set-up alone leaves one way out, seeing that can mean counting seats in every order. What is not seen soon is taken for needed: that
/// makes more branches, and no wrong ones.
const MOST_STEPS: u64 = 300;

/// What suffices for the witness's plan to succeed in this branch.
pub(super) fn needs(table: &Table, branch: &Branch, witness: &Completion, stop: &Stop) -> Vec<Need> {
    let length = Length::Nights(table.nights);
    let mut unrolling =
        Unrolling::planned(&table.setup, length, &known(table, branch, witness), witness.plan.clone());
    let end = end(&mut unrolling, table, branch);
    let failures = unrolling.circuit.take_failures();
    unrolling.circuit.hold_all_rules();
    unrolling.circuit.require(failures.into_iter().chain(end.into_iter().map(|bit| !bit)));
    let candidates = candidates(&mut unrolling, table, branch, witness);
    let mut solver = BudgetedSolver::new(unrolling.circuit.into_solver(), stop);
    let rank = |need: &(Lit, Need)| rank(table, need.1);
    let found = (0..RANKS).find_map(|most| {
        let least: Vec<(Lit, Need)> = candidates.iter().filter(|need| rank(need) <= most).copied().collect();
        core(&mut solver, &least)
    });
    let mut found = found.unwrap_or(candidates);
    found.sort_by_key(|need| std::cmp::Reverse(rank(need)));
    let mut needs = hidden(table, branch, witness);
    needs.extend(smallest(&mut solver, found));
    by_character(&needs)
}

/// Binds the run to the branch, and says what else is so of the witness, which needs no more than all of that.
fn candidates(
    unrolling: &mut Unrolling,
    table: &Table,
    branch: &Branch,
    witness: &Completion,
) -> Vec<(Lit, Need)> {
    let mut candidates = Vec::new();
    for number in (0..table.characters.len()).filter(|&number| table.characters[number] != IMP) {
        for (place, is) in at(unrolling, table, branch, number) {
            if !branch.places[number].has(place) {
                unrolling.circuit.require([!is]);
            } else if let Bit::Open(is) = is
                && place != witness.places[number]
            {
                candidates.push((!is, Need::Not(number, place)));
            }
        }
        let seat = witness.seats[number].filter(|_| witness.places[number].as_kind().is_some());
        if let Some(Bit::Open(sits)) = seat.map(|seat| unrolling.start[seat][number]) {
            if branch.seats[number].is_some() {
                unrolling.circuit.require([Bit::Open(sits)]);
            } else {
                candidates.push((sits, Need::Seat(number)));
            }
        }
    }
    candidates
}

/// No death and no token has to do with them.
const INERT: [Character; 3] =
    [Character::with_id("chef"), Character::with_id("empath"), Character::with_id("ravenkeeper")];

const RANKS: usize = 9;

/// Which needs to do without sooner. There are many Townsfolk, so where one of them is matters least, and least of all for some; where that one
/// is not asks less than that it is in play, and that less than its very seat.
fn rank(table: &Table, need: Need) -> usize {
    let (number, rank) = match need {
        Need::Not(number, Places::ABSENT) => (number, 1),
        Need::Not(number, _) => (number, 0),
        Need::Seat(number) => (number, 2),
    };
    let character = table.characters[number];
    match character.team() {
        _ if INERT.contains(&character) => 6 + rank,
        Team::Townsfolk => 3 + rank,
        _ => rank,
    }
}

/// Those of a character together, seats first. A character whose seat is needed needs nothing else.
fn by_character(needs: &[Need]) -> Vec<Need> {
    let seats: Vec<Need> = needs.iter().copied().filter(|need| matches!(need, Need::Seat(_))).collect();
    let mut others: Vec<Need> = Vec::new();
    for need in needs {
        let &Need::Not(number, place) = need else { continue };
        let is_same = |other: &&mut Need| matches!(other, Need::Not(of, _) if *of == number);
        if let Some(Need::Not(_, places)) = others.iter_mut().find(is_same) {
            *places = places.with(place);
        } else if !seats.contains(&Need::Seat(number)) {
            others.push(*need);
        }
    }
    seats.into_iter().chain(others).collect()
}

/// The roles that are the same in all completions: those dealt to the Imps, as the witness has it, and those whose seats are settled.
fn known(table: &Table, branch: &Branch, witness: &Completion) -> Vec<Dealt> {
    let role = |number: usize| Dealt::exactly(table.characters[number], table.characters[number]);
    let mut known = vec![Dealt::ANYTHING; table.kind_of.len()];
    for (seat, known) in known.iter_mut().enumerate().filter(|(seat, _)| branch.imps >> seat & 1 == 1) {
        *known = role(witness.dealt[seat]);
    }
    for (number, seat) in branch.seats.iter().enumerate() {
        if let Some(seat) = seat.filter(|_| table.characters[number] != DRUNK) {
            known[seat] = role(number);
        }
    }
    known
}

/// How the run is to end.
fn end(unrolling: &mut Unrolling, table: &Table, branch: &Branch) -> Vec<Bit> {
    let mut end = table.end(unrolling);
    for seat in 0..table.kind_of.len() {
        let became = unrolling.became[seat];
        end.push(if branch.imps >> seat & 1 == 1 { unrolling.is(seat, IMP) } else { !became });
    }
    end
}

/// Who the plan has as an Imp now is nowhere else.
fn hidden(table: &Table, branch: &Branch, witness: &Completion) -> Vec<Need> {
    let mut needs = Vec::new();
    for seat in (0..table.kind_of.len()).filter(|seat| branch.imps >> seat & 1 == 1) {
        let number = witness.dealt[seat];
        if table.characters[number] != IMP {
            let elsewhere = branch.places[number].without(Places::ABSENT);
            needs.extend(elsewhere.each().map(|place| Need::Not(number, place)));
        }
    }
    needs
}

/// Whether a character is at each of its places, apart from those of the Imps.
fn at(unrolling: &mut Unrolling, table: &Table, branch: &Branch, number: usize) -> Vec<(Places, Bit)> {
    let mut at: Vec<(Places, Bit)> = Vec::new();
    for (kind, seats) in table.kinds.iter().enumerate() {
        let others = seats.iter().filter(|&&seat| branch.imps >> seat & 1 == 0);
        let there: Vec<Bit> = others.map(|&seat| unrolling.start[seat][number]).collect();
        at.push((Places::kind(kind), unrolling.circuit.or(there)));
    }
    let believed: Vec<Bit> = unrolling.believed.iter().map(|bits| bits[number]).collect();
    at.push((Places::BELIEVED, unrolling.circuit.or(believed)));
    let present: Vec<Bit> = at.iter().map(|(_, is)| *is).collect();
    at.push((Places::ABSENT, !unrolling.circuit.or(present)));
    at
}

/// Those of these that suffice; none if all of them do not, or if that is not seen soon.
fn core(solver: &mut BudgetedSolver, needs: &[(Lit, Need)]) -> Option<Vec<(Lit, Need)>> {
    let assumed: Vec<Lit> = needs.iter().map(|(literal, _)| *literal).collect();
    match solver.ask(&assumed, MOST_STEPS) {
        Answer::Cannot(core) => {
            Some(needs.iter().filter(|(literal, _)| core.contains(literal)).copied().collect())
        }
        Answer::Can | Answer::Unknown => None,
    }
}

/// Drops one need after the other.
fn smallest(solver: &mut BudgetedSolver, mut left: Vec<(Lit, Need)>) -> Vec<Need> {
    let mut needed: Vec<(Lit, Need)> = Vec::new();
    while !left.is_empty() {
        let doubted = left.remove(0);
        let others: Vec<(Lit, Need)> = needed.iter().chain(&left).copied().collect();
        match core(solver, &others) {
            Some(core) => left.retain(|need| core.contains(need)),
            None => needed.push(doubted),
        }
    }
    needed.into_iter().map(|(_, need)| need).collect()
}
