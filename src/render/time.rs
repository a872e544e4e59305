//! Times of the ledger for people and programs: milliseconds of Unix time come in.

use jiff::Timestamp;

/// Returns a time in UTC to the second (RFC 3339), as `2026-07-01T10:00:00Z`. What is beyond the
/// calendar is its last moment.
pub fn utc(milliseconds: i64) -> String {
    let time = Timestamp::from_millisecond(milliseconds).unwrap_or(match milliseconds {
        ..0 => Timestamp::MIN,
        0.. => Timestamp::MAX,
    });
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Returns how far a time is from another one, as `3 min ago` or `in 2 h`: of each unit only whole
/// ones.
pub fn relative(milliseconds: i64, now: i64) -> String {
    let seconds = now.abs_diff(milliseconds) / 1_000;
    let distance = match seconds {
        0 => return "now".to_owned(),
        1..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..86_400 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    };
    match milliseconds > now {
        true => format!("in {distance}"),
        false => format!("{distance} ago"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_utc_to_the_second() {
        for (milliseconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (1_782_864_000_999, "2026-07-01T00:00:00Z"),
            (i64::MAX, "9999-12-30T22:00:00Z"),
        ] {
            assert_eq!(utc(milliseconds), expected, "{milliseconds}");
        }
        assert_eq!(utc(i64::MIN), "-9999-01-02T01:59:59Z");
    }

    #[test]
    fn distances_are_in_whole_units() {
        let now = 1_000_000_000;
        for (distance, expected) in [
            (0, "now"),
            (-999, "now"),
            (-1_000, "1 s ago"),
            (59_999, "in 59 s"),
            (-60_000, "1 min ago"),
            (-3_599_999, "59 min ago"),
            (7_200_000, "in 2 h"),
            (-86_400_000 * 9, "9 d ago"),
        ] {
            assert_eq!(relative(now + distance, now), expected, "{distance}");
        }
        assert_eq!(relative(i64::MIN, i64::MAX), "213503982334 d ago");
    }
}
