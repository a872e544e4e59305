//! What keeps a reference from being looked behind: missing trust, and the machine's policies.

use super::*;

/// A name, policies, and references that they allow or not.
type PolicyCase<'a> = (&'a str, Setup, &'a [(&'a str, bool)]);

#[test]
fn every_policy_has_to_allow_a_reference() {
    let cases: &[PolicyCase<'_>] = &[
        (
            "no policy",
            Setup::new(),
            &[("env://TOKEN", true), ("file://~/token", true)],
        ),
        (
            "a policy without patterns",
            Setup::new().policy(None, None),
            &[("env://TOKEN", true), ("file://~/token", true)],
        ),
        (
            "patterns",
            Setup::new().policy(Some(&["T?KEN", "ACME_*"]), Some(&["tokens/*", "~/to*"])),
            &[
                ("env://TOKEN", true),
                ("env://EMPTY", false),
                ("file://tokens/two", true),
                ("file://~/token", true),
                ("file://token", false),
                ("file:///etc/hostname", false),
            ],
        ),
        (
            "no pattern",
            Setup::new().policy(Some(&[]), Some(&[])),
            &[("env://TOKEN", false), ("file://token", false)],
        ),
        (
            "a policy with errors",
            Setup {
                policies: vec![HostPolicy {
                    damaged: true,
                    ..HostPolicy::default()
                }],
                ..Setup::new()
            },
            &[("env://TOKEN", false), ("file://token", false)],
        ),
        (
            "two policies",
            Setup::new()
                .policy(Some(&["T*"]), None)
                .policy(Some(&["*N"]), Some(&["**"])),
            &[
                ("env://TOKEN", true),
                ("env://BREAK", false),
                ("env://T", false),
                ("file://token", true),
                ("file://~/token", false),
            ],
        ),
    ];
    for (name, setup, references) in cases {
        let resolver = setup.resolver();
        for (text, allowed) in *references {
            let forbidden = Err(forbidden(&reference(text)));
            let answer = answer(&resolver, text);
            assert_eq!(answer != forbidden, *allowed, "{name}: {text}: {answer:?}");
            let looked = resolver.looked_up().iter().any(|looked| looked == text);
            assert_eq!(looked, *allowed, "{name}: {text}");
        }
    }
}

#[test]
fn in_a_project_without_trust_nothing_is_looked_at() {
    let setup = Setup {
        trust: Trust::Untrusted,
        ..Setup::new().command("mail", &["sh", "-c", "echo run >> runs"])
    };
    let looked = std::sync::Arc::new(Mutex::new(Vec::new()));
    let log = looked.clone();
    let resolver = Resolver::new(ResolverSettings {
        trust: setup.trust,
        project: setup.project(),
        commands: &setup.commands,
        policies: &[],
        variables: move |name: &str| {
            log.lock().expect("a lock").push(name.to_owned());
            Some(PLANTED.into())
        },
    });
    for text in [
        "env://TOKEN",
        "env://",
        "file://token",
        "file:///etc/hostname",
        "exec://mail",
        "exec://other",
        "secret://token",
    ] {
        let expected = SecretError::Untrusted {
            reference: reference(text),
        };
        assert_eq!(answer(&resolver, text), Err(expected.clone()), "{text}");
        let required = block_on(resolver.require(&reference(text), "password"));
        assert_eq!(required.err(), Some(expected), "{text}");
    }
    assert_eq!(resolver.looked_up(), Vec::<String>::new());
    assert_eq!(*looked.lock().expect("a lock"), Vec::<String>::new());
    assert!(!setup.project().join("runs").exists());
}
