//! The tags that a text may use.

use granit_parser::Tag as WrittenTag;

use super::ProblemKind;

const NAMESPACE: &str = "tag:yaml.org,2002:";

/// A tag of YAML 1.1 that needs no code to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    /// `!`: resolved as if nothing was written.
    None,
    /// `!!str`
    String,
    /// `!!int`
    Integer,
    /// `!!float`
    Float,
    /// `!!bool`
    Bool,
    /// `!!null`
    Null,
    /// `!!binary`
    Binary,
    /// `!!timestamp`
    Timestamp,
    /// `!!merge`, which some programs write before `<<`.
    Merge,
    /// `!!seq`
    Sequence,
    /// `!!omap`
    OrderedMapping,
    /// `!!pairs`
    Pairs,
    /// `!!map`
    Mapping,
    /// `!!set`
    Set,
}

impl Tag {
    /// Returns the tag that was written; `None` for every tag that is not read here.
    pub(super) fn of(written: &WrittenTag) -> Option<Self> {
        if written.parts() == ("", "!") {
            return Some(Self::None);
        }
        Some(match &*written.suffix_in_namespace(NAMESPACE)? {
            "str" => Self::String,
            "int" => Self::Integer,
            "float" => Self::Float,
            "bool" => Self::Bool,
            "null" => Self::Null,
            "binary" => Self::Binary,
            "timestamp" => Self::Timestamp,
            "merge" => Self::Merge,
            "seq" => Self::Sequence,
            "omap" => Self::OrderedMapping,
            "pairs" => Self::Pairs,
            "map" => Self::Mapping,
            "set" => Self::Set,
            _ => return None,
        })
    }

    /// Returns what to say where the tag stands before something that it does not fit.
    pub(super) fn refusal(self) -> ProblemKind {
        ProblemKind::TagValue {
            tag: self.written(),
            takes: self.takes(),
        }
    }

    /// Returns the tag as people write it.
    fn written(self) -> &'static str {
        match self {
            Self::None => "!",
            Self::String => "!!str",
            Self::Integer => "!!int",
            Self::Float => "!!float",
            Self::Bool => "!!bool",
            Self::Null => "!!null",
            Self::Binary => "!!binary",
            Self::Timestamp => "!!timestamp",
            Self::Merge => "!!merge",
            Self::Sequence => "!!seq",
            Self::OrderedMapping => "!!omap",
            Self::Pairs => "!!pairs",
            Self::Mapping => "!!map",
            Self::Set => "!!set",
        }
    }

    /// Returns what the tag may stand before.
    fn takes(self) -> &'static str {
        match self {
            Self::None => "any value",
            Self::String => "a string",
            Self::Integer => "a whole number",
            Self::Float => "a number",
            Self::Bool => "`true` or `false`",
            Self::Null => "`null` or nothing",
            Self::Binary => "base64 text",
            Self::Timestamp => "a date",
            Self::Merge => "the key `<<`",
            Self::Sequence => "a list",
            Self::OrderedMapping | Self::Pairs => "a list of mappings with one entry each",
            Self::Mapping | Self::Set => "a mapping",
        }
    }
}
