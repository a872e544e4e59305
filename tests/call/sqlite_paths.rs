//! Where the file of a sqlite toolkit may be: what needs a trusted project, what a path means, and
//! what is never opened.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use sqlx::{ConnectOptions as _, Connection as _};

use super::*;

const QUERIES: &str = "\
read_only: false
        queries:
          rows:
            description: List the rows.
            sql: SELECT a FROM t ORDER BY a
            row: {a: integer}
          add:
            description: Add a row.
            sql: INSERT INTO t VALUES (2)
            preset: write
";

/// A project that nobody trusts, in the folder `project` of a home directory, with these lines of
/// the entry and these sections of the deployment.
fn project(entry: &str, sections: &str) -> Project {
    let agent = agent_file(NOBODY_ASKS)
        .replace("[algen_agent_tools.sample]", "[acme.shop]")
        .replace("[sample.echo]", "[shop.rows, shop.add]")
        .replace("[sample.read]", "[shop.read, shop.write]")
        .replace("[algen_agent_tools]", "[acme]");
    let deployment = format!(
        "algen: 1\nnamespace: test\nplugins:\n  acme.shop:\n    version: 1.0.0\n    \
         publisher: acme\n    toolkits:\n      shop:\n        connector: sqlite\n        \
         {entry}\n        {QUERIES}{sections}"
    );
    Project::with(&[
        ("project/agent.yaml", &agent),
        ("project/algen.yaml", &deployment),
    ])
}

/// Makes a file with one row.
fn database(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true);
    wait_for(async {
        let mut connection = options.connect().await.unwrap();
        let made = sqlx::raw_sql("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)");
        made.execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}

fn run(project: &Project, words: &[&str]) -> Shown {
    project.run(&[words, &["-c", "project/agent.yaml"]].concat())
}

fn trust(project: &Project) {
    let trusted = run(project, &["trust", "--yes"]);
    assert_eq!(trusted.code, Some(0), "{trusted:?}");
}

const ROW: &str = "[{\"a\":1}]\n";

#[test]
fn what_stays_in_the_project_needs_no_trust() {
    for path in ["shop.db", "./data//shop.db", "inside.db", "./~shop.db"] {
        let project = project(&format!("path: {path}"), "");
        for name in ["shop.db", "data/shop.db", "~shop.db"] {
            database(&project.path().join("project").join(name));
        }
        symlink("data/shop.db", project.path().join("project/inside.db")).unwrap();
        let read = run(&project, &["call", "shop.rows"]);
        let shown = (read.code, read.stdout.as_str(), read.stderr.as_str());
        assert_eq!(shown, (Some(0), ROW, ""), "{path}");
        let added = run(&project, &["call", "shop.add"]);
        let shown = (added.code, added.stdout.as_str());
        assert_eq!(shown, (Some(0), "{\"rows_affected\":1}\n"), "{added:?}");
    }
    let missing = run(&project("path: shop.db", ""), &["call", "shop.rows"]);
    let shown = (missing.code, missing.stdout.as_str());
    assert_eq!(shown, (Some(5), ""), "{missing:?}");
    assert!(missing.stderr.contains("does not exist"), "{missing:?}");
}

#[test]
fn what_leaves_the_project_needs_trust() {
    let outside = "is not a file beneath the project folder";
    let reference = "the toolkit's entry in algen.yaml holds a reference";
    let context = "context: {tenant_id: env://TENANT}\n";
    let ledger = "ledger: {url: env://LEDGER}\n";
    let cases = [
        ("path: out.db", "", outside),
        ("path: folder/shop.db", "", outside),
        ("path: ../shop.db", "", outside),
        ("path: data/../../shop.db", "", outside),
        ("path: ~/shop.db", "", outside),
        ("path: env://SHOP", "", reference),
        ("path: file://shop.txt", "", reference),
        ("path: in.db\n        max_rows: env://MOST", "", reference),
        ("path: in.db", context, "`context` of algen.yaml"),
        ("path: in.db", ledger, "`ledger.url` of algen.yaml"),
    ];
    for (entry, sections, reason) in cases {
        let project = project(entry, sections);
        let file = project.path().join("shop.db");
        let ledger = project.path().join("elsewhere/ledger");
        let project = project
            .variable("SHOP", file.to_str().unwrap())
            .variable("MOST", "5")
            .variable("TENANT", "acme")
            .variable("LEDGER", ledger.to_str().unwrap());
        database(&file);
        project.write("project/shop.txt", file.to_str().unwrap().as_bytes());
        let folder = project.path().join("project");
        database(&folder.join("in.db"));
        fs::create_dir(folder.join("data")).unwrap();
        symlink("../shop.db", folder.join("out.db")).unwrap();
        symlink("..", folder.join("folder")).unwrap();

        let refused = run(&project, &["call", "shop.rows"]);
        let shown = (refused.code, refused.stdout.as_str());
        assert_eq!(shown, (Some(3), ""), "{entry}: {refused:?}");
        for part in ["  - the call needs trust: ", reason, "algen trust"] {
            assert!(refused.stderr.contains(part), "{entry}: {refused:?}");
        }
        trust(&project);
        let read = run(&project, &["call", "shop.rows"]);
        let shown = (read.code, read.stdout.as_str());
        assert_eq!(shown, (Some(0), ROW), "{entry}: {read:?}");
    }
}

#[test]
fn a_project_from_standard_input_stays_nowhere() {
    let project = project("path: project/shop.db", "");
    database(&project.path().join("project/shop.db"));
    let agent = project.read("project/agent.yaml");
    let project = project.input(agent.as_bytes());
    let words = ["call", "shop.rows", "-c", "-"];
    let words = [&words[..], &["--deployment", "project/algen.yaml"]].concat();
    let refused = project.run(&words);
    let shown = (refused.code, refused.stdout.as_str());
    assert_eq!(shown, (Some(3), ""), "{refused:?}");
    assert!(refused.stderr.contains("standard input"), "{refused:?}");
}

#[test]
fn a_path_may_start_at_home_and_nowhere_else_that_has_no_name() {
    let elsewhere = tempfile::tempdir().unwrap();
    let home = elsewhere.path().to_str().unwrap();
    database(&elsewhere.path().join("shop.db"));
    let other = "shop.path cannot be used: only `~/` stands for a home directory";
    let homeless = "shop.path cannot be used: it begins with `~/`, and HOME holds no";
    let cases = [
        ("path: ~/shop.db", home, Ok(())),
        ("path: env://SHOP", home, Ok(())),
        ("path: ~shop/shop.db", home, Err(other)),
        ("path: ~/shop.db", "", Err(homeless)),
        ("path: ~/shop.db", "home", Err(homeless)),
        ("path: env://SHOP", "home", Err(homeless)),
    ];
    for (entry, home, expected) in cases {
        let project = project(entry, "");
        let state = project.path().join("state");
        let project = project
            .variable("HOME", home)
            .variable("XDG_STATE_HOME", state.to_str().unwrap())
            .variable("SHOP", "~/shop.db");
        trust(&project);
        let read = run(&project, &["call", "shop.rows"]);
        let shown = (read.code, read.stdout.as_str());
        match expected {
            Ok(()) => assert_eq!(shown, (Some(0), ROW), "{entry}: {read:?}"),
            Err(reason) => {
                assert_eq!(shown, (Some(5), ""), "{entry}: {read:?}");
                assert!(read.stderr.contains(reason), "{entry}: {read:?}");
            }
        }
    }
}

#[test]
fn the_built_in_toolkit_reads_paths_alike() {
    let agent = agent_file(NOBODY_ASKS)
        .replace("[algen_agent_tools.sample]", "[algen_agent_tools.sqlite]")
        .replace("[sample.echo]", "[sqlite.list_tables]")
        .replace("[sample.read]", "[sqlite.read]");
    for path in ["~/home.db", "in.db"] {
        let project = Project::with(&[("project/agent.yaml", &agent)])
            .variable("ALGEN_TOOLS_SQLITE_PATH", path);
        database(&project.path().join("home.db"));
        database(&project.path().join("project/in.db"));
        let refused = run(&project, &["call", "sqlite.list_tables"]);
        let shown = (refused.code, refused.stdout.as_str());
        assert_eq!(shown, (Some(3), ""), "{path}: {refused:?}");
        assert!(refused.stderr.contains("variables"), "{path}: {refused:?}");
        trust(&project);
        let listed = run(&project, &["call", "sqlite.list_tables"]);
        assert_eq!(listed.code, Some(0), "{path}: {listed:?}");
        assert!(
            listed.stdout.contains("\"name\":\"t\""),
            "{path}: {listed:?}"
        );
    }
}

/// What is asserted of every call whose file is the program's own.
fn assert_refused(project: &Project, ledger: &Path, name: &str) {
    let before = fs::read(ledger).unwrap();
    for words in [
        &["call", "shop.rows"][..],
        &["call", "shop.add"],
        &["call", "shop.add", "--dry-run"],
    ] {
        let refused = run(project, words);
        let shown = (refused.code, refused.stdout.as_str());
        assert_eq!(shown, (Some(5), ""), "{name}: {words:?}: {refused:?}");
        let told = "it belongs to algen itself, as the ledger does, and no tool opens it";
        assert!(refused.stderr.contains(told), "{name}: {refused:?}");
    }
    assert_eq!(fs::read(ledger).unwrap(), before, "{name}");
    let verified = project.run(&["log", "verify"]);
    assert_eq!(verified.code, Some(0), "{name}: {verified:?}");
}

#[test]
fn what_belongs_to_the_program_is_never_a_database() {
    let own = "project/state/algen";
    let cases = [
        ("its own name", "state/algen/ledger.sqlite3", false),
        ("the same, trusted", "state/algen/ledger.sqlite3", true),
        ("a link to the file", "link.db", false),
        ("a link to the file, trusted", "link.db", true),
        ("a hard link", "copy.db", false),
        ("a hard link, trusted", "copy.db", true),
        ("another file in the folder", "state/algen/other.db", false),
        (
            "a file in a folder of the folder",
            "folder/deep/other.db",
            true,
        ),
        ("a log beside another file", "beside.db", true),
    ];
    for (name, path, is_trusted) in cases {
        let project = project(&format!("path: {path}"), "");
        let state = project.path().join("project/state");
        let project = project.variable("XDG_STATE_HOME", state.to_str().unwrap());
        let folder = project.path().join("project");
        let ledger = project.path().join(own).join("ledger.sqlite3");
        // A call that is recorded makes the ledger.
        database(&folder.join("first.db"));
        let deployment = project.read("project/algen.yaml");
        let first = deployment.replace(&format!("path: {path}"), "path: first.db");
        project.write("project/algen.yaml", first.as_bytes());
        assert_eq!(
            run(&project, &["call", "shop.rows"]).code,
            Some(0),
            "{name}"
        );
        project.write("project/algen.yaml", deployment.as_bytes());

        database(&project.path().join(own).join("other.db"));
        database(&project.path().join(own).join("deep/other.db"));
        database(&folder.join("beside.db"));
        symlink("state/algen/ledger.sqlite3", folder.join("link.db")).unwrap();
        symlink("state/algen", folder.join("folder")).unwrap();
        fs::hard_link(&ledger, folder.join("copy.db")).unwrap();
        fs::hard_link(&ledger, folder.join("beside.db-journal")).unwrap();
        if is_trusted {
            trust(&project);
        }
        assert_refused(&project, &ledger, name);
    }
}

#[test]
fn a_ledger_elsewhere_is_no_database_either() {
    let project = project("path: env://LEDGER", "ledger: {url: env://LEDGER}\n");
    let ledger = project.path().join("elsewhere/ledger");
    let project = project.variable("LEDGER", ledger.to_str().unwrap());
    trust(&project);
    // There is no ledger yet, so nothing that could be opened.
    let first = run(&project, &["call", "shop.rows"]);
    assert_eq!(
        (first.code, first.stdout.as_str()),
        (Some(5), ""),
        "{first:?}"
    );
    assert!(ledger.exists());
    let before = fs::read(&ledger).unwrap();
    let refused = run(&project, &["call", "shop.add"]);
    let shown = (refused.code, refused.stdout.as_str());
    assert_eq!(shown, (Some(5), ""), "{refused:?}");
    assert!(
        refused.stderr.contains("belongs to algen itself"),
        "{refused:?}"
    );
    assert_eq!(fs::read(&ledger).unwrap(), before);
}
