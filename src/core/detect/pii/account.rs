//! Numbers of payment cards and bank accounts: what their check digits prove.

use std::ops::Range;

use crate::detect::pattern::{Pattern, has_digits, stands_alone};

/// Four groups of four with three more digits or none, the groups of the fifteen- and
/// fourteen-digit cards, or no groups.
static CARD: Pattern = Pattern::new(
    r"(?-u)[0-9]{4}(?:[ .-][0-9]{4}){3}|[0-9]{4}[ .-][0-9]{6}[ .-][0-9]{4,5}|[0-9]{13,19}",
    has_digits::<13>,
);

/// Three more digits of a grouped card of nineteen, right behind the sixteen.
static CARD_TAIL: Pattern = Pattern::new(r"(?-u)^[ .-][0-9]{3}", has_digits::<3>);

/// How every account number begins: country and check digits.
static IBAN: Pattern = Pattern::new(r"(?-u)\b[A-Za-z]{2}[0-9]{2}", |text| {
    let mut windows = text.as_bytes().windows(4);
    windows.any(|window| match window {
        [first, second, third, fourth] => {
            first.is_ascii_alphabetic()
                && second.is_ascii_alphabetic()
                && third.is_ascii_digit()
                && fourth.is_ascii_digit()
        }
        _ => false,
    })
});

/// Lengths by country, sorted for the search. Source: the registry of ISO 13616.
const IBAN_LENGTHS: &[(&str, usize)] = &[
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("AZ", 28),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BH", 22),
    ("BI", 27),
    ("BR", 29),
    ("BY", 28),
    ("CH", 21),
    ("CR", 22),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DJ", 27),
    ("DK", 18),
    ("DO", 28),
    ("EE", 20),
    ("EG", 29),
    ("ES", 24),
    ("FI", 18),
    ("FK", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("GT", 28),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IQ", 23),
    ("IS", 26),
    ("IT", 27),
    ("JO", 30),
    ("KW", 30),
    ("KZ", 20),
    ("LB", 28),
    ("LC", 32),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("LY", 25),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MN", 20),
    ("MR", 27),
    ("MT", 31),
    ("MU", 30),
    ("NI", 28),
    ("NL", 18),
    ("NO", 15),
    ("OM", 23),
    ("PK", 24),
    ("PL", 28),
    ("PS", 29),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("RU", 33),
    ("SA", 24),
    ("SC", 31),
    ("SD", 18),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("SO", 23),
    ("ST", 25),
    ("SV", 28),
    ("TL", 23),
    ("TN", 24),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
    ("VG", 24),
    ("XK", 20),
    ("YE", 30),
];

/// Returns the card numbers: of a known issuer, and with the right check digit.
pub(super) fn find_cards(text: &str) -> Vec<Range<usize>> {
    CARD.find_all(text, |text, range| {
        let rest = text.get(range.end..).unwrap_or_default();
        let tail = CARD_TAIL.find_at(rest, 0);
        let long = tail.map(|tail| range.start..range.end + tail.end);
        let is_card = |range: &Range<usize>| {
            let number = text.get(range.clone()).unwrap_or_default();
            let digits: Vec<u32> = number.chars().filter_map(|one| one.to_digit(10)).collect();
            stands_alone(text, range)
                && has_one_separator(number)
                && has_issuer(&digits)
                && passes_luhn(&digits)
        };
        long.filter(is_card).or_else(|| Some(range).filter(is_card))
    })
}

/// Tells whether the groups of a number are parted in one way, or not at all.
fn has_one_separator(number: &str) -> bool {
    let mut separators = number.bytes().filter(|byte| !byte.is_ascii_digit());
    let first = separators.next();
    separators.all(|separator| Some(separator) == first)
}

/// Tells whether an issuer has cards that begin so and are that long: one long number in ten has a
/// right check digit by chance.
fn has_issuer(digits: &[u32]) -> bool {
    let prefix = digits.iter().take(4).fold(0, |sum, digit| sum * 10 + digit);
    match (prefix, digits.len()) {
        // Visa
        (4000..=4999, length) => matches!(length, 13 | 16 | 19),
        // Mastercard
        (2221..=2720 | 5100..=5599, length) => length == 16,
        // American Express
        (3400..=3499 | 3700..=3799, length) => length == 15,
        // Diners Club
        (3000..=3059 | 3095 | 3600..=3699 | 3800..=3999, length) => matches!(length, 14..=19),
        // JCB
        (3528..=3589, length) => matches!(length, 16..=19),
        // RuPay, Maestro
        (5000..=5099 | 5600..=5899 | 8100..=8299, length) => matches!(length, 16..=19),
        // Discover, UnionPay, Maestro
        (6000..=6999, length) => matches!(length, 16..=19),
        _ => false,
    }
}

fn passes_luhn(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, &digit)| match (place % 2, digit) {
            (0, _) => digit,
            (_, 0..=4) => digit * 2,
            _ => digit * 2 - 9,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// Returns the account numbers: of a country's length, in groups or none, and with the right check
/// digits.
pub(super) fn find_ibans(text: &str) -> Vec<Range<usize>> {
    IBAN.find_all(text, |text, start| {
        let country = text.get(start.start..start.start + 2)?.to_ascii_uppercase();
        let entry = IBAN_LENGTHS.binary_search_by_key(&country.as_str(), |(name, _)| name);
        let &(_, length) = IBAN_LENGTHS.get(entry.ok()?)?;
        let range = start.start..iban_end(text, start.start, length)?;
        let number = text.get(range.clone())?;
        (stands_alone(text, &range) && passes_mod_97(number)).then_some(range)
    })
}

/// Returns where that many letters and digits end, with at most one blank or dash between two.
fn iban_end(text: &str, start: usize, length: usize) -> Option<usize> {
    let mut count = 0;
    let mut was_separator = false;
    for (offset, byte) in text.as_bytes().get(start..)?.iter().enumerate() {
        if byte.is_ascii_alphanumeric() {
            count += 1;
            was_separator = false;
        } else if matches!(byte, b' ' | b'-') && !was_separator {
            was_separator = true;
        } else {
            return None;
        }
        if count == length {
            return Some(start + offset + 1);
        }
    }
    None
}

/// Tells whether the number, its first four characters moved to the end and its letters read as
/// 10 to 35, leaves 1 when divided by 97.
fn passes_mod_97(number: &str) -> bool {
    let characters = || {
        number
            .chars()
            .filter_map(|character| character.to_digit(36))
    };
    let moved = characters().skip(4).chain(characters().take(4));
    let rest = moved.fold(0, |rest, value| match value {
        0..=9 => (rest * 10 + value) % 97,
        _ => (rest * 100 + value) % 97,
    });
    rest == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_sorted_for_the_search() {
        assert!(IBAN_LENGTHS.is_sorted());
        assert!(
            IBAN_LENGTHS
                .iter()
                .all(|(_, length)| (15..=34).contains(length))
        );
    }
}
