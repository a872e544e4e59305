//! Which files the tools of a call may open, whatever their settings say.
//!
//! Protected files and folders are known by device and number, so no link, mount or other spelling
//! leads to them. They are looked at by name and never opened: closing a file lets go of the locks
//! that SQLite holds on it for other connections of this process
//! (<https://sqlite.org/howtocorrupt.html>, section 2.2).

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::system_reason;

/// Which files the tools of a call may open. Without anything in it, it is every file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// The only folder in which files may lie; `None` where they may lie anywhere.
    pub beneath: Option<PathBuf>,
    /// Files that no tool opens. Those that do not exist protect nothing until they do.
    pub files: Vec<PathBuf>,
    /// Folders in which no tool opens anything.
    pub folders: Vec<PathBuf>,
}

/// Why a tool may not open a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReachError {
    /// It does not exist.
    #[error("it does not exist")]
    Missing,
    /// It lies outside the only folder that may be looked into.
    #[error(
        "it lies outside the project folder, which is not opened before the project is trusted; \
         run: algen trust"
    )]
    Outside,
    /// It is protected.
    #[error("it belongs to algen itself, as the ledger does, and no tool opens it")]
    Protected,
    /// It is a folder, a pipe, a device or the like.
    #[error("it is no regular file")]
    Irregular,
    /// The operating system refused; its own short text.
    #[error("it cannot be looked at: {0}")]
    Refused(String),
}

impl Reach {
    /// Returns the path of a file or folder without links, where a tool may open it. Whoever opens
    /// that path, and no other, opens what was looked at, unless somebody moves it meanwhile.
    ///
    /// # Errors
    /// It does not exist, or may not be opened.
    pub fn admit(&self, path: &Path) -> Result<PathBuf, ReachError> {
        let found = fs::canonicalize(path).map_err(|error| refused(&error))?;
        if let Some(folder) = &self.beneath {
            let folder = fs::canonicalize(folder).map_err(|error| refused(&error))?;
            if !found.starts_with(folder) {
                return Err(ReachError::Outside);
            }
        }
        match self.protects(&found) {
            true => Err(ReachError::Protected),
            false => Ok(found),
        }
    }

    /// Tells whether a path without links in its folders is protected, or lies in a folder that is.
    pub fn protects(&self, path: &Path) -> bool {
        let is_any = |path: &Path, protected: &[PathBuf]| {
            let found = identity(path);
            found.is_some() && protected.iter().any(|each| identity(each) == found)
        };
        is_any(path, &self.files) || path.ancestors().any(|folder| is_any(folder, &self.folders))
    }
}

/// Returns device and number of what a path leads to; `None` where there is nothing to be seen.
fn identity(path: &Path) -> Option<(u64, u64)> {
    let status = fs::metadata(path).ok()?;
    Some((status.dev(), status.ino()))
}

fn refused(error: &io::Error) -> ReachError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ReachError::Missing,
        _ => ReachError::Refused(system_reason(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_may_be_opened_is_found_without_links() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(folder.path()).expect("it is there");
        for name in ["project/data", "project-2", "state/deep"] {
            fs::create_dir_all(root.join(name)).expect("folders");
        }
        let files = [
            "project/a.db",
            "project/data/a.db",
            "project-2/a.db",
            "ledger",
            "state/deep/trust",
        ];
        for name in files {
            fs::write(root.join(name), name).expect("a file");
        }
        let links = [
            ("a.db", "project/inside"),
            ("../project-2/a.db", "project/outside"),
            ("../project-2", "project/folder"),
            ("../ledger", "project/ledger"),
            ("absent", "project/dangling"),
            ("loop", "project/loop"),
        ];
        for (target, link) in links {
            symlink(target, root.join(link)).expect("a link");
        }
        symlink("project", root.join("entrance")).expect("a link");
        for name in ["project/copy", "project-2/copy"] {
            fs::hard_link(root.join("ledger"), root.join(name)).expect("a link");
        }
        fs::hard_link(root.join("state/deep/trust"), root.join("project/trust")).expect("a link");

        let protected = Reach {
            beneath: None,
            files: vec![root.join("ledger"), root.join("absent")],
            folders: vec![root.join("state"), root.join("no-folder")],
        };
        let confined = Reach {
            beneath: Some(root.join("entrance")),
            ..protected.clone()
        };
        let found = |path: &str| Ok(root.join(path));
        let (missing, outside) = (Err(ReachError::Missing), Err(ReachError::Outside));
        let own = Err(ReachError::Protected);
        let cases = [
            ("project/a.db", found("project/a.db"), found("project/a.db")),
            (
                "entrance/inside",
                found("project/a.db"),
                found("project/a.db"),
            ),
            (
                "project/data/../a.db",
                found("project/a.db"),
                found("project/a.db"),
            ),
            ("project", found("project"), found("project")),
            ("project/outside", outside.clone(), found("project-2/a.db")),
            (
                "project/folder/a.db",
                outside.clone(),
                found("project-2/a.db"),
            ),
            ("project-2/a.db", outside.clone(), found("project-2/a.db")),
            ("project/ledger", outside.clone(), own.clone()),
            ("project/copy", own.clone(), own.clone()),
            ("project-2/copy", outside.clone(), own.clone()),
            ("state/deep/trust", outside.clone(), own.clone()),
            ("state", outside, own),
            // Of folders only what is reached through them is known.
            (
                "project/trust",
                found("project/trust"),
                found("project/trust"),
            ),
            ("project/dangling", missing.clone(), missing.clone()),
            ("project/a.db/x", missing.clone(), missing.clone()),
            ("project/absent", missing.clone(), missing),
        ];
        for (path, untrusted, trusted) in cases {
            assert_eq!(confined.admit(&root.join(path)), untrusted, "{path}");
            assert_eq!(protected.admit(&root.join(path)), trusted, "{path}");
        }
        let looped = protected.admit(&root.join("project/loop"));
        assert!(matches!(looped, Err(ReachError::Refused(_))), "{looped:?}");
        let anything = Reach::default().admit(&root.join("project/ledger"));
        assert_eq!(anything, found("ledger"));
    }
}
