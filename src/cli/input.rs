//! The arguments of a call, from words or from JSON.

use std::path::Path;

use algen_core::governance::arguments::{InputSchema, assign, strict_json};
use algen_core::governance::outcome::Failure;
use algen_core::governance::refusal::{Refusal, RefusalKind};
use algen_core::registry::ToolSpec;
use algen_core::source::{FileError, Files};
use algen_engine::files::{FILE_BYTES_MAX, ProjectFiles};
use serde_json::Value;

use super::arguments::ArgumentOptions;
use crate::ui::Ui;

/// Why there are no arguments.
pub(crate) enum InputError {
    /// They are no arguments of the tool.
    Refused(Box<Refusal>),
    /// They could not be read at all.
    Unreadable(String),
}

impl From<Box<Refusal>> for InputError {
    fn from(refusal: Box<Refusal>) -> Self {
        Self::Refused(refusal)
    }
}

/// Compiles the schema of a tool's arguments.
///
/// # Errors
/// It cannot be used.
pub(crate) fn schema(spec: &ToolSpec) -> Result<InputSchema, Box<Refusal>> {
    InputSchema::compile(&spec.input_schema).map_err(|problem| {
        let failure = Failure::new("input-schema", problem.to_string());
        Refusal::new(RefusalKind::Input, failure)
    })
}

/// Reads the arguments of a call.
///
/// # Errors
/// Every problem of every word, or of the JSON text.
pub(crate) fn read(
    options: &ArgumentOptions,
    spec: &ToolSpec,
    schema: &InputSchema,
    ui: &Ui,
) -> Result<Value, InputError> {
    let refused = |details: Vec<String>| {
        let message = format!("the arguments do not fit `{}`", spec.name);
        let mut refusal = Refusal::new(
            RefusalKind::Input,
            Failure::new("invalid-arguments", message),
        );
        refusal.details = details;
        refusal.help(format!(
            "`algen describe {}` shows what it takes.",
            spec.name
        ))
    };
    if let Some(input) = &options.input {
        let text = json_text(input, ui)?;
        return strict_json::read(&text).map_err(|problems| {
            let mut details: Vec<String> =
                problems.problems.iter().map(ToString::to_string).collect();
            if problems.left_out > 0 {
                details.push(format!("{} more problems", problems.left_out));
            }
            refused(details).into()
        });
    }
    let words = options.words.iter().map(String::as_str);
    let arguments = assign(schema, words, file)
        .map_err(|problems| refused(problems.iter().map(ToString::to_string).collect()))?;
    Ok(Value::Object(arguments))
}

/// Returns the text of `--input`.
fn json_text(input: &str, ui: &Ui) -> Result<String, InputError> {
    if input == "-" {
        let bytes = ui
            .read(FILE_BYTES_MAX)
            .map_err(|problem| InputError::Unreadable(problem.to_string()))?;
        return String::from_utf8(bytes)
            .map_err(|_| InputError::Unreadable("standard input is not UTF-8".to_owned()));
    }
    match input.strip_prefix('@') {
        Some(path) => file(path).map_err(|problem| {
            InputError::Unreadable(format!("cannot read the file of --input: {problem}"))
        }),
        None => Ok(input.to_owned()),
    }
}

/// Reads a file beneath the working directory; `/dev/stdin` and the like are not files.
fn file(path: &str) -> Result<String, String> {
    if path.is_empty() {
        return Err("`@` is followed by no path".to_owned());
    }
    let folder = ProjectFiles::open(Path::new("."), "").map_err(|error| error.to_string())?;
    let bytes = folder.read(path).map_err(|error| match error {
        FileError::Outside => {
            "it lies outside the working directory; change to the folder above it".to_owned()
        }
        error => error.to_string(),
    })?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
}
