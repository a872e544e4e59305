//! Microsoft's hosts.

/// Where refresh tokens are exchanged.
pub(crate) const TOKEN_HOST: &str = "login.microsoftonline.com";

/// Where mailboxes and calendars are.
pub(crate) const GRAPH_HOST: &str = "graph.microsoft.com";
