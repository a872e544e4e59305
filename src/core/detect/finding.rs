//! A finding, its kinds, and what is written in its place.

use std::borrow::Cow;
use std::ops::Range;

/// What a piece of text is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// An e-mail address.
    Email,
    /// A number of a phone, national or international.
    Phone,
    /// A number of an Indian identity card.
    Aadhaar,
    /// A number of a payment card whose check digit is right.
    Card,
    /// A number of a bank account whose check digits are right.
    Iban,
    /// A social security number of the United States.
    SocialSecurityNumber,
    /// A password, token or key.
    Secret,
    /// Words that want to change or learn a model's instructions.
    Injection,
}

impl Kind {
    /// Every kind, in the order of their definition.
    pub const ALL: [Self; 8] = [
        Self::Email,
        Self::Phone,
        Self::Aadhaar,
        Self::Card,
        Self::Iban,
        Self::SocialSecurityNumber,
        Self::Secret,
        Self::Injection,
    ];

    /// Returns the word of reports and events.
    pub fn word(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Aadhaar => "aadhaar",
            Self::Card => "card",
            Self::Iban => "iban",
            Self::SocialSecurityNumber => "social_security_number",
            Self::Secret => "secret",
            Self::Injection => "injection",
        }
    }

    /// Returns what [`redact`] writes in place of such a finding.
    pub fn token(self) -> &'static str {
        match self {
            Self::Email => "[REDACTED_EMAIL]",
            Self::Phone => "[REDACTED_PHONE]",
            Self::Aadhaar => "[REDACTED_AADHAAR]",
            Self::Card => "[REDACTED_CARD]",
            Self::Iban => "[REDACTED_IBAN]",
            Self::SocialSecurityNumber => "[REDACTED_SSN]",
            Self::Secret => "[REDACTED]",
            Self::Injection => "[REDACTED_INSTRUCTION]",
        }
    }
}

/// A piece of a text and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Where it stands, in bytes; both ends are on character boundaries.
    pub range: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// Returns the text with each finding replaced by the token of its kind, borrowed where there is
/// none.
///
/// The findings are those of this text, in order. Where one does not fit, the rest of the text is
/// hidden with it: a mistake here must not show anything.
pub fn redact<'text>(text: &'text str, findings: &[Finding]) -> Cow<'text, str> {
    if findings.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut redacted = String::with_capacity(text.len());
    let mut shown_end = 0;
    for finding in findings {
        let between = text.get(shown_end..finding.range.start);
        redacted.push_str(between.unwrap_or_default());
        redacted.push_str(finding.kind.token());
        let fits = between.is_some()
            && finding.range.start <= finding.range.end
            && text.is_char_boundary(finding.range.end);
        if !fits {
            return Cow::Owned(redacted);
        }
        shown_end = finding.range.end;
    }
    redacted.push_str(text.get(shown_end..).unwrap_or_default());
    Cow::Owned(redacted)
}

#[cfg(test)]
#[expect(
    clippy::reversed_empty_ranges,
    reason = "a finding that does not fit is the case"
)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_replaced_in_order() {
        let finding = |range, kind| Finding { range, kind };
        let text = "é a@b.co 123";
        for (name, findings, expected) in [
            ("none", vec![], "é a@b.co 123"),
            (
                "two",
                vec![finding(3..9, Kind::Email), finding(10..13, Kind::Phone)],
                "é [REDACTED_EMAIL] [REDACTED_PHONE]",
            ),
            (
                "inside a character",
                vec![finding(1..2, Kind::Secret)],
                "[REDACTED]",
            ),
            (
                "past the end",
                vec![finding(10..99, Kind::Secret)],
                "é a@b.co [REDACTED]",
            ),
            (
                "backwards",
                vec![finding(9..3, Kind::Secret)],
                "é a@b.co[REDACTED]",
            ),
            (
                "overlapping",
                vec![finding(3..9, Kind::Email), finding(5..10, Kind::Phone)],
                "é [REDACTED_EMAIL][REDACTED_PHONE]",
            ),
        ] {
            assert_eq!(redact(text, &findings), expected, "{name}");
        }
    }

    #[test]
    fn words_and_tokens_are_unique() {
        for kind in Kind::ALL {
            let same = |other: &&Kind| other.word() == kind.word() || other.token() == kind.token();
            assert_eq!(Kind::ALL.iter().filter(same).count(), 1, "{kind:?}");
        }
    }
}
