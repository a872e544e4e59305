//! The words for side effects and idempotency as settings.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::config::{Decoder, Setting};
use crate::model::{Idempotency, SideEffect};
use crate::source::Node;

const SIDE_EFFECTS: &[&str] = &["none", "read", "write", "external", "destructive"];
const IDEMPOTENCY: &[&str] = &["idempotent", "keyed", "non_idempotent"];

/// Makes a type of the model a setting: its words, and those that are often written instead.
macro_rules! word_setting {
    ($name:ident, $words:expr, [$($written:literal => $meant:literal),*]) => {
        impl Setting for $name {
            fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                let word = decoder.word(node, $words, &[$(($written, $meant)),*])?;
                Self::from_word(&word)
            }

            fn default_value(&self) -> Option<serde_json::Value> {
                Some(serde_json::Value::from(self.word()))
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "enum": $words})
            }
        }
    };
}

word_setting!(SideEffect, SIDE_EFFECTS, ["delete" => "destructive", "read_only" => "read"]);
word_setting!(Idempotency, IDEMPOTENCY, ["none" => "non_idempotent", "key" => "keyed"]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_model() {
        let effects = SideEffect::ALL.map(SideEffect::word);
        assert_eq!(SIDE_EFFECTS, effects);
        assert_eq!(
            SIDE_EFFECTS
                .iter()
                .filter_map(|word| SideEffect::from_word(word))
                .count(),
            5
        );
        let kinds = Idempotency::ALL.map(Idempotency::word);
        assert_eq!(IDEMPOTENCY, kinds);
        assert_eq!(
            IDEMPOTENCY
                .iter()
                .filter_map(|word| Idempotency::from_word(word))
                .count(),
            3
        );
    }
}
