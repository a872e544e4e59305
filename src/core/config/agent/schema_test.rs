//! The schema of `agent.yaml` against facts about the format: keys, types, words, limits and
//! defaults, in both directions.
//!
//! `fixtures/config/agent-settings.json` has one entry for each section, named by its path, with a
//! line for each key: the types, their limits, whether the key is required, its default.

use std::collections::{BTreeMap, BTreeSet};

use schemars::SchemaGenerator;
use serde_json::{Map, Value};

use super::AgentFile;

const FACTS: &str = include_str!("../../../../fixtures/config/agent-settings.json");

/// What differs on purpose: section, key, our line, reason.
const DIFFERENCES: &[(&str, &str, &str, &str)] = &[
    ("", "extensions", "any", DROPPED),
    ("mcp_servers[]<sse>", "transport", "(sse) required", TAG),
    ("mcp_servers[]<stdio>", "transport", "(stdio) required", TAG),
    (
        "mcp_servers[]<streamable_http>",
        "transport",
        "(streamable_http) required",
        TAG,
    ),
];
const DROPPED: &str = "the Python runtime drops the key before its schema sees the file";
const TAG: &str = "the Python runtime refuses a server without it, though its schema has a default";

type Facts = BTreeMap<String, BTreeMap<String, String>>;

/// Describes schemas in the words of the facts.
struct Description<'a> {
    definitions: &'a Map<String, Value>,
    sections: Facts,
}

impl Description<'_> {
    fn resolved<'v>(&'v self, schema: &'v Value) -> &'v Value {
        let name = schema["$ref"]
            .as_str()
            .and_then(|path| path.rsplit('/').next());
        name.map_or(schema, |name| &self.definitions[name])
    }

    fn section(&mut self, schema: &Value, path: &str) {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut lines = BTreeMap::new();
        for (key, property) in schema["properties"].as_object().expect("properties") {
            let below = if path.is_empty() {
                key.clone()
            } else {
                format!("{path}.{key}")
            };
            let words: Vec<String> = self.words(property, &below).into_iter().collect();
            let mut line = words.join("|");
            if required.iter().any(|name| name == key) {
                line.push_str(" required");
            }
            if let Some(default) = property.get("default") {
                line.push_str(&format!(" ={}", plain(default)));
            }
            assert!(
                property["description"]
                    .as_str()
                    .is_some_and(|text| text.len() > 3),
                "{below}"
            );
            lines.insert(key.clone(), line);
        }
        assert_eq!(schema["additionalProperties"], false, "{path} is closed");
        self.sections.insert(path.to_owned(), lines);
    }

    fn words(&mut self, schema: &Value, path: &str) -> BTreeSet<String> {
        let resolved = self.resolved(schema).clone();
        for alternatives in ["anyOf", "oneOf"] {
            let Some(schemas) = resolved[alternatives].as_array() else {
                continue;
            };
            if alternatives == "oneOf" {
                for variant in schemas {
                    let transport = variant["properties"]["transport"]["const"].as_str();
                    let transport = transport.expect("each variant has its transport");
                    self.section(variant, &format!("{path}<{transport}>"));
                }
                return BTreeSet::from(["section".to_owned()]);
            }
            return schemas
                .iter()
                .flat_map(|schema| self.words(schema, path))
                .collect();
        }
        if let Some(value) = resolved.get("const") {
            return BTreeSet::from([format!("({})", plain(value).trim_matches('"'))]);
        }
        if let Some(words) = resolved["enum"].as_array() {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            return BTreeSet::from([format!("({})", words.join(","))]);
        }
        let types: Vec<&str> = match &resolved["type"] {
            Value::String(word) => vec![word],
            Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
            _ => return BTreeSet::from(["any".to_owned()]),
        };
        types
            .into_iter()
            .map(|word| self.word(word, &resolved, path))
            .collect()
    }

    fn word(&mut self, word: &str, schema: &Value, path: &str) -> String {
        let mut text = match word {
            "null" => return word.to_owned(),
            "object" if schema.get("properties").is_some() => {
                self.section(schema, path);
                return "section".to_owned();
            }
            "object" => match schema.get("additionalProperties") {
                Some(values) => format!("{{{}}}", self.joined(values, &format!("{path}{{}}"))),
                None => "{any}".to_owned(),
            },
            "array" => format!("[{}]", self.joined(&schema["items"], &format!("{path}[]"))),
            other => other.to_owned(),
        };
        let limits = [
            ("minimum", ">="),
            ("exclusiveMinimum", ">"),
            ("maximum", "<="),
            ("minLength", "length>="),
            ("maxLength", "length<="),
            ("minItems", "members>="),
            ("maxItems", "members<="),
        ];
        for (keyword, sign) in limits {
            if let Some(limit) = schema.get(keyword) {
                text.push_str(&format!(" {sign}{}", plain(limit)));
            }
        }
        // The forms of references are rules of their own, which the facts do not have.
        let pattern = schema["pattern"].as_str();
        if pattern.is_some_and(|pattern| !pattern.ends_with("://")) {
            text.push_str(" matches");
        }
        text
    }

    fn joined(&mut self, schema: &Value, path: &str) -> String {
        let words: Vec<String> = self.words(schema, path).into_iter().collect();
        words.join("|")
    }
}

/// Writes a value without a needless fraction.
fn plain(value: &Value) -> String {
    match value.as_f64() {
        Some(number) if number.fract() == 0.0 => format!("{number:.0}"),
        _ => value.to_string(),
    }
}

#[test]
fn schema_says_what_the_format_says() {
    let schema = SchemaGenerator::default()
        .into_root_schema_for::<AgentFile>()
        .to_value();
    let mut description = Description {
        definitions: schema["$defs"].as_object().expect("definitions"),
        sections: Facts::new(),
    };
    description.section(&schema, "");
    let mut ours = description.sections;
    let mut theirs: Facts = serde_json::from_str(FACTS).expect("facts are JSON");

    for (section, key, line, reason) in DIFFERENCES {
        let keys = theirs.get_mut(*section).expect("a section of the facts");
        let fact = keys.insert((*key).to_owned(), (*line).to_owned());
        assert_ne!(
            fact.as_deref(),
            Some(*line),
            "{section}.{key} does not differ: {reason}"
        );
    }
    // The facts have no defaults that a function makes: empty mappings and a few lists.
    for (section, keys) in &mut ours {
        for (key, line) in keys {
            let fact = theirs.get(section).and_then(|keys| keys.get(key));
            if fact.is_some_and(|fact| !fact.contains(" =")) {
                *line = line.split(" =").next().unwrap_or_default().to_owned();
            }
        }
    }
    let sections: Vec<&String> = ours.keys().collect();
    assert_eq!(sections, theirs.keys().collect::<Vec<_>>());
    for (section, keys) in &theirs {
        assert_eq!(&ours[section], keys, "{section}");
    }
    assert_eq!(ours, theirs);
}
