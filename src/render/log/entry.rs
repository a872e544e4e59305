//! One call of the ledger, and what happened to it.

use std::fmt::Write as _;

use algen_core::governance::identity::{CallIdentity, IDENTITY_PARTS, Person};
use algen_core::governance::ledger::{ApprovedBy, Entry, Owner, StoredResult};
use algen_core::governance::outcome::State;
use algen_core::model::SideEffect;
use algen_engine::ledger::{Event, History};
use serde::Serialize;
use serde_json::Value;

use crate::render::json_text;
use crate::render::report::counted;
use crate::render::time::utc;
use crate::render::visible::visible;

/// What events say of their row for verification alone.
const OF_THE_ROW: [&str; 2] = ["version", "row"];

/// A call as JSON.
#[derive(Serialize)]
pub(super) struct EntryDocument<'a> {
    call_id: &'a str,
    namespace: &'a str,
    tenant: &'a str,
    tool: &'a str,
    agent: &'a str,
    identity: &'a CallIdentity,
    side_effect: SideEffect,
    state: State,
    key: &'a str,
    key_given: bool,
    fingerprint: &'a str,
    request_digest: &'a str,
    contract_digest: &'a str,
    arguments_digest: &'a str,
    argument_names: &'a [String],
    approved_by: &'a ApprovedBy,
    owner: &'a Owner,
    attempts: u32,
    error: Option<ErrorDocument<'a>>,
    result: Option<ResultDocument<'a>>,
    resolution: Option<ResolutionDocument<'a>>,
    reserved_at: String,
    sending_at: Option<String>,
    settled_at: Option<String>,
}

#[derive(Serialize)]
struct ErrorDocument<'a> {
    kind: &'a str,
    field: Option<&'a str>,
}

#[derive(Serialize)]
struct ResultDocument<'a> {
    digest: &'a str,
    bytes: u64,
    kept: bool,
    withheld: Option<&'a str>,
    redacted: bool,
}

#[derive(Serialize)]
struct ResolutionDocument<'a> {
    person: &'a Person,
    reason: &'a str,
}

impl<'a> EntryDocument<'a> {
    pub(super) fn of(entry: &'a Entry) -> Self {
        Self {
            call_id: &entry.call.0,
            namespace: &entry.scope.namespace,
            tenant: &entry.scope.tenant,
            tool: &entry.tool,
            agent: &entry.agent,
            identity: &entry.identity,
            side_effect: entry.side_effect,
            state: entry.state,
            key: &entry.key.text,
            key_given: entry.key.given,
            fingerprint: &entry.digests.fingerprint,
            request_digest: &entry.digests.request,
            contract_digest: &entry.digests.contract,
            arguments_digest: &entry.digests.arguments,
            argument_names: &entry.argument_names,
            approved_by: &entry.approved_by,
            owner: &entry.owner,
            attempts: entry.attempts,
            error: entry.failure.as_ref().map(|failure| ErrorDocument {
                kind: &failure.kind,
                field: failure.field.as_deref(),
            }),
            result: entry.result.as_ref().map(|result| ResultDocument {
                digest: &result.digest,
                bytes: result.bytes,
                kept: result.text.is_some(),
                withheld: result.withheld.as_deref(),
                redacted: result.redacted,
            }),
            resolution: entry
                .resolution
                .as_ref()
                .map(|resolution| ResolutionDocument {
                    person: &resolution.person,
                    reason: &resolution.reason,
                }),
            reserved_at: utc(entry.reserved_at),
            sending_at: entry.sending_at.map(utc),
            settled_at: entry.settled_at.map(utc),
        }
    }
}

/// Shows a call and its events as JSON, `algen.entry/1`.
pub fn history_json(history: &History) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        entry: EntryDocument<'a>,
        events: Vec<EventDocument<'a>>,
    }
    #[derive(Serialize)]
    struct EventDocument<'a> {
        at: String,
        kind: &'a str,
        namespace: &'a str,
        writer: &'a str,
        sequence: u64,
        body: &'a Value,
    }
    let events = history.events.iter().map(|event| EventDocument {
        at: utc(event.at),
        kind: &event.kind,
        namespace: &event.namespace,
        writer: &event.writer,
        sequence: event.sequence,
        body: &event.body,
    });
    json_text::pretty(&Document {
        schema: "algen.entry/1",
        entry: EntryDocument::of(&history.entry),
        events: events.collect(),
    })
}

/// Shows a call and its events in lines: what it is, then what happened to it.
pub fn history(history: &History) -> String {
    let mut sheet = Sheet::default();
    sheet.entry(&history.entry);
    let mut text = sheet.0;
    text.push_str("events\n");
    for event in &history.events {
        let details = details(event);
        let line = format!("  {}  {:<11}{details}", utc(event.at), visible(&event.kind));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns what an event says besides its kind, as compact JSON after a blank.
fn details(event: &Event) -> String {
    let Value::Object(mut body) = event.body.clone() else {
        return String::new();
    };
    body.retain(|name, _| !OF_THE_ROW.contains(&name.as_str()));
    match body.is_empty() {
        true => String::new(),
        false => format!(" {}", visible(&Value::Object(body).to_string())),
    }
}

/// Lines with a label each.
#[derive(Default)]
struct Sheet(String);

impl Sheet {
    fn line(&mut self, label: &str, value: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.0, "{label:<12}{}", visible(value));
    }

    fn optional(&mut self, label: &str, value: Option<&str>) {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            self.line(label, value);
        }
    }

    fn entry(&mut self, entry: &Entry) {
        self.line("call", &entry.call.0);
        self.line("tool", &entry.tool);
        self.line("agent", &entry.agent);
        self.line("namespace", &entry.scope.namespace);
        self.optional("tenant", Some(&entry.scope.tenant));
        for part in IDENTITY_PARTS
            .into_iter()
            .filter(|part| *part != "tenant_id")
        {
            self.optional(part, entry.identity.part(part));
        }
        self.line("state", &state(entry));
        self.line("effect", entry.side_effect.word());
        let made = if entry.key.given {
            ""
        } else {
            " (made for this call)"
        };
        self.line("key", &format!("{}{made}", entry.key.text));
        self.line("attempts", &entry.attempts.to_string());
        self.line("approved by", &approved_by(&entry.approved_by));
        let names = match entry.argument_names.as_slice() {
            [] => "none".to_owned(),
            names => names.join(", "),
        };
        self.line("arguments", &names);
        if let Some(result) = &entry.result {
            self.line("result", &stored(result));
        }
        if let Some(resolution) = &entry.resolution {
            self.line("resolved by", &resolution.person.to_string());
            self.line("reason", &resolution.reason);
        }
        self.line("reserved", &utc(entry.reserved_at));
        self.optional("sending", entry.sending_at.map(utc).as_deref());
        self.optional("settled", entry.settled_at.map(utc).as_deref());
        self.line(
            "process",
            &format!("{} on {}", entry.owner.process, entry.owner.host),
        );
        self.line("fingerprint", &entry.digests.fingerprint);
        self.line("request", &entry.digests.request);
        self.line("contract", &entry.digests.contract);
    }
}

fn state(entry: &Entry) -> String {
    let Some(failure) = &entry.failure else {
        return entry.state.word().to_owned();
    };
    let field = failure.field.as_ref();
    let field = field.map_or_else(String::new, |field| format!(", {field}"));
    format!("{} ({}{field})", entry.state.word(), failure.kind)
}

fn approved_by(approved_by: &ApprovedBy) -> String {
    match approved_by {
        ApprovedBy::Nobody => "nobody was asked".to_owned(),
        ApprovedBy::Caller => "the caller, on the command line".to_owned(),
        ApprovedBy::Person { person } => person.to_string(),
        ApprovedBy::Approval { id } => format!("the approval {id}"),
        ApprovedBy::Grant { id } => format!("the grant {id}"),
    }
}

fn stored(result: &StoredResult) -> String {
    let bytes = usize::try_from(result.bytes).unwrap_or(usize::MAX);
    let mut text = format!("{}, SHA-256 {}", counted(bytes, "byte"), result.digest);
    if let Some(kind) = &result.withheld {
        // Writing to a String cannot fail.
        let _ = write!(text, ", withheld ({kind})");
    }
    if result.redacted {
        text.push_str(", redacted");
    }
    text.push_str(match result.text {
        Some(_) => ", kept",
        None => ", not kept",
    });
    text
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use algen_core::governance::approval::ApprovalId;
    use algen_core::governance::grant::GrantId;
    use algen_core::governance::identity::{CallId, Key, Scope};
    use algen_core::governance::ledger::{CallDigests, Resolution};
    use algen_core::governance::outcome::Failure;
    use serde_json::json;

    use super::*;

    fn person() -> Person {
        Person {
            user: "ada".to_owned(),
            terminal: "none".to_owned(),
            host: "desk".to_owned(),
        }
    }

    /// A call that was resolved, with everything that an entry can have.
    fn whole() -> History {
        let entry = Entry {
            call: CallId("01k9".to_owned()),
            scope: Scope {
                namespace: "billing".to_owned(),
                tenant: "acme".to_owned(),
            },
            key: Key {
                text: "invoice\u{1b}7".to_owned(),
                given: true,
            },
            tool: "smtp.send_email".to_owned(),
            agent: "assistant".to_owned(),
            identity: CallIdentity {
                tenant_id: Some("acme".to_owned()),
                user_id: Some("bob".to_owned()),
                ..CallIdentity::default()
            },
            side_effect: SideEffect::External,
            digests: CallDigests {
                contract: "c".repeat(4),
                arguments: "a".repeat(4),
                request: "r".repeat(4),
                fingerprint: "f".repeat(4),
            },
            argument_names: vec!["body".to_owned(), "to".to_owned()],
            approved_by: ApprovedBy::Approval {
                id: ApprovalId("k3".to_owned()),
            },
            state: State::Done,
            owner: Owner {
                host: "desk".to_owned(),
                boot: String::new(),
                space: String::new(),
                process: 42,
                started: 1,
            },
            attempts: 2,
            failure: Some(Failure {
                kind: Cow::Borrowed("connection-lost"),
                field: Some("host".to_owned()),
                message: String::new(),
            }),
            result: Some(StoredResult {
                digest: "d".repeat(4),
                bytes: 1,
                text: Some("planted value".to_owned()),
                withheld: Some("schema".to_owned()),
                redacted: true,
            }),
            resolution: Some(Resolution {
                person: person(),
                reason: "in the outbox".to_owned(),
            }),
            reserved_at: 0,
            sending_at: Some(1_000),
            settled_at: Some(61_000),
        };
        let event = |kind: &str, body: Value| Event {
            namespace: "billing".to_owned(),
            writer: "desk".to_owned(),
            sequence: 1,
            at: 1_000,
            kind: kind.to_owned(),
            subject: "01k9".to_owned(),
            body,
        };
        History {
            entry,
            events: vec![
                event("sending", json!({"version": 2, "row": "digest"})),
                event(
                    "resolved",
                    json!({"version": 3, "row": "digest", "state": "d\u{1b}"}),
                ),
            ],
        }
    }

    #[test]
    fn everything_of_a_call_has_its_line_but_values() {
        assert_eq!(
            history(&whole()),
            "call        01k9
tool        smtp.send_email
agent       assistant
namespace   billing
tenant      acme
user_id     bob
state       done (connection-lost, host)
effect      external
key         invoice\\u{1b}7
attempts    2
approved by the approval k3
arguments   body, to
result      1 byte, SHA-256 dddd, withheld (schema), redacted, kept
resolved by ada@desk (none)
reason      in the outbox
reserved    1970-01-01T00:00:00Z
sending     1970-01-01T00:00:01Z
settled     1970-01-01T00:01:01Z
process     42 on desk
fingerprint ffff
request     rrrr
contract    cccc
events
  1970-01-01T00:00:01Z  sending
  1970-01-01T00:00:01Z  resolved    {\"state\":\"d\\u001b\"}
"
        );
    }

    #[test]
    fn the_document_says_the_same() {
        let text = history_json(&whole());
        assert!(!text.contains("planted value"), "{text}");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let entry = &document["entry"];
        assert_eq!(
            entry["error"],
            json!({"kind": "connection-lost", "field": "host"})
        );
        assert_eq!(
            entry["result"],
            json!({
                "digest": "dddd", "bytes": 1, "kept": true, "withheld": "schema", "redacted": true,
            })
        );
        assert_eq!(entry["resolution"]["person"]["terminal"], "none");
        assert_eq!(entry["sending_at"], "1970-01-01T00:00:01Z");
        assert_eq!(document["events"][1]["body"]["version"], 3);
    }

    #[test]
    fn whoever_let_it_pass_is_told() {
        for (by, words) in [
            (ApprovedBy::Nobody, "nobody was asked"),
            (ApprovedBy::Caller, "the caller, on the command line"),
            (ApprovedBy::Person { person: person() }, "ada@desk (none)"),
            (
                ApprovedBy::Grant {
                    id: GrantId("g7".to_owned()),
                },
                "the grant g7",
            ),
        ] {
            assert_eq!(approved_by(&by), words);
        }
    }
}
