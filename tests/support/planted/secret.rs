//! A secret that occurs nowhere else, made to survive whatever a value is put through.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};

/// What stands between the halves of a free secret: characters that escapes change. In base64 three
/// `?` always make a `/` and three `>` a `+`, which only one of its alphabets has.
const SEAM: &str = "/+\"\\%&\u{e9}\u{fb}???>>>";

/// How many characters a half has.
const HALF: usize = 12;

/// A planted secret.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PlantedSecret {
    name: String,
    text: String,
    halves: [String; 2],
}

/// Shows the name, never the secret.
impl std::fmt::Debug for PlantedSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "PlantedSecret({})", self.name)
    }
}

impl PlantedSecret {
    /// Makes one of any characters but line breaks: a token, a password, a body of text.
    pub(crate) fn free(name: &str) -> Self {
        Self::joined(name, SEAM)
    }

    /// Makes one of small letters and digits, a letter first, to be put into a host, a path or an
    /// address.
    pub(crate) fn word(name: &str) -> Self {
        Self::joined(name, "")
    }

    fn joined(name: &str, seam: &str) -> Self {
        let halves = [half(), half()];
        Self {
            name: name.to_owned(),
            text: halves.join(seam),
            halves,
        }
    }

    /// Returns what it is called in reports.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the secret.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the secret and both halves: a text that was cut shows one of them.
    pub(crate) fn pieces(&self) -> [&str; 3] {
        let [first, second] = &self.halves;
        [&self.text, first, second]
    }
}

/// Makes small letters and digits that nobody can expect, a letter first.
fn half() -> String {
    let mut number = RandomState::new().build_hasher().finish();
    let digits = (1..HALF).map(|_| {
        let digit = u32::try_from(number % 36).expect("it is below 36");
        number /= 36;
        char::from_digit(digit, 36).expect("it is below 36")
    });
    std::iter::once('q').chain(digits).collect()
}
