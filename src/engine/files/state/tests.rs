use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};

use super::*;

/// XDG_STATE_HOME, HOME and the place.
type PlaceCase<'a> = (
    Option<&'a str>,
    Option<&'a str>,
    Result<&'a str, StateError>,
);

#[test]
fn the_place_follows_the_specification() {
    let cases: &[PlaceCase<'_>] = &[
        (Some("/x"), Some("/home/me"), Ok("/x/algen")),
        (None, Some("/home/me"), Ok("/home/me/.local/state/algen")),
        (
            Some(""),
            Some("/home/me"),
            Ok("/home/me/.local/state/algen"),
        ),
        (
            Some("relative"),
            Some("/home/me"),
            Ok("/home/me/.local/state/algen"),
        ),
        (Some("relative"), Some("me"), Err(StateError::NoPlace)),
        (None, Some(""), Err(StateError::NoPlace)),
        (None, None, Err(StateError::NoPlace)),
    ];
    for (xdg, home, expected) in cases {
        let found = place(xdg.map(OsStr::new), home.map(OsStr::new));
        assert_eq!(
            found,
            expected.clone().map(PathBuf::from),
            "{xdg:?} {home:?}"
        );
    }
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
}

#[test]
fn files_are_written_whole_and_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a/b/algen");
    assert!(
        StateFolder::open(&path)
            .expect("nothing is no error")
            .is_none()
    );
    let state = StateFolder::create(&path).expect("it is made");
    assert_eq!(state.path(), path);
    assert_eq!(state.read("x", 10), Ok(None));
    for text in ["first", "", "0123456789"] {
        state.write("x", text.as_bytes()).expect("it is written");
        assert_eq!(state.read("x", 10), Ok(Some(text.as_bytes().to_vec())));
    }
    let permissions = fs::metadata(path.join("x")).expect("a file").permissions();
    assert_eq!(permissions.mode() & 0o7777, 0o600);
    let too_large = StateError::TooLarge {
        path: path.join("x"),
        most: 9,
    };
    assert_eq!(state.read("x", 9), Err(too_large));
    let names: Vec<_> = fs::read_dir(&path)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names, ["x"], "no draft is left");
    assert!(
        StateFolder::create(&path).is_ok(),
        "it may be there already"
    );
}

#[test]
fn a_failed_writing_leaves_what_was_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = StateFolder::create(folder.path()).expect("it is there");
    fs::create_dir(folder.path().join("taken")).expect("a folder");
    let error = state.write("taken", b"text").expect_err("it is a folder");
    let StateError::Refused {
        path,
        action: "write",
        ..
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(path, folder.path().join("taken"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn what_others_may_write_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("algen");
    let state = StateFolder::create(&path).expect("it is made");
    state.write("x", b"text").expect("it is written");
    let inner = state.create_folder("inner").expect("it is made");
    let inner_path = inner.path().to_owned();
    let file_path = path.join("x");
    for (bits, allowed) in [(0o700, true), (0o755, true), (0o770, false), (0o707, false)] {
        let answer = |path: &Path| match allowed {
            true => Ok(()),
            false => Err(StateError::WritableByOthers {
                path: path.to_owned(),
            }),
        };
        mode(&file_path, bits & !0o111);
        let read = state.read("x", 10).map(|text| assert!(text.is_some()));
        assert_eq!(read, answer(&file_path), "{bits:o}");
        mode(&inner_path, bits);
        let opened = state
            .folder("inner")
            .map(|folder| assert!(folder.is_some()));
        assert_eq!(opened, answer(&inner_path), "{bits:o}");
        mode(&path, bits);
        let opened = StateFolder::create(&path).map(|_| ());
        assert_eq!(opened, answer(&path), "{bits:o}");
        mode(&path, 0o700);
    }
}

#[test]
fn what_belongs_to_another_account_is_refused() {
    // Only the superuser can give files away; to everybody else the root folder belongs to it.
    let user = geteuid().as_raw();
    if user != 0 {
        let expected = StateError::OtherOwner {
            path: "/".into(),
            owner: 0,
            user,
        };
        assert_eq!(StateFolder::open(Path::new("/")).err(), Some(expected));
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("algen");
    let state = StateFolder::create(&path).expect("it is made");
    state.write("x", b"text").expect("it is written");
    let refusal = |path: &Path| StateError::OtherOwner {
        path: path.to_owned(),
        owner: 12_345,
        user,
    };
    chown(path.join("x"), Some(12_345), None).expect("the superuser");
    assert_eq!(state.read("x", 10), Err(refusal(&path.join("x"))));
    chown(&path, Some(12_345), None).expect("the superuser");
    assert_eq!(StateFolder::open(&path).err(), Some(refusal(&path)));
}

#[test]
fn other_kinds_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let state = StateFolder::create(folder.path()).expect("it is there");
    fs::write(at("file"), "text").expect("a file");
    fs::create_dir(at("folder")).expect("a folder");
    symlink("file", at("link")).expect("a link");
    symlink("folder", at("folder-link")).expect("a link");
    let wrong = |name: &str, kind, expected| StateError::WrongKind {
        path: at(name),
        kind,
        expected,
    };
    assert_eq!(
        state.read("link", 10),
        Err(wrong("link", "a link", "a file"))
    );
    assert_eq!(
        state.read("folder", 10),
        Err(wrong("folder", "a folder", "a file"))
    );
    let opened = state.folder("file").map(|_| ());
    assert_eq!(
        opened,
        Err(wrong("file", "a file or beneath one", "a folder"))
    );
    assert!(state.create_folder("folder-link").is_err());
    assert!(StateFolder::create(&at("file/algen")).is_err());
    // A person may keep the state directory elsewhere.
    assert!(matches!(StateFolder::open(&at("folder-link")), Ok(Some(_))));
}

#[test]
fn messages_say_where_and_what_to_do() {
    let path = || PathBuf::from("/s/algen");
    for (error, expected) in [
        (
            StateError::NoPlace,
            "neither XDG_STATE_HOME nor HOME holds an absolute path; set one of them",
        ),
        (
            StateError::OtherOwner {
                path: path(),
                owner: 0,
                user: 1000,
            },
            "/s/algen belongs to user 0 and not to user 1000, who runs this; set XDG_STATE_HOME to a \
             folder of your own",
        ),
        (
            StateError::WritableByOthers { path: path() },
            "others may write to /s/algen; run: chmod go-w /s/algen",
        ),
        (
            refused(&path(), "create", "read-only file system".to_owned()),
            "/s/algen: cannot create it: read-only file system",
        ),
    ] {
        assert_eq!(error.to_string(), expected);
    }
}
