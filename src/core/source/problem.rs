//! What can be wrong with a YAML text.

use thiserror::Error;

use super::Span;
use super::syntax::Syntax;

/// The most characters of a name that a message repeats.
const NAME_MAX: usize = 64;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProblemKind {
    /// The grammar is broken.
    #[error("{}", .0.message)]
    Syntax(Syntax),
    /// A character that text does not hold, such as an escape for terminals.
    #[error("control characters are not allowed in YAML")]
    ControlCharacter,
    /// A second document after the first.
    #[error("a file holds one document, and a second one starts here")]
    SecondDocument,
    /// Collections inside collections, aliases followed; the limit.
    #[error("lists and mappings are nested more than {0} deep")]
    TooDeep(usize),
    /// Nodes in all, with every alias and merge counted in full; the limit.
    #[error("the file holds more than {0} values")]
    TooManyNodes(usize),
    /// Nodes that aliases stand for; the limit.
    #[error("aliases stand for more than {0} values")]
    TooManyAliasedNodes(usize),
    /// Text that aliases stand for; the limit in MiB.
    #[error("aliases stand for more than {0} MiB of text")]
    TooMuchAliasedText(usize),
    /// Anchors; the limit.
    #[error("the file has more than {0} anchors")]
    TooManyAnchors(usize),
    /// An alias without an anchor before it.
    #[error("no anchor `&{name}` stands before this alias")]
    UndefinedAlias {
        /// The name, shortened.
        name: String,
    },
    /// An alias inside the very value that it stands for.
    #[error("this alias lies inside the value that it stands for")]
    AliasLoop,
    /// One name for two anchors.
    #[error("the anchor `&{name}` is defined twice")]
    DuplicateAnchor {
        /// The name, shortened.
        name: String,
    },
    /// A tag that is not one of YAML's own types.
    #[error("the tag `{tag}` is not supported")]
    UnknownTag {
        /// The tag as written, shortened.
        tag: String,
    },
    /// A tag before something that it does not fit.
    #[error("`{tag}` takes {takes}")]
    TagValue {
        /// The tag.
        tag: &'static str,
        /// What it may stand before.
        takes: &'static str,
    },
    /// One key twice in a mapping.
    #[error("the key `{key}` is given twice in this mapping")]
    DuplicateKey {
        /// The key, shortened.
        key: String,
    },
    /// A list or mapping as a key.
    #[error("a key is a single value, found {0}")]
    CollectionKey(&'static str),
    /// `<<` with a value that is neither a mapping nor a list of mappings.
    #[error("`<<` merges a mapping or a list of mappings, found {0}")]
    MergeValue(&'static str),
    /// `<<` or `=` where a value belongs.
    #[error("a plain `{0}` has no meaning as a value")]
    ReservedValue(&'static str),
    /// A prefix such as `0x` without digits.
    #[error("this reads as a number, but has no digits")]
    NumberWithoutDigits,
    /// A whole number with more digits than the limit.
    #[error("a whole number has at most {0} digits")]
    NumberTooLong(usize),
    /// Shaped like a date, such as `2026-02-30`.
    #[error("this reads as a date, but there is no such date or time")]
    ImpossibleDate,
    /// The problems after the last that is listed; the limit.
    #[error("there are more problems; the first {0} are listed")]
    More(usize),
}

impl ProblemKind {
    /// Returns what to do about it, in full sentences.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Syntax(syntax) => syntax.help,
            Self::ControlCharacter => Some(
                "Remove the character, or write it as an escape such as \"\\x1b\" in double quotes.",
            ),
            Self::SecondDocument => {
                Some("Move what follows to a file of its own, or remove the `---`.")
            }
            Self::TooDeep(_) => Some("Flatten the structure."),
            Self::TooManyNodes(_) => Some("Split the file; several files are merged in order."),
            Self::TooManyAliasedNodes(_) | Self::TooMuchAliasedText(_) => {
                Some("Write the repeated values out, or refer to smaller ones.")
            }
            Self::TooManyAnchors(_) => Some("Remove the anchors that no alias refers to."),
            Self::UndefinedAlias { name } if name.ends_with(':') => {
                Some("Write a space between the alias and the colon.")
            }
            Self::UndefinedAlias { .. } => Some(
                "Define the anchor earlier in this file, or put the text in quotes if it is not meant as an alias.",
            ),
            Self::AliasLoop => Some("Refer to a value that is complete before the alias."),
            Self::DuplicateAnchor { .. } => Some("Give each anchor a name of its own."),
            Self::UnknownTag { .. } => Some(
                "Remove the tag, or put the whole value in quotes if it is text that starts with `!`.",
            ),
            Self::DuplicateKey { .. } => Some("Keep one of the two; the last one counts."),
            Self::CollectionKey(_) => {
                Some("Write the key as text; a template such as `{name}` needs quotes.")
            }
            Self::MergeValue(_) => Some("Refer to a mapping, as in `<<: *defaults`."),
            Self::ReservedValue(_)
            | Self::NumberWithoutDigits
            | Self::NumberTooLong(_)
            | Self::ImpossibleDate => Some("Put the value in quotes if it is text."),
            Self::TagValue { .. } | Self::More(_) => None,
        }
    }

    /// Returns what to say at the other place of a [`Problem`].
    pub fn related_label(&self) -> &'static str {
        match self {
            Self::AliasLoop => "the value starts here",
            Self::DuplicateAnchor { .. } | Self::DuplicateKey { .. } => "first given here",
            _ => "opened here",
        }
    }
}

/// A problem and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What.
    pub kind: ProblemKind,
    /// Where.
    pub span: Span,
    /// The other place that explains it, as the first of two equal keys.
    pub related: Option<Span>,
}

/// Returns a name as messages repeat it: without what follows the first 64 characters.
pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(NAME_MAX) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
    }
}
