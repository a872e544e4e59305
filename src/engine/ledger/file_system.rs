//! Whether a folder is on a file system of this machine. On others locks do not hold, and the log
//! beside the file needs memory that all its readers share (<https://sqlite.org/wal.html>).

/// Tells whether a folder is on a network file system; `None` where the system does not say.
#[cfg(target_os = "linux")]
pub(super) fn is_network(folder: &std::path::Path) -> Option<bool> {
    let kind = rustix::fs::statfs(folder).ok()?.f_type;
    // The kernel keeps it as a long, but every number has 32 bits.
    let kind = u32::try_from(i128::from(kind) & 0xffff_ffff).ok()?;
    if kind != FUSE {
        return Some(NETWORK.iter().any(|(_, magic)| *magic == kind));
    }
    let device = rustix::fs::stat(folder).ok()?.st_dev;
    let device = (rustix::fs::major(device), rustix::fs::minor(device));
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    let name = mounted_as(&mounts, device)?;
    Some(!LOCAL_FUSE.contains(&name))
}

/// Other systems do not say it in a way that this program knows.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_network(_: &std::path::Path) -> Option<bool> {
    None
}

/// Numbers of network and cluster file systems, from statfs(2), `linux/magic.h` and, for those
/// outside the kernel, the list of remote ones in `src/stat.c` of GNU coreutils.
const NETWORK: [(&str, u32); 23] = [
    ("9p", 0x0102_1997),
    ("afs", 0x5346_414f),
    ("beegfs", 0x1983_0326),
    ("ceph", 0x00c3_6400),
    ("cifs", 0xff53_4d42),
    ("coda", 0x7375_7245),
    ("gfs2", 0x0116_1970),
    ("gpfs", 0x4750_4653),
    ("kafs", 0x6b41_4653),
    ("lustre", 0x0bd0_0bd0),
    ("ncp", 0x0000_564c),
    ("nfs", 0x0000_6969),
    ("nfsd", 0x6e66_7364),
    ("ocfs2", 0x7461_636f),
    ("panfs", 0xaad7_aaea),
    ("prl_fs", 0x7c7c_6673),
    ("smb", 0x0000_517b),
    ("smb2", 0xfe53_4d42),
    ("snfs", 0xbeef_dead),
    ("vboxsf", 0x786f_4256),
    ("vmhgfs", 0xbacb_acbc),
    ("vxfs", 0xa501_fcf5),
    ("orangefs", 0x2003_0528),
];

/// The number of all file systems that programs bring, and of virtiofs.
#[cfg(target_os = "linux")]
const FUSE: u32 = 0x6573_5546;

/// Those of them that are on this machine; all others, as `fuse.sshfs` and `virtiofs`, are not
/// known to be.
const LOCAL_FUSE: [&str; 9] = [
    "fuseblk",
    "fuse.bindfs",
    "fuse.cryfs",
    "fuse.encfs",
    "fuse.fuse-overlayfs",
    "fuse.gocryptfs",
    "fuse.mergerfs",
    "fuse.ntfs-3g",
    "fuse.securefs",
];

/// Returns the type of the file system that a device is mounted as, from `/proc/self/mountinfo`
/// (proc_pid_mountinfo(5)).
fn mounted_as(mounts: &str, device: (u32, u32)) -> Option<&str> {
    let device = format!("{}:{}", device.0, device.1);
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let found = before.split(' ').nth(2)? == device;
        found.then(|| after.split(' ').next())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_a_local_file_system_is_in_the_table() {
        // ext4, btrfs, xfs, zfs, tmpfs, overlayfs, f2fs, bcachefs, ecryptfs.
        let local = [
            0xef53,
            0x9123_683e,
            0x5846_5342,
            0x2fc1_2fc1,
            0x0102_1994,
            0x794c_7630,
            0xf2f5_2010,
            0xca45_1a4e,
            0xf15f,
        ];
        for kind in local {
            assert!(NETWORK.iter().all(|(_, magic)| *magic != kind), "{kind:#x}");
        }
        for (name, magic) in NETWORK {
            let same = NETWORK.iter().filter(|(_, other)| *other == magic);
            assert_eq!(same.count(), 1, "{name}");
        }
    }

    #[test]
    fn a_mount_is_found_by_its_device() {
        let mounts = "22 28 0:21 / /sys rw,nosuid shared:7 - sysfs sysfs rw\n\
                      91 28 0:52 / /home/ada/far rw,nosuid - fuse.sshfs ada@far: rw,user_id=0\n\
                      92 28 0:53 / /home/ada/a\\040- rw master:1 - fuse.gocryptfs x rw\n";
        let cases = [
            ((0, 52), Some("fuse.sshfs"), false),
            ((0, 53), Some("fuse.gocryptfs"), true),
            ((0, 21), Some("sysfs"), false),
            ((0, 5), None, false),
            ((0, 54), None, false),
        ];
        for (device, expected, local) in cases {
            let name = mounted_as(mounts, device);
            assert_eq!(name, expected, "{device:?}");
            assert_eq!(
                name.is_some_and(|name| LOCAL_FUSE.contains(&name)),
                local,
                "{device:?}"
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_folder_of_kernel_files_is_local() {
        assert_eq!(is_network(std::path::Path::new("/proc")), Some(false));
    }
}
