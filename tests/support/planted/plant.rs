//! What was planted: the entry of the toolkit, and the variables, files and commands behind it.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::PermissionsExt as _;

use algen_core::config::FieldDefinition;
use algen_core::registry::PluginSpec;
use serde_json::{Map, Value, json};

use super::condition::{Condition, Source};
use super::secret::PlantedSecret;
use super::toolkit::secret_for;
use crate::support::Project;

/// The plugin that declares a planted toolkit.
const DECLARED: &str = "acme.planted";

/// Where commands for secrets say what they saw.
pub(super) const WITNESS: &str = "witness";

/// The folder of secret files and commands.
const FOLDER: &str = "planted";

/// More bytes than a secret may have.
const TOO_LARGE: usize = 70_000;

/// Secrets in their places.
pub(crate) struct Plant {
    source: Source,
    condition: Condition,
    entry: Map<String, Value>,
    commands: Map<String, Value>,
    /// Path, content, and whether it can be run.
    files: Vec<(String, Vec<u8>, bool)>,
    variables: Vec<(String, OsString)>,
    secrets: Vec<PlantedSecret>,
    /// The settings with a secret, by the key of the connector.
    pub(super) settings: Vec<String>,
    left_out: Vec<(String, &'static str)>,
}

/// One reference that is to be planted.
pub(super) struct Planting<'p> {
    pub(super) plugin: &'static PluginSpec,
    pub(super) key: &'static str,
    pub(super) path: &'p str,
    pub(super) schemes: &'p [String],
    pub(super) shape: Option<&'p dyn Fn(&str) -> String>,
}

impl Plant {
    pub(super) fn new(source: Source, condition: &Condition) -> Self {
        Self {
            source,
            condition: condition.clone(),
            entry: Map::new(),
            commands: Map::new(),
            files: Vec::new(),
            variables: Vec::new(),
            secrets: Vec::new(),
            settings: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Returns every secret.
    pub(crate) fn secrets(&self) -> &[PlantedSecret] {
        &self.secrets
    }

    /// Returns the secret of a setting.
    pub(crate) fn secret(&self, setting: &str) -> &PlantedSecret {
        let mut secrets = self.secrets.iter();
        let secret = secrets.find(|secret| secret.name() == setting);
        secret.unwrap_or_else(|| panic!("{setting} is not planted"))
    }

    /// Returns everything that a peer may know, in one line.
    pub(crate) fn words(&self) -> String {
        let words: Vec<&str> = self.secrets.iter().map(PlantedSecret::text).collect();
        words.join(" ")
    }

    /// Returns the settings without a secret, and why.
    pub(crate) fn left_out(&self) -> &[(String, &'static str)] {
        &self.left_out
    }

    /// Tells where the secrets stand and how.
    pub(crate) fn title(&self) -> String {
        format!("{:?}, {:?}", self.source, self.condition)
    }

    pub(super) fn leave_out(&mut self, setting: &str, why: &'static str) {
        self.left_out.push((setting.to_owned(), why));
    }

    pub(super) fn set(&mut self, setting: &str, value: Value) {
        self.entry.insert(setting.to_owned(), value);
        self.settings.push(setting.to_owned());
    }

    pub(super) fn literal(&mut self, plugin: &PluginSpec, field: &FieldDefinition, value: &Value) {
        self.left_out
            .push((field.key.to_owned(), "the test writes it"));
        if self.source != Source::BuiltIn {
            self.entry.insert(field.key.to_owned(), value.clone());
        } else if field.from_variable {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            self.variables
                .push((plugin.variable(field.key), text.into()));
        }
    }

    /// Plants a secret and returns the reference to it.
    pub(super) fn reference(&mut self, planting: &Planting<'_>) -> Value {
        let Planting {
            plugin,
            key,
            path,
            schemes,
            shape,
        } = planting;
        let is_misshapen = self.condition == Condition::Misshapen((*key).to_owned());
        let shape = shape.filter(|_| !is_misshapen);
        let secret = secret_for(path, shape.is_some());
        let value = match shape {
            Some(shape) => shape(secret.text()),
            None => secret.text().to_owned(),
        };
        self.secrets.push(secret);
        let wanted = self.source.scheme();
        let scheme = match schemes.iter().any(|scheme| scheme == wanted) {
            true => wanted,
            false => "env",
        };
        let name = path.replace('.', "_");
        let bytes = self.bytes(key, &value);
        match scheme {
            "file" => {
                let path = format!("{FOLDER}/{name}");
                if let Some(bytes) = bytes {
                    self.files
                        .push((path.clone(), [&*bytes, b"\n"].concat(), false));
                }
                json!(format!("file://{path}"))
            }
            "exec" => {
                let name = name.replace('_', "-");
                self.command(&name, bytes);
                json!(format!("exec://{name}"))
            }
            _ => {
                let variable = match self.source {
                    Source::BuiltIn => plugin.variable(key),
                    _ => format!("PLANTED_{}", name.to_ascii_uppercase()),
                };
                if let Some(bytes) = bytes {
                    self.variables
                        .push((variable.clone(), OsString::from_vec(bytes)));
                }
                json!(format!("env://{variable}"))
            }
        }
    }

    /// Returns what stands behind a setting; `None` for nothing.
    fn bytes(&self, setting: &str, value: &str) -> Option<Vec<u8>> {
        let value = value.as_bytes();
        Some(match &self.condition {
            Condition::Unset(unset) if unset == setting => return None,
            Condition::NotText(not_text) if not_text == setting => [value, b"\xff"].concat(),
            Condition::TooLarge(large) if large == setting => {
                value.repeat(TOO_LARGE / value.len() + 1)
            }
            _ => value.to_vec(),
        })
    }

    /// Plants a program that prints a secret, after it wrote down what it was given: its own
    /// arguments and environment, and the arguments of whoever started it.
    fn command(&mut self, name: &str, bytes: Option<Vec<u8>>) {
        let content = format!("{FOLDER}/{name}.content");
        let program = format!("{FOLDER}/{name}.sh");
        let mut script = format!(
            "#!/bin/sh\ncat /proc/$$/cmdline /proc/$$/environ /proc/$PPID/cmdline >>{WITNESS}\n"
        );
        if bytes.is_some() {
            script.push_str(&format!("cat {content}\n"));
        }
        if self.condition == Condition::CommandFails {
            script.push_str(&format!("cat {content} >&2\nexit 3\n"));
        }
        let is_executable = self.condition != Condition::NotExecutable;
        self.files
            .push((program.clone(), script.into_bytes(), is_executable));
        self.files.push((content, bytes.unwrap_or_default(), false));
        let command = json!({"command": [format!("./{program}")]});
        self.commands.insert(name.to_owned(), command);
    }

    /// Returns the plugin as an agent names it, and the prefix under which it is trusted.
    pub(super) fn plugin(&self, plugin: &PluginSpec) -> (String, String) {
        let reference = match self.source {
            Source::BuiltIn => plugin.reference,
            _ => DECLARED,
        };
        let prefix = reference.split('.').next().unwrap_or_default();
        (reference.to_owned(), prefix.to_owned())
    }

    /// Puts everything into a project, with the deployment.
    pub(super) fn put(&self, plugin: &PluginSpec, project: Project) -> Project {
        let name = plugin.connector.name;
        let mut deployment = json!({"algen": 1, "namespace": "planted"});
        if self.source != Source::BuiltIn {
            let mut entry = Map::new();
            entry.insert("connector".to_owned(), json!(name));
            entry.extend(self.entry.clone());
            deployment["plugins"] = json!({DECLARED: {
                "version": "1.0.0",
                "publisher": "acme",
                "toolkits": {name: entry},
            }});
        }
        if !self.commands.is_empty() {
            deployment["secrets"] = Value::Object(self.commands.clone());
        }
        project.write("algen.yaml", deployment.to_string().as_bytes());
        for (path, bytes, is_executable) in &self.files {
            project.write(path, bytes);
            let mode = if *is_executable { 0o700 } else { 0o600 };
            let path = project.path().join(path);
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
        }
        let variables = self.variables.iter();
        variables.fold(project, |project, (name, value)| {
            project.variable_of_bytes(name, value.clone())
        })
    }
}
