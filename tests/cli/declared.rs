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
    let kinds = "a declared query is one SELECT, INSERT, UPDATE, DELETE or MERGE";
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
