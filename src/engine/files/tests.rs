//! Every case is opened twice: by the kernel and component by component.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;

use algen_core::source::{FileError, Files};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

use super::{FILE_BYTES_MAX, LOOK, ProjectFiles, READ, RootError, content, kind, refusal, walk};

type Answer = Result<Vec<u8>, FileError>;

/// A project with one of everything, beside a file that is none of its business.
fn project() -> (TempDir, ProjectFiles) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().join("project");
    let at = |path: &str| root.join(path);
    fs::write(folder.path().join("outside"), "secret").expect("a file");
    fs::create_dir_all(at("config/deep")).expect("folders");
    fs::write(at("agent.yaml"), "agents: []\n").expect("a file");
    fs::write(at("config/deep/a.yaml"), "a").expect("a file");
    fs::write(at("limit"), vec![b' '; 8 << 20]).expect("a file");
    fs::write(at("9MB"), vec![b' '; 9_000_000]).expect("a file");
    for (link, target) in [
        ("inside", "config/deep/a.yaml"),
        ("config/up", "../agent.yaml"),
        ("folder-link", "config/deep"),
        ("out", "../outside"),
        ("config/out", "deep/../../../outside"),
        ("absolute", "/etc/hostname"),
        ("loop", "loop"),
        ("dangling", "nowhere"),
        // As Kubernetes mounts a config map.
        ("..2026", "config/deep"),
        ("..data", "..2026"),
        ("a.yaml", "..data/a.yaml"),
    ] {
        symlink(target, at(link)).expect("a link");
    }
    symlink(at("agent.yaml"), at("absolute-inside")).expect("a link");
    mknodat(CWD, at("fifo"), FileType::Fifo, Mode::RUSR, 0).expect("a FIFO");
    UnixListener::bind(at("socket")).expect("a socket");
    let files = ProjectFiles::open(&root, "shown").expect("the project folder");
    (folder, files)
}

fn both_ways(files: &ProjectFiles, path: &str) -> [Answer; 2] {
    let walked = walk::open(&files.root, path, READ).map_err(refusal);
    [files.read(path), walked.and_then(content)]
}

#[test]
fn only_regular_files_beneath_the_root_are_read() {
    let (_folder, files) = project();
    let text = |text: &str| -> Answer { Ok(text.as_bytes().to_vec()) };
    let missing = || -> Answer { Err(FileError::Missing) };
    let outside = || -> Answer { Err(FileError::Outside) };
    let is = |kind: &'static str| -> Answer { Err(FileError::NotRegular(kind)) };
    let cases = [
        ("a file", "agent.yaml", text("agents: []\n")),
        ("a file in folders", "config/deep/a.yaml", text("a")),
        (
            "a detour inside",
            "config/../agent.yaml",
            text("agents: []\n"),
        ),
        ("dots and slashes", "./config//./deep/a.yaml", text("a")),
        ("a link inside", "inside", text("a")),
        (
            "a link to the folder above",
            "config/up",
            text("agents: []\n"),
        ),
        ("a folder that is a link", "folder-link/a.yaml", text("a")),
        (
            "up from a linked folder",
            "folder-link/../up",
            text("agents: []\n"),
        ),
        ("a config map of Kubernetes", "a.yaml", text("a")),
        ("no such file", "nothing.yaml", missing()),
        ("no such folder", "nothing/a.yaml", missing()),
        ("beneath a file", "agent.yaml/a", missing()),
        ("a file as a folder", "agent.yaml/", missing()),
        ("no name", "", missing()),
        ("a NUL in the name", "a\0b", missing()),
        ("a long name", &"x".repeat(5_000), missing()),
        ("a link to nothing", "dangling", missing()),
        ("the folder above", "..", outside()),
        ("a file above", "../outside", outside()),
        ("above by a detour", "config/../../outside", outside()),
        ("an absolute path", "/etc/hostname", outside()),
        ("a link out", "out", outside()),
        ("a link out of a folder", "config/out", outside()),
        ("an absolute link", "absolute", outside()),
        (
            "an absolute link that leads inside",
            "absolute-inside",
            outside(),
        ),
        ("the root", ".", is("a folder")),
        ("a folder", "config", is("a folder")),
        ("a folder with a slash", "config/", is("a folder")),
        ("a link to a folder", "folder-link", is("a folder")),
        ("a FIFO", "fifo", is("a FIFO")),
        ("a socket", "socket", is("a socket or device")),
        ("over the limit", "9MB", Err(FileError::TooLarge(8))),
    ];
    for (name, path, expected) in cases {
        let expected = [expected.clone(), expected];
        assert_eq!(both_ways(&files, path), expected, "{name}");
    }
}

#[test]
fn a_file_of_exactly_the_limit_is_read() {
    let (_folder, files) = project();
    for answer in both_ways(&files, "limit") {
        let length = answer.map(|bytes| bytes.len() as u64);
        assert_eq!(length, Ok(FILE_BYTES_MAX));
    }
}

#[test]
fn a_circle_of_links_is_refused() {
    let (_folder, files) = project();
    for answer in both_ways(&files, "loop") {
        assert!(
            matches!(&answer, Err(FileError::Refused(reason)) if reason.contains("symbolic link")),
            "{answer:?}"
        );
    }
}

#[test]
fn existence_is_told_without_reading() {
    let (_folder, files) = project();
    let cases = [
        ("agent.yaml", true),
        ("config", true),
        ("config/deep/", true),
        ("folder-link/a.yaml", true),
        (".", true),
        ("9MB", true),
        ("fifo", false),
        ("socket", false),
        ("nothing", false),
        ("dangling", false),
        ("out", false),
        ("../outside", false),
        ("/etc/hostname", false),
        ("", false),
    ];
    for (path, expected) in cases {
        let walked = walk::open(&files.root, path, LOOK);
        let walked = walked.ok().and_then(|file| kind(&file));
        let walked = matches!(walked, Some(FileType::RegularFile | FileType::Directory));
        assert_eq!(
            (files.exists(path), walked),
            (expected, expected),
            "{path:?}"
        );
    }
}

#[test]
fn a_file_without_permission_is_refused_with_the_reason() {
    let (folder, files) = project();
    let locked = folder.path().join("project/agent.yaml");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("our own file");
    if fs::read(&locked).is_ok() {
        println!("skipped: this account may read every file, as the superuser does");
        return;
    }
    let expected: Answer = Err(FileError::Refused("permission denied".to_owned()));
    assert_eq!(
        both_ways(&files, "agent.yaml"),
        [expected.clone(), expected]
    );
}

#[test]
fn paths_are_shown_from_where_people_stand() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = [
        ("", "agent.yaml", "agent.yaml"),
        (".", "agent.yaml", "agent.yaml"),
        (
            "../other",
            "config/agent.yaml",
            "../other/config/agent.yaml",
        ),
        ("/srv/bot/", "agent.yaml", "/srv/bot/agent.yaml"),
    ];
    for (shown, path, expected) in cases {
        let files = ProjectFiles::open(folder.path(), shown).expect("a folder");
        assert_eq!(files.display(path), expected);
    }
}

#[test]
fn a_root_that_cannot_be_opened_says_why() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let why = |path: &Path| ProjectFiles::open(path, "").err();
    assert_eq!(why(&folder.path().join("none")), Some(RootError::Missing));
    assert_eq!(why(&file), Some(RootError::NotFolder));
    assert_eq!(why(folder.path()), None);
}
