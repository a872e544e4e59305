//! The tool of Git.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::kit::{Gate, Kit};
use crate::shared::program::{GRACE_SECONDS, process_result, result_bytes};
use crate::shared::schema::{boolean, integer, list_within, object, one_of, text};

const READS: &[&str] = &["status", "diff", "log", "show"];
const WRITES: &[&str] = &["add", "commit"];

/// Looks or, where `writing` is not closed, also changes; the governance follows the operation.
pub(super) fn git(kit: &Kit<'_>, writing: &Gate, seconds: f64, output_bytes: i64) -> ToolSpec {
    let deadline = seconds + GRACE_SECONDS;
    let mut operations = READS.to_vec();
    let mut variants = vec![kit.variant(
        Preset::ONCE,
        "operation",
        READS,
        &["process.execute", "git.read"],
        None,
    )];
    let mut writes = "";
    if *writing != Gate::Closed {
        operations.extend(WRITES);
        variants.push(kit.variant(
            Preset::WRITE,
            "operation",
            WRITES,
            &["process.execute", "git.write"],
            writing.requires(),
        ));
        writes = " add stages exactly the named paths, deletions too; commit takes everything \
                  that is staged, whoever staged it, and needs a message.";
    }
    ToolSpec {
        result_bytes: result_bytes(output_bytes),
        variants,
        ..kit.tool(
            Preset::ONCE.timeout(deadline),
            "git",
            &["process.execute", "git.read"],
            format!(
                "Look at one Git working tree: status, diff (staged for the index), log and show, \
                 for a revision and paths where they apply.{writes} There is no push, reset or \
                 checkout. {FOREIGN}"
            ),
            object(
                [
                    ("operation", one_of(&operations)),
                    (
                        "paths",
                        list_within(text(1, 4096), 1, 1000).optional().described(
                            "Paths inside the working tree, taken literally; all where absent.",
                        ),
                    ),
                    (
                        "revision",
                        text(1, 256)
                            .optional()
                            .described("For diff, log and show; the last two default to HEAD."),
                    ),
                    ("staged", boolean().default(false)),
                    ("message", text(1, 65_536).optional()),
                    (
                        "max_count",
                        integer(1, 100)
                            .default(10)
                            .described("Most commits of log."),
                    ),
                ],
                &["operation"],
            ),
            process_result(),
        )
    }
}
