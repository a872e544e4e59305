//! The one way to read the files of a project.
//!
//! A configuration may name any path, and the folder that holds it may belong to somebody else. So
//! every path is opened beneath a folder that was opened once, links included: the kernel resolves
//! it (`openat2`), or, where that call is missing or forbidden, `walk` does, one component at a
//! time. Nothing but regular files is read, of at most [`FILE_BYTES_MAX`]. A FIFO does not block,
//! because nothing waits for its other end.
//!
//! - [`Recording`]: which files were read, and what they said.
//! - [`Reach`]: which files the tools of a call may open.
//! - [`state`]: the folder in which the program keeps what belongs to one person.
//! - [`trust`]: what a person has said of projects, kept there.

mod reach;
mod recording;
pub mod state;
pub mod trust;
mod walk;

pub use reach::{Reach, ReachError};
pub use recording::{Recording, RecordingFiles};

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use algen_core::source::{FileError, Files};
use rustix::fs::{FileType, Mode, OFlags, fstat};
use rustix::io::Errno;
use thiserror::Error;

/// The most bytes that a file may have.
pub const FILE_BYTES_MAX: u64 = 8 << 20;

/// Flags for a file whose kind is not known yet.
pub(crate) const READ: OFlags = OFlags::RDONLY
    .union(OFlags::CLOEXEC)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

/// Flags to learn that something is there, without opening it.
#[cfg(target_os = "linux")]
const LOOK: OFlags = OFlags::PATH.union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const LOOK: OFlags = READ;

/// Why a project folder cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RootError {
    /// Nothing has that name.
    #[error("there is no such folder")]
    Missing,
    /// Something else has that name.
    #[error("it is not a folder")]
    NotFolder,
    /// The operating system refused; its own short text.
    #[error("{0}")]
    Refused(String),
}

/// The files beneath one folder.
#[derive(Debug)]
pub struct ProjectFiles {
    root: OwnedFd,
    shown: PathBuf,
}

impl ProjectFiles {
    /// Opens a project folder. `shown` is put before the paths that [`Files::display`] gives; empty
    /// or `.` for the folder where people stand.
    ///
    /// # Errors
    /// Says why the folder cannot be opened.
    pub fn open(root: &Path, shown: &str) -> Result<Self, RootError> {
        let flags = LOOK.union(OFlags::DIRECTORY);
        let root = rustix::fs::open(root, flags, Mode::empty()).map_err(|error| match error {
            Errno::NOENT => RootError::Missing,
            Errno::NOTDIR => RootError::NotFolder,
            error => RootError::Refused(reason(error)),
        })?;
        let shown = match shown {
            "." => PathBuf::new(),
            shown => PathBuf::from(shown),
        };
        Ok(Self { root, shown })
    }

    /// Opens a regular file, or whatever else is there, for reading; nothing waits for its other end.
    pub(crate) fn open_file(&self, path: &str) -> Result<OwnedFd, Errno> {
        self.beneath(path, READ)
    }

    /// Opens a path beneath the root.
    fn beneath(&self, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        #[cfg(target_os = "linux")]
        match self.resolved_by_kernel(path, flags) {
            Err(Errno::NOSYS | Errno::PERM) => {}
            answer => return answer,
        }
        walk::open(&self.root, path, flags)
    }

    #[cfg(target_os = "linux")]
    fn resolved_by_kernel(&self, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        use rustix::fs::{ResolveFlags, openat2};

        /// The kernel asks to try again when a folder is renamed while it looks.
        const ATTEMPTS_MAX: usize = 8;

        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let mut answer = Err(Errno::AGAIN);
        for _ in 0..ATTEMPTS_MAX {
            answer = openat2(&self.root, path, flags, Mode::empty(), resolve);
            if !matches!(answer, Err(Errno::AGAIN | Errno::INTR)) {
                break;
            }
        }
        answer
    }
}

impl Files for ProjectFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let file = self.beneath(path, READ).map_err(refusal)?;
        content(file)
    }

    fn exists(&self, path: &str) -> bool {
        let kind = self.beneath(path, LOOK).ok().and_then(|file| kind(&file));
        matches!(kind, Some(FileType::RegularFile | FileType::Directory))
    }

    fn display(&self, path: &str) -> String {
        self.shown.join(path).to_string_lossy().into_owned()
    }
}

/// Why an open file gives no bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unreadable {
    /// It is something else than a regular file.
    NotRegular(&'static str),
    /// It is larger than asked for.
    TooLarge,
    /// The operating system refused; its own short text.
    Refused(String),
}

impl From<Errno> for Unreadable {
    fn from(error: Errno) -> Self {
        Self::Refused(reason(error))
    }
}

/// Reads an open file to its end, if it is one of the project that is read at all.
fn content(file: OwnedFd) -> Result<Vec<u8>, FileError> {
    regular_content(file, FILE_BYTES_MAX).map_err(|problem| match problem {
        Unreadable::NotRegular(kind) => FileError::NotRegular(kind),
        Unreadable::TooLarge => FileError::TooLarge(FILE_BYTES_MAX >> 20),
        Unreadable::Refused(reason) => FileError::Refused(reason),
    })
}

/// Reads a regular file of at most so many bytes to its end.
pub(crate) fn regular_content(file: OwnedFd, most: u64) -> Result<Vec<u8>, Unreadable> {
    let status = fstat(&file)?;
    match FileType::from_raw_mode(status.st_mode) {
        FileType::RegularFile => {}
        FileType::Directory => return Err(Unreadable::NotRegular("a folder")),
        FileType::Fifo => return Err(Unreadable::NotRegular("a FIFO")),
        FileType::Socket => return Err(Unreadable::NotRegular("a socket")),
        _ => return Err(Unreadable::NotRegular("a device")),
    }
    let size = u64::try_from(status.st_size).unwrap_or(0);
    if size > most {
        return Err(Unreadable::TooLarge);
    }
    let mut bytes = Vec::new();
    // The size is at most what was asked for, and one byte more tells that the file grew meanwhile.
    bytes.reserve_exact(usize::try_from(size).unwrap_or(0).saturating_add(1));
    let read = File::from(file)
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| Unreadable::Refused(system_reason(&error)))?;
    if read as u64 > most {
        return Err(Unreadable::TooLarge);
    }
    Ok(bytes)
}

fn kind(file: &OwnedFd) -> Option<FileType> {
    let status = fstat(file).ok()?;
    Some(FileType::from_raw_mode(status.st_mode))
}

fn refusal(error: Errno) -> FileError {
    match error {
        Errno::NOENT | Errno::NOTDIR | Errno::INVAL | Errno::NAMETOOLONG => FileError::Missing,
        Errno::XDEV => FileError::Outside,
        // What opening a socket, or a device without its driver, gives.
        Errno::NXIO | Errno::NODEV => FileError::NotRegular("a socket or device"),
        error => FileError::Refused(reason(error)),
    }
}

pub(crate) fn reason(error: Errno) -> String {
    system_reason(&io::Error::from(error))
}

/// Returns the system's words in the form of our own, without the number.
pub(crate) fn system_reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    text.to_lowercase()
}

#[cfg(test)]
mod tests;
