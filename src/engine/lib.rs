//! Doors to the outside: what reads files, keeps records, and later what connects and starts
//! programs. The core decides; nothing here judges a configuration.

pub mod files;
pub mod ledger;
pub mod net;
pub mod process;
pub mod runtime;
pub mod secrets;

#[cfg(test)]
mod tests;
