//! The tool of the sample toolkit.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::kit::Kit;
use crate::shared::schema::{record, string, text, whole};

pub(super) fn echo(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        Preset::READ.timeout(5.0),
        "echo",
        &[],
        "Give a text back as it is, with the number of its characters. It proves that an agent's \
         tools are connected; it does nothing else.",
        record([("text", text(1, 1000))]),
        record([("text", string()), ("length", whole())]),
    )
}
