//! The JSON Schema of `algen.yaml` for editors, made of the sections and of every connector's own
//! definition of its keys.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::plugins::{InventoryPlugin, OverlayToolkit, ToolkitPlugin};
use super::sections::DeploymentSettings;
use crate::config::TOOLKIT_NAME;

/// A connector's name and the schema of its keys, without `connector`.
pub type ConnectorSchema = (&'static str, fn(&mut SchemaGenerator) -> Schema);

/// Returns the schema of the whole file; what it refers to is among the generator's definitions. A
/// toolkit is either an overlay or one of the connectors, told apart by the value of `connector`.
pub fn schema(generator: &mut SchemaGenerator, connectors: &[ConnectorSchema]) -> Schema {
    let mut kinds = vec![OverlayToolkit::json_schema(generator).to_value()];
    for (name, keys) in connectors {
        let keys = keys(generator);
        kinds.push(with_connector(name, keys, generator));
    }
    let inventory = InventoryPlugin::json_schema(generator).to_value();
    let mut plugin = ToolkitPlugin::json_schema(generator).to_value();
    refine(&mut plugin, "toolkits", |toolkits| {
        toolkits.insert(
            "propertyNames".to_owned(),
            json!({"pattern": TOOLKIT_NAME.expression()}),
        );
        toolkits.insert("additionalProperties".to_owned(), json!({"oneOf": kinds}));
    });
    let mut root = DeploymentSettings::json_schema(generator).to_value();
    refine(&mut root, "plugins", |plugins| {
        plugins.insert(
            "additionalProperties".to_owned(),
            json!({"oneOf": [plugin, inventory]}),
        );
    });
    Schema::try_from(root).unwrap_or_default()
}

/// Changes the schema of one property.
fn refine(schema: &mut Value, property: &str, change: impl FnOnce(&mut Map<String, Value>)) {
    let found = schema
        .get_mut("properties")
        .and_then(|properties| properties.get_mut(property))
        .and_then(Value::as_object_mut);
    if let Some(found) = found {
        change(found);
    }
}

/// Puts the key `connector` in front of a connector's own keys.
fn with_connector(name: &str, keys: Schema, generator: &SchemaGenerator) -> Value {
    let mut object = resolved(keys, generator);
    let constant = json!({"const": name, "description": "The kind of toolkit."});
    let mut properties = Map::new();
    properties.insert("connector".to_owned(), constant);
    if let Some(Value::Object(own)) = object.remove("properties") {
        properties.extend(own);
    }
    let mut required = vec![json!("connector")];
    if let Some(Value::Array(own)) = object.remove("required") {
        required.extend(own);
    }
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), Value::Object(properties));
    object.insert("required".to_owned(), Value::Array(required));
    Value::Object(object)
}

/// Returns the keywords of a schema that may be a reference to a definition: a closed object takes
/// no further property from beside a reference.
fn resolved(schema: Schema, generator: &SchemaGenerator) -> Map<String, Value> {
    let definition = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| reference.rsplit('/').next())
        .and_then(|name| generator.definitions().get(name));
    let value = match definition {
        Some(definition) => definition.clone(),
        None => schema.to_value(),
    };
    match value {
        Value::Object(keywords) => keywords,
        _ => Map::new(),
    }
}
