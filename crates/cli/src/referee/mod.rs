//! A referee beside the engine: at a table that is played, over a recorded game, and against the clock.
//!
//! Accepts the choice of a referee, emits an [`RefereeGuard`] that judges for [`gaslamp_agents::table::play_judged`]. Built without clingo there
//! is none, and whoever asks for one is told so.

use std::ffi::OsString;

use clap::Args;

use crate::limits::Limits;
use crate::numbers;

#[cfg(feature = "clingo")]
mod bench;
#[cfg(feature = "clingo")]
mod clingo;
#[cfg(feature = "clingo")]
mod inquiry;
#[cfg(feature = "clingo")]
mod records;
#[cfg(not(feature = "clingo"))]
mod without;

#[cfg(feature = "clingo")]
pub(crate) use clingo::{RefereeGuard, botc, mafia, run};
#[cfg(not(feature = "clingo"))]
pub(crate) use without::{RefereeGuard, botc, mafia, run};

/// What is to be judged.
#[derive(Args, Debug)]
pub(crate) struct RefereeArgs {
    /// A record, a trace or a grimoire: a file, the text itself, or - for standard input.
    #[arg(required_unless_present = "bench")]
    record: Option<OsString>,
    /// If it is impossible, show a smallest set of statements that contradict each other.
    #[arg(long)]
    explain: bool,
    /// How many set-ups to list, if the deal is not given.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = numbers::times())]
    setups: usize,
    #[command(flatten)]
    limits: Limits,
    /// Measure how long judging takes instead.
    #[arg(long, conflicts_with = "record")]
    bench: bool,
    /// The number of players, 5 to 15: in the games that are measured, 9 if not given; or at the table of a trace that does not name them all.
    #[arg(long, value_name = "N", value_parser = numbers::seats())]
    players: Option<usize>,
    /// The script of the games that are measured: tb, snv, bmr or a script JSON.
    #[arg(long, value_name = "SCRIPT", default_value = "tb", requires = "bench")]
    script: OsString,
    /// Random seed of the games that are measured.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "bench")]
    seed: u64,
}

/// How much was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Judged {
    pub(crate) actions: usize,
    compares: bool,
}

impl Judged {
    /// The same in words.
    pub(crate) fn words(self) -> String {
        let how = if self.compares { ", and what follows from each, and agrees with the engine" } else { "" };
        format!("clingo has judged {} actions by the rules in ASP{how}", self.actions)
    }
}
