//! Pages that belong to no single rule or tool.

use std::fmt::Write as _;

use crate::exit::Exit;

/// A page and its name.
struct Topic {
    name: &'static str,
    page: fn() -> String,
}

const TOPICS: &[Topic] = &[
    Topic {
        name: "exit-codes",
        page: exit_codes,
    },
    Topic {
        name: "files",
        page: || FILES.to_owned(),
    },
    Topic {
        name: "network",
        page: || NETWORK.to_owned(),
    },
    Topic {
        name: "presets",
        page: || PRESETS.to_owned(),
    },
    Topic {
        name: "trust",
        page: || TRUST.to_owned(),
    },
    Topic {
        name: "variables",
        page: || VARIABLES.to_owned(),
    },
];

/// Returns the names of every topic.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().map(|topic| topic.name)
}

/// Returns the page of a topic.
pub(super) fn page(name: &str) -> Option<String> {
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name == name) {
        return Some((topic.page)());
    }
    let exit = Exit::ALL
        .into_iter()
        .find(|exit| exit.number().to_string() == name)?;
    Some(format!("exit code {name}\n\n{}", exit_code(exit)))
}

fn exit_codes() -> String {
    let mut page = String::from("exit codes\n\n");
    for exit in Exit::ALL {
        // Writing to a String cannot fail.
        let _ = write!(page, "  {:>3}  {}", exit.number(), exit_code(exit));
    }
    page
}

fn exit_code(exit: Exit) -> String {
    let (meaning, repeat) = (exit.meaning(), exit.repeat().words());
    format!("{meaning}\n       May be repeated: {repeat}.\n")
}

const FILES: &str = "\
files

  agent.yaml        agents, their plugins, tools, permissions and policies. The Python runtime
                    reads the same file. Without a name algen takes agent.yaml, then
                    config/agent.yaml; several files are merged from left to right.
  algen.yaml        this deployment: plugins without code, the caller's identity, the capability
                    policy, the ledger. Optional, beside the first agent file.
  NAME.overlay.yaml one MCP server and the reviewed tools on it; algen.yaml names it.

What algen remembers for you (trust) is in the state directory: algen in $XDG_STATE_HOME, else in
~/.local/state. It is made for you alone, and refused where it belongs to another account or others
may write to it.

Files are YAML 1.1 in UTF-8, at most 8 MiB, 400,000 values and 128 levels deep. Only regular files
beneath the project folder are read: that of the first agent file, or the one above it where that
folder is called config. A file outside is named in findings and never quoted.
";

const NETWORK: &str = "\
network

check, describe, explain, trust, schema, completions and man open no socket, start no program and
read no secret. They read regular files beneath the project folder and the names and values of variables
that start with ALGEN_AGENT_RUNTIME__, which overlay agent.yaml.
";

const PRESETS: &str = "\
presets

A tool's governance comes from a preset; a connector never sets it by hand. `algen explain NAME`
has a page for each.

  read         reads; three attempts for transient errors
  once         reads in one attempt
  pure         computes from its arguments alone; needs no permission
  write        changes the deployment's own data
  external     changes something that others see
  destructive  cannot be taken back; the tool itself asks before every call
";

const TRUST: &str = "\
trust

A project's files decide which programs are started, which secrets are resolved and which hosts are
reached. None of that happens before you have trusted them with algen trust, as they are now: agent
files, deployment, overlays, locks and inventories. When one of them changes, is added or goes away,
the project is no longer trusted, and algen trust shows which. Without a terminal nobody is asked;
algen trust --yes is the answer of whoever runs it.

In CI, algen trust --show --trusted-from DIR compares with the project's folder in a checkout of the
base branch: what is the same there is trusted, everything else is reported as needs-review. A file
outside the project's folder is never trusted this way.

Python modules are not part of it: algen looks only for a name in their text.
";

const VARIABLES: &str = "\
variables

  ALGEN_AGENT_RUNTIME__SECTION__KEY  sets a key of agent.yaml: names in small letters, `__` between
                                     keys, the value as JSON or text. Mappings merge, everything
                                     else is replaced.
  ALGEN_TOOLS_CONNECTOR_SETTING      a setting of a built-in plugin, read when its client opens.
                                     check and describe never read it.
  XDG_STATE_HOME, HOME               where the state directory is; see algen explain files.
  NO_COLOR, CLICOLOR_FORCE           colour on terminals; --color decides first.
";
