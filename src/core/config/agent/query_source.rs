//! Databases that analyses may read.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::config::{Decoder, EnvironmentReference, Setting};
use crate::source::{Node, Spanned, Value};
use crate::{choice, settings};

settings! {
    /// A database that analyses may read.
    pub struct QuerySource as "the query source" {
        /// The kind of database.
        type_name as "type": QuerySourceType = QuerySourceType::Postgres;
        /// The address, as env://NAME.
        connection_url: Spanned<EnvironmentReference>;
        /// Whether the session only reads; nothing but true is taken.
        read_only: AlwaysTrue = AlwaysTrue;
        /// What the data is for.
        purpose: Spanned<String>;
        /// The tags that a caller has to hold.
        authorization_tags: Vec<Spanned<String>> = Vec::new();
    }
}

choice! {
    /// The kind of database.
    pub enum QuerySourceType {
        /// PostgreSQL.
        Postgres = "postgres" near ["postgresql", "pg"],
    }
}

/// A promise that cannot be taken back: true, or 1, which is read as true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AlwaysTrue;

impl Setting for AlwaysTrue {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let holds = match node.value {
            Value::Bool(value) => value,
            Value::Integer(number) => number == 1,
            Value::Float(number) => number == 1.0,
            _ => false,
        };
        if holds {
            return Some(Self);
        }
        decoder.report(
            "invalid-value",
            node.span,
            "`read_only` takes true alone",
            "a query source is only ever read",
        );
        None
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(true.into())
    }
}

impl JsonSchema for AlwaysTrue {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "AlwaysTrue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "boolean", "const": true})
    }
}
