//! The rules: for now, scripts and which bags they allow.

pub mod script;
pub mod setup;
