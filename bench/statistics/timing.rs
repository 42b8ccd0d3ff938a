//! How the times of searches were measured: alone or in blocks.

use crate::record::TimingMode;
use serde::Serialize;

/// How the times of a strategy were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrategyTiming {
    /// Each search separately.
    Alone,
    /// As shares of the times of blocks.
    InBlocks,
    /// Some searches separately, some in blocks.
    Both,
}

impl StrategyTiming {
    pub(super) fn of(mode: TimingMode) -> StrategyTiming {
        match mode {
            TimingMode::Stream => StrategyTiming::InBlocks,
            TimingMode::Alone => StrategyTiming::Alone,
        }
    }

    /// The timing of two groups of searches together.
    pub(super) fn and(self, other: StrategyTiming) -> StrategyTiming {
        if self == other { self } else { StrategyTiming::Both }
    }

    /// A phrase for tables.
    pub fn phrase(self) -> &'static str {
        match self {
            StrategyTiming::Alone => "alone",
            StrategyTiming::InBlocks => "in blocks",
            StrategyTiming::Both => "both",
        }
    }
}
