//! What the tests share: games to reason about.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod botc;
pub(crate) mod mafia;
