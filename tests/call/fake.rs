//! `call --fake`: the rules and questions of a real call, and nothing of it outside the program.

use std::fs;
use std::thread;
use std::time::Duration;

use algen_connectors::ALL;

use super::*;
use crate::support::pty::{Ended, Pty};

const DEPLOYMENT: &str = "\
algen: 1
namespace: test
context: {tenant_id: file://absent}
policy: {limits: {shop.add: 1/hour}}
plugins:
  acme.shop:
    version: 1.0.0
    publisher: acme
    toolkits:
      shop:
        connector: sqlite
        path: env://SHOP
        read_only: false
        schemas: [main]
        queries:
          items:
            description: List the items of the caller.
            sql: SELECT id, price, made, kind, tags, note FROM items WHERE tenant = ?
            context_params: [tenant_id]
            row:
              id: integer
              price: decimal
              made: date?
              kind: {type: string, enum: [book, pen]}
              tags: {type: array, items: {type: string}, maxItems: 2}
              note: text
            mask: [note]
            max_rows: 2
          odd:
            description: List what no stand-in knows how to make.
            sql: SELECT code FROM items
            row: {code: {type: string, pattern: '^[A-Z]{3}-[0-9]{4}$'}}
          add:
            description: Add an item.
            sql: INSERT INTO items (price) VALUES (?)
            params: {price: decimal}
            preset: write
";

const FAKE: &str = "fake: nothing outside this program was touched\n";

/// A project that nobody trusts, without the database, whose agent asks before writes.
fn project() -> Project {
    let agent = agent_file(POLICY_ASKS)
        .replace(
            "[algen_agent_tools.sample]",
            "[acme.shop, algen_agent_tools.sample, algen.calculator, algen.clock]",
        )
        .replace(
            "[sample.echo]",
            "[shop.items, shop.odd, shop.add, shop.list_tables, shop.describe_table, sample.echo, \
             calculator.calculator, clock.current_datetime]",
        )
        .replace("[sample.read]", "[sample.read, shop.read, shop.write]")
        .replace("[algen_agent_tools]", "[acme, algen, algen_agent_tools]");
    Project::with(&[("agent.yaml", &agent), ("algen.yaml", DEPLOYMENT)])
}

/// Makes a fake call, and sees that nothing came of it.
fn fake(project: &Project, words: &[&str]) -> Shown {
    let shown = project.run(&[&["call"], words, &["--fake"]].concat());
    untouched(project);
    shown
}

/// Sees that there are no files but those of the project: no ledger and no database.
fn untouched(project: &Project) {
    let names = fs::read_dir(project.path()).unwrap();
    let mut names: Vec<String> = names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["agent.yaml", "algen.yaml"]);
}

#[test]
fn a_read_gives_rows_of_its_types() {
    let project = project();
    let real = project.run(&["call", "shop.items"]);
    assert_eq!((real.code, &*real.stdout), (Some(3), ""), "{real:?}");
    let shown = fake(&project, &["shop.items", "--format", "jsonl"]);
    assert_eq!((shown.code, &*shown.stderr), (Some(0), FAKE));
    assert_eq!(
        shown.stdout,
        "{\"id\":1,\"price\":\"1.50\",\"made\":\"2026-01-02\",\"kind\":\"book\",\
         \"tags\":[\"example 1\"],\"note\":\"[MASKED]\"}\n\
         {\"id\":2,\"price\":\"2.50\",\"made\":\"2026-01-03\",\"kind\":\"pen\",\
         \"tags\":[\"example 2\"],\"note\":\"[MASKED]\"}\n"
    );
}

#[test]
fn a_column_that_cannot_be_made_up_is_told() {
    let shown = fake(&project(), &["shop.odd"]);
    assert_eq!((shown.code, &*shown.stdout), (Some(1), ""));
    assert_eq!(
        shown.stderr,
        format!(
            "error: `shop.odd`: the stand-in finds no fit row: the column `code` of row 1 does not \
             hold a value of its schema (`code`); nothing was sent\n{FAKE}"
        )
    );
}

#[test]
fn a_write_asks_the_same_question_under_a_mark() {
    for (key, code, stdout) in [("y", 0, "{\"rows_affected\":1}\n"), ("n", 4, "")] {
        let project = project();
        let mut pty = Pty::open(80, 24);
        let words = ["call", "shop.add", "price=1.50", "--fake"];
        let running = pty.start(project.command_on(&pty, &words));
        pty.wait_for("FAKE: approve shop.add?");
        pty.wait_for("fake:shop");
        pty.wait_for("approve? [y/N]");
        thread::sleep(Duration::from_millis(800));
        pty.type_keys(key);
        let expected = Ended {
            code: Some(code),
            signal: None,
            stdout: stdout.to_owned(),
        };
        assert_eq!(running.wait(), expected, "{key}: {}", pty.shown());
        pty.wait_for("fake: nothing outside this program was touched");
        untouched(&project);
    }
}

#[test]
fn rules_hold_for_stand_ins() {
    let project = project();
    let words = ["shop.add", "price=1.50"];
    let nobody = fake(&project, &words);
    assert_eq!((nobody.code, &*nobody.stdout), (Some(4), ""));
    assert_eq!(
        nobody.stderr,
        format!(
            "error: `shop.add` needs a person's approval, and there is no terminal to ask at\n  \
             help: A fake call is approved at the terminal alone: nothing of it is kept.\n{FAKE}"
        )
    );
    let wrong = fake(&project, &["shop.add", "price=much", "--yes"]);
    assert_eq!((wrong.code, &*wrong.stdout), (Some(2), ""), "{wrong:?}");
    let agent = project
        .read("agent.yaml")
        .replace("shop.write", "shop.send");
    project.write("agent.yaml", agent.as_bytes());
    let refused = fake(&project, &["shop.add", "price=1", "--yes"]);
    assert_eq!(
        (refused.code, &*refused.stdout),
        (Some(3), ""),
        "{refused:?}"
    );
    let waits = fake(&project, &["shop.items", "--wait", "1"]);
    assert_eq!((waits.code, &*waits.stdout), (Some(2), ""), "{waits:?}");
}

#[test]
fn everything_that_is_said_has_the_mark() {
    let project = project();
    let words = ["shop.add", "price=1.50", "--yes"];
    let whole = fake(&project, &[&words[..], &["--json"]].concat());
    assert_eq!((whole.code, &*whole.stderr), (Some(0), FAKE));
    let whole = json(&whole.stdout);
    assert_eq!(whole["fake"], true);
    assert_eq!(whole["sent"], "no");
    assert_eq!(whole["result"]["rows_affected"], 1);
    let events = fake(&project, &[&words[..], &["--events", "-"]].concat());
    let lines: Vec<Value> = events
        .stderr
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(json)
        .collect();
    assert!(lines.len() >= 3, "{events:?}");
    assert!(
        lines.iter().all(|event| event["fake"] == true),
        "{events:?}"
    );
    let open = fake(&project, &["shop.add", "price=1.50", "--json"]);
    let open = json(&open.stdout);
    assert_eq!(
        (&open["fake"], &open["approval"]),
        (&true.into(), &Value::Null)
    );
}

#[test]
fn a_fingerprint_is_of_one_or_the_other() {
    let project = project();
    let words = ["call", "sample.echo", "text=hi", "--json"];
    let plan = |more: &[&str]| {
        let shown = project.run(&[&words[..], &["--dry-run"], more].concat());
        assert_eq!(shown.code, Some(0), "{shown:?}");
        json(&shown.stdout)["fingerprint"].clone()
    };
    let deployment = DEPLOYMENT.replace("context: {tenant_id: file://absent}\n", "");
    project.write("algen.yaml", deployment.as_bytes());
    assert_ne!(plan(&[]), plan(&["--fake"]));
}

#[test]
fn a_key_is_remembered_by_nobody() {
    let project = project();
    let words = ["shop.add", "price=1.50", "--yes", "--idempotency-key", "k"];
    for _ in 0..2 {
        let shown = fake(&project, &words);
        assert_eq!((shown.code, &*shown.stderr), (Some(0), FAKE));
    }
}

/// Every connector that can be called has a stand-in, and that answers every tool.
#[test]
fn every_tool_that_can_be_called_has_a_stand_in() {
    let project = project();
    let calls: [&[&str]; 7] = [
        &["sample.echo", "text=hi"],
        &["calculator.calculator", "expression=1+1"],
        &["clock.current_datetime"],
        &["shop.items"],
        &["shop.list_tables"],
        &["shop.describe_table", "table=example"],
        &["shop.add", "price=1.50", "--yes"],
    ];
    for words in calls {
        let shown = fake(&project, words);
        assert_eq!((shown.code, &*shown.stderr), (Some(0), FAKE), "{words:?}");
        assert!(!shown.stdout.is_empty(), "{words:?}");
    }
    let callable = ALL.iter().filter(|each| each.factory.is_some());
    let names: Vec<&str> = callable
        .map(|each| {
            assert!(each.fake.is_some(), "{}", each.connector.name);
            each.connector.name
        })
        .collect();
    assert_eq!(names, ["sample", "sqlite", "calculator", "clock"]);
    let absent = project.run(&["call", "shop.describe_table", "table=other", "--fake"]);
    assert_eq!((absent.code, &*absent.stdout), (Some(1), ""), "{absent:?}");
}
