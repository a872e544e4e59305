//! `algen explain`.

use clap::Args;

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
