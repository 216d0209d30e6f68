//! Records on disk: the path is the log.
//!
//! A [`Tree`] is a game explored action by action, with a directory for each, so that the path of a directory
//! is the complete log of the game that led there. It **accepts** a record as its root, and below it ids
//! ([`id`]) or events as text; it **keeps** directories and small text files in a [`Store`], on disk or in
//! memory; it **emits** runs, listings, differences in words and counts of outcomes.
//!
//! ```text
//! <root>/record.txt             the record up to the root
//! <root>/state.txt              the marker: the node is complete once it is there
//! <root>/n3f/                   a legal action that nobody has explored
//! <root>/e35/action.txt         the event of the action that led here
//! <root>/e35/state.txt
//! <root>/e35/…/outcome.txt      how the game ended, in one word
//! ```
//!
//! Nothing here prints, and nothing follows a symbolic link below the root.

mod diff;
pub mod error;
pub mod id;
mod legal;
pub mod path;
pub mod store;
pub mod tree;

pub use diff::{Change, diff};
pub use error::{BadFile, TreeError};
pub use id::{Id, IdError, KeyError};
pub use path::{NodePath, PathError};
pub use store::{FileStore, MemoryStore, Store, StoreError};
pub use tree::{Child, Counts, Layout, Node, NodeFile, Outcomes, ReadNode, Tree};
