//! Where the ledger of a project is, and how commands get at it.

mod access;

use std::path::PathBuf;

use algen_core::config::deployment::StoredResults;
use algen_core::governance::outcome::Failure;
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::governance::trust::Trust;
use algen_engine::files::Reach;
use algen_engine::files::state::{self, StateFolder};
use algen_engine::ledger::{BUSY, LedgerSettings, Place, SqliteLedger};
use algen_engine::secrets::Resolver;

use super::project::LoadedProject;
use crate::ui::prompt;

pub(crate) use access::{LedgerAccess, fails, machine, person, unusable};

/// The name of the ledger in the state directory.
const FILE: &str = "ledger.sqlite3";

/// Describes the ledger of a project; nothing is opened but the reference of its address.
///
/// # Errors
/// Its address cannot be resolved, or is one that this version does not know.
pub(crate) async fn open_ledger(
    project: &LoadedProject<'_>,
    resolver: &Resolver,
    store: StoredResults,
) -> Result<SqliteLedger, Box<Refusal>> {
    let missing = |message: String| {
        let failure = Failure::new("ledger", message).about("ledger.url");
        Refusal::new(RefusalKind::Missing, failure)
    };
    let url = project
        .deployment
        .and_then(|deployment| deployment.settings.ledger.url.as_ref());
    let path = match url {
        None => private_path().map_err(missing)?,
        Some(url) => {
            let found = resolver
                .require(&url.value.0, "ledger.url")
                .await
                .map_err(|error| missing(error.to_string()).at(url.span))?;
            path_of(found.expose()).ok_or_else(|| {
                let message = "this version keeps its ledger in SQLite: an absolute path, or \
                               sqlite:// and one";
                missing(message.to_owned()).at(url.span)
            })?
        }
    };
    Ok(in_file(path, store))
}

/// Describes a ledger that is gone with this process, as that of a fake call.
pub(crate) fn in_memory(store: StoredResults) -> SqliteLedger {
    at(Place::Memory, store)
}

/// Describes the ledger in a file.
fn in_file(path: PathBuf, store: StoredResults) -> SqliteLedger {
    at(Place::File(path), store)
}

fn at(place: Place, store: StoredResults) -> SqliteLedger {
    SqliteLedger::new(LedgerSettings {
        place,
        store,
        account: prompt::person().user,
        busy: BUSY,
    })
}

/// Describes the ledger in the state directory.
///
/// # Errors
/// The environment does not say where that is.
pub(crate) fn default_ledger() -> Result<SqliteLedger, String> {
    Ok(in_file(default_path()?, StoredResults::default()))
}

/// Returns the file in the state directory.
fn default_path() -> Result<PathBuf, String> {
    Ok(state_place()?.join(FILE))
}

/// Returns the file in the state directory, which is nobody else's.
///
/// # Errors
/// The environment does not say where that is, or others may have planted what is in it.
fn private_path() -> Result<PathBuf, String> {
    StateFolder::open(&state_place()?).map_err(|error| error.to_string())?;
    default_path()
}

/// Says what a call in a project may open: in one that is not trusted, only what lies beneath its
/// folder; never the ledger, nor anything in the state directory.
pub(crate) fn reach(project: &LoadedProject<'_>, trust: Trust, ledger: &SqliteLedger) -> Reach {
    let folder = project.provenance.folder.clone();
    let state = state_place().ok();
    // The state directory keeps a ledger also where this project has its own elsewhere.
    let other = default_ledger().ok();
    let ledgers = other.iter().chain([ledger]);
    Reach {
        beneath: folder.filter(|_| trust == Trust::Untrusted),
        files: ledgers.flat_map(SqliteLedger::files).collect(),
        folders: state.into_iter().collect(),
    }
}

/// Returns where the state directory is.
///
/// # Errors
/// The environment does not say.
pub(crate) fn state_place() -> Result<PathBuf, String> {
    let given = std::env::var_os("XDG_STATE_HOME");
    let home = std::env::var_os("HOME");
    state::place(given.as_deref(), home.as_deref()).map_err(|error| error.to_string())
}

/// Returns the path that the address of a ledger names.
fn path_of(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite://").unwrap_or(url);
    path.starts_with('/').then(|| PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_absolute_paths() {
        let cases = [
            (
                "/var/lib/algen/ledger.sqlite3",
                Some("/var/lib/algen/ledger.sqlite3"),
            ),
            ("sqlite:///srv/l.db", Some("/srv/l.db")),
            ("sqlite://l.db", None),
            ("l.db", None),
            ("postgres://localhost/l", None),
            ("", None),
        ];
        for (url, expected) in cases {
            assert_eq!(path_of(url), expected.map(PathBuf::from), "{url}");
        }
    }
}
