//! Finds the plugins that agents declare and asks each for its tools.
//!
//! A reference names, in this order: an entry of the deployment, a built-in plugin, a class of a
//! Python module below the project. Every plugin must be covered by a trusted prefix.

use std::collections::{BTreeSet, HashSet};

use super::inventory_file;
use super::python::{self, Lookup};
use super::resolve::{Declarations, Plugin, PluginOrigin};
use super::spec::{Maturity, PluginSpec, ToolSpec};
use super::trusted::check_trust;
use crate::config::Decoder;
use crate::config::deployment::{DeclaredPlugin, DeclaredToolkit, PluginSource, ToolkitSource};
use crate::config::load::{self, ConfigText};
use crate::config::overlay::Overlay;
use crate::diagnostics::closest::closest;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::{Origin, Source, Sources, Span, Spanned};

/// A plugin and its tools.
pub(super) struct FoundPlugin {
    /// The plugin.
    pub(super) plugin: Plugin,
    /// Its tools; none where they are unknown.
    pub(super) tools: Vec<FoundTool>,
    /// Whether something that describes its tools was in error: there may be more of them.
    pub(super) incomplete: bool,
    /// The overlays that some of the tools come from.
    pub(super) overlays: Vec<Overlay>,
}

/// A tool, and whether this program can run it.
pub(super) struct FoundTool {
    /// Its contract.
    pub(super) spec: ToolSpec,
    /// Whether its connector is more than a contract.
    pub(super) callable: bool,
}

impl FoundTool {
    /// Returns the tools of a connector.
    fn of_connector(tools: Vec<ToolSpec>, maturity: Maturity) -> Vec<Self> {
        let callable = maturity != Maturity::Contract;
        let tools = tools.into_iter();
        tools.map(|spec| Self { spec, callable }).collect()
    }

    /// Returns tools that this program cannot run.
    fn described(tools: Vec<ToolSpec>) -> Vec<Self> {
        let tools = tools.into_iter();
        tools
            .map(|spec| Self {
                spec,
                callable: false,
            })
            .collect()
    }
}

/// A plugin that no agent declares, by its reference, with its tools.
pub(super) type UndeclaredPlugin = (String, Vec<ToolSpec>);

/// Returns the plugins of the deployment that are not among those declared; problems in them are
/// reported like those of any other.
pub(super) fn unused(
    declarations: &Declarations<'_>,
    declared: &HashSet<&str>,
    decoder: &mut Decoder<'_>,
) -> Vec<UndeclaredPlugin> {
    let deployment = declarations.deployment.into_iter();
    let plugins = deployment.flat_map(|deployment| &deployment.plugins);
    plugins
        .filter(|plugin| !declared.contains(plugin.reference.value.as_str()))
        .map(|plugin| {
            let mut overlays = Vec::new();
            let found = declared_tools(declarations, plugin, &mut overlays, decoder);
            let found = found.into_iter().map(|tool| tool.spec).collect();
            (plugin.reference.value.clone(), found)
        })
        .collect()
}

/// Returns the built-in plugins that are not among those declared.
pub(super) fn unused_built_in<'d>(
    declarations: &'d Declarations<'_>,
    declared: &'d HashSet<&str>,
) -> impl Iterator<Item = UndeclaredPlugin> + 'd {
    let plugins = declarations.built_in.iter();
    plugins
        .filter(|plugin| !declared.contains(plugin.reference))
        .map(|plugin| {
            let sources = Sources::default();
            let mut unheard = Decoder::new(&sources);
            let toolkit = (plugin.connector.contract)(plugin.connector.name, None, &mut unheard);
            (plugin.reference.to_owned(), toolkit.tools)
        })
}

/// Finds one plugin; `None` where there is none, or its tools cannot be known, and that is
/// reported.
pub(super) fn find(
    declarations: &Declarations<'_>,
    reference: &Spanned<String>,
    decoder: &mut Decoder<'_>,
) -> Option<FoundPlugin> {
    check_trust(declarations, reference, decoder);
    let name = reference.value.as_str();
    if let Some(deployment) = declarations.deployment
        && let Some(declared) = deployment.plugin(name)
    {
        return Some(deployed(declarations, reference, declared, decoder));
    }
    let built_in = declarations
        .built_in
        .iter()
        .find(|plugin| plugin.is_called(name));
    if let Some(plugin) = built_in {
        return Some(built_in_plugin(reference, plugin, decoder));
    }
    match name.split_once(':') {
        Some((module, class)) => python_plugin(declarations, reference, module, class, decoder),
        None => {
            let known = known_references(declarations);
            let suggestion = closest(name, known.iter().copied());
            report_unknown(
                declarations,
                reference,
                format!("no plugin is called `{name}`"),
                suggestion,
                "Name a built-in plugin, an entry of `plugins` in algen.yaml, or a class as \
                 module:Class.",
                decoder,
            );
            None
        }
    }
}

fn known_references<'d>(declarations: &'d Declarations<'_>) -> Vec<&'d str> {
    let deployment = declarations.deployment.into_iter();
    let declared = deployment.flat_map(|deployment| &deployment.plugins);
    let built_in = declarations.built_in.iter();
    declared
        .map(|plugin| plugin.reference.value.as_str())
        .chain(built_in.map(|plugin| plugin.reference))
        .collect()
}

fn report_unknown(
    declarations: &Declarations<'_>,
    reference: &Spanned<String>,
    message: String,
    suggestion: Option<&str>,
    help: &str,
    decoder: &mut Decoder<'_>,
) {
    if declarations.deployment_is_lost {
        return;
    }
    let message = match suggestion {
        Some(near) => format!("{message}; did you mean `{near}`?"),
        None => message,
    };
    decoder.diagnostics.push(
        Diagnostic::new("unknown-plugin", Code::Plugin, Severity::Error, message)
            .at(reference.span, "declared here")
            .field("domain_plugins")
            .name(reference.value.clone())
            .suggestion(suggestion)
            .help(help),
    );
}

fn built_in_plugin(
    reference: &Spanned<String>,
    spec: &PluginSpec,
    decoder: &mut Decoder<'_>,
) -> FoundPlugin {
    let toolkit = (spec.connector.contract)(spec.connector.name, None, decoder);
    FoundPlugin {
        incomplete: false,
        plugin: Plugin {
            reference: reference.clone(),
            name: spec.reference.to_owned(),
            version: spec.version.to_owned(),
            publisher: spec.publisher.to_owned(),
            environment: environment(toolkit.tools.iter()),
            origin: PluginOrigin::BuiltIn,
            maturity: Some(spec.connector.maturity),
        },
        tools: FoundTool::of_connector(toolkit.tools, spec.connector.maturity),
        overlays: Vec::new(),
    }
}

/// Returns the variables of all tools, sorted.
fn environment<'t>(tools: impl Iterator<Item = &'t ToolSpec>) -> Vec<String> {
    let variables: BTreeSet<&String> = tools.flat_map(|tool| &tool.environment).collect();
    variables.into_iter().cloned().collect()
}

fn deployed(
    declarations: &Declarations<'_>,
    reference: &Spanned<String>,
    declared: &DeclaredPlugin<'_>,
    decoder: &mut Decoder<'_>,
) -> FoundPlugin {
    let mut overlays = Vec::new();
    let before = decoder.diagnostics.len();
    let tools = declared_tools(declarations, declared, &mut overlays, decoder);
    let mut found = decoder.diagnostics.iter().skip(before);
    let incomplete = found.any(|finding| finding.severity == Severity::Error);
    let (version, publisher, origin) = match &declared.source {
        PluginSource::Inventory { .. } => (String::new(), String::new(), PluginOrigin::Inventory),
        PluginSource::Toolkits {
            version, publisher, ..
        } => (
            version.value.clone(),
            publisher.value.clone(),
            PluginOrigin::Deployment,
        ),
    };
    FoundPlugin {
        incomplete,
        plugin: Plugin {
            reference: reference.clone(),
            name: declared.reference.value.clone(),
            version,
            publisher,
            environment: environment(tools.iter().map(|tool| &tool.spec)),
            origin,
            maturity: None,
        },
        tools,
        overlays,
    }
}

/// Returns the tools of a plugin of the deployment, and adds the overlays that they come from.
fn declared_tools(
    declarations: &Declarations<'_>,
    declared: &DeclaredPlugin<'_>,
    overlays: &mut Vec<Overlay>,
    decoder: &mut Decoder<'_>,
) -> Vec<FoundTool> {
    match &declared.source {
        PluginSource::Inventory { path } => {
            let text = read(declarations, &path.value.path, path.span, decoder);
            let name = declared.reference.value.as_str();
            let tools = text.map(|text| inventory_file::tools(text, name, path.span, decoder));
            FoundTool::described(tools.unwrap_or_default())
        }
        PluginSource::Toolkits { toolkits, .. } => toolkits
            .iter()
            .flat_map(|toolkit| toolkit_tools(declarations, declared, toolkit, overlays, decoder))
            .collect(),
    }
}

fn toolkit_tools(
    declarations: &Declarations<'_>,
    declared: &DeclaredPlugin<'_>,
    toolkit: &DeclaredToolkit<'_>,
    overlays: &mut Vec<Overlay>,
    decoder: &mut Decoder<'_>,
) -> Vec<FoundTool> {
    match &toolkit.source {
        ToolkitSource::Overlay { path } => {
            let Some(source) = read(declarations, &path.value.path, path.span, decoder) else {
                return Vec::new();
            };
            let (root, whole) = load::tree(source, decoder);
            if !whole {
                return Vec::new();
            }
            let Some(overlay) = Overlay::decode_document(root.as_ref(), decoder) else {
                if root.is_none() {
                    report_empty_overlay(source, decoder);
                }
                return Vec::new();
            };
            if overlay.name.value != toolkit.name.value && !overlay.name.value.is_empty() {
                let message = format!(
                    "the overlay is called `{}`, the toolkit `{}`: they must be equal",
                    overlay.name, toolkit.name
                );
                decoder.diagnostics.push(
                    Diagnostic::new(
                        "overlay-name",
                        Code::Configuration,
                        Severity::Error,
                        message,
                    )
                    .at(toolkit.name.span, "the toolkit")
                    .at(overlay.name.span, "the overlay")
                    .help("Give the toolkit the overlay's name."),
                );
            }
            let tools = (declarations.overlay_tools)(&toolkit.name.value, &overlay);
            overlays.push(overlay);
            FoundTool::described(tools)
        }
        ToolkitSource::Connector { connector, entry } => {
            let specs = declarations.built_in.iter().map(|plugin| plugin.connector);
            let spec = specs.clone().find(|spec| spec.name == connector.value);
            match spec {
                Some(spec) => {
                    let path = format!("{}.toolkits.{}", declared.reference, toolkit.name);
                    let tools = decoder.at_field("plugins", |decoder| {
                        decoder.at_key(&path, |decoder| {
                            (spec.contract)(&toolkit.name.value, Some(entry), decoder).tools
                        })
                    });
                    FoundTool::of_connector(tools, spec.maturity)
                }
                None => {
                    let names: Vec<&str> = specs.map(|spec| spec.name).collect();
                    report_unknown_connector(connector, &names, decoder);
                    Vec::new()
                }
            }
        }
    }
}

fn report_empty_overlay(source: &Source, decoder: &mut Decoder<'_>) {
    decoder.diagnostics.push(
        Diagnostic::new(
            "empty-file",
            Code::Configuration,
            Severity::Error,
            "the overlay says nothing",
        )
        .at(source.whole().at_start(), "nothing here")
        .help("Draft it with `algen mcp snapshot`, then say what each tool changes."),
    );
}

fn report_unknown_connector(
    connector: &Spanned<String>,
    names: &[&str],
    decoder: &mut Decoder<'_>,
) {
    let suggestion = closest(connector, names.iter().copied());
    let message = match suggestion {
        Some(near) => format!("no connector is called `{connector}`; did you mean `{near}`?"),
        None => format!("no connector is called `{connector}`"),
    };
    decoder.diagnostics.push(
        Diagnostic::new(
            "unknown-connector",
            Code::Configuration,
            Severity::Error,
            message,
        )
        .at(connector.span, "")
        .field("connector")
        .name(connector.value.clone())
        .suggestion(suggestion)
        .help(format!("Connectors: {}.", names.join(", "))),
    );
}

/// Reads a file that the deployment names; a problem is reported where it is named.
fn read<'d>(
    declarations: &'d Declarations<'_>,
    path: &str,
    named_at: Option<Span>,
    decoder: &mut Decoder<'_>,
) -> Option<&'d Source> {
    let path = match declarations.deployment_folder {
        "" => path.to_owned(),
        folder => format!("{folder}/{path}"),
    };
    let name = declarations.files.display(&path);
    let content = declarations.files.read(&path);
    let before = decoder.diagnostics.len();
    let text = ConfigText {
        name,
        origin: Origin::Project,
        content,
    };
    let source = load::read(declarations.sources, text, decoder);
    if source.is_none() {
        // The file is named by another one: say where.
        for diagnostic in decoder.diagnostics.iter_mut().skip(before) {
            if let Some(span) = named_at
                && diagnostic.labels.is_empty()
            {
                let file = diagnostic.file.take().unwrap_or_default();
                *diagnostic = diagnostic.clone().at(span, format!("names {file}"));
            }
        }
    }
    source
}

fn python_plugin(
    declarations: &Declarations<'_>,
    reference: &Spanned<String>,
    module: &str,
    class: &str,
    decoder: &mut Decoder<'_>,
) -> Option<FoundPlugin> {
    match python::find(declarations.python_roots, module, class) {
        Lookup::Found => {
            decoder.diagnostics.push(
                Diagnostic::new(
                    "plugin-not-inspected",
                    Code::Governance,
                    Severity::Warning,
                    format!("the tools of `{}` are accepted unseen", reference.value),
                )
                .at(reference.span, "Python code is not run here")
                .field("domain_plugins")
                .name(reference.value.clone())
                .help(
                    "For full checks write the Python runtime's `describe --json` to a file and \
                     name it in algen.yaml as the plugin's `inventory`.",
                ),
            );
            Some(FoundPlugin {
                incomplete: false,
                plugin: Plugin {
                    reference: reference.clone(),
                    name: reference.value.clone(),
                    version: String::new(),
                    publisher: String::new(),
                    environment: Vec::new(),
                    origin: PluginOrigin::NotInspected,
                    maturity: None,
                },
                tools: Vec::new(),
                overlays: Vec::new(),
            })
        }
        Lookup::ModuleMissing => {
            let classes = class_references(declarations, module);
            let suggestion = closest(&reference.value, classes.iter().copied());
            report_unknown(
                declarations,
                reference,
                format!("no module `{module}` lies below the project"),
                suggestion,
                "Point --project-root at the folder that the module is imported from.",
                decoder,
            );
            None
        }
        Lookup::NameMissing(file) => {
            let message = format!("{file} defines no `{class}`");
            report_unknown(
                declarations,
                reference,
                message,
                None,
                "Name a class that the module defines.",
                decoder,
            );
            None
        }
        Lookup::Unreadable(file, error) => {
            let message = format!("cannot read {file}: {error}");
            report_unknown(
                declarations,
                reference,
                message,
                None,
                "The module must be a regular file.",
                decoder,
            );
            None
        }
    }
}

/// Returns the classes of built-in plugins in the package that a module is in: another package's
/// are no slip of the keyboard away.
fn class_references<'d>(declarations: &'d Declarations<'_>, module: &str) -> Vec<&'d str> {
    let package = |reference: &str| reference.split(['.', ':']).next().map(str::to_owned);
    let plugins = declarations.built_in.iter();
    plugins
        .filter_map(|plugin| plugin.class_reference)
        .filter(|class| package(class) == package(module))
        .collect()
}
