//! Who a call is made for, and what it is called by.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The identity that a call is made for, from the deployment's `context` or from the command line,
/// never from arguments. A part that is not set is absent: it is never an empty text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CallIdentity {
    /// The customer or organisation.
    pub tenant_id: Option<String>,
    /// The person.
    pub user_id: Option<String>,
    /// The run that budgets count for.
    pub run_id: Option<String>,
    /// The step of the run.
    pub step_id: Option<String>,
}

/// The parts of an identity, by the words of configuration files.
pub const IDENTITY_PARTS: [&str; 4] = ["tenant_id", "user_id", "run_id", "step_id"];

impl CallIdentity {
    /// Returns a part by its word; `None` where it is not set or there is no such part.
    pub fn part(&self, word: &str) -> Option<&str> {
        match word {
            "tenant_id" => self.tenant_id.as_deref(),
            "user_id" => self.user_id.as_deref(),
            "run_id" => self.run_id.as_deref(),
            "step_id" => self.step_id.as_deref(),
            _ => None,
        }
    }
}

/// The name of one call in the ledger, in events and on the command line.
///
/// The engine makes it; it is unique and sorts by time.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct CallId(pub String);

/// Digits of [`CallId::from_parts`]: no `i`, `l`, `o` and `u`, which people misread.
const DIGITS: [char; 32] = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j',
    'k', 'm', 'n', 'p', 'q', 'r', 's', 't', 'v', 'w', 'x', 'y', 'z',
];

impl CallId {
    /// Characters of a name that [`CallId::from_parts`] makes.
    pub const LENGTH: usize = 26;

    /// Makes a name of 26 characters, as ULIDs in small letters: 48 bits of Unix time in
    /// milliseconds, then 80 random bits. Names sort by their time.
    pub fn from_parts(milliseconds: u64, random: [u8; 10]) -> Self {
        let time = u128::from(milliseconds) & ((1 << 48) - 1);
        let bits = random
            .iter()
            .fold(time, |bits, byte| (bits << 8) | u128::from(*byte));
        let digits = (0..Self::LENGTH).rev().filter_map(|place| {
            // Five bits are at most 31.
            let five = (bits >> (place * 5)) & 31;
            usize::try_from(five).ok().and_then(|five| DIGITS.get(five))
        });
        Self(digits.collect())
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Where keys are unique: one namespace, one tenant in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Scope {
    /// The namespace of the deployment.
    pub namespace: String,
    /// The tenant; empty where the call has none.
    pub tenant: String,
}

/// The idempotency key of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Key {
    /// Its text, at most 256 characters.
    pub text: String,
    /// Whether the caller gave it; otherwise it was made for this call.
    pub given: bool,
}

/// A person who answered a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// The account, as the operating system names it.
    pub user: String,
    /// The terminal, as `/dev/pts/3`.
    pub terminal: String,
    /// The machine.
    pub host: String,
}

impl fmt::Display for Person {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}@{} ({})", self.user, self.host, self.terminal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_time_and_chance_in_digits_that_nobody_misreads() {
        let cases = [
            ("nothing", 0, [0; 10], "00000000000000000000000000"),
            ("one", 1, [0; 10], "00000000010000000000000000"),
            // The time of the example in the specification of ULIDs.
            (
                "a time",
                1_469_918_176_385,
                [0; 10],
                "01aryz6s410000000000000000",
            ),
            (
                "the last random bit",
                0,
                [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
                "00000000000000000000000001",
            ),
            (
                "all bits",
                (1 << 48) - 1,
                [255; 10],
                "7zzzzzzzzzzzzzzzzzzzzzzzzz",
            ),
            (
                "more bits than there are",
                u64::MAX,
                [255; 10],
                "7zzzzzzzzzzzzzzzzzzzzzzzzz",
            ),
        ];
        for (name, milliseconds, random, expected) in cases {
            assert_eq!(
                CallId::from_parts(milliseconds, random).0,
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn names_sort_by_time() {
        let times = [0, 1, 31, 32, 1_023, 1_024, 1_469_918_176_385, (1 << 48) - 1];
        for pair in times.windows(2) {
            let (earlier, later) = (
                CallId::from_parts(pair[0], [255; 10]),
                CallId::from_parts(pair[1], [0; 10]),
            );
            assert!(earlier < later, "{earlier} {later}");
        }
    }
}
