//! Where secrets stand, and in which condition they are found.

/// Where the settings of a toolkit take their secrets from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Source {
    /// The variables that a built-in toolkit has by itself: there is no entry.
    BuiltIn,
    /// `env://NAME`.
    Variable,
    /// `file://PATH`.
    File,
    /// `exec://NAME`; a setting that takes no command takes a variable.
    Command,
}

impl Source {
    /// Every source.
    pub(crate) const ALL: [Self; 4] = [Self::BuiltIn, Self::Variable, Self::File, Self::Command];

    /// Returns the scheme that a reference begins with.
    pub(super) fn scheme(self) -> &'static str {
        match self {
            Self::BuiltIn | Self::Variable => "env",
            Self::File => "file",
            Self::Command => "exec",
        }
    }
}

/// What is found behind the references.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    /// Secrets of the right form.
    Sound,
    /// Nothing behind this setting.
    Unset(String),
    /// A secret of the wrong form behind this setting: any characters where a word is wrapped.
    Misshapen(String),
    /// The secret and a byte that is no UTF-8 behind this setting.
    NotText(String),
    /// The secret again and again behind this setting, more than a secret may have.
    TooLarge(String),
    /// A command that prints the secret to both of its outputs and fails.
    CommandFails,
    /// A command that holds the secret and may not be run.
    NotExecutable,
}
