//! Paths of files that belong to the project.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;

use super::constraint::View;
use super::{Decoder, Setting};
use crate::source::Node;

/// Longest path, in bytes, as on Linux (`PATH_MAX`).
const LENGTH_MAX: usize = 4_096;

/// A relative path that stays beneath the folder of the file it is written in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProjectPath {
    /// The path with `/` between parts, without `.` and `..`.
    pub path: String,
}

/// Why a text is not such a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refusal {
    /// It leads out of the folder.
    Outside,
    /// It names no file, or has a NUL, or is too long.
    Unusable,
}

impl ProjectPath {
    /// Reads a path without looking at any file; links are followed, and judged, by whoever reads
    /// the file.
    fn parse(text: &str) -> Result<Self, Refusal> {
        if text.starts_with(['/', '~']) || text.contains("://") {
            return Err(Refusal::Outside);
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop().ok_or(Refusal::Outside)?;
                }
                _ => parts.push(part),
            }
        }
        let unusable = text.contains('\0') || text.ends_with('/') || text.len() > LENGTH_MAX;
        if parts.is_empty() || unusable {
            return Err(Refusal::Unusable);
        }
        Ok(Self {
            path: parts.join("/"),
        })
    }
}

impl Setting for ProjectPath {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(text) = node.as_str() else {
            decoder.wrong_type(node, "a string");
            return None;
        };
        let refusal = match Self::parse(text) {
            Ok(path) => return Some(path),
            Err(refusal) => refusal,
        };
        let subject = decoder.subject();
        let help = "Write the path of a file in this folder or below, as ./name.yaml.";
        let diagnostic = match refusal {
            Refusal::Outside => {
                let message = format!("{subject} takes a path beneath the folder of this file");
                decoder.report(
                    "path-outside-project",
                    node.span,
                    message,
                    "leads out of it",
                )
            }
            Refusal::Unusable => {
                let message = format!("{subject} takes the path of a file");
                decoder.report("invalid-value", node.span, message, "names no file")
            }
        };
        diagnostic.help = Some(help.to_owned());
        None
    }

    fn view(&self) -> View<'_> {
        View::Text(&self.path)
    }

    fn default_value(&self) -> Option<serde_json::Value> {
        Some(json!(self.path))
    }
}

impl JsonSchema for ProjectPath {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ProjectPath".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "string", "minLength": 1, "pattern": "^[^/~]"})
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_accepted_stays_inside(text in "[a./~]{0,12}") {
            if let Ok(path) = ProjectPath::parse(&text) {
                let mut parts = path.path.split('/');
                prop_assert!(parts.all(|part| !matches!(part, "" | "." | "..")));
                // A part that begins with `~` may stand inside, but not in front.
                if !path.path.starts_with('~') {
                    prop_assert_eq!(ProjectPath::parse(&path.path), Ok(path));
                }
            }
        }
    }

    #[test]
    fn paths_stay_beneath_the_folder() {
        let inside = |path: &str| {
            Ok(ProjectPath {
                path: path.to_owned(),
            })
        };
        let cases = [
            ("github.overlay.yaml", inside("github.overlay.yaml")),
            ("./overlays//github.yaml", inside("overlays/github.yaml")),
            ("a/../b.yaml", inside("b.yaml")),
            ("..hidden/x", inside("..hidden/x")),
            ("../x.yaml", Err(Refusal::Outside)),
            ("a/../../x.yaml", Err(Refusal::Outside)),
            ("/etc/passwd", Err(Refusal::Outside)),
            ("~/x.yaml", Err(Refusal::Outside)),
            ("env://OVERLAY", Err(Refusal::Outside)),
            ("", Err(Refusal::Unusable)),
            (".", Err(Refusal::Unusable)),
            ("a/..", Err(Refusal::Unusable)),
            ("folder/", Err(Refusal::Unusable)),
            ("a\0b", Err(Refusal::Unusable)),
        ];
        for (text, expected) in cases {
            assert_eq!(ProjectPath::parse(text), expected, "{text:?}");
        }
    }
}
