//! Blood on the Clocktower.
//!
//! [`characters`] holds facts about all published characters, [`rules`] plays the game, [`view`] says what a
//! seat may know, [`notation`] is its text, [`encoding`] its tokens, and [`picture`] draws grimoires as SVG
//! and as pages. Nothing here does IO or draws random numbers on its own.
//!
//! A game advances by answering for whoever is to act with one of the legal actions. A seat sees it through
//! its view:
//!
//! ```
//! use gaslamp_botc::{Script, Setup, State};
//! use gaslamp_core::{Actions, Game, Rng, Run, Seat};
//!
//! let script = Script::built_in("tb").expect("an edition");
//! let setup = Setup { script, names: ["Ann", "Ben", "Cy", "Dee", "Eve"].map(str::to_owned).to_vec(), counts: None };
//! let mut run = Run::<State>::new(setup).expect("a legal set-up");
//! let (mut rng, mut legal) = (Rng::new(7), Actions::<State>::new());
//! for _ in 0..20 {
//!     run.state().legal(&mut legal);
//!     let choice = *rng.pick(&legal).expect("somebody is to act");
//!     let action = run.concrete(choice, &mut rng);
//!     run.apply(action).expect("a legal action");
//! }
//! assert!(run.view(Seat::new(0)).now.character.is_some());
//! ```

pub mod characters;
pub mod encoding;
pub mod notation;
pub mod picture;
pub mod rules;
pub mod view;

pub use characters::{Character, CharacterSet, Team};
pub use rules::bag_space::{Bag, SetupSpace, Wishes};
pub use rules::script::Script;
pub use rules::{Action, Setup, Side, State};
