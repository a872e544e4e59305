//! Personal data: addresses, and numbers that name a person, a phone or an account.
//!
//! Each kind is one pass over the text. A pass sees what earlier ones found as brackets, exactly
//! as it will stand there after redaction.

mod account;
mod email;
mod identity;
mod phone;

use std::borrow::Cow;
use std::ops::Range;

use super::finding::{Finding, Kind};

type Pass = fn(&str) -> Vec<Range<usize>>;

/// The passes. What has a check digit or a plus comes before what has only a length.
const PASSES: [(Kind, Pass); 9] = [
    (Kind::Email, email::find),
    (Kind::Iban, account::find_ibans),
    (Kind::Card, account::find_cards),
    (Kind::Phone, phone::find_international),
    (Kind::Phone, phone::find_indian),
    (Kind::Aadhaar, identity::find_aadhaar),
    (Kind::SocialSecurityNumber, identity::find_social_security),
    (Kind::Phone, phone::find_american),
    (Kind::Phone, phone::find_european),
];

/// Returns the personal data in a text, in order and not overlapping.
pub(super) fn find(text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen = Cow::Borrowed(text);
    for (kind, pass) in PASSES {
        let ranges = pass(&seen);
        if ranges.is_empty() {
            continue;
        }
        seen = Cow::Owned(bracketed(&seen, &ranges));
        findings.extend(ranges.into_iter().map(|range| Finding { range, kind }));
    }
    findings.sort_by_key(|finding| finding.range.start);
    findings
}

/// Returns a text of the same length with brackets in place of the ranges.
fn bracketed(text: &str, ranges: &[Range<usize>]) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut copied_end = 0;
    for range in ranges {
        masked.push_str(text.get(copied_end..range.start).unwrap_or_default());
        masked.extend(std::iter::repeat_n(']', range.len()));
        copied_end = range.end;
    }
    masked.push_str(text.get(copied_end..).unwrap_or_default());
    masked
}

#[cfg(test)]
mod tests;
