//! Bytes to text.

/// Why bytes are not the text of a configuration file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecodeProblem {
    /// The first byte that is not UTF-8.
    NotUtf8,
    /// A UTF-16 or UTF-32 text.
    WideEncoding,
    /// A NUL character.
    Nul,
}

/// Text, or the text before the first byte that is none.
pub struct Decoded {
    /// The text, without a byte-order mark at its start.
    pub text: String,
    /// What ends it early; the problem is at the end of `text`.
    pub problem: Option<DecodeProblem>,
}
