//! A process group that ends with its owner.

use rustix::process::{Pid, Signal, kill_process_group};

/// The group that a started program leads, killed when this is dropped.
///
/// The number of a group is not given to another process while the group has a member. Where it has
/// none left, the kernel would have to go through all numbers between the end of the program and
/// the call right after it to meet somebody else's.
#[derive(Debug)]
pub(super) struct Group(Option<Pid>);

impl Group {
    /// Names the group that a program leads whose number is known; `None` where it has ended.
    pub(super) fn led_by(program: Option<u32>) -> Self {
        let number = program.and_then(|number| i32::try_from(number).ok());
        Self(number.and_then(Pid::from_raw))
    }

    /// Kills every process of the group. That there is none any more is no failure.
    pub(super) fn kill(&self) {
        if let Some(group) = self.0 {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
