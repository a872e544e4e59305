//! What a capability policy says, in a deployment and on a machine.

use super::{Decoder, Map};
use crate::choice;
use crate::source::Spanned;

choice! {
    /// What a policy does with a capability; the later one is stricter.
    pub enum PolicyEffect {
        /// The call goes on.
        Allow = "allow",
        /// A person is asked.
        RequireApproval = "require_approval",
        /// The call is refused.
        Deny = "deny",
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

    /// Tells whether it speaks about this capability.
    pub fn matches(self, capability: &str) -> bool {
        match self {
            Self::Every => true,
            Self::Below(start) => capability.starts_with(start),
            Self::Exact(name) => capability == name,
        }
    }

    /// Orders patterns that match the same capability: the larger is the more specific.
    fn specificity(self) -> usize {
        match self {
            Self::Every => 0,
            Self::Below(start) => start.len(),
            Self::Exact(_) => usize::MAX,
        }
    }
}

/// Returns the entry that speaks for a capability: its own, else that of the longest prefix, else
/// that of `*`.
pub fn entry_for<'p>(
    capabilities: &'p CapabilityEffects,
    capability: &str,
) -> Option<(&'p Spanned<String>, PolicyEffect)> {
    capabilities
        .iter()
        .filter_map(|(key, effect)| {
            let pattern = CapabilityPattern::parse(key)?;
            pattern
                .matches(capability)
                .then(|| (pattern.specificity(), key, effect.value))
        })
        .max_by_key(|(specificity, _, _)| *specificity)
        .map(|(_, key, effect)| (key, effect))
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
            let found = entry_for(&capabilities, capability);
            let found = found.map(|(key, effect)| (key.value.as_str(), effect));
            assert_eq!(found, Some((key, effect)), "{capability}");
        }
        assert_eq!(entry_for(&CapabilityEffects::default(), "email.send"), None);
    }

    #[test]
    fn the_stricter_effect_is_the_larger() {
        assert!(PolicyEffect::Allow < PolicyEffect::RequireApproval);
        assert!(PolicyEffect::RequireApproval < PolicyEffect::Deny);
    }
}
