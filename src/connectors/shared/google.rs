//! Google's hosts.

/// Where refresh tokens are exchanged.
pub(crate) const TOKEN_HOST: &str = "oauth2.googleapis.com";

/// Where mailboxes are.
pub(crate) const MAIL_HOST: &str = "gmail.googleapis.com";

/// Where calendars are.
pub(crate) const CALENDAR_HOST: &str = "www.googleapis.com";
