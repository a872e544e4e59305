//! The parts of an `http` or `https` address that rules look at.

/// An absolute address, as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HttpAddress<'a> {
    /// Whether the scheme is `https`.
    pub(super) encrypted: bool,
    /// The host without user, port and brackets; never empty.
    pub(super) host: &'a str,
    /// From the first slash to the query.
    pub(super) path: &'a str,
    /// What follows the question mark.
    pub(super) query: &'a str,
}

impl<'a> HttpAddress<'a> {
    /// Reads an address; `None` for a relative one, another scheme, no host, a port that is no
    /// number, or characters that no address has.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        if text.contains(|character: char| character.is_whitespace() || character.is_control()) {
            return None;
        }
        let (scheme, rest) = text.split_once("://")?;
        let encrypted = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let rest = rest.split_once('#').map_or(rest, |(before, _)| before);
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let place = authority
            .rsplit_once('@')
            .map_or(authority, |(_, place)| place);
        let (host, port) = match place.strip_prefix('[') {
            Some(bracketed) => bracketed.split_once(']')?,
            None => place.split_at(place.find(':').unwrap_or(place.len())),
        };
        let port = port.strip_prefix(':').unwrap_or(port);
        let numbered = port.is_empty() || port.parse::<u16>().is_ok();
        (!host.is_empty() && numbered).then_some(Self {
            encrypted,
            host,
            path,
            query,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_what_rules_look_at() {
        let cases = [
            (
                "https://a.example/x/{id}?q={q}#end",
                Some((true, "a.example", "/x/{id}", "q={q}")),
            ),
            ("HTTP://a.example", Some((false, "a.example", "", ""))),
            (
                "https://user:word@a.example:8443/",
                Some((true, "a.example", "/", "")),
            ),
            ("http://[::1]:80/x", Some((false, "::1", "/x", ""))),
            (
                "https://{tenant}.example/",
                Some((true, "{tenant}.example", "/", "")),
            ),
            (
                "https://a.example?x=/y",
                Some((true, "a.example", "", "x=/y")),
            ),
            ("ftp://a.example/", None),
            ("/only/a/path", None),
            ("https:///x", None),
            ("https://a.example:port/", None),
            ("https://a b.example/", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let parts = HttpAddress::parse(text)
                .map(|address| (address.encrypted, address.host, address.path, address.query));
            assert_eq!(parts, expected, "{text}");
        }
    }
}
