//! Components as keys: their items, and also their options if the items do not determine these.
//!
//! A key is a range of words from a bit row of the items: the position of the first word and the number of
//! words, then the words. If there are secondary items, a range of the row of live options follows, preceded
//! by its position.

use super::memo::Memo;
use super::sets::Sets;

/// A component that is being counted or waits for it.
#[derive(Clone, Copy, Default)]
pub(super) struct Component {
    /// The position of its key in `words`.
    begin: usize,
    pub(super) end: usize,
    pub(super) hash: u64,
}

/// The keys of all components in progress, and the state of splitting one.
pub(super) struct Keys {
    words: Vec<u64>,
    by_options: bool,
    /// The remaining items to be split, as words from word `low` on.
    rest: Vec<u64>,
    low: usize,
    /// A bit per option; all are 0 between calls.
    row: Vec<u64>,
}

impl Keys {
    pub(super) fn new(sets: &Sets, by_options: bool) -> Keys {
        let row = vec![0; sets.options().div_ceil(64)];
        Keys { words: Vec::new(), by_options, rest: Vec::new(), low: 0, row }
    }

    pub(super) fn key(&self, component: Component) -> &[u64] {
        &self.words[component.begin..component.end]
    }

    /// Removes the keys of `component` and of all later components.
    pub(super) fn forget(&mut self, component: Component) {
        self.words.truncate(component.begin);
    }

    /// Removes the keys of all components after `component`.
    pub(super) fn forget_after(&mut self, component: Component) {
        self.words.truncate(component.end);
    }

    /// The first item of a component.
    pub(super) fn first(&self, component: Component) -> usize {
        self.words[component.begin] as u32 as usize * 64
            + self.words[component.begin + 1].trailing_zeros() as usize
    }

    /// Starts to split all items.
    pub(super) fn split_all(&mut self, primary: usize) {
        self.low = 0;
        self.rest.resize(primary.div_ceil(64), 0);
        (0..primary).for_each(|item| self.rest[item / 64] |= 1 << (item % 64));
    }

    /// Starts to split a component.
    pub(super) fn split(&mut self, component: Component) {
        let head = self.words[component.begin];
        self.low = head as u32 as usize;
        self.rest.clear();
        self.rest.extend_from_slice(&self.words[component.begin + 1..][..(head >> 32) as usize]);
    }

    /// Removes a covered item.
    pub(super) fn leave_out(&mut self, item: usize) {
        self.rest[item / 64 - self.low] &= !(1 << (item % 64));
    }

    /// Splits off the component of the first remaining item: the remaining items before its end. `None` if no
    /// item remains.
    pub(super) fn next(&mut self, ends: &[u32], sets: &Sets) -> Option<Component> {
        let from = self.rest.iter().position(|&word| word != 0)?;
        let first = (self.low + from) * 64 + self.rest[from].trailing_zeros() as usize;
        // The last item before the end, limited to the existing words.
        let last = ends[first] as usize - 1;
        let word = (last / 64 - self.low).min(self.rest.len() - 1);
        let behind =
            if word == last / 64 - self.low { self.rest[word] & !(u64::MAX >> (63 - last % 64)) } else { 0 };
        self.rest[word] ^= behind;
        let to = from + 1 + self.rest[from..=word].iter().rposition(|&word| word != 0).unwrap_or(0);
        let begin = self.words.len();
        self.words.push((self.low + from) as u64 | ((to - from) as u64) << 32);
        self.words.extend_from_slice(&self.rest[from..to]);
        self.rest[from..to].fill(0);
        self.rest[word] |= behind;
        Some(self.component(begin, sets))
    }

    /// The component whose items were written at `begin`.
    fn component(&mut self, begin: usize, sets: &Sets) -> Component {
        if self.by_options {
            self.write_options(begin, sets);
        }
        Component { begin, end: self.words.len(), hash: Memo::hash(&self.words[begin..]) }
    }

    fn write_options(&mut self, begin: usize, sets: &Sets) {
        let low = self.words[begin] as u32 as usize;
        let (mut from, mut to) = (usize::MAX, 0);
        for item in bits(low, &self.words[begin + 1..]) {
            for option in sets.of(item) {
                let word = option as usize / 64;
                self.row[word] |= 1 << (option % 64);
                (from, to) = (from.min(word), to.max(word + 1));
            }
        }
        self.words.push(from as u64);
        self.words.extend_from_slice(&self.row[from..to]);
        self.row[from..to].fill(0);
    }
}

/// The bits set in words of which the first has index `low`.
#[inline(always)]
fn bits(low: usize, words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(move |(k, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| (low + k) * 64 + word.trailing_zeros() as usize);
            word &= word.wrapping_sub(1);
            bit
        })
    })
}
