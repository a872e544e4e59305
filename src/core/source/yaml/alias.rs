//! Anchors, and the aliases that stand for them.

use std::borrow::Cow;

use super::frame::{Anchor, Children, Key, Size};
use super::{
    ALIASED_NODES_MAX, ALIASED_TEXT_MIB_MAX, ANCHORS_MAX, CONTINUE, Composer, DEPTH_MAX,
    ProblemKind, Step,
};
use crate::source::problem::shortened;
use crate::source::{Node, Span, Value};

impl<'a> Composer<'a> {
    #[expect(clippy::ptr_arg, reason = "a borrowed name is kept without a copy")]
    pub(super) fn anchor(&mut self, name: &Cow<'a, str>, span: Span) -> Step {
        if self.anchor_names.len() >= ANCHORS_MAX {
            return self.fatal(span, ProblemKind::TooManyAnchors(ANCHORS_MAX));
        }
        match self.anchor_names.get(name) {
            Some(&first) => self.report(span, Some(first), || ProblemKind::DuplicateAnchor {
                name: shortened(name),
            }),
            None => {
                self.anchor_names.insert(name.clone(), span);
            }
        }
        CONTINUE
    }

    pub(super) fn alias(&mut self, anchor: usize, span: Span) -> Step {
        let (value, size) = match self.anchors.get(&anchor) {
            Some(Anchor::Complete(node, size)) => (node.value.clone(), *size),
            Some(&Anchor::Open(start)) => {
                self.report(span, Some(start), || ProblemKind::AliasLoop);
                return self.broken_alias(span);
            }
            // The parser resolves an alias only to an anchor that it has reported.
            None => return self.broken_alias(span),
        };
        self.aliased_nodes = self.aliased_nodes.saturating_add(size.nodes);
        self.aliased_text = self.aliased_text.saturating_add(size.text);
        if self.aliased_nodes > ALIASED_NODES_MAX {
            return self.fatal(span, ProblemKind::TooManyAliasedNodes(ALIASED_NODES_MAX));
        }
        if self.aliased_text > ALIASED_TEXT_MIB_MAX << 20 {
            return self.fatal(span, ProblemKind::TooMuchAliasedText(ALIASED_TEXT_MIB_MAX));
        }
        if self.frames.len() + size.height > DEPTH_MAX {
            return self.fatal(span, ProblemKind::TooDeep(DEPTH_MAX));
        }
        self.count(size.nodes, span)?;
        self.place(Node::new(span, value), size)
    }

    /// Goes on with null for an alias that was reported; `<<` then merges nothing.
    pub(super) fn broken_alias(&mut self, span: Span) -> Step {
        if let Some(frame) = self.frames.last_mut()
            && let Children::Mapping { key, .. } = &mut frame.children
            && let Some(Key::Merge) = key
        {
            *key = None;
            frame.cover(span);
            frame.size.add(Size::EMPTY);
            return self.count(1, span);
        }
        self.leaf(Value::Null, 0, span)
    }
}
