//! The shapes in which connectors describe themselves.

use schemars::{Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use crate::config::{Decoder, FieldDefinition};
use crate::model::{Idempotency, SideEffect};
use crate::source::Node;

/// One tool: everything that governance, a model and a person need to know of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// `<toolkit>.<action>`.
    pub name: String,
    /// Version of the contract, `1.0.0` unless said otherwise.
    pub version: String,
    /// What the tool does, for models and people, in full sentences.
    pub description: String,
    /// The preset that its governance comes from, for people; `read`, `write`, ….
    pub preset: &'static str,
    /// What it changes.
    pub side_effect: SideEffect,
    /// What a repetition does.
    pub idempotency: Idempotency,
    /// Whether the idempotency key reaches the service or ends in the ledger.
    pub key_reaches: KeyReach,
    /// What an agent must be granted.
    pub permissions: Vec<String>,
    /// How a capability policy classifies the effect.
    pub policy_capabilities: Vec<String>,
    /// JSON Schema of the arguments, closed at every depth.
    pub input_schema: Value,
    /// JSON Schema of the result.
    pub output_schema: Value,
    /// Deadline of a whole call.
    pub timeout_seconds: f64,
    /// Attempts at most; more than one only for transient errors of reads.
    pub attempts: u32,
    /// Whether the tool itself asks before every call.
    pub approval: bool,
    /// Largest result.
    pub result_bytes: u64,
    /// Parts of the caller's identity that a cached result belongs to.
    pub cache_context: Vec<String>,
    /// Variables of the environment that it may read when its client opens.
    pub environment: Vec<String>,
    /// Hosts that it reaches, where they are known beforehand.
    pub egress: Vec<String>,
    /// Argument fields whose content is free, as `tool.field` without the tool.
    pub free_form: Vec<String>,
    /// Other governance for some values of an argument.
    pub variants: Vec<Variant>,
    /// The variable that must be set for the tool to exist, where a setting gates it.
    pub requires: Option<String>,
}

/// How the next page of a result is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pages {
    /// The argument that says where the page begins.
    pub argument: &'static str,
    /// The field of the result that gives the value for it; null or absent on the last page.
    pub next: &'static str,
}

/// The names that tools use.
const PAGES: [Pages; 2] = [
    Pages {
        argument: "page_token",
        next: "next_page_token",
    },
    Pages {
        argument: "offset",
        next: "next_offset",
    },
];

impl ToolSpec {
    /// Returns the most that any kind of call changes.
    pub fn strongest_effect(&self) -> SideEffect {
        let variants = self.variants.iter();
        let effects = variants.map(|variant| variant.side_effect);
        effects.fold(self.side_effect, SideEffect::max)
    }

    /// Tells how the next page is asked for; `None` where the result comes at once.
    pub fn pages(&self) -> Option<Pages> {
        let has = |schema: &Value, name| schema.pointer(&format!("/properties/{name}")).is_some();
        let mut known = PAGES.into_iter();
        known.find(|pages| {
            has(&self.input_schema, pages.argument) && has(&self.output_schema, pages.next)
        })
    }
}

/// How far an idempotency key travels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyReach {
    /// The service itself refuses a second effect under the same key.
    Service,
    /// Only the ledger knows the key.
    Ledger,
}

/// Governance of a tool where an argument has one of some values.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The argument that decides.
    pub argument: String,
    /// Its values for which this holds.
    pub values: Vec<String>,
    /// What the call changes.
    pub side_effect: SideEffect,
    /// What a repetition does.
    pub idempotency: Idempotency,
    /// What an agent must be granted.
    pub permissions: Vec<String>,
    /// How a capability policy classifies the effect.
    pub policy_capabilities: Vec<String>,
    /// The variable that must be set for the variant to exist.
    pub requires: Option<String>,
}

/// How far a connector is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Maturity {
    /// Names, permissions and settings are fixed; calls are refused until it is built.
    Contract,
    /// Works; details may still change.
    Alpha,
    /// Works and keeps its contract.
    Stable,
}

/// The tools of one toolkit as it is configured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Toolkit {
    /// The tools, in the order of their documentation.
    pub tools: Vec<ToolSpec>,
    /// Hosts that the toolkit as configured may reach.
    pub egress: Vec<String>,
}

/// A connector: how a toolkit of its kind is configured and what it offers.
pub struct ConnectorSpec {
    /// The word after `connector:`, and the name of the built-in toolkit.
    pub name: &'static str,
    /// One sentence for catalogs.
    pub summary: &'static str,
    /// How far it is.
    pub maturity: Maturity,
    /// Hosts that it reaches whatever its settings.
    pub egress: &'static [&'static str],
    /// Programs that must be installed.
    pub programs: &'static [&'static str],
    /// Tools that `algen add` enables.
    pub default_tools: &'static [&'static str],
    /// The settings, from the same definition that decodes them.
    pub settings: fn() -> Vec<FieldDefinition>,
    /// The schema of an entry under `toolkits`, without the `connector` key.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Returns the tools of a toolkit with this name. The node is its entry in `algen.yaml` with
    /// `connector` taken out, `None` for the built-in plugin, whose settings are variables.
    pub contract: fn(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit,
}

impl ConnectorSpec {
    /// Returns the variables that the built-in toolkit's settings default to, sorted.
    pub fn environment(&self) -> Vec<String> {
        let fields = (self.settings)().into_iter();
        let mut variables: Vec<String> = fields
            .filter(|field| field.from_variable)
            .map(|field| variable(self.name, field.key))
            .collect();
        variables.sort_unstable();
        variables
    }
}

/// A built-in plugin.
pub struct PluginSpec {
    /// What `domain_plugins` names, as `algen_agent_tools.sample`.
    pub reference: &'static str,
    /// The class reference that means the same, as `algen_agent_tools.sample.plugin:SamplePlugin`.
    pub class_reference: Option<&'static str>,
    /// Version of the plugin.
    pub version: &'static str,
    /// Who publishes it.
    pub publisher: &'static str,
    /// Its connector; the toolkit has the same name.
    pub connector: &'static ConnectorSpec,
}

impl PluginSpec {
    /// Tells whether `domain_plugins` calls the plugin so: by its module or by its class.
    pub fn is_called(&self, reference: &str) -> bool {
        self.reference == reference || self.class_reference == Some(reference)
    }

    /// Returns the variable that a setting of the built-in toolkit defaults to, as
    /// `ALGEN_TOOLS_SMTP_HOST` for `host`.
    pub fn variable(&self, setting: &str) -> String {
        variable(self.connector.name, setting)
    }
}

/// Settings whose variable has the name that other programs use too: connector, setting, variable.
const ESTABLISHED: &[(&str, &str, &str)] =
    &[("web", "brave_search_api_key", "BRAVE_SEARCH_API_KEY")];

/// Returns the variable that a setting of a connector's built-in toolkit defaults to.
pub fn variable(connector: &str, setting: &str) -> String {
    let established = ESTABLISHED
        .iter()
        .find(|(owner, name, _)| (*owner, *name) == (connector, setting));
    if let Some((_, _, variable)) = established {
        return (*variable).to_owned();
    }
    format!(
        "ALGEN_TOOLS_{}_{}",
        connector.to_ascii_uppercase(),
        setting.to_ascii_uppercase()
    )
}
