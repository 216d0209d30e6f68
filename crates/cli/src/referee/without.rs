//! No referee: this binary was built without clingo.

use std::convert::Infallible;
use std::marker::PhantomData;

use gaslamp_agents::table::Objection;
use gaslamp_core::{Actor, Diagnostic, Notation, Run};

use super::{Judged, RefereeArgs};
use crate::args::Referee;
use crate::failure::Failure;
use crate::output::Output;

/// There is none.
pub(crate) struct RefereeGuard<G>(Infallible, PhantomData<G>);

/// None, if none was chosen.
pub(crate) fn botc(
    chosen: Referee,
    _: &gaslamp_botc::Setup,
) -> Result<Option<RefereeGuard<gaslamp_botc::State>>, Failure> {
    none(chosen)
}

/// None, if none was chosen.
pub(crate) fn mafia(
    chosen: Referee,
    _: gaslamp_mafia::Rules,
) -> Result<Option<RefereeGuard<gaslamp_mafia::State>>, Failure> {
    none(chosen)
}

fn none<G>(chosen: Referee) -> Result<Option<RefereeGuard<G>>, Failure> {
    if chosen == Referee::Native {
        return Ok(None);
    }
    Err(missing())
}

fn missing() -> Failure {
    let problem = Diagnostic::new("referee/without", "this gaslamp was built without clingo");
    problem.fix("install cmake and a C++ compiler, and build it with its default features").into()
}

/// Nobody judges here.
pub(crate) fn run(_: &RefereeArgs, _: &mut Output) -> Result<(), Failure> {
    Err(missing())
}

impl<G: Notation> RefereeGuard<G> {
    pub(crate) fn judge(&mut self, _: &Run<G>, _: Actor, _: G::Action) -> Result<(), Objection> {
        match self.0 {}
    }

    pub(crate) fn finish(self) -> Result<Judged, Failure> {
        match self.0 {}
    }
}
