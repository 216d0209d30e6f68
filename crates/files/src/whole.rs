//! Writing a file in steps, any of which may be the last.

use std::collections::hash_map::RandomState;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The prefix of unfinished files' names.
const UNFINISHED: &str = ".tmp-gaslamp-";

/// Writes a new file.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if the name is taken, or a place that cannot be written.
pub fn create(file: &Path, bytes: &[u8]) -> io::Result<()> {
    create_with(file, |open| open.write_all(bytes))
}

/// Writes a new file piece by piece, for what is too large to be held in memory.
///
/// # Errors
/// The same, or whatever `fill` says; then there is no file.
pub fn create_with(file: &Path, mut fill: impl FnMut(&mut File) -> io::Result<()>) -> io::Result<()> {
    write(file, &mut fill, Existing::Kept, &mut |_| Ok(()))
}

/// Writes a file, replacing an existing one. Its permissions are kept.
///
/// # Errors
/// Anything there other than a plain file, or a place that cannot be written.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    write(file, &mut |open| open.write_all(bytes), Existing::Replaced, &mut |_| Ok(()))
}

/// Makes a directory and its parents, and syncs them to disk.
///
/// # Errors
/// Anything there other than a directory, or a place that cannot be written.
pub fn create_dir_all(dir: &Path) -> io::Result<()> {
    let missing: Vec<&Path> =
        dir.ancestors().take_while(|dir| !dir.as_os_str().is_empty() && !dir.exists()).collect();
    fs::create_dir_all(dir)?;
    missing.into_iter().rev().try_for_each(|dir| sync_dir(dir_of(dir)))
}

/// Removes the unfinished files in a directory that no live process is writing. What cannot be removed stays,
/// since it does not get in anyone's way.
pub fn tidy(dir: &Path) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let is_unfinished = entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED));
        if is_unfinished && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_left(&entry.path());
        }
    }
}

/// Removes an unfinished file unless its writer is alive and so holds its lock.
fn remove_if_left(place: &Path) {
    let Ok(file) = OpenOptions::new().read(true).write(true).open(place) else { return };
    if file.try_lock().is_ok() {
        // The lock is held until the name is gone: see `unfinished`.
        let _ = fs::remove_file(place);
    }
}

/// What happens to an existing file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Existing {
    Kept,
    Replaced,
}

/// The steps of writing, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Begin,
    Write,
    SyncFile,
    Publish,
    SyncDir,
}

/// Writes a file step by step; `before` is called before each.
fn write(
    file: &Path,
    fill: &mut dyn FnMut(&mut File) -> io::Result<()>,
    existing: Existing,
    before: &mut dyn FnMut(Step) -> io::Result<()>,
) -> io::Result<()> {
    let permissions = match plain_file(file)? {
        Some(_) if existing == Existing::Kept => return Err(io::ErrorKind::AlreadyExists.into()),
        found => found.map(|found| found.permissions()),
    };
    let dir = dir_of(file);
    before(Step::Begin)?;
    let (draft, mut open) = unfinished(dir)?;
    let finish = || {
        before(Step::Write)?;
        fill(&mut open)?;
        permissions.map_or(Ok(()), |permissions| open.set_permissions(permissions))?;
        before(Step::SyncFile)?;
        open.sync_all()?;
        before(Step::Publish)?;
        publish(&draft, file, existing)
    };
    let finished = finish();
    if finished.is_err() {
        // Only the first error is reported.
        let _ = fs::remove_file(&draft);
    }
    finished?;
    before(Step::SyncDir)?;
    sync_dir(dir)
}

/// The plain file with this name, if there is one.
fn plain_file(file: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::symlink_metadata(file) {
        Ok(found) if found.is_file() => Ok(Some(found)),
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => Err(io::Error::other("expected a plain file here")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The directory that contains a name.
pub(crate) fn dir_of(file: &Path) -> &Path {
    match file.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    }
}

/// A new file with a unique name, locked. Anyone who tidies up between its creation and its locking takes it
/// for a leftover: then the lock is taken or the name is gone, and another is created.
fn unfinished(dir: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let number = RandomState::new().build_hasher().finish();
        let place = dir.join(format!("{UNFINISHED}{number:016x}"));
        let file = match OpenOptions::new().write(true).create_new(true).open(&place) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        // Without locks, nobody removes anything either.
        let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && place.exists() {
            return Ok((place, file));
        }
    }
}

/// Gives a finished file its name.
fn publish(draft: &Path, file: &Path, existing: Existing) -> io::Result<()> {
    if existing == Existing::Replaced {
        return fs::rename(draft, file);
    }
    // A hard link fails if the name is taken, even by a process that was faster just now; a rename does not.
    match fs::hard_link(draft, file) {
        Ok(()) => {
            // It has its name; if the temporary one cannot be removed, tidying up will do so.
            let _ = fs::remove_file(draft);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Not every file system has hard links.
        Err(_) if plain_file(file)?.is_none() => fs::rename(draft, file),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Syncs the entries of a directory to disk. A directory that we may write but not read cannot be synced, and
/// some file systems do not support it.
#[cfg(unix)]
fn sync_dir(dir: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(dir).and_then(|dir| dir.sync_all()) {
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => Ok(()),
        synced => synced,
    }
}

/// Directories cannot be opened as files here; the system syncs their entries by itself.
#[cfg(not(unix))]
fn sync_dir(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    use tempfile::TempDir;

    use super::*;

    const STEPS: [Step; 5] = [Step::Begin, Step::Write, Step::SyncFile, Step::Publish, Step::SyncDir];

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// How writing is interrupted: by an error, or at once, as by a kill.
    const ENDS: [fn() -> io::Result<()>; 2] =
        [|| Err(io::ErrorKind::StorageFull.into()), || resume_unwind(Box::new("killed"))];

    #[test]
    fn whatever_the_last_step_the_file_is_old_or_new() {
        for old in [None, Some("old")] {
            for last in STEPS {
                for (kind, end) in ENDS.iter().enumerate() {
                    let dir = TempDir::new().unwrap();
                    let file = dir.path().join("file");
                    let existing = if old.is_some() { Existing::Replaced } else { Existing::Kept };
                    old.iter().for_each(|old| fs::write(&file, old).unwrap());
                    let mut steps = Vec::new();
                    let mut before = |step| {
                        steps.push(step);
                        if step == last { end() } else { Ok(()) }
                    };
                    let written = catch_unwind(AssertUnwindSafe(|| {
                        write(&file, &mut |open| open.write_all(b"new"), existing, &mut before)
                    }));
                    assert!(!matches!(written, Ok(Ok(()))), "{last:?}");
                    assert_eq!(steps.as_slice(), STEPS.split_inclusive(|step| *step == last).next().unwrap());
                    let expected = if last == Step::SyncDir { Some("new") } else { old };
                    assert_eq!(fs::read_to_string(&file).ok().as_deref(), expected, "{last:?}");
                    let is_left = kind == 1 && !matches!(last, Step::Begin | Step::SyncDir);
                    let there = usize::from(expected.is_some());
                    assert_eq!(names(dir.path()).len(), there + usize::from(is_left), "{last:?}");
                    tidy(dir.path());
                    replace(&file, b"newer").unwrap();
                    assert_eq!(names(dir.path()), ["file"], "{last:?}");
                    assert_eq!(fs::read(&file).unwrap(), b"newer");
                }
            }
        }
    }

    #[test]
    fn a_file_that_is_there_is_not_created_again() {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("file");
        create(&file, b"one").unwrap();
        assert_eq!(create(&file, b"two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&file).unwrap(), b"one");
        // Nor is one that somebody creates while we write.
        let other = dir.path().join("other");
        let mut before = |step| if step == Step::Publish { fs::write(&other, "faster") } else { Ok(()) };
        let error =
            write(&other, &mut |open| open.write_all(b"slower"), Existing::Kept, &mut before).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&other).unwrap(), b"faster");
        assert_eq!(names(dir.path()), ["file", "other"]);
    }

    #[test]
    fn a_file_that_is_not_filled_is_none() {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("file");
        let fill = |open: &mut File| open.write_all(b"half").and(Err(io::ErrorKind::Interrupted.into()));
        assert_eq!(create_with(&file, fill).unwrap_err().kind(), io::ErrorKind::Interrupted);
        assert_eq!(names(dir.path()), Vec::<String>::new());
        create_with(&file, |open| open.write_all(b"one ").and_then(|()| open.write_all(b"two"))).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"one two");
    }

    #[test]
    fn only_what_the_dead_left_is_removed() {
        let dir = TempDir::new().unwrap();
        let (live, _open) = unfinished(dir.path()).unwrap();
        let (left, _) = unfinished(dir.path()).unwrap();
        for name in [".tmp-1-0", "my.part", ".tmp-gaslam"] {
            fs::write(dir.path().join(name), "not ours").unwrap();
        }
        fs::create_dir(dir.path().join(".tmp-gaslamp-dir")).unwrap();
        let mut expected = names(dir.path());
        expected.retain(|name| left.file_name().unwrap() != name.as_str());
        tidy(dir.path());
        assert_eq!(names(dir.path()), expected);
        assert!(live.exists());
        tidy(&dir.path().join("nowhere"));
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_and_links_are_not_replaced() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let dir = TempDir::new().unwrap();
        let [file, link] = ["file", "link"].map(|name| dir.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        replace(&file, b"new").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        symlink("file", &link).unwrap();
        assert!(replace(&link, b"x").is_err() && create(&link, b"x").is_err());
        assert!(replace(dir.path(), b"x").is_err());
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    #[test]
    fn directories_are_made_with_those_above() {
        let dir = TempDir::new().unwrap();
        let deep = dir.path().join("a/b/c");
        create_dir_all(&deep).unwrap();
        create_dir_all(&deep).unwrap();
        replace(&deep.join("file"), b"").unwrap();
        assert!(create_dir_all(&deep.join("file/d")).is_err());
    }
}
