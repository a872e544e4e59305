//! Reads a project and judges it: what `check`, `describe` and `explain` have in common.
//!
//! Opens regular files beneath the project folder and nothing else: no socket, program, secret or
//! setting of a connector.

use std::collections::BTreeSet;
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
use algen_engine::files::{FILE_BYTES_MAX, ProjectFiles, RootError};

use super::arguments::ProjectOptions;
use super::overlay_variables;
use crate::ui::Ui;

/// The agent files that are taken when none is named, in this order.
pub(crate) const DEFAULT_FILES: [&str; 2] = ["agent.yaml", "config/agent.yaml"];

/// What standard input is called in findings.
pub(crate) const STANDARD_INPUT: &str = "<stdin>";

/// What to read.
#[derive(Clone, Default)]
pub(crate) struct Request {
    /// The agent files as they were given; `-` is standard input.
    pub(crate) files: Vec<String>,
    /// What was read from standard input, where `-` is among the files.
    pub(crate) standard_input: Option<Vec<u8>>,
    /// The deployment as it was given; otherwise `algen.yaml` beside the first file.
    pub(crate) deployment: Option<String>,
    /// Where Python modules are looked for, instead of the first file's folder and its `src`.
    pub(crate) project_root: Option<PathBuf>,
    /// The variables of the environment.
    pub(crate) variables: Vec<(String, String)>,
    /// How many tokens the tools of one agent may take.
    pub(crate) max_tool_tokens: Option<usize>,
}

impl Request {
    /// Asks for these agent files, or for the default one of the working directory.
    ///
    /// # Errors
    /// There is no agent file, or standard input cannot be read.
    pub(crate) fn new(
        files: Vec<PathBuf>,
        project: &ProjectOptions,
        ui: &Ui,
    ) -> Result<Self, String> {
        let mut files: Vec<String> = files.iter().map(|file| shown(file)).collect();
        if files.is_empty() {
            let default = DEFAULT_FILES
                .into_iter()
                .find(|candidate| std::fs::symlink_metadata(candidate).is_ok());
            let missing = || {
                format!(
                    "there is no {} here; name a file",
                    DEFAULT_FILES.join(" and no ")
                )
            };
            files.push(default.ok_or_else(missing)?.to_owned());
        }
        let standard_input = files
            .iter()
            .any(|file| file == "-")
            .then(|| ui.read(FILE_BYTES_MAX))
            .transpose()
            .map_err(|problem| format!("cannot read standard input: {problem}"))?;
        Ok(Self {
            files,
            standard_input,
            deployment: project.deployment.as_deref().map(shown),
            variables: overlay_variables(),
            ..Self::default()
        })
    }
}

/// Returns a path as text; what is not UTF-8 in it is replaced and then not found.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

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

/// A folder of the project and the path of a file in it.
struct Location {
    folder: PathBuf,
    file: String,
}

/// Splits a path into the project folder and the rest: `config/agent.yaml` belongs to the folder
/// above `config`.
fn locate(path: &str) -> Location {
    let path = Path::new(path);
    let file = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let parent = path.parent().unwrap_or(Path::new(""));
    if parent.file_name().is_some_and(|name| name == "config") {
        return Location {
            folder: parent.parent().unwrap_or(Path::new("")).to_owned(),
            file: format!("config/{file}"),
        };
    }
    Location {
        folder: parent.to_owned(),
        file,
    }
}

/// Opens the folder of a location; an empty path is the working directory.
fn open(folder: &Path) -> Result<ProjectFiles, FileError> {
    let shown = folder.to_string_lossy();
    let folder = if shown.is_empty() {
        Path::new(".")
    } else {
        folder
    };
    ProjectFiles::open(folder, &shown).map_err(|error| match error {
        RootError::Missing => FileError::Missing,
        error => FileError::Refused(format!("the folder above it: {error}")),
    })
}

/// Reads one named file.
fn text(path: &str) -> ConfigText {
    let location = locate(path);
    ConfigText {
        name: path.to_owned(),
        origin: Origin::Project,
        content: open(&location.folder).and_then(|files| files.read(&location.file)),
    }
}

/// Reads and judges a project.
pub(crate) fn inspect(sources: &Sources, request: Request) -> Inspection {
    let mut decoder = Decoder::new(sources);
    let first = request.files.iter().find(|file| *file != "-");
    let project = first.map(|file| locate(file));
    let mut standard_input = request.standard_input;
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

    let deployment_path = request.deployment.or_else(|| {
        let first = Path::new(first?);
        let beside = first.with_file_name("algen.yaml");
        std::fs::symlink_metadata(&beside)
            .is_ok()
            .then(|| beside.to_string_lossy().into_owned())
    });
    let mut variables = loaded.variables;
    let deployment = deployment_path.as_ref().and_then(|path| {
        let loaded = load::load_deployment(sources, text(path), &mut decoder)?;
        variables.extend(loaded.variables);
        Some(loaded.deployment)
    });

    let deployment_location = deployment_path.as_deref().map(locate);
    let deployment_folder = deployment_location.as_ref().or(project.as_ref());
    let files = deployment_folder.and_then(|location| open(&location.folder).ok());
    let files: &dyn Files = match &files {
        Some(files) => files,
        None => &NoFiles,
    };
    let root_files;
    let mut python_roots = Vec::new();
    let python_folders: Vec<PathBuf> = match (&request.project_root, first) {
        (Some(root), _) => vec![root.clone()],
        (None, Some(first)) => {
            let beside = Path::new(first)
                .parent()
                .unwrap_or(Path::new(""))
                .to_owned();
            let above = project.map(|location| location.folder);
            above.into_iter().chain([beside]).collect()
        }
        (None, None) => Vec::new(),
    };
    root_files = python_folders
        .into_iter()
        .collect::<BTreeSet<_>>()
        .iter()
        .filter_map(|folder| open(folder).ok())
        .collect::<Vec<_>>();
    for files in &root_files {
        for folder in ["", "src"] {
            python_roots.push(PythonRoot {
                files,
                folder: folder.to_owned(),
            });
        }
    }

    let declarations = Declarations {
        sources,
        agents: &loaded.file,
        deployment: deployment.as_ref(),
        files,
        deployment_folder: deployment_location
            .as_ref()
            .and_then(|location| location.file.rsplit_once('/'))
            .map_or("", |(folder, _)| folder),
        python_roots: &python_roots,
        built_in: ALL,
        overlay_tools: overlay_tools::tools,
    };
    let registry = resolve(&declarations, &mut decoder);
    let mut findings = std::mem::take(&mut decoder.diagnostics);
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
    let loadable = !findings.iter().any(|finding| {
        finding.severity == Severity::Error
            && matches!(
                finding.code,
                Code::Configuration | Code::Plugin | Code::ComponentConflict
            )
    });
    let inventory = loadable
        .then(|| inventory::collect(&registry, &loaded.file, deployment.as_ref(), &variables));
    Inspection {
        config: request.files,
        findings,
        masked: decoder.masked,
        inventory,
    }
}

/// Sorts findings by file, line and column; those without a place come first.
fn sort(sources: &Sources, findings: &mut [Diagnostic]) {
    findings.sort_by_cached_key(|finding| {
        let place = finding.primary();
        let name = place.and_then(|span| sources.get(span.source)).map_or_else(
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
