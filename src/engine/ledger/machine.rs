//! Time and identity as this process sees them, and whether another process still lives.
//!
//! Wall clocks are set back and forth, so deadlines are kept twice: in wall time and on the boot
//! clock, which never goes back and counts while the machine sleeps. On the boot that set a
//! deadline only the boot clock counts.

use std::fs;
use std::io::ErrorKind;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use algen_core::governance::ledger::Owner;

/// A point in time, by both clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    /// Milliseconds of Unix time.
    pub(super) wall: i64,
    /// What the machine calls this start of it; empty where it does not say.
    pub(super) boot: String,
    /// Milliseconds since that start.
    pub(super) boot_clock: i64,
}

/// When something ends, by both clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deadline {
    /// Milliseconds of Unix time.
    pub(super) wall: i64,
    /// The start of the machine that the boot clock belongs to.
    pub(super) boot: String,
    /// Milliseconds since that start.
    pub(super) boot_clock: i64,
}

impl Moment {
    /// Returns the end of a stretch that begins now.
    pub(super) fn after(&self, stretch: Duration) -> Deadline {
        let stretch = milliseconds(stretch);
        Deadline {
            wall: self.wall.saturating_add(stretch),
            boot: self.boot.clone(),
            boot_clock: self.boot_clock.saturating_add(stretch),
        }
    }
}

impl Deadline {
    /// Tells whether it has passed.
    pub(super) fn is_over(&self, now: &Moment) -> bool {
        if self.boot == now.boot && !now.boot.is_empty() {
            now.boot_clock >= self.boot_clock
        } else {
            now.wall >= self.wall
        }
    }
}

/// Returns whole milliseconds, as far as the ledger's numbers reach.
pub(super) fn milliseconds(stretch: Duration) -> i64 {
    i64::try_from(stretch.as_millis()).unwrap_or(i64::MAX)
}

/// Whether a process of this machine lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Process {
    /// It does.
    Lives,
    /// It does not, or has ended and only its parent has not looked yet.
    Gone,
    /// The machine does not say.
    NotKnown,
}

/// Why an owner lost its entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loss {
    /// Its process is gone.
    ProcessGone,
    /// Its machine was started again.
    MachineRestarted,
    /// It has held it longer than it said: it was stopped or hangs.
    LeaseOver,
}

impl Loss {
    /// Returns the kind of the failure that the ledger keeps.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::ProcessGone => "owner-gone",
            Self::MachineRestarted => "machine-restarted",
            Self::LeaseOver => "lease-over",
        }
    }
}

/// Where the ledger gets time and identity from.
pub(super) trait Machine: Send + Sync {
    /// Returns the time.
    fn now(&self) -> Moment;

    /// Returns this process.
    fn owner(&self) -> Owner;

    /// Tells whether a process lives that counts in the same space as this one.
    fn process(&self, owner: &Owner) -> Process;
}

/// Tells whether an owner has lost what it holds until a deadline.
pub(super) fn loss(
    machine: &dyn Machine,
    owner: &Owner,
    lease: &Deadline,
    now: &Moment,
) -> Option<Loss> {
    let me = machine.owner();
    let same_host = owner.host == me.host;
    let same_boot = match owner.boot.is_empty() {
        true => same_host && me.boot.is_empty(),
        false => owner.boot == me.boot,
    };
    if !same_boot && same_host && !owner.boot.is_empty() && !me.boot.is_empty() {
        return Some(Loss::MachineRestarted);
    }
    let comparable = same_boot && owner.space == me.space;
    if comparable && machine.process(owner) == Process::Gone {
        return Some(Loss::ProcessGone);
    }
    lease.is_over(now).then_some(Loss::LeaseOver)
}

/// This process on this machine.
pub(super) struct ThisMachine {
    owner: Owner,
}

impl ThisMachine {
    /// Looks up who this process is.
    pub(super) fn new() -> Self {
        let host = rustix::system::uname()
            .nodename()
            .to_string_lossy()
            .into_owned();
        let space = fs::read_link("/proc/self/ns/pid")
            .map(|link| link.to_string_lossy().into_owned())
            .unwrap_or_default();
        let process = std::process::id();
        let started = status(process).map_or(0, |status| status.started);
        Self {
            owner: Owner {
                host,
                boot: boot(),
                space,
                process,
                started,
            },
        }
    }
}

impl Machine for ThisMachine {
    fn now(&self) -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Moment {
            wall: milliseconds(since.unwrap_or_default()),
            boot: self.owner.boot.clone(),
            boot_clock: boot_clock(),
        }
    }

    fn owner(&self) -> Owner {
        self.owner.clone()
    }

    fn process(&self, owner: &Owner) -> Process {
        // Where this process cannot be seen, others cannot be seen either.
        if self.owner.started == 0 || owner.started == 0 {
            return Process::NotKnown;
        }
        match status(owner.process) {
            Ok(status) if status.ended || status.started != owner.started => Process::Gone,
            Ok(_) => Process::Lives,
            Err(ErrorKind::NotFound) => Process::Gone,
            Err(_) => Process::NotKnown,
        }
    }
}

/// Returns what Linux calls this start of the machine.
fn boot() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id")
        .map(|text| text.trim().to_owned())
        .unwrap_or_default()
}

#[cfg(target_os = "linux")]
fn boot_clock() -> i64 {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::Boottime);
    time.tv_sec
        .saturating_mul(1_000)
        .saturating_add(time.tv_nsec / 1_000_000)
}

/// Without a name for this start of the machine this clock is not looked at.
#[cfg(not(target_os = "linux"))]
fn boot_clock() -> i64 {
    0
}

/// What Linux says of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Status {
    /// It is a zombie or dead.
    ended: bool,
    /// When it started, in ticks since the machine did.
    started: u64,
}

fn status(process: u32) -> Result<Status, ErrorKind> {
    let text = fs::read(format!("/proc/{process}/stat")).map_err(|error| error.kind())?;
    parse_status(&String::from_utf8_lossy(&text)).ok_or(ErrorKind::InvalidData)
}

/// Reads fields 3 and 22 of `/proc/PID/stat` (proc_pid_stat(5)); the name before them may hold
/// blanks and parentheses.
fn parse_status(text: &str) -> Option<Status> {
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace();
    let state = fields.next()?;
    let started = fields.nth(18)?.parse().ok()?;
    Some(Status {
        ended: matches!(state, "Z" | "X" | "x"),
        started,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(wall: i64, boot: &str, boot_clock: i64) -> Moment {
        Moment {
            wall,
            boot: boot.to_owned(),
            boot_clock,
        }
    }

    #[test]
    fn on_the_same_boot_only_the_boot_clock_counts() {
        let deadline = moment(1_000, "b", 50).after(Duration::from_millis(100));
        let cases = [
            ("at once", moment(1_000, "b", 50), false),
            ("just before", moment(1_099, "b", 149), false),
            ("at the end", moment(1_100, "b", 150), true),
            ("wall clock set back", moment(0, "b", 150), true),
            ("wall clock set forward", moment(9_999, "b", 149), false),
            ("another boot, before", moment(1_099, "c", 9_999), false),
            ("another boot, after", moment(1_100, "c", 0), true),
            ("a machine that does not say", moment(1_100, "", 0), true),
        ];
        for (name, now, expected) in cases {
            assert_eq!(deadline.is_over(&now), expected, "{name}");
        }
        let unnamed = moment(1_000, "", 0).after(Duration::from_millis(100));
        assert!(!unnamed.is_over(&moment(1_099, "", 9_999)));
        assert!(unnamed.is_over(&moment(1_100, "", 0)));
    }

    #[test]
    fn a_deadline_beyond_all_numbers_is_the_last_one() {
        let deadline = moment(1, "b", 1).after(Duration::MAX);
        assert_eq!((deadline.wall, deadline.boot_clock), (i64::MAX, i64::MAX));
    }

    struct Pretended {
        owner: Owner,
        process: Process,
    }

    impl Machine for Pretended {
        fn now(&self) -> Moment {
            moment(0, &self.owner.boot, 0)
        }

        fn owner(&self) -> Owner {
            self.owner.clone()
        }

        fn process(&self, _: &Owner) -> Process {
            self.process
        }
    }

    fn owner(host: &str, boot: &str, space: &str) -> Owner {
        Owner {
            host: host.to_owned(),
            boot: boot.to_owned(),
            space: space.to_owned(),
            process: 7,
            started: 7,
        }
    }

    #[test]
    fn an_owner_loses_what_it_holds_when_it_is_gone_or_late() {
        use Process::{Gone, Lives, NotKnown};

        let me = || owner("h", "b", "s");
        let (in_time, late) = (99, 100);
        let cases = [
            ("lives, in time", me(), Lives, in_time, None),
            ("lives, late", me(), Lives, late, Some(Loss::LeaseOver)),
            (
                "gone, in time",
                me(),
                Gone,
                in_time,
                Some(Loss::ProcessGone),
            ),
            ("gone, late", me(), Gone, late, Some(Loss::ProcessGone)),
            ("not known, in time", me(), NotKnown, in_time, None),
            (
                "not known, late",
                me(),
                NotKnown,
                late,
                Some(Loss::LeaseOver),
            ),
            (
                "another container, whose numbers mean nothing here",
                owner("h", "b", "t"),
                Gone,
                in_time,
                None,
            ),
            (
                "another container, late",
                owner("g", "b", "t"),
                Gone,
                late,
                Some(Loss::LeaseOver),
            ),
            (
                "before the machine started again",
                owner("h", "a", "s"),
                Lives,
                in_time,
                Some(Loss::MachineRestarted),
            ),
            ("another machine", owner("g", "a", "s"), Gone, in_time, None),
            (
                "another machine that does not say its boot",
                owner("g", "", ""),
                Gone,
                in_time,
                None,
            ),
        ];
        for (name, other, process, time, expected) in cases {
            let machine = Pretended {
                owner: me(),
                process,
            };
            let lease = moment(0, &other.boot, 0).after(Duration::from_millis(100));
            let now = moment(time, "b", time);
            assert_eq!(loss(&machine, &other, &lease, &now), expected, "{name}");
        }
    }

    #[test]
    fn another_machine_is_late_by_the_wall_clock() {
        let machine = Pretended {
            owner: owner("h", "b", "s"),
            process: Process::Gone,
        };
        let lease = moment(1_000, "a", 0).after(Duration::from_millis(100));
        let other = owner("g", "a", "s");
        assert_eq!(
            loss(&machine, &other, &lease, &moment(1_099, "b", 9_999)),
            None
        );
        assert_eq!(
            loss(&machine, &other, &lease, &moment(1_100, "b", 0)),
            Some(Loss::LeaseOver)
        );
    }

    #[test]
    fn the_state_and_start_of_a_process_are_read() {
        let line = |name: &str, state: &str| {
            format!("12 ({name}) {state} 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 23 24\n")
        };
        let status = |ended| {
            Some(Status {
                ended,
                started: 4_711,
            })
        };
        let cases = [
            ("running", line("algen", "R"), status(false)),
            ("stopped", line("algen", "T"), status(false)),
            ("zombie", line("algen", "Z"), status(true)),
            (
                "a name with parentheses",
                line("a) Z 1 (b", "S"),
                status(false),
            ),
            ("cut", "12 (algen) R 1 2 3".to_owned(), None),
            ("nothing", String::new(), None),
        ];
        for (name, text, expected) in cases {
            assert_eq!(parse_status(&text), expected, "{name}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_lives_and_one_of_another_start_does_not() {
        let machine = ThisMachine::new();
        let me = machine.owner();
        assert!(
            !me.boot.is_empty() && !me.host.is_empty() && me.started > 0,
            "{me:?}"
        );
        assert_eq!(machine.process(&me), Process::Lives);
        let earlier = Owner {
            started: me.started - 1,
            ..me.clone()
        };
        assert_eq!(machine.process(&earlier), Process::Gone);
        let none = Owner {
            // Linux gives no number beyond 4,194,304.
            process: 5_000_000,
            ..me
        };
        assert_eq!(machine.process(&none), Process::Gone);
        let (first, second) = (machine.now(), machine.now());
        assert!(first.boot_clock > 0 && second.boot_clock >= first.boot_clock);
    }
}
