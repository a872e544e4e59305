//! The exit codes of every command, each with a sentence that a caller can act on.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// 0.
    Done,
    /// 1.
    No,
    /// 2.
    NotRun,
    /// 3.
    Refused,
    /// 4.
    NotApproved,
    /// 5.
    Missing,
    /// 6.
    Unknown,
    /// 7.
    Withheld,
    /// 130.
    Interrupted,
    /// 143.
    Terminated,
}

/// Whether a script may run the same command again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// What the command does decides.
    AsAsked,
    /// Nothing has happened.
    Yes,
    /// Only once something else was changed.
    AfterChange,
    /// Not before somebody has looked.
    No,
}

impl Exit {
    /// Every way to end, in the order of the numbers.
    pub const ALL: [Self; 10] = [
        Self::Done,
        Self::No,
        Self::NotRun,
        Self::Refused,
        Self::NotApproved,
        Self::Missing,
        Self::Unknown,
        Self::Withheld,
        Self::Interrupted,
        Self::Terminated,
    ];

    /// Returns the number that the caller sees.
    pub fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::NotRun => 2,
            Self::Refused => 3,
            Self::NotApproved => 4,
            Self::Missing => 5,
            Self::Unknown => 6,
            Self::Withheld => 7,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }

    /// Returns what the number means.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Done => "Everything that was asked for is done.",
            Self::No => {
                "The answer is no: there are findings or drift, the service has definitely \
                 rejected the call, or a read has failed."
            }
            Self::NotRun => {
                "The command could not run: it was called wrongly, its input is unreadable or \
                 invalid, there was nothing to compare, or algen itself failed before anything was \
                 sent."
            }
            Self::Refused => {
                "A permission, a capability policy, a guardrail, the host's policy or missing \
                 trust has refused it; nothing was sent."
            }
            Self::NotApproved => {
                "Nobody approved it: it was denied, the question has expired, or there was nobody \
                 to ask; the id of an open question is printed."
            }
            Self::Missing => {
                "A setting or credential is missing, or the ledger or the state directory cannot be \
                 used; nothing was sent."
            }
            Self::Unknown => {
                "Whether it happened is not known, or another process holds the same key."
            }
            Self::Withheld => {
                "It is done, but the result was withheld, cut or could not be written."
            }
            Self::Interrupted => "It was interrupted from the keyboard before anything was sent.",
            Self::Terminated => "It was told to terminate before anything was sent.",
        }
    }

    /// Returns whether the same command may be run again.
    pub fn repeat(self) -> Repeat {
        match self {
            Self::Done => Repeat::AsAsked,
            Self::No | Self::NotRun | Self::NotApproved | Self::Missing => Repeat::Yes,
            Self::Refused => Repeat::AfterChange,
            Self::Unknown | Self::Withheld => Repeat::No,
            Self::Interrupted | Self::Terminated => Repeat::Yes,
        }
    }
}

impl Repeat {
    /// Returns the answer in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::AsAsked => "as you wish",
            Self::Yes => "yes",
            Self::AfterChange => "after a change",
            Self::No => "no; look first with `algen log`",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_published_ones() {
        let numbers = Exit::ALL.map(|exit| (exit, exit.number()));
        assert_eq!(
            numbers,
            [
                (Exit::Done, 0),
                (Exit::No, 1),
                (Exit::NotRun, 2),
                (Exit::Refused, 3),
                (Exit::NotApproved, 4),
                (Exit::Missing, 5),
                (Exit::Unknown, 6),
                (Exit::Withheld, 7),
                (Exit::Interrupted, 130),
                (Exit::Terminated, 143),
            ]
        );
    }

    #[test]
    fn every_code_has_one_sentence() {
        for exit in Exit::ALL {
            let meaning = exit.meaning();
            assert!(
                meaning.ends_with('.') && !meaning.contains("  "),
                "{meaning}"
            );
        }
    }

    #[test]
    fn only_what_cannot_have_happened_may_be_repeated() {
        let repeatable = Exit::ALL
            .into_iter()
            .filter(|exit| exit.repeat() == Repeat::Yes);
        let numbers: Vec<u8> = repeatable.map(Exit::number).collect();
        assert_eq!(numbers, [1, 2, 4, 5, 130, 143]);
    }
}
