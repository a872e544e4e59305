//! Small builders for JSON Schemas, so that a tool reads like a table of its arguments.
//!
//! Keywords come out in alphabetical order and properties in the order of writing, as the Python
//! runtime prints them. Arguments use the builders with limits; results may use those without.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// A JSON Schema under construction.
#[derive(Clone, Debug)]
pub(crate) struct Schema(BTreeMap<&'static str, Value>);

impl Schema {
    /// Adds or replaces a keyword.
    fn with(mut self, keyword: &'static str, value: impl Into<Value>) -> Self {
        self.0.insert(keyword, value.into());
        self
    }

    /// Says what the value means.
    pub(crate) fn described(self, text: impl Into<String>) -> Self {
        self.with("description", text.into())
    }

    /// Sets what an absent value counts as.
    pub(crate) fn default(self, value: impl Into<Value>) -> Self {
        self.with("default", value)
    }

    /// Counts as an empty list where it is absent.
    pub(crate) fn or_empty(self) -> Self {
        self.default(Vec::<Value>::new())
    }

    /// Sets the number that every value is above.
    pub(crate) fn above(self, limit: i64) -> Self {
        self.with("exclusiveMinimum", limit)
    }

    /// Names the format of a text, as `email`.
    pub(crate) fn format(self, format: &'static str) -> Self {
        self.with("format", format)
    }

    /// Sets the regular expression of a text.
    pub(crate) fn pattern(self, expression: &'static str) -> Self {
        self.with("pattern", expression)
    }

    /// Says that no two members of a list are equal.
    pub(crate) fn unique(self) -> Self {
        self.with("uniqueItems", true)
    }

    /// Also takes null.
    pub(crate) fn nullable(self) -> Self {
        any_of([self, null()])
    }

    /// Also takes null, which an absent value counts as.
    pub(crate) fn optional(self) -> Self {
        self.nullable().default(Value::Null)
    }
}

impl From<Schema> for Value {
    fn from(schema: Schema) -> Self {
        let keywords = schema.0.into_iter();
        Self::Object(
            keywords
                .map(|(keyword, value)| (keyword.to_owned(), value))
                .collect(),
        )
    }
}

/// Returns a schema of one type without limits.
fn typed(kind: &'static str) -> Schema {
    Schema(BTreeMap::new()).with("type", kind)
}

/// Null alone.
pub(crate) fn null() -> Schema {
    typed("null")
}

/// Any text; for results.
pub(crate) fn string() -> Schema {
    typed("string")
}

/// A text of so many characters.
pub(crate) fn text(least: u64, most: u64) -> Schema {
    let schema = string().with("maxLength", most);
    if least == 0 {
        return schema;
    }
    schema.with("minLength", least)
}

/// One of some words.
pub(crate) fn one_of<T: AsRef<str>>(words: &[T]) -> Schema {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [word] => string().with("const", *word),
        words => string().with("enum", words),
    }
}

/// Any whole number; for results.
pub(crate) fn whole() -> Schema {
    typed("integer")
}

/// A whole number that is not negative; for results.
pub(crate) fn count() -> Schema {
    whole().with("minimum", 0)
}

/// A whole number in a range, ends included.
pub(crate) fn integer(least: i64, most: i64) -> Schema {
    whole().with("minimum", least).with("maximum", most)
}

/// Any number; for results.
pub(crate) fn number() -> Schema {
    typed("number")
}

/// A number up to a limit.
pub(crate) fn number_up_to(most: f64) -> Schema {
    number().with("maximum", most)
}

/// A number in a range, ends included.
pub(crate) fn number_within(least: f64, most: f64) -> Schema {
    number().with("minimum", least).with("maximum", most)
}

/// True or false.
pub(crate) fn boolean() -> Schema {
    typed("boolean")
}

/// A list of any length; for results.
pub(crate) fn list(item: Schema) -> Schema {
    typed("array").with("items", item)
}

/// A list of so many members.
pub(crate) fn list_within(item: Schema, least: u64, most: u64) -> Schema {
    let schema = list(item).with("maxItems", most);
    if least == 0 {
        return schema;
    }
    schema.with("minItems", least)
}

/// A mapping with free keys and values of one kind, of any size; for results.
pub(crate) fn map(values: Schema) -> Schema {
    typed("object").with("additionalProperties", values)
}

/// A mapping with free keys of at most 256 characters, values of one kind and so many entries.
pub(crate) fn map_within(values: Schema, most: u64) -> Schema {
    map(values)
        .with("maxProperties", most)
        .with("propertyNames", json!({"maxLength": 256, "minLength": 1}))
}

/// Any JSON; for results and the few arguments whose content is free.
pub(crate) fn anything() -> Schema {
    Schema(BTreeMap::new())
}

/// An object with any fields, for results that a service defines.
pub(crate) fn open_object() -> Schema {
    typed("object").with("additionalProperties", true)
}

/// A value that fits one of some schemas.
pub(crate) fn any_of<const N: usize>(schemas: [Schema; N]) -> Schema {
    Schema(BTreeMap::new()).with("anyOf", Vec::from(schemas.map(Value::from)))
}

/// An object with exactly these fields, of which the `required` ones must be there.
pub(crate) fn object<K: Into<String>>(
    fields: impl IntoIterator<Item = (K, Schema)>,
    required: &[&str],
) -> Schema {
    let properties: Map<String, Value> = fields
        .into_iter()
        .map(|(key, schema)| (key.into(), schema.into()))
        .collect();
    let schema = typed("object")
        .with("additionalProperties", false)
        .with("properties", properties);
    if required.is_empty() {
        return schema;
    }
    schema.with("required", required)
}

/// An object with exactly these fields, all of them there; for results.
pub(crate) fn record<K: Into<String>>(fields: impl IntoIterator<Item = (K, Schema)>) -> Schema {
    let fields: Vec<(String, Schema)> = fields
        .into_iter()
        .map(|(key, schema)| (key.into(), schema))
        .collect();
    let required: Vec<String> = fields.iter().map(|(key, _)| key.clone()).collect();
    let required: Vec<&str> = required.iter().map(String::as_str).collect();
    object(fields, &required)
}

/// No arguments.
pub(crate) fn nothing() -> Schema {
    object::<String>([], &[])
}
