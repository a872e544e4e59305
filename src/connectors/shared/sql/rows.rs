//! From cells that a database gives to rows of the declared types, written as JSON at once: a row
//! is never held as a value.

use std::borrow::Cow;
use std::sync::Arc;

use algen_core::diagnostics::counted;
use algen_core::governance::arguments::InputSchema;
use algen_core::governance::outcome::Failure;
use algen_engine::runtime::{RowWriter, ToolAnswer};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::Serialize;
use serde_json::{Value, json};
use thiserror::Error;

use super::values::{is_date, is_decimal, is_uuid};
use crate::shared::field_type::{FieldType, Kind};
use crate::shared::sample::sample;

/// What stands for a masked value.
const MASKED: &str = "[MASKED]";

/// A value of a column as the database gives it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Cell<'r> {
    /// No value.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(&'r str),
    /// Bytes, or a text that is not UTF-8.
    Bytes,
}

/// A value of the declared type.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
enum Typed<'r> {
    Null,
    Boolean(bool),
    Integer(i64),
    Number(f64),
    Text(Cow<'r, str>),
    Json(Value),
}

impl<'r> Typed<'r> {
    fn text(text: &'r str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

/// Why a cell does not fit its column. The words follow the column's name.
#[derive(Clone, Copy, Error, Debug)]
enum Unfit {
    /// It is null and must not be.
    #[error("is null, which its type allows only with `?` behind it")]
    Null,
    /// It holds something else than what is said here.
    #[error("does not hold {0}")]
    Other(&'static str),
}

/// A declared column.
pub(crate) struct Column {
    name: String,
    /// The name as JSON writes it, with the colon behind.
    key: String,
    field: FieldType,
    masked: bool,
    /// What checks a value of a written schema, as the field `value`.
    schema: Option<InputSchema>,
}

impl Column {
    /// Describes a column. A schema that cannot be compiled is refused with the tool's contract.
    pub(crate) fn new(name: &str, field: FieldType, masked: bool) -> Self {
        let schema = match field.kind() {
            Kind::Word(_) => None,
            Kind::Schema(schema) => InputSchema::compile(&json!({
                "type": "object",
                "properties": {"value": schema},
                "additionalProperties": false,
            }))
            .ok(),
        };
        Self {
            name: name.to_owned(),
            key: format!("{}:", Value::from(name)),
            field,
            masked,
            schema,
        }
    }

    /// Returns the value of a cell, or what it should be.
    fn read<'r>(&self, cell: Cell<'r>) -> Result<Typed<'r>, Unfit> {
        if self.masked {
            return Ok(Typed::text(MASKED));
        }
        match (self.field.kind(), cell) {
            (Kind::Word(_), Cell::Null) => match self.field.optional {
                true => Ok(Typed::Null),
                false => Err(Unfit::Null),
            },
            (Kind::Word(word), cell) => of_word(word, cell).map_err(Unfit::Other),
            (Kind::Schema(schema), cell) => {
                let value = self.of_schema(schema, cell);
                value.map(Typed::Json).map_err(Unfit::Other)
            }
        }
    }

    /// Makes a value up; every third is null where that is allowed.
    fn made_up(&self, number: u64) -> Result<Made, Failure> {
        if self.masked || self.field.optional && number.is_multiple_of(3) {
            return Ok(Made::Null);
        }
        let schema = match self.field.kind() {
            Kind::Schema(schema) => schema,
            Kind::Word("text") => return Ok(Made::Text(format!("{} {number}", self.name))),
            Kind::Word("decimal") => return Ok(Made::Text(format!("{number}.50"))),
            Kind::Word("json") => return Ok(Made::Text(format!("{{\"example\":{number}}}"))),
            Kind::Word("number") => {
                let whole = i32::try_from(number).unwrap_or(i32::MAX);
                return Ok(Made::Number(f64::from(whole) + 0.5));
            }
            Kind::Word("date") => &json!({"type": "string", "format": "date"}),
            Kind::Word("timestamp") => &json!({"type": "string", "format": "date-time"}),
            Kind::Word("uuid") => &json!({"type": "string", "format": "uuid"}),
            Kind::Word(word) => &json!({"type": word}),
        };
        let made = sample(schema, number).ok_or_else(|| {
            let message = format!("no value is found for the column `{}`", self.name);
            Failure::new("stand-in", message).about(&self.name)
        })?;
        Ok(made.into())
    }

    fn of_schema(&self, schema: &Value, cell: Cell<'_>) -> Result<Value, &'static str> {
        const EXPECTED: &str = "a value of its schema";
        let kind = schema.get("type").and_then(Value::as_str);
        let value = match (kind, cell) {
            (_, Cell::Null) => Value::Null,
            (Some("boolean"), Cell::Integer(0)) => false.into(),
            (Some("boolean"), Cell::Integer(1)) => true.into(),
            (Some("array" | "object"), Cell::Text(text)) => {
                serde_json::from_str(text).map_err(|_| EXPECTED)?
            }
            (_, Cell::Integer(number)) => number.into(),
            (_, Cell::Number(number)) if number.is_finite() => number.into(),
            (_, Cell::Text(text)) => text.into(),
            (_, Cell::Number(_) | Cell::Bytes) => return Err(EXPECTED),
        };
        let mut field = json!({"value": value});
        let fits = self.schema.as_ref().ok_or(EXPECTED)?.validate(&field);
        fits.map_err(|_| EXPECTED)?;
        Ok(field.get_mut("value").map(Value::take).unwrap_or_default())
    }
}

/// A value that is made up for a column.
pub(super) enum Made {
    Null,
    Integer(i64),
    Number(f64),
    Text(String),
}

impl Made {
    /// Returns it as a database would give it.
    pub(super) fn cell(&self) -> Cell<'_> {
        match self {
            Self::Null => Cell::Null,
            Self::Integer(number) => Cell::Integer(*number),
            Self::Number(number) => Cell::Number(*number),
            Self::Text(text) => Cell::Text(text),
        }
    }
}

impl From<Value> for Made {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(truth) => Self::Integer(truth.into()),
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(number), _) => Self::Integer(number),
                (None, Some(number)) => Self::Number(number),
                (None, None) => Self::Null,
            },
            Value::String(text) => Self::Text(text),
            nested @ (Value::Array(_) | Value::Object(_)) => Self::Text(nested.to_string()),
        }
    }
}

fn of_word<'r>(word: &str, cell: Cell<'r>) -> Result<Typed<'r>, &'static str> {
    match (word, cell) {
        ("integer", Cell::Integer(number)) => Ok(Typed::Integer(number)),
        ("integer", _) => Err("a whole number"),
        ("number", Cell::Integer(number)) => Ok(Typed::Integer(number)),
        ("number", Cell::Number(number)) if number.is_finite() => Ok(Typed::Number(number)),
        ("number", _) => Err("a finite number"),
        ("decimal", Cell::Integer(number)) => Ok(Typed::Text(number.to_string().into())),
        ("decimal", Cell::Number(number)) if number.is_finite() => {
            Ok(Typed::Text(number.to_string().into()))
        }
        ("decimal", Cell::Text(text)) if is_decimal(text) => Ok(Typed::text(text)),
        ("decimal", _) => Err("a decimal number"),
        ("boolean", Cell::Integer(0)) => Ok(Typed::Boolean(false)),
        ("boolean", Cell::Integer(1)) => Ok(Typed::Boolean(true)),
        ("boolean", _) => Err("true or false, or 1 or 0"),
        ("date", Cell::Text(text)) if is_date(text) => Ok(Typed::text(text)),
        ("date", _) => Err("a date like 2026-02-28"),
        ("timestamp", Cell::Text(text)) => instant(text)
            .map(|text| Typed::Text(text.into()))
            .ok_or("a time like 2026-02-28 12:00:00"),
        ("timestamp", _) => Err("a time like 2026-02-28 12:00:00"),
        ("uuid", Cell::Text(text)) if is_uuid(text) => Ok(Typed::text(text)),
        ("uuid", _) => Err("a UUID"),
        ("json", Cell::Text(text)) => serde_json::from_str(text)
            .map(Typed::Json)
            .map_err(|_| "a JSON text"),
        ("json", Cell::Integer(number)) => Ok(Typed::Integer(number)),
        ("json", Cell::Number(number)) if number.is_finite() => Ok(Typed::Number(number)),
        ("json", _) => Err("a JSON text"),
        (_, Cell::Text(text)) => Ok(Typed::text(text)),
        (_, _) => Err("a text"),
    }
}

/// Reads a time; one without an offset is in UTC, as the functions of SQLite give it.
fn instant(text: &str) -> Option<String> {
    if text.parse::<Timestamp>().is_ok() {
        return Some(text.replacen(' ', "T", 1));
    }
    let written: DateTime = text.parse().ok()?;
    // A day alone is no time.
    if text.len() < "2026-02-28T12:00".len() {
        return None;
    }
    let timestamp = TimeZone::UTC.to_timestamp(written).ok()?;
    Some(timestamp.to_string())
}

/// What takes the rows of a statement.
pub(crate) trait RowSink: Send + 'static {
    /// Tells whether rows have as many columns as they should.
    ///
    /// # Errors
    /// They have another number.
    fn width(&self, columns: usize) -> Result<(), Failure>;

    /// Takes a row.
    ///
    /// # Errors
    /// It is one too many, or not what it should be.
    fn take(&mut self, row: &[Cell<'_>]) -> Result<(), Failure>;
}

/// Collects the rows of one call within its limits.
pub(crate) struct RowReader {
    columns: Arc<[Column]>,
    max_rows: u64,
    rows: RowWriter,
}

impl RowReader {
    /// Takes so many rows.
    pub(crate) fn new(columns: &Arc<[Column]>, max_rows: u64, rows: RowWriter) -> Self {
        Self {
            columns: Arc::clone(columns),
            max_rows,
            rows,
        }
    }

    /// Returns the most rows.
    pub(super) fn max_rows(&self) -> u64 {
        self.max_rows
    }

    /// Tells whether no row is expected.
    pub(super) fn is_without_columns(&self) -> bool {
        self.columns.is_empty()
    }

    /// Makes a row up.
    ///
    /// # Errors
    /// No value is found for a column.
    pub(super) fn made_up(&self, number: u64) -> Result<Vec<Made>, Failure> {
        let columns = self.columns.iter();
        columns.map(|column| column.made_up(number)).collect()
    }

    /// Returns the rows.
    pub(crate) fn finish(self) -> Result<ToolAnswer, Failure> {
        self.rows.finish()
    }
}

impl RowSink for RowReader {
    fn width(&self, columns: usize) -> Result<(), Failure> {
        let declared = self.columns.len();
        if declared == columns {
            return Ok(());
        }
        let columns = counted(columns, "column");
        let message = format!("the statement gives {columns}, and `row` declares {declared}");
        Err(Failure::new("row-type", message).about("row"))
    }

    fn take(&mut self, row: &[Cell<'_>]) -> Result<(), Failure> {
        self.width(row.len())?;
        if self.rows.count() >= self.max_rows {
            let message = format!(
                "there are more than {} rows, the limit of this query; nothing is returned",
                self.max_rows
            );
            return Err(Failure::new("too-many-rows", message).about("max_rows"));
        }
        let columns = &self.columns;
        let number = self.rows.count() + 1;
        self.rows.push(|text| {
            let mut before = b'{';
            for (column, cell) in columns.iter().zip(row) {
                let unfit = |unfit: Unfit| {
                    let message = format!("the column `{}` of row {number} {unfit}", column.name);
                    Failure::new("row-type", message).about(&column.name)
                };
                let value = column.read(*cell).map_err(unfit)?;
                text.push(before);
                text.extend_from_slice(column.key.as_bytes());
                serde_json::to_writer(&mut *text, &value)
                    .map_err(|_| unfit(Unfit::Other("a value of JSON")))?;
                before = b',';
            }
            // A row has at least one column.
            text.push(b'}');
            Ok(())
        })
    }
}
