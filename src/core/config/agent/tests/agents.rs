//! Agents and the file as a whole.

use serde_json::{Value as Json, json};

use super::super::{ApprovalPolicy, OnRejection, Transport};
use super::{Document, agent, assert_cases, decode, told, with_agent};
use crate::source::Spanned;

#[test]
fn a_file_is_read() {
    let document = json!({
        "agents": [agent(json!({
            "enabled_tools": ["sample.echo", "sample.echo"],
            "approval_policy": {"on_rejection": "continue"},
        }))],
        "http_tools": [],
        "mcp_servers": [{"name": "gh", "transport": "sse", "url": "https://x.example/mcp"}],
        "feature_flags": {"a": 1},
        "extensions": [{"anything": "goes"}],
    });
    let (file, found) = Document::new(document).decode(decode);
    assert_eq!(found, []);
    let [agent] = file.agents.as_slice() else {
        panic!("one agent");
    };
    assert_eq!(agent.name.value, "assistant");
    assert!(!agent.damaged && !file.damaged);
    assert_eq!(
        agent.enabled_tools.members,
        [Spanned::implied("sample.echo".to_owned())]
    );
    assert_eq!(agent.planning_strategy.value, "react");
    assert_eq!(agent.planning_strategy.span, None);
    assert_eq!(agent.approval_policy.on_rejection, OnRejection::Continue);
    assert_eq!(agent.max_steps, 16);
    assert_eq!(ApprovalPolicy::default().expires_seconds, 3600);
    let policies = agent.guardrail_policy.around_tools();
    let policies: Vec<&str> = policies
        .iter()
        .map(|policy| policy.value.as_str())
        .collect();
    assert_eq!(
        policies,
        [
            "secrets",
            "pii",
            "prompt_injection",
            "output_validation",
            "authorization"
        ]
    );
    assert_eq!(
        file.mcp_servers.first().map(|server| server.transport),
        Some(Transport::Sse)
    );
    assert_eq!(file.feature_flags.get("a"), Some(&true));
}

#[test]
fn agents_are_checked() {
    let long = "x".repeat(513);
    let skill = |name: &str| {
        json!({
            "name": name,
            "version": "1.0.0",
            "description": "d",
            "instructions": "i",
        })
    };
    let many: Vec<Json> = (0..33).map(|index| skill(&format!("s{index}"))).collect();
    assert_cases(&[
        (
            "four keys missing",
            with_agent(json!({
                "version": null,
                "description": null,
                "system_instructions": null,
                "default_model": null,
            })),
            &[
                ("missing-key", "agents.0.version"),
                ("missing-key", "agents.0.description"),
                ("missing-key", "agents.0.system_instructions"),
                ("missing-key", "agents.0.default_model"),
            ],
        ),
        (
            "bad name",
            with_agent(json!({"name": "Assistant"})),
            &[("invalid-value", "agents.0.name")],
        ),
        (
            "short name",
            with_agent(json!({"name": "a"})),
            &[("invalid-value", "agents.0.name")],
        ),
        (
            "version of two numbers",
            with_agent(json!({"version": "1.0"})),
            &[("invalid-value", "agents.0.version")],
        ),
        (
            "version with a part behind",
            with_agent(json!({"version": "1.0.0-rc.1"})),
            &[],
        ),
        (
            "unknown key",
            with_agent(json!({"enabled_tool": []})),
            &[("unknown-key", "agents.0.enabled_tool")],
        ),
        (
            "a text for a list",
            with_agent(json!({"enabled_tools": "x.y"})),
            &[("wrong-type", "agents.0.enabled_tools")],
        ),
        (
            "steps out of bounds",
            with_agent(json!({"max_steps": 0})),
            &[("invalid-value", "agents.0.max_steps")],
        ),
        (
            "a free workflow",
            with_agent(json!({"workflow": {"a": [1]}})),
            &[],
        ),
        (
            "a provider that is not named",
            with_agent(json!({"default_model": {"name": "m"}})),
            &[("missing-key", "agents.0.default_model.provider")],
        ),
        (
            "a provider that is a number",
            with_agent(json!({"default_model": {"name": "m", "provider": 1}})),
            &[("wrong-type", "agents.0.default_model.provider")],
        ),
        (
            "a fallback without provider",
            with_agent(json!({
                "fallback_models": [
                    {"name": "m", "provider": "p"},
                    {"name": "n", "provider": null},
                ],
            })),
            &[("missing-key", "agents.0.fallback_models.1.provider")],
        ),
        (
            "an archive of nothing",
            with_agent(json!({"context_policy": {"archive_compacted_history": true}})),
            &[(
                "conflicting-settings",
                "agents.0.context_policy.archive_compacted_history",
            )],
        ),
        (
            "an archive that cannot be judged",
            with_agent(json!({
                "context_policy": {
                    "archive_compacted_history": true,
                    "compact_history": "maybe",
                },
            })),
            &[("wrong-type", "agents.0.context_policy.compact_history")],
        ),
        (
            "a ratio of nothing",
            with_agent(json!({"context_policy": {"compaction_trigger_ratio": 0}})),
            &[(
                "invalid-value",
                "agents.0.context_policy.compaction_trigger_ratio",
            )],
        ),
        (
            "skills of one name",
            with_agent(json!({"skills": [skill("a"), skill("b"), skill("a")]})),
            &[("duplicate-name", "agents.0.skills.2.name")],
        ),
        (
            "too many skills",
            with_agent(json!({"skills": many})),
            &[("invalid-value", "agents.0.skills")],
        ),
        (
            "a long description",
            with_agent(json!({
                "skills": [
                    {"name": "a", "version": "1.0.0", "description": long, "instructions": ""},
                ],
            })),
            &[
                ("invalid-value", "agents.0.skills.0.description"),
                ("invalid-value", "agents.0.skills.0.instructions"),
            ],
        ),
        (
            "a misspelt error kind",
            with_agent(json!({"retry_policy": {"retryable_errors": ["timeot", "timeout"]}})),
            &[("unknown-value", "agents.0.retry_policy.retryable_errors.0")],
        ),
    ]);
}

#[test]
fn findings_name_their_agent() {
    let document = json!({
        "agents": [
            agent(json!({"max_steps": 0})),
            agent(json!({"name": "second", "budget": {"max_tokens": "x"}})),
            agent(json!({"name": 7})),
        ],
        "runtime": {"recovery_limit": 0},
    });
    let (diagnostics, _) = told(document.clone());
    let agents: Vec<Option<&str>> = diagnostics
        .iter()
        .map(|found| found.agent.as_deref())
        .collect();
    assert_eq!(agents, [Some("assistant"), Some("second"), None, None]);
    let file = Document::new(document).decode(decode).0;
    let damaged: Vec<bool> = file.agents.iter().map(|agent| agent.damaged).collect();
    assert_eq!(damaged, [true, true, true]);
    assert!(
        file.damaged
            && file
                .agents
                .iter()
                .skip(1)
                .take(1)
                .all(|agent| agent.budget.damaged)
    );
}

#[test]
fn warnings_do_no_damage() {
    let provider = json!({"type": "openai", "default_model": "m", "api_key": "secret://x"});
    let (file, found) = Document::new(json!({"providers": {"p": provider}})).decode(decode);
    assert_eq!(
        found,
        [("unresolvable-reference", "providers.p.api_key".to_owned())]
    );
    assert!(!file.damaged);
}
