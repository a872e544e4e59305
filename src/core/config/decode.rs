//! From nodes to typed values, collecting every problem on the way.

use std::fmt::Write as _;

use schemars::JsonSchema;

use super::constraint::{Constraint, View};
use crate::diagnostics::closest::{closest, is_slip};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity};
use crate::source::{Entry, Node, Sources, Span, Value};

/// A type that a setting may have.
pub trait Setting: JsonSchema + Sized {
    /// Whether a variable of the environment can hold the value.
    const FROM_VARIABLE: bool = true;

    /// Decodes a node. `None` means that the problem is reported and the caller's default holds.
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self>;

    /// Returns what limits apply to.
    fn view(&self) -> View<'_> {
        View::Other
    }

    /// Returns the value as the schema writes a default; `None` leaves it out.
    fn default_value(&self) -> Option<serde_json::Value> {
        None
    }
}

/// One step from the root of a document.
#[derive(Clone, Debug)]
enum Step {
    Field(&'static str),
    Key(String),
    Index(usize),
}

/// Where decoding stands, and what it has found so far.
pub struct Decoder<'s> {
    /// The texts of the run.
    pub sources: &'s Sources,
    /// Every problem so far.
    pub diagnostics: Vec<Diagnostic>,
    /// Ranges that may hold a secret and are never quoted: literals where a reference belongs, and
    /// the values of unknown keys.
    pub masked: Vec<Span>,
    path: Vec<Step>,
    agent: Option<String>,
    errors: usize,
}

impl<'s> Decoder<'s> {
    /// Creates a decoder at the root of a document.
    pub fn new(sources: &'s Sources) -> Self {
        Self {
            sources,
            diagnostics: Vec::new(),
            masked: Vec::new(),
            path: Vec::new(),
            agent: None,
            errors: 0,
        }
    }

    /// Returns how many errors were reported so far; warnings do not count.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Returns the path from the root, as `agents.0.budget.max_tokens`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.path {
            if !path.is_empty() {
                path.push('.');
            }
            match step {
                Step::Field(name) => path.push_str(name),
                Step::Key(key) => path.push_str(key),
                // Writing to a String cannot fail.
                Step::Index(index) => drop(write!(path, "{index}")),
            }
        }
        path
    }

    /// Returns the innermost name on the path as messages call it.
    pub fn subject(&self) -> String {
        let name = self.path.iter().rev().find_map(|step| match step {
            Step::Field(name) => Some((*name).to_owned()),
            Step::Key(key) => Some(key.clone()),
            Step::Index(_) => None,
        });
        let member = matches!(self.path.last(), Some(Step::Index(_)));
        match name {
            Some(name) if member => format!("each entry of `{name}`"),
            Some(name) => format!("`{name}`"),
            None => "the file".to_owned(),
        }
    }

    /// Names the agent that the problems to come belong to.
    pub fn enter_agent(&mut self, name: Option<&str>) {
        self.agent = name.map(str::to_owned);
    }

    /// Decodes the value at a fixed key and applies its limits.
    pub fn field<T: Setting>(
        &mut self,
        key: &'static str,
        entry: &Entry<'_>,
        constraints: &[Constraint],
    ) -> Option<T> {
        self.path.push(Step::Field(key));
        let value = self.limited(&entry.value, constraints);
        self.path.pop();
        value
    }

    /// Decodes the value at a free key.
    pub fn keyed<T: Setting>(&mut self, key: &str, node: &Node<'_>) -> Option<T> {
        self.path.push(Step::Key(key.to_owned()));
        let value = T::decode(node, self);
        self.path.pop();
        value
    }

    /// Decodes one member of a list.
    pub fn member<T: Setting>(&mut self, index: usize, node: &Node<'_>) -> Option<T> {
        self.path.push(Step::Index(index));
        let value = T::decode(node, self);
        self.path.pop();
        value
    }

    /// Runs `work` at a fixed key, so that what it reports carries the path.
    pub fn at_field<T>(&mut self, key: &'static str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(Step::Field(key));
        let result = work(self);
        self.path.pop();
        result
    }

    /// Runs `work` at a free key, so that what it reports carries the path.
    pub fn at_key<T>(&mut self, key: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(Step::Key(key.to_owned()));
        let result = work(self);
        self.path.pop();
        result
    }

    /// Runs `work` at a member of a list, so that what it reports carries the path.
    pub fn at_index<T>(&mut self, index: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(Step::Index(index));
        let result = work(self);
        self.path.pop();
        result
    }

    fn limited<T: Setting>(&mut self, node: &Node<'_>, constraints: &[Constraint]) -> Option<T> {
        let value = T::decode(node, self)?;
        for constraint in constraints {
            if let Some(expected) = constraint.broken_by(value.view()) {
                let message = format!("{} takes {expected}", self.subject());
                self.report("invalid-value", node.span, message, "");
            }
        }
        Some(value)
    }

    /// Adds a problem of structure at `span`, with the path and agent filled in.
    pub fn report(
        &mut self,
        rule: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(rule, Code::Configuration, Severity::Error, message)
            .at(span, label)
            .field(self.path());
        self.errors += 1;
        self.push(diagnostic)
    }

    /// Adds a problem of structure whose field lies `below` the present one, as `nodes.0.agent`.
    pub fn report_below(
        &mut self,
        below: &str,
        rule: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Diagnostic {
        let mut field = self.path();
        if !field.is_empty() {
            field.push('.');
        }
        field.push_str(below);
        let diagnostic = self.report(rule, span, message, label);
        diagnostic.field = Some(field);
        diagnostic
    }

    /// Adds a warning at `span`, with the path and agent filled in.
    pub fn warn(
        &mut self,
        rule: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(rule, Code::Governance, Severity::Warning, message)
            .at(span, label)
            .field(self.path());
        self.push(diagnostic)
    }

    fn push(&mut self, mut diagnostic: Diagnostic) -> &mut Diagnostic {
        diagnostic.agent.clone_from(&self.agent);
        let index = self.diagnostics.len();
        self.diagnostics.push(diagnostic);
        #[expect(
            clippy::indexing_slicing,
            reason = "the entry was pushed on the line above"
        )]
        &mut self.diagnostics[index]
    }

    /// Reports a value of the wrong kind. Where YAML read a word or number that was surely meant
    /// as text, says so and offers to quote it.
    pub fn wrong_type(&mut self, node: &Node<'_>, expected: &str) {
        let found = node.kind();
        let message = format!("{} takes {expected}, found {found}", self.subject());
        let written = self.sources.slice(node.span);
        let surprising = expected == "a string"
            && !written.is_empty()
            && matches!(
                node.value,
                Value::Bool(_)
                    | Value::Integer(_)
                    | Value::BigInteger(_)
                    | Value::Float(_)
                    | Value::Timestamp(_)
            );
        let quoted = format!("\"{written}\"");
        let span = node.span;
        let diagnostic = self.report("wrong-type", span, message, format!("this is {found}"));
        if surprising {
            diagnostic.help = Some(format!(
                "YAML 1.1 reads this plain word as {found}; put it in quotes to keep it a string"
            ));
            diagnostic.fix = Some(Fix {
                description: "quote the value".to_owned(),
                edits: vec![Edit {
                    span,
                    replacement: quoted,
                }],
                unambiguous: true,
            });
        }
    }

    /// Reports a required key that is not there.
    pub fn missing(&mut self, node: &Node<'_>, key: &'static str, section: &str) {
        // A value that was written and not taken is reported already.
        if node
            .get(key)
            .is_some_and(|value| !matches!(value.value, Value::Null))
        {
            return;
        }
        let place = node
            .entries()
            .and_then(|entries| entries.first())
            .map_or(node.span.at_start(), |first| first.key.span);
        self.path.push(Step::Field(key));
        let message = format!("`{key}` is missing from {section}");
        self.report(
            "missing-key",
            place,
            message,
            format!("`{key}` belongs here"),
        );
        self.path.pop();
    }

    /// Reports keys that a section does not have, each with the closest one that it has.
    pub fn unknown_keys(&mut self, unknown: &[&Entry<'_>], known: &[&'static str], section: &str) {
        for entry in unknown {
            self.masked.push(entry.value.span);
            let Some(key) = entry.key.as_str() else {
                let kind = entry.key.kind();
                let message = format!("keys of {section} are strings, found {kind}");
                self.report("wrong-type", entry.key.span, message, "");
                continue;
            };
            let suggestion = closest(key, known.iter().copied());
            let message = match suggestion {
                Some(near) => format!("{section} has no key `{key}`; did you mean `{near}`?"),
                None => format!("{section} has no key `{key}`"),
            };
            let span = entry.key.span;
            self.path.push(Step::Key(key.to_owned()));
            let diagnostic = self.report("unknown-key", span, message, "unknown key");
            diagnostic.name = Some(key.to_owned());
            diagnostic.suggestion = suggestion.map(str::to_owned);
            diagnostic.help = match suggestion {
                Some(_) => None,
                None => Some(format!("known keys: {}", known.join(", "))),
            };
            diagnostic.fix = suggestion.map(|near| Fix {
                description: format!("rename the key to `{near}`"),
                edits: vec![Edit {
                    span,
                    replacement: near.to_owned(),
                }],
                unambiguous: is_slip(key, near),
            });
            self.path.pop();
        }
    }
}

impl Decoder<'_> {
    /// Decodes one of a closed list of words, exactly as written; `near` maps words that are often
    /// written instead.
    pub fn word(
        &mut self,
        node: &Node<'_>,
        words: &'static [&'static str],
        near: &[(&'static str, &'static str)],
    ) -> Option<String> {
        let Some(word) = node.as_str() else {
            self.wrong_type(node, "a string");
            return None;
        };
        if words.contains(&word) {
            return Some(word.to_owned());
        }
        let lowered = word.to_ascii_lowercase();
        let meant = near.iter().find(|(written, _)| *written == lowered);
        let suggestion = meant
            .map(|&(_, word)| word)
            .or_else(|| closest(word, words.iter().copied()));
        let list = words.join(", ");
        let message = match suggestion {
            Some(near) => format!(
                "{} takes one of {list}; did you mean `{near}`?",
                self.subject()
            ),
            None => format!("{} takes one of {list}", self.subject()),
        };
        let span = node.span;
        let diagnostic = self.report("unknown-value", span, message, "not one of them");
        diagnostic.suggestion = suggestion.map(str::to_owned);
        diagnostic.fix = suggestion.map(|near| Fix {
            description: format!("write `{near}`"),
            edits: vec![Edit {
                span,
                replacement: near.to_owned(),
            }],
            unambiguous: is_slip(word, near),
        });
        None
    }

    /// Warns where YAML 1.1 reads a plain number in a way that few writers expect.
    pub(super) fn surprising_number(&mut self, node: &Node<'_>, value: &str) {
        let written = self.sources.slice(node.span);
        let digits = written.trim_start_matches(['+', '-']);
        let base_sixty = written.contains(':');
        let octal = digits.len() > 1
            && digits.starts_with('0')
            && digits
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'_');
        if !matches!(node.value, Value::Integer(_) | Value::Float(_)) || !(base_sixty || octal) {
            return;
        }
        let how = if base_sixty { "in base 60" } else { "as octal" };
        let message = format!("YAML 1.1 reads `{written}` {how}: it is {value}");
        let span = node.span;
        let diagnostic = self.warn(
            "surprising-scalar",
            span,
            message,
            format!("read as {value}"),
        );
        diagnostic.fix = Some(Fix {
            description: format!("write `{value}`"),
            edits: vec![Edit {
                span,
                replacement: value.to_owned(),
            }],
            unambiguous: false,
        });
        diagnostic.help = Some(format!("write {value}, or the number that was meant"));
    }
}
