//! Results with more rows than memory should hold, from the file of a database to standard output.

use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;

use sqlx::{ConnectOptions as _, Connection as _};

use super::*;

const DEPLOYMENT: &str = "\
algen: 1
plugins:
  acme.rows:
    version: 1.0.0
    publisher: acme
    toolkits:
      rows:
        connector: sqlite
        path: rows.db
        queries:
          count:
            description: Count.
            sql: |
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
              SELECT i, CASE i % 3 WHEN 0 THEN NULL ELSE 'line ' || i || ', \"quoted\"' END FROM n
            params: {most: integer}
            row: {id: integer, note: text?}
            max_rows: 60000
            max_result_bytes: 3000000
          mail:
            description: Give addresses.
            sql: |
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
              SELECT i, 'ada' || i || '@example.com' FROM n
            params: {most: integer}
            row: {id: integer, note: text}
            max_rows: 60000
            max_result_bytes: 3000000
";

/// Enough rows for a file: a mebibyte has some 30,000 of them.
const MANY: usize = 50_000;

fn project() -> Project {
    let agent = agent_file(NOBODY_ASKS)
        .replace("[algen_agent_tools.sample]", "[acme.rows]")
        .replace("[sample.echo]", "[rows.count, rows.mail]")
        .replace("[sample.read]", "[rows.read]")
        .replace("[algen_agent_tools]", "[acme]");
    let project = Project::with(&[("agent.yaml", &agent), ("algen.yaml", DEPLOYMENT)]);
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(project.path().join("rows.db"))
        .create_if_missing(true);
    wait_for(async {
        let mut connection = options.connect().await.unwrap();
        let made = sqlx::raw_sql("CREATE TABLE t (a)").execute(&mut connection);
        made.await.unwrap();
        connection.close().await.unwrap();
    });
    fs::create_dir(project.path().join("tmp")).unwrap();
    let place = project.path().join("tmp");
    project.variable("TMPDIR", place.to_str().unwrap())
}

/// Returns the rows as JSON and as CSV.
fn expected(rows: usize) -> (Vec<String>, String) {
    let mut lines = Vec::new();
    let mut csv = String::from("id,note\r\n");
    for id in 1..=rows {
        match id % 3 {
            0 => {
                lines.push(format!("{{\"id\":{id},\"note\":null}}"));
                write!(csv, "{id},\r\n").unwrap();
            }
            _ => {
                lines.push(format!(
                    "{{\"id\":{id},\"note\":\"line {id}, \\\"quoted\\\"\"}}"
                ));
                write!(csv, "{id},\"line {id}, \"\"quoted\"\"\"\r\n").unwrap();
            }
        }
    }
    (lines, csv)
}

#[test]
fn many_rows_are_written_as_few_are() {
    let project = project();
    for rows in [2, MANY] {
        let (lines, csv) = expected(rows);
        let most = format!("most:={rows}");
        for (format, expected) in [
            ("json", format!("[{}]\n", lines.join(","))),
            ("jsonl", format!("{}\n", lines.join("\n"))),
            ("csv", csv),
        ] {
            let shown = project.run(&["call", "rows.count", &most, "--format", format]);
            assert_eq!((shown.code, &*shown.stderr), (Some(0), ""), "{format}");
            assert!(shown.stdout == expected, "{format}: {rows} rows differ");
        }
        let last = format!("[{}].id", rows - 1);
        let picked = project.run(&["call", "rows.count", &most, "--select", &last]);
        assert_eq!(picked.stdout, format!("{rows}\n"), "{picked:?}");
        let whole = project.run(&["call", "rows.count", &most, "--json"]);
        let whole = json(&whole.stdout);
        assert_eq!(whole["result"].as_array().map(Vec::len), Some(rows));
        assert_eq!(whole["outcome"], "done");
    }
    let left = fs::read_dir(project.path().join("tmp")).unwrap().count();
    assert_eq!(left, 0, "nothing is left behind");
}

#[test]
fn more_than_the_limits_is_nothing() {
    let project = project();
    for (rows, said) in [
        (60_001, "there are more than 60000 rows"),
        (60_000, ""),
        (1_000_000, "there are more than 60000 rows"),
    ] {
        let most = format!("most:={rows}");
        let shown = project.run(&["call", "rows.count", &most, "--format", "jsonl"]);
        match said {
            "" => assert_eq!(shown.stdout.lines().count(), rows),
            said => {
                assert_eq!((shown.code, &*shown.stdout), (Some(1), ""), "{rows}");
                assert!(shown.stderr.contains(said), "{rows}: {}", shown.stderr);
            }
        }
    }
    let large = project.read("algen.yaml").replace("3000000", "1500000");
    project.write("algen.yaml", large.as_bytes());
    let shown = project.run(&["call", "rows.count", "most:=60000", "--format", "jsonl"]);
    assert_eq!((shown.code, &*shown.stdout), (Some(1), ""));
    assert_eq!(
        shown.stderr,
        "error: `rows.count` was rejected: the rows are larger than 1500000 bytes; nothing is \
         returned (`max_result_bytes`)\n"
    );
}

#[test]
fn guardrails_look_at_every_row_before_the_first_is_written() {
    let project = project();
    let most = format!("most:={MANY}");
    let shown = project.run(&["call", "rows.mail", &most, "--format", "jsonl"]);
    assert_eq!((shown.code, &*shown.stderr), (Some(0), ""));
    assert_eq!(shown.stdout.lines().count(), MANY);
    assert!(!shown.stdout.contains("example.com"));
    assert!(
        shown
            .stdout
            .starts_with("{\"id\":1,\"note\":\"[REDACTED_EMAIL]\"}\n")
    );
}

#[test]
fn without_a_place_for_them_there_are_no_rows() {
    let project = project().variable("TMPDIR", "/nowhere/at/all");
    let few = project.run(&["call", "rows.count", "most:=2", "--format", "jsonl"]);
    assert_eq!((few.code, few.stdout.lines().count()), (Some(0), 2));
    let most = format!("most:={MANY}");
    let shown = project.run(&["call", "rows.count", &most, "--format", "jsonl"]);
    assert_eq!((shown.code, &*shown.stdout), (Some(1), ""));
    assert_eq!(
        shown.stderr,
        "error: `rows.count` was rejected: the rows are too many for memory and cannot be put \
         aside in the folder of temporary files: no such file or directory\n"
    );
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let project = project();
    let most = format!("most:={MANY}");
    for format in ["json", "jsonl", "csv"] {
        let mut command = project.command(&["call", "rows.count", &most, "--format", format]);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), &*said), (Some(0), ""), "{format}");
    }
}
