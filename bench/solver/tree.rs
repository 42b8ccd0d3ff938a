//! The processes below this one, as Linux tells of them in `/proc`.

use std::collections::HashMap;
use std::fs;

/// A process and its resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Used {
    /// For how long it ran, and its children that have ended, nanoseconds.
    pub(super) ran: u64,
    /// For how long it was ready but waited for a processor, nanoseconds.
    pub(super) waited: u64,
    /// Memory in use, bytes.
    pub(super) memory: u64,
}

impl Used {
    /// Both together.
    pub(super) fn and(self, other: Used) -> Used {
        Used {
            ran: self.ran + other.ran,
            waited: self.waited + other.waited,
            memory: self.memory + other.memory,
        }
    }
}

/// A tick of the clock that `/proc` counts in: 100 a second on every Linux.
const TICK_NS: u64 = 10_000_000;

/// The fields of `/proc/PID/stat` that are of interest.
pub(super) struct Stat {
    pub(super) parent: i32,
    pub(super) session: i32,
    pub(super) state: char,
    own_ticks: u64,
    ended_ticks: u64,
}

impl Stat {
    pub(super) fn of(process: i32) -> Option<Stat> {
        Stat::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// The fields behind the name, which may hold blanks and parentheses.
    fn read(line: &str) -> Option<Stat> {
        let fields: Vec<&str> = line.get(line.rfind(')')? + 1..)?.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Stat {
            state: fields.first()?.chars().next()?,
            parent: fields.get(1)?.parse().ok()?,
            session: fields.get(3)?.parse().ok()?,
            own_ticks: number(11)? + number(12)?,
            ended_ticks: number(13)? + number(14)?,
        })
    }
}

/// The resources that process `process` has used; zero if it is gone.
pub(super) fn used(process: i32) -> Used {
    let Some(stat) = Stat::of(process) else { return Used::default() };
    let (ran, waited) = scheduled(process).unwrap_or((stat.own_ticks * TICK_NS, 0));
    Used { ran: ran + stat.ended_ticks * TICK_NS, waited, memory: resident(process) }
}

/// The memory of a process that is in use, bytes.
fn resident(process: i32) -> u64 {
    memory(process, "VmRSS:")
}

/// The most memory of a process that was ever in use, bytes.
pub(super) fn peak(process: i32) -> u64 {
    memory(process, "VmHWM:")
}

/// The memory that Linux tells of a process under `name`, bytes.
fn memory(process: i32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}

/// For how long the threads of a process ran and waited for a processor.
fn scheduled(process: i32) -> Option<(u64, u64)> {
    let (mut ran, mut waited) = (0, 0);
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten() {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let mut numbers = text.split_whitespace().map(|word| word.parse::<u64>().ok());
        ran += numbers.next()??;
        waited += numbers.next()??;
    }
    Some((ran, waited))
}

/// All processes, by their numbers.
pub(super) fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The living processes below `root`, whatever session or group they are in.
pub(super) fn below(root: i32) -> Vec<i32> {
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

/// The processes below `root` as Linux lists them, for a look: one that begins or ends meanwhile may be missed. A list of
/// all processes of a machine, as [`below`] makes it, takes milliseconds.
pub(super) fn seen_below(root: i32) -> Vec<i32> {
    let Some(mut open) = children(root) else { return below(root) };
    let mut found = Vec::new();
    while let Some(process) = open.pop() {
        open.extend(children(process).unwrap_or_default());
        found.push(process);
    }
    found
}

/// The children of all threads of a process; `None`: not every kernel tells, and not of one that is gone.
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
        assert_eq!((stat.own_ticks, stat.ended_ticks), (7, 11));
        assert!(Stat::read("12 (a").is_none() && Stat::read("12 (a) S 7").is_none());
    }

    #[test]
    fn a_child_is_below_and_uses_something() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let (own, number) = (std::process::id() as i32, child.id() as i32);
        assert!(below(own).contains(&number) && !below(number).contains(&number));
        assert!(seen_below(own).contains(&number) && !seen_below(number).contains(&number));
        assert!(used(number).memory > 0);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!below(own).contains(&number));
        assert_eq!(used(number), Used::default());
    }
}
