//! Control groups, version 2, if this process may create them: one group per program. The kernel then limits
//! the memory of all its processes together and kills them all at once.
//!
//! Linux requires that a group whose children have memory limits contains no process itself. So groups can be
//! created only in the group of this process or in its parent, and only if that group is writable and
//! delegates the memory controller. A process that is alone in a group that was delegated to it first moves
//! into a child group (`systemd-run --user --scope -p Delegate=yes …` starts one).

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The prefix of the names of groups. The PID namespace, the guard's process ID and a number follow.
const PREFIX: &str = "supervise-";
/// The child group into which this process moves if it is alone in a delegated group.
const OWN: &str = "supervise-own";
/// The maximum number of processes and threads of a program.
const MAX_PROCESSES: &str = "4096";
/// How often the removal of a killed group is tried before giving up, and the pause between attempts.
const REMOVALS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(5);

/// Whether control groups limit the memory of programs that a guard of this process starts. Moves this
/// process into a child group if that is necessary and possible.
pub(crate) fn available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let Some(own) = own(Path::new("/proc/self")).filter(|own| !is_of_program(own)) else { return false };
        step_down(&own, std::process::id());
        Delegated::find().is_some()
    })
}

/// Removes the groups of guards that were killed.
pub(crate) fn remove_stale() {
    if let Some(delegated) = Delegated::find().filter(|_| available()) {
        delegated.remove_stale();
    }
}

/// A group in which this process can create groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Delegated {
    folder: PathBuf,
}

impl Delegated {
    /// Finds the group in which this process can create groups.
    pub(crate) fn find() -> Option<Delegated> {
        let delegated = Delegated::of(&own(Path::new("/proc/self"))?)?;
        // A write that the file permissions allow may still be refused.
        Cgroup::make(&delegated, "try", Some(1 << 30)).ok()?;
        Some(delegated)
    }

    /// Finds the group in which a process of group `own` can create groups. `None` within the group of a
    /// guarded program: its processes must stay there, since another group would have another limit.
    fn of(own: &Path) -> Option<Delegated> {
        if is_of_program(own) {
            return None;
        }
        let mut folders = [Some(own), own.parent()].into_iter().flatten();
        folders.find(|folder| delegates_memory(folder)).map(|folder| Delegated { folder: folder.into() })
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

/// Whether a guard created the group for a program.
fn is_of_program(group: &Path) -> bool {
    let name = group.file_name().unwrap_or_default().to_string_lossy();
    name.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The prefix of the names of a guard's groups: the PID namespace and the process ID, which is unique only
/// within the namespace.
fn prefix(process: u32) -> String {
    format!("{PREFIX}{}-{process}-", namespace())
}

/// The number of the PID namespace of this process; 0 if unknown.
fn namespace() -> u64 {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits: String = link.to_string_lossy().chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// The folder of the control group of the process whose folder in `/proc` is `process`.
fn own(process: &Path) -> Option<PathBuf> {
    let groups = fs::read_to_string(process.join("cgroup")).ok()?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mounts = fs::read_to_string(process.join("mountinfo")).ok()?;
    mounts.lines().find_map(|line| {
        let (fields, kind) = line.split_once(" - ")?;
        let mut fields = fields.split(' ').skip(3);
        let (root, at) = (fields.next()?, fields.next()?);
        kind.starts_with("cgroup2 ").then_some(())?;
        let below = Path::new(path).strip_prefix(root).ok()?;
        Some(Path::new(at).join(below))
    })
}

/// Whether groups in `folder` can have memory limits and this process may move processes into them.
fn delegates_memory(folder: &Path) -> bool {
    let writable = || OpenOptions::new().write(true).open(folder.join("cgroup.procs")).is_ok();
    has_word(&folder.join("cgroup.subtree_control"), "memory") && writable()
}

fn has_word(path: &Path, word: &str) -> bool {
    fs::read_to_string(path).unwrap_or_default().split_whitespace().any(|known| known == word)
}

/// Moves `process` into a child group if it is alone in the group `own`, so that groups can be created beside
/// it.
fn step_down(own: &Path, process: u32) {
    let alone = fs::read_to_string(own.join("cgroup.procs"))
        .is_ok_and(|list| list.split_whitespace().eq([process.to_string().as_str()]));
    // The root group has no `cgroup.type`; it must not be changed.
    let fits = own.join("cgroup.type").exists() && has_word(&own.join("cgroup.controllers"), "memory");
    if !alone || !fits || delegates_memory(own) {
        return;
    }
    let below = own.join(OWN);
    let enter = |group: &Path| fs::write(group.join("cgroup.procs"), process.to_string());
    if fs::create_dir(&below).is_err() || enter(&below).is_err() {
        let _ = fs::remove_dir(&below);
        return;
    }
    let control = own.join("cgroup.subtree_control");
    // The number of processes is limited only if that controller is delegated as well.
    if fs::write(&control, "+memory +pids").or_else(|_| fs::write(&control, "+memory")).is_err() {
        let _ = enter(own).and_then(|()| fs::remove_dir(&below));
    }
}

/// The group of a program. Dropping it kills its processes and removes it.
#[derive(Debug)]
pub(crate) struct Cgroup {
    path: PathBuf,
}

impl Cgroup {
    /// Creates a group for program `number`, which may use `memory` bytes.
    ///
    /// # Errors
    /// If the group cannot be created, or its memory cannot be limited.
    pub(crate) fn new(delegated: &Delegated, number: u64, memory: Option<u64>) -> io::Result<Cgroup> {
        Cgroup::make(delegated, &number.to_string(), memory)
    }

    fn make(delegated: &Delegated, name: &str, memory: Option<u64>) -> io::Result<Cgroup> {
        let path = delegated.folder.join(prefix(std::process::id()) + name);
        // A guard with the same process ID may have left a group of this name.
        drop(Cgroup { path: path.clone() });
        fs::create_dir(&path)?;
        let group = Cgroup { path };
        if let Some(bytes) = memory {
            group.set("memory.max", &bytes.to_string())?;
        }
        // Kernels without swap have no such file, and the controller of process numbers may not be delegated.
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
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn entry(&self) -> io::Result<File> {
        OpenOptions::new().write(true).open(self.path.join("cgroup.procs"))
    }

    /// Kills every process in the group.
    pub(crate) fn kill(&self) {
        // Linux before 5.14 has no such file, but the guard also kills each process separately.
        let _ = self.set("cgroup.kill", "1");
    }

    /// Whether the kernel killed a process of the group at the memory limit.
    pub(crate) fn hit_its_limit(&self) -> bool {
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
        for _ in 0..REMOVALS {
            match fs::remove_dir(&self.path) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => self.kill(),
                // The group does not exist or cannot be removed.
                _ => return,
            }
            std::thread::sleep(PAUSE);
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
    fn the_own_group_is_where_it_is_mounted() {
        let mounts = "29 1 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                      30 23 0:27 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
        let of = |groups: &str, mounts: &str| own(tree(&[("cgroup", groups), ("mountinfo", mounts)]).path());
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
    fn groups_are_made_where_memory_is_delegated() {
        let root = tree(&[
            ("a/cgroup.subtree_control", "cpu memory\n"),
            ("a/cgroup.procs", ""),
            ("a/b/cgroup.subtree_control", "\n"),
            ("a/b/cgroup.procs", "7\n"),
            ("a/b/c/cgroup.procs", "8\n"),
            ("a/supervise-12-3/cgroup.procs", "9\n"),
        ]);
        let folder = |path: &str| root.path().join(path);
        let found = |path: &str| Delegated::of(&folder(path)).map(|delegated| delegated.folder);
        assert_eq!((found("a"), found("a/b")), (Some(folder("a")), Some(folder("a"))));
        assert_eq!((found("a/b/c"), found("a/supervise-12-3")), (None, None));
        assert_eq!(found("a/supervise-own"), Some(folder("a")));
    }

    #[test]
    fn a_process_steps_down_where_it_is_alone() {
        let files = |list: &str, kind: &str| {
            let root = tree(&[
                ("cgroup.controllers", "memory pids"),
                ("cgroup.procs", list),
                ("cgroup.subtree_control", ""),
                (kind, "domain"),
            ]);
            step_down(root.path(), 41);
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
            std::mem::ManuallyDrop::new(Cgroup { path: root.path().into() }).hit_its_limit()
        };
        assert!(events("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 1\n"));
        assert!(!events("max 9\noom 0\noom_kill 0\noom_group_kill 0\n"));
    }

    /// Runs only where a cgroup v2 tree is writable, with or without the memory controller.
    #[test]
    fn a_group_kills_what_is_in_it_and_is_removed() {
        let Some(own) = own(Path::new("/proc/self")) else { return };
        let delegated = Delegated { folder: own };
        let Ok(group) = Cgroup::make(&delegated, "test", None) else { return };
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
