//! Blood on the Clocktower: a [`Case`] is what is known, a [`Solver`] finds the worlds that fit it, [`why`] explains why something
//! is true in none of them. A [`puzzle`] is a case as a file, [`evidence`] turns views of games into cases.

mod adaptive_draw;
mod beliefs;
pub mod calibrate;
mod case;
mod claims;
mod count;
mod deal_hypothesis;
mod draw;
pub mod evidence;
mod glance;
mod hidden;
pub mod history;
pub mod invent;
mod knowledge;
mod lean;
mod liars;
pub mod make;
mod model;
pub mod odds;
mod pattern;
mod priors;
pub mod puzzle;
pub mod report;
mod schedule;
mod shortage;
pub mod simulate;
pub mod simulated_claims;
mod solve;
mod survey;
mod tally;
mod timeline;
mod trust;
mod variant;
mod variants;
mod why;
mod world_search;
mod worlds;

pub use beliefs::{Amount, BeliefState, Clash, Inquiry, Insight, PATTERNS};
pub use case::{Case, Ending, Learned, LogEntry, Player, PublicEvent, Testimony, TestimonyEntry};
pub use count::{Counted, count};
pub use knowledge::Fact;
pub use model::Model;
pub use puzzle::{Expected, Puzzle};
pub use shortage::shortage;
pub use solve::{MOST_LISTED, Solver, Watch, solve};
pub use survey::{Extent, Holds, SeatShares, Survey, SurveyOptions};
pub use trust::Trust;
pub use variant::{Linked, Variant};
pub use why::{Element, Question, Reason, why};
pub use worlds::{World, Worlds};

/// Whether puzzles and games with this character can be solved.
#[must_use]
pub fn is_deducible(character: gaslamp_botc::Character) -> bool {
    gaslamp_botc::rules::is_playable(character)
}
