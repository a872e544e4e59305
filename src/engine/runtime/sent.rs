//! Whether this process has sent anything that can have an effect.
//!
//! What ends the whole program, a bug or a second Ctrl-C, has no call at hand to ask; the answer
//! decides whether the program may say that nothing was sent.

use std::sync::atomic::{AtomicBool, Ordering};

static SENT: AtomicBool = AtomicBool::new(false);

/// Remembers that a mark of sending was set for a call that changes something.
pub(super) fn remember() {
    SENT.store(true, Ordering::SeqCst);
}

/// Tells whether a mark of sending was set in this process.
pub fn process_has_sent() -> bool {
    SENT.load(Ordering::SeqCst)
}
