//! What can be typed after `algen`. The texts of the help, the manual and the completions are here
//! and nowhere else: the comments on commands and arguments are what people read there, which is
//! why they are imperatives without a final period.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

use crate::ui::ColorChoice;

/// Governed, typed tools for agents and people
///
/// algen loads an agent file, resolves the plugins it declares, checks that every tool and
/// permission fits, and shows what an agent may do.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(
    name = "algen",
    version,
    propagate_version = false,
    styles = STYLES,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    before_long_help = "\
Examples:
  algen check                          check agent.yaml
  algen describe                       show what the project declares
  algen describe postgres.list_tables  show one tool
  algen explain unknown-tool           tell what a finding means",
    after_help = "Exit codes: `algen explain exit-codes`."
)]
pub struct Arguments {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// How to talk
    #[command(flatten)]
    pub talk: TalkOptions,
}

const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default());

/// The commands
#[derive(Subcommand, Clone, PartialEq, Debug)]
pub enum Command {
    /// Check configuration and report every problem
    ///
    /// Nothing is started, connected to or resolved. Without FILE it is `agent.yaml`, else
    /// `config/agent.yaml`. The exit code is 1 when there are errors.
    Check(CheckArguments),
    /// Show plugins, tools, permissions, environment and agents
    ///
    /// Nothing is started, connected to or resolved.
    Describe(DescribeArguments),
    /// Call one tool
    ///
    /// The call passes permission, policy, schema, guardrails, preview, approval and the ledger
    /// before anything is sent. Its result goes to standard output, everything else to error
    /// output.
    Call(Box<CallArguments>),
    /// Show every rule that would speak about a call
    ///
    /// Nothing is started, connected to or resolved. The exit code is 3 when a rule refuses.
    Why(WhyArguments),
    /// Trust the files of a project as they are now
    ///
    /// Before that, nothing that they name is started, resolved or reached. A project is trusted
    /// until one of its files changes: agent files, deployment, overlays, locks and inventories.
    Trust(TrustArguments),
    /// Explain a rule, tool, permission, preset, finding or exit code
    Explain(ExplainArguments),
    /// Print the JSON Schema of a kind of file
    ///
    /// Editors use it to complete and check while you type.
    Schema(SchemaArguments),
    /// Print the completion script of a shell
    Completions(CompletionsArguments),
    /// Write the manual pages into a directory
    Man(ManArguments),
}

/// Options of every command
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Common options")]
pub struct TalkOptions {
    /// Show colours: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: ColorWhen,
    /// Say only what is wrong
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

/// When colours are shown
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColorWhen {
    /// On terminals
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

impl From<ColorWhen> for ColorChoice {
    fn from(when: ColorWhen) -> Self {
        match when {
            ColorWhen::Auto => Self::Auto,
            ColorWhen::Always => Self::Always,
            ColorWhen::Never => Self::Never,
        }
    }
}

/// Which project
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Project options")]
pub struct ProjectOptions {
    /// Read this agent file; several merge in order
    #[arg(short, long = "config", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Vec<PathBuf>,
    /// Read this deployment instead of the `algen.yaml` beside the first agent file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub deployment: Option<PathBuf>,
}

/// Arguments of `check`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen check                          check agent.yaml
  algen check base.yaml prod.yaml      check two files that merge in order
  algen check --strict --format sarif  for CI: warnings fail, report as SARIF
  generate | algen check -             check standard input")]
pub struct CheckArguments {
    /// Agent files to check, merged in order; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Choose how findings are written
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    pub format: CheckFormat,
    /// Write findings as JSON, the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Fail on warnings, too
    #[arg(long)]
    pub strict: bool,
    /// Apply the fixes that leave no choice
    #[arg(long)]
    pub fix: bool,
    /// Look for Python plugins in this folder and its `src`
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub project_root: Option<PathBuf>,
    /// Fail when an agent's tools take more than this many estimated tokens of a model's context
    #[arg(long, value_name = "N")]
    pub max_tool_tokens: Option<usize>,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}

impl CheckArguments {
    /// Returns how findings are written.
    pub fn chosen_format(&self) -> CheckFormat {
        if self.json {
            CheckFormat::Json
        } else {
            self.format
        }
    }

    /// Returns the agent files in order: those of `--config`, then the others.
    pub fn all_files(&self) -> Vec<PathBuf> {
        let named = self.project.config.iter().chain(&self.files);
        named.cloned().collect()
    }
}

/// How findings are written
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckFormat {
    /// Quoted lines with carets, help and fixes
    #[default]
    Full,
    /// One line for each finding
    Concise,
    /// One JSON document
    Json,
    /// Annotations for GitHub workflows
    Github,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

/// Arguments of `describe`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen describe                          show everything
  algen describe postgres.list_tables     show one tool
  algen describe --search 'send mail'     find tools by words
  algen describe --json | jq '.tools[].name'")]
pub struct DescribeArguments {
    /// Show this tool only, as `toolkit.action`, or the action where one tool has it
    #[arg(value_name = "TOOL")]
    pub tool: Option<String>,
    /// Write the inventory as JSON
    #[arg(long)]
    pub json: bool,
    /// Show the tools in which all these words occur
    #[arg(long, value_name = "WORDS", conflicts_with = "tool")]
    pub search: Option<String>,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}

/// Arguments of `trust`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen trust                           show what is new or changed, and ask
  algen trust --show                    tell whether the project is trusted
  algen trust --show --trusted-from DIR compare with a checkout of the base branch, for CI")]
pub struct TrustArguments {
    /// Tell whether the project is trusted, which files count and since when; store nothing
    ///
    /// The exit code is 1 when it is not trusted.
    #[arg(long)]
    pub show: bool,
    /// Write what is shown as JSON
    #[arg(long, requires = "show")]
    pub json: bool,
    /// Do not ask
    #[arg(short, long, conflicts_with = "show")]
    pub yes: bool,
    /// Trust what is the same in this folder: the project's folder in a checkout of the base branch
    #[arg(long, value_name = "DIR", requires = "show", value_hint = ValueHint::DirPath)]
    pub trusted_from: Option<PathBuf>,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}

/// Which agent calls
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Project options")]
pub struct AgentOptions {
    /// Call for this agent; needed when several enable the tool
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
}

/// What a tool is called with
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Argument options")]
pub struct ArgumentOptions {
    /// Arguments: `key=text`, read by the tool's schema; `key:=json`; `key=@file`
    #[arg(value_name = "ARGUMENT")]
    pub words: Vec<String>,
    /// Take all arguments from JSON: the text itself, `@FILE`, or `-` for standard input
    #[arg(long, value_name = "JSON", conflicts_with = "words")]
    pub input: Option<String>,
}

/// Whom a call is made for
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Identity options")]
pub struct IdentityOptions {
    /// Set the tenant, where `algen.yaml` does not
    #[arg(long, value_name = "ID")]
    pub tenant_id: Option<String>,
    /// Set the user, where `algen.yaml` does not
    #[arg(long, value_name = "ID")]
    pub user_id: Option<String>,
    /// Set the run, where `algen.yaml` does not
    #[arg(long, value_name = "ID")]
    pub run_id: Option<String>,
    /// Set the step, where `algen.yaml` does not
    #[arg(long, value_name = "ID")]
    pub step_id: Option<String>,
}

/// Arguments of `call`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen call sample.echo text=hello                one text argument
  algen call calculator expression='2**64'         the action alone, where one tool has it
  algen call smtp.send_email --input @mail.json    all arguments from a file
  algen call smtp.send_email --input @mail.json --dry-run
                                                   the plan and its fingerprint, nothing sent")]
pub struct CallArguments {
    /// The tool, as `toolkit.action`, or the action where one tool has it
    #[arg(value_name = "TOOL")]
    pub tool: String,
    /// What it is called with
    #[command(flatten)]
    pub arguments: ArgumentOptions,
    /// Write the whole outcome as JSON, also of a call that was refused
    #[arg(long)]
    pub json: bool,
    /// Show the plan, the decision and the fingerprint; send nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Approve exactly the plan with this fingerprint, where only the agent's own policy asks
    #[arg(long, value_name = "FINGERPRINT")]
    pub approve: Option<String>,
    /// Approve the call, where only the agent's own policy asks and nothing is destroyed
    #[arg(long)]
    pub yes: bool,
    /// Wait so many seconds for an answer from another terminal
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "0",
        hide_default_value = true
    )]
    pub wait: u64,
    /// Give the call a key: with the same key it happens at most once
    #[arg(long, value_name = "KEY")]
    pub idempotency_key: Option<String>,
    /// Call although an earlier outcome of the same request is unknown
    #[arg(long)]
    pub again: bool,
    /// Give the tool less time than it has, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
    /// Write what happens as JSON lines into this file; `-` is error output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub events: Option<PathBuf>,
    /// Show what every rule said, too
    #[arg(short, long)]
    pub verbose: bool,
    /// Never ask; what would need an answer waits in the ledger
    #[arg(long)]
    pub no_input: bool,
    /// Trust what equals the same project in this folder, as a checkout of the base branch
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub trusted_from: Option<PathBuf>,
    /// Whom it is made for
    #[command(flatten)]
    pub identity: IdentityOptions,
    /// Which agent calls
    #[command(flatten)]
    pub agent: AgentOptions,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}

/// Reads a number of seconds above zero.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    match seconds > 0.0 && seconds <= 86_400.0 {
        true => Ok(seconds),
        false => Err("a call takes more than 0 and at most 86,400 seconds".to_owned()),
    }
}

/// Arguments of `why`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen why smtp.send_email             what rules over the tool
  algen why git action=commit           what rules over this call")]
pub struct WhyArguments {
    /// The tool, as `toolkit.action`, or the action where one tool has it
    #[arg(value_name = "TOOL")]
    pub tool: String,
    /// What it is called with
    #[command(flatten)]
    pub arguments: ArgumentOptions,
    /// Write the rules as JSON
    #[arg(long)]
    pub json: bool,
    /// Which agent calls
    #[command(flatten)]
    pub agent: AgentOptions,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}

/// Arguments of `explain`
#[derive(Args, Clone, PartialEq, Debug)]
#[command(before_long_help = "\
Examples:
  algen explain unknown-tool   a rule, as named by a finding
  algen explain gmail.write    a permission
  algen explain exit-codes     all exit codes")]
pub struct ExplainArguments {
    /// What to explain
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// Arguments of `schema`
#[derive(Args, Clone, PartialEq, Debug)]
#[command(before_long_help = "\
Examples:
  algen schema agent > agent.schema.json")]
pub struct SchemaArguments {
    /// Which kind of file
    #[arg(value_name = "KIND")]
    pub kind: SchemaKind,
}

/// Kinds of files that have a schema
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaKind {
    /// `agent.yaml`
    Agent,
    /// `algen.yaml`
    Deployment,
    /// `NAME.overlay.yaml`
    Overlay,
}

/// Arguments of `completions`
#[derive(Args, Clone, PartialEq, Debug)]
#[command(before_long_help = "\
Examples:
  algen completions bash > ~/.local/share/bash-completion/completions/algen
  algen completions zsh > ~/.zfunc/_algen
  algen completions fish > ~/.config/fish/completions/algen.fish")]
pub struct CompletionsArguments {
    /// Which shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Arguments of `man`
#[derive(Args, Clone, PartialEq, Debug)]
#[command(before_long_help = "\
Examples:
  algen man ~/.local/share/man/man1")]
pub struct ManArguments {
    /// Where the pages go; the directory is created if it does not exist
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub directory: PathBuf,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::error::ErrorKind;

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
                name: "unknown-tool".to_owned(),
            })
        );
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
            ("algen explain", ErrorKind::MissingRequiredArgument),
            ("algen trust --json", ErrorKind::MissingRequiredArgument),
            (
                "algen trust --trusted-from base",
                ErrorKind::MissingRequiredArgument,
            ),
            ("algen trust --show --yes", ErrorKind::ArgumentConflict),
            ("algen describe a.b --search c", ErrorKind::ArgumentConflict),
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
}
