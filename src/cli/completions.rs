//! Completion scripts, made from the definitions of the arguments.

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::Arguments;

/// Returns the completion script of a shell.
pub fn script(shell: Shell) -> String {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "algen", &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
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
            generated::compare(&format!("completions/{name}"), &script(*shell));
        }
    }
}
