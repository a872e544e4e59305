//! Words for what the YAML parser refuses.
//!
//! The parser names some ninety kinds; people need about thirty. A kind that a later version of the
//! parser adds gets the general words at the end.

use granit_parser::ErrorKind;

/// What is wrong with the grammar, and what to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Syntax {
    /// The message: lower case, no final period.
    pub message: &'static str,
    /// What to do, in full sentences.
    pub help: Option<&'static str>,
}

const QUOTE_VALUE: &str = "Put the value in quotes if it is text.";
const SPACES: &str = "Replace the tab with spaces.";
const ALIGN: &str = "Start the entries of one list or mapping in the same column.";
const ESCAPE: &str =
    "Write `\\\\` for a backslash, or use single quotes, in which a backslash is plain text.";

impl Syntax {
    fn new(message: &'static str) -> Self {
        Self {
            message,
            help: None,
        }
    }

    fn help(self, help: &'static str) -> Self {
        Self {
            help: Some(help),
            ..self
        }
    }

    /// Returns the words for a kind.
    pub(super) fn of(kind: &ErrorKind) -> Self {
        brackets(kind)
            .or_else(|| layout(kind))
            .or_else(|| scalars(kind))
            .or_else(|| properties(kind))
            .unwrap_or_else(|| Self::new("this is not valid YAML"))
    }
}

fn brackets(kind: &ErrorKind) -> Option<Syntax> {
    use ErrorKind::{
        BlockEntryInFlowCollection, ExpectedFlowMappingSeparator, ExpectedFlowSequenceSeparator,
        FlowMappingValueAdjacentCollection, InvalidColonPlacement, InvalidFlowScalarIndent,
        MismatchedFlowCollectionEnd, MisplacedFlowCollectionEnd, UnclosedFlowCollection,
        UnexpectedEofFlowMapping, UnexpectedEofFlowSequence, UnexpectedEofImplicitFlowMapping,
    };
    Some(match kind {
        UnclosedFlowCollection { open: '{' } | UnexpectedEofFlowMapping => {
            Syntax::new("this `{` is never closed")
                .help("Add the `}`, or put the value in quotes if it is text.")
        }
        UnclosedFlowCollection { .. } | UnexpectedEofFlowSequence => {
            Syntax::new("this `[` is never closed")
                .help("Add the `]`, or put the value in quotes if it is text.")
        }
        UnexpectedEofImplicitFlowMapping => Syntax::new("the file ends inside brackets"),
        MismatchedFlowCollectionEnd { open: '{', .. } => {
            Syntax::new("this `{` is closed by `]`").help("Close it with `}`.")
        }
        MismatchedFlowCollectionEnd { .. } => {
            Syntax::new("this `[` is closed by `}`").help("Close it with `]`.")
        }
        MisplacedFlowCollectionEnd => Syntax::new("this bracket closes nothing").help(QUOTE_VALUE),
        ExpectedFlowMappingSeparator => Syntax::new("expected `,` or `}` here")
            .help("Separate the entries with commas and close the mapping with `}`."),
        ExpectedFlowSequenceSeparator => Syntax::new("expected `,` or `]` here")
            .help("Separate the entries with commas and close the list with `]`."),
        BlockEntryInFlowCollection => Syntax::new("a `- ` entry cannot stand inside brackets")
            .help("Separate the entries with commas, without `-`."),
        FlowMappingValueAdjacentCollection | InvalidColonPlacement => Syntax::new(
            "inside brackets, this `:` does not stand between a key and a value",
        )
        .help(
            "Close the bracket before this line, write a space after the colon, or put the text in quotes.",
        ),
        InvalidFlowScalarIndent => {
            Syntax::new("text inside brackets is indented less than what surrounds them")
                .help("Indent the line.")
        }
        _ => return None,
    })
}

fn layout(kind: &ErrorKind) -> Option<Syntax> {
    use ErrorKind::{
        BlockSequenceEntryNotAllowed, CommentInterceptedScalar, CommentNotSeparated,
        ExpectedBlockMappingKey, ExpectedBlockSequenceEntry, ExpectedNodeContent,
        ExpectedWhitespace, InvalidBlockEntryWhitespace, InvalidIndentation,
        InvalidMappingValueWhitespace, InvalidSimpleKey, MappingKeyNotAllowed,
        MappingValueNotAllowed, SimpleKeyExpected, TabAtBlockScalarStart, TabInBlockIndentation,
        TabInIndentation, TabInPlainScalar, TabNotAllowed, UnexpectedEof,
        UnexpectedEofBlockMapping, UnexpectedEofBlockSequence,
    };
    Some(match kind {
        TabNotAllowed | TabInBlockIndentation | TabInIndentation | TabAtBlockScalarStart
        | TabInPlainScalar => Syntax::new("found a tab where only spaces may stand").help(SPACES),
        MappingValueNotAllowed => Syntax::new("a `:` cannot start a value here").help(
            "Put text that holds `: ` in quotes, and start the keys of one mapping in the same column.",
        ),
        SimpleKeyExpected => Syntax::new("expected `:` after this").help(
            "Write `key: value`, or indent the line if it continues the text above.",
        ),
        InvalidSimpleKey => Syntax::new("a key stands on one line and has at most 1,024 characters"),
        ExpectedBlockMappingKey => Syntax::new("expected a key of the mapping here").help(ALIGN),
        ExpectedBlockSequenceEntry => Syntax::new("expected `- ` here").help(ALIGN),
        BlockSequenceEntryNotAllowed => Syntax::new("a list cannot start here")
            .help("Start the list on a line of its own, or put the text in quotes."),
        MappingKeyNotAllowed => Syntax::new("a mapping cannot start here")
            .help("Start the mapping on a line of its own, or put the text in quotes."),
        InvalidIndentation => Syntax::new("the indentation fits nothing above").help(ALIGN),
        InvalidBlockEntryWhitespace => {
            Syntax::new("only a space or a line break may follow `-`").help(SPACES)
        }
        InvalidMappingValueWhitespace => {
            Syntax::new("only a space or a line break may follow `:`").help(SPACES)
        }
        ExpectedWhitespace => Syntax::new("expected a space here"),
        CommentNotSeparated => {
            Syntax::new("a comment starts after a space").help("Write a space before the `#`.")
        }
        CommentInterceptedScalar => Syntax::new("a comment cuts this text in two")
            .help("Move the comment above the text, or put the text in quotes."),
        ExpectedNodeContent => Syntax::new("expected a value here").help(QUOTE_VALUE),
        UnexpectedEof | UnexpectedEofBlockMapping | UnexpectedEofBlockSequence => {
            Syntax::new("the file ends in the middle of a value")
        }
        _ => return None,
    })
}

fn scalars(kind: &ErrorKind) -> Option<Syntax> {
    use ErrorKind::{
        BomInsideDocument, DocumentIndicatorInQuotedScalar, InvalidBlockScalarHeader,
        InvalidBlockScalarIndent, InvalidLowSurrogate, InvalidLowSurrogateHexEscape,
        InvalidQuotedScalarHexEscape, InvalidQuotedScalarIndent, InvalidTrailingDoubleQuotedScalar,
        InvalidTrailingSingleQuotedScalar, InvalidUnicodeEscape, MissingLowSurrogate,
        PlainScalarStartsWithDashFlowIndicator, UnclosedQuotedScalar, UnexpectedCharacter,
        UnexpectedEndOfPlainScalar, UnknownQuotedScalarEscape, UnpairedLowSurrogate,
        ZeroBlockScalarIndent,
    };
    Some(match kind {
        UnclosedQuotedScalar => Syntax::new("this quote is never closed")
            .help("Add the closing quote; inside single quotes, write `''` for one."),
        DocumentIndicatorInQuotedScalar => {
            Syntax::new("a line inside these quotes starts with `---` or `...`")
                .help("Close the quote, or indent the line.")
        }
        InvalidTrailingDoubleQuotedScalar => Syntax::new("found text after the closing quote")
            .help("Put the whole value in quotes, and write `\\\"` for a quote inside it."),
        InvalidTrailingSingleQuotedScalar => Syntax::new("found text after the closing quote")
            .help("Put the whole value in quotes, and write `''` for a quote inside it."),
        UnknownQuotedScalarEscape => {
            Syntax::new("double quotes do not know this escape").help(ESCAPE)
        }
        InvalidQuotedScalarHexEscape | InvalidLowSurrogateHexEscape => {
            Syntax::new("this escape has too few hexadecimal digits").help(ESCAPE)
        }
        InvalidLowSurrogate | MissingLowSurrogate | UnpairedLowSurrogate | InvalidUnicodeEscape => {
            Syntax::new("an escape in these quotes is not a character").help(ESCAPE)
        }
        InvalidQuotedScalarIndent => {
            Syntax::new("a line inside these quotes is indented too little")
                .help("Close the quote, or indent the line.")
        }
        ZeroBlockScalarIndent | InvalidBlockScalarHeader => Syntax::new(
            "only `-`, `+`, an indentation from 1 to 9 or a comment may follow `|` and `>`",
        )
        .help("Start the text on the next line, or put it in quotes."),
        InvalidBlockScalarIndent => Syntax::new("a line of this text block is indented wrongly")
            .help("Indent each line at least as far as the first."),
        UnexpectedCharacter { .. } => {
            Syntax::new("a plain value cannot start with this character").help(QUOTE_VALUE)
        }
        PlainScalarStartsWithDashFlowIndicator | UnexpectedEndOfPlainScalar => {
            Syntax::new("a plain value cannot start like this").help(QUOTE_VALUE)
        }
        BomInsideDocument => Syntax::new("a byte-order mark may only stand at the start of a file")
            .help("Remove the invisible character."),
        _ => return None,
    })
}

/// Tags, anchors and directives.
fn properties(kind: &ErrorKind) -> Option<Syntax> {
    use ErrorKind::{
        DirectiveByteLimitExceeded, DirectiveDisallowed, DuplicateTagDirective,
        DuplicateVersionDirective, ExpectedDocumentStart, ExpectedTagBang,
        ExpectedTagDirectiveBang, InvalidDirectiveName, InvalidDirectiveTerminator,
        InvalidDocumentEnd, InvalidGlobalTagCharacter, InvalidTagDirectiveTerminator,
        InvalidTagEscape, InvalidTagTerminator, InvalidTagUtf8, InvalidTagUtf8LeadingByte,
        InvalidTagUtf8TrailingByte, MissingAnchorOrAliasName, MissingDirectiveName,
        MissingDocumentEndBeforeDirective, MissingTagUri, MissingYamlVersion,
        MissingYamlVersionSeparator, TooManyReservedDirectiveParams, UnclosedVerbatimTag,
        UndeclaredTagHandle, UnsupportedYamlMajorVersion, YamlVersionTooLong,
    };
    Some(match kind {
        MissingAnchorOrAliasName => {
            Syntax::new("an anchor or alias needs a name").help(QUOTE_VALUE)
        }
        UndeclaredTagHandle => {
            Syntax::new("the handle of this tag is not declared").help(QUOTE_VALUE)
        }
        ExpectedTagBang
        | InvalidGlobalTagCharacter
        | InvalidTagEscape
        | InvalidTagTerminator
        | InvalidTagUtf8
        | InvalidTagUtf8LeadingByte
        | InvalidTagUtf8TrailingByte
        | MissingTagUri
        | UnclosedVerbatimTag => Syntax::new("this is not a tag")
            .help("Put the whole value in quotes if it is text that starts with `!`."),
        DirectiveDisallowed => Syntax::new("the file has more than 100 directives")
            .help("Remove the lines that start with `%`."),
        ExpectedDocumentStart => Syntax::new("expected `---` here")
            .help("A line that starts with `%` is a directive, and a document follows it."),
        MissingDocumentEndBeforeDirective | InvalidDocumentEnd => {
            Syntax::new("only one document may stand in a file")
        }
        UnsupportedYamlMajorVersion => {
            Syntax::new("this version of YAML is not supported").help("Remove the `%YAML` line.")
        }
        DirectiveByteLimitExceeded { .. }
        | DuplicateTagDirective
        | DuplicateVersionDirective
        | ExpectedTagDirectiveBang
        | InvalidDirectiveName
        | InvalidDirectiveTerminator
        | InvalidTagDirectiveTerminator
        | MissingDirectiveName
        | MissingYamlVersion
        | MissingYamlVersionSeparator
        | TooManyReservedDirectiveParams { .. }
        | YamlVersionTooLong => {
            Syntax::new("this directive is malformed").help("Remove the line that starts with `%`.")
        }
        _ => return None,
    })
}
