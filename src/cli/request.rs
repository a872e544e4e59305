//! What a command reads: agent files, standard input, the deployment, variables.

use std::path::{Path, PathBuf};

use algen_connectors::{ALL, Connector};
use algen_engine::files::FILE_BYTES_MAX;

use super::arguments::ProjectOptions;
use super::{Program, overlay_variables};
use crate::exit::Exit;
use crate::render::visible::visible;

/// The agent files that are taken when none is named, in this order.
pub(crate) const DEFAULT_FILES: [&str; 2] = ["agent.yaml", "config/agent.yaml"];

/// What to read.
#[derive(Clone, Default)]
pub(crate) struct Request {
    /// The agent files as they were given; `-` is standard input.
    pub(crate) files: Vec<String>,
    /// What was read from standard input, where `-` is among the files.
    pub(crate) standard_input: Option<Vec<u8>>,
    /// A text that stands for the content of the first agent file, as one that is not written yet.
    pub(crate) replacement: Option<Vec<u8>>,
    /// The deployment as it was given; otherwise `algen.yaml` beside the first file.
    pub(crate) deployment: Option<String>,
    /// Where Python modules are looked for, instead of the first file's folder and its `src`.
    pub(crate) project_root: Option<PathBuf>,
    /// The variables of the environment.
    pub(crate) variables: Vec<(String, String)>,
    /// How many tokens the tools of one agent may take.
    pub(crate) max_tool_tokens: Option<usize>,
    /// Whether declared toolkits are held to the contract of tools.
    pub(crate) holds_contract: bool,
    /// Connectors besides those of the program.
    pub(crate) extra: &'static [Connector],
}

impl Request {
    /// Asks for the project that options name, or says why there is none.
    ///
    /// # Errors
    /// The way to end.
    pub(crate) fn of(options: &ProjectOptions, program: &Program) -> Result<Self, Exit> {
        Self::new(&options.config, options, program).map_err(|problem| {
            program
                .ui
                .complain(&format!("error: {}", visible(&problem)));
            Exit::NotRun
        })
    }

    /// Asks for these agent files, or for the default one of the working directory.
    ///
    /// # Errors
    /// There is no agent file, or standard input cannot be read.
    pub(crate) fn new(
        files: &[PathBuf],
        project: &ProjectOptions,
        program: &Program,
    ) -> Result<Self, String> {
        let mut request = Self::of_files(files, project.deployment.as_deref(), program.extra)?;
        if request.files.iter().any(|file| file == "-") {
            let input = program.ui.read(FILE_BYTES_MAX);
            let problem = |problem| format!("cannot read standard input: {problem}");
            request.standard_input = Some(input.map_err(problem)?);
        }
        Ok(request)
    }

    /// Asks for agent files that are files, or for the default one of the working directory.
    ///
    /// # Errors
    /// There is no agent file.
    pub(crate) fn of_files(
        files: &[PathBuf],
        deployment: Option<&Path>,
        extra: &'static [Connector],
    ) -> Result<Self, String> {
        Ok(Self {
            files: named(files)?,
            deployment: deployment.map(shown),
            variables: overlay_variables(),
            extra,
            ..Self::default()
        })
    }

    /// Tells whether it asks for files alone, and not for standard input.
    pub(crate) fn is_of_files(&self) -> bool {
        self.files.iter().all(|file| file != "-")
    }

    /// Tells whether the working directory has an agent file that is taken when none is named.
    pub(crate) fn has_default() -> bool {
        let mut names = DEFAULT_FILES.into_iter();
        names.any(|name| exists(Path::new(name)))
    }

    /// Returns every connector.
    pub(crate) fn connectors(&self) -> impl Iterator<Item = &'static Connector> {
        ALL.iter().chain(self.extra)
    }

    /// Returns the first agent file that is a file.
    pub(crate) fn first_file(&self) -> Option<&Path> {
        let mut files = self.files.iter();
        files.find(|file| *file != "-").map(Path::new)
    }

    /// Returns the deployment: the one that was given, else `algen.yaml` beside the first agent
    /// file where it is there.
    pub(crate) fn deployment_file(&self) -> Option<String> {
        let beside = || {
            let beside = self.first_file()?.with_file_name("algen.yaml");
            exists(&beside).then(|| shown(&beside))
        };
        self.deployment.clone().or_else(beside)
    }

    /// Returns the files that algen takes where they are there, whether they are or not: those that
    /// would decide if somebody added them.
    pub(crate) fn candidates(&self) -> Vec<PathBuf> {
        let Some(first) = self.first_file() else {
            return Vec::new();
        };
        let [preferred, other] = DEFAULT_FILES.map(Path::new);
        let agents = (first == other).then(|| preferred.to_owned());
        let deployment = self
            .deployment
            .is_none()
            .then(|| first.with_file_name("algen.yaml"));
        agents.into_iter().chain(deployment).collect()
    }

    /// Returns the folders in which, and in whose `src`, Python modules are looked for: the given
    /// one, else that of the first agent file, and the one above where that is called `config`.
    pub(crate) fn python_folders(&self) -> Vec<PathBuf> {
        if let Some(root) = &self.project_root {
            return vec![root.clone()];
        }
        let Some(beside) = self.first_file().and_then(Path::parent) else {
            return Vec::new();
        };
        let mut folders = vec![beside.to_owned()];
        if beside.file_name().is_some_and(|name| name == "config") {
            folders.extend(beside.parent().map(Path::to_owned));
        }
        folders
    }
}

/// Returns the agent files as they were given, or the default one of the working directory.
fn named(files: &[PathBuf]) -> Result<Vec<String>, String> {
    if !files.is_empty() {
        return Ok(files.iter().map(|file| shown(file)).collect());
    }
    let default = DEFAULT_FILES
        .into_iter()
        .find(|candidate| exists(Path::new(candidate)));
    let missing = || {
        let names = DEFAULT_FILES.join(" and no ");
        format!("there is no {names} here; name a file with -c")
    };
    Ok(vec![default.ok_or_else(missing)?.to_owned()])
}

/// Tells whether something has this name, even a link that leads nowhere.
fn exists(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}

/// Returns a path as text; what is not UTF-8 in it is replaced and then not found.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
