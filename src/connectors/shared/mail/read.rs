//! The tools that read mail, and the shapes of what they return.

use algen_core::config::Given;
use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::attachments::{DocumentReader, reference};
use crate::shared::declared::Declared;
use crate::shared::inspection::inspected_text;
use crate::shared::kit::Kit;
use crate::shared::schema::{
    Schema, boolean, count, integer, list, object, one_of, record, string, text,
};

/// What every read is governed by.
const READING: Preset = Preset::READ.timeout(120.0);

/// Lists one page of messages; `query` are the arguments that choose them, `most` is the largest
/// page.
pub(crate) fn list_messages(
    kit: &Kit<'_>,
    description: &str,
    query: Vec<(&'static str, Schema)>,
    most: i64,
) -> ToolSpec {
    let mut fields = query;
    fields.extend([
        ("max_results", integer(1, most).default(25)),
        ("page_token", text(0, 2000).optional()),
    ]);
    kit.tool(
        READING,
        "list_messages",
        &["email.read"],
        format!(
            "{description} Bodies are not included. Pass next_page_token on for the next page. \
             {FOREIGN}"
        ),
        object(fields, &[]),
        page(),
    )
}

/// Reads one message.
pub(crate) fn get_message(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        READING,
        "get_message",
        &["email.read"],
        format!(
            "Read one message with its body as plain text. With include=latest only what its \
             sender wrote comes back, without quoted history and signature. {FOREIGN}"
        ),
        object(
            [
                ("message_id", message_id()),
                ("max_chars", integer(1, 100_000).default(20_000)),
                ("include", include("full")),
            ],
            &["message_id"],
        ),
        object(message(), MESSAGE_REQUIRED),
    )
}

/// Reads one thread.
pub(crate) fn get_thread(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        READING,
        "get_thread",
        &["email.read"],
        format!(
            "Read the messages of one thread, oldest first. A longer thread keeps its newest \
             messages and says `truncated`. {FOREIGN}"
        ),
        object(
            [
                (
                    "thread_id",
                    text(1, 2000).described("A thread_id of a message in a listing."),
                ),
                ("max_messages", integer(1, 50).default(20)),
                ("max_chars_per_message", integer(1, 10_000).default(4000)),
                ("include", include("latest")),
            ],
            &["thread_id"],
        ),
        record([
            ("thread_id", string()),
            ("messages", list(object(message(), MESSAGE_REQUIRED))),
            ("truncated", boolean()),
        ]),
    )
}

/// Returns the tools for attachments that the entry of a toolkit asks for: saving where it has a
/// `sink`, reading where it has `documents`.
pub(crate) fn attachment_tools(
    kit: &Kit<'_>,
    sink: &Declared<Option<Given<String>>>,
    documents: Option<&DocumentReader>,
) -> Vec<ToolSpec> {
    let mut tools = Vec::new();
    if sink.is_some() {
        tools.push(kit.tool(
            READING,
            "get_attachment",
            &["email.read"],
            "Save one attachment of a message and return its id, name, type, size and digest. The \
             content does not come back.",
            record([
                ("message_id", message_id()),
                ("attachment_id", attachment_id()),
            ]),
            reference(),
        ));
    }
    if documents.is_some() {
        let mut fields = inspected_text();
        let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
        fields.push(("artifact", reference().optional()));
        tools.push(kit.tool(
            READING,
            "read_attachment",
            &["email.read"],
            format!(
                "Read the text of one attachment of a message after inspection; a quarantined \
                 text is held back. {FOREIGN}"
            ),
            object(
                [
                    ("message_id", message_id()),
                    ("attachment_id", attachment_id()),
                    ("max_chars", integer(1, 100_000).default(50_000)),
                ],
                &["message_id", "attachment_id"],
            ),
            object(fields, &required),
        ));
    }
    tools
}

fn message_id() -> Schema {
    text(1, 2000).described("The provider_message_id of a message in a listing.")
}

fn attachment_id() -> Schema {
    text(1, 2000).described("The part_id of an attachment in a listing.")
}

fn include(default: &'static str) -> Schema {
    one_of(&["full", "latest"])
        .default(default)
        .described("`full` for the whole body, `latest` without quoted history and signature.")
}

/// One page of a listing.
fn page() -> Schema {
    object(
        [
            (
                "messages",
                list(object(summary(), &["provider_message_id"])).or_empty(),
            ),
            ("next_page_token", string().optional()),
            ("result_size_estimate", count().default(0)),
        ],
        &[],
    )
}

/// A message without its body.
fn summary() -> Vec<(&'static str, Schema)> {
    vec![
        ("provider_message_id", string()),
        ("thread_id", string().optional()),
        ("sender", string().default("")),
        ("recipients", string().default("")),
        ("subject", string().default("")),
        ("received_at_ms", count().default(0)),
        ("snippet", text(0, 2000).default("")),
        ("labels", list(string()).or_empty()),
        ("attachments", list(attachment()).or_empty()),
        ("sender_address", string().format("email").optional()),
        ("sender_name", string().default("")),
        ("recipient_addresses", addresses()),
        ("cc_addresses", addresses()),
        (
            "sender_auth",
            one_of(&["pass", "fail", "unknown"])
                .default("unknown")
                .described("What the receiving server says about the sender's authenticity."),
        ),
    ]
}

fn addresses() -> Schema {
    list(string().format("email")).or_empty()
}

fn attachment() -> Schema {
    object(
        [
            ("provider_attachment_id", text(1, 2000)),
            ("filename", text(1, 255)),
            (
                "media_type",
                text(3, 255).default("application/octet-stream"),
            ),
            ("size", count().default(0)),
            ("part_id", string().default("")),
        ],
        &["provider_attachment_id", "filename"],
    )
    .described("An attachment by name and size; its content is not in a listing.")
}

const MESSAGE_REQUIRED: &[&str] = &[
    "provider_message_id",
    "body",
    "body_truncated",
    "quoted_text_removed",
];

/// A message with its body.
fn message() -> Vec<(&'static str, Schema)> {
    let mut fields = summary();
    fields.extend([
        ("body", string()),
        ("body_truncated", boolean()),
        ("quoted_text_removed", boolean()),
        ("message_id_header", string().optional()),
        ("in_reply_to", string().optional()),
        ("references", list(string()).or_empty()),
    ]);
    fields
}
