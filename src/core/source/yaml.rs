//! The composer.
use super::{Node, Source, Span};

/// What is wrong with a text.
#[derive(Clone, PartialEq, Debug)]
pub enum ProblemKind {
    /// The grammar is broken; our words for it.
    Syntax(&'static str),
}

/// A problem and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// What.
    pub kind: ProblemKind,
    /// Where.
    pub span: Span,
    /// The other place that explains it, as the first of two equal keys.
    pub related: Option<Span>,
}

/// A composed document.
pub struct Composed<'a> {
    /// The root; `None` where a fatal problem ended composing, or the text holds nothing.
    pub root: Option<Node<'a>>,
    /// Every problem, in order; a tree with duplicate keys keeps the last of them.
    pub problems: Vec<Problem>,
}

/// Composes a text.
pub fn compose(source: &Source) -> Composed<'_> {
    let _ = source;
    Composed {
        root: None,
        problems: Vec::new(),
    }
}
