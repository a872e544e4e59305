//! The types of declared fields: a word such as `date?`, or a JSON Schema.

use std::borrow::Cow;

use algen_core::check::contract::is_forbidden_argument;
use algen_core::config::{Decoder, Map, Setting};
use algen_core::diagnostics::closest::closest;
use algen_core::source::{Node, Span, json};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::schema::{Schema, anything, boolean, integer, number_within, string, text};

/// The words, each with an optional `?` behind it.
const WORDS: &[&str] = &[
    "integer",
    "number",
    "decimal",
    "text",
    "boolean",
    "date",
    "timestamp",
    "uuid",
    "json",
];

/// Longest text of an argument whose type is a word or a schema without a limit, in characters.
const TEXT_LIMIT: u64 = 10_000;

/// Most members of a list in an argument whose schema sets no limit.
const LIST_LIMIT: u64 = 1_000;

/// Deepest nesting of a written schema.
const DEPTH_LIMIT: usize = 16;

/// The parts of a caller's identity, which are bound by the runtime and never arguments.
pub(crate) const IDENTITY: &[&str] = &["tenant_id", "user_id", "run_id", "step_id"];

/// What a field holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// One of the words.
    Word(&'static str),
    /// A JSON Schema, closed and limited.
    Schema(Value),
}

/// The type of a declared field.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FieldType {
    kind: Kind,
    /// Whether an argument may be absent, or a column null.
    pub(crate) optional: bool,
}

impl FieldType {
    /// Returns what it holds.
    pub(crate) fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Returns the schema of an argument; what may be absent may also be null.
    fn argument(&self) -> Value {
        let schema = match &self.kind {
            Kind::Word(word) => argument_word(word),
            Kind::Schema(schema) => return schema.clone(),
        };
        let schema = if self.optional {
            schema.optional()
        } else {
            schema
        };
        schema.into()
    }

    /// Returns the schema of a column.
    fn column(&self) -> Value {
        let schema = match &self.kind {
            Kind::Word(word) => column_word(word),
            Kind::Schema(schema) => return schema.clone(),
        };
        let schema = if self.optional {
            schema.nullable()
        } else {
            schema
        };
        schema.into()
    }
}

fn argument_word(word: &str) -> Schema {
    match word {
        "integer" => integer(i64::MIN, i64::MAX),
        "number" => number_within(-1e308, 1e308),
        "decimal" => text(1, 64).pattern("^-?[0-9]+(\\.[0-9]+)?$"),
        "boolean" => boolean(),
        "date" => text(10, 10).format("date"),
        "timestamp" => text(1, 64).format("date-time"),
        "uuid" => text(36, 36).format("uuid"),
        "json" => text(1, TEXT_LIMIT).described("A JSON text."),
        _ => text(0, TEXT_LIMIT),
    }
}

fn column_word(word: &str) -> Schema {
    match word {
        "integer" => super::schema::whole(),
        "number" => super::schema::number(),
        "boolean" => boolean(),
        "date" => string().format("date"),
        "timestamp" => string().format("date-time"),
        "uuid" => string().format("uuid"),
        "json" => anything(),
        _ => string(),
    }
}

/// Returns the closed schema of arguments with these fields, in the order of writing, and others
/// that a connector adds.
pub(crate) fn arguments(
    fields: &Map<FieldType>,
    added: impl IntoIterator<Item = (String, Schema)>,
) -> Value {
    let declared = fields
        .iter()
        .map(|(name, field)| (name.value.clone(), field.argument(), !field.optional));
    let added = added
        .into_iter()
        .map(|(name, schema)| (name, schema.into(), true));
    closed(declared.chain(added))
}

/// Returns the closed schema of a row with these columns.
pub(crate) fn row(fields: &Map<FieldType>, masked: impl Fn(&str) -> bool) -> Value {
    closed(fields.iter().map(|(name, field)| {
        let schema = if masked(name) {
            string().described("Masked.").into()
        } else {
            field.column()
        };
        (name.value.clone(), schema, true)
    }))
}

fn closed(fields: impl Iterator<Item = (String, Value, bool)>) -> Value {
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for (name, schema, needed) in fields {
        if needed {
            required.push(name.clone());
        }
        properties.insert(name, schema);
    }
    let mut schema = serde_json::Map::new();
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema.insert("properties".to_owned(), json!(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("type".to_owned(), json!("object"));
    Value::Object(schema)
}

/// Reports names of arguments that no tool may have.
pub(crate) fn check_arguments<'n>(
    names: impl IntoIterator<Item = (&'n str, Option<Span>)>,
    fallback: Span,
    decoder: &mut Decoder<'_>,
) {
    for (name, span) in names {
        let reason = if IDENTITY.contains(&name) {
            "is part of the caller's identity; list it in `context_params` instead"
        } else if is_forbidden_argument(name) {
            "would let a caller choose what runs or where a call goes"
        } else if !is_field_name(name) {
            "is no name of an argument: letters, digits and `_`, not a digit first, at most 63"
        } else {
            continue;
        };
        let message = format!("the argument `{name}` {reason}");
        decoder.report("invalid-value", span.unwrap_or(fallback), message, "");
    }
}

/// Tells whether a text names a field or column.
pub(crate) fn is_field_name(name: &str) -> bool {
    let first = name.bytes().next();
    first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && name.len() <= 63
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl Setting for FieldType {
    const FROM_VARIABLE: bool = false;

    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        if node.entries().is_some() {
            let mut schema = json::from_node(node);
            if let Err(problem) = tighten(&mut schema, 0) {
                decoder.report("invalid-value", node.span, problem, "in this schema");
                return None;
            }
            let optional = schema.get("default").is_some();
            return Some(Self {
                kind: Kind::Schema(schema),
                optional,
            });
        }
        let Some(written) = node.as_str() else {
            decoder.wrong_type(node, "a type or a JSON Schema");
            return None;
        };
        let word = written.strip_suffix('?').unwrap_or(written);
        let Some(known) = WORDS.iter().copied().find(|known| *known == word) else {
            let near = meant(word).or_else(|| closest(word, WORDS.iter().copied()));
            let list = WORDS.join(", ");
            let message = match near {
                Some(near) => format!("no type is called `{word}`; did you mean `{near}`?"),
                None => format!("no type is called `{word}`"),
            };
            let diagnostic = decoder.report("unknown-value", node.span, message, "not a type");
            diagnostic.suggestion = near.map(str::to_owned);
            diagnostic.help = Some(format!(
                "write one of {list}, with `?` behind it for what may be absent, or a JSON Schema"
            ));
            return None;
        };
        Some(Self {
            kind: Kind::Word(known),
            optional: written.ends_with('?'),
        })
    }
}

/// Returns the type that other languages and databases call by this word.
fn meant(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "int" | "int4" | "int8" | "bigint" | "smallint" => "integer",
        "float" | "double" | "real" => "number",
        "numeric" | "money" => "decimal",
        "string" | "str" | "varchar" | "char" => "text",
        "bool" => "boolean",
        "datetime" | "timestamptz" | "time" => "timestamp",
        "jsonb" | "object" => "json",
        _ => return None,
    })
}

/// Closes every object of a written schema and limits what it leaves unlimited, so that a declared
/// tool is as narrow as a built-in one.
fn tighten(schema: &mut Value, depth: usize) -> Result<(), String> {
    if depth > DEPTH_LIMIT {
        return Err(format!("the schema is nested over {DEPTH_LIMIT} levels"));
    }
    let Value::Object(keywords) = schema else {
        return Err("a schema is a mapping; `true` and `false` are not taken".to_owned());
    };
    if keywords.is_empty() {
        return Err("an empty schema takes anything; say what the field holds".to_owned());
    }
    if keywords.contains_key("$ref") || keywords.contains_key("$dynamicRef") {
        return Err("`$ref` is not taken; write the schema where it is used".to_owned());
    }
    let kind = keywords
        .get("type")
        .and_then(Value::as_str)
        .map(str::to_owned);
    let listed = keywords.contains_key("enum") || keywords.contains_key("const");
    match kind.as_deref() {
        Some("object") => {
            let typed = keywords
                .get("additionalProperties")
                .is_some_and(Value::is_object);
            if !typed {
                keywords.insert("additionalProperties".to_owned(), json!(false));
                keywords.entry("properties").or_insert_with(|| json!({}));
            } else {
                keywords
                    .entry("maxProperties")
                    .or_insert_with(|| json!(LIST_LIMIT));
            }
        }
        Some("string") if !listed => {
            keywords
                .entry("maxLength")
                .or_insert_with(|| json!(TEXT_LIMIT));
        }
        Some("array") => {
            keywords
                .entry("maxItems")
                .or_insert_with(|| json!(LIST_LIMIT));
            if !keywords.get("items").is_some_and(Value::is_object) {
                return Err("a list says what its `items` hold".to_owned());
            }
        }
        Some("integer") if !listed => {
            keywords.entry("minimum").or_insert_with(|| json!(i64::MIN));
            keywords.entry("maximum").or_insert_with(|| json!(i64::MAX));
        }
        Some("number") if !listed => {
            keywords.entry("minimum").or_insert_with(|| json!(-1e308));
            keywords.entry("maximum").or_insert_with(|| json!(1e308));
        }
        Some("boolean" | "null" | "string" | "integer" | "number") => {}
        Some(other) => return Err(format!("JSON Schema has no type `{other}`")),
        None if listed || keywords.contains_key("anyOf") || keywords.contains_key("oneOf") => {}
        None => return Err("the schema says no `type`".to_owned()),
    }
    if keywords.contains_key("patternProperties") {
        keywords
            .entry("maxProperties")
            .or_insert_with(|| json!(LIST_LIMIT));
    }
    let nested = ["items", "additionalProperties"];
    for keyword in nested {
        if let Some(inner) = keywords.get_mut(keyword).filter(|inner| inner.is_object()) {
            tighten(inner, depth + 1)?;
        }
    }
    for keyword in ["properties", "patternProperties"] {
        let Some(Value::Object(fields)) = keywords.get_mut(keyword) else {
            continue;
        };
        for (name, inner) in fields {
            if keyword == "properties" && is_forbidden_argument(name) {
                return Err(format!(
                    "the field `{name}` would let a caller choose what runs or where a call goes"
                ));
            }
            tighten(inner, depth + 1)?;
        }
    }
    for keyword in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        if let Some(Value::Array(schemas)) = keywords.get_mut(keyword) {
            for inner in schemas {
                tighten(inner, depth + 1)?;
            }
        }
    }
    Ok(())
}

impl JsonSchema for FieldType {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FieldType".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> schemars::Schema {
        let expression = format!("^({})\\??$", WORDS.join("|"));
        schemars::json_schema!({
            "anyOf": [
                {"type": "string", "pattern": expression},
                {"type": "object"},
            ],
        })
    }
}
