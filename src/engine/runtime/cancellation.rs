//! The wish to stop: from the keyboard, from the system, or from a host.

use tokio::sync::watch;

/// Who wants a call to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// The keyboard (SIGINT), or a host that cancels.
    Interrupt,
    /// The system (SIGTERM).
    Terminate,
}

/// A wish to stop that many can wait for.
#[derive(Debug)]
pub struct Cancellation {
    sender: watch::Sender<Option<Signal>>,
}

impl Default for Cancellation {
    fn default() -> Self {
        Self {
            sender: watch::Sender::new(None),
        }
    }
}

impl Cancellation {
    /// Wishes it; a second wish changes nothing.
    pub fn cancel(&self, signal: Signal) {
        self.sender.send_if_modified(|current| {
            let first = current.is_none();
            if first {
                *current = Some(signal);
            }
            first
        });
    }

    /// Returns who wished it, where somebody did.
    pub fn signal(&self) -> Option<Signal> {
        *self.sender.borrow()
    }

    /// Waits for it.
    pub async fn cancelled(&self) -> Signal {
        let mut receiver = self.sender.subscribe();
        loop {
            if let Some(signal) = *receiver.borrow_and_update() {
                return signal;
            }
            // The sender lives as long as `self`.
            if receiver.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}
