//! `check --fix`: writes the changes that only one sensible way exists to make.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use algen_core::diagnostics::{Diagnostic, Edit, apply_fixes};
use algen_core::source::{Origin, Source, SourceId, Sources};

/// What happened to one file.
pub(crate) struct FixedFile {
    /// Its text as it was.
    pub(crate) source: SourceId,
    /// The file as it was given.
    pub(crate) name: String,
    /// What was changed, sorted by place.
    pub(crate) edits: Vec<Edit>,
    /// How many findings the change removes.
    pub(crate) applied: usize,
    /// How many changes wait for another run, because they touch the same place.
    pub(crate) skipped: usize,
    /// Why the file could not be written; it is unchanged then.
    pub(crate) problem: Option<io::Error>,
}

/// Applies every unambiguous fix to the files that were read.
pub(crate) fn apply(sources: &Sources, findings: &[Diagnostic]) -> Vec<FixedFile> {
    let mut files: Vec<SourceId> = findings
        .iter()
        .filter_map(|finding| finding.fix.as_ref())
        .flat_map(|fix| &fix.edits)
        .map(|edit| edit.span.source)
        .collect();
    files.sort_unstable();
    files.dedup();
    files
        .into_iter()
        .filter_map(|id| sources.get(id))
        .filter(|source| source.origin() == Origin::Project)
        .filter_map(|source| {
            let fixed = apply_fixes(source, findings)?;
            let written = replace(source, &fixed.text);
            Some(FixedFile {
                source: source.id(),
                edits: fixed.edits,
                name: source.name().to_owned(),
                applied: fixed.applied,
                skipped: fixed.skipped,
                problem: written.err(),
            })
        })
        .collect()
}

/// Replaces a file's text in one step: what was read must still be there, and either the whole new
/// text is, or the old one.
pub(super) fn replace(source: &Source, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(source.name())?;
    let current = fs::read(&path)?;
    // A byte-order mark is not part of the source's text and stays.
    let mark: &[u8] = if current.starts_with(b"\xef\xbb\xbf") {
        b"\xef\xbb\xbf"
    } else {
        b""
    };
    if current.get(mark.len()..) != Some(source.text().as_bytes()) {
        return Err(io::Error::other("the file changed while it was checked"));
    }
    let beside = temporary_beside(&path);
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&beside)?;
    let written = file
        .write_all(mark)
        .and_then(|()| file.write_all(text.as_bytes()))
        .and_then(|()| file.set_permissions(fs::metadata(&path)?.permissions()))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // The original is untouched; the half-written copy must not stay.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Returns a name in the same folder that nothing has.
fn temporary_beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let process = std::process::id();
    path.with_file_name(format!(".{name}.{process}.tmp"))
}
