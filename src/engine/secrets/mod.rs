//! Secrets: values that are never shown, and the one place that finds them.
//!
//! A configuration names a secret by a reference. A [`Resolver`] asks in this order: is the project
//! trusted, does every policy of the machine allow the reference, and only then what is behind it:
//! a variable, a file or a command's output. What is unset or empty is absent.
//!
//! Nothing else in the engine reads the environment. No error and no `Debug` here holds a value.
//!
//! A new scheme is a variant of [`ReferenceScheme`], which the compiler then asks for here.

mod error;
mod file;
mod secret;
mod setting;
#[cfg(test)]
mod tests;
mod variables;

pub use error::{PathError, SecretError, SecretFileError};
pub use secret::Secret;
pub use setting::{SettingError, SettingReader};
pub use variables::{ProcessEnvironment, Variables};

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use algen_core::config::deployment::SecretCommand;
use algen_core::config::host_policy::HostPolicy;
use algen_core::config::{Map, Names, Reference, ReferenceScheme, glob};
use algen_core::governance::trust::Trust;

use crate::process::{self, ProgramRequest};
use file::{SECRET_BYTES_MAX, SecretFile};

/// How long a command may take.
pub const COMMAND_DEADLINE: Duration = Duration::from_secs(30);

/// The variables that a command sees where they are set: those by which programs that keep secrets
/// find their store, their agent and the terminal's language. Anything else it gets as an argument,
/// as `[env, VAULT_ADDR=…, vault, …]`.
pub const COMMAND_VARIABLES: &[&str] = &[
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "GNUPGHOME",
    "GPG_TTY",
    "HOME",
    "LANG",
    "LC_ALL",
    "LOGNAME",
    "PASSWORD_STORE_DIR",
    "PATH",
    "SSH_AUTH_SOCK",
    "TERM",
    "TMPDIR",
    "USER",
    "WAYLAND_DISPLAY",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_STATE_HOME",
];

/// What an answer may be: a value, or nothing where it is unset or empty.
pub type Resolved = Result<Option<Secret<String>>, SecretError>;

/// What a resolver works from.
pub struct ResolverSettings<'a, V> {
    /// Whether it may look at anything.
    pub trust: Trust,
    /// The project folder, absolute: relative paths start there, and commands run there.
    pub project: PathBuf,
    /// The commands of the deployment.
    pub commands: &'a Map<SecretCommand>,
    /// The policies of the machine; a reference must be allowed by every one of them.
    pub policies: &'a [HostPolicy],
    /// The environment.
    pub variables: V,
}

/// Finds the values of references, for one run.
///
/// Commands run one after the other, because two that ask for a passphrase at once would confuse,
/// and each at most once: its answer, also a failure, is kept in memory.
pub struct Resolver {
    trust: Trust,
    project: PathBuf,
    commands: BTreeMap<String, Vec<String>>,
    policies: Vec<AllowedReferences>,
    variables: Box<dyn Variables>,
    answers: tokio::sync::Mutex<BTreeMap<String, Resolved>>,
    looked_up: Mutex<BTreeSet<String>>,
}

/// The patterns of one policy; `None` allows everything.
#[derive(Debug)]
struct AllowedReferences {
    variables: Option<Vec<String>>,
    files: Option<Vec<String>>,
}

impl AllowedReferences {
    /// Takes the patterns of a policy. One with errors may have forbidden anything, and allows
    /// nothing.
    fn of(policy: &HostPolicy) -> Self {
        let patterns = |written: &Option<Names>| match policy.damaged {
            true => Some(Vec::new()),
            false => written.as_ref().map(texts),
        };
        Self {
            variables: patterns(&policy.env),
            files: patterns(&policy.files),
        }
    }
}

impl Resolver {
    /// Prepares a run; looks at nothing.
    pub fn new(settings: ResolverSettings<'_, impl Variables + 'static>) -> Self {
        let commands = settings.commands.iter();
        let policies = settings.policies.iter();
        Self {
            trust: settings.trust,
            project: settings.project,
            commands: commands
                .map(|(name, command)| (name.value.clone(), command.command.clone()))
                .collect(),
            policies: policies.map(AllowedReferences::of).collect(),
            variables: Box::new(settings.variables),
            answers: tokio::sync::Mutex::default(),
            looked_up: Mutex::default(),
        }
    }

    /// Finds the value of a reference; `None` where it is unset or empty.
    ///
    /// Waits for at most [`COMMAND_DEADLINE`] for each command that is run before.
    ///
    /// # Errors
    /// Says why there can be no value. In a project that is not trusted nothing was looked at.
    pub async fn resolve(&self, reference: &Reference) -> Resolved {
        if self.trust == Trust::Untrusted {
            return Err(SecretError::Untrusted {
                reference: reference.clone(),
            });
        }
        if !reference.is_well_formed() {
            return Err(malformed(reference));
        }
        match reference.scheme {
            ReferenceScheme::Environment => self.variable(reference),
            ReferenceScheme::File => self.file(reference),
            ReferenceScheme::Command => self.command(reference).await,
            ReferenceScheme::Secret => Err(SecretError::Unsupported {
                reference: reference.clone(),
            }),
        }
    }

    /// Finds the value of a reference that a setting, `field`, cannot do without.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve), and where the value is unset or empty.
    pub async fn require(
        &self,
        reference: &Reference,
        field: &str,
    ) -> Result<Secret<String>, SecretError> {
        let value = self.resolve(reference).await?;
        value.ok_or_else(|| SecretError::Missing {
            reference: reference.clone(),
            field: field.to_owned(),
        })
    }

    /// Returns the place that a path of a setting names: `~` and `~/…` start at HOME, a relative
    /// path starts at the project folder. Looks at no file; `..` and links stay as they are.
    ///
    /// # Errors
    /// It starts in the home directory of another account, or in one that nobody named.
    pub fn path(&self, path: &str) -> Result<PathBuf, PathError> {
        match path.strip_prefix('~') {
            None => Ok(self.project.join(path)),
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                let home = self.home().ok_or(PathError::NoHome)?;
                Ok(home.join(rest.trim_start_matches('/')))
            }
            Some(_) => Err(PathError::OtherHome),
        }
    }

    /// Returns the home directory; `None` where HOME holds no absolute path.
    fn home(&self) -> Option<PathBuf> {
        let home = self.variables.get("HOME").map(PathBuf::from);
        home.filter(|home| home.is_absolute())
    }

    /// Returns the references behind which was looked, sorted: what was read, or run.
    pub fn looked_up(&self) -> Vec<String> {
        let looked_up = self.looked_up.lock();
        let looked_up = looked_up.unwrap_or_else(PoisonError::into_inner);
        looked_up.iter().cloned().collect()
    }

    /// Records that the next step looks behind a reference. The set is as large as the
    /// configuration, which names every reference.
    fn looks_up(&self, reference: &Reference) {
        let looked_up = self.looked_up.lock();
        let mut looked_up = looked_up.unwrap_or_else(PoisonError::into_inner);
        looked_up.insert(reference.to_string());
    }

    fn variable(&self, reference: &Reference) -> Resolved {
        let patterns = self.policies.iter().map(|policy| &policy.variables);
        let name = &reference.name;
        let allows = |patterns: &Vec<String>| {
            let mut patterns = patterns.iter();
            patterns.any(|pattern| glob::matches(pattern, name))
        };
        if !patterns.flatten().all(allows) {
            return Err(forbidden(reference));
        }
        self.looks_up(reference);
        let value = self.variables.get(name).unwrap_or_default();
        let value = value.into_string().map_err(|_| not_text(reference))?;
        Ok(present(value))
    }

    fn file(&self, reference: &Reference) -> Resolved {
        let failed = |problem| SecretError::File {
            reference: reference.clone(),
            problem,
        };
        let home = self.home();
        let file =
            SecretFile::locate(&reference.name, &self.project, home.as_deref()).map_err(failed)?;
        let mut patterns = self
            .policies
            .iter()
            .filter_map(|policy| policy.files.as_ref());
        if !patterns.all(|patterns| file.is_allowed(patterns)) {
            return Err(forbidden(reference));
        }
        self.looks_up(reference);
        match file.read(&self.project).map_err(failed)? {
            Some(bytes) => line(bytes, reference),
            None => Ok(None),
        }
    }

    async fn command(&self, reference: &Reference) -> Resolved {
        let unknown = || SecretError::UnknownCommand {
            reference: reference.clone(),
        };
        let command = self.commands.get(&reference.name).ok_or_else(unknown)?;
        let (program, arguments) = command.split_first().ok_or_else(unknown)?;
        let mut answers = self.answers.lock().await;
        if let Some(answer) = answers.get(&reference.name) {
            return answer.clone();
        }
        self.looks_up(reference);
        let answer = self.run(program, arguments).await;
        let answer = answer
            .map_err(|problem| SecretError::Command {
                reference: reference.clone(),
                problem,
            })
            .and_then(|output| line(output, reference));
        answers.insert(reference.name.clone(), answer.clone());
        answer
    }

    /// Runs a command in the project folder.
    async fn run(
        &self,
        program: &str,
        arguments: &[String],
    ) -> Result<Vec<u8>, process::ProcessError> {
        let variables: Vec<(String, OsString)> = COMMAND_VARIABLES
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), self.variables.get(name)?)))
            .collect();
        let path = self.variables.get("PATH");
        let request = ProgramRequest {
            program,
            arguments,
            variables: &variables,
            path: path.as_deref(),
            folder: &self.project,
            deadline: COMMAND_DEADLINE,
            output_bytes_max: usize::try_from(SECRET_BYTES_MAX).unwrap_or(usize::MAX),
        };
        process::run(&request).await?.of_success()
    }
}

/// Shows how many of each there are, and no value.
impl fmt::Debug for Resolver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Resolver")
            .field("trust", &self.trust)
            .field("project", &self.project)
            .field("commands", &self.commands.keys())
            .field("policies", &self.policies)
            .field("looked_up", &self.looked_up())
            .finish_non_exhaustive()
    }
}

/// Makes text of bytes, without the line break at the end that editors and programs add.
fn line(bytes: Vec<u8>, reference: &Reference) -> Resolved {
    let mut text = String::from_utf8(bytes).map_err(|_| not_text(reference))?;
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    Ok(present(text))
}

/// Returns a value that is not empty.
fn present(value: String) -> Option<Secret<String>> {
    (!value.is_empty()).then(|| Secret::new(value))
}

fn texts(names: &Names) -> Vec<String> {
    names.iter().map(|name| name.value.clone()).collect()
}

fn malformed(reference: &Reference) -> SecretError {
    SecretError::Malformed {
        reference: reference.clone(),
    }
}

fn forbidden(reference: &Reference) -> SecretError {
    SecretError::Forbidden {
        reference: reference.clone(),
    }
}

fn not_text(reference: &Reference) -> SecretError {
    SecretError::NotText {
        reference: reference.clone(),
    }
}
