//! What a caller asks for.

use serde_json::Value;

use super::authorized::Authorized;
use crate::governance::arguments::InputSchema;
use crate::governance::authorize::{Governance, Governed};
use crate::governance::guard::Guardrails;
use crate::governance::identity::{CallId, CallIdentity, Key};
use crate::governance::outcome::Failure;
use crate::governance::refusal::{Refusal, RefusalKind};
use crate::registry::RegisteredTool;

/// The most characters of an idempotency key.
pub(super) const KEY_CHARS_MAX: usize = 256;

/// A call as it was asked for. Nothing about it has been checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Its name.
    pub call: CallId,
    /// The arguments.
    pub arguments: Value,
    /// Whom it is made for.
    pub identity: CallIdentity,
    /// Its key.
    pub key: Key,
    /// Whether an unresolved entry of the same request under another key does not count.
    pub again: bool,
    /// Whether a stand-in answers instead of the service.
    pub fake: bool,
}

impl Request {
    /// Authorizes, validates and guards a call: the rules, the arguments against the schema, the
    /// rules again for the variant that the arguments select, and the guardrails.
    ///
    /// # Errors
    /// The first rule that refuses; of the arguments every problem.
    pub fn authorize(
        self,
        tool: &RegisteredTool,
        input: &InputSchema,
        governance: &Governance<'_>,
    ) -> Result<Authorized, Box<Refusal>> {
        self.check_key()?;
        let spec = &tool.spec;
        // Without the permission for the tool nothing is said about its arguments.
        governance.first_refusal(tool)?;
        input.validate(&self.arguments).map_err(|problems| {
            let failure = Failure::new(
                "invalid-arguments",
                format!("the arguments do not fit `{}`", spec.name),
            );
            let mut refusal = Refusal::new(RefusalKind::Input, failure);
            refusal.details = problems.problems.iter().map(ToString::to_string).collect();
            if problems.left_out > 0 {
                let more = format!("{} more problems", problems.left_out);
                refusal.details.push(more);
            }
            refusal.help(format!(
                "`algen describe {}` shows what it takes.",
                spec.name
            ))
        })?;
        let governed = Governed::of(spec, &self.arguments);
        let spoken = governance.rules(tool, &governed);
        Refusal::of_rules(&spoken)?;
        let guardrails = Guardrails::around_tools(&governance.agent.guardrail_policy);
        self.guard(&guardrails, &spec.input_schema)?;
        let limits = governance.limits(&spec.name);
        Ok(Authorized {
            request: self,
            spec: spec.clone(),
            governed,
            agent: governance.agent.name.value.clone(),
            namespace: governance.namespace.to_owned(),
            guardrails,
            limits: limits.into_iter().map(|(rate, _)| rate.value).collect(),
            approval_seconds: u64::try_from(governance.agent.approval_policy.expires_seconds)
                .unwrap_or(0),
            other_user_approves: governance.requires_other_user(),
            spoken,
            egress: governance.egress(),
        })
    }

    fn check_key(&self) -> Result<(), Box<Refusal>> {
        let text = &self.key.text;
        let fits = !text.is_empty()
            && text.chars().count() <= KEY_CHARS_MAX
            && !text.chars().any(char::is_control);
        if fits {
            return Ok(());
        }
        let message =
            format!("a key is 1 to {KEY_CHARS_MAX} characters without control characters");
        let failure = Failure::new("invalid-key", message).about("idempotency_key");
        Err(Refusal::new(RefusalKind::Input, failure))
    }

    fn guard(&self, guardrails: &Guardrails, schema: &Value) -> Result<(), Box<Refusal>> {
        let findings = guardrails.look(schema, &self.arguments);
        let Some(first) = findings.first() else {
            return Ok(());
        };
        let message = format!(
            "the guardrail `{}` would change the arguments",
            first.guardrail
        );
        let failure = Failure::new("guardrail", message).about(first.pointer.clone());
        let mut refusal = Refusal::new(RefusalKind::Policy, failure);
        refusal.details = findings.iter().map(ToString::to_string).collect();
        let line = guardrails.without(first.guardrail);
        Err(refusal.help(format!("To let such calls pass, add to the agent: {line}")))
    }
}
