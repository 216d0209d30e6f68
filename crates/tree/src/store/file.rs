//! A store on disk, below a root directory.
//!
//! **Writes** each file completely or not at all (`gaslamp_files`), so that other processes never see
//! anything half done; what an interruption has left is ignored. Symbolic links below the root are refused,
//! not followed.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{Store, StoreError, check_name};
use crate::error::TreeError;
use crate::id::{Id, IdError};
use crate::path::{NodePath, PathError};
use crate::tree::RECORD;

/// A store in a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileStore {
    root: PathBuf,
}

impl FileStore {
    /// The store in this directory, which need not exist yet.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        // To the system, an empty path is not a directory, let alone the current one.
        Self { root: if root.as_os_str().is_empty() { PathBuf::from(".") } else { root } }
    }

    /// The root directory.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Finds the tree that a directory belongs to, and its path in that tree. The root is the nearest
    /// directory, itself or above it, with a `record.txt`. The directory itself need not exist, and `..` may
    /// lead up inside the tree.
    ///
    /// # Errors
    /// No tree, or something below its root that is not an id or leads out of it.
    pub fn locate(path: impl AsRef<Path>) -> Result<(Self, NodePath), TreeError> {
        let given = path.as_ref();
        let path = std::path::absolute(given).map_err(|error| StoreError::new("read", given, error))?;
        for dir in path.ancestors() {
            if has_record(dir)? {
                let below = path.components().skip(dir.components().count());
                return Ok((Self::new(dir), node_path(below)?));
            }
        }
        Err(TreeError::NoTree { place: given.display().to_string() })
    }
}

/// Whether this is the root of a tree. A place that does not exist, or whose path is too long, is not one.
fn has_record(dir: &Path) -> Result<bool, StoreError> {
    let place = dir.join(RECORD);
    match fs::symlink_metadata(&place) {
        Ok(found) => Ok(found.is_file()),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename => {
                Ok(false)
            }
            _ => Err(StoreError::new("read", place, error)),
        },
    }
}

/// The path in a tree that these components below its root lead to.
fn node_path<'a>(components: impl Iterator<Item = Component<'a>>) -> Result<NodePath, PathError> {
    let mut path = NodePath::root();
    for (at, component) in components.enumerate() {
        let text = component.as_os_str().to_string_lossy();
        let wrong = |why| PathError { component: at + 1, text: text.to_string(), why };
        if component == Component::ParentDir {
            path = path.parent().ok_or_else(|| wrong(IdError::Parent))?;
        } else {
            path.push(&text.parse().map_err(wrong)?);
        }
    }
    Ok(path)
}

/// Whether there is a plain file here.
fn is_file(place: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(place) {
        Ok(found) if found.is_file() => Ok(true),
        Ok(_) => Err(io::Error::other("expected a plain file here")),
        Err(error) if is_absent(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

fn read_file(place: &Path) -> io::Result<Option<String>> {
    if !is_file(place)? {
        return Ok(None);
    }
    match fs::read_to_string(place) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The directory of a node; the root's own may be reached by a link.
fn is_dir(place: &Path, is_root: bool) -> io::Result<bool> {
    let found = if is_root { fs::metadata(place) } else { fs::symlink_metadata(place) };
    match found {
        Ok(found) if found.is_dir() => Ok(true),
        Ok(_) => Err(io::Error::new(io::ErrorKind::NotADirectory, "expected a directory here")),
        Err(error) if is_absent(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

fn make_dir(place: &Path, is_root: bool) -> io::Result<()> {
    // A link in place of a directory is refused, not followed.
    if is_dir(place, is_root)? { Ok(()) } else { gaslamp_files::create_dir_all(place) }
}

/// Makes a directory without syncing it; the next file written next to it does that.
fn make_name(place: &Path) -> io::Result<()> {
    match fs::create_dir(place) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => is_dir(place, false).map(|_| ()),
        made => made,
    }
}

fn list_dirs(place: &Path) -> io::Result<Vec<Id>> {
    let entries = match fs::read_dir(place) {
        Err(error) if is_absent(&error) => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut ids = Vec::new();
    for entry in entries {
        let entry = entry?;
        let id = entry.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some(id) = id.filter(|_| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            ids.push(id);
        }
    }
    ids.sort_unstable();
    Ok(ids)
}

fn write_file(dir: &Path, name: &str, text: &str) -> io::Result<()> {
    check_name(name)?;
    gaslamp_files::replace(&dir.join(name), text.as_bytes())
}

/// The longest path: the system's limit, less the longest id below a node and a file in it.
const LONGEST_PATH: usize = 4095 - 80;

/// A place deeper than paths can be is empty.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename)
}

impl Store for FileStore {
    fn room(&self, at: &NodePath) -> Result<(), StoreError> {
        let place = self.place(at);
        if place.as_os_str().len() <= LONGEST_PATH {
            return Ok(());
        }
        Err(StoreError::new("make", place, io::ErrorKind::InvalidFilename.into()))
    }

    fn place(&self, at: &NodePath) -> PathBuf {
        // Joining an empty path would add a slash.
        if at.is_root() { self.root.clone() } else { self.root.join(at.as_str()) }
    }

    fn read(&self, at: &NodePath, file: &str) -> Result<Option<String>, StoreError> {
        let place = self.place(at).join(file);
        read_file(&place).map_err(|error| StoreError::new("read", place, error))
    }

    fn has(&self, at: &NodePath, file: &str) -> Result<bool, StoreError> {
        let place = self.place(at).join(file);
        is_file(&place).map_err(|error| StoreError::new("read", place, error))
    }

    fn write(&self, at: &NodePath, file: &str, text: &str) -> Result<(), StoreError> {
        let dir = self.place(at);
        write_file(&dir, file, text).map_err(|error| StoreError::new("write", dir.join(file), error))
    }

    fn has_dir(&self, at: &NodePath) -> Result<bool, StoreError> {
        let place = self.place(at);
        is_dir(&place, at.is_root()).map_err(|error| StoreError::new("read", place, error))
    }

    fn make_dir(&self, at: &NodePath) -> Result<(), StoreError> {
        let place = self.place(at);
        make_dir(&place, at.is_root()).map_err(|error| StoreError::new("make", place, error))
    }

    fn make_dirs_below(&self, at: &NodePath, ids: &[&Id]) -> Result<(), StoreError> {
        let dir = self.place(at);
        for id in ids {
            let place = dir.join(id.as_str());
            make_name(&place).map_err(|error| StoreError::new("make", place, error))?;
        }
        Ok(())
    }

    fn tidy(&self, at: &NodePath) {
        gaslamp_files::tidy(&self.place(at));
    }

    fn list_dirs(&self, at: &NodePath) -> Result<Vec<Id>, StoreError> {
        let place = self.place(at);
        list_dirs(&place).map_err(|error| StoreError::new("read", place, error))
    }
}
