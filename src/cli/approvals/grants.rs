//! `algen approvals grants` and `revoke`.

use algen_core::governance::grant::{Grant, GrantId};
use algen_core::governance::ledger::LedgerError;

use super::{now, unknown};
use crate::cli::arguments::{ApprovalsGrantsArguments, ApprovalsRevokeArguments, ScopeOptions};
use crate::cli::ledger::{LedgerAccess, person, unusable};
use crate::cli::log::cut;
use crate::cli::{Program, give};
use crate::exit::Exit;
use crate::render::approvals::{GrantList, grants, grants_json, is_in_force};
use crate::render::report::counted;
use crate::ui::Ui;

/// The latest grants that are looked at: each was made by a person's key.
const LOOKED_AT_MAX: u32 = 100_000;

/// Lists grants.
pub(super) fn list(arguments: &ApprovalsGrantsArguments, program: &Program) -> Exit {
    match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access.run(listed(&access, arguments, &program.ui)),
        Err(exit) => exit,
    }
}

async fn listed(access: &LedgerAccess, arguments: &ApprovalsGrantsArguments, ui: &Ui) -> Exit {
    let namespace = access.namespace(&arguments.scope);
    let now = now();
    let mut found = match access.ledger.list_grants(namespace, LOOKED_AT_MAX).await {
        Ok(found) => found,
        Err(error) => return unusable(&error, ui),
    };
    found.retain(|grant| arguments.ended || is_in_force(grant, now));
    let truncated = cut(&mut found, arguments.limit);
    let list = GrantList {
        grants: &found,
        truncated,
        all_namespaces: namespace.is_none(),
        now,
    };
    let text = match arguments.json {
        true => grants_json(&list),
        false => grants(&list, &ui.stdout_style()),
    };
    if found.is_empty() {
        ui.say("nothing is granted");
    }
    if truncated {
        ui.say("there are more: raise --limit");
    }
    give(ui, &text, Exit::Done)
}

/// Ends one grant, or all of a project. Less is allowed afterwards, so nobody is asked.
pub(super) fn revoke(arguments: &ApprovalsRevokeArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let access = match LedgerAccess::find(&arguments.ledger, program) {
        Ok(access) => access,
        Err(exit) => return exit,
    };
    access.run(async {
        let revoked = match &arguments.id {
            Some(id) => revoke_one(&access, id, ui).await,
            None => revoke_all(&access, ui).await,
        };
        revoked.unwrap_or_else(|error| unusable(&error, ui))
    })
}

async fn revoke_one(access: &LedgerAccess, id: &str, ui: &Ui) -> Result<Exit, LedgerError> {
    // To look first makes no ledger where there is none.
    let found = access.ledger.list_grants(None, LOOKED_AT_MAX).await?;
    if !found.iter().any(|grant| grant.id.0 == id) {
        let names = found.iter().map(|grant| grant.id.0.as_str());
        return Ok(unknown("grant", id, names, ui));
    }
    let id = GrantId(id.to_owned());
    access.ledger.revoke_grant(&id, &person()).await?;
    ui.say(&format!("revoked: {id}"));
    Ok(Exit::Done)
}

async fn revoke_all(access: &LedgerAccess, ui: &Ui) -> Result<Exit, LedgerError> {
    let namespace = access.namespace(&ScopeOptions::default());
    let now = now();
    let mut found = access.ledger.list_grants(namespace, LOOKED_AT_MAX).await?;
    found.retain(|grant: &Grant| is_in_force(grant, now));
    let person = person();
    for grant in &found {
        access.ledger.revoke_grant(&grant.id, &person).await?;
    }
    ui.say(&format!("revoked: {}", counted(found.len(), "grant")));
    Ok(Exit::Done)
}
