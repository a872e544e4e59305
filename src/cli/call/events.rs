//! What happens during a call: as JSON lines where `--events` says, in words where somebody has to
//! act while the call waits, and on a terminal as a line that moves, until a running tool writes
//! something: that is shown as it comes.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;

use algen_engine::runtime::{Event, EventSink};
use jiff::Timestamp;
use serde_json::Value;

use super::progress::Progress;
use crate::exit::Exit;
use crate::ui::Ui;

/// Writes events to where they were asked for, and tells which question a call waits for.
pub(super) struct Events {
    ui: Ui,
    output: Output,
    waits: bool,
    /// Whether every event says that a stand-in answers.
    fake: bool,
    /// `None` where events are written to the same terminal.
    progress: Option<Progress>,
    problem: Mutex<Option<String>>,
}

enum Output {
    Nowhere,
    Talk,
    File(Mutex<File>),
}

/// Opens the file for events; `-` is error output. A file that exists is continued. `waits` is
/// whether the call waits for a question that is open, `fake` whether a stand-in answers it.
///
/// # Errors
/// It cannot be written, which is said; nothing was done.
pub(super) fn open(path: Option<&Path>, waits: bool, fake: bool, ui: &Ui) -> Result<Events, Exit> {
    let output = match path {
        None => Output::Nowhere,
        Some(path) if path == Path::new("-") => Output::Talk,
        Some(path) => match OpenOptions::new().append(true).create(true).open(path) {
            Ok(file) => Output::File(Mutex::new(file)),
            Err(problem) => {
                let path = path.display();
                ui.complain(&format!("error: cannot write events to {path}: {problem}"));
                return Err(Exit::NotRun);
            }
        },
    };
    let progress = match output {
        Output::Talk => None,
        Output::Nowhere | Output::File(_) => Some(Progress::new(ui)),
    };
    Ok(Events {
        ui: ui.clone(),
        progress,
        output,
        waits,
        fake,
        problem: Mutex::new(None),
    })
}

impl Events {
    /// Returns why some event could not be written.
    pub(super) fn problem(&self) -> Option<String> {
        let problem = self.problem.lock();
        problem.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl EventSink for Events {
    fn emit(&self, event: &Event) {
        if let Some(progress) = &self.progress {
            match event.name {
                "call.started" | "approval.granted" => progress.begin(),
                "approval.requested" | "approval.refused" | "approval.pending"
                | "process.output" | "call.finished" => progress.end(),
                _ => {}
            }
        }
        if self.waits && event.name == "approval.pending" {
            let id = event.fields.get("approval").and_then(Value::as_str);
            let id = id.unwrap_or_default();
            self.ui.say(&format!(
                "waiting: `algen approvals approve {id}` at a terminal"
            ));
        }
        if event.name == "process.output" {
            let text = event.fields.get("text").and_then(Value::as_str);
            self.ui.echo(text.unwrap_or_default());
        }
        let at = Timestamp::now().to_string();
        let mut document = event.document(&at);
        if let (true, Some(fields)) = (self.fake, document.as_object_mut()) {
            fields.insert("fake".to_owned(), true.into());
        }
        let line = format!("{document}\n");
        match &self.output {
            Output::Nowhere => {}
            Output::Talk => self.ui.complain(&line),
            Output::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                if let Err(problem) = file.write_all(line.as_bytes()) {
                    let mut first = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert_with(|| problem.to_string());
                }
            }
        }
    }
}
