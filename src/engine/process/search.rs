//! Where a program is.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::ProcessError;

/// Finds a program: a name with a slash is a path relative to `folder`, a bare one is looked for in
/// the absolute folders of `path`, in their order.
pub(super) fn find(
    program: &str,
    path: Option<&OsStr>,
    folder: &Path,
) -> Result<PathBuf, ProcessError> {
    if program.is_empty() {
        return Err(ProcessError::NotFound);
    }
    if program.contains('/') {
        let place = folder.join(program);
        return place
            .exists()
            .then_some(place)
            .ok_or(ProcessError::NotFound);
    }
    let folders = std::env::split_paths(path.unwrap_or_default());
    folders
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(program))
        .find(|place| is_program(place))
        .ok_or(ProcessError::NotFound)
}

/// Tells whether this is a file that may be run.
fn is_program(place: &Path) -> bool {
    place.is_file() && access(place, Access::EXEC_OK).is_ok()
}
