//! Questions, answers and grants.

use algen_core::governance::approval::{
    Approval, ApprovalId, ApprovalState, NewApproval, Question, QuestionSource,
};
use algen_core::governance::grant::{ArgumentPattern, ArgumentPatterns, NewGrant, TextPattern};
use algen_core::governance::ledger::Opened;
use serde_json::json;

use super::super::{Decision, PENDING_MAX, QUESTION_BYTES_MAX, REASON_CHARS_MAX};
use super::*;

/// How long questions of tests wait.
const WAIT: Duration = Duration::from_secs(60);

/// What only the arguments of a question hold.
const MARK: &str = "marked-7Gq2-value";

pub(super) fn new_question(request: &str) -> NewApproval {
    NewApproval {
        namespace: "shop".to_owned(),
        request_digest: request.to_owned(),
        contract_digest: "contract".to_owned(),
        target_digest: "target".to_owned(),
        question: Question {
            tool: "smtp.send_email".to_owned(),
            agent: "clerk".to_owned(),
            identity: CallIdentity::default(),
            side_effect: SideEffect::External,
            sources: vec![QuestionSource::Tool, QuestionSource::HostPolicy],
            arguments: json!({"to": "ada@example.com", "body": MARK, "n": 9_007_199_254_740_993_u64}),
            target: Some("smtp://mail.example.com".to_owned()),
            preview: Some(format!("a mail that says {MARK}")),
            confirm: Some("ada".to_owned()),
            fingerprint: format!("fingerprint of {request}"),
            may_grant: true,
            exact_only: vec!["command".to_owned()],
            wait: WAIT,
        },
    }
}

pub(super) fn open(ledger: &SqliteLedger, new: &NewApproval) -> Approval {
    match wait(ledger.open_approval(new)).expect("it answers") {
        Opened::New(approval) => approval,
        other => panic!("not new: {other:?}"),
    }
}

fn show(ledger: &SqliteLedger, id: &ApprovalId) -> Approval {
    let shown = wait(ledger.approval(id)).expect("it answers");
    shown.expect("there is one")
}

pub(super) fn approve(ledger: &SqliteLedger, id: &ApprovalId) -> Approval {
    match wait(ledger.approve(id, &person())).expect("it answers") {
        Decision::Recorded(approval) => approval,
        other => panic!("not recorded: {other:?}"),
    }
}

/// A call that uses an approval.
pub(super) fn by_approval(key: &str, request: &str, id: &ApprovalId) -> Intent {
    let mut intent = intent(key, request);
    intent.approved_by = ApprovedBy::Approval { id: id.clone() };
    intent
}

#[test]
fn a_question_is_kept_whole_while_it_is_open() {
    let world = World::new();
    let ledger = world.in_memory();
    let new = new_question("r");
    let approval = open(&ledger, &new);
    let expected = Approval {
        id: approval.id.clone(),
        namespace: "shop".to_owned(),
        tool: "smtp.send_email".to_owned(),
        agent: "clerk".to_owned(),
        side_effect: SideEffect::External,
        request_digest: "r".to_owned(),
        fingerprint: "fingerprint of r".to_owned(),
        contract_digest: "contract".to_owned(),
        target_digest: "target".to_owned(),
        sources: vec![QuestionSource::Tool, QuestionSource::HostPolicy],
        state: ApprovalState::Pending,
        opened_at: world.wall(),
        expires_at: world.wall() + 60_000,
        asked_by: "ada".to_owned(),
        decided_by: None,
        reason: None,
        question: Some(new.question.clone()),
    };
    assert_eq!(approval, expected);
    assert_eq!(show(&ledger, &approval.id), expected);
    let joined = wait(ledger.open_approval(&new)).expect("it answers");
    assert_eq!(joined, Opened::Joined(expected.clone()));
    let listed = wait(ledger.list_approvals(Some("shop"), None, 9)).expect("it answers");
    assert_eq!(listed, [expected]);
    assert_eq!(
        wait(ledger.list_approvals(Some("other"), None, 9)),
        Ok(vec![])
    );
    assert_eq!(
        wait(ledger.approval(&ApprovalId("none".to_owned()))),
        Ok(None)
    );
}

#[test]
fn an_answer_is_recorded_once() {
    let world = World::new();
    let ledger = world.in_memory();
    let (yes, no) = (
        open(&ledger, &new_question("r")),
        open(&ledger, &new_question("q")),
    );
    world.pass(Duration::from_secs(30));
    let approved = approve(&ledger, &yes.id);
    assert_eq!(approved.state, ApprovalState::Approved);
    assert_eq!(approved.decided_by, Some(person()));
    assert_eq!(approved.expires_at, world.wall() + 60_000);
    assert_eq!(approved.question, None);
    let long = "é".repeat(REASON_CHARS_MAX + 1);
    let answer = wait(ledger.deny(&no.id, &person(), Some(&long)));
    assert_eq!(answer, Ok(Decision::ReasonTooLong));
    let reason = "é".repeat(REASON_CHARS_MAX);
    let denied = wait(ledger.deny(&no.id, &person(), Some(&reason)));
    let Ok(Decision::Recorded(denied)) = denied else {
        panic!("{denied:?}");
    };
    assert_eq!(
        (denied.state, denied.reason),
        (ApprovalState::Denied, Some(reason))
    );
    let again = wait(ledger.deny(&yes.id, &person(), None));
    assert_eq!(again, Ok(Decision::NotPending(approved.clone())));
    assert_eq!(show(&ledger, &yes.id), approved);
    let none = ApprovalId("none".to_owned());
    assert_eq!(
        wait(ledger.approve(&none, &person())),
        Err(LedgerError::NotFound)
    );
    let states = |state| {
        let listed = wait(ledger.list_approvals(None, Some(state), 9)).expect("it answers");
        listed.len()
    };
    assert_eq!(states(ApprovalState::Pending), 0);
    assert_eq!(
        (
            states(ApprovalState::Approved),
            states(ApprovalState::Denied)
        ),
        (1, 1)
    );
    // A new question of the same request is another one.
    assert_ne!(open(&ledger, &new_question("r")).id, yes.id);
}

#[test]
fn an_approval_lets_exactly_its_plan_pass_once() {
    let ledger = World::new().in_memory();
    let pending = open(&ledger, &new_question("r"));
    let gone = "approval gone";
    let reserved = |intent: &Intent| short(&reserve(&ledger, intent));
    assert_eq!(
        reserved(&by_approval("k", "r", &pending.id)),
        gone,
        "it is pending"
    );
    assert_eq!(wait(ledger.approved("shop", "fingerprint of r")), Ok(None));
    let approved = approve(&ledger, &pending.id);
    let found = wait(ledger.approved("shop", "fingerprint of r"));
    assert_eq!(found, Ok(Some(approved)));
    assert_eq!(wait(ledger.approved("other", "fingerprint of r")), Ok(None));
    assert_eq!(wait(ledger.approved("shop", "fingerprint of q")), Ok(None));
    assert_eq!(
        reserved(&by_approval("k", "q", &pending.id)),
        gone,
        "another plan"
    );
    let mut elsewhere = by_approval("k", "r", &pending.id);
    elsewhere.scope.namespace = "other".to_owned();
    assert_eq!(reserved(&elsewhere), gone, "another namespace");
    assert_eq!(
        reserved(&by_approval("k", "r", &ApprovalId("x".to_owned()))),
        gone,
        "none"
    );
    assert_eq!(reserved(&by_approval("k", "r", &pending.id)), "held 1");
    assert_eq!(
        reserved(&by_approval("l", "r", &pending.id)),
        gone,
        "it is used"
    );
    assert_eq!(show(&ledger, &pending.id).state, ApprovalState::Used);
    assert_eq!(wait(ledger.approved("shop", "fingerprint of r")), Ok(None));
}

#[test]
fn a_call_that_is_refused_uses_nothing_up() {
    let ledger = World::new().in_memory();
    let id = open(&ledger, &new_question("r")).id;
    approve(&ledger, &id);
    hold(&ledger, &intent("k", "r"));
    let taken = reserve(&ledger, &by_approval("k", "r", &id));
    assert_eq!(short(&taken), "taken reserved");
    assert_eq!(show(&ledger, &id).state, ApprovalState::Approved);
}

#[test]
fn questions_and_answers_expire_by_the_boot_clock() {
    for approved in [false, true] {
        for set_back in [false, true] {
            let world = World::new();
            let ledger = world.in_memory();
            let id = open(&ledger, &new_question("r")).id;
            world.pass(Duration::from_secs(59));
            if approved {
                approve(&ledger, &id);
                world.pass(Duration::from_secs(59));
            }
            if set_back {
                world.set_wall(0);
            }
            let before = show(&ledger, &id).state;
            assert_ne!(before, ApprovalState::Expired, "{approved} {set_back}");
            world.pass(Duration::from_secs(1));
            let got = short(&reserve(&ledger, &by_approval("k", "r", &id)));
            assert_eq!(got, "approval gone", "{approved} {set_back}");
            let shown = show(&ledger, &id);
            assert_eq!(shown.state, ApprovalState::Expired, "{approved} {set_back}");
            assert_eq!(shown.question, None);
            let late = wait(ledger.approve(&id, &person()));
            assert_eq!(late, Ok(Decision::NotPending(shown)));
        }
    }
}

#[test]
fn an_agent_has_so_many_open_questions_and_no_more() {
    let world = World::new();
    let ledger = world.in_memory();
    for number in 0..PENDING_MAX {
        open(&ledger, &new_question(&format!("r{number}")));
    }
    let more = new_question("more");
    let refused = wait(ledger.open_approval(&more));
    assert_eq!(refused, Ok(Opened::TooMany(PENDING_MAX)));
    let joined = wait(ledger.open_approval(&new_question("r3")));
    assert!(matches!(joined, Ok(Opened::Joined(_))), "{joined:?}");
    let mut other = new_question("more");
    other.question.agent = "other".to_owned();
    open(&ledger, &other);
    let mut other = new_question("more");
    other.namespace = "other".to_owned();
    open(&ledger, &other);
    world.pass(WAIT);
    open(&ledger, &more);
}

#[test]
fn a_question_beyond_all_measure_is_refused() {
    let ledger = World::new().in_memory();
    let mut large = new_question("r");
    large.question.preview = Some("x".repeat(QUESTION_BYTES_MAX));
    let refused = wait(ledger.open_approval(&large));
    assert!(
        matches!(refused, Err(LedgerError::NotWritable(_))),
        "{refused:?}"
    );
    open(&ledger, &new_question("r"));
}

#[test]
fn values_of_a_question_are_gone_from_every_byte_once_it_is_over() {
    type Ends = fn(&SqliteLedger, &World, &ApprovalId);
    let cases: [(&str, Ends); 5] = [
        ("expired, and looked for", |ledger, world, _| {
            world.pass(WAIT);
            wait(ledger.expire()).expect("it answers");
        }),
        ("approved", |ledger, _, id| drop(approve(ledger, id))),
        ("denied", |ledger, _, id| {
            wait(ledger.deny(id, &person(), None)).expect("it answers");
        }),
        ("expired, and asked for", |ledger, world, id| {
            world.pass(WAIT);
            show(ledger, id);
        }),
        (
            "expired, and the file opened to write",
            |ledger, world, _| {
                world.pass(WAIT);
                wait(ledger.close());
                hold(ledger, &intent("k", "other"));
            },
        ),
    ];
    for (name, ends) in cases {
        let (folder, world) = (Folder::new(), World::new());
        let ledger = world.ledger(folder.place());
        // Large enough for pages of its own, and small ones around it.
        let mut large = new_question("r");
        large.question.preview = Some(format!("{MARK} ").repeat(4_000));
        open(&ledger, &new_question("before"));
        let id = open(&ledger, &large).id;
        let after = open(&ledger, &new_question("after")).id;
        assert!(
            contains(&folder.bytes(), MARK),
            "{name}: the mark is found while it is open"
        );
        ends(&ledger, &world, &id);
        let rest = show(&ledger, &after);
        for left in
            wait(ledger.list_approvals(None, Some(ApprovalState::Pending), 9)).expect("it answers")
        {
            assert!(
                rest.state == ApprovalState::Pending && left.question.is_some(),
                "{name}"
            );
            approve(&ledger, &left.id);
        }
        assert!(!contains(&folder.bytes(), MARK), "{name}: while it is open");
        wait(ledger.close());
        assert!(
            !contains(&folder.bytes(), MARK),
            "{name}: after it was closed"
        );
    }
}

pub(super) fn new_grant(uses: u32) -> NewGrant {
    NewGrant {
        namespace: "shop".to_owned(),
        agent: "clerk".to_owned(),
        tool: "smtp.send_email".to_owned(),
        contract_digest: "contract".to_owned(),
        target_digest: "target".to_owned(),
        patterns: ArgumentPatterns(vec![(
            "to".to_owned(),
            ArgumentPattern::Text(TextPattern::Glob("*@example.com".to_owned())),
        )]),
        fixed_digest: "fixed".to_owned(),
        person: person(),
        seconds: 60,
        uses,
    }
}

fn grants(ledger: &SqliteLedger) -> Vec<algen_core::governance::grant::Grant> {
    wait(ledger.grants("shop", "clerk", "smtp.send_email", "contract")).expect("it answers")
}

#[test]
fn a_grant_covers_so_many_calls_until_it_ends() {
    let world = World::new();
    let ledger = world.in_memory();
    let new = new_grant(2);
    let id = wait(ledger.add_grant(&new)).expect("it answers");
    let found = grants(&ledger);
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0].id, &found[0].patterns), (&id, &new.patterns));
    assert_eq!(
        (found[0].uses_left, found[0].expires_at),
        (2, world.wall() + 60_000)
    );
    for names in [
        ["other", "clerk", "smtp.send_email", "contract"],
        ["shop", "other", "smtp.send_email", "contract"],
        ["shop", "clerk", "smtp.other", "contract"],
        ["shop", "clerk", "smtp.send_email", "other"],
    ] {
        let [namespace, agent, tool, contract] = names;
        let found = wait(ledger.grants(namespace, agent, tool, contract));
        assert_eq!(found, Ok(vec![]), "{names:?}");
    }
    let mut key = 0;
    let mut call = |change: fn(&mut Intent)| {
        key += 1;
        let mut intent = intent(&format!("k{key}"), &format!("r{key}"));
        intent.approved_by = ApprovedBy::Grant { id: id.clone() };
        change(&mut intent);
        short(&reserve(&ledger, &intent))
    };
    assert_eq!(
        call(|intent| intent.agent = "other".to_owned()),
        "approval gone"
    );
    assert_eq!(
        call(|intent| intent.tool = "smtp.other".to_owned()),
        "approval gone"
    );
    assert_eq!(
        call(|intent| intent.digests.contract = "other".to_owned()),
        "approval gone"
    );
    assert_eq!(
        call(|intent| intent.scope.namespace = "other".to_owned()),
        "approval gone"
    );
    assert_eq!(call(|_| ()), "held 1");
    assert_eq!(grants(&ledger)[0].uses_left, 1);
    assert_eq!(call(|_| ()), "held 1");
    assert_eq!(call(|_| ()), "approval gone");
    assert_eq!(grants(&ledger), []);
}

#[test]
fn a_grant_ends_by_time_and_by_a_person() {
    type Ends = fn(&SqliteLedger, &World, &algen_core::governance::grant::GrantId);
    let cases: [(&str, Ends); 3] = [
        ("time", |_, world, _| world.pass(Duration::from_secs(60))),
        ("time, the wall clock set back", |_, world, _| {
            world.set_wall(0);
            world.pass(Duration::from_secs(60));
        }),
        ("a person", |ledger, world, id| {
            let revoked = wait(ledger.revoke_grant(id, &person())).expect("it answers");
            assert_eq!(revoked.revoked_at, Some(world.wall()));
            world.pass(Duration::from_secs(1));
            assert_eq!(wait(ledger.revoke_grant(id, &person())), Ok(revoked));
        }),
    ];
    for (name, ends) in cases {
        let world = World::new();
        let ledger = world.in_memory();
        let id = wait(ledger.add_grant(&new_grant(9))).expect("it answers");
        ends(&ledger, &world, &id);
        assert_eq!(grants(&ledger), [], "{name}");
        let mut intent = intent("k", "r");
        intent.approved_by = ApprovedBy::Grant { id: id.clone() };
        assert_eq!(short(&reserve(&ledger, &intent)), "approval gone", "{name}");
        let listed = wait(ledger.list_grants(Some("shop"), 9)).expect("it answers");
        assert_eq!((listed.len(), listed[0].uses_left), (1, 9), "{name}");
    }
    let ledger = World::new().in_memory();
    wait(ledger.add_grant(&new_grant(1))).expect("it answers");
    let none = algen_core::governance::grant::GrantId("none".to_owned());
    let revoked = wait(ledger.revoke_grant(&none, &person()));
    assert_eq!(revoked, Err(LedgerError::NotFound));
}
