//! Digests that keys, approvals and grants are bound to: SHA-256 of canonical JSON (RFC 8785).

use serde_json::{Value, json};

use super::canonical::digest;
use super::identity::CallIdentity;
use crate::registry::ToolSpec;

/// Returns the digest of a tool's contract: everything that a person who approves a call, or a
/// process that repeats one, relies on.
pub fn contract_digest(spec: &ToolSpec) -> String {
    let variants: Vec<Value> = spec
        .variants
        .iter()
        .map(|variant| {
            json!({
                "argument": variant.argument,
                "values": variant.values,
                "side_effect": variant.side_effect,
                "idempotency": variant.idempotency,
                "permissions": variant.permissions,
                "policy_capabilities": variant.policy_capabilities,
            })
        })
        .collect();
    digest(&json!({
        "name": spec.name,
        "version": spec.version,
        "description": spec.description,
        "side_effect": spec.side_effect,
        "idempotency": spec.idempotency,
        "key_reaches": spec.key_reaches,
        "permissions": spec.permissions,
        "policy_capabilities": spec.policy_capabilities,
        "input_schema": spec.input_schema,
        "output_schema": spec.output_schema,
        "approval": spec.approval,
        "variants": variants,
    }))
}

/// Returns the digest of a request: what a key is bound to.
pub fn request_digest(
    tool: &str,
    contract: &str,
    arguments: &Value,
    identity: &CallIdentity,
    target: Option<&str>,
) -> String {
    digest(&json!({
        "tool": tool,
        "contract": contract,
        "arguments": arguments,
        "context": context(identity),
        "target": target,
    }))
}

/// What a fingerprint is taken of.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'p> {
    /// The namespace of the deployment.
    pub namespace: &'p str,
    /// The agent.
    pub agent: &'p str,
    /// The tool.
    pub tool: &'p str,
    /// Digest of the tool's contract.
    pub contract: &'p str,
    /// The arguments.
    pub arguments: &'p Value,
    /// Whom the call is made for.
    pub identity: &'p CallIdentity,
    /// Where it goes, without secrets.
    pub target: Option<&'p str>,
    /// Digest of the preview; `None` where the tool has none.
    pub preview: Option<&'p str>,
}

impl Plan<'_> {
    /// Returns the fingerprint: what an approval is bound to.
    pub fn fingerprint(&self) -> String {
        digest(&json!({
            "namespace": self.namespace,
            "agent": self.agent,
            "tool": self.tool,
            "contract": self.contract,
            "arguments": self.arguments,
            "context": context(self.identity),
            "target": self.target,
            "preview": self.preview,
        }))
    }
}

/// Returns the parts of an identity that change what a call does. Run and step name the occasion,
/// not the caller: a repetition in another run is the same request.
fn context(identity: &CallIdentity) -> Value {
    json!({"tenant_id": identity.tenant_id, "user_id": identity.user_id})
}

/// Returns the digest of a text, as 64 small hexadecimal digits.
pub fn text_digest(text: &str) -> String {
    digest(&Value::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARGUMENTS: &str = r#"{"id": 9007199254740993, "note": "é"}"#;

    fn plan<'p>(arguments: &'p Value, identity: &'p CallIdentity) -> Plan<'p> {
        Plan {
            namespace: "n",
            agent: "a",
            tool: "t.t",
            contract: "c",
            arguments,
            identity,
            target: Some("host"),
            preview: Some("p"),
        }
    }

    #[test]
    fn every_part_counts() {
        let arguments: Value = serde_json::from_str(ARGUMENTS).expect("JSON");
        let near: Value = serde_json::from_str(&ARGUMENTS.replace("993", "992")).expect("JSON");
        let nobody = CallIdentity::default();
        let tenant = CallIdentity {
            tenant_id: Some("t".to_owned()),
            ..CallIdentity::default()
        };
        let base = plan(&arguments, &nobody);
        let variants = [
            (
                "namespace",
                Plan {
                    namespace: "m",
                    ..base
                },
            ),
            ("agent", Plan { agent: "b", ..base }),
            (
                "tool",
                Plan {
                    tool: "t.u",
                    ..base
                },
            ),
            (
                "contract",
                Plan {
                    contract: "d",
                    ..base
                },
            ),
            ("arguments", plan(&near, &nobody)),
            ("context", plan(&arguments, &tenant)),
            (
                "target",
                Plan {
                    target: None,
                    ..base
                },
            ),
            (
                "preview",
                Plan {
                    preview: None,
                    ..base
                },
            ),
        ];
        for (part, variant) in variants {
            assert_ne!(variant.fingerprint(), base.fingerprint(), "{part}");
        }
        assert_eq!(base.fingerprint(), base.fingerprint());
        assert_eq!(base.fingerprint().len(), 64);
    }

    /// The text that the digest is of, written out by hand.
    #[test]
    fn a_fingerprint_can_be_computed_elsewhere() {
        let arguments: Value = serde_json::from_str(ARGUMENTS).expect("JSON");
        let text = concat!(
            r#"{"agent":"a","arguments":{"id":9007199254740993,"note":"é"},"#,
            r#""context":{"tenant_id":null,"user_id":null},"contract":"c","namespace":"n","#,
            r#""preview":"p","target":"host","tool":"t.t"}"#,
        );
        let expected: String = {
            use sha2::Digest as _;
            let digest = sha2::Sha256::digest(text);
            digest.iter().map(|byte| format!("{byte:02x}")).collect()
        };
        let nobody = CallIdentity::default();
        assert_eq!(plan(&arguments, &nobody).fingerprint(), expected);
    }
}
