//! What processes show of themselves to everybody: the arguments of a program, and arguments and
//! environment of those that it starts.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::place::{Output, Place};

/// How often it is looked.
const PAUSE: Duration = Duration::from_millis(3);

/// The most processes that are followed downwards.
const DEPTH_MAX: usize = 8;

/// Looks at a process and those below it until it is asked.
pub(crate) struct ProcessWatch {
    is_over: Arc<AtomicBool>,
    seen: JoinHandle<BTreeSet<(Place, Vec<u8>)>>,
}

impl ProcessWatch {
    /// Begins to look.
    pub(crate) fn over(process: u32) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let seen = thread::spawn(move || {
            let mut seen = BTreeSet::new();
            while !over.load(Ordering::SeqCst) {
                let arguments = read(process, "cmdline");
                look_below(process, &arguments, DEPTH_MAX, &mut seen);
                seen.insert((Place::Arguments, arguments));
                thread::sleep(PAUSE);
            }
            seen
        });
        Self { is_over, seen }
    }

    /// Returns what was seen.
    pub(crate) fn end(self, name: &str) -> Vec<Output> {
        self.is_over.store(true, Ordering::SeqCst);
        let seen = self.seen.join().expect("the watch ends");
        seen.into_iter()
            .map(|(place, bytes)| Output::new(place, name, bytes))
            .collect()
    }
}

fn look_below(process: u32, arguments: &[u8], depth: usize, seen: &mut BTreeSet<(Place, Vec<u8>)>) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else {
        return;
    };
    for thread in threads.flatten() {
        let children = fs::read_to_string(thread.path().join("children"));
        for child in children.unwrap_or_default().split_whitespace() {
            let Ok(child) = child.parse() else { continue };
            let own = read(child, "cmdline");
            // A process shows the memory of whoever started it until it is another program.
            if own != arguments && !own.is_empty() {
                seen.insert((Place::ChildEnvironment, read(child, "environ")));
                look_below(child, &own, depth, seen);
                seen.insert((Place::Arguments, own));
            }
        }
    }
}

/// Reads what a process shows; nothing of one that has ended.
fn read(process: u32, file: &str) -> Vec<u8> {
    fs::read(format!("/proc/{process}/{file}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn programs_below_are_seen() {
        let mut child = Command::new("/bin/sh")
            .args(["-c", "PLANTED=in-the-environment sleep 0.37; :"])
            .stdin(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let watch = ProcessWatch::over(child.id());
        child.wait().expect("it is our child");
        let seen = watch.end("sleep");
        let shows = |place, text: &str| {
            seen.iter().any(|output| {
                output.place == place && String::from_utf8_lossy(&output.bytes).contains(text)
            })
        };
        assert!(shows(Place::Arguments, "sleep\u{0}0.37"), "{seen:?}");
        assert!(
            shows(Place::ChildEnvironment, "in-the-environment"),
            "{seen:?}"
        );
    }
}
