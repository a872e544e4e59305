//! A declared query as a tool: binds before anything opens, and commits after its rows are checked.

use std::sync::Arc;
use std::time::Duration;

use algen_core::governance::call::{Authorized, Reserved, Target};
use algen_core::governance::deliver::ToolResult;
use algen_core::governance::ledger::BoxFuture;
use algen_engine::runtime::{Tool, ToolContext, ToolError};
use serde_json::json;

use super::plan::{QueryPlan, Statement};
use super::rows::RowReader;

/// What a client gives.
pub(crate) type Answer<'a, T> = BoxFuture<'a, Result<T, ToolError>>;

/// A database that runs statements. It opens late, at the first statement.
pub(crate) trait Client: Send + Sync {
    /// Says where it is, without secrets; opens nothing.
    fn target(&self) -> Answer<'_, Target>;

    /// Returns the most rows of a query that sets no limit itself.
    fn max_rows(&self) -> Answer<'_, u64>;

    /// Runs a query where nothing can be changed, within this time.
    fn read<'a>(
        &'a self,
        statement: &'a Statement,
        rows: &'a mut RowReader<'_>,
        time: Duration,
    ) -> Answer<'a, ()>;

    /// Runs a statement in a transaction of its own and leaves that open. Where it fails, the
    /// transaction is rolled back.
    fn change<'a>(
        &'a self,
        statement: &'a Statement,
        rows: Option<&'a mut RowReader<'_>>,
        time: Duration,
    ) -> Answer<'a, Box<dyn Change>>;
}

/// A transaction that waits for its end. One that is dropped never takes effect.
pub(crate) trait Change: Send {
    /// Returns how many rows it changes.
    fn rows_affected(&self) -> u64;

    /// Makes it take effect.
    fn commit(self: Box<Self>) -> Answer<'static, ()>;

    /// Takes it back.
    fn roll_back(self: Box<Self>) -> BoxFuture<'static, ()>;
}

/// A declared query.
pub(crate) struct DeclaredQuery<C> {
    plan: QueryPlan,
    client: Arc<C>,
}

impl<C: Client> DeclaredQuery<C> {
    /// Joins a plan and the client that runs it.
    pub(crate) fn new(plan: QueryPlan, client: &Arc<C>) -> Self {
        Self {
            plan,
            client: Arc::clone(client),
        }
    }

    async fn run(
        &self,
        call: &Reserved,
        context: &ToolContext<'_>,
    ) -> Result<ToolResult, ToolError> {
        let key = &call.key().text;
        let statement = self.plan.bind(call.arguments(), call.identity(), key)?;
        let max_rows = match self.plan.max_rows {
            Some(most) => most,
            None => self.client.max_rows().await?,
        };
        let max_bytes = call.authorized().spec().result_bytes;
        let columns = self.plan.row.as_deref();
        let mut rows = columns.map(|columns| RowReader::new(columns, max_rows, max_bytes));
        let time = context.remaining();
        if !self.plan.writes {
            let mut rows = rows.unwrap_or_else(|| RowReader::new(&[], max_rows, max_bytes));
            self.client.read(&statement, &mut rows, time).await?;
            return Ok(rows.finish().into());
        }
        let change = self.client.change(&statement, rows.as_mut(), time).await?;
        let affected = change.rows_affected();
        if let Err(error) = context.sending().await {
            change.roll_back().await;
            return Err(error);
        }
        change.commit().await?;
        let result = match rows {
            Some(rows) => rows.finish(),
            None => json!({"rows_affected": affected}),
        };
        Ok(result.into())
    }
}

impl<C: Client> Tool for DeclaredQuery<C> {
    fn target<'a>(&'a self, _: &'a Authorized) -> BoxFuture<'a, Result<Target, ToolError>> {
        self.client.target()
    }

    fn invoke<'a>(
        &'a self,
        call: &'a Reserved,
        context: &'a ToolContext<'a>,
    ) -> BoxFuture<'a, Result<ToolResult, ToolError>> {
        Box::pin(self.run(call, context))
    }
}
