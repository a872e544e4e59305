use std::path::PathBuf;
use std::time::Duration;

use algen_core::governance::outcome::State;
use clap::CommandFactory;
use clap::Parser as _;
use clap::error::ErrorKind;
use clap_complete::Shell;

use super::*;

fn parse(line: &str) -> Result<Arguments, clap::Error> {
    Arguments::try_parse_from(line.split_whitespace())
}

fn command(line: &str) -> Command {
    parse(line).expect("the line is accepted").command
}

#[test]
fn definitions_agree_with_each_other() {
    Arguments::command().debug_assert();
}

#[test]
fn check_takes_files_formats_and_projects() {
    let check = |arguments| Command::Check(arguments);
    for (line, expected) in [
        ("algen check", check(CheckArguments::default())),
        (
            "algen check a.yaml - --strict --fix --format sarif",
            check(CheckArguments {
                files: vec!["a.yaml".into(), "-".into()],
                strict: true,
                fix: true,
                format: CheckFormat::Sarif,
                ..CheckArguments::default()
            }),
        ),
        (
            "algen check --json --max-tool-tokens 8000 --project-root src",
            check(CheckArguments {
                json: true,
                max_tool_tokens: Some(8_000),
                project_root: Some("src".into()),
                ..CheckArguments::default()
            }),
        ),
        (
            "algen -q check -c a.yaml --config b.yaml --deployment d.yaml",
            check(CheckArguments {
                project: ProjectOptions {
                    config: vec!["a.yaml".into(), "b.yaml".into()],
                    deployment: Some("d.yaml".into()),
                },
                ..CheckArguments::default()
            }),
        ),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
}

#[test]
fn the_other_commands_take_their_arguments() {
    let expected = DescribeArguments {
        search: Some("mail".to_owned()),
        json: true,
        ..DescribeArguments::default()
    };
    assert_eq!(
        command("algen describe --search mail --json"),
        Command::Describe(expected)
    );
    assert_eq!(
        command("algen trust --show --json --trusted-from base -c a.yaml"),
        Command::Trust(TrustArguments {
            show: true,
            json: true,
            trusted_from: Some("base".into()),
            project: ProjectOptions {
                config: vec!["a.yaml".into()],
                deployment: None,
            },
            ..TrustArguments::default()
        })
    );
    assert_eq!(
        command("algen new ../helper --template minimal"),
        Command::New(NewArguments {
            folder: "../helper".into(),
            template: Template::Minimal,
        })
    );
    assert_eq!(
        command("algen add smtp --agent a -y -c a.yaml --deployment d.yaml"),
        Command::Add(AddArguments {
            connector: "smtp".to_owned(),
            agent: Some("a".to_owned()),
            yes: true,
            config: Some("a.yaml".into()),
            deployment: Some("d.yaml".into()),
        })
    );
    for line in [
        "algen new",
        "algen add",
        "algen add a b",
        "algen add a -c b -c c",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
    assert_eq!(
        command("algen schema overlay"),
        Command::Schema(SchemaArguments {
            kind: SchemaKind::Overlay
        })
    );
    assert_eq!(
        command("algen completions zsh"),
        Command::Completions(CompletionsArguments { shell: Shell::Zsh })
    );
    assert_eq!(
        command("algen man out"),
        Command::Man(ManArguments {
            directory: "out".into()
        })
    );
    assert_eq!(
        command("algen explain unknown-tool"),
        Command::Explain(ExplainArguments {
            name: Some("unknown-tool".to_owned()),
            ..ExplainArguments::default()
        })
    );
}

#[test]
fn commands_around_the_ledger_list_by_default() {
    let log = |action, list| Command::Log(Box::new(LogArguments { action, list }));
    let all = LogListArguments {
        scope: ScopeOptions { all: true },
        limit: 3,
        ..LogListArguments::default()
    };
    for (line, expected) in [
        ("algen log", log(None, LogListArguments::default())),
        ("algen log --all --limit 3", log(None, all.clone())),
        (
            "algen log list --all --limit 3",
            log(Some(LogAction::List(all)), LogListArguments::default()),
        ),
        (
            "algen log list --state not_done --since 2h --json -c a.yaml",
            log(
                Some(LogAction::List(LogListArguments {
                    state: Some(State::NotDone),
                    since: Some(Since::Ago(Duration::from_secs(7_200))),
                    json: true,
                    ledger: LedgerOptions {
                        project: ProjectOptions {
                            config: vec!["a.yaml".into()],
                            deployment: None,
                        },
                        ..LedgerOptions::default()
                    },
                    ..LogListArguments::default()
                })),
                LogListArguments::default(),
            ),
        ),
        (
            "algen log resolve 01k --as not-done --reason seen",
            log(
                Some(LogAction::Resolve(LogResolveArguments {
                    call: "01k".to_owned(),
                    verdict: FoundOutcome::NotDone,
                    reason: Some("seen".to_owned()),
                    ledger: LedgerOptions::default(),
                })),
                LogListArguments::default(),
            ),
        ),
        ("algen approvals", Command::Approvals(Box::default())),
        (
            "algen approvals revoke --all",
            Command::Approvals(Box::new(ApprovalsArguments {
                action: Some(ApprovalsAction::Revoke(ApprovalsRevokeArguments {
                    all: true,
                    ..ApprovalsRevokeArguments::default()
                })),
                ..ApprovalsArguments::default()
            })),
        ),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
}

#[test]
fn talk_options_stand_before_or_after_the_command() {
    let expected = TalkOptions {
        color: ColorWhen::Never,
        quiet: true,
    };
    for line in [
        "algen --color never -q check",
        "algen check --quiet --color=never",
    ] {
        let arguments = parse(line).expect("the line is accepted");
        assert_eq!(arguments.talk, expected, "{line}");
    }
}

#[test]
fn usage_errors_end_with_two() {
    for (line, kind) in [
        ("algen", ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand),
        ("algen chekc", ErrorKind::InvalidSubcommand),
        ("algen check --sctrict", ErrorKind::UnknownArgument),
        ("algen check --format xml", ErrorKind::InvalidValue),
        (
            "algen check --json --format full",
            ErrorKind::ArgumentConflict,
        ),
        (
            "algen check --max-tool-tokens many",
            ErrorKind::ValueValidation,
        ),
        ("algen trust --json", ErrorKind::MissingRequiredArgument),
        (
            "algen trust --trusted-from base",
            ErrorKind::MissingRequiredArgument,
        ),
        ("algen trust --show --yes", ErrorKind::ArgumentConflict),
        ("algen describe a.b --search c", ErrorKind::ArgumentConflict),
        ("algen log shwo", ErrorKind::InvalidSubcommand),
        ("algen log list --limit 0", ErrorKind::ValueValidation),
        ("algen log list --state gone", ErrorKind::InvalidValue),
        ("algen log list --since later", ErrorKind::ValueValidation),
        ("algen log resolve 01k", ErrorKind::MissingRequiredArgument),
        ("algen log prune", ErrorKind::MissingRequiredArgument),
        (
            "algen log prune --older-than 23h",
            ErrorKind::ValueValidation,
        ),
        (
            "algen approvals approve",
            ErrorKind::MissingRequiredArgument,
        ),
        (
            "algen approvals approve k3 --yes",
            ErrorKind::UnknownArgument,
        ),
        ("algen approvals revoke", ErrorKind::MissingRequiredArgument),
        (
            "algen approvals revoke k3 --all",
            ErrorKind::ArgumentConflict,
        ),
    ] {
        let error = parse(line).expect_err("the line is refused");
        assert_eq!((error.kind(), error.exit_code()), (kind, 2), "{line}");
    }
}

#[test]
fn files_of_both_kinds_merge_in_order() {
    let Command::Check(check) = command("algen check c.yaml -c a.yaml -c b.yaml") else {
        panic!("check is parsed as check");
    };
    let expected: Vec<PathBuf> = ["a.yaml", "b.yaml", "c.yaml"].map(Into::into).into();
    assert_eq!(check.all_files(), expected);
}

/// Returns every command that has a page.
fn commands() -> Vec<clap::Command> {
    let mut program = Arguments::command();
    program.build();
    let (mut found, mut waiting) = (Vec::new(), vec![program]);
    while let Some(command) = waiting.pop() {
        let below = command.get_subcommands();
        waiting.extend(below.filter(|below| below.get_name() != "help").cloned());
        found.push(command);
    }
    found
}

/// Returns the examples of a command, a line each.
fn examples(command: &clap::Command) -> Vec<String> {
    let help = command.get_before_long_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    let lines = help.strip_prefix("Examples:\n").map(str::lines);
    lines.into_iter().flatten().map(str::to_owned).collect()
}

/// Returns the words of each program that a line starts, as a shell reads them: quoted by `'`,
/// connected by `|`, with what follows `>` left out.
fn programs(line: &str) -> Vec<Vec<String>> {
    let mut programs = vec![Vec::new()];
    let (mut word, mut quoted, mut is_target) = (None, false, false);
    for letter in line.chars().chain([' ']) {
        let is_end = !quoted && matches!(letter, ' ' | '|' | '>');
        match letter {
            _ if is_end => {
                if let Some(word) = word.take().filter(|_| !std::mem::take(&mut is_target)) {
                    programs.last_mut().expect("there is one").push(word);
                }
            }
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            letter => word.get_or_insert_with(String::new).push(letter),
        }
        match letter {
            '|' if is_end => programs.push(Vec::new()),
            '>' if is_end => is_target = true,
            _ => {}
        }
    }
    programs
}

#[test]
fn lines_are_split_as_by_a_shell() {
    assert_eq!(
        programs("a 'b | c'=d '' | e - >f g > h"),
        [vec!["a", "b | c=d", ""], vec!["e", "-", "g"]]
    );
}

#[test]
fn every_command_has_examples_that_are_accepted() {
    for command in commands() {
        let name = command.get_bin_name().unwrap_or(command.get_name());
        let own: Vec<&str> = name.split(' ').collect();
        let lines = examples(&command);
        let mut shown = 0;
        for line in &lines {
            assert!(line.chars().count() <= 80, "{name}: too wide: {line}");
            let line = line.strip_prefix("  ").expect("examples are indented");
            // An explanation that has no room beside its example stands below it.
            if line.starts_with(' ') {
                continue;
            }
            let (example, _) = line.split_once("  ").unwrap_or((line, ""));
            let programs = programs(example);
            let mut ours = programs
                .iter()
                .filter(|words| words.first().is_some_and(|word| word == "algen"))
                .peekable();
            assert!(ours.peek().is_some(), "{name}: nothing of ours: {line}");
            for words in ours {
                let parsed = Arguments::try_parse_from(words);
                assert!(parsed.is_ok(), "{name}: {example}: {parsed:?}");
                shown += usize::from(words.iter().zip(&own).all(|(word, own)| word == own));
            }
        }
        assert!(shown > 0, "{name} has no example of its own: {lines:?}");
    }
}
