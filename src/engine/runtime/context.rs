//! What a tool gets besides its call.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use algen_core::governance::call::Reserved;
use algen_core::governance::ledger::Ledger;
use algen_core::governance::outcome::Failure;
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::cancellation::Cancellation;
use super::event::{Event, EventSink};
use super::rows::{RowSpool, RowWriter};
use super::sent;
use super::tool::ToolError;

/// What a tool gets besides its call: the mark of sending, time, cancellation, and somebody who
/// watches.
pub struct ToolContext<'c> {
    call: &'c Reserved,
    ledger: &'c dyn Ledger,
    events: &'c dyn EventSink,
    cancellation: &'c Cancellation,
    spool: &'c RowSpool,
    deadline: Instant,
    attempt: u32,
    marked: Mutex<bool>,
    /// Whether the mark is set or may be.
    sent: AtomicBool,
}

impl<'c> ToolContext<'c> {
    pub(super) fn new(
        call: &'c Reserved,
        ledger: &'c dyn Ledger,
        events: &'c dyn EventSink,
        cancellation: &'c Cancellation,
        spool: &'c RowSpool,
        deadline: Instant,
        attempt: u32,
    ) -> Self {
        Self {
            call,
            ledger,
            events,
            cancellation,
            spool,
            deadline,
            attempt,
            marked: Mutex::new(false),
            sent: AtomicBool::new(false),
        }
    }

    /// Sets the mark of sending, durably for calls that change something: from here on an effect is
    /// possible. Await it right before the first byte that can have one, once or more.
    ///
    /// # Errors
    /// The right to send is lost, or the ledger cannot be written: nothing may be sent.
    pub async fn sending(&self) -> Result<(), ToolError> {
        let mut marked = self.marked.lock().await;
        if *marked {
            return Ok(());
        }
        // Whoever drops this future in the middle cannot know whether the mark is set, so it counts
        // as set until the ledger says otherwise.
        self.sent.store(true, Ordering::SeqCst);
        if let Err(error) = self.call.sending(self.ledger).await {
            self.sent.store(false, Ordering::SeqCst);
            let failure = Failure::new("not-recorded", error.to_string());
            return Err(ToolError::refused(failure));
        }
        *marked = true;
        if self.call.authorized().governed().writes() {
            sent::remember();
            self.emit("call.sending", Value::Null);
        }
        Ok(())
    }

    /// Tells whether the mark is set, or may be.
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

    /// Begins a result that is a list of rows, of at most the bytes that the tool's result may have.
    pub fn rows(&self) -> RowWriter {
        RowWriter::new(self.spool, self.call.authorized().spec().result_bytes)
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
