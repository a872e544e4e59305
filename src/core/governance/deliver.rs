//! What a caller gets of a result, and what the ledger keeps of it.
//!
//! ```text
//! raw result -> size -> schema -> guardrails -> delivered
//! ```
//!
//! A failure withholds the result and never changes the outcome.

use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::arguments::InputSchema;
use super::canonical::TextDigest;
use super::guard::{Guarded, Guardrails};
use super::ledger::StoredResult;
use super::outcome::Failure;
use crate::config::agent::InjectionResponse;
use crate::config::deployment::StoredResults;
use crate::registry::ToolSpec;

/// The most bytes of a result that the ledger keeps.
pub const STORED_BYTES_MAX: usize = 64 * 1024;

/// What a tool gives.
///
/// A JSON value holds whole numbers of 64 bits and doubles; a result with longer ones brings its
/// text too, which is handed over as it is unless a guardrail changes the value.
#[derive(Clone, PartialEq, Debug)]
pub struct ToolResult {
    value: Value,
    exact: Option<String>,
}

impl From<Value> for ToolResult {
    fn from(value: Value) -> Self {
        Self { value, exact: None }
    }
}

impl ToolResult {
    /// Reads a result from its compact JSON text, whose numbers keep their digits.
    ///
    /// # Errors
    /// The text is not JSON.
    pub fn read(text: String) -> Result<Self, serde_json::Error> {
        let value: Value = serde_json::from_str(&text)?;
        let rounded = value.to_string();
        let exact = (rounded != text).then_some(text);
        Ok(Self { value, exact })
    }

    /// Returns the value, in which long numbers are rounded.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Returns the text, in which they are not.
    pub fn text(&self) -> String {
        match &self.exact {
            Some(text) => text.clone(),
            None => self.value.to_string(),
        }
    }

    /// Tells whether the text says more than the value.
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }
}

impl Serialize for ToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.exact {
            Some(text) => RawValue::from_string(text.clone())
                .map_err(S::Error::custom)?
                .serialize(serializer),
            None => self.value.serialize(serializer),
        }
    }
}

/// A result on its way to the caller.
#[derive(Clone, PartialEq, Debug)]
pub struct Delivered {
    /// The result; `None` where it is withheld.
    pub value: Option<ToolResult>,
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
pub fn measured(result: &ToolResult) -> StoredResult {
    let text = result.text();
    let mut digest = TextDigest::default();
    digest.push(text.as_bytes());
    StoredResult {
        digest: digest.finish(),
        bytes: text.len() as u64,
        text: None,
        withheld: None,
        redacted: false,
    }
}

/// Guards what was kept of a result, for a call that is replayed. It was bounded when it was new;
/// what guardrails changed then no longer has to fit the schema, and to change it again changes
/// nothing.
pub fn replay(spec: &ToolSpec, guardrails: &Guardrails, kept: ToolResult) -> Delivered {
    let stored = measured(&kept);
    guarded(spec, guardrails, kept, stored, StoredResults::Digest)
}

/// Bounds and guards a result that was [`measured`].
pub fn deliver(
    spec: &ToolSpec,
    guardrails: &Guardrails,
    raw: ToolResult,
    mut stored: StoredResult,
    store: StoredResults,
) -> Delivered {
    match bounded(spec, stored.bytes, &raw.value) {
        Ok(()) => guarded(spec, guardrails, raw, stored, store),
        Err(failure) => {
            stored.withheld = Some(failure.kind.clone().into_owned());
            withheld(failure, stored)
        }
    }
}

fn withheld(failure: Failure, stored: StoredResult) -> Delivered {
    Delivered {
        value: None,
        redacted: false,
        flagged: false,
        withheld: Some(failure),
        stored,
    }
}

fn guarded(
    spec: &ToolSpec,
    guardrails: &Guardrails,
    raw: ToolResult,
    mut stored: StoredResult,
    store: StoredResults,
) -> Delivered {
    let full = (store == StoredResults::Full).then(|| raw.text());
    let ToolResult { value, exact } = raw;
    match guardrails.pass(&spec.output_schema, value) {
        Guarded::Withheld(failure) => {
            stored.withheld = Some(failure.kind.clone().into_owned());
            withheld(failure, stored)
        }
        Guarded::Passed {
            value,
            redacted,
            flagged,
        } => {
            let wrapped = flagged && guardrails.injection() == InjectionResponse::Flag;
            let exact = exact.filter(|_| !redacted && !wrapped);
            let value = ToolResult { value, exact };
            let text = match store {
                StoredResults::Redacted => Some(value.text()),
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
        return Err(Failure::new("result-too-large", message).about("max_result_bytes"));
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
    schema.validate_result(raw).map_err(|problems| {
        let failure = Failure::new(
            "result-schema",
            "the result does not fit the tool's output schema",
        );
        match problems.problems.first() {
            Some(problem) => failure.about(place(&spec.output_schema, &problem.pointer)),
            None => failure,
        }
    })
}

/// The most digits of a position in a list; results are too small for more.
const POSITION_DIGITS_MAX: usize = 7;

/// Returns a place in a result, fit for a message: what the schema does not name is `*`, because a
/// name may be a service's words.
fn place(schema: &Value, pointer: &str) -> String {
    let parts = pointer.split('/').skip(1);
    parts.fold(String::new(), |mut place, part| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        let is_position = digits && (1..=POSITION_DIGITS_MAX).contains(&part.len());
        let name = part.replace("~1", "/").replace("~0", "~");
        place.push('/');
        place.push_str(match is_position || is_named(schema, &name) {
            true => part,
            false => "*",
        });
        place
    })
}

/// Tells whether a schema names a field so, anywhere.
fn is_named(schema: &Value, name: &str) -> bool {
    match schema {
        Value::Object(keywords) => keywords.iter().any(|(keyword, value)| {
            let is_property = keyword == "properties" && value.get(name).is_some();
            is_property || is_named(value, name)
        }),
        Value::Array(schemas) => schemas.iter().any(|schema| is_named(schema, name)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn places_have_the_names_of_the_schema_alone() {
        let row = json!({"type": "object", "properties": {"a/b": {}, "id": {}}});
        let schema = json!({
            "type": "object",
            "properties": {"rows": {"type": "array", "items": {"$ref": "#/$defs/row"}}},
            "$defs": {"row": row},
        });
        for (pointer, expected) in [
            ("", ""),
            ("/rows", "/rows"),
            ("/rows/17/id", "/rows/17/id"),
            ("/rows/0/a~1b", "/rows/0/a~1b"),
            ("/rows/0/password=hunter2", "/rows/0/*"),
            ("/the peer says/id", "/*/id"),
            ("/4111111111111111", "/*"),
            ("/properties", "/*"),
            ("/", "/*"),
        ] {
            assert_eq!(place(&schema, pointer), expected, "{pointer}");
        }
    }
}
