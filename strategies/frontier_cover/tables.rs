//! A plan as bit masks.

use super::plan::Plan;

/// An option.
#[derive(Clone, Copy)]
pub(super) struct Choice<const W: usize> {
    /// The bits that must be clear.
    pub(super) tests: [u64; W],
    /// The bits that it sets.
    pub(super) sets: [u64; W],
}

/// A plan whose states have `W` words.
pub(crate) struct Tables<const W: usize> {
    /// By position, the start of its choices.
    starts: Vec<u32>,
    choices: Vec<Choice<W>>,
    /// By position, the bit that says whether its item is covered.
    covered: Vec<[u64; W]>,
    /// The positions before which states are merged; the last is the end.
    pub(super) stops: Vec<usize>,
    /// For each of them, the bits that are still needed.
    pub(super) live: Vec<[u64; W]>,
}

fn row<const W: usize>(slots: &[u32]) -> [u64; W] {
    let mut row = [0; W];
    slots.iter().for_each(|&slot| row[slot as usize / 64] |= 1 << (slot % 64));
    row
}

impl<const W: usize> Tables<W> {
    pub(super) fn new(plan: &Plan) -> Self {
        let mut starts = vec![0];
        let mut choices = Vec::new();
        for own in &plan.choices {
            choices.extend(own.iter().map(|c| Choice { tests: row(&c.tests), sets: row(&c.sets) }));
            starts.push(choices.len() as u32);
        }
        let covered = plan.covered.iter().map(|slot| row(slot.as_slice())).collect();
        let live = plan.live.iter().map(|slots| row(slots)).collect();
        Tables { starts, choices, covered, stops: plan.stops.clone(), live }
    }

    /// Whether the item of a position is covered in a state.
    #[inline(always)]
    pub(super) fn is_covered(&self, position: usize, state: &[u64; W]) -> bool {
        let covered = &self.covered[position];
        (0..W).any(|k| state[k] & covered[k] != 0)
    }

    /// The choices of a position.
    #[inline(always)]
    pub(super) fn choices(&self, position: usize) -> &[Choice<W>] {
        &self.choices[self.starts[position] as usize..self.starts[position + 1] as usize]
    }
}

impl<const W: usize> Choice<W> {
    /// The state after this choice; `None` if a tested bit is set.
    #[inline(always)]
    pub(super) fn after(&self, state: &[u64; W]) -> Option<[u64; W]> {
        let free = (0..W).all(|k| state[k] & self.tests[k] == 0);
        free.then(|| std::array::from_fn(|k| state[k] | self.sets[k]))
    }
}
