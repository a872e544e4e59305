//! Settings of a toolkit as its client needs them: written out, referred to, or, for a built-in
//! toolkit, in the variables that they default to.
//!
//! A variable is text. A list in it is separated by commas (`INBOX,\Sent,\All`), a switch is `true`,
//! `false`, `1` or `0`, a number is a whole number. Unset and empty are absent: a setting that a
//! client cannot do without is then missing. Mappings have no form in variables.

use std::path::PathBuf;

use algen_core::config::{Given, Reference, ReferenceScheme};
use algen_core::registry::spec::variable;
use thiserror::Error;

use super::{PathError, Resolver, Secret, SecretError};

/// Why a setting has no value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SettingError {
    /// What it refers to cannot be read, or is missing.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// It is required, and neither written out nor referred to.
    #[error("{field} is missing: nothing gives it a value")]
    Missing {
        /// The setting.
        field: String,
    },
    /// The text behind its reference is not of its kind. It may be a secret and is not quoted.
    #[error("{field} takes {expected}, and {reference} holds something else")]
    WrongKind {
        /// The setting.
        field: String,
        /// Where the text came from.
        reference: Reference,
        /// What it takes.
        expected: &'static str,
    },
    /// It is a path that names no place. It may come from a reference and is not quoted.
    #[error("{field} cannot be used: {problem}")]
    Path {
        /// The setting.
        field: String,
        /// Why.
        problem: PathError,
    },
}

/// Reads the settings of one toolkit.
#[derive(Clone, Copy)]
pub struct SettingReader<'r> {
    resolver: &'r Resolver,
    toolkit: &'r str,
    /// The connector, whose variables count; `None` for a toolkit with an entry in `algen.yaml`.
    built_in: Option<&'r str>,
}

impl<'r> SettingReader<'r> {
    /// Reads settings of a toolkit with an entry in `algen.yaml`.
    pub fn declared(resolver: &'r Resolver, toolkit: &'r str) -> Self {
        Self {
            resolver,
            toolkit,
            built_in: None,
        }
    }

    /// Reads settings of the built-in toolkit of a connector, from its variables.
    pub fn built_in(resolver: &'r Resolver, connector: &'r str) -> Self {
        Self {
            resolver,
            toolkit: connector,
            built_in: Some(connector),
        }
    }

    /// Returns a text; `None` where it is absent.
    ///
    /// # Errors
    /// What it refers to cannot be read.
    pub async fn text(
        &self,
        key: &str,
        given: Option<&Given<String>>,
    ) -> Result<Option<String>, SettingError> {
        self.value(key, given, "a text", |text| Some(text.to_owned()))
            .await
    }

    /// Returns a text that the client cannot do without.
    ///
    /// # Errors
    /// It is absent, or what it refers to cannot be read.
    pub async fn required_text(
        &self,
        key: &str,
        given: Option<&Given<String>>,
    ) -> Result<String, SettingError> {
        let value = self.text(key, given).await?;
        let missing = || self.missing(key, given.and_then(referred));
        value.ok_or_else(missing)
    }

    /// Returns a path that the client cannot do without, as [`Resolver::path`] reads it.
    ///
    /// # Errors
    /// It is absent, what it refers to cannot be read, or the path names no place.
    pub async fn required_path(
        &self,
        key: &str,
        given: Option<&Given<String>>,
    ) -> Result<PathBuf, SettingError> {
        let path = self.required_text(key, given).await?;
        let found = self.resolver.path(&path);
        found.map_err(|problem| SettingError::Path {
            field: self.field(key),
            problem,
        })
    }

    /// Returns a switch; `None` where it is absent.
    ///
    /// # Errors
    /// The text is none of `true`, `false`, `1` and `0`.
    pub async fn switch(
        &self,
        key: &str,
        given: Option<&Given<bool>>,
    ) -> Result<Option<bool>, SettingError> {
        self.value(key, given, "true, false, 1 or 0", |text| match text {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        })
        .await
    }

    /// Returns a whole number; `None` where it is absent. Its bounds are for the caller to hold.
    ///
    /// # Errors
    /// The text is not a whole number.
    pub async fn number(
        &self,
        key: &str,
        given: Option<&Given<i64>>,
    ) -> Result<Option<i64>, SettingError> {
        self.value(key, given, "a whole number", |text| text.parse().ok())
            .await
    }

    /// Returns a list of texts; `None` where it is absent. Blanks around a part do not count, empty
    /// parts are left out.
    ///
    /// # Errors
    /// What it refers to cannot be read.
    pub async fn list(
        &self,
        key: &str,
        given: Option<&Given<Vec<String>>>,
    ) -> Result<Option<Vec<String>>, SettingError> {
        let list = self
            .value(key, given, "a list", |text| {
                let parts = text.split(',').map(str::trim);
                let parts = parts.filter(|part| !part.is_empty());
                Some(parts.map(str::to_owned).collect())
            })
            .await?;
        Ok(list.filter(|list: &Vec<String>| !list.is_empty()))
    }

    /// Returns a credential; `None` where it is absent.
    ///
    /// # Errors
    /// What it refers to cannot be read.
    pub async fn credential(
        &self,
        key: &str,
        reference: Option<&Reference>,
    ) -> Result<Option<Secret<String>>, SettingError> {
        match self.reference(key, reference) {
            Some(reference) => Ok(self.resolver.resolve(&reference).await?),
            None => Ok(None),
        }
    }

    /// Returns a credential that the client cannot do without.
    ///
    /// # Errors
    /// It is absent, or what it refers to cannot be read.
    pub async fn required_credential(
        &self,
        key: &str,
        reference: Option<&Reference>,
    ) -> Result<Secret<String>, SettingError> {
        let found = self.credential(key, reference).await?;
        found.ok_or_else(|| self.missing(key, reference))
    }

    /// Returns what is written out, else reads the text behind the reference.
    async fn value<T: Clone>(
        &self,
        key: &str,
        given: Option<&Given<T>>,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, SettingError> {
        if let Some(Given::Literal(value)) = given
            && self.built_in.is_none()
        {
            return Ok(Some(value.clone()));
        }
        let Some(reference) = self.reference(key, given.and_then(referred)) else {
            return Ok(None);
        };
        let Some(text) = self.resolver.resolve(&reference).await? else {
            return Ok(None);
        };
        let value = read(text.expose().trim());
        value.map(Some).ok_or_else(|| SettingError::WrongKind {
            field: self.field(key),
            reference,
            expected,
        })
    }

    /// Returns what a setting refers to: for a built-in toolkit always its variable.
    fn reference(&self, key: &str, written: Option<&Reference>) -> Option<Reference> {
        match self.built_in {
            Some(connector) => Some(Reference {
                scheme: ReferenceScheme::Environment,
                name: variable(connector, key),
            }),
            None => written.cloned(),
        }
    }

    fn missing(&self, key: &str, written: Option<&Reference>) -> SettingError {
        let field = self.field(key);
        match self.reference(key, written) {
            Some(reference) => SecretError::Missing { reference, field }.into(),
            None => SettingError::Missing { field },
        }
    }

    fn field(&self, key: &str) -> String {
        format!("{}.{key}", self.toolkit)
    }
}

/// Returns what a setting refers to.
fn referred<T>(given: &Given<T>) -> Option<&Reference> {
    match given {
        Given::Literal(_) => None,
        Given::Reference(reference) => Some(reference),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ffi::OsString;

    use algen_core::config::Map;
    use algen_core::governance::trust::Trust;

    use super::*;
    use crate::secrets::{ResolverSettings, Variables};

    struct Set(BTreeMap<&'static str, &'static str>);

    impl Variables for Set {
        fn get(&self, name: &str) -> Option<OsString> {
            self.0.get(name).map(OsString::from)
        }
    }

    fn resolver(variables: &[(&'static str, &'static str)]) -> Resolver {
        in_project("/", variables)
    }

    fn in_project(project: &str, variables: &[(&'static str, &'static str)]) -> Resolver {
        Resolver::new(ResolverSettings {
            trust: Trust::Trusted,
            project: PathBuf::from(project),
            commands: &Map::default(),
            policies: &[],
            variables: Set(variables.iter().copied().collect()),
        })
    }

    fn environment<T>(name: &str) -> Given<T> {
        Given::Reference(Reference {
            scheme: ReferenceScheme::Environment,
            name: name.to_owned(),
        })
    }

    #[tokio::test]
    async fn lists_in_variables_are_separated_by_commas() {
        let cases: [(&str, Option<&[&str]>); 6] = [
            (r"INBOX,\Sent,\All", Some(&["INBOX", r"\Sent", r"\All"])),
            (" a , b ", Some(&["a", "b"])),
            ("a", Some(&["a"])),
            ("a,,b,", Some(&["a", "b"])),
            (",", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let resolver = resolver(&[("ALGEN_TOOLS_IMAP_FOLDERS", text)]);
            let reader = SettingReader::built_in(&resolver, "imap");
            let list = reader.list("folders", None).await.expect("a list");
            let expected =
                expected.map(|parts| parts.iter().map(|part| (*part).to_owned()).collect());
            assert_eq!(list, expected, "{text:?}");
        }
    }

    #[tokio::test]
    async fn switches_are_four_words() {
        let cases = [
            ("true", Ok(Some(true))),
            ("1", Ok(Some(true))),
            ("false", Ok(Some(false))),
            ("0", Ok(Some(false))),
            ("", Ok(None)),
            ("yes", Err(())),
            ("TRUE", Err(())),
        ];
        for (text, expected) in cases {
            let resolver = resolver(&[("ALGEN_TOOLS_GIT_ALLOW_WRITE", text)]);
            let reader = SettingReader::built_in(&resolver, "git");
            let found = reader.switch("allow_write", None).await;
            assert_eq!(found.clone().map_err(drop), expected, "{text:?}");
            if let Err(error) = found {
                assert_eq!(
                    error.to_string(),
                    "git.allow_write takes true, false, 1 or 0, and \
                     env://ALGEN_TOOLS_GIT_ALLOW_WRITE holds something else"
                );
            }
        }
    }

    #[tokio::test]
    async fn what_is_written_out_counts_before_any_variable() {
        let resolver = resolver(&[
            ("PORT", "26"),
            ("ALGEN_TOOLS_SMTP_PORT", "27"),
            ("WORD", "x"),
        ]);
        let declared = SettingReader::declared(&resolver, "notices");
        let built_in = SettingReader::built_in(&resolver, "smtp");
        let literal = Given::Literal(25);
        let cases = [
            ("written out", declared, Some(&literal), Ok(Some(25))),
            ("absent", declared, None, Ok(None)),
            (
                "built in, with its default",
                built_in,
                Some(&literal),
                Ok(Some(27)),
            ),
        ];
        for (name, reader, given, expected) in cases {
            assert_eq!(reader.number("port", given).await, expected, "{name}");
        }
        let referred = environment("PORT");
        assert_eq!(declared.number("port", Some(&referred)).await, Ok(Some(26)));
        let wrong = declared.number("port", Some(&environment("WORD"))).await;
        assert_eq!(
            wrong.expect_err("no number").to_string(),
            "notices.port takes a whole number, and env://WORD holds something else"
        );
    }

    #[tokio::test]
    async fn paths_start_at_the_project_or_at_home() {
        let other = || {
            Err(
                "kit.path cannot be used: only `~/` stands for a home directory; a name that \
                 begins with `~` is written `./~…`",
            )
        };
        let nowhere =
            || Err("kit.path cannot be used: it begins with `~/`, and HOME holds no absolute path");
        let cases = [
            ("a.db", Some("/home/me"), Ok("/p/a.db")),
            ("./b/../a.db", Some("/home/me"), Ok("/p/./b/../a.db")),
            ("./~a.db", Some("/home/me"), Ok("/p/./~a.db")),
            ("a~", Some("/home/me"), Ok("/p/a~")),
            ("/srv/a.db", Some("/home/me"), Ok("/srv/a.db")),
            ("~/a.db", Some("/home/me"), Ok("/home/me/a.db")),
            ("~//a.db", Some("/home/me"), Ok("/home/me/a.db")),
            ("~/../a.db", Some("/home/me"), Ok("/home/me/../a.db")),
            ("~", Some("/home/me"), Ok("/home/me")),
            ("~me/a.db", Some("/home/me"), other()),
            ("~a.db", None, other()),
            ("~/a.db", None, nowhere()),
            ("~/a.db", Some(""), nowhere()),
            ("~/a.db", Some("home"), nowhere()),
            ("a.db", None, Ok("/p/a.db")),
        ];
        for (path, home, expected) in cases {
            let mut variables = vec![("ALGEN_TOOLS_KIT_PATH", path), ("PATH_OF", path)];
            variables.extend(home.map(|home| ("HOME", home)));
            let resolver = in_project("/p", &variables);
            let declared = SettingReader::declared(&resolver, "kit");
            let built_in = SettingReader::built_in(&resolver, "kit");
            let literal = Given::Literal(path.to_owned());
            let referred = environment("PATH_OF");
            let expected = expected
                .map(PathBuf::from)
                .map_err(|message: &str| message.to_owned());
            for (reader, given) in [
                (declared, Some(&literal)),
                (declared, Some(&referred)),
                (built_in, None),
            ] {
                let found = reader.required_path("path", given).await;
                let found = found.map_err(|error| error.to_string());
                assert_eq!(found, expected, "{path:?} {home:?} {given:?}");
            }
        }
        let resolver = resolver(&[]);
        let reader = SettingReader::declared(&resolver, "kit");
        let missing = reader.required_path("path", None).await;
        let message = missing.expect_err("it is missing").to_string();
        assert_eq!(message, "kit.path is missing: nothing gives it a value");
    }

    #[tokio::test]
    async fn what_is_required_and_empty_is_missing() {
        let resolver = resolver(&[("ALGEN_TOOLS_SMTP_HOST", ""), ("SET", "mail.example.com")]);
        let built_in = SettingReader::built_in(&resolver, "smtp");
        let declared = SettingReader::declared(&resolver, "notices");
        let message =
            |found: Result<String, SettingError>| found.expect_err("it is missing").to_string();
        assert_eq!(
            message(built_in.required_text("host", None).await),
            "smtp.host is missing: env://ALGEN_TOOLS_SMTP_HOST is unset or empty"
        );
        assert_eq!(
            message(declared.required_text("host", None).await),
            "notices.host is missing: nothing gives it a value"
        );
        let unset = environment("UNSET");
        assert_eq!(
            message(declared.required_text("host", Some(&unset)).await),
            "notices.host is missing: env://UNSET is unset or empty"
        );
        let set = environment("SET");
        let found = declared.required_text("host", Some(&set)).await;
        assert_eq!(found.as_deref(), Ok("mail.example.com"));
        assert_eq!(built_in.text("ca_file", None).await, Ok(None));
        let credential = built_in.required_credential("password", None).await;
        assert!(credential.is_err());
    }
}
