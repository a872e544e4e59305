//! Loads a project: its agent files, its deployment, and which plugins and tools they name.
//!
//! Opens regular files beneath the project folder and nothing else. Everything borrows from the
//! texts, so what is done with a project happens inside [`load`].

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use algen_core::config::Decoder;
use algen_core::config::agent::AgentFile;
use algen_core::config::deployment::Deployment;
use algen_core::config::load::{self, ConfigText};
use algen_core::governance::overlay_tools;
use algen_core::registry::python::PythonRoot;
use algen_core::registry::resolve::{Declarations, resolve};
use algen_core::registry::{PluginSpec, Registry};
use algen_core::source::{FileError, Files, Origin, Sources};
use algen_engine::files::{ProjectFiles, RootError};

use super::request::Request;

/// What standard input is called in findings.
const STANDARD_INPUT: &str = "<stdin>";

/// A project as it is written.
pub(crate) struct LoadedProject<'p> {
    /// The agent files as they were given.
    pub(crate) config: Vec<String>,
    /// The merged agent file.
    pub(crate) agents: &'p AgentFile,
    /// The deployment, where there is one.
    pub(crate) deployment: Option<&'p Deployment<'p>>,
    /// Which plugins and tools there are.
    pub(crate) registry: Registry<'p>,
    /// The variables that references anywhere in it name.
    pub(crate) variables: BTreeSet<String>,
    /// Whether every text could be composed; where not, something is missing.
    pub(crate) complete: bool,
}

/// Loads a project and does something with it; problems are in the decoder.
pub(crate) fn load<R>(
    sources: &Sources,
    mut request: Request,
    judge: impl FnOnce(LoadedProject<'_>, Decoder<'_>) -> R,
) -> R {
    let mut decoder = Decoder::new(sources);
    let mut standard_input = request.standard_input.take();
    let texts = request
        .files
        .iter()
        .map(|file| match file.as_str() {
            "-" => ConfigText {
                name: STANDARD_INPUT.to_owned(),
                origin: Origin::StandardInput,
                content: Ok(standard_input.take().unwrap_or_default()),
            },
            file => text(file),
        })
        .collect();
    let loaded = load::load_agents(sources, texts, &request.variables, &mut decoder);
    let mut variables = loaded.variables;

    let deployment_file = request.deployment_file();
    let deployment = deployment_file.as_ref().and_then(|path| {
        let loaded = load::load_deployment(sources, text(path), &mut decoder)?;
        variables.extend(loaded.variables);
        Some(loaded.deployment)
    });

    let location = deployment_file.as_deref().map(Location::of);
    let project = location.as_ref().and_then(|location| location.open().ok());
    let python = python_files(&request);
    let python_roots = python_roots(&python);
    let built_in: Vec<&PluginSpec> = request.connectors().map(|each| &each.plugin).collect();
    let declarations = Declarations {
        sources,
        agents: &loaded.file,
        deployment: deployment.as_ref(),
        files: match &project {
            Some(files) => files,
            None => &NoFiles,
        },
        deployment_folder: location.as_ref().map_or("", Location::folder_of_file),
        python_roots: &python_roots,
        built_in: &built_in,
        overlay_tools: overlay_tools::tools,
    };
    let registry = resolve(&declarations, &mut decoder);
    let answer = judge(
        LoadedProject {
            config: request.files,
            agents: &loaded.file,
            deployment: deployment.as_ref(),
            registry,
            variables,
            complete: loaded.complete,
        },
        decoder,
    );
    // The process ends soon: to give back a large project piece by piece would take longer than to
    // judge it.
    std::mem::forget(loaded.file);
    answer
}

/// Reads one named file.
fn text(path: &str) -> ConfigText {
    let location = Location::of(path);
    ConfigText {
        name: path.to_owned(),
        origin: Origin::Project,
        content: location.open().and_then(|files| files.read(&location.file)),
    }
}

/// A project folder and the path of a file in it.
struct Location {
    folder: PathBuf,
    file: String,
}

impl Location {
    /// Splits a path: `config/agent.yaml` belongs to the folder above `config`. A path without a
    /// last name, as `..`, is a folder, which reading then says.
    fn of(path: &str) -> Self {
        let path = Path::new(path);
        let Some(name) = path.file_name() else {
            let file = if path.as_os_str().is_empty() { "" } else { "." };
            return Self {
                folder: path.to_owned(),
                file: file.to_owned(),
            };
        };
        let name = name.to_string_lossy();
        let parent = path.parent().unwrap_or(Path::new(""));
        if parent.file_name().is_some_and(|name| name == "config") {
            return Self {
                folder: parent.parent().unwrap_or(Path::new("")).to_owned(),
                file: format!("config/{name}"),
            };
        }
        Self {
            folder: parent.to_owned(),
            file: name.into_owned(),
        }
    }

    fn open(&self) -> Result<ProjectFiles, FileError> {
        open(&self.folder)
    }

    /// Returns the folder of the file, relative to the project folder.
    fn folder_of_file(&self) -> &str {
        self.file.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// Opens a folder; an empty path is the working directory.
fn open(folder: &Path) -> Result<ProjectFiles, FileError> {
    let shown = folder.to_string_lossy();
    let opened = if shown.is_empty() {
        Path::new(".")
    } else {
        folder
    };
    ProjectFiles::open(opened, &shown).map_err(|error| match error {
        RootError::Missing => FileError::Missing,
        error => FileError::Refused(format!("the folder above it: {error}")),
    })
}

/// Opens the folders of Python modules; one that cannot be opened has none.
fn python_files(request: &Request) -> Vec<ProjectFiles> {
    let folders = request.python_folders();
    folders
        .iter()
        .filter_map(|folder| open(folder).ok())
        .collect()
}

fn python_roots(opened: &[ProjectFiles]) -> Vec<PythonRoot<'_>> {
    let roots = opened.iter().flat_map(|files| {
        ["", "src"].map(|folder| PythonRoot {
            files,
            folder: folder.to_owned(),
        })
    });
    roots.collect()
}

/// The files of a project that has no folder, as one from standard input.
pub(super) struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Result<Vec<u8>, FileError> {
        Err(FileError::Missing)
    }

    fn exists(&self, _: &str) -> bool {
        false
    }

    fn display(&self, path: &str) -> String {
        path.to_owned()
    }
}
