//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    algen::run(std::env::args_os())
}
