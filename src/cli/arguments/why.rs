//! `algen why`.

use clap::Args;

use super::{AgentOptions, ArgumentOptions, ProjectOptions};

/// Arguments of `why`
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(before_long_help = "\
Examples:
  algen why smtp.send_email                       what rules over the tool
  algen why git action=commit                     what rules over this call
  algen why smtp.send_email --input @mail.json    what rules over this mail")]
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
