//! Names of toolkits and of their tools.

use super::constraint::Pattern;

/// A toolkit's name: what its tools and permissions start with.
pub static TOOLKIT_NAME: Pattern = Pattern::new(
    "^[a-z][a-z0-9_]{0,63}$",
    "a small letter, then up to 63 small letters, digits and `_`",
);

/// Toolkit names that a file cannot declare: the runtime's own tools, and what the tools of
/// `mcp_servers` start with.
pub const RESERVED_TOOLKITS: [&str; 2] = ["core", "mcp"];

/// Tells whether a text is the part of a tool's name after the dot: a small letter, then small
/// letters, digits and `_`.
pub fn is_action(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Tells whether a text has the form `<toolkit>.<action>`.
pub fn is_tool_name(text: &str) -> bool {
    text.split_once('.')
        .is_some_and(|(toolkit, action)| is_action(toolkit) && is_action(action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_forms() {
        let cases = [
            ("smtp.send_email", true),
            ("a.b", true),
            ("smtp", false),
            ("smtp.", false),
            (".send", false),
            ("Smtp.send", false),
            ("smtp.send.mail", false),
            ("smtp.2fa", false),
            ("", false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_tool_name(text), expected, "{text:?}");
        }
    }
}
