//! Reading rows: columns of the wrong kind are damage that names the column.

use algen_core::governance::canonical;
use algen_core::governance::ledger::LedgerError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sqlx::sqlite::SqliteRow;
use sqlx::{Column, Row, TypeInfo, ValueRef};

use super::failure::{damaged_column, meaning};

/// One row, with its columns by name.
pub(super) struct Columns<'r>(pub(super) &'r SqliteRow);

impl Columns<'_> {
    /// Returns a text.
    pub(super) fn text(&self, column: &str) -> Result<String, LedgerError> {
        self.0.try_get(column).map_err(|error| meaning(&error))
    }

    /// Returns a text that may be absent.
    pub(super) fn optional_text(&self, column: &str) -> Result<Option<String>, LedgerError> {
        self.0.try_get(column).map_err(|error| meaning(&error))
    }

    /// Returns a number of a kind that may not hold all that the column can.
    pub(super) fn number<N: TryFrom<i64>>(&self, column: &str) -> Result<N, LedgerError> {
        let number: i64 = self.0.try_get(column).map_err(|error| meaning(&error))?;
        N::try_from(number).map_err(|_| damaged_column(column))
    }

    /// Returns a number that may be absent.
    pub(super) fn optional_number<N: TryFrom<i64>>(
        &self,
        column: &str,
    ) -> Result<Option<N>, LedgerError> {
        let number: Option<i64> = self.0.try_get(column).map_err(|error| meaning(&error))?;
        let number = number.map(|number| N::try_from(number).map_err(|_| damaged_column(column)));
        number.transpose()
    }

    /// Returns what one of our words stands for.
    pub(super) fn word<W>(
        &self,
        column: &str,
        from_word: fn(&str) -> Option<W>,
    ) -> Result<W, LedgerError> {
        from_word(&self.text(column)?).ok_or_else(|| damaged_column(column))
    }

    /// Returns a structure.
    pub(super) fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T, LedgerError> {
        from_json(&self.text(column)?).ok_or_else(|| damaged_column(column))
    }

    /// Returns a structure that may be absent.
    pub(super) fn optional_json<T: DeserializeOwned>(
        &self,
        column: &str,
    ) -> Result<Option<T>, LedgerError> {
        let text = self.optional_text(column)?;
        let value = text.map(|text| from_json(&text).ok_or_else(|| damaged_column(column)));
        value.transpose()
    }

    /// Returns every column as JSON.
    pub(super) fn whole(&self) -> Result<Map<String, Value>, LedgerError> {
        let mut whole = Map::new();
        for column in self.0.columns() {
            let name = column.name();
            let raw = self.0.try_get_raw(name).map_err(|error| meaning(&error))?;
            let value = match (raw.is_null(), raw.type_info().name()) {
                (true, _) => Value::Null,
                (false, "INTEGER") => Value::from(self.number::<i64>(name)?),
                (false, _) => Value::from(self.text(name)?),
            };
            whole.insert(name.to_owned(), value);
        }
        Ok(whole)
    }

    /// Returns the digest of the whole row.
    pub(super) fn digest(&self) -> Result<String, LedgerError> {
        Ok(canonical::digest(&Value::Object(self.whole()?)))
    }
}

fn from_json<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Returns the text that is stored for a structure.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, LedgerError> {
    // None of ours has keys that are no text, the one thing that JSON cannot say.
    serde_json::to_string(value)
        .map_err(|_| LedgerError::NotWritable("a value has no JSON".to_owned()))
}
