//! The tools that read a database's catalog.

use algen_core::config::{Given, Names};
use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::kit::Kit;
use crate::shared::schema::{Schema, boolean, list, object, one_of, string, text, whole};

/// Lists tables and views.
pub(super) fn list_tables(kit: &Kit<'_>, schemas: &Given<Names>) -> ToolSpec {
    kit.tool(
        Preset::READ,
        "list_tables",
        &["database.read"],
        "Name the tables and views of one schema that this connection may read, each with a rough \
         count of its rows where the database keeps one.",
        object([("schema_name", schema_name(schemas))], &[]),
        list(object(
            [
                ("schema_name", string()),
                ("name", string()),
                ("kind", one_of(&["table", "view", "materialized_view"])),
                ("estimated_rows", whole().optional()),
            ],
            &["schema_name", "name", "kind"],
        )),
    )
}

/// Describes one table.
pub(super) fn describe_table(kit: &Kit<'_>, schemas: &Given<Names>, name_limit: u64) -> ToolSpec {
    kit.tool(
        Preset::READ,
        "describe_table",
        &["database.read"],
        "Describe the columns of one table or view: name, type, default, whether null is allowed \
         and whether the column belongs to the primary key.",
        object(
            [
                ("schema_name", schema_name(schemas)),
                (
                    "table",
                    text(1, name_limit).described("A table or view that list_tables names."),
                ),
            ],
            &["table"],
        ),
        object(
            [
                ("schema_name", string()),
                ("name", string()),
                ("columns", list(column())),
            ],
            &["schema_name", "name", "columns"],
        ),
    )
}

fn column() -> Schema {
    object(
        [
            ("name", string()),
            ("data_type", string()),
            ("nullable", boolean()),
            ("default", string().optional()),
            ("primary_key", boolean().default(false)),
        ],
        &["name", "data_type", "nullable"],
    )
}

/// Offers the schemas that the toolkit lists, the first as default. Where a reference or the
/// connection itself decides, any name is taken and compared when the call runs.
fn schema_name(schemas: &Given<Names>) -> Schema {
    let names: Vec<&str> = schemas
        .literal()
        .into_iter()
        .flatten()
        .map(|name| name.value.as_str())
        .collect();
    match names.first() {
        Some(first) => one_of(&names)
            .default(*first)
            .described(format!("Where to look: {}.", names.join(", "))),
        None => text(1, 64).optional().described(
            "One of the schemas that the deployment lists; by default the first of them.",
        ),
    }
}
