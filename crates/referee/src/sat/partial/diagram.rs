//! Completions in which nothing but the set-up binds: counted exactly, and numbered.
//!
//! A decision diagram: characters that may not be everywhere are placed one by one, and what is left depends only on the room at each kind of seat,
//! on the Outsiders and Minions that are missing, and on the Drunk's token. The others fill the rest in closed form.

use std::collections::HashMap;

use gaslamp_botc::{Character, Team};

use super::Shown;
use super::table::{Branch, Places, Table};
use crate::sat::budgeted_solver::Stop;
use crate::sat::history::{BARON, DRUNK, IMP, outsiders_brought};

/// The completions of a branch.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    /// Those that may not be everywhere, with their places.
    bound: Vec<(Character, Places)>,
    /// Those that may: Townsfolk, Outsiders, Minions.
    free: [Vec<Character>; 3],
    start: State,
    counted: HashMap<State, u128>,
    /// When it is set, numbers are wrong.
    stop: Stop,
}

/// What is left when some characters have their places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    /// How many have theirs.
    placed: usize,
    /// Free seats of each kind, five bits for each.
    room: u128,
    outsiders: i8,
    minions: i8,
    drunk: Drunk,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Drunk {
    NotInPlay,
    NeedsToken,
    HasToken,
}

impl State {
    const fn room_at(self, kind: usize) -> u128 {
        self.room >> (5 * kind) & 31
    }

    fn seats(self) -> u128 {
        (0..20).map(|kind| self.room_at(kind)).sum()
    }
}

impl Diagram {
    /// Of a branch at a table with these numbers of Outsiders, Minions and Demons before characters change them.
    pub(super) fn new(
        table: &Table,
        branch: &Branch,
        [_, outsiders, minions, demons]: [usize; 4],
        stop: &Stop,
    ) -> Self {
        let is_imp = |seat: &&usize| branch.imps >> **seat & 1 == 1;
        let mut room: Vec<usize> =
            table.kinds.iter().map(|seats| seats.len() - seats.iter().filter(is_imp).count()).collect();
        let packed = room.iter().rev().fold(0, |packed, &free| packed << 5 | free as u128);
        let [recluse, baron] = branch.hidden.map(i8::from);
        let became = branch.imps.count_ones() as i8 - demons as i8;
        let start = State {
            placed: 0,
            room: packed,
            outsiders: outsiders as i8 + baron * outsiders_brought(BARON) - recluse,
            minions: minions as i8 - (became - recluse),
            drunk: Drunk::NotInPlay,
        };
        for kind in branch.places.iter().filter_map(|places| places.as_kind()) {
            room[kind] = room[kind].saturating_sub(1);
        }
        let open = (0..room.len()).filter(|&kind| room[kind] > 0);
        let everywhere = open.fold(Places::ABSENT, |places, kind| places.with(Places::kind(kind)));
        let mut bound = Vec::new();
        let mut free = [const { Vec::new() }; 3];
        for (&character, &places) in table.characters.iter().zip(&branch.places) {
            let (team, everywhere) = match character.team() {
                Team::Townsfolk => (0, everywhere.with(Places::BELIEVED)),
                Team::Outsider => (1, everywhere),
                _ => (2, everywhere),
            };
            if character == DRUNK || outsiders_brought(character) != 0 {
                bound.insert(0, (character, places));
            } else if character != IMP && places.has(everywhere) {
                free[team].push(character);
            } else if character != IMP {
                bound.push((character, places));
            }
        }
        // The Drunk comes before any token, and whoever has one place before those who have several.
        bound.sort_by_key(|(character, places)| (*character != DRUNK, !places.is_one()));
        Self { bound, free, start, counted: HashMap::new(), stop: stop.clone() }
    }

    pub(super) fn count(&mut self) -> u128 {
        self.count_from(self.start)
    }

    /// Forgets what was counted on the way.
    pub(super) fn forget(&mut self) {
        self.counted = HashMap::new();
    }

    fn count_from(&mut self, state: State) -> u128 {
        let Some(&(character, places)) = self.bound.get(state.placed) else {
            return self.count_free(state);
        };
        if let Some(&count) = self.counted.get(&state) {
            return count;
        }
        if self.stop.is_set() {
            return 0;
        }
        let options = places.each().filter_map(|place| next(state, character, place));
        let count = options.map(|(ways, next)| ways * self.count_from(next)).sum();
        self.counted.insert(state, count);
        count
    }

    /// How many of each team are missing, if there are as many.
    fn missing(&self, state: State) -> Option<[usize; 3]> {
        let outsiders = usize::try_from(state.outsiders).ok()?;
        let minions = usize::try_from(state.minions).ok()?;
        let townsfolk = (state.seats() as usize).checked_sub(outsiders + minions)?;
        Some([townsfolk, outsiders, minions])
    }

    fn count_free(&self, state: State) -> u128 {
        let Some(missing) = self.missing(state) else { return 0 };
        let choices: u128 =
            self.free.iter().zip(missing).map(|(free, count)| binomial(free.len(), count)).product();
        let tokens = match state.drunk {
            Drunk::NeedsToken => self.free[0].len().saturating_sub(missing[0]) as u128,
            Drunk::NotInPlay | Drunk::HasToken => 1,
        };
        choices * tokens * factorial(state.seats())
    }

    /// The completion with this number, below the count, if these are the Imps.
    pub(super) fn nth(&mut self, table: &Table, imps: u32, mut number: u128) -> Option<Vec<Shown>> {
        let is_free = |seat: &usize| imps >> seat & 1 == 0;
        let mut room: Vec<Vec<usize>> =
            table.kinds.iter().map(|seats| seats.iter().copied().filter(is_free).collect()).collect();
        let mut roles = vec![Shown { token: IMP, is_drunk: false }; table.kind_of.len()];
        let mut state = self.start;
        let (mut drunk, mut token) = (None, None);
        while let Some(&(character, places)) = self.bound.get(state.placed) {
            let (place, count, after) = places.each().find_map(|place| {
                let (ways, after) = next(state, character, place)?;
                let count = self.count_from(after);
                let here = ways * count;
                if number >= here {
                    number -= here;
                    return None;
                }
                Some((place, count, after))
            })?;
            if let Some(kind) = place.as_kind() {
                let seat = room[kind].remove((number / count) as usize);
                roles[seat].token = character;
                drunk = drunk.or((character == DRUNK).then_some(seat));
            } else if place == Places::BELIEVED {
                token = Some(character);
            }
            number %= count;
            state = after;
        }
        let (others, free_token) = self.nth_free(state, number)?;
        for (seat, character) in room.into_iter().flatten().zip(others) {
            roles[seat].token = character;
        }
        if let Some(seat) = drunk {
            roles[seat] = Shown { token: token.or(free_token)?, is_drunk: true };
        }
        Some(roles)
    }

    /// Who fills the seats that are left, in their order, and the Drunk's token if it is missing.
    fn nth_free(&self, state: State, mut number: u128) -> Option<(Vec<Character>, Option<Character>)> {
        let missing = self.missing(state)?;
        let mut digit = |base: u128| {
            let digit = number % base.max(1);
            number /= base.max(1);
            digit
        };
        let mut chosen = Vec::new();
        for (free, count) in self.free.iter().zip(missing) {
            chosen.extend(nth_choice(free, count, digit(binomial(free.len(), count))));
        }
        let tokens: Vec<Character> =
            self.free[0].iter().copied().filter(|character| !chosen.contains(character)).collect();
        let token = match state.drunk {
            Drunk::NeedsToken => tokens.get(digit(tokens.len() as u128) as usize).copied(),
            Drunk::NotInPlay | Drunk::HasToken => None,
        };
        let mut seated = Vec::new();
        while !chosen.is_empty() {
            let at = digit(chosen.len() as u128) as usize;
            seated.push(chosen.swap_remove(at));
        }
        Some((seated, token))
    }
}

/// What is left when a character takes a place, and in how many ways it can.
fn next(state: State, character: Character, place: Places) -> Option<(u128, State)> {
    let mut after = State { placed: state.placed + 1, ..state };
    if place == Places::ABSENT {
        return Some((1, after));
    }
    let Some(kind) = place.as_kind() else {
        after.drunk = Drunk::HasToken;
        return (state.drunk == Drunk::NeedsToken).then_some((1, after));
    };
    let room = state.room_at(kind);
    if room == 0 {
        return None;
    }
    after.room -= 1 << (5 * kind);
    match character.team() {
        Team::Outsider => after.outsiders -= 1,
        Team::Minion => after.minions -= 1,
        _ => {}
    }
    after.outsiders += outsiders_brought(character);
    if character == DRUNK {
        after.drunk = Drunk::NeedsToken;
    }
    Some((room, after))
}

fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

fn binomial(n: usize, k: usize) -> u128 {
    if k > n { 0 } else { (0..k).fold(1, |result, i| result * (n - i) as u128 / (i + 1) as u128) }
}

/// The choice of this many items with this number, in lexicographic order.
fn nth_choice(items: &[Character], count: usize, mut number: u128) -> Vec<Character> {
    let mut chosen = Vec::new();
    for (at, &item) in items.iter().enumerate() {
        if chosen.len() == count {
            break;
        }
        let with_item = binomial(items.len() - at - 1, count - chosen.len() - 1);
        if number < with_item {
            chosen.push(item);
        } else {
            number -= with_item;
        }
    }
    chosen
}
