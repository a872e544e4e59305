//! Collections that are being composed.

use granit_parser::StructureStyle;

use crate::source::tag::Tag;
use crate::source::{Entry, Node, Span, Value};

/// What a node costs wherever an alias repeats it.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// Itself and everything in it.
    pub(super) nodes: usize,
    /// Bytes of its scalars.
    pub(super) text: usize,
    /// Collections inside each other: 0 for a scalar.
    pub(super) height: usize,
}

impl Size {
    pub(super) const EMPTY: Self = Self {
        nodes: 1,
        text: 0,
        height: 0,
    };

    pub(super) fn add(&mut self, child: Self) {
        self.nodes = self.nodes.saturating_add(child.nodes);
        self.text = self.text.saturating_add(child.text);
        self.height = self.height.max(child.height + 1);
    }
}

/// A named node.
pub(super) enum Anchor<'a> {
    /// A collection that is not complete; where it starts.
    Open(Span),
    Complete(Node<'a>, Size),
}

/// A key whose value is still to come.
pub(super) enum Key<'a> {
    Node(Node<'a>),
    Merge,
}

pub(super) enum Children<'a> {
    /// The members stand in the composer's list from this index.
    Sequence(usize),
    Mapping {
        /// The entries stand in the composer's list from this index.
        first: usize,
        key: Option<Key<'a>>,
        /// What `<<` brought, in the order of Python: earlier entries give way to later ones.
        merged: Vec<Entry<'a>>,
    },
}

/// A collection that is not complete.
pub(super) struct Frame<'a> {
    pub(super) children: Children<'a>,
    /// The opening bracket, or an empty range for a block collection.
    pub(super) opening: Span,
    /// From the first to the last child.
    pub(super) extent: Option<Span>,
    pub(super) style: StructureStyle,
    pub(super) anchor: usize,
    pub(super) tag: Option<(Tag, Span)>,
    pub(super) size: Size,
}

impl Frame<'_> {
    pub(super) fn cover(&mut self, child: Span) {
        self.extent = Some(self.extent.map_or(child, |extent| extent.to(child)));
    }
}

/// Adds what `<<` brings: a mapping, or mappings of which the first has the last word.
pub(super) fn inherit<'n, 'a>(
    merged: &mut Vec<Entry<'a>>,
    value: &'n Node<'a>,
) -> Result<(), &'n Node<'a>> {
    match &value.value {
        Value::Mapping(entries) => merged.extend(entries.iter().cloned()),
        Value::Sequence(items) => {
            for item in items.iter().rev() {
                merged.extend(item.entries().ok_or(item)?.iter().cloned());
            }
        }
        _ => return Err(value),
    }
    Ok(())
}
