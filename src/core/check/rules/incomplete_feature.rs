//! Rule `incomplete-feature`: a feature of an agent and the tool that it works through do not go
//! together.

use crate::check::{Project, Rule};
use crate::config::agent::AgentDefinition;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;

pub(super) const RULE: Rule = Rule {
    name: "incomplete-feature",
    code: Code::Governance,
    severity: Severity::Warning,
    summary: "A feature is on without the tool that it works through, or the other way round.",
    page: r#"
## Why it matters

Some features work through a tool of the runtime, and the Python runtime starts no run of an agent
that has one without the other:

| setting | tool | permission |
|---|---|---|
| `context_policy.skills_enabled` | `core.skills_load` | `skills.read` |
| `context_policy.working_state_enabled` | `core.working_state_update` | `context.write` |
| `context_policy.offload_tool_results` | `core.context_read` | `context.read` |
| `context_policy.compact_history` | `core.context_read` | `context.read` |
| `learned_memory_policy.enabled` | `core.memory_recall`, `_write`, `_delete` | `memory.…` |

The first two need their tool and the tool needs them; the next two need the tool; memory may be on
without its tools, but the tools need it.

## Example

```yaml
agents:
  - name: assistant
    context_policy: {skills_enabled: true}
```

Better:

```yaml
agents:
  - name: assistant
    context_policy: {skills_enabled: true}
    enabled_tools: [core.skills_load]
    tool_permissions: [skills.read]
```

## What to do

Enable the tool and grant its permission, or switch the setting off; where the tool is there alone,
switch the setting on or take the tool out.
"#,
    run: Some(run),
};

/// A feature and the tool that it works through.
struct Feature {
    section: &'static str,
    setting: &'static str,
    place: Option<Span>,
    on: bool,
    tool: &'static str,
    permission: &'static str,
    /// Which of the two needs the other.
    needs: Needs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// The setting needs the tool.
    Tool,
    /// The tool needs the setting.
    Setting,
    /// Each needs the other.
    EachOther,
}

fn features(agent: &AgentDefinition) -> Vec<Feature> {
    let (context, memory) = (&agent.context_policy, &agent.learned_memory_policy);
    let of_context = |setting, on, tool, permission, needs| Feature {
        section: "context_policy",
        setting,
        place: context.span,
        on,
        tool,
        permission,
        needs,
    };
    let of_memory = |tool, permission| Feature {
        section: "learned_memory_policy",
        setting: "enabled",
        place: memory.span,
        on: memory.enabled,
        tool,
        permission,
        needs: Needs::Setting,
    };
    vec![
        of_context(
            "skills_enabled",
            context.skills_enabled,
            "core.skills_load",
            "skills.read",
            Needs::EachOther,
        ),
        of_context(
            "working_state_enabled",
            context.working_state_enabled,
            "core.working_state_update",
            "context.write",
            Needs::EachOther,
        ),
        of_context(
            "offload_tool_results",
            context.offload_tool_results,
            "core.context_read",
            "context.read",
            Needs::Tool,
        ),
        of_context(
            "compact_history",
            context.compact_history,
            "core.context_read",
            "context.read",
            Needs::Tool,
        ),
        of_memory("core.memory_recall", "memory.read"),
        of_memory("core.memory_write", "memory.write"),
        of_memory("core.memory_delete", "memory.delete"),
    ]
}

fn run(project: &Project<'_>, findings: &mut Vec<Diagnostic>) {
    for agent in &project.agents.agents {
        if agent.damaged {
            continue;
        }
        for feature in features(agent) {
            let mut tools = agent.enabled_tools.iter();
            let tool = tools.find(|tool| tool.value == feature.tool);
            match tool {
                None if feature.on && feature.needs != Needs::Setting => {
                    findings.push(without_tool(agent, &feature));
                }
                Some(tool) if !feature.on && feature.needs != Needs::Tool => {
                    findings.push(without_setting(agent, &feature, tool.span));
                }
                _ => {}
            }
        }
    }
}

/// Reports a setting without its tool. A tool without its permission is another rule's.
fn without_tool(agent: &AgentDefinition, feature: &Feature) -> Diagnostic {
    let Feature {
        section,
        setting,
        tool,
        permission,
        ..
    } = feature;
    let message = format!("`{setting}` works through `{tool}`, which this agent does not enable");
    let grant = match agent.tool_permissions.contains(permission) {
        true => String::new(),
        false => format!(" and {permission} to tool_permissions"),
    };
    Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(feature.place, format!("`{setting}` is on"))
        .at(agent.enabled_tools.span, "the tool is not among these")
        .agent(agent.name.value.as_str())
        .field(format!("{section}.{setting}"))
        .name(*tool)
        .help(format!(
            "Add {tool} to enabled_tools{grant}, or switch {setting} off; no run starts otherwise."
        ))
}

/// Reports a tool without its setting.
fn without_setting(agent: &AgentDefinition, feature: &Feature, place: Option<Span>) -> Diagnostic {
    let Feature {
        section,
        setting,
        tool,
        ..
    } = feature;
    let message = format!("`{tool}` works only with `{section}.{setting}`, which is off");
    Diagnostic::new(RULE.name, RULE.code, RULE.severity, message)
        .at(place, "switched off")
        .at(feature.place, format!("`{setting}` is not on here"))
        .agent(agent.name.value.as_str())
        .field("enabled_tools")
        .name(*tool)
        .help(format!(
            "Set {section}.{setting} to true, or take {tool} out of enabled_tools; no run starts \
             otherwise."
        ))
}
