//! All integration tests of the crate, in one binary: it is linked once, and its tests share the cores.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/catalogue.rs"]
mod driver;
#[path = "../../../core/tests/common/xml.rs"]
mod xml;

mod bag_rules;
mod bags;
mod cast_is_told_once;
mod catalogue;
mod conformance;
mod deduction;
mod frame;
mod goldens;
mod layers;
mod lines;
mod odd_setups;
mod pictures;
mod scripts;
mod secrecy;
mod townsquare;
mod trace_models;
mod traces;
mod verbs;
