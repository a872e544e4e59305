//! Plans, values and rows of declared queries, by the dialect of SQLite.

use std::path::PathBuf;

use algen_core::config::{Decoder, Setting as _};
use algen_core::governance::identity::CallIdentity;
use algen_core::governance::outcome::Failure;
use algen_core::source::{Origin, Sources};
use algen_engine::runtime::{RowSpool, RowWriter, ToolError};
use serde_json::{Value, json};

use super::plan::{PlanError, QueryPlan, Statement};
use super::query::QueryDeclaration;
use super::rows::{Cell, RowReader, RowSink as _};
use super::values::Bound;
use crate::sqlite::SQLITE;
use crate::tests::node;

/// Returns the plan of a query that reads a whole number, changed.
pub(crate) fn plan(changes: &Value) -> Result<QueryPlan, PlanError> {
    let mut entry = json!({"description": "D.", "sql": "SELECT 1", "row": {"n": "integer"}});
    for (key, value) in changes.as_object().into_iter().flatten() {
        entry[key] = value.clone();
    }
    let sources = Sources::default();
    let source = sources.add("algen.yaml", Origin::Project, entry.to_string());
    let entry = node(&entry, source.id(), &mut 0);
    let mut decoder = Decoder::new(&sources);
    let query = QueryDeclaration::decode(&entry, &mut decoder).expect("a query");
    assert_eq!(decoder.diagnostics, []);
    QueryPlan::new(&query, &SQLITE)
}

fn problem(changes: &Value) -> String {
    match plan(changes) {
        Ok(_) => "none".to_owned(),
        Err(problem) => problem.to_string(),
    }
}

fn failure(error: ToolError) -> (&'static str, Failure) {
    match error {
        ToolError::Missing(failure) => ("missing", failure),
        ToolError::NotAttempted { failure, .. } => ("refused", failure),
        other => panic!("another error: {other:?}"),
    }
}

#[test]
fn a_read_is_one_query() {
    let read = "is not a query, and only queries read; a `preset: write` may change rows";
    let cases = [
        ("a query", "SELECT 1", "none"),
        ("a semicolon behind it", "SELECT 1; ", "none"),
        ("a CTE", "WITH a AS (SELECT 1 AS n) SELECT n FROM a", "none"),
        ("values", "VALUES (1)", "none"),
        ("a union", "SELECT 1 UNION ALL SELECT 2", "none"),
        ("an insert", "INSERT INTO t VALUES (1) RETURNING a", read),
        (
            "a replacement",
            "REPLACE INTO t VALUES (1) RETURNING a",
            read,
        ),
        ("an update", "UPDATE t SET a = 1 RETURNING a", read),
        (
            "an update behind a CTE",
            "WITH x AS (SELECT 1) UPDATE t SET a = 1 RETURNING a",
            read,
        ),
        (
            "a deletion behind a CTE",
            "WITH x AS (SELECT 1) DELETE FROM t",
            read,
        ),
        (
            "two statements",
            "SELECT 1; DELETE FROM t",
            "is to be exactly one, and 2 stand here",
        ),
        (
            "none",
            "-- SELECT 1",
            "is to be exactly one, and 0 stand here",
        ),
        (
            "no SQL",
            "SELEC 1",
            "cannot be read as SQL of SQLite: expected an SQL statement, found `SELEC`",
        ),
        (
            "an open text",
            "SELECT 'a",
            "cannot be read as SQL of SQLite: unterminated string literal",
        ),
        (
            "an open list",
            "SELECT (1",
            "cannot be read as SQL of SQLite: expected ), found the end",
        ),
    ];
    for (name, sql, expected) in cases {
        assert_eq!(problem(&json!({"sql": sql})), expected, "{name}");
    }
}

#[test]
fn what_is_no_query_is_named() {
    let cases = [
        ("PRAGMA writable_schema = 1", "PRAGMA"),
        ("PRAGMA foreign_keys", "PRAGMA"),
        ("-- which\npragma table_info('t')", "pragma"),
        ("ATTACH DATABASE 'b' AS b", "ATTACH"),
        ("attach 'b' as b", "attach"),
        ("DETACH b", "DETACH"),
        ("VACUUM", "VACUUM"),
        ("VACUUM INTO 'copy.db'", "VACUUM"),
        ("BEGIN", "BEGIN"),
        ("BEGIN IMMEDIATE", "BEGIN"),
        ("REINDEX", "REINDEX"),
        ("CREATE TABLE u (a)", "CREATE"),
        ("DROP TABLE t", "DROP"),
        ("EXPLAIN SELECT 1", "EXPLAIN"),
    ];
    for (sql, word) in cases {
        let expected = format!(
            "begins with `{word}`: a declared query is one SELECT, INSERT, UPDATE or DELETE"
        );
        assert_eq!(problem(&json!({"sql": sql})), expected, "{sql}");
        let write = json!({"sql": sql, "preset": "write", "row": null});
        assert_eq!(problem(&write), expected, "{sql}");
    }
}

#[test]
fn reading_ends_at_a_place_of_the_declared_statement() {
    let cases = [
        ("SELECT a FROM {table} WHERE b = = 1", "= 1"),
        ("SELECT a\nFROM {table}\nLIMITT BY 5", "BY"),
        (
            "SELECT a FROM {table} ORDER BY {table} {dir} LIMIT",
            "{dir} LIMIT",
        ),
        ("SELECT a FROM {table} WHERE (b = 'é' ", ""),
    ];
    for (sql, rest) in cases {
        let mut query = json!({"sql": sql, "identifiers": {"table": ["main.items"]}});
        if sql.contains("{dir}") {
            query["identifiers"]["dir"] = json!(["asc", "desc"]);
        }
        let Err(problem) = plan(&query) else {
            panic!("it can be read: {sql}");
        };
        let PlanError::Unreadable { offset, .. } = &problem else {
            panic!("another problem: {problem}");
        };
        let found = sql.get(*offset..).unwrap_or("none");
        assert!(
            found.trim().starts_with(rest) && (!rest.is_empty() || found.trim().is_empty()),
            "{sql}: {found}"
        );
        let help = problem.help().expect("it has identifiers");
        assert!(help.starts_with("`{…}` stands for names of tables and columns only."));
    }
}

#[test]
fn a_write_changes_rows() {
    let cases = [
        ("INSERT INTO t VALUES (1)", "none"),
        ("DELETE FROM t", "none"),
        (
            "DELETE FROM t; DELETE FROM u",
            "is to be exactly one, and 2 stand here",
        ),
    ];
    for (sql, expected) in cases {
        let write = json!({"sql": sql, "preset": "write", "row": null});
        assert_eq!(problem(&write), expected, "{sql}");
    }
}

#[test]
fn placeholders_are_as_many_as_values() {
    let form = "has a numbered or named placeholder; write plain `?`, filled in order";
    let count = |found: &str| {
        format!("has {found} for 2 values: params, then context_params, then the idempotency key")
    };
    let cases = [
        (
            "as many",
            "SELECT a FROM t WHERE a = ? AND b = ?",
            "none".to_owned(),
        ),
        (
            "one less",
            "SELECT a FROM t WHERE a = ?",
            count("1 placeholder"),
        ),
        ("one more", "SELECT ?, ?, ?", count("3 placeholders")),
        (
            "those in texts, names and comments do not count",
            "SELECT '?', \"?\", [?] /* ? */ FROM t -- ?\n WHERE a = ? AND b = ?",
            "none".to_owned(),
        ),
        ("numbered", "SELECT ?1, ?2", form.to_owned()),
        ("named", "SELECT :a, :b", form.to_owned()),
        ("with an at sign", "SELECT @a, @b", form.to_owned()),
        ("with a dollar", "SELECT $a, $b", form.to_owned()),
    ];
    for (name, sql, expected) in cases {
        let query = json!({"sql": sql, "params": {"a": "text"}, "context_params": ["user_id"]});
        assert_eq!(problem(&query), expected, "{name}");
    }
}

#[test]
fn identifiers_come_from_their_lists_alone() {
    let query = json!({
        "sql": "SELECT '{ä}', 1 FROM {table}\nORDER BY {by}",
        "identifiers": {"table": ["main.items", "parts"], "by": ["id"]},
    });
    let plan = plan(&query).expect("a plan");
    let identity = CallIdentity::default();
    let bound = plan.bind(&json!({"table": "main.items", "by": "id"}), &identity, "k");
    let sql = "SELECT '{ä}', 1 FROM [main].[items]\nORDER BY [id]";
    assert_eq!(
        bound,
        Ok(Statement {
            sql: sql.to_owned(),
            values: Vec::new()
        })
    );
    for arguments in [json!({"table": "secrets", "by": "id"}), json!({"by": "id"})] {
        let refused = plan.bind(&arguments, &identity, "k").expect_err("refused");
        assert_eq!(failure(refused).1.kind, "argument", "{arguments}");
    }
    let hidden = json!({"sql": "SELECT 1 -- {by}", "identifiers": {"by": ["id"]}});
    assert_eq!(problem(&hidden), "has `{by}` in strings or comments alone");
    assert_eq!(
        problem(&json!({"sql": "SELECT 1 FROM {table}"})),
        "has `{table}`, which `identifiers` does not list"
    );
}

#[test]
fn values_are_params_then_identity_then_key() {
    let query = json!({
        "sql": "INSERT INTO t VALUES (?, ?, ?, ?)",
        "params": {"due": "date", "note": "text?"},
        "context_params": ["tenant_id"],
        "idempotency_key": true,
        "preset": "write",
        "row": null,
    });
    let plan = plan(&query).expect("a plan");
    let tenant = CallIdentity {
        tenant_id: Some("acme".to_owned()),
        ..CallIdentity::default()
    };
    let statement = plan.bind(&json!({"due": "2026-02-28"}), &tenant, "key-1");
    let due = Bound::Text {
        word: "date",
        text: "2026-02-28".to_owned(),
    };
    let expected = vec![due, Bound::Null, Bound::text("acme"), Bound::text("key-1")];
    assert_eq!(statement.expect("a statement").values, expected);
    for tenant_id in [None, Some(String::new())] {
        let nobody = CallIdentity {
            tenant_id,
            user_id: Some("u".to_owned()),
            ..CallIdentity::default()
        };
        let refused = plan.bind(&json!({"due": "2026-02-28"}), &nobody, "k");
        let (kind, failure) = failure(refused.expect_err("refused"));
        assert_eq!((kind, &*failure.kind), ("missing", "identity"));
        assert_eq!(failure.field.as_deref(), Some("tenant_id"));
    }
}

#[test]
fn arguments_hold_what_their_types_say() {
    let text = |word, text: &str| {
        Some(Bound::Text {
            word,
            text: text.to_owned(),
        })
    };
    let cases = [
        (json!("integer"), json!(5), Some(Bound::Integer(5))),
        (json!("integer"), json!(5.5), None),
        (json!("integer"), json!(u64::MAX), None),
        (json!("number"), json!(5.5), Some(Bound::Number(5.5))),
        (json!("boolean"), json!(true), Some(Bound::Boolean(true))),
        (json!("boolean"), json!(1), None),
        (json!("text"), json!(""), text("text", "")),
        (json!("text"), json!(null), None),
        (json!("text?"), json!(null), Some(Bound::Null)),
        (json!("decimal"), json!("-12.50"), text("decimal", "-12.50")),
        (json!("decimal"), json!("1e5"), None),
        (json!("decimal"), json!("1."), None),
        (
            json!("date"),
            json!("2024-02-29"),
            text("date", "2024-02-29"),
        ),
        (json!("date"), json!("2026-02-29"), None),
        (json!("date"), json!("2026-2-28"), None),
        (
            json!("timestamp"),
            json!("2026-02-28T12:00:00+02:00"),
            text("timestamp", "2026-02-28T12:00:00+02:00"),
        ),
        (json!("timestamp"), json!("2026-02-28T12:00:00"), None),
        (
            json!("uuid"),
            json!("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
            text("uuid", "6f9619ff-8b86-d011-b42d-00c04fc964ff"),
        ),
        (
            json!("uuid"),
            json!("6f9619ff8b86d011b42d00c04fc964ff----"),
            None,
        ),
        (json!("json"), json!("{\"a\":1}"), text("json", "{\"a\":1}")),
        (json!("json"), json!("{a}"), None),
        (
            json!({"type": "array", "items": {"type": "integer"}}),
            json!([1, 2]),
            text("json", "[1,2]"),
        ),
    ];
    for (field, argument, expected) in cases {
        let query = json!({"sql": "SELECT ?", "params": {"a": field.clone()}});
        let plan = plan(&query).expect("a plan");
        let bound = plan.bind(&json!({"a": argument}), &CallIdentity::default(), "k");
        let bound = bound.map(|statement| statement.values);
        match expected {
            Some(expected) => assert_eq!(bound, Ok(vec![expected]), "{field}: {argument}"),
            None => {
                let (_, failure) = failure(bound.expect_err("refused"));
                assert_eq!(failure.kind, "argument", "{field}: {argument}");
                assert_eq!(failure.field.as_deref(), Some("a"), "{field}: {argument}");
                assert!(!failure.message.contains(&argument.to_string()));
            }
        }
    }
}

#[test]
fn cells_become_what_their_columns_say() {
    let text = Cell::Text;
    let cases = [
        (
            json!("integer"),
            Cell::Integer(i64::MIN),
            Some(json!(i64::MIN)),
        ),
        (json!("integer"), text("5"), None),
        (json!("integer"), Cell::Number(5.0), None),
        (json!("integer"), Cell::Null, None),
        (json!("integer?"), Cell::Null, Some(json!(null))),
        (json!("number"), Cell::Number(0.5), Some(json!(0.5))),
        (json!("number"), Cell::Number(f64::INFINITY), None),
        (json!("decimal"), text("1.10"), Some(json!("1.10"))),
        (json!("decimal"), Cell::Integer(7), Some(json!("7"))),
        (json!("decimal"), Cell::Number(0.1), Some(json!("0.1"))),
        (json!("decimal"), text("much"), None),
        (json!("text"), text("a"), Some(json!("a"))),
        (json!("text"), Cell::Integer(1), None),
        (json!("text"), Cell::Bytes, None),
        (json!("boolean"), Cell::Integer(1), Some(json!(true))),
        (json!("boolean"), Cell::Integer(2), None),
        (json!("date"), text("2026-02-28"), Some(json!("2026-02-28"))),
        (json!("date"), text("2026-02-30"), None),
        (
            json!("timestamp"),
            text("2026-02-28 12:00:00"),
            Some(json!("2026-02-28T12:00:00Z")),
        ),
        (
            json!("timestamp"),
            text("2026-02-28T12:00:00+02:00"),
            Some(json!("2026-02-28T12:00:00+02:00")),
        ),
        (json!("timestamp"), text("2026-02-28"), None),
        (json!("uuid"), text("no"), None),
        (json!("json"), text("[1]"), Some(json!([1]))),
        (json!("json"), text("[1"), None),
        (
            json!({"type": "integer", "maximum": 5}),
            Cell::Integer(5),
            Some(json!(5)),
        ),
        (
            json!({"type": "integer", "maximum": 5}),
            Cell::Integer(6),
            None,
        ),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            text("[\"a\"]"),
            Some(json!(["a"])),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            text("[1]"),
            None,
        ),
    ];
    for (field, cell, expected) in cases {
        let plan = plan(&json!({"row": {"c": field.clone()}})).expect("a plan");
        let mut rows = reader(&plan, 1, 1_000);
        let pushed = rows.take(&[cell]);
        match expected {
            Some(expected) => {
                assert_eq!(pushed, Ok(()), "{field}: {cell:?}");
                let expected = json!([{"c": expected}]);
                assert_eq!(rows.finish(), Ok(expected.into()), "{field}: {cell:?}");
            }
            None => {
                let failure = pushed.expect_err("it does not fit");
                assert_eq!(failure.kind, "row-type", "{field}: {cell:?}");
                assert_eq!(failure.field.as_deref(), Some("c"), "{field}: {cell:?}");
                let is_null = failure.message.contains("of row 1 is null, which");
                assert_eq!(is_null, cell == Cell::Null, "{field}: {}", failure.message);
                assert_eq!(rows.finish(), Ok(json!([]).into()), "{field}: {cell:?}");
            }
        }
    }
}

#[test]
fn rows_stay_within_their_limits() {
    let query = json!({"row": {"n": "integer", "secret": "text"}, "mask": ["secret"]});
    let plan = plan(&query).expect("a plan");
    let row = [Cell::Integer(1), Cell::Null];
    let mut rows = reader(&plan, 2, 1_000);
    assert_eq!((rows.take(&row), rows.take(&row)), (Ok(()), Ok(())));
    let third = rows.take(&row).expect_err("one too many");
    assert_eq!(third.kind, "too-many-rows");
    assert_eq!(
        third.message,
        "there are more than 2 rows, the limit of this query; nothing is returned"
    );
    let mut rows = reader(&plan, 9, 40);
    assert_eq!(rows.take(&row), Ok(()));
    assert_eq!(
        rows.take(&row).expect_err("too large").kind,
        "result-too-large"
    );
    let kept = json!([{"n": 1, "secret": "[MASKED]"}]);
    assert_eq!(rows.finish(), Ok(kept.into()));
    let mut rows = reader(&plan, 9, 1_000);
    let narrow = rows.take(&[Cell::Integer(1)]).expect_err("too narrow");
    assert_eq!(
        narrow.message,
        "the statement gives 1 column, and `row` declares 2"
    );
}

/// Takes rows of a plan, all in memory.
fn reader(plan: &QueryPlan, max_rows: u64, bytes: u64) -> RowReader {
    let spool = RowSpool {
        folder: PathBuf::new(),
        memory_bytes: RowSpool::MEMORY_BYTES,
    };
    RowReader::new(&plan.row, max_rows, RowWriter::new(&spool, bytes))
}
