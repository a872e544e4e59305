//! The tools of IMAP that other mailboxes do not have in this form.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::mail::read;
use crate::shared::schema::{Schema, boolean, list, nothing, object, record, string, text};

pub(super) fn list_folders(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        Preset::READ.timeout(120.0),
        "list_folders",
        &["email.read"],
        format!(
            "Name the folders that may be read, each with its special use where the server marks \
             one. {FOREIGN}"
        ),
        nothing(),
        record([
            (
                "folders",
                list(object(
                    [("name", string()), ("special_use", string().optional())],
                    &["name"],
                )),
            ),
            (
                "missing",
                list(string()).described("Allowed folders that the server does not have."),
            ),
        ]),
    )
}

pub(super) fn list_messages(kit: &Kit<'_>) -> ToolSpec {
    let date = |when: &str| {
        text(10, 10)
            .format("date")
            .optional()
            .described(format!("Only messages that arrived {when} this day."))
    };
    let gmail_query = printable(500).described(
        "A Gmail search, as `has:attachment newer_than:7d`; refused unless the server is Gmail.",
    );
    read::list_messages(
        kit,
        "List the messages of one folder that fit every filter given, newest first: sender, \
         recipients, subject and attachments by name.",
        vec![
            (
                "folder",
                text(1, 255)
                    .optional()
                    .described("A folder of list_folders; by default the first that is allowed."),
            ),
            ("from_address", printable(320)),
            ("subject", printable(500)),
            ("since", date("on or after")),
            ("before", date("before")),
            ("unread_only", boolean().default(false)),
            (
                "text_contains",
                printable(500).described("A text anywhere in headers or body, in plain ASCII."),
            ),
            ("gmail_query", gmail_query),
        ],
        100,
    )
}

/// A text that IMAP can search for: printable ASCII.
fn printable(most: u64) -> Schema {
    text(1, most).pattern("^[ -~]*$").optional()
}
