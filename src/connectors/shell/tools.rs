//! The tool of the shell.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::program::{GRACE_SECONDS, process_result, result_bytes};
use crate::shared::schema::{record, text};

pub(super) fn run_shell(kit: &Kit<'_>, seconds: f64, output_bytes: i64) -> ToolSpec {
    ToolSpec {
        result_bytes: result_bytes(output_bytes),
        free_form: vec!["command".to_owned()],
        ..kit.tool(
            Preset::EXTERNAL.timeout(seconds + GRACE_SECONDS),
            "run_shell",
            &["process.execute", "shell.execute"],
            format!(
                "Run a script in a fresh shell that starts in a fixed folder; pipes and \
                 redirections work, and nothing is kept for the next call. The exit code, what was \
                 printed and whether time ran out come back; a failing script is a result, not an \
                 error. {FOREIGN}"
            ),
            record([(
                "command",
                text(1, 65_536).described("The script, as after `sh -c`."),
            )]),
            process_result(),
        )
    }
}
