//! What every part of algen agrees on: words, text with spans, configuration, the registry of
//! tools, and the rules that judge them.
//!
//! Nothing here touches a file, a socket, a program, the environment or a clock. Text arrives
//! through [`source::Files`], answers leave as data. Data flows one way:
//!
//! ```text
//! text -> source (nodes with spans) -> config (typed, every problem collected)
//!      -> registry (plugins, toolkits, tools) -> check (rules -> diagnostics)
//! ```
//!
//! The order of the modules below is the order of imports: a room may use those above it.

pub mod check;
pub mod config;
pub mod detect;
pub mod diagnostics;
pub mod governance;
pub mod model;
pub mod registry;
pub mod source;
