//! `algen log verify` and `algen log head`: whether the ledger is as it was written.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use algen_core::governance::ledger::LedgerError;
use algen_engine::ledger::Head;
use serde::Deserialize;

use crate::cli::arguments::{LogHeadArguments, LogVerifyArguments};
use crate::cli::ledger::{LedgerAccess, fails, unusable};
use crate::cli::{Program, give};
use crate::exit::Exit;
use crate::render::log as render;
use crate::ui::Ui;

/// The most bytes of a file with heads.
const HEADS_BYTES_MAX: u64 = 8 << 20;

/// The form of a file with heads.
const SCHEMA: &str = "algen.heads/1";

/// Verifies the ledger.
pub(super) fn run(arguments: &LogVerifyArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let heads = match arguments.head.as_deref().map(|path| read(path, ui)) {
        None => Vec::new(),
        Some(Ok(heads)) => heads,
        Some(Err(problem)) => return fails(&problem, Exit::NotRun, ui),
    };
    let access = match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access,
        Err(exit) => return exit,
    };
    access.run(async {
        let report = match access.ledger.verify(&heads).await {
            Ok(report) => report,
            Err(error @ LedgerError::Damaged(_)) => {
                return fails(&error.to_string(), Exit::No, ui);
            }
            Err(error) => return unusable(&error, ui),
        };
        let text = match arguments.json {
            true => render::verification_json(&report),
            false => render::verification(&report),
        };
        let exit = match report.is_whole() {
            true => Exit::Done,
            false => Exit::No,
        };
        give(ui, &text, exit)
    })
}

/// Prints the heads of the ledger.
pub(super) fn head(arguments: &LogHeadArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let access = match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access,
        Err(exit) => return exit,
    };
    access.run(async {
        let mut heads = match access.ledger.heads().await {
            Ok(heads) => heads,
            Err(error) => return unusable(&error, ui),
        };
        if let Some(namespace) = access.namespace(&arguments.scope) {
            heads.retain(|head| head.namespace == namespace);
        }
        give(ui, &render::heads(&heads), Exit::Done)
    })
}

/// Reads heads that were kept elsewhere.
fn read(path: &Path, ui: &Ui) -> Result<Vec<Head>, String> {
    let shown = path.display();
    let bytes = match path == Path::new("-") {
        true => ui
            .read(HEADS_BYTES_MAX)
            .map_err(|problem| problem.to_string())?,
        false => file(path).map_err(|problem| format!("cannot read {shown}: {problem}"))?,
    };
    let problem =
        || format!("{shown} does not hold what `algen log head` prints: a document of {SCHEMA}");
    heads(&bytes).ok_or_else(problem)
}

fn file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    // More than this is no document of ours, and does not end as one.
    file.take(HEADS_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a document with heads; `None` where it is none.
fn heads(bytes: &[u8]) -> Option<Vec<Head>> {
    #[derive(Deserialize)]
    struct Document {
        schema: String,
        heads: Vec<Head>,
    }
    let document: Document = serde_json::from_slice(bytes).ok()?;
    // The text of a head is read strictly.
    let heads = document.heads.iter();
    let heads = heads.map(|head| head.to_string().parse().ok());
    let heads: Option<Vec<Head>> = heads.collect();
    heads.filter(|_| document.schema == SCHEMA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_documents_with_heads_are_read() {
        let head = Head {
            namespace: "billing prod".to_owned(),
            writer: "here".to_owned(),
            sequence: 3,
            hash: "ab".repeat(32),
        };
        let whole = render::heads(std::slice::from_ref(&head));
        assert_eq!(heads(whole.as_bytes()), Some(vec![head]));
        assert_eq!(heads(render::heads(&[]).as_bytes()), Some(Vec::new()));
        for (name, text) in [
            ("nothing", String::new()),
            ("half", whole.get(..40).unwrap_or_default().to_owned()),
            ("another document", whole.replace("heads/1", "log/1")),
            ("no hash", whole.replace("abab", "xx")),
            ("another sequence", whole.replace('3', "-3")),
        ] {
            assert_eq!(heads(text.as_bytes()), None, "{name}");
        }
    }
}
