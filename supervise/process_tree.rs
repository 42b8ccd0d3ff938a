//! Processes, their descendants and their resources, read from `/proc` of Linux.

use std::collections::HashMap;
use std::fs;
use std::ops::Add;
use std::time::Duration;

/// The resources that processes use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// CPU time, including children that were waited for.
    pub(crate) cpu: Duration,
    /// Time during which they were runnable but waited for a processor.
    pub(crate) waited: Duration,
    /// Memory in use, in bytes.
    pub(crate) memory: u64,
}

impl Add for Usage {
    type Output = Usage;

    fn add(self, other: Usage) -> Usage {
        Usage {
            cpu: self.cpu + other.cpu,
            waited: self.waited + other.waited,
            memory: self.memory + other.memory,
        }
    }
}

/// The unit of times in `/proc`: 100 a second on every Linux.
const TICK: Duration = Duration::from_millis(10);

/// The required fields of `/proc/PID/stat`.
pub(crate) struct Stat {
    pub(crate) parent: i32,
    pub(crate) session: i32,
    pub(crate) state: char,
    own_ticks: u32,
    children_ticks: u32,
}

impl Stat {
    pub(crate) fn of(process: i32) -> Option<Stat> {
        Stat::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// Parses the fields after the name, which may contain blanks and parentheses.
    fn read(line: &str) -> Option<Stat> {
        let fields: Vec<&str> = line.get(line.rfind(')')? + 1..)?.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
        Some(Stat {
            state: fields.first()?.chars().next()?,
            parent: fields.get(1)?.parse().ok()?,
            session: fields.get(3)?.parse().ok()?,
            own_ticks: number(11)? + number(12)?,
            children_ticks: number(13)? + number(14)?,
        })
    }
}

/// The resources of a process; zero if it does not exist.
pub(crate) fn usage(process: i32) -> Usage {
    let Some(stat) = Stat::of(process) else { return Usage::default() };
    let (cpu, waited) = scheduled(process).unwrap_or((stat.own_ticks * TICK, Duration::ZERO));
    Usage { cpu: cpu + stat.children_ticks * TICK, waited, memory: memory(process, "VmRSS:") }
}

/// The peak memory of a process, in bytes.
pub(crate) fn peak_memory(process: i32) -> u64 {
    memory(process, "VmHWM:")
}

/// A field of `/proc/PID/status`, in bytes.
fn memory(process: i32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}

/// How long the threads of a process ran, and how long they waited for a processor.
fn scheduled(process: i32) -> Option<(Duration, Duration)> {
    let (mut cpu, mut waited) = (Duration::ZERO, Duration::ZERO);
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten() {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let mut times = text.split_whitespace().map(|word| word.parse().ok().map(Duration::from_nanos));
        cpu += times.next()??;
        waited += times.next()??;
    }
    Some((cpu, waited))
}

/// The IDs of all processes.
pub(crate) fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The living descendants of `root`, in any session or process group.
pub(crate) fn descendants(root: i32) -> Vec<i32> {
    let mut children: HashMap<i32, Vec<(i32, bool)>> = HashMap::new();
    for process in processes() {
        if let Some(stat) = Stat::of(process) {
            let lives = !matches!(stat.state, 'Z' | 'X');
            children.entry(stat.parent).or_default().push((process, lives));
        }
    }
    let (mut found, mut open) = (Vec::new(), vec![root]);
    while let Some(parent) = open.pop() {
        for &(process, lives) in children.get(&parent).into_iter().flatten() {
            open.push(process);
            if lives {
                found.push(process);
            }
        }
    }
    found
}

/// The descendants of `root`, found without reading every process of the machine, which takes milliseconds.
/// May miss a process that starts or ends meanwhile.
pub(crate) fn descendants_quickly(root: i32) -> Vec<i32> {
    let Some(mut open) = children(root) else { return descendants(root) };
    let mut found = Vec::new();
    while let Some(process) = open.pop() {
        open.extend(children(process).unwrap_or_default());
        found.push(process);
    }
    found
}

/// The children of all threads of a process. `None` if the process does not exist, or the kernel has no such
/// list.
fn children(process: i32) -> Option<Vec<i32>> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten() {
        let list = fs::read_to_string(thread.path().join("children")).ok()?;
        found.extend(list.split_whitespace().filter_map(|number| number.parse::<i32>().ok()));
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let line = "12 (a) b (c) S 7 1 2 0 -1 4 9 8 0 0 3 4 5 6 20 0 1 0 77 4096000 25 18446744073709551615";
        let stat = Stat::read(line).unwrap();
        assert_eq!((stat.parent, stat.session, stat.state), (7, 2, 'S'));
        assert_eq!((stat.own_ticks, stat.children_ticks), (7, 11));
        assert!(Stat::read("12 (a").is_none() && Stat::read("12 (a) S 7").is_none());
    }

    #[test]
    fn a_child_is_a_descendant_and_uses_memory() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let (own, number) = (std::process::id() as i32, child.id() as i32);
        assert!(descendants(own).contains(&number) && !descendants(number).contains(&number));
        assert!(descendants_quickly(own).contains(&number) && !descendants_quickly(number).contains(&number));
        assert!(usage(number).memory > 0);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!descendants(own).contains(&number));
        assert_eq!(usage(number), Usage::default());
    }
}
