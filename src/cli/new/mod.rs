//! `algen new`: a project that checks clean and runs.
//!
//! The files are written into a temporary folder first. A new project is that folder under its
//! name; into an empty folder that is there already they are moved one by one, and moved out again
//! where one cannot be. So a project is there whole or not at all. Whoever makes it has seen it:
//! its files are trusted at once.

mod template;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use algen_connectors::sqlite;
use algen_core::source::Sources;

use self::template::{Content, NewFile, files};
use super::Program;
use super::arguments::{NewArguments, ProjectOptions};
use super::inspection;
use super::request::Request;
use super::trust::{quoted, store};
use crate::exit::Exit;
use crate::render::report::counted;
use crate::render::visible::visible;
use crate::ui::Ui;

/// The folder of what editors read.
const EDITOR_FOLDER: &str = ".algen";

/// Makes a project.
pub(crate) fn run(arguments: &NewArguments, program: &Program) -> Exit {
    let ui = &program.ui;
    let folder = arguments.folder.as_path();
    let written = folder.to_string_lossy();
    let shown = visible(&written);
    let made = target(folder).and_then(|target| {
        let files = files(arguments.template, &target.name());
        target.make(&files)?;
        Ok(files.len())
    });
    let count = match made {
        Ok(count) => count,
        Err(problem) => return fails(&format!("{shown}: {problem}"), Exit::NotRun, ui),
    };
    ui.say(&format!("{shown}: made ({})", counted(count, "file")));
    if let Err(exit) = trust(folder, program) {
        return exit;
    }
    let enter = match folder == Path::new(".") {
        true => String::new(),
        // A shell would take a name with a dash for options.
        false if written.starts_with('-') => format!("cd ./{} && ", quoted(&written)),
        false => format!("cd {} && ", quoted(&written)),
    };
    ui.say(&format!(
        "Its files are trusted as they are. Now: {enter}algen check"
    ));
    Exit::Done
}

/// Where a project is made.
enum Target {
    /// A folder that is not there yet.
    New(PathBuf),
    /// An empty folder, without links.
    Empty(PathBuf),
}

/// Finds out what is at a place.
///
/// # Errors
/// Something is there already, or nothing can be made there.
fn target(folder: &Path) -> io::Result<Target> {
    match fs::symlink_metadata(folder) {
        Ok(_) => {
            if !fs::metadata(folder)?.is_dir() {
                return Err(io::Error::other("it is there already and is not a folder"));
            }
            let folder = fs::canonicalize(folder)?;
            if fs::read_dir(&folder)?.next().is_some() {
                return Err(io::Error::other(
                    "the folder is not empty; nothing is overwritten, so name another one",
                ));
            }
            Ok(Target::Empty(folder))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let absolute = std::path::absolute(folder)?;
            let parent = absolute.parent();
            if folder.file_name().is_none() || !parent.is_some_and(Path::is_dir) {
                return Err(io::Error::other("the folder above it does not exist"));
            }
            Ok(Target::New(absolute))
        }
        Err(error) => Err(error),
    }
}

impl Target {
    fn path(&self) -> &Path {
        match self {
            Self::New(path) | Self::Empty(path) => path,
        }
    }

    /// Returns the folder's own name.
    fn name(&self) -> String {
        let name = self.path().file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Writes the files, all of them or none.
    fn make(&self, files: &[NewFile]) -> io::Result<()> {
        let process = std::process::id();
        let temporary = match self {
            Self::New(path) => path.with_file_name(format!(".{}.{process}.tmp", self.name())),
            Self::Empty(path) => path.join(format!(".algen-new.{process}.tmp")),
        };
        fs::create_dir(&temporary)?;
        let made = write(&temporary, files).and_then(|()| match self {
            // Nothing that came in between is overwritten: only an empty folder gives way.
            Self::New(path) => fs::rename(&temporary, path),
            Self::Empty(path) => move_into(&temporary, path, files),
        });
        if made.is_err() || matches!(self, Self::Empty(_)) {
            // Where it cannot be removed, it says by its name what it is.
            let _ = fs::remove_dir_all(&temporary);
        }
        made
    }
}

/// Writes files into a folder that is ours alone.
fn write(folder: &Path, files: &[NewFile]) -> io::Result<()> {
    fs::create_dir(folder.join(EDITOR_FOLDER))?;
    for file in files {
        let path = folder.join(file.path);
        match &file.content {
            Content::Text(text) => {
                let mut opened = fs::File::create_new(path)?;
                opened.write_all(text.as_bytes())?;
                opened.sync_all()?;
            }
            Content::Database(script) => {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()?;
                let made = runtime.block_on(sqlite::make(&path, script));
                made.map_err(|error| io::Error::other(format!("{}: {error}", file.path)))?;
            }
        }
    }
    Ok(())
}

/// Moves what was written into a folder; where something cannot be, what was moved is removed.
fn move_into(from: &Path, folder: &Path, files: &[NewFile]) -> io::Result<()> {
    let mut moved: Vec<&OsStr> = Vec::new();
    let result = files.iter().try_for_each(|file| {
        let first = Path::new(file.path).iter().next().unwrap_or_default();
        if moved.last() == Some(&first) {
            return Ok(());
        }
        let place = folder.join(first);
        if fs::symlink_metadata(&place).is_ok() {
            let name = first.to_string_lossy();
            return Err(io::Error::other(format!("{name} is there already")));
        }
        fs::rename(from.join(first), place)?;
        moved.push(first);
        Ok(())
    });
    if result.is_err() {
        for name in moved {
            // Back to where it is removed with the rest.
            let _ = fs::rename(folder.join(name), from.join(name));
        }
    }
    result
}

/// Checks a project that was just made, and remembers that its files are trusted.
fn trust(folder: &Path, program: &Program) -> Result<(), Exit> {
    let ui = &program.ui;
    let options = ProjectOptions {
        config: vec![folder.join("agent.yaml")],
        deployment: None,
    };
    let request = Request::of(&options, program)?;
    let sources = Sources::default();
    let inspection = inspection::inspect(&sources, request);
    if inspection.inventory.is_none() {
        // Variables of the environment lie over every agent file.
        return Err(super::describe::not_loadable(&sources, &inspection, ui));
    }
    let provenance = &inspection.provenance;
    let Some(project) = &provenance.folder else {
        return Err(fails("the project has no folder", Exit::NotRun, ui));
    };
    let untrusted = |problem: String| {
        let problem = format!(
            "the project is there but is not trusted: {}; run algen trust in it",
            visible(&problem)
        );
        fails(&problem, Exit::Missing, ui)
    };
    let store = store().map_err(|error| untrusted(error.to_string()))?;
    store
        .store(project, &provenance.read, SystemTime::now())
        .map_err(|error| untrusted(error.to_string()))?;
    Ok(())
}

fn fails(problem: &str, exit: Exit, ui: &Ui) -> Exit {
    ui.complain(&format!("error: {problem}"));
    exit
}
