//! The tools of the filesystem.

use algen_core::governance::Preset;
use algen_core::registry::ToolSpec;

use crate::shared::FOREIGN;
use crate::shared::kit::Kit;
use crate::shared::schema::{
    Schema, boolean, count, integer, list, object, one_of, record, string, text,
};

/// Where a change stands.
const STATES: &[&str] = &[
    "prepared",
    "applied",
    "restoring",
    "restored",
    "failed",
    "uncertain",
];

/// The tools of one toolkit.
pub(super) struct Files<'k> {
    pub(super) kit: &'k Kit<'k>,
    /// Largest file, in bytes; a text of so many bytes never has more characters.
    pub(super) bytes: i64,
}

impl Files<'_> {
    pub(super) fn read_file(&self) -> ToolSpec {
        self.kit.tool(
            Preset::ONCE,
            "read_file",
            &["filesystem.read"],
            format!(
                "Read a UTF-8 text file from an offset in characters. next_offset is where to go \
                 on, as long as the file stays the same. {FOREIGN}"
            ),
            object(
                [
                    ("path", path()),
                    ("offset", integer(0, self.bytes).default(0)),
                    ("max_chars", integer(1, 20_000).default(20_000)),
                ],
                &["path"],
            ),
            record([
                ("path", string()),
                ("content", string()),
                ("next_offset", count().nullable()),
            ]),
        )
    }

    pub(super) fn list_files(&self) -> ToolSpec {
        let entry = record([
            ("path", string()),
            ("type", one_of(&["file", "directory", "other"])),
        ]);
        self.kit.tool(
            Preset::ONCE,
            "list_files",
            &["filesystem.read"],
            format!(
                "List what a folder holds whose name fits a glob, on request with its subfolders. \
                 Links are named, never followed. {FOREIGN}"
            ),
            object(
                [
                    ("path", path()),
                    ("pattern", glob()),
                    ("recursive", boolean().default(false)),
                    ("max_results", integer(1, 1000).default(100)),
                ],
                &["path"],
            ),
            visited(entry),
        )
    }

    pub(super) fn search_files(&self) -> ToolSpec {
        let line = record([
            ("path", string()),
            ("line", count()),
            ("text", string()),
            ("text_truncated", boolean()),
        ]);
        self.kit.tool(
            Preset::ONCE,
            "search_files",
            &["filesystem.read"],
            format!(
                "Find a text, taken literally, in the files of a folder and its subfolders whose \
                 name fits a glob; one item for each line. An empty answer is complete only when \
                 nothing was skipped or truncated. {FOREIGN}"
            ),
            object(
                [
                    ("path", path()),
                    ("query", text(1, 4096)),
                    ("pattern", glob()),
                    ("case_sensitive", boolean().default(false)),
                    ("max_results", integer(1, 1000).default(100)),
                ],
                &["path", "query"],
            ),
            visited(line),
        )
    }

    pub(super) fn create_file(&self) -> ToolSpec {
        self.kit.tool(
            Preset::WRITE,
            "create_file",
            &["filesystem.write"],
            "Write a new UTF-8 file where nothing is yet, in a folder that exists. The change can \
             be taken back by its change_id.",
            record([("path", path()), ("content", self.content())]),
            change(),
        )
    }

    pub(super) fn replace_file(&self) -> ToolSpec {
        self.kit.tool(
            Preset::WRITE,
            "replace_file",
            &["filesystem.write"],
            "Give an existing file new UTF-8 content as a whole. The change can be taken back by \
             its change_id.",
            record([("path", path()), ("content", self.content())]),
            change(),
        )
    }

    pub(super) fn edit_file(&self) -> ToolSpec {
        self.kit.tool(
            Preset::WRITE,
            "edit_file",
            &["filesystem.write"],
            "Replace a text in an existing UTF-8 file. The old text must stand there exactly, and \
             only once unless replace_all is true. The change can be taken back by its change_id.",
            object(
                [
                    ("path", path()),
                    ("old_text", text(1, self.characters())),
                    ("new_text", self.content()),
                    ("replace_all", boolean().default(false)),
                ],
                &["path", "old_text", "new_text"],
            ),
            change(),
        )
    }

    pub(super) fn preview_change(&self) -> ToolSpec {
        self.kit.tool(
            Preset::ONCE,
            "preview_change",
            &["filesystem.read"],
            format!(
                "Show what restoring an earlier change would do now: the difference, its state, \
                 and whether the file has changed since. {FOREIGN}"
            ),
            record([("change_id", change_id())]),
            record([
                ("change_id", string()),
                ("state", one_of(STATES)),
                ("uncertain", boolean()),
                ("conflict", boolean()),
                ("diff", string()),
            ]),
        )
    }

    pub(super) fn restore_change(&self) -> ToolSpec {
        self.kit.tool(
            Preset::WRITE.named("restore"),
            "restore_change",
            &["filesystem.restore"],
            "Bring back what a file was before an earlier change: its content and mode, or its \
             absence. Refused where the file is no longer what the change left.",
            record([("change_id", change_id())]),
            change(),
        )
    }

    pub(super) fn list_changes(&self) -> ToolSpec {
        let entry = object(
            [
                ("change_id", string()),
                ("path", string()),
                ("state", one_of(STATES)),
                ("changed_at", string().format("date-time")),
                ("run_id", string().optional()),
            ],
            &["change_id", "path", "state", "changed_at"],
        );
        self.kit.tool(
            Preset::ONCE,
            "list_changes",
            &["filesystem.read"],
            "List the changes that the checkpoint store keeps, newest first, of one file or of \
             all.",
            object(
                [
                    ("path", path().optional()),
                    ("offset", integer(0, 1_000_000).default(0)),
                    ("limit", integer(1, 1000).default(100)),
                ],
                &[],
            ),
            record([("items", list(entry)), ("next_offset", count().nullable())]),
        )
    }

    fn characters(&self) -> u64 {
        u64::try_from(self.bytes).unwrap_or(0)
    }

    fn content(&self) -> Schema {
        text(0, self.characters())
    }
}

fn path() -> Schema {
    text(1, 4096).described("An absolute path under one of the allowed folders.")
}

fn glob() -> Schema {
    text(1, 1024)
        .default("*")
        .described("A glob for the name alone: `*.md`, `[ab]?.txt`.")
}

fn change_id() -> Schema {
    text(1, 128).described("The change_id of an earlier change.")
}

/// What a walk over folders found, and what it left out.
fn visited(item: Schema) -> Schema {
    record([
        ("items", list(item)),
        ("scanned", count()),
        ("skipped", count()),
        ("truncated", boolean()),
    ])
}

/// A change that happened.
fn change() -> Schema {
    record([
        ("change_id", string()),
        ("state", one_of(&["applied", "restored"])),
        (
            "resource",
            record([("resource_id", string()), ("version", string())]),
        ),
        ("action_id", string()),
    ])
}
