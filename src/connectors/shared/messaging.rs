//! The tools that messaging connectors share. A platform says what its texts and conversations are
//! and gets the tools that it supports.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use super::FOREIGN;
use super::attachments::reference;
use super::kit::Kit;
use super::schema::{Schema, count, integer, list, object, record, string, text};

/// What differs between platforms.
pub(crate) struct Platform {
    /// What a conversation is called: `chat`, `channel`.
    pub(crate) conversation: &'static str,
    /// The form of a conversation's id.
    pub(crate) id_pattern: &'static str,
    /// Longest message, in characters.
    pub(crate) text_limit: u64,
    /// Whether a listing must name its conversation and goes back in time, page by page.
    pub(crate) pages: bool,
    /// What a listing contains.
    pub(crate) listing: &'static str,
    /// What becomes of a text that is sent.
    pub(crate) sending: &'static str,
}

impl Platform {
    fn conversation_id(&self) -> Schema {
        let described = format!("The id of a {} that is allowed here.", self.conversation);
        text(1, 20).pattern(self.id_pattern).described(described)
    }

    /// Names the conversations that may be used.
    pub(crate) fn list_conversations(&self, kit: &Kit<'_>) -> ToolSpec {
        let name = self.conversation;
        kit.tool(
            Preset::READ,
            "list_conversations",
            &["messaging.read"],
            format!("Name every {name} that may be read and written here. {FOREIGN}"),
            super::schema::nothing(),
            record([(
                "conversations",
                list(object(
                    [
                        ("conversation_id", string()),
                        ("name", string().default("")),
                        ("kind", string().default("")),
                    ],
                    &["conversation_id"],
                )),
            )]),
        )
    }

    /// Lists messages, newest first.
    pub(crate) fn list_messages(&self, kit: &Kit<'_>) -> ToolSpec {
        let mut fields = Vec::new();
        let mut required: &[&str] = &[];
        if self.pages {
            fields.push(("conversation_id", self.conversation_id()));
            required = &["conversation_id"];
        } else {
            fields.push(("conversation_id", self.conversation_id().optional()));
        }
        fields.push(("max_results", integer(1, 100).default(25)));
        if self.pages {
            let before = text(1, 20)
                .pattern("^[0-9]+$")
                .optional()
                .described("The id of a message; only older ones come back.");
            fields.push(("before", before));
        }
        kit.tool(
            Preset::READ,
            "list_messages",
            &["messaging.read"],
            format!("{} {FOREIGN}", self.listing),
            object(fields, required),
            record([
                ("messages", list(inbound())),
                (
                    "skipped",
                    count().described("Messages of other conversations."),
                ),
                ("note", string().nullable()),
            ]),
        )
    }

    /// Sends a plain text.
    pub(crate) fn send_message(&self, kit: &Kit<'_>) -> ToolSpec {
        kit.tool(
            Preset::EXTERNAL,
            "send_message",
            &["messaging.send"],
            self.sending,
            record([
                ("conversation_id", self.conversation_id()),
                ("text", text(1, self.text_limit)),
            ]),
            record([
                ("provider", string()),
                ("conversation_id", string()),
                ("message_id", string()),
                ("sent_at", string().format("date-time")),
            ]),
        )
    }

    /// Saves a file of a message.
    pub(crate) fn get_attachment(&self, kit: &Kit<'_>) -> ToolSpec {
        kit.tool(
            Preset::READ.timeout(120.0),
            "get_attachment",
            &["messaging.read"],
            "Save one file of a message and return its id, name, type, size and digest. The \
             content does not come back.",
            record([
                ("conversation_id", self.conversation_id()),
                ("message_id", text(1, 64)),
                ("attachment_id", text(1, 512)),
            ]),
            reference(),
        )
    }
}

/// A message that somebody sent.
fn inbound() -> Schema {
    object(
        [
            ("message_id", string()),
            ("conversation_id", string()),
            ("sender", string().default("")),
            ("sender_id", string().default("")),
            ("text", string().default("")),
            ("sent_at", string().format("date-time")),
            (
                "attachments",
                list(object(
                    [
                        ("attachment_id", string()),
                        ("filename", string()),
                        ("media_type", string().default("application/octet-stream")),
                        ("size", count().default(0)),
                    ],
                    &["attachment_id", "filename"],
                ))
                .or_empty(),
            ),
        ],
        &["message_id", "conversation_id", "sent_at"],
    )
}
