//! Where the file may be, and whose.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use algen_core::governance::outcome::State;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::*;

fn run(file: &Path, statement: &'static str) {
    wait(async {
        let options = SqliteConnectOptions::new().filename(file);
        let mut connection = options
            .create_if_missing(true)
            .connect()
            .await
            .expect("a file");
        let done = sqlx::raw_sql(statement).execute(&mut connection).await;
        done.expect("a statement");
        connection.close().await.expect("a file");
    });
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

#[test]
fn nobody_else_gets_at_the_file() {
    let folder = Folder::new();
    let ledger = folder.ledger();
    hold(&ledger, &intent("k", "r"));
    let file = folder.file();
    let state = file.parent().expect("a folder");
    assert_eq!(mode(state), 0o700);
    let mut names = Vec::new();
    for entry in fs::read_dir(state).expect("a folder") {
        let path = entry.expect("a file").path();
        assert_eq!(mode(&path), 0o600, "{path:?}");
        let name = path.file_name().expect("a name").to_string_lossy();
        names.push(name.into_owned());
    }
    names.sort();
    assert_eq!(names, ["ledger.db", "ledger.db-shm", "ledger.db-wal"]);
    wait(ledger.close());
    assert_eq!(fs::read_dir(state).expect("a folder").count(), 1);
    assert_eq!(find(&folder.ledger(), "k").state, State::Reserved);
}

#[test]
fn a_file_that_is_no_ledger_is_left_alone() {
    type Makes = fn(&Path);
    let not_a_ledger = || LedgerError::NotReadable("the file is not a ledger".to_owned());
    let writable = "others may write the file; set its mode to 600";
    let not_readable = |reason: &str| LedgerError::NotReadable(reason.to_owned());
    let cases: [(&str, Makes, LedgerError); 8] = [
        (
            "text",
            |file| {
                fs::write(
                    file,
                    "not a database, but longer than its header ".repeat(99),
                )
                .expect("a file");
            },
            not_a_ledger(),
        ),
        (
            "empty",
            |file| fs::write(file, "").expect("a file"),
            not_a_ledger(),
        ),
        (
            "a database of others",
            |file| run(file, "CREATE TABLE entries (call TEXT)"),
            not_a_ledger(),
        ),
        (
            "a later format",
            |file| {
                run(
                    file,
                    "PRAGMA application_id = 1634494318; PRAGMA user_version = 2",
                );
            },
            LedgerError::NewerFormat(2),
        ),
        (
            "no format",
            |file| {
                run(
                    file,
                    "PRAGMA application_id = 1634494318; CREATE TABLE a (b)",
                );
            },
            LedgerError::Damaged("the format of the file".to_owned()),
        ),
        (
            "a folder",
            |file| fs::create_dir(file).expect("a folder"),
            not_readable("it is not a regular file"),
        ),
        (
            "writable by the group",
            |file| {
                fs::write(file, "").expect("a file");
                set_mode(file, 0o620);
            },
            not_readable(writable),
        ),
        (
            "writable by all",
            |file| {
                fs::write(file, "").expect("a file");
                set_mode(file, 0o602);
            },
            not_readable(writable),
        ),
    ];
    for (name, makes, expected) in cases {
        let folder = Folder::new();
        let file = folder.path().join("ledger.db");
        makes(&file);
        if name == "a database of others" || name.ends_with("format") {
            set_mode(&file, 0o600);
        }
        let before = file.is_file().then(|| fs::read(&file).expect("a file"));
        let ledger = SqliteLedger::new(settings(Place::File(file.clone())));
        let written = wait(ledger.reserve(&intent("k", "r")));
        assert_eq!(written, Err(expected.clone()), "{name}");
        let read = wait(ledger.find(&scope(), "k"));
        assert_eq!(read, Err(expected), "{name}");
        let after = file.is_file().then(|| fs::read(&file).expect("a file"));
        assert_eq!(after, before, "{name}");
    }
}

#[test]
fn a_file_of_another_user_is_refused() {
    if !rustix::process::geteuid().is_root() {
        // Nobody else can give a file away; the contract of ownership is the same code.
        assert!(!rustix::process::geteuid().is_root());
        return;
    }
    let folder = Folder::new();
    hold(&folder.ledger(), &intent("k", "r"));
    std::os::unix::fs::chown(folder.file(), Some(65_534), None).expect("we are root");
    let refused = wait(folder.ledger().find(&scope(), "k"));
    let reason = "the file belongs to another user".to_owned();
    assert_eq!(refused, Err(LedgerError::NotReadable(reason)));
}

#[test]
fn a_file_that_was_taken_away_is_not_written_to_any_more() {
    let folder = Folder::new();
    let (ledger, other) = (folder.ledger(), folder.ledger());
    hold(&ledger, &intent("k", "r"));
    fs::remove_dir_all(folder.file().parent().expect("a folder")).expect("it is ours");
    hold(&other, &intent("l", "q"));
    let got = reserve(&ledger, &intent("l", "q"));
    assert_eq!(short(&got), "taken reserved");
    assert_eq!(wait(ledger.find(&scope(), "k")), Ok(None));
}

#[test]
fn half_made_files_are_not_left_behind() {
    let folder = Folder::new();
    let threads: Vec<_> = (0..8)
        .map(|number| {
            let ledger = folder.ledger();
            std::thread::spawn(move || hold(&ledger, &intent(&format!("k{number}"), "r")))
        })
        .collect();
    for thread in threads {
        thread.join().expect("each reserved");
    }
    let state = folder.file();
    let state = state.parent().expect("a folder");
    let names: Vec<String> = fs::read_dir(state)
        .expect("a folder")
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.contains(".new"))
        .collect();
    assert_eq!(names, Vec::<String>::new());
}

#[test]
fn a_path_that_names_no_file_is_refused() {
    for path in ["/", "/tmp/.."] {
        let ledger = SqliteLedger::new(settings(Place::File(PathBuf::from(path))));
        let refused = wait(ledger.reserve(&intent("k", "r")));
        assert!(
            matches!(refused, Err(LedgerError::NotReadable(_))),
            "{path}: {refused:?}"
        );
    }
}

#[test]
fn a_full_file_says_so_and_the_rest_stays_readable() {
    let folder = Folder::new();
    let ledger = folder.ledger();
    hold(&ledger, &intent("k", "r"));
    wait(async {
        let mut opened = ledger.writing().await.expect("it is ours");
        let limit = sqlx::raw_sql("PRAGMA max_page_count = 1");
        limit
            .execute(&mut opened.connection)
            .await
            .expect("a pragma");
    });
    let mut large = intent("l", "q");
    large.argument_names = vec!["x".repeat(1 << 16)];
    let refused = wait(ledger.reserve(&large));
    let reason = "the disk or the file is full".to_owned();
    assert_eq!(refused, Err(LedgerError::NotWritable(reason)));
    assert_eq!(find(&ledger, "k").state, State::Reserved);
    assert_eq!(wait(ledger.find(&scope(), "l")), Ok(None));
}

#[test]
fn a_file_that_others_hold_is_busy_and_not_for_long() {
    let folder = Folder::new();
    let first = folder.ledger();
    hold(&first, &intent("k", "r"));
    wait(first.close());
    let settings = LedgerSettings {
        busy: Duration::from_millis(50),
        ..settings(folder.place())
    };
    let ledger = SqliteLedger::new(settings);
    wait(async {
        let options = SqliteConnectOptions::new().filename(folder.file());
        let mut other = options.connect().await.expect("a file");
        let held = other
            .begin_with("BEGIN IMMEDIATE")
            .await
            .expect("it is free");
        let busy = ledger.reserve(&intent("l", "q")).await;
        assert_eq!(busy, Err(LedgerError::Busy));
        assert!(ledger.find(&scope(), "k").await.is_ok(), "reading goes on");
        held.rollback().await.expect("it is ours");
        assert!(ledger.reserve(&intent("l", "q")).await.is_ok());
    });
}

#[test]
fn pages_that_are_no_pages_are_damage() {
    let folder = Folder::new();
    let ledger = folder.ledger();
    hold(&ledger, &intent("k", "r"));
    wait(ledger.close());
    let mut bytes = fs::read(folder.file()).expect("a file");
    for byte in bytes.iter_mut().skip(8 * 4_096) {
        *byte ^= 0x5a;
    }
    fs::write(folder.file(), bytes).expect("it is ours");
    let damaged = wait(folder.ledger().verify(&[]));
    assert!(
        matches!(damaged, Err(LedgerError::Damaged(_))),
        "{damaged:?}"
    );
}

#[test]
fn what_a_reader_kept_in_the_log_is_gone_after_the_next_change() {
    let folder = Folder::new();
    let ledger = folder.ledger();
    let mark = "marked-in-the-log";
    hold(&ledger, &intent("k", "r"));
    wait(async {
        let options = SqliteConnectOptions::new().filename(folder.file());
        let mut other = options.connect().await.expect("a file");
        let mut reader = other.begin().await.expect("it is free");
        sqlx::query("SELECT * FROM entries")
            .fetch_all(&mut *reader)
            .await
            .expect("entries");
        let mut opened = ledger.writing().await.expect("it is ours");
        for statement in [
            "INSERT INTO questions VALUES ('x', 'marked-in-the-log')",
            "DELETE FROM questions",
        ] {
            let done = sqlx::raw_sql(statement)
                .execute(&mut opened.connection)
                .await;
            done.expect("a statement");
        }
        opened.empty_log().await;
        assert!(opened.has_remains);
        drop(opened);
        reader.rollback().await.expect("it is ours");
        other.close().await.expect("it is ours");
    });
    assert!(contains(&folder.bytes(), mark));
    hold(&ledger, &intent("l", "q"));
    assert!(!contains(&folder.bytes(), mark));
}

#[test]
fn what_somebody_left_in_the_log_is_gone_after_the_first_change_of_the_next() {
    let folder = Folder::new();
    let (ended, next) = (folder.ledger(), folder.ledger());
    hold(&ended, &intent("k", "r"));
    wait(async {
        let mut opened = ended.writing().await.expect("it is ours");
        let statements = "INSERT INTO questions VALUES ('x', 'marked-in-the-log');
                          DELETE FROM questions";
        let done = sqlx::raw_sql(statements)
            .execute(&mut opened.connection)
            .await;
        done.expect("a statement");
    });
    assert!(contains(&folder.bytes(), "marked-in-the-log"));
    hold(&next, &intent("l", "q"));
    assert!(!contains(&folder.bytes(), "marked-in-the-log"));
}
