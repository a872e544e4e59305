//! `describe`, `explain`, `schema`, `completions` and `man`.

use serde_json::{Value, json};

use crate::support::{Project, Shown, agent_file};

#[test]
fn the_inventory_has_the_keys_of_the_reference_in_its_order() {
    let project = Project::with(&[("agent.yaml", &agent_file(""))]);
    let shown = project.run(&["describe", "--json"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    let inventory: Value = serde_json::from_str(&shown.stdout).unwrap();
    let keys: Vec<&String> = inventory.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "schema_version",
            "runtime_version",
            "plugins",
            "tools",
            "planners",
            "response_composers",
            "verifiers",
            "context_builders",
            "provider_types",
            "providers",
            "mcp_servers",
            "policies",
            "analytical_nodes",
            "retrievers",
            "semantic_layers",
            "analytical_methods",
            "model_services",
            "environment",
            // Ours.
            "schema",
            "agents",
            "storage",
        ]
    );
    let tools = inventory["tools"].as_array().unwrap();
    let echo = tools
        .iter()
        .find(|tool| tool["name"] == "sample.echo")
        .unwrap();
    let theirs = json!({
        "name": "sample.echo",
        "version": "1.0.0",
        "description": echo["description"],
        "source": "algen_agent_tools.sample",
        "side_effect": "read",
        "idempotency": "idempotent",
        "required_permissions": ["sample.read"],
        "timeout_seconds": 5.0,
        "max_attempts": 3,
        "requires_approval": false,
        "input_schema": {
            "additionalProperties": false,
            "properties": {"text": echo["input_schema"]["properties"]["text"]},
            "required": ["text"],
            "type": "object",
        },
        "output_schema": echo["output_schema"],
        "env": [],
    });
    let ours: serde_json::Map<String, Value> = echo
        .as_object()
        .unwrap()
        .iter()
        .take(13)
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    assert_eq!(Value::Object(ours), theirs);
    let text = &echo["input_schema"]["properties"]["text"];
    for (key, value) in [
        ("maxLength", json!(1000)),
        ("minLength", json!(1)),
        ("type", json!("string")),
    ] {
        assert_eq!(text[key], value, "{key}");
    }
    assert_eq!(
        inventory["agents"][0]["estimated_tokens"],
        echo["estimated_tokens"]
    );
}

#[test]
fn the_overview_fits_eighty_columns() {
    for example in ["minimal", "deployment", "sql-reporting"] {
        let file = format!(
            "{}/examples/{example}/agent.yaml",
            env!("CARGO_MANIFEST_DIR")
        );
        let shown = Project::with(&[]).run(&["describe", "--config", &file]);
        assert_eq!(
            (shown.code, shown.stderr.as_str()),
            (Some(0), ""),
            "{example}"
        );
        for line in shown.stdout.lines() {
            assert!(line.chars().count() <= 80, "{example}: {line}");
        }
        assert!(
            shown.stdout.contains("Agents\n"),
            "{example}: {}",
            shown.stdout
        );
    }
}

#[test]
fn one_tool_is_found_by_its_name_or_action() {
    let project = Project::with(&[("agent.yaml", &agent_file(""))]);
    let by_name = project.run(&["describe", "sample.echo"]);
    assert_eq!(by_name.code, Some(0));
    assert!(
        by_name
            .stdout
            .starts_with("sample.echo(text: string(1..1000)) -> "),
        "{by_name:?}"
    );
    assert!(
        by_name.stdout.contains("built-in, alpha") && !by_name.stdout.contains("not callable"),
        "{}",
        by_name.stdout
    );
    assert_eq!(project.run(&["describe", "echo"]), by_name);
    let shown = project.run(&["describe", "sample.ecko"]);
    assert_eq!(
        shown,
        Shown {
            code: Some(2),
            stdout: String::new(),
            stderr: "error: no tool named `sample.ecko`; did you mean `sample.echo`?\n".to_owned(),
        }
    );
    let found = project.run(&["describe", "--search", "Proves connected", "--json"]);
    let found: Value = serde_json::from_str(&found.stdout).unwrap();
    assert_eq!(found["schema"], "algen.tools/1");
    assert_eq!(found["tools"][0]["name"], "sample.echo");
    assert_eq!(
        project.run(&["describe", "--search", "zebra"]).code,
        Some(1)
    );
}

#[test]
fn a_file_that_cannot_be_loaded_is_not_described() {
    let project = Project::with(&[("agent.yaml", &agent_file("bogus: 1"))]);
    let shown = project.run(&["describe", "--json"]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
    assert!(
        shown.stderr.contains("error[unknown-key]"),
        "{}",
        shown.stderr
    );
    assert!(
        shown
            .stderr
            .ends_with("error: agent.yaml cannot be loaded\n"),
        "{}",
        shown.stderr
    );
}

#[test]
fn the_file_that_is_at_fault_is_named() {
    let project = Project::with(&[
        ("agent.yaml", &agent_file("")),
        ("algen.yaml", "algen: 1\nbogus: 1\n"),
    ]);
    let commands: [&[&str]; 3] = [
        &["describe"],
        &["log"],
        &["call", "sample.echo", "message=x"],
    ];
    for command in commands {
        let shown = project.run(command);
        assert_eq!(shown.code, Some(2), "{shown:?}");
        assert!(
            shown
                .stderr
                .ends_with("\nerror: algen.yaml cannot be loaded\n"),
            "{}",
            shown.stderr
        );
    }
}

#[test]
fn what_can_be_explained_is() {
    let project = Project::with(&[]);
    let pages = [
        (
            "missing-permission",
            "missing-permission (error GOVERNANCE)\n",
        ),
        ("destructive", "preset destructive\n"),
        ("smtp.write", "permission smtp.write\n"),
        ("smtp.send_email", "smtp.send_email("),
        ("core.http", "core.http("),
        ("exit-codes", "exit codes\n"),
        ("6", "exit code 6\n"),
        ("UNKNOWN_COMPONENT", "UNKNOWN_COMPONENT\n"),
        ("network", "network\n"),
        ("files", "files\n"),
        ("trust", "trust\n"),
        ("variables", "variables\n"),
        ("presets", "presets\n"),
        ("results", "results\n"),
        ("queries", "queries\n"),
        ("sqlite", "connector sqlite\n"),
        ("smtp", "connector smtp\n"),
    ];
    for (name, start) in pages {
        let shown = project.run(&["explain", name]);
        assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""), "{name}");
        assert!(shown.stdout.starts_with(start), "{name}: {}", shown.stdout);
    }
    let shown = project.run(&["explain", "mising-permission"]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
    let start =
        "error: nothing here is called `mising-permission`; did you mean `missing-permission`?\n";
    assert!(shown.stderr.starts_with(start), "{}", shown.stderr);
}

#[test]
fn what_there_is_to_explain_is_listed() {
    let shown = Project::with(&[]).run(&["explain"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    for word in ["topics ", "queries,", "presets ", "connectors ", "sqlite,"] {
        assert!(shown.stdout.contains(word), "{word}: {}", shown.stdout);
    }
    assert!(
        shown.stdout.lines().all(|line| line.len() <= 80),
        "{}",
        shown.stdout
    );
}

#[test]
fn what_a_project_declares_is_explained() {
    let project = Project::with(&[]);
    let file = format!(
        "{}/examples/sql-reporting/agent.yaml",
        env!("CARGO_MANIFEST_DIR")
    );
    for (name, start) in [
        ("reports.orders_of", "reports.orders_of(\n"),
        ("orders.write", "permission orders.write\n"),
    ] {
        let shown = project.run(&["explain", name, "-c", &file]);
        assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""), "{name}");
        assert!(shown.stdout.starts_with(start), "{name}: {}", shown.stdout);
    }
    let shown = project.run(&["explain", "reports.order_of", "-c", &file]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
    assert_eq!(
        shown.stderr,
        "error: nothing here is called `reports.order_of`; did you mean `reports.orders_of`?\n\
         `algen explain` lists what there is.\n"
    );
}

#[test]
fn every_rule_has_a_page() {
    let project = Project::with(&[]);
    for rule in algen_core::check::RULES {
        let shown = project.run(&["explain", rule.name]);
        assert_eq!(shown.code, Some(0), "{}", rule.name);
        assert!(shown.stdout.contains(rule.page.trim()), "{}", rule.name);
    }
}

#[test]
fn generated_documents_are_the_committed_ones() {
    let project = Project::with(&[]);
    let root = env!("CARGO_MANIFEST_DIR");
    let committed = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).unwrap();
    for kind in ["agent", "deployment", "overlay"] {
        let shown = project.run(&["schema", kind]);
        assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
        assert_eq!(
            shown.stdout,
            committed(&format!("completions/schemas/{kind}.json"))
        );
    }
    for (shell, file) in [
        ("bash", "algen.bash"),
        ("zsh", "_algen"),
        ("fish", "algen.fish"),
    ] {
        let shown = project.run(&["completions", shell]);
        assert_eq!(shown.stdout, committed(&format!("completions/{file}")));
    }
    let shown = project.run(&["man", "pages"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    assert_eq!(
        project.read("pages/algen-check.1"),
        committed("man/algen-check.1")
    );
}

#[test]
fn examples_check_clean_and_name_their_schemas() {
    let examples = format!("{}/examples", env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for example in std::fs::read_dir(&examples).unwrap() {
        let folder = example.unwrap().path();
        for file in std::fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| extension == "yaml")
            {
                let text = std::fs::read_to_string(&path).unwrap();
                let named = text
                    .strip_prefix("# yaml-language-server: $schema=")
                    .and_then(|rest| rest.lines().next());
                let schema = folder.join(named.expect("the first line names the schema"));
                assert!(schema.is_file(), "{}: {}", path.display(), schema.display());
            }
        }
        let agent = folder.join("agent.yaml");
        let shown = Project::with(&[]).run(&["check", "--strict", agent.to_str().unwrap()]);
        assert_eq!(
            (shown.code, shown.stdout.as_str()),
            (Some(0), ""),
            "{shown:?}"
        );
        checked += 1;
    }
    assert!(checked >= 2);
}

#[test]
fn help_and_version_are_data() {
    let project = Project::with(&[]);
    let version = project.run(&["--version"]);
    assert_eq!(
        version,
        Shown {
            code: Some(0),
            stdout: format!("algen {}\n", env!("CARGO_PKG_VERSION")),
            stderr: String::new(),
        }
    );
    let help = project.run(&["check", "--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    assert!(help.stdout.starts_with("Examples:\n"), "{}", help.stdout);
    let wrong = project.run(&["chekc"]);
    assert_eq!((wrong.code, wrong.stdout.as_str()), (Some(2), ""));
    assert!(wrong.stderr.contains("check"), "{}", wrong.stderr);
}
