//! Control groups, version 2, where this process may make some: one for each program, so that the kernel bounds the
//! memory of all its processes together and kills them at once.
//!
//! Linux has a group's limits set in the group above it, which may have no process of its own then. So there is a
//! *place* for groups where this process's group, or the one above, hands the controller of memory on and can be
//! written. A process that is alone in a group that was delegated to it (`systemd-run --user --scope -p Delegate=yes
//! coverlab …`) makes such a place itself: it steps down into a group of its own.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The prefix of our groups' names; then come a namespace, the guard's process there, and a number.
const PREFIX: &str = "coverlab-";
/// The group of coverlab itself, below one that was delegated to it.
const OWN: &str = "coverlab-own";
/// The most processes and threads of a program.
const PROCESSES: &str = "4096";
/// How often a group that was killed is looked at until it is empty, and how long that takes each time.
const ROUNDS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(5);

/// Whether memory of programs that this process starts is held by control groups. Makes a place for them where that is
/// possible.
pub(super) fn are_here() -> bool {
    static HERE: OnceLock<bool> = OnceLock::new();
    *HERE.get_or_init(|| {
        let Some(own) = own(Path::new("/proc/self")).filter(|own| !is_of_program(own)) else { return false };
        step_down(&own, std::process::id());
        Place::find().is_some()
    })
}

/// Removes the leftovers of a guard that was itself killed.
pub(super) fn sweep() {
    if let Some(place) = Place::find().filter(|_| are_here()) {
        place.sweep();
    }
}

/// A group in which others can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    folder: PathBuf,
}

impl Place {
    /// Where this process can make groups.
    pub(super) fn find() -> Option<Place> {
        let place = Place::of(&own(Path::new("/proc/self"))?)?;
        // A write that the permissions allow may be refused all the same.
        Group::make(&place, "try", Some(1 << 30)).ok()?;
        Some(place)
    }

    /// The place for groups of a process in the group `own`. A program of ours that is in a group already stays there
    /// with all that it starts: another group would be another limit.
    fn of(own: &Path) -> Option<Place> {
        if is_of_program(own) {
            return None;
        }
        [Some(own), own.parent()]
            .into_iter()
            .flatten()
            .find(|folder| hands_memory_on(folder))
            .map(|folder| Place { folder: folder.to_path_buf() })
    }

    /// Kills and removes the groups of guards that are gone.
    pub(super) fn sweep(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let mut numbers = name.strip_prefix(PREFIX).into_iter().flat_map(|rest| rest.split('-'));
            let is_here = numbers.next().and_then(|number| number.parse().ok()) == Some(namespace());
            let guard = numbers.next().and_then(|number| number.parse::<u32>().ok()).filter(|_| is_here);
            if guard.is_some_and(|guard| !Path::new(&format!("/proc/{guard}")).exists()) {
                drop(Group { path: entry.path() });
            }
        }
    }
}

/// Whether a group is one of a program that a guard has started.
fn is_of_program(group: &Path) -> bool {
    let name = group.file_name().unwrap_or_default().to_string_lossy();
    name.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The prefix of the names of this process's groups: its namespace of processes and its number there. In
/// another namespace another process may have the same number.
fn prefix(process: u32) -> String {
    format!("{PREFIX}{}-{process}-", namespace())
}

/// The namespace of processes that this one is in, as its number; 0: unknown.
fn namespace() -> u64 {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits: String = link.to_string_lossy().chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// The folder of the group that a process is in, whose files are under `process`.
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

/// Whether groups in `folder` have limits of memory, and this process may enter them.
fn hands_memory_on(folder: &Path) -> bool {
    let writable = || OpenOptions::new().write(true).open(folder.join("cgroup.procs")).is_ok();
    has_word(&folder.join("cgroup.subtree_control"), "memory") && writable()
}

fn has_word(path: &Path, word: &str) -> bool {
    fs::read_to_string(path).unwrap_or_default().split_whitespace().any(|known| known == word)
}

/// Makes a place of the group `own`, if `process` is alone in it.
fn step_down(own: &Path, process: u32) {
    let alone = fs::read_to_string(own.join("cgroup.procs"))
        .is_ok_and(|list| list.split_whitespace().eq([process.to_string().as_str()]));
    // The root group has no type, and must be left alone.
    let fits = own.join("cgroup.type").exists() && has_word(&own.join("cgroup.controllers"), "memory");
    if !alone || !fits || hands_memory_on(own) {
        return;
    }
    let below = own.join(OWN);
    let enter = |group: &Path| fs::write(group.join("cgroup.procs"), process.to_string());
    if fs::create_dir(&below).is_err() || enter(&below).is_err() {
        let _ = fs::remove_dir(&below);
        return;
    }
    let control = own.join("cgroup.subtree_control");
    // Processes are bounded where that is delegated as well.
    if fs::write(&control, "+memory +pids").or_else(|_| fs::write(&control, "+memory")).is_err() {
        let _ = enter(own).and_then(|()| fs::remove_dir(&below));
    }
}

/// The group of a program. It is killed and removed with this value.
#[derive(Debug)]
pub(super) struct Group {
    path: PathBuf,
}

impl Group {
    /// A group for the program that is number `number` of this guard, which may use this much memory.
    ///
    /// # Errors
    /// It cannot be made, or its memory not be limited.
    pub(super) fn new(place: &Place, number: u64, memory: Option<u64>) -> io::Result<Group> {
        Group::make(place, &number.to_string(), memory)
    }

    fn make(place: &Place, name: &str, memory: Option<u64>) -> io::Result<Group> {
        let path = place.folder.join(prefix(std::process::id()) + name);
        // An existing group was left by a guard of the same number.
        drop(Group { path: path.clone() });
        fs::create_dir(&path)?;
        let group = Group { path };
        if let Some(bytes) = memory {
            group.set("memory.max", &bytes.to_string())?;
        }
        // Kernels without swap have no such file, and not every place bounds processes.
        for (file, value) in [("memory.swap.max", "0"), ("memory.oom.group", "1"), ("pids.max", PROCESSES)] {
            let _ = group.set(file, value);
        }
        Ok(group)
    }

    /// Writes to a file that the kernel has made.
    fn set(&self, file: &str, value: &str) -> io::Result<()> {
        use io::Write;
        OpenOptions::new().write(true).open(self.path.join(file))?.write_all(value.as_bytes())
    }

    /// The file by which a process enters the group: it writes `0` to it.
    ///
    /// # Errors
    /// It cannot be opened.
    pub(super) fn door(&self) -> io::Result<File> {
        OpenOptions::new().write(true).open(self.path.join("cgroup.procs"))
    }

    /// Kills every process in it.
    pub(super) fn kill(&self) {
        // Before Linux 5.14 there is no such file; the guard kills one by one in any case.
        let _ = self.set("cgroup.kill", "1");
    }

    /// Whether a process of it was killed for lack of memory.
    pub(super) fn ran_out(&self) -> bool {
        let events = fs::read_to_string(self.path.join("memory.events")).unwrap_or_default();
        let count = |key: &str| {
            let rest = events.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            rest.and_then(|number| number.trim().parse::<u64>().ok()).unwrap_or(0)
        };
        count("oom_kill") + count("oom_group_kill") > 0
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for _ in 0..ROUNDS {
            match fs::remove_dir(&self.path) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => self.kill(),
                // It is gone, or is none of ours.
                _ => return,
            }
            std::thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files.
    fn tree(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("coverlab-group-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn the_own_group_is_where_it_is_mounted() {
        let mounts = "29 1 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                      30 23 0:27 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
        let of = |groups: &str, mounts: &str| {
            let root = tree("own", &[("cgroup", groups), ("mountinfo", mounts)]);
            let found = own(&root);
            fs::remove_dir_all(root).unwrap();
            found
        };
        let here = of("4:memory:/x\n0::/user.slice/a.scope\n", mounts);
        assert_eq!(here, Some("/sys/fs/cgroup/user.slice/a.scope".into()));
        assert_eq!(of("0::/\n", mounts), Some("/sys/fs/cgroup/".into()));
        // In a container a part of the tree is mounted.
        let part = mounts.replace("0:27 / ", "0:27 /docker/7 ");
        assert_eq!(of("0::/docker/7/a\n", &part), Some("/sys/fs/cgroup/a".into()));
        assert_eq!(of("0::/elsewhere\n", &part), None);
        assert_eq!(of("4:memory:/x\n", mounts), None);
        assert_eq!(of("0::/\n", mounts.lines().next().unwrap()), None);
    }

    #[test]
    fn a_place_hands_memory_on() {
        let root = tree(
            "place",
            &[
                ("a/cgroup.subtree_control", "cpu memory\n"),
                ("a/cgroup.procs", ""),
                ("a/b/cgroup.subtree_control", "\n"),
                ("a/b/cgroup.procs", "7\n"),
                ("a/b/c/cgroup.procs", "8\n"),
                ("a/coverlab-12-3/cgroup.procs", "9\n"),
            ],
        );
        let place = |path: &str| Place::of(&root.join(path)).map(|place| place.folder);
        assert_eq!(place("a"), Some(root.join("a")));
        assert_eq!(place("a/b"), Some(root.join("a")));
        assert_eq!((place("a/b/c"), place("a/coverlab-12-3")), (None, None));
        assert_eq!(place("a/coverlab-own"), Some(root.join("a")));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_process_steps_down_where_it_is_alone() {
        let files = |list: &str, kind: &str| {
            let root = tree(
                "down",
                &[
                    ("cgroup.controllers", "memory pids"),
                    ("cgroup.procs", list),
                    ("cgroup.subtree_control", ""),
                    (kind, "domain"),
                ],
            );
            step_down(&root, 41);
            let control = fs::read_to_string(root.join("cgroup.subtree_control")).unwrap();
            let own = fs::read_to_string(root.join(OWN).join("cgroup.procs")).ok();
            fs::remove_dir_all(root).unwrap();
            (control, own)
        };
        assert_eq!(files("41\n", "cgroup.type"), ("+memory +pids".to_string(), Some("41".to_string())));
        assert_eq!(files("41\n42\n", "cgroup.type"), (String::new(), None));
        assert_eq!(files("41\n", "no.type"), (String::new(), None));
    }

    #[test]
    fn events_tell_who_was_killed() {
        let events = |text: &str| {
            let root = tree("events", &[("memory.events", text)]);
            let group = Group { path: root.clone() };
            let found = group.ran_out();
            std::mem::forget(group);
            fs::remove_dir_all(root).unwrap();
            found
        };
        assert!(events("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 1\n"));
        assert!(!events("max 9\noom 0\noom_kill 0\noom_group_kill 0\n"));
    }

    /// Where a tree of the second version is there, with or without the controller of memory.
    #[test]
    fn a_group_kills_what_is_in_it_and_is_removed() {
        let Some(own) = own(Path::new("/proc/self")) else { return };
        let place = Place { folder: own };
        let Ok(group) = Group::make(&place, "test", None) else { return };
        let mut child = std::process::Command::new("sleep").arg("614").spawn().unwrap();
        if fs::write(group.path.join("cgroup.procs"), child.id().to_string()).is_err() {
            child.kill().unwrap();
        }
        let path = group.path.clone();
        let waiting = std::thread::spawn(move || child.wait().unwrap());
        drop(group);
        assert!(!waiting.join().unwrap().success() && !path.exists());
        // Of a guard that is gone: no process has this number.
        let left = place.folder.join(prefix(4_194_999) + "1");
        if fs::create_dir(&left).is_ok() {
            place.sweep();
            assert!(!left.exists());
        }
    }
}
