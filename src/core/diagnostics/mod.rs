//! What is told about a configuration: one type for every finding, and the closest match.
//!
//! A [`Diagnostic`] names its rule, its place and what to do. It never holds a value that may be a
//! secret: messages quote names only, and the renderer masks quoted lines.

pub mod closest;
mod diagnostic;

pub use diagnostic::{Code, Diagnostic, Edit, Fix, Label, Severity};
