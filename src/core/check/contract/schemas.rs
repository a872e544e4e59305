//! Schemas of arguments and of results as wholes.

use serde_json::{Value, json};

use super::Subject;
use super::problem::{ContractRule, Problems};
use crate::governance::arguments::{ArgumentProblemKind, InputSchema};

/// A field that no tool has.
const NO_FIELD: &str = "no_such_argument";

pub(super) fn check(subject: &Subject<'_>, problems: &mut Problems) {
    check_input(&subject.tool.input_schema, problems);
    let output = subject.tool.output_schema.as_object();
    let says_something = output.is_some_and(|keywords| !keywords.is_empty());
    let (rule, pointer) = (ContractRule::OutputSchema, "/output_schema");
    problems.need(says_something, rule, pointer, || {
        "the schema of results is a mapping that says something".to_owned()
    });
}

/// Holds a schema of arguments against what calls need of it: it compiles, takes an object, and
/// refuses a field that it does not know.
fn check_input(schema: &Value, problems: &mut Problems) {
    let rule = ContractRule::InputSchema;
    let holds = schema.get("type").is_some_and(|kind| kind == "object");
    problems.need(holds, rule, "/input_schema/type", || {
        "arguments are an object".to_owned()
    });
    let compiled = match InputSchema::compile(schema) {
        Ok(compiled) => compiled,
        Err(problem) => {
            problems.add(rule, "/input_schema", problem.to_string());
            return;
        }
    };
    let refused = compiled.validate(&json!({NO_FIELD: 1}));
    let first = refused
        .as_ref()
        .err()
        .and_then(|refused| refused.problems.first());
    let holds = first.is_some_and(|first| {
        first.kind == ArgumentProblemKind::UnknownField
            && first.pointer.strip_prefix('/') == Some(NO_FIELD)
    });
    problems.need(holds, rule, "/input_schema", || {
        "a field that the schema does not know is not refused".to_owned()
    });
}
