use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, UNIX_EPOCH};

use algen_core::governance::trust::Change;
use tempfile::TempDir;

use super::*;

const PROJECT: &str = "/home/me/project";

fn digest(files: &[(&str, &str)]) -> ProjectDigest {
    let files = files.iter();
    files
        .map(|(path, text)| (*path, FileDigest::of(text.as_bytes())))
        .collect()
}

fn store() -> (TempDir, TrustStore) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = TrustStore::new(folder.path().join("state/algen"));
    (folder, store)
}

fn the_record(folder: &TempDir) -> PathBuf {
    let records = fs::read_dir(folder.path().join("state/algen/trust")).expect("a folder");
    let mut paths = records.map(|entry| entry.expect("an entry").path());
    let path = paths.next().expect("a record");
    assert_eq!(paths.next(), None);
    path
}

#[test]
fn a_project_is_trusted_as_it_was_seen() {
    let (folder, store) = store();
    let files = digest(&[("agent.yaml", "1"), ("algen.yaml", "1")]);
    let project = Path::new(PROJECT);
    assert_eq!(store.is_trusted(project, &files), Ok(Standing::Never));
    assert!(
        !folder.path().join("state").exists(),
        "looking makes nothing"
    );

    let moment = UNIX_EPOCH + Duration::from_millis(1_796_072_400_999);
    let record = store.store(project, &files, moment).expect("it is stored");
    assert_eq!(record.trusted_at, "2026-11-30T21:00:00Z");
    assert_eq!(record.user_id, geteuid().as_raw());
    assert_eq!(store.load(project), Ok(Some(record)));
    assert_eq!(store.is_trusted(project, &files), Ok(Standing::Trusted));
    let elsewhere = Path::new("/home/me/project2");
    assert_eq!(store.is_trusted(elsewhere, &files), Ok(Standing::Never));

    let later = digest(&[("agent.yaml", "2"), ("x.overlay.yaml", "1")]);
    let Ok(Standing::Changed(difference)) = store.is_trusted(project, &later) else {
        panic!("the files differ");
    };
    let expected = [
        ("agent.yaml", Change::Changed),
        ("algen.yaml", Change::Removed),
        ("x.overlay.yaml", Change::New),
    ];
    assert_eq!(difference.changes(), expected);
    store
        .store(project, &later, moment)
        .expect("it is stored again");
    assert_eq!(store.is_trusted(project, &later), Ok(Standing::Trusted));
    the_record(&folder);
}

#[test]
fn a_record_says_what_was_seen_and_is_private() {
    let (folder, store) = store();
    let files = digest(&[("agent.yaml", "1")]);
    store
        .store(Path::new(PROJECT), &files, UNIX_EPOCH)
        .expect("it is stored");
    let path = the_record(&folder);
    let name = format!("{}.json", FileDigest::of(PROJECT.as_bytes()).as_str());
    assert_eq!(
        path.file_name().and_then(|name| name.to_str()),
        Some(&*name)
    );
    let text = fs::read(&path).expect("a record");
    let value: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let expected = serde_json::json!({
        "schema": "algen.trust/1",
        "project": PROJECT,
        "trusted_at": "1970-01-01T00:00:00Z",
        "user_id": geteuid().as_raw(),
        "digest": files.digest(),
        "files": [{"path": "agent.yaml", "sha256": FileDigest::of(b"1").as_str()}],
    });
    assert_eq!(value, expected);
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o7777;
    assert_eq!(mode(&path), 0o600);
    for private in ["state/algen/trust", "state/algen", "state"] {
        assert_eq!(mode(&folder.path().join(private)), 0o700, "{private}");
    }
}

#[test]
fn what_is_no_record_is_refused() {
    let (folder, store) = store();
    let project = Path::new(PROJECT);
    let files = digest(&[("agent.yaml", "1")]);
    store
        .store(project, &files, UNIX_EPOCH)
        .expect("it is stored");
    let path = the_record(&folder);
    let good = fs::read_to_string(&path).expect("a record");
    let not_record = || TrustError::NotRecord(path.clone());
    let cases = [
        ("cut", good[..good.len() / 2].to_owned(), not_record()),
        ("empty", String::new(), not_record()),
        ("a list", "[]".to_owned(), not_record()),
        (
            "another project",
            good.replace(PROJECT, "/elsewhere"),
            not_record(),
        ),
        (
            "another file",
            good.replace("agent.yaml", "agents.yaml"),
            not_record(),
        ),
        (
            "no digest of a file",
            good.replace(FileDigest::of(b"1").as_str(), "1"),
            not_record(),
        ),
        (
            "another key",
            good.replacen('{', "{\"more\": 1,", 1),
            not_record(),
        ),
        (
            "a later version",
            good.replace("algen.trust/1", "algen.trust/2"),
            TrustError::UnknownVersion(path.clone()),
        ),
        (
            "a large file",
            " ".repeat((4 << 20) + 1),
            TrustError::State(StateError::TooLarge {
                path: path.clone(),
                most: 4 << 20,
            }),
        ),
    ];
    for (name, text, expected) in cases {
        fs::write(&path, text).expect("a file");
        assert_eq!(store.load(project), Err(expected), "{name}");
    }
    store
        .store(project, &files, UNIX_EPOCH)
        .expect("it is stored again");
    assert_eq!(store.is_trusted(project, &files), Ok(Standing::Trusted));
}

#[test]
fn a_project_with_too_many_files_is_told() {
    let (folder, store) = store();
    let mut files = ProjectDigest::default();
    for number in 0..2_000 {
        let path = format!("{}{number}", "folder/".repeat(300));
        files.add(&path, FileDigest::of(b""));
    }
    let stored = store.store(Path::new(PROJECT), &files, UNIX_EPOCH);
    assert_eq!(stored, Err(TrustError::TooManyFiles(2_000)));
    assert!(!folder.path().join("state").exists());
}

/// A checkout in memory.
struct Checkout(BTreeMap<&'static str, Result<&'static str, FileError>>);

impl Files for Checkout {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let file = self.0.get(path).cloned().unwrap_or(Err(FileError::Missing));
        file.map(|text| text.as_bytes().to_vec())
    }

    fn exists(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    fn display(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// A name, files with their texts, missing files, and what has to be reviewed.
type CheckoutCase<'a> = (
    &'a str,
    &'a [(&'a str, &'a str)],
    &'a [&'a str],
    &'a [(&'a str, Change)],
);

#[test]
fn what_a_checkout_has_too_is_trusted() {
    let base = Checkout(BTreeMap::from([
        ("agent.yaml", Ok("1")),
        ("algen.yaml", Ok("1")),
        ("never-read", Ok("1")),
        ("large.yaml", Err(FileError::TooLarge(8))),
        ("/shared.yaml", Err(FileError::Outside)),
    ]));
    let cases: &[CheckoutCase<'_>] = &[
        (
            "the same",
            &[("agent.yaml", "1"), ("algen.yaml", "1")],
            &["x.overlay.lock"],
            &[],
        ),
        (
            "changed",
            &[("agent.yaml", "2"), ("algen.yaml", "1")],
            &[],
            &[("agent.yaml", Change::Changed)],
        ),
        (
            "a deployment less",
            &[("agent.yaml", "1")],
            &["algen.yaml"],
            &[("algen.yaml", Change::Removed)],
        ),
        (
            "new, elsewhere and unreadable",
            &[
                ("new.yaml", "1"),
                ("/shared.yaml", "1"),
                ("large.yaml", "1"),
            ],
            &[],
            &[
                ("/shared.yaml", Change::New),
                ("large.yaml", Change::Changed),
                ("new.yaml", Change::New),
            ],
        ),
    ];
    for (name, files, missing, expected) in cases {
        let missing = missing.iter().map(|path| (*path).to_owned()).collect();
        let outcome = trusted_from(&base, &digest(files), &missing);
        let difference = outcome.err().unwrap_or_default();
        assert_eq!(difference.changes(), *expected, "{name}");
    }
}
