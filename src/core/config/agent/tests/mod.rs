//! Documents and what is found in them.

use regex::Regex;
use schemars::SchemaGenerator;
use serde_json::{Value as Json, json};

use super::{AgentFile, cross_check};
use crate::config::Decoder;
use crate::config::test_document::Document;
use crate::diagnostics::Diagnostic;
use crate::source::{Node, Sources};

mod agents;
mod connections;
mod messages;
mod services;
mod workflows;

fn decode(root: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> AgentFile {
    let file = AgentFile::decode_document(root, decoder);
    cross_check(&file, decoder);
    file
}

/// Returns rule and field of every finding, in order.
fn findings(document: Json) -> Vec<(&'static str, String)> {
    Document::new(document).decode(decode).1
}

/// Returns the findings and the masked pieces of text.
fn told(document: Json) -> (Vec<Diagnostic>, Vec<String>) {
    let document = Document::new(document);
    let (_, diagnostics, masked) = document.diagnostics(decode);
    (diagnostics, masked.into_iter().map(str::to_owned).collect())
}

/// An agent that is right in every respect, with changes laid over it; null removes a key.
fn agent(changes: Json) -> Json {
    let mut agent = json!({
        "name": "assistant",
        "version": "1.0.0",
        "description": "d",
        "system_instructions": "s",
        "default_model": {"name": "m", "provider": "demo", "model": "x"},
    });
    lay_over(&mut agent, changes);
    agent
}

fn lay_over(object: &mut Json, changes: Json) {
    let object = object.as_object_mut().expect("an object");
    let Json::Object(changes) = changes else {
        panic!("changes are an object");
    };
    for (key, value) in changes {
        if value.is_null() {
            object.remove(&key);
        } else {
            object.insert(key, value);
        }
    }
}

fn with_agent(changes: Json) -> Json {
    json!({"agents": [agent(changes)]})
}

fn tool(changes: Json) -> Json {
    let mut tool = json!({
        "name": "api.get",
        "description": "d",
        "url": "https://api.example.com/{id}",
        "parameters": {
            "type": "object",
            "properties": {"id": {"type": "string"}, "query": {"type": "string"}},
            "required": ["id"],
        },
    });
    lay_over(&mut tool, changes);
    json!({"security": {"allowed_http_hosts": ["example.com"]}, "http_tools": [tool]})
}

fn server(content: Json) -> Json {
    let mut document = json!({"mcp_servers": []});
    document["mcp_servers"] = Json::Array(vec![content]);
    document
}

fn workflow(changes: Json, nodes: Json) -> Json {
    let mut workflow = json!({"name": "w", "version": "1"});
    workflow["nodes"] = nodes;
    lay_over(&mut workflow, changes);
    json!({"agents": [agent(json!({}))], "workflows": {"w": workflow}})
}

fn step(id: &str, changes: Json) -> Json {
    let mut step = json!({"id": id, "kind": "join", "output_key": format!("{id}_out")});
    lay_over(&mut step, changes);
    step
}

/// A named case: the document and what is found, as rule and field.
type Case<'a> = (&'a str, Json, &'a [(&'a str, &'a str)]);

fn assert_cases(cases: &[Case<'_>]) {
    for (name, document, expected) in cases {
        let found = findings(document.clone());
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(rule, field)| (*rule, field.as_str()))
            .collect();
        assert_eq!(found, *expected, "{name}");
    }
}

#[test]
fn what_python_takes_for_false_is_an_empty_file() {
    let cases = [
        (json!(null), true),
        (json!(false), true),
        (json!(0), true),
        (json!(0.0), true),
        (json!([]), true),
        (json!({}), true),
        (json!(""), true),
        (json!(true), false),
        (json!(1), false),
        (json!("x"), false),
        (json!(["x"]), false),
    ];
    for (root, empty) in cases {
        let (file, found) = Document::new(root.clone()).decode(decode);
        let expected: &[_] = if empty {
            &[]
        } else {
            &[("wrong-type", String::new())]
        };
        assert_eq!(found, expected, "{root}");
        assert_eq!(file.damaged, !empty, "{root}");
        assert!(file.agents.is_empty());
    }
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources);
    let file = AgentFile::decode_document(None, &mut decoder);
    assert!(!file.damaged && decoder.diagnostics.is_empty());
}

#[test]
fn every_pattern_compiles() {
    let schema = SchemaGenerator::default()
        .into_root_schema_for::<AgentFile>()
        .to_value();
    let mut patterns = Vec::new();
    collect_patterns(&schema, &mut patterns);
    assert!(patterns.len() > 15, "{patterns:?}");
    for pattern in patterns {
        assert!(Regex::new(&pattern).is_ok(), "{pattern}");
    }
}

fn collect_patterns(schema: &Json, patterns: &mut Vec<String>) {
    match schema {
        Json::Object(object) => {
            patterns.extend(
                object
                    .get("pattern")
                    .and_then(Json::as_str)
                    .map(str::to_owned),
            );
            object
                .values()
                .for_each(|value| collect_patterns(value, patterns));
        }
        Json::Array(items) => items
            .iter()
            .for_each(|item| collect_patterns(item, patterns)),
        _ => {}
    }
}
