//! Describes this machine and this program for records.

use crate::build_info;
use crate::machine_conditions::{MachineConditions, first_line};
use crate::record::{Machine, Shard};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970-01-01 UTC.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

/// The host name.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "unnamed".to_string() } else { name }
}

/// The description of this machine and this program, for a run with `threads` threads.
pub fn machine(threads: usize, shard: Option<Shard>) -> Machine {
    let (program, (cpu, flags)) = (build_info::get(), cpu_facts());
    Machine {
        version: program.version.to_string(),
        commit: program.commit.to_string(),
        rustc: program.rustc.to_string(),
        profile: program.profile.to_string(),
        host: host(),
        cpu: cpu.unwrap_or_else(|| std::env::consts::ARCH.to_string()),
        flags: flags.unwrap_or_default(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        kernel: kernel(),
        load: load(),
        conditions: MachineConditions::of_this_machine(),
        threads,
        shard,
        scheduler: scheduler(),
    }
}

/// The model and the features of the processor, as Linux lists them.
fn cpu_facts() -> (Option<String>, Option<String>) {
    let value = |line: &str, name: &str| Some(line.strip_prefix(name)?.split_once(':')?.1.trim().to_string());
    let (mut model, mut flags) = (None, None);
    // The file describes every core, so only the first paragraph is read.
    let file = File::open("/proc/cpuinfo").map(|file| BufReader::with_capacity(1 << 10, file));
    let lines = file.into_iter().flat_map(BufRead::lines).map_while(Result::ok);
    for line in lines.take_while(|line| !line.is_empty()) {
        model = model.or_else(|| value(&line, "model name"));
        flags = flags.or_else(|| value(&line, "flags")).or_else(|| value(&line, "Features"));
    }
    (model, flags)
}

/// The identifiers of this job in a batch scheduler, by environment variable: Slurm, PBS, Grid Engine or LSF.
fn scheduler() -> BTreeMap<String, String> {
    const NAMES: [&str; 9] = [
        "SLURM_JOB_ID",
        "SLURM_ARRAY_JOB_ID",
        "SLURM_ARRAY_TASK_ID",
        "SLURM_CLUSTER_NAME",
        "PBS_JOBID",
        "PBS_ARRAY_INDEX",
        "JOB_ID",
        "SGE_TASK_ID",
        "LSB_JOBID",
    ];
    NAMES.iter().filter_map(|name| Some((name.to_string(), std::env::var(name).ok()?))).collect()
}

/// The operating system and the version of its kernel.
fn kernel() -> String {
    #[cfg(unix)]
    let release = rustix::system::uname().release().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let release = "";
    format!("{} {release}", std::env::consts::OS).trim_end().to_string()
}

/// The load average over one minute, on Linux.
fn load() -> Option<f64> {
    first_line(Path::new("/proc/loadavg"))?.split(' ').next()?.parse().ok()
}
