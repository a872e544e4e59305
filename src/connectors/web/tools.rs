//! The tools of the web.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::schema::{boolean, integer, list, object, one_of, record, string, text, whole};

const BROWSING: Preset = Preset::ONCE.timeout(60.0);

pub(super) fn web_search(kit: &Kit<'_>) -> ToolSpec {
    let engines = ["brave", "duckduckgo", "wikipedia"];
    let result = object(
        [
            ("title", string()),
            ("url", string().format("uri")),
            ("snippet", string()),
            ("sponsored", boolean()),
            ("published_at", string()),
            ("age", string()),
        ],
        &["title", "url", "snippet", "sponsored"],
    );
    ToolSpec {
        free_form: vec!["query".to_owned()],
        ..kit.tool(
            BROWSING,
            "web_search",
            &["network.read"],
            format!(
                "Search the web and return titles, addresses and snippets in the engine's order, \
                 advertisements marked. The engine is the one asked for, with no other in its \
                 place: brave needs a key, duckduckgo works as well as it can without one, \
                 wikipedia is for facts and takes no freshness. The query leaves this machine. \
                 {FOREIGN}"
            ),
            object(
                [
                    (
                        "query",
                        text(1, 400).described("What to look for, in at most 50 words."),
                    ),
                    ("max_results", integer(1, 10).default(5)),
                    (
                        "freshness",
                        one_of(&["any", "day", "week", "month", "year"]).default("any"),
                    ),
                    ("engine", one_of(&engines).default("brave")),
                ],
                &["query"],
            ),
            record([
                ("query", string()),
                ("provider", one_of(&engines)),
                ("results", list(result)),
                ("more_results_available", boolean()),
                ("untrusted_content", boolean()),
            ]),
        )
    }
}

pub(super) fn fetch_url(kit: &Kit<'_>) -> ToolSpec {
    ToolSpec {
        free_form: vec!["url".to_owned()],
        egress: Vec::new(),
        environment: Vec::new(),
        ..kit.tool(
            BROWSING,
            "fetch_url",
            &["network.read"],
            format!(
                "Read the text of one public page. Private and local addresses, other ports than \
                 80 and 443, credentials in the address and files that are no text are refused, \
                 at every redirect again. {FOREIGN}"
            ),
            object(
                [
                    (
                        "url",
                        text(1, 2048).described("An http or https address that anybody can reach."),
                    ),
                    ("max_chars", integer(1, 50_000).default(12_000)),
                ],
                &["url"],
            ),
            record([
                ("url", string().format("uri")),
                ("status", whole()),
                ("content_type", string()),
                ("title", string()),
                ("text", string()),
                ("truncated", boolean()),
                ("untrusted_content", boolean()),
            ]),
        )
    }
}
