//! Where the row of each trial of a plan is: in which block, and which of its trials.
//!
//! Of a run that begins from nothing, blocks are only counted: where their trials stand is worked out when
//! somebody asks for a row. Nobody does where one strategy finds one solution everywhere and no table is made,
//! and then a trial may have taken a quarter of a microsecond.

use super::Block;
use std::cell::OnceCell;
use std::num::NonZeroU32;

/// Trial `k` of the block before number `after`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    after: NonZeroU32,
    k: u32,
}

impl Slot {
    /// Trial `k` of block `number`.
    pub(super) fn new(number: usize, k: usize) -> Slot {
        Slot { after: NonZeroU32::MIN.saturating_add(number as u32), k: k as u32 }
    }

    /// The number of the block.
    pub(super) fn number(self) -> usize {
        self.after.get() as usize - 1
    }

    /// Which of its trials.
    pub(super) fn trial(self) -> usize {
        self.k as usize
    }
}

/// A block whose trials all belong to one stage: that of instance `i` has slot `first + i * step`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    pub(super) number: usize,
    pub(super) stage: usize,
    pub(super) first: usize,
    pub(super) step: usize,
}

/// What was read or run, each with the number of a machine.
pub(super) type Blocks = Vec<(Block, u16)>;

/// By stage of the plan, the place of each trial, see [`crate::plan::Stage::slot`].
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// Per stage, how many trials there are.
    sizes: Vec<usize>,
    /// Per stage, how many have a row.
    recorded: Vec<usize>,
    /// Made when it is asked for.
    placed: OnceCell<Vec<Vec<Option<Slot>>>>,
    /// Blocks from before that.
    waiting: Vec<Whole>,
}

impl Slots {
    /// Of stages with so many trials each, none of which has a row.
    pub(super) fn new(sizes: Vec<usize>) -> Slots {
        Slots { recorded: vec![0; sizes.len()], sizes, ..Slots::default() }
    }

    /// Per stage, how many trials there are.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Per stage, how many trials have a row.
    pub(super) fn recorded(&self) -> &[usize] {
        &self.recorded
    }

    /// The trials of stage `s`. `blocks` are all there are.
    pub(super) fn of(&self, blocks: &Blocks, s: usize) -> &[Option<Slot>] {
        &self.placed(blocks)[s]
    }

    /// Puts the row of a trial, in the place of an earlier one.
    pub(super) fn put(&mut self, blocks: &Blocks, s: usize, at: usize, slot: Slot) {
        let before = self.placed_mut(blocks)[s][at].replace(slot);
        self.recorded[s] += usize::from(before.is_none());
    }

    /// Puts the rows of `block`, which will be the last of `blocks`. `new`: none of its trials has one.
    pub(super) fn put_whole(&mut self, blocks: &Blocks, block: &Block, whole: Whole, new: bool) {
        self.recorded[whole.stage] += if new && self.placed.get().is_none() {
            self.waiting.push(whole);
            block.len()
        } else {
            place(block, whole, self.placed_mut(blocks))
        };
    }

    fn placed(&self, blocks: &Blocks) -> &Vec<Vec<Option<Slot>>> {
        self.placed.get_or_init(|| {
            let mut placed = self.sizes.iter().map(|&size| vec![None; size]).collect::<Vec<_>>();
            for &whole in &self.waiting {
                place(&blocks[whole.number].0, whole, &mut placed);
            }
            placed
        })
    }

    fn placed_mut(&mut self, blocks: &Blocks) -> &mut Vec<Vec<Option<Slot>>> {
        self.placed(blocks);
        self.placed.get_mut().expect("it was just made")
    }
}

/// Puts the rows of `block`; how many there was none of before.
fn place(block: &Block, whole: Whole, placed: &mut [Vec<Option<Slot>>]) -> usize {
    let (slots, mut fresh) = (&mut placed[whole.stage], 0);
    block.instance.each_of(block.len(), |k, instance| {
        let at = whole.first + instance as usize * whole.step;
        fresh += usize::from(slots[at].replace(Slot::new(whole.number, k)).is_none());
    });
    fresh
}

#[cfg(test)]
mod tests {
    use super::super::block::tests::block;
    use super::*;

    #[test]
    fn blocks_that_wait_are_placed_as_if_they_had_not() {
        let whole = |number, first| Whole { number, stage: 1, first, step: 2 };
        // Two strategies over the same four instances, and one trial by itself.
        let list = [(vec![2, 0], 0), (vec![0, 1], 1), (vec![3, 1], 0)];
        let slots = |new: [bool; 3]| {
            let (mut slots, mut blocks) = (Slots::new(vec![5, 8]), Blocks::new());
            for ((number, (instances, first)), new) in list.iter().enumerate().zip(new) {
                let block = block(7, "c", instances);
                slots.put_whole(&blocks, &block, whole(number, *first), new);
                blocks.push((block, 0));
            }
            assert_eq!((slots.sizes(), slots.recorded()), (&[5, 8][..], &[0, 6][..]));
            slots.put(&blocks, 1, 7, Slot::new(3, 0));
            slots.put(&blocks, 1, 0, Slot::new(3, 1));
            assert_eq!(slots.recorded(), [0, 7]);
            assert!(slots.of(&blocks, 0).iter().all(Option::is_none));
            slots.of(&blocks, 1).iter().map(|slot| slot.map(|s| (s.number(), s.trial()))).collect::<Vec<_>>()
        };
        let expected = [
            Some((3, 1)),
            Some((1, 0)),
            Some((2, 1)),
            Some((1, 1)),
            Some((0, 0)),
            None,
            Some((2, 0)),
            Some((3, 0)),
        ];
        for new in [[true; 3], [false; 3], [true, false, true], [false, true, true]] {
            assert_eq!(slots(new), expected, "{new:?}");
        }
    }

    #[test]
    fn a_trial_that_comes_again_is_counted_once() {
        let (mut slots, mut blocks) = (Slots::new(vec![4]), Blocks::new());
        for number in 0..2 {
            let block = block(7, "c", &[2, 1 + number as u32 * 2]);
            let whole = Whole { number, stage: 0, first: 0, step: 1 };
            slots.put_whole(&blocks, &block, whole, false);
            blocks.push((block, 0));
        }
        assert_eq!(slots.recorded(), [3]);
        assert_eq!(slots.of(&blocks, 0)[2].map(Slot::number), Some(1));
    }
}
