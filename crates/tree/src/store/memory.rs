//! A store that is gone when the last of its clones is dropped.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Store, StoreError, check_name};
use crate::id::Id;
use crate::path::NodePath;

/// A store in memory. A clone is the same store, just as two stores in one directory are.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    dirs: Arc<Mutex<HashMap<NodePath, Dir>>>,
}

#[derive(Debug, Default)]
struct Dir {
    files: HashMap<String, String>,
    dirs: BTreeSet<Id>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// No change is ever half done, so a thread that panicked with the lock has left nothing broken.
    fn dirs(&self) -> MutexGuard<'_, HashMap<NodePath, Dir>> {
        self.dirs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn missing(&self, verb: &'static str, at: &NodePath) -> StoreError {
        StoreError::new(verb, self.place(at), io::ErrorKind::NotFound.into())
    }
}

impl Store for MemoryStore {
    fn room(&self, _: &NodePath) -> Result<(), StoreError> {
        Ok(())
    }

    fn place(&self, at: &NodePath) -> PathBuf {
        PathBuf::from(at.to_string())
    }

    fn read(&self, at: &NodePath, file: &str) -> Result<Option<String>, StoreError> {
        Ok(self.dirs().get(at).and_then(|dir| dir.files.get(file)).cloned())
    }

    fn has(&self, at: &NodePath, file: &str) -> Result<bool, StoreError> {
        Ok(self.dirs().get(at).is_some_and(|dir| dir.files.contains_key(file)))
    }

    fn write(&self, at: &NodePath, file: &str, text: &str) -> Result<(), StoreError> {
        check_name(file).map_err(|error| StoreError::new("write", self.place(at).join(file), error))?;
        let mut dirs = self.dirs();
        let dir = dirs.get_mut(at).ok_or_else(|| self.missing("write", at))?;
        dir.files.insert(file.to_owned(), text.to_owned());
        Ok(())
    }

    fn has_dir(&self, at: &NodePath) -> Result<bool, StoreError> {
        Ok(self.dirs().contains_key(at))
    }

    fn make_dir(&self, at: &NodePath) -> Result<(), StoreError> {
        let mut dirs = self.dirs();
        if let (Some(above), Some(id)) = (at.parent(), at.last()) {
            let above = dirs.get_mut(&above).ok_or_else(|| self.missing("make", at))?;
            above.dirs.insert(id);
        }
        dirs.entry(at.clone()).or_default();
        Ok(())
    }

    fn list_dirs(&self, at: &NodePath) -> Result<Vec<Id>, StoreError> {
        Ok(self.dirs().get(at).map(|dir| dir.dirs.iter().cloned().collect()).unwrap_or_default())
    }
}
