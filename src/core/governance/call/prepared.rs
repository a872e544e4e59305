//! A call whose whole plan is known: what a person decides about.

use std::any::Any;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

use super::authorized::Authorized;
use super::targeted::Targeted;
use crate::governance::approval::{NewApproval, Question, QuestionSource};
use crate::governance::ledger::CallDigests;
use crate::model::SideEffect;

/// What a tool prepared by looking, before anything was sent.
#[derive(Default)]
pub struct Plan {
    /// What will be done, in lines of text for the person who is asked.
    pub preview: Option<String>,
    /// A word of at most 40 characters that has to be typed.
    pub confirm: Option<String>,
    /// What invoking receives.
    pub payload: Option<Box<dyn Any + Send + Sync>>,
}

impl fmt::Debug for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let preview = self.preview.as_ref().map(String::len);
        formatter
            .debug_struct("Plan")
            .field("preview_bytes", &preview)
            .field("confirm", &self.confirm)
            .finish_non_exhaustive()
    }
}

/// A call whose whole plan is known.
#[derive(Debug)]
pub struct Prepared {
    pub(super) targeted: Targeted,
    pub(super) plan: Plan,
    pub(super) preview_digest: Option<String>,
    pub(super) digests: CallDigests,
    pub(super) argument_names: Vec<String>,
}

impl Prepared {
    /// Returns the call as it was authorized.
    pub fn authorized(&self) -> &Authorized {
        &self.targeted.authorized
    }

    /// Returns the call as it was targeted.
    pub fn targeted(&self) -> &Targeted {
        &self.targeted
    }

    /// Returns what the call is bound to.
    pub fn digests(&self) -> &CallDigests {
        &self.digests
    }

    /// Returns the digest of the preview and its bytes, where the tool has one.
    pub fn preview(&self) -> Option<(&str, usize)> {
        let digest = self.preview_digest.as_deref()?;
        let bytes = self.plan.preview.as_ref()?.len();
        Some((digest, bytes))
    }

    /// Returns the question, where somebody asks one.
    pub fn question(&self) -> Option<Question> {
        let authorized = self.authorized();
        let sources = authorized.question_sources();
        if sources.is_empty() {
            return None;
        }
        let effect = authorized.governed.side_effect;
        let asks_itself = sources.contains(&QuestionSource::Tool);
        Some(Question {
            tool: authorized.spec.name.clone(),
            agent: authorized.agent.clone(),
            identity: authorized.request.identity.clone(),
            side_effect: effect,
            sources,
            arguments: authorized.request.arguments.clone(),
            target: self.targeted.target.text.clone(),
            preview: self.plan.preview.clone(),
            confirm: self.plan.confirm.clone(),
            fingerprint: self.digests.fingerprint.clone(),
            may_grant: effect != SideEffect::Destructive && !asks_itself,
            exact_only: exact_only(authorized),
            wait: Duration::from_secs(authorized.approval_seconds),
        })
    }

    /// Returns the question as the ledger keeps it.
    pub(super) fn new_approval(&self, question: Question) -> NewApproval {
        NewApproval {
            namespace: self.authorized().namespace.clone(),
            request_digest: self.digests.request.clone(),
            contract_digest: self.digests.contract.clone(),
            target_digest: self.targeted.target_digest(),
            question,
        }
    }
}

/// Returns the fields whose free text is run as a command.
fn exact_only(authorized: &Authorized) -> Vec<String> {
    let runs = |name: &String| matches!(name.as_str(), "shell.execute");
    if !authorized.governed.capabilities.iter().any(runs) {
        return Vec::new();
    }
    let free = authorized.spec.free_form.iter();
    free.map(|field| field.rsplit('.').next().unwrap_or(field).to_owned())
        .collect()
}

/// Returns the names of arguments, sorted, for the ledger.
pub(super) fn argument_names(arguments: &Value) -> Vec<String> {
    let mut names: Vec<String> = arguments
        .as_object()
        .map(Map::keys)
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    names.sort_unstable();
    names
}
