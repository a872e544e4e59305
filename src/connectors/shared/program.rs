//! Programs that tools run: their environment in settings, and what comes back from them.

use algen_core::config::{Given, Map};
use algen_core::governance::preset::RESULT_BYTES;

use super::schema::{Schema, boolean, number, object, string, whole};

/// A program's environment: exactly these variables, each written out or referred to.
pub(crate) type Environment = Map<Given<String>>;

/// Seconds that a tool waits for a program beyond the program's own limit, to collect its output.
pub(crate) const GRACE_SECONDS: f64 = 5.0;

/// What JSON may make of one byte of output: `\u0001`.
const ESCAPED_BYTES: u64 = 6;

/// Returns the largest result of a tool whose program may print so many bytes.
pub(crate) fn escaped(output_bytes: i64) -> u64 {
    u64::try_from(output_bytes)
        .unwrap_or(0)
        .saturating_mul(ESCAPED_BYTES)
}

/// Returns the largest result of a tool whose foreign content may have so many bytes: what other
/// tools have, and more only where the deployment lets in more.
pub(crate) fn result_bytes(content_bytes: i64) -> u64 {
    match u64::try_from(content_bytes) {
        Ok(bytes) if bytes > RESULT_BYTES => escaped(content_bytes),
        _ => RESULT_BYTES,
    }
}

/// How a program ended, and what it printed.
pub(crate) fn process_result() -> Schema {
    object(
        [
            ("exit_code", whole().nullable()),
            ("stdout", string()),
            ("stderr", string()),
            ("truncated", boolean()),
            ("timed_out", boolean()),
            ("canceled", boolean()),
            ("duration_seconds", number()),
            ("budget_exceeded", boolean().default(false)),
        ],
        &[
            "exit_code",
            "stdout",
            "stderr",
            "truncated",
            "timed_out",
            "canceled",
            "duration_seconds",
        ],
    )
    .described("How the program ended and what it printed, cut to the output limit.")
}
