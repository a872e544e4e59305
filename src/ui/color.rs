//! Whether colours are shown, after <https://no-color.org> and <https://bixense.com/clicolors>.

/// What `--color` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColorChoice {
    /// Where a terminal shows them and no variable forbids them.
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// Variables of the environment that speak about colours and characters, as they are set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TerminalVariables {
    /// `NO_COLOR`: no colours, unless it is empty.
    pub no_color: Option<String>,
    /// `CLICOLOR`: no colours where it is `0`.
    pub clicolor: Option<String>,
    /// `CLICOLOR_FORCE`: colours without a terminal as well, unless it is empty or `0`.
    pub clicolor_force: Option<String>,
    /// `TERM`: no colours and no moving lines where it is `dumb`.
    pub term: Option<String>,
    /// `LC_ALL`, else `LC_CTYPE`, else `LANG`: whether UTF-8 is shown.
    pub locale: Option<String>,
}

impl TerminalVariables {
    /// Reads the variables through a function that knows the environment.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        Self {
            no_color: set("NO_COLOR"),
            clicolor: set("CLICOLOR"),
            clicolor_force: set("CLICOLOR_FORCE"),
            term: set("TERM"),
            locale: set("LC_ALL")
                .or_else(|| set("LC_CTYPE"))
                .or_else(|| set("LANG")),
        }
    }

    /// Tells whether colours are shown: the option decides, then `NO_COLOR`, then
    /// `CLICOLOR_FORCE`, then the terminal.
    pub fn shows_color(&self, choice: ColorChoice, is_terminal: bool) -> bool {
        match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if self.no_color.is_some() => false,
            ColorChoice::Auto if is_switched_on(self.clicolor_force.as_deref()) => true,
            ColorChoice::Auto => {
                is_terminal
                    && self.clicolor.as_deref() != Some("0")
                    && self.term.as_deref() != Some("dumb")
            }
        }
    }

    /// Tells whether a terminal understands sequences that move the cursor.
    pub fn moves_cursor(&self) -> bool {
        self.term.as_deref().is_some_and(|term| term != "dumb")
    }

    /// Tells whether characters beyond ASCII are shown.
    pub fn shows_unicode(&self) -> bool {
        self.locale.as_deref().is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
    }
}

fn is_switched_on(value: Option<&str>) -> bool {
    value.is_some_and(|value| value != "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(set: &[(&str, &str)]) -> TerminalVariables {
        TerminalVariables::read(|name| {
            let found = set.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn options_and_variables_decide_about_colour() {
        use ColorChoice::{Always, Auto, Never};
        for (set, choice, terminal, expected) in [
            (&[][..], Auto, true, true),
            (&[], Auto, false, false),
            (&[], Always, false, true),
            (&[], Never, true, false),
            (&[("NO_COLOR", "1")], Auto, true, false),
            (&[("NO_COLOR", "")], Auto, true, true),
            (&[("NO_COLOR", "1")], Always, false, true),
            (&[("CLICOLOR_FORCE", "1")], Auto, false, true),
            (&[("CLICOLOR_FORCE", "0")], Auto, false, false),
            (
                &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")],
                Auto,
                true,
                false,
            ),
            (&[("CLICOLOR", "0")], Auto, true, false),
            (&[("TERM", "dumb")], Auto, true, false),
        ] {
            let shown = variables(set).shows_color(choice, terminal);
            assert_eq!(shown, expected, "{set:?} {choice:?} {terminal}");
        }
    }

    #[test]
    fn the_locale_decides_about_characters() {
        for (set, expected) in [
            (&[][..], false),
            (&[("LANG", "C")], false),
            (&[("LANG", "en_US.UTF-8")], true),
            (&[("LANG", "de_DE.utf8")], true),
            (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "C")], false),
            (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "")], true),
            (&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8")], true),
        ] {
            assert_eq!(variables(set).shows_unicode(), expected, "{set:?}");
        }
    }
}
