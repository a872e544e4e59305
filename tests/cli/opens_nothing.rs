//! `check`, `describe`, `why`, `explain`, `trust --show` and completion touch regular files beneath the project
//! and nothing else, as the kernel sees it.

use std::process::Command;

use crate::support::{Project, agent_file};

/// A project with everything that a careless program would start, reach or read.
fn tempting_project() -> Project {
    let agent = agent_file("").replace(
        "domain_plugins: [algen_agent_tools.sample]",
        "domain_plugins: [algen_agent_tools.sample, algen_agent_tools.postgres, acme.mcp, \
         'acme.plugin:AcmePlugin']",
    );
    let agent = agent.replace("[algen_agent_tools]", "[algen_agent_tools, acme]")
        + "mcp_servers:\n  - {name: far, transport: streamable_http, url: 'https://192.0.2.1/mcp', \
           auth_token_ref: env://FAR_TOKEN}\n  - {name: near, transport: stdio, command: ./start-me}\n";
    let project = Project::with(&[
        ("agent.yaml", &agent),
        (
            "algen.yaml",
            "algen: 1\ncontext: {tenant_id: env://TENANT_ID}\nplugins:\n  acme.mcp:\n    \
             version: 1.0.0\n    publisher: acme\n    toolkits:\n      local: {overlay: local.overlay.yaml}\n      \
             remote: {overlay: remote.overlay.yaml}\nsecrets: {mail: {command: [./start-me]}}\n\
             ledger: {url: env://LEDGER_URL}\n",
        ),
        (
            "local.overlay.yaml",
            "name: local\nserver: {name: local, transport: stdio, command: ./does-not-exist, env: {TOKEN: env://LOCAL_TOKEN}}\n\
             tools:\n  look: {effect: read, input_schema: {type: object, properties: {}, additionalProperties: false}}\n",
        ),
        (
            "remote.overlay.yaml",
            "name: remote\nserver: {name: remote, transport: streamable_http, url: 'https://192.0.2.2/mcp'}\n\
             tools:\n  look: {effect: read, input_schema: {type: object, properties: {}, additionalProperties: false}}\n",
        ),
        (
            "acme/plugin.py",
            "open('imported', 'w')\nclass AcmePlugin:\n    pass\n",
        ),
        ("start-me", "#!/bin/sh\ntouch started\n"),
    ]);
    project
        .variable(
            "ALGEN_TOOLS_POSTGRES_DSN",
            "postgres://user:quite-a-secret@192.0.2.3/db",
        )
        .variable("FAR_TOKEN", "quite-a-secret")
}

#[test]
fn the_kernel_sees_only_files_of_the_project() {
    let project = tempting_project();
    let trace = project.path().join("trace");
    let commands: [(&[&str], i32); 8] = [
        (&["describe", "--json"], 0),
        (&["describe", "remote.look"], 0),
        (&["check", "--json"], 0),
        (&["explain", "unknown-tool"], 0),
        (&["explain", "remote.look"], 0),
        (&["why", "sample.echo", "text=hi"], 0),
        (&["trust", "--show"], 1),
        (&["--", "algen", "call", ""], 0),
    ];
    for (arguments, code) in commands {
        let mut program = project.command(arguments);
        if arguments.first() == Some(&"--") {
            program.env("_ALGEN_COMPLETE", "fish");
        }
        let mut traced = Command::new("strace");
        traced
            .args([
                "-f",
                "-qq",
                "-y",
                "-s",
                "4096",
                "-e",
                "trace=%network,%process,%file",
                "-o",
            ])
            .arg(&trace)
            .arg(program.get_program())
            .args(program.get_args())
            .current_dir(project.path())
            .env_clear()
            .envs(
                program
                    .get_envs()
                    .filter_map(|(name, value)| Some((name, value?))),
            );
        let output = traced.output().expect("strace runs; .ci/run installs it");
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {output:?}"
        );
        let all = [output.stdout, output.stderr].concat();
        let all = String::from_utf8_lossy(&all);
        assert!(!all.contains("quite-a-secret"), "{arguments:?}");

        let calls = std::fs::read_to_string(&trace).unwrap();
        assert!(calls.contains("execve("), "strace saw the program start");
        let mut starts = 0;
        for call in calls.lines() {
            // A line is `PID name(arguments) = result`.
            let call = call
                .split_once(' ')
                .map_or(call, |(_, rest)| rest.trim_start());
            let name = call.split('(').next().unwrap_or_default();
            match name {
                "execve" => starts += 1,
                "socket" | "connect" | "bind" | "sendto" | "recvfrom" | "fork" | "vfork"
                | "execveat" => {
                    panic!("{arguments:?}: {call}");
                }
                "clone" | "clone3" => {
                    assert!(call.contains("CLONE_THREAD"), "{arguments:?}: {call}");
                }
                "open" | "openat" | "openat2" if !call.contains("= -1") => {
                    let opened = call.rsplit_once('<').map_or("", |(_, path)| path);
                    let opened = opened.trim_end_matches('>');
                    let system = [
                        "/lib",
                        "/usr/lib",
                        "/etc/ld.so",
                        "/proc/self",
                        "/sys/fs/cgroup",
                        "/dev/null",
                        "/dev/tty",
                    ];
                    let project = project.path().canonicalize().unwrap();
                    let allowed = opened.starts_with(project.to_str().unwrap())
                        || opened.starts_with("/proc/")
                        || system.iter().any(|prefix| opened.starts_with(prefix));
                    assert!(allowed, "{arguments:?}: {call}");
                    let written = ["O_WRONLY", "O_RDWR", "O_CREAT"];
                    assert!(
                        !written.iter().any(|flag| call.contains(flag)),
                        "{arguments:?}: {call}"
                    );
                }
                _ => {}
            }
        }
        assert_eq!(starts, 1, "{arguments:?}: {calls}");
    }
    for trace in ["imported", "started"] {
        assert!(!project.path().join(trace).exists(), "{trace}");
    }
}
