//! The tools that mail connectors share: sending, and reading messages, threads and attachments.

pub(crate) mod read;
pub(crate) mod send;
