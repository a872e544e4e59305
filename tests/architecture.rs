//! Holds the layout: which package imports which, which room of a package imports which, and who
//! may touch the world.
//!
//! Sources are read as tokens, so comments and strings do not count and macro bodies do.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A package: its folder, what it may import of ours, and its rooms in the order of imports.
struct Package {
    folder: &'static str,
    imports: &'static [&'static str],
    rooms: &'static [&'static str],
}

const PACKAGES: [Package; 6] = [
    Package {
        folder: "src/core",
        imports: &[],
        rooms: &[
            "model",
            "source",
            "diagnostics",
            "config",
            "detect",
            "registry",
            "governance",
            "check",
        ],
    },
    Package {
        folder: "src/engine",
        imports: &["algen_core"],
        rooms: &["files", "net", "process", "secrets", "runtime", "ledger"],
    },
    Package {
        folder: "src/documents",
        imports: &["algen_core", "algen_engine"],
        rooms: &[],
    },
    Package {
        folder: "src/mcp",
        imports: &["algen_core", "algen_engine"],
        rooms: &[],
    },
    Package {
        folder: "src/connectors",
        imports: &["algen_core", "algen_engine", "algen_documents", "algen_mcp"],
        rooms: &[],
    },
    Package {
        folder: "src",
        imports: &[
            "algen",
            "algen_core",
            "algen_engine",
            "algen_documents",
            "algen_mcp",
            "algen_connectors",
        ],
        rooms: &["exit", "render", "ui", "serve", "cli"],
    },
];

/// What only some places may do: the path that does it, and the folders and files that may.
const PRIVILEGES: &[(&str, &[&str])] = &[
    ("std::env::args_os", &["src/main.rs"]),
    ("std::env::var", &["src/engine/secrets", "src/cli"]),
    ("std::env::var_os", &["src/engine/secrets", "src/cli"]),
    ("std::env::vars", &["src/engine/secrets", "src/cli"]),
    ("std::env::vars_os", &["src/engine/secrets", "src/cli"]),
    ("std::fs", &["src/engine", "src/cli"]),
    ("rustix::fs", &["src/engine", "src/ui/prompt/terminal.rs"]),
    ("rustix::termios", &["src/ui/prompt/terminal.rs"]),
    ("std::net::TcpListener", &["src/serve"]),
    ("std::net::TcpStream", &["src/engine/net"]),
    ("std::net::ToSocketAddrs", &["src/engine/net"]),
    ("std::net::UdpSocket", &["src/engine/net"]),
    ("std::os::unix::net", &["src/engine/net"]),
    ("tokio::net", &["src/engine/net", "src/serve"]),
    ("std::process::Command", &["src/engine/process"]),
    ("tokio::process", &["src/engine/process"]),
    ("std::io::stdin", &["src/ui"]),
    ("std::io::stdout", &["src/ui"]),
    ("std::io::stderr", &["src/ui"]),
    ("io::stdin", &["src/ui"]),
    ("io::stdout", &["src/ui"]),
    ("io::stderr", &["src/ui"]),
    (
        "tokio",
        &[
            "src/engine",
            "src/mcp",
            "src/documents",
            "src/connectors",
            "src/ui/prompt",
            "src/serve",
            "src/cli",
        ],
    ),
    ("reqwest", &["src/engine/net", "src/mcp"]),
    ("sqlx", &["src/engine/ledger", "src/connectors"]),
];

/// Every path in a source, as `a::b::c`; groups of a `use` are written out.
fn paths(source: &str) -> Vec<String> {
    let tokens: TokenStream = source.parse().expect("the source is Rust");
    let mut found = Vec::new();
    collect(tokens, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut index = 0;
    while index < tokens.len() {
        match &tokens[index] {
            TokenTree::Ident(_) => index = path(&tokens, index, String::new(), found),
            TokenTree::Group(group) => {
                collect(group.stream(), found);
                index += 1;
            }
            _ => index += 1,
        }
    }
}

/// Reads a path from the identifier at `index`; returns the index after it.
fn path(tokens: &[TokenTree], mut index: usize, prefix: String, found: &mut Vec<String>) -> usize {
    let mut path = prefix;
    loop {
        match tokens.get(index) {
            Some(TokenTree::Ident(ident)) => {
                if !path.is_empty() {
                    path.push_str("::");
                }
                path.push_str(&ident.to_string());
                index += 1;
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let members: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut start = 0;
                while start < members.len() {
                    if matches!(members[start], TokenTree::Ident(_)) {
                        start = self::path(&members, start, path.clone(), found);
                    } else {
                        start += 1;
                    }
                }
                return index + 1;
            }
            _ => break,
        }
        if !is_separator(tokens, index) {
            break;
        }
        index += 2;
    }
    found.push(path);
    index
}

fn is_separator(tokens: &[TokenTree], index: usize) -> bool {
    let colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    colon(tokens.get(index)) && colon(tokens.get(index + 1))
}

/// Says what is wrong with the imports of one file; `file` is relative to the project.
fn violations(file: &str, source: &str) -> Vec<String> {
    let package = PACKAGES
        .iter()
        .filter(|package| file.starts_with(&format!("{}/", package.folder)))
        .max_by_key(|package| package.folder.len())
        .expect("the last package holds every source");
    let inside = file
        .strip_prefix(package.folder)
        .expect("the folder was just matched")
        .trim_start_matches('/');
    let room = inside
        .split('/')
        .next()
        .unwrap_or_default()
        .trim_end_matches(".rs");
    let rank = |room: &str| package.rooms.iter().position(|name| *name == room);
    let mut wrong = Vec::new();
    for path in paths(source) {
        let mut parts = path.split("::");
        let first = parts.next().unwrap_or_default();
        let second = parts.next().unwrap_or_default();
        if first.starts_with("algen") && path.contains("::") && !package.imports.contains(&first) {
            wrong.push(format!(
                "{file}: `{}` may not import `{first}`",
                package.folder
            ));
        }
        if first == "crate"
            && let (Some(from), Some(to)) = (rank(room), rank(second))
            && to > from
        {
            wrong.push(format!(
                "{file}: room `{room}` may not import room `{second}`"
            ));
        }
        let sibling = package.folder == "src/connectors"
            && first == "crate"
            && inside.contains('/')
            && ![room, "shared", ""].contains(&second)
            && room != "shared"
            && second
                .chars()
                .all(|letter| letter.is_lowercase() || letter == '_');
        if sibling {
            wrong.push(format!(
                "{file}: connector `{room}` may not import `{second}`"
            ));
        }
        // Tests read fixtures and golden files.
        let is_test = inside.split('/').any(|part| part == "tests") || inside.ends_with("tests.rs");
        for (privilege, holders) in PRIVILEGES.iter().filter(|_| !is_test) {
            let used = path == *privilege || path.starts_with(&format!("{privilege}::"));
            if used && !holders.iter().any(|holder| file.starts_with(holder)) {
                wrong.push(format!(
                    "{file}: only {} may use `{privilege}`",
                    holders.join(", ")
                ));
            }
        }
    }
    wrong.dedup();
    wrong
}

/// Every source below `src`, by its path relative to the project.
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a source folder is readable") {
            let path = entry.expect("an entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path
                    .strip_prefix(root)
                    .expect("sources lie below the project");
                let text = fs::read_to_string(&path).expect("a source is UTF-8");
                found.insert(name.to_string_lossy().replace('\\', "/"), text);
            }
        }
    }
    found
}

#[test]
fn every_file_imports_only_what_its_room_may() {
    let sources = sources();
    assert!(sources.len() > 40, "only {} sources found", sources.len());
    let wrong: Vec<String> = sources
        .iter()
        .flat_map(|(file, source)| violations(file, source))
        .collect();
    assert_eq!(wrong, Vec::<String>::new(), "{}", wrong.join("\n"));
}

#[test]
fn wrong_imports_are_found() {
    let cases = [
        (
            "src/core/source/yaml.rs",
            "use crate::check::Rule;",
            "room `source` may not import room `check`",
        ),
        (
            "src/core/config/mod.rs",
            "use crate::{model, registry::Registry};",
            "room `config` may not import room `registry`",
        ),
        (
            "src/core/check/mod.rs",
            "use algen_engine::files::ProjectFiles;",
            "`src/core` may not import `algen_engine`",
        ),
        (
            "src/core/check/mod.rs",
            "fn f() { std::fs::read(\"x\"); }",
            "may use `std::fs`",
        ),
        (
            "src/render/full.rs",
            "use crate::cli::run;",
            "room `render` may not import room `cli`",
        ),
        (
            "src/cli/check.rs",
            "use std::io::stdout;",
            "may use `std::io::stdout`",
        ),
        (
            "src/connectors/smtp/mod.rs",
            "use crate::gmail::client;",
            "connector `smtp` may not import `gmail`",
        ),
        (
            "src/mcp/lib.rs",
            "use algen_connectors::ALL;",
            "`src/mcp` may not import `algen_connectors`",
        ),
        (
            "src/core/config/agent/mod.rs",
            "settings! { a: crate::check::Rule; }",
            "room `config` may not import room `check`",
        ),
    ];
    for (file, source, expected) in cases {
        let wrong = violations(file, source);
        assert_eq!(wrong.len(), 1, "{file}: {source}: {wrong:?}");
        assert!(wrong[0].contains(expected), "{file}: {source}: {wrong:?}");
    }
    let right = [
        (
            "src/core/check/mod.rs",
            "use crate::registry::Registry; // use algen_engine::x;",
        ),
        (
            "src/connectors/smtp/mod.rs",
            "use crate::shared::mail; use super::tools; use crate::smtp::tools;",
        ),
        (
            "src/cli/check.rs",
            "use std::fs; use algen_core::check; let s = \"std::net\";",
        ),
    ];
    for (file, source) in right {
        assert_eq!(
            violations(file, source),
            Vec::<String>::new(),
            "{file}: {source}"
        );
    }
}

#[test]
fn packages_depend_only_downwards() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for package in PACKAGES.iter().filter(|package| package.folder != "src") {
        let text = fs::read_to_string(root.join(package.folder).join("Cargo.toml"))
            .expect("a member has a manifest");
        let manifest: toml::Table = text.parse().expect("a manifest is TOML");
        let dependencies = manifest["dependencies"].as_table().expect("a table");
        let ours: Vec<String> = dependencies
            .keys()
            .filter(|name| name.starts_with("algen"))
            .map(|name| name.replace('-', "_"))
            .collect();
        for name in &ours {
            assert!(
                package.imports.contains(&name.as_str()),
                "{} depends on {name}",
                package.folder
            );
        }
        if package.folder == "src/core" {
            for banned in ["tokio", "sqlx", "reqwest", "rustix"] {
                assert!(
                    !dependencies.contains_key(banned),
                    "core depends on {banned}"
                );
            }
        }
    }
}

#[test]
fn the_top_level_holds_exactly_what_it_should() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let expected = [
        "CHANGELOG.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE",
        "README.md",
        "completions",
        "examples",
        "fixtures",
        "man",
        "src",
        "tests",
    ];
    let mut found: Vec<String> = fs::read_dir(root)
        .expect("the project is readable")
        .map(|entry| {
            entry
                .expect("an entry is readable")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| !name.starts_with('.') && name != "target")
        .collect();
    found.sort();
    assert_eq!(found, expected);
}
