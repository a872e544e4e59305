//! Ctrl-C and SIGTERM: the first ends the work, the second the program.

use std::process;
use std::sync::Arc;
use std::time::{Duration, Instant};

use algen_engine::runtime::{Cancellation, Signal, process_has_sent};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;

use crate::exit::Exit;

/// Two signals within this time are one: programs that end others, as timeout(1), send theirs to the
/// process and to its group.
const SAME: Duration = Duration::from_millis(200);

/// Watches for signals as long as it is kept.
pub(super) struct Watch(Option<JoinHandle<()>>);

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(task) = &self.0 {
            task.abort();
        }
    }
}

/// Cancels at the first signal and leaves at the second. Where the system does not let signals be
/// watched, they end the program as they do by themselves.
pub(super) fn watch(cancellation: &Arc<Cancellation>) -> Watch {
    let (Ok(mut interrupt), Ok(mut terminate)) = (
        signal(SignalKind::interrupt()),
        signal(SignalKind::terminate()),
    ) else {
        return Watch(None);
    };
    let cancellation = Arc::clone(cancellation);
    Watch(Some(tokio::spawn(async move {
        let mut first: Option<Instant> = None;
        loop {
            let signal = tokio::select! {
                _ = interrupt.recv() => Signal::Interrupt,
                _ = terminate.recv() => Signal::Terminate,
            };
            match first {
                Some(first) if first.elapsed() > SAME => leave(signal),
                Some(_) => {}
                None => first = Some(Instant::now()),
            }
            cancellation.cancel(signal);
        }
    })))
}

/// Leaves at once. What was sent without an answer is unknown; the ledger finds the dead owner.
#[expect(clippy::exit, reason = "nobody waits for what is still running")]
fn leave(signal: Signal) {
    let exit = match (process_has_sent(), signal) {
        (true, _) => Exit::Unknown,
        (false, Signal::Interrupt) => Exit::Interrupted,
        (false, Signal::Terminate) => Exit::Terminated,
    };
    process::exit(i32::from(exit.number()));
}
