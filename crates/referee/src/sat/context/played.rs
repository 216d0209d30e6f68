//! A game that was played again: what was so before and after the action that each event of the trace belongs to.

use gaslamp_botc::State;
use gaslamp_botc::rules::{Event, Mark, Person, Reminder};
use gaslamp_core::trace::VerbKind;
use gaslamp_core::{Game as _, Notation as _, Run, Seat};

/// The states of a game.
pub(super) struct Played {
    /// The state before each action, and the last.
    states: Vec<State>,
    /// The action that each event of the trace belongs to.
    steps: Vec<usize>,
}

impl Played {
    /// Plays a record again; none if it does not tell the trace's events.
    pub(super) fn of(run: &Run<State>, events: usize) -> Option<Self> {
        let record = run.record();
        let mut state = State::start(&record.setup).ok()?;
        let (mut states, mut steps) = (vec![state], Vec::new());
        for (step, &action) in record.actions.iter().enumerate() {
            let mut tell = |_, event: Event| {
                if is_told(&record.setup.names, &event) {
                    steps.push(step);
                }
            };
            state.apply(action, &record.contents, &mut tell).ok()?;
            states.push(state);
        }
        (steps.len() == events).then_some(Self { states, steps })
    }

    /// The state when somebody was about to do this.
    pub(super) fn before(&self, number: usize) -> Option<&State> {
        self.states.get(*self.steps.get(number)?)
    }

    /// The state when everything was done that followed.
    pub(super) fn after(&self, number: usize) -> Option<&State> {
        self.states.get(self.steps.get(number)? + 1)
    }

    pub(super) fn last(&self) -> Option<&State> {
        self.states.last()
    }

    /// What was true of a player who was about to act.
    pub(super) fn person(&self, player: usize, number: usize) -> Option<Person> {
        let state = self.before(number)?;
        Some(state.person(Seat::checked(player, state.seats())?))
    }

    /// What is true of a player when everything is done that followed.
    pub(super) fn person_after(&self, player: usize, number: usize) -> Option<Person> {
        let state = self.after(number)?;
        Some(state.person(Seat::checked(player, state.seats())?))
    }

    /// Whose mark lies at this seat.
    pub(super) fn source(&self, reminder: Reminder, on: usize, number: usize) -> Option<usize> {
        let is_it = |mark: &&Mark| mark.reminder == reminder && mark.on.index() == on;
        self.after(number)?.omniscient().marks().find(is_it).map(|mark| mark.by.index())
    }
}

/// Whether the trace of a game tells this; what one seat is told again, it does not.
fn is_told(names: &[String], event: &Event) -> bool {
    let event = State::write_event(names, event);
    let is_telling = |event: &gaslamp_core::trace::Event| {
        event.verb_among(State::DIALECT.verbs).is_some_and(|verb| verb.kind == VerbKind::Telling)
    };
    event.is_some_and(|event| !is_telling(&event))
}
