//! What a text may cost.

use super::super::{
    ALIASED_NODES_MAX, ALIASED_TEXT_MIB_MAX, ANCHORS_MAX, DEPTH_MAX, NODES_MAX, PROBLEMS_MAX,
    ProblemKind,
};
use super::with;
use crate::source::Syntax;

#[test]
fn what_a_text_may_cost_is_limited() {
    let deep = |levels: usize| format!("{}x{}", "[".repeat(levels), "]".repeat(levels));
    let bomb: String = (0..12)
        .map(|level| match level {
            0 => "a0: &a0 x\n".to_owned(),
            _ => format!(
                "a{level}: &a{level} [{}]\n",
                format!("*a{},", level - 1).repeat(9)
            ),
        })
        .collect();
    let chain: String = (1..300).fold("a0: &a0 x\n".to_owned(), |text, level| {
        format!("{text}a{level}: &a{level} [*a{}]\n", level - 1)
    });
    let text_bomb = format!("a: &a \"{}\"\nb: [*a, *a, *a]\n", "\\t".repeat(3 << 20));
    let anchors: String = (0..=ANCHORS_MAX)
        .map(|name| format!("- &a{name} x\n"))
        .collect();
    let keys: String = (0..5_000).map(|key| format!("k{key}: 1, ")).collect();
    let merges = format!("{}{{{keys}}}{}", "{<<: ".repeat(100), ", z: 1}".repeat(100));
    let directives = format!("{}---\na", "%TAG !a! x\n".repeat(102));
    let old_directives = directives.replace('\n', "\r");
    let blocks: String = (0..200)
        .map(|level| format!("{}a:\n", " ".repeat(level)))
        .collect();
    let too_deep = ProblemKind::TooDeep(DEPTH_MAX);
    let cases = [
        ("brackets", "[".repeat(100_000), too_deep.clone(), (1, 129)),
        (
            "one level too many",
            deep(DEPTH_MAX + 1),
            too_deep.clone(),
            (1, 129),
        ),
        ("block mappings", blocks, too_deep.clone(), (129, 129)),
        (
            "block lists",
            "- ".repeat(100_000),
            too_deep.clone(),
            (1, 257),
        ),
        (
            "flow inside block",
            format!("{}[[a]]", "- ".repeat(127)),
            too_deep.clone(),
            (1, 256),
        ),
        ("aliases inside aliases", chain, too_deep, (129, 14)),
        (
            "nine to the twelfth",
            bomb,
            ProblemKind::TooManyAliasedNodes(ALIASED_NODES_MAX),
            (7, 10),
        ),
        (
            "long text by alias",
            text_bomb,
            ProblemKind::TooMuchAliasedText(ALIASED_TEXT_MIB_MAX),
            (2, 13),
        ),
        (
            "a long list",
            format!("[{}]", "a,".repeat(NODES_MAX)),
            ProblemKind::TooManyNodes(NODES_MAX),
            (1, 800_000),
        ),
        (
            "anchors",
            anchors,
            ProblemKind::TooManyAnchors(ANCHORS_MAX),
            (10_001, 3),
        ),
        (
            "directives",
            directives,
            ProblemKind::Syntax(Syntax {
                message: "the file has more than 100 directives",
                help: Some("Remove the lines that start with `%`."),
            }),
            (1, 1),
        ),
        (
            "directives of an old Macintosh",
            old_directives,
            ProblemKind::Syntax(Syntax {
                message: "the file has more than 100 directives",
                help: Some("Remove the lines that start with `%`."),
            }),
            (1, 1),
        ),
        (
            "a number",
            format!("a: {}", "9".repeat(101)),
            ProblemKind::NumberTooLong(100),
            (1, 4),
        ),
        (
            "a long key",
            format!("{}: 1", "k".repeat(1_025)),
            ProblemKind::Syntax(Syntax {
                message: "a `:` cannot start a value here",
                help: Some(
                    "Put text that holds `: ` in quotes, and start the keys of one mapping in the same column.",
                ),
            }),
            (1, 1_026),
        ),
        (
            "duplicate keys",
            "a: 1\n".repeat(100_000),
            ProblemKind::More(PROBLEMS_MAX),
            (102, 1),
        ),
        (
            "merges inside merges",
            merges,
            ProblemKind::TooManyNodes(NODES_MAX),
            (1, 111),
        ),
    ];
    for (name, text, kind, place) in cases {
        let found = with(&text, |source, composed| {
            let last = composed.problems.last().expect("a problem");
            let position = source.position(last.span.start);
            assert!(composed.problems.len() <= PROBLEMS_MAX + 1, "{name}");
            (last.kind.clone(), (position.line, position.column))
        });
        assert_eq!(found, (kind, place), "{name}");
    }
}

#[test]
fn what_is_within_the_limits_is_composed() {
    let cases = [
        (
            "depth",
            format!("{}x{}", "[".repeat(DEPTH_MAX), "]".repeat(DEPTH_MAX)),
            1,
        ),
        (
            "nodes",
            format!("[{}]", "a,".repeat(NODES_MAX - 1)),
            NODES_MAX - 1,
        ),
        (
            "aliases",
            format!("[&a x,{}]", "*a,".repeat(ALIASED_NODES_MAX)),
            ALIASED_NODES_MAX + 1,
        ),
        (
            "keys",
            (0..50_000).map(|key| format!("k{key}: 1\n")).collect(),
            50_000,
        ),
        ("a number", format!("[{}]", "9".repeat(100)), 1),
    ];
    for (name, text, children) in cases {
        let found = with(&text, |_, composed| {
            assert_eq!(composed.problems, Vec::new(), "{name}");
            let root = composed.root.expect("a tree");
            root.items().map_or(0, <[_]>::len) + root.entries().map_or(0, <[_]>::len)
        });
        assert_eq!(found, children, "{name}");
    }
}
