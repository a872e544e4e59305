//! What can go wrong between a call and its service.

/// A failure that every connector meets with its secrets planted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PlantedFailure {
    /// A setting is not set.
    Unset,
    /// A setting's value has not the form that it takes, or is no text.
    Malformed,
    /// Nobody listens.
    Refused,
    /// The connection is reset.
    Reset,
    /// The peer cannot prove who it is.
    Tls,
    /// The peer says no, in words that hold the secrets.
    Rejected,
    /// Status 401.
    Unauthorized,
    /// Status 403.
    Forbidden,
    /// Status 404.
    NotFound,
    /// Status 408.
    RequestTimeout,
    /// Status 429.
    TooManyRequests,
    /// Status 500.
    ServerError,
    /// A redirect to another host.
    Redirect,
    /// The answer is not what the protocol says.
    Garbage,
    /// The answer is not the JSON that it says it is.
    BadJson,
    /// The answer is larger than it may be.
    Oversize,
    /// No answer comes in time.
    Timeout,
    /// The connection ends before the request was sent.
    DropBefore,
    /// The connection ends after the request was sent, without an answer.
    DropAfter,
    /// A person presses Ctrl-C while the answer is waited for.
    Interrupted,
}

impl PlantedFailure {
    /// Every failure.
    pub(crate) const ALL: [Self; 20] = [
        Self::Unset,
        Self::Malformed,
        Self::Refused,
        Self::Reset,
        Self::Tls,
        Self::Rejected,
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotFound,
        Self::RequestTimeout,
        Self::TooManyRequests,
        Self::ServerError,
        Self::Redirect,
        Self::Garbage,
        Self::BadJson,
        Self::Oversize,
        Self::Timeout,
        Self::DropBefore,
        Self::DropAfter,
        Self::Interrupted,
    ];

    /// Returns what the peer does. Whatever it says holds every secret, also in its headers.
    pub(crate) fn peer(self) -> &'static str {
        match self {
            Self::Unset | Self::Malformed => "is not reached",
            Self::Refused => "does not listen",
            Self::Reset => "closes the connection without reading what arrived",
            Self::Tls => "shows a certificate of nobody known, with the secrets in its names",
            Self::Rejected => "says no, and the secrets",
            Self::Unauthorized => "answers 401 and the secrets",
            Self::Forbidden => "answers 403 and the secrets",
            Self::NotFound => "answers 404 and the secrets",
            Self::RequestTimeout => "answers 408 and the secrets",
            Self::TooManyRequests => "answers 429, a pause of no time, and the secrets",
            Self::ServerError => "answers 500 and the secrets",
            Self::Redirect => "answers 302 to another host, with the secrets in the address",
            Self::Garbage => "answers bytes that the protocol does not know, and the secrets",
            Self::BadJson => "answers JSON that is cut within the secrets",
            Self::Oversize => "answers the secrets over and over",
            Self::Timeout => "reads, and says nothing",
            Self::DropBefore => "closes before the request was sent",
            Self::DropAfter => "reads the request and closes",
            Self::Interrupted => "reads, and says nothing until the program is interrupted",
        }
    }

    /// Tells whether only a peer that speaks HTTP can do it.
    pub(crate) fn needs_http(self) -> bool {
        match self {
            Self::Tls
            | Self::Unauthorized
            | Self::Forbidden
            | Self::NotFound
            | Self::RequestTimeout
            | Self::TooManyRequests
            | Self::ServerError
            | Self::Redirect
            | Self::BadJson => true,
            Self::Unset
            | Self::Malformed
            | Self::Refused
            | Self::Reset
            | Self::Rejected
            | Self::Garbage
            | Self::Oversize
            | Self::Timeout
            | Self::DropBefore
            | Self::DropAfter
            | Self::Interrupted => false,
        }
    }

    /// Tells whether it is arranged where the secrets are planted and not at the peer.
    pub(crate) fn is_planted(self) -> bool {
        matches!(self, Self::Unset | Self::Malformed)
    }
}
