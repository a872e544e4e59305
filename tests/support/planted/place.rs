//! The places where a secret may come out, and what was found there.

/// Where something came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Place {
    /// Standard output.
    StandardOutput,
    /// Standard error.
    StandardError,
    /// The terminal.
    Screen,
    /// The file of `--events`.
    Events,
    /// The files of the ledger, with those beside them.
    Ledger,
    /// What an export of the ledger gives.
    Export,
    /// Where it is recorded what is trusted.
    TrustStore,
    /// What a command for a secret saw, by its own account.
    Witness,
    /// Any other file that was made or changed.
    File,
    /// The name of such a file.
    FileName,
    /// The arguments of the program, and of those that it starts.
    Arguments,
    /// The environment of a program that it starts.
    ChildEnvironment,
}

/// What came out at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Output {
    /// Where.
    pub(crate) place: Place,
    /// What was run and which file it is, for reports.
    pub(crate) name: String,
    /// What.
    pub(crate) bytes: Vec<u8>,
}

impl Output {
    /// Describes an output.
    pub(crate) fn new(place: Place, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            place,
            name: name.into(),
            bytes: bytes.into(),
        }
    }
}
