//! One text for each JSON value, whatever the order of its keys and the spelling of its numbers:
//! the JSON Canonicalization Scheme (RFC 8785). Digests that approvals and the ledger compare are
//! taken of this text.
//!
//! One rule goes beyond the scheme, which knows no numbers but doubles: a whole number that has no
//! point in [`Value`] keeps all its digits, so `9007199254740993` and `9007199254740992` differ.

use serde_json::{Map, Number, Value};
use sha2::{Digest as _, Sha256};

/// Returns the canonical text of a value: no blanks, keys in the order of their UTF-16 code units,
/// numbers as ECMAScript writes them, texts with the fewest escapes.
///
/// Equal numbers up to 2^53 have equal texts: `1` for 1.0, `0` for -0.0. Beyond, a double is
/// written with its shortest digits, and a whole number that rounds to it may have just those.
/// Infinity and what is not a number no [`Value`] holds.
///
/// Recurses once for each level of nesting. The readers of JSON and YAML refuse more than 128.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

/// Returns the SHA-256 of the canonical text of a value, as 64 small hexadecimal digits.
pub fn digest(value: &Value) -> String {
    let mut digest = TextDigest::default();
    digest.push(canonical(value).as_bytes());
    digest.finish()
}

/// The digest of a text that comes piece by piece.
#[derive(Clone, Debug, Default)]
pub struct TextDigest(Sha256);

impl TextDigest {
    /// Takes the next piece of the text.
    pub fn push(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Returns the digest, as 64 small hexadecimal digits.
    pub fn finish(self) -> String {
        let digest = self.0.finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Number(number) => write_number(number, text),
        Value::Array(items) => write_list(items, text),
        Value::Object(fields) => write_object(fields, text),
        // The library escapes what the scheme escapes, and in the same way.
        Value::Null | Value::Bool(_) | Value::String(_) => text.push_str(&value.to_string()),
    }
}

fn write_number(number: &Number, text: &mut String) {
    match number.as_f64() {
        Some(double) if number.is_f64() => {
            text.push_str(ryu_js::Buffer::new().format(double));
        }
        _ => text.push_str(&number.to_string()),
    }
}

fn write_list(items: &[Value], text: &mut String) {
    text.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(item, text);
    }
    text.push(']');
}

fn write_object(fields: &Map<String, Value>, text: &mut String) {
    let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
    fields.sort_unstable_by(|(left, _), (right, _)| left.encode_utf16().cmp(right.encode_utf16()));
    text.push('{');
    for (index, (key, value)) in fields.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&Value::from(key.as_str()).to_string());
        text.push(':');
        write(value, text);
    }
    text.push('}');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// RFC 8785, appendix B: the bits of a double and its text.
    #[test]
    fn doubles_are_written_as_the_scheme_shows() {
        let cases: [(u64, &str); 24] = [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ];
        for (bits, expected) in cases {
            let value = Value::from(f64::from_bits(bits));
            assert_eq!(canonical(&value), expected, "{bits:#018x}");
        }
    }

    #[test]
    fn whole_numbers_keep_their_digits() {
        let cases = [
            (json!(0), "0"),
            (json!(-7), "-7"),
            (json!(1.0), "1"),
            (json!(9_007_199_254_740_991_i64), "9007199254740991"),
            (json!(9_007_199_254_740_993_i64), "9007199254740993"),
            (json!(-9_007_199_254_740_993_i64), "-9007199254740993"),
            (json!(i64::MIN), "-9223372036854775808"),
            (json!(u64::MAX), "18446744073709551615"),
            // Two to the power of 63: all digits without a point, the shortest ones with it.
            (json!(9_223_372_036_854_775_808_u64), "9223372036854775808"),
            (json!(9_223_372_036_854_775_808.0), "9223372036854776000"),
        ];
        for (value, expected) in cases {
            assert_eq!(canonical(&value), expected, "{value}");
        }
    }

    /// RFC 8785, sections 3.2.2 and 3.2.4.
    #[test]
    fn the_example_of_the_scheme_has_its_text() {
        let written = r#"{
            "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#;
        let value: Value = serde_json::from_str(written).expect("the example is JSON");
        assert_eq!(
            canonical(&value),
            r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
        );
    }

    /// RFC 8785, section 3.2.3. By code points the smiling face would come last.
    #[test]
    fn keys_are_in_the_order_of_utf_16() {
        let value = json!({
            "\u{20ac}": "Euro Sign",
            "\r": "Carriage Return",
            "\u{fb33}": "Hebrew Letter Dalet With Dagesh",
            "1": "One",
            "\u{1f600}": "Emoji: Grinning Face",
            "\u{80}": "Control",
            "\u{f6}": "Latin Small Letter O With Diaeresis",
        });
        assert_eq!(
            canonical(&value),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\
             \"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\
             \"😀\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}"
        );
    }

    #[test]
    fn texts_are_escaped_where_they_must_be() {
        let cases = [
            ("", r#""""#),
            (
                "\u{0}\u{1}\u{7}\u{b}\u{1f}",
                r#""\u0000\u0001\u0007\u000b\u001f""#,
            ),
            ("\u{8}\t\n\u{c}\r", r#""\b\t\n\f\r""#),
            ("\"\\/", r#""\"\\/""#),
            (
                "\u{7f}\u{2028}\u{feff}\u{10ffff}",
                "\"\u{7f}\u{2028}\u{feff}\u{10ffff}\"",
            ),
            // Not normalized: these are two texts.
            ("\u{e9} e\u{301}", "\"\u{e9} e\u{301}\""),
        ];
        for (text, expected) in cases {
            assert_eq!(canonical(&json!(text)), expected, "{text:?}");
            assert_eq!(canonical(&json!({text: 1})), format!("{{{expected}:1}}"));
        }
    }

    #[test]
    fn lists_keep_their_order_and_empty_ones_their_brackets() {
        let value = json!([[], {}, [3, 1, 2], {"b": [], "a": {}}]);
        assert_eq!(canonical(&value), r#"[[],{},[3,1,2],{"a":{},"b":[]}]"#);
    }

    /// The digests are those that `sha256sum` gives of the texts.
    #[test]
    fn a_digest_is_of_the_text() {
        let cases = [
            (
                json!({"a": 1}),
                "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
            ),
            (
                json!({"to": "Ada", "amount": 1.0, "café": [null]}),
                "1a008966439e9938066708bc3135f39eb370c5aa1bae1b88bff8f5955463d0d6",
            ),
        ];
        for (value, expected) in cases {
            assert_eq!(digest(&value), expected, "{value}");
        }
    }

    fn any_double() -> impl Strategy<Value = f64> {
        let double = any::<u64>().prop_map(f64::from_bits);
        double.prop_filter("it is a number", |double| double.is_finite())
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any_double().prop_map(Value::from),
            any::<i32>().prop_map(|number| Value::from(f64::from(number))),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::vec((any::<String>(), inner), 0..8)
                    .prop_map(|fields| fields.into_iter().collect()),
            ]
        })
    }

    /// Returns the same value with the keys of every object the other way round.
    fn reversed(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(reversed).collect(),
            Value::Object(fields) => {
                let fields = fields.iter().rev();
                fields
                    .map(|(key, value)| (key.clone(), reversed(value)))
                    .collect()
            }
            other => other.clone(),
        }
    }

    /// Tells whether a value that was read is the one that was written: what was a double may be a
    /// whole number now.
    fn is_same(read: &Value, written: &Value) -> bool {
        match (read, written) {
            (Value::Array(read), Value::Array(written)) => {
                read.len() == written.len()
                    && read
                        .iter()
                        .zip(written)
                        .all(|(read, written)| is_same(read, written))
            }
            (Value::Object(read), Value::Object(written)) => {
                read.len() == written.len()
                    && written.iter().all(|(key, written)| {
                        read.get(key).is_some_and(|read| is_same(read, written))
                    })
            }
            (Value::Number(read), Value::Number(written)) if written.is_f64() => {
                read.as_f64() == written.as_f64()
            }
            _ => read == written,
        }
    }

    proptest! {
        #[test]
        fn the_order_of_keys_does_not_count(value in any_value()) {
            prop_assert_eq!(canonical(&reversed(&value)), canonical(&value));
            prop_assert_eq!(digest(&reversed(&value)), digest(&value));
        }

        #[test]
        fn the_text_is_read_back_as_the_value(value in any_value()) {
            let text = canonical(&value);
            let read: Value = serde_json::from_str(&text).expect("the text is JSON");
            prop_assert!(is_same(&read, &value), "{} is read as {}", value, read);
            prop_assert_eq!(canonical(&read), text);
        }

        #[test]
        fn a_double_is_read_back_as_itself(double in any_double()) {
            let text = canonical(&json!(double));
            prop_assert_eq!(text.parse::<f64>(), Ok(double));
        }

        #[test]
        fn whole_numbers_differ_in_text(left in any::<i64>(), distance in 1..4_i64) {
            let right = left.wrapping_add(distance);
            prop_assert_ne!(canonical(&json!(left)), canonical(&json!(right)));
            prop_assert_ne!(digest(&json!({"id": left})), digest(&json!({"id": right})));
        }
    }
}
