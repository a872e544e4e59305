//! A call that its agent may make, with arguments that fit.

use serde_json::Value;

use super::request::Request;
use super::targeted::{Target, Targeted};
use crate::config::{HostPattern, Rate};
use crate::governance::approval::{FAKE_TARGET, QuestionSource};
use crate::governance::authorize::Governed;
use crate::governance::fingerprint::{contract_digest, request_digest};
use crate::governance::guard::Guardrails;
use crate::governance::outcome::Failure;
use crate::governance::refusal::{Refusal, RefusalKind};
use crate::governance::rule::{Spoken, question_sources};
use crate::registry::ToolSpec;
use crate::source::{Span, Spanned};

/// The hosts of one list of `egress`, where it is written, and whose it is.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::governance) struct EgressList {
    hosts: Vec<HostPattern>,
    pub(in crate::governance) place: Option<Span>,
    pub(in crate::governance) owner: &'static str,
}

impl EgressList {
    /// Takes a list as it is written.
    pub(in crate::governance) fn new(hosts: &[Spanned<HostPattern>], owner: &'static str) -> Self {
        Self {
            hosts: hosts.iter().map(|host| host.value.clone()).collect(),
            place: hosts.first().and_then(|host| host.span),
            owner,
        }
    }
}

/// A call that its agent may make, with arguments that fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Authorized {
    pub(super) request: Request,
    pub(super) spec: ToolSpec,
    pub(super) governed: Governed,
    pub(super) agent: String,
    pub(super) namespace: String,
    pub(super) guardrails: Guardrails,
    pub(super) limits: Vec<Rate>,
    pub(super) approval_seconds: u64,
    pub(super) other_user_approves: bool,
    pub(super) spoken: Vec<Spoken>,
    pub(super) egress: Vec<EgressList>,
}

impl Authorized {
    /// Returns the arguments.
    pub fn arguments(&self) -> &Value {
        &self.request.arguments
    }

    /// Returns the tool.
    pub fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    /// Returns the governance of this call.
    pub fn governed(&self) -> &Governed {
        &self.governed
    }

    /// Returns what looks at the result.
    pub fn guardrails(&self) -> &Guardrails {
        &self.guardrails
    }

    /// Returns what the rules said.
    pub fn spoken(&self) -> &[Spoken] {
        &self.spoken
    }

    /// Returns who asks for approval, each once.
    pub fn question_sources(&self) -> Vec<QuestionSource> {
        question_sources(&self.spoken)
    }

    /// Binds the call to where it goes.
    ///
    /// # Errors
    /// A host that the deployment or the machine does not list.
    pub fn target(self, target: Target) -> Result<Targeted, Box<Refusal>> {
        let target = match self.request.fake {
            true => {
                let name = &self.spec.name;
                let toolkit = name.split_once('.').map_or(&**name, |(toolkit, _)| toolkit);
                Target {
                    text: Some(format!("{FAKE_TARGET}{toolkit}")),
                    hosts: Vec::new(),
                }
            }
            false => target,
        };
        for host in &target.hosts {
            for list in &self.egress {
                if !list.hosts.iter().any(|pattern| pattern.covers(host)) {
                    let message = format!("`{host}` is not among the hosts of {}", list.owner);
                    let failure = Failure::new("egress", message);
                    return Err(Refusal::new(RefusalKind::Policy, failure)
                        .at(list.place)
                        .help(format!("Add {host} to egress of {}.", list.owner)));
                }
            }
        }
        let contract = contract_digest(&self.spec);
        let request = request_digest(
            &self.spec.name,
            &contract,
            &self.request.arguments,
            &self.request.identity,
            target.text.as_deref(),
        );
        Ok(Targeted {
            authorized: self,
            target,
            contract,
            request,
        })
    }
}
