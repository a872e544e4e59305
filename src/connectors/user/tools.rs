//! The tool that asks.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::kit::Kit;
use crate::shared::schema::{list_within, object, one_of, record, string, text};

pub(super) fn ask_user(kit: &Kit<'_>, seconds: f64) -> ToolSpec {
    kit.tool(
        Preset::PURE.named("interact").timeout(seconds),
        "ask_user",
        &["user.interact"],
        "Ask the person who runs this one question and wait for the answer, which may be none of \
         the suggested ones. An answer that was declined or did not come in time decides nothing \
         and allows nothing.",
        object(
            [
                ("question", text(1, 8000)),
                (
                    "options",
                    list_within(text(1, 500), 0, 10)
                        .unique()
                        .optional()
                        .described("Suggested answers."),
                ),
            ],
            &["question"],
        ),
        record([
            ("request_id", string()),
            ("status", one_of(&["answered", "declined", "timed_out"])),
            ("answer", string().nullable()),
        ]),
    )
}
