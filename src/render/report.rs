//! What `check` has to tell, before it becomes text.

use std::borrow::Cow;

pub use algen_core::diagnostics::counted;
use algen_core::diagnostics::{Diagnostic, Severity};
use algen_core::registry::inventory::Inventory;
use algen_core::source::{Origin, Position, Sources, Span};

use super::masking::spoken;
use super::visible::visible;

/// The outcome of one `check`.
pub struct Report<'a> {
    /// The configuration files, as they were given.
    pub config: Vec<String>,
    /// Every finding, sorted by file and line.
    pub diagnostics: &'a [Diagnostic],
    /// Whether warnings fail the run, too.
    pub strict: bool,
    /// What exists in the project; `None` where it could not be told.
    pub inventory: Option<&'a Inventory>,
    /// The texts that were read.
    pub sources: &'a Sources,
    /// Ranges that hold secrets, whatever their keys are called.
    pub masked: &'a [Span],
    /// The rules that exist, for formats that describe them.
    pub rules: &'a [RuleSummary<'a>],
}

/// A rule in a few words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSummary<'a> {
    /// Kebab-case name.
    pub name: &'a str,
    /// One sentence: what it finds.
    pub summary: &'a str,
}

/// Where a finding is, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place<'a> {
    /// The name of the text.
    pub(super) file: &'a str,
    /// Whether that name is a file's; a variable of the environment is none.
    pub(super) is_file: bool,
    /// First character and the one after the last.
    pub(super) range: Option<(Position, Position)>,
}

impl Report<'_> {
    /// Tells whether there is no error; warnings are allowed.
    pub fn ok(&self) -> bool {
        !self
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns how many findings there are, as `2 errors, 1 warning`.
    pub fn summary(&self) -> String {
        let errors = count(self.diagnostics, Severity::Error);
        let warnings = count(self.diagnostics, Severity::Warning);
        match (errors, warnings) {
            (0, 0) => "no findings".to_owned(),
            (errors, 0) => counted(errors, "error"),
            (0, warnings) => counted(warnings, "warning"),
            (errors, warnings) => {
                format!(
                    "{}, {}",
                    counted(errors, "error"),
                    counted(warnings, "warning")
                )
            }
        }
    }

    /// Returns the place of a finding; `None` where not even a file is known.
    pub(super) fn place<'a>(&'a self, diagnostic: &'a Diagnostic) -> Option<Place<'a>> {
        let located = diagnostic
            .primary()
            .and_then(|span| Some((span, self.sources.get(span.source)?)));
        match located {
            Some((span, source)) => Some(Place {
                file: source.name(),
                is_file: source.origin() != Origin::Environment,
                range: Some((source.position(span.start), source.position(span.end))),
            }),
            None => diagnostic.file.as_deref().map(|file| Place {
                file,
                is_file: true,
                range: None,
            }),
        }
    }
}

impl Place<'_> {
    /// Returns the place as `file:line:column`, or the file alone.
    pub(super) fn location(&self) -> String {
        match self.range {
            Some((start, _)) => format!("{}:{}:{}", self.file, start.line, start.column),
            None => self.file.to_owned(),
        }
    }
}

/// Returns text of a finding for people: without keys somebody wrote where a name belongs, and
/// without characters that act on a terminal.
pub(super) fn told(text: &str) -> Cow<'_, str> {
    match spoken(text) {
        Cow::Borrowed(text) => visible(text),
        Cow::Owned(text) => Cow::Owned(visible(&text).into_owned()),
    }
}

/// Returns the message of a finding and its help on one line: two sentences.
pub(super) fn sentences(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    let Some(help) = &diagnostic.help else {
        return text;
    };
    text.push_str(if text.ends_with('?') { " " } else { ". " });
    let word = help.split(' ').next().unwrap_or_default();
    match help.split_at_checked(1) {
        // A name would become another one.
        Some((first, rest)) if word.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            text.push_str(&first.to_ascii_uppercase());
            text.push_str(rest);
        }
        _ => text.push_str(help),
    }
    text
}

fn count(diagnostics: &[Diagnostic], severity: Severity) -> usize {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == severity)
        .count()
}
