//! `algen describe`.

use clap::Args;

use super::ProjectOptions;

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
