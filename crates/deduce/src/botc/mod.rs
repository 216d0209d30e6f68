//! Blood on the Clocktower: a [`Case`] is what is known, a [`Solver`] finds the worlds that fit it, [`why`] says why something
//! is in none of them. A [`puzzle`] is a case as a file, [`witness`] makes cases of games.

mod beliefs;
pub mod calibrate;
mod case;
mod claims;
mod count;
mod course;
mod draw;
pub mod history;
pub mod invent;
mod knowledge;
mod lean;
pub mod make;
mod model;
pub mod odds;
mod pattern;
mod priors;
pub mod puzzle;
pub mod report;
mod schedule;
mod search;
mod shortage;
pub mod simulate;
pub mod simulated_claims;
mod solve;
mod suppose;
mod survey;
mod tally;
mod trust;
mod unfold;
mod variants;
mod why;
pub mod witness;
mod worlds;

pub use beliefs::{Amount, BeliefState, Clash, Inquiry, Insight, PATTERNS};
pub use case::{Case, Ending, Happening, Player, Said, Saying, Seen};
pub use count::{Counted, count};
pub use knowledge::Fact;
pub use model::Model;
pub use puzzle::{Expected, Puzzle};
pub use shortage::shortage;
pub use solve::{MOST_LISTED, Solver, Watch, solve};
pub use survey::{Extent, Holds, SeatShares, Survey, SurveyOptions};
pub use trust::Trust;
pub use why::{Element, Question, Reason, why};
pub use worlds::{World, Worlds};
