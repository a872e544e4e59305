//! `algen trust`: a person says that the files of a project may decide what is started, resolved
//! and reached.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use algen_core::governance::outcome::Failure;
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::governance::trust::{ProjectDigest, Standing};
use algen_core::source::Sources;
use algen_engine::files::ProjectFiles;
use algen_engine::files::state::{self, StateError};
use algen_engine::files::trust::{SCHEMA, TrustError, TrustStore, standing, trusted_from};

use super::arguments::{ProjectOptions, TrustArguments};
use super::inspection;
use super::project::Provenance;
use super::request::Request;
use super::{Program, describe, give};
use crate::exit::Exit;
use crate::render::report::counted;
use crate::render::trust::{self, Comparison, TrustReport};
use crate::render::visible::visible;
use crate::ui::Ui;

/// A project that was read.
struct Project<'a> {
    folder: &'a Path,
    /// The files that it was read from.
    files: &'a ProjectDigest,
    /// Files that were looked for and could not be read.
    missing: &'a BTreeSet<String>,
}

/// Shows how a project stands, or has a person trust it.
pub(crate) fn run(arguments: &TrustArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let request = match Request::of(&arguments.project, program) {
        Ok(request) => request,
        Err(exit) => return exit,
    };
    if request.standard_input.is_some() {
        let problem = "standard input belongs to no project and cannot be trusted; name a file";
        return fails(problem, Exit::NotRun, ui);
    }
    let sources = Sources::default();
    let inspection = inspection::inspect(&sources, request);
    let provenance = &inspection.provenance;
    let Some(folder) = &provenance.folder else {
        return fails("there is no project folder", Exit::NotRun, ui);
    };
    // What cannot be loaded was not read to its end: its overlays may be missing here.
    if inspection.inventory.is_none() {
        return describe::not_loadable(&sources, &inspection, ui);
    }
    let project = Project {
        folder,
        files: &provenance.read,
        missing: &provenance.missing,
    };
    match &arguments.trusted_from {
        Some(base) => project.compare(base, arguments.json, ui),
        None => match store() {
            Ok(store) if arguments.show => project.show(&store, arguments.json, ui),
            Ok(store) => project.trust(&store, arguments, ui),
            Err(error) => unusable(&error.into(), ui),
        },
    }
}

/// Finds the place where trust is remembered.
pub(super) fn store() -> Result<TrustStore, StateError> {
    let [xdg, home] = ["XDG_STATE_HOME", "HOME"].map(std::env::var_os);
    state::place(xdg.as_deref(), home.as_deref()).map(TrustStore::new)
}

impl Project<'_> {
    /// Shows how the project stands.
    fn show(&self, store: &TrustStore, json: bool, ui: &Ui) -> Exit {
        let record = match store.load(self.folder) {
            Ok(record) => record,
            Err(error) => return unusable(&error, ui),
        };
        let said = record.as_ref();
        let said = said.map(|record| (record.trusted_at.as_str(), record.user_id));
        let standing = standing(record.as_ref(), self.files);
        let comparison = Comparison::Record {
            standing: &standing,
            said,
        };
        self.report(comparison, json, ui)
    }

    /// Shows what differs from a checkout that is trusted.
    fn compare(&self, base: &Path, json: bool, ui: &Ui) -> Exit {
        let folder = base.to_string_lossy();
        let files = match ProjectFiles::open(base, &folder) {
            Ok(files) => files,
            Err(error) => {
                let problem = format!("{}: {error}", visible(&folder));
                return fails(&problem, Exit::NotRun, ui);
            }
        };
        let compared = trusted_from(&files, self.files, self.missing);
        let comparison = Comparison::Checkout {
            folder: &folder,
            difference: &compared.err().unwrap_or_default(),
        };
        self.report(comparison, json, ui)
    }

    fn report(&self, comparison: Comparison<'_>, json: bool, ui: &Ui) -> Exit {
        let report = TrustReport {
            schema: SCHEMA,
            project: &self.folder.to_string_lossy(),
            files: self.files,
            comparison,
        };
        let text = match json {
            true => trust::json(&report),
            false => trust::text(&report),
        };
        let exit = match report.is_trusted() {
            true => Exit::Done,
            false => Exit::No,
        };
        give(ui, &text, exit)
    }

    /// Shows what nobody has seen yet, asks, and remembers the answer.
    fn trust(&self, store: &TrustStore, arguments: &TrustArguments, ui: &Ui) -> Exit {
        let standing = match store.is_trusted(self.folder, self.files) {
            Ok(standing) => standing,
            Err(error) => return unusable(&error, ui),
        };
        let folder = self.folder.to_string_lossy();
        let folder = visible(&folder);
        let seen = match &standing {
            Standing::Trusted => {
                ui.say(&format!("{folder}: already trusted; nothing has changed"));
                return Exit::Done;
            }
            Standing::Changed(_) => "changed since it was trusted",
            Standing::Never => "not trusted yet",
        };
        let unseen = trust::unseen(&standing, self.files);
        let list = format!("{folder}: {seen}\n{}", trust::changes(&unseen));
        if arguments.yes {
            ui.say(&list);
        } else {
            ui.complain(&list);
            if let Err(exit) = asked(&arguments.project, ui) {
                return exit;
            }
        }
        match store.store(self.folder, self.files, SystemTime::now()) {
            Ok(_) => {
                let files = counted(self.files.files().len(), "file");
                ui.say(&format!("{folder}: trusted ({files})"));
                Exit::Done
            }
            Err(error) => unusable(&error, ui),
        }
    }
}

/// Makes sure that what a project names may be started, resolved and reached: it equals a checkout
/// that is trusted, or a person has trusted its files, or does so now at the terminal.
///
/// # Errors
/// Nobody has.
pub(super) fn ensure(
    provenance: &Provenance,
    options: &ProjectOptions,
    base: Option<&Path>,
    may_ask: bool,
    ui: &Ui,
) -> Result<(), Box<Refusal>> {
    let refused =
        |message: String| Refusal::new(RefusalKind::Policy, Failure::new("trust", message));
    let Some(folder) = &provenance.folder else {
        let message = "a project from standard input belongs to no folder and is never trusted";
        return Err(refused(message.to_owned()).help("Name a file."));
    };
    if let Some(base) = base {
        let shown = base.to_string_lossy();
        let files = ProjectFiles::open(base, &shown).map_err(|error| {
            refused(format!(
                "the folder of --trusted-from cannot be used: {error}"
            ))
        })?;
        return trusted_from(&files, &provenance.read, &provenance.missing).map_err(|difference| {
            let message = "the project differs from the one that is trusted: needs-review";
            let mut refusal = refused(message.to_owned());
            let changes = difference.changes();
            refusal.details = changes
                .iter()
                .map(|(path, change)| format!("{}: {path}", change.word()))
                .collect();
            refusal
        });
    }
    let unusable = |error: TrustError| {
        let failure = Failure::new("trust", format!("trust cannot be looked up: {error}"));
        Refusal::new(RefusalKind::Missing, failure)
    };
    let store = store().map_err(|error| unusable(error.into()))?;
    let standing = store
        .is_trusted(folder, &provenance.read)
        .map_err(unusable)?;
    let message = match &standing {
        Standing::Trusted => return Ok(()),
        Standing::Changed(_) => "the project has changed since it was trusted",
        Standing::Never => "nobody has trusted the project's files yet",
    };
    let unseen = trust::unseen(&standing, &provenance.read);
    if may_ask && ui.can_ask() {
        let shown = folder.to_string_lossy();
        ui.complain(&format!(
            "{}: {message}\n{}",
            visible(&shown),
            trust::changes(&unseen)
        ));
        if asked(options, ui).is_ok() {
            store
                .store(folder, &provenance.read, SystemTime::now())
                .map_err(unusable)?;
            return Ok(());
        }
    }
    let mut refusal = refused(message.to_owned());
    refusal.details = trust::changes(&unseen)
        .lines()
        .map(|line| line.trim().to_owned())
        .collect();
    Err(refusal.help(format!(
        "Look at them, then: {}",
        command_to_type(options).replace(" --yes", "")
    )))
}

/// Asks whether what was shown is trusted.
///
/// # Errors
/// The way to end where the answer is not yes.
fn asked(project: &ProjectOptions, ui: &Ui) -> Result<(), Exit> {
    if !ui.can_ask() {
        let command = command_to_type(project);
        let problem = format!("nobody can be asked here; to trust these files, run: {command}");
        return Err(fails(&problem, Exit::NotApproved, ui));
    }
    ui.complain(
        "Once they are trusted, these files decide which programs are started, which secrets are \
         resolved, which hosts are reached and which files outside the project are opened.",
    );
    match ui.ask("Trust them?") {
        Ok(true) => Ok(()),
        Ok(false) => {
            ui.complain("not trusted; nothing was stored");
            Err(Exit::NotApproved)
        }
        Err(problem) => {
            let problem = format!("the answer cannot be read: {problem}");
            Err(fails(&problem, Exit::NotApproved, ui))
        }
    }
}

/// Returns the command that trusts the same project without asking.
fn command_to_type(project: &ProjectOptions) -> String {
    let mut words = vec!["algen trust --yes".to_owned()];
    let quoted = |path: &PathBuf| quoted(&path.to_string_lossy());
    words.extend(
        project
            .config
            .iter()
            .map(|file| format!("-c {}", quoted(file))),
    );
    let deployment = project.deployment.iter();
    words.extend(deployment.map(|file| format!("--deployment {}", quoted(file))));
    words.join(" ")
}

/// Returns a word as a shell reads it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./+:@%-".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", visible(word).replace('\'', r"'\''"))
}

/// Ends where the state directory cannot be used.
fn unusable(error: &TrustError, ui: &Ui) -> Exit {
    let message = error.to_string();
    let problem = format!("trust cannot be looked up or stored: {}", visible(&message));
    fails(&problem, Exit::Missing, ui)
}

fn fails(problem: &str, exit: Exit, ui: &Ui) -> Exit {
    ui.complain(&format!("error: {problem}"));
    exit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_to_type_names_the_same_project() {
        let project = |config: &[&str], deployment: Option<&str>| ProjectOptions {
            config: config.iter().map(PathBuf::from).collect(),
            deployment: deployment.map(PathBuf::from),
        };
        for (options, expected) in [
            (project(&[], None), "algen trust --yes"),
            (
                project(&["a.yaml", "it's here.yaml"], Some("$x/algen.yaml")),
                r"algen trust --yes -c a.yaml -c 'it'\''s here.yaml' --deployment '$x/algen.yaml'",
            ),
            (project(&[""], None), "algen trust --yes -c ''"),
        ] {
            assert_eq!(command_to_type(&options), expected);
        }
    }
}
