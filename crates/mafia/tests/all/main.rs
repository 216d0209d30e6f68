//! All integration tests of the crate, in one binary: it is linked once, and its tests share the cores.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/catalogue.rs"]
mod driver;

mod catalogue;
mod conformance;
mod goldens;
mod layers;
mod records;
mod secrecy;
mod table_line;
mod tokens;
mod traps;
mod verbs;
