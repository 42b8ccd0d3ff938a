//! The order in which the options of an item are tried.

use coverlab_model::random::below;
use coverlab_model::{OptionId, Parameter, Values};

/// An order of the options of an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OptionOrder {
    #[default]
    Given,
    Reversed,
    Random,
}

impl OptionOrder {
    pub(crate) const PARAMETER: Parameter = Parameter {
        name: "options",
        meaning: "the order in which options are tried: as in the instance, reversed, or random",
        values: Values::OneOf(&["given", "reversed", "random"]),
        default: "given",
    };

    /// The order with this name.
    pub(crate) fn named(name: &str) -> OptionOrder {
        match name {
            "reversed" => OptionOrder::Reversed,
            "random" => OptionOrder::Random,
            _ => OptionOrder::Given,
        }
    }

    /// The options below `count` in this order; `seed` determines the random one.
    pub(crate) fn of(self, count: usize, seed: u64) -> impl Iterator<Item = OptionId> {
        let shuffled = if self == OptionOrder::Random { shuffled(count, seed) } else { Vec::new() };
        (0..count).map(move |at| match self {
            OptionOrder::Given => at as OptionId,
            OptionOrder::Reversed => (count - 1 - at) as OptionId,
            OptionOrder::Random => shuffled[at],
        })
    }
}

/// A random permutation of the options (R. Durstenfeld, *Algorithm 235: Random permutation*, 1964).
fn shuffled(count: usize, mut seed: u64) -> Vec<OptionId> {
    let mut options: Vec<OptionId> = (0..count as OptionId).collect();
    for last in (1..count).rev() {
        options.swap(last, below(&mut seed, last as u64 + 1) as usize);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_a_permutation() {
        let of = |name, seed| OptionOrder::named(name).of(20, seed).collect::<Vec<_>>();
        let given: Vec<OptionId> = (0..20).collect();
        assert_eq!(of("given", 1), given);
        assert_eq!(of("reversed", 1), given.iter().rev().copied().collect::<Vec<_>>());
        let mut random = of("random", 1);
        assert!(random == of("random", 1) && random != of("random", 2) && random != given, "{random:?}");
        random.sort_unstable();
        assert_eq!(random, given);
        assert_eq!(OptionOrder::Random.of(0, 1).count(), 0);
    }
}
