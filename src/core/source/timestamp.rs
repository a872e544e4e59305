//! Dates and times of YAML 1.1: whether a text is one, and whether the calendar has it.

/// A date, with or without a time, as its parts.
struct Parts {
    year: u32,
    month: u32,
    day: u32,
    /// Hour, minute, second.
    time: Option<[u32; 3]>,
    /// Distance from UTC in minutes, without its sign.
    offset: u32,
}

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Date {
    /// Something else.
    No,
    /// Shaped like a date, but no calendar or clock has it.
    Impossible,
    /// A date.
    Yes,
}

/// Reads a plain scalar. Without a time, month and day need two digits each.
pub(super) fn plain(text: &str) -> Date {
    if text.len() < 8 || text.as_bytes().get(4) != Some(&b'-') {
        return Date::No;
    }
    judge(parts(text).filter(|parts| parts.time.is_some() || text.len() == 10))
}

/// Reads the text of a `!!timestamp`, where month and day may have one digit.
pub(super) fn tagged(text: &str) -> Date {
    judge(parts(text))
}

fn judge(parts: Option<Parts>) -> Date {
    match parts {
        None => Date::No,
        Some(parts) if parts.exists() => Date::Yes,
        Some(_) => Date::Impossible,
    }
}

impl Parts {
    fn exists(&self) -> bool {
        let leap = self.year.is_multiple_of(4)
            && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        let days = match self.month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        let clock = self
            .time
            .is_none_or(|[hour, minute, second]| hour < 24 && minute < 60 && second < 60);
        self.year > 0 && (1..=days).contains(&self.day) && clock && self.offset < 24 * 60
    }
}

fn parts(text: &str) -> Option<Parts> {
    let mut cursor = Cursor(text.as_bytes());
    let year = cursor.digits(4, 4)?;
    cursor.expect(b'-')?;
    let month = cursor.digits(1, 2)?;
    cursor.expect(b'-')?;
    let day = cursor.digits(1, 2)?;
    let mut parts = Parts {
        year,
        month,
        day,
        time: None,
        offset: 0,
    };
    if cursor.0.is_empty() {
        return Some(parts);
    }
    if cursor.skip_blanks() == 0 {
        cursor.expect(b'T').or_else(|| cursor.expect(b't'))?;
    }
    let hour = cursor.digits(1, 2)?;
    cursor.expect(b':')?;
    let minute = cursor.digits(2, 2)?;
    cursor.expect(b':')?;
    let second = cursor.digits(2, 2)?;
    parts.time = Some([hour, minute, second]);
    if cursor.expect(b'.').is_some() {
        cursor.skip(|byte| byte.is_ascii_digit());
    }
    if cursor.0.is_empty() {
        return Some(parts);
    }
    cursor.skip_blanks();
    if cursor.expect(b'Z').is_none() {
        cursor.expect(b'+').or_else(|| cursor.expect(b'-'))?;
        parts.offset = cursor.digits(1, 2)? * 60;
        if cursor.expect(b':').is_some() {
            parts.offset += cursor.digits(2, 2)?;
        }
    }
    cursor.0.is_empty().then_some(parts)
}

/// What is left of a text.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn expect(&mut self, byte: u8) -> Option<()> {
        let (first, rest) = self.0.split_first()?;
        (*first == byte).then(|| self.0 = rest)
    }

    /// Skips what `accept` takes and returns how many bytes that were.
    fn skip(&mut self, accept: impl Fn(u8) -> bool) -> usize {
        let count = self.0.iter().take_while(|&&byte| accept(byte)).count();
        self.0 = self.0.get(count..).unwrap_or_default();
        count
    }

    fn skip_blanks(&mut self) -> usize {
        self.skip(|byte| byte == b' ' || byte == b'\t')
    }

    /// Takes up to `most` digits, and at least `least`.
    fn digits(&mut self, least: usize, most: usize) -> Option<u32> {
        let start = self.0.get(..most.min(self.0.len()))?;
        let count = start
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if count < least {
            return None;
        }
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(
            digits
                .iter()
                .fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Date, plain, tagged};

    #[test]
    fn dates_are_told_from_other_text_and_from_impossible_dates() {
        use Date::{Impossible, No, Yes};
        let cases = [
            ("2026-01-01", Yes, Yes),
            ("2026-1-1", No, Yes),
            ("2026-1-11", No, Yes),
            ("2024-02-29", Yes, Yes),
            ("2026-02-29", Impossible, Impossible),
            ("1900-02-29", Impossible, Impossible),
            ("2000-02-29", Yes, Yes),
            ("2026-13-01", Impossible, Impossible),
            ("2026-00-01", Impossible, Impossible),
            ("0000-01-01", Impossible, Impossible),
            ("2026-01-01T10:00:00Z", Yes, Yes),
            ("2026-1-1t1:00:00", Yes, Yes),
            ("2026-01-01 \t 10:00:00.", Yes, Yes),
            ("2026-01-01 10:00:00.123456789 -2", Yes, Yes),
            ("2026-01-01 10:00:00 +02:00", Yes, Yes),
            ("2026-01-01 10:00:00 +24", Impossible, Impossible),
            ("2026-01-01 10:00:00 +2:0", No, No),
            ("2026-01-01 25:00:00", Impossible, Impossible),
            ("2026-01-01 10:60:00", Impossible, Impossible),
            ("2026-01-01 10:00", No, No),
            ("2026-01-01x", No, No),
            ("2026-01-01 ", No, No),
            ("2026-01-01-01", No, No),
            ("20260101", No, No),
            ("", No, No),
        ];
        for (text, as_plain, as_tagged) in cases {
            assert_eq!((plain(text), tagged(text)), (as_plain, as_tagged), "{text}");
        }
    }
}
