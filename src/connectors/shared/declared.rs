//! Settings that only `algen.yaml` can give.

use std::borrow::Cow;
use std::ops::Deref;

use algen_core::config::{Decoder, Setting, View};
use algen_core::source::Node;
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// A setting without a variable: it exists only where `algen.yaml` declares a toolkit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Declared<T>(pub(crate) T);

impl<T> Deref for Declared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Setting> Setting for Declared<T> {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode(node, decoder).map(Self)
    }

    fn view(&self) -> View<'_> {
        self.0.view()
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        self.0.default_value()
    }
}

impl<T: JsonSchema> JsonSchema for Declared<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
