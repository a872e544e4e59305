//! Pages of the rules that speak about calls, as `algen why` names them.

/// A rule and what it says.
struct CallRule {
    name: &'static str,
    page: &'static str,
}

const CALL_RULES: &[CallRule] = &[
    CallRule {
        name: "enabled-tool",
        page: "\
An agent calls only the tools that its enabled_tools lists.",
    },
    CallRule {
        name: "callable",
        page: "\
This program runs the tools of connectors that are more than a contract. Tools of the Python
runtime's own loop, of Python plugins and of contracts are listed and refused.",
    },
    CallRule {
        name: "tool-permission",
        page: "\
Every permission that the tool needs stands in tool_permissions of the agent. For a tool whose
effect depends on an argument, as git, those of the selected action count.",
    },
    CallRule {
        name: "capability-policy",
        page: "\
policy.capabilities of algen.yaml decides by capability: its own entry, else the longest prefix
such as email.*, else *, else policy.default_effect. Over several capabilities of a tool the
strictest counts. Without an entry process.execute and shell.execute need approval. A tool
without capabilities is allowed.",
    },
    CallRule {
        name: "host-policy",
        page: "\
/etc/algen/policy.yaml and $XDG_CONFIG_HOME/algen/policy.yaml say what this machine allows,
whatever a project says. They only tighten. A policy that cannot be read refuses every call.",
    },
    CallRule {
        name: "subprocess-tools",
        page: "\
Tools that start programs need security.allow_subprocess_tools in the agent file. git has its
own permissions and is not meant.",
    },
    CallRule {
        name: "unattended",
        page: "\
With `unattended: deny` in a policy of this machine, calls that leave the program run only where
a person sits at the terminal.",
    },
    CallRule {
        name: "tool-approval",
        page: "\
Some tools ask before every call, destructive ones among them. Nothing but a person answers
that.",
    },
    CallRule {
        name: "approval-policy",
        page: "\
approval_policy of the agent asks before effects: require_for_side_effects before write,
external and destructive ones, require_for_destructive before destructive ones. --yes and
--approve answer this question alone, and --yes never a destructive effect.",
    },
    CallRule {
        name: "limit",
        page: "\
policy.limits of algen.yaml and limits of a policy of this machine bound how often a tool is
called in any stretch of time. Calls that were not attempted do not count.",
    },
    CallRule {
        name: "egress",
        page: "\
Where a policy lists hosts under egress, a call reaches no other.",
    },
    CallRule {
        name: "guardrail",
        page: "\
A guardrail that would change an argument refuses the call. A field that says what it holds
passes: format: email and format: phone for exactly one of it, x-algen-holds for any.
tool_policies of the agent's guardrail_policy replaces policies around calls.",
    },
    CallRule {
        name: "guardrails",
        page: "\
secrets and pii look at arguments and results. Arguments that they would change refuse the call,
results are returned changed and marked redacted. prompt_injection and output_validation belong
to what a model reads and answers.",
    },
    CallRule {
        name: "tool-result-injection",
        page: "\
tool_result_injection of the agent's guardrail_policy looks for instructions to a model in
results: off looks for nothing, flag puts a warning around them, block withholds them. The call
was done all the same.",
    },
];

/// Returns the names of the rules.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    CALL_RULES.iter().map(|rule| rule.name)
}

/// Returns the page of a rule.
pub(super) fn page(name: &str) -> Option<String> {
    let rule = CALL_RULES.iter().find(|rule| rule.name == name)?;
    Some(format!("{name} (a rule of calls)\n\n{}\n", rule.page))
}
