//! Doors to the outside: what reads files, and later what connects, starts programs and keeps
//! records. The core decides; nothing here judges a configuration.

pub mod files;
pub mod process;
pub mod runtime;
pub mod secrets;
