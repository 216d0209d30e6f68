//! No datasets: this binary was built without Parquet.

use gaslamp_core::Diagnostic;

use crate::failure::Failure;
use crate::output::Output;
use crate::sim::Games;

/// Nothing is played.
pub(crate) fn run<S, L>(_: &Games, _: &S, _: L, _: &mut Output) -> Result<(), Failure> {
    let problem = Diagnostic::new("dataset/without", "this gaslamp was built without Parquet");
    Err(problem.fix("build it with its default features, or with --features parquet").into())
}
