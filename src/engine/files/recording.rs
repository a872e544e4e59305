//! Which files of a project were read, and what they said.
//!
//! Trust counts for what the program read and for nothing else. So the files pass through here on
//! their way in, and no second list of them has to be kept in step.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use algen_core::governance::trust::{FileDigest, ProjectDigest};
use algen_core::source::{FileError, Files};

/// Collects what is read through any number of [`RecordingFiles`].
#[derive(Debug)]
pub struct Recording {
    project: PathBuf,
    seen: RefCell<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    read: ProjectDigest,
    missing: BTreeSet<String>,
}

impl Recording {
    /// Begins with nothing. `project` is the absolute path of the project folder, links resolved;
    /// files in it are named relative to it, all others by their absolute path.
    pub fn new(project: &Path) -> Self {
        Self {
            project: project.to_owned(),
            seen: RefCell::default(),
        }
    }

    /// Returns the files of a folder such that reading them is recorded. `folder` is the absolute
    /// path of the folder that they are relative to, links resolved.
    pub fn through<F: Files>(&self, files: F, folder: &Path) -> RecordingFiles<'_, F> {
        RecordingFiles {
            recording: self,
            files,
            folder: folder.to_owned(),
        }
    }

    /// Records bytes that came from elsewhere, as from standard input, under a name.
    pub fn record(&self, name: &str, bytes: &[u8]) {
        let mut seen = self.seen.borrow_mut();
        seen.read.add(name, FileDigest::of(bytes));
    }

    /// Records that a file was looked for and is not there, or cannot be read.
    pub fn record_missing(&self, path: &Path) {
        let name = self.name(path);
        self.seen.borrow_mut().missing.insert(name);
    }

    /// Returns the files that were read.
    pub fn digest(&self) -> ProjectDigest {
        self.seen.borrow().read.clone()
    }

    /// Returns the paths that were looked for and never found, named as those of files are.
    pub fn missing(&self) -> BTreeSet<String> {
        let seen = self.seen.borrow();
        let missing = seen.missing.iter();
        missing
            .filter(|path| seen.read.get(path).is_none())
            .cloned()
            .collect()
    }

    /// Names a path as the project does: without `.` and `..`, relative where it lies within.
    fn name(&self, path: &Path) -> String {
        let mut plain = PathBuf::new();
        for part in path.components() {
            match part {
                std::path::Component::CurDir => {}
                std::path::Component::ParentDir => {
                    plain.pop();
                }
                part => plain.push(part),
            }
        }
        let within = plain.strip_prefix(&self.project);
        within.unwrap_or(&plain).to_string_lossy().into_owned()
    }
}

/// Files of which every reading is recorded.
#[derive(Debug)]
pub struct RecordingFiles<'r, F> {
    recording: &'r Recording,
    files: F,
    folder: PathBuf,
}

impl<F: Files> Files for RecordingFiles<'_, F> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let place = self.folder.join(path);
        let outcome = self.files.read(path);
        match &outcome {
            Ok(bytes) => self.recording.record(&self.recording.name(&place), bytes),
            // What cannot be read says nothing, as if it were not there.
            Err(_) => self.recording.record_missing(&place),
        }
        outcome
    }

    fn exists(&self, path: &str) -> bool {
        let exists = self.files.exists(path);
        if !exists {
            self.recording.record_missing(&self.folder.join(path));
        }
        exists
    }

    fn display(&self, path: &str) -> String {
        self.files.display(path)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::files::ProjectFiles;

    use super::*;

    #[test]
    fn what_was_read_is_recorded_under_the_projects_own_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let project = folder.path().join("project");
        let shared = folder.path().join("shared");
        fs::create_dir_all(project.join("config")).expect("folders");
        fs::create_dir_all(&shared).expect("folders");
        for (path, text) in [
            ("project/algen.yaml", "a"),
            ("project/config/agent.yaml", "b"),
            ("project/never-read", "c"),
            ("shared/base.yaml", "d"),
        ] {
            fs::write(folder.path().join(path), text).expect("a file");
        }
        let open = |folder: &Path| ProjectFiles::open(folder, "").expect("a folder");
        let recording = Recording::new(&project);
        let inside = recording.through(open(&project), &project);
        let outside = recording.through(open(&shared), &shared);
        assert_eq!(inside.read("algen.yaml"), Ok(b"a".to_vec()));
        assert_eq!(
            inside.read("./config/../config/agent.yaml"),
            Ok(b"b".to_vec())
        );
        assert_eq!(outside.read("base.yaml"), Ok(b"d".to_vec()));
        assert_eq!(inside.read("x.overlay.lock"), Err(FileError::Missing));
        assert_eq!(
            inside.read("config"),
            Err(FileError::NotRegular("a folder"))
        );
        assert!(inside.exists("never-read") && !inside.exists("y.overlay.lock"));
        recording.record_missing(&project.join("algen.yaml"));
        recording.record("<stdin>", b"e");

        let base = shared.join("base.yaml").to_string_lossy().into_owned();
        let expected: ProjectDigest = [
            ("algen.yaml", "a"),
            ("config/agent.yaml", "b"),
            (base.as_str(), "d"),
            ("<stdin>", "e"),
        ]
        .map(|(path, text)| (path, FileDigest::of(text.as_bytes())))
        .into_iter()
        .collect();
        assert_eq!(recording.digest(), expected);
        let missing = recording.missing();
        let missing: Vec<&str> = missing.iter().map(String::as_str).collect();
        assert_eq!(missing, ["config", "x.overlay.lock", "y.overlay.lock"]);
        assert_eq!(inside.display("algen.yaml"), "algen.yaml");
    }
}
