//! Whole arguments against the schema of a tool, every problem at once.
//!
//! The validator checks the schema in its own dialect and never fetches a reference. A walk beside
//! it refuses fields that the schema does not know, also where it forgot to say so.

mod problem;
pub(super) mod wording;

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::{Map, Value};

use super::fields::{Fields, Walk};
use super::strict_json::{shortened, shortened_to};
use crate::diagnostics::closest::closest;

pub use problem::{ArgumentProblem, ArgumentProblemKind, ArgumentProblems, SchemaProblem};
use wording::{alternatives, choices, expected_fields, limit, type_name, types};

/// The most problems that are kept; more are counted.
pub const PROBLEMS_MAX: usize = 50;

/// The most characters of a pointer that a problem keeps.
const POINTER_CHARS_MAX: usize = 512;

/// The schema of a tool's arguments, ready for many calls.
#[derive(Debug)]
pub struct InputSchema {
    schema: Value,
    validator: Validator,
}

impl InputSchema {
    /// Compiles a schema, in the dialect that its `$schema` names or draft 2020-12. Formats are
    /// checked, patterns match in linear time, and a reference is followed inside the schema only.
    pub fn compile(schema: &Value) -> Result<Self, SchemaProblem> {
        if !schema.is_object() {
            return Err(SchemaProblem::NotAnObject(type_name(schema)));
        }
        let mut options = jsonschema::options();
        // Naming the dialect spares reading the schemas of all the others.
        if schema.get("$schema").is_none() {
            options = options.with_draft(Draft::Draft202012);
        }
        let validator = options
            .should_validate_formats(true)
            .with_pattern_options(PatternOptions::regex())
            .offline()
            .build(schema)
            .map_err(|error| match error.kind() {
                ValidationErrorKind::Referencing(_) => SchemaProblem::Reference,
                kind => SchemaProblem::Invalid {
                    pointer: error.instance_path().as_str().to_owned(),
                    keyword: kind.keyword().to_owned(),
                },
            })?;
        Ok(Self {
            schema: schema.clone(),
            validator,
        })
    }

    /// Reads what the first schema of a process takes, which is a millisecond: to be called on
    /// another thread while something else is done.
    pub fn warm_up() {
        // What it gives is of no use.
        let _ = Self::compile(&serde_json::json!({"type": "object"}));
    }

    /// Returns the schema as it was given.
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Checks the arguments of a call.
    ///
    /// # Errors
    ///
    /// Every problem, by JSON pointer.
    pub fn validate(&self, arguments: &Value) -> Result<(), ArgumentProblems> {
        self.check(arguments, true)
    }

    /// Checks a result, which may be any value, as a list of rows.
    ///
    /// # Errors
    ///
    /// Every problem, by JSON pointer.
    pub fn validate_result(&self, result: &Value) -> Result<(), ArgumentProblems> {
        self.check(result, false)
    }

    fn check(&self, arguments: &Value, is_object: bool) -> Result<(), ArgumentProblems> {
        let mut problems = Problems {
            walk: Walk::new(&self.schema),
            schema: &self.schema,
            found: ArgumentProblems {
                problems: Vec::new(),
                left_out: 0,
            },
            seen: HashSet::new(),
            formats: HashSet::new(),
        };
        if arguments.is_object() || !is_object {
            let mut unknown = UnknownFields {
                pointer: String::new(),
                problems: &mut problems,
            };
            unknown.visit(arguments, &[&self.schema]);
        } else {
            let kind = ArgumentProblemKind::WrongType(type_name(arguments));
            problems.add("", kind, "an object", None);
        }
        for error in self.validator.iter_errors(arguments) {
            problems.add_error(&error);
        }
        if problems.walk.is_exhausted() {
            let expected =
                "fewer values, or fewer alternatives and references in the tool's schema";
            problems.add("", ArgumentProblemKind::TooComplex, expected, None);
        }
        let mut found = problems.found;
        if found.problems.is_empty() {
            return Ok(());
        }
        // What a format asks for says how long a text is.
        found.problems.retain(|problem| {
            problem.kind != ArgumentProblemKind::WrongLength
                || !problems.formats.contains(&problem.pointer)
        });
        Err(found)
    }
}

/// Problems, each once.
struct Problems<'s> {
    walk: Walk<'s>,
    schema: &'s Value,
    found: ArgumentProblems,
    /// Place, kind and what was expected, the last not for unknown fields: the walk and the
    /// validator both find those.
    seen: HashSet<(String, Discriminant<ArgumentProblemKind>, String)>,
    /// Places of texts that are not of their format.
    formats: HashSet<String>,
}

impl<'s> Problems<'s> {
    fn add(
        &mut self,
        pointer: &str,
        kind: ArgumentProblemKind,
        expected: impl Into<String>,
        suggestion: Option<&str>,
    ) {
        let pointer = shortened_to(POINTER_CHARS_MAX, pointer);
        let expected = expected.into();
        let limit = match kind {
            ArgumentProblemKind::UnknownField => String::new(),
            _ => expected.clone(),
        };
        if !self
            .seen
            .insert((pointer.clone(), discriminant(&kind), limit))
        {
            return;
        }
        if self.is_full() {
            self.found.left_out += 1;
            return;
        }
        self.found.problems.push(ArgumentProblem {
            pointer,
            kind,
            expected,
            suggestion: suggestion.map(str::to_owned),
        });
    }

    fn is_full(&self) -> bool {
        self.found.problems.len() >= PROBLEMS_MAX
    }

    /// Adds a field that none of the known ones is; the closest is sought while there is room.
    fn add_unknown(&mut self, pointer: &str, name: &str, known: &Fields<'_>) {
        let (expected, near) = match self.is_full() {
            true => (String::new(), None),
            false => (expected_fields(known.names()), closest(name, known.names())),
        };
        self.add(pointer, ArgumentProblemKind::UnknownField, expected, near);
    }

    /// Tells whether an unknown field of an object is told with the name of this one, which says
    /// that it is missing too.
    fn is_misspelt(&self, object: &str, name: &str) -> bool {
        let mut problems = self.found.problems.iter();
        problems.any(|problem| {
            let parent = problem.pointer.rsplit_once('/').map(|(parent, _)| parent);
            problem.kind == ArgumentProblemKind::UnknownField
                && problem.suggestion.as_deref() == Some(name)
                && parent == Some(object)
        })
    }

    /// Returns the fields of the schema that a keyword stands in.
    fn fields_beside(&mut self, keyword: &str) -> Fields<'s> {
        let schema = keyword
            .rsplit_once('/')
            .and_then(|(schema, _)| self.schema.pointer(schema));
        self.walk.fields(schema.as_slice())
    }

    /// Adds what the validator found, in words of ours: its messages quote values.
    fn add_error(&mut self, error: &ValidationError<'_>) {
        use ArgumentProblemKind as Kind;
        use ValidationErrorKind as Error;
        let pointer = error.instance_path().as_str();
        let value = error.instance();
        match error.kind() {
            Error::AdditionalProperties { unexpected }
            | Error::UnevaluatedProperties { unexpected } => {
                let known = self.fields_beside(error.schema_path().as_str());
                for name in unexpected {
                    self.add_unknown(&member(pointer, name), name, &known);
                }
            }
            Error::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                if !self.is_misspelt(pointer, name) {
                    let pointer = member(pointer, name);
                    self.add(&pointer, Kind::MissingField, "a value", None);
                }
            }
            Error::Type { kind } => {
                let found = Kind::WrongType(type_name(value));
                self.add(pointer, found, types(kind), None);
            }
            Error::Enum { options } => {
                let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
                self.add_choice(pointer, options, value);
            }
            Error::Constant { expected_value } => {
                self.add_choice(pointer, std::slice::from_ref(&**expected_value), value);
            }
            Error::AnyOf { context } | Error::OneOfNotValid { context } => {
                match intended(error, context) {
                    Some(branch) => branch.iter().for_each(|error| self.add_error(error)),
                    None => self.add(pointer, Kind::NoAlternative, alternatives(context), None),
                }
            }
            Error::OneOfMultipleValid { .. } => self.add(
                pointer,
                Kind::NoAlternative,
                "a value that fits exactly one of the schema's forms",
                None,
            ),
            Error::PropertyNames { error } => {
                let name = error.instance().as_str().unwrap_or_default();
                let (_, expected) = limit(error.kind());
                let pointer = member(pointer, name);
                self.add(&pointer, Kind::WrongName, expected, None);
            }
            other => {
                let (kind, expected) = limit(other);
                if matches!(other, Error::Format { .. }) && !self.is_full() {
                    self.formats
                        .insert(shortened_to(POINTER_CHARS_MAX, pointer));
                }
                self.add(pointer, kind, expected, None);
            }
        }
    }

    fn add_choice(&mut self, pointer: &str, options: &[Value], value: &Value) {
        let words = options.iter().filter_map(Value::as_str);
        let near = value.as_str().and_then(|word| closest(word, words));
        let kind = ArgumentProblemKind::NotAllowed;
        self.add(pointer, kind, choices(options), near);
    }
}

/// Returns the branch that the value was meant for: the only one of its type, or among those the
/// only one whose constants it has.
fn intended<'e>(
    error: &ValidationError<'_>,
    context: &'e [Vec<ValidationError<'static>>],
) -> Option<&'e [ValidationError<'static>]> {
    let here = error.instance_path().as_str();
    let mut of_type = Vec::new();
    for branch in context {
        let other_type = branch.iter().any(|error| {
            matches!(error.kind(), ValidationErrorKind::Type { .. })
                && error.instance_path().as_str() == here
        });
        if !other_type && !branch.is_empty() {
            of_type.push(branch.as_slice());
        }
    }
    if let [only] = of_type.as_slice() {
        return Some(only);
    }
    let is_constant = |error: &ValidationError<'_>| {
        matches!(
            error.kind(),
            ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. }
        )
    };
    of_type.retain(|branch| !branch.iter().any(is_constant));
    match of_type.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

/// Returns the JSON pointer to a field of an object, its name shortened.
fn member(object: &str, name: &str) -> String {
    let name = shortened(name).replace('~', "~0").replace('/', "~1");
    format!("{object}/{name}")
}

/// The search for fields that the schema does not know.
struct UnknownFields<'s, 'p> {
    pointer: String,
    problems: &'p mut Problems<'s>,
}

impl<'s> UnknownFields<'s, '_> {
    /// Visits a value for which all of the schemas hold.
    fn visit(&mut self, value: &Value, schemas: &[&'s Value]) {
        match value {
            Value::Object(object) => self.object(object, schemas),
            Value::Array(items) => {
                let fields = self.problems.walk.fields(schemas);
                for (index, item) in items.iter().enumerate() {
                    if item.is_object() || item.is_array() {
                        let schemas = fields.item(index);
                        self.inside(&index.to_string(), item, &schemas);
                    }
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, object: &Map<String, Value>, schemas: &[&'s Value]) {
        let fields = self.problems.walk.fields(schemas);
        // A nested object without a word on its fields is free; the arguments themselves are not.
        let is_free = !fields.is_described() && !self.pointer.is_empty();
        for (name, value) in object {
            let mut schemas = fields.named(name);
            if schemas.is_empty() {
                if !fields.is_open() && !is_free {
                    let pointer = member(&self.pointer, name);
                    self.problems.add_unknown(&pointer, name, &fields);
                    continue;
                }
                schemas = fields.others();
            }
            self.inside(name, value, &schemas);
        }
    }

    fn inside(&mut self, name: &str, value: &Value, schemas: &[&'s Value]) {
        if schemas.is_empty() || !self.problems.walk.step(0) {
            return;
        }
        let length = self.pointer.len();
        self.pointer = member(&self.pointer, name);
        self.visit(value, schemas);
        self.pointer.truncate(length);
    }
}

#[cfg(test)]
mod tests;
