//! Closing a toolkit: what goes wrong there never changes how a call ended.

use std::time::Duration;

use algen_core::governance::outcome::Failure;
use tokio::time::timeout;

use super::invocation::{caught, failed_by_bug};
use super::tool::ToolkitInstance;

/// How long closing may take.
const CLOSE_MAX: Duration = Duration::from_secs(5);

/// Closes a toolkit, within 5 seconds.
///
/// # Errors
/// It failed by a bug of its own or took too long; what it had open ends with the process.
pub async fn close(toolkit: &dyn ToolkitInstance) -> Result<(), Failure> {
    // The call of the toolkit is inside, for what it does before its first wait.
    let work = caught(Box::pin(async { toolkit.close().await }));
    match timeout(CLOSE_MAX, work).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(place)) => Err(failed_by_bug(&place)),
        Err(_) => Err(Failure::new("timeout", "closing took longer than 5 s")),
    }
}
