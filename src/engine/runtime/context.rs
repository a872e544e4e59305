//! What a tool gets besides its call.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use algen_core::governance::call::Reserved;
use algen_core::governance::ledger::Ledger;
use algen_core::governance::outcome::Failure;
use serde_json::Value;
use tokio::time::Instant;

use super::cancellation::Cancellation;
use super::event::{Event, EventSink};
use super::tool::ToolError;

/// What a tool gets besides its call: the mark of sending, time, cancellation, and somebody who
/// watches.
pub struct ToolContext<'c> {
    call: &'c Reserved,
    ledger: &'c dyn Ledger,
    events: &'c dyn EventSink,
    cancellation: &'c Cancellation,
    deadline: Instant,
    attempt: u32,
    sent: AtomicBool,
}

impl<'c> ToolContext<'c> {
    pub(super) fn new(
        call: &'c Reserved,
        ledger: &'c dyn Ledger,
        events: &'c dyn EventSink,
        cancellation: &'c Cancellation,
        deadline: Instant,
        attempt: u32,
    ) -> Self {
        Self {
            call,
            ledger,
            events,
            cancellation,
            deadline,
            attempt,
            sent: AtomicBool::new(false),
        }
    }

    /// Sets the mark of sending, durably for calls that change something: from here on an effect is
    /// possible. Await it right before the first byte that can have one, once or more.
    ///
    /// # Errors
    /// The right to send is lost, or the ledger cannot be written: nothing may be sent.
    pub async fn sending(&self) -> Result<(), ToolError> {
        if self.has_sent() {
            return Ok(());
        }
        self.call
            .sending(self.ledger)
            .await
            .map_err(|error| ToolError::refused(Failure::new("not-recorded", error.to_string())))?;
        self.sent.store(true, Ordering::SeqCst);
        if self.call.authorized().governed().writes() {
            self.emit("call.sending", Value::Null);
        }
        Ok(())
    }

    /// Tells whether the mark is set.
    pub fn has_sent(&self) -> bool {
        self.sent.load(Ordering::SeqCst)
    }

    /// Returns which attempt this is, from 1.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Returns the time that is left.
    pub fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Waits until the call is cancelled, for tools that end their work themselves.
    pub async fn cancelled(&self) {
        self.cancellation.cancelled().await;
    }

    /// Tells whoever watches; `fields` is an object without arguments' values and secrets.
    pub fn emit(&self, name: &'static str, fields: Value) {
        self.events
            .emit(&Event::new(name, self.call.call(), fields));
    }
}
