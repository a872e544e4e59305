//! Grants: remembered, used and revoked.

use std::time::Duration;

use algen_core::governance::grant::{Grant, GrantId, NewGrant};
use algen_core::governance::identity::{CallId, Person};
use algen_core::governance::ledger::{Intent, LedgerError};
use serde_json::json;
use sqlx::query::Query;
use sqlx::sqlite::SqliteConnection;

use super::SqliteLedger;
use super::change::{Change, EventKind};
use super::failure::meaning;
use super::grant_row::GrantRow;
use super::row::to_json;
use super::statements::grant;

impl SqliteLedger {
    /// See [`Ledger::grants`](algen_core::governance::ledger::Ledger::grants).
    pub(super) async fn grants_covering(
        &self,
        names: [&str; 4],
    ) -> Result<Vec<Grant>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(Vec::new());
        };
        let query = sqlx::query(grant::COVERING);
        let rows = names
            .into_iter()
            .fold(query, Query::bind)
            .fetch_all(&mut opened.connection)
            .await
            .map_err(|error| meaning(&error))?;
        let now = self.machine.now();
        let mut grants = Vec::new();
        for row in rows {
            let row = GrantRow::read(&row)?;
            if row.holds(&now) {
                grants.push(row.grant);
            }
        }
        Ok(grants)
    }

    /// See [`Ledger::add_grant`](algen_core::governance::ledger::Ledger::add_grant).
    pub(super) async fn remember_grant(&self, new: &NewGrant) -> Result<GrantId, LedgerError> {
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        let id = change.new_name(grant::BY_ID).await?;
        let expires = change.now.after(Duration::from_secs(new.seconds));
        let now = change.now.wall;
        sqlx::query(grant::INSERT)
            .bind(&id)
            .bind(&new.namespace)
            .bind(&new.agent)
            .bind(&new.tool)
            .bind(&new.contract_digest)
            .bind(&new.target_digest)
            .bind(to_json(&new.patterns)?)
            .bind(&new.fixed_digest)
            .bind(to_json(&new.person)?)
            .bind(now)
            .bind(expires.wall)
            .bind(&expires.boot)
            .bind(expires.boot_clock)
            .bind(i64::from(new.uses))
            .execute(change.connection())
            .await
            .map_err(|error| meaning(&error))?;
        let details = json!({"tool": new.tool, "agent": new.agent, "uses": new.uses});
        let kind = EventKind::GrantAdded;
        change.tell(&new.namespace, kind, &id, details).await?;
        change.commit().await?;
        Ok(GrantId(id))
    }

    /// Ends a grant before its time; one that has ended is left as it is.
    ///
    /// # Errors
    /// [`LedgerError::NotFound`] where there is none of that name.
    pub async fn revoke_grant(&self, id: &GrantId, person: &Person) -> Result<Grant, LedgerError> {
        let mut opened = self.writing().await?;
        let mut change = self.begin(&mut opened).await?;
        let row = change.grant(&id.0).await?;
        if row.grant.revoked_at.is_some() {
            return Ok(row.grant);
        }
        let now = change.now.wall;
        sqlx::query(grant::REVOKE)
            .bind(&id.0)
            .bind(now)
            .bind(to_json(person)?)
            .execute(change.connection())
            .await
            .map_err(|error| meaning(&error))?;
        let details = json!({"person": person});
        let kind = EventKind::GrantRevoked;
        change
            .tell(&row.grant.namespace, kind, &id.0, details)
            .await?;
        let row = change.grant(&id.0).await?;
        change.commit().await?;
        Ok(row.grant)
    }

    /// Returns grants, the latest first, of one namespace or of all; those that have ended too.
    ///
    /// # Errors
    /// Says why the ledger cannot be read.
    pub async fn list_grants(
        &self,
        namespace: Option<&str>,
        limit: u32,
    ) -> Result<Vec<Grant>, LedgerError> {
        let Some(mut opened) = self.reading().await? else {
            return Ok(Vec::new());
        };
        let rows = sqlx::query(grant::LIST)
            .bind(namespace.unwrap_or_default())
            .bind(i64::from(limit))
            .fetch_all(&mut opened.connection)
            .await
            .map_err(|error| meaning(&error))?;
        let rows = rows.iter().map(GrantRow::read);
        rows.map(|row| row.map(|row| row.grant)).collect()
    }
}

impl Change<'_> {
    /// Takes one use of a grant; tells whether there was one.
    pub(super) async fn use_grant(
        &mut self,
        id: &GrantId,
        intent: &Intent,
        call: &CallId,
    ) -> Result<bool, LedgerError> {
        let Some(row) = by_id(self.connection(), &id.0).await? else {
            return Ok(false);
        };
        let fits = row.holds(&self.now)
            && row.grant.namespace == intent.scope.namespace
            && row.grant.agent == intent.agent
            && row.grant.tool == intent.tool
            && row.grant.contract_digest == intent.digests.contract;
        if !fits {
            return Ok(false);
        }
        sqlx::query(grant::USE)
            .bind(&id.0)
            .execute(self.connection())
            .await
            .map_err(|error| meaning(&error))?;
        let details = json!({"call": call});
        let kind = EventKind::GrantUsed;
        self.tell(&row.grant.namespace, kind, &id.0, details)
            .await?;
        Ok(true)
    }

    async fn grant(&mut self, id: &str) -> Result<GrantRow, LedgerError> {
        let row = by_id(self.connection(), id).await?;
        row.ok_or(LedgerError::NotFound)
    }
}

async fn by_id(
    connection: &mut SqliteConnection,
    id: &str,
) -> Result<Option<GrantRow>, LedgerError> {
    let row = sqlx::query(grant::BY_ID)
        .bind(id)
        .fetch_optional(connection)
        .await
        .map_err(|error| meaning(&error))?;
    row.map(|row| GrantRow::read(&row)).transpose()
}
