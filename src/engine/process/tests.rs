use std::fs;
use std::future::Future;
use std::os::unix::fs::PermissionsExt;
use std::time::Instant;

use rustix::process::{Pid, test_kill_process};

use super::*;

const PATH: &str = "relative:/usr/bin:/bin";

/// Runs a future to its end as a program does.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(future)
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Runs a program in a folder; seconds and bytes are its limits.
fn run_in(
    folder: &Path,
    argv: &[&str],
    seconds: f64,
    output_bytes_max: usize,
) -> Result<ProgramOutput, ProcessError> {
    let argv = words(argv);
    let (program, arguments) = argv.split_first().expect("a program");
    let request = ProgramRequest {
        program,
        arguments,
        variables: &[("GIVEN".to_owned(), "a value".into())],
        path: Some(OsStr::new(PATH)),
        folder,
        deadline: Duration::from_secs_f64(seconds),
        output_bytes_max,
    };
    loop {
        // A program that another test starts may still hold a script open for writing.
        let outcome = block_on(run(&request));
        if outcome != Err(ProcessError::NotStarted(io::ErrorKind::ExecutableFileBusy)) {
            return outcome;
        }
    }
}

fn shell(script: &str) -> Result<ProgramOutput, ProcessError> {
    run_in(Path::new("/"), &["sh", "-c", script], 20.0, 1_000)
}

/// Waits until a process is gone, and tells whether it is.
fn is_gone(number: &str) -> bool {
    let number = number.trim().parse().ok().and_then(Pid::from_raw);
    let number = number.expect("the number of a process");
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        let state = fs::read_to_string(format!("/proc/{}/stat", number.as_raw_nonzero()));
        let is_zombie = state.is_ok_and(|state| state.contains(") Z "));
        if test_kill_process(number).is_err() || is_zombie {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

#[test]
fn a_program_gets_exactly_what_it_is_given() {
    for (name, argv, expected) in [
        (
            "arguments",
            vec!["printf", "%s|", "a b", "$HOME", "*", ""],
            "a b|$HOME|*||",
        ),
        ("variables", vec!["env"], "GIVEN=a value\n"),
        ("its folder", vec!["pwd"], "/\n"),
        ("no input", vec!["cat"], ""),
        ("its name", vec!["sh", "-c", "echo $0"], "sh\n"),
        (
            "a group of its own",
            vec!["sh", "-c", "cut -d' ' -f5 /proc/$$/stat | grep -cx $$"],
            "1\n",
        ),
        ("silence", vec!["sh", "-c", "echo loud >&2"], ""),
    ] {
        let output = run_in(Path::new("/"), &argv, 20.0, 1_000).expect(name);
        assert_eq!(output.ending, Ending::Exited(0), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name}");
    }
}

#[test]
fn endings_are_told_apart() {
    for (script, ending, expected) in [
        ("echo out", Ending::Exited(0), Ok(b"out\n".to_vec())),
        (
            "echo out; exit 3",
            Ending::Exited(3),
            Err(ProcessError::Failed(3)),
        ),
        (
            "kill -TERM $$",
            Ending::Killed(15),
            Err(ProcessError::Killed(15)),
        ),
    ] {
        let output = shell(script).expect("it starts");
        assert_eq!(output.ending, ending, "{script}");
        assert_eq!(output.of_success(), expected, "{script}");
    }
}

#[test]
fn what_cannot_be_run_is_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("relative")).expect("a folder");
    for (name, mode) in [
        ("plain", 0o644),
        ("relative/hidden", 0o755),
        ("bare-script", 0o755),
    ] {
        fs::write(at(name), "#!/nowhere/interpreter\n").expect("a file");
        fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).expect("a mode");
    }
    for (program, expected) in [
        ("no-such-program", ProcessError::NotFound),
        ("./no-such-program", ProcessError::NotFound),
        ("", ProcessError::NotFound),
        ("hidden", ProcessError::NotFound),
        ("bare-script", ProcessError::NotFound),
        (
            "./plain",
            ProcessError::NotStarted(io::ErrorKind::PermissionDenied),
        ),
        (
            "./bare-script",
            ProcessError::NotStarted(io::ErrorKind::NotFound),
        ),
        ("a\0b", ProcessError::NotFound),
    ] {
        let outcome = run_in(folder.path(), &[program], 20.0, 10);
        assert_eq!(outcome, Err(expected), "{program:?}");
    }
    let nul = run_in(folder.path(), &["echo", "a\0b"], 20.0, 10);
    assert_eq!(
        nul,
        Err(ProcessError::NotStarted(io::ErrorKind::InvalidInput))
    );
}

#[test]
fn only_absolute_folders_are_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("a-program");
    fs::write(&place, "#!/bin/sh\n").expect("a file");
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("a mode");
    let absolute = folder.path().to_str().expect("UTF-8");
    let relative = format!("{}{absolute}", "../".repeat(40));
    assert!(Path::new(&relative).join("a-program").is_file());
    let find = |path: &str| search::find("a-program", Some(OsStr::new(path)), Path::new("/"));
    assert_eq!(find(&format!("/nowhere:{absolute}")), Ok(place));
    for path in [relative.as_str(), "", ":"] {
        assert_eq!(find(path), Err(ProcessError::NotFound), "{path}");
    }
    assert_eq!(
        search::find("a-program", None, folder.path()),
        Err(ProcessError::NotFound)
    );
}

#[test]
fn output_is_read_up_to_its_limit() {
    let ten = run_in(Path::new("/"), &["printf", "0123456789"], 20.0, 10).expect("ten bytes");
    assert_eq!(ten.stdout, b"0123456789");
    let eleven = run_in(Path::new("/"), &["printf", "01234567890"], 20.0, 10);
    assert_eq!(eleven, Err(ProcessError::TooMuchOutput(10)));
    let start = Instant::now();
    assert_eq!(
        run_in(Path::new("/"), &["yes"], 60.0, 1_000),
        Err(ProcessError::TooMuchOutput(1_000))
    );
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// A script that starts another process, writes the numbers of both to a file and goes on.
fn family(then: &str) -> String {
    format!("sleep 1000 & echo $! > child; echo $$ > leader; mv leader ready; {then}")
}

#[test]
fn the_whole_group_ends_with_the_program() {
    let cases = [
        (
            "at the deadline",
            "wait",
            2.0,
            Err(ProcessError::TimedOut(Duration::from_secs(2))),
        ),
        (
            "at the limit",
            "yes",
            60.0,
            Err(ProcessError::TooMuchOutput(1_000)),
        ),
        // The process that is left holds standard output open, and still nobody waits for it.
        ("at its end", "exit 3", 60.0, Ok(Ending::Exited(3))),
    ];
    for (name, then, seconds, expected) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let start = Instant::now();
        let outcome = run_in(folder.path(), &["sh", "-c", &family(then)], seconds, 1_000);
        assert_eq!(outcome.map(|output| output.ending), expected, "{name}");
        assert!(start.elapsed() < Duration::from_secs(30), "{name}");
        let child = fs::read_to_string(folder.path().join("child")).expect("a number");
        assert!(is_gone(&child), "{name}");
    }
}

#[test]
fn the_group_ends_when_nobody_waits_any_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = words(&["-c", &family("wait")]);
    block_on(async {
        let request = ProgramRequest {
            program: "sh",
            arguments: &arguments,
            variables: &[],
            path: Some(OsStr::new(PATH)),
            folder: folder.path(),
            deadline: Duration::from_secs(60),
            output_bytes_max: 10,
        };
        let ready = async {
            while !folder.path().join("ready").exists() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            outcome = run(&request) => panic!("it ended: {outcome:?}"),
            () = ready => {}
        }
    });
    for name in ["child", "ready"] {
        let number = fs::read_to_string(folder.path().join(name)).expect("a number");
        assert!(is_gone(&number), "{name}");
    }
}

#[test]
fn output_is_not_in_what_is_shown_of_it() {
    let output = shell("echo quite-a-secret; exit 3").expect("it starts");
    assert!(!format!("{output:?}").contains("quite-a-secret"));
    let error = output.of_success().expect_err("it failed");
    assert!(!format!("{error:?} {error}").contains("quite-a-secret"));
}
