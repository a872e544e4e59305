//! What the columns of rows are: every key in the order in which it first appears.
//!
//! Rows that are all lists have a column for each position, with the names that the result gives
//! or numbers from 1. What is neither stands in a column `value`.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Unshown;
use super::exact::Exact;
use super::rows::Rows;

/// The most cells: rows with keys of their own have many columns that are nearly empty.
const CELLS_MAX: usize = 1_000_000;

/// The column of rows that have no keys.
const VALUE: &str = "value";

/// Rows in columns.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Columns<'r, 't> {
    /// Title of each column.
    pub(super) titles: Vec<Cow<'r, str>>,
    /// The cells of each row, as many as there are titles; `None` where a row has no such key.
    pub(super) rows: Vec<Vec<Option<&'r Exact<'t>>>>,
}

impl<'r, 't> Columns<'r, 't> {
    /// Puts the rows of a result in columns.
    ///
    /// # Errors
    /// There are more than a million cells.
    pub(super) fn of(result: &'r Exact<'t>) -> Result<Self, Unshown> {
        let Rows { items, names } = Rows::of(result);
        let lists = items.iter().map(|item| match item {
            Exact::List(cells) => Some(cells),
            _ => None,
        });
        match lists.collect::<Option<Vec<_>>>() {
            Some(lists) => positional(&lists, names.unwrap_or_default()),
            None => keyed(&items),
        }
    }
}

fn positional<'r, 't>(
    lists: &[&'r Vec<Exact<'t>>],
    names: Vec<&'r str>,
) -> Result<Columns<'r, 't>, Unshown> {
    let longest = lists.iter().map(|cells| cells.len()).max();
    let width = longest.unwrap_or_default().max(names.len());
    bounded(lists.len(), width)?;
    let mut titles: Vec<Cow<'_, str>> = names.into_iter().map(Cow::Borrowed).collect();
    let numbers = (titles.len() + 1)..=width;
    titles.extend(numbers.map(|number| Cow::Owned(number.to_string())));
    let rows = lists.iter().map(|cells| {
        let cells = cells.iter().map(Some).chain(std::iter::repeat(None));
        cells.take(width).collect()
    });
    Ok(Columns {
        titles,
        rows: rows.collect(),
    })
}

fn keyed<'r, 't>(items: &[&'r Exact<'t>]) -> Result<Columns<'r, 't>, Unshown> {
    let mut titles: Vec<Cow<'_, str>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut found: Vec<Vec<(usize, &Exact<'_>)>> = Vec::with_capacity(items.len());
    for item in items {
        let mut cells = Vec::new();
        let mut put = |key: &'r str, value: &'r Exact<'t>| {
            let place = *places.entry(key).or_insert_with(|| {
                titles.push(Cow::Borrowed(key));
                titles.len() - 1
            });
            cells.push((place, value));
        };
        match item {
            Exact::Object(fields) => fields.iter().for_each(|(key, value)| put(key, value)),
            other => put(VALUE, other),
        }
        found.push(cells);
    }
    bounded(items.len(), titles.len())?;
    let rows = found.into_iter().map(|cells| {
        let mut row = vec![None; titles.len()];
        for (place, value) in cells {
            if let Some(cell) = row.get_mut(place) {
                *cell = Some(value);
            }
        }
        row
    });
    let rows = rows.collect();
    Ok(Columns { titles, rows })
}

fn bounded(rows: usize, columns: usize) -> Result<(), Unshown> {
    match rows.saturating_mul(columns) <= CELLS_MAX {
        true => Ok(()),
        false => Err(Unshown::TooManyCells {
            rows,
            columns,
            most: CELLS_MAX,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_the_keys_in_order_of_appearance() {
        for (name, result, expected) in [
            ("union", r#"[{"b":1},{"a":2,"b":3}]"#, "b a|1 -|3 2"),
            ("scalars", r#"[1,{"a":2},null]"#, "value a|1 -|- 2|null -"),
            ("positions", "[[1,2],[3]]", "1 2|1 2|3 -"),
            (
                "names",
                r#"{"columns":["x","x"],"rows":[[1,2,3]]}"#,
                "x x 3|1 2 3",
            ),
            ("names alone", r#"{"columns":["x"],"rows":[]}"#, "x"),
            ("lists and objects", r#"[[1],{"a":2}]"#, "value a|[1] -|- 2"),
            ("nothing", "[]", ""),
            ("empty objects", "[{},{}]", "||"),
        ] {
            let result = Exact::read(result).expect("the result is read");
            let columns = Columns::of(&result).expect("the cells are few");
            let mut lines = vec![columns.titles.join(" ")];
            lines.extend(columns.rows.iter().map(|row| {
                let cells = row
                    .iter()
                    .map(|cell| cell.map_or("-".to_owned(), Exact::compact));
                cells.collect::<Vec<_>>().join(" ")
            }));
            assert_eq!(lines.join("|"), expected, "{name}");
        }
    }

    #[test]
    fn a_million_cells_are_the_most() {
        let keys = |count: usize| {
            let rows = (0..count).map(|key| format!(r#"{{"k{key}":1}}"#));
            format!("[{}]", rows.collect::<Vec<_>>().join(","))
        };
        let most = keys(1_000);
        let result = Exact::read(&most).expect("the result is read");
        assert_eq!(
            Columns::of(&result).map(|columns| columns.titles.len()),
            Ok(1_000)
        );
        let more = keys(1_001);
        let result = Exact::read(&more).expect("the result is read");
        let expected = Unshown::TooManyCells {
            rows: 1_001,
            columns: 1_001,
            most: 1_000_000,
        };
        assert_eq!(Columns::of(&result), Err(expected));
    }
}
