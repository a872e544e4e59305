//! From what a caller writes to arguments that fit a tool.
//!
//! ```text
//! --input text -> strict_json --------------+
//!                                           +-> InputSchema::validate -> problems, all at once
//! key=value words -> assignment (+ schema) -+
//! ```
//!
//! Nothing is lost on the way: a number keeps its digits or is refused, and so is a key that is
//! given twice. Problems name fields and what they accept, never a value.

mod accepted;
pub mod assignment;
mod fields;
pub mod holds;
pub mod strict_json;
pub mod validation;

pub use assignment::{AssignmentProblem, assign};
pub use validation::{
    ArgumentProblem, ArgumentProblemKind, ArgumentProblems, InputSchema, SchemaProblem,
};
