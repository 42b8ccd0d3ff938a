//! `run.json`: the machines and programs that ran the trials, so that every number can be traced to a machine and a
//! commit.

use super::Machine;
use crate::corpus::checksum;
use crate::experiment::SolverDefinition;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};

/// The key in `run.json` of the checksum of its other keys. Older records have none.
const CHECKSUM: &str = "checksum";

/// The content of `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// The experiment's name.
    pub experiment: String,
    /// The checksum of `experiment.toml`, by which a later change is noticed. Older records have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment_checksum: Option<String>,
    /// The machine that ran the last trials; in a merged record, the first of `machines`.
    #[serde(flatten)]
    pub machine: Machine,
    /// All machines that ran trials. Empty if a single host with a single processor ran them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<Machine>,
    /// The experiment's seed.
    pub seed: u64,
    /// The memory limit of a searching process, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_limit: Option<u64>,
    /// When the run was first started, in seconds since 1970-01-01 UTC.
    pub started_utc: u64,
    /// When the run last ended, in seconds since 1970-01-01 UTC.
    pub finished_utc: u64,
    /// How many processes ran trials: 1 unless the run was interrupted and resumed, or is merged from several.
    pub starts: u32,
    /// Omissions of the record, one line each with the reason: optional strategies that this machine cannot run, missing
    /// corpora, weights and projections of formulas, instances that earlier versions skipped as malformed; in a merged
    /// record also missing trials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// External solvers that ran as strategies.
    #[serde(default, rename = "programs", skip_serializing_if = "Vec::is_empty")]
    pub solvers: Vec<SolverInfo>,
    /// The number of planned trials.
    pub trials: u64,
    /// The number of recorded trials.
    pub recorded: u64,
}

/// An external solver in `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolverInfo {
    /// The solver's definition.
    pub definition: SolverDefinition,
    /// The path of the program; empty if it is not installed.
    pub program: String,
    /// The first line that the program printed when asked for its version; empty if it was not asked or printed nothing.
    #[serde(default)]
    pub version: String,
    /// The BLAKE3 checksum of each file, by path: the program, and the scripts that its command names.
    pub checksums: BTreeMap<String, String>,
}

impl RunInfo {
    /// The beginning of a line of `left_out` about trials that a merge did not find.
    pub const MISSING: &str = "missing: ";

    /// The text of `run.json`: this description, and its checksum.
    pub(crate) fn text(&self) -> String {
        let mut values = json!(self);
        values[CHECKSUM] = own_checksum(&values.to_string()).into();
        format!("{values:#}\n")
    }

    /// Whether `text` is a `run.json` that was changed after it was written.
    pub fn is_edited(text: &str) -> bool {
        let values: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
        values.get(CHECKSUM).is_some_and(|known| *known != own_checksum(text))
    }

    /// Whether `text` differs from the `experiment.toml` of the run.
    pub fn is_experiment_edited(&self, text: &str) -> bool {
        self.experiment_checksum.as_ref().is_some_and(|known| *known != checksum(text.as_bytes()))
    }

    /// The machines that ran trials, at least one.
    pub fn machines(&self) -> impl Iterator<Item = &Machine> {
        let only = self.machines.is_empty().then_some(&self.machine);
        self.machines.iter().chain(only)
    }

    /// The processor of each machine, by the name that the column `host` has for it. Empty if all machines have the same
    /// processor.
    pub fn processors(&self) -> HashMap<String, String> {
        let entry = |machine: &Machine| (machine.label(&self.machines), machine.cpu.clone());
        let is_mixed = self.machines.iter().any(|machine| machine.cpu != self.machines[0].cpu);
        self.machines.iter().filter(|_| is_mixed).map(entry).collect()
    }
}

/// The checksum of the values in `text`, a `run.json`. Numbers are parsed before, because this may round them.
fn own_checksum(text: &str) -> String {
    let mut values: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
    values.remove(CHECKSUM);
    checksum(json!(values).to_string().as_bytes())
}
