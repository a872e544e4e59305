//! Files that hold a secret: where they are, whether the machine allows them, and their bytes.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use algen_core::config::glob;
use rustix::fs::Mode;
use rustix::io::Errno;

use super::error::SecretFileError;
use crate::files::{ProjectFiles, READ, RootError, Unreadable, reason, regular_content};

/// The most bytes that a secret may have.
pub(super) const SECRET_BYTES_MAX: u64 = 64 << 10;

/// Where a reference's file is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SecretFile {
    /// Its path relative to the project folder, where it is written so.
    relative: Option<String>,
    absolute: PathBuf,
    /// Its path as `~/REST`, where it lies in the home directory.
    in_home: Option<String>,
}

impl SecretFile {
    /// Finds the place of a path without looking at any file. `.` and, in relative paths, `..` are
    /// resolved as written, so that a pattern and the system read the same path; an absolute path
    /// with `..` is refused.
    ///
    /// # Errors
    /// The path cannot be used, or starts in a home directory that nobody named.
    pub(super) fn locate(
        path: &str,
        project: &Path,
        home: Option<&Path>,
    ) -> Result<Self, SecretFileError> {
        let (base, rest) = if let Some(rest) = path.strip_prefix("~/") {
            (Some(home.ok_or(SecretFileError::NoHome)?), rest)
        } else if let Some(rest) = path.strip_prefix('/') {
            (Some(Path::new("/")), rest)
        } else {
            (None, path)
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in rest.split('/') {
            match part {
                "" | "." => {}
                ".." if base.is_some() => return Err(SecretFileError::Unusable),
                ".." => {
                    parts.pop().ok_or(SecretFileError::Outside)?;
                }
                part => parts.push(part),
            }
        }
        let plain = parts.join("/");
        // A name that a shell would take for somebody's home directory is not one here.
        let unusable = plain.is_empty() || plain.contains('\0') || rest.ends_with('/');
        if unusable || base.is_none() && plain.starts_with('~') {
            return Err(SecretFileError::Unusable);
        }
        let absolute = base.unwrap_or(project).join(&plain);
        let in_home = home.and_then(|home| absolute.strip_prefix(home).ok());
        Ok(Self {
            in_home: in_home.map(|rest| format!("~/{}", rest.to_string_lossy())),
            relative: base.is_none().then_some(plain),
            absolute,
        })
    }

    /// Tells whether one of a policy's patterns stands for it. A pattern decides which spelling of
    /// the path it takes: absolute, from the home directory, or relative as written.
    pub(super) fn is_allowed(&self, patterns: &[String]) -> bool {
        let absolute = self.absolute.to_string_lossy();
        patterns.iter().any(|pattern| {
            let spelling = match pattern.as_bytes() {
                [b'/', ..] => Some(&*absolute),
                [b'~', ..] => self.in_home.as_deref(),
                _ => self.relative.as_deref(),
            };
            spelling.is_some_and(|path| glob::matches(pattern, path))
        })
    }

    /// Reads it; `None` where it does not exist. A relative path never leads out of the project,
    /// also not through a link; others are read wherever their links lead.
    pub(super) fn read(&self, project: &Path) -> Result<Option<Vec<u8>>, SecretFileError> {
        let file = match self.open(project)? {
            Ok(file) => file,
            Err(Errno::NOENT | Errno::NOTDIR) => return Ok(None),
            Err(Errno::XDEV) if self.relative.is_some() => return Err(SecretFileError::Outside),
            Err(Errno::NXIO | Errno::NODEV) => {
                return Err(SecretFileError::NotRegular("a socket or device"));
            }
            Err(error) => return Err(SecretFileError::Refused(reason(error))),
        };
        let content = regular_content(file, SECRET_BYTES_MAX);
        content.map(Some).map_err(|problem| match problem {
            Unreadable::NotRegular(kind) => SecretFileError::NotRegular(kind),
            Unreadable::TooLarge => SecretFileError::TooLarge(SECRET_BYTES_MAX),
            Unreadable::Refused(reason) => SecretFileError::Refused(reason),
        })
    }

    fn open(&self, project: &Path) -> Result<Result<OwnedFd, Errno>, SecretFileError> {
        let Some(relative) = &self.relative else {
            return Ok(rustix::fs::open(&self.absolute, READ, Mode::empty()));
        };
        match ProjectFiles::open(project, "") {
            Ok(files) => Ok(files.open_file(relative)),
            Err(RootError::Missing | RootError::NotFolder) => Ok(Err(Errno::NOENT)),
            Err(RootError::Refused(reason)) => Err(SecretFileError::Refused(reason)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_as_written() {
        let home = Some(Path::new("/home/me/"));
        let outside = || Err(SecretFileError::Outside);
        let unusable = || Err(SecretFileError::Unusable);
        let cases: &[(&str, Result<&str, SecretFileError>)] = &[
            ("token", Ok("/home/me/p/token")),
            ("./a/../token", Ok("/home/me/p/token")),
            ("..token", Ok("/home/me/p/..token")),
            ("/run/./secrets//mail", Ok("/run/secrets/mail")),
            ("~/token", Ok("/home/me/token")),
            ("../token", outside()),
            ("a/../../token", outside()),
            ("/run/secrets/../x", unusable()),
            ("~/../x", unusable()),
            ("~root/x", unusable()),
            ("./~/x", unusable()),
            ("", unusable()),
            ("/", unusable()),
            ("a/", unusable()),
            ("a\0b", unusable()),
        ];
        for (path, expected) in cases {
            let found = SecretFile::locate(path, Path::new("/home/me/p"), home);
            let found = found.map(|file| file.absolute);
            assert_eq!(found, expected.clone().map(PathBuf::from), "{path:?}");
        }
        let homeless = SecretFile::locate("~/token", Path::new("/p"), None);
        assert_eq!(homeless, Err(SecretFileError::NoHome));
    }

    #[test]
    fn a_pattern_decides_how_it_is_compared() {
        let cases = [
            ("token", "token", true),
            ("token", "/home/me/p/*", true),
            ("token", "~/p/token", true),
            ("token", "~/*", false),
            ("token", "/run/**", false),
            ("~/.config/acme/a", "~/.config/acme/**", true),
            ("~/.config/acme/a", "/home/me/.config/acme/?", true),
            ("/home/me/p/token", "~/**", true),
            ("/home/me/p/token", "token", false),
            ("~/token", "**", false),
            ("/token", "**", false),
            ("/run/secrets/a", "/run/secrets/*", true),
            ("/run/secrets/a/b", "/run/secrets/*", false),
        ];
        for (path, pattern, expected) in cases {
            let home = Some(Path::new("/home/me"));
            let file = SecretFile::locate(path, Path::new("/home/me/p"), home).expect("a place");
            let allowed = file.is_allowed(&[pattern.to_owned()]);
            assert_eq!(allowed, expected, "{path} {pattern}");
            assert!(!file.is_allowed(&[]), "{path}");
        }
    }
}
