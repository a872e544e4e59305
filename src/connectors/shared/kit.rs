//! What the tools of one toolkit have in common, and the settings that gate them.

use algen_core::config::{
    Decoder, FieldDefinition, Given, Map, Pattern, Reference, ReferenceScheme, Setting,
};
use algen_core::governance::Preset;
use algen_core::registry::{ConnectorSpec, PluginSpec, ToolSpec, Toolkit, Variant};
use algen_core::source::{Node, Value};

use super::schema::Schema;

/// Describes the built-in plugin of a connector.
pub(crate) const fn plugin(
    reference: &'static str,
    class_reference: Option<&'static str>,
    connector: &'static ConnectorSpec,
) -> PluginSpec {
    PluginSpec {
        reference,
        class_reference,
        version: env!("CARGO_PKG_VERSION"),
        publisher: "algen",
        connector,
    }
}

/// Decodes the entry of a toolkit; a built-in one and an entry that is no mapping have defaults.
pub(crate) fn settings<T: Setting + Default>(
    entry: Option<&Node<'_>>,
    decoder: &mut Decoder<'_>,
) -> T {
    entry
        .and_then(|entry| T::decode(entry, decoder))
        .unwrap_or_default()
}

/// The names that a declared tool may have behind its toolkit's.
pub(crate) static ACTION: Pattern = Pattern::new(
    "^[a-z][a-z0-9_]{0,62}$",
    "a small letter, then small letters, digits and `_`, at most 63 characters",
);

/// Reports keys that cannot be the action of a tool.
pub(crate) fn check_actions<T>(declared: &Map<T>, decoder: &mut Decoder<'_>) {
    for (name, _) in declared.iter().filter(|(name, _)| !ACTION.matches(name)) {
        let message = format!("a tool cannot be called `{name}`: {}", ACTION.explanation());
        if let Some(span) = name.span {
            decoder.report("invalid-value", span, message, "");
        }
    }
}

/// Tells whether a setting is written, soundly or not: what is damaged is not missing too.
pub(crate) fn written(node: &Node<'_>, key: &str) -> bool {
    node.get(key)
        .is_some_and(|value| !matches!(value.value, Value::Null))
}

/// Reports settings of which only one may be written, at every one after the first.
pub(crate) fn at_most_one(keys: &[&str], node: &Node<'_>, decoder: &mut Decoder<'_>) {
    let mut written = keys
        .iter()
        .filter(|key| written(node, key))
        .filter_map(|key| node.entry(key).map(|entry| (key, entry)));
    let Some((first, _)) = written.next() else {
        return;
    };
    for (key, entry) in written {
        let message = format!("`{first}` and `{key}` exclude each other");
        decoder.report(
            "conflicting-settings",
            entry.key.span,
            message,
            "one too many",
        );
    }
}

/// Marks settings that the built-in toolkit cannot do without, although an entry has a choice.
pub(crate) fn required(mut fields: Vec<FieldDefinition>, keys: &[&str]) -> Vec<FieldDefinition> {
    for field in &mut fields {
        field.required |= keys.contains(&field.key);
    }
    fields
}

/// Sets what a setting of the built-in toolkit defaults to, where an entry has no default.
pub(crate) fn defaulting(
    mut fields: Vec<FieldDefinition>,
    key: &str,
    default: serde_json::Value,
) -> Vec<FieldDefinition> {
    if let Some(field) = fields.iter_mut().find(|field| field.key == key) {
        field.default = Some(default);
    }
    fields
}

/// Whether a tool exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Gate {
    /// It does.
    Open,
    /// It does where this variable says so.
    Requires(String),
    /// It does not.
    Closed,
}

impl Gate {
    /// Returns the tool with its condition, or nothing.
    pub(crate) fn tool(&self, tool: ToolSpec) -> Option<ToolSpec> {
        match self {
            Self::Open => Some(tool),
            Self::Requires(name) => Some(ToolSpec {
                requires: Some(name.clone()),
                ..tool
            }),
            Self::Closed => None,
        }
    }

    /// Returns the variable that decides.
    pub(crate) fn requires(&self) -> Option<String> {
        match self {
            Self::Requires(name) => Some(name.clone()),
            Self::Open | Self::Closed => None,
        }
    }
}

/// What the tools of one toolkit have in common.
pub(crate) struct Kit<'a> {
    /// The name of the toolkit.
    pub(crate) name: &'a str,
    /// Whether it is the built-in one, whose settings are variables.
    pub(crate) built_in: bool,
    connector: &'static ConnectorSpec,
    environment: Vec<String>,
    egress: Vec<String>,
}

impl<'a> Kit<'a> {
    /// Describes a toolkit: its variables are those of its settings, or those that its entry names.
    pub(crate) fn new(
        connector: &'static ConnectorSpec,
        name: &'a str,
        entry: Option<&Node<'_>>,
    ) -> Self {
        let environment = match entry {
            Some(entry) => referenced(entry),
            None => connector.environment(),
        };
        let egress = connector.egress.iter().map(|host| (*host).to_owned());
        Self {
            name,
            built_in: entry.is_none(),
            connector,
            environment,
            egress: egress.collect(),
        }
    }

    /// Replaces the hosts that the toolkit reaches.
    pub(crate) fn reaching(self, hosts: impl IntoIterator<Item = String>) -> Self {
        Self {
            egress: hosts.into_iter().collect(),
            ..self
        }
    }

    /// Builds a tool with the variables and hosts of the toolkit.
    pub(crate) fn tool(
        &self,
        preset: Preset,
        action: &str,
        capabilities: &[&str],
        description: impl Into<String>,
        input: Schema,
        output: Schema,
    ) -> ToolSpec {
        ToolSpec {
            policy_capabilities: capabilities.iter().map(|name| (*name).to_owned()).collect(),
            environment: self.environment.clone(),
            egress: self.egress.clone(),
            ..preset.tool(self.name, action, description, input.into(), output.into())
        }
    }

    /// Builds the governance that holds for some values of an argument.
    pub(crate) fn variant(
        &self,
        preset: Preset,
        argument: &str,
        values: &[&str],
        capabilities: &[&str],
        requires: Option<String>,
    ) -> Variant {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Variant {
            argument: argument.to_owned(),
            values: owned(values),
            side_effect: preset.side_effect,
            idempotency: preset.idempotency,
            permissions: preset.permissions(self.name),
            policy_capabilities: owned(capabilities),
            requires,
        }
    }

    /// Gates by a switch: a literal decides, a variable leaves it open.
    pub(crate) fn switch(&self, setting: &str, value: &Given<bool>) -> Gate {
        match value {
            _ if self.built_in => Gate::Requires(self.variable(setting)),
            Given::Literal(true) => Gate::Open,
            Given::Literal(false) => Gate::Closed,
            Given::Reference(reference) => Gate::Requires(source(reference)),
        }
    }

    /// Gates by the presence of a setting.
    pub(crate) fn presence<T>(&self, setting: &str, value: Option<&T>) -> Gate {
        match value {
            _ if self.built_in => Gate::Requires(self.variable(setting)),
            Some(_) => Gate::Open,
            None => Gate::Closed,
        }
    }

    /// Returns the variable of a setting of the built-in toolkit.
    pub(crate) fn variable(&self, setting: &str) -> String {
        algen_core::registry::spec::variable(self.connector.name, setting)
    }

    /// Finishes the toolkit.
    pub(crate) fn toolkit(self, tools: impl IntoIterator<Item = ToolSpec>) -> Toolkit {
        Toolkit {
            tools: tools.into_iter().collect(),
            egress: self.egress,
        }
    }
}

/// Names what decides: the variable, or the whole reference where it is a file.
pub(crate) fn source(reference: &Reference) -> String {
    match reference.scheme {
        ReferenceScheme::Environment => reference.name.clone(),
        ReferenceScheme::File | ReferenceScheme::Command | ReferenceScheme::Secret => {
            reference.to_string()
        }
    }
}

/// Returns the variables that an entry refers to, sorted.
fn referenced(entry: &Node<'_>) -> Vec<String> {
    let references = Reference::all_in(entry).into_iter();
    let mut names: Vec<String> = references
        .filter(|reference| reference.scheme == ReferenceScheme::Environment)
        .map(|reference| reference.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
