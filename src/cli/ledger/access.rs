//! The ledger for commands that look at it or answer in it: that of the project at hand, without a
//! project the one in the state directory.

use std::future::Future;

use algen_core::config::Decoder;
use algen_core::config::deployment::StoredResults;
use algen_core::config::host_policy::HostPolicy;
use algen_core::governance::identity::Person;
use algen_core::governance::ledger::LedgerError;
use algen_core::governance::refusal::Refusal;
use algen_core::governance::trust::Trust;
use algen_core::source::Sources;
use algen_engine::ledger::SqliteLedger;
use tokio::runtime::{Builder, Runtime};

use super::{in_file, open_ledger, private_path};
use crate::cli::arguments::{LedgerOptions, ScopeOptions};
use crate::cli::inspection::{is_loadable, show_problems};
use crate::cli::project::{self, LoadedProject};
use crate::cli::request::Request;
use crate::cli::{Program, machine_policy, references, trust};
use crate::exit::Exit;
use crate::render::call as render;
use crate::render::visible::visible;
use crate::ui::{Ui, prompt};

/// What terminal is recorded of a person who has none.
const NO_TERMINAL: &str = "none";

/// A ledger, and what of it a command is about.
pub(crate) struct LedgerAccess {
    /// The ledger; nothing of it is opened yet.
    pub(crate) ledger: SqliteLedger,
    /// The namespace of the project; `None` where there is no project.
    namespace: Option<String>,
    runtime: Runtime,
}

impl LedgerAccess {
    /// Finds the ledger. Its address is the only reference that is resolved, once the project is
    /// trusted.
    ///
    /// # Errors
    /// What is wrong was said; the command ends so.
    pub(crate) fn find(options: &LedgerOptions, program: &Program) -> Result<Self, Exit> {
        let ui = &program.ui;
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|problem| fails(&format!("cannot start: {problem}"), Exit::NotRun, ui))?;
        let project = &options.project;
        if project.config.is_empty() && project.deployment.is_none() && !Request::has_default() {
            let path = private_path().map_err(|problem| fails(&problem, Exit::Missing, ui))?;
            return Ok(Self {
                ledger: in_file(path, StoredResults::default()),
                namespace: None,
                runtime,
            });
        }
        let request = Request::of(project, program)?;
        let sources = Sources::default();
        let (ledger, namespace) = project::load(&sources, request, |project, decoder| {
            if !is_loadable(&decoder.diagnostics) {
                return Err(show_problems(&sources, &project.config, decoder, ui));
            }
            let ledger = of_project(&project, options, &runtime, ui, &sources)?;
            Ok((ledger, project.namespace()))
        })?;
        Ok(Self {
            ledger,
            namespace: Some(namespace),
            runtime,
        })
    }

    /// Returns the namespace that a command is about; `None` for all.
    pub(crate) fn namespace(&self, scope: &ScopeOptions) -> Option<&str> {
        self.namespace.as_deref().filter(|_| !scope.all)
    }

    /// Does the work of a command, and closes the ledger whatever comes of it.
    pub(crate) fn run(&self, work: impl Future<Output = Exit>) -> Exit {
        self.runtime.block_on(async {
            let exit = work.await;
            self.ledger.close().await;
            exit
        })
    }
}

/// Finds the ledger of a project.
fn of_project(
    project: &LoadedProject<'_>,
    options: &LedgerOptions,
    runtime: &Runtime,
    ui: &Ui,
    sources: &Sources,
) -> Result<SqliteLedger, Exit> {
    let refused = |refusal: Box<Refusal>| {
        ui.complain(&render::refusal(&refusal, sources, &ui.stderr_style()));
        render::exit_of(&refusal)
    };
    let has_address = project
        .deployment
        .is_some_and(|deployment| deployment.settings.ledger.url.is_some());
    let (trusted, machine) = match has_address {
        false => (Trust::Untrusted, Vec::new()),
        true => {
            let machine = machine(sources, ui)?;
            trust::ensure(
                &project.provenance,
                &options.project,
                options.trusted_from.as_deref(),
                !options.no_input,
                ui,
            )
            .map_err(refused)?;
            (Trust::Trusted, machine)
        }
    };
    let resolver = references::resolver(project, trusted, &machine);
    let opened = open_ledger(project, &resolver, StoredResults::default());
    runtime.block_on(opened).map_err(refused)
}

/// Reads the policies of the machine.
///
/// # Errors
/// One cannot be read, and may forbid what is asked; it was said.
pub(crate) fn machine(sources: &Sources, ui: &Ui) -> Result<Vec<HostPolicy>, Exit> {
    let mut heard = Decoder::new(sources);
    let machine = machine_policy::load(sources, &mut heard);
    if heard.diagnostics.is_empty() {
        return Ok(machine);
    }
    show_problems(
        sources,
        &["the policy of this machine".to_owned()],
        heard,
        ui,
    );
    Err(Exit::Refused)
}

/// Returns who gives a command: with the terminal where there is one.
pub(crate) fn person() -> Person {
    let person = prompt::person();
    match prompt::has_terminal() {
        true => person,
        false => Person {
            terminal: NO_TERMINAL.to_owned(),
            ..person
        },
    }
}

/// Says that the ledger does not answer.
pub(crate) fn unusable(error: &LedgerError, ui: &Ui) -> Exit {
    let exit = match error {
        LedgerError::NotFound => Exit::No,
        _ => Exit::Missing,
    };
    fails(&error.to_string(), exit, ui)
}

/// Says what is wrong.
pub(crate) fn fails(problem: &str, exit: Exit, ui: &Ui) -> Exit {
    ui.complain(&format!("error: {}", visible(problem)));
    exit
}
