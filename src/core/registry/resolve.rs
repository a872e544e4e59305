//! Lays an agent file, a deployment and the built-in plugins together: which names exist here.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::components::Components;
use super::core_tools::core_tools;
use super::http_tools;
use super::mcp_servers;
use super::plugins::{self, FoundPlugin, UndeclaredPlugin};
use super::python::PythonRoot;
use super::spec::{Maturity, PluginSpec, ToolSpec};
use crate::config::Decoder;
use crate::config::agent::AgentFile;
use crate::config::deployment::Deployment;
use crate::config::overlay::Overlay;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::{Files, Sources, Span, Spanned};

/// What the registry is made from.
pub struct Declarations<'a> {
    /// The texts of the run; overlays and inventories are added to them.
    pub sources: &'a Sources,
    /// The merged agent file.
    pub agents: &'a AgentFile,
    /// The deployment, where there is one.
    pub deployment: Option<&'a Deployment<'a>>,
    /// Whether there is a deployment that cannot be read: it may have any plugin.
    pub deployment_is_lost: bool,
    /// The files of the project, for overlays and inventories.
    pub files: &'a dyn Files,
    /// The folder of the deployment in them; empty for their root. Its paths start there.
    pub deployment_folder: &'a str,
    /// Where the modules of Python plugins are looked for.
    pub python_roots: &'a [PythonRoot<'a>],
    /// The plugins of this program.
    pub built_in: &'a [&'a PluginSpec],
    /// Turns an overlay into the tools of the toolkit with this name.
    pub overlay_tools: fn(&str, &Overlay) -> Vec<ToolSpec>,
}

/// Where a tool comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToolSource {
    /// The Python runtime's own loop.
    Runtime,
    /// `http_tools` of the agent file.
    Manifest,
    /// A plugin, by the reference that declares it.
    Plugin(String),
}

impl ToolSource {
    /// Returns the word of inventories.
    pub fn word(&self) -> &str {
        match self {
            Self::Runtime => "runtime",
            Self::Manifest => "manifest",
            Self::Plugin(reference) => reference,
        }
    }
}

/// A tool that exists in the project.
#[derive(Clone, PartialEq, Debug)]
pub struct RegisteredTool {
    /// Its contract.
    pub spec: ToolSpec,
    /// Where it comes from.
    pub source: ToolSource,
    /// Whether this program can run it.
    pub callable: bool,
}

/// Where a plugin comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PluginOrigin {
    /// This program.
    BuiltIn,
    /// `plugins` of the deployment, with toolkits.
    Deployment,
    /// `plugins` of the deployment, with the inventory of a Python plugin.
    Inventory,
    /// A Python module whose file defines the name; its tools are unknown.
    NotInspected,
}

impl PluginOrigin {
    /// Returns the word of inventories.
    pub fn word(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in",
            Self::Deployment => "deployment",
            Self::Inventory => "inventory",
            Self::NotInspected => "not-inspected",
        }
    }
}

/// A plugin that some agent declares.
#[derive(Clone, PartialEq, Debug)]
pub struct Plugin {
    /// As `domain_plugins` names it first.
    pub reference: Spanned<String>,
    /// Its own name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who publishes it.
    pub publisher: String,
    /// Variables that it may read, sorted.
    pub environment: Vec<String>,
    /// Where it comes from.
    pub origin: PluginOrigin,
    /// How far its connector is.
    pub maturity: Option<Maturity>,
}

/// What exists in a project.
pub struct Registry<'a> {
    /// Declared plugins, in the order of declaration, each once.
    pub plugins: Vec<Plugin>,
    /// The components of the runtime and of the file.
    pub components: Components,
    /// The overlays of declared plugins.
    pub overlays: Vec<Overlay>,
    tools: BTreeMap<String, RegisteredTool>,
    unverified_prefixes: Vec<String>,
    has_uninspected_plugin: bool,
    has_missing_tools: bool,
    declarations: &'a Declarations<'a>,
    undeclared: OnceCell<BTreeMap<String, String>>,
    unused: OnceCell<Vec<UndeclaredPlugin>>,
}

impl Registry<'_> {
    /// Returns the tool with this name.
    pub fn tool(&self, name: &str) -> Option<&RegisteredTool> {
        self.tools.get(name)
    }

    /// Visits every tool, sorted by name.
    pub fn tools(&self) -> impl Iterator<Item = &RegisteredTool> {
        self.tools.values()
    }

    /// Returns the plugin that has this tool and is declared by no agent.
    pub fn undeclared(&self, tool: &str) -> Option<&str> {
        self.undeclared_tools().get(tool).map(String::as_str)
    }

    /// Returns the tools of plugins that no agent declares, with the plugin's reference.
    pub fn undeclared_tools(&self) -> &BTreeMap<String, String> {
        self.undeclared.get_or_init(|| {
            let declared = self.declared();
            let built_in = plugins::unused_built_in(self.declarations, &declared);
            let built_in = built_in.flat_map(|(reference, tools)| {
                let tools = tools.into_iter();
                tools.map(move |tool| (tool.name, reference.clone()))
            });
            let unused = self.unused().iter().flat_map(|(reference, tools)| {
                let tools = tools.iter();
                tools.map(move |tool| (tool.name.clone(), reference.clone()))
            });
            unused
                .chain(built_in)
                .filter(|(tool, _)| !self.tools.contains_key(tool))
                .collect()
        })
    }

    /// Returns the contracts of the tools of plugins that no agent declares, by name. They are
    /// built anew in every call.
    pub fn undeclared_contracts(&self) -> BTreeMap<String, ToolSpec> {
        let names = self.undeclared_tools();
        let declared = self.declared();
        let built_in = plugins::unused_built_in(self.declarations, &declared);
        let mut contracts = BTreeMap::new();
        for (reference, tools) in self.unused().iter().cloned().chain(built_in) {
            for tool in tools {
                if names.get(&tool.name) == Some(&reference) {
                    contracts.insert(tool.name.clone(), tool);
                }
            }
        }
        contracts
    }

    /// Decodes the plugins of the deployment that no agent declares, and reports what is wrong with
    /// them. To be asked first: what was decoded to answer something else was not heard.
    pub fn report_unused(&self, decoder: &mut Decoder<'_>) {
        let found = plugins::unused(self.declarations, &self.declared(), decoder);
        // One that was decoded before is the same.
        let _ = self.unused.set(found);
    }

    /// Returns the tools of a plugin of the deployment that no agent declares; `None` for every
    /// other.
    pub fn unused_plugin(&self, reference: &str) -> Option<&[ToolSpec]> {
        let mut unused = self.unused().iter();
        let (_, tools) = unused.find(|(other, _)| other == reference)?;
        Some(tools)
    }

    fn unused(&self) -> &[UndeclaredPlugin] {
        self.unused.get_or_init(|| {
            let mut unheard = Decoder::new(self.declarations.sources);
            plugins::unused(self.declarations, &self.declared(), &mut unheard)
        })
    }

    /// Returns the references of declared plugins, those that were not found too.
    fn declared(&self) -> HashSet<&str> {
        let references = declared_references(self.declarations.agents).into_iter();
        references
            .map(|reference| reference.value.as_str())
            .collect()
    }

    /// Tells whether a name is let through unseen: it starts with the prefix of an MCP server, a
    /// plugin that is not found or cannot be read may have it, or a Python plugin that was not inspected may define
    /// it. Such a plugin does not add tools to a toolkit that is known.
    pub fn accepts_unverified(&self, tool: &str) -> bool {
        let lower = tool.to_ascii_lowercase();
        let of_server = |prefix: &String| lower.starts_with(prefix.as_str());
        self.unverified_prefixes.iter().any(of_server)
            || self.has_missing_tools
            || self.has_uninspected_plugin && !self.knows_toolkit_of(tool)
    }

    fn knows_toolkit_of(&self, tool: &str) -> bool {
        let Some((toolkit, _)) = tool.split_once('.') else {
            return false;
        };
        let first = format!("{toolkit}.");
        let starts = |name: &String| name.starts_with(&first);
        let mut from = self.tools.range(first.clone()..);
        let mut undeclared = self.undeclared_tools().range(first.clone()..);
        from.next().is_some_and(|(name, _)| starts(name))
            || undeclared.next().is_some_and(|(name, _)| starts(name))
            || toolkit == "mcp"
    }

    /// Tells whether the tools of some plugin are unknown.
    pub fn has_uninspected_plugin(&self) -> bool {
        self.has_uninspected_plugin || self.has_missing_tools
    }
}

/// Resolves every declaration; problems are added to `decoder`.
pub fn resolve<'a>(declarations: &'a Declarations<'a>, decoder: &mut Decoder<'_>) -> Registry<'a> {
    let agents = declarations.agents;
    let mut registry = Registry {
        plugins: Vec::new(),
        components: Components::of(agents),
        overlays: Vec::new(),
        tools: BTreeMap::new(),
        unverified_prefixes: agents
            .mcp_servers
            .iter()
            .map(mcp_servers::tool_prefix)
            .collect(),
        has_uninspected_plugin: false,
        has_missing_tools: false,
        declarations,
        undeclared: OnceCell::new(),
        unused: OnceCell::new(),
    };
    for spec in core_tools() {
        let source = ToolSource::Runtime;
        registry.tools.insert(
            spec.name.clone(),
            RegisteredTool {
                spec,
                source,
                callable: false,
            },
        );
    }
    let mut places: HashMap<String, Option<Span>> = HashMap::new();
    for reference in declared_references(agents) {
        match plugins::find(declarations, reference, decoder) {
            Some(found) => registry.add_plugin(reference, found, &mut places, decoder),
            // The plugin is reported; missing tools would only repeat that.
            None => registry.has_missing_tools = true,
        }
    }
    for http_tool in &agents.http_tools {
        let tool = RegisteredTool {
            spec: http_tools::tool(http_tool),
            source: ToolSource::Manifest,
            callable: false,
        };
        registry.add_tool(tool, http_tool.name.span, &mut places, decoder);
    }
    registry
}

/// Returns every reference of `domain_plugins`, in the order of declaration, each once.
fn declared_references(agents: &AgentFile) -> Vec<&Spanned<String>> {
    let mut seen = HashSet::new();
    let references = agents.agents.iter().flat_map(|agent| &agent.domain_plugins);
    references
        .filter(|reference| seen.insert(reference.value.as_str()))
        .collect()
}

impl Registry<'_> {
    fn add_plugin(
        &mut self,
        reference: &Spanned<String>,
        found: FoundPlugin,
        places: &mut HashMap<String, Option<Span>>,
        decoder: &mut Decoder<'_>,
    ) {
        if found.plugin.origin == PluginOrigin::NotInspected {
            self.has_uninspected_plugin = true;
        }
        self.has_missing_tools |= found.incomplete;
        self.plugins.push(found.plugin);
        self.overlays.extend(found.overlays);
        for tool in found.tools {
            let tool = RegisteredTool {
                spec: tool.spec,
                source: ToolSource::Plugin(reference.value.clone()),
                callable: tool.callable,
            };
            self.add_tool(tool, reference.span, places, decoder);
        }
    }

    /// Adds a tool; where its name is taken the first one stays and the second is reported, once
    /// for each declaration.
    fn add_tool(
        &mut self,
        tool: RegisteredTool,
        place: Option<Span>,
        places: &mut HashMap<String, Option<Span>>,
        decoder: &mut Decoder<'_>,
    ) {
        let name = tool.spec.name.clone();
        let Some(existing) = self.tools.get(&name) else {
            places.insert(name.clone(), place);
            self.tools.insert(name, tool);
            return;
        };
        let reported = decoder
            .diagnostics
            .iter()
            .any(|found| found.rule == "component-conflict" && found.primary() == place);
        if reported {
            return;
        }
        let owner = match &existing.source {
            ToolSource::Runtime => "the runtime".to_owned(),
            ToolSource::Manifest => "another entry of `http_tools`".to_owned(),
            ToolSource::Plugin(reference) => format!("`{reference}`"),
        };
        let message = format!("the tool `{name}` is registered twice: {owner} has it already");
        decoder.diagnostics.push(
            Diagnostic::new(
                "component-conflict",
                Code::ComponentConflict,
                Severity::Error,
                message,
            )
            .at(place, "registered again here")
            .at(
                places.get(&name).copied().flatten(),
                "first registered here",
            )
            .name(name)
            .help("Keep one of the two, or give one another name."),
        );
    }
}
