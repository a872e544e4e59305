//! `algen explain`.

use clap::Args;

use super::ProjectOptions;

/// Arguments of `explain`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen explain                all topics
  algen explain queries        how queries are declared
  algen explain unknown-tool   a rule, as named by a finding
  algen explain gmail.write    a permission
  algen explain exit-codes     all exit codes")]
pub struct ExplainArguments {
    /// What to explain; without it, what there is to explain
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Which project
    #[command(flatten)]
    pub project: ProjectOptions,
}
