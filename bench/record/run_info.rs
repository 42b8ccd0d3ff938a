//! `run.json`: the machines and programs that ran the trials, so that a figure can be traced to a machine and
//! a commit.

use super::{Machine, ProgramInfo};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The content of `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// The experiment's name.
    pub experiment: String,
    /// Hash of everything that decides which trials there are.
    pub plan_hash: String,
    /// The machine that ran it; of a merged record, the machine of the first start.
    #[serde(flatten)]
    pub machine: Machine,
    /// All machines, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<Machine>,
    /// The experiment's seed.
    pub seed: u64,
    /// The memory limit of a process that searches, bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_limit: Option<u64>,
    /// First start, seconds since 1970-01-01 UTC.
    pub started_utc: u64,
    /// Last end, seconds since 1970-01-01 UTC.
    pub finished_utc: u64,
    /// How often the run was started: 1 unless it was interrupted and continued.
    pub starts: u32,
    /// Parts left out, each with the reason: optional strategies that this machine cannot run, and places in
    /// corpora that are not understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// Places in corpora that are not understood, and are left out as well.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub misread: u64,
    /// Programs of others that were run as strategies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramInfo>,
    /// Trials planned.
    pub trials: u64,
    /// Trials recorded.
    pub recorded: u64,
}

impl RunInfo {
    /// The machines that ran it.
    pub fn machines(&self) -> impl Iterator<Item = &Machine> {
        let only = self.machines.is_empty().then_some(&self.machine);
        self.machines.iter().chain(only)
    }

    /// By what trials call their machine, its processor; empty if all have the same.
    pub fn processors(&self) -> HashMap<String, String> {
        let of = |machine: &Machine| (machine.label(&self.machines), machine.cpu.clone());
        let is_mixed = self.machines.iter().any(|machine| machine.cpu != self.machines[0].cpu);
        self.machines.iter().filter(|_| is_mixed).map(of).collect()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}
