//! Numbers of identity: Aadhaar of India, social security of the United States.

use std::ops::Range;

use super::phone::word_before;
use crate::detect::pattern::{Pattern, has_digits, stands_alone};

static AADHAAR: Pattern = Pattern::new(
    r"(?-u)[2-9][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}",
    has_digits::<12>,
);

static SOCIAL_SECURITY: Pattern = Pattern::new(
    r"(?-u)[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{3} ?[0-9]{2} ?[0-9]{4}",
    has_digits::<9>,
);

/// Returns numbers of twelve digits, the first from 2 to 9, in groups of four or none.
///
/// The last group of a UUID has the same shape; a dash before twelve digits tells it.
pub(super) fn find_aadhaar(text: &str) -> Vec<Range<usize>> {
    AADHAAR.find_all(text, |text, range| {
        let before = text.get(..range.start).unwrap_or_default();
        let mut previous = before.chars().rev();
        let ends_uuid = range.len() == 12
            && previous.next() == Some('-')
            && previous.take(4).filter(char::is_ascii_hexdigit).count() == 4;
        (!ends_uuid && stands_alone(text, &range)).then_some(range)
    })
}

/// Returns numbers in the shape 3-2-4 that can have been given out; without dashes only behind a
/// word that says so.
pub(super) fn find_social_security(text: &str) -> Vec<Range<usize>> {
    SOCIAL_SECURITY.find_all(text, |text, range| {
        let number = text.get(range.clone())?;
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        let (area, rest) = digits.split_at_checked(3)?;
        let (group, serial) = rest.split_at_checked(2)?;
        let is_given = !matches!(area, "000" | "666")
            && !area.starts_with('9')
            && group != "00"
            && serial != "0000";
        let is_named = || matches!(word_before(text, range.start).as_str(), "ssn" | "security");
        (is_given && stands_alone(text, &range) && (number.contains('-') || is_named()))
            .then_some(range)
    })
}
