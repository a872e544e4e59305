//! What the rows of a result are.
//!
//! - of a list: its items;
//! - of an object with a list `rows`: the items of that, whose columns `columns` may name;
//! - of another object in which one field alone is a list of objects: the items of that; a list
//!   that is empty counts where no other list has objects;
//! - of everything else: the one value itself.

use super::exact::Exact;

/// The rows of a result.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Rows<'r, 't> {
    /// Each row.
    pub(super) items: Vec<&'r Exact<'t>>,
    /// What the columns of rows are called that are lists.
    pub(super) names: Option<Vec<&'r str>>,
}

impl<'r, 't> Rows<'r, 't> {
    /// Finds the rows of a result.
    pub(super) fn of(result: &'r Exact<'t>) -> Self {
        let unnamed = |items| Self { items, names: None };
        let fields = match result {
            Exact::List(items) => return unnamed(items.iter().collect()),
            Exact::Object(fields) => fields,
            _ => return unnamed(vec![result]),
        };
        if let Some(Exact::List(items)) = result.field("rows") {
            return Self {
                items: items.iter().collect(),
                names: result.field("columns").and_then(names),
            };
        }
        let lists = fields.iter().filter_map(|(_, value)| match value {
            Exact::List(items) if items.iter().all(is_object) => Some(items),
            _ => None,
        });
        let (filled, empty): (Vec<_>, Vec<_>) = lists.partition(|items| !items.is_empty());
        match (filled.as_slice(), empty.as_slice()) {
            ([items], _) | ([], [items]) => unnamed(items.iter().collect()),
            _ => unnamed(vec![result]),
        }
    }
}

fn is_object(value: &Exact<'_>) -> bool {
    matches!(value, Exact::Object(_))
}

/// Returns names of columns: texts, or objects with a `name`.
fn names<'r>(columns: &'r Exact<'_>) -> Option<Vec<&'r str>> {
    let Exact::List(columns) = columns else {
        return None;
    };
    let names = columns.iter().map(|column| match column {
        Exact::Text(name) => Some(name.as_str()),
        _ => match column.field("name") {
            Some(Exact::Text(name)) => Some(name.as_str()),
            _ => None,
        },
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_one_rule() {
        for (name, result, expected) in [
            (
                "a list",
                r#"[1,{"a":2},null]"#,
                &["1", r#"{"a":2}"#, "null"][..],
            ),
            ("an empty list", "[]", &[]),
            ("a text", r#""a""#, &[r#""a""#]),
            ("an object", r#"{"a":1}"#, &[r#"{"a":1}"#]),
            (
                "rows",
                r#"{"n":[{"a":1}],"rows":[[1],[2]]}"#,
                &["[1]", "[2]"],
            ),
            ("no rows", r#"{"rows":[],"n":[{"a":1}]}"#, &[]),
            ("rows that are none", r#"{"rows":2}"#, &[r#"{"rows":2}"#]),
            (
                "one list of objects",
                r#"{"m":[{"a":1},{"a":2}],"next":"x"}"#,
                &[r#"{"a":1}"#, r#"{"a":2}"#],
            ),
            (
                "and an empty one",
                r#"{"m":[{"a":1}],"errors":[]}"#,
                &[r#"{"a":1}"#],
            ),
            ("one empty list", r#"{"m":[],"next":null}"#, &[]),
            (
                "two empty lists",
                r#"{"m":[],"e":[]}"#,
                &[r#"{"m":[],"e":[]}"#],
            ),
            (
                "two lists of objects",
                r#"{"m":[{"a":1}],"e":[{"b":2}]}"#,
                &[r#"{"m":[{"a":1}],"e":[{"b":2}]}"#],
            ),
            (
                "a list of texts",
                r#"{"m":["a","b"]}"#,
                &[r#"{"m":["a","b"]}"#],
            ),
        ] {
            let result = Exact::read(result).expect("the result is read");
            let rows = Rows::of(&result).items.into_iter().map(Exact::compact);
            assert_eq!(rows.collect::<Vec<_>>(), expected, "{name}");
        }
    }

    #[test]
    fn columns_name_the_cells_of_rows() {
        for (columns, expected) in [
            (r#"["id","id"]"#, Some(vec!["id", "id"])),
            (r#"[{"name":"id","type":"int"}]"#, Some(vec!["id"])),
            ("[1]", None),
            ("2", None),
        ] {
            let text = format!(r#"{{"columns":{columns},"rows":[]}}"#);
            let result = Exact::read(&text).expect("the result is read");
            assert_eq!(Rows::of(&result).names, expected, "{columns}");
        }
    }
}
