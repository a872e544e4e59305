//! Which parts of configuration text stand under keys that hold secrets, told by looking at lines.
//!
//! The text may be broken, that is why somebody looks at it; so nothing here parses YAML. Keys are
//! guessed line by line, blocks by their indentation, and a doubt hides the value.

use std::ops::Range;

use algen_core::detect::secret_shapes::{names_count, reference_length, resembles_secret};
use algen_core::source::Source;

/// Longest name that is looked for inside a scalar or after `?`, so that a long line stays cheap.
const NAME_BYTES: usize = 64;

/// Lines that are hidden as a whole: block scalars, lists and mappings under secret keys, and
/// private keys.
pub(super) struct HiddenLines(Vec<bool>);

impl HiddenLines {
    /// Looks through a whole text once; the work grows with its length.
    pub(super) fn of(source: &Source) -> Self {
        let mut state = BlockState::default();
        let lines = 1..=source.line_starts().len();
        let hidden = lines.map(|number| state.next(source.line(number).unwrap_or_default()));
        Self(hidden.collect())
    }

    /// Tells whether line `number`, counted from 1, is hidden.
    pub(super) fn contains(&self, number: usize) -> bool {
        let index = number.checked_sub(1);
        index.and_then(|index| self.0.get(index)).copied() == Some(true)
    }
}

/// What the lines so far say about the next one.
#[derive(Default)]
struct BlockState {
    /// Column of the secret key whose value goes on while lines stand deeper.
    secret_column: Option<usize>,
    /// Nothing stood after that key yet, so the next line may be its value wherever it stands.
    value_awaited: bool,
    /// The quote that has to close before anything is shown again.
    open_quote: Option<char>,
    /// Between the first and the last line of a private key.
    private_key: bool,
}

impl BlockState {
    /// Tells whether a line is hidden and remembers what it opens.
    fn next(&mut self, line: &str) -> bool {
        if let Some(quote) = self.open_quote {
            if line.contains(quote) {
                self.open_quote = None;
            }
            return true;
        }
        let in_private_key = self.private_key || begins_private_key(line);
        if in_private_key {
            self.private_key = !line.contains("-----END");
            return true;
        }
        let content = line.trim_start_matches([' ', '\t']);
        if content.is_empty() {
            return false;
        }
        let indent = line.len() - content.len();
        let keys = LineKeys::of(line);
        if let Some(column) = self.secret_column {
            let awaited = self.value_awaited && !keys.any;
            self.value_awaited = false;
            let goes_on = indent > column
                || (indent == column && (is_marker(content, '-') || content.starts_with(':')))
                || awaited;
            if goes_on {
                return true;
            }
            if content.starts_with('#') {
                return false;
            }
            self.secret_column = None;
        }
        if let Some(opened) = keys.opened {
            self.secret_column = Some(opened.column);
            self.value_awaited = opened.empty;
            self.open_quote = opened.open_quote;
        }
        false
    }
}

fn begins_private_key(line: &str) -> bool {
    line.find("-----BEGIN")
        .and_then(|at| line.get(at..))
        .is_some_and(|rest| rest.contains("PRIVATE KEY"))
}

/// Tells whether text begins with a block indicator, `-` or `?`, and not with a word.
fn is_marker(text: &str, indicator: char) -> bool {
    text.strip_prefix(indicator)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Returns the ranges of a line that are values of secret keys on the same line.
pub(super) fn secret_values(line: &str) -> Vec<Range<usize>> {
    LineKeys::of(line).values
}

/// Returns the parts of `range` that are no references such as `env://NAME`.
pub(super) fn except_references(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = range.start;
    let mut at = range.start;
    let mut previous = ' ';
    while at < range.end {
        let rest = text.get(at..range.end).unwrap_or_default();
        let Some(character) = rest.chars().next() else {
            break;
        };
        let starts_word =
            previous.is_whitespace() || matches!(previous, '"' | '\'' | '[' | '{' | ',' | '(');
        match reference_length(rest).filter(|_| starts_word) {
            Some(length) => {
                if start < at {
                    parts.push(start..at);
                }
                at += length;
                start = at;
                previous = 'x';
            }
            None => {
                at += character.len_utf8();
                previous = character;
            }
        }
    }
    if start < range.end {
        parts.push(start..range.end);
    }
    parts
}

/// The keys that a line seems to hold.
#[derive(Default)]
struct LineKeys {
    /// Whether there is any.
    any: bool,
    /// Ranges of values of secret keys.
    values: Vec<Range<usize>>,
    /// The first secret key, whose value may go on in the next lines.
    opened: Option<Opened>,
}

/// A secret key and how its value begins.
struct Opened {
    column: usize,
    empty: bool,
    open_quote: Option<char>,
}

impl LineKeys {
    fn of(line: &str) -> Self {
        let mut scan = LineScan {
            line,
            at: 0,
            depth: 0,
            found: Self::default(),
        };
        scan.run();
        scan.found
    }
}

/// A walk over one line.
struct LineScan<'a> {
    line: &'a str,
    at: usize,
    /// Open flow collections.
    depth: usize,
    found: LineKeys,
}

impl LineScan<'_> {
    fn run(&mut self) {
        while let Some(character) = self.rest().chars().next() {
            match character {
                '{' | '[' => {
                    self.depth += 1;
                    self.at += 1;
                }
                '}' | ']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.at += 1;
                }
                '?' if is_marker(self.rest(), '?') => self.explicit_key(),
                '"' | '\'' => self.quoted(character),
                ' ' | '\t' | ',' | '#' => self.at += 1,
                '-' if is_marker(self.rest(), '-') => self.at += 1,
                _ => self.plain(),
            }
        }
    }

    fn rest(&self) -> &str {
        self.line.get(self.at..).unwrap_or_default()
    }

    fn text(&self, range: Range<usize>) -> &str {
        self.line.get(range).unwrap_or_default()
    }

    /// Takes `? key`, whose value follows on the next line.
    fn explicit_key(&mut self) {
        let column = self.at;
        self.at += 1;
        let name = self.rest();
        if name.len() <= NAME_BYTES && resembles_secret(name) && !name.contains(':') {
            self.open(column, true, None);
        }
    }

    /// Takes a quoted scalar or key.
    fn quoted(&mut self, quote: char) {
        let column = self.at;
        let inner_start = column + 1;
        let inner_end = closing_quote(self.line, inner_start, quote);
        let after = (inner_end + 1).min(self.line.len());
        let blanks = self.text(after..self.line.len());
        let blanks = blanks.len() - blanks.trim_start_matches([' ', '\t']).len();
        let colon = after + blanks;
        if self.text(colon..self.line.len()).starts_with(':') {
            self.key(column, inner_start..inner_end, colon);
            return;
        }
        self.pairs_in_text(inner_start..inner_end);
        self.at = after;
    }

    /// Takes a plain scalar or key.
    fn plain(&mut self) {
        let column = self.at;
        let in_flow = self.depth > 0;
        let mut previous = ' ';
        let mut characters = self.rest().char_indices().peekable();
        let mut end = self.line.len();
        let mut is_key = false;
        while let Some((offset, character)) = characters.next() {
            let next = characters.peek().map(|&(_, next)| next);
            let ends_key = character == ':'
                && next.is_none_or(|next| {
                    next == ' ' || next == '\t' || (in_flow && matches!(next, ',' | ']' | '}'))
                });
            let ends_scalar = (in_flow && matches!(character, ',' | '[' | ']' | '{' | '}'))
                || (character == '#' && matches!(previous, ' ' | '\t') && offset > 0);
            if ends_key || ends_scalar {
                end = column + offset;
                is_key = ends_key;
                break;
            }
            previous = character;
        }
        if is_key {
            self.key(column, column..end, end);
            return;
        }
        self.glued_pair(column..end);
        // What cannot start a plain scalar must not stop the walk either.
        self.at = end.max(column + 1);
        while !self.line.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// Hides the value in `password:hunter2`, a key that lost its blank.
    fn glued_pair(&mut self, range: Range<usize>) {
        let Some((name, value)) = self.text(range.clone()).split_once(':') else {
            return;
        };
        let is_name = !name.contains(|character: char| {
            !(character.is_alphanumeric() || matches!(character, '_' | '-'))
        });
        if is_name && !value.starts_with("//") && resembles_secret(name) {
            let start = range.start + name.len() + 1;
            self.found.values.push(start..range.end);
        }
    }

    /// Hides the value in `"Authorization: Basic …"`, a header written as one scalar.
    fn pairs_in_text(&mut self, range: Range<usize>) {
        let text = self.text(range.clone());
        let pair = text.match_indices(':').find(|(at, _)| {
            let mut from = at.saturating_sub(NAME_BYTES);
            while !text.is_char_boundary(from) {
                from += 1;
            }
            let before = text.get(from..*at).unwrap_or_default();
            let name = before.rsplit([' ', ',', ';']).next().unwrap_or(before);
            let after = text.get(at + 1..).unwrap_or_default();
            !after.starts_with("//") && resembles_secret(name)
        });
        if let Some((at, _)) = pair {
            let start = range.start + at + 1;
            let parts = except_references(self.line, start..range.end);
            self.found.values.extend(parts);
        }
    }

    /// Takes the value of a key whose name is in `name` and whose colon is at `colon`.
    fn key(&mut self, column: usize, name: Range<usize>, colon: usize) {
        self.found.any = true;
        let after = self.text(colon + 1..self.line.len());
        let value_start = self.line.len() - after.trim_start_matches([' ', '\t']).len();
        self.at = value_start;
        let name = self.text(name);
        if !resembles_secret(name) {
            return;
        }
        let counts = names_count(name);
        let value_end = if self.depth > 0 {
            flow_value_end(self.line, value_start)
        } else {
            self.line.len()
        };
        let value = self.text(value_start..value_end);
        let written = value.trim_end_matches([' ', '\t', ',']);
        let quote = written
            .chars()
            .next()
            .filter(|first| matches!(first, '"' | '\''));
        let open_quote = quote.filter(|&quote| {
            let value_length = written.len();
            value_length == 1 || closing_quote(written, 1, quote) >= value_length
        });
        let empty = written.is_empty();
        let hidden = !shows_nothing_secret(written, counts);
        let written_end = value_start + written.len();
        if hidden {
            let parts = except_references(self.line, value_start..written_end);
            self.found.values.extend(parts);
        }
        // A plain value of its own line cannot go on deeper, but a broken one may.
        self.open(column, empty, open_quote);
        self.at = value_end;
    }

    fn open(&mut self, column: usize, empty: bool, open_quote: Option<char>) {
        match &mut self.found.opened {
            None => {
                self.found.opened = Some(Opened {
                    column,
                    empty,
                    open_quote,
                });
            }
            // The last key of the line is the one whose value goes on.
            Some(opened) => {
                opened.empty = empty;
                opened.open_quote = open_quote;
            }
        }
    }
}

/// Returns the offset of the quote that closes a scalar, or the length of the text.
fn closing_quote(text: &str, start: usize, quote: char) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let mut characters = rest.char_indices();
    while let Some((offset, character)) = characters.next() {
        if character == '\\' && quote == '"' {
            characters.next();
        } else if character == quote {
            return start + offset;
        }
    }
    text.len()
}

/// Returns where a value inside a flow collection ends.
fn flow_value_end(line: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(character) = line.get(at..).and_then(|rest| rest.chars().next()) {
        match character {
            '"' | '\'' => at = closing_quote(line, at + 1, character),
            '{' | '[' => depth += 1,
            '}' | ']' | ',' if depth == 0 => return at,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        at += line
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .map_or(1, char::len_utf8);
    }
    line.len()
}

/// Tells whether a value is one that no secret can be: nothing, a reference, a truth value, the
/// start of a block or, under a key that counts, a small number.
fn shows_nothing_secret(value: &str, counts: bool) -> bool {
    let inner = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value
            .get(1..)
            .and_then(|rest| rest.strip_suffix(quote))
            .unwrap_or(value),
        _ => value,
    };
    let is_small_number = !inner.is_empty()
        && inner.len() <= 9
        && inner
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_');
    let is_constant = ["true", "false", "yes", "no", "on", "off", "null", "~"]
        .iter()
        .any(|constant| inner.eq_ignore_ascii_case(constant));
    let block = inner.trim_end_matches(|character: char| {
        character.is_ascii_digit() || matches!(character, '-' | '+')
    });
    let opens_block = matches!(block, "|" | ">" | "{" | "[" | "{}" | "[]");
    inner.is_empty()
        || is_constant
        || opens_block
        || (counts && is_small_number)
        || reference_length(inner) == Some(inner.len())
}

#[cfg(test)]
mod tests;
