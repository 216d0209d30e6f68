//! Deduction: every world that fits what is known, what is certain, how likely the rest is, and why something is impossible.
//!
//! A *world* is a run of a game's own rules engine that agrees with everything that was seen; there is no second
//! copy of any rule. [`replay`] finds the worlds of any game as long as they are few, [`mafia`] finds all deals of Mafia that
//! fit a seat's view and weighs them by what is said, [`botc`] finds the worlds of Blood on the Clocktower. Nothing here
//! reads files or prints.
//!
//! ```
//! use gaslamp_deduce::botc::{puzzle, solve};
//!
//! let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/puzzles/made-7-2.toml"));
//! let puzzle = puzzle::read(text).expect("a puzzle");
//! let worlds = solve(&puzzle.case).expect("characters that can be played");
//! assert_eq!(worlds.len(), 1);
//! let imp = |world: &gaslamp_deduce::botc::World| world.end.iter().position(|role| role.name() == "Imp");
//! assert_eq!(worlds.worlds.iter().filter_map(imp).collect::<Vec<_>>(), [1]);
//! ```

pub mod botc;
pub mod mafia;
pub mod replay;
