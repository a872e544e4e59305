//! The program with the connectors of the tests: this test binary, started again.
//!
//! A connector is code, so the built program cannot have one that only tests need, and a second
//! binary would ship it. Here the integration tests start themselves as the program instead: with
//! the test [`runs`] alone, whose arguments stand behind `--`. What the frame of the tests prints
//! to standard output must not be among what the program prints, so a shell puts the real output
//! aside as descriptor 3 and gives the frame `/dev/null`. [`runs`] puts it back right before the
//! program runs, and leaves right after it with the program's own exit code. Standard input, error
//! output, signals, process number and terminal are those of any program.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::process::ExitCode;

use super::connector;

/// Puts standard output aside and becomes the program that the words name.
const ASIDE: &str = "exec \"$0\" \"$@\" 3>&1 >/dev/null";

/// Standard output as [`ASIDE`] left it.
const OUTPUT: &str = "/dev/fd/3";

/// Returns the words that start the program; its own arguments come after them.
pub(super) fn words() -> Vec<OsString> {
    let program = std::env::current_exe().expect("a test binary has a path");
    let shell = ["/bin/sh", "-c", ASIDE].map(OsString::from);
    let frame = [
        "--exact",
        "--ignored",
        "--nocapture",
        "--quiet",
        "--test-threads=1",
        "support::program::runs",
        "--",
    ];
    shell
        .into_iter()
        .chain([program.into_os_string()])
        .chain(frame.map(OsString::from))
        .collect()
}

#[test]
#[ignore = "other tests start it as the program"]
#[expect(clippy::exit, reason = "the frame of the tests has codes of its own")]
fn runs() {
    let mut arguments = std::env::args_os();
    if !arguments.any(|word| word == "--") {
        return;
    }
    let output = OpenOptions::new().write(true).open(OUTPUT);
    let output = output.expect("standard output was put aside");
    rustix::stdio::dup2_stdout(&output).expect("standard output can be put back");
    let name = OsString::from("algen");
    let code = algen::run_with(std::iter::once(name).chain(arguments), connector::ALL);
    let number = (0..=u8::MAX).find(|number| ExitCode::from(*number) == code);
    std::process::exit(number.map_or(101, i32::from));
}
