//! What persons granted for later calls.

use algen_core::governance::grant::{ArgumentPattern, ArgumentPatterns, Grant, TextPattern};
use algen_core::governance::identity::Person;
use serde::Serialize;

use crate::render::grid::Grid;
use crate::render::json_text;
use crate::render::log::when;
use crate::render::style::Style;
use crate::render::time::utc;

/// Grants, the latest first.
pub struct GrantList<'a> {
    /// The grants.
    pub grants: &'a [Grant],
    /// Whether there are more.
    pub truncated: bool,
    /// Whether they may be of several namespaces.
    pub all_namespaces: bool,
    /// The time, in milliseconds of Unix time.
    pub now: i64,
}

/// Tells whether a grant may still let calls pass.
pub fn is_in_force(grant: &Grant, now: i64) -> bool {
    state(grant, now) == "in_force"
}

fn state(grant: &Grant, now: i64) -> &'static str {
    match grant {
        _ if grant.revoked_at.is_some() => "revoked",
        _ if grant.expires_at <= now => "expired",
        _ if grant.uses_left == 0 => "used_up",
        _ => "in_force",
    }
}

/// Shows grants in columns: name, when it was made, when it expires, state, calls left, tool, agent,
/// what may vary, and the namespace where there may be several; empty where there are none.
pub fn grants(list: &GrantList<'_>, style: &Style) -> String {
    if list.grants.is_empty() {
        return String::new();
    }
    let mut titles = vec!["Grant", "Made", "Expires", "State", "Left", "Tool", "Agent"];
    titles.extend(list.all_namespaces.then_some("Namespace"));
    titles.push("May vary");
    let mut grid = Grid::list(style, titles);
    for grant in list.grants {
        let made = when(grant.made_at, list.now, style);
        let expires = when(grant.expires_at, list.now, style);
        let (uses_left, varies) = (grant.uses_left.to_string(), varies(&grant.patterns));
        let mut cells = vec![
            grant.id.0.as_str(),
            &made,
            &expires,
            state(grant, list.now),
            &uses_left,
            &grant.tool,
            &grant.agent,
        ];
        cells.extend(list.all_namespaces.then_some(grant.namespace.as_str()));
        cells.push(&varies);
        grid.row(cells);
    }
    grid.render(0)
}

/// Returns the arguments that may vary and how: `subject="Report *" argv[2]="-n*"`.
fn varies(patterns: &ArgumentPatterns) -> String {
    let said = |name: &str, pattern: &TextPattern| match pattern {
        TextPattern::Prefix(prefix) => format!("{name}={:?}", format!("{prefix}*")),
        TextPattern::Glob(glob) => format!("{name}={glob:?}"),
    };
    let mut parts = Vec::new();
    for (name, pattern) in &patterns.0 {
        match pattern {
            ArgumentPattern::Text(pattern) => parts.push(said(name, pattern)),
            ArgumentPattern::Elements(elements) => {
                let elements = elements.iter().enumerate();
                parts.extend(elements.filter_map(|(index, pattern)| {
                    let pattern = pattern.as_ref()?;
                    Some(said(&format!("{name}[{index}]"), pattern))
                }));
            }
        }
    }
    match parts.is_empty() {
        true => "nothing".to_owned(),
        false => parts.join(" "),
    }
}

/// Shows grants as JSON, `algen.grants/1`.
pub fn grants_json(list: &GrantList<'_>) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        grants: Vec<GrantDocument<'a>>,
        truncated: bool,
    }
    #[derive(Serialize)]
    struct GrantDocument<'a> {
        id: &'a str,
        namespace: &'a str,
        tool: &'a str,
        agent: &'a str,
        contract_digest: &'a str,
        target_digest: &'a str,
        patterns: &'a ArgumentPatterns,
        state: &'static str,
        uses_left: u32,
        person: &'a Person,
        made_at: String,
        expires_at: String,
        revoked_at: Option<String>,
    }
    let grants = list.grants.iter().map(|grant| GrantDocument {
        id: &grant.id.0,
        namespace: &grant.namespace,
        tool: &grant.tool,
        agent: &grant.agent,
        contract_digest: &grant.contract_digest,
        target_digest: &grant.target_digest,
        patterns: &grant.patterns,
        state: state(grant, list.now),
        uses_left: grant.uses_left,
        person: &grant.person,
        made_at: utc(grant.made_at),
        expires_at: utc(grant.expires_at),
        revoked_at: grant.revoked_at.map(utc),
    });
    json_text::pretty(&Document {
        schema: "algen.grants/1",
        grants: grants.collect(),
        truncated: list.truncated,
    })
}

#[cfg(test)]
mod tests {
    use algen_core::governance::grant::GrantId;

    use super::*;

    fn grant(patterns: Vec<(String, ArgumentPattern)>) -> Grant {
        Grant {
            id: GrantId("k3mz9a2b".to_owned()),
            namespace: "billing".to_owned(),
            agent: "assistant".to_owned(),
            tool: "smtp.send_email".to_owned(),
            contract_digest: "c".to_owned(),
            target_digest: "t".to_owned(),
            patterns: ArgumentPatterns(patterns),
            fixed_digest: "f".to_owned(),
            person: Person {
                user: "ada".to_owned(),
                terminal: "/dev/pts/7".to_owned(),
                host: "desk".to_owned(),
            },
            made_at: 0,
            expires_at: 10_000,
            uses_left: 5,
            revoked_at: None,
        }
    }

    fn list(grants: &[Grant], all_namespaces: bool) -> GrantList<'_> {
        GrantList {
            grants,
            truncated: false,
            all_namespaces,
            now: 5_000,
        }
    }

    #[test]
    fn only_what_still_holds_is_in_force() {
        let held = grant(Vec::new());
        let revoked = Grant {
            revoked_at: Some(1),
            ..held.clone()
        };
        let used_up = Grant {
            uses_left: 0,
            ..held.clone()
        };
        for (name, grant, now, expected) in [
            ("held", &held, 9_999, "in_force"),
            ("at its end", &held, 10_000, "expired"),
            ("revoked", &revoked, 0, "revoked"),
            ("revoked, and over", &revoked, 20_000, "revoked"),
            ("used up", &used_up, 0, "used_up"),
        ] {
            assert_eq!(state(grant, now), expected, "{name}");
            assert_eq!(is_in_force(grant, now), expected == "in_force", "{name}");
        }
    }

    #[test]
    fn a_grant_is_one_line_on_a_pipe_and_acts_on_no_terminal() {
        let patterns = vec![
            (
                "subject".to_owned(),
                ArgumentPattern::Text(TextPattern::Prefix("Report \u{1b}".to_owned())),
            ),
            (
                "argv".to_owned(),
                ArgumentPattern::Elements(vec![None, Some(TextPattern::Glob("-?".to_owned()))]),
            ),
        ];
        let both = [grant(patterns), grant(Vec::new())];
        let begin = "k3mz9a2b  1970-01-01T00:00:00Z  1970-01-01T00:00:10Z  in_force  5  \
                     smtp.send_email  assistant";
        assert_eq!(
            grants(&list(&both, false), &Style::default()),
            format!("{begin}  subject=\"Report \\u{{1b}}*\" argv[1]=\"-?\"\n{begin}  nothing\n")
        );
        assert_eq!(
            grants(&list(&both[1..], true), &Style::default()),
            format!("{begin}  billing  nothing\n")
        );
    }

    #[test]
    fn a_terminal_has_titles_and_distances() {
        let style = Style {
            width: Some(120),
            ..Style::default()
        };
        let text = grants(&list(&[grant(Vec::new())], false), &style);
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| {
                line.split("  ")
                    .map(str::trim)
                    .filter(|cell| !cell.is_empty())
                    .collect()
            })
            .collect();
        assert_eq!(
            rows,
            [
                [
                    "Grant", "Made", "Expires", "State", "Left", "Tool", "Agent", "May vary"
                ],
                [
                    "k3mz9a2b",
                    "5 s ago",
                    "in 5 s",
                    "in_force",
                    "5",
                    "smtp.send_email",
                    "assistant",
                    "nothing"
                ],
            ]
        );
        assert_eq!(grants(&list(&[], false), &style), "");
    }
}
