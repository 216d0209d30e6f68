//! Where a tree is kept: directories of nodes with small text files in them.
//!
//! A store **accepts** node paths and plain file names and knows nothing about games. Readers see a file
//! completely or not at all.

mod file;
mod memory;

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::id::Id;
use crate::path::NodePath;

pub use file::FileStore;
pub use memory::MemoryStore;

/// Directories of nodes with text files in them.
pub trait Store {
    /// The place of a node, for messages.
    fn place(&self, at: &NodePath) -> PathBuf;

    /// Whether this store has room for a node here, with its files and the directories below it.
    ///
    /// # Errors
    /// A place that is too deep.
    fn room(&self, at: &NodePath) -> Result<(), StoreError>;

    /// A file of a node; none if it does not exist.
    ///
    /// # Errors
    /// Anything there other than a plain text file, or a place that cannot be read.
    fn read(&self, at: &NodePath, file: &str) -> Result<Option<String>, StoreError>;

    /// Whether a node has this file.
    ///
    /// # Errors
    /// Anything there other than a plain file, or a place that cannot be read.
    fn has(&self, at: &NodePath, file: &str) -> Result<bool, StoreError>;

    /// Writes a file of a node completely or not at all, replacing an existing one. Once this returns, the
    /// file and all names of the node survive even a power failure.
    ///
    /// # Errors
    /// A file name that is not plain, or a place that cannot be written.
    fn write(&self, at: &NodePath, file: &str, text: &str) -> Result<(), StoreError>;

    /// Whether a node has a directory.
    ///
    /// # Errors
    /// Anything there other than a directory, or a place that cannot be read.
    fn has_dir(&self, at: &NodePath) -> Result<bool, StoreError>;

    /// Makes the directory of a node; the one above must exist. An existing one is left as it is.
    ///
    /// # Errors
    /// Anything there other than a directory, or a place that cannot be written.
    fn make_dir(&self, at: &NodePath) -> Result<(), StoreError>;

    /// Makes directories below a node; existing ones are left as they are. They become durable when a file of
    /// the node is written.
    ///
    /// # Errors
    /// As [`Store::make_dir`].
    fn make_dirs_below(&self, at: &NodePath, ids: &[&Id]) -> Result<(), StoreError> {
        ids.iter().try_for_each(|id| self.make_dir(&at.child(id)))
    }

    /// Removes what interrupted writers have left at a node.
    fn tidy(&self, _: &NodePath) {}

    /// The directories of a node that are named like actions, sorted; none if the node has no directory.
    ///
    /// # Errors
    /// A place that cannot be read.
    fn list_dirs(&self, at: &NodePath) -> Result<Vec<Id>, StoreError>;
}

/// A file or directory that cannot be read or written.
#[derive(Debug)]
pub struct StoreError {
    /// The file or directory.
    pub place: PathBuf,
    /// What was attempted: `read`, `write`, `make`.
    pub verb: &'static str,
    /// The error.
    pub error: io::Error,
}

impl StoreError {
    fn new(verb: &'static str, place: impl Into<PathBuf>, error: io::Error) -> Self {
        Self { place: place.into(), verb, error }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.display().to_string();
        if self.error.kind() != io::ErrorKind::InvalidFilename {
            return write!(f, "cannot {} `{place}`: {}", self.verb, self.error);
        }
        // The whole path would fill the screen.
        write!(
            f,
            "cannot {} `{}`: the path has {} bytes, more than this system allows",
            self.verb,
            ends_of(&place),
            place.len()
        )
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// The beginning and the end of a long text.
fn ends_of(text: &str) -> String {
    const END: usize = 30;
    let count = text.chars().count();
    if count <= 2 * END {
        return text.to_owned();
    }
    let start: String = text.chars().take(END).collect();
    let end: String = text.chars().skip(count - END).collect();
    format!("{start}…{end}")
}

/// Refuses a file name that would lead elsewhere, be hidden, or pass for a directory of a node.
fn check_name(name: &str) -> io::Result<()> {
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    if is_plain && name.parse::<Id>().is_err() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{name}` is not a plain file name")))
}
