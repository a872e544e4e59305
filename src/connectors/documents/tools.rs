//! The tools that read documents.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::inspection::{inspected_text, verdict};
use crate::shared::kit::Kit;
use crate::shared::schema::{
    Schema, anything, boolean, count, integer, list, map, object, one_of, record, string, text,
};

pub(super) fn extract_text(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        Preset::READ.timeout(120.0),
        "extract_text",
        &["filesystem.read"],
        format!(
            "Read the visible text of one file that belongs to this run: PDF, Word, Excel, \
             PowerPoint, OpenDocument, RTF, HTML, CSV, text or mail. Hidden content and risky \
             packaging are reported as findings; a quarantined text is held back. {FOREIGN}"
        ),
        object(
            [
                ("artifact_id", text(1, 256)),
                ("max_chars", integer(1, 100_000).default(100_000)),
            ],
            &["artifact_id"],
        ),
        record(inspected_text()),
    )
}

pub(super) fn read_document(kit: &Kit<'_>) -> ToolSpec {
    let mut fields = vec![("metadata", metadata()), ("sections", list(section()))];
    fields.extend(verdict());
    fields.push(("truncated", boolean()));
    kit.tool(
        Preset::READ,
        "read_document",
        &["filesystem.read"],
        format!(
            "Read one file under the allowed folders as sections of text or table rows, each with \
             its place: page, block, sheet or row. `truncated` says that there is more. {FOREIGN}"
        ),
        record([("path", path())]),
        record(fields),
    )
}

pub(super) fn search_document(kit: &Kit<'_>) -> ToolSpec {
    let found = record([
        ("location", location()),
        ("text", string()),
        ("text_truncated", boolean()),
    ]);
    let mut fields = vec![("metadata", metadata()), ("matches", list(found))];
    fields.extend(verdict());
    fields.push(("truncated", boolean()));
    kit.tool(
        Preset::READ,
        "search_document",
        &["filesystem.read"],
        format!(
            "Find a text, in any case, in what read_document would return of one file, and say \
             where it stands. {FOREIGN}"
        ),
        object(
            [
                ("path", path()),
                ("query", text(1, 1000)),
                ("max_results", integer(1, 100).default(20)),
            ],
            &["path", "query"],
        ),
        record(fields),
    )
}

fn path() -> Schema {
    text(1, 4096).described("An absolute path under one of the allowed folders.")
}

fn metadata() -> Schema {
    record([
        ("path", string()),
        ("format", string()),
        ("size_bytes", count()),
    ])
}

/// Where a section stands: `page`, `block`, `sheet`, `row`, `line`.
fn location() -> Schema {
    map(anything())
}

fn section() -> Schema {
    object(
        [
            ("kind", one_of(&["text", "table_row"])),
            ("location", location()),
            ("text", string()),
            ("cells", list(string())),
            ("truncated", boolean().default(false)),
        ],
        &["kind", "location"],
    )
}
