//! Times as they are typed.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The longest duration, in seconds: a hundred years.
const SECONDS_MAX: u64 = 100 * 366 * 86_400;

/// From when on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Since {
    /// So long before now.
    Ago(Duration),
    /// A time, in milliseconds of Unix time.
    At(i64),
}

impl Since {
    /// Returns the time, in milliseconds of Unix time.
    pub fn milliseconds(self, now: i64) -> i64 {
        match self {
            Self::Ago(duration) => {
                now.saturating_sub(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
            }
            Self::At(at) => at,
        }
    }
}

/// Reads a whole number of seconds, minutes, hours, days or weeks, as `90d`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "write a number and s, m, h, d or w, as 90d".to_owned();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let number = text.strip_suffix(unit).unwrap_or_default();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    let seconds: u64 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 7 * 86_400,
        _ => return Err(wrong()),
    };
    let number: Option<u64> = number.parse().ok();
    number
        .and_then(|number| number.checked_mul(seconds))
        .filter(|seconds| *seconds <= SECONDS_MAX)
        .map(Duration::from_secs)
        .ok_or_else(|| "at most a hundred years".to_owned())
}

/// Reads a duration before now, a date (its beginning in UTC) or a time with its zone.
pub(super) fn since(text: &str) -> Result<Since, String> {
    if let Ok(duration) = duration(text) {
        return Ok(Since::Ago(duration));
    }
    if let Ok(time) = text.parse::<Timestamp>() {
        return Ok(Since::At(time.as_millisecond()));
    }
    // A time without a zone would be read as a date alone.
    let date = text
        .parse::<Date>()
        .ok()
        .filter(|_| !text.contains(['T', 't', ' ']));
    let start = date.and_then(|date| date.to_zoned_datetime(TimeZone::UTC).ok());
    start
        .map(|start| Since::At(start.timestamp().as_millisecond()))
        .ok_or_else(|| {
            "write how long ago, as 2h or 7d, a date, as 2026-07-01, or a time with its zone, as \
             2026-07-01T10:00:00Z"
                .to_owned()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_numbers_with_a_unit() {
        for (text, seconds) in [
            ("45s", Some(45)),
            ("3m", Some(180)),
            ("2h", Some(7_200)),
            ("90d", Some(90 * 86_400)),
            ("2w", Some(14 * 86_400)),
            ("0s", Some(0)),
            ("", None),
            ("d", None),
            ("90", None),
            ("-1d", None),
            ("1.5h", None),
            ("+1h", None),
            ("1y", None),
            ("9é", None),
            ("99999999999999999999d", None),
            ("999999999w", None),
        ] {
            let read = duration(text).ok().map(|duration| duration.as_secs());
            assert_eq!(read, seconds, "{text:?}");
        }
    }

    #[test]
    fn times_are_relative_or_in_a_zone() {
        let day = 1_782_864_000_000;
        for (text, expected) in [
            ("2h", Some(Since::Ago(Duration::from_secs(7_200)))),
            ("2026-07-01", Some(Since::At(day))),
            ("2026-07-01T01:00:00Z", Some(Since::At(day + 3_600_000))),
            ("2026-07-01T01:00:00+01:00", Some(Since::At(day))),
            ("2026-07-01T01:00:00", None),
            ("2026-07-32", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(since(text).ok(), expected, "{text:?}");
        }
        assert_eq!(
            Since::Ago(Duration::from_secs(2)).milliseconds(5_000),
            3_000
        );
        assert_eq!(Since::At(7).milliseconds(5_000), 7);
    }
}
