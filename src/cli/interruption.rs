//! Ctrl-C and SIGTERM, for commands that wait.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::exit::Exit;

/// Listens as long as it is kept; from then on the signals do not end the program by themselves.
pub(crate) struct Interruption {
    interrupt: Signal,
    terminate: Signal,
}

impl Interruption {
    /// Begins to listen.
    ///
    /// # Errors
    /// The operating system gives no signals.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for one of them, and returns how the command ends.
    pub(crate) async fn wait(&mut self) -> Exit {
        tokio::select! {
            _ = self.interrupt.recv() => Exit::Interrupted,
            _ = self.terminate.recv() => Exit::Terminated,
        }
    }
}
