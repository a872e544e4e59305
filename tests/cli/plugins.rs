//! Where plugins come from: this program, a deployment, an overlay, an inventory, Python code.

use serde_json::Value;

use crate::support::Project;

/// An agent file that declares one plugin and enables one tool of it.
fn agents(plugin: &str, tool: &str, prefix: &str) -> String {
    format!(
        "providers:\n  demo: {{type: mock, default_model: m}}\nagents:\n  - name: assistant\n    \
         version: 1.0.0\n    description: d\n    system_instructions: s\n    \
         default_model: {{name: m, provider: demo, model: m}}\n    domain_plugins: ['{plugin}']\n    \
         enabled_tools: [{tool}]\n    tool_permissions: [crm.read]\n\
         security:\n  trusted_plugin_prefixes: [{prefix}]\n"
    )
}

/// Rule and suggestion of each finding.
fn findings(project: &Project, arguments: &[&str]) -> Vec<(String, Option<String>)> {
    let shown = project.run(&[&["check", "--json"], arguments].concat());
    let report: Value = serde_json::from_str(&shown.stdout).unwrap();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let issues = report["issues"].as_array().unwrap().iter();
    issues
        .map(|issue| (text(&issue["rule"]).unwrap(), text(&issue["suggestion"])))
        .collect()
}

fn rules(project: &Project, arguments: &[&str]) -> Vec<String> {
    let findings = findings(project, arguments);
    findings.into_iter().map(|(rule, _)| rule).collect()
}

const PYTHON: &str = "examples.crm.plugin:CrmPlugin";

/// Name, path and text of a module, further arguments, and the rules that speak.
type ModuleCase<'a> = (&'a str, &'a str, &'a str, &'a [&'a str], &'a [&'a str]);

#[test]
fn a_python_class_is_looked_for_as_text() {
    let agent = agents(PYTHON, "crm.find", "examples");
    let class = "raise SystemExit(5)\nclass CrmPlugin:\n    pass\n";
    let cases: [ModuleCase<'_>; 6] = [
        (
            "beside the file",
            "examples/crm/plugin.py",
            class,
            &[],
            &["plugin-not-inspected"],
        ),
        (
            "in src",
            "src/examples/crm/plugin.py",
            class,
            &[],
            &["plugin-not-inspected"],
        ),
        (
            "a package",
            "examples/crm/plugin/__init__.py",
            class,
            &[],
            &["plugin-not-inspected"],
        ),
        (
            "under the given root",
            "lib/examples/crm/plugin.py",
            class,
            &["--project-root", "lib"],
            &["plugin-not-inspected"],
        ),
        (
            "not under the given root",
            "examples/crm/plugin.py",
            class,
            &["--project-root", "lib"],
            &["unknown-plugin"],
        ),
        (
            "another name",
            "examples/crm/plugin.py",
            "class Other:\n    pass\n",
            &[],
            &["unknown-plugin"],
        ),
    ];
    for (case, path, text, arguments, expected) in cases {
        let project = Project::with(&[("agent.yaml", &agent), (path, text)]);
        std::fs::create_dir_all(project.path().join("lib")).unwrap();
        assert_eq!(rules(&project, arguments), expected, "{case}");
    }
    let outside = Project::with(&[("plugin.py", class)]);
    let project = Project::with(&[("agent.yaml", &agent), ("examples/crm/__init__.py", "")]);
    std::os::unix::fs::symlink(
        outside.path().join("plugin.py"),
        project.path().join("examples/crm/plugin.py"),
    )
    .unwrap();
    assert_eq!(
        rules(&project, &[]),
        ["unknown-plugin"],
        "a link out of the project"
    );
}

#[test]
fn an_inventory_describes_a_python_plugin() {
    let agent = agents(PYTHON, "crm.find", "examples");
    let deployment = format!("algen: 1\nplugins:\n  {PYTHON}: {{inventory: ./crm.json}}\n");
    let tool = |source: &str, effect: &str| {
        format!(
            r#"{{"schema_version": "1", "tools": [{{"name": "crm.find", "version": "1.0.0",
               "description": "d", "source": "{source}", "side_effect": "{effect}",
               "idempotency": "idempotent", "required_permissions": ["crm.read"],
               "timeout_seconds": 30.0, "max_attempts": 3, "requires_approval": false,
               "input_schema": {{}}, "output_schema": {{}}, "env": []}}]}}"#
        )
    };
    let cases: [(&str, String, &[&str]); 5] = [
        ("its tool", tool(PYTHON, "read"), &[]),
        (
            "of another plugin",
            tool("examples.other", "read"),
            &["invalid-inventory"],
        ),
        (
            "an unknown effect",
            tool(PYTHON, "mend"),
            &["invalid-inventory"],
        ),
        ("not an inventory", "[]".to_owned(), &["invalid-inventory"]),
        (
            "cut",
            tool(PYTHON, "read")[..40].to_owned(),
            &["invalid-inventory"],
        ),
    ];
    for (case, inventory, expected) in cases {
        let project = Project::with(&[
            ("agent.yaml", &agent),
            ("algen.yaml", &deployment),
            ("crm.json", &inventory),
        ]);
        assert_eq!(rules(&project, &[]), expected, "{case}");
    }
    let project = Project::with(&[("agent.yaml", &agent), ("algen.yaml", &deployment)]);
    let shown = project.run(&["check", "--format", "concise"]);
    assert_eq!(shown.code, Some(2));
    let missing =
        "algen.yaml:3:46: error[unreadable-file] cannot read the file: there is no such file";
    assert!(shown.stdout.contains(missing), "{}", shown.stdout);
}

#[test]
fn an_overlay_gives_the_tools_that_were_reviewed() {
    let agent = agents("acme.crm", "crm.find", "acme");
    let deployment = "algen: 1\nplugins:\n  acme.crm:\n    version: 1.0.0\n    publisher: acme\n    \
                      toolkits: {crm: {overlay: ./crm.overlay.yaml}}\n";
    let overlay = "name: crm\nserver: {name: crm, transport: stdio, command: crm-mcp}\ntools:\n  \
                   Find: {effect: read, input_schema: {type: object}}\n";
    let cases: [(&str, &str, &[&str]); 4] = [
        ("reviewed", overlay, &[]),
        (
            "another name",
            &overlay.replace("name: crm\nserver", "name: csm\nserver"),
            &["overlay-name"],
        ),
        (
            "a draft",
            &overlay.replace("effect: read", "effect: "),
            &["unclassified-tool"],
        ),
        ("empty", "# nothing\n", &["empty-file"]),
    ];
    for (case, overlay, expected) in cases {
        let project = Project::with(&[
            ("agent.yaml", &agent),
            ("algen.yaml", deployment),
            ("crm.overlay.yaml", overlay),
        ]);
        assert_eq!(rules(&project, &[]), expected, "{case}");
    }
    let escape = deployment.replace("./crm.overlay.yaml", "../crm.overlay.yaml");
    let project = Project::with(&[("agent.yaml", &agent), ("algen.yaml", &escape)]);
    assert!(rules(&project, &[]).contains(&"path-outside-project".to_owned()));
}

#[test]
fn unknown_and_untrusted_plugins_are_told() {
    let cases = [
        (
            "algen_agent_tools.sampel",
            "algen_agent_tools",
            vec![("unknown-plugin", Some("algen_agent_tools.sample"))],
        ),
        (
            "algen_agent_tools.sample.plugin:SamplPlugin",
            "algen_agent_tools",
            vec![(
                "unknown-plugin",
                Some("algen_agent_tools.sample.plugin:SamplePlugin"),
            )],
        ),
        ("zzz", "zzz", vec![("unknown-plugin", None)]),
        (
            "algen_agent_tools.sample",
            "algen_agent",
            vec![
                ("untrusted-plugin", None),
                ("unused-prefix", Some("algen_agent_tools")),
            ],
        ),
    ];
    for (plugin, prefix, expected) in cases {
        let agent = agents(plugin, "sample.echo", prefix).replace("crm.read", "sample.read");
        let project = Project::with(&[("agent.yaml", &agent)]);
        let found = findings(&project, &[]);
        let found: Vec<_> = found
            .iter()
            .map(|(rule, near)| (rule.as_str(), near.as_deref()))
            .collect();
        assert_eq!(found, expected, "{plugin}");
    }
}

#[test]
fn a_deployment_may_lie_elsewhere() {
    let agent = agents("acme.crm", "crm.my_open_invoices", "acme");
    let deployment = "algen: 1\nplugins:\n  acme.crm:\n    version: 1.0.0\n    publisher: acme\n    \
                      toolkits:\n      crm:\n        connector: postgres\n        dsn: env://CRM_DATABASE_URL\n        \
                      queries:\n          my_open_invoices: {description: List invoices., \
                      sql: SELECT 1 AS one, row: {one: integer}, preset: read}\n";
    let project = Project::with(&[("agent.yaml", &agent), ("deploy/prod.yaml", deployment)]);
    assert_eq!(
        rules(&project, &["--deployment", "deploy/prod.yaml"]),
        Vec::<String>::new()
    );
    assert_eq!(rules(&project, &[]), ["unknown-plugin"]);
    let version = deployment.replace(
        "publisher: acme\n",
        "publisher: acme\n    core_api_version: '2'\n",
    );
    project.write("deploy/prod.yaml", version.as_bytes());
    let found = rules(&project, &["--deployment", "deploy/prod.yaml"]);
    assert_eq!(found, ["unknown-plugin", "invalid-value"]);
}
