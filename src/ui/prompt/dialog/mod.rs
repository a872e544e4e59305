//! The dialog about one question: what stands on the screen, and what a key does to it.
//!
//! Nothing is timed and nothing is read here. Whoever leads the dialog prints what it draws and
//! hands over the keys that count.

use algen_core::governance::approval::Question;
use algen_core::governance::grant::{ArgumentPatterns, GRANT_SECONDS, GRANT_USES};

use super::gate::Passage;
use super::keys::Key;
use super::line::{Line, Typed};
use super::terminal::Size;
use super::widening::Widening;
use crate::render::approval::{Detail, columns, first_page, in_rows, rows, shown};
use crate::render::style::Style;

/// The most characters of a reason.
pub(super) const REASON_CHARACTERS: usize = 1_024;

/// The most characters of a line with a pattern: the longest name and the longest pattern.
const PATTERN_LINE_CHARACTERS: usize = 1_024;

/// The most characters of a typed word. Words have at most 40; more room shows what was typed
/// wrongly.
const WORD_CHARACTERS: usize = 80;

/// How often a word may be typed.
const WORD_TRIES: usize = 3;

/// What a person decided.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Decision {
    /// Yes, and what is granted.
    Yes(Option<ArgumentPatterns>),
    /// No, and why.
    No(Option<String>),
    /// The input ended.
    End,
}

/// What is to be done after a key.
#[derive(PartialEq, Debug)]
pub(super) enum Next {
    /// Write the last row again.
    Row,
    /// Write this below the last row, then a new last row.
    Say(String),
    /// Draw everything anew.
    Draw,
    /// The dialog has ended.
    Decided(Decision),
}

/// What the person is doing.
enum State<'a> {
    /// Deciding with a key.
    Deciding,
    /// Typing the word that the plan asks for.
    Confirming {
        word: &'a str,
        line: Line,
        tries: usize,
    },
    /// Reading everything, from the row `top`.
    Viewing { rows: Vec<String>, top: usize },
    /// Typing why not.
    Reasoning(Line),
    /// Typing patterns.
    Widening { widening: Widening<'a>, line: Line },
    /// Deciding about the grant.
    Granting(Widening<'a>),
}

/// The dialog about a question.
pub(super) struct Dialog<'a> {
    question: &'a Question,
    style: Style,
    size: Size,
    state: State<'a>,
    /// What stands beside the last row's words where there is room.
    note: String,
}

impl<'a> Dialog<'a> {
    /// Starts with the question.
    pub(super) fn new(question: &'a Question, style: Style, size: Size) -> Self {
        let mut dialog = Self {
            question,
            style,
            size,
            state: State::Deciding,
            note: String::new(),
        };
        dialog.resize(size);
        dialog.state = dialog.begin();
        dialog
    }

    fn begin(&self) -> State<'a> {
        match self.question.confirm.as_deref() {
            None => State::Deciding,
            Some(word) => State::Confirming {
                word,
                line: Line::new(WORD_CHARACTERS),
                tries: 0,
            },
        }
    }

    /// Returns the size that was drawn for.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Sets the size to draw for.
    pub(super) fn resize(&mut self, size: Size) {
        self.size = size;
        self.style.width = Some(size.columns);
        if let State::Viewing { rows: shown, top } = &mut self.state {
            let before = shown.len().max(1);
            *shown = rows(self.question, &self.style, Detail::Whole);
            *top = *top * shown.len() / before;
        }
    }

    /// Notes that keys were dropped, since the person may wonder.
    pub(super) fn dropped(&mut self) {
        let words = match self.passage() {
            Some(Passage::Press) => "press one key, after reading",
            Some(Passage::Typing) | None => "type after reading",
        };
        self.note(words.to_owned());
    }

    /// Sets what stands beside the last row.
    pub(super) fn note(&mut self, note: String) {
        self.note = note;
    }

    /// Tells how keys pass after a drawing; `None` where they all count.
    pub(super) fn passage(&self) -> Option<Passage> {
        match self.state {
            State::Deciding | State::Granting(_) => Some(Passage::Press),
            State::Confirming { .. } => Some(Passage::Typing),
            State::Viewing { .. } | State::Reasoning(_) | State::Widening { .. } => None,
        }
    }

    /// Returns everything that is to be on the screen, up to the last row.
    pub(super) fn draw(&self) -> String {
        let columns_max = self.size.columns;
        let drawn = match &self.state {
            State::Deciding => self.page(in_rows(&self.keys(), columns_max), "v"),
            State::Confirming { word, .. } => {
                let words = format!(
                    "to approve, type {} and press Enter; Enter or Esc alone refuses, Tab shows all",
                    shown(word)
                );
                self.page(in_rows(&words, columns_max), "Tab")
            }
            State::Viewing { rows, top } => {
                let page = rows.iter().skip(*top).take(self.page_rows());
                page.cloned().collect()
            }
            State::Reasoning(_) => in_rows("why not? Enter denies, Esc goes back", columns_max),
            State::Widening { widening, .. } => self.arguments(
                widening,
                "type name=pattern to widen one: * stands for any letters, ? for one, and a \
                 pattern that ends in its only * is a beginning; Enter goes on, Esc goes back",
            ),
            State::Granting(widening) => self.arguments(
                widening,
                &format!(
                    "grant this for {} hours and {GRANT_USES} calls, and approve this call?",
                    GRANT_SECONDS / 3_600
                ),
            ),
        };
        let mut text = String::from("\n");
        for row in drawn {
            text.push_str(&row);
            text.push('\n');
        }
        text.push_str(&self.row());
        text
    }

    /// Returns the first page with these rows below it, above the last row.
    fn page(&self, mut below: Vec<String>, key: &str) -> Vec<String> {
        let kept = below.len() + 1;
        let mut page = first_page(self.question, &self.style, self.size.rows, kept, key);
        page.append(&mut below);
        page
    }

    fn keys(&self) -> String {
        let always = if self.may_grant() { "[a] always  " } else { "" };
        format!("[y] yes  [n] no  {always}[d] deny and say why  [v] view all")
    }

    fn may_grant(&self) -> bool {
        self.question.may_grant && self.question.confirm.is_none()
    }

    fn arguments(&self, widening: &Widening<'_>, words: &str) -> Vec<String> {
        let question = self.question;
        let target = question.target.as_deref().map(shown);
        let mut drawn = in_rows(
            &format!(
                "always: later calls of {} by {}{} need no question where",
                shown(&question.tool),
                shown(&question.agent),
                target.map_or_else(String::new, |target| format!(" at {target}"))
            ),
            self.size.columns,
        );
        let mut below = in_rows(words, self.size.columns);
        let room = self.size.rows.saturating_sub(drawn.len() + below.len() + 1);
        drawn.append(&mut self.listed(widening, room));
        drawn.append(&mut below);
        drawn
    }

    /// Returns the arguments in at most so many rows: those that are widened, all of them, then of
    /// the others as many as fit and how many there are.
    fn listed(&self, widening: &Widening<'_>, room: usize) -> Vec<String> {
        let (widened, kept) = widening.lines();
        let rows_of = |line: &String| -> Vec<String> {
            let rows = in_rows(line, self.size.columns.saturating_sub(2));
            rows.iter().map(|row| format!("  {row}")).collect()
        };
        let mut listed: Vec<String> = widened.iter().flat_map(rows_of).collect();
        let kept: Vec<Vec<String>> = kept.iter().map(rows_of).collect();
        let all: usize = kept.iter().map(Vec::len).sum();
        let fits = listed.len() + all <= room;
        let mut left = kept.len();
        for rows in kept {
            if !fits && listed.len() + rows.len() >= room {
                break;
            }
            left -= 1;
            listed.extend(rows);
        }
        if left > 0 {
            listed.push(format!("  and {left} more, only as they are"));
        }
        listed
    }

    /// Rows of text in a page of the view.
    fn page_rows(&self) -> usize {
        self.size.rows.saturating_sub(2).max(1)
    }

    /// Returns the last row, without a line break.
    pub(super) fn row(&self) -> String {
        let line = match &self.state {
            State::Deciding => return self.with_note("approve? [y/N] "),
            State::Granting(_) => return self.with_note("grant? [y/N] "),
            State::Viewing { rows, top } => return self.view_row(rows, *top),
            State::Confirming { line, .. }
            | State::Reasoning(line)
            | State::Widening { line, .. } => line,
        };
        let start = match self.with_note("") {
            note if columns(&note) + 20 < self.size.columns => format!("{note}> "),
            _ => "> ".to_owned(),
        };
        let room = self.size.columns.saturating_sub(columns(&start) + 1);
        format!("{start}{}", line.tail(room))
    }

    fn with_note(&self, words: &str) -> String {
        let noted = format!("{words}({}) ", self.note);
        if self.note.is_empty() || columns(&noted) >= self.size.columns {
            return words.to_owned();
        }
        noted
    }

    fn view_row(&self, rows: &[String], top: usize) -> String {
        let last = (top + self.page_rows()).min(rows.len());
        let place = format!("{}-{last} of {}", top + 1, rows.len());
        let keys = if last < rows.len() {
            "space: next, b: back, q: to the question"
        } else {
            "space: to the question, b: back"
        };
        let row = format!("lines {place} ({keys}) ");
        if columns(&row) < self.size.columns {
            return row;
        }
        format!("{place} ")
    }

    /// Returns what overwrites the last row with what it is now.
    pub(super) fn rewritten(&self) -> String {
        let row = self.row();
        let blank = self.size.columns.saturating_sub(1);
        format!("\r{:blank$}\r{row}", "")
    }

    /// Takes a key that counts.
    pub(super) fn key(&mut self, key: Key) -> Next {
        match &mut self.state {
            State::Deciding => self.deciding(key),
            State::Confirming { .. } => self.confirming(key),
            State::Viewing { .. } => self.viewing(key),
            State::Reasoning(line) => match line.key(key) {
                Typed::Whole => {
                    let reason = line.take().trim().to_owned();
                    let reason = (!reason.is_empty()).then_some(reason);
                    Next::Decided(Decision::No(reason))
                }
                Typed::Cancelled => self.again(),
                Typed::End => Next::Decided(Decision::End),
                Typed::Full => self.full(REASON_CHARACTERS),
                Typed::Text => Next::Row,
            },
            State::Widening { .. } => self.widening(key),
            State::Granting(_) => self.granting(key),
        }
    }

    /// Notes that a line is full.
    fn full(&mut self, characters_max: usize) -> Next {
        self.note(format!("at most {characters_max} characters"));
        Next::Row
    }

    fn again(&mut self) -> Next {
        self.state = self.begin();
        Next::Draw
    }

    fn view(&mut self) -> Next {
        self.state = State::Viewing {
            rows: rows(self.question, &self.style, Detail::Whole),
            top: 0,
        };
        Next::Draw
    }

    fn deciding(&mut self, key: Key) -> Next {
        match key {
            Key::Character('y' | 'Y') => Next::Decided(Decision::Yes(None)),
            Key::Character('n' | 'N') | Key::Enter | Key::Escape => {
                Next::Decided(Decision::No(None))
            }
            Key::End => Next::Decided(Decision::End),
            Key::Character('v') => self.view(),
            Key::Character('d') => {
                self.state = State::Reasoning(Line::new(REASON_CHARACTERS));
                Next::Draw
            }
            Key::Character('a') if self.may_grant() => {
                self.state = State::Widening {
                    widening: Widening::new(self.question),
                    line: Line::new(PATTERN_LINE_CHARACTERS),
                };
                Next::Draw
            }
            _ => Next::Row,
        }
    }

    fn confirming(&mut self, key: Key) -> Next {
        let State::Confirming { word, line, tries } = &mut self.state else {
            return Next::Row;
        };
        if key == Key::Tab {
            return self.view();
        }
        match line.key(key) {
            Typed::Text => Next::Row,
            Typed::Cancelled => Next::Decided(Decision::No(None)),
            Typed::End => Next::Decided(Decision::End),
            Typed::Full => self.full(WORD_CHARACTERS),
            Typed::Whole if line.text().is_empty() => Next::Decided(Decision::No(None)),
            Typed::Whole if line.text() == *word => Next::Decided(Decision::Yes(None)),
            Typed::Whole => {
                line.take();
                *tries += 1;
                if *tries >= WORD_TRIES {
                    return Next::Decided(Decision::No(None));
                }
                Next::Say(format!("that is not {}", shown(word)))
            }
        }
    }

    fn viewing(&mut self, key: Key) -> Next {
        let step = self.page_rows();
        let State::Viewing { rows, top } = &mut self.state else {
            return Next::Row;
        };
        match key {
            Key::Character(' ') | Key::Enter if *top + step < rows.len() => *top += step,
            Key::Character('b') => *top = top.saturating_sub(step),
            Key::Character(' ' | 'q' | 'v') | Key::Enter | Key::Escape | Key::Tab | Key::End => {
                return self.again();
            }
            _ => return Next::Row,
        }
        Next::Draw
    }

    fn widening(&mut self, key: Key) -> Next {
        let State::Widening { widening, line } = &mut self.state else {
            return Next::Row;
        };
        match line.key(key) {
            Typed::Text => Next::Row,
            Typed::Cancelled => self.again(),
            Typed::End => Next::Decided(Decision::End),
            Typed::Full => self.full(PATTERN_LINE_CHARACTERS),
            Typed::Whole if line.text().is_empty() => {
                let begin = self.begin();
                if let State::Widening { widening, .. } = std::mem::replace(&mut self.state, begin)
                {
                    self.state = State::Granting(widening);
                }
                Next::Draw
            }
            Typed::Whole => Next::Say(match widening.type_line(&line.take()) {
                Ok(said) => said,
                Err(error) => error.to_string(),
            }),
        }
    }

    fn granting(&mut self, key: Key) -> Next {
        match key {
            Key::Character('y' | 'Y') => {
                let state = std::mem::replace(&mut self.state, State::Deciding);
                match state {
                    State::Granting(widening) => {
                        Next::Decided(Decision::Yes(Some(widening.into_patterns())))
                    }
                    _ => self.again(),
                }
            }
            Key::Character('n' | 'N') | Key::Enter | Key::Escape => self.again(),
            Key::End => Next::Decided(Decision::End),
            _ => Next::Row,
        }
    }
}

#[cfg(test)]
mod tests;
