//! `algen schema`: the JSON Schemas of the files that people write, for editors.

use algen_connectors::ALL;
use algen_core::config::agent::AgentFile;
use algen_core::config::deployment::{self, ConnectorSchema};
use algen_core::config::overlay::Overlay;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema as _, Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::arguments::SchemaKind;

/// Returns a schema as pretty JSON with a final line break.
pub(crate) fn text(kind: SchemaKind) -> String {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let (title, schema) = match kind {
        SchemaKind::Agent => ("agent.yaml", AgentFile::json_schema(&mut generator)),
        SchemaKind::Deployment => ("algen.yaml", deployment_schema(&mut generator)),
        SchemaKind::Overlay => ("NAME.overlay.yaml", Overlay::json_schema(&mut generator)),
    };
    let definitions = generator.take_definitions(true);
    let mut root = serde_json::Map::new();
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    root.insert("$schema".to_owned(), json!(dialect));
    root.insert("title".to_owned(), json!(title));
    if let Value::Object(schema) = schema.to_value() {
        root.extend(schema);
    }
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    // A map of JSON values always serializes.
    let mut text = serde_json::to_string_pretty(&root).unwrap_or_default();
    text.push('\n');
    text
}

fn deployment_schema(generator: &mut SchemaGenerator) -> Schema {
    let connectors: Vec<ConnectorSchema> = ALL
        .iter()
        .map(|plugin| (plugin.connector.name, plugin.connector.schema))
        .collect();
    deployment::schema(generator, &connectors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::generated::compare;

    #[test]
    fn committed_schemas_are_current() {
        for (kind, name) in [
            (SchemaKind::Agent, "agent"),
            (SchemaKind::Deployment, "deployment"),
            (SchemaKind::Overlay, "overlay"),
        ] {
            compare(&format!("completions/schemas/{name}.json"), &text(kind));
        }
    }
}
