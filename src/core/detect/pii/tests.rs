use super::*;
use crate::detect::finding::redact;

/// Returns the text with tokens shortened to their kind: `<email>`.
fn redacted(text: &str) -> String {
    let findings = find(text);
    let mut shown = redact(text, &findings).into_owned();
    for kind in Kind::ALL {
        shown = shown.replace(kind.token(), &format!("<{}>", kind.word()));
    }
    shown
}

#[test]
fn personal_data_is_found() {
    for (name, text, expected) in [
        (
            "addresses",
            "Ada <ada@example.com>, bob.x+y@ex-ample.co.uk.",
            "Ada <<email>>, <email>.",
        ),
        (
            "other scripts",
            "user@пример.рф 日本@例え.jp",
            "<email> <email>",
        ),
        (
            "an address before a number",
            "a@b.co.9876543210@",
            "<email>.<phone>@",
        ),
        ("touching addresses", "a@b.co@d.co", "<email>@d.co"),
        ("Indian, plain", "call 9876543210.", "call <phone>."),
        (
            "Indian, country",
            "+91-98765-43210 or 919876543210",
            "<phone> or <phone>",
        ),
        ("Indian, named", "phone: 9876543210", "phone: <phone>"),
        (
            "American",
            "(415) 555-2671, 415-555-2671, 415.555.2671",
            "<phone>, <phone>, <phone>",
        ),
        (
            "American, country",
            "1-415-555-2671 +1 (415) 555-2671",
            "<phone> <phone>",
        ),
        (
            "British",
            "+44 20 7946 0958 or 020 7946 0958",
            "<phone> or <phone>",
        ),
        (
            "British, area",
            "(020) 7946 0958, 07911123456",
            "<phone>, <phone>",
        ),
        (
            "German",
            "+49 (30) 1234567, 030/1234567, 0171 2345678",
            "<phone>, <phone>, <phone>",
        ),
        (
            "French",
            "01 23 45 67 89, +33 1 23 45 67 89, 0033 1 23 45 67 89",
            "<phone>, <phone>, <phone>",
        ),
        (
            "international, followed",
            "+44 20 7946 0958 20261130",
            "<phone> 20261130",
        ),
        (
            "Aadhaar",
            "2345 6789 0123 2345-6789-0123 234567890123",
            "<aadhaar> <aadhaar> <aadhaar>",
        ),
        (
            "Visa",
            "4111 1111 1111 1111, 4111-1111-1111-1111",
            "<card>, <card>",
        ),
        (
            "Visa, plain",
            "card 4111111111111111 end",
            "card <card> end",
        ),
        ("American Express", "3782 822463 10005", "<card>"),
        (
            "Mastercard, a year behind",
            "5555 5555 5555 4444 202",
            "<card> 202",
        ),
        (
            "a card before a phone",
            "4111 1111 1111 1111 9876543210",
            "<card> <phone>",
        ),
        (
            "IBAN",
            "DE89 3704 0044 0532 0130 00 and gb29nwbk60161331926819",
            "<iban> and <iban>",
        ),
        (
            "IBAN, a word behind",
            "BE68 5390 0754 7034 PAID",
            "<iban> PAID",
        ),
        ("social security", "123-45-6789", "<social_security_number>"),
        (
            "social security, named",
            "SSN: 123456789",
            "SSN: <social_security_number>",
        ),
    ] {
        assert_eq!(redacted(text), expected, "{name}");
    }
}

#[test]
fn other_numbers_stay() {
    for text in [
        "order 7000000000",
        "order_id=7000000000",
        "Order #7000000000",
        "ts 1700000000",
        "1700000000000",
        "2026-11-30T15:34:59",
        "30.11.2026 10:30, 01-02-2026 10:30",
        "123e4567-e89b-12d3-a456-426614174000",
        "a9876543210f",
        "id 98765432101",
        "4111 1111",
        "4111111111111112",
        "1234567890123456",
        "DE89370400440532013001",
        "XX89370400440532013000",
        "000-45-6789, 666-45-6789, 912-45-6789, 123-00-6789, 123-45-0000",
        "123456789",
        "left-pad@1.3.0, left-pad@1.3.0-rc.1",
        "foo@bar..com, @handle, a@b",
        "192.168.100.2000",
        "+1 -2 +3",
        "+2026-11",
        "@@ -1,7 +10,9 @@",
        "1.234.567.890,00",
        "0.1234567890",
    ] {
        assert_eq!(redacted(text), text);
    }
}
