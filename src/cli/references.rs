//! What finds the values of a project's references.

use std::path::PathBuf;

use algen_core::config::Map;
use algen_core::config::host_policy::HostPolicy;
use algen_core::governance::trust::Trust;
use algen_engine::secrets::{ProcessEnvironment, Resolver, ResolverSettings};

use super::project::LoadedProject;

/// Prepares to find values, as far as the project is trusted and the machine lets it; looks at
/// nothing yet.
pub(crate) fn resolver(
    project: &LoadedProject<'_>,
    trust: Trust,
    machine: &[HostPolicy],
) -> Resolver {
    let nothing = Map::default();
    let commands = match project.deployment {
        Some(deployment) => &deployment.settings.secrets,
        None => &nothing,
    };
    let folder = project.provenance.folder.clone();
    Resolver::new(ResolverSettings {
        trust,
        project: folder.unwrap_or_else(|| PathBuf::from("/")),
        commands,
        policies: machine,
        variables: ProcessEnvironment,
    })
}
