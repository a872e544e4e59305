//! Files that are meant to break a reader: one honest finding each, in bounded time and memory.

use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::Project;

const MEBIBYTE: usize = 1024 * 1024;

struct Case {
    name: &'static str,
    content: Vec<u8>,
    rule: &'static str,
    place: (u64, u64),
}

fn case(
    name: &'static str,
    content: impl Into<Vec<u8>>,
    rule: &'static str,
    place: (u64, u64),
) -> Case {
    Case {
        name,
        content: content.into(),
        rule,
        place,
    }
}

fn alias_bomb(levels: usize) -> String {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..levels {
        let below = format!("*a{}", level - 1);
        let members = [below.as_str(); 9].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{members}]\n"));
    }
    text
}

fn duplicates(count: usize) -> String {
    "same: 1\n".repeat(count)
}

fn cases() -> Vec<Case> {
    let utf16: Vec<u8> = "agents: []\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let utf16 = [vec![0xff, 0xfe], utf16].concat();
    vec![
        case("alias bomb", alias_bomb(12), "yaml-limit", (6, 0)),
        case("loop", "extensions: &a [*a]\n", "yaml-syntax", (1, 17)),
        case("brackets", "[".repeat(100_000), "yaml-limit", (1, 129)),
        case("braces", "{a: ".repeat(100_000), "yaml-limit", (1, 0)),
        case(
            "block nesting",
            (0..200)
                .map(|depth| format!("{}a:\n", " ".repeat(depth)))
                .collect::<String>(),
            "yaml-limit",
            (0, 0),
        ),
        case(
            "duplicate key",
            "agents: []\nagents: []\n",
            "duplicate-key",
            (2, 1),
        ),
        case(
            "many duplicate keys",
            duplicates(100_000),
            "duplicate-key",
            (2, 1),
        ),
        case(
            "two documents",
            "agents: []\n---\nagents: []\n",
            "multiple-documents",
            (2, 1),
        ),
        case("nul", "agents: []\n# \0\n", "wrong-encoding", (2, 3)),
        case("utf-16", utf16, "wrong-encoding", (1, 1)),
        case(
            "latin-1",
            b"agents: []\n# caf\xe9\n".to_vec(),
            "wrong-encoding",
            (2, 6),
        ),
        case(
            "python tag",
            "agents: !!python/object/apply:os.system [id]\n",
            "unknown-tag",
            (1, 9),
        ),
        case("tab", "agents:\n\t- a\n", "yaml-syntax", (2, 1)),
        case(
            "undefined alias",
            "agents: *nobody\n",
            "yaml-syntax",
            (1, 9),
        ),
        case(
            "many scalars",
            format!("a: [{}]\n", "a,".repeat(4 * MEBIBYTE - 8)),
            "yaml-limit",
            (1, 0),
        ),
        case(
            "wide mapping",
            (0..250_000)
                .map(|number| format!("k{number}: 1\n"))
                .collect::<String>(),
            "yaml-limit",
            (0, 0),
        ),
        case(
            "escapes under aliases",
            format!(
                "a: &a \"\\x41{}\"\nb: [{}]\n",
                "x".repeat(MEBIBYTE),
                "*a,".repeat(120_000)
            ),
            "yaml-limit",
            (2, 0),
        ),
        case(
            "nine mebibytes",
            vec![b'#'; 9 * MEBIBYTE],
            "unreadable-file",
            (0, 0),
        ),
    ]
}

#[test]
fn one_finding_with_a_place() {
    for case in cases() {
        let project = Project::with(&[]);
        project.write("agent.yaml", &case.content);
        let shown = project.run(&["check", "--json"]);
        let expected = if case.rule == "unreadable-file" { 2 } else { 1 };
        assert_eq!(
            shown.code,
            Some(expected),
            "{}: {}",
            case.name,
            shown.stderr
        );
        let report: Value = serde_json::from_str(&shown.stdout).expect("JSON");
        let issues = report["issues"].as_array().expect("a list");
        let errors: Vec<&Value> = issues
            .iter()
            .filter(|issue| issue["severity"] == "error")
            .collect();
        assert!(!errors.is_empty(), "{}", case.name);
        // A hundred equal mistakes are told as such, not a hundred thousand times.
        assert!(
            errors.len() <= 101,
            "{}: {} errors",
            case.name,
            errors.len()
        );
        let first = errors[0];
        assert_eq!(first["rule"], case.rule, "{}: {first}", case.name);
        assert_eq!(first["file"], "agent.yaml", "{}: {first}", case.name);
        if case.place.0 > 0 {
            assert_eq!(first["line"], case.place.0, "{}: {first}", case.name);
        }
        if case.place.1 > 0 {
            assert_eq!(first["column"], case.place.1, "{}: {first}", case.name);
        }
    }
}

#[test]
fn what_is_not_a_regular_file_of_the_project_is_named_and_not_read() {
    let outside = Project::with(&[("secret.yaml", "password: quite-a-secret\n")]);
    let project = Project::with(&[]);
    std::fs::create_dir(project.path().join("folder.yaml")).unwrap();
    symlink(
        outside.path().join("secret.yaml"),
        project.path().join("link.yaml"),
    )
    .unwrap();
    symlink("/dev/zero", project.path().join("zero.yaml")).unwrap();
    let fifo = project.path().join("fifo.yaml");
    assert!(
        Command::new("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap()
            .success()
    );
    for file in [
        "folder.yaml",
        "link.yaml",
        "zero.yaml",
        "fifo.yaml",
        "missing.yaml",
        ".",
        "..",
    ] {
        let shown = project.run(&["check", file]);
        assert_eq!(shown.code, Some(2), "{file}: {shown:?}");
        assert!(shown.stdout.contains(file), "{file}: {shown:?}");
        assert!(
            shown.stdout.contains("unreadable-file"),
            "{file}: {shown:?}"
        );
        let is_folder = matches!(file, "folder.yaml" | "." | "..");
        assert_eq!(
            shown.stdout.contains("it is a folder"),
            is_folder,
            "{file}: {shown:?}"
        );
        let all = format!("{}{}", shown.stdout, shown.stderr);
        assert!(!all.contains("quite-a-secret"), "{file}: {shown:?}");
    }
}

/// Processor time and peak memory of a run, from the kernel's own account of the process.
///
/// The limits are those of an optimized program on an idle machine: 20 ms and 50 ms for each MiB.
/// Texts of nothing but values of a few bytes take the parser up to half as long again; so may a
/// busy machine. An unoptimized program keeps the larger factor, so that what grows too fast is
/// seen there, too.
#[test]
fn time_and_memory_stay_bounded() {
    let factor = if cfg!(debug_assertions) { 40.0 } else { 1.5 };
    for case in cases() {
        let project = Project::with(&[]);
        project.write("agent.yaml", &case.content);
        let mut child = project
            .command(&["check", "--json"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (status, seconds, kibibytes) = account(&mut child);
        assert!(status.signal().is_none(), "{}: {status}", case.name);
        let mebibytes = case.content.len() as f64 / MEBIBYTE as f64;
        let limit = (0.020 + 0.050 * mebibytes) * factor;
        assert!(
            seconds <= limit,
            "{}: {seconds:.3} s of at most {limit:.3} s",
            case.name
        );
        assert!(kibibytes <= 48 * 1024, "{}: {kibibytes} KiB", case.name);
    }
}

/// Waits for a child and returns what the kernel counted for it.
fn account(child: &mut std::process::Child) -> (std::process::ExitStatus, f64, u64) {
    let path = format!("/proc/{}", child.id());
    let mut peak = 0;
    let mut ticks = 0;
    loop {
        if let Ok(status) = std::fs::read_to_string(format!("{path}/status")) {
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let value = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
            peak = peak.max(value.unwrap_or(0));
        }
        if let Ok(stat) = std::fs::read_to_string(format!("{path}/stat")) {
            let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or("").split(' ').collect();
            let field = |index: usize| {
                fields
                    .get(index)
                    .and_then(|text| text.parse::<u64>().ok())
                    .unwrap_or(0)
            };
            ticks = ticks.max(field(11) + field(12));
        }
        if let Some(status) = child.try_wait().unwrap() {
            // The kernel counts in hundredths of a second on Linux.
            return (status, ticks as f64 / 100.0, peak);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}
