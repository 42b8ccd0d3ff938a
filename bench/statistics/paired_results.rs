//! Results of several strategies on the same instances.

use super::{InstanceResult, Name};

/// Results grouped by instance.
#[derive(Clone, Debug)]
pub struct PairedResults<'a> {
    strategies: Vec<&'a Name>,
    /// By instance, the result of each strategy.
    rows: Vec<Vec<Option<&'a InstanceResult>>>,
}

impl<'a> PairedResults<'a> {
    /// Groups `results` by instance. Results of an instance must be adjacent.
    pub fn of(results: &[&'a InstanceResult]) -> PairedResults<'a> {
        let mut strategies: Vec<&Name> = Vec::new();
        let mut rows = Vec::new();
        for instance in results.chunk_by(|a, b| a.instance_key() == b.instance_key()) {
            let mut row: Vec<Option<&InstanceResult>> = vec![None; strategies.len()];
            for result in instance {
                match strategies.iter().position(|known| **known == result.strategy) {
                    Some(at) => row[at] = Some(*result),
                    None => {
                        strategies.push(&result.strategy);
                        row.push(Some(*result));
                    }
                }
            }
            rows.push(row);
        }
        rows.iter_mut().for_each(|row| row.resize(strategies.len(), None));
        PairedResults { strategies, rows }
    }

    /// The strategies, in order.
    pub fn strategies(&self) -> &[&'a Name] {
        &self.strategies
    }

    /// By instance, the result of each strategy, in the order of [`strategies`](Self::strategies).
    pub fn instances(&self) -> impl Iterator<Item = &[Option<&'a InstanceResult>]> {
        self.rows.iter().map(Vec::as_slice)
    }

    /// The results of two strategies on each instance that both tried.
    pub fn pairs(&self, of: &str, against: &str) -> Vec<[&'a InstanceResult; 2]> {
        let index = |name: &str| self.strategies.iter().position(|known| *known == name);
        let (Some(of), Some(against)) = (index(of), index(against)) else { return Vec::new() };
        self.rows.iter().filter_map(|row| Some([row[of]?, row[against]?])).collect()
    }
}
