//! A tool's JSON Schemas as a signature that people can read:
//! `sample.echo(text: string(1..1000)) -> {text: string, length: integer}`.
//!
//! It leaves out what would not fit; the schemas themselves are in `describe --json`.

use serde_json::Value;

use crate::render::visible::visible;

/// Objects inside objects are shown to this depth.
const DEPTH: usize = 3;

/// Properties of one inner object that are named.
const PROPERTIES: usize = 8;

/// Values of an enumeration that are named.
const VALUES: usize = 6;

/// Longest type or default, in characters.
const TYPE_CHARACTERS: usize = 300;

/// Stands for what is left out.
const MORE: &str = "...";

/// Returns `name(arguments) -> result`, on one line where it fits the width.
///
/// Required arguments come first; `name?` may be left out, `name = value` has a default.
pub(super) fn signature(name: &str, input: &Value, output: &Value, width: usize) -> String {
    let name = visible(name);
    let result = Type::new(output).text(output, 0);
    let arguments = arguments(input);
    let line = format!("{name}({}) -> {result}", arguments.join(", "));
    if arguments.is_empty() || line.chars().count() <= width {
        return line;
    }
    let lines = arguments
        .iter()
        .map(|argument| format!("    {argument},\n"));
    format!("{name}(\n{}) -> {result}", lines.collect::<String>())
}

fn arguments(schema: &Value) -> Vec<String> {
    let types = Type::new(schema);
    let required = required(schema);
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut needed = Vec::new();
    let mut optional = Vec::new();
    for (name, property) in properties.into_iter().flatten() {
        let kind = types.text(property, 0);
        let name = visible(name);
        if required.contains(&&*name) {
            needed.push(format!("{name}: {kind}"));
        } else if let Some(default) = property.get("default").filter(|value| !value.is_null()) {
            let default = cut(&visible(&default.to_string()));
            optional.push(format!("{name}: {kind} = {default}"));
        } else {
            optional.push(format!("{name}?: {kind}"));
        }
    }
    needed.append(&mut optional);
    needed
}

fn required(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// Writes types of one document, whose root holds the definitions.
struct Type<'a> {
    root: &'a Value,
}

impl<'a> Type<'a> {
    fn new(root: &'a Value) -> Self {
        Self { root }
    }

    /// Returns the words for a schema, cut where they would become long.
    fn text(&self, schema: &Value, depth: usize) -> String {
        cut(&self.words(schema, depth))
    }

    fn words(&self, schema: &Value, depth: usize) -> String {
        if depth > DEPTH {
            return MORE.to_owned();
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let target = reference.strip_prefix('#');
            let target = target.and_then(|pointer| self.root.pointer(pointer));
            return match target {
                Some(target) => self.words(target, depth + 1),
                None => "any".to_owned(),
            };
        }
        if let Some(value) = schema.get("const") {
            return visible(&value.to_string()).into_owned();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            let named = values
                .iter()
                .map(|value| visible(&value.to_string()).into_owned());
            return listed(named, values.len(), VALUES, " | ");
        }
        for word in ["anyOf", "oneOf"] {
            if let Some(choices) = schema.get(word).and_then(Value::as_array) {
                let named = choices.iter().map(|choice| self.words(choice, depth + 1));
                return listed(named, choices.len(), VALUES, " | ");
            }
        }
        match schema.get("type") {
            Some(Value::String(kind)) => self.of_kind(kind, schema, depth),
            Some(Value::Array(kinds)) => {
                let named = kinds.iter().filter_map(Value::as_str);
                let named = named.map(|kind| self.of_kind(kind, schema, depth));
                listed(named, kinds.len(), VALUES, " | ")
            }
            _ if schema.get("properties").is_some() => self.object(schema, depth),
            _ => "any".to_owned(),
        }
    }

    fn of_kind(&self, kind: &str, schema: &Value, depth: usize) -> String {
        match kind {
            "string" => {
                match schema.get("format").and_then(Value::as_str) {
                    // A format says more than its length.
                    Some(format) => visible(format).into_owned(),
                    None => format!("string{}", bounds(schema, "minLength", "maxLength")),
                }
            }
            "integer" | "number" => format!("{kind}{}", bounds(schema, "minimum", "maximum")),
            "array" => {
                let items = schema
                    .get("items")
                    .map_or("any".to_owned(), |items| self.words(items, depth + 1));
                format!("list<{items}>{}", bounds(schema, "minItems", "maxItems"))
            }
            "object" => self.object(schema, depth),
            _ => visible(kind).into_owned(),
        }
    }

    fn object(&self, schema: &Value, depth: usize) -> String {
        let properties = schema.get("properties").and_then(Value::as_object);
        let Some(properties) = properties.filter(|properties| !properties.is_empty()) else {
            return match schema.get("additionalProperties") {
                Some(values @ Value::Object(_)) => {
                    format!("map<{}>", self.words(values, depth + 1))
                }
                _ => "object".to_owned(),
            };
        };
        let required = required(schema);
        let named = properties.iter().map(|(name, property)| {
            let mark = if required.contains(&name.as_str()) {
                ""
            } else {
                "?"
            };
            format!(
                "{}{mark}: {}",
                visible(name),
                self.words(property, depth + 1)
            )
        });
        format!("{{{}}}", listed(named, properties.len(), PROPERTIES, ", "))
    }
}

/// Joins the first of several words.
fn listed(
    words: impl Iterator<Item = String>,
    count: usize,
    most: usize,
    separator: &str,
) -> String {
    let mut named: Vec<String> = words.take(most).collect();
    if count > most {
        named.push(MORE.to_owned());
    }
    named.join(separator)
}

/// Returns limits as `(1..50)`, `(..50)` or `(1..)`; a lower limit of zero says nothing.
fn bounds(schema: &Value, lower: &str, upper: &str) -> String {
    let is_zero = |value: &&Value| value.as_f64() != Some(0.0) || lower == "minimum";
    let lower = schema.get(lower).filter(is_zero);
    let upper = schema.get(upper);
    let shown = |value: Option<&Value>| value.map(ToString::to_string).unwrap_or_default();
    if lower.is_none() && upper.is_none() {
        return String::new();
    }
    format!("({}..{})", shown(lower), shown(upper))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(TYPE_CHARACTERS) {
        Some((offset, _)) => format!("{}{MORE}", text.get(..offset).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_put_into_words() {
        for (schema, words) in [
            (json!({}), "any"),
            (json!(true), "any"),
            (json!({"type": "string"}), "string"),
            (
                json!({"type": "string", "minLength": 1, "maxLength": 9}),
                "string(1..9)",
            ),
            (
                json!({"type": "string", "minLength": 0, "maxLength": 9}),
                "string(..9)",
            ),
            (
                json!({"type": "string", "format": "email", "maxLength": 320}),
                "email",
            ),
            (json!({"type": "integer", "minimum": 0}), "integer(0..)"),
            (
                json!({"type": "number", "minimum": 0.5, "maximum": 2}),
                "number(0.5..2)",
            ),
            (json!({"type": ["string", "null"]}), "string | null"),
            (
                json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
                "string | null",
            ),
            (json!({"const": "public"}), "\"public\""),
            (json!({"enum": ["a", 1, null]}), "\"a\" | 1 | null"),
            (
                json!({"enum": [1, 2, 3, 4, 5, 6, 7]}),
                "1 | 2 | 3 | 4 | 5 | 6 | ...",
            ),
            (
                json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 50}),
                "list<string>(1..50)",
            ),
            (json!({"type": "array"}), "list<any>"),
            (json!({"type": "object"}), "object"),
            (
                json!({"type": "object", "additionalProperties": {"type": "string"}}),
                "map<string>",
            ),
            (
                json!({"properties": {"a": {"type": "boolean"}, "b": {}}, "required": ["a"]}),
                "{a: boolean, b?: any}",
            ),
            (json!({"$ref": "#/missing"}), "any"),
            (json!({"type": "evil\u{1b}"}), "evil\\u{1b}"),
        ] {
            assert_eq!(Type::new(&schema).text(&schema, 0), words, "{schema}");
        }
    }

    #[test]
    fn recursion_and_size_are_bounded() {
        let endless = json!({
            "type": "object",
            "properties": {"next": {"$ref": "#"}, "more": {"$ref": "#"}},
        });
        let text = Type::new(&endless).text(&endless, 0);
        assert_eq!(
            text,
            "{next?: {next?: ..., more?: ...}, more?: {next?: ..., more?: ...}}"
        );
        let long = json!({"const": "x".repeat(1_000)});
        let text = Type::new(&long).text(&long, 0);
        assert_eq!(text, format!("\"{}...", "x".repeat(TYPE_CHARACTERS - 1)));
    }

    #[test]
    fn a_long_signature_has_a_line_for_each_argument() {
        let input = json!({
            "properties": {
                "limit": {"type": "integer", "default": 25},
                "cursor": {"type": ["string", "null"], "default": null},
                "query": {"type": "string"},
            },
            "required": ["query"],
        });
        let output = json!({"type": "string"});
        assert_eq!(
            signature("a.find", &input, &output, 80),
            "a.find(query: string, limit: integer = 25, cursor?: string | null) -> string"
        );
        assert_eq!(
            signature("a.find", &input, &output, 40),
            "a.find(\n    query: string,\n    limit: integer = 25,\n    cursor?: string | null,\n) -> string"
        );
        assert_eq!(
            signature("a.now", &json!({}), &output, 5),
            "a.now() -> string"
        );
    }
}
