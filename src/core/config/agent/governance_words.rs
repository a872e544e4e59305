//! The words for side effects and idempotency as settings.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::config::{Decoder, Setting};
use crate::model::{Idempotency, SideEffect};
use crate::source::Node;

/// Makes a type of the model a setting.
macro_rules! word_setting {
    ($name:ident, [$($variant:ident = $word:literal),*], [$($written:literal => $meant:literal),*]) => {
        impl Setting for $name {
            fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                let words = &[$($word),*];
                match decoder.word(node, words, &[$(($written, $meant)),*])?.as_str() {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
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
                json_schema!({"type": "string", "enum": [$($word),*]})
            }
        }
    };
}

word_setting!(
    SideEffect,
    [
        None = "none",
        Read = "read",
        Write = "write",
        External = "external",
        Destructive = "destructive"
    ],
    ["delete" => "destructive", "read_only" => "read"]
);

word_setting!(
    Idempotency,
    [
        Idempotent = "idempotent",
        Keyed = "keyed",
        NonIdempotent = "non_idempotent"
    ],
    ["none" => "non_idempotent", "key" => "keyed"]
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_model() {
        let effects = [
            SideEffect::None,
            SideEffect::Read,
            SideEffect::Write,
            SideEffect::External,
            SideEffect::Destructive,
        ];
        let words: Vec<_> = effects.iter().map(|effect| effect.word()).collect();
        let schema = SchemaGenerator::default().root_schema_for::<SideEffect>();
        assert_eq!(schema.get("enum"), Some(&serde_json::json!(words)));
        let kinds = [
            Idempotency::Idempotent,
            Idempotency::Keyed,
            Idempotency::NonIdempotent,
        ];
        let words: Vec<_> = kinds.iter().map(|kind| kind.word()).collect();
        let schema = SchemaGenerator::default().root_schema_for::<Idempotency>();
        assert_eq!(schema.get("enum"), Some(&serde_json::json!(words)));
    }
}
