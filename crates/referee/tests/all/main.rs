//! All integration tests of the crate, in one binary: it is linked once, and its tests share the cores.

#[path = "../brute/mod.rs"]
mod brute;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/corrupt.rs"]
mod corrupt;
#[path = "../common/cuts.rs"]
mod cuts;
#[path = "../../../botc/tests/common/catalogue.rs"]
mod driver;

mod asp_cuts;
mod botc_cast;
mod botc_catalogue;
mod botc_cross;
mod botc_hooks;
mod botc_rules;
mod botc_setup;
mod botc_traces;
mod botc_unknown;
mod context;
mod context_games;
mod grimoires_alike;
mod sat_asp_traces;
mod sat_brute;
mod sat_cuts;
mod sat_grimoires;
mod sat_partial;
mod sat_traces;
