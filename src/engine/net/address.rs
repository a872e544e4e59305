//! Which addresses are public: reachable by everybody, and nobody's own network.
//!
//! The ranges are those of the IANA special-purpose registries that are not globally reachable
//! (<https://www.iana.org/assignments/iana-ipv4-special-registry>,
//! <https://www.iana.org/assignments/iana-ipv6-special-registry>), multicast (RFC 5771, RFC 4291),
//! and the forms that carry an IPv4 address inside an IPv6 one. Outside 2000::/3 nothing of IPv6 is
//! given out for public use (RFC 4291, 2.4), so everything there is refused but NAT64.
//!
//! A new range is a line of one of the tables.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Why an address is not public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// No address, or this host on this network: 0.0.0.0/8, ::.
    Unspecified,
    /// This machine: 127.0.0.0/8, ::1.
    Loopback,
    /// A network of one's own: RFC 1918, RFC 4193, and what was site-local.
    Private,
    /// Shared by the customers of a carrier: 100.64.0.0/10 (RFC 6598).
    Shared,
    /// This link alone: 169.254.0.0/16 with the metadata of clouds, fe80::/10.
    LinkLocal,
    /// Many hosts at once: multicast and broadcast.
    Multicast,
    /// For documents, tests and protocols: not given to any host.
    Reserved,
    /// An IPv4 address inside an IPv6 one, whose packets somebody else turns around.
    Embedded,
}

impl fmt::Display for Special {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Unspecified => "an unspecified address",
            Self::Loopback => "an address of this machine",
            Self::Private => "an address of a private network",
            Self::Shared => "an address that a carrier shares out",
            Self::LinkLocal => "a link-local address",
            Self::Multicast => "a multicast or broadcast address",
            Self::Reserved => "a reserved address",
            Self::Embedded => "an IPv6 address that holds an IPv4 address",
        })
    }
}

/// Ranges of IPv4: the first address, the bits of the prefix, and what it is; the first that an
/// address is in counts.
const IPV4: &[(Ipv4Addr, u32, Special)] = &[
    (Ipv4Addr::new(0, 0, 0, 0), 8, Special::Unspecified),
    (Ipv4Addr::new(10, 0, 0, 0), 8, Special::Private),
    (Ipv4Addr::new(100, 64, 0, 0), 10, Special::Shared),
    (Ipv4Addr::new(127, 0, 0, 0), 8, Special::Loopback),
    (Ipv4Addr::new(169, 254, 0, 0), 16, Special::LinkLocal),
    (Ipv4Addr::new(172, 16, 0, 0), 12, Special::Private),
    // IETF protocol assignments, with the two anycast addresses that are reachable.
    (Ipv4Addr::new(192, 0, 0, 0), 24, Special::Reserved),
    (Ipv4Addr::new(192, 0, 2, 0), 24, Special::Reserved),
    // Relays from 6to4, which are no longer run (RFC 7526).
    (Ipv4Addr::new(192, 88, 99, 0), 24, Special::Reserved),
    (Ipv4Addr::new(192, 168, 0, 0), 16, Special::Private),
    (Ipv4Addr::new(198, 18, 0, 0), 15, Special::Reserved),
    (Ipv4Addr::new(198, 51, 100, 0), 24, Special::Reserved),
    (Ipv4Addr::new(203, 0, 113, 0), 24, Special::Reserved),
    (Ipv4Addr::new(224, 0, 0, 0), 4, Special::Multicast),
    (Ipv4Addr::new(255, 255, 255, 255), 32, Special::Multicast),
    (Ipv4Addr::new(240, 0, 0, 0), 4, Special::Reserved),
];

/// Ranges of IPv6, as above; the first address by its first six groups.
const IPV6: &[([u16; 6], u32, Special)] = &[
    // IPv4-compatible (deprecated, RFC 4291, 2.5.5.1), IPv4-mapped, IPv4-translated (RFC 2765).
    ([0; 6], 96, Special::Embedded),
    ([0, 0, 0, 0, 0, 0xffff], 96, Special::Embedded),
    ([0, 0, 0, 0, 0xffff, 0], 96, Special::Embedded),
    // NAT64 within one network (RFC 8215).
    ([0x64, 0xff9b, 1, 0, 0, 0], 48, Special::Embedded),
    // Teredo (RFC 4380) and 6to4 (RFC 3056).
    ([0x2001, 0, 0, 0, 0, 0], 32, Special::Embedded),
    ([0x2002, 0, 0, 0, 0, 0], 16, Special::Embedded),
    // IETF protocol assignments: benchmarks, ORCHID, drones, anycast of single services.
    ([0x2001, 0, 0, 0, 0, 0], 23, Special::Reserved),
    ([0x2001, 0xdb8, 0, 0, 0, 0], 32, Special::Reserved),
    ([0x3fff, 0, 0, 0, 0, 0], 20, Special::Reserved),
    ([0xfc00, 0, 0, 0, 0, 0], 7, Special::Private),
    ([0xfec0, 0, 0, 0, 0, 0], 10, Special::Private),
    ([0xfe80, 0, 0, 0, 0, 0], 10, Special::LinkLocal),
    ([0xff00, 0, 0, 0, 0, 0], 8, Special::Multicast),
];

/// Where public addresses of IPv6 are given out.
const PUBLIC: ([u16; 6], u32) = ([0x2000, 0, 0, 0, 0, 0], 3);

/// NAT64 (RFC 6052): the last 32 bits are the IPv4 address that is reached. Where a network has no
/// IPv4, every host without IPv6 is found so, and it is as public as its own address.
const NAT64: ([u16; 6], u32) = ([0x64, 0xff9b, 0, 0, 0, 0], 96);

/// Anycast services of 192.0.0.0/24 that are reachable (RFC 7723, RFC 8155).
const REACHABLE: [Ipv4Addr; 2] = [Ipv4Addr::new(192, 0, 0, 9), Ipv4Addr::new(192, 0, 0, 10)];

/// Returns why an address is not public; `None` for one that is.
pub fn special(address: IpAddr) -> Option<Special> {
    match address {
        IpAddr::V4(address) => special_v4(address),
        IpAddr::V6(address) => special_v6(address),
    }
}

fn special_v4(address: Ipv4Addr) -> Option<Special> {
    if REACHABLE.contains(&address) {
        return None;
    }
    let is_in = |(first, bits, _): &&(Ipv4Addr, u32, Special)| {
        let differing = first.to_bits() ^ address.to_bits();
        differing.leading_zeros() >= *bits
    };
    IPV4.iter().find(is_in).map(|(_, _, special)| *special)
}

fn special_v6(address: Ipv6Addr) -> Option<Special> {
    if address == Ipv6Addr::UNSPECIFIED {
        return Some(Special::Unspecified);
    }
    if address == Ipv6Addr::LOCALHOST {
        return Some(Special::Loopback);
    }
    let is_in = |first: [u16; 6], bits: u32| {
        let differing = with(first, 0).to_bits() ^ address.to_bits();
        differing.leading_zeros() >= bits
    };
    if is_in(NAT64.0, NAT64.1) {
        let [.., a, b, c, d] = address.octets();
        return special_v4(Ipv4Addr::new(a, b, c, d));
    }
    let mut ranges = IPV6.iter();
    match ranges.find(|(first, bits, _)| is_in(*first, *bits)) {
        Some((_, _, special)) => Some(*special),
        None => (!is_in(PUBLIC.0, PUBLIC.1)).then_some(Special::Reserved),
    }
}

/// Returns the address of six groups and 32 bits.
fn with([a, b, c, d, e, f]: [u16; 6], last: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(Ipv6Addr::new(a, b, c, d, e, f, 0, 0).to_bits() | u128::from(last))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_ends_of_every_range_are_told() {
        let cases: &[(&str, Option<Special>)] = &[
            ("0.0.0.0", Some(Special::Unspecified)),
            ("0.255.255.255", Some(Special::Unspecified)),
            ("1.0.0.0", None),
            ("9.255.255.255", None),
            ("10.0.0.0", Some(Special::Private)),
            ("10.255.255.255", Some(Special::Private)),
            ("11.0.0.0", None),
            ("100.63.255.255", None),
            ("100.64.0.0", Some(Special::Shared)),
            ("100.127.255.255", Some(Special::Shared)),
            ("100.128.0.0", None),
            ("126.255.255.255", None),
            ("127.0.0.1", Some(Special::Loopback)),
            ("127.255.255.255", Some(Special::Loopback)),
            ("128.0.0.0", None),
            ("169.253.255.255", None),
            ("169.254.169.254", Some(Special::LinkLocal)),
            ("169.255.0.0", None),
            ("172.15.255.255", None),
            ("172.16.0.0", Some(Special::Private)),
            ("172.31.255.255", Some(Special::Private)),
            ("172.32.0.0", None),
            ("191.255.255.255", None),
            ("192.0.0.0", Some(Special::Reserved)),
            ("192.0.0.8", Some(Special::Reserved)),
            ("192.0.0.9", None),
            ("192.0.0.10", None),
            ("192.0.0.170", Some(Special::Reserved)),
            ("192.0.1.0", None),
            ("192.0.2.1", Some(Special::Reserved)),
            ("192.0.3.0", None),
            ("192.31.196.1", None),
            ("192.88.99.1", Some(Special::Reserved)),
            ("192.167.255.255", None),
            ("192.168.0.0", Some(Special::Private)),
            ("192.169.0.0", None),
            ("198.17.255.255", None),
            ("198.18.0.0", Some(Special::Reserved)),
            ("198.19.255.255", Some(Special::Reserved)),
            ("198.20.0.0", None),
            ("198.51.100.7", Some(Special::Reserved)),
            ("203.0.113.7", Some(Special::Reserved)),
            ("223.255.255.255", None),
            ("224.0.0.0", Some(Special::Multicast)),
            ("239.255.255.255", Some(Special::Multicast)),
            ("240.0.0.0", Some(Special::Reserved)),
            ("255.255.255.254", Some(Special::Reserved)),
            ("255.255.255.255", Some(Special::Multicast)),
            ("::", Some(Special::Unspecified)),
            ("::1", Some(Special::Loopback)),
            ("::2", Some(Special::Embedded)),
            ("::8.8.8.8", Some(Special::Embedded)),
            ("::ffff:8.8.8.8", Some(Special::Embedded)),
            ("::ffff:127.0.0.1", Some(Special::Embedded)),
            ("::ffff:0:8.8.8.8", Some(Special::Embedded)),
            ("64:ff9b::8.8.8.8", None),
            ("64:ff9b::10.0.0.1", Some(Special::Private)),
            ("64:ff9b::169.254.169.254", Some(Special::LinkLocal)),
            ("64:ff9b:1::8.8.8.8", Some(Special::Embedded)),
            ("64:ff9b:0:1::8.8.8.8", Some(Special::Reserved)),
            ("100::1", Some(Special::Reserved)),
            ("1fff:ffff::1", Some(Special::Reserved)),
            ("2000::1", None),
            ("2001::1", Some(Special::Embedded)),
            ("2001:0:4136:e378::", Some(Special::Embedded)),
            ("2001:2::1", Some(Special::Reserved)),
            ("2001:1ff:ffff::1", Some(Special::Reserved)),
            ("2001:200::1", None),
            ("2001:db7:ffff::1", None),
            ("2001:db8::1", Some(Special::Reserved)),
            ("2001:db9::1", None),
            ("2001:4860:4860::8888", None),
            ("2002:7f00:1::", Some(Special::Embedded)),
            ("2003::1", None),
            ("2606:4700:4700::1111", None),
            ("3ffe:ffff::1", None),
            ("3fff::1", Some(Special::Reserved)),
            ("3fff:fff:ffff::1", Some(Special::Reserved)),
            ("3fff:1000::1", None),
            ("4000::1", Some(Special::Reserved)),
            ("5f00::1", Some(Special::Reserved)),
            ("fbff::1", Some(Special::Reserved)),
            ("fc00::1", Some(Special::Private)),
            ("fd00:ec2::254", Some(Special::Private)),
            ("fe00::1", Some(Special::Reserved)),
            ("fe80::1", Some(Special::LinkLocal)),
            ("febf::1", Some(Special::LinkLocal)),
            ("fec0::1", Some(Special::Private)),
            ("ff02::1", Some(Special::Multicast)),
        ];
        for (text, expected) in cases {
            let address = text.parse().expect(text);
            assert_eq!(special(address), *expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_the_standard_library_calls_special_is_no_public_address(bits: u32) {
            let address = Ipv4Addr::from_bits(bits);
            let known = address.is_private()
                || address.is_loopback()
                || address.is_link_local()
                || address.is_multicast()
                || address.is_broadcast()
                || address.is_documentation()
                || address.is_unspecified();
            prop_assert!(!known || special(address.into()).is_some(), "{address}");
            // Behind NAT64 it is what it is without.
            let nat64 = with(NAT64.0, bits);
            prop_assert_eq!(special(nat64.into()), special(address.into()));
            // In every other form it is refused.
            let mapped = address.to_ipv6_mapped();
            prop_assert_eq!(special(mapped.into()), Some(Special::Embedded));
        }

        #[test]
        fn only_unicast_that_is_given_out_is_public(bits: u128) {
            let address = Ipv6Addr::from_bits(bits);
            let known = address.is_loopback()
                || address.is_multicast()
                || address.is_unique_local()
                || address.is_unicast_link_local()
                || address.is_unspecified();
            prop_assert!(!known || special(address.into()).is_some(), "{address}");
        }
    }
}
