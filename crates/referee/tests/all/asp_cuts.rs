//! Traces that the engine writes, cut anywhere, before the rules in ASP: whatever happened is possible, however little of it is told. The checker is shown
//! more of them (`sat_cuts.rs`), since it is faster.

#![cfg(feature = "clingo")]

use crate::common;
use crate::cuts;

use common::{number, seeds};
use cuts::{trace_of, whole_game};
use gaslamp_botc::Setup;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::phase::{NIGHT, place};
use gaslamp_core::Rng;
use gaslamp_core::trace::{Event, Phase, Trace};
use gaslamp_referee::asp::botc::trace::{Inquiry, Reading};

fn is_possible(setup: &Setup, trace: &Trace) -> bool {
    let model = TraceModel::read(trace, &setup.names, None);
    assert!(model.unreadable().is_empty(), "{trace}");
    let mut inquiry = Inquiry::of_model(setup, &model, Reading::Parts).expect("rules");
    assert!(inquiry.unjudged.is_empty(), "{:?}", inquiry.unjudged);
    !inquiry.deals(1).expect("an answer").deals.is_empty()
}

/// Whether an event tells of a death that the move before it has caused.
fn kills(event: &Event) -> bool {
    matches!(event.verb.as_deref(), Some("dies" | "executes"))
}

#[test]
fn a_trace_of_the_engine_is_possible_wherever_it_is_cut() {
    // Every cut would take long: only some are looked at, and all between a move and the death that follows.
    let one_in = number("GASLAMP_ONE_IN", 80) as u32;
    let mut refused = Vec::new();
    let mut before_death = 0;
    for game in 0..seeds(3) {
        let mut rng = Rng::for_game(23, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 2);
        let mut events = whole_game(&setup, &mut rng);
        events.retain(|(phase, _)| place(*phase) <= place(Phase::new(NIGHT, 2)));
        for cut in 1..=events.len() {
            let is_before_death = events.get(cut).is_some_and(|(_, event)| kills(event));
            if !is_before_death && rng.below(one_in) > 0 {
                continue;
            }
            before_death += usize::from(is_before_death);
            // Where the deal is not told there is more to think about.
            let from = usize::from(rng.below(6) == 0);
            let trace = trace_of(&events[from..cut]);
            if !is_possible(&setup, &trace) {
                refused.push(format!("game {game}, cut {cut}:\n{trace}"));
            }
        }
    }
    assert!(refused.is_empty(), "{}:\n{}", refused.len(), refused.join("\n\n"));
    assert!(before_death > 0);
}
