//! Examples beside the rules of a policy: what they are meant to decide.

use schemars::{Schema, SchemaGenerator};
use serde_json::json;

use crate::config::{
    CapabilityPattern, Decoder, FieldDefinition, PolicyEffect, is_tool_name, object_schema,
};
use crate::settings;
use crate::source::{Node, Spanned, Value};

/// Most characters of a capability or a tool's name in an example.
const NAME_CHARS_MAX: usize = 256;

settings! {
    /// A call and what the policy is meant to decide about it.
    pub struct PolicyExample as "an example" {
        /// What the call does, as `email.send`; either this or a tool.
        capabilities: Option<Vec<Spanned<String>>> = None, [MinLength(1), MaxLength(64)];
        /// The tool that is called, as `smtp.send_email`; all its capabilities count.
        tool: Option<Spanned<String>> = None;
        /// What is meant to happen.
        effect: Spanned<PolicyEffect>;
    }
    check check_example;
    schema example_schema;
}

/// Says in the schema too that an example is about one of both.
fn example_schema(
    generator: &mut SchemaGenerator,
    description: &[&str],
    fields: Vec<FieldDefinition>,
) -> Schema {
    let mut schema = object_schema(generator, description, fields);
    let either = json!([{"required": ["capabilities"]}, {"required": ["tool"]}]);
    schema.insert("oneOf".to_owned(), either);
    schema
}

/// Reports an example about nothing, about both, or about what is no name.
fn check_example(example: &PolicyExample, node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let written = |key: &str| {
        let entry = node.entry(key)?;
        (!matches!(entry.value.value, Value::Null)).then_some(entry.key.span)
    };
    match (written("capabilities"), written("tool")) {
        (None, None) => {
            let message = "an example is about `capabilities` or about a `tool`";
            let place = node
                .entry("effect")
                .map_or(node.span, |entry| entry.key.span);
            decoder.report("missing-key", place, message, "about which call?");
        }
        (Some(first), Some(second)) => {
            let message = "`capabilities` and `tool` exclude each other";
            decoder.report(
                "conflicting-settings",
                first.max(second),
                message,
                "one too many",
            );
        }
        _ => {}
    }
    let capabilities = example.capabilities.iter().flatten();
    decoder.at_field("capabilities", |decoder| {
        for (index, capability) in capabilities.enumerate() {
            let pattern = CapabilityPattern::parse(capability);
            let is_exact = matches!(pattern, Some(CapabilityPattern::Exact(_)));
            let Some(span) = capability.span else {
                continue;
            };
            if !is_exact || capability.len() > NAME_CHARS_MAX {
                decoder.at_index(index, |decoder| {
                    let message = "an example names single capabilities, as email.send";
                    decoder.report("invalid-value", span, message, "not a capability");
                });
            }
        }
    });
    let tool = example.tool.as_ref();
    let Some((tool, span)) = tool.and_then(|tool| Some((tool, tool.span?))) else {
        return;
    };
    if !is_tool_name(tool) || tool.len() > NAME_CHARS_MAX {
        decoder.at_field("tool", |decoder| {
            let message = "`tool` takes the name of a tool, as smtp.send_email";
            decoder.report("invalid-value", span, message, "not a tool's name");
        });
    }
}
