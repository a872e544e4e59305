//! The command line: one file for each command, and the arguments of all of them.
//!
//! A command turns its arguments into calls of the library and the answer into text; nothing else
//! reads the environment. A new command is a variant of [`arguments::Command`] and a file here.

pub mod arguments;
pub mod completions;
#[cfg(test)]
mod generated;
pub mod manual;
