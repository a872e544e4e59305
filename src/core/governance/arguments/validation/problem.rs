//! What can be wrong with a schema, and with arguments by it.

use std::fmt;

use thiserror::Error;

/// Why a schema cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SchemaProblem {
    /// It is a boolean or no schema at all.
    #[error("the input schema is a JSON object, found {0}")]
    NotAnObject(&'static str),
    /// It breaks the rules of its dialect; the place in it and the rule.
    #[error(
        "the input schema is not valid at `{pointer}`: it breaks the rule `{keyword}` of its \
         dialect"
    )]
    Invalid {
        /// JSON pointer into the schema.
        pointer: String,
        /// The keyword of the dialect's own schema.
        keyword: String,
    },
    /// A `$ref` leads out of the schema or to nothing in it.
    #[error("a `$ref` of the input schema leads to nothing in it, and nothing is fetched")]
    Reference,
}

/// Everything that is wrong with the arguments of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentProblems {
    /// The first problems, unknown fields before others, at most `PROBLEMS_MAX`.
    pub problems: Vec<ArgumentProblem>,
    /// How many more there are.
    pub left_out: usize,
}

/// One thing that is wrong; it never holds a value of the call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentProblem {
    /// JSON pointer to the field; empty for the arguments as a whole.
    pub pointer: String,
    /// What is wrong with it.
    pub kind: ArgumentProblemKind,
    /// What the schema accepts there, as it follows "expected".
    pub expected: String,
    /// The field or the allowed value that was most likely meant.
    pub suggestion: Option<String>,
}

/// What can be wrong with an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentProblemKind {
    /// The schema has no such field.
    UnknownField,
    /// A field that must be there is not.
    MissingField,
    /// A value of another type, which is named.
    WrongType(&'static str),
    /// A value that is not among those listed.
    NotAllowed,
    /// A number outside of its limits.
    OutOfRange,
    /// Too few or too many characters, items or fields.
    WrongLength,
    /// Two equal items.
    EqualItems,
    /// A text that its pattern or format does not match.
    WrongForm,
    /// The name of a field in a mapping with free names.
    WrongName,
    /// A value that fits none of several forms, or one that it must not fit.
    NoAlternative,
    /// The schema branches too often to be followed.
    TooComplex,
}

impl ArgumentProblem {
    /// Returns the field for a message: the name of an argument, and a pointer to what is inside.
    fn place(&self) -> String {
        match self.pointer.strip_prefix('/') {
            None => "the arguments".to_owned(),
            Some(name) if name.contains('/') => format!("`{}`", self.pointer),
            Some(name) => format!("`{}`", name.replace("~1", "/").replace("~0", "~")),
        }
    }
}

impl fmt::Display for ArgumentProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ArgumentProblemKind as Kind;
        let (place, expected) = (self.place(), &self.expected);
        match self.kind {
            Kind::UnknownField => {
                let is_argument = self.pointer.rfind('/') == Some(0);
                let what = if is_argument { "argument" } else { "field" };
                write!(formatter, "unknown {what} {place}")?;
                // The name that is meant says more than all that there are.
                if self.suggestion.is_none() {
                    write!(formatter, "; expected {expected}")?;
                }
                Ok(())
            }
            Kind::MissingField => write!(formatter, "{place} is missing"),
            Kind::WrongType(found) => {
                write!(formatter, "{place}: expected {expected}, found {found}")
            }
            Kind::NotAllowed
            | Kind::OutOfRange
            | Kind::WrongLength
            | Kind::EqualItems
            | Kind::WrongForm
            | Kind::WrongName
            | Kind::NoAlternative
            | Kind::TooComplex => write!(formatter, "{place}: expected {expected}"),
        }?;
        match &self.suggestion {
            Some(near) => write!(formatter, "; did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}
