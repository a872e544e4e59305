//! The policies of the machine: the system's, then the user's.

use std::path::{Path, PathBuf};

use algen_core::config::Decoder;
use algen_core::config::host_policy::HostPolicy;
use algen_core::config::load::{self, ConfigText};
use algen_core::source::{FileError, Files, Origin, Sources};
use algen_engine::files::{ProjectFiles, RootError};

/// The name of the file in its folder.
const FILE: &str = "policy.yaml";

/// Returns the folders that may hold a policy, the system's first.
fn folders() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let given = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    // A relative path is not valid there (XDG Base Directory Specification).
    let config = given
        .filter(|path| path.is_absolute())
        .or_else(|| home.map(|home| home.join(".config")));
    let user = config.map(|config| config.join("algen"));
    std::iter::once(PathBuf::from("/etc/algen"))
        .chain(user)
        .collect()
}

/// Reads every policy that is there; what is wrong with one is in the decoder. A policy that cannot
/// be read may have forbidden anything, so the caller refuses every call where there are problems.
pub(crate) fn load(sources: &Sources, decoder: &mut Decoder<'_>) -> Vec<HostPolicy> {
    let folders = folders();
    let policies = folders
        .iter()
        .filter_map(|folder| policy(sources, folder, decoder));
    policies.collect()
}

fn policy(sources: &Sources, folder: &Path, decoder: &mut Decoder<'_>) -> Option<HostPolicy> {
    let shown = folder.to_string_lossy();
    let content = match ProjectFiles::open(folder, &shown) {
        Ok(files) => files.read(FILE),
        Err(RootError::Missing) => return None,
        Err(error) => Err(FileError::Refused(format!("the folder above it: {error}"))),
    };
    if content == Err(FileError::Missing) {
        return None;
    }
    let text = ConfigText {
        name: format!("{shown}/{FILE}"),
        origin: Origin::Foreign,
        content,
    };
    let source = load::read(sources, text, decoder)?;
    let (root, whole) = load::tree(source, decoder);
    match whole {
        true => HostPolicy::decode_document(root.as_ref(), decoder),
        false => None,
    }
}
