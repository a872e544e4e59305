//! Whether a project is trusted, as text and as JSON.

use std::fmt::Write as _;

use algen_core::governance::trust::{Difference, ProjectDigest, Standing};
use serde::Serialize;

use super::json_text;
use super::visible::visible;

/// What is known of a project's trust.
pub struct TrustReport<'a> {
    /// Name and version of the JSON document.
    pub schema: &'a str,
    /// The project folder.
    pub project: &'a str,
    /// The files that count, as they are.
    pub files: &'a ProjectDigest,
    /// What they were compared with.
    pub comparison: Comparison<'a>,
}

/// What a project's files were compared with, and how they stand.
pub enum Comparison<'a> {
    /// What a person said.
    Record {
        /// How the files stand.
        standing: &'a Standing,
        /// When it was said (RFC 3339), and the number of the account; `None` where nothing was.
        said: Option<(&'a str, u32)>,
    },
    /// A checkout that is trusted.
    Checkout {
        /// Its folder, as it was given.
        folder: &'a str,
        /// What has to be reviewed.
        difference: &'a Difference,
    },
}

impl TrustReport<'_> {
    /// Tells whether the project is trusted.
    pub fn is_trusted(&self) -> bool {
        self.state() == "trusted"
    }

    /// Returns how the project stands, in one word.
    fn state(&self) -> &'static str {
        match &self.comparison {
            Comparison::Record { standing, .. } => match standing {
                Standing::Trusted => "trusted",
                Standing::Changed(_) => "changed",
                Standing::Never => "never",
            },
            Comparison::Checkout { difference, .. } if difference.is_empty() => "trusted",
            Comparison::Checkout { .. } => "needs-review",
        }
    }

    /// Returns what differs; of a project that was never trusted, every file is new.
    fn difference(&self) -> Difference {
        match &self.comparison {
            Comparison::Record { standing, .. } => unseen(standing, self.files),
            Comparison::Checkout { difference, .. } => (*difference).clone(),
        }
    }

    /// Returns how the project stands, in one line.
    fn sentence(&self) -> String {
        match &self.comparison {
            Comparison::Record { standing, said } => {
                let said = said.map(|(when, user)| format!("{when} by user {user}"));
                match (standing, said) {
                    (Standing::Trusted, Some(said)) => format!("trusted since {said}"),
                    (Standing::Changed(_), Some(said)) => {
                        format!("not trusted: changed since {said}")
                    }
                    (Standing::Trusted, None) => "trusted".to_owned(),
                    (Standing::Changed(_) | Standing::Never, _) => {
                        "not trusted: nobody has seen it yet".to_owned()
                    }
                }
            }
            Comparison::Checkout { folder, .. } if self.is_trusted() => {
                format!("trusted: the same as in {}", visible(folder))
            }
            Comparison::Checkout { folder, .. } => {
                format!("needs-review: differs from {}", visible(folder))
            }
        }
    }
}

/// Returns what a person has not seen; of a project that was never trusted, every file.
pub fn unseen(standing: &Standing, files: &ProjectDigest) -> Difference {
    match standing {
        Standing::Trusted => Difference::default(),
        Standing::Changed(difference) => difference.clone(),
        Standing::Never => Difference {
            added: files.files().map(|(path, _)| path.to_owned()).collect(),
            ..Difference::default()
        },
    }
}

/// Lists changes, one in a line: what happened and the path.
pub fn changes(difference: &Difference) -> String {
    let mut text = String::new();
    for (path, change) in difference.changes() {
        push_line(&mut text, change.word(), path);
    }
    text
}

/// Shows how a project stands and every file that counts.
pub fn text(report: &TrustReport<'_>) -> String {
    let difference = report.difference();
    let mut text = format!("{}\n{}\n", visible(report.project), report.sentence());
    let unchanged = report.files.files().map(|(path, _)| path);
    let unchanged = unchanged
        .filter(|path| !difference.added.contains(*path) && !difference.changed.contains(*path))
        .map(|path| (path, "same"));
    let changed = difference.changes().into_iter();
    let mut lines: Vec<(&str, &str)> = unchanged
        .chain(changed.map(|(path, change)| (path, change.word())))
        .collect();
    lines.sort_unstable();
    for (path, word) in lines {
        push_line(&mut text, word, path);
    }
    text
}

/// Appends one file.
fn push_line(text: &mut String, word: &str, path: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  {word:<7}  {}", visible(path));
}

/// Shows the same as JSON.
pub fn json(report: &TrustReport<'_>) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'a str,
        project: &'a str,
        state: &'static str,
        trusted_at: Option<&'a str>,
        user_id: Option<u32>,
        trusted_from: Option<&'a str>,
        digest: String,
        files: Vec<File<'a>>,
        changes: Vec<Change<'a>>,
    }
    #[derive(Serialize)]
    struct File<'a> {
        path: &'a str,
        sha256: &'a str,
    }
    #[derive(Serialize)]
    struct Change<'a> {
        path: &'a str,
        change: &'static str,
    }
    let difference = report.difference();
    let (said, trusted_from) = match &report.comparison {
        Comparison::Record { said, .. } => (*said, None),
        Comparison::Checkout { folder, .. } => (None, Some(*folder)),
    };
    let files = report.files.files();
    let changes = difference.changes().into_iter();
    json_text::pretty(&Document {
        schema: report.schema,
        project: report.project,
        state: report.state(),
        trusted_at: said.map(|(when, _)| when),
        user_id: said.map(|(_, user)| user),
        trusted_from,
        digest: report.files.digest(),
        files: files
            .map(|(path, digest)| File {
                path,
                sha256: digest.as_str(),
            })
            .collect(),
        changes: changes
            .map(|(path, change)| Change {
                path,
                change: change.word(),
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use algen_core::governance::trust::{FileDigest, difference};
    use serde_json::{Value, json};

    use super::*;

    fn digest(files: &[(&str, &str)]) -> ProjectDigest {
        let files = files.iter();
        files
            .map(|(path, text)| (*path, FileDigest::of(text.as_bytes())))
            .collect()
    }

    /// A project whose deployment was changed, with a file that tries to move the cursor.
    fn after_a_change() -> (ProjectDigest, Standing) {
        let old = digest(&[("agent.yaml", "1"), ("algen.yaml", "1"), ("old.lock", "1")]);
        let new = digest(&[
            ("agent.yaml", "1"),
            ("algen.yaml", "2"),
            ("\u{1b}[2Jx", "1"),
        ]);
        let difference = difference(&old, &new);
        (new, Standing::Changed(difference))
    }

    fn report<'a>(files: &'a ProjectDigest, comparison: Comparison<'a>) -> TrustReport<'a> {
        TrustReport {
            schema: "algen.trust/1",
            project: "/p\u{1b}",
            files,
            comparison,
        }
    }

    #[test]
    fn every_standing_has_its_sentence() {
        let files = digest(&[("agent.yaml", "1")]);
        let (_, changed) = after_a_change();
        let said = Some(("2026-11-30T21:00:00Z", 1000));
        let none = Difference::default();
        let new = unseen(&Standing::Never, &files);
        let record = |standing, said| Comparison::Record { standing, said };
        let checkout = |difference| Comparison::Checkout {
            folder: "../base",
            difference,
        };
        for (comparison, trusted, sentence) in [
            (
                record(&Standing::Trusted, said),
                true,
                "trusted since 2026-11-30T21:00:00Z by user 1000",
            ),
            (
                record(&changed, said),
                false,
                "not trusted: changed since 2026-11-30T21:00:00Z by user 1000",
            ),
            (
                record(&Standing::Never, None),
                false,
                "not trusted: nobody has seen it yet",
            ),
            (checkout(&none), true, "trusted: the same as in ../base"),
            (checkout(&new), false, "needs-review: differs from ../base"),
        ] {
            let report = report(&files, comparison);
            assert_eq!(report.is_trusted(), trusted, "{sentence}");
            let text = text(&report);
            assert_eq!(text.lines().nth(1), Some(sentence));
        }
    }

    #[test]
    fn every_file_has_a_line_and_none_acts_on_the_terminal() {
        let (files, standing) = after_a_change();
        let said = Some(("2026-11-30T21:00:00Z", 1000));
        let comparison = Comparison::Record {
            standing: &standing,
            said,
        };
        assert_eq!(
            text(&report(&files, comparison)),
            "/p\\u{1b}\nnot trusted: changed since 2026-11-30T21:00:00Z by user 1000\n  \
             new      \\u{1b}[2Jx\n  same     agent.yaml\n  changed  algen.yaml\n  removed  old.lock\n"
        );
        let Standing::Changed(difference) = &standing else {
            panic!("it has changed");
        };
        assert_eq!(
            changes(difference),
            "  new      \\u{1b}[2Jx\n  changed  algen.yaml\n  removed  old.lock\n"
        );
    }

    #[test]
    fn the_document_says_the_same() {
        let (files, standing) = after_a_change();
        let said = Some(("2026-11-30T21:00:00Z", 1000));
        let comparison = Comparison::Record {
            standing: &standing,
            said,
        };
        let text = json(&report(&files, comparison));
        assert!(!text.contains('\u{1b}'));
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let sha256 = |text: &str| FileDigest::of(text.as_bytes()).as_str().to_owned();
        let expected = json!({
            "schema": "algen.trust/1",
            "project": "/p\u{1b}",
            "state": "changed",
            "trusted_at": "2026-11-30T21:00:00Z",
            "user_id": 1000,
            "trusted_from": null,
            "digest": files.digest(),
            "files": [
                {"path": "\u{1b}[2Jx", "sha256": sha256("1")},
                {"path": "agent.yaml", "sha256": sha256("1")},
                {"path": "algen.yaml", "sha256": sha256("2")},
            ],
            "changes": [
                {"path": "\u{1b}[2Jx", "change": "new"},
                {"path": "algen.yaml", "change": "changed"},
                {"path": "old.lock", "change": "removed"},
            ],
        });
        assert_eq!(document, expected);
    }
}
