//! `check` of what a deployment declares: statements, plugins that nobody uses, and trust.

use crate::support::{Project, agent_file};

/// Returns a deployment with one plugin of one SQLite toolkit with these queries, each a mapping
/// in lines of ten blanks.
fn deployment(queries: &str) -> String {
    format!(
        "\
algen: 1
plugins:
  acme.lib:
    version: \"1\"
    publisher: acme
    toolkits:
      lib:
        connector: sqlite
        path: lib.db
        queries:
{queries}"
    )
}

/// Returns an agent file that declares the plugin.
fn declaring(plugins: &str, prefixes: &str) -> String {
    agent_file("")
        .replace("[algen_agent_tools.sample]", plugins)
        .replace("[algen_agent_tools]", prefixes)
}

/// Returns the lines of a check about the deployment, without `algen.yaml:`.
fn checked(agents: &str, deployment: &str) -> Vec<String> {
    let project = Project::with(&[("agent.yaml", agents), ("algen.yaml", deployment)]);
    let shown = project.run(&["check", "--format", "concise"]);
    let lines = shown.stdout.lines();
    lines
        .filter_map(|line| line.strip_prefix("algen.yaml:"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn what_cannot_be_read_is_shown_where_it_stands() {
    let agents = declaring(
        "[algen_agent_tools.sample, acme.lib]",
        "[algen_agent_tools, acme]",
    );
    let cannot = "cannot be read as SQL of SQLite:";
    let kinds = "a declared query is one SELECT, INSERT, UPDATE or DELETE";
    let help = "`{…}` stands for names of tables and columns only. For a direction declare two \
                queries, or choose it by a parameter: `ORDER BY CASE WHEN ? = 'desc' THEN n END \
                DESC, n`.";
    let cases = [
        (
            "sql: SELECT n FROM t WHERE",
            format!(
                "13:39: error[invalid-value] the statement of `q` {cannot} expected an \
                 expression, found the end"
            ),
        ),
        (
            "sql: |\n              SELECT n\n              FROM t WHERE n = = 5",
            format!(
                "15:32: error[invalid-value] the statement of `q` {cannot} expected an \
                 expression, found `=`"
            ),
        ),
        (
            "sql: >\n              SELECT n\n              FROM t WHERE n = = 5",
            format!(
                "14:15: error[invalid-value] the statement of `q` {cannot} expected an \
                 expression, found `=` (line 1, column 27 of the statement)"
            ),
        ),
        (
            "sql: PRAGMA user_version",
            format!(
                "13:18: error[invalid-value] the statement of `q` begins with `PRAGMA`: {kinds}"
            ),
        ),
        (
            "sql: SELECT n FROM t ORDER BY {by} {way}\n            identifiers: {by: [n], way: [asc, desc]}",
            format!(
                "13:48: error[invalid-value] the statement of `q` {cannot} expected end of \
                 statement, found `[asc]`. {help}"
            ),
        ),
    ];
    for (sql, expected) in cases {
        let query = format!(
            "          q:\n            description: Reads some numbers.\n            {sql}\n            \
             row: {{n: integer}}\n"
        );
        assert_eq!(checked(&agents, &deployment(&query)), [expected], "{sql}");
    }
}

#[test]
fn a_plugin_that_nobody_declares_is_checked_like_any_other() {
    let queries = "          q:
            description: Reads some numbers.
            sql: SELECT n FROM t WHERE n = ?
            params: {least: intger}
            mask: [m]
            row: {n: integer}
          r:
            description: Reads some numbers.
            sql: SELECT n FROM t WHERE n = ?
            row: {n: integer}
";
    let unused = "3:3: warning[unused-plugin] no agent declares `acme.lib` in `domain_plugins`. Add \
                  acme.lib to domain_plugins of the agent that is to have its tools, or take it out.";
    let errors = [
        "14:29: error[unknown-value] no type is called `intger`; did you mean `integer`?",
        "15:20: error[invalid-value] `mask` names the column `m`, which `row` does not have",
        "19:18: error[invalid-value] the statement of `r` has 1 placeholder for 0 values: params, \
         then context_params, then the idempotency key",
    ];
    let shown = checked(&agent_file(""), &deployment(queries));
    assert_eq!(
        shown.first().map(String::as_str),
        Some(unused),
        "{shown:#?}"
    );
    for (line, expected) in shown.iter().skip(1).zip(errors) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert_eq!(shown.len(), 4, "{shown:#?}");
    let declared = declaring(
        "[algen_agent_tools.sample, acme.lib]",
        "[algen_agent_tools, acme]",
    );
    assert_eq!(checked(&declared, &deployment(queries)), shown[1..]);

    // A misspelt declaration is one finding, and it is in the agent file.
    let misspelt = declaring(
        "[algen_agent_tools.sample, acme.libb]",
        "[algen_agent_tools, acme]",
    );
    assert_eq!(checked(&misspelt, &deployment(queries)), shown[1..]);

    // Who uses something else is not kept from it.
    let agents = agent_file("");
    let deployment = deployment(queries);
    let project = Project::with(&[("agent.yaml", &agents), ("algen.yaml", &deployment)]);
    assert_eq!(project.run(&["check"]).code, Some(1));
    assert_eq!(project.run(&["describe"]).code, Some(0));
    let sound = deployment.split("          q:").next().unwrap();
    let sound = format!(
        "{sound}          q: {{description: Reads., sql: SELECT 1, row: {{n: integer}}}}\n"
    );
    let project = Project::with(&[("agent.yaml", &agents), ("algen.yaml", &sound)]);
    assert_eq!(project.run(&["check"]).code, Some(0));
    assert_eq!(project.run(&["check", "--strict"]).code, Some(1));
}

#[test]
fn trust_is_offered_and_left_to_a_person() {
    let queries =
        "          q: {description: Reads., sql: SELECT 1, row: {n: integer}}\n".to_owned();
    let plugins = "[algen_agent_tools.sample, acme.lib]";
    let declared = declaring(plugins, "[algen_agent_tools]");
    let security = "security:\n  trusted_plugin_prefixes: [algen_agent_tools]\n";
    let cases = [
        (
            declared.clone(),
            "help: Add `acme` to security.trusted_plugin_prefixes if agents may have the tools that \
             algen.yaml declares under it; it has no code of its own.",
            "  fix: trust `acme`\n    - trusted_plugin_prefixes: [algen_agent_tools]\n    \
             + trusted_plugin_prefixes: [algen_agent_tools, acme]\n",
        ),
        (
            declared.replace(security, ""),
            "help: Add `algen_agent_tools` to security.trusted_plugin_prefixes if agents may have \
             its tools; it is part of algen.",
            "  fix: trust `acme`\n",
        ),
    ];
    for (agents, help, fix) in cases {
        let project = Project::with(&[
            ("agent.yaml", &agents),
            ("algen.yaml", &deployment(&queries)),
        ]);
        let shown = project.run(&["check", "--fix"]);
        assert_eq!((shown.code, shown.stderr.as_str()), (Some(1), ""));
        let words = shown
            .stdout
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(words.contains(help), "{}", shown.stdout);
        assert!(shown.stdout.contains(fix), "{}", shown.stdout);
        assert_eq!(project.read("agent.yaml"), agents);
    }
    // Where the plugin is unknown, trust does not help.
    let unknown = declaring("[algen_agent_tools.sample, zzz.lib]", "[algen_agent_tools]");
    let project = Project::with(&[("agent.yaml", &unknown)]);
    let shown = project.run(&["check"]);
    assert!(!shown.stdout.contains("fix: trust"), "{}", shown.stdout);
}
