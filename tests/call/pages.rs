//! `call --all-pages`: a call for each page, and one result.

use super::*;

/// A project with the tool that has pages.
fn project() -> Project {
    let agent = agent_file("")
        .replace(
            "[algen_agent_tools.sample]",
            "[algen_agent_tools.sample, algen_test.paged]",
        )
        .replace("[sample.echo]", "[sample.echo, paged.list]")
        .replace("[sample.read]", "[sample.read, paged.read]")
        .replace("[algen_agent_tools]", "[algen_agent_tools, algen_test]");
    Project::with(&[("agent.yaml", &agent)]).with_test_connectors()
}

#[test]
fn the_rows_of_all_pages_are_one_result() {
    let project = project();
    let all = |format: &str| {
        let shown = project.run(&["call", "paged.list", "--all-pages", "--format", format]);
        assert_eq!((shown.code, &*shown.stderr), (Some(0), ""), "{format}");
        shown.stdout
    };
    let rows = ["one", "two", "three", "four", "five"].map(|page| {
        let row = |row: u8| format!("{{\"page\":\"{page}\",\"row\":{row}}}");
        [row(1), row(2)]
    });
    let rows = rows.concat();
    assert_eq!(all("json"), format!("[{}]\n", rows.join(",")));
    assert_eq!(all("jsonl"), format!("{}\n", rows.join("\n")));
    assert!(all("csv").starts_with("page,row\r\none,1\r\none,2\r\ntwo,1\r\n"));
    assert_eq!(all("table").lines().count(), 11);
    let log = project.run(&["log", "list", "--json"]);
    let entries = json(&log.stdout)["entries"].as_array().map(Vec::len);
    assert_eq!(entries, Some(20), "each page is a call: {log:?}");
    let picked = project.run(&[
        "call",
        "paged.list",
        "page_token=four",
        "--all-pages",
        "--select",
        "[3].page",
    ]);
    assert_eq!(picked.stdout, "\"five\"\n", "{picked:?}");
}

#[test]
fn a_result_without_pages_is_one_page() {
    let shown = project().run(&["call", "sample.echo", "text=hi", "--all-pages"]);
    assert_eq!(
        (shown.code, &*shown.stdout, &*shown.stderr),
        (Some(0), "[{\"text\":\"hi\",\"length\":2}]\n", "")
    );
}

#[test]
fn more_pages_than_the_limit_are_told() {
    let project = project();
    let limited = |limit: &str| {
        let words = ["call", "paged.list", "--all-pages", "--format", "jsonl"];
        project.run(&[&words[..], &["--page-limit", limit]].concat())
    };
    let cut = limited("3");
    assert_eq!((cut.code, cut.stdout.lines().count()), (Some(7), 6));
    assert_eq!(
        cut.stderr,
        "error: `paged.list` is done, and its result is cut: there are more than 3 pages, the \
         --page-limit\n"
    );
    let whole = limited("5");
    assert_eq!((whole.code, whole.stdout.lines().count()), (Some(0), 10));
}

#[test]
fn where_a_page_does_not_come_nothing_is_written() {
    let project = project();
    for (argument, code, said) in [
        (
            "fails_at=three",
            1,
            "warning: page 3 did not come, so nothing is written\n\
             error: `paged.list` was rejected: this page is refused\n",
        ),
        (
            "goes_back_at=four",
            7,
            "error: `paged.list` is done, and its result is withheld: a page names one that has \
             come already as the next\n",
        ),
    ] {
        let shown = project.run(&["call", "paged.list", argument, "--all-pages"]);
        assert_eq!(
            (shown.code, &*shown.stdout, &*shown.stderr),
            (Some(code), "", said),
            "{argument}"
        );
    }
}

#[test]
fn pages_go_with_nothing_that_is_about_one_call() {
    let project = project();
    for option in [&["--json"][..], &["--dry-run"], &["--idempotency-key", "k"]] {
        let shown = project.run(&[&["call", "paged.list", "--all-pages"], option].concat());
        assert_eq!((shown.code, &*shown.stdout), (Some(2), ""), "{option:?}");
        assert!(shown.stderr.contains("cannot be used with"), "{shown:?}");
    }
    for limit in ["0", "10001"] {
        let words = ["call", "paged.list", "--all-pages", "--page-limit", limit];
        let shown = project.run(&words);
        assert_eq!((shown.code, &*shown.stdout), (Some(2), ""), "{limit}");
    }
    let alone = project.run(&["call", "paged.list", "--page-limit", "3"]);
    assert_eq!(alone.code, Some(2), "{alone:?}");
}
