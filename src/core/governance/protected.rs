//! Files of a project that no tool may write, whatever its roots: what decides over the tools
//! themselves, and what other programs run on their own.
//!
//! This looks at paths alone. Whoever writes files compares device and inode as well, for links and
//! for file systems in which two names are one.

use std::collections::BTreeSet;

use crate::config::glob;

/// The folder of a repository; its hooks and configuration run programs.
const REPOSITORY: &str = ".git";

/// What is protected in one project.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Protection {
    loaded: BTreeSet<String>,
    patterns: Vec<String>,
}

/// Why a path may not be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Protected {
    /// It leads out of the project, or names nothing in it.
    Outside,
    /// It belongs to a repository.
    Repository,
    /// It is configuration that was loaded, or would be if it were there; the file.
    Loaded(String),
    /// The host's policy protects it; the pattern.
    Pattern(String),
}

/// What a tool wants to do with a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Create it or write into it.
    Write,
    /// Move, replace or delete it, with what is in it.
    Replace,
}

impl Protection {
    /// Protects the files of a project.
    ///
    /// `loaded` are the paths that were read or looked for as configuration (agent files,
    /// deployment, overlays, locks, inventories), relative to the project; absolute ones are left
    /// to the comparison of inodes. `patterns` are those of `protected` in the host's policies:
    /// each protects what it stands for and everything in it.
    pub fn new<'a>(
        loaded: impl IntoIterator<Item = &'a str>,
        patterns: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self {
            loaded: loaded.into_iter().filter_map(plain).collect(),
            patterns: patterns.into_iter().filter_map(plain).collect(),
        }
    }

    /// Tells why a tool may not touch a path relative to the project; `None` where it may.
    ///
    /// `.` and `..` are followed as written, without looking at links.
    pub fn refuses(&self, path: &str, effect: Effect) -> Option<Protected> {
        let Some(path) = plain(path) else {
            return Some(Protected::Outside);
        };
        let is_repository = |part: &str| part.eq_ignore_ascii_case(REPOSITORY);
        if path.split('/').any(is_repository) {
            return Some(Protected::Repository);
        }
        // Something in a file would make a folder of it.
        let touches = |file: &&String| {
            is_beneath(&path, file) || effect == Effect::Replace && is_beneath(file, &path)
        };
        if let Some(file) = self.loaded.iter().find(touches) {
            return Some(Protected::Loaded(file.clone()));
        }
        let protects = |pattern: &&String| {
            glob::matches_or_holds(pattern, &path)
                || effect == Effect::Replace && glob::may_match_beneath(pattern, &path)
        };
        let pattern = self.patterns.iter().find(protects)?;
        Some(Protected::Pattern(pattern.clone()))
    }
}

/// Tells whether a path is another one or lies in it.
fn is_beneath(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns a relative path without `.`, `..` and empty parts; `None` where it leads out of the
/// project, is the project, or holds a NUL.
fn plain(path: &str) -> Option<String> {
    if path.starts_with('/') || path.contains('\0') {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn protection() -> Protection {
        Protection::new(
            [
                "agent.yaml",
                "config/./x.overlay.yaml",
                "config/x.overlay.lock",
                "/elsewhere.yaml",
            ],
            [
                ".envrc",
                ".github/workflows",
                "deploy/**/*.tf",
                "src/generated/",
            ],
        )
    }

    #[test]
    fn what_decides_over_tools_is_refused() {
        let loaded = |file: &str| Some(Protected::Loaded(file.to_owned()));
        let pattern = |pattern: &str| Some(Protected::Pattern(pattern.to_owned()));
        let both = |path, expected: Option<Protected>| (path, expected.clone(), expected);
        let cases = [
            both("notes.txt", None),
            both("agent.yaml.bak", None),
            both("src/agent.yaml", None),
            both("agent.yaml", loaded("agent.yaml")),
            both("./src/../agent.yaml", loaded("agent.yaml")),
            both("agent.yaml/x", loaded("agent.yaml")),
            both("config/x.overlay.lock", loaded("config/x.overlay.lock")),
            ("config", None, loaded("config/x.overlay.lock")),
            both("config/other.yaml", None),
            both(".git", Some(Protected::Repository)),
            both("sub/.GIT/hooks/pre-commit", Some(Protected::Repository)),
            both(".gitignore", None),
            both(".envrc", pattern(".envrc")),
            both("sub/.envrc", None),
            both(".github/workflows/ci.yaml", pattern(".github/workflows")),
            both(".github/CODEOWNERS", None),
            (".github", None, pattern(".github/workflows")),
            both("deploy/eu/main.tf", pattern("deploy/**/*.tf")),
            ("deploy/eu", None, pattern("deploy/**/*.tf")),
            both("src/generated/a.rs", pattern("src/generated")),
            both("../x", Some(Protected::Outside)),
            both("a/../../x", Some(Protected::Outside)),
            both("/etc/passwd", Some(Protected::Outside)),
            both(".", Some(Protected::Outside)),
            both("", Some(Protected::Outside)),
            both("a\0b", Some(Protected::Outside)),
        ];
        let protection = protection();
        for (path, write, replace) in cases {
            assert_eq!(protection.refuses(path, Effect::Write), write, "{path:?}");
            assert_eq!(
                protection.refuses(path, Effect::Replace),
                replace,
                "{path:?}"
            );
        }
    }

    #[test]
    fn a_project_without_anything_still_has_its_repository() {
        let nothing = Protection::default();
        assert_eq!(nothing.refuses("agent.yaml", Effect::Write), None);
        let refused = nothing.refuses(".git/config", Effect::Write);
        assert_eq!(refused, Some(Protected::Repository));
    }

    proptest! {
        #[test]
        fn a_detour_never_helps(
            path in "(agent\\.yaml|\\.git|config/x\\.overlay\\.lock|\\.envrc)(/[a-z]{1,3}){0,2}",
            before in "(\\./|/|[a-z]{1,3}/\\.\\./){0,3}",
        ) {
            let detour = format!("./{before}{path}");
            prop_assert!(protection().refuses(&detour, Effect::Write).is_some(), "{}", detour);
        }

        #[test]
        fn what_may_be_replaced_may_be_written(path in "[a-z./*?]{0,12}") {
            let protection = protection();
            if protection.refuses(&path, Effect::Replace).is_none() {
                prop_assert_eq!(protection.refuses(&path, Effect::Write), None);
            }
        }
    }
}
