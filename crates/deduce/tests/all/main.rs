//! All integration tests of the crate, in one binary: it is linked once, and its tests share the cores.

#[path = "../common/mod.rs"]
mod common;

mod agree;
mod answers;
mod beliefs;
mod boards;
mod counts;
mod history;
mod made;
mod mafia;
mod mafia_model;
mod mafia_trust;
mod puzzle_page;
mod puzzles;
mod replay;
mod shortcuts;
mod soundness;
