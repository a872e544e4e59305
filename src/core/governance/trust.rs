//! Trust in the files of a project: what they say, as digests, and what differs from what a person
//! has trusted.
//!
//! Whoever reads a project collects the digest of every file that it reads ([`ProjectDigest`]).
//! Only when all of them are those that a person has seen may a program start, a secret be resolved
//! or a host be reached. Who remembers what was trusted is no business of the core.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::canonical;

/// Whether a project may start programs, resolve secrets, reach hosts and leave its folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// A person has seen its files as they are.
    Trusted,
    /// Nobody has, or they have changed since.
    Untrusted,
}

/// What is remembered of a project, held against its files as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The files are those that were trusted.
    Trusted,
    /// They were trusted once; this is what differs.
    Changed(Difference),
    /// The project was never trusted.
    Never,
}

impl Standing {
    /// Returns what the project may do.
    pub fn trust(&self) -> Trust {
        match self {
            Self::Trusted => Trust::Trusted,
            Self::Changed(_) | Self::Never => Trust::Untrusted,
        }
    }
}

/// The SHA-256 of a file's bytes, as 64 small hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileDigest(String);

impl FileDigest {
    /// Takes the digest of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let digest = Sha256::digest(bytes);
        Self(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Reads a digest as [`as_str`](Self::as_str) writes it; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let hexadecimal = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let right = text.len() == 64 && text.bytes().all(hexadecimal);
        right.then(|| Self(text.to_owned()))
    }

    /// Returns the digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The files of a project by path, each with the digest of its bytes.
///
/// A path is written as the project names it: relative to its folder with `/` between parts, or
/// absolute where a file lies elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProjectDigest {
    files: BTreeMap<String, FileDigest>,
}

impl ProjectDigest {
    /// Adds a file that was read.
    ///
    /// One that was read twice and was not the same both times gets a digest that no file has, so
    /// that what was read is never taken for what somebody trusted.
    pub fn add(&mut self, path: &str, digest: FileDigest) {
        match self.files.get_mut(path) {
            Some(known) if *known != digest => {
                *known = FileDigest::of(format!("{} {}", known.0, digest.0).as_bytes());
            }
            Some(_) => {}
            None => {
                self.files.insert(path.to_owned(), digest);
            }
        }
    }

    /// Visits the files in the order of their paths.
    pub fn files(&self) -> impl ExactSizeIterator<Item = (&str, &FileDigest)> {
        self.files
            .iter()
            .map(|(path, digest)| (path.as_str(), digest))
    }

    /// Returns the digest of a file.
    pub fn get(&self, path: &str) -> Option<&FileDigest> {
        self.files.get(path)
    }

    /// Tells whether no file was read.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns one digest over all paths and digests: the SHA-256 of the canonical JSON of a list
    /// of pairs, as 64 small hexadecimal digits.
    pub fn digest(&self) -> String {
        let files = self.files.iter();
        let pairs: Vec<Value> = files
            .map(|(path, digest)| json!([path, digest.0]))
            .collect();
        canonical::digest(&Value::Array(pairs))
    }
}

impl<'a> FromIterator<(&'a str, FileDigest)> for ProjectDigest {
    fn from_iter<T: IntoIterator<Item = (&'a str, FileDigest)>>(files: T) -> Self {
        let mut digest = Self::default();
        for (path, file) in files {
            digest.add(path, file);
        }
        digest
    }
}

/// What happened to a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// It was not there, or was not read.
    New,
    /// Its bytes are other ones.
    Changed,
    /// It is no longer there, or no longer read.
    Removed,
}

impl Change {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Removed => "removed",
        }
    }
}

/// Which files differ between two readings of a project; each path stands in one list at most.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// Files that only the later reading has.
    pub added: BTreeSet<String>,
    /// Files that only the earlier reading has.
    pub removed: BTreeSet<String>,
    /// Files whose bytes differ.
    pub changed: BTreeSet<String>,
}

impl Difference {
    /// Tells whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    /// Returns every path with what happened to it, sorted by path.
    pub fn changes(&self) -> Vec<(&str, Change)> {
        let lists = [
            (&self.added, Change::New),
            (&self.changed, Change::Changed),
            (&self.removed, Change::Removed),
        ];
        let mut changes: Vec<(&str, Change)> = lists
            .into_iter()
            .flat_map(|(paths, change)| paths.iter().map(move |path| (path.as_str(), change)))
            .collect();
        changes.sort_unstable();
        changes
    }
}

/// Compares two readings of a project.
pub fn difference(old: &ProjectDigest, new: &ProjectDigest) -> Difference {
    let mut difference = Difference::default();
    for (path, digest) in &new.files {
        match old.files.get(path) {
            None => difference.added.insert(path.clone()),
            Some(known) if known != digest => difference.changed.insert(path.clone()),
            Some(_) => continue,
        };
    }
    let gone = old.files.keys().filter(|path| new.get(path).is_none());
    difference.removed.extend(gone.cloned());
    difference
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    use super::*;

    fn project(files: &[(&str, &str)]) -> ProjectDigest {
        let files = files.iter();
        files
            .map(|(path, text)| (*path, FileDigest::of(text.as_bytes())))
            .collect()
    }

    #[test]
    fn digests_are_the_published_ones() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(FileDigest::of(b"").as_str(), empty);
        assert_eq!(FileDigest::parse(empty), Some(FileDigest::of(b"")));
        for wrong in ["", "e3b0", &empty.to_uppercase(), &format!("{empty}0")] {
            assert_eq!(FileDigest::parse(wrong), None, "{wrong}");
        }
        // printf '[]' | sha256sum
        assert_eq!(
            ProjectDigest::default().digest(),
            "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
        );
        // printf '[["a","%s"]]' "$(printf x | sha256sum | cut -c-64)" | sha256sum
        assert_eq!(
            project(&[("a", "x")]).digest(),
            "a3c06db1e8dccae45b6242a08d4f40017b3fec2f364bd86860562ecad0908740"
        );
    }

    /// A name, files with their texts, and what happened to them.
    type DifferenceCase<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [(&'a str, Change)]);

    #[test]
    fn differences_are_told_by_kind() {
        let old = project(&[
            ("agent.yaml", "1"),
            ("algen.yaml", "1"),
            ("x.overlay.yaml", "1"),
        ]);
        let cases: &[DifferenceCase<'_>] = &[
            (
                "the same",
                &[
                    ("x.overlay.yaml", "1"),
                    ("algen.yaml", "1"),
                    ("agent.yaml", "1"),
                ],
                &[],
            ),
            (
                "one of each",
                &[
                    ("agent.yaml", "2"),
                    ("algen.yaml", "1"),
                    ("y.overlay.yaml", "1"),
                ],
                &[
                    ("agent.yaml", Change::Changed),
                    ("x.overlay.yaml", Change::Removed),
                    ("y.overlay.yaml", Change::New),
                ],
            ),
            (
                "nothing left",
                &[],
                &[
                    ("agent.yaml", Change::Removed),
                    ("algen.yaml", Change::Removed),
                    ("x.overlay.yaml", Change::Removed),
                ],
            ),
        ];
        for (name, files, expected) in cases {
            let difference = difference(&old, &project(files));
            assert_eq!(difference.changes(), *expected, "{name}");
            assert_eq!(difference.is_empty(), expected.is_empty(), "{name}");
        }
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_none_of_both() {
        let mut twice = project(&[("a", "old")]);
        twice.add("a", FileDigest::of(b"old"));
        assert_eq!(twice, project(&[("a", "old")]));
        twice.add("a", FileDigest::of(b"new"));
        for text in ["old", "new"] {
            let difference = difference(&project(&[("a", text)]), &twice);
            assert_eq!(difference.changes(), [("a", Change::Changed)], "{text}");
        }
    }

    #[test]
    fn only_unchanged_files_are_trusted() {
        for (standing, expected) in [
            (Standing::Trusted, Trust::Trusted),
            (Standing::Changed(Difference::default()), Trust::Untrusted),
            (Standing::Never, Trust::Untrusted),
        ] {
            assert_eq!(standing.trust(), expected, "{standing:?}");
        }
    }

    fn any_project() -> impl Strategy<Value = ProjectDigest> {
        btree_map("[ab/]{1,2}", "[xy]", 0..5).prop_map(|files| {
            let files = files.iter();
            files
                .map(|(path, text)| (path.as_str(), FileDigest::of(text.as_bytes())))
                .collect()
        })
    }

    proptest! {
        #[test]
        fn nothing_differs_exactly_when_the_digests_are_equal(
            old in any_project(),
            new in any_project(),
        ) {
            let forward = difference(&old, &new);
            prop_assert_eq!(forward.is_empty(), old.digest() == new.digest());
            prop_assert_eq!(forward.is_empty(), old == new);
            let back = difference(&new, &old);
            prop_assert_eq!(forward.added, back.removed);
            prop_assert_eq!(forward.changed, back.changed);
        }
    }
}
