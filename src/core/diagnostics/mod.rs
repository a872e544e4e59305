//! What is told about a configuration: one type for every finding, and the closest match.
//!
//! A [`Diagnostic`] names its rule, its place and what to do. It never holds a value that may be a
//! secret: messages quote names only, and the renderer masks quoted lines.

mod apply;
pub mod closest;
mod counted;
mod diagnostic;

pub use apply::{Fixed, apply_fixes};
pub use counted::counted;
pub use diagnostic::{Code, Diagnostic, Edit, Fix, Label, Severity};
