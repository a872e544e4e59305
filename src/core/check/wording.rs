//! Lists of names in messages.

/// Names that one message shows.
const SHOWN_MAX: usize = 3;

/// Writes the first names in backquotes and counts the others: "`a`, `b`, `c` and 2 more".
pub(super) fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter();
    let shown: Vec<String> = names
        .by_ref()
        .take(SHOWN_MAX)
        .map(|name| format!("`{name}`"))
        .collect();
    match (names.count(), shown.split_last()) {
        (0, Some((last, before))) if !before.is_empty() => {
            format!("{} and {last}", before.join(", "))
        }
        (0, _) => shown.concat(),
        (more, _) => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Chooses between the words for one and for several.
pub(super) fn plural(count: usize, one: &'static str, several: &'static str) -> &'static str {
    match count {
        1 => one,
        _ => several,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_up_to_a_few() {
        let cases: [(&[&str], &str); 5] = [
            (&[], ""),
            (&["a"], "`a`"),
            (&["a", "b"], "`a` and `b`"),
            (&["a", "b", "c"], "`a`, `b` and `c`"),
            (&["a", "b", "c", "d", "e"], "`a`, `b`, `c` and 2 more"),
        ];
        for (names, expected) in cases {
            assert_eq!(quoted(names.iter().copied()), expected);
        }
        assert_eq!(plural(1, "needs", "need"), "needs");
        assert_eq!(plural(0, "needs", "need"), "need");
    }
}
