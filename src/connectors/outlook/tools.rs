//! The tool of Outlook that other mailboxes do not have in this form.

use algen_core::registry::ToolSpec;

use crate::shared::kit::Kit;
use crate::shared::mail::read;
use crate::shared::schema::{boolean, one_of, text};

pub(super) fn list_messages(kit: &Kit<'_>) -> ToolSpec {
    let folders = ["inbox", "sentitems", "drafts", "archive", "junkemail"];
    let search = text(0, 500)
        .optional()
        .described("Words, or Graph's message search: `subject:review`, `from:ada@example.com`.");
    read::list_messages(
        kit,
        "List the messages of one Outlook folder, newest first: sender, recipients, subject, a \
         snippet and attachments by name.",
        vec![
            ("folder", one_of(&folders).default("inbox")),
            ("search", search),
            ("unread_only", boolean().default(false)),
        ],
        50,
    )
}
