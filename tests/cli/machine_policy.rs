//! What a machine allows, whatever a project says; and the identity of a call.

use crate::support::{Project, Shown, agent_file};

fn refused(stderr: &str, code: i32) -> Shown {
    Shown {
        code: Some(code),
        stdout: String::new(),
        stderr: stderr.to_owned(),
    }
}

fn done() -> Shown {
    Shown {
        code: Some(0),
        stdout: "{\"text\":\"hi\",\"length\":2}\n".to_owned(),
        stderr: String::new(),
    }
}

const CALL: &[&str] = &["call", "sample.echo", "text=hi"];

#[test]
fn a_machine_tightens_and_never_loosens() {
    let limit = "algen: 1\nlimits: {sample.echo: 1/day}\n";
    let cases = [
        ("an empty policy", "", done()),
        (
            "one that allows",
            "algen: 1\npolicy: {default_effect: allow}\n",
            done(),
        ),
        (
            "one where nobody can be asked",
            "algen: 1\nunattended: deny\n",
            refused(
                "error: the policy of this machine runs no call where nobody can be asked; nothing \
                 was sent\n  help: Run it at a terminal, or ask whoever keeps the policy of this \
                 machine.\n",
                3,
            ),
        ),
    ];
    for (name, policy, expected) in cases {
        let project = Project::with(&[
            ("agent.yaml", &agent_file("")),
            (".config/algen/policy.yaml", policy),
        ]);
        assert_eq!(project.run(CALL), expected, "{name}");
    }
    let project = Project::with(&[
        ("agent.yaml", &agent_file("")),
        (
            "algen.yaml",
            "algen: 1\npolicy: {limits: {sample.echo: 5/day}}\n",
        ),
        (".config/algen/policy.yaml", limit),
    ]);
    assert_eq!(project.run(CALL), done());
    let second = project.run(CALL);
    assert_eq!(second.code, Some(3));
    assert!(
        second
            .stderr
            .starts_with("error: the limit of 1/day is reached"),
        "{}",
        second.stderr
    );
}

/// A policy that cannot be read may have forbidden anything.
#[test]
fn a_broken_policy_refuses_every_call() {
    for (name, policy) in [
        ("not YAML", "policy: {"),
        ("an unknown key", "algen: 1\npolicies: {}\n"),
        ("a wrong word", "algen: 1\nunattended: maybe\n"),
    ] {
        let project = Project::with(&[
            ("agent.yaml", &agent_file("")),
            (".config/algen/policy.yaml", policy),
        ]);
        let shown = project.run(CALL);
        assert_eq!((shown.code, shown.stdout.as_str()), (Some(3), ""), "{name}");
        assert!(
            shown
                .stderr
                .ends_with("error: a policy of this machine cannot be read, so no call is made\n"),
            "{name}: {}",
            shown.stderr
        );
    }
    let project = Project::with(&[("agent.yaml", &agent_file(""))]);
    std::fs::create_dir_all(project.path().join(".config/algen/policy.yaml")).expect("a folder");
    assert_eq!(project.run(CALL).code, Some(3));
}

#[test]
fn an_identity_comes_from_the_deployment_or_the_command_line() {
    let plain = || ("agent.yaml", agent_file(""));
    let context = |text: &str| format!("algen: 1\ncontext: {{{text}}}\n");
    let cases = [
        ("a flag", None, vec!["--tenant-id", "acme"], vec![], done()),
        (
            "a blank flag",
            None,
            vec!["--tenant-id", " "],
            vec![],
            refused(
                "error: the identity's `tenant_id` is 1 to 256 characters, not blank, without \
                 control characters (`tenant_id`)\n",
                2,
            ),
        ),
        (
            "fixed",
            Some(context("tenant_id: acme")),
            vec![],
            vec![],
            done(),
        ),
        (
            "fixed, and a flag",
            Some(context("tenant_id: acme")),
            vec!["--tenant-id", "evil"],
            vec![],
            refused(
                "error: `context.tenant_id` of algen.yaml fixes the identity (`tenant_id`)\n  --> \
                 algen.yaml:2:22\n  help: Leave --tenant-id out.\n",
                2,
            ),
        ),
        (
            "fixed, and another flag",
            Some(context("tenant_id: acme")),
            vec!["--user-id", "ada"],
            vec![],
            done(),
        ),
        (
            "a variable that is not set",
            Some(context("tenant_id: env://TENANT_ID")),
            vec![],
            vec![],
            refused(
                "error: context.tenant_id is missing: env://TENANT_ID is unset or empty \
                 (`context.tenant_id`); nothing was sent\n  --> algen.yaml:2:22\n",
                5,
            ),
        ),
        (
            "an empty variable",
            Some(context("tenant_id: env://TENANT_ID")),
            vec![],
            vec![("TENANT_ID", "")],
            refused(
                "error: context.tenant_id is missing: env://TENANT_ID is unset or empty \
                 (`context.tenant_id`); nothing was sent\n  --> algen.yaml:2:22\n",
                5,
            ),
        ),
        (
            "a variable",
            Some(context("tenant_id: env://TENANT_ID")),
            vec![],
            vec![("TENANT_ID", "acme")],
            done(),
        ),
    ];
    for (name, deployment, flags, variables, expected) in cases {
        let (file, text) = plain();
        let mut project = Project::with(&[(file, &text)]);
        if let Some(deployment) = &deployment {
            project.write("algen.yaml", deployment.as_bytes());
        }
        for (variable, value) in variables {
            project = project.variable(variable, value);
        }
        // What resolves a reference needs the project trusted.
        assert_eq!(project.run(&["trust", "--yes"]).code, Some(0), "{name}");
        let arguments = [CALL, &flags].concat();
        assert_eq!(project.run(&arguments), expected, "{name}");
    }
}

#[test]
fn references_need_a_trusted_project_and_a_machine_that_allows_them() {
    let project = Project::with(&[
        ("agent.yaml", &agent_file("")),
        (
            "algen.yaml",
            "algen: 1\ncontext: {tenant_id: env://TENANT_ID}\n",
        ),
    ])
    .variable("TENANT_ID", "acme");
    let untrusted = project.run(CALL);
    assert_eq!((untrusted.code, untrusted.stdout.as_str()), (Some(3), ""));
    assert_eq!(
        untrusted.stderr,
        "error: nobody has trusted the project's files yet; nothing was sent\n  - the call needs \
         trust: `context` of algen.yaml holds a reference\n  - new      agent.yaml\n  - new      \
         algen.yaml\n  help: Look at them, then: algen trust\n"
    );
    assert_eq!(project.run(&["trust", "--yes"]).code, Some(0));
    assert_eq!(project.run(CALL), done());
    project.write(
        "algen.yaml",
        b"algen: 1\ncontext: {tenant_id: env://TENANT_ID, user_id: ada}\n",
    );
    let changed = project.run(CALL);
    assert_eq!(changed.code, Some(3));
    assert!(
        changed.stderr.contains("- changed  algen.yaml"),
        "{}",
        changed.stderr
    );
    project.write(
        "algen.yaml",
        b"algen: 1\ncontext: {tenant_id: env://TENANT_ID}\n",
    );
    project.write(".config/algen/policy.yaml", b"algen: 1\nenv: [ACME_*]\n");
    let forbidden = project.run(CALL);
    assert_eq!(forbidden.code, Some(5));
    assert!(
        forbidden
            .stderr
            .contains("the policy of this machine does not allow env://TENANT_ID"),
        "{}",
        forbidden.stderr
    );
}

/// In CI only what equals the base branch is run.
#[test]
fn a_checkout_of_the_base_branch_can_be_trusted() {
    let deployment = "algen: 1\ncontext: {tenant_id: env://TENANT_ID}\n";
    let project = Project::with(&[
        ("agent.yaml", &agent_file("")),
        ("algen.yaml", deployment),
        ("base/agent.yaml", &agent_file("")),
        ("base/algen.yaml", deployment),
    ])
    .variable("TENANT_ID", "acme");
    let arguments = [CALL, &["--trusted-from", "base"]].concat();
    assert_eq!(project.run(&arguments), done());
    project.write("base/algen.yaml", b"algen: 1\n");
    let shown = project.run(&arguments);
    assert_eq!(shown.code, Some(3));
    assert!(
        shown.stderr.contains("needs-review") && shown.stderr.contains("changed: algen.yaml"),
        "{}",
        shown.stderr
    );
}
