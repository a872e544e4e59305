//! What a call needs before it starts: the toolkit, the resolver of references, the ledger. Nothing
//! is connected to, started or resolved here, but for the address of a ledger.

use std::sync::Arc;

use algen_core::config::Given;
use algen_core::config::deployment::{PluginSource, StoredResults, ToolkitSource};
use algen_core::governance::outcome::Failure;
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::governance::trust::Trust;
use algen_core::registry::ToolSource;
use algen_core::source::{Node, Spanned};
use algen_engine::ledger::SqliteLedger;
use algen_engine::runtime::{Factory, ToolkitInput, ToolkitInstance};
use algen_engine::secrets::Resolver;

use super::Call;
use crate::cli::ledger::{self, open_ledger};
use crate::cli::references;
use crate::cli::selection::Selection;
use crate::cli::trust;

/// Everything that was opened for a call.
pub(super) struct Opened {
    /// What runs the tool.
    pub(super) toolkit: Box<dyn ToolkitInstance>,
    /// What finds the values of references.
    pub(super) resolver: Arc<Resolver>,
    /// Where the call is recorded.
    pub(super) ledger: SqliteLedger,
}

/// Opens what a call needs.
///
/// # Errors
/// The project is not trusted and the tool leaves this process, or a setting is missing.
pub(super) async fn open(
    call: &Call<'_>,
    selection: Selection<'_>,
) -> Result<Opened, Box<Refusal>> {
    let name = &selection.tool.spec.name;
    let (toolkit, _) = name.split_once('.').unwrap_or((name, ""));
    let Some((factory, entry)) = implementation(call, selection, toolkit) else {
        let failure = Failure::new("callable", "nothing in this program runs the tool");
        return Err(Refusal::new(RefusalKind::Input, failure));
    };
    let trust = call.trust(selection, entry.is_some())?;
    let resolver = Arc::new(references::resolver(call.project, trust, call.machine));
    let ledger = open_ledger(call.project, &resolver, call.store()).await?;
    let reach = Arc::new(ledger::reach(call.project, trust, &ledger));
    let input = ToolkitInput {
        name: toolkit,
        entry,
        resolver: &resolver,
        reach: &reach,
    };
    let toolkit = factory(&input).map_err(|failure| Refusal::new(RefusalKind::Missing, failure))?;
    Ok(Opened {
        toolkit,
        resolver,
        ledger,
    })
}

/// Returns what runs the tools of a toolkit, and its entry in the deployment.
fn implementation<'c>(
    call: &Call<'c>,
    selection: Selection<'_>,
    toolkit: &str,
) -> Option<(Factory, Option<&'c Node<'c>>)> {
    let ToolSource::Plugin(reference) = &selection.tool.source else {
        return None;
    };
    let deployed = call
        .project
        .deployment
        .and_then(|deployment| deployment.plugin(reference));
    if let Some(plugin) = deployed {
        let PluginSource::Toolkits { toolkits, .. } = &plugin.source else {
            return None;
        };
        let declared = toolkits.iter().find(|each| each.name.value == toolkit)?;
        let ToolkitSource::Connector { connector, entry } = &declared.source else {
            return None;
        };
        let connector = call
            .program
            .connectors()
            .find(|each| each.connector.name == connector.value)?;
        return Some((connector.factory?, Some(entry)));
    }
    let mut connectors = call.program.connectors();
    let built_in = connectors.find(|each| {
        each.reference == reference || each.class_reference == Some(reference.as_str())
    })?;
    Some((built_in.factory?, None))
}

/// Tells whether a call leaves this process: its toolkit has settings or reaches something, or the
/// caller's identity or the ledger's address are references.
fn leaves_process(call: &Call<'_>, selection: Selection<'_>, has_entry: bool) -> bool {
    let spec = &selection.tool.spec;
    let context = call
        .project
        .deployment
        .map(|deployment| &deployment.settings.context);
    let refers = |part: &Option<Spanned<Given<String>>>| {
        part.as_ref().is_some_and(|part| part.literal().is_none())
    };
    let identity = context.is_some_and(|context| {
        [
            &context.tenant_id,
            &context.user_id,
            &context.run_id,
            &context.step_id,
        ]
        .into_iter()
        .any(refers)
    });
    let ledger = call
        .project
        .deployment
        .is_some_and(|deployment| deployment.settings.ledger.url.is_some());
    has_entry || identity || ledger || !spec.environment.is_empty() || !spec.egress.is_empty()
}

impl Call<'_> {
    /// Makes sure that the project is trusted, where the call leaves this process.
    fn trust(&self, selection: Selection<'_>, has_entry: bool) -> Result<Trust, Box<Refusal>> {
        if !leaves_process(self, selection, has_entry) {
            return Ok(Trust::Untrusted);
        }
        let arguments = self.arguments;
        trust::ensure(
            &self.project.provenance,
            &arguments.project,
            arguments.trusted_from.as_deref(),
            !arguments.no_input,
            &self.program.ui,
        )?;
        Ok(Trust::Trusted)
    }

    /// Returns what is kept of results of writes.
    pub(super) fn store(&self) -> StoredResults {
        let deployment = self.project.deployment;
        deployment.map_or(StoredResults::Redacted, |deployment| {
            deployment.settings.ledger.store
        })
    }
}
