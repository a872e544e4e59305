//! The capabilities that tools classify their effects with, for the policy of a deployment.

/// Every capability that a connector of this program may give a tool, sorted.
pub const CAPABILITIES: [&str; 21] = [
    "calendar.read",
    "calendar.write",
    "database.read",
    "database.write",
    "email.read",
    "email.send",
    "email.write",
    "filesystem.read",
    "filesystem.restore",
    "filesystem.write",
    "git.read",
    "git.write",
    "messaging.read",
    "messaging.send",
    "network.read",
    "network.write",
    "process.execute",
    "shell.execute",
    "storage.read",
    "storage.write",
    "user.interact",
];
