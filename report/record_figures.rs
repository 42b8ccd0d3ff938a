//! A record with figures that several sections and documents share.

use super::load::Record;
use coverlab_bench::statistics::{self, Cell, ClaimResult, InstanceMeasures, PublishedTable};
use std::sync::OnceLock;

/// A record with shared figures, each of which is computed on first use.
pub(crate) struct RecordFigures {
    pub(crate) record: Record,
    measured: OnceLock<InstanceMeasures>,
    checks: OnceLock<Vec<ClaimResult>>,
    published: OnceLock<Vec<PublishedTable>>,
}

impl RecordFigures {
    pub(crate) fn of(record: Record) -> RecordFigures {
        let (measured, checks, published) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        RecordFigures { record, measured, checks, published }
    }

    /// The name of the experiment.
    pub(crate) fn name(&self) -> &str {
        &self.record.experiment.name
    }

    /// The folded trials; for large corpora, those of a sample.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.record.trials.cells
    }

    /// The measures of instances.
    pub(crate) fn measured(&self) -> &InstanceMeasures {
        self.measured.get_or_init(|| InstanceMeasures::of(&self.record.experiment, self.cells()))
    }

    /// The results of the claims and laws.
    pub(crate) fn checks(&self) -> &[ClaimResult] {
        self.checks.get_or_init(|| {
            let (claims, gap) = (self.record.trials.claims.iter(), self.record.gap());
            claims.map(|claim| claim.decide(self.cells(), self.measured(), gap.as_deref())).collect()
        })
    }

    /// The published tables, each compared with our figures.
    pub(crate) fn published(&self) -> &[PublishedTable] {
        self.published.get_or_init(|| {
            let published = self.record.experiment.published.iter();
            published.map(|table| statistics::compare_with_published(table, self.cells())).collect()
        })
    }
}
