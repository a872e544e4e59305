//! `check`: formats, merging, standard input, fixes and exit codes.

use serde_json::{Value, json};

use crate::support::{Project, Shown, agent_file};

/// A file with five mistakes of different kinds.
const FIVE_MISTAKES: &str = "\
providers:
  main: {type: opnai, default_model: m}
agents:
  - name: assistant
    version: 1.0
    description: Answers questions
    system_instructions: Be brief.
    default_model: {name: m, provider: main, model: m}
    domain_plugins: [algen_agent_tools.sample]
    enabled_tools: [sample.ecko]
    tool_permision: [sample.read]
    planning_strategy: raect
security:
  trusted_plugin_prefixes: [algen_agent_tools]
";

#[test]
fn five_mistakes_are_five_findings_with_carets() {
    let project = Project::with(&[("agent.yaml", FIVE_MISTAKES)]);
    let shown = project.run(&["check"]);
    let expected = include_str!("five_mistakes.txt");
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/five_mistakes.txt");
        std::fs::write(path, &shown.stdout).unwrap();
        return;
    }
    assert_eq!(
        shown,
        Shown {
            code: Some(1),
            stdout: expected.to_owned(),
            stderr: String::new(),
        }
    );
}

#[test]
fn every_format_tells_the_same_findings() {
    let project = Project::with(&[("agent.yaml", FIVE_MISTAKES)]);
    let expected = [
        ("unsupported-provider-type", 2, 16),
        ("wrong-type", 5, 14),
        ("unknown-tool", 10, 21),
        ("unknown-key", 11, 5),
        ("unknown-component", 12, 24),
    ];

    let concise = project.run(&["check", "--format", "concise"]);
    assert_eq!((concise.code, concise.stderr.as_str()), (Some(1), ""));
    for (line, (rule, row, column)) in concise.stdout.lines().zip(expected) {
        let start = format!("agent.yaml:{row}:{column}: error[{rule}] ");
        assert!(line.starts_with(&start), "{line}");
    }
    assert_eq!(concise.stdout.lines().count(), expected.len());

    let github = project.run(&["check", "--format", "github"]);
    for (line, (rule, row, column)) in github.stdout.lines().zip(expected) {
        let start = format!("::error file=agent.yaml,line={row},col={column},");
        assert!(line.starts_with(&start) && line.contains(rule), "{line}");
    }
    assert_eq!(github.stdout.lines().count(), expected.len());

    let json = project.run(&["check", "--json"]);
    let report: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(report["schema"], "algen.check/1");
    assert_eq!(report["ok"], false);
    assert_eq!(report["config"], json!(["agent.yaml"]));
    assert_eq!(report["inventory"], Value::Null);
    let issues = report["issues"].as_array().unwrap();
    let keys: Vec<&String> = issues[0].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "severity",
            "code",
            "message",
            "location",
            "agent",
            "field",
            "name",
            "suggestion",
            "rule",
            "file",
            "line",
            "column",
            "end_line",
            "end_column"
        ]
    );
    let places: Vec<_> = issues
        .iter()
        .map(|issue| {
            let number = |key: &str| issue[key].as_u64().unwrap();
            (
                issue["rule"].as_str().unwrap(),
                number("line"),
                number("column"),
            )
        })
        .collect();
    assert_eq!(places, expected);

    let gitlab = project.run(&["check", "--format", "gitlab"]);
    let issues: Value = serde_json::from_str(&gitlab.stdout).unwrap();
    let places: Vec<_> = issues
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| {
            assert_eq!(issue["location"]["path"], "agent.yaml");
            assert_eq!(issue["severity"], "major");
            let line = issue["location"]["lines"]["begin"].as_u64().unwrap();
            (issue["check_name"].as_str().unwrap(), line)
        })
        .collect();
    assert_eq!(places, expected.map(|(rule, row, _)| (rule, row)));

    let junit = project.run(&["check", "--format", "junit"]);
    assert_eq!((junit.code, junit.stderr.as_str()), (Some(1), ""));
    assert_eq!(junit.stdout.matches("<failure ").count(), expected.len());
    for (rule, row, column) in expected {
        let failure = format!("<failure type=\"{rule}\" message=\"");
        let place = format!(">agent.yaml:{row}:{column}: error: ");
        let mut lines = junit.stdout.lines();
        let found = lines.any(|line| line.contains(&failure) && line.contains(&place));
        assert!(found, "{rule}: {}", junit.stdout);
    }

    let sarif = project.run(&["check", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&sarif.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().unwrap();
    let places: Vec<_> = results
        .iter()
        .map(|result| {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            let number = |key: &str| region[key].as_u64().unwrap();
            (
                result["ruleId"].as_str().unwrap(),
                number("startLine"),
                number("startColumn"),
            )
        })
        .collect();
    assert_eq!(places, expected);
}

#[test]
fn fixes_leave_the_rest_of_the_file_as_it_is() {
    let text = FIVE_MISTAKES.replace(
        "    description: Answers questions\n",
        "    description: Answers questions   # é, and two  blanks\r\n",
    );
    let project = Project::with(&[("agent.yaml", &text)]);
    let shown = project.run(&["check", "--fix"]);
    let expected = text
        .replace("type: opnai", "type: openai")
        .replace("version: 1.0\n", "version: \"1.0\"\n")
        .replace("sample.ecko", "sample.echo")
        .replace("tool_permision", "tool_permissions")
        .replace("raect", "react");
    assert_eq!(project.read("agent.yaml"), expected);
    let told = "\
agent.yaml: fixed 5 findings
    - main: {type: opnai, default_model: m}
    + main: {type: openai, default_model: m}
    - version: 1.0
    + version: \"1.0\"
    - enabled_tools: [sample.ecko]
    - tool_permision: *************
    - planning_strategy: raect
    + enabled_tools: [sample.echo]
    + tool_permissions: *************
    + planning_strategy: react
";
    assert_eq!(shown.stderr, told);
    // What was a number is a string now, and still no version.
    assert_eq!(shown.code, Some(1));
    assert!(
        shown.stdout.contains("error[invalid-value]"),
        "{}",
        shown.stdout
    );
    let names: Vec<_> = std::fs::read_dir(project.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "no copy stays: {names:?}");

    let again = project.run(&["check", "--fix"]);
    assert_eq!((again.code, again.stderr.as_str()), (Some(1), ""));
    assert_eq!(project.read("agent.yaml"), expected);
}

#[test]
fn a_fix_enables_nothing_that_changes_something() {
    let deployment = "\
algen: 1
plugins:
  acme.shop:
    version: \"1\"
    publisher: acme
    toolkits:
      orders:
        connector: sqlite
        path: shop.db
        read_only: false
        queries:
          q0: {description: Reads some orders., sql: SELECT 1 AS n, row: {n: integer}}
          q4: {description: Reads some orders., sql: SELECT 1 AS n, row: {n: integer}}
          delete: {description: Deletes all orders., sql: DELETE FROM orders, preset: destructive}
";
    let agent = agent_file("")
        .replace(
            "[algen_agent_tools.sample]",
            "[algen_agent_tools.sample, acme.shop]",
        )
        .replace(
            "[sample.echo]",
            "[sample.ecko, orders.delet, orders.q3, sample.echo, sample.echo]",
        )
        .replace(
            "tool_permissions: [sample.read]",
            "tool_permissions: [sample.raed]",
        )
        .replace("[algen_agent_tools]", "[algen_agent_tools, acme]");
    let project = Project::with(&[("agent.yaml", &agent), ("algen.yaml", deployment)]);
    let shown = project.run(&["check", "--fix", "--format", "concise"]);
    assert_eq!(shown.code, Some(1), "{shown:?}");
    let told = "\
agent.yaml: fixed 2 findings
    - enabled_tools: [sample.ecko, orders.delet, orders.q3, sample.echo, sample.echo]
    - tool_permissions: [sample.raed]
    + enabled_tools: [sample.ecko, orders.delet, orders.q3, sample.echo]
    + tool_permissions: [sample.read]
";
    assert_eq!(shown.stderr, told);
    let told = [
        "no tool named `sample.ecko`; did you mean `sample.echo`? sample.echo is enabled already.\n",
        "no tool named `orders.delet`; did you mean `orders.delete`? The effect of orders.delete is \
         destructive, so `algen check --fix` leaves it to you.\n",
        "no tool named `orders.q3`; did you mean `orders.q0`? `orders.q4` is as near.\n",
    ];
    for words in told {
        assert!(shown.stdout.contains(words), "{words}: {}", shown.stdout);
    }
    let again = project.run(&["check", "--fix"]);
    assert_eq!(again.stderr, "");
}

#[test]
fn fixes_keep_permissions_and_follow_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let project = Project::with(&[("real.yaml", &agent_file("planning_strategy: raect"))]);
    let real = project.path().join("real.yaml");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.yaml", project.path().join("agent.yaml")).unwrap();
    let shown = project.run(&["check", "--fix"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    assert!(
        project
            .read("real.yaml")
            .contains("planning_strategy: react")
    );
    let kept = std::fs::symlink_metadata(project.path().join("agent.yaml")).unwrap();
    assert!(kept.file_type().is_symlink());
    assert_eq!(
        std::fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn files_merge_in_order_and_findings_point_into_the_right_one() {
    let project = Project::with(&[
        ("base.yaml", &agent_file("")),
        (
            "prod.yaml",
            "providers:\n  demo: {type: mokc}\nfeature_flags: {fast: true}\n",
        ),
    ]);
    let shown = project.run(&["check", "base.yaml", "prod.yaml", "--format", "concise"]);
    assert_eq!(shown.code, Some(1));
    assert!(
        shown
            .stdout
            .starts_with("prod.yaml:2:16: error[unsupported-provider-type] "),
        "{shown:?}"
    );
    assert_eq!(shown.stdout.lines().count(), 1, "{shown:?}");
}

#[test]
fn variables_overlay_the_file() {
    let project = Project::with(&[("agent.yaml", &agent_file("max_steps: 5"))])
        .variable("ALGEN_AGENT_RUNTIME__FEATURE_FLAGS__FAST", "true")
        .variable("ALGEN_AGENT_RUNTIME__API__PORT", "0");
    let shown = project.run(&["check", "--json"]);
    let report: Value = serde_json::from_str(&shown.stdout).unwrap();
    let issues = report["issues"].as_array().unwrap();
    assert_eq!(issues.len(), 1, "{issues:?}");
    assert_eq!(issues[0]["field"], "api.port");
    assert_eq!(issues[0]["file"], "ALGEN_AGENT_RUNTIME__API__PORT");
}

#[test]
fn standard_input_is_a_file() {
    let project = Project::with(&[]).input(agent_file("bogus: 1").as_bytes());
    let shown = project.run(&["check", "-", "--format", "concise"]);
    assert_eq!(shown.code, Some(1));
    assert!(
        shown
            .stdout
            .starts_with("<stdin>:12:5: error[unknown-key] "),
        "{shown:?}"
    );
}

#[test]
fn exit_codes_say_what_happened() {
    let clean = agent_file("");
    let warned = clean.replace("provider: demo, model: m}", "provider: demo}");
    let cases: [(&str, &str, &[&str], i32); 7] = [
        ("clean", &clean, &["check"], 0),
        ("strict and clean", &clean, &["check", "--strict"], 0),
        ("warning", &warned, &["check"], 0),
        ("strict and warned", &warned, &["check", "--strict"], 1),
        (
            "too many tokens",
            &clean,
            &["check", "--max-tool-tokens", "10"],
            1,
        ),
        (
            "few tokens",
            &clean,
            &["check", "--max-tool-tokens", "1000"],
            0,
        ),
        ("usage", &clean, &["check", "--frobnicate"], 2),
    ];
    for (case, text, arguments, code) in cases {
        let project = Project::with(&[("agent.yaml", text)]);
        let shown = project.run(arguments);
        assert_eq!(shown.code, Some(code), "{case}: {shown:?}");
    }
    let shown = Project::with(&[]).run(&["check"]);
    assert_eq!(
        shown,
        Shown {
            code: Some(2),
            stdout: String::new(),
            stderr:
                "error: there is no agent.yaml and no config/agent.yaml here; name a file with -c\n"
                    .to_owned(),
        }
    );
    let shown = Project::with(&[]).run(&["check", "--json"]);
    assert_eq!(shown.code, Some(2));
    let report: Value = serde_json::from_str(&shown.stdout).unwrap();
    assert_eq!(report["ok"], false);
}

#[test]
fn the_default_file_may_lie_in_config() {
    let project = Project::with(&[("config/agent.yaml", &agent_file(""))]);
    let shown = project.run(&["check"]);
    assert_eq!(
        shown,
        Shown {
            code: Some(0),
            stdout: String::new(),
            stderr: "config/agent.yaml: ok (1 agent, 1 enabled tool)\n".to_owned(),
        }
    );
}

#[test]
fn a_file_of_another_kind_is_told_as_such() {
    let project = Project::with(&[
        ("algen.yaml", "algen: 1\n"),
        (
            "tracker.overlay.yaml",
            "name: tracker\nserver: {name: tracker, transport: stdio, command: x}\ntools: {}\n",
        ),
    ]);
    for (file, what) in [
        ("algen.yaml", "a deployment"),
        ("tracker.overlay.yaml", "an overlay"),
    ] {
        let shown = project.run(&["check", file, "--format", "concise"]);
        assert_eq!(shown.code, Some(1), "{shown:?}");
        let message = format!("error[wrong-file] this is {what}, not an agent file. ");
        assert!(shown.stdout.contains(&message), "{shown:?}");
        assert_eq!(shown.stdout.lines().count(), 1, "{shown:?}");
    }
}

#[test]
fn what_a_deployment_that_cannot_be_read_may_have_is_not_missed() {
    let agents = agent_file("")
        .replace("algen_agent_tools.sample", "acme.shop")
        .replace("sample.", "shop.")
        .replace("[algen_agent_tools]", "[acme]");
    let project = Project::with(&[
        ("agent.yaml", &agents),
        ("algen.yaml", "plugins:\n  acme.shop: {version: 1.0.0\n"),
    ]);
    let shown = project.run(&["check", "--format", "concise"]);
    assert_eq!(shown.code, Some(1), "{shown:?}");
    assert!(shown.stdout.contains("error[yaml-syntax]"), "{shown:?}");
    assert_eq!(shown.stdout.lines().count(), 1, "{shown:?}");
}

#[test]
fn a_reader_that_leaves_early_gets_no_error() {
    let project = Project::with(&[("agent.yaml", &agent_file(""))]);
    let program = env!("CARGO_BIN_EXE_algen");
    let output = std::process::Command::new("sh")
        .args(["-c", &format!("'{program}' describe --json | head -c 10")])
        .current_dir(project.path())
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"{\n  \"schem");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
