//! The tools of the store.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::schema::{
    Schema, anything, boolean, count, integer, list, object, record, string, text,
};

pub(super) fn get_value(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        Preset::ONCE,
        "get_value",
        &["storage.read"],
        format!(
            "Read the value of one key. `found` tells a key that is not there from one that holds \
             null. {FOREIGN}"
        ),
        record([("key", key())]),
        record([
            ("key", string()),
            ("found", boolean()),
            ("value", anything()),
        ]),
    )
}

pub(super) fn list_keys(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        Preset::ONCE,
        "list_keys",
        &["storage.read"],
        "List the keys that start with a prefix, in order. next_offset is where to go on; it \
         shifts when keys come and go.",
        object(
            [
                ("prefix", text(0, 256).default("")),
                ("offset", integer(0, 1_000_000).default(0)),
                ("limit", integer(1, 1000).default(100)),
            ],
            &[],
        ),
        record([
            ("keys", list(string())),
            ("next_offset", count().nullable()),
        ]),
    )
}

pub(super) fn set_value(kit: &Kit<'_>) -> ToolSpec {
    ToolSpec {
        free_form: vec!["value".to_owned()],
        ..kit.tool(
            Preset::WRITE,
            "set_value",
            &["storage.write"],
            "Keep a JSON value under a key, in place of what it held.",
            record([
                ("key", key()),
                (
                    "value",
                    anything().described("Any JSON, up to the size limit."),
                ),
            ]),
            record([("key", string()), ("created", boolean())]),
        )
    }
}

pub(super) fn delete_value(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        Preset::WRITE,
        "delete_value",
        &["storage.write"],
        "Delete one key with its value. A key that is not there is no error.",
        record([("key", key())]),
        record([("key", string()), ("deleted", boolean())]),
    )
}

fn key() -> Schema {
    text(1, 256).described("The key, exactly; blanks around it count.")
}
