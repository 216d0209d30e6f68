//! Requests and answers for programs: texts and options in, JSON out.
//!
//! What the binary prints with `--json`, a server sends and the Python package returns is made here, and nowhere else. Nothing here reads a file,
//! prints, or looks at a clock: whoever calls brings the text, says how long something took if that is to be told, and holds the [`Stop`] that
//! ends a search.
//!
//! - [`botc`], [`mafia`] and [`lorcana`] have what one game answers.
//! - [`workers`] are the threads on which many games are played ([`sim`]), and what ends that early.
//! - [`record`], [`sample`], [`view`], [`trace`], [`tree`] and [`sim`] have what all games share.
//! - An [`Answer`] holds what was found and, beside it, what is wrong ([`diagnostic`]): ids that stay, places in the text, fixes.
//!
//! ```
//! use gaslamp_api::botc::solve::{Options, solve};
//! use gaslamp_api::{Input, Stop};
//!
//! let puzzle = Input::new("my puzzle", r#"
//!     id = "everybody-may-be-anybody"
//!     hidden = ["Imp", "Scarlet Woman", "Washerwoman", "Investigator", "Empath"]
//!     ends = "N1 begun"
//!     player = [{ name = "Ann" }, { name = "Ben" }, { name = "Cy" }, { name = "Dan" }, { name = "Eve" }]
//! "#);
//! let options = Options { what_if: vec!["Ann=Imp".to_owned()], show: 1, ..Options::default() };
//! let answer = solve(&puzzle, options, &Stop::default()).to_json();
//! println!("{answer}");
//! assert_eq!(answer["worlds"], 24);
//! assert_eq!(answer["solutions"][0]["start"][0], "Imp");
//! assert_eq!(answer["seats"][1]["roles"]["Empath"], 0.25);
//! ```

pub mod answer;
pub mod botc;
pub mod diagnostic;
mod excerpt;
pub mod form;
pub mod lorcana;
pub mod mafia;
pub mod record;
pub mod sample;
pub mod sim;
pub mod stop;
pub mod tokens;
pub mod trace;
pub mod tree;
pub mod view;
pub mod workers;

pub use answer::{Answer, Field};
pub use diagnostic::{Input, Problem, Problems};
pub use stop::{Cause, Stop, Stopped};
pub use workers::{Course, Workers};
