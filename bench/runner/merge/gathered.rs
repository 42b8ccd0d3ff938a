//! The trials of one part in all folders, by their places in the plan of all.
//!
//! A ledger has room for every trial of the plan, and a shard few of them. So the places of all ledgers lie in one table,
//! and memory does not grow with the number of shards.

use crate::plan::Plan;
use crate::record::{Ledger, Place, Row};
use std::collections::HashMap;

/// Where the records of a trial are: the number of a ledger, and the place in it.
type At = (u32, Place);

/// Ledgers of one plan.
pub(super) struct Gathered {
    ledgers: Vec<Ledger>,
    /// Per stage and slot, the first record.
    first: Vec<Vec<Option<At>>>,
    /// By stage and slot, all further ones.
    more: HashMap<(usize, usize), Vec<At>>,
}

/// A record of a trial.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The number of the folder's piece.
    pub(super) piece: usize,
    pub(super) seed: u64,
    pub(super) row: Row,
}

impl Gathered {
    /// Nothing of `plan` yet.
    pub(super) fn new(plan: &Plan) -> Gathered {
        let first = plan.stages.iter().map(|stage| vec![None; stage.trials(plan.rounds())]).collect();
        Gathered { ledgers: Vec::new(), first, more: HashMap::new() }
    }

    /// Adds the ledger of the next piece.
    pub(super) fn add(&mut self, mut ledger: Ledger) {
        let number = self.ledgers.len() as u32;
        for (s, places) in ledger.take_places().into_iter().enumerate() {
            for (slot, place) in places.into_iter().enumerate() {
                let Some(at) = place.map(|place| (number, place)) else { continue };
                match &mut self.first[s][slot] {
                    Some(_) => self.more.entry((s, slot)).or_default().push(at),
                    none => *none = Some(at),
                }
            }
        }
        self.ledgers.push(ledger);
    }

    /// Whether the trial in `slot` of stage `s` is recorded.
    pub(super) fn has(&self, s: usize, slot: usize) -> bool {
        self.first[s][slot].is_some()
    }

    /// The records of the trial in `slot` of stage `s`, if there are several.
    pub(super) fn several(&self, s: usize, slot: usize) -> Option<Vec<Found>> {
        let more = self.more.get(&(s, slot))?;
        let found = |&(number, place): &At| {
            let ledger = &self.ledgers[number as usize];
            Some(Found { piece: number as usize, seed: ledger.seed_at(place), row: ledger.row_at(place)? })
        };
        Some(self.first[s][slot].iter().chain(more).filter_map(found).collect())
    }
}
