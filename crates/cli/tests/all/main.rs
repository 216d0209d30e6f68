//! All integration tests of the crate, in one binary: it is linked once, and its tests share the cores.

#[path = "../common/mod.rs"]
mod common;

mod botc;
mod botc_texts;
mod check;
mod cmd;
mod dataset;
mod files;
mod flows;
mod help;
mod keyboard;
mod kills;
mod lorcana;
mod lorcana_files;
mod mutations;
mod partial_tables;
mod programs;
mod readme;
mod referee;
mod solve;
mod terminal;
