//! The finding type.

use serde::{Serialize, Serializer};

use crate::source::Span;

/// How much a finding weighs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The configuration cannot work as written; `check` exits with 1.
    Error,
    /// Works, but hardly as meant; `check --strict` exits with 1.
    Warning,
}

impl Severity {
    /// Returns the word that reports use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// The coarse class of a finding, for programs that already read reports of the Python runtime.
///
/// The first five are that runtime's own codes for configuration; the last is for findings that it
/// does not make, which are told apart by their rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Code {
    /// `CONFIGURATION_ERROR`: unreadable, malformed, or a value that its field does not take.
    Configuration,
    /// `PLUGIN_ERROR`: a plugin that is not found, not trusted or not loadable.
    Plugin,
    /// `COMPONENT_CONFLICT`: one name registered twice.
    ComponentConflict,
    /// `UNKNOWN_COMPONENT`: an agent names what nothing registers.
    UnknownComponent,
    /// `UNSUPPORTED_PROVIDER_TYPE`: a provider type that does not exist.
    UnsupportedProviderType,
    /// `GOVERNANCE`: permissions, approvals, policies, secrets and other findings of algen alone.
    Governance,
}

impl Code {
    /// Returns the code as reports write it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Configuration => "CONFIGURATION_ERROR",
            Self::Plugin => "PLUGIN_ERROR",
            Self::ComponentConflict => "COMPONENT_CONFLICT",
            Self::UnknownComponent => "UNKNOWN_COMPONENT",
            Self::UnsupportedProviderType => "UNSUPPORTED_PROVIDER_TYPE",
            Self::Governance => "GOVERNANCE",
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// A range with a few words about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The range to underline.
    pub span: Span,
    /// What to say there; may be empty.
    pub text: String,
}

/// One replacement in a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The range that goes.
    pub span: Span,
    /// What stands there afterwards.
    pub replacement: String,
}

/// A change that removes the finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What the change does, as an imperative without a final period.
    pub description: String,
    /// The replacements, in order, not overlapping.
    pub edits: Vec<Edit>,
    /// Whether `check --fix` may apply it unasked: only one sensible change exists.
    pub unambiguous: bool,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kebab-case name of the rule, which `algen explain` knows.
    pub rule: &'static str,
    /// The coarse class.
    pub code: Code,
    /// The weight.
    pub severity: Severity,
    /// One sentence: what is wrong. Lower case, no final period, names in backquotes.
    pub message: String,
    /// Where; the first is the place of the finding, the others explain it. Empty only where no
    /// text could be read at all: then `file` names it.
    pub labels: Vec<Label>,
    /// The file, where no label can name one.
    pub file: Option<String>,
    /// What to do next, in full sentences or as a command.
    pub help: Option<String>,
    /// The agent it is about.
    pub agent: Option<String>,
    /// The field it is about, as `enabled_tools` for components and `agents.0.max_steps` for
    /// structure.
    pub field: Option<String>,
    /// The name that was written there. Never the value of a field that may hold a secret.
    pub name: Option<String>,
    /// The closest existing name.
    pub suggestion: Option<String>,
    /// A change that removes the finding.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Creates a finding without a place.
    pub fn new(
        rule: &'static str,
        code: Code,
        severity: Severity,
        message: impl Into<String>,
    ) -> Self {
        Self {
            rule,
            code,
            severity,
            message: message.into(),
            labels: Vec::new(),
            file: None,
            help: None,
            agent: None,
            field: None,
            name: None,
            suggestion: None,
            fix: None,
        }
    }

    /// Adds a labelled range; the first one added is the place of the finding.
    pub fn at(mut self, span: impl Into<Option<Span>>, text: impl Into<String>) -> Self {
        if let Some(span) = span.into() {
            self.labels.push(Label {
                span,
                text: text.into(),
            });
        }
        self
    }

    /// Names the file of a finding that has no range.
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Names the agent.
    pub fn agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = Some(agent.into());
        self
    }

    /// Names the field.
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Names what was written.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Names the closest existing name, if there is one.
    pub fn suggestion(mut self, suggestion: Option<impl Into<String>>) -> Self {
        self.suggestion = suggestion.map(Into::into);
        self
    }

    /// Adds a change that removes the finding.
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Returns the place of the finding.
    pub fn primary(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}
