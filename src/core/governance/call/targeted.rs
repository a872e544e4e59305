//! A call that knows where it goes, and what the ledger knows of its key.

use serde_json::Value;

use super::authorized::Authorized;
use super::prepared::{Plan, Prepared, argument_names};
use crate::governance::canonical::digest;
use crate::governance::fingerprint::{self, text_digest};
use crate::governance::identity::{Key, Scope};
use crate::governance::ledger::{CallDigests, Entry, Ledger, LedgerError};
use crate::governance::outcome::{Failure, State};
use crate::governance::refusal::{Refusal, RefusalKind};
use crate::model::SideEffect;

/// Where a call goes, without secrets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Target {
    /// A canonical text, as `smtp://mail.example.com:587 from ada@example.com`; `None` where the
    /// tool reaches nothing outside this process.
    pub text: Option<String>,
    /// The hosts that it reaches, for `egress`.
    pub hosts: Vec<String>,
}

/// A call that knows where it goes.
#[derive(Clone, PartialEq, Debug)]
pub struct Targeted {
    pub(super) authorized: Authorized,
    pub(super) target: Target,
    pub(super) contract: String,
    pub(super) request: String,
}

/// What the ledger says about a call before anything is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Standing {
    /// It may go on.
    New,
    /// It was done: what is recorded is the answer, and nobody is asked.
    Replay(Box<Entry>),
    /// Another process is about it.
    Held(Box<Entry>),
    /// It may not go on.
    Refused(Box<Refusal>),
}

impl Targeted {
    /// Returns the call as it was authorized.
    pub fn authorized(&self) -> &Authorized {
        &self.authorized
    }

    /// Returns where the call goes.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Returns where the key is unique.
    pub fn scope(&self) -> Scope {
        let identity = &self.authorized.request.identity;
        Scope {
            namespace: self.authorized.namespace.clone(),
            tenant: identity.tenant_id.clone().unwrap_or_default(),
        }
    }

    /// Returns the key.
    pub fn key(&self) -> &Key {
        &self.authorized.request.key
    }

    /// Tells whether the call is recorded before it is done: one that changes something, and one
    /// whose calls are counted.
    pub(super) fn is_reserved(&self) -> bool {
        self.authorized.governed.writes() || !self.authorized.limits.is_empty()
    }

    /// Looks the key up, and other entries of the same request.
    ///
    /// # Errors
    /// The ledger does not answer. For a call that only reads this is no reason to stop.
    pub async fn standing(&self, ledger: &dyn Ledger) -> Result<Standing, LedgerError> {
        let governed = &self.authorized.governed;
        if governed.side_effect == SideEffect::None && !self.is_reserved() {
            return Ok(Standing::New);
        }
        let scope = self.scope();
        let key = self.key();
        if key.given
            && let Some(entry) = ledger.find(&scope, &key.text).await?
        {
            return Ok(self.judge(entry));
        }
        if governed.writes()
            && !self.authorized.request.again
            && let Some(entry) = ledger.unresolved(&scope, &self.request).await?
        {
            return Ok(Standing::Refused(unresolved(&entry)));
        }
        Ok(Standing::New)
    }

    /// Judges the entry that has the key.
    pub(super) fn judge(&self, entry: Entry) -> Standing {
        if entry.digests.request != self.request {
            return Standing::Refused(key_reused(&entry));
        }
        match entry.state {
            _ if !self.authorized.governed.writes() => Standing::New,
            State::Rejected | State::NotAttempted | State::NotDone => Standing::New,
            State::Done => Standing::Replay(Box::new(entry)),
            State::Reserved | State::Sending => Standing::Held(Box::new(entry)),
            State::Unknown => Standing::Refused(unresolved(&entry)),
        }
    }

    /// Takes what the tool prepared.
    pub fn prepare(self, plan: Plan) -> Prepared {
        let preview_digest = plan.preview.as_deref().map(text_digest);
        let authorized = &self.authorized;
        let fingerprint = fingerprint::Plan {
            namespace: &authorized.namespace,
            agent: &authorized.agent,
            tool: &authorized.spec.name,
            contract: &self.contract,
            arguments: &authorized.request.arguments,
            identity: &authorized.request.identity,
            target: self.target.text.as_deref(),
            preview: preview_digest.as_deref(),
        }
        .fingerprint();
        let digests = CallDigests {
            contract: self.contract.clone(),
            arguments: digest(&authorized.request.arguments),
            request: self.request.clone(),
            fingerprint,
        };
        Prepared {
            argument_names: argument_names(&authorized.request.arguments),
            targeted: self,
            plan,
            preview_digest,
            digests,
        }
    }

    /// Returns the digest of the target, for grants.
    pub(super) fn target_digest(&self) -> String {
        digest(&Value::from(self.target.text.as_deref()))
    }
}

/// Says that a key belongs to another request.
fn key_reused(entry: &Entry) -> Box<Refusal> {
    let message = format!(
        "the key belongs to another request, of `{}`: {}",
        entry.tool, entry.call
    );
    let failure = Failure::new("key-reused", message).about("idempotency_key");
    Refusal::new(RefusalKind::Input, failure)
        .help("Use another key, or repeat that call with the same arguments.")
}

/// Says that an earlier outcome of the same request is unknown.
pub(super) fn unresolved(entry: &Entry) -> Box<Refusal> {
    let message = format!(
        "whether the same call happened before is not known: {}",
        entry.call
    );
    let failure = Failure::new("outcome-unknown", message);
    Refusal::new(RefusalKind::Unresolved, failure).help(format!(
        "Find out, then `algen log resolve {} --as done` or `--as not-done`; `--again` calls it \
         regardless.",
        entry.call
    ))
}

impl Standing {
    /// Returns the refusal of a call whose key another process still holds after the wait.
    pub fn refuse_held(entry: &Entry) -> Box<Refusal> {
        let message = format!(
            "another process holds this key: {} on {}, call {}",
            entry.owner.process, entry.owner.host, entry.call
        );
        let failure = Failure::new("key-held", message);
        Refusal::new(RefusalKind::Unresolved, failure).help(format!(
            "`algen log show {}` tells how it ended.",
            entry.call
        ))
    }
}
