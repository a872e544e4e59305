//! No value that may be a secret is printed, not a part of one.

use crate::support::{Project, agent_file};

/// The secret, and its parts: any eight characters in a row count as printed.
const SECRET: &str = "Zq7vXw2KpL9tRm4s";

fn shows_a_part(text: &str) -> bool {
    let characters: Vec<char> = SECRET.chars().collect();
    let mut parts = characters
        .windows(6)
        .map(|part| part.iter().collect::<String>());
    parts.any(|part| text.contains(&part))
}

fn files() -> Vec<(&'static str, String)> {
    let after = |lines: &str| agent_file("") + &lines.replace("SECRET", SECRET);
    let within = |lines: &str| agent_file(&lines.replace("SECRET", SECRET));
    let provider = |line: &str| {
        agent_file("").replace(
            "demo: {type: mock, default_model: m}",
            &format!(
                "demo: {{type: mock, default_model: m, {}}}",
                line.replace("SECRET", SECRET)
            ),
        )
    };
    vec![
        ("literal key", provider("api_key: SECRET")),
        ("vendor key", provider("api_key: sk-live-SECRET")),
        ("misspelt key", provider("api_ky: SECRET")),
        ("key as a number key", provider("12: SECRET")),
        (
            "user information",
            provider("base_url: 'https://user:SECRET@example.com/v1'"),
        ),
        (
            "wrong type beside",
            provider("api_key: SECRET, timeout_seconds: soon"),
        ),
        (
            "dsn",
            after("storage: {run_store: postgres, postgres_dsn: 'postgres://u:SECRET@h/db'}\n"),
        ),
        (
            "redis",
            after("cache: {backend: redis, redis_url: 'redis://:SECRET@h'}\n"),
        ),
        (
            "header",
            after(
                "mcp_servers:\n  - {name: gh, transport: sse, url: 'https://x.example', headers: {Authorization: Bearer SECRET}}\n",
            ),
        ),
        (
            "other header",
            after(
                "mcp_servers:\n  - {name: gh, transport: sse, url: 'https://x.example', headers: {X-Session: SECRET}, bogus: 1}\n",
            ),
        ),
        (
            "environment of a program",
            after(
                "mcp_servers:\n  - {name: gh, transport: stdio, command: x, env: {TOKEN: SECRET}, bogus: 1}\n",
            ),
        ),
        (
            "arguments of a program",
            after(
                "mcp_servers:\n  - {name: gh, transport: stdio, command: x, args: ['--token=SECRET'], bogus: 1}\n",
            ),
        ),
        ("list instead of a text", provider("api_key: [SECRET]")),
        (
            "unknown section",
            after("credentials:\n  password: SECRET\n"),
        ),
        ("unknown list", after("tokens: [SECRET, SECRET]\n")),
        ("metadata", within("metadata: {password: SECRET}\nbogus: 1")),
        ("block text", after("secret_stuff: |\n  SECRET\n  SECRET\n")),
        ("unclosed quote", after("api_key: \"SECRET\n")),
        ("unclosed list", after("api_keys: [SECRET,\n")),
        ("colon in a value", after("password: SECRET: x\n")),
        (
            "bad indentation",
            after("password: SECRET\n   token: SECRET\n"),
        ),
        ("tab", after("password:\n\tSECRET\n")),
        (
            "private key",
            after(
                "private_key: |\n  -----BEGIN PRIVATE KEY-----\n  SECRET\n  -----END PRIVATE KEY-----\n bad\n",
            ),
        ),
        ("second document", after("---\npassword: SECRET\n")),
        (
            "duplicate key",
            after("feature_flags: {}\nfeature_flags: {SECRET: true}\n")
                .replace(&format!("{SECRET}: true"), "a: true, password: 1"),
        ),
        ("tag", after("password: !vault SECRET\n")),
        ("wrong encoding", after("password: SECRET\n")),
        (
            "http tool",
            after(
                "http_tools:\n  - {name: a.b, description: d, url: 'https://x.example/', auth: {type: bearer, token: SECRET}}\n",
            ),
        ),
        (
            "query source",
            after(
                "query_sources: {a: {type: postgres, connection_url: 'postgres://u:SECRET@h/db', purpose: p}}\n",
            ),
        ),
    ]
}

#[test]
fn no_format_shows_a_part_of_one() {
    for (name, text) in files() {
        let project = Project::with(&[]);
        let mut content = text.into_bytes();
        if name == "wrong encoding" {
            content.extend_from_slice(b"# caf\xe9\n");
        }
        project.write("agent.yaml", &content);
        for format in [
            "full", "concise", "json", "github", "gitlab", "junit", "sarif",
        ] {
            let shown = project.run(&["check", "--format", format]);
            let all = format!("{}{}", shown.stdout, shown.stderr);
            assert!(!shows_a_part(&all), "{name}, {format}: {all}");
            let told = !shown.stdout.is_empty() || shown.code == Some(0);
            assert!(told, "{name}, {format}: {shown:?}");
        }
        for arguments in [
            &["describe"][..],
            &["describe", "--json"],
            &["check", "--fix"],
        ] {
            let shown = project.run(arguments);
            let all = format!("{}{}", shown.stdout, shown.stderr);
            assert!(!shows_a_part(&all), "{name}, {arguments:?}: {all}");
        }
    }
}

#[test]
fn values_of_variables_are_named_and_not_shown() {
    let project = Project::with(&[("agent.yaml", &agent_file(""))])
        .variable("ALGEN_AGENT_RUNTIME__PROVIDERS__DEMO__API_KEY", SECRET)
        .variable(
            "ALGEN_AGENT_RUNTIME__STORAGE__POSTGRES_DSN",
            &format!("postgres://u:{SECRET}@h/db"),
        )
        .variable("ALGEN_AGENT_RUNTIME__BOGUS", SECRET);
    for format in [
        "full", "concise", "json", "github", "gitlab", "junit", "sarif",
    ] {
        let shown = project.run(&["check", "--format", format]);
        assert_eq!(shown.code, Some(1), "{shown:?}");
        let all = format!("{}{}", shown.stdout, shown.stderr);
        assert!(!shows_a_part(&all), "{format}: {all}");
        assert!(
            all.contains("ALGEN_AGENT_RUNTIME__PROVIDERS__DEMO__API_KEY"),
            "{format}: {all}"
        );
    }
}

#[test]
fn references_stay_visible() {
    let project = Project::with(&[(
        "agent.yaml",
        &agent_file("").replace(
            "default_model: m}",
            "default_model: m, api_key: env://DEMO_KEY, bogus: 1}",
        ),
    )]);
    let shown = project.run(&["check"]);
    assert_eq!(shown.code, Some(1));
    assert!(shown.stdout.contains("env://DEMO_KEY"), "{}", shown.stdout);
}
