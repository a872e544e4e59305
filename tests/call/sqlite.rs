//! Declared queries of a SQLite file, from the command line to the file and back.

use std::fs;

use sqlx::{ConnectOptions as _, Connection as _};

use super::*;

const DEPLOYMENT: &str = "\
algen: 1
namespace: test
plugins:
  acme.shop:
    version: 1.0.0
    publisher: acme
    toolkits:
      shop:
        connector: sqlite
        path: shop.db
        read_only: false
        schemas: [main]
        queries:
          items:
            description: List the items of the caller that cost at least so much.
            sql: SELECT id, price, made FROM items WHERE cents >= ? AND tenant = ? ORDER BY id
            params: {cents: integer}
            context_params: [tenant_id]
            row: {id: integer, price: decimal, made: date?}
            max_rows: 2
          add:
            description: Add an item.
            sql: INSERT INTO items (price, cents, tenant) VALUES (?, ?, 'acme') RETURNING id
            params: {price: decimal, cents: integer}
            row: {id: integer}
            preset: write
          damage:
            description: Give back what does not fit.
            sql: DELETE FROM items RETURNING tenant
            row: {tenant: integer}
            preset: write
";

const TABLE: &str = "\
CREATE TABLE items (id INTEGER PRIMARY KEY, price TEXT NOT NULL, cents INTEGER, made TEXT, \
 tenant TEXT);
INSERT INTO items (price, cents, made, tenant) VALUES ('1.10', 110, '2026-02-28', 'acme'),
 ('0.99', 99, NULL, 'acme'), ('5.00', 500, NULL, 'other'), ('7.00', 700, NULL, 'acme');";

/// A trusted project with the queries, and the file where it is made.
fn shop(is_made: bool) -> Project {
    let agent = agent_file(NOBODY_ASKS)
        .replace("[algen_agent_tools.sample]", "[acme.shop]")
        .replace(
            "[sample.echo]",
            "[shop.items, shop.add, shop.damage, shop.list_tables, shop.describe_table]",
        )
        .replace("[sample.read]", "[shop.read, shop.write]")
        .replace("[algen_agent_tools]", "[acme]");
    let project = Project::with(&[("agent.yaml", &agent), ("algen.yaml", DEPLOYMENT)]);
    if is_made {
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(project.path().join("shop.db"))
            .create_if_missing(true);
        wait_for(async {
            let mut connection = options.connect().await.unwrap();
            let made = sqlx::raw_sql(TABLE).execute(&mut connection).await;
            made.unwrap();
            connection.close().await.unwrap();
        });
    }
    let trusted = project.run(&["trust", "--yes"]);
    assert_eq!(trusted.code, Some(0), "{}", trusted.stderr);
    project
}

#[test]
fn rows_of_the_caller_come_back_typed() {
    let project = shop(true);
    let items = |words: &[&str]| project.run(&[&["call", "shop.items"], words].concat());
    let found = items(&["cents=100", "--tenant-id", "acme"]);
    assert_eq!(found.code, Some(0), "{found:?}");
    assert_eq!(
        found.stdout,
        "[{\"id\":1,\"price\":\"1.10\",\"made\":\"2026-02-28\"},\
         {\"id\":4,\"price\":\"7.00\",\"made\":null}]\n"
    );
    let many = items(&["cents=0", "--tenant-id", "acme"]);
    assert_eq!((many.code, many.stdout.as_str()), (Some(1), ""), "{many:?}");
    assert!(many.stderr.contains("more than 2 rows"), "{many:?}");
    let nobody = items(&["cents=0"]);
    assert_eq!(
        (nobody.code, nobody.stdout.as_str()),
        (Some(5), ""),
        "{nobody:?}"
    );
    assert!(nobody.stderr.contains("tenant_id"), "{nobody:?}");
}

#[test]
fn a_write_is_committed_after_its_rows_are_checked() {
    let project = shop(true);
    let added = project.run(&["call", "shop.add", "price=2.50", "cents=250"]);
    assert_eq!(
        (added.code, added.stdout.as_str()),
        (Some(0), "[{\"id\":5}]\n"),
        "{added:?}"
    );
    let before = fs::read(project.path().join("shop.db")).unwrap();
    let damaged = project.run(&["call", "shop.damage"]);
    assert_eq!(
        (damaged.code, damaged.stdout.as_str()),
        (Some(1), ""),
        "{damaged:?}"
    );
    assert!(damaged.stderr.contains("column `tenant`"), "{damaged:?}");
    assert_eq!(fs::read(project.path().join("shop.db")).unwrap(), before);
}

#[test]
fn the_catalog_lists_and_describes() {
    let project = shop(true);
    let tables = project.run(&["call", "shop.list_tables"]);
    assert_eq!(
        tables.stdout, "[{\"schema_name\":\"main\",\"name\":\"items\",\"kind\":\"table\"}]\n",
        "{tables:?}"
    );
    let items = project.run(&["call", "shop.describe_table", "table=items"]);
    let document = json(&items.stdout);
    let columns = document["columns"].as_array().unwrap();
    let described: Vec<String> = columns
        .iter()
        .map(|column| {
            format!(
                "{} {} {} {}",
                column["name"], column["data_type"], column["nullable"], column["primary_key"]
            )
        })
        .collect();
    let expected = [
        "\"id\" \"INTEGER\" true true",
        "\"price\" \"TEXT\" false false",
        "\"cents\" \"INTEGER\" true false",
        "\"made\" \"TEXT\" true false",
        "\"tenant\" \"TEXT\" true false",
    ];
    assert_eq!(described, expected);
    let absent = project.run(&["call", "shop.describe_table", "table=absent"]);
    assert_eq!(absent.code, Some(1), "{absent:?}");
}

#[test]
fn a_missing_file_stays_missing() {
    let project = shop(false);
    let words = ["call", "shop.items", "cents=1", "--tenant-id", "acme"];
    for words in [&words[..], &["call", "shop.add", "price=1", "cents=1"]] {
        let missing = project.run(words);
        assert_eq!(
            (missing.code, missing.stdout.as_str()),
            (Some(5), ""),
            "{missing:?}"
        );
        for name in ["shop.db", "shop.db-wal", "shop.db-shm", "shop.db-journal"] {
            assert!(!project.path().join(name).exists(), "{name}");
        }
    }
}
