//! What a person has said of projects: one file in the state directory for each that is trusted.
//!
//! The file is named after the project's absolute path, links resolved, and holds that path, the
//! files that count with their digests, when it was said and by which account. A project that moves
//! is another project.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use algen_core::governance::trust::{Difference, FileDigest, ProjectDigest, Standing, difference};
use algen_core::source::{FileError, Files};
use rustix::process::geteuid;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::state::{StateError, StateFolder};

/// Name and version of the format of a record, and of what is shown of it.
pub const SCHEMA: &str = "algen.trust/1";

/// The folder of records in the state directory.
const FOLDER: &str = "trust";
/// The most bytes of a record, enough for ten thousand files with long paths.
const RECORD_BYTES_MAX: u64 = 4 << 20;

/// Why trust cannot be looked up or stored.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TrustError {
    /// The state directory cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The file is not as the program writes it.
    #[error("{} is not a record of trust; remove it and run algen trust", .0.display())]
    NotRecord(PathBuf),
    /// Another version of the program wrote the file.
    #[error(
        "{} has a format that this version does not read; remove it and run algen trust", .0.display()
    )]
    UnknownVersion(PathBuf),
    /// The project has more files than a record holds.
    #[error("the project has too many files to be trusted: {0}")]
    TooManyFiles(usize),
}

/// What was said of one project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrustRecord {
    /// The files as they were.
    pub files: ProjectDigest,
    /// When: RFC 3339 in UTC, to the second.
    pub trusted_at: String,
    /// The number of the account that said so.
    pub user_id: u32,
}

/// A record as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    schema: String,
    project: String,
    trusted_at: String,
    user_id: u32,
    digest: String,
    files: Vec<WrittenFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFile {
    path: String,
    sha256: String,
}

/// The part of a record that says how to read the rest.
#[derive(Deserialize)]
struct Versioned {
    schema: String,
}

/// The records in one state directory.
#[derive(Clone, Debug)]
pub struct TrustStore {
    state: PathBuf,
}

impl TrustStore {
    /// Takes the place of the state directory, which need not exist.
    pub fn new(state: PathBuf) -> Self {
        Self { state }
    }

    /// Returns what was said of a project; `None` where nothing was. `project` is the absolute path
    /// of its folder, links resolved.
    ///
    /// # Errors
    /// The state directory cannot be used, or the record not be understood.
    pub fn load(&self, project: &Path) -> Result<Option<TrustRecord>, TrustError> {
        let Some(state) = StateFolder::open(&self.state)? else {
            return Ok(None);
        };
        let Some(folder) = state.folder(FOLDER)? else {
            return Ok(None);
        };
        let name = record_name(project);
        let Some(bytes) = folder.read(&name, RECORD_BYTES_MAX)? else {
            return Ok(None);
        };
        read_record(&bytes, project, folder.path().join(name)).map(Some)
    }

    /// Remembers that a person trusts the files of a project as they are, instead of what was said
    /// before.
    ///
    /// # Errors
    /// The state directory cannot be used.
    pub fn store(
        &self,
        project: &Path,
        files: &ProjectDigest,
        now: SystemTime,
    ) -> Result<TrustRecord, TrustError> {
        let record = TrustRecord {
            files: files.clone(),
            trusted_at: in_utc(now),
            user_id: geteuid().as_raw(),
        };
        let mut bytes = serde_json::to_vec_pretty(&written(&record, project)).unwrap_or_default();
        bytes.push(b'\n');
        if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > RECORD_BYTES_MAX {
            return Err(TrustError::TooManyFiles(files.files().len()));
        }
        let folder = StateFolder::create(&self.state)?.create_folder(FOLDER)?;
        folder.write(&record_name(project), &bytes)?;
        Ok(record)
    }

    /// Holds the files of a project against what was said of it.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn is_trusted(
        &self,
        project: &Path,
        files: &ProjectDigest,
    ) -> Result<Standing, TrustError> {
        Ok(standing(self.load(project)?.as_ref(), files))
    }
}

/// Holds the files of a project against a record.
pub fn standing(record: Option<&TrustRecord>, files: &ProjectDigest) -> Standing {
    let Some(record) = record else {
        return Standing::Never;
    };
    let difference = difference(&record.files, files);
    if difference.is_empty() {
        Standing::Trusted
    } else {
        Standing::Changed(difference)
    }
}

/// Holds the files of a project against a checkout that is trusted, as that of the base branch of a
/// change. `base` is the same folder there; `missing` are the files that the project looked for and
/// does not have, which the checkout must not have either.
///
/// # Errors
/// Returns what has to be reviewed. A file outside the project folder is never trusted this way.
pub fn trusted_from(
    base: &dyn Files,
    project: &ProjectDigest,
    missing: &BTreeSet<String>,
) -> Result<(), Difference> {
    let mut difference = Difference::default();
    for (path, digest) in project.files() {
        match base.read(path) {
            Ok(bytes) if FileDigest::of(&bytes) == *digest => {}
            Err(FileError::Missing | FileError::Outside) => {
                difference.added.insert(path.to_owned());
            }
            Ok(_) | Err(_) => {
                difference.changed.insert(path.to_owned());
            }
        }
    }
    let removed = missing.iter().filter(|path| base.exists(path));
    difference.removed.extend(removed.cloned());
    if difference.is_empty() {
        Ok(())
    } else {
        Err(difference)
    }
}

/// Returns the name of a project's record.
fn record_name(project: &Path) -> String {
    let digest = FileDigest::of(project.as_os_str().as_bytes());
    format!("{}.json", digest.as_str())
}

fn written(record: &TrustRecord, project: &Path) -> Written {
    let files = record.files.files().map(|(path, digest)| WrittenFile {
        path: path.to_owned(),
        sha256: digest.as_str().to_owned(),
    });
    Written {
        schema: SCHEMA.to_owned(),
        project: project.to_string_lossy().into_owned(),
        trusted_at: record.trusted_at.clone(),
        user_id: record.user_id,
        digest: record.files.digest(),
        files: files.collect(),
    }
}

fn read_record(bytes: &[u8], project: &Path, place: PathBuf) -> Result<TrustRecord, TrustError> {
    match serde_json::from_slice::<Versioned>(bytes) {
        Ok(versioned) if versioned.schema == SCHEMA => {}
        Ok(_) => return Err(TrustError::UnknownVersion(place)),
        Err(_) => return Err(TrustError::NotRecord(place)),
    }
    let record = serde_json::from_slice::<Written>(bytes).ok();
    let record = record.filter(|written| written.project == project.to_string_lossy());
    record
        .and_then(|written| {
            let mut files = ProjectDigest::default();
            for file in &written.files {
                files.add(&file.path, FileDigest::parse(&file.sha256)?);
            }
            (files.digest() == written.digest).then_some(TrustRecord {
                files,
                trusted_at: written.trusted_at,
                user_id: written.user_id,
            })
        })
        .ok_or(TrustError::NotRecord(place))
}

/// Writes a moment as RFC 3339 in UTC, to the second. One that no calendar has is the epoch.
fn in_utc(moment: SystemTime) -> String {
    let timestamp = jiff::Timestamp::try_from(moment).unwrap_or_default();
    let seconds = jiff::Timestamp::from_second(timestamp.as_second()).unwrap_or_default();
    seconds.to_string()
}

#[cfg(test)]
mod tests;
