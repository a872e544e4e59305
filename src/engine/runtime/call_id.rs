//! The name of a call: time and chance, so that names sort by time and never meet.

use std::time::{SystemTime, UNIX_EPOCH};

use algen_core::governance::identity::CallId;
use thiserror::Error;

/// The operating system gives no random bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the operating system gives no random bytes")]
pub struct NoRandomness;

/// Makes the name of a new call from the wall clock and 80 random bits of the operating system.
///
/// # Errors
/// [`NoRandomness`], where a name might be given twice.
pub fn new_call_id() -> Result<CallId, NoRandomness> {
    let mut random = [0; 10];
    getrandom::fill(&mut random).map_err(|_| NoRandomness)?;
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let milliseconds = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
    Ok(CallId::from_parts(milliseconds, random))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn names_differ_and_later_ones_are_larger() {
        let made: BTreeSet<CallId> = (0..1_000)
            .map(|_| new_call_id().expect("random bytes"))
            .collect();
        assert_eq!(made.len(), 1_000);
        thread::sleep(Duration::from_millis(3));
        let later = new_call_id().expect("random bytes");
        assert!(
            made.iter()
                .all(|name| *name < later && name.0.len() == CallId::LENGTH)
        );
    }
}
