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
        name: "approvals",
        page: || APPROVALS.to_owned(),
    },
    Topic {
        name: "calls",
        page: || CALLS.to_owned(),
    },
    Topic {
        name: "exit-codes",
        page: exit_codes,
    },
    Topic {
        name: "files",
        page: || FILES.to_owned(),
    },
    Topic {
        name: "ledger",
        page: || LEDGER.to_owned(),
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
        name: "queries",
        page: || QUERIES.to_owned(),
    },
    Topic {
        name: "results",
        page: || RESULTS.to_owned(),
    },
    Topic {
        name: "secrets",
        page: || SECRETS.to_owned(),
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

const APPROVALS: &str = "\
approvals

A program that runs as you and can open a terminal can answer as you. On one account approvals stop
mistakes, not malice. Against malice there is `approvals: {by: other_user}` in a policy of this
machine, with which another account has to answer, and the caller's own word counts for nothing.

A call is asked about when its tool asks (destructive ones do), when a capability of algen.yaml or
of this machine needs approval, or when the agent's approval_policy says so; `algen why TOOL` tells.
Only the last question takes the caller's own word: --yes, or --approve with the fingerprint that
--dry-run shows. Every other one needs a person: a key at the terminal, never standard input.

The question shows the whole plan. Keys count once it was readable for half a second; y is yes,
everything else no. An answer is bound to the fingerprint: agent, tool, contract, arguments, caller,
target and preview. Whatever differs is asked about again.

Where nobody can be asked, the question waits in the ledger and its name is printed (exit code 4).
`algen approvals approve NAME` at any terminal of this account answers it once, for exactly this
plan; `algen call --wait SECONDS` waits for that. It expires after approval_policy.expires_seconds.

`a` at the terminal allows more than one call: a grant for the same agent, tool, contract and target,
with arguments that are equal or fit the patterns given there, for 8 hours and 100 calls. There are
none for destructive effects and tools that ask themselves. `algen approvals grants` lists them.
";

const CALLS: &str = "\
calls

A call passes these steps in this order, and nothing is sent before the last but one:

  1. the tool is one of the agent's enabled_tools
  2. permissions, capability policies, the policy of this machine
  3. the arguments fit the tool's schema; every problem is told at once
  4. guardrails look at the arguments
  5. the target, against the hosts of egress
  6. the idempotency key: what was done under it is replayed, what is unknown is not repeated
  7. the tool prepares by looking, and shows what it will do
  8. approval; see algen explain approvals
  9. the ledger records the intent; see algen explain ledger
 10. the tool runs, within its timeout and the agent's budget
 11. the ledger records the outcome
 12. the result is bounded and guarded

`algen call --fake` takes the same steps with a stand-in behind them, which answers with something
made up: no file, host, program or secret is touched, so the project need not be trusted, and
ledger, approvals and grants are gone with the call. Everything it says is marked.

`algen why TOOL [ARGUMENT…]` shows what every rule says, with its file and line. `algen call
--dry-run` goes as far as step 7. A call that leaves the project folder needs the project trusted;
see algen explain trust.
";

const FILES: &str = "\
files

  agent.yaml        agents, their plugins, tools, permissions and policies. The Python runtime
                    reads the same file. Without a name algen takes agent.yaml, then
                    config/agent.yaml; several files are merged from left to right.
  algen.yaml        this deployment: plugins without code, the caller's identity, the capability
                    policy, the ledger. Optional, beside the first agent file.
  NAME.overlay.yaml one MCP server and the reviewed tools on it; algen.yaml names it.

`algen new NAME` makes a folder with the first two; with `--template sql` a small SQLite database and
declared queries over it, too. `algen add CONNECTOR` writes a connector's plugin, default tools,
their permissions and the trusted prefix into agent.yaml and leaves every other byte as it is; it
shows the difference first, and refuses where a list is shared or the file would not load. Programs,
hosts and secrets it only tells of: they are yours to allow.

What algen remembers for you (trust, and the ledger with approvals and grants) is in the state
directory: algen in $XDG_STATE_HOME, else in ~/.local/state. It is made for you alone, and refused
where it belongs to another account or others may write to it.

Files are YAML 1.1 in UTF-8, at most 8 MiB, 400,000 values and 128 levels deep. Only regular files
beneath the project folder are read: that of the first agent file, or the one above it where that
folder is called config. A file outside is named in findings and never quoted.
";

const LEDGER: &str = "\
ledger

Calls that change something are recorded before they are done, reads with their outcome, pure
computations never. The ledger is a SQLite file, ledger.sqlite3 in the state directory, or where
ledger.url of algen.yaml says. It holds names and digests of arguments, never their values; results
of writes up to 64 KiB as ledger.store says: redacted, digest or full.

  reserved       somebody is about to do it
  not_attempted  nothing was sent; the same key may run again
  sending        the first byte that can have an effect may have left
  done           it happened; the same key gets the recorded result
  rejected       the service has definitely refused it; the same key may run again
  unknown        no answer came; nothing is repeated before a person has looked
  not_done       a person found that it did not happen

An entry whose process is dead, or past its time, counts as not_attempted before the mark of sending
and as unknown after it. `algen log resolve ID --as done|not-done` settles an unknown one.

Events are chained by their digests. `algen log verify` finds damage. Somebody who may write the
file can write a whole new chain: only a head that was kept elsewhere (`algen log head`) shows that.
";

const NETWORK: &str = "\
network

check, describe, why, explain, trust, schema, completions and man open no socket, start no program
and read no secret. They read regular files beneath the project folder and the names and values of
variables that start with ALGEN_AGENT_RUNTIME__, which overlay agent.yaml; why reads the policies of
this machine, too.

call reaches what the tool's settings name, after the call was approved; algen describe lists the
hosts. The commands of secrets in algen.yaml run when a credential is needed.

log and approvals read the same, and the ledger. Where algen.yaml names its address by a reference,
that one is resolved once the project is trusted.
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

const QUERIES: &str = "\
queries

A toolkit of a database in algen.yaml has `queries`: each is a tool of that name, with a statement
that you wrote and typed arguments and rows. Nobody who calls it can send other SQL.

  reports:
    connector: sqlite
    path: shop.db
    queries:
      orders_of:
        description: List the orders of one customer from a day on.
        sql: SELECT id, placed FROM orders WHERE customer_id = ? AND placed >= COALESCE(?, '')
        params: {customer: integer, since: date?}
        row: {id: integer, placed: date}

  description       what it does and when to use it, for models and people
  sql               one statement. SQLite has ? for values, which are filled in the order of params,
                    then of context_params, then with the key of the call
  params            the arguments. A `?` behind the type: it may be absent, and is then null
  row               the columns in the order of the statement, which a read needs. A `?` behind the
                    type: the column may be null
  preset            read (where nothing is said), write, external or destructive, as `algen explain
                    presets` tells; or {preset: write, approval: true, timeout_seconds: 10}
  identifiers       {sort: [name, city]}: `{sort}` in the statement becomes one of these names,
                    which the caller picks: names of columns or tables, no other words of SQL
  context_params    [tenant_id]: parts of the caller's identity, which nobody passes as arguments
  idempotency_key   true binds the key of the call last, so that a write can refuse a second effect
  mask              columns whose values nobody sees, as [email]
  max_rows          most rows; a query with more fails, nothing is cut off
  max_result_bytes  most bytes of the rows as JSON, 1048576 where nothing is said

Types are integer, number, decimal (a text of digits), text, boolean, date (2026-02-28), timestamp
(with time and offset; without one it is UTC), uuid, json, or a JSON Schema as {type: string, enum:
[open, paid]}; {type: integer, minimum: 1, default: 10} has a default. A value that does not fit its
type fails the call, and so does a null without `?`.

Arguments that a caller may leave out: `WHERE placed >= COALESCE(?, '')` with `since: date?`.

A read cannot write: the statement is checked where it is declared, the file is opened for reading
only unless the toolkit says `read_only: false`, and the database refuses what the preset does not
allow. A declared write is one transaction, committed after its rows were read and checked.
";

const RESULTS: &str = "\
results

`algen call` writes the result to standard output: compact JSON on a pipe, JSON in lines on a
terminal. --json writes the whole outcome instead, --format another form of the result:

  json   The result as it is.
  jsonl  Each row as a line of JSON.
  csv    The rows under their titles, as RFC 4180 says: CRLF, quotes where they are needed. Null and
         what a row does not have is an empty field, an empty text is \"\", lists and objects are
         JSON. A row with one column that would be an empty line is \"\", too.
  table  The rows in columns. On a terminal cells wrap, and where there are too many columns each
         row is lines of `column: value`; nothing is cut.
  text   A text without quotes, a list of plain values line by line, else `key: value`.

The rows of a result are the items of a list; of an object, those of the list `rows`, else those of
the only list of objects in it. A result without such a list is one row. The columns are the keys of
all rows in the order in which they first appear; rows that are lists take their titles from
`columns`. csv and table take at most 1,000,000 cells.

--select takes a part of the result first: `[0].id` of a list of rows, `items[2].name`, or the JSON
Pointer `/0/id`. Where the result has no such place, the call is done all the same (exit code 7): of
a write the ledger keeps the result, and the message tells the key that gives it again.

--all-pages calls a read again for each further page, at most --page-limit times (100): each page is
a governed call of its own, the result is the list of the rows of all pages. Where a page does not
come, nothing is written; where there are more pages, the rows so far are, and the exit code is 7.

Rows of a declared query are bounded by its max_rows and max_result_bytes; past them the call fails
and returns no row. Those of more than a mebibyte are put aside in a file without a name in TMPDIR
until limits and guardrails have passed, and then copied out as jsonl, csv or, on a pipe, json,
without ever being in memory together; --select, --json and the forms for people read them all.

Numbers keep their digits in every form. Data for a pipe is not changed: a cell that a spreadsheet
takes for a formula stays as it is, so import csv from foreign sources as text. On a terminal,
characters that it would obey are written out.
";

const SECRETS: &str = "\
secrets

A configuration names secrets, it never holds them:

  env://NAME    a variable of the environment
  file://PATH   a file, relative to the project folder; one line break at its end is dropped
  exec://NAME   the output of a command that algen.yaml declares under secrets; for credentials only

They are resolved when a client opens, in a trusted project alone, and only where the policy of this
machine allows the name (env: and files:). Unset and empty are absent. No value is logged, shown,
kept in the ledger or part of an error.
";

const TRUST: &str = "\
trust

A project's files decide which programs are started, which secrets are resolved, which hosts are
reached and which files outside the project folder are opened. None of that happens before you have
trusted them with algen trust, as they are now: agent files, deployment, overlays, locks and
inventories. When one of them changes, is added or goes away, the project is no longer trusted, and
algen trust shows which. Without a terminal nobody is asked; algen trust --yes is the answer of
whoever runs it. What algen new makes is trusted at once.

A call needs no trust where it stays in the project folder: its toolkit has no reference in it (env,
file, exec), reaches no host, starts no program and opens only files beneath the folder, as sqlite
does with `path: shop.db`. A path that is absolute, begins with `~` or holds `..` needs trust, and so
does a link that leads out, a reference under context and ledger.url.

The ledger and what else is in the state directory no tool opens, whether the project is trusted or
not.

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
