//! Files that are written whole or not at all; whatever the project writes to disk goes through here.
//!
//! A file is written beside its place under a name of its own, `.tmp-gaslamp-…`, brought to the disk, given its name, and then
//! the directory is brought to the disk too. Whoever looks, and whenever the power fails, finds the old file or the new one.
//! The writer holds a lock on the file with the temporary name, so [`tidy`] can tell what a dead process left behind from
//! what a live one is writing, and removes only the former.
//!
//! [`Target`] **accepts** a file that a user has named, which may also be a link, a pipe or a device.

mod target;
mod whole;

pub use target::{Refusal, Target};
pub use whole::{create, create_dir_all, replace, tidy};
