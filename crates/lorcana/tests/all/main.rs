//! All integration tests of the crate, in one binary: it is linked once, and its tests share the cores.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../core/tests/common/files.rs"]
mod files;
#[path = "../../../core/tests/common/xml.rs"]
mod xml;

mod abilities;
mod board;
mod cards;
mod catalogue;
mod conformance;
mod decks;
mod dot;
mod dot_state;
mod ids;
mod layers;
mod mutants;
mod pictures;
mod positions;
mod seeds;
mod texts;
