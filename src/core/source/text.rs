//! The texts of a run and positions in them.

use std::cell::OnceCell;

use elsa::FrozenVec;

use super::Span;

/// The number of a text in its [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceId(u16);

impl SourceId {
    /// Returns the number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where a text came from, which decides whether its lines may be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A regular file of the project: lines are quoted, with what may be a secret masked.
    Project,
    /// Standard input: quoted like a file of the project.
    StandardInput,
    /// A variable of the environment: named, never quoted.
    Environment,
    /// A file outside the project: named, never quoted.
    Foreign,
}

/// One text with its name.
#[derive(Debug)]
pub struct Source {
    id: SourceId,
    name: String,
    origin: Origin,
    text: String,
    line_starts: OnceCell<Vec<u32>>,
}

impl Source {
    /// Returns the number of the text.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// Returns the name to show: the path as it was given, `<stdin>`, or the variable's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns where the text came from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the range that covers the whole text.
    pub fn whole(&self) -> Span {
        Span::new(self.id, 0, self.text.len())
    }

    /// Returns the byte offset at which each line starts; there is always a first line.
    pub fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let breaks = self
                .text
                .bytes()
                .enumerate()
                .filter(|&(_, byte)| byte == b'\n');
            std::iter::once(0)
                .chain(breaks.map(|(offset, _)| u32::try_from(offset + 1).unwrap_or(u32::MAX)))
                .collect()
        })
    }

    /// Returns line and column of a byte offset; an offset past the end counts as the end.
    pub fn position(&self, offset: u32) -> Position {
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start <= offset).max(1);
        let start = starts.get(line - 1).copied().unwrap_or(0) as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self
            .text
            .get(start..end)
            .map_or(end - start.min(end), |before| before.chars().count());
        Position {
            line,
            column: column + 1,
        }
    }

    /// Returns line `number` (counted from 1) without its line break.
    pub fn line(&self, number: usize) -> Option<&str> {
        let starts = self.line_starts();
        let start = *starts.get(number.checked_sub(1)?)? as usize;
        let end = starts
            .get(number)
            .map_or(self.text.len(), |&next| next as usize);
        let line = self.text.get(start..end)?;
        Some(line.trim_end_matches(['\n', '\r']))
    }
}

/// A place for people: both counted from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

/// Every text that a run has read.
///
/// Texts are added through a shared reference and never move, so that nodes can borrow from them
/// while overlays and inventories are still being discovered.
#[derive(Default)]
pub struct Sources {
    texts: FrozenVec<Box<Source>>,
}

impl Sources {
    /// Adds a text. Past 65,535 texts the last number is shared, which only blurs places.
    pub fn add(&self, name: impl Into<String>, origin: Origin, text: String) -> &Source {
        let id = SourceId(u16::try_from(self.texts.len()).unwrap_or(u16::MAX));
        self.texts.push_get(Box::new(Source {
            id,
            name: name.into(),
            origin,
            text,
            line_starts: OnceCell::new(),
        }))
    }

    /// Returns a text by its number; numbers come from [`Sources::add`] of the same value.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.texts.get(id.index())
    }

    /// Returns the text that `span` covers, or `""` where the range is not one of this value's.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source)
            .and_then(|source| source.text().get(span.range()))
            .unwrap_or("")
    }
}
