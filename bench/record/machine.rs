//! The machine that ran trials, with the build of coverlab and how it was started.

use crate::machine_conditions::MachineConditions;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A machine that ran trials, and the build of coverlab on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The version of coverlab.
    pub version: String,
    /// The commit that coverlab was built from, with `+` if the sources had uncommitted changes; empty if unknown.
    pub commit: String,
    /// The version of the compiler.
    pub rustc: String,
    /// The build profile.
    pub profile: String,
    /// The host name.
    pub host: String,
    /// The model of the processor.
    pub cpu: String,
    /// The processor's instruction sets and features, as the operating system lists them; empty if it does not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub flags: String,
    /// The number of logical processors.
    pub cores: usize,
    /// The operating system and the version of its kernel.
    pub kernel: String,
    /// The load average over one minute when the run began, if the system reports it.
    pub load: Option<f64>,
    /// The conditions that affect the measured times.
    #[serde(default)]
    pub conditions: MachineConditions,
    /// The number of threads that ran trials.
    pub threads: usize,
    /// The shard that was run here, if the instances were divided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The identifiers of the job in a batch scheduler, by environment variable.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scheduler: BTreeMap<String, String>,
}

impl Machine {
    /// The name of this machine among `among`: the host name, followed by the processor if a host of the same name has
    /// another processor.
    pub fn label(&self, among: &[Machine]) -> String {
        match among.iter().any(|other| other.host == self.host && other.cpu != self.cpu) {
            true => format!("{} ({})", self.host, self.cpu),
            false => self.host.clone(),
        }
    }
}

/// The instances that one machine runs if several share an experiment. As text, `2/4` is the second of four shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// The number of this shard, from 1.
    pub number: u32,
    /// The total number of shards.
    pub of: u32,
}

impl Shard {
    /// Whether the instance whose content has the hash `content_hash` belongs to this shard.
    pub fn has(self, content_hash: u64) -> bool {
        content_hash % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The shards that a complete run needs and `shards` lacks. All of them divide the run into equally many shards.
pub fn missing_shards(shards: &BTreeSet<Shard>) -> Vec<Shard> {
    let of = shards.first().map_or(0, |shard| shard.of);
    (1..=of).map(|number| Shard { number, of }).filter(|shard| !shards.contains(shard)).collect()
}

/// Maximum number of shards: more than any cluster has jobs, and few enough to list those that are missing.
pub const MAX_SHARDS: u32 = 100_000;

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.parse::<u32>().ok();
        let parts = text.split_once('/').and_then(|(k, n)| Some((number(k)?, number(n)?)));
        match parts {
            Some((_, of)) if of > MAX_SHARDS => Err(format!("at most {MAX_SHARDS} shards, not {of}")),
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            _ => Err(format!("`{text}` is not a shard: write 2/4 for the second of four")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_belongs_to_one_shard() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for content in (0..50).map(|k: u64| k.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            assert_eq!(shards.iter().filter(|shard| shard.has(content)).count(), 1);
        }
        assert_eq!(shards[1].to_string(), "2/3");
        for bad in ["", "1", "0/3", "4/3", "1/0", "0/0", "1/3/4", "-1/3", "a/b", "1/100001"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
