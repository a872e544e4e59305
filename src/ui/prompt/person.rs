//! Who answers: as the operating system names account, terminal and machine. The environment could
//! be anybody's word and is not asked.

use std::path::Path;

use algen_core::governance::identity::Person;
use algen_core::source::Files as _;
use algen_engine::files::ProjectFiles;

/// Majors of the device numbers of pseudo-terminals and of consoles and serial lines, after the
/// kernel's `Documentation/admin-guide/devices.txt`.
const PSEUDO_TERMINALS: std::ops::RangeInclusive<u32> = 136..=143;
const CONSOLES: u32 = 4;

/// Minors of [`CONSOLES`] from which on they are serial lines.
const SERIAL_LINES: u32 = 64;

/// Returns the person at the controlling terminal of this process.
///
/// An account that only a directory service knows is named by its number, and a terminal that the
/// system does not name is `/dev/tty`.
pub fn person() -> Person {
    let uid = rustix::process::getuid().as_raw();
    let passwd = text("/etc", "passwd");
    let stat = text("/proc", "self/stat");
    Person {
        user: account(&passwd, uid).unwrap_or_else(|| uid.to_string()),
        terminal: terminal(&stat).unwrap_or_else(|| "/dev/tty".to_owned()),
        host: rustix::system::uname()
            .nodename()
            .to_string_lossy()
            .into_owned(),
    }
}

/// Reads a file of the system; empty where it cannot be read.
fn text(folder: &str, file: &str) -> String {
    let files = ProjectFiles::open(Path::new(folder), folder);
    let bytes = files.ok().and_then(|files| files.read(file).ok());
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

/// Returns the name of an account from the text of a passwd file.
fn account(passwd: &str, uid: u32) -> Option<String> {
    let mut entries = passwd.lines().map(|line| line.split(':'));
    let name = entries.find_map(|mut fields| {
        let name = fields.next()?;
        let number: u32 = fields.nth(1)?.parse().ok()?;
        (number == uid).then_some(name)
    })?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns the path of the controlling terminal from `/proc/self/stat`: the seventh field is its
/// device number. The second, the program's name in parentheses, may hold blanks and parentheses.
fn terminal(stat: &str) -> Option<String> {
    let (_, fields) = stat.rsplit_once(')')?;
    let number: i32 = fields.split_whitespace().nth(4)?.parse().ok()?;
    let number = u32::from_ne_bytes(number.to_ne_bytes());
    let major = (number >> 8) & 0xfff;
    let minor = (number & 0xff) | ((number >> 12) & 0xf_ff00);
    if PSEUDO_TERMINALS.contains(&major) {
        let before = (major - PSEUDO_TERMINALS.start()) * 256;
        return Some(format!("/dev/pts/{}", before + minor));
    }
    match major {
        CONSOLES if minor < SERIAL_LINES => Some(format!("/dev/tty{minor}")),
        CONSOLES => Some(format!("/dev/ttyS{}", minor - SERIAL_LINES)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_found_by_number() {
        let passwd = "root:x:0:0:root:/root:/bin/sh\nbroken\nada:x:1000:1000::/home/ada:/bin/sh\n\
                      :x:7:7::/:\nalso-ada:x:1000:1:::\n";
        for (uid, name) in [(0, Some("root")), (1000, Some("ada")), (7, None), (9, None)] {
            assert_eq!(account(passwd, uid).as_deref(), name, "{uid}");
        }
    }

    #[test]
    fn terminals_are_found_by_device_number() {
        for (name, stat, path) in [
            ("pty", "9 (algen) S 1 9 9 34819 9 0", Some("/dev/pts/3")),
            (
                "pty with a high number",
                "9 (a) S 1 9 9 8423424 9",
                Some("/dev/pts/2048"),
            ),
            (
                "second major",
                "9 (a) S 1 9 9 35073 9",
                Some("/dev/pts/257"),
            ),
            ("console", "9 (a) S 1 9 9 1025 9", Some("/dev/tty1")),
            ("serial line", "9 (a) S 1 9 9 1088 9", Some("/dev/ttyS0")),
            (
                "name with parentheses",
                "9 (a) S 1 (b) S 1 9 9 34816 9",
                Some("/dev/pts/0"),
            ),
            ("none", "9 (a) S 1 9 9 0 -1", None),
            ("another driver", "9 (a) S 1 9 9 58625 9", None),
            ("no such file", "", None),
        ] {
            assert_eq!(terminal(stat).as_deref(), path, "{name}");
        }
    }

    #[test]
    fn this_process_has_a_person() {
        let person = person();
        assert!(!person.user.is_empty() && !person.host.is_empty());
        assert!(person.terminal.starts_with("/dev/"), "{}", person.terminal);
    }
}
