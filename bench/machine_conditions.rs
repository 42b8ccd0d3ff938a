//! Conditions of the machine that affect measured times, such as clock speed, shared cores, caches and quotas. On Linux
//! they are read from `/sys`.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// The conditions of measurements. A field is empty if the system does not provide it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MachineConditions {
    /// The CPU frequency governor: `performance`, `powersave`, `schedutil`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// Whether processors may exceed their nominal clock speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boost: Option<bool>,
    /// Whether logical processors share cores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smt: Option<bool>,
    /// The caches of the first processor: `L1d 32K, L2 1M, L3 32M`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub caches: String,
    /// The CPU quota of the control group, in processors with two decimals; empty if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<String>,
    /// Whether each thread was pinned to its own processor.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
}

impl MachineConditions {
    /// The conditions of this machine and this program.
    pub fn of_this_machine() -> MachineConditions {
        MachineConditions::under(Path::new("/"))
    }

    /// The conditions according to the files under `root`.
    fn under(root: &Path) -> MachineConditions {
        let read = |path: &str| first_line(&root.join(path));
        let cpu = |path: &str| read(&format!("sys/devices/system/cpu/{path}"));
        let flag = |text: String| match text.as_str() {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        let no_turbo = cpu("intel_pstate/no_turbo").and_then(flag).map(|off| !off);
        MachineConditions {
            governor: cpu("cpu0/cpufreq/scaling_governor"),
            boost: cpu("cpufreq/boost").and_then(flag).or(no_turbo),
            smt: cpu("smt/active").and_then(flag),
            caches: caches(&root.join("sys/devices/system/cpu/cpu0/cache")),
            quota: read("sys/fs/cgroup/cpu.max").and_then(|text| quota(&text)),
            pinned: false,
        }
    }
}

/// The first line of a file without surrounding blanks; `None` if the file cannot be read or the line is empty.
pub fn first_line(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    text.lines().next().map(|line| line.trim().to_string()).filter(|line| !line.is_empty())
}

/// Describes the caches of a processor, whose `cache` folder is `folder`.
fn caches(folder: &Path) -> String {
    let cache = |index: usize| {
        let read = |name: &str| first_line(&folder.join(format!("index{index}/{name}")));
        let kind = match read("type")?.as_str() {
            "Data" => "d",
            "Instruction" => "i",
            _ => "",
        };
        Some(format!("L{}{kind} {}", read("level")?, read("size")?))
    };
    (0..8).map_while(cache).collect::<Vec<_>>().join(", ")
}

/// Converts a quota and its period in microseconds to processors: `50000 100000` is `0.50`, and `max 100000` is no quota.
fn quota(text: &str) -> Option<String> {
    let (time, period) = text.split_once(' ')?;
    let (time, period): (f64, f64) = (time.parse().ok()?, period.parse().ok()?);
    (period > 0.0).then(|| format!("{:.2}", time / period))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conditions of a machine with these system files.
    fn conditions(files: &[(&str, &str)]) -> MachineConditions {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        MachineConditions::under(root.path())
    }

    #[test]
    fn conditions_are_read_from_system_files() {
        const CPU: &str = "sys/devices/system/cpu";
        let [cpu, cache] = [format!("{CPU}/cpu0/cpufreq/scaling_governor"), format!("{CPU}/cpu0/cache")];
        let found = conditions(&[
            (&cpu, "powersave\n"),
            (&format!("{CPU}/intel_pstate/no_turbo"), "0\n"),
            (&format!("{CPU}/smt/active"), "1\n"),
            (&format!("{cache}/index0/level"), "1\n"),
            (&format!("{cache}/index0/type"), "Data\n"),
            (&format!("{cache}/index0/size"), "48K\n"),
            (&format!("{cache}/index1/level"), "2\n"),
            (&format!("{cache}/index1/type"), "Unified\n"),
            (&format!("{cache}/index1/size"), "2048K\n"),
            ("sys/fs/cgroup/cpu.max", "150000 100000\n"),
        ]);
        let expected = MachineConditions {
            governor: Some("powersave".into()),
            boost: Some(true),
            smt: Some(true),
            caches: "L1d 48K, L2 2048K".into(),
            quota: Some("1.50".into()),
            ..MachineConditions::default()
        };
        assert_eq!(found, expected);
        let json = serde_json::to_string(&expected).unwrap();
        assert_eq!(serde_json::from_str::<MachineConditions>(&json).unwrap(), expected);
        assert_eq!(conditions(&[("sys/fs/cgroup/cpu.max", "max 100000")]), MachineConditions::default());
    }
}
