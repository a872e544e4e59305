//! The door through which configuration gets text.

use thiserror::Error;

/// Gives the text of files of one project.
///
/// The implementation decides what may be read: regular files beneath the project folder, at most
/// 8 MiB each. Paths are relative to that folder, with `/` between parts.
pub trait Files {
    /// Reads a file's bytes; [`decode`](super::decode::decode) makes text of them.
    ///
    /// # Errors
    /// Says why a file is not given; nothing of its content is in the error.
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError>;

    /// Tells whether a regular file or a folder of that name is there, without opening it for
    /// reading. What [`read`](Self::read) would refuse as outside is not there.
    fn exists(&self, path: &str) -> bool;

    /// Returns the path as it is shown to people: relative to where they stand.
    fn display(&self, path: &str) -> String;
}

/// Why a file's text is not given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// Nothing has that name.
    #[error("there is no such file")]
    Missing,
    /// The path leads out of the project folder, by `..`, an absolute path or a link.
    #[error("it lies outside the project folder")]
    Outside,
    /// It is a directory, a FIFO, a socket or a device; the text names which.
    #[error("it is {0}, not a regular file")]
    NotRegular(&'static str),
    /// It is larger than the limit, in bytes.
    #[error("it is larger than {0} MiB")]
    TooLarge(u64),
    /// The operating system refused; its own short text.
    #[error("{0}")]
    Refused(String),
}
