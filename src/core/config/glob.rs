//! Patterns of names and paths, as a host policy writes them.
//!
//! In a pattern `*` stands for any letters within a part of a path, none included, `?` for one
//! letter within a part, and a part `**` for any folders, none included. Everything else stands for
//! itself; there are no classes, braces or escapes. A pattern that starts at `/` takes only paths
//! that do, and the other way round.
//!
//! Matching keeps, for one part of the path after the other, which parts of the pattern may be
//! done. So it takes at most as many steps as the pattern has letters times those of the path,
//! whatever either of them says: nothing is tried twice.

use std::str::Chars;

/// The part that stands for any folders.
const FOLDERS: &str = "**";

/// Tells whether a pattern stands for exactly this path or name.
pub fn matches(pattern: &str, path: &str) -> bool {
    let reached = reached(pattern, path);
    reached.last().is_some_and(|reached| is_whole(reached))
}

/// Tells whether a pattern stands for something beneath this path.
pub fn may_match_beneath(pattern: &str, path: &str) -> bool {
    let reached = reached(pattern, path);
    let end = reached.last().and_then(|reached| reached.split_last());
    end.is_some_and(|(_, unfinished)| unfinished.contains(&true))
}

/// Tells whether a pattern stands for this path or for a folder above it.
pub fn matches_or_holds(pattern: &str, path: &str) -> bool {
    reached(pattern, path)
        .iter()
        .any(|reached| is_whole(reached))
}

/// Tells whether all parts of the pattern may be done.
fn is_whole(reached: &[bool]) -> bool {
    reached.last() == Some(&true)
}

/// Tells, where each part of the path ends, for each number of parts of the pattern from none to
/// all, whether so many may be done there.
fn reached(pattern: &str, path: &str) -> Vec<Vec<bool>> {
    if pattern.starts_with('/') != path.starts_with('/') {
        return Vec::new();
    }
    let parts: Vec<&str> = pattern.split('/').collect();
    let mut before = Vec::with_capacity(parts.len() + 1);
    let mut arriving = true;
    for part in &parts {
        before.push(arriving);
        arriving = arriving && *part == FOLDERS;
    }
    before.push(arriving);
    let ends = path.split('/').scan(before, |before, name| {
        *before = after(&parts, before, name);
        Some(before.clone())
    });
    ends.collect()
}

/// Goes one part of the path further.
fn after(parts: &[&str], before: &[bool], name: &str) -> Vec<bool> {
    let mut reached = Vec::with_capacity(before.len());
    let mut arriving = false;
    for (part, &here) in parts.iter().zip(before) {
        if *part == FOLDERS {
            // It takes this part too, or it is done without another one.
            arriving = arriving || here;
            reached.push(arriving);
        } else {
            reached.push(arriving);
            arriving = here && part_matches(part, name);
        }
    }
    reached.push(arriving);
    reached
}

/// Tells whether a part of a pattern stands for a part of a path. What the last `*` stands for
/// grows by one letter wherever the rest does not fit; those before it never change again.
fn part_matches(part: &str, name: &str) -> bool {
    let (mut pattern, mut rest) = (part.chars(), name.chars());
    let mut last_star: Option<(Chars<'_>, Chars<'_>)> = None;
    loop {
        let (mut next, mut left) = (pattern.clone(), rest.clone());
        match (next.next(), left.next()) {
            (Some('*'), _) => {
                last_star = Some((next.clone(), rest.clone()));
                pattern = next;
                continue;
            }
            (Some(wanted), Some(letter)) if wanted == '?' || wanted == letter => {
                (pattern, rest) = (next, left);
                continue;
            }
            (None, None) => return true,
            _ => {}
        }
        let Some((after_star, taken)) = &mut last_star else {
            return false;
        };
        if taken.next().is_none() {
            return false;
        }
        (pattern, rest) = (after_star.clone(), taken.clone());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    #[test]
    fn patterns_stand_for_what_they_say() {
        let cases: &[(&str, &[&str], &[&str])] = &[
            ("HOME", &["HOME"], &["HOM", "HOMES", "home", ""]),
            ("ACME_*", &["ACME_", "ACME_KEY"], &["ACME", "XACME_KEY"]),
            ("*", &["", "a", ".hidden"], &["a/b", "/"]),
            ("*_KEY", &["A_KEY_KEY", "_KEY"], &["A_KEY_"]),
            ("a*b*c", &["abc", "aXbbYc", "abcbc"], &["acb", "ab", "abcd"]),
            (
                "tokens/?.txt",
                &["tokens/a.txt", "tokens/é.txt"],
                &["tokens/.txt", "tokens/ab.txt"],
            ),
            ("a?c", &["abc"], &["a/c", "ac"]),
            (
                "/run/secrets/*",
                &["/run/secrets/mail"],
                &["/run/secrets/a/b", "run/secrets/mail"],
            ),
            (
                "~/.config/acme/**",
                &["~/.config/acme/a", "~/.config/acme/a/b", "~/.config/acme"],
                &["~/.config/acm"],
            ),
            ("**/x", &["x", "a/x", "a/b/x"], &["/x", "x/a", "ax"]),
            ("a/**/b", &["a/b", "a/1/b", "a/1/2/b"], &["a/1/2", "b"]),
            ("**", &["a", "a/b"], &["/a"]),
            ("/**", &["/", "/a/b"], &["a"]),
            ("a**b", &["ab", "axb"], &["a/b"]),
            ("[a]{b}", &["[a]{b}"], &["ab", "a"]),
            ("", &[""], &["a"]),
        ];
        for (pattern, right, wrong) in cases {
            for path in *right {
                assert!(matches(pattern, path), "{pattern} {path}");
            }
            for path in *wrong {
                assert!(!matches(pattern, path), "{pattern} {path}");
            }
        }
    }

    #[test]
    fn what_lies_beneath_is_foreseen() {
        for (pattern, path, expected) in [
            (".github/workflows", ".github", true),
            (".github/workflows", ".github/workflows", false),
            (".github/workflows", "src", false),
            ("**/secret", "any/folder", true),
            ("a/*/c", "a/b", true),
            ("a/*/c", "b", false),
            ("a/**", "a", true),
            ("/a/b", "a", false),
        ] {
            assert_eq!(
                may_match_beneath(pattern, path),
                expected,
                "{pattern} {path}"
            );
        }
    }

    #[test]
    fn a_pattern_holds_what_is_in_a_folder_that_it_matches() {
        for (pattern, path, expected) in [
            (".vscode", ".vscode/settings.json", true),
            (".vscode", ".vscode", true),
            (".vscode", ".vscodes/a", false),
            ("*/x", "a/x/b/c", true),
            ("*/x", "x/b", false),
            ("/run", "/run/a", true),
        ] {
            assert_eq!(
                matches_or_holds(pattern, path),
                expected,
                "{pattern} {path}"
            );
        }
    }

    #[test]
    fn many_stars_cost_no_more_than_their_number() {
        let pattern = "a*".repeat(2_000) + "b";
        assert!(!matches(&pattern, &"a".repeat(4_000)));
        let pattern = "**/".repeat(1_300) + "b";
        assert!(!matches(&pattern, &"a/".repeat(2_000)));
    }

    /// Writes a pattern as a regular expression, the other way to say the same.
    fn as_expression(pattern: &str) -> Regex {
        let mut text = String::from("^");
        let parts: Vec<&str> = pattern.split('/').collect();
        let last = parts.len() - 1;
        for (index, part) in parts.iter().enumerate() {
            if *part == FOLDERS {
                text += if index == last {
                    "(?:[^/]*(?:/[^/]*)*)"
                } else {
                    "(?:[^/]*/)*"
                };
                continue;
            }
            for letter in part.chars() {
                match letter {
                    '*' => text += "[^/]*",
                    '?' => text += "[^/]",
                    other => text += &regex::escape(&other.to_string()),
                }
            }
            if index != last {
                text.push('/');
            }
        }
        Regex::new(&(text + "$")).expect("the expression is well formed")
    }

    proptest! {
        #[test]
        fn a_regular_expression_agrees(pattern in "[ab*?/.]{0,8}", path in "[ab/.]{0,8}") {
            // `a/**` matches `a` too, which the expression would say in a second way.
            prop_assume!(!pattern.ends_with("/**"));
            prop_assume!(pattern.starts_with('/') == path.starts_with('/'));
            let expected = as_expression(&pattern).is_match(&path);
            prop_assert_eq!(matches(&pattern, &path), expected);
        }

        #[test]
        fn foreign_text_matches_itself_and_never_panics(text in "\\PC{0,40}", other in "\\PC{0,40}") {
            let literal = text.replace(['*', '?'], "_");
            prop_assert!(matches(&literal, &literal));
            matches(&text, &other);
            may_match_beneath(&text, &other);
        }

        #[test]
        fn a_match_beneath_was_foreseen(
            pattern in "[a*]{1,2}(/([a*]{1,2}|\\*\\*)){0,3}",
            path in "a{1,2}(/a{1,2}){1,3}",
        ) {
            let (folder, _) = path.rsplit_once('/').expect("two parts");
            if matches(&pattern, &path) {
                prop_assert!(may_match_beneath(&pattern, folder));
            }
        }
    }
}
