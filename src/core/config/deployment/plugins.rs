//! Plugins that a deployment declares, down to the entries that connectors decode.

use super::sections::Deferred;
use crate::config::{Decoder, Pattern, ProjectPath, RESERVED_TOOLKITS, Setting, TOOLKIT_NAME};
use crate::diagnostics::closest::closest;
use crate::settings;
use crate::source::{Entry, Node, Span, Spanned, Value};

/// A plugin's own name: names with dots between them.
static PLUGIN_NAME: Pattern = Pattern::new(
    r"^[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*$",
    "names with dots between them, as acme.billing",
);
/// A class of a Python module.
static PLUGIN_CLASS: Pattern = Pattern::new(
    r"^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*:[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$",
    "a module and a class, as examples.crm.plugin:CrmPlugin",
);
/// The version of the interface between plugins and programs.
static CORE_API_VERSION: Pattern = Pattern::new("^1$", "\"1\", the only version there is");
/// Longest reference of a plugin, in bytes.
const REFERENCE_MAX: usize = 256;

/// A plugin that a deployment declares.
#[derive(Clone, Debug)]
pub struct DeclaredPlugin<'a> {
    /// What `domain_plugins` names.
    pub reference: Spanned<String>,
    /// Where its tools are described.
    pub source: PluginSource<'a>,
}

/// Where a plugin's tools are described.
#[derive(Clone, Debug)]
pub enum PluginSource<'a> {
    /// In a file that the Python runtime's `describe --json` wrote.
    Inventory {
        /// The file.
        path: Spanned<ProjectPath>,
    },
    /// Here.
    Toolkits {
        /// Version of the plugin.
        version: Spanned<String>,
        /// Who publishes it.
        publisher: Spanned<String>,
        /// Its toolkits, in the order of writing.
        toolkits: Vec<DeclaredToolkit<'a>>,
    },
}

/// A toolkit that a deployment declares.
#[derive(Clone, Debug)]
pub struct DeclaredToolkit<'a> {
    /// What its tools and permissions start with.
    pub name: Spanned<String>,
    /// Where its tools come from.
    pub source: ToolkitSource<'a>,
}

/// Where a toolkit's tools come from.
#[derive(Clone, Debug)]
pub enum ToolkitSource<'a> {
    /// From a reviewed MCP server.
    Overlay {
        /// The file of the overlay.
        path: Spanned<ProjectPath>,
    },
    /// From a connector.
    Connector {
        /// The connector's name.
        connector: Spanned<String>,
        /// The connector's own keys: the toolkit's mapping without `connector`.
        entry: Node<'a>,
    },
}

settings! {
    /// A Python plugin whose tools an inventory describes.
    pub struct InventoryPlugin as "a plugin with an `inventory`" {
        /// What the Python runtime's `describe --json` wrote.
        inventory: Spanned<ProjectPath>;
    }
}

settings! {
    /// A plugin made of toolkits.
    pub struct ToolkitPlugin as "a plugin" {
        /// Version of the plugin.
        version: Spanned<String>, [MinLength(1), MaxLength(64)];
        /// Who publishes it.
        publisher: Spanned<String>, [MinLength(1), MaxLength(128)];
        /// Version of the interface between plugins and programs; there is only 1.
        core_api_version: Spanned<String> = Spanned::implied("1".to_owned()),
            [Matches(&CORE_API_VERSION)];
        /// Its toolkits, by the name that their tools and permissions start with.
        toolkits: Deferred, [MinLength(1)];
    }
}

settings! {
    /// A toolkit of the reviewed tools of an MCP server; nothing else stands beside the file.
    pub struct OverlayToolkit as "a toolkit with an `overlay`" {
        /// The file of the overlay, whose name equals the toolkit's.
        overlay: Spanned<ProjectPath>;
    }
}

/// Decodes the mapping under `plugins`. What is not a mapping was reported with the section.
pub(super) fn decode<'a>(node: &Node<'a>, decoder: &mut Decoder<'_>) -> Vec<DeclaredPlugin<'a>> {
    let mut plugins = Vec::new();
    for (reference, node) in named(node, decoder) {
        let source = decoder.at_key(&reference, |decoder| {
            decode_plugin(&reference, node, decoder)
        });
        if let Some(source) = source {
            plugins.push(DeclaredPlugin { reference, source });
        }
    }
    plugins
}

/// Returns the entries of a mapping whose keys are strings, and reports the other keys.
fn named<'n, 'a>(
    node: &'n Node<'a>,
    decoder: &mut Decoder<'_>,
) -> Vec<(Spanned<String>, &'n Node<'a>)> {
    let entries = node.entries().unwrap_or_default();
    let mut named = Vec::with_capacity(entries.len());
    for entry in entries {
        match entry.key.as_str() {
            Some(key) => {
                let key = Spanned::written(key.to_owned(), entry.key.span);
                named.push((key, &entry.value));
            }
            None => {
                decoder.masked.push(entry.value.span);
                decoder.wrong_type(&entry.key, "a string");
            }
        }
    }
    named
}

/// Decodes a plugin.
fn decode_plugin<'a>(
    reference: &Spanned<String>,
    node: &Node<'a>,
    decoder: &mut Decoder<'_>,
) -> Option<PluginSource<'a>> {
    let by_inventory = node.get("inventory").is_some();
    check_reference(reference, by_inventory, decoder);
    if by_inventory {
        let plugin = InventoryPlugin::decode(node, decoder)?;
        // A path that was refused leaves its default, which names no file.
        return plugin
            .inventory
            .span
            .is_some()
            .then_some(PluginSource::Inventory {
                path: plugin.inventory,
            });
    }
    let plugin = ToolkitPlugin::decode(node, decoder)?;
    if plugin.core_api_version.value != "1" {
        // Nothing of such a plugin can be relied on.
        return None;
    }
    let toolkits = match node.get("toolkits") {
        Some(node) => decoder.at_field("toolkits", |decoder| decode_toolkits(node, decoder)),
        None => Vec::new(),
    };
    Some(PluginSource::Toolkits {
        version: plugin.version,
        publisher: plugin.publisher,
        toolkits,
    })
}

/// Reports a reference that `domain_plugins` could not mean.
fn check_reference(reference: &Spanned<String>, by_inventory: bool, decoder: &mut Decoder<'_>) {
    let Some(span) = reference.span else {
        return;
    };
    let is_class = PLUGIN_CLASS.matches(reference);
    let expected = if reference.len() > REFERENCE_MAX {
        "shorter"
    } else if by_inventory && (is_class || PLUGIN_NAME.matches(reference)) {
        return;
    } else if by_inventory {
        PLUGIN_CLASS.explanation()
    } else if PLUGIN_NAME.matches(reference) {
        return;
    } else {
        PLUGIN_NAME.explanation()
    };
    let message = format!("a plugin's reference is {expected}");
    let diagnostic = decoder.report("invalid-value", span, message, "");
    if is_class && !by_inventory {
        diagnostic.help = Some(
            "A Python class takes an `inventory`; a plugin made of toolkits has no class."
                .to_owned(),
        );
    }
}

/// Decodes the mapping under `toolkits`.
fn decode_toolkits<'a>(node: &Node<'a>, decoder: &mut Decoder<'_>) -> Vec<DeclaredToolkit<'a>> {
    let entries = named(node, decoder);
    let mut toolkits = Vec::with_capacity(entries.len());
    for (name, node) in entries {
        let source = decoder.at_key(&name, |decoder| {
            check_toolkit_name(&name, decoder);
            decode_toolkit(node, decoder)
        });
        if let Some(source) = source {
            toolkits.push(DeclaredToolkit { name, source });
        }
    }
    toolkits
}

/// Reports a toolkit's name that its tools could not start with.
fn check_toolkit_name(name: &Spanned<String>, decoder: &mut Decoder<'_>) {
    let Some(span) = name.span else {
        return;
    };
    if !TOOLKIT_NAME.matches(name) {
        let message = format!("a toolkit's name is {}", TOOLKIT_NAME.explanation());
        decoder.report("invalid-value", span, message, "");
    } else if RESERVED_TOOLKITS.contains(&name.as_str()) {
        let message = format!("no toolkit can be named `{}`", name.value);
        let diagnostic = decoder.report("reserved-name", span, message, "taken");
        diagnostic.help = Some(
            "Tools under core. belong to the runtime, those under mcp. to `mcp_servers`; choose \
             another name."
                .to_owned(),
        );
    }
}

/// Decodes one toolkit.
fn decode_toolkit<'a>(node: &Node<'a>, decoder: &mut Decoder<'_>) -> Option<ToolkitSource<'a>> {
    let Some(entries) = node.entries() else {
        decoder.wrong_type(node, "a mapping");
        return None;
    };
    if node.entry("overlay").is_some() {
        let toolkit = OverlayToolkit::decode(node, decoder)?;
        return toolkit
            .overlay
            .span
            .is_some()
            .then_some(ToolkitSource::Overlay {
                path: toolkit.overlay,
            });
    }
    let Some(connector) = node.entry("connector") else {
        report_no_source(node, entries, decoder);
        return None;
    };
    let Some(connector) = decoder.field::<Spanned<String>>("connector", connector, &[]) else {
        mask(entries, decoder);
        return None;
    };
    let own_keys = entries
        .iter()
        .filter(|entry| entry.key.as_str() != Some("connector"));
    let own_keys: Vec<Entry<'a>> = own_keys.cloned().collect();
    Some(ToolkitSource::Connector {
        connector,
        entry: Node::new(node.span, Value::Mapping(own_keys.into())),
    })
}

/// Reports a toolkit that says neither `connector` nor `overlay`.
fn report_no_source(node: &Node<'_>, entries: &[Entry<'_>], decoder: &mut Decoder<'_>) {
    const SOURCES: [&str; 2] = ["connector", "overlay"];
    // Without its connector nobody knows which of the values are secrets.
    mask(entries, decoder);
    let misspelled = entries.iter().find(|entry| {
        let key = entry.key.as_str();
        key.is_some_and(|key| closest(key, SOURCES).is_some())
    });
    match misspelled {
        Some(entry) => decoder.unknown_keys(&[entry], &SOURCES, "a toolkit"),
        None => decoder.missing(node, "connector", "a toolkit"),
    }
}

/// Keeps the values of a mapping out of quoted lines.
fn mask(entries: &[Entry<'_>], decoder: &mut Decoder<'_>) {
    let spans = entries.iter().map(|entry| entry.value.span);
    decoder.masked.extend(spans.collect::<Vec<Span>>());
}
