//! A declared query as a tool: binds before anything opens, and commits after its rows are checked.

use std::sync::Arc;
use std::time::Duration;

use algen_core::governance::call::{Authorized, Reserved, Target};
use algen_core::governance::ledger::BoxFuture;
use algen_engine::runtime::{Tool, ToolAnswer, ToolContext, ToolError};
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
    fn read(&self, statement: Statement, rows: RowReader, time: Duration) -> Answer<'_, RowReader>;

    /// Runs a statement in a transaction of its own and leaves that open. Where it fails, the
    /// transaction is rolled back.
    fn change(
        &self,
        statement: Statement,
        rows: RowReader,
        time: Duration,
    ) -> Answer<'_, (RowReader, Box<dyn Change>)>;
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
    ) -> Result<ToolAnswer, ToolError> {
        let key = &call.key().text;
        let statement = self.plan.bind(call.arguments(), call.identity(), key)?;
        let max_rows = match self.plan.max_rows {
            Some(most) => most,
            None => self.client.max_rows().await?,
        };
        let rows = RowReader::new(&self.plan.row, max_rows, context.rows());
        let time = context.remaining();
        if !self.plan.writes {
            let rows = self.client.read(statement, rows, time).await?;
            return rows.finish().map_err(ToolError::Rejected);
        }
        let (rows, change) = self.client.change(statement, rows, time).await?;
        let ready = match self.plan.row.is_empty() {
            true => Ok(json!({"rows_affected": change.rows_affected()}).into()),
            false => rows.finish().map_err(ToolError::Rejected),
        };
        let sent = match ready {
            Ok(answer) => context.sending().await.map(|()| answer),
            Err(error) => Err(error),
        };
        match sent {
            Ok(answer) => {
                change.commit().await?;
                Ok(answer)
            }
            Err(error) => {
                change.roll_back().await;
                Err(error)
            }
        }
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
    ) -> BoxFuture<'a, Result<ToolAnswer, ToolError>> {
        Box::pin(self.run(call, context))
    }
}
