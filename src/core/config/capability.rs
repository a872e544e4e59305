//! What a capability policy says, in a deployment and on a machine.

use std::collections::HashMap;

use super::{Decoder, Map};
use crate::choice;
use crate::source::Spanned;

choice! {
    /// What a policy does with a capability; the later one is stricter.
    pub enum PolicyEffect {
        /// The call goes on.
        Allow = "allow" near ["allowed", "permit"],
        /// A person is asked.
        RequireApproval = "require_approval" near ["ask", "approve", "approval", "require-approval"],
        /// The call is refused.
        Deny = "deny" near ["denied", "block", "forbid"],
    }
}

/// Effects by capability, as written under `capabilities`.
pub type CapabilityEffects = Map<Spanned<PolicyEffect>>;

/// What a key under `capabilities` speaks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CapabilityPattern<'p> {
    /// `*`: every capability.
    Every,
    /// `email.*`: every capability whose name starts so; the text has the dot, not the star.
    Below(&'p str),
    /// `email.send`: this one.
    Exact(&'p str),
}

impl<'p> CapabilityPattern<'p> {
    /// Reads a key; `None` for any other text.
    pub fn parse(text: &'p str) -> Option<Self> {
        if text == "*" {
            return Some(Self::Every);
        }
        let (name, pattern) = match text.strip_suffix('*') {
            Some(start) => (start.strip_suffix('.')?, Self::Below(start)),
            None => (text, Self::Exact(text)),
        };
        name.split('.').all(super::is_action).then_some(pattern)
    }
}

/// A key under `capabilities` and its effect.
pub type CapabilityEntry<'p> = (&'p Spanned<String>, PolicyEffect);

/// The entries of one policy by what they speak about, for many capabilities.
#[derive(Clone, Debug, Default)]
pub struct CapabilityEntries<'p> {
    exact: HashMap<&'p str, CapabilityEntry<'p>>,
    /// By the start that they match, with its dot.
    below: HashMap<&'p str, CapabilityEntry<'p>>,
    every: Option<CapabilityEntry<'p>>,
}

impl<'p> CapabilityEntries<'p> {
    /// Sorts the entries of a policy. Keys that are no pattern, which reading reported, are left
    /// out.
    pub fn of(capabilities: &'p CapabilityEffects) -> Self {
        let mut entries = Self::default();
        for (key, effect) in capabilities.iter() {
            let entry = (key, effect.value);
            match CapabilityPattern::parse(key) {
                Some(CapabilityPattern::Exact(name)) => drop(entries.exact.insert(name, entry)),
                Some(CapabilityPattern::Below(start)) => drop(entries.below.insert(start, entry)),
                Some(CapabilityPattern::Every) => entries.every = Some(entry),
                None => {}
            }
        }
        entries
    }

    /// Returns the entry that speaks for a capability: its own, else that of the longest prefix,
    /// else that of `*`.
    pub fn entry_for(&self, capability: &str) -> Option<CapabilityEntry<'p>> {
        if let Some(entry) = self.exact.get(capability) {
            return Some(*entry);
        }
        let mut dots = capability.rmatch_indices('.').map(|(dot, _)| dot);
        let of_prefix = dots.find_map(|dot| self.below.get(capability.get(..=dot)?));
        of_prefix.copied().or(self.every)
    }
}

/// Reports keys of a section's `capabilities` that are neither a capability, `prefix.*` nor `*`.
pub fn check_capabilities(capabilities: &CapabilityEffects, decoder: &mut Decoder<'_>) {
    decoder.at_field("capabilities", |decoder| {
        for (key, effect) in capabilities.iter() {
            if CapabilityPattern::parse(key).is_some() {
                continue;
            }
            let Some(span) = key.span.or(effect.span) else {
                continue;
            };
            let message = format!("`{}` is not a capability", key.value);
            decoder.at_key(key, |decoder| {
                let diagnostic = decoder.report("invalid-value", span, message, "");
                diagnostic.name = Some(key.value.clone());
                diagnostic.help = Some(
                    "Write a capability such as email.send, email.* for all that start so, or * \
                     for all."
                        .to_owned(),
                );
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keys_are_capabilities_prefixes_or_a_star() {
        let cases = [
            ("*", Some(CapabilityPattern::Every)),
            ("email.*", Some(CapabilityPattern::Below("email."))),
            ("email.send", Some(CapabilityPattern::Exact("email.send"))),
            ("acme.mail.*", Some(CapabilityPattern::Below("acme.mail."))),
            ("email", Some(CapabilityPattern::Exact("email"))),
            ("email*", None),
            (".*", None),
            ("**", None),
            ("*.send", None),
            ("Email.send", None),
            ("email..send", None),
            ("email.", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(CapabilityPattern::parse(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_most_specific_entry_speaks() {
        let entry =
            |key: &str, effect| (Spanned::implied(key.to_owned()), Spanned::implied(effect));
        let capabilities = CapabilityEffects {
            entries: vec![
                entry("*", PolicyEffect::Deny),
                entry("email.send", PolicyEffect::RequireApproval),
                entry("email.*", PolicyEffect::Allow),
                entry("email.drafts.*", PolicyEffect::Deny),
            ],
            ..CapabilityEffects::default()
        };
        let cases = [
            ("email.send", "email.send", PolicyEffect::RequireApproval),
            ("email.read", "email.*", PolicyEffect::Allow),
            ("email.drafts.write", "email.drafts.*", PolicyEffect::Deny),
            ("emailing.read", "*", PolicyEffect::Deny),
            ("email", "*", PolicyEffect::Deny),
        ];
        for (capability, key, effect) in cases {
            let found = CapabilityEntries::of(&capabilities).entry_for(capability);
            let found = found.map(|(key, effect)| (key.value.as_str(), effect));
            assert_eq!(found, Some((key, effect)), "{capability}");
        }
        let nothing = CapabilityEntries::default();
        assert_eq!(nothing.entry_for("email.send"), None);
    }

    /// The rule, word by word: of the keys that match the one with the most of the name.
    fn expected<'p>(capabilities: &'p CapabilityEffects, capability: &str) -> Option<&'p str> {
        let matching = capabilities.keys().filter_map(|key| {
            let (weight, matches) = match CapabilityPattern::parse(key)? {
                CapabilityPattern::Every => (0, true),
                CapabilityPattern::Below(start) => (start.len(), capability.starts_with(start)),
                CapabilityPattern::Exact(name) => (usize::MAX, capability == name),
            };
            matches.then_some((weight, key))
        });
        matching.max().map(|(_, key)| key)
    }

    proptest! {
        #[test]
        fn any_entries_speak_by_the_rule(
            keys in proptest::collection::btree_set("\\*|[ab](\\.[ab]){0,2}(\\.\\*)?", 0..8),
            capability in "[ab.]{0,7}",
        ) {
            let entries = keys.into_iter().map(|key| {
                (Spanned::implied(key), Spanned::implied(PolicyEffect::Deny))
            });
            let capabilities = CapabilityEffects {
                entries: entries.collect(),
                ..CapabilityEffects::default()
            };
            let index = CapabilityEntries::of(&capabilities);
            let found = index.entry_for(&capability).map(|(key, _)| key.value.as_str());
            prop_assert_eq!(found, expected(&capabilities, &capability));
        }
    }

    #[test]
    fn the_stricter_effect_is_the_larger() {
        assert!(PolicyEffect::Allow < PolicyEffect::RequireApproval);
        assert!(PolicyEffect::RequireApproval < PolicyEffect::Deny);
    }
}
