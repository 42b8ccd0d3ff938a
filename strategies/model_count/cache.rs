//! Counts of components that were met before, in one array of words, the newest last.
//!
//! Components are stored in no order; marks decide whether two are the same. A table of places
//! has half of each hash beside them, so that most components that were never met are recognised without a look at either.

use super::component::{Component, Components};
use super::count::Count;

/// Words before variables, clauses and count: the hash, how many variables and clauses there are, how many halves the
/// count has, when it was last of use.
const HEADER: usize = 6;
const USED: usize = 5;

/// A place of the table: an entry, with half of its hash.
#[derive(Clone, Copy)]
struct Place {
    high: u32,
    at: u32,
}

/// No entry.
const NONE: u32 = u32::MAX;
const FREE: Place = Place { high: 0, at: NONE };

pub(super) struct Cache {
    places: Vec<Place>,
    words: Vec<u32>,
    entries: usize,
    /// The most words, the table included.
    most: usize,
    clock: u32,
    pub(super) hits: u64,
    pub(super) misses: u64,
}

impl Cache {
    /// A cache of at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Cache {
        let most = (bytes / 4).min(1 << 31);
        Cache {
            places: vec![FREE; 1 << 8],
            words: Vec::new(),
            entries: 0,
            most,
            clock: 0,
            hits: 0,
            misses: 0,
        }
    }

    /// Where the next entry will stand: what is stored as from now lies behind.
    pub(super) fn end(&self) -> u32 {
        self.words.len() as u32
    }

    /// The count of the component that was found last.
    #[inline]
    pub(super) fn get(&mut self, component: &Component, components: &Components) -> Option<Count> {
        let [low, high] = halves(component.hash);
        let mut place = self.place(low);
        while self.places[place].at != NONE {
            let Place { high: other, at } = self.places[place];
            if other == high
                && let Some(count) = self.count(at as usize, low, component, components)
            {
                self.words[at as usize + USED] = self.clock;
                self.hits += 1;
                return Some(count);
            }
            place = self.next(place);
        }
        self.misses += 1;
        None
    }

    /// The count of an entry, if it is of the component that was found last.
    fn count(&self, entry: usize, low: u32, component: &Component, components: &Components) -> Option<Count> {
        let header = &self.words[entry..entry + HEADER];
        let length = components.key(component).len();
        if header[0] != low || header[2] != component.variables || (header[2] + header[3]) as usize != length
        {
            return None;
        }
        let (key, rest) = self.words[entry + HEADER..].split_at(length);
        let is_same = components.is_last(key, component.variables as usize);
        is_same.then(|| Count::of_halves(&rest[..header[4] as usize]))
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
        if !self.has_room(length) {
            self.evict(marks);
            if !self.has_room(length) {
                return;
            }
        }
        self.reserve(length);
        if 2 * self.entries >= self.places.len() {
            self.grow();
        }
        let [low, high] = halves(component.hash);
        let at = self.end();
        let variables = component.variables;
        self.words.extend([
            low,
            high,
            variables,
            key.len() as u32 - variables,
            count.halves() as u32,
            self.clock,
        ]);
        self.words.extend_from_slice(key);
        count.append_to(&mut self.words);
        self.put_at(at);
        self.entries += 1;
    }

    /// Whether this many words and the table fit. The table grows when half of it is used.
    fn has_room(&self, length: usize) -> bool {
        let is_full = 2 * self.entries >= self.places.len();
        let places = if is_full { 4 * self.entries.next_power_of_two() } else { self.places.len() };
        self.words.len() + length + 2 * places <= self.most
    }

    /// Takes away all that stands at `mark` and behind.
    pub(super) fn truncate(&mut self, mark: u32) {
        let mut at = mark as usize;
        while at < self.words.len() {
            // Places of others before it may be free by now.
            let mut place = self.place(self.words[at]);
            while self.places[place].at != at as u32 {
                place = self.next(place);
            }
            self.places[place] = FREE;
            self.entries -= 1;
            at += self.length(at);
        }
        self.words.truncate(mark as usize);
    }

    #[inline]
    fn place(&self, low: u32) -> usize {
        low as usize & (self.places.len() - 1)
    }

    #[inline]
    fn next(&self, place: usize) -> usize {
        (place + 1) & (self.places.len() - 1)
    }

    /// Puts an entry at the first place that is free. As the newest leave first, none before a place that is taken
    /// becomes free.
    fn put_at(&mut self, at: u32) {
        let (low, high) = (self.words[at as usize], self.words[at as usize + 1]);
        let mut place = self.place(low);
        while self.places[place].at != NONE {
            place = self.next(place);
        }
        self.places[place] = Place { high, at };
    }

    fn length(&self, at: usize) -> usize {
        HEADER + (self.words[at + 2] + self.words[at + 3] + self.words[at + 4]) as usize
    }

    /// Makes room for this many words, in steps that stay within the limit.
    fn reserve(&mut self, length: usize) {
        if self.words.capacity() - self.words.len() < length {
            let rest = self.most.saturating_sub(self.words.len());
            self.words.reserve_exact(self.words.len().max(1 << 16).min(rest).max(length));
        }
    }

    fn grow(&mut self) {
        self.places.clear();
        self.places.resize(4 * self.entries.next_power_of_two(), FREE);
        self.put_all();
    }

    /// Puts every entry into the table, the oldest first.
    fn put_all(&mut self) {
        let mut at = 0;
        while at < self.words.len() {
            self.put_at(at as u32);
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
        self.places.fill(FREE);
        self.put_all();
    }
}

fn halves(hash: u64) -> [u32; 2] {
    [hash as u32, (hash >> 32) as u32]
}
