//! The choice of the item to branch on, as far as `dlx` and `dancing-cells` share it: parameters, criteria, and
//! the restart schedule of `heuristic=weighted`.

use super::option_order::OptionOrder;
use coverlab_model::random::below;
use coverlab_model::{Parameter, Values};

/// How a search chooses the item to branch on, and the order of its options.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ItemChoice {
    pub(crate) heuristic: Heuristic,
    /// Whether ties are broken at random.
    pub(crate) ties_random: bool,
    pub(crate) options: OptionOrder,
}

/// The criterion for the best item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Heuristic {
    First,
    #[default]
    Fewest,
    Weighted,
}

impl ItemChoice {
    pub(crate) const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "heuristic",
            meaning: "the item to branch on, unless one has no options: the first, one with the fewest options, or one with the fewest by weight, with restarts",
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

    /// Sets a parameter.
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

/// An item with the fewest options, uniformly at random. The items come with their numbers of options.
#[inline]
pub(crate) fn fewest_at_random(items: impl Iterator<Item = (u32, u32)>, random: &mut u64) -> Option<u32> {
    let (mut best, mut fewest, mut ties) = (None, u32::MAX, 0);
    for (item, options) in items {
        if options < fewest {
            (best, fewest, ties) = (Some(item), options, 1);
        } else if options == fewest {
            ties += 1;
            if below(random, ties) == 0 {
                best = Some(item);
            }
        }
    }
    best
}

/// An item with the fewest options by weight: the first, or one of the best at random if `random` is the state
/// of a generator.
#[inline]
pub(crate) fn fewest_by_weight(
    items: impl Iterator<Item = (u32, u32)>,
    weights: &[u32],
    mut random: Option<&mut u64>,
) -> Option<u32> {
    let (mut best, mut size, mut weight, mut ties) = (None, u64::MAX, 1, 0);
    for (item, options) in items {
        let (options, its) = (u64::from(options), u64::from(weights[item as usize]));
        // Compares options / weight of both items without a division.
        let (mine, bests) = (options.saturating_mul(weight), size.saturating_mul(its));
        if best.is_none() || mine < bests {
            (best, size, weight, ties) = (Some(item), options, its, 1);
        } else if let Some(state) = random.as_deref_mut().filter(|_| mine == bests) {
            ties += 1;
            if below(state, ties) == 0 {
                best = Some(item);
            }
        }
    }
    best
}

/// The first run may meet this many dead ends; each further run a quarter more than the one before.
const FIRST_RUN: u64 = 64;

/// Decides when a search restarts with what it learned from dead ends.
pub(crate) struct Restarts {
    /// False after the first solution, because a restart would find it again.
    wanted: bool,
    dead_ends: u64,
    patience: u64,
}

impl Restarts {
    pub(crate) fn new(wanted: bool) -> Restarts {
        Restarts { wanted, dead_ends: 0, patience: FIRST_RUN }
    }

    /// Records a solution.
    pub(crate) fn solved(&mut self) {
        self.wanted = false;
    }

    /// Records a dead end.
    #[inline(always)]
    pub(crate) fn dead_end(&mut self) {
        self.dead_ends += 1;
    }

    /// Whether to restart now. If so, the next run may be longer.
    #[inline(always)]
    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.wanted && self.dead_ends >= self.patience;
        if due {
            (self.dead_ends, self.patience) = (0, self.patience + self.patience / 4);
        }
        due
    }
}
