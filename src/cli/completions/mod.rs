//! Completion at the prompt of a shell: scripts that ask the program, and what it answers.
//!
//! ```text
//! script -> shell calls `_ALGEN_COMPLETE=SHELL algen -- WORDS` -> question -> candidates -> answer
//! ```
//!
//! The scripts are those of `clap_complete`; they hold no tool or option, so they stay right when
//! the program or the project changes. The project is read as `check` reads it: regular files
//! beneath its folder and nothing else. What cannot be read offers nothing and says nothing: a
//! person is typing.
//!
//! A new kind of candidate is an arm in `candidates.rs`.

mod candidates;
mod question;

use std::ffi::OsString;

use algen_connectors::Connector;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_complete::engine::{self, CompletionCandidate};
use clap_complete::env::Shells;

use self::question::Question;
use super::arguments::Arguments;
use crate::render::visible::visible;

/// The variable by which a script says that it asks, and for which shell.
pub(super) const VARIABLE: &str = "_ALGEN_COMPLETE";

/// Returns the completion script of a shell.
pub fn script(shell: Shell) -> String {
    let mut bytes = Vec::new();
    let shells = Shells::builtins();
    if let Some(shell) = shells.completer(&shell.to_string()) {
        // Writing into memory does not fail; the error is the library's signature.
        let _ = shell.write_registration(VARIABLE, "algen", "algen", "algen", &mut bytes);
    }
    let script = String::from_utf8_lossy(&bytes).into_owned();
    match shell {
        Shell::Zsh => without_blanks(&script),
        _ => script,
    }
}

/// Returns the script of zsh changed so that no blank comes behind `key=` and
/// `key:=`, whose value goes on.
fn without_blanks(script: &str) -> String {
    let other = "            else\n                other+=(\"$completion\")";
    let open = "            elif [[ \"${${completion//\\\\:/}%%:*}\" == *= ]]; then\n                open+=(\"$completion\")";
    script
        .replace(other, &format!("{open}\n{other}"))
        .replace(
            "        local -a other=()\n",
            "        local -a other=()\n        local -a open=()\n",
        )
        .replace(
            "        [[ -n $other ]] &&",
            "        [[ -n $open ]] && _describe -V 'values' open -S ''\n        [[ -n $other ]] &&",
        )
}

/// Returns what a script is answered that asks with these arguments for this shell; `variable`
/// reads the environment, in which scripts put the rest of the question.
///
/// Empty where the question is none of its scripts, or nothing can stand there.
pub(super) fn answer(
    shell: &str,
    arguments: impl IntoIterator<Item = OsString>,
    variable: impl Fn(&str) -> Option<String>,
    extra: &'static [Connector],
) -> String {
    let Some(question) = Question::read(shell, arguments, variable) else {
        return String::new();
    };
    let typed = candidates::Typed::read(&question, extra);
    let mut command = candidates::complete(Arguments::command(), &typed);
    let folder = std::env::current_dir().ok();
    let words = question.words.clone();
    let found = engine::complete(&mut command, words, question.index, folder.as_deref());
    let mut found = found.unwrap_or_default();
    // Options are offered to who begins one: they are many, and seldom what comes next.
    if !question.current().starts_with('-') {
        found.retain(|candidate| !candidate.get_value().to_string_lossy().starts_with('-'));
    }
    found.retain(is_plain);
    question.answer(&found)
}

/// Tells whether a shell can insert a candidate as it is. What would have to be written out to be
/// shown, as a line break in a value of somebody's schema, cannot be typed either.
fn is_plain(candidate: &CompletionCandidate) -> bool {
    let value = candidate.get_value();
    value.to_str().is_some_and(|value| visible(value) == value)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;
    use crate::cli::generated;

    #[test]
    fn committed_scripts_are_current() {
        for shell in Shell::value_variants() {
            let name = match shell {
                Shell::Zsh => "_algen".to_owned(),
                Shell::PowerShell => "algen.ps1".to_owned(),
                Shell::Elvish => "algen.elv".to_owned(),
                other => format!("algen.{other}"),
            };
            let script = script(*shell);
            assert!(script.contains(VARIABLE), "{name}");
            let keeps_blanks = *shell == Shell::Zsh && script.matches("open").count() != 4;
            assert!(!keeps_blanks, "the library's script is another one");
            generated::compare(&format!("completions/{name}"), &script);
        }
    }
}
