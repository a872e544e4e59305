//! What exists: plugins, toolkits, tools and the runtime's own components.
//!
//! [`spec`] holds the shapes in which connectors describe themselves. [`resolve`] lays an agent
//! file, a deployment and those descriptions together and says which names exist in this project.
//! Nothing here opens anything: a tool is data until it is called.

pub mod components;
pub mod core_tools;
pub mod http_tools;
pub mod inventory;
mod inventory_file;
pub mod mcp_servers;
mod plugins;
pub mod python;
pub mod resolve;
pub mod spec;
pub(crate) mod trusted;

pub use resolve::{RegisteredTool, Registry, ToolSource};
pub use spec::{ConnectorSpec, Maturity, PluginSpec, ToolSpec, Toolkit, Variant};
