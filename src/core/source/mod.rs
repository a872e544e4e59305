//! Text and where it came from.
//!
//! [`Sources`] owns every text that was read, [`compose`](yaml::compose) turns one of them into a
//! tree of [`Node`]s whose every key and value carries a [`Span`], and [`merge`](merge::merge)
//! lays one tree over another. A span names its source, so a value keeps pointing at the file or
//! variable it was written in wherever it travels.

mod binary;
mod collection;
pub mod decode;
mod fault;
mod files;
pub mod json;
mod keys;
pub mod merge;
mod node;
mod number;
mod place;
mod problem;
mod scalar;
mod span;
mod syntax;
mod tag;
mod text;
mod timestamp;
pub mod yaml;

pub use files::{FileError, Files};
pub use node::{Entry, Node, Value};
pub use place::place_in;
pub use problem::{Problem, ProblemKind};
pub use span::{Span, Spanned};
pub use syntax::Syntax;
pub use text::{Origin, Position, Source, SourceId, Sources};
