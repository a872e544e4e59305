//! Opening a path beneath a folder without the help of the kernel.
//!
//! Each component is opened relative to the folder before it and never through a link; a link is
//! read and its target takes the place of the component. `..` returns to a folder that is still
//! open, so that renaming folders meanwhile leads nowhere else.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, readlinkat, statat};
use rustix::io::Errno;

/// The most links on one path, as Linux has it.
const LINKS_MAX: usize = 40;
/// The most components, links followed; it bounds the folders that are open at once.
const COMPONENTS_MAX: usize = 512;

#[cfg(target_os = "linux")]
const FOLDER: OFlags = OFlags::PATH
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// Opens `path` beneath `root`; [`Errno::XDEV`] where it leads out, as the kernel answers.
pub(super) fn open(root: &OwnedFd, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    if path.is_empty() {
        return Err(Errno::NOENT);
    }
    let mut left = VecDeque::new();
    follow(&mut left, path.as_bytes())?;
    let mut folders: Vec<OwnedFd> = Vec::new();
    let mut links = 0;
    let mut components = 0;
    while let Some(component) = left.pop_front() {
        components += 1;
        if components > COMPONENTS_MAX {
            return Err(Errno::NAMETOOLONG);
        }
        let here = folders.last().unwrap_or(root);
        match &*component {
            b"." => continue,
            b".." => {
                folders.pop().ok_or(Errno::XDEV)?;
                continue;
            }
            _ => {}
        }
        let name = OsStr::from_bytes(&component);
        if is_link(here, name)? {
            links += 1;
            if links > LINKS_MAX {
                return Err(Errno::LOOP);
            }
            let target = readlinkat(here, name, Vec::new())?;
            follow(&mut left, target.as_bytes())?;
            continue;
        }
        if left.is_empty() {
            return openat(here, name, flags | OFlags::NOFOLLOW, Mode::empty());
        }
        let folder = openat(here, name, FOLDER, Mode::empty())?;
        folders.push(folder);
    }
    // The path ended in a folder: `.`, `..`, or a slash.
    let here = folders.last().unwrap_or(root);
    openat(here, ".", flags, Mode::empty())
}

fn is_link(folder: impl AsFd, name: &OsStr) -> Result<bool, Errno> {
    let status = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(status.st_mode) == FileType::Symlink)
}

/// Puts the components of a path before what is left.
fn follow(left: &mut VecDeque<Vec<u8>>, path: &[u8]) -> Result<(), Errno> {
    if path.starts_with(b"/") {
        return Err(Errno::XDEV);
    }
    // A slash at the end asks for a folder, as `/.` does.
    if path.ends_with(b"/") {
        left.push_front(b".".to_vec());
    }
    let components = path
        .split(|&byte| byte == b'/')
        .filter(|part| !part.is_empty());
    for component in components.rev() {
        left.push_front(component.to_vec());
    }
    Ok(())
}
