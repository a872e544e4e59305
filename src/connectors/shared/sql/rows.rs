//! From cells that a database gives to rows of the declared types.

use algen_core::governance::arguments::InputSchema;
use algen_core::governance::outcome::Failure;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::values::{is_date, is_decimal, is_uuid};
use crate::shared::field_type::{FieldType, Kind};

/// What stands for a masked value.
const MASKED: &str = "[MASKED]";

/// A value of a column as the database gives it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    /// No value.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Bytes, or a text that is not UTF-8.
    Bytes(Vec<u8>),
}

/// A declared column.
pub(crate) struct Column {
    name: String,
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
            field,
            masked,
            schema,
        }
    }

    /// Returns the value of a cell, or what it should be.
    fn read(&self, cell: Cell) -> Result<Value, &'static str> {
        if self.masked {
            return Ok(MASKED.into());
        }
        match (self.field.kind(), cell) {
            (Kind::Word(_), Cell::Null) => match self.field.optional {
                true => Ok(Value::Null),
                false => Err("a value, which may be null only with `?` behind its type"),
            },
            (Kind::Word(word), cell) => of_word(word, cell),
            (Kind::Schema(schema), cell) => self.of_schema(schema, cell),
        }
    }

    fn of_schema(&self, schema: &Value, cell: Cell) -> Result<Value, &'static str> {
        const EXPECTED: &str = "a value of its schema";
        let kind = schema.get("type").and_then(Value::as_str);
        let value = match (kind, cell) {
            (_, Cell::Null) => Value::Null,
            (Some("boolean"), Cell::Integer(0)) => false.into(),
            (Some("boolean"), Cell::Integer(1)) => true.into(),
            (Some("array" | "object"), Cell::Text(text)) => {
                serde_json::from_str(&text).map_err(|_| EXPECTED)?
            }
            (_, Cell::Integer(number)) => number.into(),
            (_, Cell::Number(number)) if number.is_finite() => number.into(),
            (_, Cell::Text(text)) => text.into(),
            (_, Cell::Number(_) | Cell::Bytes(_)) => return Err(EXPECTED),
        };
        let mut field = json!({"value": value});
        let fits = self.schema.as_ref().ok_or(EXPECTED)?.validate(&field);
        fits.map_err(|_| EXPECTED)?;
        Ok(field.get_mut("value").map(Value::take).unwrap_or_default())
    }
}

fn of_word(word: &str, cell: Cell) -> Result<Value, &'static str> {
    match (word, cell) {
        ("integer", Cell::Integer(number)) => Ok(number.into()),
        ("integer", _) => Err("a whole number"),
        ("number", Cell::Integer(number)) => Ok(number.into()),
        ("number", Cell::Number(number)) if number.is_finite() => Ok(number.into()),
        ("number", _) => Err("a finite number"),
        ("decimal", Cell::Integer(number)) => Ok(number.to_string().into()),
        ("decimal", Cell::Number(number)) if number.is_finite() => Ok(number.to_string().into()),
        ("decimal", Cell::Text(text)) if is_decimal(&text) => Ok(text.into()),
        ("decimal", _) => Err("a decimal number"),
        ("boolean", Cell::Integer(0)) => Ok(false.into()),
        ("boolean", Cell::Integer(1)) => Ok(true.into()),
        ("boolean", _) => Err("true or false, or 1 or 0"),
        ("date", Cell::Text(text)) if is_date(&text) => Ok(text.into()),
        ("date", _) => Err("a date like 2026-02-28"),
        ("timestamp", Cell::Text(text)) => instant(&text)
            .map(Value::from)
            .ok_or("a time like 2026-02-28 12:00:00"),
        ("timestamp", _) => Err("a time like 2026-02-28 12:00:00"),
        ("uuid", Cell::Text(text)) if is_uuid(&text) => Ok(text.into()),
        ("uuid", _) => Err("a UUID"),
        ("json", Cell::Text(text)) => serde_json::from_str(&text).map_err(|_| "a JSON text"),
        ("json", Cell::Integer(number)) => Ok(number.into()),
        ("json", Cell::Number(number)) if number.is_finite() => Ok(number.into()),
        ("json", _) => Err("a JSON text"),
        (_, Cell::Text(text)) => Ok(text.into()),
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

/// Collects the rows of one call within its limits.
pub(crate) struct RowReader<'p> {
    columns: &'p [Column],
    max_rows: u64,
    max_bytes: u64,
    bytes: u64,
    rows: Vec<Value>,
}

impl<'p> RowReader<'p> {
    /// Takes so many rows of so many bytes in all, written as JSON.
    pub(crate) fn new(columns: &'p [Column], max_rows: u64, max_bytes: u64) -> Self {
        Self {
            columns,
            max_rows,
            max_bytes,
            bytes: 2,
            rows: Vec::new(),
        }
    }

    /// Returns how many columns are declared.
    pub(crate) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Compares how many columns are declared with how many a statement gives.
    ///
    /// # Errors
    /// The numbers differ.
    pub(crate) fn compare(declared: usize, found: usize) -> Result<(), Failure> {
        if declared == found {
            return Ok(());
        }
        let message = format!("the statement gives {found} columns, and `row` declares {declared}");
        Err(Failure::new("row-type", message).about("row"))
    }

    /// Takes a row.
    ///
    /// # Errors
    /// It is one too many, it makes the result too large, or a value does not fit its type.
    pub(crate) fn push(&mut self, cells: Vec<Cell>) -> Result<(), Failure> {
        Self::compare(self.width(), cells.len())?;
        if self.rows.len() as u64 >= self.max_rows {
            let message = format!(
                "there are more than {} rows, the limit of this query; nothing is returned",
                self.max_rows
            );
            return Err(Failure::new("too-many-rows", message).about("max_rows"));
        }
        let mut row = Map::new();
        for (column, cell) in self.columns.iter().zip(cells) {
            let value = column.read(cell).map_err(|expected| {
                let message = format!("the column `{}` does not hold {expected}", column.name);
                Failure::new("row-type", message).about(&column.name)
            })?;
            row.insert(column.name.clone(), value);
        }
        let row = Value::Object(row);
        self.bytes = self
            .bytes
            .saturating_add(row.to_string().len() as u64)
            .saturating_add(1);
        if self.bytes > self.max_bytes {
            let message = format!(
                "the rows are larger than {} bytes; nothing is returned",
                self.max_bytes
            );
            return Err(Failure::new("result-too-large", message));
        }
        self.rows.push(row);
        Ok(())
    }

    /// Returns the rows.
    pub(crate) fn finish(self) -> Value {
        Value::Array(self.rows)
    }
}
