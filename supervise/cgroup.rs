//! Control groups (version 2), one per program, if this process may create them. The kernel limits the memory
//! of all processes in a group together, and can kill them all at once.
//!
//! New groups are created in the group of this process or in its parent group, whichever is writable and
//! delegates the memory controller. Linux allows memory limits only in children of a group that contains no
//! process itself. So a process that is alone in a group delegated to it first moves into a child group.
//! `systemd-run --user --scope -p Delegate=yes …` starts such a process.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The prefix of the names of groups: `supervise-NAMESPACE-GUARD-NUMBER`, with the PID namespace, the process
/// ID of the guard, and the number of the program.
const PREFIX: &str = "supervise-";
/// The child group into which this process moves if it is alone in a delegated group.
const OWN_GROUP: &str = "supervise-own";
/// The maximum number of processes and threads of a program.
const MAX_PROCESSES: &str = "4096";
/// How many times to try to remove a group, and the pause between two attempts.
const REMOVAL_ATTEMPTS: u32 = 200;
const REMOVAL_PAUSE: Duration = Duration::from_millis(5);

/// Whether guards of this process can create control groups. Moves this process into a child group if that is
/// necessary and possible.
pub(crate) fn available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let Some(own) = group_of(Path::new("/proc/self")).filter(|own| !is_program_group(own)) else {
            return false;
        };
        move_to_child(&own, std::process::id());
        DelegatedGroup::find().is_some()
    })
}

/// Removes the groups of guards that were killed.
pub(crate) fn remove_stale() {
    if let Some(delegated) = DelegatedGroup::find().filter(|_| available()) {
        delegated.remove_stale();
    }
}

/// A group in which this process can create other groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DelegatedGroup {
    folder: PathBuf,
}

impl DelegatedGroup {
    /// Finds the group by creating and removing a group in it.
    pub(crate) fn find() -> Option<DelegatedGroup> {
        let delegated = DelegatedGroup::of(&group_of(Path::new("/proc/self"))?)?;
        // A write that the file permissions allow may still be refused.
        Cgroup::new(&delegated, "try", Some(1 << 30)).ok()?;
        Some(delegated)
    }

    /// The group in which a process of the group `own` can create groups. `None` if the process belongs to a
    /// guarded program, which must stay in its group and under its limit.
    fn of(own: &Path) -> Option<DelegatedGroup> {
        if is_program_group(own) {
            return None;
        }
        let mut folders = [Some(own), own.parent()].into_iter().flatten();
        folders.find(|folder| delegates_memory(folder)).map(|folder| DelegatedGroup { folder: folder.into() })
    }

    /// Kills and removes the groups of guards that no longer exist.
    pub(crate) fn remove_stale(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let mut numbers = name.strip_prefix(PREFIX).into_iter().flat_map(|rest| rest.split('-'));
            let is_here = numbers.next().and_then(|number| number.parse().ok()) == Some(namespace());
            let guard = numbers.next().and_then(|number| number.parse::<u32>().ok()).filter(|_| is_here);
            if guard.is_some_and(|guard| !Path::new(&format!("/proc/{guard}")).exists()) {
                drop(Cgroup { path: entry.path() });
            }
        }
    }
}

/// Whether a guard created `group` for a program.
fn is_program_group(group: &Path) -> bool {
    let name = group.file_name().unwrap_or_default().to_string_lossy();
    name.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The prefix of the names of the groups of the guard `process`. Process IDs are unique only within their
/// namespace.
fn prefix(process: u32) -> String {
    format!("{PREFIX}{}-{process}-", namespace())
}

/// The number of the PID namespace of this process; 0 if unknown.
fn namespace() -> u64 {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits: String = link.to_string_lossy().chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// The control group, as a folder, of the process whose folder in `/proc` is `process`.
fn group_of(process: &Path) -> Option<PathBuf> {
    let groups = fs::read_to_string(process.join("cgroup")).ok()?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mounts = fs::read_to_string(process.join("mountinfo")).ok()?;
    mounts.lines().find_map(|line| {
        let (fields, file_system) = line.split_once(" - ")?;
        let mut fields = fields.split(' ').skip(3);
        let (root, mount_point) = (fields.next()?, fields.next()?);
        file_system.starts_with("cgroup2 ").then_some(())?;
        Some(Path::new(mount_point).join(Path::new(path).strip_prefix(root).ok()?))
    })
}

/// Whether children of the group `folder` can have memory limits, and this process may move processes there.
fn delegates_memory(folder: &Path) -> bool {
    let writable = || OpenOptions::new().write(true).open(folder.join("cgroup.procs")).is_ok();
    has_word(&folder.join("cgroup.subtree_control"), "memory") && writable()
}

fn has_word(path: &Path, word: &str) -> bool {
    fs::read_to_string(path).unwrap_or_default().split_whitespace().any(|known| known == word)
}

/// Moves `process` into a child group if it is alone in the group `own`, so that groups can be created beside
/// it.
fn move_to_child(own: &Path, process: u32) {
    let is_alone = fs::read_to_string(own.join("cgroup.procs"))
        .is_ok_and(|list| list.split_whitespace().eq([process.to_string().as_str()]));
    // The root group has no `cgroup.type`; it must not be changed.
    let can_delegate =
        own.join("cgroup.type").exists() && has_word(&own.join("cgroup.controllers"), "memory");
    if !is_alone || !can_delegate || delegates_memory(own) {
        return;
    }
    let child = own.join(OWN_GROUP);
    let enter = |group: &Path| fs::write(group.join("cgroup.procs"), process.to_string());
    if fs::create_dir(&child).is_err() || enter(&child).is_err() {
        let _ = fs::remove_dir(&child);
        return;
    }
    let control = own.join("cgroup.subtree_control");
    // The controller for numbers of processes is optional.
    if fs::write(&control, "+memory +pids").or_else(|_| fs::write(&control, "+memory")).is_err() {
        let _ = enter(own).and_then(|()| fs::remove_dir(&child));
    }
}

/// The group of a program. Dropping it kills its processes and removes it.
#[derive(Debug)]
pub(crate) struct Cgroup {
    path: PathBuf,
}

impl Cgroup {
    /// Creates a group with a limit of `memory` bytes. Its name is the prefix of this process and `name`.
    pub(crate) fn new(delegated: &DelegatedGroup, name: &str, memory: Option<u64>) -> io::Result<Cgroup> {
        let path = delegated.folder.join(prefix(std::process::id()) + name);
        // An earlier guard with the same process ID may have left a group with this name.
        drop(Cgroup { path: path.clone() });
        fs::create_dir(&path)?;
        let group = Cgroup { path };
        if let Some(bytes) = memory {
            group.set("memory.max", &bytes.to_string())?;
        }
        // These may fail: kernels without swap lack the first file, and the last one needs its controller.
        for (file, value) in
            [("memory.swap.max", "0"), ("memory.oom.group", "1"), ("pids.max", MAX_PROCESSES)]
        {
            let _ = group.set(file, value);
        }
        Ok(group)
    }

    /// Writes to a control file of the group.
    fn set(&self, file: &str, value: &str) -> io::Result<()> {
        use io::Write;
        OpenOptions::new().write(true).open(self.path.join(file))?.write_all(value.as_bytes())
    }

    /// Opens the file to which a process writes `0` to enter the group.
    pub(crate) fn entry(&self) -> io::Result<File> {
        OpenOptions::new().write(true).open(self.path.join("cgroup.procs"))
    }

    /// Kills every process in the group.
    pub(crate) fn kill(&self) {
        // Linux before 5.14 lacks this file; the guard also kills each process separately.
        let _ = self.set("cgroup.kill", "1");
    }

    /// Whether the kernel killed a process of the group at the memory limit.
    pub(crate) fn hit_memory_limit(&self) -> bool {
        let events = fs::read_to_string(self.path.join("memory.events")).unwrap_or_default();
        let count = |key: &str| {
            let rest = events.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            rest.and_then(|number| number.trim().parse::<u64>().ok()).unwrap_or(0)
        };
        count("oom_kill") + count("oom_group_kill") > 0
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        for _ in 0..REMOVAL_ATTEMPTS {
            match fs::remove_dir(&self.path) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => self.kill(),
                // The group does not exist or cannot be removed.
                _ => return,
            }
            std::thread::sleep(REMOVAL_PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a folder with these files.
    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn the_group_of_a_process_is_where_it_is_mounted() {
        let mounts = "29 1 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                      30 23 0:27 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
        let of =
            |groups: &str, mounts: &str| group_of(tree(&[("cgroup", groups), ("mountinfo", mounts)]).path());
        let here = of("4:memory:/x\n0::/user.slice/a.scope\n", mounts);
        assert_eq!(here, Some("/sys/fs/cgroup/user.slice/a.scope".into()));
        assert_eq!(of("0::/\n", mounts), Some("/sys/fs/cgroup/".into()));
        // In a container only a part of the tree is mounted.
        let part = mounts.replace("0:27 / ", "0:27 /docker/7 ");
        assert_eq!(of("0::/docker/7/a\n", &part), Some("/sys/fs/cgroup/a".into()));
        assert_eq!(of("0::/elsewhere\n", &part), None);
        assert_eq!(of("4:memory:/x\n", mounts), None);
        assert_eq!(of("0::/\n", mounts.lines().next().unwrap()), None);
    }

    #[test]
    fn groups_are_created_where_memory_is_delegated() {
        let root = tree(&[
            ("a/cgroup.subtree_control", "cpu memory\n"),
            ("a/cgroup.procs", ""),
            ("a/b/cgroup.subtree_control", "\n"),
            ("a/b/cgroup.procs", "7\n"),
            ("a/b/c/cgroup.procs", "8\n"),
            ("a/supervise-12-3/cgroup.procs", "9\n"),
        ]);
        let folder = |path: &str| root.path().join(path);
        let found = |path: &str| DelegatedGroup::of(&folder(path)).map(|delegated| delegated.folder);
        assert_eq!((found("a"), found("a/b")), (Some(folder("a")), Some(folder("a"))));
        assert_eq!((found("a/b/c"), found("a/supervise-12-3")), (None, None));
        assert_eq!(found("a/supervise-own"), Some(folder("a")));
    }

    #[test]
    fn a_process_moves_to_a_child_if_it_is_alone() {
        let files = |list: &str, kind: &str| {
            let root = tree(&[
                ("cgroup.controllers", "memory pids"),
                ("cgroup.procs", list),
                ("cgroup.subtree_control", ""),
                (kind, "domain"),
            ]);
            move_to_child(root.path(), 41);
            let read = |path: &str| fs::read_to_string(root.path().join(path)).ok();
            (read("cgroup.subtree_control").unwrap(), read("supervise-own/cgroup.procs"))
        };
        assert_eq!(files("41\n", "cgroup.type"), ("+memory +pids".to_string(), Some("41".to_string())));
        assert_eq!(files("41\n42\n", "cgroup.type"), (String::new(), None));
        assert_eq!(files("41\n", "no.type"), (String::new(), None));
    }

    #[test]
    fn events_show_a_kill_for_memory() {
        let events = |text: &str| {
            let root = tree(&[("memory.events", text)]);
            // `ManuallyDrop`, because dropping the value would remove the folder like a group.
            std::mem::ManuallyDrop::new(Cgroup { path: root.path().into() }).hit_memory_limit()
        };
        assert!(events("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 1\n"));
        assert!(!events("max 9\noom 0\noom_kill 0\noom_group_kill 0\n"));
    }

    /// Runs only where a cgroup v2 tree is writable, with or without the memory controller.
    #[test]
    fn dropping_a_group_kills_its_processes_and_removes_it() {
        let Some(own) = group_of(Path::new("/proc/self")) else { return };
        let delegated = DelegatedGroup { folder: own };
        let Ok(group) = Cgroup::new(&delegated, "test", None) else { return };
        let mut child = std::process::Command::new("sleep").arg("614").spawn().unwrap();
        if fs::write(group.path.join("cgroup.procs"), child.id().to_string()).is_err() {
            child.kill().unwrap();
        }
        let path = group.path.clone();
        let waiting = std::thread::spawn(move || child.wait().unwrap());
        drop(group);
        assert!(!waiting.join().unwrap().success() && !path.exists());
        // A group whose guard no longer exists: no process has this ID.
        let left = delegated.folder.join(prefix(4_194_999) + "1");
        if fs::create_dir(&left).is_ok() {
            delegated.remove_stale();
            assert!(!left.exists());
        }
    }
}
