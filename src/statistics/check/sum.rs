//! The searches that one side of a claim is about, added up.

use super::{Range, describe, is_time};
use crate::experiment::{Selection, Take};
use crate::record::Status;
use crate::statistics::{Cell, Name};
use std::collections::BTreeSet;

/// The totals of the selected searches.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) selection: Selection,
    pub(super) measure: String,
    take: Take,
    pub(super) searches: usize,
    /// Of them, those that are answered.
    solved: usize,
    /// Searches that a limit of time or memory left open.
    open: usize,
    /// Searches that ended at the node limit.
    pub(super) node_limited: usize,
    /// Searches that did not come to their own end.
    pub(super) cut: usize,
    /// The largest time limit that was met.
    pub(super) limit_cpu_ns: Option<u64>,
    pub(super) processors: BTreeSet<Name>,
    /// The measure over all, times in seconds.
    value: f64,
    /// The first search that came to its end without the measure, in words.
    unknown: Option<String>,
}

impl Sum {
    pub(super) fn new(selection: &Selection, measure: &str, take: Take) -> Sum {
        Sum {
            selection: selection.clone(),
            measure: measure.to_string(),
            take,
            searches: 0,
            solved: 0,
            open: 0,
            node_limited: 0,
            cut: 0,
            limit_cpu_ns: None,
            processors: BTreeSet::new(),
            value: 0.0,
            unknown: None,
        }
    }

    /// Adds a selected search.
    pub(super) fn add(&mut self, cell: &Cell) {
        self.searches += 1;
        self.solved += usize::from(cell.solved());
        self.open += usize::from(matches!(cell.status, Status::Timeout | Status::Memout));
        self.node_limited += usize::from(cell.status == Status::NodeLimit);
        self.cut += usize::from(!cell.finished());
        if cell.status == Status::Timeout {
            self.limit_cpu_ns = self.limit_cpu_ns.max(cell.limit_cpu_ns);
        }
        if !self.processors.contains(&cell.processor) {
            self.processors.insert(cell.processor.clone());
        }
        let scale = if is_time(&self.measure) { 1e-9 } else { 1.0 };
        match cell.measure(&self.measure) {
            Some(value) => self.value = self.take.of(self.value, value * scale),
            None if cell.finished() && self.unknown.is_none() => {
                let what = format!("{} on {} has no {}", cell.strategy, cell.instance, self.measure);
                self.unknown = Some(what);
            }
            None => {}
        }
    }

    /// The figure, or why there is none.
    pub(super) fn figure(&self) -> Result<Range, String> {
        if self.searches == 0 {
            return Err(format!("no trial of {}", describe(&self.selection)));
        }
        if self.measure == "solved" {
            // A limit of time or memory leaves open whether a search would have been answered; a node limit is the
            // same on every machine, so there the answer is no.
            let solved = self.solved as f64;
            return Ok(Range { low: solved, high: Some(solved + self.open as f64) });
        }
        match &self.unknown {
            Some(what) => Err(what.clone()),
            None => Ok(Range { low: self.value, high: (self.cut == 0).then_some(self.value) }),
        }
    }
}
