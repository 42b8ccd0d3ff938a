//! The parameters that `dlx` and `dancing-cells` share, and the schedule of the restarts of `heuristic=weighted`.

use super::option_order::OptionOrder;
use coverlab_model::{Parameter, Values};

/// How the item to branch on is chosen, and in which order its options are tried.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ItemChoice {
    pub(crate) heuristic: Heuristic,
    /// Whether ties are broken at random.
    pub(crate) ties_random: bool,
    pub(crate) options: OptionOrder,
}

/// The criterion by which an item is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Heuristic {
    First,
    #[default]
    Fewest,
    Weighted,
}

impl ItemChoice {
    /// The parameters.
    pub(crate) const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "heuristic",
            meaning: "the item to branch on: the first, one with the fewest options, or fewest by weight with restarts",
            values: Values::OneOf(&["first", "fewest", "weighted"]),
            default: "fewest",
        },
        Parameter {
            name: "ties",
            meaning: "among equally good items, the first or a random one",
            values: Values::OneOf(&["first", "random"]),
            default: "first",
        },
        OptionOrder::PARAMETER,
    ];

    /// Sets one of them.
    pub(crate) fn set(&mut self, parameter: &str, value: &str) {
        match (parameter, value) {
            ("ties", _) => self.ties_random = value == "random",
            ("options", _) => self.options = OptionOrder::named(value),
            (_, "first") => self.heuristic = Heuristic::First,
            (_, "weighted") => self.heuristic = Heuristic::Weighted,
            _ => self.heuristic = Heuristic::Fewest,
        }
    }
}

/// The first run may meet this many dead ends, each further one more by a quarter.
const FIRST_RUN: u64 = 64;

/// When a search starts over with what it learned from its dead ends.
pub(crate) struct Restarts {
    /// False once there was a solution, which would be found again.
    wanted: bool,
    dead_ends: u64,
    patience: u64,
}

impl Restarts {
    pub(crate) fn new(wanted: bool) -> Restarts {
        Restarts { wanted, dead_ends: 0, patience: FIRST_RUN }
    }

    /// A solution was found.
    pub(crate) fn solved(&mut self) {
        self.wanted = false;
    }

    /// A dead end was met.
    #[inline(always)]
    pub(crate) fn dead_end(&mut self) {
        self.dead_ends += 1;
    }

    /// Whether to start over now; the next run is longer.
    #[inline(always)]
    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.wanted && self.dead_ends >= self.patience;
        if due {
            (self.dead_ends, self.patience) = (0, self.patience + self.patience / 4);
        }
        due
    }
}
