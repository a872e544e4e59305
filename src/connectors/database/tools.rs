//! The tools of free queries.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::schema::{
    Schema, any_of, anything, boolean, integer, list, list_within, map_within, nothing, null,
    number_within, object, one_of, record, string, text,
};

pub(super) fn database_schema(kit: &Kit<'_>, result_bytes: i64) -> ToolSpec {
    let column = record([
        ("name", string()),
        ("type", string()),
        ("nullable", boolean()),
        ("primary_key", boolean()),
    ]);
    let table = record([
        ("name", string()),
        ("type", one_of(&["table", "view"])),
        ("columns", list(column)),
    ]);
    ToolSpec {
        result_bytes: u64::try_from(result_bytes).unwrap_or(0),
        ..kit.tool(
            Preset::ONCE,
            "database_schema",
            &["database.read"],
            "Describe the tables and views of the database with their columns. Look here before \
             writing a query.",
            nothing(),
            record([("tables", list(table)), ("truncated", boolean())]),
        )
    }
}

pub(super) fn query_database(kit: &Kit<'_>, result_bytes: i64) -> ToolSpec {
    let parameters = any_of([
        list_within(scalar(), 0, 1000),
        map_within(scalar(), 1000),
        null(),
    ]);
    ToolSpec {
        result_bytes: u64::try_from(result_bytes).unwrap_or(0),
        free_form: vec!["sql".to_owned(), "parameters".to_owned()],
        ..kit.tool(
            Preset::ONCE,
            "query_database",
            &["database.read"],
            format!(
                "Run one query that only reads, with its values as parameters. Columns and rows \
                 come back in order; `truncated` says that rows are missing, so narrow the query. \
                 {FOREIGN}"
            ),
            object(
                [
                    (
                        "sql",
                        text(1, 65_536).described("One statement that reads, with placeholders."),
                    ),
                    (
                        "parameters",
                        parameters.default(serde_json::Value::Null).described(
                            "A list for placeholders by position, a mapping for those by name.",
                        ),
                    ),
                    ("max_rows", integer(1, 1000).default(100)),
                ],
                &["sql"],
            ),
            record([
                ("columns", list(string())),
                ("rows", list(list(anything()))),
                ("truncated", boolean()),
            ]),
        )
    }
}

/// One value of a query.
fn scalar() -> Schema {
    any_of([
        text(0, 1_048_576),
        number_within(-1e308, 1e308),
        boolean(),
        null(),
    ])
}
