//! Why a reference gives no value.

use algen_core::config::Reference;
use thiserror::Error;

use crate::process::ProcessError;

/// Why a reference gives no value. It names the reference, as written, and never what was found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SecretError {
    /// Nobody has trusted the project, so nothing was looked at.
    #[error("{reference} is not resolved before the project is trusted; run: algen trust")]
    Untrusted {
        /// The reference.
        reference: Reference,
    },
    /// No pattern of a host policy allows it.
    #[error("the policy of this machine does not allow {reference}")]
    Forbidden {
        /// The reference.
        reference: Reference,
    },
    /// Nothing resolves its scheme.
    #[error("nothing resolves {reference}; write env://NAME and set the variable")]
    Unsupported {
        /// The reference.
        reference: Reference,
    },
    /// It names nothing that can exist.
    #[error("{reference} does not name anything that can exist")]
    Malformed {
        /// The reference.
        reference: Reference,
    },
    /// The deployment declares no such command.
    #[error("algen.yaml has no command for {reference} under `secrets`")]
    UnknownCommand {
        /// The reference.
        reference: Reference,
    },
    /// It is required, and is unset or empty.
    #[error("{field} is missing: {reference} is unset or empty")]
    Missing {
        /// The reference.
        reference: Reference,
        /// The setting that needs it.
        field: String,
    },
    /// What it names is no UTF-8 text.
    #[error("what {reference} names is not UTF-8 text")]
    NotText {
        /// The reference.
        reference: Reference,
    },
    /// The file cannot be read.
    #[error("{reference} cannot be read: {problem}")]
    File {
        /// The reference.
        reference: Reference,
        /// Why.
        problem: SecretFileError,
    },
    /// The command gave no output.
    #[error("the command of {reference} failed: {problem}")]
    Command {
        /// The reference.
        reference: Reference,
        /// Why.
        problem: ProcessError,
    },
}

/// Why the path of a setting names no place. It never holds the path, which may come from a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PathError {
    /// It begins with `~` and a name, which a shell takes for somebody's home directory.
    #[error("only `~/` stands for a home directory; a name that begins with `~` is written `./~…`")]
    OtherHome,
    /// It starts in the home directory, and nobody said where that is.
    #[error("it begins with `~/`, and HOME holds no absolute path")]
    NoHome,
}

/// Why a file with a secret cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SecretFileError {
    /// Its path names no file, or is one that two readers would take for two places: absolute with
    /// `..`, or with a name that begins with `~` in front.
    #[error(
        "its path has to name a file; an absolute one takes no `..`, and `~` stands only in `~/`"
    )]
    Unusable,
    /// A relative path leads out of the project folder, by `..` or a link.
    #[error("a relative path stays in the project folder, and this one leads out of it")]
    Outside,
    /// Its path starts in the home directory, and nobody said where that is.
    #[error("HOME is not set")]
    NoHome,
    /// It is a directory, a FIFO, a socket or a device; the text names which.
    #[error("it is {0}, not a regular file")]
    NotRegular(&'static str),
    /// It is larger than the limit, in bytes.
    #[error("it is larger than {0} bytes")]
    TooLarge(u64),
    /// The operating system refused; its own short text.
    #[error("{0}")]
    Refused(String),
}
