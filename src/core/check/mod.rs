//! The rules: one file for each, one list.
//!
//! Some rules belong to reading (syntax, unknown keys, wrong types); they are found where they are
//! read and stand here for their pages. The others get the whole [`Project`] and add findings.
//! A new rule is one file in `rules/` and one line in [`RULES`].

pub mod addition;
mod agent_permissions;
pub mod contract;
mod declared_tool;
mod enabled_tools;
mod known_capabilities;
mod list_edit;
mod rules;
mod suggestion;
mod trust_offer;
mod wording;

pub use rules::RULES;
pub use trust_offer::offer_trust;

use crate::config::agent::AgentFile;
use crate::config::deployment::Deployment;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::registry::Registry;
use crate::source::Sources;

/// A rule and its page.
pub struct Rule {
    /// Kebab-case name, which reads after "allow": `unused-permission`.
    pub name: &'static str,
    /// The coarse class of its findings.
    pub code: Code,
    /// The weight of its findings, where all have the same.
    pub severity: Severity,
    /// One sentence: what it finds.
    pub summary: &'static str,
    /// The page for `algen explain`, in Markdown: why it matters, an example, what to do.
    pub page: &'static str,
    /// Adds findings; `None` for rules of reading.
    pub run: Option<fn(&Project<'_>, &mut Vec<Diagnostic>)>,
}

/// Everything that rules look at.
pub struct Project<'a> {
    /// The texts that were read.
    pub sources: &'a Sources,
    /// The agent file, all files and variables merged.
    pub agents: &'a AgentFile,
    /// The deployment, where there is one.
    pub deployment: Option<&'a Deployment<'a>>,
    /// What exists.
    pub registry: &'a Registry<'a>,
    /// How many tokens the tools of one agent may take; `None` for any number.
    pub max_tool_tokens: Option<usize>,
    /// Whether declared toolkits are held to the contract of tools.
    pub holds_contract: bool,
}

/// Runs every rule.
pub fn check(project: &Project<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for rule in RULES {
        if let Some(run) = rule.run {
            run(project, &mut findings);
        }
    }
    findings
}
