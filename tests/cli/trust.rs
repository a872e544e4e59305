//! `trust`: who has seen a project's files, and what differs since.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::pty::Pty;
use crate::support::{Project, Shown, agent_file};

const OVERLAY: &str = "name: notes\nserver: {name: notes, transport: stdio, command: ./server}\n\
     tools:\n  look: {effect: read, input_schema: {type: object, properties: {}, additionalProperties: false}}\n";

const DEPLOYMENT: &str = "algen: 1\nplugins:\n  acme.mcp:\n    version: 1.0.0\n    \
     publisher: acme\n    toolkits:\n      notes: {overlay: notes.overlay.yaml}\n";

/// A project with a deployment, an overlay, a Python module and a file of its own.
fn project() -> Project {
    let agent = agent_file("")
        .replace(
            "domain_plugins: [algen_agent_tools.sample]",
            "domain_plugins: [algen_agent_tools.sample, acme.mcp, 'acme.plugin:AcmePlugin']",
        )
        .replace("[algen_agent_tools]", "[algen_agent_tools, acme]");
    Project::with(&[
        ("agent.yaml", &agent),
        ("algen.yaml", DEPLOYMENT),
        ("notes.overlay.yaml", OVERLAY),
        ("acme/plugin.py", "class AcmePlugin:\n    pass\n"),
        ("README.md", "a text\n"),
    ])
}

const FILES: [&str; 3] = ["agent.yaml", "algen.yaml", "notes.overlay.yaml"];

/// The project's path as the program shows it.
fn shown_path(project: &Project) -> String {
    let path = project.path().canonicalize().unwrap();
    path.to_str().unwrap().to_owned()
}

fn nothing_stored(project: &Project) -> bool {
    !project.path().join(".local").exists()
}

/// The first two lines of `trust --show` and its exit code.
fn standing(project: &Project) -> (Option<i32>, String) {
    let shown = project.run(&["trust", "--show"]);
    assert_eq!(shown.stderr, "");
    let mut lines = shown.stdout.lines();
    assert_eq!(lines.next(), Some(&*shown_path(project)));
    (shown.code, lines.next().unwrap_or_default().to_owned())
}

fn changes(project: &Project) -> Vec<String> {
    let shown = project.run(&["trust", "--show"]);
    let changes = shown.stdout.lines().skip(2);
    let changes = changes.filter(|line| !line.starts_with("  same "));
    changes.map(str::to_owned).collect()
}

#[test]
fn without_a_terminal_nobody_is_asked() {
    let project = project();
    let shown = project.run(&["trust", "-c", "agent.yaml"]);
    let path = shown_path(&project);
    assert_eq!(
        shown,
        Shown {
            code: Some(4),
            stdout: String::new(),
            stderr: format!(
                "{path}: not trusted yet\n  new      agent.yaml\n  new      algen.yaml\n  \
                 new      notes.overlay.yaml\nerror: nobody can be asked here; to trust these \
                 files, run: algen trust --yes -c agent.yaml\n"
            ),
        }
    );
    assert!(nothing_stored(&project));
    let piped = project.input(b"y\n");
    assert_eq!(piped.run(&["trust"]).code, Some(4));
    assert!(nothing_stored(&piped));
}

#[test]
fn a_project_is_trusted_until_a_file_of_it_changes() {
    let project = project();
    let path = shown_path(&project);
    let (code, sentence) = standing(&project);
    let never = "not trusted: nobody has seen it yet";
    assert_eq!((code, sentence.as_str()), (Some(1), never));
    assert!(nothing_stored(&project), "to show makes nothing");

    let trusted = project.run(&["trust", "--yes"]);
    assert_eq!((trusted.code, trusted.stdout.as_str()), (Some(0), ""));
    assert!(
        trusted
            .stderr
            .ends_with(&format!("{path}: trusted (3 files)\n")),
        "{trusted:?}"
    );
    let (code, sentence) = standing(&project);
    assert_eq!(code, Some(0));
    assert!(sentence.starts_with("trusted since 20"), "{sentence}");
    let again = project.run(&["trust"]);
    let unchanged = format!("{path}: already trusted; nothing has changed\n");
    assert_eq!((again.code, again.stderr), (Some(0), unchanged));

    // What does not decide over tools does not count.
    project.write("README.md", b"another text\n");
    project.write("acme/plugin.py", b"class AcmePlugin:\n    x = 1\n");
    assert_eq!(standing(&project).0, Some(0));

    let texts = FILES.map(|file| project.read(file));
    for (file, text) in FILES.iter().zip(&texts) {
        project.write(file, format!("{text}# more\n").as_bytes());
        let (code, sentence) = standing(&project);
        assert_eq!(code, Some(1), "{file}");
        assert!(
            sentence.starts_with("not trusted: changed since 20"),
            "{file}"
        );
        assert_eq!(changes(&project), [format!("  changed  {file}")]);
        project.write(file, text.as_bytes());
        assert_eq!(standing(&project).0, Some(0), "{file}: as it was");
    }

    let lock = "version: 1\n";
    project.write("notes.overlay.lock", lock.as_bytes());
    assert_eq!(changes(&project), ["  new      notes.overlay.lock"]);
    fs::remove_file(project.path().join("notes.overlay.lock")).unwrap();

    let agent = texts[0].replace(", acme.mcp", "");
    project.write("agent.yaml", agent.as_bytes());
    fs::remove_file(project.path().join("algen.yaml")).unwrap();
    let expected = [
        "  changed  agent.yaml",
        "  removed  algen.yaml",
        "  removed  notes.overlay.yaml",
    ];
    assert_eq!(changes(&project), expected);
    let asked = project.run(&["trust"]);
    assert_eq!(asked.code, Some(4));
    let start = format!(
        "{path}: changed since it was trusted\n{}\n",
        expected.join("\n")
    );
    assert!(asked.stderr.starts_with(&start), "{asked:?}");
    assert_eq!(project.run(&["trust", "-y", "-q"]).stderr, "");
    assert_eq!(standing(&project).0, Some(0));
}

#[test]
fn a_project_is_the_same_from_everywhere() {
    let project = project();
    assert_eq!(project.run(&["trust", "--yes"]).code, Some(0));
    let absolute = project.path().join("agent.yaml");
    let mut command = project.command(&["trust", "--show", "-c", absolute.to_str().unwrap()]);
    let output = command.current_dir("/").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");

    // A copy is another project, and so is the same folder read from other files.
    let copy = format!("{}-copy", project.path().display());
    fs::create_dir(&copy).unwrap();
    fs::create_dir(format!("{copy}/acme")).unwrap();
    for file in FILES.into_iter().chain(["acme/plugin.py"]) {
        fs::copy(project.path().join(file), format!("{copy}/{file}")).unwrap();
    }
    let shown = project.run(&["trust", "--show", "-c", &format!("{copy}/agent.yaml")]);
    fs::remove_dir_all(&copy).unwrap();
    assert_eq!(shown.code, Some(1), "{shown:?}");
    project.write("other.yaml", project.read("agent.yaml").as_bytes());
    let shown = project.run(&["trust", "--show", "-c", "other.yaml"]);
    assert_eq!(shown.code, Some(1), "{shown:?}");
}

#[test]
fn the_document_names_every_file() {
    let project = project();
    let document = |project: &Project, arguments: &[&str]| -> (Option<i32>, Value) {
        let shown = project.run(&[&["trust", "--show", "--json"], arguments].concat());
        assert_eq!(shown.stderr, "");
        (shown.code, serde_json::from_str(&shown.stdout).unwrap())
    };
    let (code, before) = document(&project, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(before["schema"], "algen.trust/1");
    assert_eq!(before["project"], shown_path(&project));
    assert_eq!(before["state"], "never");
    assert_eq!(
        (&before["trusted_at"], &before["user_id"]),
        (&Value::Null, &Value::Null)
    );
    let paths: Vec<&Value> = before["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| &file["path"])
        .collect();
    assert_eq!(paths, FILES);
    let new = FILES.map(|path| json!({"path": path, "change": "new"}));
    assert_eq!(before["changes"], json!(new));

    assert_eq!(project.run(&["trust", "--yes"]).code, Some(0));
    let (code, after) = document(&project, &[]);
    assert_eq!(code, Some(0));
    assert_eq!(
        (&after["state"], &after["changes"]),
        (&json!("trusted"), &json!([]))
    );
    assert_eq!(after["files"], before["files"]);
    assert_eq!(after["user_id"], rustix::process::geteuid().as_raw());

    // The stored record has the same keys with the same meaning.
    let folder = project.path().join(".local/state/algen/trust");
    let record = fs::read_dir(&folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let record: Value = serde_json::from_slice(&fs::read(record).unwrap()).unwrap();
    for (key, value) in record.as_object().unwrap() {
        assert_eq!(value, &after[key], "{key}");
    }
}

#[test]
fn a_checkout_of_the_base_branch_is_a_yardstick() {
    let project = project();
    let base = self::project();
    let folder = base.path().to_str().unwrap().to_owned();
    let compare = |expected_code, expected: &[&str]| {
        let shown = project.run(&["trust", "--show", "--trusted-from", &folder]);
        let mut lines = shown.stdout.lines().skip(1);
        let sentence = lines.next().unwrap_or_default();
        let lines: Vec<&str> = lines.filter(|line| !line.starts_with("  same ")).collect();
        assert_eq!(
            (shown.code, lines.as_slice()),
            (Some(expected_code), expected),
            "{shown:?}"
        );
        let start = if expected_code == 0 {
            "trusted: "
        } else {
            "needs-review: "
        };
        assert!(sentence.starts_with(start), "{sentence}");
        assert!(nothing_stored(&project));
    };
    compare(0, &[]);
    base.write("notes.overlay.lock", b"version: 1\n");
    compare(1, &["  removed  notes.overlay.lock"]);
    fs::remove_file(base.path().join("notes.overlay.lock")).unwrap();
    project.write(
        "algen.yaml",
        format!("{DEPLOYMENT}ledger: {{store: digest}}\n").as_bytes(),
    );
    compare(1, &["  changed  algen.yaml"]);
    fs::remove_file(base.path().join("algen.yaml")).unwrap();
    compare(1, &["  new      algen.yaml"]);
    project.write("agent.yaml", agent_file("").as_bytes());
    base.write("agent.yaml", agent_file("").as_bytes());
    fs::remove_file(project.path().join("algen.yaml")).unwrap();
    compare(0, &[]);
    base.write("algen.yaml", b"algen: 1\npolicy: {default_effect: deny}\n");
    compare(1, &["  removed  algen.yaml"]);

    let arguments = ["trust", "--show", "--json", "--trusted-from", &folder];
    let shown = project.run(&arguments);
    let document: Value = serde_json::from_str(&shown.stdout).unwrap();
    assert_eq!(document["state"], "needs-review");
    assert_eq!(document["trusted_from"], folder);
    let missing = project.run(&["trust", "--show", "--trusted-from", "nowhere"]);
    let expected = "error: nowhere: there is no such folder\n";
    assert_eq!((missing.code, missing.stderr.as_str()), (Some(2), expected));
}

/// Answers the question of `algen trust` on a terminal; returns exit code and what it showed.
fn answer_on_a_terminal(project: &Project, answer: &str) -> (Option<i32>, String) {
    let mut pty = Pty::open(80, 24);
    let running = pty.start(project.command_on(&pty, &["trust"]));
    pty.wait_for("[y/N] ");
    pty.type_keys(answer);
    (running.wait().code, pty.shown())
}

#[test]
fn on_a_terminal_only_the_word_is_a_yes() {
    let project = project();
    for answer in ["\n", "n\n", "yep\n", "\u{4}"] {
        let (code, shown) = answer_on_a_terminal(&project, answer);
        assert_eq!(code, Some(4), "{answer:?}: {shown}");
        assert!(shown.contains("  new      notes.overlay.yaml\n"), "{shown}");
        assert!(shown.contains("not trusted; nothing was stored"), "{shown}");
        assert!(nothing_stored(&project), "{answer:?}");
    }
    let (code, shown) = answer_on_a_terminal(&project, "yes\n");
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.trim_end().ends_with(": trusted (3 files)"), "{shown}");
    assert_eq!(standing(&project).0, Some(0));
}

#[test]
fn what_was_not_read_whole_is_not_trusted() {
    let project = project();
    project.write("agent.yaml", b"agents: [\n");
    for arguments in [["trust", "--yes"], ["trust", "--show"]] {
        let shown = project.run(&arguments);
        assert_eq!((shown.code, shown.stdout.as_str()), (Some(2), ""));
        let end = "error: agent.yaml cannot be loaded\n";
        assert!(shown.stderr.ends_with(end), "{shown:?}");
    }
    let piped = Project::with(&[("agent.yaml", &agent_file(""))]).input(agent_file("").as_bytes());
    for arguments in [
        &["trust", "--yes", "-c", "-"][..],
        &["trust", "-y", "-c", "agent.yaml", "-c", "-"],
    ] {
        let shown = piped.run(arguments);
        let expected =
            "error: standard input belongs to no project and cannot be trusted; name a file\n";
        assert_eq!((shown.code, shown.stderr.as_str()), (Some(2), expected));
    }
    let nothing = Project::with(&[]);
    assert_eq!(nothing.run(&["trust"]).code, Some(2));
    for project in [project, piped, nothing] {
        assert!(nothing_stored(&project));
    }
}

#[test]
fn trust_is_kept_where_the_variables_say() {
    let elsewhere = tempfile::tempdir().unwrap();
    let place = elsewhere.path().to_str().unwrap();
    let project = project().variable("XDG_STATE_HOME", place);
    assert_eq!(project.run(&["trust", "--yes"]).code, Some(0));
    assert!(nothing_stored(&project));
    let state = elsewhere.path().join("algen");
    assert_eq!(
        fs::metadata(&state).unwrap().permissions().mode() & 0o7777,
        0o700
    );
    for (unusable, expected) in [("", 1), ("relative", 1), (place, 0)] {
        let shown = project
            .command(&["trust", "--show"])
            .env("XDG_STATE_HOME", unusable)
            .output()
            .unwrap();
        assert_eq!(shown.status.code(), Some(expected), "{unusable}");
    }
    let output = project
        .command(&["trust", "--yes"])
        .env_remove("XDG_STATE_HOME")
        .env_remove("HOME")
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5), "{stderr}");
    assert_eq!(
        stderr,
        "error: trust cannot be looked up or stored: neither XDG_STATE_HOME nor HOME holds an \
         absolute path; set one of them\n"
    );
}

#[test]
fn a_home_that_cannot_be_written_is_told() {
    // Not even the superuser makes a folder there.
    let project = project().variable("HOME", "/sys");
    let shown = project.run(&["trust", "--yes"]);
    assert_eq!(shown.code, Some(5), "{shown:?}");
    let last = shown.stderr.lines().last().unwrap();
    let start = "error: trust cannot be looked up or stored: /sys/.local/state/algen: cannot \
                 create it: ";
    assert!(last.starts_with(start), "{last}");
    let (code, _) = standing(&project);
    assert_eq!(code, Some(1), "to look needs no writing");
}

#[test]
fn a_state_directory_that_others_may_change_is_refused() {
    let project = project();
    assert_eq!(project.run(&["trust", "--yes"]).code, Some(0));
    let state = project.path().join(".local/state/algen");
    let record: PathBuf = fs::read_dir(state.join("trust"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let state_shown = state.display().to_string();
    for (path, mode) in [
        (&state, 0o777),
        (&state.join("trust"), 0o770),
        (&record, 0o620),
    ] {
        let before = fs::metadata(path).unwrap().permissions();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        let shown = project.run(&["trust", "--show"]);
        let others = [&["call", "sample.echo", "text=hi"][..], &["log"]];
        let others = others.map(|words| project.run(words));
        fs::set_permissions(path, before).unwrap();
        if path == &state {
            let reason = format!("others may write to {state_shown}; run: chmod go-w");
            for shown in others {
                assert_eq!((shown.code, shown.stdout.as_str()), (Some(5), ""));
                assert!(shown.stderr.contains(&reason), "{shown:?}");
            }
        }
        let path = path.display();
        let expected = format!(
            "error: trust cannot be looked up or stored: others may write to {path}; run: \
             chmod go-w {path}\n"
        );
        assert_eq!(
            (shown.code, shown.stderr),
            (Some(5), expected),
            "{state_shown}"
        );
        assert_eq!(standing(&project).0, Some(0));
    }
    fs::write(&record, "{}").unwrap();
    let shown = project.run(&["trust", "--yes"]);
    let end = "is not a record of trust; remove it and run algen trust\n";
    assert_eq!(shown.code, Some(5));
    assert!(shown.stderr.ends_with(end), "{shown:?}");
}
