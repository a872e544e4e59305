//! Grants: what a person allowed for later calls too.
//!
//! A grant belongs to one namespace, agent, tool, contract and target. Its patterns say which
//! arguments it covers: a field that no pattern names must be equal to that of the call it was made
//! at. It expires, and its uses are counted.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::canonical;
use super::identity::Person;

/// How long a grant lasts unless said otherwise, in seconds: 8 hours.
pub const GRANT_SECONDS: u64 = 8 * 3_600;

/// Calls that a grant covers unless said otherwise.
pub const GRANT_USES: u32 = 100;

/// The most characters of a prefix or glob.
pub const PATTERN_CHARS_MAX: usize = 512;

/// The name of a grant in the ledger.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GrantId(pub String);

impl fmt::Display for GrantId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a text may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextPattern {
    /// It starts so.
    Prefix(String),
    /// It has this form, in which `*` stands for any letters and `?` for one.
    Glob(String),
}

impl TextPattern {
    fn covers(&self, value: &Value) -> bool {
        value.as_str().is_some_and(|text| match self {
            Self::Prefix(prefix) => text.starts_with(prefix),
            Self::Glob(glob) => glob_covers(glob, text),
        })
    }
}

/// What one argument may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentPattern {
    /// A text.
    Text(TextPattern),
    /// A list of as many elements, each by its own pattern; one without must be equal.
    Elements(Vec<Option<TextPattern>>),
}

impl ArgumentPattern {
    /// Tells whether a value fits, as far as patterns go: what has none is held by the digest.
    pub fn covers(&self, value: &Value) -> bool {
        match self {
            Self::Text(pattern) => pattern.covers(value),
            Self::Elements(patterns) => value.as_array().is_some_and(|items| {
                let fits = |(item, pattern): (&Value, &Option<TextPattern>)| {
                    pattern.as_ref().is_none_or(|pattern| pattern.covers(item))
                };
                items.len() == patterns.len() && items.iter().zip(patterns).all(fits)
            }),
        }
    }
}

/// The arguments that a grant covers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArgumentPatterns(pub Vec<(String, ArgumentPattern)>);

impl ArgumentPatterns {
    /// Returns the pattern of a field.
    pub fn of(&self, field: &str) -> Option<&ArgumentPattern> {
        let mut patterns = self.0.iter();
        patterns
            .find(|(name, _)| name == field)
            .map(|(_, pattern)| pattern)
    }

    /// Returns the digest of what must be equal: the arguments without the fields that have a
    /// pattern, and of lists with patterns the elements that have none.
    pub fn fixed_digest(&self, arguments: &Value) -> String {
        let mut fixed = Map::new();
        for (name, value) in arguments.as_object().into_iter().flatten() {
            match self.of(name) {
                None => drop(fixed.insert(name.clone(), value.clone())),
                Some(ArgumentPattern::Elements(patterns)) => {
                    let items = value.as_array().into_iter().flatten();
                    let kept = items.enumerate().filter_map(|(index, item)| {
                        let named = patterns.get(index).is_some_and(Option::is_some);
                        (!named).then(|| Value::from(vec![Value::from(index), item.clone()]))
                    });
                    fixed.insert(name.clone(), kept.collect());
                }
                Some(ArgumentPattern::Text(_)) => {}
            }
        }
        canonical::digest(&Value::Object(fixed))
    }

    /// Tells whether the fields that have a pattern fit it; a field that is absent does not.
    fn covers(&self, arguments: &Value) -> bool {
        self.0.iter().all(|(name, pattern)| {
            let value = arguments.get(name);
            value.is_some_and(|value| pattern.covers(value))
        })
    }
}

/// A grant to be remembered.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGrant {
    /// The namespace of the deployment.
    pub namespace: String,
    /// The agent.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// Digest of the tool's contract: another contract needs another grant.
    pub contract_digest: String,
    /// Digest of the target.
    pub target_digest: String,
    /// Which arguments.
    pub patterns: ArgumentPatterns,
    /// Digest of what must be equal.
    pub fixed_digest: String,
    /// Who made it.
    pub person: Person,
    /// How long it lasts, in seconds.
    pub seconds: u64,
    /// How many calls it covers.
    pub uses: u32,
}

/// A grant that is remembered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grant {
    /// Its name.
    pub id: GrantId,
    /// The namespace of the deployment.
    pub namespace: String,
    /// The agent.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// Digest of the tool's contract.
    pub contract_digest: String,
    /// Digest of the target.
    pub target_digest: String,
    /// Which arguments.
    pub patterns: ArgumentPatterns,
    /// Digest of what must be equal.
    pub fixed_digest: String,
    /// Who made it.
    pub person: Person,
    /// When it was made, in milliseconds of Unix time.
    pub made_at: i64,
    /// When it expires.
    pub expires_at: i64,
    /// How many calls it still covers.
    pub uses_left: u32,
    /// When it was revoked.
    pub revoked_at: Option<i64>,
}

impl Grant {
    /// Tells whether it covers a call with these arguments to this target.
    pub fn covers(&self, target_digest: &str, arguments: &Value) -> bool {
        self.target_digest == target_digest
            && self.patterns.covers(arguments)
            && self.fixed_digest == self.patterns.fixed_digest(arguments)
    }
}

/// Tells whether a glob covers a text, in time of at most their product.
fn glob_covers(glob: &str, text: &str) -> bool {
    let glob: Vec<char> = glob.chars().collect();
    // `reached[i]`: the first i characters of the glob cover what was read so far.
    let mut reached = vec![false; glob.len() + 1];
    let mut start = true;
    for (place, slot) in reached.iter_mut().enumerate() {
        *slot = start;
        start = start && glob.get(place) == Some(&'*');
    }
    for letter in text.chars() {
        let before = reached.clone();
        let mut previous = false;
        for (place, slot) in reached.iter_mut().enumerate() {
            let last = place.checked_sub(1).and_then(|index| glob.get(index));
            let diagonal = place
                .checked_sub(1)
                .and_then(|index| before.get(index))
                .is_some_and(|covered| *covered);
            *slot = match last {
                None => false,
                Some('*') => previous || before.get(place).is_some_and(|covered| *covered),
                Some('?') => diagonal,
                Some(other) => diagonal && *other == letter,
            };
            previous = *slot;
        }
    }
    reached.last().is_some_and(|covered| *covered)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn grant(patterns: ArgumentPatterns, arguments: &Value) -> Grant {
        Grant {
            id: GrantId("g".to_owned()),
            namespace: "n".to_owned(),
            agent: "a".to_owned(),
            tool: "t.t".to_owned(),
            contract_digest: "c".to_owned(),
            target_digest: "target".to_owned(),
            fixed_digest: patterns.fixed_digest(arguments),
            patterns,
            person: Person {
                user: "ada".to_owned(),
                terminal: "/dev/pts/1".to_owned(),
                host: "h".to_owned(),
            },
            made_at: 0,
            expires_at: 1,
            uses_left: 1,
            revoked_at: None,
        }
    }

    fn prefix(text: &str) -> TextPattern {
        TextPattern::Prefix(text.to_owned())
    }

    #[test]
    fn what_is_named_may_vary_and_the_rest_must_be_equal() {
        let made = json!({"to": "ada@example.com", "subject": "Report 1", "copies": 2});
        let patterns = ArgumentPatterns(vec![(
            "subject".to_owned(),
            ArgumentPattern::Text(prefix("Report ")),
        )]);
        let grant = grant(patterns, &made);
        let cases = [
            ("the same", made.clone(), true),
            (
                "another subject that starts so",
                json!({"subject": "Report 2", "to": "ada@example.com", "copies": 2}),
                true,
            ),
            (
                "another subject",
                json!({"to": "ada@example.com", "subject": "report 1", "copies": 2}),
                false,
            ),
            (
                "another address",
                json!({"to": "eve@example.com", "subject": "Report 1", "copies": 2}),
                false,
            ),
            (
                "one more field",
                json!({"to": "ada@example.com", "subject": "Report 1", "copies": 2, "x": 1}),
                false,
            ),
            (
                "without the field that has the pattern",
                json!({"to": "ada@example.com", "copies": 2}),
                false,
            ),
            (
                "the named field is no text",
                json!({"to": "ada@example.com", "subject": ["Report 1"], "copies": 2}),
                false,
            ),
        ];
        for (name, arguments, expected) in cases {
            assert_eq!(grant.covers("target", &arguments), expected, "{name}");
        }
        assert!(!grant.covers("elsewhere", &made));
    }

    #[test]
    fn lists_are_compared_element_by_element() {
        let made = json!({"argv": ["git", "log", "-n1"]});
        let elements = vec![None, None, Some(prefix("-n"))];
        let patterns = ArgumentPatterns(vec![(
            "argv".to_owned(),
            ArgumentPattern::Elements(elements),
        )]);
        let grant = grant(patterns, &made);
        let cases = [
            (json!({"argv": ["git", "log", "-n5"]}), true),
            (json!({"argv": ["git", "push", "-n5"]}), false),
            (json!({"argv": ["git", "log", "--all"]}), false),
            (json!({"argv": ["git", "log", "-n5", "x"]}), false),
            (json!({"argv": ["git", "log"]}), false),
            (json!({"argv": "git log -n5"}), false),
        ];
        for (arguments, expected) in cases {
            assert_eq!(grant.covers("target", &arguments), expected, "{arguments}");
        }
    }

    #[test]
    fn globs_cover_whole_texts() {
        let cases = [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "anything / at all", true),
            ("a*c", "abbbc", true),
            ("a*c", "abbb", false),
            ("?é", "né", true),
            ("?", "", false),
            ("*@example.com", "ada@example.com", true),
            ("*@example.com", "ada@example.com.evil.org", false),
            ("a**b", "ab", true),
        ];
        for (glob, text, expected) in cases {
            assert_eq!(glob_covers(glob, text), expected, "{glob:?} {text:?}");
        }
    }

    proptest! {
        #[test]
        fn a_glob_agrees_with_the_pattern_it_stands_for(
            glob in "[ab*?]{0,8}",
            text in "[ab]{0,12}",
        ) {
            let pattern = glob.replace('*', ".*").replace('?', ".");
            let pattern = regex::Regex::new(&format!("^(?s:{pattern})$")).expect("a pattern");
            prop_assert_eq!(glob_covers(&glob, &text), pattern.is_match(&text));
        }
    }
}
