//! The tools of plain mail.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use super::EmailBackend;
use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::schema::{
    Schema, boolean, integer, list, list_within, object, one_of, record, string, text, whole,
};

pub(super) fn list_email_messages(
    kit: &Kit<'_>,
    backend: Option<EmailBackend>,
    seconds: f64,
) -> ToolSpec {
    let syntax = match backend {
        Some(EmailBackend::Gmail) => {
            "The query is a search as in Gmail's search field: `is:unread newer_than:7d`."
        }
        Some(EmailBackend::Outlook) => {
            "The query is Microsoft's message search, as `subject:review` or \
             `from:ada@example.com`; it finds at most 1,000 messages."
        }
        Some(EmailBackend::Imap) => {
            "The query is a plain ASCII text anywhere in headers or body, without search words."
        }
        None => "The query is what the mailbox's own search takes.",
    };
    kit.tool(
        Preset::ONCE.timeout(seconds),
        "list_email_messages",
        &["email.read"],
        format!(
            "Find messages and return their ids, newest first; read_email gives their content. An \
             empty query finds all. Pass next_page_token on with the same arguments for the next \
             page. {FOREIGN} {syntax}"
        ),
        object(
            [
                ("query", text(0, 1000).default("")),
                ("max_results", integer(1, 100).default(20)),
                ("page_token", text(1, 8192).optional()),
            ],
            &[],
        ),
        record([
            (
                "items",
                list(object(
                    [("id", string()), ("thread_id", string().optional())],
                    &["id"],
                )),
            ),
            ("next_page_token", string().nullable()),
        ]),
    )
}

pub(super) fn read_email(kit: &Kit<'_>, seconds: f64) -> ToolSpec {
    kit.tool(
        Preset::ONCE.timeout(seconds),
        "read_email",
        &["email.read"],
        format!(
            "Read one message: a few headers and its plain text, cut at 20,000 characters. It \
             stays unread, and attachments are not included. {FOREIGN}"
        ),
        record([(
            "message_id",
            text(1, 512).described("An id of list_email_messages."),
        )]),
        record([
            ("id", string()),
            ("thread_id", string().nullable()),
            ("from", string()),
            ("to", string()),
            ("subject", string()),
            ("date", string()),
            ("snippet", string()),
            ("body", string()),
            ("body_truncated", boolean()),
            ("has_attachments", boolean()),
            ("html_body_omitted", boolean()),
        ]),
    )
}

pub(super) fn create_email_draft(kit: &Kit<'_>, seconds: f64) -> ToolSpec {
    kit.tool(
        Preset::WRITE.timeout(seconds),
        "create_email_draft",
        &["email.write"],
        "Put a plain-text message into the drafts of the mailbox. Nothing is delivered.",
        message(),
        object(
            [
                ("id", string().optional()),
                ("message_id", string().optional()),
                ("mailbox", string().optional()),
                ("status", one_of(&["drafted"])),
            ],
            &["status"],
        ),
    )
}

pub(super) fn send_email(kit: &Kit<'_>, seconds: f64) -> ToolSpec {
    let refused = record([("address", string()), ("code", whole())]);
    kit.tool(
        Preset::EXTERNAL.named("send").timeout(seconds),
        "send_email",
        &["email.send"],
        "Send a plain-text message to the named recipients. Be sure of both first: each call \
         delivers a real message. That a server took it does not mean that it arrived.",
        message(),
        object(
            [
                (
                    "status",
                    one_of(&["accepted", "partially_accepted", "rejected"]),
                ),
                ("message_id", string().optional()),
                ("thread_id", string().optional()),
                ("accepted", list(string()).or_empty()),
                ("refused", list(refused).or_empty()),
            ],
            &["status"],
        ),
    )
}

fn message() -> Schema {
    record([
        (
            "to",
            list_within(text(3, 320).format("email"), 1, 50)
                .described("Bare addresses, without names."),
        ),
        ("subject", text(1, 1000).described("One line.")),
        ("body", text(1, 200_000)),
    ])
}
