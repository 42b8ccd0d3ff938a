//! The origin of trials: a machine, a program, and how it was started.

use crate::conditions::Conditions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The machine that ran trials.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// coverlab's version.
    pub version: String,
    /// The commit it was built from, with `+` if its sources had changes; empty if unknown.
    pub commit: String,
    /// The compiler.
    pub rustc: String,
    /// The build profile.
    pub profile: String,
    /// The machine's name.
    pub host: String,
    /// Its processor.
    pub cpu: String,
    /// The instructions and features of the processor, as the system names them; empty if it does not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub flags: String,
    /// Logical processors.
    pub cores: usize,
    /// The kernel and its version.
    pub kernel: String,
    /// Load average over one minute when the run began, where the system reports it.
    pub load: Option<f64>,
    /// The conditions that bear on its times.
    #[serde(default)]
    pub conditions: Conditions,
    /// Worker threads.
    pub threads: usize,
    /// The part of the instances that was run here, if not all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The job's names at a batch scheduler, by the names of its variables.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scheduler: BTreeMap<String, String>,
}

impl Machine {
    /// Its label among other machines: its name, and behind it the processor where a machine of the same name
    /// has another one.
    pub fn label(&self, among: &[Machine]) -> String {
        match among.iter().any(|other| other.host == self.host && other.cpu != self.cpu) {
            true => format!("{} ({})", self.host, self.cpu),
            false => self.host.clone(),
        }
    }
}

/// One of several parts of the instances of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// The number of this shard, from 1.
    pub number: u32,
    /// The total number of shards.
    pub of: u32,
}

impl Shard {
    /// Whether an instance whose content has this hash is of this shard.
    pub fn has(self, content: u64) -> bool {
        content % u64::from(self.of) == u64::from(self.number - 1)
    }

    /// Whether part `number` of a run, of a corpus too large to be held, is of this shard.
    pub fn has_part(self, number: usize) -> bool {
        self.has(number as u64)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// More shards than any cluster has jobs; the missing ones can still be listed.
pub const MAX_SHARDS: u32 = 100_000;

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.parse::<u32>().ok();
        let parts = text.split_once('/').and_then(|(k, n)| Some((number(k)?, number(n)?)));
        match parts {
            Some((_, of)) if of > MAX_SHARDS => Err(format!("at most {MAX_SHARDS} shards, not {of}")),
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            _ => Err(format!("`{text}` is no shard; the second of four is 2/4")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_is_of_one_shard() {
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
