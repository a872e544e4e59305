//! JSON without surprises: what a text says is what a tool gets, or it is refused.
//!
//! `serde_json` decides what JSON is and makes the value. It keeps the last of two equal keys and
//! rounds numbers, so a scan of the text looks for those first. The scan relies on a text that
//! `serde_json` has already found to be JSON.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::de::IgnoredAny;
use serde_json::Value;
use thiserror::Error;

/// The most bytes of a text.
pub const TEXT_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The most lists and objects inside each other: all that `serde_json` reads back.
pub const DEPTH_MAX: usize = 127;

/// The most values in a text, lists and objects included.
pub const VALUES_MAX: usize = 400_000;

/// The most problems that are kept; more are counted.
pub const PROBLEMS_MAX: usize = 20;

/// The most characters of a key that a message repeats.
const NAME_CHARS_MAX: usize = 64;

/// Everything that is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonProblems {
    /// The first problems, in the order of the text, at most [`PROBLEMS_MAX`].
    pub problems: Vec<JsonProblem>,
    /// How many more there are.
    pub left_out: usize,
}

/// One problem and its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct JsonProblem {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: JsonProblemKind,
}

/// What is wrong at a place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum JsonProblemKind {
    /// The text is no JSON; what the parser says, which never quotes the text.
    #[error("the text is not JSON: {0}")]
    Syntax(String),
    /// More than [`TEXT_BYTES_MAX`].
    #[error("the text is longer than {TEXT_BYTES_MAX} bytes")]
    TooLong,
    /// More than the levels given.
    #[error("lists and objects are nested more than {0} deep")]
    TooDeep(usize),
    /// More than [`VALUES_MAX`].
    #[error("the text holds more than {VALUES_MAX} values")]
    TooManyValues,
    /// One key twice in an object; the key, shortened.
    #[error("the key `{0}` is given twice in this object")]
    DuplicateKey(String),
    /// A whole number outside of i64 and u64.
    #[error("the whole number does not fit 64 bits; write a longer one as a string")]
    IntegerOutOfRange,
    /// A number that would come back changed.
    #[error(
        "the number has more digits or a larger exponent than a 64-bit float keeps; write it as a \
         string or with fewer digits"
    )]
    InexactNumber,
}

/// Reads a text.
///
/// Refused are, besides everything that is not JSON: a key given twice in an object, a whole number
/// outside of i64 and u64, a number with a point or an exponent that [`is_exact`] refuses, and
/// texts beyond the limits of this module. Every problem is found, except that broken grammar and
/// a reached limit end the search.
pub fn read(text: &str) -> Result<Value, JsonProblems> {
    read_within(text, DEPTH_MAX)
}

/// Reads a text whose value becomes the member of an object, which takes one level.
pub(super) fn read_member(text: &str) -> Result<Value, JsonProblems> {
    read_within(text, DEPTH_MAX - 1)
}

fn read_within(text: &str, depth_max: usize) -> Result<Value, JsonProblems> {
    let mut found = Found::new(text);
    if text.len() > TEXT_BYTES_MAX {
        found.add(0, JsonProblemKind::TooLong);
        return Err(found.problems);
    }
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| syntax(text, &error))?;
    let mut scan = Scan {
        text,
        offset: 0,
        depth_max,
        values: 0,
        open: Vec::new(),
        found,
    };
    scan.run();
    if !scan.found.problems.problems.is_empty() {
        return Err(scan.found.problems);
    }
    // Only here half of a surrogate pair is noticed.
    serde_json::from_str(text).map_err(|error| syntax(text, &error))
}

/// Tells whether a decimal number keeps its value as a 64-bit float: the shortest digits that mean
/// the float must denote the number that was written. How it was written does not count: zeros at
/// the ends, the place of the point and the exponent. `1.10` and `5e-324` are exact,
/// `9007199254740993.0`, `4.9e-324` and `1e400` are not.
pub fn is_exact(number: &str) -> bool {
    number.parse::<f64>().is_ok_and(|float| {
        float.is_finite() && Decimal::of(number) == Decimal::of(&format!("{float:e}"))
    })
}

/// A decimal number in one spelling: its digits from the first to the last that is not zero, and
/// the power of ten of the last.
#[derive(PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Returns the number that a text denotes; zero has no digits and no sign.
    fn of(number: &str) -> Self {
        let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: String = whole
            .chars()
            .chain(fraction.chars())
            .filter(char::is_ascii_digit)
            .collect();
        let significant = digits.trim_end_matches('0');
        let zeros = digits.len() - significant.len();
        let significant = significant.trim_start_matches('0');
        if significant.is_empty() {
            return Self {
                negative: false,
                digits: String::new(),
                exponent: 0,
            };
        }
        // An exponent past 64 bits belongs to no float; the nearest one does not either.
        let exponent = exponent.parse().unwrap_or(if exponent.starts_with('-') {
            i64::MIN
        } else {
            i64::MAX
        });
        let shift = length(zeros).saturating_sub(length(fraction.len()));
        Self {
            negative: whole.starts_with('-'),
            digits: significant.to_owned(),
            exponent: shift.saturating_add(exponent),
        }
    }
}

/// Returns a length of text, which never reaches 63 bits.
fn length(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// A look at the tokens of a text that is JSON.
struct Scan<'a> {
    text: &'a str,
    offset: usize,
    depth_max: usize,
    values: usize,
    open: Vec<Open<'a>>,
    found: Found<'a>,
}

/// A list or an object whose end is not reached.
enum Open<'a> {
    List,
    Object {
        keys: HashSet<Cow<'a, str>>,
        key_is_next: bool,
    },
}

impl<'a> Scan<'a> {
    /// Visits every token, or stops where a limit is reached.
    fn run(&mut self) {
        while let Some(&byte) = self.text.as_bytes().get(self.offset) {
            let start = self.offset;
            self.offset += 1;
            let limit = match byte {
                b'[' => self.enter(Open::List),
                b'{' => self.enter(Open::Object {
                    keys: HashSet::new(),
                    key_is_next: true,
                }),
                b']' | b'}' => {
                    self.open.pop();
                    None
                }
                b',' => {
                    if let Some(Open::Object { key_is_next, .. }) = self.open.last_mut() {
                        *key_is_next = true;
                    }
                    None
                }
                b'"' => self.string(start),
                b'-' | b'0'..=b'9' => self.number(start),
                b't' | b'f' | b'n' => {
                    self.skip(|byte| byte.is_ascii_lowercase());
                    self.count()
                }
                _ => None,
            };
            if let Some(limit) = limit {
                self.found.add(start, limit);
                return;
            }
        }
    }

    fn enter(&mut self, open: Open<'a>) -> Option<JsonProblemKind> {
        if self.open.len() >= self.depth_max {
            return Some(JsonProblemKind::TooDeep(self.depth_max));
        }
        self.open.push(open);
        self.count()
    }

    fn string(&mut self, start: usize) -> Option<JsonProblemKind> {
        loop {
            self.skip(|byte| !matches!(byte, b'"' | b'\\'));
            match self.text.as_bytes().get(self.offset) {
                Some(b'\\') => self.offset += 2,
                _ => break,
            }
        }
        self.offset += 1;
        let Some(Open::Object {
            keys,
            key_is_next: key_is_next @ true,
        }) = self.open.last_mut()
        else {
            return self.count();
        };
        *key_is_next = false;
        let quoted = self.text.get(start..self.offset).unwrap_or_default();
        let key = match quoted.contains('\\') {
            // A key that cannot be read is refused when the value is made.
            true => Cow::Owned(serde_json::from_str(quoted).unwrap_or_else(|_| quoted.to_owned())),
            false => Cow::Borrowed(quoted.trim_matches('"')),
        };
        if keys.contains(&key) {
            let key = shortened(&key);
            self.found.add(start, JsonProblemKind::DuplicateKey(key));
        } else {
            keys.insert(key);
        }
        None
    }

    fn number(&mut self, start: usize) -> Option<JsonProblemKind> {
        self.skip(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
        let number = self.text.get(start..self.offset).unwrap_or_default();
        if let Err(problem) = check_number(number) {
            self.found.add(start, problem);
        }
        self.count()
    }

    fn skip(&mut self, belongs: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.offset..).unwrap_or_default();
        self.offset += rest.iter().take_while(|&&byte| belongs(byte)).count();
    }

    fn count(&mut self) -> Option<JsonProblemKind> {
        self.values += 1;
        (self.values > VALUES_MAX).then_some(JsonProblemKind::TooManyValues)
    }
}

/// Checks that a number of JSON's grammar keeps its value.
pub(super) fn check_number(number: &str) -> Result<(), JsonProblemKind> {
    if number.contains(['.', 'e', 'E']) {
        return match is_exact(number) {
            true => Ok(()),
            false => Err(JsonProblemKind::InexactNumber),
        };
    }
    match number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok() {
        true => Ok(()),
        false => Err(JsonProblemKind::IntegerOutOfRange),
    }
}

/// Returns the beginning of a name for a message.
pub(super) fn shortened(name: &str) -> String {
    shortened_to(NAME_CHARS_MAX, name)
}

/// Returns at most so many characters of a text, and a mark where there are more.
pub(super) fn shortened_to(chars_max: usize, text: &str) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Problems in the order of the text, each place counted from the one before.
struct Found<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    column: usize,
    problems: JsonProblems,
}

impl<'a> Found<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
            column: 1,
            problems: JsonProblems {
                problems: Vec::new(),
                left_out: 0,
            },
        }
    }

    /// Adds a problem at an offset that is not before the last one.
    fn add(&mut self, offset: usize, kind: JsonProblemKind) {
        if self.problems.problems.len() >= PROBLEMS_MAX {
            self.problems.left_out += 1;
            return;
        }
        let passed = self.text.get(self.offset..offset).unwrap_or_default();
        match passed.rsplit_once('\n') {
            Some((lines, rest)) => {
                self.line += lines.matches('\n').count() + 1;
                self.column = rest.chars().count() + 1;
            }
            None => self.column += passed.chars().count(),
        }
        self.offset = offset;
        self.problems.problems.push(JsonProblem {
            line: self.line,
            column: self.column,
            kind,
        });
    }
}

/// Returns the parser's error with its column in characters.
fn syntax(text: &str, error: &serde_json::Error) -> JsonProblems {
    let line = text.split('\n').nth(error.line().saturating_sub(1));
    let before = line
        .unwrap_or_default()
        .as_bytes()
        .get(..error.column().saturating_sub(1))
        .unwrap_or_default();
    let column = String::from_utf8_lossy(before).chars().count() + 1;
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(&*message, |(message, _)| message);
    JsonProblems {
        problems: vec![JsonProblem {
            line: error.line().max(1),
            column,
            kind: JsonProblemKind::Syntax(message.to_owned()),
        }],
        left_out: 0,
    }
}

#[cfg(test)]
mod tests;
