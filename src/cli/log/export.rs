//! `algen log export`: everything that is recorded, as JSON lines.

use std::io;

use algen_engine::ledger::ExportError;

use crate::cli::Program;
use crate::cli::arguments::LogExportArguments;
use crate::cli::ledger::{LedgerAccess, fails, unusable};
use crate::exit::Exit;
use crate::ui::Ui;

/// Bytes of lines that are written at once.
const BATCH_BYTES: usize = 64 << 10;

/// Exports the ledger, a batch of lines at a time.
pub(super) fn run(arguments: &LogExportArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let access = match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access,
        Err(exit) => return exit,
    };
    access.run(async {
        let mut batch = String::new();
        let mut sink = |line: &str| {
            batch.push_str(line);
            batch.push('\n');
            match batch.len() >= BATCH_BYTES {
                true => write(&mut batch, ui),
                false => Ok(()),
            }
        };
        let namespace = access.namespace(&arguments.scope);
        let exported = access.ledger.export(namespace, &mut sink).await;
        let written = exported.and_then(|_| write(&mut batch, ui).map_err(ExportError::Sink));
        match written {
            Ok(()) => Exit::Done,
            Err(ExportError::Ledger(error)) => unusable(&error, ui),
            // Whoever reads has seen enough.
            Err(ExportError::Sink(problem)) if problem.kind() == io::ErrorKind::BrokenPipe => {
                Exit::Done
            }
            Err(ExportError::Sink(problem)) => {
                let problem = format!("cannot write to standard output: {problem}");
                fails(&problem, Exit::NotRun, ui)
            }
        }
    })
}

fn write(batch: &mut String, ui: &Ui) -> io::Result<()> {
    let written = ui.write_piece(batch.as_bytes());
    batch.clear();
    written
}
