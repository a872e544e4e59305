//! Tests over every connector: the contract, its golden files, and the settings.

mod contract;
mod entries;
mod findings;
mod golden;
mod reference;
mod settings;

use std::rc::Rc;

use algen_core::config::Decoder;
use algen_core::diagnostics::Diagnostic;
use algen_core::registry::{PluginSpec, Toolkit};
use algen_core::source::{Entry, Node, Origin, SourceId, Sources, Span, Value};
use serde_json::Value as Json;

use crate::ALL;

/// Builds the node that a text with this compact JSON gives, with the place of every value, and
/// moves `offset` behind it.
pub(crate) fn node(json: &Json, source: SourceId, offset: &mut usize) -> Node<'static> {
    let start = *offset;
    let value = match json {
        Json::Array(items) => {
            *offset += 1;
            let mut nodes = Vec::new();
            for item in items {
                nodes.push(node(item, source, offset));
                *offset += 1;
            }
            *offset += usize::from(items.is_empty());
            Value::Sequence(nodes.into())
        }
        Json::Object(fields) => {
            *offset += 1;
            let mut entries = Vec::new();
            for (key, value) in fields {
                let key = node(&Json::from(key.as_str()), source, offset);
                *offset += 1;
                let value = node(value, source, offset);
                *offset += 1;
                entries.push(Entry { key, value });
            }
            *offset += usize::from(fields.is_empty());
            Value::Mapping(entries.into())
        }
        scalar => {
            *offset += scalar.to_string().len();
            match scalar {
                Json::Bool(value) => Value::Bool(*value),
                Json::String(text) => Value::OwnedString(Rc::from(text.as_str())),
                Json::Number(number) => match number.as_i64() {
                    Some(number) => Value::Integer(number),
                    None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
                },
                _ => Value::Null,
            }
        }
    };
    Node::new(Span::new(source, start, *offset), value)
}

fn plugin(connector: &str) -> &'static PluginSpec {
    ALL.iter()
        .find(|each| each.connector.name == connector)
        .map(|each| &each.plugin)
        .unwrap_or_else(|| panic!("no connector is called {connector}"))
}

/// Returns the toolkit of an entry with everything that was found in it.
fn declared(connector: &str, toolkit: &str, entry: &Json) -> (Toolkit, Vec<Diagnostic>) {
    let sources = Sources::default();
    let source = sources.add("algen.yaml", Origin::Project, entry.to_string());
    let entry = node(entry, source.id(), &mut 0);
    assert_eq!(entry.span, source.whole());
    let mut decoder = Decoder::new(&sources);
    let contract = plugin(connector).connector.contract;
    let toolkit = contract(toolkit, Some(&entry), &mut decoder);
    (toolkit, decoder.diagnostics)
}

/// Returns the built-in toolkit of a connector.
fn built_in(plugin: &PluginSpec) -> Toolkit {
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources);
    let toolkit = (plugin.connector.contract)(plugin.connector.name, None, &mut decoder);
    assert_eq!(decoder.diagnostics, [], "{}", plugin.reference);
    toolkit
}
