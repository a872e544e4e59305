//! What an instant is called in a time zone.
//!
//! [`current_datetime`] is pure: the caller reads the clock of the machine. Time zones come from
//! the IANA database inside the program, so an answer is the same on every machine, and the zone
//! of the machine is never used, whatever is asked for.

use jiff::{Timestamp, ZonedDateTime};
use serde::Serialize;

use super::zone::{self, ZoneError};

/// An instant in a time zone, as the tool's result states it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct CurrentDatetime {
    /// The zone that was asked for, without blanks around it; a link keeps its own name.
    pub timezone: String,
    /// Date, time and offset, to the second: `2026-09-19T14:34:56+02:00`. Never with `Z`.
    pub iso8601: String,
    /// Year, month and day: `2026-09-19`.
    pub date: String,
    /// Hours of 24, minutes and seconds: `14:34:56`.
    pub time: String,
    /// The English name of the day: `Saturday`.
    pub weekday: String,
    /// What the zone's clocks are ahead of UTC, as in `iso8601`: `+02:00`. Before 1972 there are
    /// offsets with seconds: `-04:56:02`.
    pub utc_offset: String,
    /// Whole seconds since 1970-01-01T00:00:00 UTC, begun ones not counted.
    pub unix_timestamp: i64,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, thiserror::Error, Debug)]
pub enum ClockError {
    /// The argument names no time zone.
    #[error(transparent)]
    Zone(#[from] ZoneError),
    /// The instant has a year that a date in text cannot hold (RFC 3339 has 0000 to 9999).
    #[error(
        "the clock of this machine says year {year}, but a date in text begins with year 0; set \
         the clock"
    )]
    YearBeforeZero {
        /// The year in the zone that was asked for.
        year: i16,
    },
}

impl ClockError {
    /// Returns the kind of the problem, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Zone(ZoneError::Blank) => "blank",
            Self::Zone(ZoneError::TooLong { .. }) => "too-long",
            Self::Zone(ZoneError::Offset) => "not-a-zone",
            Self::Zone(ZoneError::Unknown { .. }) => "unknown-zone",
            Self::YearBeforeZero { .. } => "clock-of-machine",
        }
    }
}

/// Returns what date and time an instant is in a time zone, UTC without one.
///
/// # Errors
///
/// Fails where the name is blank, too long or not a zone of the database, and for an instant
/// before year 0.
pub fn current_datetime(now: Timestamp, zone: Option<&str>) -> Result<CurrentDatetime, ClockError> {
    let (name, zone) = zone::named(zone.unwrap_or(zone::DEFAULT))?;
    let there = now.to_zoned_datetime(zone);
    if there.year() < 0 {
        return Err(ClockError::YearBeforeZero { year: there.year() });
    }
    let text = |format: &str| there.strftime(format).to_string();
    Ok(CurrentDatetime {
        timezone: name.to_owned(),
        iso8601: text("%Y-%m-%dT%H:%M:%S%:z"),
        date: text("%Y-%m-%d"),
        time: text("%H:%M:%S"),
        weekday: text("%A"),
        utc_offset: text("%:z"),
        unix_timestamp: unix_seconds(&there),
    })
}

/// Returns the whole seconds up to an instant: rounded down, as the written time is, also before
/// 1970.
fn unix_seconds(instant: &ZonedDateTime) -> i64 {
    let instant = instant.timestamp();
    // The library rounds towards zero and gives the rest with the sign of the whole.
    instant.as_second() - i64::from(instant.subsec_nanosecond() < 0)
}
