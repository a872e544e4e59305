//! The tool of the clock.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::kit::Kit;
use crate::shared::schema::{object, record, string, text, whole};

pub(super) fn current_datetime(kit: &Kit<'_>) -> ToolSpec {
    kit.tool(
        Preset::PURE,
        "current_datetime",
        &[],
        "Tell what date and time it is now in one time zone, with weekday, offset from UTC and \
         Unix time. Ask whenever an answer depends on the present moment.",
        object(
            [(
                "timezone",
                text(1, 100)
                    .default("UTC")
                    .described("A zone of the IANA database: `UTC`, `Europe/Zurich`."),
            )],
            &[],
        ),
        record([
            ("timezone", string()),
            ("iso8601", string().format("date-time")),
            ("date", string().format("date")),
            ("time", string().format("time")),
            ("weekday", string()),
            ("utc_offset", string()),
            ("unix_timestamp", whole()),
        ]),
    )
}
