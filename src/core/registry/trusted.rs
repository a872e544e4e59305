//! Whether the prefixes that a file trusts cover the plugins that its agents declare.

use super::resolve::Declarations;
use crate::config::Decoder;
use crate::config::deployment::PluginSource;
use crate::diagnostics::closest::closest;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Spanned;

/// Reports a plugin that no trusted prefix covers. Its tools are still looked at: the remedy is
/// one line, and the other findings stay what they are.
pub(super) fn check_trust(
    declarations: &Declarations<'_>,
    reference: &Spanned<String>,
    decoder: &mut Decoder<'_>,
) {
    let prefixes = &declarations.agents.security.trusted_plugin_prefixes;
    let module = reference.value.split(':').next().unwrap_or_default();
    if prefixes.iter().any(|prefix| covers(prefix, module)) {
        return;
    }
    let root = module.split('.').next().unwrap_or_default();
    let near = closest(root, prefixes.iter().map(|prefix| prefix.value.as_str()))
        .or_else(|| {
            prefixes
                .iter()
                .map(|prefix| prefix.value.as_str())
                .find(|prefix| {
                    !prefix.is_empty() && (root.starts_with(prefix) || prefix.starts_with(root))
                })
        })
        .and_then(|near| prefixes.iter().find(|prefix| prefix.value == near));
    let mut diagnostic = Diagnostic::new(
        "untrusted-plugin",
        Code::Plugin,
        Severity::Error,
        format!(
            "`{}` is not covered by security.trusted_plugin_prefixes",
            reference.value
        ),
    )
    .at(reference.span, "declared here")
    .field("domain_plugins")
    .name(reference.value.clone())
    .help(format!(
        "Add `{root}` to security.trusted_plugin_prefixes{}.",
        what_is_trusted(declarations, &reference.value)
    ));
    if let Some(near) = near {
        diagnostic = diagnostic.at(near.span, "covers whole names between dots only");
    }
    decoder.diagnostics.push(diagnostic);
}

/// Returns the end of the advice to trust a plugin: what there is to trust.
fn what_is_trusted(declarations: &Declarations<'_>, name: &str) -> &'static str {
    let deployment = declarations.deployment;
    let declared = deployment.and_then(|deployment| deployment.plugin(name));
    if let Some(declared) = declared {
        return match &declared.source {
            PluginSource::Toolkits { .. } => {
                " if agents may have the tools that algen.yaml declares under it; it has no code \
                 of its own"
            }
            PluginSource::Inventory { .. } => " if you trust its code",
        };
    }
    let mut built_in = declarations.built_in.iter();
    match built_in.any(|plugin| plugin.reference == name) {
        true => " if agents may have its tools; it is part of algen",
        false => " if you trust its code",
    }
}

/// Tells whether a trusted prefix covers a module: it is the module or a package above it.
pub(crate) fn covers(prefix: &str, module: &str) -> bool {
    let prefix = prefix.trim().trim_end_matches('.');
    let below = module.strip_prefix(prefix);
    !prefix.is_empty() && below.is_some_and(|below| below.is_empty() || below.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_covers_whole_names() {
        let cases = [
            ("algen_agent_tools", "algen_agent_tools.sample", true),
            ("algen_agent_tools.", "algen_agent_tools.sample", true),
            (" algen_agent_tools ", "algen_agent_tools", true),
            ("algen_agent", "algen_agent_tools.sample", false),
            ("", "algen_agent_tools.sample", false),
            (".", "algen_agent_tools.sample", false),
            ("algen_agent_tools.sample", "algen_agent_tools", false),
        ];
        for (prefix, module, expected) in cases {
            assert_eq!(covers(prefix, module), expected, "{prefix} {module}");
        }
    }
}
