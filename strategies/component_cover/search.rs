//! The search: a stack of components being counted.

use super::keys::{Component, Keys};
use super::memo::Memo;
use super::numbers;
use super::sets::Sets;
use coverlab_model::{ExactCover, Natural, Observer, Stop};

/// The data of a count.
pub(super) struct Search {
    sets: Sets,
    keys: Keys,
    memo: Memo,
    /// By item, the end of the items below it in the tree.
    ends: Vec<u32>,
    frames: Vec<Frame>,
    /// By depth; entries of removed frames are kept, to reuse their memory.
    numbers: Vec<Numbers>,
    /// Components of the current options that wait to be counted.
    waiting: Vec<Component>,
    /// A buffer for products.
    room: Vec<u64>,
}

/// A component that is being counted, by the options of one item. The first frame is the whole instance,
/// without options.
#[derive(Clone, Copy, Default)]
struct Frame {
    component: Component,
    item: usize,
    /// The index of the next option, and the number of options.
    next: u32,
    of: u32,
    /// State to restore before the next option: the trail, and the components waiting below this frame.
    mark: usize,
    waiting: usize,
    /// The number of components of the current option that were not in the cache.
    split: usize,
}

#[derive(Default)]
struct Numbers {
    /// The sum over the options tried so far.
    sum: Vec<u64>,
    /// The product over the counted components of the current option.
    product: Vec<u64>,
}

impl Search {
    /// A count of covers. Once all items before an item are covered, it is not connected with items beyond
    /// its end. `by_options` says that the remaining items do not determine the live options.
    pub(super) fn new(sets: Sets, ends: Vec<u32>, by_options: bool, most_bytes: usize) -> Search {
        Search {
            keys: Keys::new(&sets, by_options),
            memo: Memo::new(most_bytes),
            ends,
            frames: Vec::new(),
            numbers: Vec::new(),
            waiting: Vec::new(),
            room: Vec::new(),
            sets,
        }
    }

    /// The number of covers.
    pub(super) fn count(&mut self, observer: &mut impl Observer<ExactCover>) -> Result<Natural, Stop> {
        observer.node(0).break_value().map_or(Ok(()), Err)?;
        if self.sets.begin().is_err() {
            return Ok(Natural::default());
        }
        self.push(Frame::default());
        self.split();
        loop {
            if !self.enter(observer) {
                self.add();
            }
            if !self.advance(observer)?
                && let Some(all) = self.leave()
            {
                return Ok(all);
            }
        }
    }

    fn push(&mut self, frame: Frame) {
        if self.numbers.len() == self.frames.len() {
            self.numbers.push(Numbers::default());
        }
        self.numbers[self.frames.len()].sum.clear();
        self.frames.push(frame);
    }

    fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// Starts to count a waiting component of the current option; `false` if there is none.
    fn enter(&mut self, observer: &mut impl Observer<ExactCover>) -> bool {
        let depth = self.depth();
        let Frame { waiting, split, .. } = self.frames[depth];
        if self.waiting.len() == waiting {
            return false;
        }
        observer.branch(2 * depth, split - (self.waiting.len() - waiting), split);
        let component = self.waiting.pop().expect("one that waits");
        let item = self.keys.first(component);
        let (of, mark) = (self.sets.size(item), self.sets.mark());
        self.push(Frame { component, item, of, mark, waiting: self.waiting.len(), ..Frame::default() });
        true
    }

    /// Adds the product of the current option to the sum.
    fn add(&mut self) {
        let depth = self.depth();
        let Numbers { sum, product } = &mut self.numbers[depth];
        numbers::add(sum, product);
        product.clear();
    }

    /// Takes the next option that leaves every item an option; `false` if there is none.
    fn advance(&mut self, observer: &mut impl Observer<ExactCover>) -> Result<bool, Stop> {
        let depth = self.depth();
        loop {
            let frame = &mut self.frames[depth];
            self.sets.undo(frame.mark);
            if frame.next == frame.of {
                return Ok(false);
            }
            observer.branch(2 * depth - 1, frame.next as usize, frame.of as usize);
            let option = self.sets.option(frame.item, frame.next);
            frame.next += 1;
            observer.node(depth).break_value().map_or(Ok(()), Err)?;
            if self.sets.take(option).is_ok() && self.split() {
                return Ok(true);
            }
        }
    }

    /// Ends a component: multiplies its count into the product above. Returns the count of the first frame.
    fn leave(&mut self) -> Option<Natural> {
        let depth = self.depth();
        let Some(above) = depth.checked_sub(1) else {
            return Some(Natural::from_limbs(&self.numbers[0].sum));
        };
        let Frame { component, .. } = self.frames[depth];
        let (numbers_above, numbers) = self.numbers.split_at_mut(depth);
        let (product, sum) = (&mut numbers_above[above].product, &numbers[0].sum);
        self.memo.insert(component.hash, self.keys.key(component), sum);
        numbers::multiply(product, sum, &mut self.room);
        let lost = product.is_empty();
        self.keys.forget(component);
        self.frames.pop();
        if lost {
            self.drop_waiting();
        }
        None
    }

    /// Drops the components that wait for the current option, because its product is zero.
    fn drop_waiting(&mut self) {
        let Frame { component, waiting, .. } = self.frames[self.depth()];
        self.waiting.truncate(waiting);
        self.keys.forget_after(component);
    }

    /// Splits the items that the last option left; `false` if a component is known to have no cover.
    fn split(&mut self) -> bool {
        let depth = self.depth();
        let Frame { component, mark, waiting, .. } = self.frames[depth];
        self.numbers[depth].product.clear();
        self.numbers[depth].product.push(1);
        if depth == 0 {
            self.keys.split_all(self.sets.primary);
        } else {
            self.keys.split(component);
        }
        self.sets.covered(mark).for_each(|item| self.keys.leave_out(item));
        while !self.numbers[depth].product.is_empty()
            && let Some(component) = self.keys.next(&self.ends, &self.sets)
        {
            if !self.look_up(component) {
                self.waiting.push(component);
            }
        }
        self.frames[depth].split = self.waiting.len() - waiting;
        let lost = self.numbers[depth].product.is_empty();
        if lost {
            self.drop_waiting();
        }
        !lost
    }

    /// If the count of a component is cached, multiplies by it and removes its key.
    fn look_up(&mut self, component: Component) -> bool {
        let depth = self.depth();
        let known = self.memo.get(component.hash, self.keys.key(component));
        if let Some(number) = known {
            numbers::multiply(&mut self.numbers[depth].product, number, &mut self.room);
            self.keys.forget(component);
        }
        known.is_some()
    }
}
