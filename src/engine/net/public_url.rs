//! Addresses of public pages, as somebody who is not trusted may give them.
//!
//! The text is read as browsers read it (WHATWG URL), which makes one host of all the ways to write
//! it: `127.1`, `0x7f000001` and full-width digits are 127.0.0.1. What browsers mend on the way is
//! refused here where it moves the host: tabs and line breaks inside, `\\` for `/`, slashes too many,
//! and everything before an `@`. A name is not looked up; whoever connects has to judge the address.

use std::net::IpAddr;

use thiserror::Error;
use url::{Host, Url};

use super::address::{Special, special};

/// The longest address, in characters.
pub const CHARACTERS_MAX: usize = 2_048;

/// Names that mean this machine or this link, and those below them (RFC 6761, RFC 6762).
const LOCAL: [&str; 2] = ["localhost", "local"];

/// Why a text is no address of a public page.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UrlProblem {
    /// There is nothing.
    #[error("the address is empty")]
    Empty,
    /// It is too long.
    #[error("the address is longer than {CHARACTERS_MAX} characters")]
    TooLong,
    /// A character hides what is meant.
    #[error("the address holds a control character or a backslash")]
    Disguised,
    /// It is of another kind.
    #[error("the address does not begin with http:// or https://")]
    Scheme,
    /// It names no host.
    #[error("the address has no host")]
    NoHost,
    /// It holds a user or a password.
    #[error("the address holds a user or a password; take out what stands before `@`")]
    UserInformation,
    /// Host or port cannot be read.
    #[error("host or port of the address cannot be read")]
    Unreadable,
    /// It names another port than its scheme's own.
    #[error("the address names port {0}; only 80 for http and 443 for https are reached")]
    Port(u16),
    /// It names this machine or this link.
    #[error("`{0}` is a name of this machine or this network")]
    LocalName(String),
    /// It names an address that is not public.
    #[error("`{address}` is {special}")]
    NotPublic {
        /// The address.
        address: IpAddr,
        /// What it is.
        special: Special,
    },
}

/// An address of a public page, as far as its text tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(Url);

impl PublicUrl {
    /// Reads a text; blanks around it and a fragment are left out.
    ///
    /// # Errors
    /// It is no address of a public page.
    pub fn parse(text: &str) -> Result<Self, UrlProblem> {
        let text = text.trim_matches(' ');
        if text.is_empty() {
            return Err(UrlProblem::Empty);
        }
        if text.chars().count() > CHARACTERS_MAX {
            return Err(UrlProblem::TooLong);
        }
        if text.contains(|letter: char| letter.is_control() || letter == '\\') {
            return Err(UrlProblem::Disguised);
        }
        let (scheme, rest) = text.split_once(':').ok_or(UrlProblem::Scheme)?;
        if !["http", "https"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known))
        {
            return Err(UrlProblem::Scheme);
        }
        let rest = rest.strip_prefix("//").ok_or(UrlProblem::NoHost)?;
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(UrlProblem::UserInformation);
        }
        // More slashes would be skipped, and the path taken for the host.
        if authority.is_empty() || authority.starts_with(':') {
            return Err(UrlProblem::NoHost);
        }
        let url = Url::parse(text).map_err(|_| UrlProblem::Unreadable)?;
        Self::judged(url)
    }

    /// Returns where a `Location` leads from here.
    ///
    /// # Errors
    /// It leads to no public page.
    pub fn join(&self, location: &str) -> Result<Self, UrlProblem> {
        let joined = self.0.join(location).map_err(|_| UrlProblem::Unreadable)?;
        match location.trim_matches(' ').split_once("//") {
            // It has a host of its own, whose text is judged as well.
            Some(("", _)) => Self::parse(&format!(
                "{}:{}",
                self.0.scheme(),
                location.trim_matches(' ')
            )),
            Some((before, _)) if before.ends_with(':') && !before.contains(['/', '?', '#']) => {
                Self::parse(location)
            }
            _ if location.contains(|letter: char| letter.is_control() || letter == '\\') => {
                Err(UrlProblem::Disguised)
            }
            _ => Self::judged(joined),
        }
    }

    fn judged(mut url: Url) -> Result<Self, UrlProblem> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(UrlProblem::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(UrlProblem::UserInformation);
        }
        if let Some(port) = url.port() {
            return Err(UrlProblem::Port(port));
        }
        let address = match url.host() {
            None => return Err(UrlProblem::NoHost),
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            Some(Host::Domain(name)) => {
                let name = name.trim_end_matches('.').to_owned();
                let last = name.rsplit('.').next().unwrap_or_default();
                if LOCAL.contains(&last) {
                    return Err(UrlProblem::LocalName(name));
                }
                if name.is_empty() || name.split('.').any(str::is_empty) {
                    return Err(UrlProblem::NoHost);
                }
                // A dot at the end asks for the same host, and would be another in a comparison.
                url.set_host(Some(&name))
                    .map_err(|_| UrlProblem::Unreadable)?;
                None
            }
        };
        if let Some(address) = address
            && let Some(special) = special(address)
        {
            return Err(UrlProblem::NotPublic { address, special });
        }
        url.set_fragment(None);
        Ok(Self(url))
    }

    /// Returns its text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the host: a name in ASCII, or an address, in brackets where it is one of IPv6.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Returns the port: 80 or 443.
    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or_default()
    }

    /// Tells whether what goes there is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.0.scheme() == "https"
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(parsed: Result<PublicUrl, UrlProblem>) -> String {
        match parsed {
            Ok(url) => format!("{} {}:{}", url.as_str(), url.host(), url.port()),
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn public_pages_are_told_from_all_others() {
        let no_host = "the address has no host";
        let user = "the address holds a user or a password; take out what stands before `@`";
        let scheme = "the address does not begin with http:// or https://";
        let disguised = "the address holds a control character or a backslash";
        let unreadable = "host or port of the address cannot be read";
        let loopback = "`127.0.0.1` is an address of this machine";
        let port = |port: u16| {
            format!("the address names port {port}; only 80 for http and 443 for https are reached")
        };
        let ports = [port(8080), port(80), port(0)];
        for (text, expected) in [
            ("http://example.com", "http://example.com/ example.com:80"),
            (
                "HTTP://EXAMPLE.COM/Path?q=1#frag",
                "http://example.com/Path?q=1 example.com:80",
            ),
            (
                "https://example.com:443/x",
                "https://example.com/x example.com:443",
            ),
            (
                "http://example.com:/x",
                "http://example.com/x example.com:80",
            ),
            ("http://example.com.", "http://example.com/ example.com:80"),
            (
                "  https://example.com/  ",
                "https://example.com/ example.com:443",
            ),
            (
                "https://m\u{fc}nchen.de/",
                "https://xn--mnchen-3ya.de/ xn--mnchen-3ya.de:443",
            ),
            (
                "https://a.b_c.example/",
                "https://a.b_c.example/ a.b_c.example:443",
            ),
            ("http://8.8.8.8/", "http://8.8.8.8/ 8.8.8.8:80"),
            ("http://0x08080808/", "http://8.8.8.8/ 8.8.8.8:80"),
            (
                "http://[2606:4700:4700::1111]/",
                "http://[2606:4700:4700::1111]/ [2606:4700:4700::1111]:80",
            ),
            (
                "https://example.com/?u=a@b&v=http://localhost/",
                "https://example.com/?u=a@b&v=http://localhost/ example.com:443",
            ),
            ("", "the address is empty"),
            ("   ", "the address is empty"),
            ("http://exa\tmple.com/", disguised),
            ("http://example.com/a\nb", disguised),
            ("http:/\\example.com/", disguised),
            ("https://example.com\\@evil/", disguised),
            ("https:///example.com", no_host),
            ("http:example.com", no_host),
            ("http://", no_host),
            ("http://:80/", no_host),
            ("http://./", no_host),
            ("//example.com/", scheme),
            ("example.com", scheme),
            ("file:///etc/passwd", scheme),
            ("javascript:alert(1)", scheme),
            ("ws://example.com/", scheme),
            ("http://user@example.com/", user),
            ("http://:@example.com/", user),
            ("http://example.com@127.0.0.1/", user),
            ("http://example.com:8080/", &ports[0]),
            ("https://example.com:80/", &ports[1]),
            ("http://example.com:0/", &ports[2]),
            ("http://example.com:65536/", unreadable),
            ("http://example.com:-1/", unreadable),
            ("http://[::1", unreadable),
            ("http://[127.0.0.1]/", unreadable),
            ("http://256.1.1.1/", unreadable),
            ("http://example.com%00/", unreadable),
            (
                "http://localhost/",
                "`localhost` is a name of this machine or this network",
            ),
            (
                "http://LOCALHOST./",
                "`localhost` is a name of this machine or this network",
            ),
            (
                "http://a.localhost/",
                "`a.localhost` is a name of this machine or this network",
            ),
            (
                "http://printer.local/",
                "`printer.local` is a name of this machine or this network",
            ),
            ("http://127.0.0.1:80/", loopback),
            ("http://127.1/", loopback),
            ("http://0x7f000001/", loopback),
            ("http://017700000001/", loopback),
            ("http://2130706433/", loopback),
            ("http://127.0.0.1./", loopback),
            ("http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/", loopback),
            ("http://%31%32%37.0.0.1/", loopback),
            ("http://0/", "`0.0.0.0` is an unspecified address"),
            (
                "http://169.254.169.254/latest",
                "`169.254.169.254` is a link-local address",
            ),
            (
                "http://[::ffff:127.0.0.1]/",
                "`::ffff:127.0.0.1` is an IPv6 address that holds an IPv4 address",
            ),
            (
                "http://[fd12::1]/",
                "`fd12::1` is an address of a private network",
            ),
        ] {
            assert_eq!(shown(PublicUrl::parse(text)), expected, "{text:?}");
        }
        let longest = format!("http://example.com/{}", "a".repeat(CHARACTERS_MAX - 19));
        assert!(PublicUrl::parse(&longest).is_ok());
        assert_eq!(
            PublicUrl::parse(&format!("{longest}a")),
            Err(UrlProblem::TooLong)
        );
    }

    #[test]
    fn a_redirect_leads_only_to_public_pages() {
        let here = PublicUrl::parse("https://example.com/a/b?q").expect("it is public");
        for (location, expected) in [
            ("c", "https://example.com/a/c example.com:443"),
            ("/c", "https://example.com/c example.com:443"),
            ("?r", "https://example.com/a/b?r example.com:443"),
            ("//example.org/x", "https://example.org/x example.org:443"),
            ("http://example.org/", "http://example.org/ example.org:80"),
            (
                "/x?to=http://localhost/",
                "https://example.com/x?to=http://localhost/ example.com:443",
            ),
            (
                "http://127.0.0.1/",
                "`127.0.0.1` is an address of this machine",
            ),
            (
                "//localhost/",
                "`localhost` is a name of this machine or this network",
            ),
            (
                "//u@example.com/",
                "the address holds a user or a password; take out what stands before `@`",
            ),
            ("http:///x", "the address has no host"),
            (
                "/\\evil.example/",
                "the address holds a control character or a backslash",
            ),
            (
                "file:///etc/passwd",
                "the address does not begin with http:// or https://",
            ),
            (
                "mailto:a@b",
                "the address does not begin with http:// or https://",
            ),
        ] {
            assert_eq!(shown(here.join(location)), expected, "{location:?}");
        }
    }

    proptest! {
        #[test]
        fn what_passes_is_read_the_same_again(text in "https?://[a-z0-9.%@:/?#\\[\\]-]{0,40}") {
            if let Ok(url) = PublicUrl::parse(&text) {
                prop_assert_eq!(PublicUrl::parse(url.as_str()), Ok(url.clone()));
                prop_assert!(!url.host().is_empty());
            }
        }
    }
}
