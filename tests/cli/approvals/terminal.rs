//! Who answers at a terminal, and what comes of it.

use super::*;

#[test]
fn a_person_answers_at_the_terminal() {
    // What is typed, the code, the state, the reason, and whether a person is recorded.
    let cases = [
        (&["y"][..], 0, ApprovalState::Approved, None, true),
        (&["n"], 4, ApprovalState::Denied, None, true),
        (&["\r"], 4, ApprovalState::Denied, None, true),
        (
            &["d", "not today\r"],
            4,
            ApprovalState::Denied,
            Some("not today"),
            true,
        ),
        (&["\x04"], 4, ApprovalState::Pending, None, false),
        (&["\x03"], 130, ApprovalState::Pending, None, false),
    ];
    thread::scope(|scope| {
        for (keys, code, state, reason, has_person) in cases {
            scope.spawn(move || {
                let project = project();
                let id = open(&project, "a");
                let mut asked = Asked::read(&project, &["approve", &id]);
                let tty = asked.pty.path().to_owned();
                for keys in keys {
                    asked.pty.type_keys(keys);
                    if *keys == "d" {
                        asked.pty.wait_for("why not?");
                    }
                }
                let (ended, text) = asked.end();
                assert_eq!(ended, Some(code), "{keys:?}: {text}");
                assert!(text.contains("approve smtp.send_email?"), "{text}");
                assert!(text.contains("1 recipient\\u{1b}[2J"), "{text}");
                let approval = approval(&project, &id);
                assert_eq!(approval.state, state, "{keys:?}");
                assert_eq!(approval.reason.as_deref(), reason, "{keys:?}");
                let by = approval
                    .decided_by
                    .map(|person| (person.user, person.terminal));
                assert_eq!(by, has_person.then_some((account(), tty)), "{keys:?}");
            });
        }
    });
}

#[test]
fn a_question_is_taken_back_once_it_is_decided_elsewhere() {
    let project = project();
    let id = open(&project, "a");
    let asked = Asked::read(&project, &["approve", &id]);
    assert_eq!(project.run(&["approvals", "deny", &id]).code, Some(0));
    let (code, text) = asked.end();
    assert_eq!(code, Some(1));
    let told = format!("{id} was decided elsewhere, or its time was over\n");
    assert!(text.ends_with(&told), "{text:?}");
}

#[test]
fn an_answer_may_come_too_late() {
    let project = project();
    let quick = new("billing", "a", Duration::from_secs(2));
    let id = open_for(&project, &account(), &quick).id;
    let mut asked = Asked::begin(&project, &["approve", &id.0]);
    asked.pty.wait_for(PROMPT);
    let (code, text) = asked.end();
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("no answer in time"), "{text}");
    assert_eq!(approval(&project, &id.0).state, ApprovalState::Expired);
}

#[test]
fn the_policy_of_the_machine_may_want_another_account() {
    let project = project();
    let id = open(&project, "a");
    let foreign = new("billing", "b", Duration::from_secs(900));
    let foreign = open_for(&project, "somebody-else", &foreign).id.0;
    project.write(
        ".config/algen/policy.yaml",
        b"algen: 1\napprovals: {by: other_user}\n",
    );
    let user = account();
    let refused = format!(
        "error: the policy of this machine lets only another account approve, and {user} asked: \
         {id} waits for somebody else\n"
    );
    let approve = ["approvals", "approve", &*id];
    assert_eq!(project.run(&approve), shown(3, "", &refused));
    let (code, text) = Asked::begin(&project, &["approve", &id]).end();
    assert_eq!((code, text), (Some(3), refused));

    // Of what somebody else asked this account decides, and nothing is granted beyond it.
    let asked = Asked::read(&project, &["approve", &foreign]);
    asked.pty.type_keys("y");
    let (code, text) = asked.end();
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("[a] always"), "{text}");

    project.write(
        ".config/algen/policy.yaml",
        b"algen: 1\napprovals: {by: nobody}\n",
    );
    let broken = project.run(&approve);
    assert_eq!(broken.code, Some(3), "{broken:?}");
    assert!(
        broken
            .stderr
            .ends_with("error: the policy of this machine cannot be loaded\n")
    );
    assert_eq!(approval(&project, &id).state, ApprovalState::Pending);
}

/// Waits until questions are open, and returns their names, the latest first.
fn wait_for_open(project: &Project, count: usize) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let list = document(&project.run(&["approvals", "--json"]).stdout);
        let open = list["approvals"].as_array().unwrap();
        if open.len() == count {
            let names = open
                .iter()
                .map(|each| each["id"].as_str().unwrap().to_owned());
            return names.collect();
        }
        assert!(Instant::now() < deadline, "{open:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_call_that_waits_goes_on_once_it_is_approved_at_another_terminal() {
    let world = asking_world();
    let call = [
        "call",
        "faulty.write",
        "text=t",
        "--no-input",
        "--wait",
        "20",
    ];
    let call = world.project.start(&call);
    let id = wait_for_open(&world.project, 1).remove(0);
    assert_eq!(world.peer.effects(), 0);
    let asked = Asked::read(&world.project, &["approve", &id]);
    asked.pty.type_keys("y");
    let (code, text) = asked.end();
    assert_eq!(code, Some(0), "{text}");
    let told = format!("approved: {id} holds for one call of exactly this plan until 20");
    assert!(text.contains(&told), "{text}");
    let ended = call.wait();
    let result = "{\"text\":\"t\",\"attempt\":1}\n";
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), result));
    let talk: Vec<&str> = ended.stderr.lines().collect();
    let waiting = format!("waiting: `algen approvals approve {id}` at a terminal");
    assert_eq!(talk.first(), Some(&waiting.as_str()));
    assert!(
        talk.get(1)
            .is_some_and(|line| line.starts_with("key: call-")),
        "{talk:?}"
    );
    assert_eq!(talk.len(), 2, "{talk:?}");
    assert_eq!(world.peer.effects(), 1);
    assert_eq!(approval(&world.project, &id).state, ApprovalState::Used);
    let entries = document(&world.project.run(&["log", "--json"]).stdout);
    let by = &entries["entries"][0]["approved_by"];
    assert_eq!(*by, json!({"by": "approval", "id": id}));
}

#[test]
fn a_grant_covers_later_calls_until_it_is_revoked() {
    let world = asking_world();
    let project = &world.project;
    let id = left_open(&world, &["faulty.write", "text=Report 1"]);
    let mut asked = Asked::read(project, &["approve", &id]);
    asked.pty.type_keys("a");
    asked.pty.wait_for("Enter goes on");
    asked.pty.type_keys("text=Report *\r");
    asked.pty.wait_for("any text that starts with \"Report \"");
    asked.pty.type_keys("\r");
    asked.pty.wait_for("grant? [y/N] ");
    thread::sleep(READ);
    asked.pty.type_keys("y");
    let (code, text) = asked.end();
    assert_eq!(code, Some(0), "{text}");

    let list = project.run(&["approvals", "grants", "--json"]);
    let list = document(&list.stdout);
    let grant = &list["grants"][0];
    let grant_id = grant["id"].as_str().unwrap();
    let told = format!("granted: {grant_id} covers 100 later calls for 8 h\n");
    assert!(text.contains(&told), "{text}");
    assert_eq!(
        (&grant["tool"], &grant["state"], &grant["uses_left"]),
        (&json!("faulty.write"), &json!("in_force"), &json!(100))
    );
    let plain = project.run(&["approvals", "grants"]);
    assert!(plain.stdout.starts_with(grant_id), "{plain:?}");
    let end = "  in_force  100  faulty.write  assistant  text=\"Report *\"\n";
    assert!(plain.stdout.ends_with(end), "{plain:?}");

    // The approval first, then the grant.
    for text in ["text=Report 1", "text=Report 2"] {
        let called = world.call(&["faulty.write", text, "--no-input"]);
        assert_eq!(called.code, Some(0), "{called:?}");
    }
    let outside = world.call(&["faulty.write", "text=Other", "--no-input"]);
    assert_eq!(outside.code, Some(4));

    let wrong = project.run(&["approvals", "revoke", &grant_id[..7]]);
    let near = format!(
        "error: the ledger has no grant `{}`; did you mean `{grant_id}`?\n",
        &grant_id[..7]
    );
    assert_eq!(wrong, shown(1, "", &near));
    let revoked = project.run(&["approvals", "revoke", grant_id]);
    assert_eq!(revoked, shown(0, "", &format!("revoked: {grant_id}\n")));
    let none = shown(0, "", "nothing is granted\n");
    assert_eq!(project.run(&["approvals", "grants"]), none);
    let ended = project.run(&["approvals", "grants", "--ended"]);
    assert!(ended.stdout.contains("  revoked  99  "), "{ended:?}");
    let called = world.call(&["faulty.write", "text=Report 3", "--no-input"]);
    assert_eq!(called.code, Some(4), "{called:?}");
    let nothing = project.run(&["approvals", "revoke", "--all"]);
    assert_eq!(nothing, shown(0, "", "revoked: 0 grants\n"));
}
