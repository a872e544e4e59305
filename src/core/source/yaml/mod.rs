//! The YAML composer: a text becomes a tree of nodes with places.
//!
//! The parser delivers events; here they become [`Node`]s in one pass. Plain scalars are resolved,
//! tags checked, aliases shared, `<<` merged and equal keys reported, as PyYAML's safe loader
//! does, except that it drops all but the last of equal keys without a word.
//!
//! What a text can make this cost is limited: by depth, by the number of nodes with every alias and
//! merge counted in full (from sizes that are kept with the anchors, so nothing is ever expanded to
//! be counted), by anchors, and by problems. A broken grammar or a limit ends composing; everything
//! else is reported and composing goes on.

mod alias;
mod frame;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use granit_parser::{
    Event, Options, Parser, ScalarStyle, ScanError, Span as EventSpan, StructureStyle,
    Tag as WrittenTag,
};

use super::problem::shortened;
use super::scalar::{self, Scalar};
use super::tag::Tag;
use super::{Entry, Node, Source, Span, Value, collection, fault, keys};
use frame::{Anchor, Children, Frame, Key, Size, inherit};

pub use super::problem::{Problem, ProblemKind};

/// The most lists and mappings inside each other, aliases followed.
pub const DEPTH_MAX: usize = 128;
/// The most nodes in all, with every alias and every merged entry counted in full.
pub const NODES_MAX: usize = 400_000;
/// The most nodes that aliases may stand for.
pub const ALIASED_NODES_MAX: usize = 100_000;
/// The most text that aliases may stand for, in MiB.
pub const ALIASED_TEXT_MIB_MAX: usize = 8;
/// The most anchors.
pub const ANCHORS_MAX: usize = 10_000;
/// The most problems that are listed one by one.
pub const PROBLEMS_MAX: usize = 100;
/// The most lines that may start with `%`, as directives do, before directives are refused.
const DIRECTIVES_MAX: usize = 100;

/// A composed document.
#[derive(Debug)]
pub struct Composed<'a> {
    /// The root; `None` where a fatal problem ended composing, or the text holds nothing.
    pub root: Option<Node<'a>>,
    /// Every problem, in order of place; a tree with duplicate keys keeps the last of them. After
    /// [`PROBLEMS_MAX`] a last one says that there are more.
    pub problems: Vec<Problem>,
}

/// Composes a text.
pub fn compose(source: &Source) -> Composed<'_> {
    let text = source.text();
    let mut composer = Composer::new(source);
    if let Some((offset, character)) = fault::unprintable(text) {
        let span = Span::new(source.id(), offset, offset + character.len_utf8());
        composer.report(span, None, || ProblemKind::ControlCharacter);
        return composer.finish();
    }
    let mut parser = Parser::new_from_str_with_options(text, options(text));
    // Events are large: they are looked at where the parser puts them.
    while let Some(step) = parser.next_event() {
        let next = match &step {
            Ok((event, span)) => composer.event(event, span),
            Err(error) => composer.syntax(error),
        };
        if next.is_break() {
            break;
        }
        if composer.more.is_some() {
            // What follows would not be listed, and so much is wrong that no tree is worth having.
            composer.root = None;
            break;
        }
    }
    composer.finish()
}

fn options(text: &str) -> Options {
    // Hardly any file has a `%`, and one byte is found much faster than two.
    let directives = if text.as_bytes().contains(&b'%') {
        let lines = text.matches("\n%").chain(text.matches("\r%"));
        lines.take(DIRECTIVES_MAX + 1).count()
    } else {
        0
    };
    granit_parser::options! {
        emit_comments: false,
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        // A last line without a line break ends in none, as in PyYAML.
        block_scalar_eof_without_line_feed: true,
        // The parser keeps every directive until the document starts.
        disallow_directives: directives > DIRECTIVES_MAX,
        flow_nesting_limit: DEPTH_MAX,
        block_nesting_limit: DEPTH_MAX,
    }
}

struct Composer<'a> {
    source: &'a Source,
    frames: Vec<Frame<'a>>,
    /// Members of the open lists, the innermost last: each list is copied out at its exact size.
    items: Vec<Node<'a>>,
    /// Entries of the open mappings, likewise.
    entries: Vec<Entry<'a>>,
    /// The one list without members, and the one mapping.
    no_items: Rc<[Node<'a>]>,
    no_entries: Rc<[Entry<'a>]>,
    anchors: HashMap<usize, Anchor<'a>>,
    anchor_names: HashMap<Cow<'a, str>, Span>,
    documents: usize,
    nodes: usize,
    aliased_nodes: usize,
    aliased_text: usize,
    root: Option<Node<'a>>,
    problems: Vec<Problem>,
    more: Option<Span>,
}

/// Break ends composing.
type Step = ControlFlow<()>;
const CONTINUE: Step = ControlFlow::Continue(());

impl<'a> Composer<'a> {
    fn new(source: &'a Source) -> Self {
        Self {
            source,
            frames: Vec::new(),
            items: Vec::new(),
            entries: Vec::new(),
            no_items: Rc::new([]),
            no_entries: Rc::new([]),
            anchors: HashMap::new(),
            anchor_names: HashMap::new(),
            documents: 0,
            nodes: 0,
            aliased_nodes: 0,
            aliased_text: 0,
            root: None,
            problems: Vec::new(),
            more: None,
        }
    }

    fn finish(mut self) -> Composed<'a> {
        // Equal keys are found when their mapping ends, later than what stands inside it.
        self.problems.sort_by_key(|problem| problem.span.start);
        if let Some(span) = self.more {
            self.problems.push(Problem {
                kind: ProblemKind::More(PROBLEMS_MAX),
                span,
                related: None,
            });
        }
        Composed {
            root: self.root,
            problems: self.problems,
        }
    }

    fn event(&mut self, event: &Event<'a>, place: &EventSpan) -> Step {
        let span = self.span(place);
        match event {
            Event::DocumentStart(..) => self.document(span),
            Event::Scalar(text, style, anchor, tag) => {
                let tag = self.tag(tag.as_deref(), place);
                self.scalar(text, *style, *anchor, tag, span)
            }
            Event::SequenceStart(style, anchor, tag) => {
                let tag = self.tag(tag.as_deref(), place);
                self.open(
                    Children::Sequence(self.items.len()),
                    *style,
                    *anchor,
                    tag,
                    span,
                )
            }
            Event::MappingStart(style, anchor, tag) => {
                let tag = self.tag(tag.as_deref(), place);
                let children = Children::Mapping {
                    first: self.entries.len(),
                    key: None,
                    merged: Vec::new(),
                };
                self.open(children, *style, *anchor, tag, span)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::Anchor(_, name) => self.anchor(name, span),
            Event::Alias(anchor) => self.alias(*anchor, span),
            Event::UnresolvedAlias(name) => {
                self.report(span, None, || ProblemKind::UndefinedAlias {
                    name: shortened(name),
                });
                self.broken_alias(span)
            }
            // The rest carries nothing: start and end of stream and document.
            _ => CONTINUE,
        }
    }

    fn document(&mut self, span: Span) -> Step {
        self.documents += 1;
        if self.documents == 1 {
            return CONTINUE;
        }
        // The first document is whole and stays.
        self.report(span, None, || ProblemKind::SecondDocument);
        Step::Break(())
    }

    #[expect(
        clippy::ptr_arg,
        reason = "a borrowed text is not copied, an owned one is shared"
    )]
    fn scalar(
        &mut self,
        text: &Cow<'a, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<(Tag, Span)>,
        place: Span,
    ) -> Step {
        let span = match style {
            ScalarStyle::Literal | ScalarStyle::Folded => self.trimmed(place),
            _ => place,
        };
        // The parser gives a null for a document without content; a written one has a width.
        let nothing = anchor == 0 && tag.is_none() && span.start == span.end;
        if nothing && style == ScalarStyle::Plain && self.frames.is_empty() {
            return CONTINUE;
        }
        let length = text.len();
        let resolved = match tag {
            None if style == ScalarStyle::Plain => scalar::plain(text),
            None => Ok(Scalar::Value(scalar::string(text))),
            Some((tag, _)) => scalar::tagged(tag, text),
        };
        let value = match resolved {
            Ok(Scalar::Value(value)) => value,
            Ok(Scalar::Merge) if self.at_key() => return self.merge_key(span),
            Ok(Scalar::Equals) if self.at_key() => scalar::string(text),
            Ok(reserved) => {
                let word = match reserved {
                    Scalar::Merge => "<<",
                    _ => "=",
                };
                self.report(span, None, || ProblemKind::ReservedValue(word));
                scalar::string(text)
            }
            Err(kind) => {
                let place = match (&kind, tag) {
                    (ProblemKind::TagValue { .. }, Some((_, tag))) => tag,
                    _ => span,
                };
                self.report(place, None, || kind);
                scalar::string(text)
            }
        };
        if anchor != 0 {
            let size = Size {
                text: length,
                ..Size::EMPTY
            };
            let node = Node::new(span, value.clone());
            self.anchors.insert(anchor, Anchor::Complete(node, size));
        }
        self.leaf(value, length, span)
    }

    /// Places a node without children.
    fn leaf(&mut self, value: Value<'a>, text: usize, span: Span) -> Step {
        self.count(1, span)?;
        let size = Size {
            text,
            ..Size::EMPTY
        };
        self.place(Node::new(span, value), size)
    }

    fn open(
        &mut self,
        children: Children<'a>,
        style: StructureStyle,
        anchor: usize,
        tag: Option<(Tag, Span)>,
        opening: Span,
    ) -> Step {
        self.count(1, opening)?;
        if self.frames.len() >= DEPTH_MAX {
            return self.fatal(opening, ProblemKind::TooDeep(DEPTH_MAX));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, Anchor::Open(opening));
        }
        self.frames.push(Frame {
            children,
            opening,
            extent: None,
            style,
            anchor,
            tag,
            size: Size {
                height: 1,
                ..Size::EMPTY
            },
        });
        CONTINUE
    }

    fn close(&mut self, closing: Span) -> Step {
        let Some(frame) = self.frames.pop() else {
            return CONTINUE;
        };
        let span = match frame.style {
            StructureStyle::Flow => frame.opening.to(closing),
            StructureStyle::Block => frame.extent.unwrap_or(frame.opening),
        };
        let value = match frame.children {
            Children::Sequence(first) if first == self.items.len() => {
                Value::Sequence(Rc::clone(&self.no_items))
            }
            Children::Sequence(first) => Value::Sequence(self.items.drain(first..).collect()),
            Children::Mapping { first, merged, .. } => {
                self.count(merged.len(), span)?;
                Value::Mapping(self.mapping(merged, first))
            }
        };
        let value = match frame.tag {
            None | Some((Tag::None, _)) => value,
            Some((tag, place)) => collection::tagged(tag, value).unwrap_or_else(|value| {
                self.report(place, None, || tag.refusal());
                value
            }),
        };
        let node = Node::new(span, value);
        if frame.anchor != 0 {
            let complete = Anchor::Complete(node.clone(), frame.size);
            self.anchors.insert(frame.anchor, complete);
        }
        self.place(node, frame.size)
    }

    /// Completes a mapping: what `<<` brought, then the entries from this index.
    fn mapping(&mut self, merged: Vec<Entry<'a>>, first: usize) -> Rc<[Entry<'a>]> {
        let written = self.entries.get(first..).unwrap_or_default();
        if merged.is_empty() {
            if written.is_empty() {
                return Rc::clone(&self.no_entries);
            }
            if !keys::repeat(written) {
                return self.entries.drain(first..).collect();
            }
        }
        let inherited = merged.len();
        let mut entries = merged;
        entries.extend(self.entries.drain(first..));
        let source = self.source;
        let entries = keys::unify(entries, inherited, |first, again| {
            self.report(again.span, Some(first.span), || ProblemKind::DuplicateKey {
                key: key_name(source, again),
            });
        });
        entries.into()
    }

    /// Puts a complete node where it belongs.
    fn place(&mut self, node: Node<'a>, size: Size) -> Step {
        let Some(frame) = self.frames.last_mut() else {
            self.root = Some(node);
            return CONTINUE;
        };
        frame.cover(node.span);
        frame.size.add(size);
        match &mut frame.children {
            Children::Sequence(_) => self.items.push(node),
            Children::Mapping { first, key, merged } => match key.take() {
                None => *key = Some(Key::Node(node)),
                Some(Key::Node(key)) => {
                    if key.items().is_some() || key.entries().is_some() {
                        let kind = key.kind();
                        self.report(key.span, None, || ProblemKind::CollectionKey(kind));
                    } else {
                        let first = *first;
                        self.entries.push(Entry { key, value: node });
                        let entries = self.entries.get(first..).unwrap_or_default();
                        if keys::is_flooded(entries, PROBLEMS_MAX) {
                            self.mapping(Vec::new(), first);
                        }
                    }
                }
                Some(Key::Merge) => {
                    if let Err(refused) = inherit(merged, &node) {
                        let (span, kind) = (refused.span, refused.kind());
                        self.report(span, None, || ProblemKind::MergeValue(kind));
                    }
                }
            },
        }
        CONTINUE
    }

    fn at_key(&self) -> bool {
        let children = self.frames.last().map(|frame| &frame.children);
        matches!(children, Some(Children::Mapping { key: None, .. }))
    }

    fn merge_key(&mut self, span: Span) -> Step {
        self.count(1, span)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.cover(span);
            frame.size.add(Size::EMPTY);
            if let Children::Mapping { key, .. } = &mut frame.children {
                *key = Some(Key::Merge);
            }
        }
        CONTINUE
    }

    fn tag(&mut self, tag: Option<&WrittenTag>, place: &EventSpan) -> Option<(Tag, Span)> {
        let written = tag?;
        let span = place
            .tag_span()
            .map_or_else(|| self.span(place), |tag| self.span(&tag));
        let known = Tag::of(written);
        if known.is_none() {
            let source = self.source;
            self.report(span, None, || ProblemKind::UnknownTag {
                tag: shortened(source.text().get(span.range()).unwrap_or_default()),
            });
        }
        Some((known?, span))
    }

    /// Adds nodes to the total.
    fn count(&mut self, nodes: usize, span: Span) -> Step {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > NODES_MAX {
            return self.fatal(span, ProblemKind::TooManyNodes(NODES_MAX));
        }
        CONTINUE
    }

    fn report(&mut self, span: Span, related: Option<Span>, kind: impl FnOnce() -> ProblemKind) {
        if self.problems.len() < PROBLEMS_MAX {
            self.problems.push(Problem {
                kind: kind(),
                span,
                related,
            });
        } else if self.more.is_none() {
            self.more = Some(span);
        }
    }

    /// Reports a problem after which there is no tree.
    fn fatal(&mut self, span: Span, kind: ProblemKind) -> Step {
        self.report(span, None, || kind);
        self.root = None;
        Step::Break(())
    }

    fn syntax(&mut self, error: &ScanError) -> Step {
        let flow = |frame: &&Frame<'_>| frame.style == StructureStyle::Flow;
        let bracket = self
            .frames
            .iter()
            .rev()
            .find(flow)
            .map(|frame| frame.opening);
        let problem = fault::problem(self.source, error, bracket);
        self.report(problem.span, problem.related, || problem.kind);
        self.root = None;
        Step::Break(())
    }

    fn span(&self, place: &EventSpan) -> Span {
        let range = place.byte_range().unwrap_or_default();
        Span::new(self.source.id(), range.start, range.end)
    }

    /// Leaves out the white space after a text block.
    fn trimmed(&self, span: Span) -> Span {
        let text = self.source.text().get(span.range()).unwrap_or_default();
        let start = span.start as usize;
        Span::new(span.source, start, start + text.trim_end().len())
    }
}

/// Returns a key as messages name it.
fn key_name(source: &Source, key: &Node<'_>) -> String {
    let written = || source.text().get(key.span.range()).unwrap_or_default();
    shortened(key.as_str().unwrap_or_else(written))
}

#[cfg(test)]
mod tests;
