//! `algen why`: every rule that would speak about a call, with its place, and the decision.

use serde_json::Value;

use crate::support::{Project, Shown};

const AGENT: &str = "\
providers:
  demo: {type: mock, default_model: m}
agents:
  - name: assistant
    version: 1.0.0
    description: d
    system_instructions: s
    default_model: {name: m, provider: demo, model: m}
    domain_plugins: [algen_agent_tools.sample, algen.git]
    enabled_tools: [sample.echo, git.git]
    tool_permissions: [sample.read, git.read]
security:
  trusted_plugin_prefixes: [algen_agent_tools, algen]
";

#[test]
fn a_call_that_may_be_made_is_explained() {
    let project = Project::with(&[("agent.yaml", AGENT)]);
    let shown = project.run(&["why", "echo", "text=hi"]);
    let expected = "\
sample.echo for the agent `assistant` (read)
  passes  callable         this program can run it
  passes  enabled-tool     the agent `assistant` enables `sample.echo` (agent.yaml:10:21)
  passes  tool-permission  the permission `sample.read` is granted (agent.yaml:11:24)
  passes  guardrails       secrets and pii look at arguments and results
  passes  arguments        the arguments fit the tool's schema
decision: allowed
";
    assert_eq!(
        shown,
        Shown {
            code: Some(0),
            stdout: expected.to_owned(),
            stderr: String::new(),
        }
    );
}

#[test]
fn every_rule_of_a_deployment_and_a_machine_is_named_with_its_place() {
    let project = Project::with(&[
        ("agent.yaml", AGENT),
        (
            "algen.yaml",
            "algen: 1\npolicy:\n  capabilities: {git.*: require_approval}\n  limits: {git.git: \
             5/day}\n  egress: [example.com]\n",
        ),
        (
            ".config/algen/policy.yaml",
            "algen: 1\npolicy:\n  capabilities: {git.write: deny}\n",
        ),
    ]);
    let shown = project.run(&["why", "git", "operation=commit", "--json"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(3), ""));
    let document: Value = serde_json::from_str(&shown.stdout).expect("JSON");
    assert_eq!(document["schema"], "algen.why/1");
    assert_eq!(document["decision"], "refused");
    assert_eq!(document["side_effect"], "write");
    let rules = document["rules"].as_array().expect("a list");
    let said: Vec<(&str, &str, String)> = rules
        .iter()
        .map(|rule| {
            let file = rule["file"].as_str().unwrap_or("-");
            let file = file.rsplit('/').next().unwrap_or(file);
            let place = format!("{file}:{}", rule["line"]);
            let text = |key: &str| rule[key].as_str().expect("a text");
            (text("rule"), text("verdict"), place)
        })
        .collect();
    let expected = [
        ("callable", "refuses", "-:null"),
        ("enabled-tool", "passes", "agent.yaml:10"),
        ("tool-permission", "refuses", "agent.yaml:11"),
        ("capability-policy", "asks", "-:null"),
        ("host-policy", "passes", "-:null"),
        ("capability-policy", "asks", "algen.yaml:3"),
        ("host-policy", "refuses", "policy.yaml:3"),
        ("approval-policy", "asks", "-:null"),
        ("limit", "passes", "algen.yaml:4"),
        ("egress", "passes", "algen.yaml:5"),
        ("guardrails", "passes", "-:null"),
        ("arguments", "passes", "-:null"),
    ];
    let expected: Vec<(&str, &str, String)> = expected
        .into_iter()
        .map(|(rule, verdict, place)| (rule, verdict, place.to_owned()))
        .collect();
    assert_eq!(said, expected);
}

#[test]
fn wrong_arguments_and_guardrails_are_rules_too() {
    let project = Project::with(&[("agent.yaml", AGENT)]);
    for (words, line) in [
        (
            "txt=hi",
            "refuses arguments        unknown argument `txt`; did you mean `text`?",
        ),
        (
            "text=bob@example.com",
            "refuses guardrail        the field `/text` holds an e-mail address",
        ),
        (
            "text=",
            "refuses arguments        `text`: expected at least 1 character",
        ),
    ] {
        let shown = project.run(&["why", "sample.echo", words]);
        assert_eq!(
            (shown.code, shown.stderr.as_str()),
            (Some(3), ""),
            "{words}"
        );
        assert!(shown.stdout.contains(line), "{words}: {}", shown.stdout);
        assert!(!shown.stdout.contains("bob@"), "{}", shown.stdout);
    }
}

#[test]
fn what_is_not_there_is_said() {
    let project = Project::with(&[("agent.yaml", AGENT)]);
    for (arguments, message) in [
        (
            vec!["why", "sample.ecko"],
            "error: no tool named `sample.ecko`; did you mean `sample.echo`?\n",
        ),
        (
            vec!["why", "sample.echo", "--agent", "asistant"],
            "error: no agent is called `asistant`; did you mean `assistant`?\n",
        ),
        (
            vec!["why", "calculator.calculator"],
            "error: `calculator.calculator` belongs to `algen.calculator`, which no agent \
             declares in domain_plugins\n",
        ),
    ] {
        let shown = project.run(&arguments);
        let expected = Shown {
            code: Some(2),
            stdout: String::new(),
            stderr: message.to_owned(),
        };
        assert_eq!(shown, expected);
    }
}

/// A tool of the Python runtime's own loop is no tool to call, whatever the agent enables.
#[test]
fn a_tool_of_the_runtime_cannot_be_called() {
    let project = Project::with(&[("agent.yaml", AGENT)]);
    let shown = project.run(&["call", "core.http", "url=x"]);
    let expected = "error: it belongs to the Python runtime's own loop; there is nothing to call \
                    outside of it\n  help: Call a tool of a plugin.\n";
    assert_eq!(
        shown,
        Shown {
            code: Some(2),
            stdout: String::new(),
            stderr: expected.to_owned(),
        }
    );
}
