//! The schema of an inspected document.

use crate::shared::schema::{Schema, boolean, count, list, object, one_of, record, string};

/// What inspection says about a document beside its text.
pub(crate) fn verdict() -> Vec<(&'static str, Schema)> {
    vec![
        ("disposition", disposition()),
        ("coverage", coverage()),
        ("findings", list(finding())),
    ]
}

/// The text of one document with everything that inspection found.
pub(crate) fn inspected_text() -> Vec<(&'static str, Schema)> {
    let mut fields = vec![
        ("filename", string()),
        ("media_type", string()),
        ("text", string()),
    ];
    fields.extend(verdict());
    fields.extend([
        ("needs_ocr", boolean()),
        ("attachments", list(attachment())),
        ("truncated", boolean()),
    ]);
    fields
}

fn disposition() -> Schema {
    one_of(&["pass", "review", "quarantine"])
}

fn coverage() -> Schema {
    one_of(&["full", "partial", "none"])
}

fn finding() -> Schema {
    object(
        [
            ("code", string()),
            ("category", one_of(&["security", "coverage"])),
            ("severity", string()),
            ("part", string().optional()),
            ("count", count()),
        ],
        &["code", "category", "severity"],
    )
}

/// A file inside a mail that was read with it.
fn attachment() -> Schema {
    record([
        ("filename", string()),
        ("media_type", string()),
        ("disposition", disposition()),
        ("coverage", coverage()),
    ])
}
