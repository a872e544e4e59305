//! Work that waits without telling: it gets a thread, so that whoever waits for it still hears of
//! time and signals.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tokio::task::spawn_blocking;

use super::bug::BugPlace;

/// Does work on a thread of its own. Whoever drops the future does not end the work: it has to be
/// told in its own way. A bug in it shows itself to the caller, with its place.
pub async fn on_own_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let caught = || catch_unwind(AssertUnwindSafe(work)).map_err(|bug| (bug, BugPlace::last()));
    match spawn_blocking(caught).await {
        Ok(Ok(done)) => done,
        Ok(Err((bug, place))) => {
            place.remember();
            resume_unwind(bug)
        }
        // The runtime ends, and this with it.
        Err(_) => std::future::pending().await,
    }
}
