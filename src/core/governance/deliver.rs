//! What a caller gets of a result, and what the ledger keeps of it.
//!
//! ```text
//! raw result -> size -> schema -> guardrails -> delivered
//! ```
//!
//! A failure withholds the result and never changes the outcome.

use serde_json::Value;

use super::arguments::InputSchema;
use super::canonical::digest;
use super::guard::{Guarded, Guardrails};
use super::ledger::StoredResult;
use super::outcome::Failure;
use crate::config::deployment::StoredResults;
use crate::registry::ToolSpec;

/// The most bytes of a result that the ledger keeps.
pub const STORED_BYTES_MAX: usize = 64 * 1024;

/// A result on its way to the caller.
#[derive(Clone, PartialEq, Debug)]
pub struct Delivered {
    /// The result; `None` where it is withheld.
    pub value: Option<Value>,
    /// Whether guardrails changed it.
    pub redacted: bool,
    /// Whether it reads like instructions to a model.
    pub flagged: bool,
    /// Why it is withheld.
    pub withheld: Option<Failure>,
    /// What the ledger keeps.
    pub stored: StoredResult,
}

/// Returns digest and size of a result, which is all that is kept of reads.
pub fn measured(value: &Value) -> StoredResult {
    StoredResult {
        digest: digest(value),
        bytes: value.to_string().len() as u64,
        text: None,
        withheld: None,
        redacted: false,
    }
}

/// Bounds and guards a result.
pub fn deliver(
    spec: &ToolSpec,
    guardrails: &Guardrails,
    raw: Value,
    store: StoredResults,
) -> Delivered {
    let mut stored = measured(&raw);
    let full = (store == StoredResults::Full).then(|| raw.to_string());
    let guarded = match bounded(spec, stored.bytes, &raw) {
        Ok(()) => guardrails.pass(&spec.output_schema, raw),
        Err(failure) => Guarded::Withheld(failure),
    };
    match guarded {
        Guarded::Withheld(failure) => {
            stored.withheld = Some(failure.kind.clone().into_owned());
            Delivered {
                value: None,
                redacted: false,
                flagged: false,
                withheld: Some(failure),
                stored,
            }
        }
        Guarded::Passed {
            value,
            redacted,
            flagged,
        } => {
            let text = match store {
                StoredResults::Redacted => Some(value.to_string()),
                StoredResults::Digest => None,
                StoredResults::Full => full,
            };
            stored.text = text.filter(|text| text.len() <= STORED_BYTES_MAX);
            stored.redacted = redacted;
            Delivered {
                value: Some(value),
                redacted,
                flagged,
                withheld: None,
                stored,
            }
        }
    }
}

/// Holds a result against the tool's size and schema.
fn bounded(spec: &ToolSpec, bytes: u64, raw: &Value) -> Result<(), Failure> {
    if bytes > spec.result_bytes {
        let message = format!(
            "the result has {bytes} bytes, more than the {} of the tool",
            spec.result_bytes
        );
        return Err(Failure::new("result-too-large", message));
    }
    let open = match &spec.output_schema {
        Value::Object(schema) => schema.is_empty(),
        Value::Bool(open) => *open,
        _ => true,
    };
    if open {
        return Ok(());
    }
    let schema = InputSchema::compile(&spec.output_schema).map_err(|problem| {
        let message = format!("the tool's output schema cannot be used: {problem}");
        Failure::new("result-schema", message)
    })?;
    schema.validate(raw).map_err(|problems| {
        let failure = Failure::new(
            "result-schema",
            "the result does not fit the tool's output schema",
        );
        match problems.problems.first() {
            Some(problem) => failure.about(problem.pointer.clone()),
            None => failure,
        }
    })
}
