//! Every way to play on from a state, by the engine, to the next dawn or dusk. Accepts a state, emits how the table lay on the way, and where the
//! next part of the game begins.

use std::collections::{HashMap, VecDeque};

use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::rules::{Action, Event, Lasts, Mark, Pending, Phrase};
use gaslamp_botc::{Character, State};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Contents, Game as _};

use super::key::{Key, Spent, Table, has_order, key, watched_hands};

const SLAYER: Character = Character::with_id("slayer");

/// The search through one part of the game.
pub(super) struct Search {
    part: u16,
    seen: HashMap<Key, Vec<Spent>>,
    open: VecDeque<State>,
    /// A state for every table, and tokens that lay there before dawn or dusk swept them away.
    pub(super) tables: HashMap<Table, (State, Vec<Mark>)>,
    /// Where the next part begins.
    pub(super) next: Vec<State>,
}

impl Search {
    pub(super) fn from(start: State) -> Self {
        let mut search = Self {
            part: part_number(&start),
            seen: HashMap::new(),
            open: VecDeque::new(),
            tables: HashMap::new(),
            next: Vec::new(),
        };
        search.reach(start);
        while let Some(state) = search.open.pop_front() {
            search.go_on(state);
        }
        search
    }

    fn reach(&mut self, state: State) {
        if part_number(&state) != self.part {
            self.next.push(state);
        } else if self.is_new(&state) {
            self.open.push_back(state);
        }
    }

    /// Whether no state was seen that leads wherever this one does. From now on one was.
    fn is_new(&mut self, state: &State) -> bool {
        let (key, spent) = key(state);
        let seen = self.seen.entry(key).or_default();
        if seen.iter().any(|known| known.is_within(&spent)) {
            return false;
        }
        seen.push(spent);
        self.tables.entry(key.table).or_insert_with(|| (*state, Vec::new()));
        true
    }

    /// Does everything that can be done. Those whose turn it is pass one after the other, and each may do something instead: a turn that has
    /// come by passing is no state of its own, or two that are the same but for whose turn it is would wait for each other.
    fn go_on(&mut self, mut state: State) {
        if matches!(state.pending(), Pending::Vote(_)) {
            return self.vote(state, true);
        }
        self.act(&state);
        while matches!(state.pending(), Pending::Turn(_)) {
            let before = state.phase();
            state = self.after(&state, Action::Pass);
            if !matches!(state.pending(), Pending::Turn(_)) || state.phase() != before {
                return self.reach(state);
            }
            if !has_order(&state) || self.is_new(&state) {
                self.act(&state);
            }
        }
    }

    /// Goes through a vote in every way. Of hands that are not watched it matters only how many are up: those who are asked first raise
    /// theirs, up to somebody who does not.
    fn vote(&mut self, state: State, may_raise: bool) {
        let Pending::Vote(voter) = state.pending() else { return self.reach(state) };
        let is_watched = watched_hands(&state).contains(voter);
        for action in moves(&state).filter(|action| may_raise || is_watched || *action == Action::Abstain) {
            let after = self.after(&state, action);
            self.vote(after, may_raise && (is_watched || action != Action::Abstain));
        }
    }

    /// Does everything that can be done but to pass by day.
    fn act(&mut self, state: &State) {
        let is_turn = matches!(state.pending(), Pending::Turn(_));
        for action in moves(state).filter(|action| !is_turn || *action != Action::Pass) {
            let after = self.after(state, action);
            self.reach(after);
        }
    }

    /// What comes of a move. The rules go on to dawn or dusk at once; how the table lay just before is noted.
    fn after(&mut self, state: &State, action: Action) -> State {
        let mut after = *state;
        after.apply_listed(action, &Contents::default());
        if part_number(&after) != self.part {
            let swept = swept(state, action, &after);
            self.tables.entry(Table::of(&after).with(&swept)).or_insert((after, swept));
        }
        after
    }
}

/// The tokens that dawn or dusk takes away after a move; others go with their owner before.
fn swept(state: &State, action: Action, after: &State) -> Vec<Mark> {
    let until = if state.is_night() { Lasts::Dawn } else { Lasts::Dusk };
    let is_swept = |mark: &Mark| {
        let is_owned = !mark.reminder.needs_source() || after.omniscient().living.contains(mark.by);
        mark.reminder.lasts() == until && is_owned
    };
    let mut swept = Vec::new();
    let emit = &mut |_, event: Event| match event.phrase {
        Phrase::Removed(mark) if is_swept(&mark) => swept.push(mark),
        _ => {}
    };
    state.clone().apply(action, &Contents::default(), emit).expect("a legal move");
    swept
}

/// Everything that can be done, but talk and shots of others than a Slayer, of which nothing comes.
fn moves(state: &State) -> impl Iterator<Item = Action> {
    let mut legal = Actions::<State>::new();
    state.legal(&mut legal);
    let is_slayer = matches!(state.pending(), Pending::Turn(seat) if state.ability_at(seat) == SLAYER);
    legal.into_iter().filter_map(move |choice| match choice {
        Choice::Action(Action::Shoot(_)) if !is_slayer => None,
        Choice::Action(action) => Some(action),
        Choice::Open(_) => None,
    })
}

/// Which part of the game it is, beginning with 0 for the first night.
pub(super) fn part_number(state: &State) -> u16 {
    match state.phase() {
        Phase { label: NIGHT, number } => 2 * number - 2,
        Phase { label: DAY | EVENING, number } => 2 * number - 1,
        _ => 0,
    }
}
