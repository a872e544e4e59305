//! What happens during a call, for whoever watches.

use algen_core::governance::identity::CallId;
use serde_json::{Map, Value, json};

/// One thing that happened.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Its name, as `call.started`.
    pub name: &'static str,
    /// The call.
    pub call: CallId,
    /// What else is known of it; never an argument's value, never a secret.
    pub fields: Map<String, Value>,
}

impl Event {
    /// Describes what happened; `fields` is an object.
    pub fn new(name: &'static str, call: &CallId, fields: Value) -> Self {
        let fields = match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        Self {
            name,
            call: call.clone(),
            fields,
        }
    }

    /// Returns the event as one JSON document; `at` is a time as RFC 3339 writes it.
    pub fn document(&self, at: &str) -> Value {
        let mut document = json!({
            "schema": "algen.event/1",
            "event": self.name,
            "at": at,
            "call_id": self.call,
        });
        if let Value::Object(document) = &mut document {
            document.extend(self.fields.clone());
        }
        document
    }
}

/// Whoever watches calls.
pub trait EventSink: Send + Sync {
    /// Takes an event. What cannot be written is the sink's to report once; the call goes on.
    fn emit(&self, event: &Event);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvents;

impl EventSink for NoEvents {
    fn emit(&self, _: &Event) {}
}
