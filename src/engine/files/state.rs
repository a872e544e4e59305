//! The folder in which the program keeps what belongs to one person: trust, grants, the ledger.
//!
//! It is `algen` in `$XDG_STATE_HOME`, else in `~/.local/state` (XDG Base Directory Specification
//! 0.8). It is made for its owner alone, and so is every file in it. What belongs to another
//! account, or what others may write, is refused: it could have been planted. The folder is opened
//! once, and files are opened in it, so that moving it meanwhile leads nowhere else.
//!
//! A file is written beside its place, made durable and then renamed: a reader sees the old text or
//! the new one, and a crash leaves one of both.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File};
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{AtFlags, Mode, OFlags, Stat, fstat, mkdirat, openat, renameat, unlinkat};
use rustix::io::Errno;
use rustix::process::geteuid;
use thiserror::Error;

use super::{READ, Unreadable, reason, regular_content, system_reason};

/// Permissions of folders: for the owner alone.
const FOLDER_MODE: Mode = Mode::RWXU;
/// Permissions of files: for the owner alone.
const FILE_MODE: Mode = Mode::RUSR.union(Mode::WUSR);
/// Permissions that let others write.
const WRITABLE_BY_OTHERS: u32 = 0o022;

const OPEN_FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);

/// Why the state directory, or a file in it, cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StateError {
    /// Neither variable says where it is.
    #[error("neither XDG_STATE_HOME nor HOME holds an absolute path; set one of them")]
    NoPlace,
    /// Something in it belongs to another account.
    #[error(
        "{} belongs to user {owner} and not to user {user}, who runs this; set XDG_STATE_HOME to a \
         folder of your own", .path.display()
    )]
    OtherOwner {
        /// Which file or folder.
        path: PathBuf,
        /// The number of its owner.
        owner: u32,
        /// The number of the account that runs the program.
        user: u32,
    },
    /// Others may write to something in it.
    #[error("others may write to {path}; run: chmod go-w {path}", path = .path.display())]
    WritableByOthers {
        /// Which file or folder.
        path: PathBuf,
    },
    /// Something in it is of the wrong kind.
    #[error("{} is {kind}, not {expected}", .path.display())]
    WrongKind {
        /// Which path.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
        /// What it should be.
        expected: &'static str,
    },
    /// A file is larger than it can be if the program wrote it.
    #[error("{} is larger than {most} bytes; remove it", .path.display())]
    TooLarge {
        /// Which file.
        path: PathBuf,
        /// The limit in bytes.
        most: u64,
    },
    /// The operating system refused.
    #[error("{path}: cannot {action} it: {reason}", path = .path.display())]
    Refused {
        /// Which file or folder.
        path: PathBuf,
        /// What was tried, in one word.
        action: &'static str,
        /// The system's own short text.
        reason: String,
    },
}

/// Returns where the state directory is, whether it is there or not. An empty or relative variable
/// counts as not set, as the specification says.
///
/// # Errors
/// Neither variable holds an absolute path.
pub fn place(xdg_state_home: Option<&OsStr>, home: Option<&OsStr>) -> Result<PathBuf, StateError> {
    let absolute = |variable: Option<&OsStr>| {
        let path = PathBuf::from(variable?);
        path.is_absolute().then_some(path)
    };
    let base = absolute(xdg_state_home)
        .or_else(|| absolute(home).map(|home| home.join(".local").join("state")));
    base.map(|base| base.join("algen"))
        .ok_or(StateError::NoPlace)
}

/// A folder of the state directory, open.
#[derive(Debug)]
pub struct StateFolder {
    folder: OwnedFd,
    path: PathBuf,
}

impl StateFolder {
    /// Opens the state directory; `None` where it does not exist.
    ///
    /// # Errors
    /// It cannot be opened, or is not private.
    pub fn open(path: &Path) -> Result<Option<Self>, StateError> {
        let opened = rustix::fs::open(path, OPEN_FOLDER, Mode::empty());
        Self::checked(opened, path)
    }

    /// Opens the state directory; makes it, and the folders above it, where it does not exist.
    ///
    /// # Errors
    /// It cannot be made or opened, or is not private.
    pub fn create(path: &Path) -> Result<Self, StateError> {
        if let Some(folder) = Self::open(path)? {
            return Ok(folder);
        }
        let made = DirBuilder::new()
            .recursive(true)
            .mode(FOLDER_MODE.as_raw_mode())
            .create(path);
        made.map_err(|error| refused(path, "create", system_reason(&error)))?;
        Self::open(path)?.ok_or_else(|| refused(path, "create", reason(Errno::NOENT)))
    }

    /// Opens a folder in this one; `None` where it does not exist.
    ///
    /// # Errors
    /// It cannot be opened, or is not private.
    pub fn folder(&self, name: &str) -> Result<Option<Self>, StateError> {
        let flags = OPEN_FOLDER.union(OFlags::NOFOLLOW);
        let opened = openat(&self.folder, name, flags, Mode::empty());
        Self::checked(opened, &self.path.join(name))
    }

    /// Opens a folder in this one; makes it where it does not exist.
    ///
    /// # Errors
    /// It cannot be made or opened, or is not private.
    pub fn create_folder(&self, name: &str) -> Result<Self, StateError> {
        let path = self.path.join(name);
        match mkdirat(&self.folder, name, FOLDER_MODE) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(refused(&path, "create", reason(error))),
        }
        self.folder(name)?
            .ok_or_else(|| refused(&path, "create", reason(Errno::NOENT)))
    }

    /// Returns the path, for people.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a file of at most so many bytes; `None` where it does not exist.
    ///
    /// # Errors
    /// It cannot be read, is no regular file, is not private, or is larger.
    pub fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, StateError> {
        let path = self.path.join(name);
        let flags = READ.union(OFlags::NOFOLLOW);
        let file = match openat(&self.folder, name, flags, Mode::empty()) {
            Ok(file) => file,
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP) => return Err(wrong_kind(&path, "a link", "a file")),
            Err(error) => return Err(refused(&path, "read", reason(error))),
        };
        let status = fstat(&file).map_err(|error| refused(&path, "read", reason(error)))?;
        check_private(&status, &path)?;
        let content = regular_content(file, most).map_err(|problem| match problem {
            Unreadable::NotRegular(kind) => wrong_kind(&path, kind, "a file"),
            Unreadable::TooLarge => StateError::TooLarge { path, most },
            Unreadable::Refused(reason) => refused(&path, "read", reason),
        });
        content.map(Some)
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// It cannot be written; then what was there before is there still.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StateError> {
        let draft = draft_name(name);
        let written = self.write_draft(&draft, bytes).and_then(|()| {
            renameat(&self.folder, &*draft, &self.folder, name).map_err(reason)?;
            rustix::fs::fsync(&self.folder).map_err(reason)
        });
        written.map_err(|reason| {
            // After the renaming there is nothing to remove.
            let _ = unlinkat(&self.folder, &*draft, AtFlags::empty());
            refused(&self.path.join(name), "write", reason)
        })
    }

    fn write_draft(&self, draft: &str, bytes: &[u8]) -> Result<(), String> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = openat(&self.folder, draft, flags, FILE_MODE).map_err(reason)?;
        let mut file = File::from(file);
        file.write_all(bytes)
            .and_then(|()| file.sync_all())
            .map_err(|error| system_reason(&error))
    }

    fn checked(opened: Result<OwnedFd, Errno>, path: &Path) -> Result<Option<Self>, StateError> {
        let folder = match opened {
            Ok(folder) => folder,
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::NOTDIR) => {
                return Err(wrong_kind(path, "a file or beneath one", "a folder"));
            }
            Err(Errno::LOOP) => return Err(wrong_kind(path, "a link", "a folder")),
            Err(error) => return Err(refused(path, "open", reason(error))),
        };
        let status = fstat(&folder).map_err(|error| refused(path, "open", reason(error)))?;
        check_private(&status, path)?;
        Ok(Some(Self {
            folder,
            path: path.to_owned(),
        }))
    }
}

/// Refuses what belongs to another account or what others may write.
fn check_private(status: &Stat, path: &Path) -> Result<(), StateError> {
    let user = geteuid().as_raw();
    if status.st_uid != user {
        return Err(StateError::OtherOwner {
            path: path.to_owned(),
            owner: status.st_uid,
            user,
        });
    }
    if status.st_mode & WRITABLE_BY_OTHERS != 0 {
        return Err(StateError::WritableByOthers {
            path: path.to_owned(),
        });
    }
    Ok(())
}

/// Returns a name that no other writer uses.
fn draft_name(name: &str) -> String {
    static DRAFTS: AtomicU64 = AtomicU64::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let moment = clock.map_or(0, |since| since.as_nanos());
    // A crash may have left a draft of the same process number.
    format!(".{name}.{}.{moment}.{number}", std::process::id())
}

fn wrong_kind(path: &Path, kind: &'static str, expected: &'static str) -> StateError {
    StateError::WrongKind {
        path: path.to_owned(),
        kind,
        expected,
    }
}

fn refused(path: &Path, action: &'static str, reason: String) -> StateError {
    StateError::Refused {
        path: path.to_owned(),
        action,
        reason,
    }
}

#[cfg(test)]
mod tests;
