//! A question of approval as rows of a terminal.
//!
//! What a tool, an agent or a service wrote is foreign. It cannot act on the terminal: control,
//! direction and invisible characters are written out. It cannot pass for the program's own words
//! either: arguments and preview stand behind a gutter, of which a line that was folded has another
//! one. Nothing is cut: a page that does not hold all says how many rows follow.

use algen_core::governance::approval::Question;
use algen_core::governance::identity::IDENTITY_PARTS;
use algen_core::model::SideEffect;
use serde_json::Value;
use unicode_width::UnicodeWidthChar as _;

use super::json_text;
use super::style::Style;
use super::visible::is_obeyed;

/// Columns where the terminal does not tell.
const COLUMNS: usize = 80;

/// The fewest columns that foreign text gets; a narrower terminal folds on its own.
const COLUMNS_MIN: usize = 8;

/// Columns before the value of a field.
const LABEL_COLUMNS: usize = 14;

/// Below so many columns a value stands under its label.
const NARROW_COLUMNS: usize = 40;

/// Characters of a short fingerprint.
const FINGERPRINT_CHARACTERS: usize = 12;

/// Characters without width that may follow each other: more would be piled up unseen.
const MARKS_MAX: usize = 4;

/// How much is shown of what is long and says little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A fingerprint by its first characters.
    Short,
    /// Everything.
    Whole,
}

/// Returns the whole question, one entry for each row of the terminal.
pub fn rows(question: &Question, style: &Style, detail: Detail) -> Vec<String> {
    let mut sheet = Sheet {
        style,
        columns: style.width.unwrap_or(COLUMNS),
        rows: Vec::new(),
    };
    sheet.title(question);
    sheet.field("agent", &shown(&question.agent));
    sheet.identity(question);
    sheet.effect(question.side_effect);
    for source in &question.sources {
        sheet.field_in_words("because", source.words());
    }
    if let Some(target) = &question.target {
        sheet.field("target", &shown(target));
    }
    let fingerprint = fingerprint(&question.fingerprint, style, detail);
    sheet.field("fingerprint", &fingerprint);
    sheet.arguments(&question.arguments);
    if let Some(preview) = &question.preview {
        sheet.heading("preview");
        let preview = preview.strip_suffix('\n').unwrap_or(preview);
        for line in preview.split('\n') {
            sheet.foreign(line, Folding::Plain);
        }
    }
    sheet.rows
}

/// Returns the rows of the first page: as many as fit above `kept` further rows of a terminal of
/// `height` rows, at least one, and where some do not fit, how many follow and the key that shows
/// them.
pub fn first_page(
    question: &Question,
    style: &Style,
    height: usize,
    kept: usize,
    key: &str,
) -> Vec<String> {
    let mut rows = rows(question, style, Detail::Short);
    let room = height.saturating_sub(kept);
    if rows.len() > room {
        let for_count = count(rows.len(), style, key).len();
        let shown = room.saturating_sub(for_count).max(1).min(rows.len());
        let hidden = rows.len() - shown;
        rows.truncate(shown);
        rows.append(&mut count(hidden, style, key));
    }
    rows
}

/// Returns the rows that say how many more there are.
fn count(hidden: usize, style: &Style, key: &str) -> Vec<String> {
    let dots = if style.unicode { "…" } else { "..." };
    let lines = if hidden == 1 { "line" } else { "lines" };
    let words = format!("{dots} {hidden} more {lines}: press {key} to see all");
    let rows = in_rows(&words, style.width.unwrap_or(COLUMNS));
    rows.iter().map(|row| style.painted("1;33", row)).collect()
}

/// Returns foreign text on one line, with every character written out that a terminal or an eye
/// would obey.
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut marks = 0;
    for character in text.chars() {
        let is_mark = character.width() == Some(0);
        marks = if is_mark { marks + 1 } else { 0 };
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ if is_obeyed(character) || marks > MARKS_MAX => {
                shown.extend(character.escape_unicode());
            }
            _ => shown.push(character),
        }
    }
    shown
}

/// Returns the columns that a text without control characters takes.
pub fn columns(text: &str) -> usize {
    text.chars()
        .map(|character| character.width().unwrap_or(0))
        .sum()
}

/// Returns the program's own words in rows of at most so many columns, broken at blanks; a word
/// that is wider gets folded.
pub fn in_rows(words: &str, columns_max: usize) -> Vec<String> {
    let columns_max = columns_max.max(COLUMNS_MIN);
    let mut rows: Vec<String> = Vec::new();
    let mut row = String::new();
    for word in words.split(' ') {
        if !row.is_empty() && columns(&row) + 1 + columns(word) > columns_max {
            rows.push(std::mem::take(&mut row));
        } else if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(word);
        if columns(&row) > columns_max {
            let mut parts = folded(&row, columns_max, Folding::Plain);
            row = parts.pop().unwrap_or_default();
            rows.append(&mut parts);
        }
    }
    rows.push(row);
    rows
}

/// Where a line is folded besides its width.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Folding {
    /// Nowhere.
    Plain,
    /// After a line break that JSON writes as `\n`.
    Json,
}

/// Returns a line in parts of at most so many columns each; together they are the line.
fn folded(line: &str, columns_max: usize, folding: Folding) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut used = 0;
    let mut escaped = false;
    for character in line.chars() {
        let width = character.width().unwrap_or(0);
        if used + width > columns_max {
            parts.push(std::mem::take(&mut part));
            used = 0;
        }
        part.push(character);
        used += width;
        let is_break = escaped && character == 'n' && folding == Folding::Json;
        if is_break {
            // Marks that follow belong to nothing; the next row may begin with them.
            used = columns_max;
        }
        escaped = character == '\\' && !escaped;
    }
    parts.push(part);
    parts
}

/// Rows while they are written.
struct Sheet<'a> {
    style: &'a Style,
    columns: usize,
    rows: Vec<String>,
}

impl Sheet<'_> {
    fn title(&mut self, question: &Question) {
        let mark = if question.is_fake() { "FAKE: " } else { "" };
        let title = format!("{mark}approve {}?", shown(&question.tool));
        for row in in_rows(&title, self.columns) {
            self.rows.push(self.style.bold(&row));
        }
    }

    fn heading(&mut self, text: &str) {
        self.rows.push(self.style.bold(text));
    }

    /// Appends a field with a foreign value on one line.
    fn field(&mut self, label: &str, value: &str) {
        let parts = folded(value, self.value_columns(), Folding::Plain);
        self.field_rows(label, parts);
    }

    /// Appends a field with a value in the program's own words.
    fn field_in_words(&mut self, label: &str, words: &str) {
        let parts = in_rows(words, self.value_columns());
        self.field_rows(label, parts);
    }

    fn field_rows(&mut self, label: &str, parts: Vec<String>) {
        let indent = self.value_indent();
        let mut label = format!("  {label}");
        if self.is_narrow() {
            self.rows.push(std::mem::take(&mut label));
        }
        for part in parts {
            self.rows.push(format!("{label:indent$}{part}"));
            label.clear();
        }
    }

    fn is_narrow(&self) -> bool {
        self.columns < NARROW_COLUMNS
    }

    fn value_indent(&self) -> usize {
        if self.is_narrow() { 4 } else { LABEL_COLUMNS }
    }

    fn value_columns(&self) -> usize {
        let columns = self.columns.saturating_sub(self.value_indent());
        columns.max(COLUMNS_MIN)
    }

    fn effect(&mut self, effect: SideEffect) {
        let word = effect.word();
        let word = match effect {
            SideEffect::None | SideEffect::Read | SideEffect::Write => word.to_owned(),
            SideEffect::External => self.style.painted("1;33", word),
            SideEffect::Destructive => self.style.painted("1;31", word),
        };
        self.field_rows("effect", vec![word]);
    }

    fn identity(&mut self, question: &Question) {
        for word in IDENTITY_PARTS {
            if let Some(part) = question.identity.part(word) {
                self.field(word, &shown(part));
            }
        }
    }

    fn arguments(&mut self, arguments: &Value) {
        if arguments.as_object().is_some_and(serde_json::Map::is_empty) {
            return self.field_in_words("arguments", "none");
        }
        self.heading("arguments");
        for line in json_text::pretty(arguments).lines() {
            self.foreign(line, Folding::Json);
        }
    }

    /// Appends a line of foreign text behind the gutter.
    fn foreign(&mut self, line: &str, folding: Folding) {
        let (first, further) = match self.style.unicode {
            true => ("│ ", "┊ "),
            false => ("| ", ": "),
        };
        let room = self.columns.saturating_sub(2).max(COLUMNS_MIN);
        let mut gutter = first;
        for part in folded(&shown(line), room, folding) {
            self.rows.push(format!("{gutter}{part}"));
            gutter = further;
        }
    }
}

fn fingerprint(fingerprint: &str, style: &Style, detail: Detail) -> String {
    let whole = shown(fingerprint);
    if detail == Detail::Whole || whole.chars().count() <= FINGERPRINT_CHARACTERS {
        return whole;
    }
    let mut short: String = whole.chars().take(FINGERPRINT_CHARACTERS).collect();
    short.push_str(if style.unicode { "…" } else { "..." });
    short
}

#[cfg(test)]
mod tests;
