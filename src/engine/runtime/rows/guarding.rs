//! Guards rows before anybody gets one of them.

use std::io::BufRead as _;

use algen_core::config::agent::InjectionResponse;
use algen_core::governance::guard::{Guarded, Guardrails};
use algen_core::governance::outcome::Failure;
use algen_core::registry::ToolSpec;
use serde_json::Value;
use tokio::task::yield_now;

use super::{RowSpool, RowWriter, Rows, lost};
use crate::runtime::cancellation::Cancellation;

/// The kind of rows that are withheld because somebody cancels.
pub(crate) const CANCELLED: &str = "cancelled";

/// Rows that are looked at before somebody who cancels is heard.
const BATCH: u64 = 256;

/// Rows on their way to the caller.
pub(crate) struct GuardedRows {
    /// The rows; nothing where they are withheld.
    pub(crate) rows: Option<Rows>,
    /// Whether guardrails changed any.
    pub(crate) redacted: bool,
    /// Why they are withheld.
    pub(crate) withheld: Option<Failure>,
}

/// Guards rows. Their size was bounded and their schema kept when they were made; that guardrails
/// make them longer is no reason to withhold them.
pub(crate) async fn guarded(
    rows: Rows,
    spec: &ToolSpec,
    guardrails: &Guardrails,
    spool: &RowSpool,
    cancellation: &Cancellation,
) -> GuardedRows {
    if !guardrails.look_at_results() {
        return GuardedRows {
            rows: Some(rows),
            redacted: false,
            withheld: None,
        };
    }
    // What was in a file goes into one.
    let spool = RowSpool {
        memory_bytes: 0,
        ..spool.clone()
    };
    let schema = spec.output_schema.get("items").unwrap_or(&Value::Null);
    let mut guarding = Guarding {
        schema,
        guardrails,
        passed: RowWriter::new(&spool, u64::MAX),
        redacted: false,
        flagged: false,
    };
    let done = guarding.pass(&rows, cancellation).await;
    let redacted = guarding.redacted;
    match done.and_then(|()| guarding.finish()) {
        Ok(rows) => GuardedRows {
            rows: Some(rows),
            redacted,
            withheld: None,
        },
        Err(failure) => GuardedRows {
            rows: None,
            redacted,
            withheld: Some(failure),
        },
    }
}

struct Guarding<'g> {
    schema: &'g Value,
    guardrails: &'g Guardrails,
    passed: RowWriter,
    redacted: bool,
    flagged: bool,
}

impl Guarding<'_> {
    async fn pass(&mut self, rows: &Rows, cancellation: &Cancellation) -> Result<(), Failure> {
        let unreadable = |error| lost(&error);
        let mut lines = rows.reader().map_err(unreadable)?;
        let mut line = Vec::new();
        loop {
            line.clear();
            lines.read_until(b'\n', &mut line).map_err(unreadable)?;
            if line.pop().is_none() {
                return Ok(());
            }
            self.pass_one(&line)?;
            if self.passed.count().is_multiple_of(BATCH) {
                yield_now().await;
                if cancellation.signal().is_some() {
                    let message = "the call was cancelled while guardrails looked at the rows";
                    return Err(Failure::new(CANCELLED, message));
                }
            }
        }
    }

    fn pass_one(&mut self, line: &[u8]) -> Result<(), Failure> {
        let row: Value = serde_json::from_slice(line)
            .map_err(|_| Failure::new("bug", "a row that was put aside is not JSON"))?;
        match self.guardrails.pass_part(self.schema, row) {
            Guarded::Withheld(failure) => Err(failure),
            Guarded::Passed {
                value,
                redacted,
                flagged,
            } => {
                self.redacted |= redacted;
                self.flagged |= flagged;
                self.passed.push(|text| {
                    match redacted {
                        // As it was made: numbers keep their digits.
                        false => text.extend_from_slice(line),
                        true => text.extend_from_slice(value.to_string().as_bytes()),
                    }
                    Ok(())
                })
            }
        }
    }

    fn finish(self) -> Result<Rows, Failure> {
        let flags = self.guardrails.injection() == InjectionResponse::Flag;
        Ok(Rows {
            is_flagged: self.flagged && flags,
            ..self.passed.into_rows()?
        })
    }
}
