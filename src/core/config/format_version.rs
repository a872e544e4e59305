//! The version of a file format of algen's own.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::{Decoder, Setting};
use crate::source::{Node, Value};

/// The `algen:` key: the version of the file's format, of which there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FormatVersion;

impl FormatVersion {
    /// The number that is written.
    pub const NUMBER: i64 = 1;
}

impl Setting for FormatVersion {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match &node.value {
            Value::Integer(Self::NUMBER) => return Some(Self),
            Value::Integer(_) | Value::BigInteger(_) => {}
            _ => {
                decoder.wrong_type(node, "the format's number, 1");
                return None;
            }
        }
        let message = "the file has a format that this version of algen does not read";
        let diagnostic = decoder.report("unsupported-format", node.span, message, "reads 1");
        diagnostic.help = Some("Write 1, or use the version of algen that made the file.".into());
        None
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(Self::NUMBER.into())
    }
}

impl JsonSchema for FormatVersion {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FormatVersion".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"const": Self::NUMBER})
    }
}
