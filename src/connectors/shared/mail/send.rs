//! The tool that sends one message from the deployment's own address.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::attachments;
use crate::shared::kit::Kit;
use crate::shared::schema::{Schema, list, list_within, map, object, one_of, string, text};

/// Largest receipt.
const RECEIPT_BYTES: u64 = 64_000;

/// Sends one message; `attaching` adds the files that `artifacts` allows.
pub(crate) fn send_email(kit: &Kit<'_>, service: &str, attaching: bool) -> ToolSpec {
    let description = format!(
        "Send one email through {service}. The sender's address is fixed by the deployment. At \
         least one recipient, a subject and a body in plain text, in HTML or in both are needed. \
         Each call delivers a real message that cannot be taken back."
    );
    ToolSpec {
        result_bytes: RECEIPT_BYTES,
        ..kit.tool(
            Preset::EXTERNAL.timeout(60.0),
            "send_email",
            &["email.send"],
            description,
            message(attaching),
            receipt(),
        )
    }
}

fn message(attaching: bool) -> Schema {
    let mut fields = vec![
        ("to", list_within(address(), 1, 50)),
        ("cc", list_within(address(), 0, 50).or_empty()),
        ("bcc", list_within(address(), 0, 50).or_empty()),
        ("reply_to", address().optional()),
        ("subject", text(1, 998)),
        ("text_body", text(0, 1_000_000).optional()),
        ("html_body", text(0, 2_000_000).optional()),
    ];
    if attaching {
        fields.push(("attachments", attachments::outgoing()));
    }
    object(fields, &["to", "subject"])
        .described("One message: its recipients, its subject and its body.")
}

/// One address with the name that is shown beside it.
fn address() -> Schema {
    object(
        [
            ("address", text(3, 320).format("email")),
            ("display_name", text(0, 256).optional()),
        ],
        &["address"],
    )
}

/// What the service took.
fn receipt() -> Schema {
    object(
        [
            ("provider", string()),
            ("provider_message_id", text(1, 998)),
            ("status", one_of(&["accepted", "rejected"])),
            ("accepted_recipients", list(string()).or_empty()),
            ("rejected_recipients", map(string())),
            ("accepted_at", string().format("date-time")),
        ],
        &["provider", "provider_message_id", "status"],
    )
}
