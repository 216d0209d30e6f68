//! Traces of whole games, event by event, to be cut anywhere.

use gaslamp_botc::{Setup, State};
use gaslamp_core::trace::{Event, Phase, Trace, What};
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run, Span};

/// What the engine tells of a whole game at random, in which now and then somebody talks.
pub(crate) fn whole_game(setup: &Setup, rng: &mut Rng) -> Vec<(Phase, Event)> {
    let mut run = Run::<State>::new(setup.clone()).expect("a set-up");
    let mut legal = Actions::<State>::new();
    while run.state().to_act().is_some() {
        run.state().legal(&mut legal);
        let talks = rng.below(10) == 0;
        let listed: Vec<_> =
            legal.iter().copied().filter(|choice| talks || matches!(choice, Choice::Action(_))).collect();
        let choice = rng.pick(&listed).copied().unwrap_or(legal[0]);
        let action = run.concrete(choice, rng);
        run.apply(action).expect("a listed action");
    }
    run.trace().events().map(|(phase, event)| (phase, event.clone())).collect()
}

pub(crate) fn trace_of(events: &[(Phase, Event)]) -> Trace {
    let mut trace = Trace::default();
    for (phase, event) in events {
        trace.push(*phase, What::Event(event.clone()), Span::default());
    }
    trace
}
