//! What a machine allows, whatever a project says: `/etc/algen/policy.yaml`, then the user's.
//!
//! A policy only tightens. Every default is the loosest value, so a key that is not written
//! changes nothing, and of two policies and a deployment the strictest counts.

use super::{
    CapabilityEffects, Constraint, Decoder, FormatVersion, HostPattern, Map, Names, Pattern,
    PolicyEffect, Rate, Setting, check_capabilities, check_limits,
};
use crate::source::{Node, Spanned, Value};
use crate::{choice, settings};

static VARIABLE_GLOB: Pattern = Pattern::new(
    r"^[A-Za-z0-9_*?]{1,256}$",
    "the name of a variable, where `*` stands for any letters and `?` for one",
);
static FILE_GLOB: Pattern = Pattern::new(
    r"^(~?/|[^~/\x00])[^\x00]{0,4095}$",
    "a path, where `*` stands for part of a name, `**` for any folders and `?` for one letter",
);
static PROTECTED_GLOB: Pattern = Pattern::new(
    r"^[^~/\x00][^\x00]{0,4095}$",
    "a path beneath a project, where `*` stands for part of a name and `**` for any folders",
);

settings! {
    /// What a machine allows, whatever a project says.
    pub struct HostPolicy as "the host policy" {
        /// Version of the format, 1.
        algen: FormatVersion;
        /// What calls may do: for each capability the stricter of this and the project's counts.
        policy: MachinePolicy = MachinePolicy::default();
        /// The only variables that env:// references may name, as patterns; without it any.
        env: Option<Names> = None;
        /// The only files that file:// references may name, as patterns; without it any.
        files: Option<Names> = None;
        /// The only hosts that calls reach; without it those that the project allows.
        egress: Option<Vec<Spanned<HostPattern>>> = None;
        /// Whether calls run where nobody can be asked.
        unattended: Unattended = Unattended::Allow;
        /// Who may approve.
        approvals: Approvals = Approvals::default();
        /// Calls at most, by tool, as `smtp.send_email: 20/hour`.
        limits: Map<Spanned<Rate>> = Map::default();
        /// Files of a project that no tool may write, besides its configuration and `.git`.
        protected: Names = Names::of(PROTECTED);
    }
    check check_host_policy;
}

/// Files that programs run or read on their own when someone opens a project.
const PROTECTED: &[&str] = &[".envrc", ".github/workflows", ".vscode", ".idea", ".husky"];

settings! {
    /// What calls may do on this machine.
    pub struct MachinePolicy as "`policy`" {
        /// What happens with capabilities that have no entry.
        default_effect: Spanned<PolicyEffect> = Spanned::implied(PolicyEffect::Allow);
        /// Effects by capability: `email.send`, `email.*` or `*`; the most specific counts.
        capabilities: CapabilityEffects = CapabilityEffects::default();
    }
    check check_machine_policy;
}

choice! {
    /// Whether calls run where nobody can be asked.
    pub enum Unattended {
        /// They run, as far as nobody has to be asked.
        Allow = "allow",
        /// Every call needs a terminal.
        Deny = "deny",
    }
}

settings! {
    /// Who may approve.
    pub struct Approvals as "`approvals`" {
        /// The account that answers.
        by: ApprovedBy = ApprovedBy::SameUser;
    }
}

choice! {
    /// The account that answers a question.
    pub enum ApprovedBy {
        /// The one that asked may answer.
        SameUser = "same_user",
        /// Only another one may answer.
        OtherUser = "other_user",
    }
}

impl HostPolicy {
    /// Decodes a document; every problem goes to the decoder. A document without content, `None`
    /// or null, tightens nothing. `None` where nothing could be read: then every call is refused,
    /// because a policy that cannot be read may have forbidden it.
    pub fn decode_document(root: Option<&Node<'_>>, decoder: &mut Decoder<'_>) -> Option<Self> {
        match root.filter(|root| !matches!(root.value, Value::Null)) {
            Some(root) => Self::decode(root, decoder),
            None => Some(Self::default()),
        }
    }
}

/// Applies the rules of keys and patterns.
fn check_host_policy(policy: &HostPolicy, _: &Node<'_>, decoder: &mut Decoder<'_>) {
    check_limits(&policy.limits, decoder);
    check_globs("env", policy.env.as_ref(), &VARIABLE_GLOB, decoder);
    check_globs("files", policy.files.as_ref(), &FILE_GLOB, decoder);
    check_globs(
        "protected",
        Some(&policy.protected),
        &PROTECTED_GLOB,
        decoder,
    );
}

/// Applies the rules of keys of `policy`.
fn check_machine_policy(policy: &MachinePolicy, _: &Node<'_>, decoder: &mut Decoder<'_>) {
    check_capabilities(&policy.capabilities, decoder);
}

/// Reports members of a list that are no pattern, or climb with `..`.
fn check_globs(
    key: &'static str,
    globs: Option<&Names>,
    pattern: &'static Pattern,
    decoder: &mut Decoder<'_>,
) {
    let members = globs.into_iter().flatten().enumerate();
    decoder.at_field(key, |decoder| {
        for (index, glob) in members {
            let climbs = glob.split('/').any(|part| part == "..");
            let broken = Constraint::Matches(pattern).broken_by(glob.view());
            let expected = match (broken, climbs) {
                (Some(expected), _) => expected,
                (None, true) => "a path without `..`".to_owned(),
                (None, false) => continue,
            };
            let Some(span) = glob.span.or_else(|| globs.and_then(|globs| globs.span)) else {
                continue;
            };
            decoder.at_index(index, |decoder| {
                let message = format!("{} takes {expected}", decoder.subject());
                decoder.report("invalid-value", span, message, "not a pattern");
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::test_document::Document;

    #[test]
    fn a_policy_is_read() {
        let document = Document::new(json!({
            "algen": 1,
            "policy": {
                "default_effect": "require_approval",
                "capabilities": {"email.send": "deny", "*": "allow"},
            },
            "env": ["ACME_*", "HOME"],
            "files": ["/run/secrets/*", "~/.config/acme/**", "tokens/?.txt"],
            "egress": ["api.example.com", "*.example.org"],
            "unattended": "deny",
            "approvals": {"by": "other_user"},
            "limits": {"smtp.send_email": "20/hour"},
            "protected": ["deploy/**"],
        }));
        let (policy, findings) = document.decode(HostPolicy::decode_document);
        assert_eq!(findings, []);
        let policy = policy.expect("the document is a mapping");
        assert_eq!(
            policy.policy.default_effect.value,
            PolicyEffect::RequireApproval
        );
        let capabilities = policy.policy.capabilities.iter();
        let capabilities: Vec<_> = capabilities
            .map(|(key, effect)| (key.as_str(), effect.value))
            .collect();
        let expected = [
            ("email.send", PolicyEffect::Deny),
            ("*", PolicyEffect::Allow),
        ];
        assert_eq!(capabilities, expected);
        assert_eq!(policy.env, Some(named(&["ACME_*", "HOME"], &policy.env)));
        assert_eq!(policy.unattended, Unattended::Deny);
        assert_eq!(policy.approvals.by, ApprovedBy::OtherUser);
        let limit = policy.limits.get("smtp.send_email").map(|rate| rate.value);
        assert_eq!(limit, Rate::parse("20/hour"));
        let egress: Vec<_> = policy
            .egress
            .iter()
            .flatten()
            .map(|host| host.as_str())
            .collect();
        assert_eq!(egress, ["api.example.com", "*.example.org"]);
        assert!(policy.protected.contains("deploy/**"));
    }

    /// Returns a set with the place of another, since places count in comparisons of sets.
    fn named(names: &[&str], like: &Option<Names>) -> Names {
        Names {
            span: like.as_ref().and_then(|names| names.span),
            ..Names::of(names)
        }
    }

    #[test]
    fn an_empty_document_tightens_nothing() {
        for document in [json!(null), json!({"algen": 1})] {
            let (policy, findings) = Document::new(document).decode(HostPolicy::decode_document);
            assert_eq!(findings, []);
            let policy = policy.expect("the document has no problem");
            assert_eq!(policy.policy.default_effect.value, PolicyEffect::Allow);
            assert!(policy.policy.capabilities.is_empty() && policy.limits.is_empty());
            assert!(policy.env.is_none() && policy.files.is_none() && policy.egress.is_none());
            assert_eq!(policy.unattended, Unattended::Allow);
            assert_eq!(policy.approvals.by, ApprovedBy::SameUser);
            let protected: Vec<_> = policy.protected.iter().map(|name| name.as_str()).collect();
            assert_eq!(protected, PROTECTED);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let cases = [
            ("a list", json!([]), vec![("wrong-type", "")]),
            ("no version", json!({}), vec![("missing-key", "algen")]),
            (
                "a later version",
                json!({"algen": 2}),
                vec![("unsupported-format", "algen")],
            ),
            (
                "a version as text",
                json!({"algen": "1"}),
                vec![("wrong-type", "algen")],
            ),
            (
                "keys",
                json!({"algen": 1, "egres": [], "policy": {"capability": {}}}),
                vec![
                    ("unknown-key", "policy.capability"),
                    ("unknown-key", "egres"),
                ],
            ),
            (
                "words",
                json!({"algen": 1, "unattended": "no", "approvals": {"by": "anyone"},
                    "policy": {"default_effect": "ask", "capabilities": {"a.b": null}}}),
                vec![
                    ("unknown-value", "unattended"),
                    ("unknown-value", "approvals.by"),
                    ("unknown-value", "policy.default_effect"),
                    ("wrong-type", "policy.capabilities.a.b"),
                ],
            ),
            (
                "keys of mappings",
                json!({"algen": 1, "limits": {"send_email": "1/day"},
                    "policy": {"capabilities": {"Email*": "deny"}}}),
                vec![
                    ("invalid-value", "policy.capabilities.Email*"),
                    ("invalid-value", "limits.send_email"),
                ],
            ),
            (
                "patterns",
                json!({"algen": 1, "env": ["A-B", ""], "files": ["/a/../b", "~x"],
                    "protected": ["/etc", "a/b"], "egress": ["https://a.example"]}),
                vec![
                    ("invalid-value", "egress.0"),
                    ("invalid-value", "env.0"),
                    ("invalid-value", "env.1"),
                    ("invalid-value", "files.0"),
                    ("invalid-value", "files.1"),
                    ("invalid-value", "protected.0"),
                ],
            ),
        ];
        for (name, document, expected) in cases {
            let (_, mut findings) = Document::new(document).decode(HostPolicy::decode_document);
            let mut expected: Vec<_> = expected
                .into_iter()
                .map(|(rule, field)| (rule, field.to_owned()))
                .collect();
            findings.sort();
            expected.sort();
            assert_eq!(findings, expected, "{name}");
        }
    }

    #[test]
    fn every_pattern_compiles() {
        let cases = [
            (&VARIABLE_GLOB, "ACME_*"),
            (&FILE_GLOB, "~/a"),
            (&PROTECTED_GLOB, ".idea"),
        ];
        for (pattern, text) in cases {
            assert!(pattern.matches(text), "{}", pattern.expression());
        }
    }
}
