//! A referee beside the engine, at a table that is played.
//!
//! Accepts the choice of a referee, emits an [`Umpire`] that judges for [`gaslamp_agents::table::play_judged`]. Built without clingo there
//! is none, and whoever asks for one is told so.

#[cfg(feature = "clingo")]
mod clingo;
#[cfg(not(feature = "clingo"))]
mod without;

#[cfg(feature = "clingo")]
pub(crate) use clingo::{Umpire, botc, mafia};
#[cfg(not(feature = "clingo"))]
pub(crate) use without::{Umpire, botc, mafia};

/// How much was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Judged {
    pub(crate) actions: usize,
    compares: bool,
}

impl Judged {
    /// The same in words.
    pub(crate) fn words(self) -> String {
        let how = if self.compares { ", and what follows from each, exactly as the engine" } else { "" };
        format!("clingo has judged {} actions by the rules in ASP{how}", self.actions)
    }
}
