//! Files that are written completely or not at all; everything the project writes to disk goes through here.
//!
//! A file is written next to its destination under a temporary name, `.tmp-gaslamp-…`, synced, and renamed;
//! then its directory is synced too. At any moment, even after a power failure, there is either the old file
//! or the new one. The writer holds a lock on the temporary file, so [`tidy`] can tell what a dead process
//! left behind from what a live one is writing, and removes only the former.
//!
//! [`Target`] **accepts** a file named by a user, which may also be a link, a pipe or a device.

mod target;
mod whole;

pub use target::{Refusal, Target};
pub use whole::{create, create_dir_all, create_with, replace, tidy};
