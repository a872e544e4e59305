//! Looks for Python plugins by name, as text: nothing is imported, nothing runs.

use crate::source::{FileError, Files};

/// A folder that modules are looked for in.
pub struct PythonRoot<'a> {
    /// The files of the project that the folder belongs to.
    pub files: &'a dyn Files,
    /// The folder, relative to those files; empty for their own root.
    pub folder: String,
}

/// What became of a `module:Name` reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// The module's file defines or imports the name.
    Found,
    /// No folder has the module.
    ModuleMissing,
    /// The module is there, in the named file, without the name.
    NameMissing(String),
    /// The module's file is there but is not given.
    Unreadable(String, FileError),
}

/// Looks for `module` in every folder and for `name` in the first file found.
pub fn find(roots: &[PythonRoot<'_>], module: &str, name: &str) -> Lookup {
    let path = module.replace('.', "/");
    for root in roots {
        for candidate in [format!("{path}.py"), format!("{path}/__init__.py")] {
            let candidate = match root.folder.as_str() {
                "" => candidate,
                folder => format!("{folder}/{candidate}"),
            };
            match root.files.read(&candidate) {
                Ok(bytes) if defines(&String::from_utf8_lossy(&bytes), name) => {
                    return Lookup::Found;
                }
                Ok(_) => return Lookup::NameMissing(root.files.display(&candidate)),
                Err(FileError::Missing) => {}
                Err(error) => {
                    return Lookup::Unreadable(root.files.display(&candidate), error);
                }
            }
        }
    }
    Lookup::ModuleMissing
}

/// Tells whether a module's text gives `name` a meaning at its top level: a class, a function, an
/// assignment or an import.
fn defines(text: &str, name: &str) -> bool {
    let mut in_import = false;
    for line in text.lines() {
        if in_import {
            in_import = !line.contains(')');
            if has_word(code(line), name) {
                return true;
            }
            continue;
        }
        let code = code(line);
        if code.starts_with("from ") || code.starts_with("import ") {
            in_import = code.contains('(') && !code.contains(')');
            let imported = code.split_once("import ").map_or("", |(_, names)| names);
            if has_word(imported, name) {
                return true;
            }
            continue;
        }
        let definition = ["class ", "def ", "async def "]
            .iter()
            .find_map(|keyword| code.strip_prefix(keyword));
        let (rest, ends) = match definition {
            Some(rest) => (rest.trim_start(), ['(', ':', '[']),
            None => (code, ['=', ':', ' ']),
        };
        let after = rest.strip_prefix(name);
        if after
            .is_some_and(|after| after.trim_start().starts_with(ends) && !after.starts_with('.'))
        {
            return true;
        }
    }
    false
}

/// Returns a line without its comment; a `#` inside a string only hides text from the search.
fn code(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// Tells whether `name` stands in `text` as a whole identifier.
fn has_word(text: &str, name: &str) -> bool {
    text.split(|character: char| !(character.is_alphanumeric() || character == '_'))
        .any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_where_python_would_find_it() {
        let cases = [
            ("class", "class Plugin(Base):\n    pass\n", true),
            ("class without bases", "class Plugin:\n    pass\n", true),
            ("generic class", "class Plugin[T]:\n    pass\n", true),
            ("function", "def Plugin():\n    pass\n", true),
            ("assignment", "Plugin = make()\n", true),
            ("annotated", "Plugin: type = make()\n", true),
            ("import", "from .impl import Other, Plugin\n", true),
            ("import as", "from .impl import Thing as Plugin\n", true),
            (
                "import in parentheses",
                "from .impl import (\n    Other,\n    Plugin,\n)\n",
                true,
            ),
            ("longer name", "class PluginBase:\n    pass\n", false),
            (
                "inside another class",
                "class Other:\n    class Plugin:\n        pass\n",
                false,
            ),
            ("comment", "# class Plugin:\n", false),
            ("use", "print(Plugin)\n", false),
            ("attribute", "Plugin.registry = 1\n", false),
            (
                "import of the module only",
                "from Plugin import other\n",
                false,
            ),
        ];
        for (case, text, expected) in cases {
            assert_eq!(defines(text, "Plugin"), expected, "{case}");
        }
    }
}
