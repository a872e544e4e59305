//! Completion at the prompt: what the program answers to the scripts, and one script in its shell.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::pty::Pty;
use crate::support::{Project, agent_file};

/// Two agents over one table, with values of every kind that a schema can list.
fn project() -> Project {
    let agents = agent_file("")
        .replace(
            "domain_plugins: [algen_agent_tools.sample]",
            "domain_plugins: [algen_agent_tools.sample, acme.shop]",
        )
        .replace(
            "enabled_tools: [sample.echo]",
            "enabled_tools: [sample.echo, shop.list, shop.add]",
        )
        .replace("[sample.read]", "[sample.read, shop.read, shop.write]")
        .replace("[algen_agent_tools]", "[algen_agent_tools, acme]");
    let reader = "  - name: reader\n    version: 1.0.0\n    description: Reads. Nothing else.\n    \
                  system_instructions: s\n    default_model: {name: m, provider: demo, model: m}\n    \
                  domain_plugins: [acme.shop]\n    enabled_tools: [shop.list]\n    \
                  tool_permissions: [shop.read]\n";
    let agents = agents.replace("security:", &format!("{reader}security:"));
    let deployment = r#"
algen: 1
plugins:
  acme.shop:
    version: 1.0.0
    publisher: acme
    toolkits:
      shop:
        connector: sqlite
        path: shop.db
        mode: read_write
        queries:
          list:
            description: "List \u001b[31mall. More of it."
            sql: SELECT 1 WHERE ? IS ? AND ? IS ? AND 1 IN (?, ?)
            params:
              kind: {enum: [large, small, "over\nsized", "extra large"], description: How big}
              old: boolean
              rank: {anyOf: [{enum: [1, 2]}, {type: "null"}]}
              where: text
              place: text
              colour: text
            row: {one: integer}
          add:
            description: Add one.
            preset: write
            sql: INSERT INTO things VALUES (?)
            params: {name: text}
"#;
    Project::with(&[
        ("agent.yaml", agents.as_str()),
        ("other/agent.yaml", agent_file("").as_str()),
        ("algen.yaml", deployment),
        ("broken.yaml", "agents: ["),
    ])
}

/// Asks as the script of fish does: the last word is completed.
fn ask(project: &Project, words: &[&str]) -> Vec<String> {
    let shown = project.run(&[&["--", "algen"], words].concat());
    assert_eq!(
        (shown.code, shown.stderr.as_str()),
        (Some(0), ""),
        "{words:?}"
    );
    shown.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn names_of_the_project_are_offered_where_they_can_stand() {
    let project = project().variable("_ALGEN_COMPLETE", "fish");
    let list = "shop.list\tList \\u{1b}[31mall";
    let add = "shop.add\tAdd one.";
    let echo = "sample.echo\tGive a text back as it is, with the number of its characters";
    let cases: &[(&str, &[&str], &[&str])] = &[
        (
            "tools that an agent enables",
            &["call", "s"],
            &[echo, add, list],
        ),
        (
            "those of one agent",
            &["call", "--agent", "reader", ""],
            &[list],
        ),
        (
            "agents",
            &["call", "--agent", ""],
            &["assistant\td", "reader\tReads"],
        ),
        (
            "an agent behind =",
            &["why", "--agent=re"],
            &["--agent=reader\tReads"],
        ),
        (
            "an action",
            &["call", "lis"],
            &["list\tList \\u{1b}[31mall"],
        ),
        ("tools of any agent", &["describe", "shop."], &[add, list]),
        (
            "tools in the ledger",
            &["log", "list", "--tool", "shop.l"],
            &[list],
        ),
        (
            "arguments",
            &["call", "shop.list", ""],
            &[
                "kind=\tHow big",
                "old=",
                "rank=",
                "where=",
                "place=",
                "colour=",
            ],
        ),
        (
            "arguments that are not given yet",
            &[
                "call",
                "shop.list",
                "kind=large",
                "old:=true",
                "where=x",
                "r",
            ],
            &["rank="],
        ),
        (
            "arguments of an action",
            &["why", "list", "ki"],
            &["kind=\tHow big"],
        ),
        (
            "values, but none that cannot be typed",
            &["call", "shop.list", "kind="],
            &["kind=large", "kind=small", "kind=extra large"],
        ),
        (
            "values that begin so",
            &["call", "shop.list", "kind=s"],
            &["kind=small"],
        ),
        (
            "a boolean",
            &["call", "shop.list", "old="],
            &["old=true", "old=false"],
        ),
        (
            "a boolean as JSON",
            &["call", "shop.list", "old:=t"],
            &["old:=true"],
        ),
        (
            "numbers beside null",
            &["call", "shop.list", "rank="],
            &["rank=1", "rank=2"],
        ),
        ("no values of a text", &["call", "shop.list", "where="], &[]),
        ("no such argument", &["call", "shop.list", "whree="], &[]),
        ("no such tool", &["call", "shop.lst", ""], &[]),
        ("no such agent", &["call", "--agent", "nobody", ""], &[]),
        (
            "another file",
            &["call", "-c", "other/agent.yaml", "s"],
            &[echo],
        ),
        (
            "another file behind =",
            &["call", "--config=other/agent.yaml", "s"],
            &[echo],
        ),
        ("a broken file", &["call", "-c", "broken.yaml", ""], &[]),
        ("a missing file", &["call", "-c", "nowhere.yaml", ""], &[]),
        ("a folder", &["call", "-c", "other", ""], &[]),
        (
            "standard input is the keyboard",
            &["call", "-c", "-", ""],
            &[],
        ),
        (
            "rules",
            &["explain", "unknown-too"],
            &["unknown-tool\tAn agent enables a tool that nothing registers."],
        ),
        ("permissions", &["explain", "gmail.wr"], &["gmail.write"]),
        ("codes", &["explain", "COMPONENT_"], &["COMPONENT_CONFLICT"]),
        (
            "a permission of the project",
            &["explain", "shop.w"],
            &["shop.write"],
        ),
        ("topics", &["explain", "exit-"], &["exit-codes"]),
        (
            "connectors",
            &["add", "sqli"],
            &["sqlite\tRead a SQLite file's catalog and run declared, typed queries"],
        ),
        (
            "words of an option",
            &["log", "list", "--state", "not"],
            &["not_attempted", "not_done"],
        ),
        ("commands", &["ca"], &["call\tCall one tool"]),
        (
            "options where one begins",
            &["doctor", "--js"],
            &["--json\tWrite what was found as JSON"],
        ),
        ("no options where none begins", &["doctor", ""], &[]),
    ];
    for (case, words, expected) in cases {
        assert_eq!(&ask(&project, words), expected, "{case}");
    }
}

#[test]
fn a_variable_left_behind_turns_no_command_into_a_question() {
    let project = project();
    let expected = project.run(&["check"]);
    let project = project.variable("_ALGEN_COMPLETE", "fish");
    assert_eq!(project.run(&["check"]), expected);
    let said = expected.stdout.len() + expected.stderr.len();
    assert!(said > 0, "{expected:?}");
}

#[test]
fn bash_inserts_what_it_can_run() {
    let project = project();
    let folder = project.path().join("bin");
    fs::create_dir(&folder).unwrap();
    symlink(env!("CARGO_BIN_EXE_algen"), folder.join("algen")).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/completions/algen.bash");
    fs::copy(script, project.path().join("algen.bash")).unwrap();
    fs::write(project.path().join("extra large.yaml"), agent_file("")).unwrap();

    let mut pty = Pty::open(200, 24);
    let mut shell = pty.command("bash");
    shell.args(["--norc", "--noprofile", "-i"]);
    shell.current_dir(project.path()).env_clear();
    shell.env("PATH", format!("{}:/usr/bin:/bin", folder.display()));
    shell
        .env("PS1", "ready> ")
        .env("TERM", "dumb")
        .env("INPUTRC", "/dev/null");
    shell
        .env("HOME", project.path())
        .env("XDG_STATE_HOME", project.path());
    let running = pty.start(shell);
    pty.wait_for("ready> ");
    pty.type_keys(". ./algen.bash\n");
    pty.wait_for("ready> ");
    for (typed, words) in [
        ("algen cal\t", "algen|call|"),
        ("algen call shop.l\t", "algen|call|shop.list|"),
        // An argument goes on behind its `=`: no blank is put there.
        (
            "algen call shop.list ki\tlarge",
            "algen|call|shop.list|kind=large|",
        ),
        (
            "algen call shop.list kind=l\t",
            "algen|call|shop.list|kind=large|",
        ),
        (
            "algen call shop.list kind=e\t",
            "algen|call|shop.list|kind=extra large|",
        ),
        (
            "algen call shop.list old:=t\t",
            "algen|call|shop.list|old:=true|",
        ),
        (
            "algen call shop.list kind=small ra\t1",
            "algen|call|shop.list|kind=small|rank=1|",
        ),
        ("algen call --agent=r\t", "algen|call|--agent=reader|"),
        (
            "algen call -c other/a\t s\t",
            "algen|call|-c|other/agent.yaml|sample.echo|",
        ),
        (
            "algen call -c extra\\ l\t sample.e\t",
            "algen|call|-c|extra large.yaml|sample.echo|",
        ),
        // What cannot be completed stays, and nothing is said.
        (
            "algen call -c broken.yaml x\t",
            "algen|call|-c|broken.yaml|x|",
        ),
    ] {
        // Ctrl-A: to the beginning of the line, which then shows its words instead of running them.
        pty.type_keys(&format!(
            "{typed}\u{1}printf '[%s]' \"$(printf '%s|' \u{5})\"\n"
        ));
        pty.wait_for(&format!("[{words}]"));
        pty.wait_for("ready> ");
    }
    pty.type_keys("exit\n");
    assert_eq!(running.wait().code, Some(0));
}
