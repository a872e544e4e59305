//! A call that is being done, and one that is over.

use std::any::Any;
use std::time::Duration;

use serde_json::Value;

use super::approved::Approved;
use super::authorized::Authorized;
use super::targeted::Target;
use crate::governance::identity::{CallId, CallIdentity, Key};
use crate::governance::ledger::{CallDigests, Lease, Ledger, LedgerError, StoredResult};
use crate::governance::outcome::{Failure, Outcome};
use crate::model::SideEffect;

/// A call that is being done: what a tool is invoked with.
#[derive(Debug)]
pub struct Reserved {
    pub(super) approved: Approved,
    pub(super) lease: Option<Lease>,
}

/// A call that is over, as far as the service is concerned.
#[derive(Debug)]
pub struct Settled {
    reserved: Reserved,
    outcome: Outcome,
    problem: Option<LedgerError>,
}

impl Reserved {
    /// Returns the call's name in the ledger: a later attempt under the same key keeps that of the
    /// first.
    pub fn call(&self) -> &CallId {
        match &self.lease {
            Some(lease) => &lease.call,
            None => &self.request().call,
        }
    }

    /// Returns the arguments, which fit the tool's schema.
    pub fn arguments(&self) -> &Value {
        &self.request().arguments
    }

    /// Returns whom the call is made for.
    pub fn identity(&self) -> &CallIdentity {
        &self.request().identity
    }

    /// Returns the idempotency key.
    pub fn key(&self) -> &Key {
        &self.request().key
    }

    /// Returns where the call goes.
    pub fn target(&self) -> &Target {
        &self.approved.prepared.targeted.target
    }

    /// Returns what the tool prepared.
    pub fn payload<T: Any>(&self) -> Option<&T> {
        let payload = self.approved.prepared.plan.payload.as_ref()?;
        payload.downcast_ref()
    }

    /// Returns the call as it was authorized.
    pub fn authorized(&self) -> &Authorized {
        self.approved.authorized()
    }

    /// Returns what the call is bound to.
    pub fn digests(&self) -> &CallDigests {
        &self.approved.prepared.digests
    }

    /// Tells whether the ledger holds an entry for it already.
    pub fn is_recorded(&self) -> bool {
        self.lease.is_some()
    }

    fn request(&self) -> &super::Request {
        &self.approved.authorized().request
    }

    /// Sets the mark of sending: from here on an effect is possible.
    ///
    /// # Errors
    /// The right to send is lost, or the ledger cannot be written: then nothing may be sent.
    pub async fn sending(&self, ledger: &dyn Ledger) -> Result<(), LedgerError> {
        match &self.lease {
            Some(lease) => ledger.sending(lease).await,
            None => Ok(()),
        }
    }

    /// Records how the call ended, before anything looks at its result. A call that only read and
    /// was not reserved is recorded now, with digest and size of its result.
    ///
    /// Where the ledger cannot record that a call was done, its outcome is unknown to everybody
    /// else, and so it is here.
    pub async fn settle(
        self,
        ledger: &dyn Ledger,
        outcome: Outcome,
        result: Option<&StoredResult>,
    ) -> Settled {
        let recorded = match &self.lease {
            Some(lease) => ledger.settle(lease, &outcome).await,
            None if self.authorized().governed.side_effect == SideEffect::None => Ok(()),
            None => {
                let intent = self.approved.intent(Duration::ZERO);
                ledger.record(&intent, &outcome, result).await.map(drop)
            }
        };
        let problem = recorded.err();
        let outcome = match (&problem, outcome) {
            (Some(error), Outcome::Done | Outcome::Rejected(_)) if self.lease.is_some() => {
                let message = format!("it was answered, and that could not be recorded: {error}");
                Outcome::Unknown(Failure::new("not-recorded", message))
            }
            (_, outcome) => outcome,
        };
        Settled {
            reserved: self,
            outcome,
            problem,
        }
    }
}

impl Settled {
    /// Returns how the call ended.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Returns why the outcome could not be recorded.
    pub fn problem(&self) -> Option<&LedgerError> {
        self.problem.as_ref()
    }

    /// Returns the call.
    pub fn reserved(&self) -> &Reserved {
        &self.reserved
    }

    /// Keeps what is kept of the result of a call that changed something.
    ///
    /// # Errors
    /// The ledger cannot be written; a repetition then gets no result.
    pub async fn keep_result(
        &self,
        ledger: &dyn Ledger,
        result: &StoredResult,
    ) -> Result<(), LedgerError> {
        match &self.reserved.lease {
            Some(lease) if self.outcome == Outcome::Done => ledger.keep_result(lease, result).await,
            _ => Ok(()),
        }
    }
}
