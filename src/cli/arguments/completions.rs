//! `algen completions`.

use clap::Args;
use clap_complete::Shell;

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
