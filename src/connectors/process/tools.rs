//! The tool that runs any program.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::program::{GRACE_SECONDS, escaped, process_result};
use crate::shared::schema::{integer, list_within, map_within, number_up_to, object, text};

/// Longest single argument or variable, in characters: what Linux passes to a program.
const ARGUMENT_LIMIT: u64 = 131_072;

/// Seconds and bytes of a call that names none.
const DEFAULT_SECONDS: f64 = 60.0;
const DEFAULT_OUTPUT_BYTES: i64 = 65_536;

/// What a call may ask for at most.
#[derive(Clone, Copy)]
pub(super) struct Ceilings {
    /// Seconds that a program may run.
    pub(super) seconds: f64,
    /// Bytes that it may print.
    pub(super) output_bytes: i64,
}

pub(super) fn execute_command(kit: &Kit<'_>, ceilings: Ceilings) -> ToolSpec {
    let free_form = ["argv", "cwd", "env"];
    ToolSpec {
        result_bytes: escaped(ceilings.output_bytes),
        free_form: free_form.map(str::to_owned).to_vec(),
        ..kit.tool(
            Preset::EXTERNAL.timeout(ceilings.seconds + GRACE_SECONDS),
            "execute_command",
            &["process.execute"],
            format!(
                "Run one program with exactly these arguments, in this folder and with this \
                 environment; no shell reads them. The exit code, what was printed and whether \
                 time ran out come back; a failing program is a result, not an error. {FOREIGN}"
            ),
            object(
                [
                    (
                        "argv",
                        list_within(text(0, ARGUMENT_LIMIT), 1, 256).described(
                            "The program and its arguments; a bare name is looked up on the PATH \
                             in `env`.",
                        ),
                    ),
                    ("cwd", text(1, 4096).described("The folder to run in.")),
                    (
                        "env",
                        map_within(text(0, ARGUMENT_LIMIT), 256)
                            .described("The whole environment; nothing is inherited."),
                    ),
                    (
                        "timeout_seconds",
                        number_up_to(ceilings.seconds)
                            .above(0)
                            .default(ceilings.seconds.min(DEFAULT_SECONDS)),
                    ),
                    (
                        "max_output_bytes",
                        integer(0, ceilings.output_bytes)
                            .default(ceilings.output_bytes.min(DEFAULT_OUTPUT_BYTES)),
                    ),
                ],
                &["argv", "cwd", "env"],
            ),
            process_result(),
        )
    }
}
