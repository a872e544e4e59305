//! Files under fixed folders: reading and searching, and with a checkpoint store changes that can
//! be taken back.

mod tools;

use std::path::Path;

use algen_core::config::{Decoder, Given, Names};
use algen_core::registry::{ConnectorSpec, Maturity, PluginSpec, Toolkit};
use algen_core::settings;
use algen_core::source::Node;
use schemars::JsonSchema;

use crate::shared::kit::{self, Kit};

settings! {
    /// Files under fixed folders.
    pub(crate) struct FilesystemSettings as "a filesystem toolkit" {
        /// The folders that every path must be under.
        roots: Given<Names>, [MinLength(1), MaxLength(64)];
        /// A file that keeps what a change replaced; without it nothing can be changed. It lies
        /// outside the folders.
        checkpoints: Option<Given<String>> = None, [MinLength(1), MaxLength(4096)];
        /// Largest file, in bytes.
        max_file_bytes: Given<i64> = Given::Literal(8_388_608),
            [Minimum(1.0), Maximum(104_857_600.0)];
        /// Most entries that one listing or search visits.
        max_entries: Given<i64> = Given::Literal(10_000), [Minimum(1.0), Maximum(1_000_000.0)];
        /// Deepest folder that a listing or search visits.
        max_depth: Given<i64> = Given::Literal(20), [Minimum(1.0), Maximum(100.0)];
        /// Most bytes that one search reads.
        max_search_bytes: Given<i64> = Given::Literal(33_554_432),
            [Minimum(1.0), Maximum(1_073_741_824.0)];
    }
    check checkpoints_are_out_of_reach;
}

/// A store inside a folder could be read and changed by the very tools it protects from. Paths are
/// compared as written; links are looked at when a call runs.
fn checkpoints_are_out_of_reach(
    settings: &FilesystemSettings,
    node: &Node<'_>,
    decoder: &mut Decoder<'_>,
) {
    let roots = settings.roots.literal();
    let store = settings.checkpoints.as_ref().and_then(Given::literal);
    let (Some(roots), Some(store)) = (roots, store) else {
        return;
    };
    let inside = |root: &str| relative(store).starts_with(relative(root));
    if let Some(root) = roots.iter().find(|root| inside(root)) {
        let place = node
            .get("checkpoints")
            .map_or(node.span, |value| value.span);
        let message = format!("the checkpoint store lies inside the folder `{root}`");
        decoder
            .report(
                "conflicting-settings",
                place,
                message,
                "the tools could read and change it",
            )
            .help = Some("Keep the store outside every root.".to_owned());
    }
}

fn relative(path: &str) -> &Path {
    let path = Path::new(path);
    path.strip_prefix(".").unwrap_or(path)
}

/// The connector.
pub(crate) static CONNECTOR: ConnectorSpec = ConnectorSpec {
    name: "filesystem",
    summary: "Read, search and change files under fixed folders, with undo",
    maturity: Maturity::Contract,
    egress: &[],
    programs: &[],
    default_tools: &[
        "filesystem.read_file",
        "filesystem.list_files",
        "filesystem.search_files",
    ],
    settings: FilesystemSettings::fields,
    schema: FilesystemSettings::json_schema,
    contract,
};

/// The built-in plugin.
pub(crate) const PLUGIN: PluginSpec = kit::plugin("algen.filesystem", None, &CONNECTOR);

fn contract(toolkit: &str, entry: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Toolkit {
    let settings: FilesystemSettings = kit::settings(entry, decoder);
    let kit = Kit::new(&CONNECTOR, toolkit, entry);
    let file_bytes = settings
        .max_file_bytes
        .literal()
        .copied()
        .unwrap_or(8_388_608);
    let changes = kit.presence("checkpoints", settings.checkpoints.as_ref());
    let files = tools::Files {
        kit: &kit,
        bytes: file_bytes,
    };
    let mut tools = vec![files.read_file(), files.list_files(), files.search_files()];
    let gated = [
        files.create_file(),
        files.replace_file(),
        files.edit_file(),
        files.preview_change(),
        files.restore_change(),
        files.list_changes(),
    ];
    tools.extend(gated.into_iter().filter_map(|tool| changes.tool(tool)));
    kit.toolkit(tools)
}
