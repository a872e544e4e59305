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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::CapabilityPattern;

    #[test]
    fn the_list_is_sorted_and_keys_of_policies_can_name_it() {
        assert!(CAPABILITIES.is_sorted_by(|left, right| left < right));
        for name in CAPABILITIES {
            let expected = Some(CapabilityPattern::Exact(name));
            assert_eq!(CapabilityPattern::parse(name), expected);
        }
    }
}
