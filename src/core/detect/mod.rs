//! What stands in text that should not leave, or should not be obeyed: personal data, secrets,
//! instructions to the model.
//!
//! A [`Detector`] takes text and returns [`Finding`]s: ranges with a [`Kind`], in order, not
//! overlapping. [`redact`] replaces them by the token of their kind; [`find_in`] and [`redact_in`]
//! walk a JSON value. Nothing here decides: what a finding means for a call is the governance's.
//!
//! All of it is linear in the text. Personal data and secrets depend only on text that no other
//! finding can be part of, so that redacting what is redacted changes nothing.
//!
//! A new kind of personal data is a file in `pii` and one line in its list of passes; a new vendor
//! of keys is one line in `secret_shapes/vocabulary.rs`.

mod finding;
mod injection;
mod output;
mod pattern;
mod pii;
mod plain_text;
pub mod secret_shapes;
mod secrets;
mod walk;

#[cfg(test)]
mod property_test;
#[cfg(test)]
mod reference_test;

pub use finding::{Finding, Kind, redact};
pub use output::{OutputFault, output_fault};
pub use walk::{DEPTH_MAX, Located, Part, Pointer, TooDeep, find_in, redact_in};

/// A guardrail that looks for one family of findings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detector {
    /// Personal data: addresses, numbers of phones, cards, accounts and identities.
    Pii,
    /// Passwords, tokens, keys.
    Secrets,
    /// Words that tell a model to drop its instructions or to show them.
    PromptInjection,
}

impl Detector {
    /// Returns what it finds in a text, in order and not overlapping.
    pub fn find(self, text: &str) -> Vec<Finding> {
        match self {
            Self::Pii => pii::find(text),
            Self::Secrets => secrets::find(text),
            Self::PromptInjection => injection::find(text),
        }
    }

    /// Returns what it finds in the text of a field with this name.
    ///
    /// The name counts for secrets only: under `password` any value is one.
    pub fn find_under(self, name: &str, text: &str) -> Vec<Finding> {
        match self {
            Self::Secrets => secrets::find_under(name, text),
            Self::Pii | Self::PromptInjection => self.find(text),
        }
    }
}
