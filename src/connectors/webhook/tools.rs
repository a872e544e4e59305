//! The tool of one target.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use super::WebhookTarget;
use crate::shared::field_type;
use crate::shared::kit::Kit;
use crate::shared::schema::{anything, integer, record, string};

/// Sends one event; the receiver's answer stays outside, only its status comes back.
pub(super) fn event(kit: &Kit<'_>, name: &str, target: &WebhookTarget) -> ToolSpec {
    ToolSpec {
        input_schema: field_type::arguments(&target.payload, []),
        ..kit.tool(
            Preset::EXTERNAL.asking(target.approval),
            name,
            &["network.write"],
            target.description.trim(),
            anything(),
            record([("action", string()), ("status_code", integer(100, 599))]),
        )
    }
}
