//! Counts of components that were met before, in one array of words, the newest last.
//!
//! A component lies there as it was found, in no order: whether two are the same is told by marks. A chain of
//! components of the same hash begins with the newest, so that the newest are taken away without a search.

use super::component::{Component, Components};
use super::count::Count;

/// Words before variables, clauses and count: the next of the chain, the hash, how many variables and clauses there are,
/// how many halves the count has, when it was last of use.
const HEADER: usize = 7;
const NEXT: usize = 0;
const USED: usize = 6;
const NONE: u32 = u32::MAX;

pub(super) struct Cache {
    heads: Vec<u32>,
    words: Vec<u32>,
    entries: usize,
    /// The most words, chains included.
    most: usize,
    clock: u32,
    pub(super) hits: u64,
    pub(super) misses: u64,
}

impl Cache {
    /// Of so many bytes at most.
    pub(super) fn new(bytes: usize) -> Cache {
        let most = (bytes / 4).min(1 << 31);
        Cache { heads: vec![NONE; 1 << 8], words: Vec::new(), entries: 0, most, clock: 0, hits: 0, misses: 0 }
    }

    /// Where the next entry will stand: what is stored as from now lies behind.
    pub(super) fn end(&self) -> u32 {
        self.words.len() as u32
    }

    /// The count of the component that was found last.
    #[inline]
    pub(super) fn get(&mut self, component: &Component, components: &Components) -> Option<Count> {
        let [low, high] = halves(component.hash);
        let mut at = self.heads[self.bucket(low)];
        while at != NONE {
            let entry = at as usize;
            let header = &self.words[entry..entry + HEADER];
            let (variables, cut) = (header[3], header[4]);
            if header[1] == low
                && header[2] == high
                && variables == component.variables
                && cut as usize + variables as usize == components.key(component).len()
            {
                let key = entry + HEADER..entry + HEADER + (variables + cut) as usize;
                if components.is_last(&self.words[key.clone()], variables as usize) {
                    let count = &self.words[key.end..key.end + self.words[entry + 5] as usize];
                    let count = Count::of_halves(count);
                    self.words[entry + USED] = self.clock;
                    self.hits += 1;
                    return Some(count);
                }
            }
            at = header[NEXT];
        }
        self.misses += 1;
        None
    }

    /// Stores what a component has. `marks` are places that earlier calls of [`Self::end`] gave, ascending; they
    /// are corrected where entries move.
    pub(super) fn put<'a>(
        &mut self,
        component: &Component,
        key: &[u32],
        count: &Count,
        marks: impl Iterator<Item = &'a mut u32>,
    ) {
        self.clock = self.clock.saturating_add(1);
        let length = HEADER + key.len() + count.halves();
        if self.words.len() + length + 2 * self.heads.len() > self.most {
            self.evict(marks);
            if self.words.len() + length + 2 * self.heads.len() > self.most {
                return;
            }
        }
        self.reserve(length);
        if self.entries >= self.heads.len() {
            self.grow();
        }
        let [low, high] = halves(component.hash);
        let (bucket, at) = (self.bucket(low), self.end());
        let variables = component.variables;
        self.words.extend([
            self.heads[bucket],
            low,
            high,
            variables,
            key.len() as u32 - variables,
            count.halves() as u32,
            self.clock,
        ]);
        self.words.extend_from_slice(key);
        count.append_to(&mut self.words);
        self.heads[bucket] = at;
        self.entries += 1;
    }

    /// Takes away all that stands at `mark` and behind.
    pub(super) fn truncate(&mut self, mark: u32) {
        let mut at = mark as usize;
        while at < self.words.len() {
            let bucket = self.bucket(self.words[at + 1]);
            while self.heads[bucket] != NONE && self.heads[bucket] >= mark {
                self.heads[bucket] = self.words[self.heads[bucket] as usize + NEXT];
            }
            self.entries -= 1;
            at += self.length(at);
        }
        self.words.truncate(mark as usize);
    }

    #[inline]
    fn bucket(&self, low: u32) -> usize {
        low as usize & (self.heads.len() - 1)
    }

    fn length(&self, at: usize) -> usize {
        HEADER + (self.words[at + 3] + self.words[at + 4] + self.words[at + 5]) as usize
    }

    /// Makes room for so many words, in steps that stay within the limit.
    fn reserve(&mut self, length: usize) {
        if self.words.capacity() - self.words.len() < length {
            let rest = self.most.saturating_sub(self.words.len());
            self.words.reserve_exact(self.words.len().max(1 << 16).min(rest).max(length));
        }
    }

    fn grow(&mut self) {
        self.heads.clear();
        self.heads.resize(2 * self.entries.next_power_of_two(), NONE);
        self.chain();
    }

    /// Puts every entry on its chain.
    fn chain(&mut self) {
        let mut at = 0;
        while at < self.words.len() {
            let bucket = self.bucket(self.words[at + 1]);
            self.words[at + NEXT] = self.heads[bucket];
            self.heads[bucket] = at as u32;
            at += self.length(at);
        }
    }

    /// Forgets the half of the entries that were of no use for the longest time.
    fn evict<'a>(&mut self, marks: impl Iterator<Item = &'a mut u32>) {
        let mut used = Vec::with_capacity(self.entries);
        let mut at = 0;
        while at < self.words.len() {
            used.push(self.words[at + USED]);
            at += self.length(at);
        }
        if used.is_empty() {
            return;
        }
        let middle = used.len() / 2;
        let before = *used.select_nth_unstable(middle).1;
        let mut marks = marks.peekable();
        let (mut from, mut to) = (0, 0);
        self.entries = 0;
        while from < self.words.len() {
            while let Some(mark) = marks.next_if(|mark| **mark as usize <= from) {
                *mark = to as u32;
            }
            let length = self.length(from);
            if self.words[from + USED] > before {
                self.words.copy_within(from..from + length, to);
                to += length;
                self.entries += 1;
            }
            from += length;
        }
        marks.for_each(|mark| *mark = to as u32);
        self.words.truncate(to);
        self.heads.fill(NONE);
        self.chain();
    }
}

fn halves(hash: u64) -> [u32; 2] {
    [hash as u32, (hash >> 32) as u32]
}
