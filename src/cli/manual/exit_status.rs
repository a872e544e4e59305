//! How each command may end, for the section EXIT STATUS of its page.
//!
//! A new command is a line in [`COMMANDS`]; what a code means everywhere says [`Exit::meaning`].

use crate::exit::Exit;

/// A way to end, and what it means of one command; a full sentence.
pub(super) type Ending = (Exit, &'static str);

/// A command by the words that call it, and how it may end.
struct Command {
    words: &'static str,
    endings: &'static [Ending],
}

const UNREAD: Ending = (
    Exit::NotRun,
    "It was called wrongly, the project cannot be loaded, or the output cannot be written.",
);
const UNWRITTEN: Ending = (
    Exit::NotRun,
    "It was called wrongly, or the output cannot be written.",
);
const STATE_UNUSABLE: Ending = (Exit::Missing, "The state directory cannot be used.");
const SHOWN: Ending = (Exit::Done, "What was asked for is shown.");
const PRINTED: Ending = (Exit::Done, "What was asked for is printed.");
const NOT_CHANGED: Ending = (
    Exit::NotApproved,
    "Nobody said yes: the answer was no, or there was nobody to ask; nothing was changed.",
);

const LEDGER_REFUSED: Ending = (
    Exit::Refused,
    "algen.yaml says where the ledger is, and the project is not trusted or a policy of this \
     machine cannot be read.",
);
const LEDGER_UNUSABLE: Ending = (
    Exit::Missing,
    "The ledger or the state directory cannot be used.",
);
const LIST: &[Ending] = &[
    (Exit::Done, "The list is shown, even an empty one."),
    UNREAD,
    LEDGER_REFUSED,
    LEDGER_UNUSABLE,
];

const NOT_OPEN: Ending = (
    Exit::No,
    "There is no such question, or it is not open any more.",
);
const MAY_NOT_APPROVE: Ending = (
    Exit::Refused,
    "A policy of this machine cannot be read or lets only another account approve, or algen.yaml \
     says where the ledger is and the project is not trusted.",
);

const COMMANDS: &[Command] = &[
    Command {
        words: "algen check",
        endings: &[
            (
                Exit::Done,
                "There are no errors; with --strict there are no findings at all.",
            ),
            (
                Exit::No,
                "There are errors; with --strict also where there are only warnings.",
            ),
            (
                Exit::NotRun,
                "It was called wrongly, there is no agent file, a file cannot be read, or a fix or \
                 the report cannot be written.",
            ),
        ],
    },
    Command {
        words: "algen describe",
        endings: &[
            SHOWN,
            (Exit::No, "No tool has all the words of --search."),
            (
                Exit::NotRun,
                "It was called wrongly, the project cannot be loaded, it has no such tool or \
                 several, or the output cannot be written.",
            ),
        ],
    },
    Command {
        words: "algen why",
        endings: &[
            (
                Exit::Done,
                "No rule refuses the call; somebody may still be asked.",
            ),
            (
                Exit::NotRun,
                "It was called wrongly, the project or the arguments cannot be read, there is no \
                 such tool or agent, or the output cannot be written.",
            ),
            (Exit::Refused, "A rule refuses the call."),
        ],
    },
    Command {
        words: "algen new",
        endings: &[
            (Exit::Done, "The project is made and trusted."),
            (
                Exit::NotRun,
                "It was called wrongly, the project cannot be made there, or variables of the \
                 environment keep what was made from loading.",
            ),
            (
                Exit::Missing,
                "The project is made but not trusted: the state directory cannot be used.",
            ),
        ],
    },
    Command {
        words: "algen add",
        endings: &[
            (
                Exit::Done,
                "The connector is added, or the agent has it already.",
            ),
            (
                Exit::NotRun,
                "It was called wrongly, there is no such connector or agent, the project cannot be \
                 loaded before or after the change, or the file cannot be written; nothing was \
                 changed.",
            ),
            NOT_CHANGED,
        ],
    },
    Command {
        words: "algen trust",
        endings: &[
            (Exit::Done, "The project is trusted."),
            (
                Exit::No,
                "With --show: the project is not trusted, or differs from the folder of \
                 --trusted-from.",
            ),
            (
                Exit::NotRun,
                "It was called wrongly, the project cannot be loaded, the folder of --trusted-from \
                 cannot be read, or the output cannot be written.",
            ),
            (
                Exit::NotApproved,
                "Nobody said yes: the answer was no, or there was nobody to ask; nothing was \
                 stored.",
            ),
            STATE_UNUSABLE,
        ],
    },
    Command {
        words: "algen log",
        endings: LIST,
    },
    Command {
        words: "algen log list",
        endings: LIST,
    },
    Command {
        words: "algen log show",
        endings: &[
            (Exit::Done, "The call is shown."),
            (Exit::No, "No call or several begin with this name."),
            UNREAD,
            LEDGER_REFUSED,
            LEDGER_UNUSABLE,
        ],
    },
    Command {
        words: "algen log resolve",
        endings: &[
            (Exit::Done, "The outcome is recorded."),
            (
                Exit::No,
                "No call or several begin with this name, or its outcome is not unknown.",
            ),
            (
                Exit::NotRun,
                "It was called wrongly, the project cannot be loaded, or the reason is empty or too \
                 long.",
            ),
            LEDGER_REFUSED,
            (
                Exit::NotApproved,
                "No reason was given, or there was nobody to ask for one; nothing was recorded.",
            ),
            LEDGER_UNUSABLE,
        ],
    },
    Command {
        words: "algen log verify",
        endings: &[
            (
                Exit::Done,
                "The ledger is as it was written, and fits the heads of --head.",
            ),
            (
                Exit::No,
                "The ledger is damaged, or does not fit the heads of --head.",
            ),
            (
                Exit::NotRun,
                "It was called wrongly, the project or the file of --head cannot be read, or the \
                 output cannot be written.",
            ),
            LEDGER_REFUSED,
            LEDGER_UNUSABLE,
        ],
    },
    Command {
        words: "algen log head",
        endings: &[PRINTED, UNREAD, LEDGER_REFUSED, LEDGER_UNUSABLE],
    },
    Command {
        words: "algen log export",
        endings: &[
            (
                Exit::Done,
                "Every line is written, or whoever reads them has seen enough.",
            ),
            UNREAD,
            LEDGER_REFUSED,
            LEDGER_UNUSABLE,
        ],
    },
    Command {
        words: "algen log prune",
        endings: &[
            (
                Exit::Done,
                "What is that old is forgotten, or nothing is that old.",
            ),
            (
                Exit::NotRun,
                "It was called wrongly, or the project cannot be loaded.",
            ),
            LEDGER_REFUSED,
            (
                Exit::NotApproved,
                "Nobody said yes: the answer was no, or there was nobody to ask; nothing was \
                 forgotten.",
            ),
            LEDGER_UNUSABLE,
        ],
    },
    Command {
        words: "algen approvals",
        endings: LIST,
    },
    Command {
        words: "algen approvals list",
        endings: LIST,
    },
    Command {
        words: "algen approvals show",
        endings: &[
            (Exit::Done, "The question is shown."),
            (Exit::No, "There is no such question."),
            UNREAD,
            LEDGER_REFUSED,
            LEDGER_UNUSABLE,
        ],
    },
    Command {
        words: "algen approvals approve",
        endings: &[
            (Exit::Done, "The call is approved."),
            NOT_OPEN,
            (
                Exit::NotRun,
                "It was called wrongly, the project cannot be loaded, or nobody can be asked \
                 because the system gives no signals.",
            ),
            MAY_NOT_APPROVE,
            (
                Exit::NotApproved,
                "It was denied, nobody answered in time, or there was nobody to ask.",
            ),
            LEDGER_UNUSABLE,
            (
                Exit::Interrupted,
                "It was interrupted from the keyboard; the question stays open.",
            ),
            (
                Exit::Terminated,
                "It was told to terminate; the question stays open.",
            ),
        ],
    },
    Command {
        words: "algen approvals deny",
        endings: &[
            (Exit::Done, "The call is denied."),
            NOT_OPEN,
            (
                Exit::NotRun,
                "It was called wrongly, the project cannot be loaded, or the reason is too long.",
            ),
            LEDGER_REFUSED,
            LEDGER_UNUSABLE,
        ],
    },
    Command {
        words: "algen approvals watch",
        endings: &[
            (
                Exit::Done,
                "It was asked for its help; to watch ends in the other ways alone.",
            ),
            (
                Exit::NotRun,
                "It was called wrongly, the project cannot be loaded, or nobody can be asked \
                 because the system gives no signals.",
            ),
            (
                Exit::Refused,
                "A policy of this machine cannot be read, or algen.yaml says where the ledger is \
                 and the project is not trusted.",
            ),
            (
                Exit::NotApproved,
                "There is nobody to ask: there is no terminal, or --no-input forbids it.",
            ),
            LEDGER_UNUSABLE,
            (
                Exit::Interrupted,
                "It was ended from the keyboard; what was not answered stays open.",
            ),
            (
                Exit::Terminated,
                "It was told to terminate; what was not answered stays open.",
            ),
        ],
    },
    Command {
        words: "algen approvals grants",
        endings: LIST,
    },
    Command {
        words: "algen approvals revoke",
        endings: &[
            (Exit::Done, "What was named is no longer granted."),
            (Exit::No, "There is no such grant."),
            (
                Exit::NotRun,
                "It was called wrongly, or the project cannot be loaded.",
            ),
            LEDGER_REFUSED,
            LEDGER_UNUSABLE,
        ],
    },
    Command {
        words: "algen doctor",
        endings: &[
            (Exit::Done, "Nothing would keep calls from working."),
            (
                Exit::NotRun,
                "It was called wrongly, there is no agent file, or the output cannot be written.",
            ),
            (
                Exit::Missing,
                "Something that calls need is missing or cannot be used.",
            ),
        ],
    },
    Command {
        words: "algen explain",
        endings: &[
            SHOWN,
            (
                Exit::NotRun,
                "It was called wrongly, nothing has this name, or the output cannot be written.",
            ),
        ],
    },
    Command {
        words: "algen schema",
        endings: &[PRINTED, UNWRITTEN],
    },
    Command {
        words: "algen completions",
        endings: &[PRINTED, UNWRITTEN],
    },
    Command {
        words: "algen man",
        endings: &[
            (Exit::Done, "Every page is written."),
            (
                Exit::NotRun,
                "It was called wrongly, or the directory or a page cannot be written.",
            ),
        ],
    },
];

/// What codes mean of `algen call` where there is more to say than everywhere.
const CALL: &[Ending] = &[
    (
        Exit::Done,
        "The call is done; with --dry-run its plan is shown.",
    ),
    (
        Exit::No,
        "The call has failed and changed nothing: the service has definitely rejected it, nothing \
         was sent, or it only reads.",
    ),
    (
        Exit::NotRun,
        "The call could not be made: algen was called wrongly, the project cannot be loaded, there \
         is no such tool or agent, the arguments do not fit, or algen itself failed before anything \
         was sent.",
    ),
    (
        Exit::Withheld,
        "It is done, but the result was withheld, cut, has no such place as --select names, or could \
         not be written.",
    ),
];

/// Returns how a command may end, in the order of the numbers; nothing where there is no such
/// command.
pub(super) fn endings(words: &str) -> Vec<Ending> {
    let all = Exit::ALL.map(|exit| (exit, exit.meaning()));
    match words {
        "algen" => all.into(),
        "algen call" => {
            let special = |exit: Exit| CALL.iter().copied().find(|ending| ending.0 == exit);
            all.map(|ending| special(ending.0).unwrap_or(ending)).into()
        }
        _ => {
            let found = COMMANDS.iter().find(|command| command.words == words);
            found.map_or_else(Vec::new, |command| command.endings.to_vec())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_is_one_sentence_in_order() {
        let others = ["algen", "algen call"];
        let words = COMMANDS.iter().map(|command| command.words).chain(others);
        for words in words {
            let endings = endings(words);
            let numbers: Vec<u8> = endings.iter().map(|ending| ending.0.number()).collect();
            assert!(numbers.is_sorted_by(|a, b| a < b), "{words}: {numbers:?}");
            for (_, meaning) in endings {
                let is_sentence = meaning.ends_with('.') && !meaning.contains("  ");
                assert!(is_sentence, "{words}: {meaning}");
            }
        }
    }
}
