//! Answers from the ledger: the result of an earlier call under the same key, also of one that
//! another process is still about.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use algen_core::governance::call::{Authorized, Standing, Targeted};
use algen_core::governance::deliver::{self, ToolResult};
use algen_core::governance::ledger::{Entry, Ledger};
use algen_core::governance::outcome::{Failure, Outcome, Sent, State};
use tokio::time::{Instant, sleep};

use super::executor::{Ended, POLL, Walk, is_untrusted, refused};
use super::report::Ending;

/// How long the result of a call that was just done is waited for.
const RESULT_WAIT: Duration = Duration::from_secs(1);

/// How long after a call was done its result may still be on its way.
const RESULT_FRESH: Duration = Duration::from_secs(5);

/// How often it is looked for.
const RESULT_POLL: Duration = Duration::from_millis(20);

impl Walk<'_> {
    /// Looks the key up; tells whether the answer is that of an earlier call.
    pub(super) async fn is_replayed(&mut self, targeted: &Targeted) -> Ended<bool> {
        let waits_until = Instant::now() + self.left;
        loop {
            match targeted.standing(self.executor.ledger).await {
                Ok(Standing::New) => return Ok(false),
                Ok(Standing::Refused(refusal)) => return Err(refused(refusal)),
                Ok(Standing::Replay(entry)) => {
                    let entry = with_result(self.executor.ledger, *entry).await;
                    self.replay(targeted.authorized(), entry);
                    return Ok(true);
                }
                Ok(Standing::Held(entry)) => {
                    if Instant::now() + POLL >= waits_until {
                        return Err(refused(Standing::refuse_held(&entry)));
                    }
                    self.pause().await?;
                }
                Err(error) => {
                    self.ledger_is_silent(targeted.authorized(), &error)?;
                    return Ok(false);
                }
            }
        }
    }

    /// Gives the recorded result of an earlier call.
    pub(super) fn replay(&mut self, authorized: &Authorized, entry: Entry) {
        self.report.replayed = true;
        self.report.sent = Sent::No;
        self.report.call = entry.call;
        self.report.fingerprint = Some(entry.digests.fingerprint);
        let (text, digest, kept_back, redacted) = match entry.result {
            Some(result) => (result.text, result.digest, result.withheld, result.redacted),
            None => (None, "unknown".to_owned(), None, false),
        };
        let value = text.and_then(|text| ToolResult::read(text).ok());
        let withheld = match value {
            Some(value) => {
                let (spec, guardrails) = (authorized.spec(), authorized.guardrails());
                let delivered = deliver::replay(spec, guardrails, value);
                self.report.result = delivered.value;
                // What is kept may have been changed already.
                self.report.redacted = delivered.redacted || redacted;
                self.report.untrusted_content = is_untrusted(authorized);
                delivered.withheld
            }
            None => {
                let why = match kept_back {
                    Some(kind) => format!("it was withheld then: {kind}"),
                    None => "it was not kept".to_owned(),
                };
                let message = format!(
                    "the call was done before; of its result, {why}; its digest is {digest}"
                );
                Some(Failure::new("result-not-kept", message))
            }
        };
        self.report.ending = Ending::Ended {
            outcome: Outcome::Done,
            withheld,
        };
    }

    /// Waits until a call that others were faster to reserve is done; `None` where it is not in
    /// time, or ended otherwise.
    pub(super) async fn wait_for_owner(&self, held: &Entry) -> Ended<Option<Entry>> {
        let until = Instant::now() + self.left;
        let ledger = self.executor.ledger;
        while Instant::now() + POLL < until {
            self.pause().await?;
            let found = ledger.find(&held.scope, &held.key.text).await;
            match found {
                Ok(Some(entry)) if entry.state == State::Done => {
                    return Ok(Some(with_result(ledger, entry).await));
                }
                Ok(Some(entry)) if !entry.state.is_settled() => {}
                Ok(_) | Err(_) => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// Returns an entry of a call that is done with what is kept of its result. The outcome is durable
/// before anything looks at the result, so whoever asks in between waits up to a second; an owner
/// that ended in between never brings it.
pub(super) async fn with_result(ledger: &dyn Ledger, mut entry: Entry) -> Entry {
    let until = Instant::now() + RESULT_WAIT;
    while entry.result.is_none() && is_fresh(&entry) && Instant::now() < until {
        sleep(RESULT_POLL).await;
        match ledger.find(&entry.scope, &entry.key.text).await {
            Ok(Some(found)) if found.call == entry.call && found.state == entry.state => {
                entry = found;
            }
            Ok(_) | Err(_) => break,
        }
    }
    entry
}

/// Tells whether a call was done a moment ago.
fn is_fresh(entry: &Entry) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = i64::try_from(now.unwrap_or_default().as_millis()).unwrap_or(i64::MAX);
    let age = entry.settled_at.map(|settled| now.abs_diff(settled));
    age.is_some_and(|age| u128::from(age) < RESULT_FRESH.as_millis())
}
