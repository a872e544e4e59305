//! What a call needs before it starts: the toolkit, the resolver of references, the ledger. Nothing
//! is connected to, started or resolved here, but for the address of a ledger.

use std::path::{Component, Path};
use std::sync::Arc;

use algen_connectors::Connector;
use algen_core::config::deployment::{PluginSource, StoredResults, ToolkitSource};
use algen_core::config::{Given, Reference};
use algen_core::governance::outcome::Failure;
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::governance::trust::Trust;
use algen_core::registry::ToolSource;
use algen_core::source::{Node, Spanned};
use algen_engine::files::{Reach, ReachError};
use algen_engine::ledger::SqliteLedger;
use algen_engine::runtime::{ToolkitInput, ToolkitInstance};
use algen_engine::secrets::Resolver;

use super::Call;
use crate::cli::ledger::{self, in_memory, open_ledger};
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
/// The project is not trusted and the call leaves it, or a setting is missing.
pub(super) async fn open(
    call: &Call<'_>,
    selection: Selection<'_>,
) -> Result<Opened, Box<Refusal>> {
    let name = &selection.tool.spec.name;
    let (toolkit, _) = name.split_once('.').unwrap_or((name, ""));
    let uncallable = || {
        let failure = Failure::new("callable", "nothing in this program runs the tool");
        Refusal::new(RefusalKind::Input, failure)
    };
    let (connector, entry) = implementation(call, selection, toolkit).ok_or_else(uncallable)?;
    let fake = call.arguments.fake;
    let factory = match fake {
        true => connector.fake,
        false => connector.factory,
    };
    let factory = factory.ok_or_else(uncallable)?;
    let trust = match fake {
        true => Trust::Untrusted,
        false => call.trust(selection, entry.map(|entry| (connector, entry)))?,
    };
    let resolver = Arc::new(references::resolver(call.project, trust, call.machine));
    let ledger = match fake {
        true => in_memory(call.store()),
        false => open_ledger(call.project, &resolver, call.store()).await?,
    };
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
) -> Option<(&'c Connector, Option<&'c Node<'c>>)> {
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
        return Some((call.program.connector(connector)?, Some(entry)));
    }
    Some((call.program.built_in(reference)?, None))
}

/// Says for what a call needs a trusted project: it resolves a reference, reaches a host, starts a
/// program or opens a file outside the project folder. `None` where it does nothing of it.
fn leaving(
    call: &Call<'_>,
    selection: Selection<'_>,
    declared: Option<(&Connector, &Node<'_>)>,
) -> Option<String> {
    let settings = call
        .project
        .deployment
        .map(|deployment| &deployment.settings);
    let refers = |part: &Option<Spanned<Given<String>>>| {
        part.as_ref().is_some_and(|part| part.literal().is_none())
    };
    let context = settings.map(|settings| &settings.context);
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
    if identity {
        return Some("`context` of algen.yaml holds a reference".to_owned());
    }
    if settings.is_some_and(|settings| settings.ledger.url.is_some()) {
        return Some("`ledger.url` of algen.yaml is a reference".to_owned());
    }
    if let Some((connector, entry)) = declared {
        if !Reference::all_in(entry).is_empty() {
            return Some("the toolkit's entry in algen.yaml holds a reference".to_owned());
        }
        let spec = connector.plugin.connector;
        let reaches_more = !spec.egress.is_empty() || !spec.programs.is_empty();
        let Some(files) = connector.local_files.filter(|_| !reaches_more) else {
            return Some("the toolkit reaches more than files of the project".to_owned());
        };
        let folder = call.project.provenance.folder.as_deref();
        let mut outside = files(entry).into_iter();
        if let Some(path) = outside.find(|path| !is_inside(path, folder)) {
            return Some(format!("`{path}` is not a file beneath the project folder"));
        }
    }
    let spec = &selection.tool.spec;
    if !spec.environment.is_empty() {
        return Some("the toolkit takes its settings from variables".to_owned());
    }
    (!spec.egress.is_empty()).then(|| "the tool reaches a host".to_owned())
}

/// Tells whether a path of a setting lies beneath the project folder, as written and without links.
/// One that leads nowhere counts: nothing is opened by it.
fn is_inside(path: &str, folder: Option<&Path>) -> bool {
    let Some(folder) = folder else {
        return false;
    };
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    let reach = Reach {
        beneath: Some(folder.to_owned()),
        ..Reach::default()
    };
    !path.starts_with('~')
        && Path::new(path).components().all(is_plain)
        && reach.admit(&folder.join(path)) != Err(ReachError::Outside)
}

impl Call<'_> {
    /// Makes sure that the project is trusted, where the call leaves it.
    fn trust(
        &self,
        selection: Selection<'_>,
        declared: Option<(&Connector, &Node<'_>)>,
    ) -> Result<Trust, Box<Refusal>> {
        let Some(reason) = leaving(self, selection, declared) else {
            return Ok(Trust::Untrusted);
        };
        let arguments = self.arguments;
        trust::ensure(
            &self.project.provenance,
            &arguments.project,
            arguments.trusted_from.as_deref(),
            !arguments.no_input,
            &self.program.ui,
        )
        .map_err(|mut refusal| {
            let reason = format!("the call needs trust: {reason}");
            refusal.details.insert(0, reason);
            refusal
        })?;
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
