//! A database that is none: a query gets a few rows of its declared types, made up and always the
//! same, and a write changes one row of nothing.

use std::time::Duration;

use algen_core::governance::call::Target;
use algen_core::governance::ledger::BoxFuture;
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::ToolError;

use super::plan::Statement;
use super::rows::{RowReader, RowSink as _};
use super::tool::{Answer, Change, Client};

/// Rows that a query gives, where its limit lets it.
const ROWS: u64 = 3;

/// The stand-in of a database.
pub(crate) struct FakeClient {
    /// The most rows of a query that sets no limit itself.
    pub(crate) max_rows: u64,
}

impl FakeClient {
    /// Gives this many rows, as far as the query takes them.
    fn fill(rows: &mut RowReader, count: u64) -> Result<(), ToolError> {
        for number in 1..=count.min(rows.max_rows()) {
            let made = rows.made_up(number).map_err(ToolError::refused)?;
            let cells: Vec<_> = made.iter().map(super::rows::Made::cell).collect();
            rows.take(&cells).map_err(unlike)?;
        }
        Ok(())
    }
}

/// Says that a made-up value does not fit its column: its schema asks for more than is known here.
fn unlike(failure: Failure) -> ToolError {
    let message = format!("the stand-in finds no fit row: {}", failure.message);
    ToolError::refused(Failure { message, ..failure })
}

impl Client for FakeClient {
    fn target(&self) -> Answer<'_, Target> {
        Box::pin(std::future::ready(Ok(Target::default())))
    }

    fn max_rows(&self) -> Answer<'_, u64> {
        Box::pin(std::future::ready(Ok(self.max_rows)))
    }

    fn read(&self, _: Statement, mut rows: RowReader, _: Duration) -> Answer<'_, RowReader> {
        Box::pin(async move {
            Self::fill(&mut rows, ROWS)?;
            Ok(rows)
        })
    }

    fn change(
        &self,
        _: Statement,
        mut rows: RowReader,
        _: Duration,
    ) -> Answer<'_, (RowReader, Box<dyn Change>)> {
        Box::pin(async move {
            if !rows.is_without_columns() {
                Self::fill(&mut rows, 1)?;
            }
            Ok((rows, Box::new(OneRow) as Box<dyn Change>))
        })
    }
}

/// A change of one row of nothing.
struct OneRow;

impl Change for OneRow {
    fn rows_affected(&self) -> u64 {
        1
    }

    fn commit(self: Box<Self>) -> Answer<'static, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn roll_back(self: Box<Self>) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }
}
