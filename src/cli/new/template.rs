//! What new projects have: files beside this one, as they are written.
//!
//! A new template is a folder in `templates/`, a variant of [`Template`] and an arm of [`files()`].
//! Its project has to check `--strict` clean; the tests make every one.

use std::borrow::Cow;

use crate::cli::arguments::{SchemaKind, Template};
use crate::cli::schema;

/// What stands in a template for the project's namespace.
const NAMESPACE: &str = "{{namespace}}";

/// The most characters of a namespace.
const NAMESPACE_CHARACTERS_MAX: usize = 128;

/// The script of the database that the template `sql` has.
const SHOP: &str = include_str!("templates/sql/shop.sql");

/// A file of a new project.
pub(super) struct NewFile {
    /// Its path in the project's folder.
    pub(super) path: &'static str,
    /// What is in it.
    pub(super) content: Content,
}

/// What is in a file of a new project.
pub(super) enum Content {
    /// This whole text.
    Text(Cow<'static, str>),
    /// A SQLite database that this script makes.
    Database(&'static str),
}

/// Returns the files of a project whose folder has this name. Folders stand before what is in them,
/// and the agent file last: it makes a folder a project.
pub(super) fn files(template: Template, folder: &str) -> Vec<NewFile> {
    let file = |path, text: &'static str| NewFile {
        path,
        content: Content::Text(match text.contains(NAMESPACE) {
            true => text.replace(NAMESPACE, &namespace(folder)).into(),
            false => text.into(),
        }),
    };
    let editor = |path, kind| NewFile {
        path,
        content: Content::Text(schema::text(kind).into()),
    };
    let mut files = vec![
        editor(".algen/agent.schema.json", SchemaKind::Agent),
        editor(".algen/deployment.schema.json", SchemaKind::Deployment),
    ];
    match template {
        Template::Minimal => files.extend([
            file(".gitignore", include_str!("templates/minimal/gitignore")),
            file("README.md", include_str!("templates/minimal/README.md")),
            file("algen.yaml", include_str!("templates/minimal/algen.yaml")),
            file("agent.yaml", include_str!("templates/minimal/agent.yaml")),
        ]),
        Template::Sql => files.extend([
            file(".gitignore", include_str!("templates/sql/gitignore")),
            file("README.md", include_str!("templates/sql/README.md")),
            file("shop.sql", SHOP),
            NewFile {
                path: "shop.db",
                content: Content::Database(SHOP),
            },
            file("algen.yaml", include_str!("templates/sql/algen.yaml")),
            file("agent.yaml", include_str!("templates/sql/agent.yaml")),
        ]),
    }
    files
}

/// Returns the namespace of a folder: its name in the letters that a namespace has.
fn namespace(folder: &str) -> String {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let letters = folder.chars().take(NAMESPACE_CHARACTERS_MAX);
    let name: String = letters
        .map(|letter| match allowed(letter) {
            true => letter.to_ascii_lowercase(),
            false => '-',
        })
        .collect();
    match name.contains(|letter: char| letter.is_ascii_alphanumeric()) {
        true => name,
        false => "project".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    #[test]
    fn every_template_ends_with_its_agent_file() {
        for template in Template::value_variants() {
            let files = files(*template, "My Project");
            let paths: Vec<&str> = files.iter().map(|file| file.path).collect();
            assert_eq!(paths.last(), Some(&"agent.yaml"), "{template:?}");
            assert!(paths.contains(&"README.md"), "{template:?}");
            for NewFile { path, content } in &files {
                let Content::Text(text) = content else {
                    continue;
                };
                assert!(!text.contains(NAMESPACE), "{path}: {template:?}");
                assert!(text.ends_with('\n'), "{path}: {template:?}");
            }
        }
    }

    #[test]
    fn a_namespace_has_the_letters_it_may_have() {
        let long = "x".repeat(300);
        for (folder, expected) in [
            ("helper", "helper"),
            ("My Helper (2)", "my-helper--2-"),
            ("v1.2_a", "v1.2_a"),
            ("Zürich", "z-rich"),
            ("日本", "project"),
            ("", "project"),
            ("--", "project"),
            (long.as_str(), &long[..128]),
        ] {
            assert_eq!(namespace(folder), expected, "{folder}");
        }
    }
}
