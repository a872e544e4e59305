//! Who is asked, who may answer, and what an answer is bound to.

use algen_core::config::PolicyEffect;
use algen_core::governance::approval::QuestionSource;
use algen_core::governance::call::CallerAnswer;
use algen_core::governance::grant::{ArgumentPattern, ArgumentPatterns, TextPattern};

use super::*;

fn done() -> Scripted {
    Scripted::new([Act::SendAndGive(json!({"n": 1}))])
}

fn with_yes() -> Call {
    Call {
        options: CallOptions {
            caller: CallerAnswer {
                yes: true,
                fingerprint: None,
            },
            ..CallOptions::default()
        },
        ..Call::default()
    }
}

/// A policy that asks about, or denies, the capability of the tool.
fn capability(effect: PolicyEffect) -> Policy {
    let mut policy = Policy::default();
    let name = Spanned::implied("email.send".to_owned());
    let entries = &mut policy.capabilities.entries;
    entries.push((name, Spanned::implied(effect)));
    policy
}

fn classified(preset: Preset) -> ToolSpec {
    ToolSpec {
        policy_capabilities: vec!["email.send".to_owned()],
        ..tool(preset)
    }
}

#[tokio::test]
async fn questions_have_sources_and_only_one_of_them_takes_the_callers_word() {
    use QuestionSource::{ApprovalPolicy, Capability, Tool};
    let asks = || Some(capability(PolicyEffect::RequireApproval));
    let own = Preset::WRITE.asking(true);
    let cases = [
        (
            "a read",
            World::asking(),
            tool(Preset::READ),
            vec![],
            "done",
        ),
        (
            "a write",
            World::asking(),
            tool(Preset::WRITE),
            vec![ApprovalPolicy],
            "done",
        ),
        (
            "an external effect",
            World::asking(),
            tool(Preset::EXTERNAL),
            vec![ApprovalPolicy],
            "done",
        ),
        (
            "destruction",
            World::asking(),
            tool(Preset::DESTRUCTIVE),
            vec![Tool, ApprovalPolicy],
            "open",
        ),
        (
            "destruction that does not ask itself",
            World::asking(),
            tool(Preset::DESTRUCTIVE.asking(false)),
            vec![ApprovalPolicy],
            "open",
        ),
        (
            "a tool that asks",
            World::new(),
            tool(own),
            vec![Tool],
            "open",
        ),
        (
            "a capability",
            World {
                policy: asks(),
                ..World::new()
            },
            classified(Preset::READ),
            vec![Capability],
            "open",
        ),
        (
            "a capability and the agent",
            World {
                policy: asks(),
                ..World::asking()
            },
            classified(Preset::WRITE),
            vec![Capability, ApprovalPolicy],
            "open",
        ),
        (
            "a quiet agent",
            World::new(),
            tool(Preset::DESTRUCTIVE.asking(false)),
            vec![],
            "done",
        ),
    ];
    for (name, world, spec, sources, with_the_callers_word) in cases {
        let scripted = done();
        let report = world.call(&spec, &scripted, with_yes()).await;
        assert_eq!(ended(&report), with_the_callers_word, "{name}");
        let asked = world.person.times_asked();
        assert_eq!(
            asked,
            usize::from(with_the_callers_word == "open"),
            "{name}"
        );
        let plan = Call {
            options: CallOptions {
                plan_only: true,
                ..CallOptions::default()
            },
            ..Call::default()
        };
        let planned = world.call(&spec, &scripted, plan).await;
        let Ending::Planned { question, .. } = planned.ending else {
            panic!("{name}: {:?}", planned.ending);
        };
        let found = question
            .map(|question| question.sources)
            .unwrap_or_default();
        assert_eq!(found, sources, "{name}");
    }
}

#[tokio::test]
async fn a_denied_capability_ends_the_call_before_its_arguments_are_looked_at() {
    let world = World {
        policy: Some(capability(PolicyEffect::Deny)),
        ..World::new()
    };
    let scripted = done();
    let call = with_arguments(json!({"wrong": 1}));
    let report = world.call(&classified(Preset::READ), &scripted, call).await;
    assert_eq!(ended(&report), "refused capability-policy");
    let mut world = World::new();
    world.agent.tool_permissions = Names::of(&[]);
    let call = with_arguments(json!({"wrong": 1}));
    let report = world.call(&tool(Preset::READ), &scripted, call).await;
    assert_eq!(ended(&report), "refused tool-permission");
    assert_eq!(scripted.attempts(), 0);
}

#[tokio::test]
async fn a_person_decides() {
    let denied = Answer::Denied {
        person: Some(person()),
        reason: Some("not today".to_owned()),
    };
    let cases = [
        ("yes", yes(), "done"),
        ("no", denied, "refused denied"),
        (
            "nobody in time",
            Answer::Expired,
            "refused approval-expired",
        ),
        ("nobody there", Answer::NobodyToAsk, "open"),
    ];
    for (name, answer, expected) in cases {
        let world = World {
            person: Answering::with([answer]),
            ..World::asking()
        };
        let scripted = done();
        let report = world
            .call(&tool(Preset::WRITE), &scripted, Call::default())
            .await;
        assert_eq!(ended(&report), expected, "{name}");
        assert_eq!(scripted.attempts(), u32::from(expected == "done"), "{name}");
    }
}

#[tokio::test]
async fn a_fingerprint_approves_one_plan_and_no_other() {
    let world = World::asking();
    let scripted = done();
    let plan = Call {
        options: CallOptions {
            plan_only: true,
            ..CallOptions::default()
        },
        ..Call::default()
    };
    let planned = world.call(&tool(Preset::WRITE), &scripted, plan).await;
    let approving = |arguments: Value| Call {
        arguments,
        options: CallOptions {
            caller: CallerAnswer {
                yes: false,
                fingerprint: planned.fingerprint.clone(),
            },
            ..CallOptions::default()
        },
        ..Call::default()
    };
    let other = approving(json!({"text": "other"}));
    let report = world.call(&tool(Preset::WRITE), &scripted, other).await;
    assert_eq!(ended(&report), "refused fingerprint-differs");
    let same = approving(json!({"text": "hi"}));
    let report = world.call(&tool(Preset::WRITE), &scripted, same).await;
    assert_eq!(ended(&report), "done");
    assert_eq!((scripted.attempts(), world.person.times_asked()), (1, 0));
}

/// No shortcut skips approval: a replay is the recorded result of the same approved plan, and a
/// call that was rejected is asked about again.
#[tokio::test]
async fn a_repetition_is_asked_about_unless_it_is_a_replay() {
    let world = World {
        person: Answering::with([yes(), yes(), yes()]),
        ..World::asking()
    };
    let spec = tool(Preset::WRITE);
    let scripted = done();
    for _ in 0..2 {
        let report = world.call(&spec, &scripted, with_key("k")).await;
        assert_eq!(ended(&report), "done");
    }
    assert_eq!((world.person.times_asked(), scripted.attempts()), (1, 1));
    let rejecting = Scripted::new([Act::FailAfter(ToolError::Rejected(Failure::new(
        "no", "no",
    )))]);
    for _ in 0..2 {
        let report = world.call(&spec, &rejecting, with_key("r")).await;
        assert_eq!(ended(&report), "rejected no");
    }
    assert_eq!((world.person.times_asked(), rejecting.attempts()), (3, 2));
}

#[tokio::test]
async fn a_grant_covers_what_its_patterns_say() {
    let patterns = ArgumentPatterns(vec![(
        "text".to_owned(),
        ArgumentPattern::Text(TextPattern::Prefix("Report ".to_owned())),
    )]);
    let always = Answer::Approved {
        person: person(),
        always: Some(patterns),
    };
    let world = World {
        person: Answering::with([always]),
        ..World::asking()
    };
    let spec = tool(Preset::WRITE);
    let scripted = done();
    for (text, expected, asked) in [
        ("Report 1", "done", 1),
        ("Report 2", "done", 1),
        ("Invoice 1", "open", 2),
    ] {
        let call = with_arguments(json!({"text": text}));
        let report = world.call(&spec, &scripted, call).await;
        assert_eq!(ended(&report), expected, "{text}");
        assert_eq!(world.person.times_asked(), asked, "{text}");
    }
    // Another contract is another promise.
    let other = ToolSpec {
        description: "Does something else.".to_owned(),
        ..spec
    };
    let call = with_arguments(json!({"text": "Report 3"}));
    let report = world.call(&other, &scripted, call).await;
    assert_eq!(ended(&report), "open");
}

#[tokio::test]
async fn destruction_is_never_granted() {
    let always = Answer::Approved {
        person: person(),
        always: Some(ArgumentPatterns::default()),
    };
    let world = World {
        person: Answering::with([always]),
        ..World::asking()
    };
    let spec = tool(Preset::DESTRUCTIVE);
    let scripted = done();
    let first = world.call(&spec, &scripted, Call::default()).await;
    let second = world.call(&spec, &scripted, Call::default()).await;
    assert_eq!(
        (ended(&first), ended(&second)),
        ("done".to_owned(), "open".to_owned())
    );
}

/// Every list of hosts bounds every call: the deployment's, and the machine's.
#[tokio::test]
async fn a_call_reaches_no_host_that_a_list_leaves_out() {
    use algen_core::config::HostPattern;
    let list = |hosts: &[&str]| {
        let hosts = hosts.iter().filter_map(|host| HostPattern::parse(host));
        Some(hosts.map(Spanned::implied).collect::<Vec<_>>())
    };
    let cases = [
        ("no list", None, None, &["a.example.com"][..], "done"),
        (
            "listed",
            list(&["a.example.com"]),
            None,
            &["a.example.com"],
            "done",
        ),
        (
            "beneath",
            list(&["*.example.com"]),
            None,
            &["a.example.com"],
            "done",
        ),
        (
            "not listed",
            list(&["b.example.com"]),
            None,
            &["a.example.com"],
            "refused egress",
        ),
        (
            "one of two",
            list(&["a.example.com"]),
            None,
            &["a.example.com", "b.example.com"],
            "refused egress",
        ),
        (
            "not on this machine",
            list(&["*.example.com"]),
            list(&["b.example.com"]),
            &["a.example.com"],
            "refused egress",
        ),
        (
            "an empty list",
            list(&[]),
            None,
            &["a.example.com"],
            "refused egress",
        ),
        ("nowhere", list(&[]), None, &[], "done"),
    ];
    for (name, deployment, machine, hosts, expected) in cases {
        let policy = Policy {
            egress: deployment,
            ..Policy::default()
        };
        let machine = HostPolicy {
            egress: machine,
            ..HostPolicy::default()
        };
        let world = World {
            policy: Some(policy),
            machine: vec![machine],
            ..World::new()
        };
        let scripted = Scripted {
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            ..done()
        };
        let report = world
            .call(&tool(Preset::WRITE), &scripted, Call::default())
            .await;
        assert_eq!(ended(&report), expected, "{name}");
        assert_eq!(scripted.attempts(), u32::from(expected == "done"), "{name}");
    }
}

/// Another account has to answer: whoever sits at the terminal of this call cannot, and neither
/// can a grant or the account that asked.
#[tokio::test]
async fn another_user_has_to_answer_where_the_machine_says_so() {
    use algen_core::config::host_policy::{Approvals, ApprovedBy};
    let machine = HostPolicy {
        approvals: Approvals {
            by: ApprovedBy::OtherUser,
            ..Approvals::default()
        },
        ..HostPolicy::default()
    };
    let world = World {
        machine: vec![machine],
        person: Answering::with([yes(), yes()]),
        ..World::asking()
    };
    let (spec, scripted) = (tool(Preset::WRITE), done());
    let report = world.call(&spec, &scripted, with_yes()).await;
    let Ending::Open(approval) = report.ending else {
        panic!("{:?}", report.ending);
    };
    assert_eq!(world.person.times_asked(), 0);
    let named = |user: &str| Person {
        user: user.to_owned(),
        ..person()
    };
    // The ledger takes any answer; whether it counts is for the call to say.
    let decided = world.ledger.approve(&approval.id, &named("ada")).await;
    assert!(decided.is_ok(), "{decided:?}");
    let report = world.call(&spec, &scripted, Call::default()).await;
    assert_ne!(ended(&report), "done");
    assert_eq!(scripted.attempts(), 0);
    let other = with_arguments(json!({"text": "other"}));
    let report = world.call(&spec, &scripted, other.clone()).await;
    let Ending::Open(approval) = report.ending else {
        panic!("{:?}", report.ending);
    };
    let decided = world.ledger.approve(&approval.id, &named("eve")).await;
    assert!(decided.is_ok(), "{decided:?}");
    let report = world.call(&spec, &scripted, other).await;
    assert_eq!(ended(&report), "done");
}
