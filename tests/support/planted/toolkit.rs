//! The settings of a toolkit, each with a secret of its own.

use std::collections::BTreeMap;

use algen_core::config::FieldDefinition;
use algen_core::registry::PluginSpec;
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::condition::{Condition, Source};
use super::plant::{Plant, Planting};
use super::secret::PlantedSecret;

/// How deep settings are looked into.
const DEPTH_MAX: usize = 8;

/// Wraps a word into a value of the right form.
type Shape = Box<dyn Fn(&str) -> String + Send + Sync>;

/// A toolkit whose settings are planted: every one that takes a reference refers to a secret.
///
/// Settings are found by the connector's own definition of them. A setting that takes a text takes
/// a secret of any characters; one that needs a form says it by [`shaped`](Self::shaped). What
/// takes no reference and has no default is given by [`literal`](Self::literal). Of settings that
/// exclude each other all but one are left out by [`without`](Self::without), and the others are a
/// second toolkit.
pub(crate) struct Planted {
    plugin: &'static PluginSpec,
    shapes: BTreeMap<&'static str, Shape>,
    literals: BTreeMap<&'static str, Value>,
    without: Vec<&'static str>,
}

impl Planted {
    /// Plants the settings of a connector.
    pub(crate) fn for_toolkit(plugin: &'static PluginSpec) -> Self {
        Self {
            plugin,
            shapes: BTreeMap::new(),
            literals: BTreeMap::new(),
            without: Vec::new(),
        }
    }

    /// Wraps the secret of a setting, small letters and digits, into a value of the right form: a
    /// host, an address with a password, a path.
    pub(crate) fn shaped(
        mut self,
        setting: &'static str,
        shape: impl Fn(&str) -> String + Send + Sync + 'static,
    ) -> Self {
        self.shapes.insert(setting, Box::new(shape));
        self
    }

    /// Writes a setting as it is.
    pub(crate) fn literal(mut self, setting: &'static str, value: Value) -> Self {
        self.literals.insert(setting, value);
        self
    }

    /// Leaves a setting out.
    pub(crate) fn without(mut self, setting: &'static str) -> Self {
        self.without.push(setting);
        self
    }

    /// Returns the plugin.
    pub(crate) fn plugin(&self) -> &'static PluginSpec {
        self.plugin
    }

    /// Returns the conditions that stand for a setting that is not set.
    pub(crate) fn unset(&self, source: Source) -> Vec<Condition> {
        let settings = self.plant(source, &Condition::Sound).settings;
        settings.into_iter().map(Condition::Unset).collect()
    }

    /// Returns the conditions that stand for a malformed value.
    pub(crate) fn malformed(&self, source: Source) -> Vec<Condition> {
        let settings = self.plant(source, &Condition::Sound).settings;
        let shaped = settings
            .iter()
            .filter(|setting| self.shapes.contains_key(setting.as_str()));
        let misshapen = shaped.cloned().map(Condition::Misshapen);
        let not_text = settings.iter().cloned().map(Condition::NotText);
        misshapen.chain(not_text).collect()
    }

    /// Returns what else can be wrong with a source itself.
    pub(crate) fn broken(&self, source: Source) -> Vec<Condition> {
        let settings = self.plant(source, &Condition::Sound).settings;
        let too_large = settings.into_iter().map(Condition::TooLarge);
        match source {
            Source::BuiltIn | Source::Variable => Vec::new(),
            Source::File => too_large.collect(),
            Source::Command => too_large
                .chain([Condition::CommandFails, Condition::NotExecutable])
                .collect(),
        }
    }

    /// Plants every secret anew.
    pub(crate) fn plant(&self, source: Source, condition: &Condition) -> Plant {
        let mut plant = Plant::new(source, condition);
        let mut generator = SchemaGenerator::default();
        let connector = self.plugin.connector;
        for field in (connector.settings)() {
            let key = field.key;
            if self.without.contains(&key) {
                plant.leave_out(key, "the test leaves it out");
                continue;
            }
            if let Some(value) = self.literals.get(key) {
                plant.literal(self.plugin, &field, value);
                continue;
            }
            if source == Source::BuiltIn && !field.from_variable {
                plant.leave_out(key, "it has no variable");
                continue;
            }
            match self.value(&field, &mut generator, &mut plant) {
                Some(value) => plant.set(key, value),
                None => plant.leave_out(key, "it takes no reference to a text"),
            }
        }
        plant
    }

    fn value(
        &self,
        field: &FieldDefinition,
        generator: &mut SchemaGenerator,
        plant: &mut Plant,
    ) -> Option<Value> {
        let schema = (field.schema)(generator).to_value();
        let definitions = generator.definitions().clone();
        let walk = Walk {
            planted: self,
            definitions: &definitions,
            key: field.key,
        };
        walk.value(&schema, field.key, DEPTH_MAX, plant)
    }
}

/// A walk through the schema of one setting.
struct Walk<'w> {
    planted: &'w Planted,
    definitions: &'w Map<String, Value>,
    key: &'static str,
}

impl Walk<'_> {
    /// Returns a value in which everything that takes a reference has one; `None` where nothing
    /// does.
    fn value(&self, schema: &Value, path: &str, depth: usize, plant: &mut Plant) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or_default();
            return self.value(self.definitions.get(name)?, path, depth, plant);
        }
        if let Some(alternatives) = schema.get("anyOf").and_then(Value::as_array) {
            let reference = alternatives.iter().find(|schema| schemes(schema).is_some());
            return match reference {
                Some(reference) => {
                    let shaped = self.planted.shapes.contains_key(self.key);
                    let literals = alternatives.iter().filter(|it| schemes(it).is_none());
                    let fits = shaped || literals.clone().any(|schema| self.takes_text(schema));
                    // A reference alone, which may be absent, has null beside it.
                    let alone = literals.clone().all(|schema| schema["type"] == "null");
                    let place = (fits || alone).then_some(reference)?;
                    self.value(place, path, depth, plant)
                }
                None => alternatives
                    .iter()
                    .find_map(|schema| self.value(schema, path, depth, plant)),
            };
        }
        if let Some(schemes) = schemes(schema) {
            let planting = Planting {
                plugin: self.planted.plugin,
                key: self.key,
                path,
                schemes: &schemes,
                shape: self.planted.shapes.get(self.key).map(|shape| &**shape as _),
            };
            return Some(plant.reference(&planting));
        }
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            let mut object = Map::new();
            for (name, schema) in properties {
                let path = format!("{path}.{name}");
                if let Some(value) = self.value(schema, &path, depth, plant) {
                    object.insert(name.clone(), value);
                }
            }
            return (!object.is_empty()).then_some(Value::Object(object));
        }
        if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
            let path = format!("{path}.planted");
            let value = self.value(values, &path, depth, plant)?;
            return Some(json!({"planted": value}));
        }
        let items = schema.get("items")?;
        let path = format!("{path}.0");
        Some(json!([self.value(items, &path, depth, plant)?]))
    }

    /// Tells whether any text fits: it is no number, no switch and no word of a list.
    fn takes_text(&self, schema: &Value) -> bool {
        let is_text = |schema: &Value| {
            schema["type"] == "string"
                && schema.get("enum").is_none()
                && schema.get("pattern").is_none()
        };
        let resolved = |schema: &Value| {
            let name = schema.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|name| name.rsplit('/').next());
            let found = name.and_then(|name| self.definitions.get(name));
            found.unwrap_or(schema).clone()
        };
        let schema = resolved(schema);
        is_text(&schema)
            || schema["type"] == "array" && is_text(&resolved(&schema["items"]))
            || schema
                .get("anyOf")
                .and_then(Value::as_array)
                .is_some_and(|schemas| schemas.iter().any(|schema| self.takes_text(schema)))
    }
}

/// Returns the schemes of a schema that takes references alone, as `^(env|file)://` says them.
fn schemes(schema: &Value) -> Option<Vec<String>> {
    let pattern = schema.get("pattern")?.as_str()?;
    let schemes = pattern.strip_prefix('^')?.strip_suffix("://")?;
    let schemes = schemes.trim_start_matches('(').trim_end_matches(')');
    let schemes: Vec<String> = schemes.split('|').map(str::to_owned).collect();
    let known = ["env", "file", "exec", "secret"];
    let are_known = schemes.iter().all(|scheme| known.contains(&&**scheme));
    are_known.then_some(schemes)
}

/// Makes the secret of a setting.
pub(super) fn secret_for(path: &str, is_shaped: bool) -> PlantedSecret {
    match is_shaped {
        true => PlantedSecret::word(path),
        false => PlantedSecret::free(path),
    }
}
