//! `add`: the change of the agent file, who is asked about it, and what is never written.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::support::pty::Pty;
use crate::support::{Project, Shown, agent_file};

const SMTP_NOTES: &str = "\
note: smtp is a contract only in this version: it can be declared and checked, and every call is refused
note: needs the variables ALGEN_TOOLS_SMTP_HOST, ALGEN_TOOLS_SMTP_SENDER
note: may be set, too: ALGEN_TOOLS_SMTP_ALLOWED_DOMAINS, ALGEN_TOOLS_SMTP_CA_FILE, \
ALGEN_TOOLS_SMTP_PASSWORD, ALGEN_TOOLS_SMTP_PORT, ALGEN_TOOLS_SMTP_SECURITY, \
ALGEN_TOOLS_SMTP_TOKEN, ALGEN_TOOLS_SMTP_TOKEN_COMMAND, ALGEN_TOOLS_SMTP_USERNAME
";

const SMTP_DIFF: &str = "\
--- agent.yaml
+++ agent.yaml
@@ -7,7 +7,7 @@
     system_instructions: s
     default_model: {name: m, provider: demo, model: m}
-    domain_plugins: [algen_agent_tools.sample]
-    enabled_tools: [sample.echo]
-    tool_permissions: [sample.read]
+    domain_plugins: [algen_agent_tools.sample, algen_agent_tools.smtp]
+    enabled_tools: [sample.echo, smtp.send_email]
+    tool_permissions: [sample.read, smtp.write]
 security:
   trusted_plugin_prefixes: [algen_agent_tools]
";

const NEXT: &str = "The file has changed; see it through with: algen check && algen trust\n";

fn with_smtp(text: &str) -> String {
    text.replace(
        "[algen_agent_tools.sample]",
        "[algen_agent_tools.sample, algen_agent_tools.smtp]",
    )
    .replace("[sample.echo]", "[sample.echo, smtp.send_email]")
    .replace("[sample.read]", "[sample.read, smtp.write]")
}

fn talk(code: i32, stderr: &str) -> Shown {
    Shown {
        code: Some(code),
        stdout: String::new(),
        stderr: stderr.to_owned(),
    }
}

/// Runs `add` on a file and returns what the file says then.
fn added(text: &str, arguments: &[&str]) -> (Shown, String) {
    let project = Project::with(&[("agent.yaml", text)]);
    let arguments: Vec<&str> = ["add"].iter().chain(arguments).copied().collect();
    let shown = project.run(&arguments);
    let names: Vec<_> = fs::read_dir(project.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing is left beside the file");
    (shown, project.read("agent.yaml"))
}

#[test]
fn the_difference_is_shown_and_written_with_yes() {
    let before = agent_file("");
    let expected = format!("{SMTP_DIFF}{SMTP_NOTES}agent.yaml: added smtp to assistant\n{NEXT}");
    for arguments in [
        &["smtp", "--yes"][..],
        &["smtp", "-y", "--agent", "assistant"],
    ] {
        let (shown, after) = added(&before, arguments);
        assert_eq!(shown, talk(0, &expected));
        assert_eq!(after, with_smtp(&before));
    }
    let (shown, after) = added(&before, &["smtp", "-y", "-q"]);
    assert_eq!((shown, after), (talk(0, ""), with_smtp(&before)));
}

#[test]
fn without_a_terminal_and_yes_nothing_is_written() {
    let before = agent_file("");
    let (shown, after) = added(&before, &["smtp"]);
    let expected = format!(
        "{SMTP_DIFF}{SMTP_NOTES}error: nobody can be asked here; to write this change, run: algen \
         add smtp --yes\n"
    );
    assert_eq!((shown, after), (talk(4, &expected), before.clone()));

    let project = Project::with(&[("it's.yaml", &before)]).input(b"y\n");
    let shown = project.run(&[
        "add",
        "smtp",
        "--agent",
        "assistant",
        "-c",
        "it's.yaml",
        "-q",
    ]);
    assert_eq!(shown.code, Some(4));
    let command = r"run: algen add smtp --yes --agent assistant -c 'it'\''s.yaml'";
    assert!(shown.stderr.trim_end().ends_with(command), "{shown:?}");
    assert_eq!(project.read("it's.yaml"), before);

    let shown = project.run(&["add", "smtp", "--yes", "-c", "it's.yaml"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let next = r"algen check -c 'it'\''s.yaml' && algen trust -c 'it'\''s.yaml'";
    assert!(shown.stderr.trim_end().ends_with(next), "{shown:?}");
    assert_eq!(project.read("it's.yaml"), with_smtp(&before));
}

#[test]
fn on_a_terminal_only_the_word_is_a_yes() {
    let before = agent_file("");
    for (answer, code, words) in [
        ("\n", 4, "not added; nothing was changed"),
        ("n\n", 4, "not added; nothing was changed"),
        ("y\n", 0, "agent.yaml: added smtp to assistant"),
    ] {
        let project = Project::with(&[("agent.yaml", &before)]);
        let mut pty = Pty::open(100, 40);
        let running = pty.start(project.command_on(&pty, &["add", "smtp"]));
        pty.wait_for("+    tool_permissions: [sample.read, smtp.write]");
        pty.wait_for("Add smtp to assistant? [y/N] ");
        assert_eq!(project.read("agent.yaml"), before, "{answer:?}");
        pty.type_keys(answer);
        assert_eq!(running.wait().code, Some(code), "{answer:?}");
        assert!(pty.shown().contains(words), "{answer:?}: {}", pty.shown());
        let after = match code {
            0 => with_smtp(&before),
            _ => before.clone(),
        };
        assert_eq!(project.read("agent.yaml"), after, "{answer:?}");
    }
}

#[test]
fn what_is_there_is_left_alone() {
    let before = with_smtp(&agent_file(""));
    let (shown, after) = added(&before, &["smtp"]);
    let expected = talk(0, "agent.yaml: assistant has smtp already; nothing to do\n");
    assert_eq!((shown, after), (expected, before.clone()));

    // A part that is missing is added, under the name that the plugin has.
    let class = "algen_agent_tools.smtp.plugin:SmtpPlugin";
    let part = before
        .replace("algen_agent_tools.smtp]", &format!("'{class}']"))
        .replace(", smtp.write]", "]");
    let (shown, after) = added(&part, &["smtp", "--yes"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    assert_eq!(
        after,
        part.replace("[sample.read]", "[sample.read, smtp.write]")
    );
}

#[test]
fn comments_line_ends_and_styles_stay() {
    let block = "# top\nproviders:\n  demo: {type: mock, default_model: m}\n\nagents:\n  - name: helper\n    \
                 version: 1.0.0\n    description: >\n      folded\n      text\n    \
                 system_instructions: s\n    \
                 default_model: {name: m, provider: demo, model: m} # model\n    \
                 enabled_tools: [] # tools\n      # none yet\n    budget: {}\n# end";
    let expected = block
        .replace(
            "enabled_tools: [] # tools\n",
            "enabled_tools: [clock.current_datetime] # tools\n",
        )
        .replace(
            "      # none yet\n",
            "    domain_plugins: [algen.clock]\n      # none yet\n",
        );
    let expected = format!("{expected}\n\nsecurity:\n  trusted_plugin_prefixes: [algen]\n");
    for windows in [false, true] {
        for mark in ["", "\u{feff}"] {
            let ending = |text: &str| match windows {
                true => format!("{mark}{text}").replace('\n', "\r\n"),
                false => format!("{mark}{text}"),
            };
            let (shown, after) = added(&ending(block), &["clock", "--yes"]);
            assert_eq!(shown.code, Some(0), "{shown:?}");
            assert_eq!(after, ending(&expected), "{windows}");
            assert!(
                shown.stderr.contains(
                    "note: the Python runtime does not have algen.clock: with it the file loads \
                     in algen alone\n"
                ),
                "{shown:?}"
            );
        }
    }
}

#[test]
fn several_agents_need_a_choice() {
    let one = agent_file("");
    let (head, rest) = one.split_once("  - name").unwrap();
    let (agent, tail) = rest.split_once("security:").unwrap();
    let two = format!(
        "{head}  - name{agent}  - name{}security:{tail}",
        agent.replace("assistant", "analyst")
    );
    let (shown, after) = added(&two, &["smtp", "--yes"]);
    let problem =
        "error: the file has several agents (assistant, analyst); say which with --agent\n";
    assert_eq!((shown, after), (talk(2, problem), two.clone()));
    let (shown, after) = added(&two, &["smtp", "--yes", "--agent", "analist"]);
    let problem = "error: no agent is called analist; did you mean analyst?\n";
    assert_eq!((shown, after), (talk(2, problem), two.clone()));

    let (shown, after) = added(&two, &["smtp", "--yes", "--agent", "analyst"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let (first, second) = two.split_at(two.find("  - name: analyst").unwrap());
    assert_eq!(after, format!("{first}{}", with_smtp(second)));

    let same = format!(
        "{head}  - name{agent}  - name{}security:{tail}",
        agent.replace("1.0.0", "2.0.0")
    );
    let (shown, after) = added(&same, &["smtp", "--yes", "--agent", "assistant"]);
    assert_eq!(shown.code, Some(2), "{shown:?}");
    assert!(
        shown.stderr.ends_with(
            "error: several agents are called assistant; give each a name of its own first\n"
        ),
        "{shown:?}"
    );
    assert_eq!(after, same);
}

#[test]
fn what_cannot_be_done_is_said_and_nothing_is_written() {
    let file = agent_file("");
    let shared = file.replace(
        "enabled_tools: [sample.echo]",
        "enabled_tools: &tools [sample.echo]\n    tags: *tools",
    );
    let cases = [
        (
            "an unknown connector",
            file.as_str(),
            &["smpt", "--yes"][..],
            "error: no connector is called smpt; did you mean smtp?\n",
        ),
        (
            "a list that is shared",
            &shared,
            &["smtp", "--yes"],
            "error: agent.yaml: the lists are written in a way that another part of the file \
             shares; add to them by hand\n",
        ),
        (
            "no agent",
            "agents: []\n",
            &["smtp", "--yes"],
            "error: the file declares no agent to add to\n",
        ),
        (
            "standard input",
            &file,
            &["smtp", "-c", "-"],
            "error: standard input cannot be changed; name a file\n",
        ),
        (
            "no file",
            &file,
            &["smtp", "--yes", "-c", "other.yaml"],
            "error: other.yaml cannot be loaded\n",
        ),
        (
            "a file that does not load",
            "agents: 7\n",
            &["smtp", "--yes"],
            "error: agent.yaml cannot be loaded\n",
        ),
    ];
    for (case, text, arguments, problem) in cases {
        let (shown, after) = added(text, arguments);
        assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""), "{case}");
        assert!(shown.stderr.ends_with(problem), "{case}: {shown:?}");
        assert_eq!(after, text, "{case}");
    }
    let (shown, _) = added(&file, &["zzzzzzzz"]);
    let start = "error: no connector is called zzzzzzzz; there are sample, postgres, ";
    assert!(shown.stderr.starts_with(start), "{shown:?}");
}

#[test]
fn a_file_that_would_not_load_is_not_written() {
    let agent = agent_file("")
        .replace(
            "[algen_agent_tools.sample]",
            "[algen_agent_tools.sample, acme.mail]",
        )
        .replace("[algen_agent_tools]", "[algen_agent_tools, acme]");
    let deployment = "algen: 1\nplugins:\n  acme.mail:\n    version: 1.0.0\n    publisher: acme\n    \
                      toolkits:\n      smtp: {connector: smtp, host: localhost, sender: a@example.com}\n";
    let project = Project::with(&[("agent.yaml", &agent), ("algen.yaml", deployment)]);
    let shown = project.run(&["add", "smtp", "--yes"]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
    assert!(
        shown
            .stderr
            .ends_with("error: with the connector the file would not load; nothing was changed\n"),
        "{shown:?}"
    );
    assert_eq!(project.read("agent.yaml"), agent);
}

#[test]
fn what_widens_more_is_said_and_not_set() {
    let file = agent_file("").replace("[algen_agent_tools]", "[algen_agent_tools, algen]");
    let subprocess = "note: its tools start programs and are refused until you set \
                      security.allow_subprocess_tools to true yourself\n";
    for (connector, said) in [("process", true), ("shell", true), ("git", false)] {
        let (shown, after) = added(&file, &[connector, "--yes"]);
        assert_eq!(shown.code, Some(0), "{shown:?}");
        assert_eq!(
            shown.stderr.contains(subprocess),
            said,
            "{connector}: {shown:?}"
        );
        assert!(!after.contains("allow_subprocess_tools"), "{after}");
    }
    let allowed = file.replace("security:\n", "security:\n  allow_subprocess_tools: true\n");
    let (shown, _) = added(&allowed, &["shell", "--yes"]);
    assert!(!shown.stderr.contains(subprocess), "{shown:?}");

    for (policy, said) in [
        ("egress: [example.com]", Some("api.githubcopilot.com")),
        ("egress: [api.githubcopilot.com]", None),
        ("default_effect: allow", None),
    ] {
        let deployment = format!("algen: 1\npolicy:\n  {policy}\n");
        let project = Project::with(&[("agent.yaml", &file), ("algen.yaml", &deployment)]);
        let shown = project.run(&["add", "github", "--yes"]);
        assert_eq!(shown.code, Some(0), "{shown:?}");
        let line = said.map(|host| {
            format!("note: policy.egress of algen.yaml does not list {host}: add it there, or")
        });
        assert_eq!(shown.stderr.contains("policy.egress"), line.is_some());
        assert!(
            line.is_none_or(|line| shown.stderr.contains(&line)),
            "{shown:?}"
        );
        assert_eq!(project.read("algen.yaml"), deployment);
    }
}

#[test]
fn every_connector_can_be_added_and_checks() {
    let file = agent_file("");
    let project = Project::with(&[]);
    let listed = project.run(&["add", "zzzzzzzz"]).stderr;
    let names = listed.trim_end().split_once("; there are ").unwrap().1;
    let names: Vec<&str> = names.split(", ").collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let project = Project::with(&[("agent.yaml", &file)]);
        let shown = project.run(&["add", name, "--yes", "-q"]);
        assert_eq!(shown, talk(0, ""), "{name}");
        let checked = project.run(&["check"]);
        assert_eq!(checked.code, Some(0), "{name}: {checked:?}");
        let again = project.run(&["add", name]);
        let done = format!("agent.yaml: assistant has {name} already; nothing to do\n");
        assert_eq!(again, talk(0, &done));
    }
}

#[test]
fn a_link_is_followed_inside_the_project_alone() {
    let file = agent_file("");
    let outside = Project::with(&[("agent.yaml", &file)]);
    let project = Project::with(&[("real.yaml", &file)]);
    let link = project.path().join("agent.yaml");
    symlink("real.yaml", &link).unwrap();
    let shown = project.run(&["add", "smtp", "--yes", "-q"]);
    assert_eq!(shown, talk(0, ""));
    assert!(link.is_symlink());
    assert_eq!(project.read("real.yaml"), with_smtp(&file));

    for target in [
        outside.path().join("agent.yaml"),
        format!(
            "../{}/agent.yaml",
            outside.path().file_name().unwrap().to_str().unwrap()
        )
        .into(),
    ] {
        fs::remove_file(&link).unwrap();
        symlink(&target, &link).unwrap();
        let shown = project.run(&["add", "smtp", "--yes"]);
        assert_eq!(shown.code, Some(2), "{target:?}: {shown:?}");
        assert!(
            shown
                .stderr
                .ends_with("error: agent.yaml cannot be loaded\n"),
            "{shown:?}"
        );
        assert_eq!(outside.read("agent.yaml"), file, "{target:?}");
    }
}

#[test]
fn a_file_that_cannot_be_written_stays() {
    let file = agent_file("");
    // A name that leaves no room for the temporary file's.
    let name = format!("{}.yaml", "x".repeat(248));
    let project = Project::with(&[(&name, &file)]);
    let shown = project.run(&["add", "smtp", "--yes", "-q", "-c", &name]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
    let start = format!("error: cannot write {name}: ");
    assert!(shown.stderr.starts_with(&start), "{shown:?}");
    assert!(
        shown.stderr.ends_with("; nothing was changed\n"),
        "{shown:?}"
    );
    assert_eq!(project.read(&name), file);

    let project = Project::with(&[("agent.yaml", &file)]);
    let mode = |mode| fs::set_permissions(project.path(), fs::Permissions::from_mode(mode));
    mode(0o555).unwrap();
    let shown = project.run(&["add", "smtp", "--yes", "-q"]);
    mode(0o755).unwrap();
    // The superuser is not kept out by modes.
    let (code, after) = match rustix::process::geteuid().is_root() {
        true => (0, with_smtp(&file)),
        false => (2, file),
    };
    assert_eq!(shown.code, Some(code), "{shown:?}");
    assert_eq!(project.read("agent.yaml"), after);
}

#[test]
fn variables_that_lie_over_the_file_do_not_decide() {
    let file = agent_file("");
    let project = Project::with(&[("agent.yaml", &file)])
        .variable(
            "ALGEN_AGENT_RUNTIME__SECURITY__TRUSTED_PLUGIN_PREFIXES",
            "[]",
        )
        .variable("ALGEN_AGENT_RUNTIME__AGENTS", "[]");
    assert_eq!(project.run(&["add", "smtp", "--yes", "-q"]), talk(0, ""));
    assert_eq!(project.read("agent.yaml"), with_smtp(&file));
}
