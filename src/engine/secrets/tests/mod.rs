use std::ffi::OsStr;
use std::fs;
use std::future::Future;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;

use algen_core::source::Spanned;
use tempfile::TempDir;

use super::*;
use crate::process::ProcessError;

mod gates;

/// What is planted wherever a value can be.
const PLANTED: &str = "quite-a-secret";

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(future)
}

fn reference(text: &str) -> Reference {
    Reference::parse(text).expect("a reference")
}

/// A project with secrets in every place.
struct Setup {
    folder: TempDir,
    trust: Trust,
    policies: Vec<HostPolicy>,
    commands: Map<SecretCommand>,
}

impl Setup {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let setup = Self {
            folder,
            trust: Trust::Trusted,
            policies: Vec::new(),
            commands: Map::default(),
        };
        fs::create_dir_all(setup.project().join("tokens")).expect("folders");
        fs::create_dir_all(setup.home()).expect("a folder");
        for (path, bytes) in [
            ("project/token", b"quite-a-secret\n".as_slice()),
            ("project/tokens/windows", b"quite-a-secret\r\n"),
            ("project/tokens/two", b"quite-a-secret\n\n"),
            ("project/tokens/bare", b" quite-a-secret"),
            ("project/tokens/empty", b""),
            ("project/tokens/break", b"\n"),
            ("project/tokens/latin1", b"quite-a-secret\xe9"),
            ("project/tokens/limit", &[b'x'; 65_536]),
            ("project/tokens/large", &[b'x'; 65_537]),
            ("home/token", b"quite-a-secret-at-home"),
        ] {
            fs::write(setup.folder.path().join(path), bytes).expect("a file");
        }
        symlink("../../home/token", setup.project().join("tokens/outside")).expect("a link");
        symlink("two", setup.project().join("tokens/inside")).expect("a link");
        setup
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn command(mut self, name: &str, words: &[&str]) -> Self {
        let command = SecretCommand {
            command: words.iter().map(|word| (*word).to_owned()).collect(),
            ..SecretCommand::default()
        };
        let name = Spanned::implied(name.to_owned());
        self.commands.entries.push((name, command));
        self
    }

    fn policy(mut self, env: Option<&[&str]>, files: Option<&[&str]>) -> Self {
        self.policies.push(HostPolicy {
            env: env.map(Names::of),
            files: files.map(Names::of),
            ..HostPolicy::default()
        });
        self
    }

    fn resolver(&self) -> Resolver {
        let home = self.home();
        Resolver::new(ResolverSettings {
            trust: self.trust,
            project: self.project(),
            commands: &self.commands,
            policies: &self.policies,
            variables: move |name: &str| match name {
                "TOKEN" => Some(PLANTED.into()),
                "BREAK" => Some("quite-a-secret\n".into()),
                "EMPTY" => Some("".into()),
                "BYTES" => Some(OsStr::from_bytes(b"quite-a-secret\xff").to_owned()),
                "HOME" => Some(home.clone().into()),
                "PATH" => Some("/usr/bin:/bin".into()),
                _ => None,
            },
        })
    }
}

/// Returns the answer with its value in the open.
fn answer(resolver: &Resolver, text: &str) -> Result<Option<String>, SecretError> {
    let answer = block_on(resolver.resolve(&reference(text)));
    answer.map(|secret| secret.map(|secret| secret.expose().clone()))
}

#[test]
fn variables_and_files_are_resolved() {
    let setup = Setup::new();
    let resolver = setup.resolver();
    let some = |text: &str| Ok(Some(text.to_owned()));
    let limit = "x".repeat(65_536);
    let file = |text: &str, problem| {
        Err(SecretError::File {
            reference: reference(text),
            problem,
        })
    };
    let malformed = |text: &str| Err(malformed(&reference(text)));
    let not_text = |text: &str| Err(not_text(&reference(text)));
    let absolute = format!("file://{}", setup.home().join("token").display());
    let climbing = format!("file://{}/../home/token", setup.project().display());
    let cases = [
        ("env://TOKEN", some(PLANTED)),
        ("env://BREAK", some("quite-a-secret\n")),
        ("env://EMPTY", Ok(None)),
        ("env://UNSET", Ok(None)),
        ("env://BYTES", not_text("env://BYTES")),
        ("env://1TOKEN", malformed("env://1TOKEN")),
        ("env://", malformed("env://")),
        ("file://token", some(PLANTED)),
        ("file://./tokens/../token", some(PLANTED)),
        ("file://tokens/windows", some(PLANTED)),
        ("file://tokens/two", some("quite-a-secret\n")),
        ("file://tokens/inside", some("quite-a-secret\n")),
        ("file://tokens/bare", some(" quite-a-secret")),
        ("file://tokens/limit", some(&limit)),
        ("file://tokens/empty", Ok(None)),
        ("file://tokens/break", Ok(None)),
        ("file://tokens/nowhere", Ok(None)),
        ("file://token/beneath", Ok(None)),
        ("file://~/token", some("quite-a-secret-at-home")),
        (&absolute, some("quite-a-secret-at-home")),
        (&climbing, file(&climbing, SecretFileError::Unusable)),
        ("file://", malformed("file://")),
        ("file://tokens/latin1", not_text("file://tokens/latin1")),
        (
            "file://tokens/large",
            file("file://tokens/large", SecretFileError::TooLarge(65_536)),
        ),
        (
            "file://tokens",
            file("file://tokens", SecretFileError::NotRegular("a folder")),
        ),
        (
            "file:///dev/null",
            file("file:///dev/null", SecretFileError::NotRegular("a device")),
        ),
        (
            "file://../home/token",
            file("file://../home/token", SecretFileError::Outside),
        ),
        (
            "file://tokens/outside",
            file("file://tokens/outside", SecretFileError::Outside),
        ),
        (
            "secret://token",
            Err(SecretError::Unsupported {
                reference: reference("secret://token"),
            }),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(answer(&resolver, text), expected, "{text}");
    }
}

#[test]
fn a_command_gives_its_output_once_a_run() {
    let setup = Setup::new()
        .command(
            "mail",
            &["sh", "-c", "echo run >> runs; echo quite-a-secret"],
        )
        .command(
            "failing",
            &[
                "sh",
                "-c",
                "echo run >> failures; echo quite-a-secret; exit 3",
            ],
        )
        .command("words", &["printf", "%s", "$TOKEN a"])
        .command(
            "variables",
            &[
                "sh",
                "-c",
                "env | cut -d= -f1 | grep -vxE 'PWD|OLDPWD|SHLVL|_' | sort | tr '\\n' ' '",
            ],
        )
        .command("here", &["./program"])
        .command("empty", &["true"])
        .command("bytes", &["printf", "quite-a-secret\\377"])
        .command("large", &["yes", PLANTED])
        .command("absent", &["no-such-program"])
        .command("nothing", &[]);
    let program = setup.project().join("program");
    symlink("/bin/pwd", &program).expect("a link");
    let here = setup.project().display().to_string();
    let resolver = setup.resolver();
    let some = |text: &str| Ok(Some(text.to_owned()));
    let failed = |text: &str, problem| {
        Err(SecretError::Command {
            reference: reference(text),
            problem,
        })
    };
    let unknown = |text: &str| {
        Err(SecretError::UnknownCommand {
            reference: reference(text),
        })
    };
    for (text, expected) in [
        ("exec://mail", some(PLANTED)),
        ("exec://mail", some(PLANTED)),
        (
            "exec://failing",
            failed("exec://failing", ProcessError::Failed(3)),
        ),
        (
            "exec://failing",
            failed("exec://failing", ProcessError::Failed(3)),
        ),
        ("exec://words", some("$TOKEN a")),
        ("exec://variables", some("HOME PATH ")),
        ("exec://here", some(&here)),
        ("exec://empty", Ok(None)),
        ("exec://bytes", Err(not_text(&reference("exec://bytes")))),
        (
            "exec://large",
            failed("exec://large", ProcessError::TooMuchOutput(65_536)),
        ),
        (
            "exec://absent",
            failed("exec://absent", ProcessError::NotFound),
        ),
        ("exec://nothing", unknown("exec://nothing")),
        ("exec://other", unknown("exec://other")),
    ] {
        assert_eq!(answer(&resolver, text), expected, "{text}");
    }
    for file in ["runs", "failures"] {
        let runs = fs::read_to_string(setup.project().join(file)).expect("it ran");
        assert_eq!(runs, "run\n", "{file}");
    }
}

#[test]
fn two_that_ask_at_once_share_one_run() {
    let setup = Setup::new().command(
        "mail",
        &[
            "sh",
            "-c",
            "echo run >> runs; sleep 0.2; echo quite-a-secret",
        ],
    );
    let resolver = setup.resolver();
    let mail = reference("exec://mail");
    let (left, right) =
        block_on(async { tokio::join!(resolver.resolve(&mail), resolver.resolve(&mail)) });
    for answer in [left, right] {
        let secret = answer.expect("no error").expect("a value");
        assert_eq!(secret.expose(), PLANTED);
    }
    let runs = fs::read_to_string(setup.project().join("runs")).expect("it ran");
    assert_eq!(runs, "run\n");
}

#[test]
fn what_is_required_and_absent_is_named() {
    let setup = Setup::new();
    let resolver = setup.resolver();
    let required = block_on(resolver.require(&reference("env://TOKEN"), "password"));
    let required = required.map(|secret| secret.expose().clone());
    assert_eq!(required, Ok(PLANTED.to_owned()));
    for text in ["env://EMPTY", "env://UNSET", "file://tokens/empty"] {
        let error = block_on(resolver.require(&reference(text), "password")).err();
        let expected = SecretError::Missing {
            reference: reference(text),
            field: "password".to_owned(),
        };
        assert_eq!(error.as_ref(), Some(&expected), "{text}");
        assert_eq!(
            expected.to_string(),
            format!("password is missing: {text} is unset or empty")
        );
    }
}

#[test]
fn no_value_is_ever_shown() {
    let setup = Setup::new()
        .command("mail", &["printf", "%s", PLANTED])
        .command(
            "failing",
            &["sh", "-c", "echo quite-a-secret | tee /dev/stderr; exit 1"],
        )
        .command("bytes", &["printf", "quite-a-secret\\377"]);
    let resolver = setup.resolver();
    let mut shown = Vec::new();
    let mut values = 0;
    for text in [
        "env://TOKEN",
        "env://BYTES",
        "env://EMPTY",
        "file://token",
        "file://tokens/latin1",
        "file://tokens/large",
        "file://tokens/outside",
        "exec://mail",
        "exec://failing",
        "exec://bytes",
        "exec://other",
        "secret://x",
    ] {
        let answer = block_on(resolver.resolve(&reference(text)));
        shown.push(format!("{answer:?} {answer:#?}"));
        match answer {
            Ok(Some(secret)) => {
                assert_eq!(secret.expose(), PLANTED, "{text}");
                values += 1;
                shown.push(format!("{secret} {secret:?}"));
            }
            Ok(None) => {}
            Err(error) => shown.push(format!("{error}")),
        }
    }
    assert_eq!(values, 3);
    shown.push(format!("{resolver:?} {resolver:#?}"));
    assert!(shown.concat().contains("exec://mail"));
    for text in shown {
        assert!(!text.contains(PLANTED), "{text}");
    }
}

#[test]
fn the_environment_of_the_process_is_read_by_name() {
    let name = "CARGO_MANIFEST_DIR";
    let value = ProcessEnvironment.get(name).map(PathBuf::from);
    assert!(value.is_some_and(|folder| Path::new(&folder).is_dir()));
    assert_eq!(ProcessEnvironment.get("ALGEN_NO_SUCH_VARIABLE"), None);
}

#[test]
fn a_resolver_can_be_shared_and_waited_for_anywhere() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let setup = Setup::new();
    let resolver = std::sync::Arc::new(setup.resolver());
    let token = reference("env://TOKEN");
    let answer = block_on(is_send(resolver.resolve(&token)));
    assert!(answer.is_ok_and(|value| value.is_some()));
    let _: &(dyn Send + Sync) = &resolver;
}
