//! A file named by a user: a plain one, or a link, a pipe or a device, none of which is ever replaced.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::whole::{create, dir_of, replace, tidy};

/// Where a user wants something written. A link is kept, and the file it points to is written; pipes and
/// devices such as `/dev/null` are written to directly.
#[derive(Debug)]
pub struct Target {
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// An existing plain file that may be replaced.
    Old(PathBuf),
    /// A plain file that does not exist yet.
    New(PathBuf),
    /// Something that takes bytes as they come.
    Stream(PathBuf),
}

/// Why something cannot be written where the user wants it.
#[derive(Debug)]
pub enum Refusal {
    /// The file exists, and replacing it was not allowed.
    Exists,
    /// A directory, a disk or a socket.
    NoFile(&'static str),
    /// A link to a file that does not exist.
    LeadsNowhere(PathBuf),
    /// An error from the system.
    Io(io::Error),
}

impl Refusal {
    /// How to fix it, if that is known.
    #[must_use]
    pub fn fix(&self) -> Option<String> {
        match self {
            Self::Exists => Some("name another file, or add --force to replace it".to_owned()),
            Self::NoFile(_) => Some("name a file".to_owned()),
            Self::LeadsNowhere(to) => Some(format!("name {} itself, or remove the link", to.display())),
            Self::Io(_) => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists => f.write_str("already exists"),
            Self::NoFile(what) => write!(f, "is {what}, which cannot be written to"),
            Self::LeadsNowhere(to) => {
                write!(f, "is a link to {}, which does not exist", to.display())
            }
            Self::Io(error) => write!(f, "cannot be written: {error}"),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::AlreadyExists { Self::Exists } else { Self::Io(error) }
    }
}

impl Target {
    /// Examines what has this name. What a dead process has left at the destination is removed.
    ///
    /// # Errors
    /// An existing file, unless it may be replaced, or something that cannot be written to.
    pub fn new(name: &Path, may_replace: bool) -> Result<Self, Refusal> {
        let place = Place::of(name)?;
        match &place {
            Place::Old(_) if !may_replace => return Err(Refusal::Exists),
            Place::Old(file) | Place::New(file) => tidy(dir_of(file)),
            Place::Stream(_) => {}
        }
        Ok(Self { place })
    }

    /// Whether it takes bytes as they come and keeps nothing, so that everything is best written once.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        matches!(self.place, Place::Stream(_))
    }

    /// Writes all of a text, replacing what was written before.
    ///
    /// # Errors
    /// A file that somebody else has created since we looked, or a place that cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), Refusal> {
        match &self.place {
            Place::Old(file) => replace(file, text.as_bytes())?,
            Place::New(file) => {
                create(file, text.as_bytes())?;
                // Now it is ours.
                self.place = Place::Old(file.clone());
            }
            // Standard error may be a file that others write to as well.
            Place::Stream(file) => OpenOptions::new().append(true).open(file)?.write_all(text.as_bytes())?,
        }
        Ok(())
    }
}

impl Place {
    fn of(name: &Path) -> Result<Self, Refusal> {
        if is_open_file(name) {
            return Ok(Self::Stream(name.to_owned()));
        }
        match fs::symlink_metadata(name) {
            Ok(found) if found.is_symlink() => Self::behind_link(name),
            Ok(found) => Self::of_kind(name, found.file_type()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::New(name.to_owned())),
            Err(error) => Err(error.into()),
        }
    }

    fn behind_link(name: &Path) -> Result<Self, Refusal> {
        match fs::canonicalize(name) {
            Ok(file) => Self::of_kind(&file, fs::metadata(&file)?.file_type()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(Refusal::LeadsNowhere(fs::read_link(name)?))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn of_kind(file: &Path, kind: fs::FileType) -> Result<Self, Refusal> {
        if kind.is_file() {
            return Ok(Self::Old(file.to_owned()));
        }
        if kind.is_dir() {
            return Err(Refusal::NoFile("a directory"));
        }
        if is_stream(kind) {
            return Ok(Self::Stream(file.to_owned()));
        }
        Err(Refusal::NoFile("a disk or a socket"))
    }
}

/// Names by which a process refers to its own open files, of whatever kind they are.
fn is_open_file(name: &Path) -> bool {
    let is_listed = ["/dev/fd", "/proc/self/fd"].iter().any(|dir| name.starts_with(dir));
    is_listed || ["/dev/stdout", "/dev/stderr"].iter().any(|own| name == Path::new(own))
}

/// Pipes, and devices that are not disks.
#[cfg(unix)]
fn is_stream(kind: fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    kind.is_fifo() || kind.is_char_device()
}

#[cfg(not(unix))]
fn is_stream(_: fs::FileType) -> bool {
    false
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use tempfile::TempDir;

    use super::*;

    /// A directory with something of every kind in it.
    fn zoo() -> TempDir {
        let dir = TempDir::new().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::write(at("file"), "old").unwrap();
        fs::create_dir(at("dir")).unwrap();
        for (to, name) in [("file", "link"), ("dir", "dirlink"), ("none", "lost"), ("/dev/null", "null")] {
            symlink(to, at(name)).unwrap();
        }
        UnixListener::bind(at("socket")).unwrap();
        dir
    }

    fn write(dir: &Path, name: &str, may_replace: bool) -> Result<(), Refusal> {
        Target::new(&dir.join(name), may_replace)?.write("new")
    }

    #[test]
    fn what_is_there_stays_what_it_is() {
        // A name, whether files may be replaced, the refusal, and what `file` then holds.
        let table = [
            ("file", false, Some("already exists"), "old"),
            ("file", true, None, "new"),
            ("link", false, Some("already exists"), "old"),
            ("link", true, None, "new"),
            ("dir", true, Some("is a directory, which cannot be written to"), "old"),
            ("dirlink", true, Some("is a directory, which cannot be written to"), "old"),
            ("lost", true, Some("is a link to none, which does not exist"), "old"),
            ("socket", true, Some("is a disk or a socket, which cannot be written to"), "old"),
            ("null", false, None, "old"),
            ("/dev/null", false, None, "old"),
            ("/dev/full", false, Some("cannot be written: No space left on device (os error 28)"), "old"),
            ("dir/new", false, None, "old"),
            ("none/new", false, Some("cannot be written: No such file or directory (os error 2)"), "old"),
            ("file/new", false, Some("cannot be written: Not a directory (os error 20)"), "old"),
        ];
        for (name, may_replace, refusal, holds) in table {
            let dir = zoo();
            let written = write(dir.path(), name, may_replace);
            assert_eq!(written.err().map(|refusal| refusal.to_string()).as_deref(), refusal, "{name}");
            assert_eq!(fs::read_to_string(dir.path().join("file")).unwrap(), holds, "{name}");
            for link in ["link", "dirlink", "lost", "null"] {
                assert!(dir.path().join(link).is_symlink(), "{name} {link}");
            }
        }
    }

    #[test]
    fn a_new_file_is_ours_and_is_replaced_by_later_texts() {
        let dir = zoo();
        let file = dir.path().join("new");
        let mut target = Target::new(&file, false).unwrap();
        let mut other = Target::new(&file, false).unwrap();
        target.write("one").unwrap();
        target.write("two").unwrap();
        assert!(matches!(other.write("theirs"), Err(Refusal::Exists)));
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
    }
}
