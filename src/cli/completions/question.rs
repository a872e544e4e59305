//! What a completion script asks, and how its shell wants the answer.
//!
//! The scripts hand over the words of the line, and some the position of the cursor in
//! [`INDEX`]. Bash alone splits words at `=` and `:` and completes the piece behind them, so its
//! pieces are put together here and what stands before the piece is taken off the answer.

use std::ffi::OsString;

use clap_complete::engine::CompletionCandidate;

/// The variable of the word that is completed, counted from zero.
const INDEX: &str = "_CLAP_COMPLETE_INDEX";

/// The variable of what stands between candidates.
const SEPARATOR: &str = "_CLAP_IFS";

/// A shell, as far as its way to ask is its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    Bash,
    Zsh,
    Elvish,
    /// Fish and PowerShell: the last word is completed; a line for each candidate, with its help
    /// behind a tab.
    Lines,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    protocol: Protocol,
    /// The words of the line, from the program's name.
    pub(super) words: Vec<OsString>,
    /// Which of them is completed.
    pub(super) index: usize,
    /// What of that word the shell keeps: candidates are given without it.
    kept: String,
    separator: String,
}

impl Question {
    /// Reads a question: the arguments of the program, whose words stand behind `--`.
    pub(super) fn read(
        shell: &str,
        arguments: impl IntoIterator<Item = OsString>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<Self> {
        let protocol = match shell {
            "bash" => Protocol::Bash,
            "zsh" => Protocol::Zsh,
            "elvish" => Protocol::Elvish,
            "fish" | "powershell" => Protocol::Lines,
            _ => return None,
        };
        let mut arguments = arguments.into_iter().skip_while(|word| word != "--");
        arguments.next()?;
        let mut words: Vec<OsString> = arguments.collect();
        let last = words.len().checked_sub(1)?;
        let index = match protocol {
            Protocol::Lines => last,
            _ => variable(INDEX)?.parse().ok()?,
        };
        if index == words.len() {
            // Zsh leaves an empty word at the end out.
            words.push(OsString::new());
        }
        let mut question = Self {
            protocol,
            words,
            index,
            kept: String::new(),
            separator: variable(SEPARATOR).unwrap_or_else(|| "\n".to_owned()),
        };
        question.words.get(index)?;
        if protocol == Protocol::Bash {
            question.join();
        }
        if matches!(protocol, Protocol::Bash | Protocol::Zsh) {
            question.words.iter_mut().for_each(unquote);
        }
        Some(question)
    }

    /// Puts together what bash took apart at `=` and `:`.
    fn join(&mut self) {
        let mut joined: Vec<OsString> = Vec::with_capacity(self.words.len());
        let mut index = 0;
        let mut kept = OsString::new();
        let mut goes_on = false;
        for (position, word) in self.words.drain(..).enumerate() {
            let is_break = !word.is_empty() && is_made_of_breaks(&word);
            // An empty word behind a break is one of its own: where the cursor touches the break,
            // the script puts an empty word in the place of the break itself.
            let belongs = is_break || (goes_on && !word.is_empty());
            match joined.last_mut().filter(|_| belongs && position > 1) {
                Some(previous) => {
                    if position == self.index {
                        kept.clone_from(previous);
                    }
                    previous.push(&word);
                }
                None => joined.push(word),
            }
            if position == self.index {
                index = joined.len() - 1;
            }
            goes_on = is_break;
        }
        self.words = joined;
        self.index = index;
        unquote(&mut kept);
        self.kept = kept.to_string_lossy().into_owned();
    }

    /// Returns the word that is completed.
    pub(super) fn current(&self) -> std::borrow::Cow<'_, str> {
        let word = self.words.get(self.index);
        word.map(|word| word.to_string_lossy()).unwrap_or_default()
    }

    /// Returns the words without the one that is completed.
    pub(super) fn other_words(&self) -> impl Iterator<Item = &OsString> {
        let words = self.words.iter().enumerate();
        words
            .filter(|(position, _)| *position != self.index)
            .map(|(_, word)| word)
    }

    /// Returns the word before the one that is completed.
    pub(super) fn previous(&self) -> Option<&str> {
        self.words.get(self.index.checked_sub(1)?)?.to_str()
    }

    /// Tells whether the shell may have cut off a word before its `=`, so that the word before an
    /// empty one can be the beginning of the same.
    pub(super) fn hides_breaks(&self) -> bool {
        self.protocol == Protocol::Bash && self.current().is_empty()
    }

    /// Writes candidates as the shell reads them.
    pub(super) fn answer(&self, candidates: &[CompletionCandidate]) -> String {
        let mut answer = String::new();
        for (position, candidate) in candidates.iter().enumerate() {
            let value = candidate.get_value().to_string_lossy();
            let help = candidate.get_help().map(ToString::to_string);
            let help = help.as_deref().and_then(|help| help.lines().next());
            if position > 0 {
                match self.protocol {
                    Protocol::Lines => answer.push('\n'),
                    _ => answer.push_str(&self.separator),
                }
            }
            match self.protocol {
                Protocol::Bash => {
                    answer.push_str(&quote(value.strip_prefix(&self.kept).unwrap_or(&value)));
                }
                Protocol::Zsh => {
                    // Its `_describe` takes the first colon for the beginning of the help.
                    answer.push_str(&value.replace('\\', "\\\\").replace(':', "\\:"));
                    if let Some(help) = help {
                        answer.push(':');
                        answer.push_str(&help.replace('\\', "\\\\"));
                    }
                }
                Protocol::Elvish => answer.push_str(&value),
                Protocol::Lines => {
                    answer.push_str(&value);
                    if let Some(help) = help {
                        answer.push('\t');
                        answer.push_str(help);
                    }
                }
            }
        }
        if self.protocol == Protocol::Lines && !answer.is_empty() {
            answer.push('\n');
        }
        answer
    }
}

/// Tells whether a word is only of characters at which bash takes words apart.
fn is_made_of_breaks(word: &OsString) -> bool {
    word.as_encoded_bytes()
        .iter()
        .all(|byte| matches!(byte, b'=' | b':'))
}

/// Takes the quotes off a word; one whose quotes are still open stays.
fn unquote(word: &mut OsString) {
    let Some(text) = word.to_str() else { return };
    if let Some([plain]) = shlex::split(text).as_deref() {
        *word = OsString::from(plain);
    }
}

/// Puts a backslash before what bash would not take as it is: unlike the file names that it
/// completes itself, it inserts these unquoted.
fn quote(value: &str) -> String {
    let mut quoted = String::with_capacity(value.len());
    for character in value.chars() {
        let is_safe = character.is_alphanumeric() || "_./=:@%+,-".contains(character);
        if !is_safe {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bash(words: &[&str], index: usize) -> Option<Question> {
        let arguments = ["algen", "--"].into_iter().chain(words.iter().copied());
        Question::read("bash", arguments.map(OsString::from), |name| {
            (name == INDEX).then(|| index.to_string())
        })
    }

    #[test]
    fn bash_pieces_are_put_together() {
        /// What it is called, the pieces and the one with the cursor, the words, the one that is
        /// completed, and what the shell keeps of it.
        type Case<'c> = (&'c str, &'c [&'c str], usize, &'c [&'c str], usize, &'c str);
        let cases: [Case<'_>; 8] = [
            (
                "none",
                &["algen", "call", "a"],
                2,
                &["algen", "call", "a"],
                2,
                "",
            ),
            (
                "a value",
                &["algen", "x", "a", "=", "b"],
                4,
                &["algen", "x", "a=b"],
                2,
                "a=",
            ),
            (
                "json",
                &["algen", "x", "a", ":=", "b"],
                4,
                &["algen", "x", "a:=b"],
                2,
                "a:=",
            ),
            (
                "a value before",
                &["algen", "x", "a", "=", "b", "c"],
                5,
                &["algen", "x", "a=b", "c"],
                3,
                "",
            ),
            (
                "an empty word behind an empty value",
                &["algen", "x", "a", "=", ""],
                4,
                &["algen", "x", "a=", ""],
                3,
                "",
            ),
            (
                "a cursor on the break, which the script leaves out",
                &["algen", "x", "a", ""],
                3,
                &["algen", "x", "a", ""],
                3,
                "",
            ),
            (
                "several breaks",
                &["algen", "x", "a", "=", "b", ":", "c"],
                6,
                &["algen", "x", "a=b:c"],
                2,
                "a=b:",
            ),
            (
                "quotes",
                &["algen", "-c", "'my file'", "a", "=", "b\\ c"],
                5,
                &["algen", "-c", "my file", "a=b c"],
                3,
                "a=",
            ),
        ];
        for (case, words, index, joined, position, kept) in cases {
            let question = bash(words, index).expect(case);
            let expected: Vec<OsString> = joined.iter().map(OsString::from).collect();
            assert_eq!(question.words, expected, "{case}");
            assert_eq!(
                (question.index, question.kept.as_str()),
                (position, kept),
                "{case}"
            );
        }
    }

    #[test]
    fn what_is_no_question_is_not_answered() {
        assert_eq!(bash(&[], 0), None, "no words");
        assert_eq!(bash(&["algen"], 2), None, "a word that is not there");
        let arguments = || ["algen", "--", "algen", ""].map(OsString::from);
        for (shell, index) in [("bash", None), ("bash", Some("x")), ("cmd", Some("1"))] {
            let question = Question::read(shell, arguments(), |name| {
                index.filter(|_| name == INDEX).map(str::to_owned)
            });
            assert_eq!(question, None, "{shell} {index:?}");
        }
        let without = Question::read("fish", [OsString::from("algen")], |_| None);
        assert_eq!(without, None, "nothing behind `--`");
    }

    #[test]
    fn each_shell_reads_its_own_form() {
        let candidates = [
            CompletionCandidate::new("a:b c").help(Some("first: \\ line\nsecond".into())),
            CompletionCandidate::new("d"),
        ];
        for (shell, expected) in [
            ("bash", "a:b\\ c\u{b}d"),
            ("zsh", "a\\:b c:first: \\\\ line\u{b}d"),
            ("elvish", "a:b c\u{b}d"),
            ("fish", "a:b c\tfirst: \\ line\nd\n"),
            ("powershell", "a:b c\tfirst: \\ line\nd\n"),
        ] {
            let words = ["algen", "--", "algen", ""].map(OsString::from);
            let question = Question::read(shell, words, |name| match name {
                INDEX => Some("1".to_owned()),
                SEPARATOR => Some("\u{b}".to_owned()),
                _ => None,
            });
            let answer = question.expect(shell).answer(&candidates);
            assert_eq!(answer, expected, "{shell}");
        }
    }
}
