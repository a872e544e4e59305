//! The tool of the clock.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use super::zone::{DEFAULT, ZONE_CHARS_MAX};
use crate::shared::kit::Kit;
use crate::shared::schema::{object, one_of, record, string, text, whole};

/// The English names of the days.
const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

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
                text(1, ZONE_CHARS_MAX as u64)
                    .default(DEFAULT)
                    .described("A zone of the IANA database: `UTC`, `Europe/Zurich`."),
            )],
            &[],
        ),
        record([
            ("timezone", string()),
            ("iso8601", string().format("date-time")),
            ("date", string().format("date")),
            // Not the format `time`, which ends with an offset (RFC 3339, full-time).
            (
                "time",
                string().pattern("^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$"),
            ),
            ("weekday", one_of(&WEEKDAYS)),
            (
                "utc_offset",
                string().pattern("^[+-][0-9]{2}:[0-9]{2}(:[0-9]{2})?$"),
            ),
            ("unix_timestamp", whole()),
        ]),
    )
}
