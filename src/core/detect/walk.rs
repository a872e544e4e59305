//! Findings in a JSON value: its texts and the names of its members.

use std::collections::HashSet;
use std::fmt;

use serde_json::{Map, Value};

use super::Detector;
use super::finding::{Finding, redact};

/// Levels of arrays and objects that are walked. Parsers accept no more.
pub const DEPTH_MAX: usize = 128;

/// The place of a value, as RFC 6901 writes it.
///
/// [`exact`](Pointer::exact) looks up; [`fmt::Display`] is for people and hides personal data and
/// secrets that stand in names of members.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pointer(String);

impl Pointer {
    /// Returns the pointer as it is, never for a message.
    pub fn exact(&self) -> &str {
        &self.0
    }

    fn push(&mut self, name: &str) -> usize {
        let length = self.0.len();
        self.0.push('/');
        for character in name.chars() {
            match character {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                other => self.0.push(other),
            }
        }
        length
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in self.0.split('/').skip(1) {
            let name = segment.replace("~1", "/").replace("~0", "~");
            let name = redact(&name, &Detector::Secrets.find(&name)).into_owned();
            let name = redact(&name, &Detector::Pii.find(&name)).into_owned();
            write!(formatter, "/{}", name.replace('~', "~0").replace('/', "~1"))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Pointer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Pointer({self})")
    }
}

/// Which part of a value has a finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The text at the pointer.
    Text,
    /// The name of the member at the pointer.
    Name,
}

/// Findings and their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// Where.
    pub pointer: Pointer,
    /// Whether the text or the name of the member there.
    pub part: Part,
    /// What, in order; never empty.
    pub findings: Vec<Finding>,
}

/// The value has more than [`DEPTH_MAX`] levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the value has more than {DEPTH_MAX} levels of arrays and objects")]
pub struct TooDeep;

/// Returns what a detector finds in a value, in the order of the value.
///
/// `exempt` is asked for each text with findings, with its place, and says which stay; names of
/// members are never exempt. Numbers, booleans and nulls are not looked at.
///
/// # Errors
///
/// [`TooDeep`]: what lies deeper was not looked at, so that the value must not pass.
pub fn find_in(
    value: &Value,
    detector: Detector,
    exempt: impl Fn(&Pointer, &str) -> bool,
) -> Result<Vec<Located>, TooDeep> {
    let mut walk = Walk::new(detector, exempt);
    walk.look(value, None, 0)?;
    Ok(walk.located)
}

/// Replaces what [`find_in`] finds by the tokens of its kinds and returns the same list; its ranges
/// are those of the texts before.
///
/// Where two names of one object become the same, the later one gets a number: no member is lost.
///
/// # Errors
///
/// [`TooDeep`]: the value is partly changed and must not pass.
pub fn redact_in(
    value: &mut Value,
    detector: Detector,
    exempt: impl Fn(&Pointer, &str) -> bool,
) -> Result<Vec<Located>, TooDeep> {
    let mut walk = Walk::new(detector, exempt);
    walk.rewrite(value, None, 0)?;
    Ok(walk.located)
}

struct Walk<Exempt> {
    detector: Detector,
    exempt: Exempt,
    pointer: Pointer,
    located: Vec<Located>,
}

impl<Exempt: Fn(&Pointer, &str) -> bool> Walk<Exempt> {
    fn new(detector: Detector, exempt: Exempt) -> Self {
        Self {
            detector,
            exempt,
            pointer: Pointer(String::new()),
            located: Vec::new(),
        }
    }

    /// Looks at a value that is or is not the member `name` of an object, so deep in others.
    fn look(&mut self, value: &Value, name: Option<&str>, depth: usize) -> Result<(), TooDeep> {
        match value {
            Value::String(text) => {
                self.look_at_text(text, name);
            }
            Value::Array(_) | Value::Object(_) if depth >= DEPTH_MAX => return Err(TooDeep),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let length = self.pointer.push(&index.to_string());
                    self.look(item, name, depth + 1)?;
                    self.pointer.0.truncate(length);
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let length = self.pointer.push(name);
                    self.look_at_name(name);
                    self.look(member, Some(name), depth + 1)?;
                    self.pointer.0.truncate(length);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        Ok(())
    }

    /// Does what `look` does, and writes.
    fn rewrite(
        &mut self,
        value: &mut Value,
        name: Option<&str>,
        depth: usize,
    ) -> Result<(), TooDeep> {
        match value {
            Value::String(text) => {
                if let Some(redacted) = self.look_at_text(text, name) {
                    *text = redacted;
                }
            }
            Value::Array(_) | Value::Object(_) if depth >= DEPTH_MAX => return Err(TooDeep),
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let length = self.pointer.push(&index.to_string());
                    self.rewrite(item, name, depth + 1)?;
                    self.pointer.0.truncate(length);
                }
            }
            Value::Object(members) => {
                let mut renamed = Vec::new();
                for (name, member) in members.iter_mut() {
                    let length = self.pointer.push(name);
                    if let Some(new_name) = self.look_at_name(name) {
                        renamed.push((name.clone(), new_name));
                    }
                    self.rewrite(member, Some(name), depth + 1)?;
                    self.pointer.0.truncate(length);
                }
                if !renamed.is_empty() {
                    rename(members, renamed);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        Ok(())
    }

    fn look_at_text(&mut self, text: &str, name: Option<&str>) -> Option<String> {
        let findings = match name {
            Some(name) => self.detector.find_under(name, text),
            None => self.detector.find(text),
        };
        if findings.is_empty() || (self.exempt)(&self.pointer, text) {
            return None;
        }
        Some(self.note(Part::Text, text, findings))
    }

    fn look_at_name(&mut self, name: &str) -> Option<String> {
        let findings = self.detector.find(name);
        (!findings.is_empty()).then(|| self.note(Part::Name, name, findings))
    }

    /// Notes findings and returns the text without them.
    fn note(&mut self, part: Part, text: &str, findings: Vec<Finding>) -> String {
        let redacted = redact(text, &findings).into_owned();
        self.located.push(Located {
            pointer: self.pointer.clone(),
            part,
            findings,
        });
        redacted
    }
}

/// Gives members their new names, in the order they had.
fn rename(members: &mut Map<String, Value>, renamed: Vec<(String, String)>) {
    let mut renamed = renamed.into_iter().peekable();
    let mut number: usize = 1;
    let old = std::mem::take(members);
    // A member that stays may already have a token for its name.
    let kept: HashSet<String> = old.keys().cloned().collect();
    for (name, member) in old {
        let Some((_, new_name)) = renamed.next_if(|(old_name, _)| *old_name == name) else {
            members.insert(name, member);
            continue;
        };
        let mut unique = new_name.clone();
        while members.contains_key(&unique) || kept.contains(&unique) {
            number += 1;
            unique = format!("{new_name} {number}");
        }
        members.insert(unique, member);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn places(located: &[Located]) -> Vec<(&str, Part)> {
        let places = located.iter();
        places.map(|one| (one.pointer.exact(), one.part)).collect()
    }

    #[test]
    fn texts_and_names_are_found_and_replaced() {
        let mut value = json!({
            "to": ["ada@example.com", "bob@example.com"],
            "a/b~c": {"body": "call 9876543210"},
            "eve@example.com": 1,
            "joe@example.com": {"note": "none"},
            "count": 9_876_543_210_u64,
        });
        let expected = vec![
            ("/to/1", Part::Text),
            ("/a~1b~0c/body", Part::Text),
            ("/eve@example.com", Part::Name),
            ("/joe@example.com", Part::Name),
        ];
        let exempt =
            |pointer: &Pointer, text: &str| pointer.exact() == "/to/0" && text == "ada@example.com";
        let found = find_in(&value, Detector::Pii, exempt).unwrap();
        assert_eq!(places(&found), expected);
        assert_eq!(redact_in(&mut value, Detector::Pii, exempt).unwrap(), found);
        let redacted = json!({
            "to": ["ada@example.com", "[REDACTED_EMAIL]"],
            "a/b~c": {"body": "call [REDACTED_PHONE]"},
            "[REDACTED_EMAIL]": 1,
            "[REDACTED_EMAIL] 2": {"note": "none"},
            "count": 9_876_543_210_u64,
        });
        assert_eq!(value.to_string(), redacted.to_string());
    }

    #[test]
    fn a_name_that_holds_personal_data_is_not_shown() {
        let value = json!({"a/b": {"eve@example.com": {"token=abcdefgh": "bob@example.com"}}});
        let found = find_in(&value, Detector::Pii, |_, _| false).unwrap();
        let shown: Vec<String> = found.iter().map(|one| one.pointer.to_string()).collect();
        assert_eq!(
            shown,
            [
                "/a~1b/[REDACTED_EMAIL]",
                "/a~1b/[REDACTED_EMAIL]/token=[REDACTED]"
            ]
        );
        assert!(!format!("{found:?}").contains("example"));
    }

    #[test]
    fn the_name_of_a_field_counts_for_the_values_in_it() {
        let value = json!({"password": "hunter2", "passwords": "x", "secret": ["abcdef", 1]});
        let found = find_in(&value, Detector::Secrets, |_, _| false).unwrap();
        assert_eq!(
            places(&found),
            [("/password", Part::Text), ("/secret/0", Part::Text)]
        );
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| (0..depth).fold(json!("x"), |value, _| json!([value]));
        let never = |_: &Pointer, _: &str| false;
        for (depth, expected) in [(DEPTH_MAX, Ok(vec![])), (DEPTH_MAX + 1, Err(TooDeep))] {
            assert_eq!(find_in(&nested(depth), Detector::Pii, never), expected);
            assert_eq!(
                redact_in(&mut nested(depth), Detector::Pii, never),
                expected
            );
        }
    }
}
