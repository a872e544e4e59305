//! The tool of Gmail that other mailboxes do not have in this form.

use algen_core::registry::ToolSpec;

use crate::shared::kit::Kit;
use crate::shared::mail::read;
use crate::shared::schema::text;

pub(super) fn list_messages(kit: &Kit<'_>) -> ToolSpec {
    let query = text(0, 500).default("is:unread").described(
        "A search as in Gmail's search field: `is:unread newer_than:7d`, `in:sent`, `in:anywhere`.",
    );
    read::list_messages(
        kit,
        "Find messages with a Gmail search, newest first: sender, recipients, subject, a snippet, \
         labels and attachments by name.",
        vec![("query", query)],
        100,
    )
}
