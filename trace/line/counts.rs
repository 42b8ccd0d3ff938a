//! Numbers of events by kind.

use super::EVENT_KINDS;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::BTreeMap;

/// A number for each of [`EVENT_KINDS`], serialized as an object without zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts([u64; EVENT_KINDS.len()]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([0; EVENT_KINDS.len()])
    }
}

impl Counts {
    /// The number of events of the kind with this name.
    pub fn named(&self, name: &str) -> u64 {
        EVENT_KINDS.iter().position(|kind| *kind == name).map_or(0, |kind| self.0[kind])
    }

    /// Adds one event.
    pub fn add(&mut self, kind: usize) {
        self.0[kind] += 1;
    }

    /// Adds all of `other`. Sums saturate, which happens only with a damaged file.
    pub fn merge(&mut self, other: &Counts) {
        for (mine, more) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_add(more);
        }
    }

    /// The number of events of all kinds.
    pub fn total(&self) -> u64 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(EVENT_KINDS.into_iter().zip(self.0).filter(|(_, count)| *count > 0))
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut counts = Counts::default();
        for (name, count) in BTreeMap::<String, u64>::deserialize(deserializer)? {
            let kind = EVENT_KINDS.iter().position(|kind| *kind == name);
            let kind = kind.ok_or_else(|| de::Error::custom(format!("unknown kind of event `{name}`")))?;
            counts.0[kind] = count;
        }
        Ok(counts)
    }
}
