//! What becomes of results: changed, withheld, kept and given again.

use std::fs::{self, OpenOptions};
use std::process::Stdio;

use super::*;

/// The password in the result of the step `secret`.
const PASSWORD: &str = "hunter2";

const REDACTED: &str = "{\"text\":\"call [REDACTED_PHONE], password=[REDACTED]\",\"attempt\":1}\n";

/// Returns every byte of the state directory as text.
fn state(world: &World) -> String {
    let folder = world.ledger_file();
    let folder = folder.parent().unwrap();
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let files = files.filter(|path| path.is_file());
    let bytes: Vec<u8> = files.flat_map(|path| fs::read(path).unwrap()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn a_result_is_changed_and_kept_so() {
    // What is kept, what a repetition gives, and whether the ledger's file may hold the password.
    let cases = [
        ("", 0, REDACTED, false),
        ("ledger: {store: redacted}\n", 0, REDACTED, false),
        ("ledger: {store: digest}\n", 7, "", false),
        ("ledger: {store: full}\n", 0, REDACTED, true),
    ];
    for (deployment, code, repeated, holds) in cases {
        let world = World::with(Setup {
            deployment,
            ..Setup::default()
        });
        let words = ["faulty.write", "step=secret"];
        let first = world.call_with("k", &words);
        assert_eq!(first.code, Some(0), "{deployment}: {first:?}");
        assert_eq!(
            (first.stdout.as_str(), first.stderr.as_str()),
            (REDACTED, "")
        );
        assert_eq!(state(&world).contains(PASSWORD), holds, "{deployment}");
        let again = world.call_with("k", &words);
        assert_eq!(again.code, Some(code), "{deployment}: {again:?}");
        assert_eq!(again.stdout, repeated, "{deployment}");
        if code == 7 {
            let digest = world.entry("k").unwrap().result.unwrap().digest;
            let message = format!(
                "error: `faulty.write` is done, and its result is withheld: the call was done \
                 before; of its result, it was not kept; its digest is {digest}\n"
            );
            assert_eq!(again.stderr, message);
        }
        let document = json(
            &world
                .call_with("k", &[&words[..], &["--json"]].concat())
                .stdout,
        );
        assert_eq!(document["redacted"], code == 0, "{deployment}: {document}");
        assert_eq!(
            document["untrusted_content"],
            code == 0,
            "{deployment}: {document}"
        );
        assert_eq!(world.peer.effects(), 1, "{deployment}");
    }
}

#[test]
fn without_guardrails_a_result_is_what_it_is() {
    let world = World::with(Setup {
        agent: &format!("{NOBODY_ASKS}guardrail_policy: {{tool_policies: []}}\n"),
        ..Setup::default()
    });
    for tool in ["faulty.read", "faulty.write"] {
        for _ in 0..2 {
            let call = world.call_with(tool, &[tool, "step=secret"]);
            assert_eq!(call.code, Some(0), "{call:?}");
            assert!(call.stdout.contains(PASSWORD), "{call:?}");
        }
    }
    assert_eq!(world.peer.count("read"), 2);
    assert_eq!(world.peer.effects(), 1);
}

#[test]
fn a_withheld_result_stays_withheld_and_the_call_stays_done() {
    let cases = [("garbage", "result-schema"), ("huge", "result-too-large")];
    let world = World::new();
    for (step, kind) in cases {
        let step_word = format!("step={step}");
        let first = world.call_with(step, &["faulty.write", &step_word, "--json"]);
        assert_eq!(first.code, Some(7), "{first:?}");
        let document = json(&first.stdout);
        assert_eq!(document["outcome"], "done", "{step}");
        assert_eq!(document["sent"], "yes", "{step}");
        assert_eq!(document["result"], Value::Null, "{step}");
        assert_eq!(document["error"]["kind"], kind, "{step}");
        let again = world.call_with(step, &["faulty.write", &step_word]);
        assert_eq!(
            (again.code, again.stdout.as_str()),
            (Some(7), ""),
            "{again:?}"
        );
        assert!(
            again
                .stderr
                .contains(&format!("it was withheld then: {kind}")),
            "{again:?}"
        );
        assert_eq!(world.peer.effects_of(step), 1);
        assert_eq!(world.state(step), Some(State::Done));
    }
}

#[test]
fn a_result_that_cannot_be_written_is_replayed_later() {
    let world = World::new();
    let words = ["call", "faulty.write", "text=t", "--idempotency-key", "k"];
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = world.project.command(&words);
    let output = command
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("error: cannot write to standard output: "),
        "{said}"
    );
    let again = world.project.run(&words);
    assert_eq!(
        (again.code, again.stdout.as_str()),
        (Some(0), "{\"text\":\"t\",\"attempt\":1}\n")
    );
    assert_eq!(world.peer.effects(), 1);
}
