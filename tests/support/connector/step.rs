//! Where a call fails, or stops until the peer lets it go on.

use algen_core::choice;

choice! {
    /// Where a call fails, or stops until the peer lets it go on. Those that stop tell the peer.
    pub(crate) enum Step {
        /// Nowhere.
        Nowhere = "none",
        /// Saying where it goes fails.
        Target = "target",
        /// Preparing fails.
        Prepare = "prepare",
        /// Stops while preparing: nothing is reserved.
        HangPrepare = "hang_prepare",
        /// A bug while preparing.
        PanicPrepare = "panic_prepare",
        /// Writes two lines and part of a third while it works.
        Output = "output",
        /// The token is needed.
        Missing = "missing",
        /// Refuses before the mark of sending.
        BeforeSending = "before_sending",
        /// Stops before the mark of sending: the call is reserved.
        HangBefore = "hang_before",
        /// A bug before the mark of sending.
        PanicBefore = "panic_before",
        /// Stops after the mark, before anything was sent.
        HangAfter = "hang_after",
        /// A bug after the mark, before anything was sent.
        PanicAfter = "panic_after",
        /// The connection is lost after the mark, before anything was sent; it may come back.
        Transient = "transient",
        /// Sent, and then the connection is lost.
        AfterSending = "after_sending",
        /// Sent, and no answer comes.
        NoAnswer = "no_answer",
        /// The peer refuses.
        Rejected = "rejected",
        /// Done, with a result that does not fit the schema.
        Garbage = "garbage",
        /// Done, with a result over the limit.
        Huge = "huge",
        /// Done, with a result that holds a phone number and a password.
        Secret = "secret",
        /// Done; then a bug while closing.
        PanicClose = "panic_close",
        /// Done; then a bug after closing.
        PanicDrop = "panic_drop",
        /// Done; then closing does not end.
        HangClose = "hang_close",
        /// Stops after the peer's answer: the outcome is not settled.
        HangAnswered = "hang_answered",
    }
}
