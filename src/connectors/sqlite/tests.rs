//! The client on real files: what it refuses when nothing else did, its limits, and transactions.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use algen_core::config::{Given, Map};
use algen_core::governance::outcome::Failure;
use algen_core::governance::trust::Trust;
use algen_engine::files::Reach;
use algen_engine::runtime::{RowSpool, RowWriter, ToolError};
use algen_engine::secrets::{ProcessEnvironment, Resolver, ResolverSettings};
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;

use super::SqliteSettings;
use super::client::SqliteClient;
use super::library::Mode;
use super::make::make;
use crate::shared::sql::plan::Statement;
use crate::shared::sql::rows::{Cell, RowReader, RowSink};
use crate::shared::sql::tool::Client as _;
use crate::shared::sql::values::Bound;

const SECOND: Duration = Duration::from_secs(20);

/// A file with one table, and the folder that it lies in.
struct File {
    folder: TempDir,
}

impl File {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = Self { folder };
        let options = sqlx::sqlite::SqliteConnectOptions::new();
        let options = options.filename(file.path()).create_if_missing(true);
        let mut connection = options.connect().await.expect("a new file");
        let tables = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE); \
                      INSERT INTO t VALUES (1, 'one'), (2, 'two')";
        let made = sqlx::raw_sql(tables).execute(&mut connection).await;
        made.expect("the table is made");
        connection.close().await.expect("it is closed");
        file
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("a.db")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.path()).expect("the file can be read")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }

    fn client(&self, read_only: bool) -> SqliteClient {
        client(self.folder.path(), "a.db", read_only)
    }
}

fn client(folder: &Path, path: &str, read_only: bool) -> SqliteClient {
    reaching(Reach::default(), folder, path, read_only)
}

/// A client that may open what a reach says.
fn reaching(reach: Reach, folder: &Path, path: &str, read_only: bool) -> SqliteClient {
    let resolver = Arc::new(Resolver::new(ResolverSettings {
        trust: Trust::Trusted,
        project: folder.to_owned(),
        commands: &Map::default(),
        policies: &[],
        variables: ProcessEnvironment,
    }));
    let settings = SqliteSettings {
        path: Given::Literal(path.to_owned()),
        read_only: Given::Literal(read_only),
        ..SqliteSettings::default()
    };
    SqliteClient::new(settings, "kit", false, &resolver, &Arc::new(reach))
}

fn statement(sql: &str) -> Statement {
    Statement {
        sql: sql.to_owned(),
        values: Vec::new(),
    }
}

fn kind(error: &ToolError) -> String {
    match error {
        ToolError::Missing(failure)
        | ToolError::Rejected(failure)
        | ToolError::NotAttempted { failure, .. }
        | ToolError::NoAnswer { failure, .. } => failure.kind.to_string(),
        ToolError::Cancelled { .. } => "cancelled".to_owned(),
    }
}

/// Takes any row, each cell as it is shown for debugging.
#[derive(Default)]
struct Anything(Vec<Vec<String>>);

impl RowSink for Anything {
    fn width(&self, _: usize) -> Result<(), Failure> {
        Ok(())
    }

    fn take(&mut self, row: &[Cell<'_>]) -> Result<(), Failure> {
        let cells = row.iter().map(|cell| format!("{cell:?}"));
        self.0.push(cells.collect());
        Ok(())
    }
}

/// Runs any text as a read, whatever it gives, and returns its rows.
async fn read(client: &SqliteClient, sql: &str) -> Result<Vec<Vec<String>>, ToolError> {
    let sink = Anything::default();
    let read = client.query(Mode::Read, statement(sql), sink, SECOND);
    Ok(read.await?.0)
}

/// Takes no row.
fn no_rows() -> RowReader {
    let spool = RowSpool {
        folder: PathBuf::new(),
        memory_bytes: RowSpool::MEMORY_BYTES,
    };
    RowReader::new(&Arc::default(), 1, RowWriter::new(&spool, 100))
}

/// Changes the file; `commits` or takes it back.
async fn change(client: &SqliteClient, sql: &str, commits: bool) -> Result<u64, ToolError> {
    let (_, change) = client.change(statement(sql), no_rows(), SECOND).await?;
    let affected = change.rows_affected();
    match commits {
        true => change.commit().await?,
        false => change.roll_back().await,
    }
    Ok(affected)
}

#[tokio::test]
async fn a_file_is_made_whole_or_not_at_all() {
    const SCRIPT: &str = "CREATE TABLE t (a TEXT) STRICT; INSERT INTO t VALUES ('x');";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.db");
    make(&path, SCRIPT).await.expect("it is made");
    let bytes = fs::read(&path).expect("the file is there");
    for (name, script, reason) in [
        (
            "a table that is there",
            SCRIPT,
            "SQLite refuses the statement; look at the tables and columns that it names",
        ),
        (
            "a row that does not fit",
            "CREATE TABLE u (a TEXT NOT NULL); INSERT INTO u VALUES (NULL);",
            "a constraint of the database refuses it (SQLITE_CONSTRAINT)",
        ),
    ] {
        let refused = make(&path, script).await.expect_err(name).to_string();
        let expected = format!("the database cannot be made: {reason}");
        assert_eq!(refused, expected, "{name}");
        assert!(fs::read(&path).expect("the file") == bytes, "{name}");
    }
    let absent = folder.path().join("absent/a.db");
    let refused = make(&absent, SCRIPT).await.expect_err("no folder");
    assert_eq!(
        refused.to_string(),
        "the database cannot be made: the file cannot be opened"
    );
    let names = fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(names, 1, "nothing is left beside the file");
}

#[tokio::test]
async fn a_wrong_name_is_told_where_the_statement_has_it() {
    let file = File::new().await;
    let client = file.client(true);
    for (sql, told) in [
        ("SELECT titel FROM t", Some("there is no column `titel`")),
        ("SELECT t.titel FROM t", Some("there is no column `titel`")),
        (
            "SELECT a FROM bokks",
            Some("there is no table or view `bokks`"),
        ),
        (
            "SELECT lenght(a) FROM t",
            Some("there is no function `lenght`"),
        ),
        (
            "SELECT length(a, 1) FROM t",
            Some("too few or too many values are given to `length`"),
        ),
        (
            "SELECT id FROM t JOIN t AS u",
            Some("several tables have a column `id`"),
        ),
        ("SELECT a FORM t", Some("it cannot be read near `t`")),
        // It is about the row, and what it says might be data.
        ("SELECT json(a) FROM t", None),
    ] {
        let Err(ToolError::Rejected(failure)) = read(&client, sql).await else {
            panic!("{sql}");
        };
        let expected = match told {
            Some(told) => format!("SQLite refuses the statement: {told}"),
            None => "SQLite refuses the statement; look at the tables and columns that it names"
                .to_owned(),
        };
        assert_eq!(
            (&*failure.kind, failure.message),
            ("statement", expected),
            "{sql}"
        );
    }
}

#[tokio::test]
async fn what_the_check_overlooks_the_authorizer_refuses() {
    let cases = [
        ("an insert", "INSERT INTO t VALUES (3, 'x')"),
        ("a replacement", "REPLACE INTO t VALUES (1, 'x')"),
        (
            "an update behind a CTE",
            "WITH x AS (SELECT 1) UPDATE t SET a = 'x' RETURNING a",
        ),
        ("a deletion", "DELETE FROM t"),
        ("a definition", "CREATE TABLE u (a)"),
        ("a temporary table", "CREATE TEMP TABLE u (a)"),
        ("a drop", "DROP TABLE t"),
        ("an attachment", "ATTACH DATABASE 'other.db' AS other"),
        ("a detachment", "DETACH DATABASE main"),
        ("a new file", "VACUUM INTO 'copy.db'"),
        ("a pragma", "PRAGMA writable_schema = ON"),
        ("a pragma that reads", "PRAGMA table_info(t)"),
        (
            "a pragma as a table",
            "SELECT * FROM pragma_table_info('t')",
        ),
        ("a transaction", "BEGIN IMMEDIATE"),
        ("a savepoint", "SAVEPOINT s"),
        ("an extension", "SELECT load_extension('evil')"),
        ("the schema", "UPDATE sqlite_schema SET sql = ''"),
        ("stacked statements", "SELECT 1; DELETE FROM t"),
    ];
    for read_only in [true, false] {
        let file = File::new().await;
        let before = (file.bytes(), file.names());
        let client = file.client(read_only);
        for (name, sql) in cases {
            let refused = read(&client, sql).await.expect_err(name);
            let kind = kind(&refused);
            assert_eq!(kind, "not-authorized", "{name}: {refused:?}");
            let ToolError::Rejected(failure) = refused else {
                panic!("{name}: it is rejected");
            };
            assert!(failure.message.contains("authorizer"), "{name}");
            assert_eq!(file.bytes(), before.0, "{name}");
        }
        let rows = read(&client, "SELECT id FROM t ORDER BY id").await;
        let expected = ["Integer(1)", "Integer(2)"].map(|cell| vec![cell.to_owned()]);
        assert_eq!(rows, Ok(expected.to_vec()));
        client.close().await;
        assert_eq!((file.bytes(), file.names()), before);
    }
}

#[tokio::test]
async fn a_write_changes_rows_and_nothing_else() {
    let file = File::new().await;
    let client = file.client(false);
    let refused = [
        "DROP TABLE t",
        "CREATE TABLE u (a)",
        "ATTACH DATABASE 'other.db' AS other",
        "PRAGMA user_version = 5",
        "DELETE FROM sqlite_schema",
        "INSERT INTO t VALUES (9, 'x'); COMMIT",
    ];
    let before = file.bytes();
    for sql in refused {
        let error = change(&client, sql, true).await.expect_err(sql);
        assert_eq!(kind(&error), "not-authorized", "{sql}");
        assert_eq!(file.bytes(), before, "{sql}");
    }
    let taken_back = change(&client, "DELETE FROM t", false).await;
    assert_eq!(taken_back, Ok(2));
    assert_eq!(file.bytes(), before);
    let added = change(&client, "INSERT INTO t VALUES (3, 'three')", true).await;
    assert_eq!(added, Ok(1));
    let twice = change(&client, "INSERT INTO t VALUES (4, 'three')", true).await;
    assert_eq!(kind(&twice.expect_err("a duplicate")), "constraint");
    let rows = read(&client, "SELECT count(*) FROM t").await;
    assert_eq!(rows, Ok(vec![vec!["Integer(3)".to_owned()]]));
    client.close().await;
}

#[tokio::test]
async fn a_change_that_is_dropped_never_happened() {
    let file = File::new().await;
    let client = file.client(false);
    let delete = statement("DELETE FROM t");
    let begun = client.change(delete, no_rows(), SECOND).await;
    drop(begun.expect("it is begun"));
    let rows = read(&client, "SELECT count(*) FROM t").await;
    assert_eq!(rows, Ok(vec![vec!["Integer(2)".to_owned()]]));
    client.close().await;
}

#[tokio::test]
async fn a_file_that_only_reads_refuses_writes() {
    let file = File::new().await;
    let before = file.bytes();
    let client = file.client(true);
    let refused = change(&client, "DELETE FROM t", true).await;
    let refused = refused.expect_err("it only reads");
    assert_eq!(kind(&refused), "read-only");
    assert_eq!(file.bytes(), before);
    client.close().await;
}

#[tokio::test]
async fn a_file_is_never_created() {
    let file = File::new().await;
    let names = file.names();
    for read_only in [true, false] {
        let client = client(file.folder.path(), "absent.db", read_only);
        let missing = read(&client, "SELECT 1").await.expect_err("no file");
        assert!(matches!(missing, ToolError::Missing(_)), "{missing:?}");
        assert_eq!(kind(&missing), "missing-file");
        client.close().await;
        assert_eq!(file.names(), names, "read_only: {read_only}");
    }
    fs::write(file.folder.path().join("b.db"), "no database ".repeat(200)).expect("a file");
    let client = client(file.folder.path(), "b.db", true);
    let other = read(&client, "SELECT 1 FROM t")
        .await
        .expect_err("no database");
    assert_eq!(kind(&other), "not-a-database");
    client.close().await;
}

#[tokio::test]
async fn a_statement_ends_in_time() {
    let file = File::new().await;
    let client = file.client(true);
    let endless = statement(
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) \
                             SELECT n FROM c WHERE n < 0",
    );
    let started = Instant::now();
    let time = Duration::from_millis(150);
    let late = client.query(Mode::Read, endless.clone(), Anything::default(), time);
    let late = late.await.err().expect("it is late");
    assert_eq!(kind(&late), "timeout");
    assert!(started.elapsed() >= time);
    assert!(started.elapsed() < Duration::from_secs(10));
    let rows = read(&client, "SELECT 1").await;
    assert_eq!(
        rows,
        Ok(vec![vec!["Integer(1)".to_owned()]]),
        "the next has its own time"
    );
    let abandoned = client.query(Mode::Read, endless, Anything::default(), 60 * SECOND);
    let abandoned = tokio::time::timeout(time, abandoned).await;
    assert!(abandoned.is_err(), "it has no end");
    let closing = tokio::time::timeout(SECOND, client.close()).await;
    assert_eq!(closing, Ok(()), "what nobody waits for is interrupted");
}

#[tokio::test]
async fn lengths_and_placeholders_are_limited() {
    let file = File::new().await;
    let client = file.client(true);
    let long = read(&client, "SELECT zeroblob(5000000)").await;
    assert_eq!(kind(&long.expect_err("too long")), "too-big");
    let unfilled = read(&client, "SELECT a FROM t WHERE a = ?").await;
    assert_eq!(kind(&unfilled.expect_err("unfilled")), "placeholders");
    let named = Statement {
        sql: "SELECT a FROM t WHERE a = ?".to_owned(),
        values: vec![Bound::text("' OR 1=1 --")],
    };
    let found = client.query(Mode::Read, named, Anything::default(), SECOND);
    assert_eq!(found.await.map(|rows| rows.0), Ok(Vec::new()));
    client.close().await;
}

#[tokio::test]
async fn cells_are_read_by_what_is_in_them() {
    let file = File::new().await;
    let client = file.client(true);
    let rows = read(
        &client,
        "SELECT 1, 0.5, 'a', NULL, x'FF', CAST(x'FF' AS TEXT), (SELECT a FROM t WHERE id = 1)",
    )
    .await;
    let row = [
        "Integer(1)",
        "Number(0.5)",
        "Text(\"a\")",
        "Null",
        "Bytes",
        "Bytes",
        "Text(\"one\")",
    ];
    let row = row.map(str::to_owned).to_vec();
    assert_eq!(rows, Ok(vec![row]));
    client.close().await;
}

#[tokio::test]
async fn a_file_out_of_reach_is_never_opened() {
    let file = File::new().await;
    let folder = fs::canonicalize(file.folder.path()).expect("it is there");
    fs::create_dir(folder.join("project")).expect("a folder");
    symlink("../a.db", folder.join("project/out.db")).expect("a link");
    fs::hard_link(file.path(), folder.join("project/copy.db")).expect("a link");
    fs::copy(file.path(), folder.join("b.db")).expect("a copy");
    fs::hard_link(file.path(), folder.join("b.db-journal")).expect("a link");
    let confined = Reach {
        beneath: Some(folder.join("project")),
        ..Reach::default()
    };
    let protected = Reach {
        files: vec![file.path()],
        ..Reach::default()
    };
    let cases = [
        (&confined, "project/out.db", "outside-project"),
        (&confined, "a.db", "outside-project"),
        (&protected, "a.db", "protected-file"),
        (&protected, "project/out.db", "protected-file"),
        (&protected, "project/copy.db", "protected-file"),
        // SQLite would take it for the rest of a broken transaction, and delete it.
        (&protected, "b.db", "protected-file"),
        (&protected, "absent.db", "missing-file"),
        (&confined, "project/absent.db", "missing-file"),
    ];
    let before = file.bytes();
    for (reach, path, expected) in cases {
        for read_only in [true, false] {
            let client = reaching(reach.clone(), &folder, path, read_only);
            let read = read(&client, "SELECT 1").await;
            assert_eq!(kind(&read.expect_err("refused")), expected, "{path}");
            let changed = change(&client, "DELETE FROM t", true).await;
            assert_eq!(kind(&changed.expect_err("refused")), expected, "{path}");
            let target = client.target().await.map(drop);
            let told = target.map_err(|error| kind(&error));
            let is_missing = expected == "missing-file";
            let refused = (!is_missing).then(|| expected.to_owned());
            assert_eq!(told.err(), refused, "{path}");
        }
    }
    assert_eq!(file.bytes(), before);
    assert!(folder.join("b.db-journal").exists());
    let inside = reaching(confined, &folder, "project/copy.db", true);
    assert!(read(&inside, "SELECT 1").await.is_ok());
    inside.close().await;
}
