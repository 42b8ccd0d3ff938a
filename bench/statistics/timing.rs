//! How the times of searches were measured: alone or in blocks.

use crate::record::TimingMode;
use serde::Serialize;

/// How the times of a strategy were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// Each search separately.
    Alone,
    /// As shares of the times of blocks.
    InBlocks,
    /// Some searches separately, some in blocks.
    Both,
}

impl Timing {
    pub(super) fn of(mode: TimingMode) -> Timing {
        match mode {
            TimingMode::Stream => Timing::InBlocks,
            TimingMode::Alone => Timing::Alone,
        }
    }

    /// The timing of two groups of searches together.
    pub(super) fn and(self, other: Timing) -> Timing {
        if self == other { self } else { Timing::Both }
    }

    /// A phrase for tables.
    pub fn phrase(self) -> &'static str {
        match self {
            Timing::Alone => "alone",
            Timing::InBlocks => "in blocks",
            Timing::Both => "both",
        }
    }
}
