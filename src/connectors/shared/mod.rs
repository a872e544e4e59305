//! What several connectors share: builders for schemas and tools, the tools of SQL databases, and
//! settings that look the same everywhere.
//!
//! A connector imports from here and never from another connector.

pub(crate) mod attachments;
pub(crate) mod declared;
pub(crate) mod field_type;
pub(crate) mod kit;
pub(crate) mod mail;
pub(crate) mod preset;
pub(crate) mod schema;
pub(crate) mod sql;
