//! Names of approvals and grants: short enough to type, without letters that people misread.

use algen_core::governance::ledger::LedgerError;

/// Characters of a name.
pub(super) const LENGTH: usize = 8;

/// No `0`, `1`, `i`, `l`, `o` and `u`.
const LETTERS: [char; 30] = [
    '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j', 'k', 'm',
    'n', 'p', 'q', 'r', 's', 't', 'v', 'w', 'x', 'y', 'z',
];

/// Bytes from here on are thrown away, so that each letter is as likely as any other.
const FAIR: u8 = 240;

/// Makes a name by chance: one of 6.5 * 10^11.
///
/// # Errors
/// [`LedgerError::NotWritable`] where the operating system gives no random bytes.
pub(super) fn new() -> Result<String, LedgerError> {
    let mut name = String::new();
    while name.len() < LENGTH {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|_| LedgerError::NotWritable("there are no random bytes".to_owned()))?;
        name.extend(letters(&bytes).take(LENGTH - name.len()));
    }
    Ok(name)
}

fn letters(bytes: &[u8]) -> impl Iterator<Item = char> {
    let fair = bytes.iter().filter(|byte| **byte < FAIR);
    fair.filter_map(|byte| LETTERS.get(usize::from(*byte) % LETTERS.len()).copied())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_letter_is_as_likely_as_any_other() {
        let all: Vec<u8> = (0..=255).collect();
        let mut counts = [0; 30];
        for letter in letters(&all) {
            let place = LETTERS.iter().position(|each| *each == letter);
            counts[place.expect("a known letter")] += 1;
        }
        assert_eq!(counts, [8; 30]);
    }

    #[test]
    fn names_are_short_and_differ() {
        let names: BTreeSet<String> = (0..1_000).map(|_| new().expect("random bytes")).collect();
        assert_eq!(names.len(), 1_000);
        for name in &names {
            assert_eq!(name.len(), LENGTH, "{name}");
            assert!(!name.contains(['0', '1', 'i', 'l', 'o', 'u']), "{name}");
        }
    }
}
