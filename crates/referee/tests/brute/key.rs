//! What brute force tells states apart by. Accepts a state, emits a key, and which chances are gone by then.

use std::hash::{Hash, Hasher};

use gaslamp_botc::rules::{Mark, Part, Pending, Reminder, Side};
use gaslamp_botc::{Character, State};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Game as _, Seat, Seats};

use super::TOLD;

const BUTLER: Character = Character::with_id("butler");
const IMP: Character = Character::with_id("imp");
const SLAYER: Character = Character::with_id("slayer");
const VIRGIN: Character = Character::with_id("virgin");

/// The most seats for which [`Table`] has room.
const MOST_SEATS: usize = 6;

/// How a state is told from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) table: Table,
    pub(super) moment: Moment,
}

/// What a grimoire shows. Nobody changes sides, and what players were told to be is shown of the Drunk alone, whose token stays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Table {
    roles: [Character; MOST_SEATS],
    living: Seats,
    /// Who has a vote left.
    votes: Seats,
    /// A bit for every kind of token and seat. By whose ability it lies there follows: each kind has one owner, but that of the Imps' dead,
    /// of which nobody asks.
    tokens: u128,
}

/// What goes on. Who lived at dusk, who has a new ability, who has not been told of it and what was claimed is read by nobody whose moves or
/// tokens are of Trouble Brewing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    phase: Phase,
    winner: Option<Side>,
    /// None where it is all the same whose turn it is.
    ask: Option<Pending>,
    executed: Option<Seat>,
    execution_killed: bool,
    /// Without what is [`Spent`], and without what is all the same.
    part: Part,
}

/// Chances that are gone. Of two states with the same key the one with fewer gone leads wherever the other does, by the same moves: whoever
/// has more turns can pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Spent {
    /// Who has nominated and lives; where it is all the same who, so many seats.
    nominators: Seats,
    nominated: Seats,
    passed: Seats,
    shot: Seats,
}

// What hashes leave out is compared all the same.
impl Hash for Table {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.tokens, u64::from(self.living.bits()) << 32 | u64::from(self.votes.bits())).hash(hasher);
    }
}

impl Hash for Moment {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.phase.hash(hasher);
        match self.part {
            Part::Setup | Part::Talk { .. } => {}
            Part::Night { acted, chosen, .. } => (acted, chosen).hash(hasher),
            Part::Evening { cursor, block, most_votes, .. } => (cursor, block, most_votes).hash(hasher),
        }
    }
}

impl Table {
    pub(super) fn of(state: &State) -> Self {
        let inside = state.omniscient();
        let roles = state.all_roles();
        Self {
            roles: std::array::from_fn(|seat| roles.get(seat).copied().unwrap_or(IMP)),
            living: inside.living,
            votes: inside.ghost_votes,
            tokens: inside.marks().fold(0, |bits, mark| bits | bit(mark.reminder, mark.on)),
        }
    }

    /// With more tokens.
    pub(super) fn with(mut self, marks: &[Mark]) -> Self {
        marks.iter().for_each(|mark| self.tokens |= bit(mark.reminder, mark.on));
        self
    }

    /// But for the tokens of [`TOLD`].
    pub(super) fn without_told(mut self) -> Self {
        for reminder in TOLD {
            (0..MOST_SEATS).for_each(|seat| self.tokens &= !bit(reminder, Seat::new(seat)));
        }
        self
    }
}

/// The tokens that a grimoire of Trouble Brewing shows beside those of [`TOLD`].
const OTHERS: [Reminder; 8] = [
    Reminder::with_name("undertaker", "died_today"),
    Reminder::with_name("monk", "safe"),
    Reminder::with_name("virgin", "no_ability"),
    Reminder::with_name("slayer", "no_ability"),
    Reminder::with_name("butler", "master"),
    Reminder::with_name("poisoner", "poisoned"),
    Reminder::with_name("scarletwoman", "is_the_demon"),
    Reminder::with_name("imp", "dead"),
];

fn bit(reminder: Reminder, seat: Seat) -> u128 {
    let mut known = TOLD.into_iter().chain(OTHERS);
    let number = known.position(|known| known == reminder).expect("a token of Trouble Brewing");
    1_u128 << (number * MOST_SEATS + seat.index())
}

/// Whether somebody lives whose ability is used by day and is not spent.
fn has_left(state: &State, ability: Character, spent: Reminder) -> bool {
    let inside = state.omniscient();
    let is_spent = |seat: Seat| inside.marks().any(|mark| mark.reminder == spent && mark.by == seat);
    inside.living.iter().any(|seat| state.ability_at(seat) == ability && !is_spent(seat))
}

/// Whether it matters whose turn it is. A nomination gives everybody a turn again, but a shot does not; all other shots do nothing.
pub(super) fn has_order(state: &State) -> bool {
    has_left(state, SLAYER, Reminder::with_name("slayer", "no_ability"))
}

/// Whether it matters who has nominated, and not only how many of the living have: a Virgin asks who it is, and a shot may kill somebody who
/// has or has not.
fn heeds_nominators(state: &State) -> bool {
    has_order(state) || has_left(state, VIRGIN, Reminder::with_name("virgin", "no_ability"))
}

/// Those of whom it matters whose hand is up: the dead, who have one vote, a Butler and his master.
pub(super) fn watched_hands(state: &State) -> Seats {
    let inside = state.omniscient();
    let butlers = (0..state.seats()).map(Seat::new).filter(|&seat| state.ability_at(seat) == BUTLER);
    let masters = inside
        .marks()
        .filter(|mark| mark.reminder == Reminder::with_name("butler", "master"))
        .map(|mark| mark.on);
    Seats::first(state.seats()).minus(inside.living).or(butlers.chain(masters).collect())
}

/// What a state is told from others by, and which chances are gone. Votes that go on are no states of their own.
pub(super) fn key(state: &State) -> (Key, Spent) {
    let inside = state.omniscient();
    let has_order = has_order(state);
    let mut spent =
        Spent { nominators: Seats::NONE, nominated: Seats::NONE, passed: Seats::NONE, shot: inside.shot };
    let mut part = inside.part;
    match &mut part {
        Part::Setup | Part::Night { .. } => {}
        Part::Talk { passed } => spent.passed = std::mem::take(passed),
        Part::Evening { passed, nominators, nominated, cursor, vote, .. } => {
            spent.passed = std::mem::take(passed);
            spent.nominated = std::mem::take(nominated);
            spent.nominators = std::mem::take(nominators).and(inside.living);
            // A ruling may be the end of somebody who has nominated.
            if !heeds_nominators(state) && state.ruling().is_none() {
                spent.nominators = Seats::first(spent.nominators.len());
            }
            if !has_order && state.ruling().is_none() {
                // The vote on a nominee begins there, and goes on after whoever nominated.
                match vote {
                    Some(vote) => vote.nominator = Seat::default(),
                    None => *cursor = Seat::default(),
                }
            }
        }
    }
    let is_any_turn = !has_order && matches!(state.pending(), Pending::Turn(_));
    let moment = Moment {
        phase: state.phase(),
        winner: inside.winner,
        ask: Some(state.pending()).filter(|_| !is_any_turn),
        executed: inside.executed,
        execution_killed: inside.execution_killed,
        part,
    };
    (Key { table: Table::of(state), moment }, spent)
}

impl Spent {
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let pairs = [
            (self.nominators, other.nominators),
            (self.nominated, other.nominated),
            (self.passed, other.passed),
            (self.shot, other.shot),
        ];
        pairs.iter().all(|(few, many)| few.minus(*many).is_empty())
    }
}
