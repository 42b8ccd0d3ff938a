//! Descendants and resources of processes, read from `/proc`.

use std::collections::HashMap;
use std::fs;
use std::ops::Add;
use std::time::Duration;

/// Resources used by one or more processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// CPU time, including that of children that were waited for.
    pub(crate) cpu: Duration,
    /// Time spent runnable, waiting for a processor.
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

/// The unit of times in `/proc/PID/stat`: 1/100 s on every Linux.
const TICK: Duration = Duration::from_millis(10);

/// Fields of `/proc/PID/stat`.
pub(crate) struct ProcessStat {
    pub(crate) parent: i32,
    pub(crate) session: i32,
    pub(crate) state: char,
    own_ticks: u32,
    children_ticks: u32,
}

impl ProcessStat {
    pub(crate) fn of(pid: i32) -> Option<ProcessStat> {
        ProcessStat::parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// Parses the fields after the name of the program, which may contain blanks and parentheses.
    fn parse(line: &str) -> Option<ProcessStat> {
        let fields: Vec<&str> = line.get(line.rfind(')')? + 1..)?.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
        Some(ProcessStat {
            state: fields.first()?.chars().next()?,
            parent: fields.get(1)?.parse().ok()?,
            session: fields.get(3)?.parse().ok()?,
            own_ticks: number(11)? + number(12)?,
            children_ticks: number(13)? + number(14)?,
        })
    }
}

/// The resources used by a process; zero if it does not exist.
pub(crate) fn usage(pid: i32) -> Usage {
    let Some(stat) = ProcessStat::of(pid) else { return Usage::default() };
    let (cpu, waited) = scheduled(pid).unwrap_or((stat.own_ticks * TICK, Duration::ZERO));
    Usage { cpu: cpu + stat.children_ticks * TICK, waited, memory: memory(pid, "VmRSS:") }
}

/// The peak memory of a process, in bytes.
pub(crate) fn peak_memory(pid: i32) -> u64 {
    memory(pid, "VmHWM:")
}

/// The field `name` of `/proc/PID/status`, in bytes; 0 if it cannot be read.
fn memory(pid: i32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}

/// How long all threads of a process ran, and how long they waited for a processor.
fn scheduled(pid: i32) -> Option<(Duration, Duration)> {
    let (mut cpu, mut waited) = (Duration::ZERO, Duration::ZERO);
    for thread in fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
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

/// The living descendants of `root`, in any session or process group, without `root`.
pub(crate) fn descendants(root: i32) -> Vec<i32> {
    let mut children: HashMap<i32, Vec<(i32, bool)>> = HashMap::new();
    for pid in processes() {
        if let Some(stat) = ProcessStat::of(pid) {
            let lives = !matches!(stat.state, 'Z' | 'X');
            children.entry(stat.parent).or_default().push((pid, lives));
        }
    }
    let (mut found, mut unvisited) = (Vec::new(), vec![root]);
    while let Some(parent) = unvisited.pop() {
        for &(pid, lives) in children.get(&parent).into_iter().flatten() {
            unvisited.push(pid);
            if lives {
                found.push(pid);
            }
        }
    }
    found
}

/// Like [`descendants`], but without reading every process of the machine, which takes milliseconds. May
/// include dead processes, and may miss one that starts or ends meanwhile.
pub(crate) fn descendants_quickly(root: i32) -> Vec<i32> {
    let Some(mut unvisited) = children(root) else { return descendants(root) };
    let mut found = Vec::new();
    while let Some(pid) = unvisited.pop() {
        unvisited.extend(children(pid).unwrap_or_default());
        found.push(pid);
    }
    found
}

/// The children of all threads of a process. `None` if the process does not exist or the kernel does not list
/// children.
fn children(pid: i32) -> Option<Vec<i32>> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
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
        let stat = ProcessStat::parse(line).unwrap();
        assert_eq!((stat.parent, stat.session, stat.state), (7, 2, 'S'));
        assert_eq!((stat.own_ticks, stat.children_ticks), (7, 11));
        assert!(ProcessStat::parse("12 (a").is_none() && ProcessStat::parse("12 (a) S 7").is_none());
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
