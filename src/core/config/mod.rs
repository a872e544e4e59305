//! Configuration: raw as written, then typed, with every problem collected.
//!
//! Each setting is defined once, by a field in a [`settings!`](crate::settings) block: its type,
//! its default, its limits and its one-line description. The block makes the Rust type, the
//! decoder that reports every problem with its place, and the JSON Schema for editors.
//!
//! To add a setting, add a field. To add a rule that looks at several fields of one section, give
//! the block a `check` function. Rules that look at more than one section live in
//! [`check`](crate::check).

pub mod agent;
mod capability;
#[cfg(test)]
mod coercion_test;
mod constraint;
mod decode;
pub mod deployment;
mod format_version;
pub mod glob;
mod host;
pub mod host_policy;
pub mod load;
pub mod overlay;
mod project_path;
mod rate;
mod reference;
mod section;
#[cfg(test)]
pub(crate) mod test_document;
mod toolkit_name;
mod types;

pub use capability::{
    CapabilityEffects, CapabilityEntries, CapabilityEntry, CapabilityPattern, PolicyEffect,
    check_capabilities,
};
pub use constraint::{Constraint, Pattern, SchemaKind, View};
pub use decode::{Decoder, Setting};
pub use format_version::FormatVersion;
pub use host::{HostPattern, host_of_url};
pub use project_path::ProjectPath;
pub use rate::{Period, Rate, check_limits};
pub use reference::{
    CredentialReference, EnvironmentReference, Given, PlaceReference, ProviderKey, Reference,
    ReferenceScheme,
};
pub use section::{FieldDefinition, Section, SharedDefault, object_schema};
pub use toolkit_name::{RESERVED_TOOLKITS, TOOLKIT_NAME, is_action, is_tool_name};
pub use types::{Anything, Map, Names, Object};
