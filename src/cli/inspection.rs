//! Reads a project and judges it: what `check` and `describe` have in common.
//!
//! Opens regular files beneath the project folder and nothing else: no socket, program, secret or
//! setting of a connector.

use std::path::{Path, PathBuf};

use algen_connectors::ALL;
use algen_core::check::{self, Project};
use algen_core::config::Decoder;
use algen_core::config::load::{self, ConfigText};
use algen_core::diagnostics::{Code, Diagnostic, Severity};
use algen_core::governance::overlay_tools;
use algen_core::registry::inventory::{self, Inventory};
use algen_core::registry::python::PythonRoot;
use algen_core::registry::resolve::{Declarations, resolve};
use algen_core::source::{FileError, Files, Origin, Sources, Span};
use algen_engine::files::{ProjectFiles, RootError};

use super::request::{DEFAULT_FILES, Request};

/// What standard input is called in findings.
const STANDARD_INPUT: &str = "<stdin>";

/// What was found.
pub(crate) struct Inspection {
    /// The agent files as they were given.
    pub(crate) config: Vec<String>,
    /// Every finding, sorted by file and place.
    pub(crate) findings: Vec<Diagnostic>,
    /// Ranges that are never quoted.
    pub(crate) masked: Vec<Span>,
    /// What the project declares; `None` where it cannot be loaded as written.
    pub(crate) inventory: Option<Inventory>,
}

impl Inspection {
    /// Returns what is found where there is no agent file.
    pub(crate) fn of_nothing() -> Self {
        let missing = Diagnostic::new(
            "unreadable-file",
            Code::Configuration,
            Severity::Error,
            "there is no agent file",
        );
        Self {
            config: Vec::new(),
            findings: vec![missing.in_file(DEFAULT_FILES.join(", "))],
            masked: Vec::new(),
            inventory: None,
        }
    }

    /// Tells whether a finding is an error.
    pub(crate) fn has_errors(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.severity == Severity::Error)
    }

    /// Tells whether a file could not be read at all.
    pub(crate) fn is_unreadable(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.rule == "unreadable-file")
    }
}

/// Reads and judges a project.
pub(crate) fn inspect(sources: &Sources, mut request: Request) -> Inspection {
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
        built_in: ALL,
        overlay_tools: overlay_tools::tools,
    };
    let registry = resolve(&declarations, &mut decoder);
    let mut findings = std::mem::take(&mut decoder.diagnostics);
    // Rules reason from what is not there: a file that could not be read would have it.
    if loaded.complete {
        findings.extend(check::check(&Project {
            sources,
            agents: &loaded.file,
            deployment: deployment.as_ref(),
            registry: &registry,
            max_tool_tokens: request.max_tool_tokens,
        }));
    }
    sort(sources, &mut findings);
    let inventory = is_loadable(&findings)
        .then(|| inventory::collect(&registry, &loaded.file, deployment.as_ref(), &variables));
    // The process ends soon: to give back a large project piece by piece would take longer than to
    // judge it.
    drop(registry);
    std::mem::forget(loaded.file);
    Inspection {
        config: request.files,
        findings,
        masked: decoder.masked,
        inventory,
    }
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

/// Tells whether the Python runtime would load the project, as far as files tell.
fn is_loadable(findings: &[Diagnostic]) -> bool {
    !findings.iter().any(|finding| {
        finding.severity == Severity::Error
            && matches!(
                finding.code,
                Code::Configuration | Code::Plugin | Code::ComponentConflict
            )
    })
}

/// Sorts findings by file, line and column; those without a place come first.
fn sort(sources: &Sources, findings: &mut [Diagnostic]) {
    findings.sort_by_cached_key(|finding| {
        let place = finding.primary();
        let source = place.and_then(|span| sources.get(span.source));
        let name = source.map_or_else(
            || finding.file.clone().unwrap_or_default(),
            |source| source.name().to_owned(),
        );
        (name, place.map(|span| (span.start, span.end)), finding.rule)
    });
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
