//! Documents for tests of decoders, written as JSON values.

use serde_json::Value as Json;

use super::Decoder;
use crate::diagnostics::Diagnostic;
use crate::source::{Entry, Node, Origin, SourceId, Sources, Span, Value};

/// A document whose text is its JSON, so that every value has a place of its own.
pub(crate) struct Document {
    sources: Sources,
    source: SourceId,
    value: Json,
}

impl Document {
    /// Creates a document.
    pub(crate) fn new(value: Json) -> Self {
        let sources = Sources::default();
        let text = value.to_string();
        let source = sources.add("document.json", Origin::Project, text).id();
        Self {
            sources,
            source,
            value,
        }
    }

    /// Decodes it and returns the result with (rule, field) of every finding in order.
    pub(crate) fn decode<T>(
        &self,
        decode: impl FnOnce(Option<&Node<'static>>, &mut Decoder<'_>) -> T,
    ) -> (T, Vec<(&'static str, String)>) {
        let (result, diagnostics, _) = self.diagnostics(decode);
        let findings = diagnostics.into_iter();
        let findings = findings
            .map(|finding| (finding.rule, finding.field.unwrap_or_default()))
            .collect();
        (result, findings)
    }

    /// Decodes it and returns the result, the findings, and the masked pieces of its text.
    pub(crate) fn diagnostics<T>(
        &self,
        decode: impl FnOnce(Option<&Node<'static>>, &mut Decoder<'_>) -> T,
    ) -> (T, Vec<Diagnostic>, Vec<&str>) {
        let mut end = 0;
        let root = self.node(&self.value, &mut end);
        let mut decoder = Decoder::new(&self.sources);
        let result = decode(Some(&root), &mut decoder);
        let Decoder {
            diagnostics,
            masked,
            ..
        } = decoder;
        let masked = masked.into_iter().map(|span| self.sources.slice(span));
        (result, diagnostics, masked.collect())
    }

    /// Returns a value as a node; `end` is where the text before it ends, and moves past it.
    fn node(&self, value: &Json, end: &mut usize) -> Node<'static> {
        let start = *end;
        let value = match value {
            Json::Array(items) => {
                *end += 1;
                let mut nodes = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    *end += usize::from(index > 0);
                    nodes.push(self.node(item, end));
                }
                *end += 1;
                Value::Sequence(nodes.into())
            }
            Json::Object(members) => {
                *end += 1;
                let mut entries = Vec::with_capacity(members.len());
                for (index, (key, value)) in members.iter().enumerate() {
                    *end += usize::from(index > 0);
                    let key = self.node(&Json::String(key.clone()), end);
                    *end += 1;
                    let value = self.node(value, end);
                    entries.push(Entry { key, value });
                }
                *end += 1;
                Value::Mapping(entries.into())
            }
            scalar => {
                *end += scalar.to_string().len();
                match scalar {
                    Json::Bool(value) => Value::Bool(*value),
                    Json::String(text) => Value::OwnedString(text.as_str().into()),
                    Json::Number(number) => match number.as_i64() {
                        Some(number) => Value::Integer(number),
                        None => Value::Float(number.as_f64().expect("JSON numbers are finite")),
                    },
                    _ => Value::Null,
                }
            }
        };
        Node::new(Span::new(self.source, start, *end), value)
    }
}
