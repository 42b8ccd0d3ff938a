//! The levels of forcing chains, easiest first.

/// The inferences that a level allows.
///
/// The levels are those of N. Juillerat, *Sudoku Explainer*, 2007. Its last one, single chains inside nets
/// inside a net, is left out: it is costly, and none of the puzzles that were tried needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// One digit: houses with one place left.
    Nishio,
    /// Cells and houses that have two candidates before the assumption.
    Multiple,
    /// Cells and houses that have one candidate left.
    Dynamic,
    /// In addition locked candidates, pairs and X-wings.
    DynamicPlus,
    /// In addition single chains.
    NestedSingle,
    /// In addition chains of the level [`Level::Multiple`].
    NestedMultiple,
    /// In addition chains of the level [`Level::Dynamic`].
    NestedDynamic,
}

impl Level {
    pub(super) const ALL: [Level; 7] = [
        Level::Nishio,
        Level::Multiple,
        Level::Dynamic,
        Level::DynamicPlus,
        Level::NestedSingle,
        Level::NestedMultiple,
        Level::NestedDynamic,
    ];

    /// Whether candidates that are off count as gone.
    pub(crate) fn is_dynamic(self) -> bool {
        self != Level::Multiple
    }

    pub(crate) fn has_patterns(self) -> bool {
        self >= Level::DynamicPlus
    }

    pub(crate) fn has_single_chains(self) -> bool {
        matches!(self, Level::NestedSingle | Level::NestedMultiple)
    }

    /// The level of inner chains with several branches.
    pub(crate) fn inner(self) -> Option<Level> {
        match self {
            Level::NestedMultiple => Some(Level::Multiple),
            Level::NestedDynamic => Some(Level::Dynamic),
            _ => None,
        }
    }
}
