//! Loads a project: its agent files, its deployment, and which plugins and tools they name.
//!
//! Opens regular files beneath the project folder and nothing else. Everything borrows from the
//! texts, so what is done with a project happens inside [`load()`].

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use algen_core::config::Decoder;
use algen_core::config::agent::AgentFile;
use algen_core::config::deployment::{Deployment, PluginSource, Policy, ToolkitSource};
use algen_core::config::load::{self, ConfigText};
use algen_core::config::overlay::lock_path;
use algen_core::governance::fingerprint::text_digest;
use algen_core::governance::overlay_tools;
use algen_core::governance::trust::ProjectDigest;
use algen_core::registry::python::PythonRoot;
use algen_core::registry::resolve::{Declarations, resolve};
use algen_core::registry::{PluginSpec, Registry};
use algen_core::source::{FileError, Files, Origin, Sources};
use algen_engine::files::{ProjectFiles, Recording, RecordingFiles, RootError};

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
    /// Which files it was read from.
    pub(crate) provenance: Provenance,
}

impl LoadedProject<'_> {
    /// Returns the deployment's policy.
    pub(crate) fn policy(&self) -> Option<&Policy> {
        self.deployment
            .map(|deployment| &deployment.settings.policy)
    }

    /// Returns what ledger, keys and grants belong to: the deployment's own word, else a digest of
    /// the project's path.
    pub(crate) fn namespace(&self) -> String {
        let named = self.deployment.and_then(|deployment| {
            let namespace = deployment.settings.namespace.as_ref()?;
            Some(namespace.value.clone())
        });
        named.unwrap_or_else(|| {
            let folder = self.provenance.folder.as_deref();
            let path = folder.map(Path::to_string_lossy).unwrap_or_default();
            let digest = text_digest(&path);
            format!("project-{}", digest.get(..32).unwrap_or(&digest))
        })
    }
}

/// Which files a project was read from: what trust in it counts for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Provenance {
    /// The project folder, absolute and without links; `None` where there is none, as for standard
    /// input.
    pub(crate) folder: Option<PathBuf>,
    /// Agent files, deployment, overlays, locks and inventories. Of Python modules only a name is
    /// looked for; they do not count.
    pub(crate) read: ProjectDigest,
    /// Files that were looked for and could not be read, named as the others.
    pub(crate) missing: BTreeSet<String>,
}

/// Loads a project and does something with it; problems are in the decoder.
pub(crate) fn load<R>(
    sources: &Sources,
    mut request: Request,
    judge: impl FnOnce(LoadedProject<'_>, Decoder<'_>) -> R,
) -> R {
    let mut decoder = Decoder::new(sources);
    let folder = request
        .first_file()
        .map(|file| Location::of_path(file).absolute());
    let recording = Recording::new(folder.as_deref().unwrap_or(Path::new("")));
    let mut standard_input = request.standard_input.take();
    if let Some(bytes) = &standard_input {
        recording.record(STANDARD_INPUT, bytes);
    }
    let mut replacement = request.replacement.take();
    let texts = request
        .files
        .iter()
        .map(|file| match file.as_str() {
            "-" => ConfigText {
                name: STANDARD_INPUT.to_owned(),
                origin: Origin::StandardInput,
                content: Ok(standard_input.take().unwrap_or_default()),
            },
            file => match replacement.take() {
                Some(bytes) => ConfigText {
                    name: file.to_owned(),
                    origin: Origin::Project,
                    content: Ok(bytes),
                },
                None => text(file, &recording),
            },
        })
        .collect();
    let loaded = load::load_agents(sources, texts, &request.variables, &mut decoder);
    let mut variables = loaded.variables;

    for candidate in request.candidates() {
        look_for(&candidate, &recording);
    }
    let deployment_file = request.deployment_file();
    let deployment = deployment_file.as_ref().and_then(|path| {
        let loaded = load::load_deployment(sources, text(path, &recording), &mut decoder)?;
        variables.extend(loaded.variables);
        Some(loaded.deployment)
    });

    let location = deployment_file.as_deref().map(Location::of);
    let project = location
        .as_ref()
        .and_then(|location| location.open(&recording).ok());
    if let (Some(deployment), Some(files), Some(location)) = (&deployment, &project, &location) {
        read_locks(deployment, files, location.folder_of_file());
    }
    let python = python_files(&request);
    let python_roots = python_roots(&python);
    let built_in: Vec<&PluginSpec> = request.connectors().map(|each| &each.plugin).collect();
    let declarations = Declarations {
        sources,
        agents: &loaded.file,
        deployment: deployment.as_ref(),
        deployment_is_lost: deployment_file.is_some() && deployment.is_none(),
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
            complete: loaded.complete && !declarations.deployment_is_lost,
            provenance: Provenance {
                folder,
                read: recording.digest(),
                missing: recording.missing(),
            },
        },
        decoder,
    );
    // The process ends soon: to give back a large project piece by piece would take longer than to
    // judge it.
    std::mem::forget(loaded.file);
    answer
}

/// Reads the lock of every overlay, for the recording alone: what it pins decides over calls.
fn read_locks(deployment: &Deployment<'_>, files: &dyn Files, folder: &str) {
    for plugin in &deployment.plugins {
        let PluginSource::Toolkits { toolkits, .. } = &plugin.source else {
            continue;
        };
        for toolkit in toolkits {
            if let ToolkitSource::Overlay { path } = &toolkit.source {
                let lock = Path::new(folder).join(lock_path(&path.value.path));
                // One that cannot be read pins nothing.
                let _ = files.read(&lock.to_string_lossy());
            }
        }
    }
}

/// Looks whether a file is there, for the recording alone.
fn look_for(path: &Path, recording: &Recording) {
    let location = Location::of_path(path);
    if let Ok(files) = location.open(recording) {
        files.exists(&location.file);
    }
}

/// Reads one named file.
fn text(path: &str, recording: &Recording) -> ConfigText {
    let location = Location::of(path);
    ConfigText {
        name: path.to_owned(),
        origin: Origin::Project,
        content: location
            .open(recording)
            .and_then(|files| files.read(&location.file)),
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
        Self::of_path(Path::new(path))
    }

    fn of_path(path: &Path) -> Self {
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

    fn open<'r>(
        &self,
        recording: &'r Recording,
    ) -> Result<RecordingFiles<'r, ProjectFiles>, FileError> {
        let files = open(&self.folder)?;
        Ok(recording.through(files, &self.absolute()))
    }

    /// Returns the absolute path of the folder, without links; as it is written where nothing is
    /// there.
    fn absolute(&self) -> PathBuf {
        let folder = opened(&self.folder);
        std::fs::canonicalize(folder)
            .or_else(|_| std::path::absolute(folder))
            .unwrap_or_else(|_| folder.to_owned())
    }

    /// Returns the folder of the file, relative to the project folder.
    fn folder_of_file(&self) -> &str {
        self.file.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// Returns the folder that a path names; an empty one is the working directory.
fn opened(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// Opens a folder.
fn open(folder: &Path) -> Result<ProjectFiles, FileError> {
    let shown = folder.to_string_lossy();
    ProjectFiles::open(opened(folder), &shown).map_err(|error| match error {
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
